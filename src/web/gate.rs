//! Who may ask: no other page may drive the engine.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// What a browser may do with the page.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Lets requests through that mean this machine.
pub(super) async fn check(request: Request, next: Next) -> Response {
    let mut response = if host(request.headers()).is_some_and(is_address) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "Ask for localhost or for an address in numbers.\n").into_response()
    };
    response.headers_mut().extend(HEADERS);
    response
}

/// Is a socket asked for by our page? Programs that are no browser name no origin; whoever can start them needs no socket.
pub(super) fn is_own_page(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let scheme_and_host = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    scheme_and_host.is_some_and(|(scheme, origin)| {
        ["http", "https"].contains(&scheme) && host(headers).is_some_and(|host| origin == host)
    })
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST)?.to_str().ok()
}

/// Is it `localhost` or an address in numbers? Any other name may be one of a foreign page's that is resolved to this machine
/// (DNS rebinding).
fn is_address(host: &str) -> bool {
    host.parse::<Authority>().is_ok_and(|authority| {
        let name = authority.host();
        let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
        name.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_are_hosts() {
        for host in
            ["localhost", "localhost:8000", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000", "192.168.0.7"]
        {
            assert!(is_address(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "a b",
        ] {
            assert!(!is_address(host), "{host}");
        }
    }

    #[test]
    fn an_origin_is_the_host_itself() {
        let is_own = |origin: &'static str| {
            let headers = [
                (header::HOST, HeaderValue::from_static("127.0.0.1:8000")),
                (header::ORIGIN, HeaderValue::from_static(origin)),
            ];
            is_own_page(&headers.into_iter().collect())
        };
        assert!(is_own("http://127.0.0.1:8000"));
        for origin in [
            "null",
            "",
            "http://evil.example",
            "http://127.0.0.1:8001",
            "http://localhost:8000",
            "file://127.0.0.1:8000",
        ] {
            assert!(!is_own(origin), "{origin}");
        }
        assert!(is_own_page(&HeaderMap::new()), "no browser");
    }
}
