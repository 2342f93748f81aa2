//! Why an action is better than another, in words.

use crate::decisions::Better;
use kernel::{FullGame, Play, Seat, Sentence};

/// A fact of the game that speaks for the better action, if the game has words for one.
pub(crate) fn fact<G: FullGame>(
    game: &G,
    known: &Play<G>,
    seat: Seat,
    played: G::Action,
    better: &Better<G::Action>,
) -> Option<protocol::Sentence> {
    let (_, action) = *better.line.first()?;
    let fact = game.advantages(&known.state, seat, action, played).into_iter().next()?;
    Some(in_protocol(fact))
}

/// Why the best action is better than another: a fact of the game if it has words for one, or else the chances.
pub(crate) fn why_best<G: FullGame>(
    game: &G,
    known: &Play<G>,
    seat: Seat,
    [best, other]: [(G::Action, f64); 2],
    wins: bool,
) -> Sentence {
    let chances = || match wins {
        true => "Wins by force.".to_owned(),
        false => in_chances(best.1, other.1, false),
    };
    let facts = game.advantages(&known.state, seat, best.0, other.0).into_iter();
    // A certainty speaks against nothing.
    let fact = facts.into_iter().find(|fact| !fact.text.contains("a chance of 100 %"));
    match fact.map(|fact| about(fact, &game.write(&known.state, other.0))) {
        Some(fact) if wins => Sentence { text: format!("Wins by force. {}", fact.text), ..fact },
        Some(fact) => fact,
        None => Sentence::new(chances(), &[]),
    }
}

/// The fact about a match as one about a position, in which nothing was played yet: it names the other action.
fn about(fact: Sentence, other: &str) -> Sentence {
    let text = fact.text.replace("the move that was played", other);
    Sentence { text: text.replace("the piece that was moved", &format!("the piece of {other}")), ..fact }
}

/// The fact, or else the chances.
pub(crate) fn or_chances(fact: Option<&protocol::Sentence>, best: f64, own: f64, wins: bool) -> protocol::Sentence {
    fact.cloned().unwrap_or_else(|| in_protocol(Sentence::new(in_chances(best, own, wins), &[])))
}

fn in_protocol(sentence: Sentence) -> protocol::Sentence {
    protocol::Sentence { text: sentence.text, rules: sentence.rules.iter().map(ToString::to_string).collect() }
}

/// The generic reason.
fn in_chances(best: f64, own: f64, wins: bool) -> String {
    if wins {
        return format!("Wins by force; {}.", instead(own));
    }
    format!("Keeps a winning chance of {} instead of {}.", percent(best), percent(own))
}

fn instead(own: f64) -> String {
    format!("the move that was played leaves a winning chance of {}", percent(own))
}

/// A share in whole percent; nothing that is possible is shown as 0 % or 100 %.
pub(crate) fn percent(share: f64) -> String {
    match share {
        share if share <= 0.0 => "0 %".into(),
        share if share < 0.01 => "less than 1 %".into(),
        share if share >= 1.0 => "100 %".into(),
        share if share > 0.99 => "more than 99 %".into(),
        share => format!("{:.0} %", share * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_about_a_position_names_the_other_action() {
        let fact = Sentence::new("Leaves no man to be jumped; the move that was played leaves 2.", &[]);
        assert_eq!(about(fact, "d6-d7").text, "Leaves no man to be jumped; d6-d7 leaves 2.");
    }

    #[test]
    fn chances_are_given_in_whole_percent_and_never_rounded_to_certainty() {
        assert_eq!(in_chances(0.61, 0.48, false), "Keeps a winning chance of 61 % instead of 48 %.");
        assert_eq!(percent(0.999), "more than 99 %");
        assert_eq!(percent(0.001), "less than 1 %");
        assert!(in_chances(1.0, 0.5, true).starts_with("Wins by force"));
    }
}
