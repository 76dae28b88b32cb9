//! What can be asked for at once, about no game.

use super::fields::Fields;
use super::refusal::Refusal;
use super::service::Service;
use serde_json::Value;

/// What an action asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Who is there?
    Version,
    /// Which networks are there?
    Models,
    /// Forget what has been learned.
    Forget,
    /// End the positions of that query, or of all, and of these turns, or of all.
    Terminate {
        /// The query.
        id: Option<String>,
        /// The turns.
        turns: Option<Vec<usize>>,
    },
}

impl Order {
    pub(super) fn parse(fields: &Fields<'_>, action: &str) -> Result<Order, Refusal> {
        Ok(match action {
            "query_version" => Order::Version,
            "query_models" => Order::Models,
            "clear_cache" => Order::Forget,
            "terminate" => {
                let id = fields.get("terminateId").and_then(Value::as_str);
                let id = id.ok_or_else(|| Refusal::new("terminateId", "must be the id of a query"))?;
                Order::Terminate { id: Some(id.to_owned()), turns: turns(fields)? }
            }
            "terminate_all" => Order::Terminate { id: None, turns: turns(fields)? },
            _ => {
                let known = "query_version, query_models, clear_cache, terminate, terminate_all";
                let own = Service::ACTIONS.join(", ");
                return Err(Refusal::new(
                    "action",
                    format!("there is no action '{action}', only {known}, {own}"),
                ));
            }
        })
    }
}

/// Numbers that no turn has mean nothing.
fn turns(fields: &Fields<'_>) -> Result<Option<Vec<usize>>, Refusal> {
    let turns = fields.numbers("turnNumbers")?;
    Ok(turns.map(|turns| turns.into_iter().filter_map(|turn| usize::try_from(turn).ok()).collect()))
}
