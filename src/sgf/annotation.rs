//! Notes written into a record, which otherwise stays as it is, byte for byte.

use super::encoding::skeleton_of;
use super::main_line::{Piece, Pieces, main_line_range};
use super::{SgfError, node_text, text, turn_property};
use crate::game::Turn;

/// What is added to one node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotation {
    /// Stands below what the node's comment says already.
    pub comment: String,
    /// Names and values as they stand in brackets; one that the node has already is left as it is.
    pub properties: Vec<(&'static str, Vec<String>)>,
    /// What might have been played instead, and what is said of it.
    pub variation: Option<(Vec<Turn>, String)>,
}

/// How many moves the main line of a record has: more than the game that is read of it where stones are set up after
/// the first of them.
///
/// # Errors
/// It is no SGF.
pub fn moves_of(record: &[u8]) -> Result<usize, SgfError> {
    Ok(Places::of(&skeleton_of(record))?.moves())
}

/// At most one of these may stand in a node.
const JUDGMENTS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// A node of the main line and where it stands in the text.
#[derive(Debug, Default)]
struct NodePlace {
    /// The semicolon.
    start: usize,
    /// Behind its last property.
    end: usize,
    /// How many variations it stands in.
    depth: usize,
    /// Is it the first of its variation?
    leads: bool,
    /// Moves in it.
    moves: usize,
    /// Does it change the board?
    has_stones: bool,
    /// Before the last bracket of its comment.
    comment: Option<usize>,
    names: Vec<String>,
}

/// The main line of a text.
#[derive(Debug, Default)]
struct Places {
    nodes: Vec<NodePlace>,
    /// Where the variation of each depth ends: before its bracket.
    ends: Vec<usize>,
}

impl Places {
    /// Of a text in which there is a main line.
    fn of(text: &str) -> Result<Places, SgfError> {
        let line = main_line_range(text)?;
        let mut places = Places { nodes: Vec::new(), ends: vec![text.len(); 2] };
        let mut pieces = Pieces { rest: &text[line.start..] };
        let (mut depth, mut opened) = (1, true);
        while depth > 0 {
            let Some(Ok(piece)) = pieces.next() else { break };
            let here = text.len() - pieces.rest.len();
            let is_main = here <= line.end;
            match piece {
                Piece::Open => {
                    depth += 1;
                    if is_main {
                        places.ends.truncate(depth);
                        places.ends.push(text.len());
                    }
                }
                Piece::Close => {
                    // The first variation that closes at a depth of the main line is the main line's.
                    if let Some(end) = places.ends.get_mut(depth)
                        && *end == text.len()
                    {
                        *end = here - 1;
                    }
                    depth -= 1;
                }
                Piece::Node if is_main => {
                    let place = NodePlace {
                        start: here - 1,
                        end: here,
                        depth,
                        leads: opened,
                        ..NodePlace::default()
                    };
                    places.nodes.push(place);
                }
                Piece::Property(property) if is_main => {
                    if let Some(node) = places.nodes.last_mut() {
                        node.end = here;
                        node.moves += usize::from(property.is_one_of(&["B", "W"]));
                        node.has_stones |= property.is_one_of(&["B", "W", "AB", "AW", "AE"]);
                        if property.is_one_of(&["C"]) {
                            node.comment = Some(here - 1);
                        }
                        node.names.push(property.name());
                    }
                }
                Piece::Node | Piece::Property(_) => {}
            }
            opened = piece == Piece::Open;
        }
        Ok(places)
    }

    /// How many moves there are.
    fn moves(&self) -> usize {
        self.nodes.iter().map(|node| node.moves).sum()
    }

    /// The node that makes the position before the first move that is not skipped.
    fn opening(&self, skipped: usize) -> usize {
        let (mut opening, mut moves) = (0, 0);
        for (at, node) in self.nodes.iter().enumerate() {
            moves += node.moves;
            if moves > skipped {
                break;
            }
            if node.has_stones {
                opening = at;
            }
        }
        opening
    }
}

/// The record with what is said of the whole and of each of the last moves of its main line. The comment of the whole stands
/// in the first node, its properties in the one that makes the position before the first of these moves. What the record held
/// stays: comments, variations, unknown properties, its encoding.
///
/// # Errors
/// It is no SGF.
pub fn annotate(
    record: &[u8],
    size: usize,
    whole: &Annotation,
    turns: &[Annotation],
) -> Result<Vec<u8>, SgfError> {
    let places = Places::of(&skeleton_of(record))?;
    let mut inserts: Vec<(usize, String)> = Vec::new();
    let mut skipped = places.moves().saturating_sub(turns.len());
    let opening = places.opening(skipped);
    let said = Annotation { comment: whole.comment.clone(), ..Annotation::default() };
    let figures = Annotation { properties: whole.properties.clone(), ..Annotation::default() };
    let mut turns = turns.iter();
    // Variations begun later end earlier.
    let mut closings: Vec<(usize, String)> = Vec::new();
    for (at, node) in places.nodes.iter().enumerate() {
        let mut notes: Vec<&Annotation> = Vec::new();
        if at == 0 {
            notes.push(&said);
        }
        if at == opening {
            notes.push(&figures);
        }
        for _ in 0..node.moves {
            if skipped > 0 {
                skipped -= 1;
            } else {
                notes.extend(turns.next());
            }
        }
        let variation =
            notes.last().filter(|_| at > 0 && node.moves == 1).and_then(|note| note.variation.as_ref());
        if let (Some((line, said)), Some(&end)) = (variation, places.ends.get(node.depth)) {
            let other = format!("({})", variation_text(line, said, size));
            if node.leads {
                closings.push((end + 1, other));
            } else {
                inserts.push((node.start, "(".to_owned()));
                closings.push((end, format!("){other}")));
            }
        }
        inserts.extend(insertion(node, &notes));
    }
    inserts.extend(closings.into_iter().rev());
    Ok(with_inserts(record, inserts))
}

/// The record with these texts at these places.
fn with_inserts(record: &[u8], mut inserts: Vec<(usize, String)>) -> Vec<u8> {
    // Stable: what goes to one place keeps its order.
    inserts.sort_by_key(|(at, _)| *at);
    let mut done = Vec::with_capacity(record.len() + inserts.iter().map(|(_, new)| new.len()).sum::<usize>());
    let mut from = 0;
    for (at, new) in inserts {
        let at = at.min(record.len());
        done.extend_from_slice(&record[from..at]);
        done.extend_from_slice(new.as_bytes());
        from = at;
    }
    done.extend_from_slice(&record[from..]);
    done
}

/// What goes where for the comment and the properties of a node.
fn insertion(node: &NodePlace, notes: &[&Annotation]) -> Vec<(usize, String)> {
    let comments: Vec<&str> =
        notes.iter().map(|note| note.comment.as_str()).filter(|text| !text.is_empty()).collect();
    let comment = escaped(&comments.join("\n\n"));
    let mut new = Vec::new();
    let mut text = String::new();
    match node.comment {
        _ if comment.is_empty() => {}
        Some(at) => new.push((at, format!("\n\n{comment}"))),
        None => text = format!("C[{comment}]"),
    }
    let mut names: Vec<&str> = node.names.iter().map(String::as_str).collect();
    // Figures are of the position after the node: those of its last move.
    for (name, values) in notes.iter().rev().flat_map(|note| &note.properties) {
        let judged = JUDGMENTS.contains(name) && names.iter().any(|name| JUDGMENTS.contains(name));
        if !names.contains(name) && !judged {
            names.push(name);
            text.push_str(name);
            text.extend(values.iter().map(|value| format!("[{}]", escaped(value))));
        }
    }
    new.push((node.end, text));
    new
}

fn variation_text(line: &[Turn], said: &str, size: usize) -> String {
    let node = |(at, turn): (usize, &Turn)| {
        let comment = (at == 0 && !said.is_empty()).then(|| text("C", said.to_owned()));
        node_text(std::iter::once(turn_property(*turn, size)).chain(comment).collect())
    };
    line.iter().enumerate().map(node).collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move, Point};
    use crate::sgf::{read_game, text_of};
    use sgf_parse::go::parse;

    fn note(comment: &str, variation: Option<&str>) -> Annotation {
        let line =
            |name: &str| vec![Turn { color: Color::White, mv: Move::Play(Point::parse(name, 9).unwrap()) }];
        Annotation {
            comment: comment.to_owned(),
            properties: vec![("SBKV", vec!["50.00".to_owned()])],
            variation: variation.map(|name| (line(name), "better".to_owned())),
        }
    }

    fn annotated(text: &str, turns: &[Annotation]) -> String {
        String::from_utf8(annotate(text.as_bytes(), 9, &note("all", None), turns).unwrap()).unwrap()
    }

    #[test]
    fn notes_stand_at_their_moves_and_variations_beside_them() {
        let done = annotated("(;SZ[9];B[ee];W[cc])", &[note("a]\\", None), note("b", Some("E3"))]);
        let known =
            "(;SZ[9]C[all]SBKV[50.00];B[ee]C[a\\]\\\\]SBKV[50.00](;W[cc]C[b]SBKV[50.00])(;W[eg]C[better]))";
        assert_eq!(done, known);
    }

    /// What others have written stays where it was, and the main line stays the first.
    #[test]
    fn comments_and_variations_of_others_survive() {
        let text = "mail (;SZ[9]C[root]XX[1];B[ee]C[fine \\] move](;W[cc]SBKV[1]LB[aa:x](;B[dd];W[de])(;B[df]C[mine]))(;W[gg]C[theirs]))(;SZ[9])";
        let turns = [note("1", None), note("2", Some("E3")), note("3", Some("E2")), note("4", Some("E1"))];
        let done = annotated(text, &turns);
        for kept in [
            "mail (;SZ[9]C[root\n\nall]XX[1]",
            "C[fine \\] move\n\n1]",
            "SBKV[1]LB[aa:x]C[2]",
            "(;B[df]C[mine])",
            "(;W[gg]C[theirs])",
        ] {
            assert!(done.contains(kept), "{kept} {done}");
        }
        let game = &parse(&done[5..]).unwrap()[0];
        let children = |path: &[usize]| {
            let mut node = game;
            for &at in path {
                node = node.children().nth(at).unwrap();
            }
            node.children().count()
        };
        assert_eq!(children(&[]), 1);
        assert_eq!(children(&[0]), 3);
        assert_eq!(children(&[0, 0]), 3);
        assert_eq!(children(&[0, 0, 0]), 2);
        let [before, after] = [text, &done].map(|text| read_game(text, None, 0.5).unwrap());
        assert_eq!(before.turns(), after.turns());
    }

    #[test]
    fn bytes_of_another_encoding_survive() {
        let record = b"(;SZ[9]PB[M\xfcller];B[ee])";
        let done = annotate(record, 9, &Annotation::default(), &[note("x", None)]).unwrap();
        assert_eq!(done, b"(;SZ[9]PB[M\xfcller];B[ee]C[x]SBKV[50.00])");
    }

    /// The second byte of these letters is a backslash.
    #[test]
    fn letters_with_a_backslash_in_them_survive() {
        let record = b"(;CA[Big5]SZ[9]PB[\xb3\x5c];B[ee]C[\xa6\xa8\xa5\x5c];W[cc])";
        let game = read_game(&text_of(record), None, 7.5).unwrap();
        assert_eq!((game.turns().len(), game.info().unwrap().players[0].as_deref()), (2, Some("許")));
        let done =
            annotate(record, 9, &Annotation::default(), &[note("x", None), Annotation::default()]).unwrap();
        assert_eq!(done, b"(;CA[Big5]SZ[9]PB[\xb3\x5c];B[ee]C[\xa6\xa8\xa5\x5c\n\nx]SBKV[50.00];W[cc])");
    }

    #[test]
    fn only_the_last_moves_of_a_record_with_a_setup_in_the_middle_are_meant() {
        let done = annotated("(;SZ[9];B[ee];AW[aa]PL[B];C[mine];B[cc])", &[note("last", None)]);
        let known = "(;SZ[9]C[all];B[ee];AW[aa]PL[B]SBKV[50.00];C[mine];B[cc]C[last]SBKV[50.00])";
        assert_eq!(done, known, "the figures of the opening are of the position after the setup");
    }

    #[test]
    fn the_figures_of_the_opening_stand_where_its_stones_are_set_up() {
        let done = annotated("(;SZ[9]HA[2];AB[cc][gg];W[ee])", &[note("first", None)]);
        let known = "(;SZ[9]HA[2]C[all];AB[cc][gg]SBKV[50.00];W[ee]C[first]SBKV[50.00])";
        assert_eq!(done, known);
    }

    #[test]
    fn the_figures_of_a_node_are_those_after_its_last_move() {
        let after = |rate: &str| Annotation {
            properties: vec![("SBKV", vec![rate.to_owned()])],
            ..Annotation::default()
        };
        for (record, done) in [
            ("(;SZ[9]B[ee];W[cc])", "(;SZ[9]B[ee]C[all]SBKV[60.00];W[cc]SBKV[40.00])"),
            ("(;SZ[9];B[ee]W[cc])", "(;SZ[9]C[all]SBKV[50.00];B[ee]W[cc]SBKV[40.00])"),
        ] {
            assert_eq!(annotated(record, &[after("60.00"), after("40.00")]), done);
        }
    }

    #[test]
    fn one_judgment_is_enough() {
        let bad = Annotation { properties: vec![("BM", vec!["1".to_owned()])], ..Annotation::default() };
        assert_eq!(annotated("(;SZ[9];B[ee]TE[1])", &[bad]), "(;SZ[9]C[all]SBKV[50.00];B[ee]TE[1])");
    }
}
