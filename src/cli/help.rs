//! The help that packages install: manual pages and what shells complete.

use super::files::{make_folder, unwritable};
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::path::Path;

/// Writes the script with which `shell` completes the options of the program `P`.
pub(super) fn completions<P: CommandFactory>(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    let mut command = P::command();
    let name = command.get_name().to_owned();
    // To a closed pipe clap_complete panics, into memory it cannot fail.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    out.write_all(&script)
}

/// Writes a manual page of the program `P` and one of each of its commands into `folder`, which is made if it is missing.
pub(super) fn manual<P: CommandFactory>(folder: &Path) -> io::Result<()> {
    make_folder(folder)?;
    clap_mangen::generate_to(P::command(), folder).map_err(|error| unwritable(folder, &error))
}
