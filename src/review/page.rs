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

    /// How bright a color is, as the guidelines for accessible pages (WCAG) count it.
    fn luminance(color: &str) -> f64 {
        let long = if color.len() == 3 {
            color.chars().flat_map(|digit| [digit; 2]).collect()
        } else {
            color.to_owned()
        };
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&long[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
        };
        0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
    }

    #[test]
    fn verdicts_can_be_read_by_day_and_by_night() {
        let themes: Vec<&str> = TEMPLATE.split(":root {").skip(1).take(2).collect();
        assert_eq!(themes.len(), 2);
        for theme in themes {
            let bright = |name: &str| {
                let (_, rest) = theme.split_once(&format!("--{name}: #")).unwrap();
                luminance(rest.split(';').next().unwrap())
            };
            for name in ["text", "soft", "good", "inaccuracy", "mistake", "blunder"] {
                let (one, back) = (bright(name), bright("back"));
                let contrast = (one.max(back) + 0.05) / (one.min(back) + 0.05);
                assert!(contrast >= 4.5, "{name}: {contrast:.2}");
            }
        }
    }
}
