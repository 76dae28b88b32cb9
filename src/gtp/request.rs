//! A line of input as id, command name and arguments.

/// A command as it was sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Digits that the answer repeats.
    pub(super) id: Option<String>,
    /// `None` if the line is only an id.
    pub(super) name: Option<String>,
    /// What follows the name.
    pub(super) arguments: String,
}

/// The longest id. The protocol ends at 2^31 - 1; who numbers further wants those digits back too.
const LONGEST_ID: usize = 19;

impl Request {
    /// Reads a line; `None` if it is blank or a comment.
    ///
    /// Control characters are dropped, a tab is a space, `#` begins a comment outside of double quotes. Bytes that are no UTF-8
    /// become replacement characters.
    pub(super) fn parse(line: &[u8]) -> Option<Request> {
        let mut quoted = false;
        let text: String = String::from_utf8_lossy(line)
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_ascii_control())
            .take_while(|&c| {
                quoted ^= c == '"';
                c != '#' || quoted
            })
            .collect();
        let (first, rest) = split_word(&text)?;
        let is_id =
            (1..=LONGEST_ID).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_digit());
        let named = if is_id { split_word(rest) } else { Some((first, rest)) };
        let (name, arguments) = named.unzip();
        Some(Request {
            id: is_id.then(|| first.to_owned()),
            name: name.map(str::to_owned),
            arguments: arguments.unwrap_or_default().trim().to_owned(),
        })
    }
}

/// The first word and what follows it. Words stand between blanks; one in double quotes may hold blanks, as GoGui sends
/// file names.
pub(super) fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let quoted = text.strip_prefix('"').and_then(|inner| inner.split_once('"'));
    quoted.or_else(|| text.split_once(' ')).or_else(|| (!text.is_empty()).then_some((text, "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_names_and_arguments() {
        let command = |id: Option<&str>, name: Option<&str>, arguments: &str| {
            let owned = |text: &str| text.to_owned();
            Some(Request { id: id.map(owned), name: name.map(owned), arguments: owned(arguments) })
        };
        let parsed = |line: &str| Request::parse(line.as_bytes());
        assert_eq!(parsed("name\r"), command(None, Some("name"), ""));
        assert_eq!(parsed("  7\tplay  b E5 # comment"), command(Some("7"), Some("play"), "b E5"));
        assert_eq!(parsed("0 name"), command(Some("0"), Some("name"), ""));
        assert_eq!(parsed("save \"game #1\" # comment"), command(None, Some("save"), "\"game #1\""));
        assert_eq!(parsed("-1 name"), command(None, Some("-1"), "name"));
        assert_eq!(parsed("+7 name"), command(None, Some("+7"), "name"));
        for id in ["007", "4294967296", "9999999999999999999"] {
            assert_eq!(parsed(&format!("{id} name")), command(Some(id), Some("name"), ""));
        }
        let too_long = "12345678901234567890";
        assert_eq!(parsed(&format!("{too_long} name")), command(None, Some(too_long), "name"));
        assert_eq!(parsed("7"), command(Some("7"), None, ""));
        for blank in ["", "   \t", "# name", "\r"] {
            assert_eq!(parsed(blank), None);
        }
    }

    #[test]
    fn words_and_words_in_quotes() {
        assert_eq!(split_word("a b.sgf  3"), Some(("a", "b.sgf  3")));
        assert_eq!(split_word("  \"a b.sgf\" 3"), Some(("a b.sgf", " 3")));
        assert_eq!(split_word("\"open file"), Some(("\"open", "file")));
        assert_eq!(split_word("  "), None);
    }
}
