//! Real clients that packages have: Sabaki's GTP library, and KaTrain's engine class.

use std::path::Path;
use std::process::Command;

/// Runs a client and all that it tries.
fn assert_passes(client: &mut Command) {
    let output = client.output().expect("the client is installed");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("all passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// `.ci/run` installs the library and runs this.
#[test]
#[ignore = "wants node and Sabaki's library: scripts/clients/install-clients.sh installs them"]
fn sabakis_own_library() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_passes(
        Command::new("node")
            .arg(root.join("tests/front_ends/sabaki.js"))
            .args([env!("CARGO_BIN_EXE_tengen"), "gtp", "--time", "0.5", "--threads", "1", "--memory", "64"])
            .env("NODE_PATH", root.join("target/clients/node_modules")),
    );
}

/// `.ci/run` installs KaTrain and runs this. Nothing of its window is loaded: it wants no screen.
#[test]
#[ignore = "wants KaTrain: scripts/clients/install-clients.sh installs it"]
fn katrains_own_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_passes(
        Command::new(root.join("target/clients/katrain/bin/python"))
            .arg(root.join("tests/front_ends/katrain_client.py"))
            .args([env!("CARGO_BIN_EXE_tengen"), "analysis", "--threads", "2", "--memory", "64"]),
    );
}
