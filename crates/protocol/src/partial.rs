//! The part of a view that a load driver needs.
//!
//! A load driver shares its machine with the server it measures, and reads every message of every player. These types
//! have the fields that it needs to go on playing and borrow their texts from the message; the rest is skipped, not
//! kept. All other clients read a whole [`View`](crate::View) or [`ViewChange`](crate::ViewChange).

use crate::change::nullable;
use crate::view::{PendingThrow, Phase, SeatLink};
use serde::Deserialize;
use std::borrow::Cow;

/// The part of a [`View`](crate::View) or a [`ViewChange`](crate::ViewChange) that says what a player can do next. What
/// is `None` in a change is as before.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct PartialView<'a> {
    /// The version of the view, or the one that the change leads to.
    pub version: u64,
    /// The phase.
    pub phase: Option<Phase>,
    /// The throw to be made; `Some(None)` if none is.
    #[serde(default, deserialize_with = "nullable")]
    pub chance: Option<Option<PendingThrow>>,
    /// The legal moves of the viewer's seats.
    #[serde(borrow)]
    pub legal_moves: Option<Vec<PartialSeatMoves<'a>>>,
    /// The seats whose devices still have to send an anchor.
    #[serde(borrow)]
    pub wants_anchor: Option<Vec<Cow<'a, str>>>,
    /// The seats whose devices still have to reveal a link.
    #[serde(borrow)]
    pub wants_link: Option<Vec<Cow<'a, str>>>,
    /// The links that the viewer's devices send next.
    pub links: Option<Vec<SeatLink>>,
}

/// The part of a [`SeatMoves`](crate::SeatMoves).
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct PartialSeatMoves<'a> {
    /// The seat that may act.
    #[serde(borrow)]
    pub seat: Cow<'a, str>,
    /// The number of legal moves.
    pub count: usize,
    /// The moves; `None` if there are too many for a view.
    #[serde(borrow)]
    pub moves: Option<Vec<PartialMove<'a>>>,
}

/// The part of a [`LegalMove`](crate::LegalMove).
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct PartialMove<'a> {
    /// The action in notation.
    #[serde(borrow)]
    pub action: Cow<'a, str>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LegalMove, LinkWanted, SeatMoves, View, ViewChange};

    fn views() -> [View; 2] {
        let before = View { version: 3, phase: Phase::Playing, ..View::default() };
        let moved =
            |action: &str| LegalMove { action: action.into(), label: "a \"move\"".into(), ..LegalMove::default() };
        let list = SeatMoves {
            seat: "red".into(),
            count: 2,
            moves: Some(vec![moved("d6-d7"), moved("\"")]),
            ..SeatMoves::default()
        };
        let many = SeatMoves { seat: "blue".into(), count: 5_000, ..SeatMoves::default() };
        let after = View {
            version: 4,
            chance: Some(PendingThrow { thrower: Some("red".into()), mine: true, forced: false }),
            legal_moves: vec![list, many],
            wants_link: vec!["red".into()],
            links: vec![SeatLink {
                seat: "red".into(),
                index: 1,
                anchor: "1f".repeat(32),
                now: Some(LinkWanted::Reveal),
            }],
            ..before.clone()
        };
        [before, after]
    }

    fn moves(of: &View) -> Vec<PartialSeatMoves<'_>> {
        let part = |one: &'_ LegalMove| PartialMove { action: Cow::Owned(one.action.clone()) };
        let seat = |list: &SeatMoves| PartialSeatMoves {
            seat: Cow::Owned(list.seat.clone()),
            count: list.count,
            moves: list.moves.as_ref().map(|all| all.iter().map(part).collect()),
        };
        of.legal_moves.iter().map(seat).collect()
    }

    #[test]
    fn a_part_says_what_the_whole_view_says() {
        for view in views() {
            let text = serde_json::to_string(&view).unwrap();
            let part: PartialView<'_> = serde_json::from_str(&text).unwrap();
            assert_eq!(
                (part.version, part.phase, &part.chance),
                (view.version, Some(view.phase), &Some(view.chance.clone()))
            );
            assert_eq!(part.legal_moves, Some(moves(&view)));
            assert_eq!((part.wants_anchor, part.links), (Some(Vec::new()), Some(view.links.clone())));
            assert_eq!(part.wants_link.map(|seats| seats.len()), Some(view.wants_link.len()));
        }
    }

    #[test]
    fn a_part_of_a_change_has_what_changed_and_nothing_else() {
        let [before, after] = views();
        let there = serde_json::to_string(&ViewChange::between(&before, &after)).unwrap();
        let part: PartialView<'_> = serde_json::from_str(&there).unwrap();
        assert_eq!((part.version, part.phase, &part.chance), (4, None, &Some(after.chance.clone())));
        assert_eq!(part.legal_moves, Some(moves(&after)));
        let back = serde_json::to_string(&ViewChange::between(&after, &before)).unwrap();
        let part: PartialView<'_> = serde_json::from_str(&back).unwrap();
        assert_eq!((part.chance, part.legal_moves), (Some(None), Some(Vec::new())));
        assert_eq!((part.wants_link, part.links), (Some(Vec::new()), Some(Vec::new())));
        let same = serde_json::to_string(&ViewChange::between(&after, &View { version: 5, ..after.clone() })).unwrap();
        let part: PartialView<'_> = serde_json::from_str(&same).unwrap();
        let nothing = PartialView {
            version: 5,
            phase: None,
            chance: None,
            legal_moves: None,
            wants_anchor: None,
            wants_link: None,
            links: None,
        };
        assert_eq!(part, nothing);
    }
}
