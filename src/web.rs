//! The page on this machine: its files, and a socket that speaks the analysis protocol (`docs/web.md`).
//!
//! Each socket is a session with an analysis [`Server`](crate::analysis::Server) and workers of its own, so the system shares
//! the cores fairly among them, and a page that is closed takes its searches with it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod files;
mod gate;
mod session;

use crate::engine::Config;
use axum::Router;
use axum::middleware::from_fn;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use session::Reception;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::TcpListener;
use tokio::runtime;

/// Where the page is served.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The address that is listened on.
    pub address: IpAddr,
    /// Its port; with 0 the system chooses one.
    pub port: u16,
    /// Is a browser to open the page?
    pub open: bool,
}

/// Serves the page until the process ends. `out` gets its address, one line.
///
/// # Errors
/// The address cannot be listened on, as when another program does, or `out` cannot be written.
pub fn run(config: Config, site: Site, out: &mut impl Write) -> io::Result<()> {
    // Sockets and files need little; searches have threads of their own.
    runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?
        .block_on(serve(config, site, out))
}

async fn serve(config: Config, site: Site, out: &mut impl Write) -> io::Result<()> {
    let wanted = SocketAddr::new(site.address, site.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("{wanted} cannot be served: {error}; --port or --listen takes another"),
        )
    })?;
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        log::warn!("everybody who reaches {address} can use this engine");
    }
    let page = format!("http://{}/", from_here(address));
    writeln!(out, "{page}")?;
    out.flush()?;
    if site.open
        && let Err(error) = open::that_detached(&page)
    {
        log::warn!("no browser could be opened: {error}");
    }
    // An answer right behind another would wait for the page to acknowledge that.
    let at_once = listener.tap_io(|socket| _ = socket.set_nodelay(true));
    axum::serve(at_once, routes(config)).await
}

/// How a browser of this machine reaches what listens there. Where systems keep the two apart, all addresses of IPv6 are none of
/// IPv4.
fn from_here(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

fn routes(config: Config) -> Router {
    Router::new()
        .route("/analysis", get(session::open))
        .route("/", get(files::file))
        .route("/{*path}", get(files::file))
        .layer(from_fn(gate::check))
        .with_state(Reception::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_reached_by_the_kind_of_address_that_is_listened_on() {
        for (listened, reached) in [
            ("127.0.0.1:9009", "127.0.0.1:9009"),
            ("0.0.0.0:80", "127.0.0.1:80"),
            ("192.168.0.7:80", "192.168.0.7:80"),
            ("[::]:80", "[::1]:80"),
            ("[::1]:80", "[::1]:80"),
        ] {
            assert_eq!(from_here(listened.parse().unwrap()).to_string(), reached);
        }
    }
}
