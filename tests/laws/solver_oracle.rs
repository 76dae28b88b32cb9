//! The capture solver against a retrograde oracle that knows only the definition: all states of a small board that
//! can be reached, and the least fixpoint of the recursion over orders.
//!
//! `TENGEN_THOROUGH=1` looks at every state of 3×3 instead of a sample, and at more of the others.

use std::collections::HashMap;
use tengen::board::{Board, Color, Point, PointSet, Position};
use tengen::rng::Rng;
use tengen::solver::{Answer, Generator, KoModel, Recurrence, Role, Solver, SolverParams};

const ORDERS: usize = 5;
pub(super) const MODELS: [KoModel; 3] = [KoModel::Plain, KoModel::DefenderFree, KoModel::AttackerFree];

pub(super) struct State {
    position: Position,
    attacks: bool,
    takes: bool,
    moves: Vec<usize>,
    /// After a pass of the defender.
    pass: usize,
}

pub(super) struct Oracle {
    pub(super) states: Vec<State>,
    /// For each order and state: is the target captured?
    wins: Vec<Vec<bool>>,
    /// For each state: is the target captured by threats of whatever order?
    falls: Vec<bool>,
    pub(super) target: Point,
    defender: Color,
    size: usize,
}

pub(super) type Key = (PointSet, PointSet, Option<Point>, Color);

pub(super) fn key(board: &Board) -> Key {
    (board.stones(Color::Black), board.stones(Color::White), board.ko(), board.to_play())
}

fn without_ko(board: &Board) -> Board {
    let mut board = board.clone();
    board.pass(!board.to_play());
    board
}

impl Oracle {
    /// `None` when too many states can be reached.
    fn new(roots: &[Board], target: Point, defender: Color, ko: KoModel, most: usize) -> Option<Oracle> {
        let mut oracle = Oracle {
            states: Vec::new(),
            wins: Vec::new(),
            falls: Vec::new(),
            target,
            defender,
            size: roots.first()?.size(),
        };
        let mut known: HashMap<Key, usize> = HashMap::new();
        let mut open: Vec<Board> = Vec::new();
        for root in roots {
            oracle.id(root, ko, &mut known, &mut open);
        }
        let mut next = 0;
        while next < open.len() {
            if open.len() > most {
                return None;
            }
            let board = without_ban_of_the_free(&open[next], ko, defender);
            let mover = board.to_play();
            let attacks = mover != defender;
            let mut moves = board.legal_moves(mover);
            let last = board.chain_at(target).unwrap().liberties();
            let mut takes = false;
            if attacks && last.is_single() {
                let after =
                    last.first().filter(|&last| moves.contains(last)).map(|last| played(&board, last));
                let one = board.chain_at(target).unwrap().stones().is_single();
                takes =
                    after.is_some_and(|after| !(ko == KoModel::DefenderFree && one && after.ko().is_some()));
                moves -= last;
            }
            let moves: Vec<usize> = if takes {
                Vec::new()
            } else {
                moves
                    .iter()
                    .map(|point| oracle.id(&played(&board, point), ko, &mut known, &mut open))
                    .collect()
            };
            let pass = if attacks {
                0
            } else {
                let mut passed = board.clone();
                passed.pass(mover);
                oracle.id(&passed, ko, &mut known, &mut open)
            };
            let state = &mut oracle.states[next];
            (state.moves, state.pass, state.takes) = (moves, pass, takes);
            next += 1;
        }
        oracle.solve();
        Some(oracle)
    }

    fn id(
        &mut self,
        board: &Board,
        ko: KoModel,
        known: &mut HashMap<Key, usize>,
        open: &mut Vec<Board>,
    ) -> usize {
        let board = without_ban_of_the_free(board, ko, self.defender);
        *known.entry(key(&board)).or_insert_with(|| {
            let attacks = board.to_play() != self.defender;
            let position = board.position();
            self.states.push(State { position, attacks, takes: false, moves: Vec::new(), pass: 0 });
            open.push(board);
            self.states.len() - 1
        })
    }

    fn solve(&mut self) {
        let mut below: Option<Vec<bool>> = None;
        for order in 0..=ORDERS {
            let mut wins = vec![false; self.states.len()];
            loop {
                let mut changed = false;
                for id in 0..self.states.len() {
                    if wins[id] {
                        continue;
                    }
                    let state = &self.states[id];
                    let all = order > 0 && !state.attacks && state.moves.iter().all(|&next| wins[next]);
                    let lower = |id: usize| below.as_ref().is_some_and(|below| below[id]);
                    wins[id] = if state.attacks {
                        state.takes || lower(id) || order > 0 && state.moves.iter().any(|&next| wins[next])
                    } else {
                        all && lower(state.pass)
                    };
                    changed |= wins[id];
                }
                if !changed {
                    break;
                }
            }
            self.wins.push(wins.clone());
            below = Some(wins);
        }
        self.falls = self.falls();
    }

    fn falls(&self) -> Vec<bool> {
        let mut falls = vec![false; self.states.len()];
        loop {
            let mut changed = false;
            for id in 0..self.states.len() {
                let State { attacks, takes, moves, pass, .. } = &self.states[id];
                let value = if *attacks {
                    *takes || moves.iter().any(|&next| falls[next])
                } else {
                    falls[*pass] && moves.iter().all(|&next| falls[next])
                };
                changed |= value != falls[id];
                falls[id] = value;
            }
            if !changed {
                return falls;
            }
        }
    }

    /// Is the target captured, by threats of whatever order?
    pub(super) fn is_captured(&self, id: usize) -> bool {
        self.falls[id]
    }

    /// What the solver has to say of a state.
    fn captured(&self, id: usize, order: usize) -> bool {
        let state = &self.states[id];
        let wins = &self.wins[order];
        if state.attacks { wins[id] } else { wins[state.pass] && state.moves.iter().all(|&next| wins[next]) }
    }

    pub(super) fn board(&self, id: usize) -> Board {
        let mut board = Board::new(self.size);
        board.restore(&self.states[id].position);
        board
    }

    /// The state of each position.
    pub(super) fn ids(&self) -> HashMap<Key, usize> {
        (0..self.states.len()).map(|id| (key(&self.board(id)), id)).collect()
    }

    pub(super) fn role(&self, id: usize) -> Role {
        if self.states[id].attacks { Role::Attack } else { Role::Defend }
    }
}

fn without_ban_of_the_free(board: &Board, ko: KoModel, defender: Color) -> Board {
    let free = match ko {
        KoModel::Plain => None,
        KoModel::DefenderFree => Some(defender),
        KoModel::AttackerFree => Some(!defender),
    };
    if free == Some(board.to_play()) { without_ko(board) } else { board.clone() }
}

fn played(board: &Board, point: Point) -> Board {
    let mut next = board.clone();
    next.play_legal(board.to_play(), point);
    next
}

/// All positions of a board of that size with a stone of `defender` on the target, with both turns.
fn all_positions(size: usize, target: Point, defender: Color) -> Vec<Board> {
    let points: Vec<Point> = PointSet::board(size).iter().collect();
    let mut boards = Vec::new();
    for mut code in 0..3usize.pow(points.len() as u32) {
        let mut stones = [PointSet::EMPTY; 2];
        for &point in &points {
            if code % 3 < 2 {
                stones[code % 3] |= PointSet::of(point);
            }
            code /= 3;
        }
        if stones[defender.index()].contains(target) {
            boards.extend(with_both_turns(Board::from_stones(size, stones[0], stones[1])));
        }
    }
    boards
}

fn with_both_turns(board: Option<Board>) -> Vec<Board> {
    let boards = board.into_iter().flat_map(|board| {
        Color::ALL.map(|color| {
            let mut board = board.clone();
            board.set_to_play(color);
            board
        })
    });
    boards.collect()
}

pub(super) fn is_thorough() -> bool {
    std::env::var_os("TENGEN_THOROUGH").is_some()
}

/// The oracles of 3×3: the target in the corner, at the side and in the center.
pub(super) fn small_oracles(ko: KoModel) -> Vec<Oracle> {
    [(0, 0), (1, 0), (1, 1)]
        .map(|(column, row)| {
            let target = Point::new(column, row);
            let roots = all_positions(3, target, Color::White);
            Oracle::new(&roots, target, Color::White, ko, usize::MAX).unwrap()
        })
        .into()
}

/// Oracles of random dense 4×4 positions.
pub(super) fn dense_oracles(ko: KoModel, count: usize) -> Vec<Oracle> {
    let mut rng = Rng::new(4, 0);
    let mut oracles = Vec::new();
    while oracles.len() < count {
        let mut stones = [PointSet::EMPTY; 2];
        for point in PointSet::board(4) {
            match rng.below(16) {
                0..7 => stones[0] |= PointSet::of(point),
                7..13 => stones[1] |= PointSet::of(point),
                _ => {}
            }
        }
        let roots = with_both_turns(Board::from_stones(4, stones[0], stones[1]));
        let Some(target) = stones[1].pick(&mut rng).filter(|_| !roots.is_empty()) else { continue };
        oracles.extend(Oracle::new(&roots, target, Color::White, ko, 20_000));
    }
    oracles
}

fn options(generator: Generator, ladders: bool, ko: KoModel) -> SolverParams {
    SolverParams { order: ORDERS as u8, nodes: 20_000, generator, ladders, ko, ..SolverParams::default() }
}

/// What an answer to a question of order 5 says of every order.
fn check(oracle: &Oracle, id: usize, answer: &Answer, what: &str) -> bool {
    let known = (1..=ORDERS).find(|&order| oracle.captured(id, order));
    let found = match answer {
        Answer::Captured { order, .. } => Some(usize::from(*order)),
        Answer::NotWithinOrder { .. } => None,
        Answer::Unknown { .. } => return false,
    };
    assert_eq!(found, known, "{what} {} {:?}\n{}", oracle.target, oracle.role(id), oracle.board(id));
    true
}

#[test]
fn exact_variants_agree_with_the_oracle() {
    let every = if is_thorough() { 1 } else { 7 };
    let dense = if is_thorough() { 400 } else { 12 };
    let (mut solved, mut unknown) = (0, 0);
    let mut looks = 0;
    for ko in MODELS {
        let mut solver = Solver::new(1 << 24);
        let oracles = small_oracles(ko).into_iter().map(|oracle| (oracle, every));
        let denses = dense_oracles(ko, dense).into_iter().map(|oracle| (oracle, 37));
        for (oracle, every) in oracles.chain(denses) {
            println!(
                "{ko:?} {} of {}: {solved} solved, {unknown} unknown",
                oracle.target,
                oracle.states.len()
            );
            for id in (0..oracle.states.len()).step_by(every) {
                for (generator, ladders) in
                    [(Generator::Zone, true), (Generator::Zone, false), (Generator::Full, true)]
                {
                    looks += 1;
                    // The full board costs a hundred times what zones do.
                    if generator == Generator::Full && !is_thorough() && looks % 10 != 0 {
                        continue;
                    }
                    let options = options(generator, ladders, ko);
                    let answer =
                        solver.solve(&oracle.board(id), oracle.target, oracle.role(id), &options).unwrap();
                    let what = format!("{ko:?} {generator:?} {ladders}");
                    if check(&oracle, id, &answer, &what) { solved += 1 } else { unknown += 1 }
                }
            }
        }
    }
    println!("{solved} solved, {unknown} unknown");
    assert!(solved >= 20_000 && unknown * 100 < solved, "{solved} solved, {unknown} unknown");
}

/// As published the defender loses with all its moves though it could pass. Why we deviate.
#[test]
fn the_published_recurrence_captures_what_cannot_be_captured() {
    let options =
        SolverParams { recurrence: Recurrence::Paper, ..options(Generator::Full, false, KoModel::Plain) };
    let mut solver = Solver::new(1 << 24);
    let (mut wrong, mut all) = (0, 0);
    for oracle in small_oracles(KoModel::Plain) {
        for id in (0..oracle.states.len()).step_by(11) {
            let board = oracle.board(id);
            let answer = solver.solve(&board, oracle.target, oracle.role(id), &options).unwrap();
            let known = oracle.captured(id, ORDERS);
            all += 1;
            wrong += u32::from(answer.captured() == Some(true) && !known);
        }
    }
    let share = 100.0 * f64::from(wrong) / f64::from(all);
    println!("{wrong} of {all}: {share:.1} %");
    assert!((1.0..8.0).contains(&share), "{share}");
}

/// Every position that agrees with a solved one on its zone has the same value.
#[test]
fn the_board_outside_a_zone_does_not_matter() {
    let pairs = if is_thorough() { 20 } else { 2 };
    let mut rng = Rng::new(5, 0);
    let mut seen = 0;
    for ko in MODELS {
        let mut solver = Solver::new(1 << 24);
        for oracle in small_oracles(ko) {
            let ids = oracle.ids();
            for id in (0..oracle.states.len()).step_by(3) {
                let board = oracle.board(id);
                let order = 1 + rng.below(ORDERS as u32) as u8;
                let options = SolverParams { order, ..options(Generator::Zone, rng.below(2) == 0, ko) };
                let answer = solver.solve(&board, oracle.target, oracle.role(id), &options).unwrap();
                let (Answer::Captured { order, zone, .. } | Answer::NotWithinOrder { order, zone, .. }) =
                    &answer
                else {
                    continue;
                };
                if board.ko().is_some_and(|ko| zone.points().contains(ko)) {
                    continue;
                }
                for _ in 0..pairs {
                    let other = refilled(&board, zone.points(), &mut rng);
                    let Some(&other) = other.and_then(|other| ids.get(&key(&other))) else { continue };
                    seen += 1;
                    let value = oracle.captured(other, usize::from(*order));
                    assert_eq!(
                        Some(value),
                        answer.captured(),
                        "{ko:?} order {order} {:?} zone {:?}\n{board}\n{}",
                        oracle.role(id),
                        zone.points(),
                        oracle.board(other)
                    );
                }
            }
        }
    }
    println!("{seen} pairs");
    assert!(seen >= 20_000, "{seen}");
}

/// The position with random stones outside the zone; `None` where a chain would have no liberty.
pub(crate) fn refilled(board: &Board, zone: PointSet, rng: &mut Rng) -> Option<Board> {
    let mut stones = Color::ALL.map(|color| board.stones(color) & zone);
    for point in PointSet::board(board.size()) - zone {
        match rng.below(3) {
            0 => stones[0] |= PointSet::of(point),
            1 => stones[1] |= PointSet::of(point),
            _ => {}
        }
    }
    let mut other = Board::from_stones(board.size(), stones[0], stones[1])?;
    other.set_to_play(board.to_play());
    Some(other)
}
