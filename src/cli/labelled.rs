//! Labelled games (`scripts/train/README.md`), position by position, without those that measure the engine.

use super::files::{INPUT, open, parsed_line, unreadable, unusable};
use crate::board::{Board, Move, Point, PointSet, Symmetry};
use crate::file;
use crate::game::{Game, is_komi};
use crate::network::SIDE;
use crate::sgf;
use clap::Args;
use serde_json::Value;
use std::collections::HashSet;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct LabelledGames {
    /// Files of labelled games, one a line; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Files of positions that must not be among them, turned, mirrored or with colors exchanged either: games as JSON with
    /// `moves` (*.jsonl), of which the last position counts, or tests (*.tst) with the positions that they load.
    #[arg(long, value_name = "FILE")]
    without: Vec<PathBuf>,
}

/// A position with what the teacher says of it.
pub(super) struct Labelled<'a> {
    /// The game so far.
    pub(super) game: &'a Game,
    /// What the teacher says.
    pub(super) label: &'a Value,
    /// The number of the game: see [`number`].
    pub(super) number: u32,
    /// The rules of older labels take dead stones off for nothing, so that their passes mean something else.
    pub(super) is_older: bool,
}

/// How many there were.
#[derive(Default)]
pub(super) struct Tally {
    games: u32,
    pub(super) positions: u64,
    left_out: u64,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { games, positions, left_out } = self;
        write!(f, "{positions} positions of {games} games; {left_out} left out")
    }
}

/// So many moves make the number of a game. After twelve, 2.9 % at most of 2,611 games of this program share a position, of which
/// the first ten moves were drawn almost freely; after eight, 9.8 %.
const OPENING_MOVES: usize = 12;

impl LabelledGames {
    /// Is standard input among them, which can be read only once?
    pub(super) fn are_input(&self) -> bool {
        self.games.iter().any(|path| path.as_os_str() == INPUT)
    }

    /// Can all files be opened, those that are read besides too, and is none of them the one that is to be written?
    pub(super) fn check(&self, besides: Option<&PathBuf>, out: &Path) -> io::Result<()> {
        let out = out.canonicalize().ok();
        self.games.iter().chain(&self.without).chain(besides).try_for_each(|path| {
            if out.is_some() && path.canonicalize().ok() == out {
                return Err(io::Error::other(format!("{} would be written over", path.display())));
            }
            open(path).map(drop)
        })
    }

    /// Calls `visit` with every position that may be used.
    pub(super) fn each(&self, mut visit: impl FnMut(Labelled<'_>) -> io::Result<()>) -> io::Result<Tally> {
        let mut known = Known::new();
        for path in &self.without {
            add_known(path, &mut known)?;
        }
        let mut tally = Tally::default();
        for path in &self.games {
            for (number, line) in (1..).zip(open(path)?.lines()) {
                let line = line.map_err(|error| unreadable(path, error))?;
                let record = parsed_line(path, number, &line)?;
                each_of(&record, &known, &mut tally, &mut visit).map_err(|error| match error.kind() {
                    io::ErrorKind::InvalidData => unusable(path, number, error),
                    // What is made of the games could not be written.
                    _ => error,
                })?;
            }
        }
        Ok(tally)
    }
}

/// Positions, whatever their symmetry and colors.
type Known = HashSet<ImageKey>;

/// Size of the board, stones of the player to move, stones of the opponent.
type ImageKey = (usize, [u128; 2]);

fn each_of(
    record: &Value,
    known: &Known,
    tally: &mut Tally,
    visit: &mut impl FnMut(Labelled<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut game = begin(record)?;
    let first = match &record["first"] {
        Value::Null => 0,
        first => first.as_u64().ok_or_else(|| invalid("'first' is no number of moves"))? as usize,
    };
    let labels = record["positions"].as_array().ok_or_else(|| invalid("there are no positions"))?;
    let lines = list(record, "lines")?;
    let is_older = record["game"].is_null();
    if labels.is_empty() && lines.is_empty() {
        // Random moves made no legal game.
        return Ok(());
    }
    tally.games += 1;
    let moves = moves_of(record)?;
    if !labels.is_empty() && first.saturating_add(labels.len()) > moves.len() + 1 {
        return Err(invalid("there are more labels than positions"));
    }
    if lines.iter().any(|line| line["after"].as_u64().is_none_or(|after| after as usize > moves.len())) {
        return Err(invalid("a line is after no move of the game"));
    }
    let number = number(game.clone(), &moves)?;
    let mut show = |game: &Game, label: &Value| {
        if known.contains(&key(game.board())) {
            tally.left_out += 1;
            return Ok(());
        }
        tally.positions += 1;
        visit(Labelled { game, label, number, is_older })
    };
    for turn in 0..=moves.len() {
        if let Some(label) = turn.checked_sub(first).and_then(|at| labels.get(at)) {
            show(&game, label)?;
        }
        for line in lines.iter().filter(|line| line["after"] == turn) {
            let mut ahead = game.clone();
            moves_of(line)?.into_iter().try_for_each(|mv| play(&mut ahead, mv))?;
            show(&ahead, line)?;
        }
        moves.get(turn).map_or(Ok(()), |&mv| play(&mut game, mv))?;
    }
    Ok(())
}

/// The number of a game that begins so, by which it is held out or not, whatever games are read with it: a hash of the stones
/// after [`OPENING_MOVES`] moves, in any image of the board, or at the end of a shorter game.
///
/// So games that branch off from one another after these have the same number, at any komi, and so have those that come there in
/// another order. Not tied is what branches off before, which shares an opening with the other game and nothing else, and what
/// comes to a position of another game later on.
fn number(mut game: Game, moves: &[Move]) -> io::Result<u32> {
    moves.iter().take(OPENING_MOVES).try_for_each(|&mv| play(&mut game, mv))?;
    let images = Symmetry::ALL.map(|symmetry| symmetry.board(game.board()).hash());
    // Half of its bits, less one: the integers of PyTorch have a sign.
    Ok(images.into_iter().min().unwrap_or_default() as u32 >> 1)
}

/// The teacher's shares of the policy in thousandths, by reading order; the last one is the pass.
pub(super) fn policy(label: &Value) -> io::Result<[u16; SIDE * SIDE + 1]> {
    let mut policy = [0u16; SIDE * SIDE + 1];
    for (index, share) in label["policy"].as_object().ok_or_else(|| invalid("a label lacks the policy"))? {
        let share = share.as_u64().and_then(|share| share.try_into().ok());
        let share = share.ok_or_else(|| invalid("a share is no number of thousandths"))?;
        let place = index.parse().ok().and_then(|index: usize| policy.get_mut(index));
        *place.ok_or_else(|| invalid("a share is of no move"))? = share;
    }
    Ok(policy)
}

/// The least of a position's images.
fn key(board: &Board) -> ImageKey {
    let color = board.to_play();
    let image = |symmetry: Symmetry| {
        [color, !color].map(|owner| u128::from(symmetry.points(board.stones(owner), board.size())))
    };
    (board.size(), Symmetry::ALL.map(image).into_iter().min().unwrap_or_default())
}

fn add_known(path: &Path, known: &mut Known) -> io::Result<()> {
    let text = file::read_text(path, 1 << 30).map_err(|reason| unreadable(path, reason))?;
    if path.extension().is_some_and(|ending| ending == "tst") {
        let folder = path.parent().unwrap_or(Path::new(""));
        for words in text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()) {
            if let ["loadsgf", record, before @ ..] = words.as_slice() {
                let before = before.first().and_then(|number| number.parse().ok());
                let record = folder.join(record);
                let game = sgf::load(&record, before, 0.0).map_err(|reason| unreadable(&record, reason))?;
                known.insert(key(game.board()));
            }
        }
        return Ok(());
    }
    for (number, line) in (1..).zip(text.lines()) {
        let game =
            replay(&parsed_line(path, number, line)?).map_err(|reason| unusable(path, number, reason))?;
        known.insert(key(game.board()));
    }
    Ok(())
}

pub(super) fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// The game after the last move that the record has.
pub(super) fn replay(record: &Value) -> io::Result<Game> {
    let mut game = begin(record)?;
    for mv in moves_of(record)? {
        play(&mut game, mv)?;
    }
    Ok(game)
}

/// The list of that name, which a record need not have.
fn list<'a>(record: &'a Value, name: &str) -> io::Result<&'a [Value]> {
    match &record[name] {
        Value::Null => Ok(&[]),
        Value::Array(list) => Ok(list),
        _ => Err(invalid(&format!("'{name}' is no list"))),
    }
}

fn begin(record: &Value) -> io::Result<Game> {
    let komi = record["komi"].as_f64().map(|komi| komi as f32).filter(|&komi| is_komi(komi));
    let komi = komi.ok_or_else(|| invalid("there is no komi"))?;
    let mut game = Game::new(SIDE, komi);
    let stones = list(record, "stones")?;
    if stones.is_empty() {
        return Ok(game);
    }
    let points: Option<PointSet> = stones.iter().map(|name| Point::parse(name.as_str()?, SIDE)).collect();
    if game.place_handicap(points.ok_or_else(|| invalid("a stone stands on no point"))?) {
        Ok(game)
    } else {
        Err(invalid("the stones have no liberty"))
    }
}

fn moves_of(record: &Value) -> io::Result<Vec<Move>> {
    let names = record["moves"].as_array().ok_or_else(|| invalid("there are no moves"))?;
    let mv = |name: &Value| Move::parse(name.as_str()?, SIDE);
    names.iter().map(|name| mv(name).ok_or_else(|| invalid("a move is no point"))).collect()
}

/// Makes the next move of a record.
fn play(game: &mut Game, mv: Move) -> io::Result<()> {
    let color = game.board().to_play();
    game.play_reported(color, mv).map_err(|reason| invalid(&format!("{mv} is illegal: {reason}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::rng::Rng;
    use serde_json::json;
    use std::{fs, slice};

    /// What was written before is not lost to a wrong name.
    #[test]
    fn a_file_that_is_missing_is_named() {
        let missing = PathBuf::from("no-such-games.jsonl");
        let games = LabelledGames { games: vec![missing], without: Vec::new() };
        for error in [games.check(None, Path::new("out")).err(), games.each(|_| Ok(())).err()] {
            let sentence = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(sentence.starts_with("cannot read no-such-games.jsonl: "), "{sentence}");
        }
    }

    #[test]
    fn games_are_not_written_over() {
        let file = Path::new(file!());
        let games = LabelledGames { games: vec![file.to_owned()], without: Vec::new() };
        assert!(games.check(None, Path::new("out")).is_ok());
        let (out, other) = (file.canonicalize().unwrap(), PathBuf::from("Cargo.toml"));
        let read_besides = LabelledGames { games: vec![other], without: Vec::new() };
        for refusal in [games.check(None, &out), read_besides.check(Some(&games.games[0]), &out)] {
            let refusal = refusal.unwrap_err().to_string();
            assert!(refusal.ends_with("would be written over"), "{refusal}");
        }
    }

    #[test]
    fn labels_that_belong_to_no_position_are_refused() {
        let told = |more: Value| {
            let mut record = json!({"komi": 7.5, "moves": ["E5", "C3"], "positions": [{}, {}, {}]});
            record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            each_of(&record, &Known::new(), &mut Tally::default(), &mut |_| Ok(()))
        };
        assert!(told(json!({})).is_ok() && told(json!({"first": 2, "positions": [{}]})).is_ok());
        let everywhere: Vec<String> = PointSet::board(SIDE).iter().map(|point| point.to_string()).collect();
        for (more, sentence) in [
            (json!({"first": "1"}), "'first' is no number of moves"),
            (json!({"first": -1}), "'first' is no number of moves"),
            (json!({"first": 1}), "there are more labels than positions"),
            (json!({"lines": [{"after": 3, "moves": []}]}), "a line is after no move of the game"),
            (json!({"lines": [{"moves": []}]}), "a line is after no move of the game"),
            (json!({"komi": 1e300}), "there is no komi"),
            (json!({"lines": {}}), "'lines' is no list"),
            (json!({"stones": "E5"}), "'stones' is no list"),
            (json!({"stones": ["K1"]}), "a stone stands on no point"),
            (json!({"stones": everywhere}), "the stones have no liberty"),
        ] {
            assert_eq!(told(more.clone()).unwrap_err().to_string(), sentence, "{more}");
        }
        assert!(policy(&json!({"policy": {"40": 70_000}})).is_err());
        assert_eq!(policy(&json!({"policy": {"40": 700}})).unwrap()[40], 700);
    }

    /// A game of one label, before its first move.
    fn game(moves: &[String]) -> Value {
        json!({"komi": 7.5, "moves": moves, "positions": [{}]})
    }

    /// The number of each labelled position of these files.
    fn numbers(files: &[PathBuf]) -> Vec<u32> {
        let mut numbers = Vec::new();
        let games = LabelledGames { games: files.to_vec(), without: Vec::new() };
        games
            .each(|position| {
                numbers.push(position.number);
                Ok(())
            })
            .unwrap();
        numbers
    }

    /// The names of that many random moves.
    fn random_moves(seed: u64, count: usize) -> Vec<String> {
        let (mut rng, mut board) = (Rng::new(seed, 0), Board::new(SIDE));
        let mut moves = Vec::new();
        for _ in 0..count {
            let color = board.to_play();
            let point = board.legal_moves(color).pick(&mut rng).unwrap();
            board.play_legal(color, point);
            moves.push(point.to_string());
        }
        moves
    }

    #[test]
    fn a_game_has_its_number_in_any_company() {
        let [one, two, three] = [1, 2, 3].map(|seed| game(&random_moves(seed, 30)).to_string());
        let file = |name: &str, lines: &[&String]| {
            let file = std::env::temp_dir().join(format!("tengen-labelled-{}-{name}", std::process::id()));
            fs::write(&file, lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
            file
        };
        let [alone, together, others] = [
            file("alone", &[&one]),
            file("together", &[&two, &one, &three]),
            file("others", &[&three, &two]),
        ];
        let number = numbers(slice::from_ref(&alone))[0];
        assert_eq!(numbers(slice::from_ref(&together))[1], number);
        assert_eq!(numbers(&[others.clone(), alone.clone()])[2], number);
        assert_ne!(numbers(slice::from_ref(&together))[0], number);
        [alone, together, others].iter().for_each(|file| fs::remove_file(file).unwrap());
    }

    /// The number of a game.
    fn number_of(record: &Value) -> u32 {
        number(begin(record).unwrap(), &moves_of(record).unwrap()).unwrap()
    }

    #[test]
    fn games_that_branch_off_after_the_opening_have_one_number() {
        let moves = random_moves(1, 30);
        let number = number_of(&game(&moves));
        let mut branch = game(&[&moves[..OPENING_MOVES], &["pass".to_owned()]].concat());
        branch["komi"] = json!(-3.5);
        assert_eq!(number_of(&branch), number);
        let mirrored = |name: &String| {
            let point = Point::parse(name, SIDE).unwrap();
            Point::new(SIDE - 1 - point.column(), point.row()).to_string()
        };
        assert_eq!(number_of(&game(&moves.iter().map(mirrored).collect::<Vec<_>>())), number);
        let mut in_another_order = moves.clone();
        in_another_order.swap(0, 2);
        assert_eq!(number_of(&game(&in_another_order)), number);
        assert_ne!(number_of(&game(&moves[..OPENING_MOVES - 1])), number);
        let mut without_stones = game(&moves);
        without_stones["stones"] = json!([]);
        assert_eq!(number_of(&without_stones), number, "Black begins");
        let mut with_handicap = game(&moves);
        with_handicap["stones"] = json!(moves[OPENING_MOVES..OPENING_MOVES + 2]);
        assert_ne!(number_of(&with_handicap), number);
    }

    /// As `scripts/train/data.py` and `scripts/train/fit_prior.py` hold them out.
    #[test]
    fn a_twentieth_of_the_games_is_held_out() {
        let numbers: Vec<u32> =
            (0..2000).map(|seed| number_of(&game(&random_moves(seed, OPENING_MOVES)))).collect();
        let held_out = numbers.iter().filter(|&number| number % 20 == 0).count();
        assert!((80..=120).contains(&held_out), "{held_out} of 2,000");
        assert!(numbers.iter().all(|&number| i32::try_from(number).is_ok()));
    }

    #[test]
    fn a_position_is_known_in_every_image_and_color() {
        let mut board = Board::new(SIDE);
        for (color, name) in [(Color::Black, "C3"), (Color::White, "E5"), (Color::Black, "G4")] {
            board.play_legal(color, Point::parse(name, 9).unwrap());
        }
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(&board);
            assert_eq!(key(&image), key(&board));
            assert_eq!(key(&image.with_colors_exchanged()), key(&board));
        }
        let mut other = board.clone();
        other.pass(board.to_play());
        assert_ne!(key(&other), key(&board));
        // An empty board of another size is another position.
        assert_ne!(key(&Board::new(2)), key(&Board::new(SIDE)));
    }
}
