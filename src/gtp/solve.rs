//! Questions to the solvers of captures and of life.

use super::arguments::Arguments;
use super::command::{Command, Reply};
use super::standard::points_text;
use super::{CommandError, Session};
use crate::board::{Move, Point};
use crate::params::Parameters;
use crate::pause::at_once;
use crate::solver::{Answer, Fate, GnuGoCode, LifeParams, LifeSolver, Role, Solver, SolverParams};
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
        "the capture solver's answer: value, order, moves, nodes, time, zone; with `goal=life` whether the chain lives or \
         dies: value, move, group, zone, nodes, time",
        solve,
    ),
];

/// The solver's table: enough for the node limits that controllers ask for.
const SESSION_TABLE_BYTES: usize = 16 << 20;

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

/// `tengen-solve V [KEY=VALUE …]`: the answer of the solver, a line for each fact. `first=attack` (the default) or
/// `first=defend` says who moves first, `goal=capture` (the default) or `goal=life` what is asked; the other keys are the
/// solver's params.
fn solve(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let target = arguments.point()?;
    let (mut role, mut asks_life) = (Role::Attack, false);
    let mut settings = Vec::new();
    for word in arguments.rest() {
        let (name, value) =
            word.split_once('=').ok_or_else(|| CommandError::Syntax(format!("'{word}' is no key=value")))?;
        match (name, value) {
            ("first", _) => role = value.parse().map_err(CommandError::Syntax)?,
            ("goal", "capture") => asks_life = false,
            ("goal", "life") => asks_life = true,
            ("goal", _) => return Err(CommandError::Syntax(format!("'{value}' is not capture or life"))),
            _ => settings.push((name, value)),
        }
    }
    if asks_life {
        return solve_life(session, target, role, &settings);
    }
    let mut params = SolverParams { nodes: 200_000, line: true, ..SolverParams::default() };
    settings.into_iter().try_for_each(|(name, value)| params.set(name, value))?;
    let board = session.engine.game().board();
    if board.empty().contains(target) {
        return Err(CommandError::NoStone);
    }
    let solver = session.solver.get_or_insert_with(|| Solver::new(SESSION_TABLE_BYTES));
    let leash = session.leash.clone();
    let start = Instant::now();
    let stop = || leash.ends_thinking();
    let answer = at_once(solver.solve_pausing(board, target, role, &params, &stop, None))?;
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    let mut lines = match &answer {
        Answer::Captured { order, line, zone, .. } => {
            let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
            vec![
                "value: captured".to_owned(),
                format!("order: {order}"),
                format!("moves: {}", moves.join(" ")),
                format!("ko: {}", zone.used_ko()),
                format!("zone: {}", points_text(zone.points())),
            ]
        }
        Answer::NotWithinOrder { order, zone, refutation } => vec![
            "value: not captured".to_owned(),
            format!("order: {order}"),
            format!("moves: {}", refutation.map_or(String::new(), |mv| mv.to_string())),
            format!("zone: {}", points_text(zone.points())),
        ],
        Answer::Unknown { order, numbers, best } => vec![
            "value: unknown".to_owned(),
            format!("order: {order}"),
            format!("moves: {}", best.map_or(String::new(), |point| point.to_string())),
            format!("numbers: {} {}", numbers.pn(), numbers.dn()),
            format!(
                "estimate: {}",
                answer
                    .chance(&params, solver.nodes())
                    .map_or("none".to_owned(), |chance| format!("{chance:.2}"))
            ),
        ],
    };
    lines.push(format!("nodes: {}", solver.nodes()));
    lines.push(format!("milliseconds: {milliseconds:.1}"));
    Ok(lines.join("\n"))
}

/// Is the chain alive or dead? It is read in one go, so that the nodes are limited. A line for each fact.
fn solve_life(session: &mut Session, target: Point, role: Role, settings: &[(&str, &str)]) -> Reply {
    let mut params = LifeParams { nodes: 200_000, ..LifeParams::default() };
    settings.iter().try_for_each(|(name, value)| params.set(name, value))?;
    if params.nodes > MOST_LIFE_NODES {
        let sentence = format!("at most {MOST_LIFE_NODES} nodes are read for life");
        return Err(CommandError::Syntax(sentence));
    }
    let board = session.engine.game().board();
    if board.empty().contains(target) {
        return Err(CommandError::NoStone);
    }
    let solver = session.life_solver.get_or_insert_with(|| LifeSolver::new(SESSION_TABLE_BYTES));
    let start = Instant::now();
    let answer = solver.solve(board, target, role, &params)?;
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    let mut lines = vec![
        format!("value: {}", answer.fate),
        format!("moves: {}", answer.first.map_or(String::new(), |mv| mv.to_string())),
    ];
    if answer.fate != Fate::Unknown {
        lines.push(format!("ko: {}", answer.zone.used_ko()));
        lines.push(format!("group: {}", points_text(answer.group)));
        lines.push(format!("zone: {}", points_text(answer.zone.points())));
    }
    lines.push(format!("nodes: {}", answer.nodes));
    lines.push(format!("milliseconds: {milliseconds:.1}"));
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use crate::engine::{Config, Engine};
    use crate::gtp::Session;

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
