//! The scene: what a person sees, independent of any screen.
//!
//! A [`Plan`] is the part of the board that never changes and is drawn once. A [`Scene`] adds tokens with stable ids,
//! marks, trays, dice and words. Shapes are plain vector data in inks named by the plan, so that one drawing serves
//! page, picture and print; the terminal uses [`Space::cell`] and glyphs. SVG, escape codes and pixels belong in `draw`.

mod gesture;
mod plan;
mod shapes;

pub use gesture::{Gesture, Tone};
pub use plan::{Fact, Plan, Region, Space, Spaces, TokenArt, Turning, Turntable, Way, WayStyle};
pub use shapes::{Face, Fill, Ink, Point, Shape, Stroke};

use crate::{Seat, Sentence};
use std::sync::Arc;

/// Where a token is.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// On the board.
    Space(String),
    /// In a tray, at this position in its row.
    Tray(String, u16),
}

/// A piece. Its id stays the same as long as people see it as the same piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Stable id; filled in by [`follow`].
    pub id: u16,
    /// Its kind, one of the plan's [`TokenArt`]s.
    pub kind: &'static str,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// What a screen reader says: "musketeer".
    pub label: String,
    /// Where it is.
    pub at: Spot,
}

impl Token {
    /// A piece; its id is filled in by [`follow`].
    pub fn new(kind: &'static str, seat: Seat, label: impl Into<String>, at: Spot) -> Self {
        Token { id: 0, kind, seat: Some(seat), label: label.into(), at }
    }
}

/// A place beside the board for pieces that are off it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tray {
    /// Its id.
    pub id: String,
    /// Its heading.
    pub label: String,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// A note under the heading, such as "12 of 34 still to take".
    pub note: String,
    /// More about what is in it, for people who ask; empty if the note says it all.
    pub details: String,
}

impl Tray {
    /// A tray of nobody with this note.
    pub fn shared(id: impl Into<String>, label: impl Into<String>, note: impl Into<String>) -> Self {
        Tray { id: id.into(), label: label.into(), seat: None, note: note.into(), details: String::new() }
    }

    /// Adds a note.
    #[must_use]
    pub fn noting(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// A seat's tray without a note.
    pub fn new(id: impl Into<String>, label: impl Into<String>, seat: Seat) -> Self {
        Tray { id: id.into(), label: label.into(), seat: Some(seat), note: String::new(), details: String::new() }
    }
}

/// Why a space or token is marked.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The last move came from here.
    LastFrom,
    /// The last move went here.
    LastTo,
    /// Something was taken here.
    LastTaken,
    /// This piece must act.
    Must,
    /// This piece cannot move.
    Held,
    /// Something can go here.
    Target,
    /// The piece here can move this many columns right and rows down, counted in [`Space::cell`]s.
    Arrow {
        /// Columns to the right.
        columns: i8,
        /// Rows down.
        rows: i8,
    },
    /// The number of this space in an order: the stops of a series, the numbers of roads.
    Step(u8),
}

impl Mark {
    /// The word for it in classes and attributes.
    pub fn word(self) -> &'static str {
        match self {
            Mark::LastFrom => "last-from",
            Mark::LastTo => "last-to",
            Mark::LastTaken => "last-taken",
            Mark::Must => "must",
            Mark::Held => "held",
            Mark::Target => "target",
            Mark::Arrow { .. } => "arrow",
            Mark::Step(_) => "step",
        }
    }
}

/// What a seat needs to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The seat.
    pub seat: Seat,
    /// The sentence.
    pub line: Sentence,
}

/// Everything that can be seen at one moment.
///
/// ```
/// use boxtop_kernel::scene::{Plan, Scene, Space};
///
/// let spaces = [Space::new("a1", "corner", (10.0, 10.0), 5.0, (0, 0))];
/// let plan = Plan { spaces: spaces.into_iter().collect(), ..Plan::default() };
/// let scene = Scene::new(plan.into());
/// assert_eq!(scene.named("a1"), "a1");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The board.
    pub plan: Arc<Plan>,
    /// The pieces.
    pub tokens: Vec<Token>,
    /// What is off the board.
    pub trays: Vec<Tray>,
    /// Marked spaces.
    pub marks: Vec<(String, Mark)>,
    /// Whose turn it is and what they can do, as a sentence.
    pub headline: String,
    /// What each side needs.
    pub needs: Vec<Need>,
    /// Dice, dial or nothing.
    pub throw: Option<Throw>,
    /// How many steps the plan's [`Turntable`] has been turned; 0 where there is none.
    pub turned: u16,
    /// `night` or `day`, in games that have them.
    pub mood: Option<&'static str>,
    /// Each seat's phase of the game, in a word or two for its name plate ("The raid"); empty in
    /// games without phases.
    pub standings: Vec<(Seat, &'static str)>,
}

impl Scene {
    /// The empty board.
    pub fn new(plan: Arc<Plan>) -> Self {
        Scene {
            plan,
            tokens: Vec::new(),
            trays: Vec::new(),
            marks: Vec::new(),
            headline: String::new(),
            needs: Vec::new(),
            throw: None,
            turned: 0,
            mood: None,
            standings: Vec::new(),
        }
    }

    /// What people call a space or a tray.
    pub fn named(&self, id: &str) -> &str {
        let tray = || self.trays.iter().find(|tray| tray.id == id).map(|tray| tray.label.as_str());
        self.plan.named(id).or_else(tray).unwrap_or("this place")
    }

    /// The seat's piece on a space, or of this kind in a tray, with its place: “red plane on d4”.
    pub fn piece(&self, seat: Seat, id: &str, kind: Option<&str>) -> Option<String> {
        let meant = |token: &&Token| match &token.at {
            Spot::Space(at) => at == id && kind.is_none_or(|kind| kind == token.kind),
            Spot::Tray(at, _) => at == id && kind == Some(token.kind),
        };
        // A piece that is carried by another one comes after it in the list.
        let token = self.tokens.iter().rev().filter(|token| token.seat == Some(seat)).find(meant)?;
        // A place whose name is not its id has words for a name: “Red’s home field”.
        let (label, name) = (&token.label, self.named(id));
        Some(if name == id { format!("{label} on {name}") } else { format!("{label}, {name}") })
    }

    /// Other spaces that a person may point at instead of this one: those with the same name and a piece
    /// of the same kind and seat.
    pub fn interchangeable(&self, id: &str) -> Vec<String> {
        let Some(name) = self.plan.named(id) else { return Vec::new() };
        let on = |token: &&Token| matches!(&token.at, Spot::Space(at) if at == id);
        let here: Vec<&Token> = self.tokens.iter().filter(on).collect();
        let like = |token: &&Token| here.iter().any(|one| alike(one, token));
        let others = self.tokens.iter().filter(like).filter_map(|token| match &token.at {
            Spot::Space(at) if at != id && self.plan.named(at) == Some(name) => Some(at.clone()),
            _ => None,
        });
        others.collect()
    }

    /// Removes the trays and the pieces in them.
    pub fn clear_trays(&mut self) {
        self.tokens.retain(|token| matches!(token.at, Spot::Space(_)));
        self.trays.clear();
    }

    /// Turns it into a picture with this headline and these marks, without needs and throw.
    pub fn into_picture(mut self, headline: &str, marks: Vec<(String, Mark)>) -> Self {
        self.needs.clear();
        self.throw = None;
        self.headline = headline.to_owned();
        self.marks = marks;
        self
    }
}

/// The last throw, and the dice or dial it is made with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Throw {
    /// Dice by their pips.
    Dice(Vec<u8>),
    /// A dial: its sectors, and the one it points at once it has been spun.
    Dial {
        /// Label and weight of each sector.
        sectors: Vec<(String, u32)>,
        /// Where the pointer stopped; `None` before the first spin.
        at: Option<usize>,
    },
}

/// Gives the tokens of a new scene the ids they had in the old one: first those
/// that stayed, then by kind and seat those that moved, in order of their places;
/// new tokens get new ids.
pub fn follow(old: &[Token], new: &mut [Token]) {
    let mut free: Vec<Option<&Token>> = old.iter().map(Some).collect();
    let stays = |was: &Token, token: &Token| alike(was, token) && was.at == token.at;
    // Most tokens stay where they were in the list as well. They come first, because several may be in one place.
    for (was, token) in free.iter_mut().zip(new.iter_mut()) {
        token.id = was.take_if(|was| stays(was, token)).map_or(0, |was| was.id);
    }
    new.iter_mut().skip(free.len()).for_each(|token| token.id = 0);
    let mut pending = Vec::new();
    for (index, token) in new.iter_mut().enumerate().filter(|(_, token)| token.id == 0) {
        match free.iter_mut().find(|was| was.is_some_and(|was| stays(was, token))).and_then(Option::take) {
            Some(was) => token.id = was.id,
            None => pending.push(index),
        }
    }
    let mut next = old.iter().map(|token| token.id).max().unwrap_or(0);
    for index in pending {
        let token = &mut new[index];
        let moved = |was: &&Token| alike(was, token);
        let id = free.iter_mut().find(|was| was.as_ref().is_some_and(moved)).and_then(Option::take);
        token.id = id.map_or_else(
            || {
                next += 1;
                next
            },
            |was| was.id,
        );
    }
}

/// The changes between two lists of tokens whose ids [`follow`] has filled in, as marks on spaces.
pub fn changes(before: &[Token], after: &[Token]) -> Vec<(String, Mark)> {
    let mut marks = Vec::new();
    for was in before {
        let now = after.iter().find(|token| token.id == was.id).map(|token| &token.at);
        if now == Some(&was.at) {
            continue;
        }
        let on_board = matches!(now, Some(Spot::Space(_)));
        if let Spot::Space(from) = &was.at {
            marks.push((from.clone(), if on_board { Mark::LastFrom } else { Mark::LastTaken }));
        }
        if let Some(Spot::Space(to)) = now {
            marks.push((to.clone(), Mark::LastTo));
        }
    }
    marks
}

fn alike(a: &Token, b: &Token) -> bool {
    a.kind == b.kind && a.seat == b.seat
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evidence;

    fn men(at: &[&str]) -> Vec<Token> {
        let man =
            |at: &&str| Token { id: 0, kind: "man", seat: None, label: "man".into(), at: Spot::Space((*at).into()) };
        at.iter().map(man).collect()
    }

    #[test]
    fn only_spaces_on_the_turntable_turn() {
        let space = |id: &str, at, cell| Space {
            id: id.into(),
            name: id.into(),
            label: id.into(),
            at,
            r: 1.0,
            shapes: Vec::new(),
            evidence: Evidence::Invented,
            cell,
            glyph: ('.', '.'),
        };
        let turning = |id: &str, step| Turning { id: id.into(), step, depth: 0 };
        let plan = Plan {
            size: (20.0, 20.0),
            inks: Vec::new(),
            backdrop: Vec::new(),
            regions: Vec::new(),
            way_styles: Vec::new(),
            ways: Vec::new(),
            spaces: vec![space("still", (10.0, 1.0), (1, 0)), space("north", (10.0, 5.0), (1, 1))].into(),
            lettering: Vec::new(),
            tokens: Vec::new(),
            token_r: 1.0,
            facts: Vec::new(),
            homes: Vec::new(),
            turntable: Some(Turntable {
                centre: (10.0, 10.0),
                steps: 4,
                shapes: Vec::new(),
                spaces: vec![turning("north", 0)],
                cells: vec![vec![(1, 1)], vec![(2, 2)], vec![(1, 3)], vec![(0, 2)]],
            }),
        };
        assert_eq!(plan.place("still", 1), Some((10.0, 1.0)));
        assert_eq!(plan.place("north", 0), Some((10.0, 5.0)));
        let (x, y) = plan.place("north", 1).unwrap();
        assert!((x - 15.0).abs() < 1e-4 && (y - 10.0).abs() < 1e-4, "a quarter clockwise is east: {x} {y}");
        assert_eq!([0, 1, 5, 7].map(|turned| plan.cell("north", turned)), [(1, 1), (2, 2), (2, 2), (0, 2)].map(Some));
        assert_eq!((plan.cell("still", 3), plan.cell("nowhere", 0)), (Some((1, 0)), None));
    }

    #[test]
    fn a_gesture_takes_every_interchangeable_piece() {
        let space = |id: &str, name: &str| Space {
            id: id.into(),
            name: name.into(),
            label: id.into(),
            at: (0.0, 0.0),
            r: 1.0,
            shapes: Vec::new(),
            evidence: Evidence::Invented,
            cell: (0, 0),
            glyph: ('.', '.'),
        };
        let spaces =
            [space("wait-1", "harbour"), space("wait-2", "harbour"), space("wait-3", "harbour"), space("a1", "a1")];
        let plan = Plan {
            homes: Vec::new(),
            size: (1.0, 1.0),
            inks: Vec::new(),
            backdrop: Vec::new(),
            regions: Vec::new(),
            way_styles: Vec::new(),
            ways: Vec::new(),
            spaces: spaces.into_iter().collect(),
            turntable: None,
            lettering: Vec::new(),
            tokens: Vec::new(),
            token_r: 1.0,
            facts: Vec::new(),
        };
        let mut tokens = men(&["wait-1", "wait-2", "wait-3", "a1"]);
        tokens[2].kind = "ship";
        let scene = Scene {
            plan: Arc::new(plan),
            tokens,
            trays: vec![Tray::shared("hand", "In hand", "")],
            marks: Vec::new(),
            headline: String::new(),
            needs: Vec::new(),
            throw: None,
            turned: 0,
            mood: None,
            standings: Vec::new(),
        };
        assert_eq!(scene.interchangeable("wait-2"), ["wait-1"], "not the ship, and not the man elsewhere");
        assert_eq!(scene.interchangeable("a1"), [""; 0]);
        assert_eq!(["wait-3", "a1", "hand", "x"].map(|id| scene.named(id)), ["harbour", "a1", "In hand", "this place"]);
        let gesture =
            Gesture { same: vec![(0, "wait-1".into())], ..Gesture::new(vec!["wait-2".into(), "a1".into()], "") };
        assert!(gesture.takes(0, "wait-1") && gesture.takes(0, "wait-2") && !gesture.takes(1, "wait-1"));
        assert!(gesture.begins_with(&["wait-1".into(), "a1".into()]) && !gesture.begins_with(&["a1".into()]));
        assert_eq!(gesture.choices(0).collect::<Vec<_>>(), ["wait-2", "wait-1"]);
    }

    #[test]
    fn a_token_that_moves_keeps_its_id() {
        let mut before = men(&["a1", "b1", "c1"]);
        follow(&[], &mut before);
        assert_eq!(before.iter().map(|t| t.id).collect::<Vec<_>>(), [1, 2, 3]);
        let mut after = men(&["a1", "b2", "c1", "d1"]);
        follow(&before, &mut after);
        assert_eq!(after.iter().map(|t| t.id).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
