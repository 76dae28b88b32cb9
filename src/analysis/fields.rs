//! The fields of a JSON object by their types.

use super::refusal::Refusal;
use crate::board::{Color, Move, Point};
use crate::game::Turn;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// The fields of a query, or of an object within one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: &'a Map<String, Value>) -> Fields<'a> {
        Fields { object }
    }

    pub(super) fn get(&self, field: &str) -> Option<&'a Value> {
        self.object.get(field)
    }

    /// A whole number of that range.
    pub(super) fn whole(&self, field: &str, range: RangeInclusive<i64>) -> Result<Option<i64>, Refusal> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let whole = value.as_i64().filter(|number| range.contains(number));
        let wrong = || {
            Refusal::new(field, format!("must be a whole number from {} to {}", range.start(), range.end()))
        };
        whole.map(Some).ok_or_else(wrong)
    }

    /// A number of that range.
    pub(super) fn number(&self, field: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, Refusal> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let number = value.as_f64().filter(|number| range.contains(number));
        let wrong =
            || Refusal::new(field, format!("must be a number from {} to {}", range.start(), range.end()));
        number.map(Some).ok_or_else(wrong)
    }

    /// `true` or `false`; `false` if it is not there.
    pub(super) fn truth(&self, field: &str) -> Result<bool, Refusal> {
        let Some(value) = self.get(field) else { return Ok(false) };
        value.as_bool().ok_or_else(|| Refusal::new(field, "must be true or false"))
    }

    pub(super) fn list(&self, field: &str, of: &str) -> Result<Option<&'a [Value]>, Refusal> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let wrong = || Refusal::new(field, format!("must be a list of {of}"));
        value.as_array().map(|list| Some(list.as_slice())).ok_or_else(wrong)
    }

    /// A list of whole numbers.
    pub(super) fn numbers(&self, field: &str) -> Result<Option<Vec<i64>>, Refusal> {
        let Some(list) = self.list(field, "whole numbers")? else { return Ok(None) };
        let wrong = || Refusal::new(field, "must be a list of whole numbers");
        let numbers: Option<Vec<i64>> = list.iter().map(Value::as_i64).collect();
        numbers.map(Some).ok_or_else(wrong)
    }

    /// A color.
    pub(super) fn color(&self, field: &str) -> Result<Option<Color>, Refusal> {
        let Some(value) = self.get(field) else { return Ok(None) };
        as_color(value).map(Some).ok_or_else(|| Refusal::new(field, "must be \"B\" or \"W\""))
    }

    /// A point.
    pub(super) fn point(&self, field: &str, size: usize) -> Result<Option<Point>, Refusal> {
        let Some(value) = self.get(field) else { return Ok(None) };
        match as_move(field, value, size)? {
            Move::Play(point) => Ok(Some(point)),
            Move::Pass => Err(Refusal::new(field, "must be a point")),
        }
    }

    /// A list of points and passes.
    pub(super) fn moves(&self, field: &str, size: usize) -> Result<Option<Vec<Move>>, Refusal> {
        let Some(list) = self.list(field, "points")? else { return Ok(None) };
        list.iter().map(|value| as_move(field, value, size)).collect::<Result<_, _>>().map(Some)
    }

    /// A list of pairs of a color and a point or a pass.
    pub(super) fn plies(&self, field: &str, size: usize) -> Result<Option<Vec<Turn>>, Refusal> {
        const FORM: &str = "pairs such as [\"B\", \"E5\"]";
        let Some(list) = self.list(field, FORM)? else { return Ok(None) };
        let ply = |value: &Value| match value.as_array().map(Vec::as_slice) {
            Some([player, mv]) => {
                let wrong = || Refusal::new(field, format!("{player} is neither \"B\" nor \"W\""));
                Ok(Turn { color: as_color(player).ok_or_else(wrong)?, mv: as_move(field, mv, size)? })
            }
            _ => Err(Refusal::new(field, format!("must be a list of {FORM}"))),
        };
        list.iter().map(ply).collect::<Result<_, _>>().map(Some)
    }
}

/// `"B"`, `"white"` and the like.
fn as_color(value: &Value) -> Option<Color> {
    Color::parse(value.as_str()?)
}

/// `"E5"`, `"pass"` or `"(4,4)"`, which counts columns from the left and rows from the top.
fn as_move(field: &str, value: &Value, size: usize) -> Result<Move, Refusal> {
    let wrong = || Refusal::new(field, format!("{value} is no point of the board"));
    let name = value.as_str().ok_or_else(wrong)?;
    let by_numbers = || {
        let (column, row) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let (column, row): (usize, usize) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
        (column < size && row < size).then(|| Move::Play(Point::new(column, size - 1 - row)))
    };
    Move::parse(name, size).or_else(by_numbers).ok_or_else(wrong)
}
