//! The numbers that a state of a capture begins with, fitted so that searches need few nodes.
//!
//! Each is a power of two, whose exponent is a sum: a number for whose move it is, the order of threats and the lowest one that
//! the liberties leave possible; and the count of what is seen around the target, times a number for each. `patterns/README.md` describes
//! the file they come from, `scripts/train/fit_first_numbers.py` writes it.
//!
//! Numbers from knowledge of the domain: Yoshizoe, Kishimoto, Müller: Lambda depth-first proof number search and its application to
//! Go, 2007, §5 (df-pn+) and §6; the features and the fit are our own.

use super::fight::{Fight, Ground};
use super::problem::{Kind, Numbers, clip};
use std::str::FromStr;
use std::sync::LazyLock;
use thiserror::Error;

/// What the program comes with.
static EMBEDDED: LazyLock<FirstNumbers> = LazyLock::new(|| {
    let numbers = include_str!("../../patterns/captures.numbers").parse();
    numbers.expect("the embedded numbers are whole")
});

/// The highest order that has numbers of its own: each beyond it doubles them, but for proof numbers where the liberties leave a
/// lower one than this possible.
const FITTED_ORDER: u32 = 3;

/// The lowest order that the liberties leave possible, and the order.
const ORDER_ROWS: [&str; 6] = ["1-of-1", "1-of-2", "2-of-2", "1-of-3", "2-of-3", "3-of-3"];

/// What is counted: empty points, stones of the defender and of the attacker next to liberties of the target; liberties, but
/// for the target's, of the attacker's stones that touch it; its stones.
const COUNT_ROWS: [&str; 5] = ["room", "friends", "enemies", "breath", "stones"];

/// More of a thing count as so many.
const MOST_ALIKE: u32 = 8;

/// By how much the best child may become worse than the second before another one is tried.
const TOLERANCE: &str = "tolerance";

const ROWS: usize = ORDER_ROWS.len() + COUNT_ROWS.len();

/// Powers of two, from the exponent 0 in sixteenths up to 1.
const POWERS: [u64; 16] = [
    65_536, 68_438, 71_468, 74_632, 77_936, 81_386, 84_990, 88_752, 92_682, 96_785, 101_070, 105_545,
    110_218, 115_098, 120_194, 125_515,
];

/// First numbers of all states of captures.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstNumbers {
    /// In 256ths of a doubling: with the defender and the attacker to move; of pn and dn.
    exponents: [[[i32; ROWS]; 2]; 2],
    /// With the defender and the attacker to move: 256ths of the second number, and what is added to them.
    tolerance: [[u32; 2]; 2],
}

/// Why a text holds no first numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FirstNumbersError {
    /// A line of another form.
    #[error("line {0} is no name with four numbers")]
    Line(usize),
    /// A line that is missing, or there too often.
    #[error("there has to be one line '{0}'")]
    Row(&'static str),
    /// A line of something else.
    #[error("'{0}' is unknown")]
    Unknown(String),
    /// A tolerance below nothing.
    #[error("a tolerance is not negative")]
    Negative,
}

impl FirstNumbers {
    /// What the program comes with.
    pub(super) fn embedded() -> &'static FirstNumbers {
        &EMBEDDED
    }

    /// Of a state that is not terminal; `least` is the lowest order that its liberties leave possible.
    pub(super) fn of(&self, ground: &Ground, fight: &Fight, least: u32) -> Numbers {
        let order = u32::from(fight.order).clamp(1, FITTED_ORDER);
        let beyond = u32::from(fight.order).saturating_sub(FITTED_ORDER);
        let row = order * (order - 1) / 2 + least.min(order) - 1;
        let empty = ground.empty(fight) - fight.liberties;
        let next = fight.liberties.neighbors();
        let captors = fight.target.neighbors() & fight.attacker;
        let seen = [
            next & empty,
            next & (fight.defender - fight.target),
            next & fight.attacker,
            captors.neighbors() & empty,
            fight.target,
        ];
        let counts = seen.map(|points| points.len().min(MOST_ALIKE) as i32);
        let number = |numbers: &[i32; ROWS], doublings: u32| {
            let (orders, counted) = numbers.split_at(ORDER_ROWS.len());
            let sum: i32 = counts.iter().zip(counted).map(|(count, number)| count * number).sum();
            power(orders[row as usize] + sum) << doublings
        };
        let [pn, dn] = &self.exponents[usize::from(fight.attacks)];
        Numbers::new(number(pn, if least < order { 0 } else { beyond }), number(dn, beyond))
    }

    /// By how much the best child of a state of this kind may become worse than the second; never by nothing, or two that are as
    /// good would take turns without being entered.
    pub(super) fn tolerance(&self, kind: Kind, second: u32) -> u32 {
        let [share, constant] = self.tolerance[usize::from(kind == Kind::Or)];
        clip(u64::from(second) * u64::from(share) / 256 + u64::from(constant)).max(1)
    }
}

/// Two to an exponent in 256ths, from 1 to 2^16.
fn power(exponent: i32) -> u32 {
    let sixteenths = ((exponent + 8) >> 4).clamp(0, 256) as usize;
    (((POWERS[sixteenths & 15] << (sixteenths >> 4)) + (1 << 15)) >> 16) as u32
}

impl FromStr for FirstNumbers {
    type Err = FirstNumbersError;

    /// Reads a text with a name and four numbers on each line; one that begins with # is a comment.
    fn from_str(text: &str) -> Result<FirstNumbers, FirstNumbersError> {
        let mut rows = [None; ROWS + 1];
        let names = || ORDER_ROWS.into_iter().chain(COUNT_ROWS).chain([TOLERANCE]);
        for (number, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let (name, numbers) = row(line).ok_or(FirstNumbersError::Line(number + 1))?;
            let Some((place, known)) = names().enumerate().find(|(_, known)| *known == name) else {
                return Err(FirstNumbersError::Unknown(name.to_owned()));
            };
            if rows[place].replace(numbers).is_some() {
                return Err(FirstNumbersError::Row(known));
            }
        }
        let rows = names().zip(rows).map(|(name, row)| row.ok_or(FirstNumbersError::Row(name)));
        let rows: Vec<[i16; 4]> = rows.collect::<Result<_, _>>()?;
        let exponents = |column: usize| std::array::from_fn(|place| i32::from(rows[place][column]));
        let tolerance = rows[ROWS].map(u32::try_from);
        let [Ok(share), Ok(constant), Ok(attack_share), Ok(attack_constant)] = tolerance else {
            return Err(FirstNumbersError::Negative);
        };
        Ok(FirstNumbers {
            exponents: [[exponents(0), exponents(1)], [exponents(2), exponents(3)]],
            tolerance: [[share, constant], [attack_share, attack_constant]],
        })
    }
}

/// A line's name and four numbers.
fn row(line: &str) -> Option<(&str, [i16; 4])> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let numbers: Option<Vec<i16>> = words.map(|word| word.parse().ok()).collect();
    Some((name, numbers?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::problem::INFINITE;

    /// A doubling, in the units of exponents.
    const DOUBLING: i32 = 256;

    /// A text with all rows, the same numbers in each.
    fn text_of(numbers: &str) -> String {
        ORDER_ROWS
            .into_iter()
            .chain(COUNT_ROWS)
            .chain([TOLERANCE])
            .map(|name| format!("{name} {numbers}\n"))
            .collect()
    }

    #[test]
    fn exponents_double_numbers() {
        for doublings in 0..=16 {
            assert_eq!(power(DOUBLING * doublings), 1 << doublings);
        }
        assert!((-300..5_000).map(power).is_sorted());
        assert_eq!((power(i32::MIN / 2), power(i32::MAX / 2)), (1, 1 << 16));
    }

    #[test]
    fn what_the_program_comes_with_can_be_read() {
        assert_eq!(
            *FirstNumbers::embedded(),
            include_str!("../../patterns/captures.numbers").parse().unwrap()
        );
    }

    #[test]
    fn a_tolerance_is_more_than_nothing_and_never_endless() {
        for (numbers, second, tolerance) in
            [("0 0 0 0", 100, 1), ("64 1 64 1", 100, 26), ("32767 32767 32767 32767", INFINITE, INFINITE - 1)]
        {
            let found: FirstNumbers = text_of(numbers).parse().unwrap();
            assert_eq!([Kind::Or, Kind::And].map(|kind| found.tolerance(kind, second)), [tolerance; 2]);
        }
    }

    #[test]
    fn texts_of_another_form_are_refused() {
        let whole = text_of("1 2 3 4");
        assert!(format!("# a comment\n\n{whole}").parse::<FirstNumbers>().is_ok());
        for (text, told) in [
            (whole.replace("room 1 2 3 4", "room 1 2 3"), "line 7 is no name with four numbers"),
            (whole.replace("room 1 2", "room 1 x"), "line 7 is no name with four numbers"),
            (whole.replace("room 1", "room 40000"), "line 7 is no name with four numbers"),
            (whole.replace("room", "rooms"), "'rooms' is unknown"),
            (whole.replace("room 1 2 3 4\n", ""), "there has to be one line 'room'"),
            (whole.replace("room", "breath"), "there has to be one line 'breath'"),
            (whole.replace("tolerance 1", "tolerance -1"), "a tolerance is not negative"),
        ] {
            assert_eq!(text.parse::<FirstNumbers>().unwrap_err().to_string(), told);
        }
    }
}
