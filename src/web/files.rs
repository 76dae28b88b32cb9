//! The files of the page, which are part of the program.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

/// What `npm run build` makes in `web`.
#[derive(Embed)]
#[folder = "web/page/"]
struct Page;

/// The file of that path.
pub(super) async fn file(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match Page::get(path) {
        Some(file) => {
            let kind = file.metadata.mimetype().to_owned();
            // Another version of the program may have another page.
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache".to_owned())];
            (headers, file.data).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}
