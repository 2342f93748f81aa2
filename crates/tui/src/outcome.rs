//! Carries out the application's effects at a table, and reports the results as messages.

use crate::table_source::{Reply, TableSource};
use crate::{Effect, Message, TuiError};
use table::Decline;

/// Carries out an effect at the table. Returns the messages that follow; `None` for effects that do not
/// concern the table: thinking, analysing and leaving.
pub fn perform(effect: &Effect, table: &mut dyn TableSource) -> Option<Vec<Message>> {
    let done = match effect {
        Effect::Do(command) => table.command(command),
        Effect::Play { seat, text } => table.play(seat, text),
        Effect::Move { seat, action, version } => table.play_thought(seat, action, *version),
        Effect::Rematch => table.rematch(),
        Effect::Say { text, everyone } => table.say(text, *everyone),
        Effect::Explain { seat, steps, otherwise } => {
            return Some(vec![match table.refusal(seat, steps) {
                Some(refusal) => refused(&refusal),
                None => Message::Said(otherwise.clone()),
            }]);
        }
        Effect::Hint { seat } if table.position().is_none() => table.hint(*seat),
        Effect::Think { .. } | Effect::Hint { .. } | Effect::Analyse | Effect::Quit => return None,
    };
    Some(outcome(done, table))
}

fn outcome(done: Result<Reply, TuiError>, table: &dyn TableSource) -> Vec<Message> {
    let seen = || Message::Changed(Box::new(table.view()));
    match done {
        Ok(Reply::Done) => vec![seen()],
        Ok(Reply::Later) => Vec::new(),
        Err(TuiError::Declined(Decline::Refused(refusal))) => vec![refused(&refusal)],
        Err(TuiError::Declined(decline)) => vec![Message::Refused { text: sentence(&decline.to_string()), rule: None }],
        Err(TuiError::MovedOn) => {
            vec![seen(), Message::Refused { text: sentence(&TuiError::MovedOn.to_string()), rule: None }]
        }
        Err(other) => vec![Message::Refused { text: format!("Not done: {other}"), rule: None }],
    }
}

fn refused(refusal: &kernel::Refusal) -> Message {
    Message::Refused { text: refusal.to_string(), rule: Some(refusal.rule.to_string()) }
}

/// A message with a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
