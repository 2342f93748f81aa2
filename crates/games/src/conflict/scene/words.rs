//! The sentences beside the board: whose turn it is, what everybody needs, and what a throw means.

use super::super::Conflict;
use super::super::middle::{MIDDLE, SHELTER};
use super::super::rules::{self, counted, listed};
use super::super::state::{Colour, Phase, Place, State, Throw};
use kernel::scene::{Need, Tone};
use kernel::{Explain, Game, Seat, Sentence, Voice};

/// The text on a name plate for a pact with each colour.
const PACT_WITH: [&str; 4] = ["Pact with Red", "Pact with Orange", "Pact with Yellow", "Pact with Green"];
/// The text for a pact that has been cancelled.
const PACT_ENDING: [&str; 4] =
    ["Pact with Red, ending", "Pact with Orange, ending", "Pact with Yellow, ending", "Pact with Green, ending"];

impl Conflict {
    pub(super) fn headline(&self, state: &State, voice: Voice) -> String {
        let me = state.turn.name();
        let say = |everyone: String, you: String| match self.seat_of(state.turn) {
            Some(seat) => voice.say(seat, everyone, you),
            None => everyone,
        };
        let dice = |words: Vec<u8>| listed(words.iter().map(u8::to_string).collect(), "and");
        match state.phase {
            Phase::Opening => self.first_thrower(state, voice),
            Phase::Pact => say(
                format!("{me} may offer or cancel a pact, and then throws."),
                "Your turn: offer or cancel a pact, or throw.".into(),
            ),
            Phase::Answer => self.offered(state, voice),
            Phase::Throw if state.doubles > 0 => say(
                format!("{me} has thrown a double and throws again."),
                "You have thrown a double: throw again.".into(),
            ),
            Phase::Throw => say(format!("{me} is to throw."), "Your turn: throw the dice.".into()),
            Phase::Seven => say(
                format!("Seven: {me} may bring a piece from the reserve."),
                "Seven: you may bring a piece from the reserve.".into(),
            ),
            Phase::Move if self.alone(state) => {
                let either = listed(self.dice_left(state).iter().map(u8::to_string).collect(), "or");
                let you = format!("Your turn: move your last piece by {either}.");
                say(format!("{me} moves the last piece by {either}."), you)
            }
            Phase::Move => {
                let by = dice(state.dice.to_vec());
                say(format!("{me} moves two pieces, by {by}."), format!("Your turn: move two pieces, by {by}."))
            }
            Phase::Second => {
                let by = dice(vec![state.die]);
                say(format!("{me} moves another piece by {by}."), format!("Your turn: move another piece by {by}."))
            }
            Phase::Forfeit => say(
                format!("A third double: {me} puts a piece into the reserve."),
                "A third double: you must put a piece into the reserve.".into(),
            ),
            Phase::Won | Phase::Drawn => self.verdict(state).map(|verdict| verdict.text).unwrap_or_default(),
        }
    }

    fn first_thrower(&self, state: &State, voice: Voice) -> String {
        let first = self.next_first(state).and_then(|colour| Some((self.seat_of(colour)?, colour.name())));
        let Some((seat, name)) = first else { return "Nobody throws.".into() };
        voice.say(seat, format!("{name} throws for the first turn."), "Your turn: throw for the first turn.")
    }

    fn offered(&self, state: &State, voice: Voice) -> String {
        let (by, to) = (state.turn, self.actor(state));
        let is = |colour: Colour| self.seat_of(colour).is_some_and(|seat| voice.is_to(seat));
        match (is(by), is(to)) {
            (true, _) => format!("You offer {} a pact.", to.name()),
            (_, true) => format!("{} offers you a pact.", by.name()),
            _ => format!("{} offers {} a pact.", by.name(), to.name()),
        }
    }

    /// The headline at the end, as the player of this seat reads it.
    pub(super) fn ended(&self, state: &State, seat: Seat) -> Option<String> {
        let (outcome, own) = (self.outcome(state)?, self.colour(seat));
        let lost = outcome.share(seat) == 0.0;
        let others = rules::names(state.alive.without(own));
        Some(match (state.phase, lost) {
            (Phase::Won, false) if self.partners => "You win with your partner: both opponents are retired.".into(),
            (Phase::Won, true) if self.partners => "You lose: you and your partner are retired.".into(),
            (Phase::Won, false) => "You win: all opponents are retired.".into(),
            (Phase::Won, true) => format!("You lose: {others} is the last one left."),
            (_, true) => format!("You lose: you are retired, and {others} draw."),
            (_, false) => format!("A draw: {}.", self.no_end(state)),
        })
    }

    /// Pacts, for the name plates of both (CF-39).
    pub(super) fn standings(&self, state: &State) -> Vec<(Seat, &'static str)> {
        let plate = |colour: Colour| {
            let ally = state.pacts().ally(colour)?;
            let words = match state.pacts().ends_after(colour) {
                None => PACT_WITH[ally.index()],
                Some(_) => PACT_ENDING[ally.index()],
            };
            Some((self.seat_of(colour)?, words))
        };
        self.in_play().filter_map(plate).collect()
    }

    pub(super) fn needs(&self, state: &State) -> Vec<Need> {
        let need = |colour: Colour| {
            Some(Need { seat: self.seat_of(colour)?, line: self.need(state, colour, Voice::EVERYONE) })
        };
        self.in_play().filter_map(need).collect()
    }

    pub(super) fn need(&self, state: &State, colour: Colour, voice: Voice) -> Sentence {
        let foes = self.enemies(state, colour);
        let partner = self.partners && state.alive.contains(colour.opposite());
        let out = state.pieces(colour).filter(|(_, _, place)| matches!(place, Place::Field(_))).count();
        let say = |everyone: &str, you: &str| {
            let own = self.seat_of(colour).is_some_and(|seat| voice.is_to(seat));
            if own { you.to_owned() } else { everyone.to_owned() }
        };
        if state.alive.contains(colour) && foes != self.targets(state, colour) {
            return self.need_around_shelter(state, colour, &say("Take", "You need"));
        }
        if state.alive.contains(colour) && !foes.is_empty() {
            let of = rules::names(foes);
            let circles = if foes.len() == 1 { "circle" } else { "circles" };
            let (take, out) = (say("Take", "You need"), counted(out, "piece"));
            let text = format!("{take} the {circles} of {of}, or all their pieces; {out} on the map.");
            return Sentence::new(text, &[rules::CIRCLE, rules::NOTHING_LEFT, rules::WINNING]);
        }
        if state.alive.contains(colour) {
            return Sentence::new(say("No opponent is left.", "You have no opponent left."), &[rules::WINNING]);
        }
        let text = match partner {
            true => say("Retired; the partner plays on for both.", "You are retired; your partner plays on for both."),
            false => say("Retired.", "You are retired."),
        };
        Sentence::new(text, &[rules::NOTHING_LEFT, rules::EMPTY_CORNERS])
    }

    /// CF-38: what a player needs while the circle of the middle of three is closed.
    fn need_around_shelter(&self, state: &State, colour: Colour, take: &str) -> Sentence {
        let open = self.targets(state, colour);
        let closed = format!("{}’s is closed for the first {SHELTER} throws.", MIDDLE.name());
        let text = match open.is_empty() {
            true => format!("No circle can be taken yet: {closed}"),
            false => format!("{take} the circle of {}, or all their pieces; {closed}", rules::names(open)),
        };
        Sentence::new(text, &[rules::CIRCLE, rules::NOTHING_LEFT, rules::MIDDLE])
    }

    /// What a throw means for the seat, in a few words.
    pub(super) fn foreseen(
        &self,
        before: &State,
        chance: Throw,
        after: &State,
        seat: Seat,
        best: Option<Tone>,
    ) -> String {
        let Throw::Dice(high, low) = chance else {
            return format!("throws {} for the first turn", self.counts(chance).unwrap_or_default());
        };
        match best {
            _ if self.seat_of(before.turn) != Some(seat) => format!("{} moves by {high} and {low}", before.turn.name()),
            _ if after.phase == Phase::Seven => "brings a piece from the reserve".into(),
            _ if after.phase == Phase::Forfeit => "puts a piece into the reserve".into(),
            None => "has no move".into(),
            Some(Tone::Plain) => "moves on".into(),
            Some(Tone::Gain) => "takes a home circle".into(),
            Some(Tone::Take) => "takes a piece".into(),
            Some(Tone::Harm) => "runs onto a mine".into(),
            Some(Tone::Win) => "wins".into(),
        }
    }
}
