//! The main line of a record's first game, cut out of the text.
//!
//! The library makes a tree of the whole record, which takes hundreds of times its size and is dropped by
//! recursion. Here the text is only walked over, and one property at a time is handed to the library.

use sgf_parse::SgfProp as _;
use sgf_parse::go::Prop;
use std::ops::Range;
use thiserror::Error;

/// What makes a text no SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// There is no `(;` in it.
    #[error("it holds no game")]
    NoGame,
    /// The text ends inside of a value.
    #[error("a value has no end")]
    OpenValue,
    /// The text ends inside of the game.
    #[error("the game has no end")]
    OpenGame,
    /// A property without a value.
    #[error("a property without a value stands before '{0}'")]
    NoProperty(char),
    /// A property before the first node of a variation or after the variation.
    #[error("a property stands outside of a node")]
    NoNode,
}

/// A piece of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Piece<'a> {
    /// `(`, the begin of a variation.
    Open,
    /// `)`, its end.
    Close,
    /// `;`, the begin of a node.
    Node,
    Property(Property<'a>),
}

/// A property as it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Property<'a> {
    name: &'a str,
    /// In brackets.
    values: &'a str,
}

impl Property<'_> {
    /// Older formats put small letters between those that count.
    pub(super) fn name(&self) -> String {
        self.name.chars().filter(char::is_ascii_uppercase).collect()
    }

    pub(super) fn is_one_of(&self, names: &[&str]) -> bool {
        let letters = || self.name.bytes().filter(u8::is_ascii_uppercase);
        names.iter().any(|name| letters().eq(name.bytes()))
    }

    /// Lets the library read it, which takes numbers and points without blanks around them only.
    pub(super) fn read(&self) -> Prop {
        let mut values = Vec::with_capacity(self.values().count());
        values.extend(self.values().map(|value| unescaped(value.trim())));
        Prop::new(self.name(), values)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &str> {
        let mut rest = self.values;
        std::iter::from_fn(move || {
            let (value, after) = cut_value(rest)?;
            rest = after;
            Some(value)
        })
    }
}

/// The first value and what stands behind its bracket; `None` if there is none or it has no end.
fn cut_value(text: &str) -> Option<(&str, &str)> {
    let value = text.trim_start().strip_prefix('[')?;
    let mut escaped = false;
    let end = value.bytes().position(|byte| {
        let ends = byte == b']' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })?;
    Some((&value[..end], &value[end + 1..]))
}

fn unescaped(value: &str) -> String {
    let mut escaped = false;
    value
        .chars()
        .filter(|&c| {
            escaped = c == '\\' && !escaped;
            !escaped
        })
        .collect()
}

/// The pieces of a text, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'a> {
    pub(super) rest: &'a str,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Result<Piece<'a>, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(['(', ')', ';', '['])?;
        let (before, sign) = (&self.rest[..end], char::from(self.rest.as_bytes()[end]));
        // A bracket too many ends a text in which one was not escaped.
        let name = before.rsplit(']').next().unwrap_or_default().trim();
        self.rest = &self.rest[end..];
        if sign == '[' {
            let values = self.rest;
            while let Some((_, after)) = cut_value(self.rest) {
                self.rest = after;
            }
            if self.rest.trim_start().starts_with('[') {
                return Some(Err(Malformed::OpenValue));
            }
            let values = &values[..values.len() - self.rest.len()];
            return Some(Ok(Piece::Property(Property { name, values })));
        }
        self.rest = &self.rest[1..];
        Some(match sign {
            _ if !name.is_empty() => Err(Malformed::NoProperty(sign)),
            '(' => Ok(Piece::Open),
            ')' => Ok(Piece::Close),
            _ => Ok(Piece::Node),
        })
    }
}

/// The main line of the first game of a text: its first variations, up to the end of the first one that ends.
/// What stands before `(;` and behind the game is passed over: mails have headers, files have too many brackets.
///
/// # Errors
/// There is no game, or it is not whole.
pub(super) fn main_line(text: &str) -> Result<&str, Malformed> {
    Ok(&text[main_line_range(text)?])
}

/// Where in the text the main line stands.
///
/// # Errors
/// As for [`main_line`].
pub(super) fn main_line_range(text: &str) -> Result<Range<usize>, Malformed> {
    let mut beginnings = text.match_indices('(').map(|(at, _)| at + 1);
    let start = beginnings.find(|&at| text[at..].trim_start().starts_with(';')).ok_or(Malformed::NoGame)?;
    let mut pieces = Pieces { rest: &text[start..] };
    let (mut depth, mut last, mut end) = (1, Piece::Open, None);
    while depth > 0 {
        let before = text.len() - pieces.rest.len();
        let piece = pieces.next().ok_or(Malformed::OpenGame)??;
        match piece {
            Piece::Open => depth += 1,
            Piece::Close => {
                // Nothing in brackets is no variation.
                if last != Piece::Open {
                    end.get_or_insert(before);
                }
                depth -= 1;
            }
            Piece::Property(_) if matches!(last, Piece::Open | Piece::Close) => {
                return Err(Malformed::NoNode);
            }
            Piece::Node | Piece::Property(_) => {}
        }
        last = piece;
    }
    Ok(start..end.unwrap_or(text.len()))
}

/// A node of a main line: its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordNode<'a>(&'a str);

impl<'a> RecordNode<'a> {
    pub(super) fn properties(self) -> impl Iterator<Item = Property<'a>> {
        Pieces { rest: self.0 }.filter_map(|piece| match piece {
            Ok(Piece::Property(property)) => Some(property),
            _ => None,
        })
    }
}

/// The nodes of a main line.
pub(super) fn nodes(line: &str) -> impl Iterator<Item = RecordNode<'_>> {
    let mut pieces = Pieces { rest: line };
    let mut within = matches!(pieces.next(), Some(Ok(Piece::Node)));
    std::iter::from_fn(move || {
        let text = within.then_some(pieces.rest)?;
        loop {
            let before = pieces.rest;
            let piece = pieces.next();
            within = matches!(piece, Some(Ok(_)));
            if !within || piece == Some(Ok(Piece::Node)) {
                return Some(RecordNode(&text[..text.len() - before.len()]));
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use sgf_parse::go::parse;

    fn read(text: &str) -> Result<Vec<Vec<Prop>>, Malformed> {
        let line = main_line(text)?;
        Ok(nodes(line).map(|node| node.properties().map(|property| property.read()).collect()).collect())
    }

    #[test]
    fn the_first_variations_are_the_main_line() {
        let line = main_line("(;A[1](;B[2](;C[3])(;D[4]));E[5])(;F[6])").unwrap();
        assert_eq!(line, ";A[1](;B[2](;C[3]");
        assert_eq!(nodes(line).count(), 3);
        assert_eq!(nodes(main_line("(;)").unwrap()).count(), 1);
    }

    #[test]
    fn what_stands_around_a_game_is_passed_over() {
        let game = "( ;SZ[9];B[ee]C[(;\\]\\\\])";
        let mail = format!("From: Lee (at home)\nSubject: (none)\n\n{game} ) -- \n(bye");
        assert_eq!(main_line(&mail).unwrap(), main_line(game).unwrap());
    }

    #[test]
    fn what_is_no_game_gets_its_sentence() {
        for (text, error) in [
            ("SZ[9]", Malformed::NoGame),
            ("(SZ[9])", Malformed::NoGame),
            ("(;C[a\\])", Malformed::OpenValue),
            ("(;SZ[9];B[ee]", Malformed::OpenGame),
            ("(;SZ[9]B;W[ee])", Malformed::NoProperty(';')),
            ("(;SZ[9](B[ee]))", Malformed::NoNode),
            ("(;SZ[9](;B[ee])C[x])", Malformed::NoNode),
        ] {
            assert_eq!(main_line(text), Err(error), "{text}");
        }
    }

    /// Nothing of a text in which a bracket was not escaped becomes a move or hides one.
    #[test]
    fn a_bracket_too_many_loses_no_move() {
        let nodes = read("(;C[Lee [3k]: hello];B[ee])").unwrap();
        assert_eq!(nodes[1], [Prop::new("B".to_owned(), vec!["ee".to_owned()])]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        /// What the library reads is read the same.
        #[test]
        fn the_library_reads_the_same_main_line(
            pieces in vec(proptest::sample::select(vec![
                "(", ")", ";", ";", "(;", "B[ee]", "W[cc]", "Black[]", "AB[aa][bb:cc]", "C[a\\]b]", "C[(;)]", "C[\\\\]",
                " ", "\n", "KM[6.5]",
            ]), 0..20)
        ) {
            let text = format!("(;SZ[9]{})", pieces.concat());
            if let Ok(games) = parse(&text) {
                let known: Vec<_> = games[0].main_variation().map(|node| node.properties.clone()).collect();
                prop_assert_eq!(read(&text).unwrap(), known, "{}", text);
            }
        }
    }
}
