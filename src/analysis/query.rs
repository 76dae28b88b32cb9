//! A query: a game, the turns of it that are to be analyzed, and what is wanted of them.

use super::beat::Pulse;
use super::fields::Fields;
use super::refusal::Refusal;
use super::rules::{Counting, as_komi};
use super::service::Service;
use super::settings::{Perspective, Settings, check_without_effect, seconds, visits};
use crate::board::{Board, Color, MAX_SIZE, MIN_SIZE};
use crate::engine::{EarlyMoves, SkillLevel, Wishes};
use crate::game::{Game, HandicapBonus, Rules, Turn, handicap_stones};
use crate::search::Limits;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// All fields of a query, beside those of a single service.
const FIELDS: &[&str] = &[
    "action",
    "allowMoves",
    "analysisPVLen",
    "analyzeTurns",
    "avoidMoves",
    "boardXSize",
    "boardYSize",
    "firstReportDuringSearchAfter",
    "id",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePVVisits",
    "includePolicy",
    "initialPlayer",
    "initialStones",
    "komi",
    "maxVisits",
    "moves",
    "overrideSettings",
    "priorities",
    "priority",
    "reportDuringSearchEvery",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "rules",
    "whiteHandicapBonus",
];

/// Moves of a line after its first if the query does not say how many.
const LINE_MOVES: i64 = 15;

/// Priorities lie within this on both sides of 0.
const MOST_PRIORITY: i64 = (1 << 62) - 1;

/// What is wanted in an answer beside what always stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) ownership: bool,
    pub(super) ownership_deviation: bool,
    pub(super) moves_ownership: bool,
    pub(super) moves_ownership_deviation: bool,
    pub(super) policy: bool,
    pub(super) line_visits: bool,
    pub(super) no_result: bool,
    /// Moves of a line at most.
    pub(super) line_length: usize,
}

/// A game and what is wanted of it.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) id: String,
    /// Before the first move, its player to move.
    start: Board,
    moves: Vec<Turn>,
    /// As the query says it.
    pub(super) komi: f32,
    /// The same with what White gets for a handicap.
    full_komi: f32,
    pub(super) rules: Rules,
    /// The turns to analyze, in order, and their priorities.
    pub(super) turns: Vec<(usize, i64)>,
    pub(super) limits: Limits,
    /// What a search has to leave out.
    forbidden: Vec<EarlyMoves>,
    pub(super) perspective: Perspective,
    pub(super) wanted: Wanted,
    pub(super) pulse: Option<Pulse>,
    pub(super) service: Service,
}

/// What holds where a query does not say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defaults {
    /// Of a search.
    pub(super) limits: Limits,
    /// Of a move.
    pub(super) level: Option<SkillLevel>,
}

impl Query {
    /// Reads a query, and what of it is not done.
    pub(super) fn parse(
        id: &str,
        object: &Map<String, Value>,
        defaults: Defaults,
    ) -> Result<(Query, Vec<Refusal>), Refusal> {
        let fields = Fields::new(object);
        let size = size(&fields)?;
        let stones = fields.plies("initialStones", size)?.unwrap_or_default();
        let moves = fields.plies("moves", size)?;
        let moves =
            moves.ok_or_else(|| Refusal::new("moves", "must be there: a list, which may be empty"))?;
        let service = Service::parse(&fields, size, defaults.level)?;
        if service == Service::Review && moves.is_empty() {
            return Err(Refusal::new("moves", "there is no move to review"));
        }
        if service == Service::Review && fields.get("analyzeTurns").is_some() {
            return Err(Refusal::new("analyzeTurns", "does not go with a review: it is of all moves"));
        }
        let first = fields.color("initialPlayer")?;
        let turns = turns(&fields, moves.len())?;
        let counting = counting(&fields)?;
        let settings = Settings::parse(fields.get("overrideSettings"))?;
        let limits = limits(&fields, &settings, defaults.limits)?;
        check_without_effect(&fields)?;
        let start = start(size, &stones, &moves, first)?;
        let handicap = handicap_stones(&start, moves.iter().copied());
        let query = Query {
            id: id.to_owned(),
            komi: counting.komi,
            full_komi: counting.komi + counting.rule_set.bonus.points(handicap),
            rules: counting.rule_set.rules,
            turns,
            limits,
            forbidden: forbidden(&fields, size)?,
            perspective: settings.perspective,
            wanted: wanted(&fields)?,
            pulse: pulse(&fields)?,
            service,
            start,
            moves,
        };
        query.check_moves()?;
        let warnings = warnings(object, &query.service, &counting, &settings);
        Ok((query, warnings))
    }

    /// The game before that turn.
    pub(super) fn game(&self, turn: usize) -> Game {
        let mut game = Game::from_board(self.start.clone(), self.full_komi);
        for &Turn { color, mv } in self.moves.iter().take(turn) {
            // They have been checked.
            let _ = game.play_reported(color, mv);
        }
        game
    }

    /// What a search for that color has to leave out.
    pub(super) fn wishes(&self, to_play: Color) -> Wishes {
        Wishes::without(&self.forbidden, to_play)
    }

    /// Are the moves legal, and is there something to solve at the turns? They are in order, so that all are met on one way.
    fn check_moves(&self) -> Result<(), Refusal> {
        let mut game = Game::from_board(self.start.clone(), self.full_komi);
        let mut turns = self.turns.iter().map(|&(turn, _)| turn).peekable();
        let mut check = |number: usize, board: &Board| match &self.service {
            Service::Solve(service) if turns.next_if_eq(&number).is_some() => service.check(board, number),
            _ => Ok(()),
        };
        check(0, game.board())?;
        for (number, &Turn { color, mv }) in self.moves.iter().enumerate() {
            game.play_reported(color, mv)
                .map_err(|why| Refusal::new("moves", format!("Illegal move {number}: {mv}, {why}")))?;
            check(number + 1, game.board())?;
        }
        Ok(())
    }
}

/// The size of the board.
fn size(fields: &Fields<'_>) -> Result<usize, Refusal> {
    let known = MIN_SIZE as i64..=MAX_SIZE as i64;
    let side = |field: &str| {
        let wrong = |why| {
            Refusal::new(
                field,
                format!("{why}: Tengen plays on boards from {MIN_SIZE}×{MIN_SIZE} to {MAX_SIZE}×{MAX_SIZE}"),
            )
        };
        let value = fields.get(field).ok_or_else(|| wrong("must be there"))?;
        match value.as_i64() {
            Some(side) if known.contains(&side) => Ok(side as usize),
            Some(side) if side > MAX_SIZE as i64 => Err(wrong("the board is too large")),
            _ => Err(wrong("must be a whole number of points along a side")),
        }
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    if width == height { Ok(width) } else { Err(Refusal::new("boardYSize", "the board must be a square")) }
}

/// The turns to analyze in order, each once, with their priorities.
fn turns(fields: &Fields<'_>, last: usize) -> Result<Vec<(usize, i64)>, Refusal> {
    let priorities = -MOST_PRIORITY..=MOST_PRIORITY;
    let of_all = fields.whole("priority", priorities.clone())?;
    let of_each = fields.numbers("priorities")?;
    let Some(turns) = fields.numbers("analyzeTurns")? else {
        let wrong = Err(Refusal::new("priorities", "goes with analyzeTurns only"));
        return if of_each.is_some() { wrong } else { Ok(vec![(last, of_all.unwrap_or(0))]) };
    };
    if turns.is_empty() {
        // It would never be answered.
        return Err(Refusal::new("analyzeTurns", "must name a turn"));
    }
    let of_each = match (of_each, of_all) {
        (Some(_), Some(_)) => return Err(Refusal::new("priority", "does not go with priorities")),
        (Some(list), None) if list.len() != turns.len() => {
            return Err(Refusal::new("priorities", "must be as many as analyzeTurns"));
        }
        (Some(list), None) => match list.iter().find(|priority| !priorities.contains(priority)) {
            Some(wrong) => return Err(Refusal::new("priorities", format!("{wrong} is out of range"))),
            None => list,
        },
        (None, of_all) => vec![of_all.unwrap_or(0); turns.len()],
    };
    let mut chosen = BTreeMap::new();
    for (turn, priority) in turns.into_iter().zip(of_each) {
        let number = usize::try_from(turn).ok().filter(|&turn| turn <= last);
        let wrong = || Refusal::new("analyzeTurns", format!("there is no turn {turn}"));
        chosen.insert(number.ok_or_else(wrong)?, priority);
    }
    Ok(chosen.into_iter().collect())
}

/// How the game is counted: what the query says itself comes before what its rules say.
fn counting(fields: &Fields<'_>) -> Result<Counting, Refusal> {
    let mut counting = Counting::parse(fields.get("rules"))?;
    if let Some(value) = fields.get("komi") {
        counting.komi = as_komi("komi", value)?;
    }
    if let Some(value) = fields.get("whiteHandicapBonus") {
        let wrong = || Refusal::new("whiteHandicapBonus", "must be \"0\", \"N\" or \"N-1\"");
        counting.rule_set.bonus = value.as_str().and_then(HandicapBonus::of_name).ok_or_else(wrong)?;
    }
    Ok(counting)
}

/// What a search may take: what the query says itself comes before its settings, and both before the defaults.
fn limits(fields: &Fields<'_>, settings: &Settings, defaults: Limits) -> Result<Limits, Refusal> {
    /// Where neither the query nor the command line says how many, as in KataGo's example.
    const DEFAULT_VISITS: u64 = 500;
    let most_visits = visits(fields, "maxVisits")?.or(settings.visits).or(defaults.playouts);
    let playouts = most_visits.into_iter().chain(settings.playouts).min();
    let time = settings.time.or(defaults.time);
    let playouts = playouts.or(time.is_none().then_some(DEFAULT_VISITS));
    Ok(Limits { playouts, time, ..defaults })
}

/// The position before the first move.
fn start(size: usize, stones: &[Turn], moves: &[Turn], first: Option<Color>) -> Result<Board, Refusal> {
    let wrong = |why: &str| Refusal::new("initialStones", why);
    let stone = |turn: &Turn| Some((turn.color, turn.mv.point()?));
    let stones: Option<Vec<_>> = stones.iter().map(stone).collect();
    let stones = stones.ok_or_else(|| wrong("a stone stands on a point"))?;
    let mut board = Board::set_up(size, stones).ok_or_else(|| wrong("a chain has no liberty"))?;
    let by_custom = if handicap_stones(&board, []) > 0 { Color::White } else { Color::Black };
    board.set_to_play(first.or_else(|| moves.first().map(|turn| turn.color)).unwrap_or(by_custom));
    Ok(board)
}

/// What `avoidMoves` or `allowMoves` forbid.
fn forbidden(fields: &Fields<'_>, size: usize) -> Result<Vec<EarlyMoves>, Refusal> {
    let (field, allows) = match (fields.get("avoidMoves"), fields.get("allowMoves")) {
        (Some(_), Some(_)) => return Err(Refusal::new("allowMoves", "does not go with avoidMoves")),
        (None, Some(_)) => ("allowMoves", true),
        _ => ("avoidMoves", false),
    };
    let form = || Refusal::new(field, "must be a list of objects with player, moves and untilDepth");
    let mut all: Vec<EarlyMoves> = Vec::new();
    for value in fields.list(field, "objects")?.unwrap_or_default() {
        let one = Fields::new(value.as_object().ok_or_else(form)?);
        let named = |refusal: Refusal| Refusal::new(field, format!("{} {}", refusal.field, refusal.why));
        let color = one.color("player").map_err(named)?.ok_or_else(form)?;
        let moves = one.moves("moves", size).map_err(named)?.ok_or_else(form)?;
        let depth = one.whole("untilDepth", 1..=1_000_000_000).map_err(named)?.ok_or_else(form)?;
        if allows && all.iter().any(|known| known.color == color) {
            return Err(Refusal::new(field, "has more than one entry for a player"));
        }
        let told = EarlyMoves::new(color, &moves, depth as usize);
        all.push(if allows { told.others(size) } else { told });
    }
    Ok(all)
}

fn wanted(fields: &Fields<'_>) -> Result<Wanted, Refusal> {
    let length = fields.whole("analysisPVLen", 1..=1000)?.unwrap_or(LINE_MOVES);
    Ok(Wanted {
        ownership: fields.truth("includeOwnership")?,
        ownership_deviation: fields.truth("includeOwnershipStdev")?,
        moves_ownership: fields.truth("includeMovesOwnership")?,
        moves_ownership_deviation: fields.truth("includeMovesOwnershipStdev")?,
        policy: fields.truth("includePolicy")?,
        line_visits: fields.truth("includePVVisits")?,
        no_result: fields.truth("includeNoResultValue")?,
        line_length: 1 + length as usize,
    })
}

fn pulse(fields: &Fields<'_>) -> Result<Option<Pulse>, Refusal> {
    let range = 0.001..=1_000_000.0;
    let every = fields.number("reportDuringSearchEvery", range.clone())?.map(seconds);
    let first = fields.number("firstReportDuringSearchAfter", range)?.map(seconds);
    Ok(first.or(every).map(|first| Pulse { first, every }))
}

fn warnings(
    object: &Map<String, Value>,
    service: &Service,
    counting: &Counting,
    settings: &Settings,
) -> Vec<Refusal> {
    let mut warnings = Vec::new();
    if !counting.missing.is_empty() {
        let missing = counting.missing.join(" and ");
        warnings.push(Refusal::new(
            "rules",
            format!("Tengen does not know {missing}: {} rules instead", counting.rule_set.rules),
        ));
    }
    if !settings.unknown.is_empty() {
        let unknown = settings.unknown.join(", ");
        warnings
            .push(Refusal::new("overrideSettings", format!("without effect, because unknown: {unknown}")));
    }
    let is_known = |field: &&str| FIELDS.contains(field) || service.fields().contains(field);
    for field in object.keys().map(String::as_str).filter(|field| !is_known(field)) {
        warnings.push(Refusal::new(field, "there is no such field"));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(mut query: Value) -> Result<Query, Refusal> {
        let size = json!({"boardXSize": 9, "boardYSize": 9, "rules": "chinese", "komi": 0.5});
        let pairs = query.as_object_mut().unwrap();
        pairs.extend(size.as_object().unwrap().clone());
        let defaults = Defaults { limits: Limits::default(), level: None };
        Query::parse("q", pairs, defaults).map(|(query, _)| query)
    }

    #[test]
    fn a_handicap_is_paid_for_in_the_game_and_the_komi_stays() {
        let stones = json!([["B", "C3"], ["B", "G7"], ["B", "E5"]]);
        let query =
            parse(json!({"action": "review", "initialStones": stones, "moves": [["W", "E3"]]})).unwrap();
        assert_eq!((query.komi, query.game(1).komi()), (0.5, 3.5));
    }

    #[test]
    fn a_target_has_to_be_there_at_every_turn() {
        let moves = json!([["B", "A1"], ["W", "A2"], ["B", "E5"], ["W", "B1"], ["B", "pass"]]);
        let asked = |turns: &[usize]| {
            parse(json!({"action": "solve", "target": "A1", "moves": moves, "analyzeTurns": turns})).map(drop)
        };
        assert_eq!(asked(&[3, 1, 2]), Ok(()));
        for turns in [[2, 4], [1, 5], [0, 3]] {
            assert_eq!(asked(&turns).unwrap_err().field, "target");
        }
    }

    #[test]
    fn the_document_has_the_fields() {
        let document = include_str!("../../docs/analysis.md");
        for field in FIELDS {
            assert!(document.contains(&format!("`{field}`")), "{field}");
        }
        let (_, table) = document.split_once("## What is understood").unwrap();
        let rows = ["game", "which positions", "search", "answer"].map(|kind| {
            let (_, rest) = table.split_once(&format!("| {kind} |")).unwrap();
            rest.lines().next().unwrap()
        });
        for name in rows.iter().flat_map(|row| row.split('`').skip(1).step_by(2)) {
            assert!(FIELDS.contains(&name), "{name}");
        }
    }
}
