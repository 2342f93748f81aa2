//! The traits for people: reasons, notation, written positions and scenes.

use crate::{Evaluate, Fault, Game, OptionSpec, Options, Refusal, RuleId, Seat, scene};
use serde::{Serialize, de::DeserializeOwned};

/// A sentence with the rules it rests on.
///
/// ```
/// use boxtop_kernel::{RuleId, Sentence};
///
/// let sentence = Sentence::new("Red throws 4.", &[RuleId::new("HB", 7)]);
/// assert_eq!(sentence.rules[0].to_string(), "HB-7");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// The rules.
    pub rules: Vec<RuleId>,
}

impl Sentence {
    /// A sentence with its rules.
    pub fn new(text: impl Into<String>, rules: &[RuleId]) -> Self {
        Sentence { text: text.into(), rules: rules.to_vec() }
    }
}

/// Reasons: why an action is refused, which rules allow it, and what it did.
pub trait Explain: Game {
    /// `Ok` if the action is legal, otherwise the rule that forbids it. Written plainly from the rule book,
    /// independently of the fast generator; the law suite checks that both agree.
    fn judge(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Result<(), Refusal>;

    /// The rules that a legal action rests on.
    fn cite(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Vec<RuleId>;

    /// What a legal action did, and how the match ended if it did.
    fn tell(&self, before: &Self::State, seat: Seat, action: Self::Action, after: &Self::State) -> Vec<Sentence>;

    /// What an outcome of chance did.
    fn tell_chance(&self, _before: &Self::State, _chance: Self::Chance, _after: &Self::State) -> Vec<Sentence> {
        Vec::new()
    }

    /// How and why the match ended.
    fn verdict(&self, state: &Self::State) -> Option<Sentence>;

    /// Facts that speak for one legal action of the seat and against another, the most telling first: “Leaves no man in
    /// reach of a 7.” Each is true of what the two actions do in this position. Empty if the game has no words for the
    /// difference.
    fn advantages(
        &self,
        _state: &Self::State,
        _seat: Seat,
        _better: Self::Action,
        _worse: Self::Action,
    ) -> Vec<Sentence> {
        Vec::new()
    }
}

/// Notation: actions and throws as text.
pub trait Notation: Game {
    /// Writes an action the way people type it.
    fn write(&self, state: &Self::State, action: Self::Action) -> String;

    /// Reads one action; it may still be illegal.
    fn read(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Self::Action, Refusal>;

    /// Splits a text that holds several actions of one turn.
    fn split(&self, text: &str) -> Vec<String> {
        vec![text.trim().to_owned()]
    }

    /// Writes an outcome of chance.
    fn write_chance(&self, chance: Self::Chance) -> String;

    /// Reads an outcome of chance; by default one of [`Game::chance_outcomes`] as [`Notation::write_chance`] writes it.
    fn read_chance(&self, state: &Self::State, text: &str) -> Result<Self::Chance, Refusal> {
        let mut outcomes = Vec::new();
        self.chance_outcomes(state, &mut outcomes);
        let found = outcomes.iter().find(|(chance, _)| self.write_chance(*chance) == text.trim());
        found.map(|(chance, _)| *chance).ok_or_else(|| {
            let known: Vec<_> = outcomes.iter().map(|(chance, _)| self.write_chance(*chance)).collect();
            let hint = format!("It can be {}.", known.join(", "));
            Refusal::new(Self::INFO.shared_rules.notation, "This throw has no such outcome.").instead(hint)
        })
    }
}

/// Written positions.
pub trait Positions: Game {
    /// A position as written; nothing about it has been checked.
    type Setup: Serialize + DeserializeOwned;

    /// Writes a position so that [`Positions::place`] gives it back.
    fn position(&self, state: &Self::State, history: &Self::History) -> Self::Setup;

    /// Checks a written position and lists all its faults.
    fn place(&self, setup: Self::Setup) -> Result<(Self::State, Self::History), Vec<Fault>>;
}

/// What a person sees, independent of any screen.
pub trait Show: Game {
    /// The guided first match, as [`Lesson::read`](crate::lesson::Lesson::read) takes it; `None` for a game without one.
    const LESSON: Option<&'static str> = None;

    /// The stock of puzzles, as [`Stock::read`](crate::puzzle::Stock::read) takes it; `None` for a game without one.
    const PUZZLES: Option<&'static str> = None;

    /// The part of the board that never changes.
    fn plan(&self) -> scene::Plan {
        let state = self.start(&mut Self::History::default());
        scene::Plan::clone(&self.scene(&state).plan)
    }

    /// Everything that can be seen of a state. What a viewer sees is the scene of the state that [`Game::redact`] leaves
    /// them: a scene can show nothing else, and viewers who know the same share it.
    fn scene(&self, state: &Self::State) -> scene::Scene;

    /// The scene's headline as the player of this seat reads it, who is *you* in it. See [`crate::Voice`].
    fn headline_to(&self, state: &Self::State, _seat: Seat) -> String {
        self.scene(state).headline
    }

    /// What the seat needs to win, as its own player reads it, who is *you* in it.
    fn need_to(&self, state: &Self::State, seat: Seat) -> Option<Sentence> {
        self.scene(state).needs.into_iter().find(|need| need.seat == seat).map(|need| need.line)
    }

    /// What an outcome of the throw means for the seat, in a few of the game's own words, such as “takes a counter”.
    /// `best` is the best that an action of the seat could bring after it; `None` if the seat has no action. Every
    /// outcome has exactly one such text, so outcomes with the same text can be added up.
    fn outlook(
        &self,
        _before: &Self::State,
        _chance: Self::Chance,
        _after: &Self::State,
        _seat: Seat,
        best: Option<scene::Tone>,
    ) -> String {
        best.map_or("no move", scene::Tone::outlook).to_owned()
    }

    /// The question to ask before a legal action that ends something for all players; `None` for all others.
    fn confirm(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> Option<String> {
        None
    }

    /// How a person makes the action by pointing, in a scene of the same state.
    fn gesture(&self, state: &Self::State, seat: Seat, action: Self::Action) -> scene::Gesture;

    /// The action, in notation, that a person means who points at these spaces and trays in order, and at a piece of
    /// this kind if there is one. It may be illegal; playing it then gives the reason. `None` if it means no action.
    fn pointed(&self, _state: &Self::State, _seat: Seat, _steps: &[&str], _kind: Option<&str>) -> Option<String> {
        None
    }

    /// The action whose path a person has drawn, space by space from the piece's own space or tray. `None` unless it
    /// is the whole path of exactly one action, and for games where the path does not matter.
    fn along(&self, _state: &Self::State, _seat: Seat, _path: &[&str]) -> Option<Self::Action> {
        None
    }

    /// Named positions for the how-to-play page.
    fn picture(&self, _name: &str) -> Option<scene::Scene> {
        None
    }
}

/// A game with all its parts. Implemented for every type that implements them.
pub trait FullGame: Explain + Notation + Positions + Show + Evaluate {
    /// All options of the game.
    fn option_specs() -> Vec<OptionSpec> {
        <Self::Options as Options>::specs()
    }
}

impl<G: Explain + Notation + Positions + Show + Evaluate> FullGame for G {}
