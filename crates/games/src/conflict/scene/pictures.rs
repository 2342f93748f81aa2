//! The pictures of the how-to-play page: positions with marks that show what their
//! captions say.

use super::super::state::{Colour, HOME, KINDS, Kind, Phase, Square, State};
use super::super::{Conflict, INFO};
use kernel::scene::{Mark, Scene};
use kernel::{Game, Show};

/// A piece and the squares of its path, ending where it stands.
type Way<'a> = (Colour, Kind, &'a str);

impl Conflict {
    /// The picture with this name; `None` also if the board lacks one of its squares.
    pub(super) fn drawn(&self, name: &str) -> Option<Scene> {
        let caption = caption(name)?;
        use Colour::{Green, Orange, Red, Yellow};
        use Kind::{Artillery, Gun, Plane, Ship};
        let (ways, marks): (&[Way<'_>], &[(&str, Mark)]) = match name {
            "start" => return self.captioned(self.start(&mut ()), caption, Vec::new(), false),
            "enter" => (&[(Red, Artillery, "d2 e1 f2 g3 h4"), (Red, Ship, "d4 e5 f6")], &[]),
            "path" => (&[(Red, Artillery, "m4 n3 o2 o3 o4 p4")], &[("m5", Mark::LastFrom)]),
            "capture" => (
                &[(Yellow, Plane, "l23 l22 l21 l20 l19 m18"), (Yellow, Artillery, "q24 p24 o24 n24 m24")],
                &[("l24", Mark::LastFrom), ("l21", Mark::LastTaken), ("r25", Mark::LastFrom), ("m24", Mark::LastTaken)],
            ),
            "bridge" => (
                &[(Green, Artillery, "g15 h14 i15 j14 k13"), (Red, Ship, "n8")],
                &[("f14", Mark::LastFrom), ("o7", Mark::Target), ("m9", Mark::Target)],
            ),
            "mines" => (
                &[(Orange, Ship, "k9"), (Orange, Plane, "i8"), (Red, Ship, "h10")],
                &[("g7", Mark::LastTaken), ("j8", Mark::LastTaken)],
            ),
            "circle" => (&[(Yellow, Artillery, "e1 d2 c3"), (Red, Gun, "f4")], &[("f1", Mark::LastFrom)]),
            _ => return None,
        };
        let mut state = self.start(&mut ());
        state.phase = Phase::Throw;
        let mut all: Vec<_> = marks.iter().map(|(square, mark)| ((*square).to_owned(), *mark)).collect();
        for (colour, kind, way) in ways {
            let squares: Option<Vec<_>> = way.split(' ').map(Square::named).collect();
            let squares = squares?;
            self.stand(&mut state, *colour, *kind, *squares.last()?)?;
            if squares.len() > 1 {
                let steps = (1..).zip(&squares).map(|(step, square)| (square.name(), Mark::Step(step)));
                all.extend(steps);
            }
        }
        self.captioned(state, caption, all, true)
    }

    /// Puts a waiting piece on the map.
    fn stand(&self, state: &mut State, colour: Colour, kind: Kind, square: Square) -> Option<()> {
        if !self.board.terrain(square).is_open_to(kind) || self.seat_of(colour).is_none() {
            return None;
        }
        let slot = KINDS.contains(&kind).then(|| state.slot_at(colour, kind, HOME))??;
        state.put(colour, slot, square.0);
        Some(())
    }

    fn captioned(&self, state: State, caption: &str, marks: Vec<(String, Mark)>, bare: bool) -> Option<Scene> {
        let mut scene = self.scene(&state);
        if bare {
            scene.clear_trays();
        }
        let scene = scene.into_picture(caption, marks);
        let known = scene.marks.iter().all(|(id, _)| scene.plan.space(id).is_some());
        known.then_some(scene)
    }
}

/// The words under the picture, from the page itself.
fn caption(name: &str) -> Option<&'static str> {
    let (before, _) = INFO.how_to_play.split_once(&format!("](picture:{name})"))?;
    before.rsplit_once("![").map(|(_, caption)| caption)
}
