//! Game records (SGF, file format 4) as games.
//!
//! To read a record takes at most 64 times its size in memory: most is needed by one of nothing but passes, a few
//! bytes of text each, for the positions that are kept to take moves back.

mod annotation;
mod encoding;
mod info;
mod komi;
mod main_line;
mod proof;

pub use annotation::{Annotation, annotate, moves_of};
pub use encoding::text_of;
pub use main_line::Malformed;
pub use proof::write_proof;

use crate::board::{Board, Color, Illegal, MAX_SIZE, MIN_SIZE, Move, Point, PointSet};
use crate::file::{self, ReadError};
use crate::game::{Game, GameInfo, Turn};
use info::{info_properties, read_info};
use komi::read_komi;
use main_line::{Piece, Pieces, RecordNode, main_line, nodes};
use sgf_parse::SgfNode;
use sgf_parse::go::{self, Prop};
use std::path::Path;
use thiserror::Error;

/// Why a record cannot be used.
#[derive(Debug, Error)]
pub enum SgfError {
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[from] ReadError),
    /// Not SGF.
    #[error("it is no SGF: {0}")]
    NotSgf(#[from] Malformed),
    /// Another game than Go.
    #[error("it is no record of Go")]
    NotGo,
    /// A board that is not square or of a size that the engine does not know.
    #[error("the board is {columns} by {rows}, not a square of {MIN_SIZE} to {MAX_SIZE} points a side")]
    Size {
        /// Points in a row.
        columns: u8,
        /// Points in a column.
        rows: u8,
    },
    /// A property that the game depends on has a value that is none.
    #[error("the property {0} cannot be read")]
    Property(String),
    /// A point beyond the board.
    #[error("the point {0} lies beyond the board")]
    OffBoard(String),
    /// A setup with a chain that has no liberty.
    #[error("a chain of the setup has no liberty")]
    NoLiberty,
    /// A move against the rules.
    #[error("move {number} ({color} {mv}) is illegal: {reason}")]
    IllegalMove {
        /// Counted from 1.
        number: usize,
        /// Who moves.
        color: Color,
        /// The move.
        mv: Move,
        /// The rule.
        reason: Illegal,
    },
}

/// The program that writes a record, before its version.
const WRITER: &str = "Tengen:";

/// The largest record that is read, in bytes.
pub const RECORD_BYTES: u64 = 1 << 20;

/// Loads the main line of the first game in a file, up to but without move `before` (counted from 1), or
/// whole. `komi` holds if the record names none.
///
/// # Errors
/// The file cannot be read, is no SGF, is for another board or contains an illegal move.
pub fn load(file: &Path, before: Option<usize>, komi: f32) -> Result<Game, SgfError> {
    read_game(&text_of(&file::read(file, RECORD_BYTES)?), before, komi)
}

/// Reads the main line of the first game of an SGF text; see [`load`].
///
/// # Errors
/// As for [`load`], but for the file's own.
pub fn read_game(text: &str, before: Option<usize>, komi_if_none: f32) -> Result<Game, SgfError> {
    let line = main_line(text)?;
    let root = nodes(line).next().ok_or(Malformed::NoGame)?;
    for kind in properties(root, &["GM"]) {
        if kind? != Prop::GM(1) {
            return Err(SgfError::NotGo);
        }
    }
    let size = board_size(root)?;
    let mut game = Game::new(size, read_komi(root).unwrap_or(komi_if_none));
    let info = read_info(root);
    let (mut moves, mut handicap) = (0, false);
    for node in nodes(line) {
        // Stones of a handicap may stand in a later node than their number.
        handicap |= properties(node, &["HA"]).any(|property| matches!(property, Ok(Prop::HA(_))));
        set_up(&mut game, node, handicap)?;
        for property in properties(node, &["B", "W"]) {
            let (color, mv) = match property? {
                Prop::B(mv) => (Color::Black, mv),
                Prop::W(mv) => (Color::White, mv),
                _ => continue,
            };
            moves += 1;
            // Whoever makes a move has the turn, whatever was to be expected.
            game.set_to_play(color);
            if before == Some(moves) {
                // How the game ends is not known there.
                game.set_info(GameInfo { result: None, ..info });
                return Ok(game);
            }
            let mv = to_move(mv, size)?;
            game.play_reported(color, mv).map_err(|reason| SgfError::IllegalMove {
                number: moves,
                color,
                mv,
                reason,
            })?;
        }
    }
    game.set_info(info);
    Ok(game)
}

/// The properties of a node that have these names.
///
/// A move, a setup or a size that the library cannot make sense of is refused: passing over it would load another
/// game than the one recorded.
fn properties<'a>(node: RecordNode<'a>, names: &'a [&str]) -> impl Iterator<Item = Result<Prop, SgfError>> {
    const NEEDED: [&str; 6] = ["B", "W", "AB", "AW", "AE", "SZ"];
    /// Every point is named once at most; rectangles without number would take forever.
    const MOST_VALUES: usize = MAX_SIZE * MAX_SIZE;
    node.properties().filter(|property| property.is_one_of(names)).map(|property| {
        if property.is_one_of(&NEEDED) && property.values().nth(MOST_VALUES).is_some() {
            return Err(SgfError::Property(property.name()));
        }
        match property.read() {
            Prop::Invalid(name, _) if NEEDED.contains(&name.as_str()) => Err(SgfError::Property(name)),
            property => Ok(property),
        }
    })
}

fn board_size(root: RecordNode<'_>) -> Result<usize, SgfError> {
    // A record without a size is for 19 by 19.
    let (columns, rows) = match properties(root, &["SZ"]).next().transpose()? {
        Some(Prop::SZ(size)) => size,
        _ => (19, 19),
    };
    let size = usize::from(columns);
    if columns == rows && (MIN_SIZE..=MAX_SIZE).contains(&size) {
        Ok(size)
    } else {
        Err(SgfError::Size { columns, rows })
    }
}

/// Carries out the setup properties of a node: stones added and removed, which may be those of a `handicap`, whose turn it is.
fn set_up(game: &mut Game, node: RecordNode<'_>, handicap: bool) -> Result<(), SgfError> {
    let size = game.board().size();
    let old = Color::ALL.map(|color| game.board().stones(color));
    let [mut black, mut white] = old;
    let mut to_play = None;
    // The library knows one letter; some programs write the whole word, older ones 1 or 2.
    for property in node.properties().filter(|property| property.is_one_of(&["PL"])) {
        let mut names = property.values();
        let color = names.next().and_then(|name| match name.trim() {
            "1" => Some(Color::Black),
            "2" => Some(Color::White),
            name => Color::parse(name),
        });
        let (Some(color), None) = (color, names.next()) else {
            return Err(SgfError::Property(property.name()));
        };
        to_play = Some(color);
    }
    for property in properties(node, &["AB", "AW", "AE"]) {
        let property = property?;
        let (Prop::AB(points) | Prop::AW(points) | Prop::AE(points)) = &property else { continue };
        let points: PointSet = points.iter().map(|&point| to_point(point, size)).collect::<Result<_, _>>()?;
        black -= points;
        white -= points;
        match property {
            Prop::AB(_) => black |= points,
            Prop::AW(_) => white |= points,
            _ => {}
        }
    }
    // A handicap without stones is played by the first moves. Its stones may stand in several nodes.
    let is_handicap = handicap && white.is_empty() && black != old[0] && game.turns().is_empty();
    let begun = is_handicap.then(|| Game::new(size, game.komi()));
    let begun = begun.and_then(|mut begun| begun.place_handicap(black).then_some(begun));
    if let Some(begun) = begun {
        *game = begun;
        to_play = to_play.or(Some(Color::White));
    } else if [black, white] != old {
        let mut board = Board::from_stones(size, black, white).ok_or(SgfError::NoLiberty)?;
        board.set_to_play(game.board().to_play());
        board.set_captures(Color::ALL.map(|color| game.board().captures(color)));
        *game = Game::from_board(board, game.komi());
    }
    if let Some(color) = to_play {
        game.set_to_play(color);
    }
    Ok(())
}

/// The game as an SGF record in one line, with what is said of it besides.
pub fn write_game(game: &Game, info: &GameInfo) -> String {
    let start = game.start();
    let size = start.size();
    let mut root = opening(&start);
    root.push(text("KM", game.komi().to_string()));
    root.extend(info_properties(info));
    if game.handicap() > 0 {
        root.push(text("HA", game.handicap().to_string()));
    }
    if start.empty() != PointSet::board(size) || start.to_play() == Color::White {
        root.push(text("PL", start.to_play().letter().to_owned()));
    }
    let turns = game.turns().iter().map(|turn| node_text(vec![turn_property(*turn, size)]));
    format!("({}{})", node_text(root), turns.collect::<String>())
}

/// Is it a record, or the beginning of one, with nothing in it that [`write_game`] does not write: one line of moves, no
/// comments, no marks?
pub fn is_bare(text: &str) -> bool {
    const WRITTEN: [&str; 17] =
        ["GM", "FF", "CA", "AP", "SZ", "AB", "AW", "KM", "PB", "PW", "DT", "RU", "RE", "HA", "PL", "B", "W"];
    let (mut pieces, mut opened) = (Pieces { rest: text }, 0);
    let are_written = pieces.by_ref().all(|piece| match piece {
        Ok(Piece::Open) => {
            opened += 1;
            opened == 1
        }
        Ok(Piece::Property(property)) => property.is_one_of(&WRITTEN),
        Ok(Piece::Node | Piece::Close) => true,
        Err(_) => false,
    });
    are_written && pieces.rest.trim().is_empty()
}

/// One node. A line is written node by node: a tree as deep as the line is long would be walked by recursion.
fn node_text(properties: Vec<Prop>) -> String {
    let record = SgfNode::new(properties, Vec::new(), false).serialize();
    record.trim_start_matches('(').trim_end_matches(')').to_owned()
}

/// A turn; a pass is no point.
fn turn_property(Turn { color, mv }: Turn, size: usize) -> Prop {
    text(color.letter(), mv.point().map_or(String::new(), |point| point_name(point, size)))
}

fn text(name: &str, value: String) -> Prop {
    Prop::Unknown(name.to_owned(), vec![value])
}

/// The first properties of a record: its kind, its writer, the board with its stones.
fn opening(board: &Board) -> Vec<Prop> {
    let size = board.size();
    let mut root = vec![
        text("GM", "1".to_owned()),
        text("FF", "4".to_owned()),
        text("CA", "UTF-8".to_owned()),
        text("AP", format!("{WRITER}{}", env!("CARGO_PKG_VERSION"))),
        text("SZ", size.to_string()),
    ];
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let stones = board.stones(color);
        if !stones.is_empty() {
            root.push(Prop::Unknown(
                name.to_owned(),
                stones.iter().map(|point| point_name(point, size)).collect(),
            ));
        }
    }
    root
}

/// A point as records write it: column and row from the top as letters.
pub fn point_name(point: Point, size: usize) -> String {
    let letter = |index: usize| char::from(b'a' + index as u8);
    [letter(point.column()), letter(size - 1 - point.row())].iter().collect()
}

fn to_point(point: go::Point, size: usize) -> Result<Point, SgfError> {
    let (column, from_top) = (usize::from(point.x), usize::from(point.y));
    if column < size && from_top < size {
        Ok(Point::new(column, size - 1 - from_top))
    } else {
        let letter = |index: u8| char::from(if index < 26 { b'a' + index } else { b'A' + index - 26 });
        Err(SgfError::OffBoard([letter(point.x), letter(point.y)].iter().collect()))
    }
}

/// On boards up to 19 by 19 the point `tt` is a pass.
fn to_move(mv: go::Move, size: usize) -> Result<Move, SgfError> {
    match mv {
        go::Move::Pass | go::Move::Move(go::Point { x: 19, y: 19 }) => Ok(Move::Pass),
        go::Move::Move(point) => to_point(point, size).map(Move::Play),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Game, SgfError> {
        read_game(text, None, 7.5)
    }

    fn write(game: &Game) -> String {
        write_game(game, &game.info().unwrap_or_default())
    }

    #[test]
    fn a_bare_record_has_what_is_written() {
        let saved = write_game(&Game::new(9, 7.5), &GameInfo::default());
        for bare in
            [&saved, "", "(;GM[1]SZ[9]AB[aa] [bb]\nPB[Lee (C[3k\\])];B[ee];White[])", "(;GaMe[1];B[cc]"]
        {
            assert!(is_bare(bare), "{bare}");
        }
        for more in [
            "(;SZ[9];B[ee]C[good])",
            "(;SZ[9];B[ee](;W[cc])(;W[dd]))",
            "(;SZ[9];B[ee]TR[ee])",
            "(;SZ[9])(;SZ[9])",
            "Dear Lee",
            "dear Lee",
        ] {
            assert!(!is_bare(more), "{more}");
        }
    }

    #[test]
    fn moves_passes_setup_and_komi() {
        let game = read("(;GM[1]FF[4]SZ[9]KM[6.5]AB[aa:ba]AW[ii];B[ee](;W[tt];B[])(;W[cc]))").unwrap();
        assert_eq!(game.komi(), 6.5);
        assert_eq!(game.turns().len(), 3);
        assert_eq!(game.passes(), 2);
        assert_eq!(game.board().stones(Color::Black).len(), 3);
        assert!(game.board().stones(Color::Black).contains(Point::new(1, 8)));
        assert_eq!(read_game("(;SZ[9];B[ee];W[cc])", Some(1), 0.5).unwrap().turns().len(), 0);
        assert_eq!(read_game("(;SZ[9];B[ee];W[cc])", Some(2), 0.5).unwrap().turns().len(), 1);
        assert_eq!(read_game("(;SZ[9];B[ee];W[cc])", Some(9), 0.5).unwrap().komi(), 0.5);
    }

    #[test]
    fn komi_in_stones_or_hundredths_is_read_in_points() {
        for (written, komi) in [
            ("7.5", 7.5),
            ("3.75", 7.5),
            ("375", 7.5),
            ("650", 6.5),
            (" 6.5 ", 6.5),
            ("6,5", 6.5),
            ("six", 7.5),
            ("-3.5", -3.5),
            ("0", 0.0),
            ("6.25", 6.25),
            ("100", 100.0),
            ("-150", -150.0),
        ] {
            assert_eq!(read(&format!("(;SZ[9]KM[{written}];B[ee])")).unwrap().komi(), komi, "{written}");
        }
    }

    #[test]
    fn the_komi_of_our_own_records_is_read_as_it_is_written() {
        for komi in [0.25, 3.75, 375.0, -150.0] {
            assert_eq!(read(&write(&Game::new(9, komi))).unwrap().komi(), komi);
        }
    }

    #[test]
    fn more_stones_than_points_are_refused() {
        let with = |stones: usize| read(&format!("(;SZ[9]AB{})", "[aa]".repeat(stones)));
        assert!(with(81).is_ok());
        assert!(matches!(with(82), Err(SgfError::Property(name)) if name == "AB"));
    }

    #[test]
    fn handicap_and_turn() {
        let game = read("(;SZ[9]HA[2]AB[cc][gg];W[ee])").unwrap();
        assert_eq!((game.handicap(), game.turns().len()), (2, 1));
        let game = read("(;GM[ 1]SZ[ 9]HA[ 2 ];AB[cc ][gg];W[ee])").unwrap();
        assert_eq!((game.handicap(), game.turns().len()), (2, 1), "stones in the next node");
        let game = read("(;SZ[9]HA[2];AB[cc];AB[gg];W[ee])").unwrap();
        assert_eq!((game.handicap(), game.turns().len()), (2, 1), "a stone a node");
        let game = read("(;SZ[9]HA[2];B[cc];B[gg];W[ee])").unwrap();
        assert_eq!((game.handicap(), game.start().to_play()), (0, Color::Black), "free placement as moves");
        for white in ["W", "w", "White", "white ", "2"] {
            let game = read(&format!("(;SZ[9]AB[cc]PL[{white}])")).unwrap();
            assert_eq!((game.handicap(), game.board().to_play()), (0, Color::White), "{white}");
        }
        for wrong in ["PL[red]", "PL[]", "PL[W][B]"] {
            let refused = read(&format!("(;SZ[9]{wrong})"));
            assert!(matches!(refused, Err(SgfError::Property(name)) if name == "PL"), "{wrong}");
        }
    }

    #[test]
    fn whoever_makes_the_next_move_has_the_turn() {
        let two = "(;SZ[9]HA[2]KM[0.5];B[cc];B[gg];W[ee])";
        let turns = [1, 2, 3].map(|before| read_game(two, Some(before), 7.5).unwrap().board().to_play());
        assert_eq!(turns, [Color::Black, Color::Black, Color::White]);
        let setup = "(;SZ[9]AB[cc]AW[gg];W[ee])";
        assert_eq!(read_game(setup, Some(1), 7.5).unwrap().board().to_play(), Color::White);
        assert_eq!(read(setup).unwrap().start().to_play(), Color::White);
    }

    #[test]
    fn a_setup_in_the_middle_keeps_the_prisoners() {
        let game = read("(;SZ[9];B[ab];W[aa];B[ba];W[];AW[ii];B[cc])").unwrap();
        assert_eq!(Color::ALL.map(|color| game.board().captures(color)), [1, 0]);
    }

    #[test]
    fn a_written_game_is_read_back() {
        let mut game = read("(;SZ[9]HA[2]AB[cc][gg];W[ee];B[];W[aa])").unwrap();
        game.set_komi(0.5);
        let text = write(&game);
        assert!(
            text.starts_with("(;GM[1]FF[4]CA[UTF-8]AP[Tengen:") && text.ends_with(";W[ee];B[];W[aa])"),
            "{text}"
        );
        let again = read(&text).unwrap();
        assert_eq!(again.turns(), game.turns());
        assert_eq!(again.board().to_string(), game.board().to_string());
        assert_eq!((again.komi(), again.handicap()), (0.5, 2));
        let setup = read("(;SZ[5]AB[aa]AW[bb]PL[W];W[cc])").unwrap();
        let again = read(&write(&setup)).unwrap();
        assert_eq!((again.turns(), again.start().to_play()), (setup.turns(), Color::White));
        assert_eq!(again.board().to_string(), setup.board().to_string());
    }

    #[test]
    fn records_as_programs_write_them() {
        for (text, turns) in [
            ("\u{feff}(;GM[1]FF[4]SZ[9];B[ee])", 1),
            ("(;FF[3]GaMe[1]SiZe[9];Black[ee];White[cc])", 2),
            ("(;SZ[9];B[ee];W[tt])(;SZ[19];B[pp])", 2),
            ("junk before (;SZ[9]C[a\\]b]XY[z];B[ee]BL[3.5]C[x];;W[cc])", 2),
            ("From: Lee (at home)\n\n(;SZ[9];B[ee]))\n-- \n(bye", 1),
            ("(;SZ[9]AB[aa:cc];AE[bb];W[ee])", 1),
            ("(;\n SZ [9]\r\n;\tB\n[ee])", 1),
        ] {
            assert_eq!(
                read(text).map(|game| game.turns().len()).ok(),
                Some(turns),
                "{text}: {:?}",
                read(text).err()
            );
        }
    }

    #[test]
    fn bad_records_get_one_sentence() {
        for (text, part) in [
            ("", "no SGF"),
            ("(;SZ[9];B[ee", "no SGF"),
            ("(;SZ[19];B[ee])", "the board is 19 by 19, not a square of 2 to 9 points a side"),
            ("(;B[ee])", "19 by 19"),
            ("(;GM[2]SZ[9];B[ee])", "no record of Go"),
            ("(;SZ[9];B[kk])", "beyond the board"),
            ("(;SZ[9];B[E5];W[cc])", "the property B cannot be read"),
            ("(;SZ[nine];B[ee])", "the property SZ cannot be read"),
            ("(;SZ[9];B[ee];W[ee])", "move 2 (White E5) is illegal: the point is occupied"),
            ("(;SZ[2]AB[aa][ab][ba][bb])", "no liberty"),
        ] {
            let sentence = read(text).unwrap_err().to_string();
            assert!(sentence.contains(part) && !sentence.contains('\n'), "{text}: {sentence}");
        }
    }
}
