//! What is wrong with a query.

use serde_json::{Value, json};
use std::fmt::Display;

/// What is wrong with a field of a query: why it is refused, or what of it is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The field.
    pub(super) field: String,
    /// One sentence.
    pub(super) why: String,
}

impl Refusal {
    pub(super) fn new(field: &str, why: impl Display) -> Refusal {
        Refusal { field: field.to_owned(), why: why.to_string() }
    }

    /// The answer to the query of that id, which is refused.
    pub(super) fn as_error(&self, id: &str) -> Value {
        self.answer(id, "error")
    }

    /// An answer to the query of that id, of which this is not done.
    pub(super) fn as_warning(&self, id: &str) -> Value {
        self.answer(id, "warning")
    }

    fn answer(&self, id: &str, kind: &str) -> Value {
        json!({ kind: self.why, "field": self.field, "id": id })
    }
}
