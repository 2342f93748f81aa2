//! The pictures of the how-to-play page: positions with marks that show what
//! their captions say.

use super::super::board::Points;
use super::super::{INFO, Side, State, ThreeMusketeers};
use kernel::Show;
use kernel::scene::{Mark, Scene};

/// An arrow from a point: columns to the right and rows down.
type Arrow<'a> = (&'a str, i8, i8);

/// What a picture shows besides the men.
#[derive(Default)]
struct Signs<'a> {
    arrows: &'a [Arrow<'a>],
    taken: &'a [&'a str],
    steps: &'a [&'a str],
    last: Option<(&'a str, &'a str)>,
}

impl ThreeMusketeers {
    /// The picture with this name; `None` also if the board lacks one of its points.
    pub(super) fn drawn(&self, name: &str) -> Option<Scene> {
        let caption = caption(name)?;
        let none = Signs::default();
        let (state, signs) = match name {
            "start" => (self.opening(), none),
            "first-moves" => (self.opening(), Signs { arrows: &[("d6", 0, -1), ("f6", 0, -1)], ..none }),
            "wide-roads" => (self.men_on("e9 b7 h7 b3 h3", "")?, Signs { arrows: &SIDEWAYS, ..none }),
            "jump" => (
                self.men_on("e6 a4 b4 c3 d3 e3 f3 g3 h4 i4 c2 d2 e2 f2 g2 c1 d1 e1 f1 g1", "c8 e7 g7")?,
                Signs { arrows: &[("e7", 0, 2)], taken: &["e6"], ..none },
            ),
            "series" => (
                self.men_on("d6 f5 g4 a4 a3 b3 c3 d3 e3 f3 i4 i3 c2 d2 e2 f2 g2 c1 d1 e1 f1 g1", "c7 e8 f9")?,
                Signs {
                    arrows: &[("c7", 2, 2), ("e5", 2, 0), ("g5", 0, 2)],
                    taken: &["d6", "f5", "g4"],
                    steps: &["e5", "g5", "g3"],
                    last: None,
                },
            ),
            "won" => (
                self.men_on("b9 c9 d9 e9 f9 g9 h9 c8 d8 e8 f8 g8 c7 d7 e7 f7 g7 a6 b6 h6 a5", "e5 c4 g3")?,
                Signs { last: Some(("d6", "d7")), ..none },
            ),
            _ => return None,
        };
        Some(self.signed(&state, &signs, caption))
    }

    fn opening(&self) -> State {
        State::new(self.net.field(), self.net.musketeers, Side::Attack)
    }

    fn men_on(&self, attackers: &str, musketeers: &str) -> Option<State> {
        Some(State::new(self.set(attackers)?, self.set(musketeers)?, Side::Musketeers))
    }

    fn set(&self, names: &str) -> Option<Points> {
        names.split_whitespace().try_fold(0, |set, name| Some(set | self.board.point(name)?.bit()))
    }

    /// The position with only these signs, without the men off the board.
    fn signed(&self, state: &State, signs: &Signs<'_>, caption: &str) -> Scene {
        let mut scene = self.scene(state);
        scene.clear_trays();
        scene.headline = caption.to_owned();
        scene.marks.clear();
        let mut mark = |point: &str, mark| scene.marks.push((point.to_owned(), mark));
        signs.taken.iter().for_each(|point| mark(point, Mark::LastTaken));
        signs.arrows.iter().for_each(|&(point, columns, rows)| mark(point, Mark::Arrow { columns, rows }));
        (1..).zip(signs.steps).for_each(|(number, point)| mark(point, Mark::Step(number)));
        if let Some((from, to)) = signs.last {
            mark(from, Mark::LastFrom);
            mark(to, Mark::LastTo);
        }
        scene
    }
}

/// Left and right from the middle of each wide road.
const SIDEWAYS: [Arrow<'static>; 10] = [
    ("e9", -1, 0),
    ("e9", 1, 0),
    ("b7", -1, 0),
    ("b7", 1, 0),
    ("h7", -1, 0),
    ("h7", 1, 0),
    ("b3", -1, 0),
    ("b3", 1, 0),
    ("h3", -1, 0),
    ("h3", 1, 0),
];

/// The words under the picture, from the page itself.
fn caption(name: &str) -> Option<&'static str> {
    let (before, _) = INFO.how_to_play.split_once(&format!("](picture:{name})"))?;
    before.rsplit_once("![").map(|(_, caption)| caption)
}
