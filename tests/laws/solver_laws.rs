//! What answers of the capture solver keep to: they know no direction and no color, more nodes never change them, and
//! what lies outside their zone does not matter.

use super::solver_oracle::{MODELS, is_thorough, refilled};
use super::solver_rivals::problems;
use rand::RngExt;
use tengen::board::{Board, Point, Symmetry};
use tengen::rng::Rng;
use tengen::solver::{Answer, KoModel, Role, Solver, SolverParams};

const TABLE: usize = 1 << 22;

/// Chains with few enough liberties to be worth a question, in random positions.
fn questions(size: usize, count: usize, seed: u64) -> impl Iterator<Item = (Board, Point, Role)> {
    let few = |(board, target, _): &(Board, Point, Role)| {
        board.chain_at(*target).is_some_and(|chain| (1..=4).contains(&chain.liberties().len()))
    };
    problems(size, count, seed).into_iter().filter(few)
}

fn options(order: u8, nodes: u64) -> SolverParams {
    SolverParams { order, nodes, ..SolverParams::default() }
}

/// Captured or not, and by threats of which order; `None` when unknown.
fn value(answer: &Answer) -> Option<(bool, u8)> {
    match answer {
        Answer::Captured { order, .. } => Some((true, *order)),
        Answer::NotWithinOrder { order, .. } => Some((false, *order)),
        Answer::Unknown { .. } => None,
    }
}

#[test]
fn answers_know_no_direction_and_no_color() {
    let mut pairs = [0; 2];
    for (size, count, seed) in [(9, 120, 21), (5, 120, 22)] {
        let mut solver = Solver::new(TABLE);
        for (board, target, role) in questions(size, count, seed) {
            let mut ask = |board: &Board, target| {
                value(&solver.solve(board, target, role, &options(3, 10_000)).unwrap())
            };
            let Some(known) = ask(&board, target) else { continue };
            for symmetry in Symmetry::ALL {
                let (image, target) = (symmetry.board(&board), symmetry.point(target, size));
                for image in [image.with_colors_exchanged(), image] {
                    // An image has its moves in another order: it may cost more nodes.
                    let Some(found) = ask(&image, target) else { continue };
                    assert_eq!(found, known, "{role:?} {target}\n{image}of\n{board}");
                    pairs[usize::from(known.0)] += 1;
                }
            }
        }
    }
    println!("{pairs:?}");
    assert!(pairs.iter().all(|&count| count >= 500), "{pairs:?}");
}

/// What is captured though its owner moves first is captured when its enemy does, by threats of no higher order: the owner could
/// have passed.
#[test]
fn to_move_first_is_no_loss() {
    let mut seen = [0; 2];
    for (size, count, seed) in [(9, 300, 35), (5, 300, 36), (3, 300, 37)] {
        let mut solver = Solver::new(TABLE);
        for (board, target, _) in questions(size, count, seed).filter(|(board, ..)| board.ko().is_none()) {
            for ko in MODELS {
                let options = SolverParams { ko, ..options(3, 3_000) };
                let mut ask = |role| value(&solver.solve(&board, target, role, &options).unwrap());
                let (Some(attacked), Some(defended)) = (ask(Role::Attack), ask(Role::Defend)) else {
                    continue;
                };
                if let (true, order) = defended {
                    assert!(
                        attacked.0 && attacked.1 <= order,
                        "{ko:?} {target} {attacked:?} {order}\n{board}"
                    );
                }
                seen[usize::from(defended.0)] += 1;
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.iter().all(|&count| count >= 150), "{seen:?}");
}

#[test]
fn more_nodes_solve_more_and_change_nothing() {
    let mut solved = [0; 3];
    for (size, count, seed) in [(9, 200, 23), (5, 200, 24)] {
        for (board, target, role) in questions(size, count, seed) {
            let mut known = None;
            for (limit, solved) in [100, 1_000, 10_000].into_iter().zip(&mut solved) {
                // Without what the smaller search left behind.
                let mut solver = Solver::new(TABLE);
                let found = value(&solver.solve(&board, target, role, &options(3, limit)).unwrap());
                assert!(solver.nodes() <= limit, "{} of {limit}", solver.nodes());
                assert!(known.is_none() || found == known, "{role:?} {target} {limit}: {found:?}\n{board}");
                known = found;
                *solved += u32::from(found.is_some());
            }
        }
    }
    println!("{solved:?}");
    assert!(solved[0] > 50 && solved.is_sorted() && solved[0] < solved[2], "{solved:?}");
}

/// Numbers of new states lead a search, and prove nothing.
#[test]
fn first_numbers_change_no_answer() {
    let mut rng = Rng::new(43, 0);
    let mut solved = [0; 2];
    let names = ["1-of-1", "1-of-2", "2-of-2", "1-of-3", "2-of-3", "3-of-3"];
    let names = [&names[..], &["room", "friends", "enemies", "breath", "stones", "tolerance"]].concat();
    // Some like those that were fitted, some that tell hardly anything apart, and the greatest that there may be.
    for most in [300, 20, i16::MAX] {
        let mut row = |name: &str| {
            let numbers = [0; 4].map(|_: i16| rng.random_range(0..=most).to_string());
            format!("{name} {}\n", numbers.join(" "))
        };
        let text: String = names.iter().map(|name| row(name)).collect();
        let mut other = Solver::new(TABLE).with_first_numbers(text.parse().unwrap());
        let mut solver = Solver::new(TABLE);
        for (size, count, seed) in [(9, 100, 38), (5, 100, 39), (3, 100, 40)] {
            for (board, target, role) in questions(size, count, seed) {
                let [known, found] = [&mut solver, &mut other]
                    .map(|solver| value(&solver.solve(&board, target, role, &options(4, 3_000)).unwrap()));
                let Some((known, found)) = known.zip(found) else { continue };
                assert_eq!(known, found, "{role:?} {target} {text}\n{board}");
                solved[usize::from(known.0)] += 1;
            }
        }
    }
    println!("{solved:?}");
    assert!(solved.iter().all(|&count| count >= 100), "{solved:?}");
}

/// What an interrupted search left in the table is true.
#[test]
fn searches_that_go_on_agree_with_fresh_ones() {
    let mut solved = 0;
    for (board, target, role) in questions(5, 200, 25) {
        let fresh = value(&Solver::new(TABLE).solve(&board, target, role, &options(3, 10_000)).unwrap());
        let mut solver = Solver::new(TABLE);
        for _ in 0..20 {
            let found = value(&solver.solve(&board, target, role, &options(3, 500)).unwrap());
            if let (Some(fresh), Some(found)) = (fresh, found) {
                assert_eq!(fresh, found, "{role:?} {target}\n{board}");
                solved += 1;
                break;
            }
        }
    }
    println!("{solved}");
    assert!(solved > 50, "{solved}");
}

/// With any limit, in a table that loses almost everything, at every order.
#[test]
fn every_search_ends() {
    let mut unknown = 0;
    for (board, target, role) in problems(9, 30, 26).into_iter().chain(problems(3, 30, 27)) {
        for bytes in [0, 1 << 16] {
            for limit in (0..20).chain([50, 333, 2_000]) {
                for order in 1..=5 {
                    let mut solver = Solver::new(bytes);
                    let answer = solver.solve(&board, target, role, &options(order, limit)).unwrap();
                    assert!(solver.nodes() <= limit, "{} of {limit}", solver.nodes());
                    unknown += u32::from(answer.captured().is_none());
                }
            }
        }
    }
    assert!(unknown > 100, "{unknown}");
}

/// From move to move of a game most zones stay as they are, and their values are taken over.
#[test]
fn values_taken_over_by_zone_are_those_of_a_fresh_search() {
    let mut rng = Rng::new(30, 0);
    let (mut compared, mut spared) = (0, 0);
    let mut keeps = Solver::new(TABLE);
    for game in 0..6 {
        let (size, ko) = ([9, 9, 7][game % 3], MODELS[game % MODELS.len()]);
        let mut board = Board::new(size);
        let quiet = SolverParams { recall: false, ko, ..options(3, 1_500) };
        for turn in 0..size * size {
            let Some(point) = board.legal_moves(board.to_play()).pick(&mut rng) else { break };
            board.play_legal(board.to_play(), point);
            if turn < size * 2 || turn % 2 == 0 {
                continue;
            }
            for chain in board.chains_of(board.occupied()) {
                let (1..=4, Some(target)) = (chain.liberties().len(), chain.stones().first()) else {
                    continue;
                };
                for role in [Role::Attack, Role::Defend] {
                    let kept =
                        keeps.solve(&board, target, role, &SolverParams { recall: true, ..quiet }).unwrap();
                    let kept_nodes = keeps.nodes();
                    let mut solver = Solver::new(1 << 18);
                    let fresh = solver.solve(&board, target, role, &quiet).unwrap();
                    if kept.captured().is_some() && fresh.captured().is_some() {
                        assert_eq!(value(&kept), value(&fresh), "{ko:?} {role:?} {target}\n{board}");
                        compared += 1;
                        spared += u32::from(kept_nodes < solver.nodes());
                    }
                }
            }
        }
    }
    println!("{compared} compared, {spared} with fewer nodes");
    assert!(compared > 500 && spared > 100, "{compared} {spared}");
}

/// Where an answer says that no ko took part, it holds whomever the ban on retaking binds.
#[test]
fn without_a_ko_the_rules_for_kos_do_not_matter() {
    let (mut with, mut without) = (0, 0);
    let mut solver = Solver::new(TABLE);
    let more = if is_thorough() { 10 } else { 1 };
    let all = [(9, 500, 31), (5, 400, 32), (4, 400, 33), (3, 300, 34)];
    for (board, target, role) in
        all.into_iter().flat_map(|(size, count, seed)| questions(size, count * more, seed))
    {
        let plain = solver.solve(&board, target, role, &options(3, 3_000)).unwrap();
        if plain.captured().is_none() || plain.used_ko() {
            with += 1;
            continue;
        }
        for ko in MODELS {
            let other =
                solver.solve(&board, target, role, &SolverParams { ko, ..options(3, 20_000) }).unwrap();
            if other.captured().is_some() {
                assert_eq!(other.captured(), plain.captured(), "{ko:?} {role:?} {target}\n{board}");
                without += 1;
            }
        }
    }
    println!("{without} without a ko, {with} with one or unknown");
    assert!(without > 1_000 && with > 50, "{without} {with}");
}

/// Whom no ban binds does no worse for that, nor by threats of a higher order: the codes of GNU Go rest on it.
#[test]
fn freedom_from_bans_is_no_loss() {
    let (mut captures, mut turned) = (0, 0);
    let mut solver = Solver::new(TABLE);
    for (size, count, seed) in [(5, 300, 38), (4, 300, 39), (3, 300, 40)] {
        for (board, target, role) in questions(size, count, seed) {
            // The best one for the target first.
            let models = [KoModel::DefenderFree, KoModel::Plain, KoModel::AttackerFree];
            let found = models.map(|ko| {
                let options = SolverParams { ko, ..options(3, 5_000) };
                value(&solver.solve(&board, target, role, &options).unwrap())
            });
            let known: Vec<(bool, u8)> = found.into_iter().flatten().collect();
            for pair in known.windows(2) {
                let [(falls, order), (still_falls, least)] = [pair[0], pair[1]];
                assert!(!falls || still_falls && least <= order, "{role:?} {target} {found:?}\n{board}");
                captures += u32::from(falls);
                turned += u32::from(falls != still_falls);
            }
        }
    }
    println!("{captures} captures, {turned} turned by a ko");
    assert!(captures > 200 && turned > 20, "{captures} {turned}");
}

/// On the full board there is no oracle: the same solver answers for the other position, without the values that it
/// takes over by zone.
#[test]
fn the_full_board_outside_a_zone_does_not_matter() {
    let mut rng = Rng::new(28, 0);
    let mut solver = Solver::new(TABLE);
    let (mut pairs, mut unknown) = ([0; 2], 0);
    for (board, target, role) in questions(9, 900, 29) {
        let answer = solver.solve(&board, target, role, &options(3, 3_000)).unwrap();
        let (Answer::Captured { order, zone, .. } | Answer::NotWithinOrder { order, zone, .. }) = &answer
        else {
            continue;
        };
        if board.ko().is_some_and(|ko| zone.points().contains(ko)) {
            continue;
        }
        for other in (0..8).filter_map(|_| refilled(&board, zone.points(), &mut rng)) {
            // Where the lower orders fail for reasons outside the zone, they may do here.
            let found = solver
                .solve(&other, target, role, &SolverParams { recall: false, ..options(*order, 30_000) })
                .unwrap()
                .captured();
            if found.is_none() {
                unknown += 1;
                continue;
            }
            let captured = answer.captured();
            assert_eq!(found, captured, "{role:?} {target} {order} {:?}\n{board}{other}", zone.points());
            pairs[usize::from(captured == Some(true))] += 1;
        }
    }
    println!("{pairs:?}, {unknown} unknown");
    assert!(
        pairs.iter().all(|&count| count >= 200) && unknown * 20 < pairs[0] + pairs[1],
        "{pairs:?} {unknown}"
    );
}
