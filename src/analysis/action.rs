//! What can be asked for at once, about no game.

use super::fields::Fields;
use super::queue::Assignment;
use super::refusal::Refusal;
use super::service::Service;
use super::{Server, answer};
use serde_json::{Map, Value, json};

impl Server {
    /// Does what an action asks for and answers with what was sent, and more where more is asked for.
    pub(super) fn act(&self, object: &Map<String, Value>, action: &str) -> Result<(), Refusal> {
        let fields = Fields::new(object);
        let mut answer = object.clone();
        match action {
            "query_version" => {
                answer.insert("version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
                answer.insert("git_hash".to_owned(), json!("<omitted>"));
                answer.insert("name".to_owned(), json!("Tengen"));
            }
            "query_models" => {
                let origin = self.config.knowledge.network.origin();
                let model = json!({
                    "name": origin,
                    "internalName": origin,
                    "maxBatchSize": 1,
                    "usesHumanSLProfile": false,
                    "usingFP16": "false",
                });
                answer.insert("models".to_owned(), json!([model]));
            }
            // A worker forgets its tree after each position.
            "clear_cache" => {}
            "terminate" => {
                let id = fields.get("terminateId").and_then(Value::as_str);
                let id = id.ok_or_else(|| Refusal::new("terminateId", "must be the id of a query"))?;
                self.terminate(Some(id), turns(&fields)?.as_deref());
            }
            "terminate_all" => self.terminate(None, turns(&fields)?.as_deref()),
            _ => {
                let known = "query_version, query_models, clear_cache, terminate, terminate_all";
                let own = Service::ACTIONS.join(", ");
                return Err(Refusal::new(
                    "action",
                    format!("there is no action '{action}', only {known}, {own}"),
                ));
            }
        }
        self.say(Value::Object(answer));
        Ok(())
    }

    /// Ends the positions of that query, or of all, and of these turns, or of all.
    fn terminate(&self, id: Option<&str>, turns: Option<&[usize]>) {
        let is_meant = |assignment: &Assignment| {
            id.is_none_or(|id| id == assignment.query.id)
                && turns.is_none_or(|turns| turns.contains(&assignment.turn))
        };
        for assignment in self.queue.terminate(is_meant) {
            self.say(answer::nothing(&assignment));
        }
    }
}

/// Numbers that no turn has mean nothing.
fn turns(fields: &Fields<'_>) -> Result<Option<Vec<usize>>, Refusal> {
    let turns = fields.numbers("turnNumbers")?;
    Ok(turns.map(|turns| turns.into_iter().filter_map(|turn| usize::try_from(turn).ok()).collect()))
}
