//! Diamonds against a point by point look at the board, in all symmetries and both colors; templates that
//! are refused.

use super::board::random_positions;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tengen::board::{Board, Color, MAX_SIZE, MIN_SIZE, Point, PointSet, Symmetry};
use tengen::patterns::diamond::{Diamond, OFFSETS, SQUARES, TIPS};
use tengen::patterns::{
    Class, Classes, Neighbors, PatternTable, Template, embedded_templates, parse_templates,
};
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

/// Is the point of that number a tip, at distance two in a line?
fn is_tip(number: usize) -> bool {
    let (column, row) = OFFSETS[number];
    column.abs() + row.abs() == 2 && column * row == 0
}

#[test]
fn a_diamond_has_a_digit_for_every_point() {
    random_positions(20_000, 1, |board| {
        let empty = Board::new(board.size());
        for center in board.empty() {
            for color in Color::ALL {
                let base = Diamond::around(&empty, center, color);
                let mut expected = Diamond { square: 0, tips: 0 };
                for (number, point) in diamond_of(center, board.size()).into_iter().enumerate().rev() {
                    let digit = match point {
                        Some(point) if is_stone(board, color, point) => 1,
                        Some(point) if is_stone(board, !color, point) => 2,
                        _ => 0,
                    };
                    let part = if is_tip(number) { &mut expected.tips } else { &mut expected.square };
                    *part = 3 * *part + digit;
                }
                expected.square += base.square;
                assert_eq!(Diamond::around(board, center, color), expected, "{center} {color}\n{board}");
                assert!(expected.square < SQUARES && expected.tips < TIPS);
            }
        }
    });
}

/// Every different part of a diamond has its own range of 3^8 squares, without gaps; the large board's come first.
#[test]
fn the_table_has_a_place_for_every_square() {
    const RANGE: usize = 6561;
    let mut ranges = BTreeMap::new();
    for size in (MIN_SIZE..=MAX_SIZE).rev() {
        for center in PointSet::board(size) {
            let Diamond { square, tips } = Diamond::around(&Board::new(size), center, Color::Black);
            assert_eq!((square % RANGE, tips), (0, 0));
            let on_board: Vec<bool> = diamond_of(center, size).iter().map(Option::is_some).collect();
            let known = ranges.insert(square / RANGE, on_board.clone());
            assert!(known.is_none_or(|known| known == on_board), "size {size}, {center}");
        }
        if size == MAX_SIZE {
            assert!(ranges.keys().copied().eq(0..25));
        }
    }
    assert!(ranges.keys().copied().eq(0..SQUARES / RANGE));
    let parts: BTreeSet<&Vec<bool>> = ranges.values().collect();
    assert_eq!(parts.len(), ranges.len());
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

/// What the eight points say is the same whatever the tips are, and all that the diamond says and more.
#[test]
fn templates_within_the_square_do_not_see_the_tips() {
    let square: Vec<Template> = embedded_templates().into_iter().map(Template::within_square).collect();
    let (squares, diamonds) = (PatternTable::new(&square).unwrap(), PatternTable::embedded());
    let (mut known, mut more) = (BTreeMap::new(), 0);
    random_positions(2_000, 6, |board| {
        for (point, color) in board.empty().iter().flat_map(|point| Color::ALL.map(|color| (point, color))) {
            let said = squares.entry(board, point, color).classes();
            let place = Diamond::around(board, point, color).square;
            assert_eq!(*known.entry(place).or_insert(said), said, "{point} {color}\n{board}");
            let all = diamonds.entry(board, point, color).classes();
            assert_eq!(said.union(all), said, "{point} {color}\n{board}");
            more += u32::from(said != all);
        }
    });
    assert!(more > 100, "{more}");
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
    assert!(PatternTable::read(&folder).unwrap() == *PatternTable::embedded());
}

#[test]
fn bad_templates_are_refused_with_file_line_and_reason() {
    let good = "hane 2 a name\n%\n? O ?\n% . * . %\n? ? ?\n%\n";
    assert_eq!(parse_templates("a.pat", &format!("// a comment\n\n{good}\n{good}")).unwrap().len(), 2);
    let columns = parse_templates("a.pat", &good.replacen("hane 2 ", "hane   2 \t", 1)).unwrap();
    assert_eq!(columns[0].name(), "a name");
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
        "cut 7 exact\n.\nX O .\n. . * S .\no x .\n.\n\nedge 3 at the edge\n%\n? X ?\n% ? * ? %\n# # #\n#\n";
    let templates = parse_templates("a.pat", text).unwrap();
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
