//! Gestures: how a person makes an action by pointing.

/// How a person makes an action by pointing: ids of spaces, trays or tokens in order.
/// An empty list is a button.
///
/// ```
/// use boxtop_kernel::scene::Gesture;
///
/// let gesture = Gesture::new(vec!["a1".into(), "a2".into()], "a1 → a2");
/// assert!(gesture.takes(0, "a1"));
/// assert!(gesture.begins_with(&["a1".to_owned()]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gesture {
    /// What is pointed at, in order.
    pub steps: Vec<String>,
    /// What the button or list entry says.
    pub label: String,
    /// The path, space by space up to the end, if it is worth showing as
    /// numbered steps.
    pub path: Vec<String>,
    /// Its effect, for marking its end.
    pub tone: Tone,
    /// The die it uses, where there are several to choose from.
    pub die: Option<u8>,
    /// The kind of token it moves, where the first step is a tray that holds several.
    pub kind: Option<&'static str>,
    /// Spaces with interchangeable pieces that a person may point at instead of a step, each with the
    /// number of that step from 0. [`crate::dynamic`] fills them in for all games.
    pub same: Vec<(usize, String)>,
}

impl Gesture {
    /// An action made by pointing at these in order.
    pub fn new(steps: Vec<String>, label: impl Into<String>) -> Self {
        Gesture { steps, label: label.into(), ..Gesture::default() }
    }

    /// A button.
    pub fn button(label: impl Into<String>) -> Self {
        Gesture::new(Vec::new(), label)
    }

    /// Everything that a person may point at as this step, the step's own id first; empty after the last step.
    pub fn choices(&self, step: usize) -> impl Iterator<Item = &String> {
        let others = self.same.iter().filter(move |(at, _)| *at == step).map(|(_, id)| id);
        self.steps.get(step).into_iter().chain(others)
    }

    /// May a person point at this as this step?
    pub fn takes(&self, step: usize, id: &str) -> bool {
        self.choices(step).any(|choice| choice == id)
    }

    /// Does it begin with pointing at these in order?
    pub fn begins_with(&self, pointed: &[String]) -> bool {
        pointed.iter().enumerate().all(|(step, id)| self.takes(step, id))
    }

    /// Adds the path to show.
    #[must_use]
    pub fn along(mut self, path: Vec<String>) -> Self {
        self.path = path;
        self
    }

    /// Adds its effect.
    #[must_use]
    pub fn bringing(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    /// Adds the die it uses.
    #[must_use]
    pub fn by_die(mut self, die: u8) -> Self {
        self.die = Some(die);
        self
    }

    /// Adds the kind of token that it moves from a tray.
    #[must_use]
    pub fn of_kind(mut self, kind: &'static str) -> Self {
        self.kind = Some(kind);
        self
    }
}

/// The effect of an action, as the board shows it before the action is made.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Tone {
    /// Nothing but the move.
    #[default]
    Plain,
    /// Something is gained: a counter, a place, a chip.
    Gain,
    /// Another player's piece is captured or sent back.
    Take,
    /// Something is lost or put in danger.
    Harm,
    /// The match is won.
    Win,
}

impl Tone {
    /// How good it is to be able to do this, from 0.
    pub fn worth(self) -> u8 {
        match self {
            Tone::Harm => 0,
            Tone::Plain => 1,
            Tone::Gain => 2,
            Tone::Take => 3,
            Tone::Win => 4,
        }
    }

    /// What a throw means whose best action brings this, in words that fit any game.
    pub fn outlook(self) -> &'static str {
        match self {
            Tone::Plain => "moves",
            Tone::Gain => "gains something",
            Tone::Take => "takes a piece",
            Tone::Harm => "only losing moves",
            Tone::Win => "wins",
        }
    }

    /// The word for it in classes and attributes.
    pub fn word(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Gain => "gain",
            Tone::Take => "take",
            Tone::Harm => "harm",
            Tone::Win => "win",
        }
    }
}
