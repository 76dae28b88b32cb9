//! The features of moves and the prior from them, in all symmetries and both colors.

use super::board::random_positions_of;
use tengen::board::{Board, MAX_SIZE, MIN_SIZE, Move, Point, Symmetry};
use tengen::knowledge::Knowledge;
use tengen::search::{Scene, prior_policy};

/// Features that are read, with a limit of positions and the first of the moves that do: those of an image may be others.
const READ: [&str; 8] = ["atari", "defends", "escape", "ladder", "net", "save", "strengthen", "threat"];

/// Every legal move as a scene of its own choice leaves some out.
fn scene_of<'a>(board: &'a Board, last: [Option<Point>; 2], knowledge: &'a Knowledge) -> Scene<'a> {
    let mut scene = Scene::new(board, last.map(|point| point.map(Move::Play)), knowledge);
    scene.plays = board.legal_moves(board.to_play());
    scene
}

/// Every move with each of its features, as points of an image.
fn noted(scene: &Scene<'_>, image: impl Fn(Point) -> Point) -> Vec<(Point, &'static str)> {
    let mut noted = Vec::new();
    scene.features(|feature, points| {
        noted.extend(points.iter().map(|point| (image(point), feature.name())));
    });
    noted.sort_unstable();
    noted
}

#[test]
fn features_and_the_prior_do_not_depend_on_symmetry_or_color() {
    let knowledge = Knowledge::embedded();
    let (mut images, mut alike) = (0, 0);
    let mut look = |board: &Board| {
        let last = [!board.to_play(), board.to_play()].map(|color| board.stones(color).first());
        let scene = scene_of(board, last, &knowledge);
        let shares = prior_policy(&scene);
        for symmetry in Symmetry::ALL {
            let place = |point| symmetry.point(point, board.size());
            let said = noted(&scene, place);
            for image in [symmetry.board(board), symmetry.board(&board.with_colors_exchanged())] {
                let other = scene_of(&image, last.map(|point| point.map(place)), &knowledge);
                let mut all = [said.clone(), noted(&other, |point| point)];
                images += 1;
                if all[0] == all[1] {
                    alike += 1;
                    let others = prior_policy(&other);
                    let far = |&point: &Point| (shares[point] - others[place(point)]).abs() > 1e-5;
                    assert_eq!(scene.plays.iter().find(far), None, "\n{board}\n{image}");
                }
                for noted in &mut all {
                    noted.retain(|(_, name)| !READ.iter().any(|read| name.starts_with(read)));
                }
                assert_eq!(all[0], all[1], "\n{board}\n{image}");
            }
        }
    };
    // Only the largest board has no free column beside its last one.
    for sizes in [MIN_SIZE..=MAX_SIZE, MAX_SIZE..=MAX_SIZE] {
        random_positions_of(sizes, 1_000, 8, &mut look);
    }
    assert!(alike * 10 > images * 9, "{alike} of {images}");
}
