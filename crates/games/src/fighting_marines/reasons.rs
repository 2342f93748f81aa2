//! Why one action is better than another: captures, men in reach of a throw, men who can enter.

use super::rules::{CAPTURE, Front, NEUTRAL, OWN_COLOUR, SAFE, VICTORY};
use super::state::{Action, State};
use super::{FightingMarines, TOTALS};
use kernel::{Game, Seat, Sentence, counted};

/// What a position after an action holds for a seat.
struct Ahead {
    state: State,
    /// For each total, the seat's men on the platform who would face an opponent's man.
    dangers: [u32; TOTALS.len()],
    /// For each total, the seat's men who could enter.
    entries: [u32; TOTALS.len()],
}

impl FightingMarines {
    pub(super) fn advantages_of(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        let (best, other) = (self.ahead(state, seat, better), self.ahead(state, seat, worse));
        let wins = |ahead: &Ahead| self.outcome(&ahead.state).is_some_and(|outcome| outcome.share(seat) > 0.0);
        let won = (wins(&best) && !wins(&other)).then(|| Sentence::new("Wins the match at once.", &[VICTORY]));
        let facts = [
            won,
            self.captures_instead(state, better, worse),
            fewer_in_reach(&best, &other),
            self.takes_neutral(state, better, worse),
            more_can_enter(&best, &other),
        ];
        facts.into_iter().flatten().collect()
    }

    fn ahead(&self, state: &State, seat: Seat, action: Action) -> Ahead {
        let mut after = *state;
        self.apply(&mut after, &mut (), seat, action);
        let stops = TOTALS.map(|(total, _)| self.stop_after(&after, total)[seat.index()]);
        Ahead { state: after, dangers: stops.map(|stop| stop.dangers), entries: stops.map(|stop| stop.entries) }
    }

    fn captures_instead(&self, state: &State, better: Action, worse: Action) -> Option<Sentence> {
        let (Action::Capture(base), false) = (better, matches!(worse, Action::Capture(_))) else { return None };
        let Some((_, Front::Enemy(colour, rank))) = self.front(state, base) else { return None };
        Some(Sentence::new(format!("Captures {}’s {}.", colour.name(), rank.word()), &[CAPTURE]))
    }

    fn takes_neutral(&self, state: &State, better: Action, worse: Action) -> Option<Sentence> {
        let neutral = |action| matches!(action, Action::Enter(base) if matches!(self.front(state, base), Some((_, Front::Neutral { .. }))));
        let text = "Takes a neutral space, where nobody can capture the man.";
        (neutral(better) && !neutral(worse)).then(|| Sentence::new(text, &[NEUTRAL, SAFE]))
    }
}

/// The total that makes the greatest difference, if fewer men are in reach of throws in all.
fn fewer_in_reach(best: &Ahead, other: &Ahead) -> Option<Sentence> {
    let weighted =
        |counts: &[u32; TOTALS.len()]| TOTALS.iter().zip(counts).map(|((_, weight), n)| weight * n).sum::<u32>();
    if weighted(&best.dangers) >= weighted(&other.dangers) {
        return None;
    }
    let gains = TOTALS.iter().zip(best.dangers.iter().zip(other.dangers));
    let gains = gains.map(|((total, weight), (few, many))| (many.saturating_sub(*few) * weight, total, few, many));
    let (_, total, few, many) = gains.max_by_key(|(gain, ..)| *gain)?;
    let reach = format!("in reach of {} {total}", if matches!(total, 8 | 11) { "an" } else { "a" });
    let text = match few {
        0 => format!("Leaves no man {reach}; the other move leaves {many}."),
        few => format!("Leaves {} {reach} instead of {many}.", counted(*few, "man", "men")),
    };
    Some(Sentence::new(text, &[CAPTURE]))
}

/// More men who can enter at the next stop, over all throws.
fn more_can_enter(best: &Ahead, other: &Ahead) -> Option<Sentence> {
    let sum = |ahead: &Ahead| TOTALS.iter().zip(ahead.entries).map(|((_, weight), n)| weight * n).sum::<u32>();
    let tenths = |sum: u32| (10 * sum + 18) / 36;
    let (many, few) = (tenths(sum(best)), tenths(sum(other)));
    let text = format!(
        "Lets {}.{} men enter at the next stop on average instead of {}.{}.",
        many / 10,
        many % 10,
        few / 10,
        few % 10
    );
    (many > few).then(|| Sentence::new(text, &[OWN_COLOUR]))
}
