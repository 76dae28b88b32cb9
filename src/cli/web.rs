//! `tengen web`: the page on this machine.

use super::options::EngineOptions;
use crate::engine::Config;
use crate::web::{self, Site};
use clap::Args;
use std::io;
use std::net::{IpAddr, Ipv4Addr};

#[derive(Args, Debug)]
pub(super) struct WebOptions {
    #[command(flatten)]
    pub(super) engine: EngineOptions,
    /// Port of the page; with 0 the system chooses one.
    #[arg(long, value_name = "N", default_value_t = 9009)]
    port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Address to listen on; any other than this machine's own lets everybody use the engine who reaches it.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
}

/// Serves until the process ends.
pub(super) fn run(options: &WebOptions, config: Config) -> io::Result<()> {
    let site = Site { address: options.listen, port: options.port, open: options.open };
    web::run(config, site, &mut io::stdout())
}
