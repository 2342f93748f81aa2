//! Why one action is better than another: circles, captures, mines, reach, distance.

use super::Conflict;
use super::rules::{CAPTURE, CIRCLE, MOVE, PLANE_MINED, SEVEN, SHIP_MINED, TAKES, listed};
use super::state::{Action, ColourSet, Kind, Square, State};
use kernel::{Seat, Sentence};

/// An upper bound of throws out of 36 that is worth a word.
const DANGEROUS: i32 = 6;
/// Steps nearer to a circle that are worth a word.
const NEARER: i32 = 3;

/// A move: which kind of piece goes where.
struct March {
    kind: Kind,
    to: Square,
    taken: Vec<Kind>,
}

impl Conflict {
    pub(super) fn advantages_of(&self, state: &State, _seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        let facts = [
            self.takes_home(state, better, worse),
            self.takes_more(state, better, worse),
            self.avoids_mine(state, better, worse),
            brings(better, worse),
            self.out_of_reach(state, better, worse),
            self.comes_nearer(state, better, worse),
        ];
        facts.into_iter().flatten().collect()
    }

    fn march(&self, state: &State, action: Action) -> Option<March> {
        let Action::Move { mover, to, taken, .. } = action else { return None };
        let kind = Kind::of_slot(self.slot(state, mover)?);
        Some(March { kind, to, taken: taken.iter().map(|(_, slot)| Kind::of_slot(slot)).collect() })
    }

    fn takes_home(&self, state: &State, better: Action, worse: Action) -> Option<Sentence> {
        if !self.takes_circle(state, better) || self.takes_circle(state, worse) {
            return None;
        }
        let owner = self.net().circle_of[self.march(state, better)?.to.index()]?;
        Some(Sentence::new(format!("Ends on {}’s home circle and retires {0}.", owner.name()), &[CIRCLE]))
    }

    fn takes_more(&self, state: &State, better: Action, worse: Action) -> Option<Sentence> {
        let taken = |action| self.march(state, action).map(|march| march.taken).unwrap_or_default();
        let (best, other) = (taken(better), taken(worse));
        if best.is_empty() || !other.is_empty() {
            return None;
        }
        let words = best.into_iter().map(|kind| format!("{} {}", article(kind), kind.name())).collect();
        Some(Sentence::new(format!("Takes {}.", listed(words, "and")), &[CAPTURE, TAKES]))
    }

    /// The mine that a move ends on, with the kind of the piece.
    fn mine(&self, state: &State, action: Action) -> Option<Kind> {
        let march = self.march(state, action)?;
        self.mined(state, march.kind, march.to).map(|_| march.kind)
    }

    fn avoids_mine(&self, state: &State, better: Action, worse: Action) -> Option<Sentence> {
        let kind = self.mine(state, worse).filter(|_| self.mine(state, better).is_none())?;
        let rule = if kind == Kind::Ship { SHIP_MINED } else { PLANE_MINED };
        Some(Sentence::new(format!("Keeps off the mine that destroys the {}.", kind.name()), &[rule]))
    }

    /// The most throws out of 36 by which an enemy could take the piece that has moved; pieces in the way are ignored,
    /// so it may be fewer.
    fn exposed(&self, state: &State, action: Action) -> Option<(Kind, i32)> {
        let march = self.march(state, action)?;
        let mut after = *state;
        self.make(&mut after, action, &mut super::turns::ignore_note);
        let danger = self.danger(&after, state.turn, march.kind, march.to);
        Some((march.kind, danger.map_or(0, |(_, throws)| throws)))
    }

    fn out_of_reach(&self, state: &State, better: Action, worse: Action) -> Option<Sentence> {
        if self.mine(state, better).is_some() {
            return None;
        }
        let ((kind, none), (_, many)) = (self.exposed(state, better)?, self.exposed(state, worse)?);
        let text = format!("Leaves the {} where no opponent can reach it with the next throw.", kind.name());
        (none == 0 && many >= DANGEROUS).then(|| Sentence::new(text, &[CAPTURE]))
    }

    fn comes_nearer(&self, state: &State, better: Action, worse: Action) -> Option<Sentence> {
        let foes: ColourSet = self.targets(state, state.turn);
        let steps = |march: &March| i32::from(self.net().steps_to_nearest(march.kind, foes, march.to));
        let (best, other) = (self.march(state, better)?, self.march(state, worse)?);
        let (few, many) = (steps(&best), steps(&other));
        let text = format!(
            "Brings the {} within {few} steps of an enemy circle; the piece that was moved ends {many} steps away.",
            best.kind.name()
        );
        (few + NEARER <= many && many < i32::from(super::board::UNREACHABLE)).then(|| Sentence::new(text, &[MOVE]))
    }
}

fn brings(better: Action, worse: Action) -> Option<Sentence> {
    let (Action::Bring(kind), Action::Stay) = (better, worse) else { return None };
    Some(Sentence::new(format!("Brings {} {} from the reserve.", article(kind), kind.name()), &[SEVEN]))
}

fn article(kind: Kind) -> &'static str {
    match kind {
        Kind::Gun => "an",
        Kind::Artillery => "a piece of",
        Kind::Plane | Kind::Ship => "a",
    }
}
