//! What becomes of something that was tried, told to the application.

use crate::venue::{Answer, Venue};
use crate::{Effect, Message, Trouble};
use table::Decline;

/// Does at the table what the application asks for, and what it is told of it;
/// `None` for what is not the table's business: thinking and leaving.
pub fn perform(effect: &Effect, venue: &mut dyn Venue) -> Option<Vec<Message>> {
    let done = match effect {
        Effect::Do(command) => venue.command(command),
        Effect::Play { seat, text } => venue.play(seat, text),
        Effect::Move { seat, action, version } => venue.play_thought(seat, action, *version),
        Effect::Rematch => venue.rematch(),
        Effect::Say { text, everyone } => venue.say(text, *everyone),
        Effect::Explain { seat, steps, otherwise } => {
            return Some(vec![match venue.refusal(seat, steps) {
                Some(refusal) => refused(&refusal),
                None => Message::Said(otherwise.clone()),
            }]);
        }
        Effect::Hint { seat } if venue.position().is_none() => venue.hint(*seat),
        Effect::Think { .. } | Effect::Hint { .. } | Effect::Quit => return None,
    };
    Some(outcome(done, venue))
}

fn outcome(done: Result<Answer, Trouble>, venue: &dyn Venue) -> Vec<Message> {
    let seen = || Message::Seen(Box::new(venue.seen()));
    match done {
        Ok(Answer::Done) => vec![seen()],
        Ok(Answer::Later) => Vec::new(),
        Err(Trouble::Declined(Decline::Refused(refusal))) => vec![refused(&refusal)],
        Err(Trouble::Declined(decline)) => vec![Message::Refused { text: sentence(&decline.to_string()), rule: None }],
        Err(Trouble::MovedOn) => {
            vec![seen(), Message::Refused { text: sentence(&Trouble::MovedOn.to_string()), rule: None }]
        }
        Err(other) => vec![Message::Refused { text: format!("Not done: {other}"), rule: None }],
    }
}

fn refused(refusal: &kernel::Refusal) -> Message {
    Message::Refused { text: refusal.to_string(), rule: Some(refusal.rule.to_string()) }
}

/// A message as a sentence of its own.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
