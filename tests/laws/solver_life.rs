//! Life and death of closed groups: against the retrograde oracle of the whole board, and by the laws that captures keep to.

use super::solver_oracle::{MODELS, Oracle, dense_oracles, is_thorough, key, refilled, small_oracles};
use super::solver_rivals::problems;
use tengen::board::{Board, Color, Move, Point, PointSet, Symmetry};
use tengen::rng::Rng;
use tengen::solver::{Fate, KoModel, LifeAnswer, LifeParams, LifeSolver, Role, Solver, SolverParams};

const LIFE_TABLE: usize = 1 << 22;

fn options(nodes: u64, ko: KoModel) -> LifeParams {
    LifeParams { nodes, ko }
}

fn oracles(ko: KoModel) -> impl Iterator<Item = (Oracle, usize)> {
    let (every, dense) = if is_thorough() { (1, 400) } else { (5, 24) };
    let small = small_oracles(ko).into_iter().map(move |oracle| (oracle, every));
    small.chain(dense_oracles(ko, dense).into_iter().map(|oracle| (oracle, 23)))
}

/// No answer of either kind contradicts what is true of the whole board.
#[test]
fn the_oracle_agrees_with_every_fate() {
    let mut seen = [0; 3];
    for ko in MODELS {
        let mut solver = LifeSolver::new(1 << 24);
        for (oracle, every) in oracles(ko) {
            for id in (0..oracle.states.len()).step_by(every) {
                let (board, role) = (oracle.board(id), oracle.role(id));
                let answer = solver.solve(&board, oracle.target, role, &options(3_000, ko)).unwrap();
                let truth = if oracle.is_captured(id) { Fate::Dead } else { Fate::Alive };
                let known = answer.fate == truth || answer.fate == Fate::Unknown;
                assert!(known, "{ko:?} {role:?} {} {answer:?}\n{board}", oracle.target);
                seen[answer.fate as usize] += 1;
            }
        }
    }
    println!("{seen:?}");
    assert!(seen[0] > 1_000 && seen[1] > 5_000, "{seen:?}");
}

/// The first move of a success is one.
#[test]
fn first_moves_succeed() {
    let mut moves = 0;
    for ko in MODELS {
        let mut solver = LifeSolver::new(1 << 24);
        for oracle in dense_oracles(ko, 12) {
            let ids = oracle.ids();
            for id in (0..oracle.states.len()).step_by(29) {
                let (board, role) = (oracle.board(id), oracle.role(id));
                let answer = solver.solve(&board, oracle.target, role, &options(3_000, ko)).unwrap();
                let Some(first) = answer.first else { continue };
                let mut next = board.clone();
                next.play(board.to_play(), first).unwrap();
                if next.empty().contains(oracle.target) {
                    continue;
                }
                // A side without the ban never has one.
                let Some(&next) = ids.get(&key(&next)) else { continue };
                moves += 1;
                assert_eq!(
                    oracle.is_captured(next),
                    role == Role::Attack,
                    "{ko:?} {role:?} {} {first}\n{board}",
                    oracle.target
                );
            }
        }
    }
    println!("{moves} moves");
    assert!(moves > 100, "{moves}");
}

/// Every position that agrees with an answered one on its zone has the same value.
#[test]
fn the_board_outside_a_zone_does_not_matter_for_a_fate() {
    let mut rng = Rng::new(41, 0);
    let mut seen = [0; 2];
    for ko in MODELS {
        let mut solver = LifeSolver::new(1 << 24);
        for oracle in small_oracles(ko) {
            let ids = oracle.ids();
            for id in (0..oracle.states.len()).step_by(3) {
                let (board, role) = (oracle.board(id), oracle.role(id));
                let answer = solver.solve(&board, oracle.target, role, &options(3_000, ko)).unwrap();
                let banned = board.ko().is_some_and(|ko| answer.zone.points().contains(ko));
                if banned || answer.fate == Fate::Unknown {
                    continue;
                }
                for _ in 0..3 {
                    let other = refilled(&board, answer.zone.points(), &mut rng);
                    let Some(&other) = other.and_then(|other| ids.get(&key(&other))) else { continue };
                    let value = if oracle.is_captured(other) { Fate::Dead } else { Fate::Alive };
                    assert_eq!(
                        value,
                        answer.fate,
                        "{ko:?} {role:?} {answer:?}\n{board}{}",
                        oracle.board(other)
                    );
                    seen[value as usize] += 1;
                }
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

/// The same on boards that no oracle knows, where the stones around a group have liberties of their own: the same solver answers
/// for the other position.
#[test]
fn the_full_board_outside_a_zone_does_not_matter_for_a_fate() {
    let mut rng = Rng::new(42, 0);
    let (mut pairs, mut unknown) = ([0; 2], 0);
    for ko in MODELS {
        let mut solver = LifeSolver::new(LIFE_TABLE);
        let walled = walled_groups().flat_map(|(board, target)| {
            [Role::Attack, Role::Defend].map(|role| (board.clone(), target, role))
        });
        let drawn = problems(9, 400, 64).into_iter().chain(problems(7, 400, 65));
        for (board, target, role) in walled.chain(drawn) {
            let answer = solver.solve(&board, target, role, &options(3_000, ko)).unwrap();
            let zone = answer.zone.points();
            let banned = board.ko().is_some_and(|ko| zone.contains(ko));
            if banned || answer.fate == Fate::Unknown {
                continue;
            }
            for other in (0..8).filter_map(|_| refilled(&board, zone, &mut rng)) {
                let found = solver.solve(&other, target, role, &options(3_000, ko)).unwrap().fate;
                if found == Fate::Unknown {
                    unknown += 1;
                    continue;
                }
                assert_eq!(found, answer.fate, "{ko:?} {role:?} {target} {zone:?}\n{board}{other}");
                pairs[found as usize] += 1;
            }
        }
    }
    println!("{pairs:?}, {unknown} unknown");
    assert!(
        pairs.iter().all(|&count| count >= 50) && unknown * 4 < pairs[0] + pairs[1],
        "{pairs:?} {unknown}"
    );
}

/// What threats capture is not alive, and what dies though its owner moves first does not live when its enemy does.
#[test]
fn fates_agree_with_captures_and_with_one_another() {
    let (mut judged, mut pairs) = ([0; 2], 0);
    for ko in MODELS {
        let (mut life, mut captures) = (LifeSolver::new(LIFE_TABLE), Solver::new(LIFE_TABLE));
        for (size, count, seed) in [(7, 100, 66), (5, 200, 67), (4, 200, 68), (3, 200, 69)] {
            let drawn = problems(size, count, seed).into_iter().filter(|(board, ..)| board.ko().is_none());
            for (board, target, _) in drawn {
                let [attacked, defended] = [Role::Attack, Role::Defend].map(|role| {
                    let fate = life.solve(&board, target, role, &options(2_000, ko)).unwrap().fate;
                    let params = SolverParams { nodes: 2_000, ko, ..SolverParams::default() };
                    let captured = captures.solve(&board, target, role, &params).unwrap().captured();
                    let contradict = fate == Fate::Alive && captured == Some(true);
                    assert!(!contradict, "{ko:?} {role:?} {target}\n{board}");
                    if fate != Fate::Unknown && captured.is_some() {
                        judged[fate as usize] += 1;
                    }
                    fate
                });
                if defended == Fate::Dead && attacked != Fate::Unknown {
                    assert_eq!(attacked, Fate::Dead, "{ko:?} {target}\n{board}");
                    pairs += 1;
                }
            }
        }
    }
    println!("{judged:?} {pairs}");
    assert!(judged.iter().all(|&count| count >= 400) && pairs >= 100, "{judged:?} {pairs}");
}

#[test]
fn fates_know_no_direction_and_no_color() {
    let mut pairs = [0; 2];
    for (size, count, seed) in [(9, 300, 51), (5, 300, 52)] {
        let mut solver = LifeSolver::new(LIFE_TABLE);
        for (board, target, role) in problems(size, count, seed) {
            let mut ask = |board: &Board, target| {
                solver.solve(board, target, role, &options(5_000, KoModel::Plain)).unwrap().fate
            };
            let known = ask(&board, target);
            if known == Fate::Unknown {
                continue;
            }
            for symmetry in Symmetry::ALL {
                let (image, target) = (symmetry.board(&board), symmetry.point(target, size));
                for image in [image.with_colors_exchanged(), image] {
                    let found = ask(&image, target);
                    if found != Fate::Unknown {
                        assert_eq!(found, known, "{role:?} {target}\n{image}of\n{board}");
                        pairs[known as usize] += 1;
                    }
                }
            }
        }
    }
    println!("{pairs:?}");
    assert!(pairs.iter().all(|&count| count > 300), "{pairs:?}");
}

#[test]
fn more_nodes_change_no_fate() {
    let mut solved = [0; 3];
    for (board, target, role) in problems(9, 200, 53).into_iter().chain(problems(5, 300, 54)) {
        let mut known = Fate::Unknown;
        for (limit, solved) in [10, 200, 4_000].into_iter().zip(&mut solved) {
            let mut solver = LifeSolver::new(LIFE_TABLE);
            let LifeAnswer { fate, nodes, .. } =
                solver.solve(&board, target, role, &options(limit, KoModel::Plain)).unwrap();
            assert!(nodes <= limit, "{nodes} of {limit}");
            assert!(known == Fate::Unknown || fate == known, "{role:?} {target} {limit}: {fate:?}\n{board}");
            known = fate;
            *solved += u32::from(fate != Fate::Unknown);
        }
    }
    println!("{solved:?}");
    assert!(solved.is_sorted() && solved[0] < solved[2], "{solved:?}");
}

/// Where an answer says that no ko took part, it holds whomever the ban on retaking binds.
#[test]
fn without_a_ko_a_fate_is_one_for_all_models() {
    let (mut with, mut without) = (0, 0);
    let mut solver = LifeSolver::new(LIFE_TABLE);
    for (size, count, seed) in [(5, 400, 55), (4, 400, 56), (3, 400, 57), (9, 200, 58)] {
        for (board, target, role) in problems(size, count, seed) {
            let mut ask = |ko| solver.solve(&board, target, role, &options(3_000, ko)).unwrap();
            let plain = ask(KoModel::Plain);
            if plain.fate == Fate::Unknown || plain.zone.used_ko() {
                with += 1;
                continue;
            }
            for ko in MODELS {
                let other = ask(ko).fate;
                if other != Fate::Unknown {
                    assert_eq!(other, plain.fate, "{ko:?} {role:?} {target}\n{board}");
                    without += 1;
                }
            }
        }
    }
    println!("{without} without a ko, {with} with one or unknown");
    assert!(without > 500, "{without} {with}");
}

/// A group around an eye space, and the wall around it; the chains outside have what is left of the board.
fn walled(size: usize, eyes: &str, enemies: &str) -> Board {
    let all = PointSet::board(size);
    let points = |names: &str| -> PointSet {
        names.split_whitespace().map(|name| Point::parse(name, size).unwrap()).collect()
    };
    let (eyes, enemies) = (points(eyes), points(enemies));
    let around = |set: PointSet| {
        let cross = set.neighbors() & all;
        let corners = set.iter().flat_map(|point| {
            let beside = PointSet::neighbors_of(point);
            all.iter()
                .filter(move |other| *other != point && (PointSet::neighbors_of(*other) & beside).len() == 2)
        });
        (cross | corners.collect()) - set
    };
    let walls = around(eyes);
    let captors = around(eyes | walls);
    Board::from_stones(size, walls, captors | enemies).unwrap()
}

/// Groups around eye spaces of several shapes, each with one of its stones.
fn walled_groups() -> impl Iterator<Item = (Board, Point)> {
    let shapes =
        ["D5 E5", "D5 E5 F5", "D5 E5 D6 E6", "D5 E5 F5 E6", "D5 E5 F5 D6 E6", "D1 E1 F1", "A1 B1 A2"];
    shapes.into_iter().map(|eyes| {
        let board = walled(9, eyes, "");
        let target = board.stones(Color::Black).first().unwrap();
        (board, target)
    })
}

fn fates_of(board: &Board, target: Point, ko: KoModel) -> (LifeAnswer, LifeAnswer) {
    let mut solver = LifeSolver::new(1 << 24);
    let mut ask = |role| solver.solve(board, target, role, &options(200_000, ko)).unwrap();
    (ask(Role::Attack), ask(Role::Defend))
}

/// Eye spaces of a group without outer liberties: if its enemy moves first, and if its owner does.
#[test]
fn eye_spaces_have_the_fates_of_the_books() {
    use Fate::{Alive, Dead};
    let shapes = [
        ("one point", "E5", "", Dead, Dead),
        ("two points", "E5 F5", "", Dead, Dead),
        ("straight three", "D5 E5 F5", "", Dead, Alive),
        ("bent three", "D5 E5 E6", "", Dead, Alive),
        ("square four", "D5 E5 D6 E6", "", Dead, Dead),
        ("pyramid four", "D5 E5 F5 E6", "", Dead, Alive),
        ("straight four", "D5 E5 F5 G5", "", Alive, Alive),
        ("bent four", "D5 E5 F5 F6", "", Alive, Alive),
        ("bulky five", "D5 E5 F5 D6 E6", "", Dead, Alive),
        ("crossed five", "E5 D5 F5 E6 E4", "", Dead, Alive),
        ("straight five", "C5 D5 E5 F5 G5", "", Alive, Alive),
        ("rabbity six", "D5 E5 F5 D6 E6 E4", "", Dead, Alive),
        ("rectangular six", "D5 E5 F5 D6 E6 F6", "", Alive, Alive),
        ("three with a stone in the middle", "D5 E5 F5", "E5", Dead, Dead),
        ("four in a row with two stones", "D5 E5 F5 G5", "D5 G5", Alive, Alive),
        ("four in a row with two stones in the middle", "D5 E5 F5 G5", "E5 F5", Dead, Dead),
        ("corner bent three", "A1 B1 A2", "", Dead, Alive),
        ("side straight three", "D1 E1 F1", "", Dead, Alive),
        ("side straight four", "D1 E1 F1 G1", "", Alive, Alive),
    ];
    for (name, eyes, enemies, attacked, defended) in shapes {
        let board = walled(9, eyes, enemies);
        let target = board.stones(Color::Black).first().unwrap();
        let (attack, defend) = fates_of(&board, target, KoModel::Plain);
        println!("{name}: {} and {} nodes", attack.nodes, defend.nodes);
        assert_eq!((attack.fate, defend.fate), (attacked, defended), "{name}\n{board}");
    }
}

/// What is an edge of one board is open on another.
#[test]
fn boards_of_other_sizes_are_not_remembered() {
    let boards = [
        ".X...../OX...../OXXXX../OXX.X../OXXXX../OOX.X../.OXXX..",
        "........./........./.X......./OX......./OXXXX..../OXX.X..../OXXXX..../OOX.X..../.OXXX....",
    ]
    .map(|picture| (picture.parse::<Board>().unwrap(), Point::new(0, 2)));
    let fate = |solver: &mut LifeSolver, (board, target): &(Board, Point)| {
        solver.solve(board, *target, Role::Defend, &options(100_000, KoModel::Plain)).unwrap().fate
    };
    let alone = boards.each_ref().map(|one| fate(&mut LifeSolver::new(LIFE_TABLE), one));
    assert_eq!(alone, [Fate::Dead, Fate::Unknown]);
    let mut solver = LifeSolver::new(LIFE_TABLE);
    for (one, alone) in boards.iter().zip(alone).cycle().take(4) {
        assert_eq!(fate(&mut solver, one), alone);
    }
}

/// Where the enemy may not take a ko back now, it may after a pass.
#[test]
fn a_ban_does_not_save_whoever_passes() {
    let mut board: Board =
        "........./........./........./........./........./OO......./.O......./OOOX...../.OX.X...."
            .parse()
            .unwrap();
    let [taker, taken] = ["D1", "C1"].map(|name| Point::parse(name, 9).unwrap());
    board.set_to_play(Color::White);
    board.play(Color::White, Move::Play(taker)).unwrap();
    let (attacked, defended) = fates_of(&board, taker, KoModel::Plain);
    assert_eq!((attacked.fate, defended.fate), (Fate::Alive, Fate::Alive));
    assert_eq!(defended.first, Some(Move::Play(taken)));
}

/// The side that succeeds plays as the solver says, the other anything anywhere on the board: the fate never turns.
#[test]
fn fates_hold_when_they_are_played_out() {
    let mut rng = Rng::new(61, 0);
    let (mut moves, mut captures) = (0, 0);
    let mut solver = LifeSolver::new(LIFE_TABLE);
    let drawn = problems(9, 150, 62).into_iter().chain(problems(5, 200, 63));
    let roots: Vec<_> = walled_groups().chain(drawn.map(|(board, target, _)| (board, target))).collect();
    for (root, target) in roots.iter().flat_map(|root| std::iter::repeat_n(root, 4)) {
        let owner = root.color_at(*target).unwrap();
        for succeeds in Color::ALL {
            let mut board = root.clone();
            board.set_to_play(succeeds);
            let role = if succeeds == owner { Role::Defend } else { Role::Attack };
            let hoped = if succeeds == owner { Fate::Alive } else { Fate::Dead };
            for turn in 0..60 {
                let params = options(3_000, KoModel::Plain);
                let answer = solver.solve(&board, *target, role, &params).unwrap();
                let turned = turn > 0 && answer.fate != hoped && answer.fate != Fate::Unknown;
                assert!(!turned, "{role:?} {target} {answer:?}\n{board}from\n{root}");
                let Some(first) = answer.first else { break };
                board.play(succeeds, first).unwrap();
                moves += 1;
                if board.empty().contains(*target) {
                    captures += 1;
                    assert_eq!(hoped, Fate::Dead, "{target}\n{board}from\n{root}");
                    break;
                }
                let Some(reply) = board.legal_moves(!succeeds).pick(&mut rng) else { break };
                board.play_legal(!succeeds, reply);
                if board.empty().contains(*target) {
                    assert_eq!(hoped, Fate::Dead, "{target}\n{board}from\n{root}");
                    break;
                }
            }
        }
    }
    println!("{moves} moves, {captures} captures");
    assert!(moves > 500 && captures > 50, "{moves} {captures}");
}

/// Groups with liberties outside, false eyes, seki and kos: what holds for all models of kos, or for one.
#[test]
fn drawn_groups_have_the_fates_of_the_books() {
    use Fate::{Alive, Dead, Unknown};
    use KoModel::{AttackerFree, DefenderFree, Plain};
    let open_wall = |eyes| {
        let board = walled(9, eyes, "");
        let (black, white) = (board.stones(Color::Black), board.stones(Color::White));
        let gap = PointSet::of(Point::parse("E7", 9).unwrap());
        Board::from_stones(9, black, white - gap).unwrap()
    };
    let drawn = |picture: &str| picture.parse::<Board>().unwrap();
    let shared = drawn(
        ". . . . . . . .
          . . . . . . . .
          . . . . . . . .
          O O O O O O O O
          . O . O . O . O
          O O O O O O O O
          X X X X X X X X
          X . O O O O . X",
    );
    let killed = drawn(". . . . . ./O O O O O O/. O . O . O/O O O O O O/X X X X X X/X . O O . X");
    let eyes = drawn(
        ". . . O X X X
         O O O O X . X
         O O O O X X X
         . O . O X X .
         O O O O X X X
         X X X X O O O
         . X X . O O .",
    );
    let bent_four = drawn("O O O O O O/. O . O . O/O O O O O O/X X O O O O/. X X X X O/O O O . X O");
    let false_eye = drawn(". X . X O ./X X X O O ./O O O O . ./. . . . . ./. . . . . ./. . . . . .");
    let dragon = drawn("X X O . ./X . X O ./X X . X O/O X X X O/. O O O .");
    let carpenter = walled(9, "A1 B1 C1 A2 B2 C2 A3 B3 C3", "");
    let cases = [
        // Moves out into the open are not looked at.
        ("three, a way out above", open_wall("D5 E5 F5"), "E6", Plain, Unknown, Alive),
        ("two, a way out above", open_wall("D5 E5"), "E6", Plain, Dead, Unknown),
        ("shared liberties, above", shared.clone(), "A2", AttackerFree, Alive, Alive),
        ("shared liberties, inside", shared, "D1", AttackerFree, Alive, Alive),
        ("a shape that kills", killed, "A2", DefenderFree, Dead, Dead),
        ("an eye each, on the left", eyes.clone(), "A2", AttackerFree, Alive, Alive),
        ("an eye each, on the right", eyes, "E2", AttackerFree, Alive, Alive),
        ("bent four, the enemy wins the ko", bent_four.clone(), "B2", AttackerFree, Dead, Dead),
        ("bent four, its owner does", bent_four, "B2", DefenderFree, Alive, Alive),
        ("a false eye", false_eye.clone(), "A5", Plain, Dead, Dead),
        ("a false eye, a ko without end", false_eye, "A5", DefenderFree, Alive, Alive),
        ("two heads", dragon, "A5", AttackerFree, Alive, Alive),
        ("nine in the corner, its owner wins the ko", carpenter, "D1", DefenderFree, Alive, Alive),
    ];
    let mut wrong = String::new();
    for (name, board, target, ko, attacked, defended) in cases {
        let target = Point::parse(target, board.size()).unwrap();
        let (attack, defend) = fates_of(&board, target, ko);
        println!("{name}: {attack:?}\n{defend:?}");
        if (attack.fate, defend.fate) != (attacked, defended) {
            wrong += &format!("{name}: {} and {}\n{board}", attack.fate, defend.fate);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
