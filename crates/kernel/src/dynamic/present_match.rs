//! Showing a match to people: scenes, legal moves, reasons and odds.

use super::{LegalMove, Prospect};
use crate::{Refusal, RuleId, Seat, Sentence, Viewer, scene};
use std::ops::Range;
use std::sync::Arc;

/// What people see of a match. Nothing here changes it.
///
/// What a [`Viewer`] may not know has been removed from everything that is made for one.
pub trait PresentMatch {
    /// The scene as the viewer sees it. Viewers who know the same share one.
    fn shared_scene(&self, viewer: Viewer) -> Arc<scene::Scene>;

    /// The scene as the viewer sees it, for a caller that changes it.
    fn scene(&self, viewer: Viewer) -> scene::Scene {
        Arc::unwrap_or_clone(self.shared_scene(viewer))
    }

    /// The seat's name in sentences, as of this position.
    fn seat_name(&self, seat: Seat) -> &'static str;

    /// The scene's headline as the player of this seat reads it, who is *you* in it.
    fn headline_to(&self, seat: Seat) -> String;

    /// What the seat needs to win, as its own player reads it.
    fn need_to(&self, seat: Seat) -> Option<Sentence>;

    /// The position as the viewer may know it, in the form that [`DynMatch::place`](super::DynMatch::place) takes.
    fn position(&self, viewer: Viewer) -> serde_json::Value;

    /// Whether anything in this position is hidden from a player or a spectator.
    fn has_hidden(&self) -> bool;

    /// The spaces that the last step changed: where pieces left, arrived or were taken.
    fn last_marks(&self) -> Vec<(String, scene::Mark)>;

    /// All legal moves of the seat.
    fn legal_moves(&self, seat: Seat) -> Vec<LegalMove> {
        self.legal_moves_in(seat, 0..usize::MAX)
    }

    /// A part of the seat's legal moves, by their place in the list: writing a move costs far more than finding it.
    fn legal_moves_in(&self, seat: Seat, places: Range<usize>) -> Vec<LegalMove>;

    /// The legal action, in notation, whose path was drawn space by space from where the piece is. `None` unless it
    /// is the whole path of exactly one action.
    fn along(&self, seat: Seat, path: &[&str]) -> Option<String>;

    /// The rules that allow a typed move, or the one that forbids it.
    fn why(&self, seat: Seat, text: &str) -> Result<Vec<RuleId>, Refusal>;

    /// The rule that forbids what pointing at these spaces and trays in order means, with a piece of this kind if one
    /// was pointed at. `None` if it is legal or means no action.
    fn why_not(&self, seat: Seat, steps: &[&str], kind: Option<&str>) -> Option<Refusal>;

    /// What each outcome of the throw that is due would mean for the seat; empty if it is not chance's turn.
    fn prospects(&self, seat: Seat) -> Vec<Prospect>;

    /// How and why the match ended, once it is over.
    fn verdict(&self) -> Option<Sentence>;
}
