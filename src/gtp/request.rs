//! A line of input as id, command name and arguments.

/// A command as it was sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Echoed in the answer.
    pub(super) id: Option<u32>,
    /// `None` if the line is only an id.
    pub(super) name: Option<String>,
    pub(super) arguments: Vec<String>,
}

impl Request {
    /// Reads a line; `None` if it is blank or a comment.
    ///
    /// Control characters are dropped, a tab is a space, `#` begins a comment. Bytes that are no UTF-8
    /// become replacement characters.
    pub(super) fn parse(line: &[u8]) -> Option<Request> {
        let text: String = String::from_utf8_lossy(line)
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_ascii_control())
            .take_while(|&c| c != '#')
            .collect();
        let mut words = split(&text).into_iter().peekable();
        // An id is digits, at most 2^31 - 1; a larger number is no id but an unknown command.
        let first = words.peek()?;
        let digits = first.bytes().all(|byte| byte.is_ascii_digit());
        let id = first.parse().ok().filter(|&id: &u32| digits && id <= i32::MAX as u32);
        if id.is_some() {
            words.next();
        }
        Some(Request { id, name: words.next(), arguments: words.collect() })
    }
}

/// Words between blanks; a word in double quotes may hold blanks, as GoGui sends file names.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let quoted = rest.strip_prefix('"').and_then(|inner| inner.split_once('"'));
        let (word, after) = quoted.or_else(|| rest.split_once(' ')).unwrap_or((rest, ""));
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Option<(Option<u32>, Option<String>, Vec<String>)> {
        Request::parse(line.as_bytes()).map(|request| (request.id, request.name, request.arguments))
    }

    #[test]
    fn ids_names_and_arguments() {
        let command = |id, name: &str, arguments: &[&str]| {
            Some((id, Some(name.to_owned()), arguments.iter().map(|a| (*a).to_owned()).collect()))
        };
        assert_eq!(parsed("name\r"), command(None, "name", &[]));
        assert_eq!(parsed("  7\tplay  b E5 # comment"), command(Some(7), "play", &["b", "E5"]));
        assert_eq!(parsed("0 name"), command(Some(0), "name", &[]));
        assert_eq!(parsed("-1 name"), command(None, "-1", &["name"]));
        assert_eq!(parsed("+7 name"), command(None, "+7", &["name"]));
        assert_eq!(parsed("4294967296 name"), command(None, "4294967296", &["name"]));
        assert_eq!(parsed("loadsgf \"a b.sgf\" 3"), command(None, "loadsgf", &["a b.sgf", "3"]));
        assert_eq!(parsed("echo \"open"), command(None, "echo", &["\"open"]));
        assert_eq!(parsed("7"), Some((Some(7), None, vec![])));
        for blank in ["", "   \t", "# name", "\r"] {
            assert_eq!(parsed(blank), None);
        }
    }
}
