//! A game against the engine in the terminal.

use super::console::{Console, is_farewell};
use super::teacher::{Hints, remark};
use crate::board::{Board, Cell, Color, MAX_SIZE, Move, Point};
use crate::engine::{Decision, Engine, NAME, SkillLevel, Wishes};
use crate::game::GameInfo;
use crate::search::Watch;
use crate::sgf;
use anstyle::{Ansi256Color, AnsiColor, Style};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};

const HELP: &str = "\
  e5            play there; pass, resign
  undo          take your last move back, or your resignation
  hint          the move that Tengen would play
  score         who is ahead: an estimate until both have passed
  save FILE     write the game as SGF
  board, help, quit";

/// What is different when it teaches.
const TEACHING_HELP: &str = "
  Tengen says what each of your moves costs; undo takes it back. hint names a region,
  hint again the candidates, and once more the move.";

/// What else can be done in a terminal.
const TERMINAL_HELP: &str = "
  While Tengen thinks, Enter makes it move at once and quit ends the game.";

/// A game of a person against the engine.
pub(super) struct Play {
    engine: Engine,
    person: Color,
    /// Does it say what the person's moves cost, and give hints in steps?
    teaches: bool,
    /// Those for the present position, once one has been asked for.
    hints: Option<Hints>,
    /// May the output be coloured? Then stones are discs on wood, otherwise letters.
    colored: bool,
}

impl Play {
    pub(super) fn new(engine: Engine, person: Color, teaches: bool, colored: bool) -> Play {
        Play { engine, person, teaches, hints: None, colored }
    }

    /// Plays until the person leaves.
    pub(super) fn run(&mut self, console: &mut Console, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "You are {}. Type a point such as e5, or help.", self.person)?;
        if let Some(level) = SkillLevel::new(self.engine.params().engine.level) {
            writeln!(output, "Tengen plays at level {}, about {}.", level.number(), level.rank())?;
        }
        self.reply(console, output)?;
        loop {
            let prompt = if self.is_over() { "game over> " } else { "your move> " };
            let Some(line) = console.line(prompt, output)? else { return Ok(()) };
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                _ if is_farewell(word) => return Ok(()),
                "help" | "?" => {
                    let more = if console.is_terminal() { TERMINAL_HELP } else { "" };
                    let teaching = if self.teaches { TEACHING_HELP } else { "" };
                    writeln!(output, "{HELP}{teaching}{more}")?;
                }
                "board" => self.show(output)?,
                "score" => writeln!(output, "{}", self.score())?,
                "hint" => self.hint(console, output)?,
                "save" => writeln!(output, "{}", self.save(rest.trim()))?,
                "undo" => {
                    self.undo(output)?;
                    self.show(output)?;
                }
                _ if self.is_over() => writeln!(output, "The game is over: undo, save FILE or quit.")?,
                "resign" => {
                    self.engine.resign(self.person);
                    writeln!(output, "You resign: {} wins.", !self.person)?;
                }
                "pass" => self.play(Move::Pass, console, output)?,
                name => match Point::parse(name, self.engine.game().board().size()) {
                    Some(point) => self.play(Move::Play(point), console, output)?,
                    None if names_column_i(name) => {
                        writeln!(output, "There is no column I: J comes after H.")?;
                    }
                    None => writeln!(output, "'{word}' is neither a point nor a command; help lists them.")?,
                },
            }
        }
    }

    fn is_over(&self) -> bool {
        self.engine.game().is_over()
    }

    fn play(&mut self, mv: Move, console: &mut Console, output: &mut impl Write) -> io::Result<()> {
        if let Err(reason) = self.engine.game().legality(self.person, mv) {
            return writeln!(output, "You cannot play {mv}: {reason}.");
        }
        if self.teaches {
            let cost = console.watch(|watch| self.engine.cost_of(self.person, mv, watch));
            if console.is_left() {
                return Ok(());
            }
            writeln!(output, "{}", remark(self.engine.game().board(), &cost))?;
        }
        if let Err(reason) = self.engine.play(self.person, mv) {
            return writeln!(output, "You cannot play {mv}: {reason}.");
        }
        self.hints = None;
        self.end_if_passed(output)?;
        self.reply(console, output)
    }

    /// The engine's move, if it is its turn, and the board.
    fn reply(&mut self, console: &mut Console, output: &mut impl Write) -> io::Result<()> {
        let color = !self.person;
        if !self.is_over() && self.engine.game().board().to_play() == color {
            let think = |watch: &mut Watch<'_>| self.engine.genmove_watched(color, &Wishes::default(), watch);
            let decision = console.watch(think);
            if console.is_left() {
                return Ok(());
            }
            match decision {
                Decision::Resign => writeln!(output, "Tengen resigns: you win.")?,
                Decision::Play(mv) => {
                    writeln!(output, "Tengen plays {mv} and gives itself {}.", self.best_rate())?;
                    self.end_if_passed(output)?;
                }
            }
        }
        self.show(output)
    }

    /// What the last search gives its best move.
    fn best_rate(&self) -> String {
        let rate = self.engine.findings().map_or(0.5, |findings| findings.best().value.mean);
        format!("{:.0} %", 100.0 * rate)
    }

    fn end_if_passed(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.is_over() {
            writeln!(output, "Both have passed. {}", self.score())?;
        }
        Ok(())
    }

    fn score(&self) -> String {
        if self.engine.game().passes() < 2 {
            return self.estimate();
        }
        let score = self.engine.final_score();
        let ahead = match score {
            0.0 => return "The game is a draw.".to_owned(),
            _ if score > 0.0 => Color::Black,
            _ => Color::White,
        };
        let dead = self.engine.status().dead;
        let dead = dead.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ");
        let without =
            if dead.is_empty() { String::new() } else { format!(" without the dead stones {dead}") };
        format!("{ahead} is ahead by {}{without}.", score.abs())
    }

    /// Who is likely to be ahead at the end.
    fn estimate(&self) -> String {
        /// Enough for whole points, in a tenth of a second.
        const ESTIMATE_PLAYOUTS: u32 = 2000;
        let mut forecast = self.engine.forecast(self.engine.game().board().to_play());
        let score = forecast.beyond(&[], ESTIMATE_PLAYOUTS).score().round();
        let ahead = match score {
            0.0 => "the game is even".to_owned(),
            _ if score > 0.0 => format!("Black is ahead by about {score}"),
            _ => format!("White is ahead by about {}", -score),
        };
        format!("By an estimate {ahead}.")
    }

    fn hint(&mut self, console: &mut Console, output: &mut impl Write) -> io::Result<()> {
        if let Some(hints) = &mut self.hints {
            return writeln!(output, "{}", hints.next());
        }
        let decision = console.watch(|watch| self.engine.advise(self.person, watch));
        match decision {
            _ if console.is_left() => Ok(()),
            Decision::Play(mv) if self.teaches => {
                let hints = Hints::new(mv, self.engine.findings(), self.engine.game().board().size());
                writeln!(output, "{}", self.hints.insert(hints).next())
            }
            Decision::Resign => writeln!(output, "Tengen would resign."),
            Decision::Play(mv) => {
                writeln!(output, "Tengen would play {mv} and give you {}.", self.best_rate())
            }
        }
    }

    /// What the record says beside the moves.
    fn info(&self) -> GameInfo {
        let player = |color| if color == self.person { "Person" } else { NAME };
        let players = Color::ALL.map(|color| Some(player(color).to_owned()));
        GameInfo { players, ..sgf::known_info(&self.engine) }
    }

    fn save(&self, file: &str) -> String {
        if file.is_empty() {
            return "Where to? Type save and a file name.".to_owned();
        }
        let record = sgf::write_game(self.engine.game(), &self.info()) + "\n";
        match fs::write(file, record) {
            Ok(()) => format!("Saved as {file}."),
            Err(error) => format!("It cannot be saved as {file}: {error}."),
        }
    }

    /// Takes the person's resignation back, or moves up to the person's last one.
    fn undo(&mut self, output: &mut impl Write) -> io::Result<()> {
        if self.engine.game().resigned() == Some(self.person) {
            self.engine.take_resignation_back();
            return Ok(());
        }
        let turns = self.engine.game().turns();
        let Some(last) = turns.iter().rposition(|turn| turn.color == self.person) else {
            return writeln!(output, "You have not moved yet.");
        };
        for _ in last..turns.len() {
            self.engine.undo();
        }
        self.hints = None;
        Ok(())
    }

    fn show(&self, output: &mut impl Write) -> io::Result<()> {
        let game = self.engine.game();
        let board = game.board();
        let last = game.last_moves()[0].and_then(Move::point);
        writeln!(output, "\n{}", picture(board, last, self.colored))?;
        writeln!(
            output,
            "Captured by Black {}, by White {}; komi {}\n",
            board.captures(Color::Black),
            board.captures(Color::White),
            game.komi()
        )
    }
}

/// The board with coordinates on all sides; the last move stands in parentheses.
fn picture(board: &Board, last: Option<Point>, colored: bool) -> String {
    let wood = Style::new().bg_color(Some(Ansi256Color(179).into()));
    let black = wood.fg_color(Some(Ansi256Color(16).into())).bold();
    let white = wood.fg_color(Some(Ansi256Color(231).into())).bold();
    let grid = wood.fg_color(Some(Ansi256Color(94).into()));
    let mark = wood.fg_color(Some(AnsiColor::Red.into())).bold();
    let size = board.size();
    let letters: String =
        (0..size).map(|column| format!(" {}", &Point::new(column, 0).to_string()[..1])).collect();
    let mut text = format!("   {letters}\n");
    // Writing to a string cannot fail.
    for row in (0..size).rev() {
        let _ = write!(text, " {} ", row + 1);
        let mut after_last = false;
        for column in 0..size {
            let point = Point::new(column, row);
            let is_last = last == Some(point);
            let gap = if is_last {
                "("
            } else if after_last {
                ")"
            } else {
                " "
            };
            let (style, sign) = match board.cell(point) {
                Cell::Stone(Color::Black) => (black, if colored { "●" } else { "X" }),
                Cell::Stone(Color::White) => (white, if colored { "●" } else { "O" }),
                Cell::Empty if is_star(point, size) => (grid, "+"),
                Cell::Empty => (grid, if colored { "·" } else { "." }),
            };
            let _ = if colored {
                write!(text, "{mark}{gap}{mark:#}{style}{sign}{style:#}")
            } else {
                write!(text, "{gap}{sign}")
            };
            after_last = is_last;
        }
        let end = if after_last { ")" } else { " " };
        let _ = if colored { write!(text, "{mark}{end}{mark:#}") } else { write!(text, "{end}") };
        let _ = writeln!(text, "{}", row + 1);
    }
    text + "   " + &letters
}

/// Is it a point but for its letter, which boards leave out?
fn names_column_i(name: &str) -> bool {
    let digits = name.strip_prefix('i').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The points that a 9×9 board has dots on.
fn is_star(point: Point, size: usize) -> bool {
    let (column, row) = (point.column(), point.row());
    size == MAX_SIZE && ((column, row) == (4, 4) || [2, 6].contains(&column) && [2, 6].contains(&row))
}
