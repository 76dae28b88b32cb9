//! A review as a page that needs nothing but itself.

use super::{Review, to_json};

/// The page, in which the data takes the place of a word.
const TEMPLATE: &str = include_str!("page.html");

/// The word.
const DATA_PLACE: &str = "REVIEW_DATA";

/// One HTML page with the graph of the game, a board, the moves and the reasons.
pub fn to_html(review: &Review) -> String {
    TEMPLATE.replacen(DATA_PLACE, &embedded(&to_json(review).to_string()), 1)
}

/// JSON in which nothing ends or begins an element: names come from anywhere.
fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}
