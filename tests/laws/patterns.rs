//! Diamonds against a point by point look at the board, in all symmetries and both colors; templates that
//! are refused.

use super::board::random_positions;
use std::collections::BTreeMap;
use std::path::Path;
use tengen::board::{Board, Color, MAX_SIZE, MIN_SIZE, Point, PointSet, Symmetry};
use tengen::patterns::diamond::{self, ENTRIES, OFFSETS};
use tengen::patterns::{Class, Classes, Neighbors, PatternTable, embedded_templates, parse_templates};
use tengen::tactics::real_eyes;

/// The points of a diamond that are on the board, in the order of the offsets.
fn diamond_of(center: Point, size: usize) -> Vec<Option<Point>> {
    let inside = |at: i32| (0..size as i32).contains(&at).then_some(at as usize);
    let at = |(column, row): (i8, i8)| {
        let column = inside(center.column() as i32 + i32::from(column))?;
        Some(Point::new(column, inside(center.row() as i32 + i32::from(row))?))
    };
    OFFSETS.iter().map(|&offset| at(offset)).collect()
}

fn is_stone(board: &Board, color: Color, point: Point) -> bool {
    board.stones(color).contains(point)
}

#[test]
fn the_index_has_a_digit_for_every_point_on_the_board() {
    random_positions(20_000, 1, |board| {
        let empty = Board::new(board.size());
        for center in board.empty() {
            for color in Color::ALL {
                let base = diamond::index(&empty, center, color);
                let points = diamond_of(center, board.size()).into_iter().flatten();
                let digits = points.map(|point| match () {
                    () if is_stone(board, color, point) => 1,
                    () if is_stone(board, !color, point) => 2,
                    () => 0,
                });
                let number = digits.collect::<Vec<usize>>().iter().rev().fold(0, |n, digit| 3 * n + digit);
                assert_eq!(diamond::index(board, center, color), base + number, "{center} {color}\n{board}");
            }
        }
    });
}

/// Every different part of a diamond has its own range of indices, without gaps; the large board's come
/// first and are 3^12 + 4·3^11 + 4·3^8 + 4·3^10 + 8·3^7 + 4·3^5.
#[test]
fn the_table_has_an_entry_for_every_diamond() {
    let mut ranges = BTreeMap::new();
    let mut end_of_large = 0;
    for size in (MIN_SIZE..=MAX_SIZE).rev() {
        for center in PointSet::board(size) {
            let base = diamond::index(&Board::new(size), center, Color::Black);
            let on_board: Vec<bool> = diamond_of(center, size).iter().map(Option::is_some).collect();
            let known = ranges.insert(base, on_board.clone());
            assert!(known.is_none_or(|known| known == on_board), "size {size}, {center}");
        }
        if size == MAX_SIZE {
            assert_eq!(ranges.len(), 25);
            end_of_large = end(&ranges);
        }
    }
    assert_eq!(end_of_large, 1_520_937);
    assert_eq!(end(&ranges), ENTRIES);
    assert_eq!(ENTRIES, 1_530_522);
}

/// The end of ranges that follow each other without a gap.
fn end(ranges: &BTreeMap<usize, Vec<bool>>) -> usize {
    ranges.iter().fold(0, |end, (&base, on_board)| {
        assert_eq!(base, end);
        end + 3usize.pow(on_board.iter().filter(|&&on_board| on_board).count() as u32)
    })
}

#[test]
fn entries_agree_in_all_symmetries_and_both_colors() {
    let table = PatternTable::embedded();
    random_positions(3_000, 2, |board| {
        let (size, color) = (board.size(), board.to_play());
        let exchanged = board.with_colors_exchanged();
        for point in board.empty() {
            let entry = table.entry(board, point, color);
            assert_eq!(entry, table.entry(&exchanged, point, !color));
            for symmetry in Symmetry::ALL {
                let (board, image) = (symmetry.board(board), symmetry.point(point, size));
                let other = table.entry(&board, image, color);
                assert_eq!(entry.classes(), other.classes(), "{image}\n{board}");
                assert_eq!(entry.weight(), other.weight(), "{image}\n{board}");
                assert_eq!(entry.neighbors(), other.neighbors(), "{image}\n{board}");
                assert_eq!(symmetry.points(entry.points(point, size), size), other.points(image, size));
            }
        }
    });
}

#[test]
fn neighbors_are_counted() {
    let table = PatternTable::embedded();
    random_positions(5_000, 3, |board| {
        for point in board.empty() {
            let near = PointSet::neighbors_of(point);
            for color in Color::ALL {
                let count = |stones: PointSet| (near & stones).len() as u8;
                let own = count(board.stones(color));
                let enemy = count(board.stones(!color));
                let expected = Neighbors { own, enemy, empty: count(board.empty()) };
                assert_eq!(table.entry(board, point, color).neighbors(), expected, "{point}\n{board}");
            }
        }
    });
}

#[test]
fn eyes_are_those_of_the_tactics() {
    let table = PatternTable::embedded();
    let mut seen = [0; 3];
    random_positions(50_000, 4, |board| {
        for color in Color::ALL {
            let real = real_eyes(board, color);
            for point in board.empty() {
                let near = PointSet::neighbors_of(point) & PointSet::board(board.size());
                let is_eye = (near - board.stones(color)).is_empty();
                let entry = table.entry(board, point, color);
                assert_eq!(entry.is(Class::RealEye), real.contains(point), "{color} {point}\n{board}");
                assert_eq!(entry.is(Class::FalseEye), is_eye && !real.contains(point), "{point}\n{board}");
                assert!(is_eye || !entry.is(Class::ConvertibleEye), "{color} {point}\n{board}");
                let settled_by = entry.points(point, board.size());
                assert_eq!(settled_by.is_empty(), !entry.is(Class::ConvertibleEye));
                assert!((settled_by & board.stones(color)).is_empty());
                for (seen, class) in
                    seen.iter_mut().zip([Class::RealEye, Class::FalseEye, Class::ConvertibleEye])
                {
                    *seen += usize::from(entry.is(class));
                }
            }
        }
    });
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
}

#[test]
fn the_embedded_templates_are_a_collection() {
    let templates = embedded_templates();
    let good_shape = templates.iter().filter(|template| template.classes().intersects(Classes::GOOD_SHAPE));
    assert!(good_shape.count() >= 60);
    for (class, name) in Class::NAMES {
        assert!(templates.iter().any(|template| template.classes().contains(class)), "{name}");
        assert_eq!(Class::parse(name), Some(class));
    }
    let mut names: Vec<String> =
        templates.iter().map(|template| format!("{} {}", template.classes(), template.name())).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "two templates have the same name");
}

#[test]
fn the_embedded_table_is_that_of_the_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns");
    assert!(PatternTable::read(&folder).unwrap() == PatternTable::embedded());
}

#[test]
fn bad_templates_are_refused_with_file_line_and_reason() {
    let good = "hane 2 a name\n%\n? O ?\n% . * . %\n? ? ?\n%\n";
    assert_eq!(parse_templates("a.pat", &format!("// a comment\n\n{good}\n{good}")).unwrap().len(), 2);
    for (wrong, right, sentence) in [
        ("hane", "hana", "a.pat, line 1: 'hana' is no class"),
        ("hane", "hane,", "a.pat, line 1: '' is no class"),
        ("2", "-1", "a.pat, line 1: '-1' is no weight from 0 to 1000"),
        ("2", "NaN", "a.pat, line 1: 'NaN' is no weight from 0 to 1000"),
        ("2 a name", "", "a.pat, line 1: '' is no weight from 0 to 1000"),
        (" a name", "", "a.pat, line 1: the template has no name"),
        ("? O ?", "? O", "a.pat, line 3: this line of the drawing has 3 points, not 2"),
        ("O", "Q", "a.pat, line 3: 'Q' is no symbol of a point"),
        ("*", "X", "a.pat, line 4: the center is '*', not 'X'"),
        ("? O ?", "? * ?", "a.pat, line 3: '*' is no symbol of a point"),
        ("? O ?", "? # ?", "a.pat, line 1: no place on any board has its edges there"),
        ("? ? ?\n%\n", "", "a.pat, line 1: the drawing has fewer than five lines"),
        ("? ? ?\n", "\n", "a.pat, line 1: the drawing has fewer than five lines"),
    ] {
        let error = parse_templates("a.pat", &good.replacen(wrong, right, 1)).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn a_template_matches_its_drawing_and_nothing_near_it() {
    let text =
        "cut 7 exact\n.\nX O .\n. * S .\no x .\n.\n\nedge 3 at the edge\n%\n? X ?\n% ? * ? %\n# # #\n#\n";
    let templates = parse_templates("a.pat", &text.replacen(". * S .", ". . * S .", 1)).unwrap();
    let table = PatternTable::new(&templates).unwrap();
    let weight = |picture: &str, point: &str| {
        let board: Board = picture.parse().unwrap();
        let point = Point::parse(point, board.size()).unwrap();
        Color::ALL.map(|color| table.entry(&board, point, color).weight())
    };
    assert_eq!(weight("......./......./..XO.../....X../......./......./.......", "D4"), [7.0, 1.0]);
    assert_eq!(weight("......./......./..XO.../....O../...X.../......./.......", "D4"), [7.0, 1.0]);
    assert_eq!(weight("......./......./..XO.../....O../...O.../......./.......", "D4"), [1.0, 1.0]);
    assert_eq!(weight("......./......./..OX.../....X../..X..../......./.......", "D4"), [1.0, 7.0]);
    assert_eq!(weight("......./......./.....X./......./......./......./.......", "G5"), [3.0, 1.0]);
}
