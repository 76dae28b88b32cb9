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

#[cfg(test)]
mod tests {
    use super::super::Standing;
    use super::*;
    use crate::board::Board;
    use crate::game::GameInfo;

    #[test]
    fn a_name_ends_no_element() {
        let name = "</script><img src=x onerror=alert(1)> & \"'REVIEW_DATA";
        let review = Review {
            info: GameInfo { players: [Some(name.to_owned()), None], ..GameInfo::default() },
            komi: 7.5,
            start: Board::new(9),
            opening: Standing { rate: 0.5, points: 0.0 },
            moves: Vec::new(),
        };
        let page = to_html(&review);
        assert!(!page.contains("<img") && page.matches("</script>").count() == 2);
        let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(data).unwrap()["black"]["name"], name);
    }

    #[test]
    fn the_page_needs_nothing_from_outside() {
        for word in ["http:", "https:", "src=", "@import", "url("] {
            let left = TEMPLATE.replace("http://www.w3.org/2000/svg", "");
            assert!(!left.contains(word), "{word}");
        }
        assert_eq!(TEMPLATE.matches(DATA_PLACE).count(), 1);
    }
}
