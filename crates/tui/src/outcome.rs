//! What becomes of something that was tried, told to the application.

use crate::{Local, Message, Trouble};
use table::Decline;

/// What the application is told of something that was tried.
pub fn outcome(done: Result<(), Trouble>, local: &Local) -> Vec<Message> {
    let seen = || Message::Seen(Box::new(local.seen()));
    match done {
        Ok(()) => vec![seen()],
        Err(Trouble::Declined(Decline::Refused(refusal))) => {
            let rule = Some(refusal.rule.to_string());
            vec![Message::Refused { text: refusal.to_string(), rule }]
        }
        Err(Trouble::Declined(decline)) => vec![Message::Refused { text: sentence(&decline.to_string()), rule: None }],
        Err(Trouble::MovedOn) => {
            vec![seen(), Message::Refused { text: sentence(&Trouble::MovedOn.to_string()), rule: None }]
        }
        Err(other) => vec![Message::Refused { text: format!("Not done: {other}"), rule: None }],
    }
}

/// A message as a sentence of its own.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
