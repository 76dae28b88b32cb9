//! Questions to the solvers of captures and of life.

use super::arguments::Arguments;
use super::command::{Command, Reply};
use super::standard::{moves_text, points_text};
use super::{CommandError, Session};
use crate::board::{Illegal, Move, Point};
use crate::game::Game;
use crate::params::Parameters;
use crate::pause::at_once;
use crate::solver::{Answer, Fate, GnuGoCode, LifeParams, LifeSolver, Role, Solver, SolverParams, Zone};
use std::time::Instant;

pub(super) const SOLVE_COMMANDS: &[Command] = &[
    Command::new(
        "attack",
        "V",
        "GNU Go's code and a move that captures the chain; `0`: not within threats of order 3; an error where the \
         nodes do not decide",
        |session, arguments| code(session, arguments, Role::Attack),
    ),
    Command::new(
        "defend",
        "V",
        "GNU Go's code and a move that saves the chain, from threats up to order 3; `0` fails; an error where the \
         nodes do not decide",
        |session, arguments| code(session, arguments, Role::Defend),
    ),
    Command::new(
        "tengen-solve",
        "V [KEY=VALUE …]",
        "the capture solver's answer: value, order, moves, ko, zone, nodes, time; with `goal=life` whether the chain lives or \
         dies: value, moves, group, ko, zone, nodes, time; with both `superko` if the first move would repeat a position",
        solve,
    ),
];

/// The solver's table: enough for the node limits that controllers ask for.
const SESSION_TABLE_BYTES: usize = 16 << 20;

/// Nodes of a question that does not say how many.
const DEFAULT_NODES: u64 = 200_000;

/// Nodes of a question of life at most: nothing ends it before.
const MOST_LIFE_NODES: u64 = 1_000_000;

/// GNU Go's code and a move, as `1 B3`. "Captured" and "saved" are meant within the orders that are searched; what the
/// nodes do not suffice to find is not claimed.
fn code(session: &mut Session, arguments: &mut Arguments<'_>, role: Role) -> Reply {
    let target = arguments.point()?;
    let board = session.engine.game().board();
    let solver = session.solver.get_or_insert_with(|| Solver::new(SESSION_TABLE_BYTES));
    let params = SolverParams::default();
    let GnuGoCode { code, mv } = solver.code(board, target, role, &params)?;
    match (code.ok_or(CommandError::Undecided { nodes: params.nodes })?, mv) {
        (0, _) => Ok("0".to_owned()),
        (code, Some(Move::Play(point))) => Ok(format!("{code} {point}")),
        (code, Some(Move::Pass)) => Ok(format!("{code} PASS")),
        (_, None) => Err(CommandError::Undecided { nodes: params.nodes }),
    }
}

fn solve(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let target = arguments.point()?;
    let asked = SolveArguments::read(arguments)?;
    if session.engine.game().board().empty().contains(target) {
        return Err(CommandError::NoStone);
    }
    let start = Instant::now();
    let (mut lines, nodes) = if asked.is_of_life {
        life_lines(session, target, &asked)?
    } else {
        capture_lines(session, target, &asked)?
    };
    lines.push(format!("nodes: {nodes}"));
    lines.push(format!("milliseconds: {:.1}", start.elapsed().as_secs_f64() * 1000.0));
    Ok(lines.join("\n"))
}

/// What a question asks beside the target.
struct SolveArguments<'a> {
    /// `first=attack` (the default) or `first=defend`.
    role: Role,
    /// `goal=life`, not `goal=capture` (the default).
    is_of_life: bool,
    /// Parameters of the solver that is asked.
    settings: Vec<(&'a str, &'a str)>,
}

impl<'a> SolveArguments<'a> {
    fn read(arguments: &mut Arguments<'a>) -> Result<SolveArguments<'a>, CommandError> {
        let mut asked = SolveArguments { role: Role::Attack, is_of_life: false, settings: Vec::new() };
        for word in arguments.rest() {
            let (name, value) = word
                .split_once('=')
                .ok_or_else(|| CommandError::Syntax(format!("'{word}' is no key=value")))?;
            match (name, value) {
                ("first", _) => asked.role = value.parse().map_err(CommandError::Syntax)?,
                ("goal", "capture") => asked.is_of_life = false,
                ("goal", "life") => asked.is_of_life = true,
                ("goal", _) => {
                    return Err(CommandError::Syntax(format!("'{value}' is not capture or life")));
                }
                _ => asked.settings.push((name, value)),
            }
        }
        Ok(asked)
    }

    /// These params with the settings.
    fn set<P: Parameters>(&self, mut params: P) -> Result<P, CommandError> {
        self.settings.iter().try_for_each(|(name, value)| params.set(name, value))?;
        Ok(params)
    }
}

/// Is the chain captured? Facts, and the nodes that it took.
fn capture_lines(
    session: &mut Session,
    target: Point,
    asked: &SolveArguments<'_>,
) -> Result<(Vec<String>, u64), CommandError> {
    let params = asked.set(SolverParams { nodes: DEFAULT_NODES, line: true, ..SolverParams::default() })?;
    let stop = || session.leash.ends_thinking();
    let board = session.engine.game().board();
    let solver = session.solver.get_or_insert_with(|| Solver::new(SESSION_TABLE_BYTES));
    let answer = at_once(solver.solve_pausing(board, target, asked.role, &params, &stop, None))?;
    let mut lines = vec![
        format!("value: {answer}"),
        format!("order: {}", answer.order()),
        format!("moves: {}", moves_text(answer.moves())),
    ];
    let first = answer.moves().first().copied();
    lines.extend(superko_line(session.engine.game(), target, asked.role, first));
    if let Some(zone) = answer.zone() {
        lines.extend(zone_lines(zone));
    }
    if let Answer::Unknown { numbers, .. } = answer {
        let chance = answer.chance(&params, solver.nodes());
        lines.push(format!("numbers: {} {}", numbers.pn(), numbers.dn()));
        lines
            .push(format!("estimate: {}", chance.map_or("none".to_owned(), |chance| format!("{chance:.2}"))));
    }
    Ok((lines, solver.nodes()))
}

/// Is the chain alive or dead? Facts, and the nodes that it took. It is read in one go, so that the nodes are limited.
fn life_lines(
    session: &mut Session,
    target: Point,
    asked: &SolveArguments<'_>,
) -> Result<(Vec<String>, u64), CommandError> {
    let params = asked.set(LifeParams { nodes: DEFAULT_NODES, ..LifeParams::default() })?;
    if params.nodes > MOST_LIFE_NODES {
        let sentence = format!("at most {MOST_LIFE_NODES} nodes are read for life");
        return Err(CommandError::Syntax(sentence));
    }
    let board = session.engine.game().board();
    let solver = session.life_solver.get_or_insert_with(|| LifeSolver::new(SESSION_TABLE_BYTES));
    let answer = solver.solve(board, target, asked.role, &params)?;
    let mut lines = vec![
        format!("value: {}", answer.fate),
        format!("moves: {}", answer.first.map_or(String::new(), |mv| mv.to_string())),
    ];
    lines.extend(superko_line(session.engine.game(), target, asked.role, answer.first));
    if answer.fate != Fate::Unknown {
        lines.push(format!("group: {}", points_text(answer.group)));
        lines.extend(zone_lines(answer.zone));
    }
    Ok((lines, answer.nodes))
}

/// The first move of an answer, if the game forbids it as a repetition: solvers do not know what has been on the board.
fn superko_line(game: &Game, target: Point, role: Role, first: Option<Move>) -> Option<String> {
    let (owner, first) = game.board().color_at(target).zip(first)?;
    let is_forbidden = game.legality(role.mover(owner), first) == Err(Illegal::Superko);
    is_forbidden.then(|| format!("superko: {first}"))
}

/// Did a ko take part, and where may nothing change?
fn zone_lines(zone: Zone) -> [String; 2] {
    [format!("ko: {}", zone.used_ko()), format!("zone: {}", points_text(zone.points()))]
}

#[cfg(test)]
mod tests {
    use crate::engine::{Config, Engine};
    use crate::gtp::Session;

    /// White takes at C3, which makes the position before Black's B3 again.
    #[test]
    fn a_first_move_that_repeats_a_position_is_named() {
        let mut session = Session::new(Engine::new(Config { memory: 1 << 20, ..Config::default() }));
        let mut answer = |command: &str| session.answer(command.as_bytes()).unwrap();
        answer("boardsize 5");
        answer("set_position w B4 w A3 w B2 w C3 b C4 b D3 b C2");
        for turn in ["b B3", "w pass", "b pass"] {
            answer(&format!("play {turn}"));
        }
        let found = answer("tengen-solve B3");
        assert!(found.contains("moves: C3\nsuperko: C3\n"), "{found}");
        answer("play w E1");
        answer("play b pass");
        let found = answer("tengen-solve B3");
        assert!(found.contains("moves: C3\nko: "), "{found}");
    }

    /// The value is remembered of another board, by its zone; the move takes more nodes than are entered at a time.
    #[test]
    fn a_remembered_value_gets_its_move_if_the_nodes_suffice() {
        let mut session = Session::new(Engine::new(Config { memory: 1 << 20, ..Config::default() }));
        let mut answer = |command: &str| session.answer(command.as_bytes()).unwrap();
        let below = "......O../........./...O.XXO./..X.XOOX./....XOXO./....XOX../.......X.";
        answer(&format!("tengen-setup ........./......O../{below}"));
        answer("tengen-solve H1 first=defend");
        answer(&format!("tengen-setup .....X.../........./{below}"));
        let found = answer("tengen-solve H1 first=defend nodes=1200");
        assert!(found.contains("value: not captured\n") && !found.contains("moves: F1"), "{found}");
        let found = answer("tengen-solve H1 first=defend");
        assert!(found.contains("value: not captured\norder: 3\nmoves: F1\n"), "{found}");
    }

    #[test]
    fn a_long_reading_can_be_ended() {
        let mut session = Session::new(Engine::new(Config { memory: 1 << 20, ..Config::default() }));
        session.signals.terminate();
        let position = "set_position b C3 w D3 w D4 b G6 w C6 w F4 b E7";
        session.answer(position.as_bytes()).unwrap();
        let question = |more: &str| format!("tengen-solve C3 nodes={}{more}", u64::MAX);
        let answer = session.answer(question(" order=5").as_bytes()).unwrap();
        assert!(answer.contains("value: unknown"), "{answer}");
        let answer = session.answer(question(" goal=life").as_bytes()).unwrap();
        assert!(answer.starts_with("? syntax error: at most 1000000 nodes"), "{answer}");
    }
}
