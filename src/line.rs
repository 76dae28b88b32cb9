//! Lines of bounded length from a byte stream.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// What programs on Windows write before their first line of UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its bytes, without the line break and a byte order mark.
    Text(Vec<u8>),
    /// It was longer than [`MAX_LINE`] and no comment; it has been passed over.
    TooLong,
}

/// The next line; `None` at the end of the input. A last line without line break counts. A comment may be as long as it
/// likes: what is kept of it is one too.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() as u64 > MAX_LINE {
        input.skip_until(b'\n')?;
        if bytes.trim_ascii_start().first() != Some(&b'#') {
            return Ok(Some(Line::TooLong));
        }
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(Some(Line::Text(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_a_break_or_with_the_input() {
        let mut input = &b"name\r\n\nquit"[..];
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), Some(Line::Text(b"name\r".to_vec())));
        assert_eq!(next(), Some(Line::Text(Vec::new())));
        assert_eq!(next(), Some(Line::Text(b"quit".to_vec())));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_line() {
        let mut input = "\u{feff}name\nver\u{feff}sion\n\u{feff}".as_bytes();
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), Some(Line::Text(b"name".to_vec())));
        assert_eq!(next(), Some(Line::Text("ver\u{feff}sion".as_bytes().to_vec())));
        assert_eq!([next(), next()], [Some(Line::Text(Vec::new())), None]);
    }

    #[test]
    fn a_line_above_the_limit_is_passed_over() {
        let mut text = vec![b'x'; MAX_LINE as usize];
        text.extend(b"\nname\n");
        let mut longer = vec![b'x'; 1];
        longer.extend(&text);
        assert!(matches!(read_line(&mut &text[..]), Ok(Some(Line::Text(_)))));
        let mut input = &longer[..];
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::TooLong));
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::Text(b"name".to_vec())));
    }

    #[test]
    fn a_comment_may_be_longer_than_a_line() {
        let mut text = b" # ".to_vec();
        text.resize(3 << 20, b'x');
        text.extend(b"\nname");
        let mut input = &text[..];
        assert!(matches!(read_line(&mut input), Ok(Some(Line::Text(bytes))) if bytes.starts_with(b" # ")));
        assert_eq!(read_line(&mut input).unwrap(), Some(Line::Text(b"name".to_vec())));
    }
}
