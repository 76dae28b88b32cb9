//! A game against the engine in the terminal.

mod graph;
mod new_game;
mod options;
mod picture;
mod record;
mod screen;

pub(super) use new_game::HANDICAP_KOMI;
pub(super) use options::{PlayOptions, run};
pub(super) use record::game_of;
pub(super) use screen::Screen;

use super::console::{Console, is_farewell};
use super::pool::on_all_cores;
use super::teacher::{Hints, deed, remark};
use crate::board::{Color, Move, Point, PointMap, PointSet};
use crate::engine::{Decision, Engine, Rank, SkillLevel, Wishes};
use crate::review::{Reviewer, rounded, to_report};
use crate::search::{Limits, Watch};
use graph::{Rates, graph};
use picture::Picture;
use record::Shelved;
use std::io;
use std::path::Path;

const HELP: &str = "\x20 e5            play there; pass, resign
  undo          take your last move back, or your resignation
  hint          the move that Tengen would play
  score         who is ahead: an estimate until both have passed
  graph         how your chances have changed
  review        what the moves so far have cost, and why
  level 3       the level Tengen plays at, or a rank such as 12k, or off
  new 9 7.5     a new game of that size and komi
  handicap 4    a new game with stones for Black, komi 0.5 or the one behind
  load FILE     go on with a game that was saved as SGF
  save FILE     write the game as SGF
  board, help, quit";

/// What is different when it teaches.
const TEACHING_HELP: &str = "
  Tengen says what each of your moves costs; undo takes it back. hint names
  a region, hint again the candidates, and once more the move.";

/// What else can be done in a terminal.
const TERMINAL_HELP: &str = "
  While Tengen thinks, Enter makes it move at once and quit ends the game.";

/// A game of a person against the engine.
struct Play {
    engine: Engine,
    person: Color,
    /// Does it say what the person's moves cost, and give hints in steps?
    teaches: bool,
    /// Those for the present position, once one has been asked for.
    hints: Option<Hints>,
    /// May the output be coloured?
    colored: bool,
    /// How often the person wins, by the turns made.
    rates: Rates,
    /// Who is likely to own the points, where that has just been asked.
    owners: Option<PointMap<f32>>,
    /// That of the last game without a handicap: what a new game after one with a handicap has.
    komi: f32,
    /// The game before this one, which an undo at its beginning brings back.
    before: Option<Shelved>,
}

impl Play {
    /// With the engine's game; `komi` is that of games without a handicap.
    fn new(engine: Engine, komi: f32, person: Color, teaches: bool, colored: bool) -> Play {
        let (rates, hints, owners, before) = (Rates::new(), None, None, None);
        Play { engine, person, teaches, hints, colored, rates, owners, komi, before }
    }

    /// Goes on with the game of a file; `handicap_komi` is that of a game with a handicap whose record names none.
    ///
    /// # Errors
    /// Why it cannot, in a sentence.
    fn resume(&mut self, file: &Path, handicap_komi: f32) -> Result<(), String> {
        let read = record::read(file, &self.engine, [self.even_komi(), handicap_komi]);
        let shelved = read.map_err(|error| format!("{} cannot be loaded: {error}", file.display()))?;
        let before = self.take_up(shelved);
        self.before = Some(before);
        Ok(())
    }

    /// Plays until the person leaves.
    fn run(&mut self, console: &mut Console) -> io::Result<()> {
        // Nothing was played before a game that the program began with.
        self.before = None;
        console.say(&format!("You are {}. Type a point such as e5, or help.", self.person))?;
        if let Some(level) = self.level() {
            console.say(&level)?;
        }
        self.go_on(console)?;
        loop {
            let prompt = if self.is_over() { "game over> " } else { "your move> " };
            let screen = self.screen();
            let Some(line) = console.line(prompt, &screen)? else { return Ok(()) };
            self.owners = None;
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let rest = rest.trim();
            let file = record::unquoted(rest);
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                "save" => console.say(&record::save(file, &self.engine, self.person))?,
                "load" if file.is_empty() => console.say("Which file? Type load and its name.")?,
                "load" => match self.resume(&record::file_named(file), HANDICAP_KOMI) {
                    Ok(()) => {
                        let level = self.level().map_or(String::new(), |level| format!(" {level}"));
                        console.say(&format!("{file} is loaded: you are {}.{level}", self.person))?;
                        self.go_on(console)?;
                    }
                    Err(sentence) => console.say(&format!("{sentence}."))?,
                },
                "new" => self.begin(rest, console)?,
                "handicap" => self.begin_handicap(rest, console)?,
                "level" => self.set_level(rest, console)?,
                // The others take no words; some that are passed over might have been meant.
                _ if !rest.is_empty() => console.say(&unknown(line))?,
                _ if is_farewell(word) => return Ok(()),
                "help" | "?" => {
                    let more = if console.is_terminal() { TERMINAL_HELP } else { "" };
                    let teaching = if self.teaches { TEACHING_HELP } else { "" };
                    console.say(&format!("{HELP}{teaching}{more}"))?;
                }
                "board" => self.show(console)?,
                "score" => {
                    if let Some(resignation) = self.resignation() {
                        console.say(&resignation)?;
                    }
                    let score = self.score();
                    console.say(&score)?;
                    if self.owners.is_some() {
                        self.show(console)?;
                    }
                }
                "graph" => self.show_graph(console)?,
                "review" => self.review(console)?,
                "hint" if !self.is_over() => self.hint(console)?,
                "undo" => {
                    self.undo(console)?;
                    // It is Tengen's turn where a record had the person resign out of turn.
                    self.reply(console)?;
                }
                _ if self.is_over() => {
                    console.say("The game is over: undo, review, save FILE, new or quit.")?;
                }
                "resign" => {
                    self.engine.resign(self.person);
                    console.say(&format!("You resign: {} wins.", !self.person))?;
                }
                "pass" => self.play(Move::Pass, console)?,
                name => match Point::parse(name, self.engine.game().board().size()) {
                    Some(point) => self.play(Move::Play(point), console)?,
                    None if names_column_i(name) => console.say("There is no column I: J comes after H.")?,
                    None => console.say(&unknown(line))?,
                },
            }
        }
    }

    fn is_over(&self) -> bool {
        self.engine.game().is_over()
    }

    /// Komi of a game without a handicap if nobody says another.
    fn even_komi(&self) -> f32 {
        let game = self.engine.game();
        if game.stones_ahead() > 0 { self.komi } else { game.komi() }
    }

    /// Who has resigned, if somebody has, in a sentence.
    fn resignation(&self) -> Option<String> {
        let loser = self.engine.game().resigned()?;
        Some(format!("{loser} has resigned: {} wins.", !loser))
    }

    /// At which level it plays, in a sentence.
    fn level(&self) -> Option<String> {
        let level = self.engine.level()?;
        Some(format!("Tengen plays at level {}, about {}.", level.number(), level.rank()))
    }

    fn play(&mut self, mv: Move, console: &mut Console) -> io::Result<()> {
        if let Err(reason) = self.engine.game().legality(self.person, mv) {
            return console.say(&format!("You cannot play {mv}: {reason}."));
        }
        if self.teaches {
            let screen = self.screen();
            let all = console.watch(&screen, |watch| self.engine.survey(self.person, watch));
            if console.is_left() {
                return Ok(());
            }
            let cost = console.watch(&screen, |watch| self.engine.cost_of(self.person, mv, &all, watch));
            if console.is_left() {
                return Ok(());
            }
            console.say(&remark(self.engine.game().board(), &cost))?;
        }
        if let Err(reason) = self.engine.play(self.person, mv) {
            return console.say(&format!("You cannot play {mv}: {reason}."));
        }
        self.hints = None;
        self.tell_end(console)?;
        self.reply(console)
    }

    /// The engine's move, if it is its turn, and the board.
    fn reply(&mut self, console: &mut Console) -> io::Result<()> {
        let color = !self.person;
        if !self.is_over() && self.engine.game().board().to_play() == color {
            let screen = self.screen();
            let think = |watch: &mut Watch<'_>| self.engine.genmove_watched(color, &Wishes::default(), watch);
            let decision = console.watch(&screen, think);
            if console.is_left() {
                return Ok(());
            }
            self.rates.insert(self.engine.game().turns().len(), 1.0 - self.best_rate());
            match decision {
                Decision::Resign => console.say("Tengen resigns: you win.")?,
                Decision::Play(mv) => {
                    let rate = percent(self.best_rate());
                    let does = if mv == Move::Pass { "passes".to_owned() } else { format!("plays {mv}") };
                    console.say(&format!("Tengen {does} and gives itself {rate}."))?;
                    self.tell_end(console)?;
                }
            }
        }
        self.show(console)
    }

    /// The same where other moves may have been made before; a terminal always shows how they changed the chances.
    fn go_on(&mut self, console: &mut Console) -> io::Result<()> {
        if console.is_terminal() {
            self.recall(console);
        }
        if console.is_left() {
            return Ok(());
        }
        self.tell_end(console)?;
        self.reply(console)
    }

    /// What the last search gives its best move.
    fn best_rate(&self) -> f32 {
        self.engine.findings().map_or(0.5, |findings| findings.best().value.mean)
    }

    /// How the game has ended, if it has.
    fn tell_end(&mut self, console: &mut Console) -> io::Result<()> {
        if let Some(resignation) = self.resignation() {
            console.say(&resignation)?;
        } else if self.is_over() {
            let score = self.score();
            console.say(&format!("Both have passed. {score}"))?;
            // The board that follows is the game's.
            self.owners = None;
        }
        Ok(())
    }

    fn score(&mut self) -> String {
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
        // What is behind two decimals is a rounding of binary numbers.
        format!("{ahead} is ahead by {}{without}.", rounded(score.abs(), 2))
    }

    /// Who is likely to be ahead at the end; the board that follows shows whose the points are.
    fn estimate(&mut self) -> String {
        /// Enough for whole points, in a tenth of a second.
        const ESTIMATE_PLAYOUTS: u32 = 2000;
        let board = self.engine.game().board();
        let mut forecast = self.engine.forecast(board.to_play());
        let expectation = forecast.beyond(&[], ESTIMATE_PLAYOUTS);
        let mut owners = PointMap::filled(0.0);
        for point in PointSet::board(board.size()) {
            owners[point] = expectation.owner(point);
        }
        self.owners = Some(owners);
        let score = expectation.score().round();
        let ahead = match score {
            0.0 => "the game is even".to_owned(),
            _ if score > 0.0 => format!("Black is ahead by about {score}"),
            _ => format!("White is ahead by about {}", -score),
        };
        format!("By an estimate {ahead}.")
    }

    fn hint(&mut self, console: &mut Console) -> io::Result<()> {
        if let Some(hints) = &mut self.hints {
            return console.say(hints.next());
        }
        let screen = self.screen();
        let decision = console.watch(&screen, |watch| self.engine.advise(self.person, watch));
        match decision {
            _ if console.is_left() => Ok(()),
            Decision::Play(mv) if self.teaches => {
                let hints = Hints::new(mv, self.engine.findings(), self.engine.game().board().size());
                console.say(self.hints.insert(hints).next())
            }
            Decision::Resign => console.say("Tengen would resign."),
            Decision::Play(mv) => {
                let rate = percent(self.best_rate());
                console.say(&format!("Tengen would {} and give you {rate}.", deed(mv)))
            }
        }
    }

    /// Looks at the positions whose chances are not known, those of a game that was loaded.
    fn recall(&mut self, console: &mut Console) {
        /// Of the search of each position.
        const RECALL_PLAYOUTS: u64 = 100;
        let game = self.engine.game();
        if self.unrated().is_empty() {
            return;
        }
        let (screen, reviewer, person) = (self.screen(), self.reviewer(RECALL_PLAYOUTS), self.person);
        let steps = Reviewer::course_searches(game);
        let course = console
            .attend(&screen, steps, |goes_on| on_all_cores(|| reviewer.course_while(game, person, goes_on)));
        for at in self.unrated() {
            if let Some(course) = &course {
                self.rates.insert(at, course[at].rate);
            }
        }
    }

    /// The numbers of moves, the last one Tengen's, after which nobody knows the chances.
    fn unrated(&self) -> Vec<usize> {
        let turns = (1..).zip(self.engine.game().turns());
        let is_unknown = |at: &usize| !self.rates.contains_key(at);
        turns.filter(|(_, turn)| turn.color != self.person).map(|(at, _)| at).filter(is_unknown).collect()
    }

    /// What looks at the game with so many playouts for each search.
    fn reviewer(&self, playouts: u64) -> Reviewer {
        let limits = Limits { playouts: Some(playouts), ..Limits::default() };
        let mut reviewer = Reviewer::new(limits, self.engine.knowledge().clone());
        reviewer.config.rules = self.engine.rule_set();
        reviewer
    }

    fn show_graph(&mut self, console: &mut Console) -> io::Result<()> {
        /// A game's moves beside the axis.
        const GRAPH_SIZE: (usize, usize) = (76, 8);
        self.recall(console);
        let lines = graph(&self.rates, GRAPH_SIZE.0, GRAPH_SIZE.1, !self.colored);
        if lines.is_empty() {
            return console.say("There is no graph before Tengen has moved.");
        }
        console.say(&format!("Your chances, as Tengen has seen them:\n{}", lines.join("\n")))
    }

    fn review(&mut self, console: &mut Console) -> io::Result<()> {
        /// Of each of the two searches of a move: a second or two for a game.
        const REVIEW_PLAYOUTS: u64 = 300;
        let game = self.engine.game();
        if game.turns().is_empty() {
            return console.say("There is no move to review yet.");
        }
        let (screen, reviewer) = (self.screen(), self.reviewer(REVIEW_PLAYOUTS));
        let steps = Reviewer::searches(game);
        let review =
            console.attend(&screen, steps, |goes_on| on_all_cores(|| reviewer.review_while(game, goes_on)));
        match review {
            Some(review) => console.say(&to_report(&review)),
            None => console.say("The review has been stopped."),
        }
    }

    /// Goes on with another game; the one that an undo at its beginning is to bring back. One that the person has not moved in is
    /// not kept.
    fn take_up(&mut self, next: Shelved) -> Shelved {
        self.komi = self.even_komi();
        let left = Shelved {
            game: self.engine.game().clone(),
            person: self.person,
            rules: self.engine.rule_set(),
            level: self.engine.level(),
            rates: std::mem::take(&mut self.rates),
        };
        let Shelved { game, person, rules, level, rates } = next;
        self.engine.set_rule_set(rules);
        self.engine.set_game(game);
        self.engine.set_level(level);
        (self.person, self.rates, self.hints) = (person, rates, None);
        match self.before.take() {
            Some(before) if !left.is_begun() => before,
            _ => left,
        }
    }

    fn set_level(&mut self, rest: &str, console: &mut Console) -> io::Result<()> {
        let by_number = |text: &str| text.parse().ok().and_then(SkillLevel::new);
        let by_rank = |text: &str| text.parse::<Rank>().ok().map(SkillLevel::nearest);
        match rest {
            "" => {}
            _ if rest.eq_ignore_ascii_case("off") => self.engine.set_level(None),
            _ => match by_number(rest).or_else(|| by_rank(rest)) {
                Some(level) => self.engine.set_level(Some(level)),
                None => {
                    let highest = SkillLevel::HIGHEST.number();
                    return console
                        .say(&format!("'{rest}' is no level: 1 to {highest}, a rank such as 12k, or off."));
                }
            },
        }
        let level = self.level().unwrap_or_else(|| "Tengen plays as well as it can.".to_owned());
        console.say(&level)
    }

    /// Takes the person's resignation back, or moves up to the person's last one.
    fn undo(&mut self, console: &mut Console) -> io::Result<()> {
        if self.engine.game().resigned() == Some(self.person) {
            self.engine.take_resignation_back();
            return Ok(());
        }
        let turns = self.engine.game().turns();
        let Some(last) = turns.iter().rposition(|turn| turn.color == self.person) else {
            let Some(before) = self.before.take() else { return console.say("You have not moved yet.") };
            self.take_up(before);
            console.say("The game before is back.")?;
            return self.tell_end(console);
        };
        for _ in last..turns.len() {
            self.engine.undo();
        }
        self.rates.split_off(&(last + 1));
        self.hints = None;
        Ok(())
    }

    fn picture(&self) -> Picture {
        let game = self.engine.game();
        let last = game.last_moves()[0].and_then(Move::point);
        Picture { board: game.board().clone(), last, owners: self.owners, colored: self.colored }
    }

    fn captures(&self) -> String {
        let game = self.engine.game();
        let of = |color| game.board().captures(color);
        let (black, white) = (of(Color::Black), of(Color::White));
        format!("Captured by Black {black}, by White {white}; komi {}", game.komi())
    }

    /// The board, where it does not stand above the prompt anyway.
    fn show(&self, console: &mut Console) -> io::Result<()> {
        if console.is_terminal() {
            return Ok(());
        }
        console.say(&format!("\n{}\n{}\n", self.picture().lines().join("\n"), self.captures()))
    }

    /// What a terminal shows.
    fn screen(&self) -> Screen {
        let game = self.engine.game();
        let level = self.engine.level().map_or(String::new(), |level| format!(", level {}", level.number()));
        let turns = game.turns();
        let last = match turns.last() {
            Some(turn) => format!("Move {}: {} {}", turns.len(), turn.color, turn.mv),
            None => "No move yet".to_owned(),
        };
        let facts =
            vec![format!("You: {}. Tengen: {}{level}", self.person, !self.person), self.captures(), last];
        Screen { picture: self.picture(), facts, rates: self.rates.clone() }
    }
}

fn unknown(line: &str) -> String {
    format!("'{line}' is neither a point nor a command; help lists them.")
}

fn percent(rate: f32) -> String {
    format!("{:.0} %", 100.0 * rate)
}

/// Is it a point but for its letter, which boards leave out?
fn names_column_i(name: &str) -> bool {
    let digits = name.strip_prefix('i').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
