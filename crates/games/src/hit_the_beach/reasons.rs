//! Why one action is better than another: what it meets, which throws win, what a throw can send back.

use super::HitTheBeach;
use super::moves::{PIPS, spaces};
use super::rules::{BEACHES, COUNT, Find, OBJECTIVE, PLACING, RELIEF, REMOVING, listed};
use super::state::{Action, COLOURS, Phase, Space, State};
use kernel::{Game, Seat, Sentence, counted};

impl HitTheBeach {
    pub(super) fn advantages_of(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        let (best, other) = (self.after(state, seat, better), self.after(state, seat, worse));
        let facts = [
            self.meets(state, better, worse),
            self.stops_a_win(&best, &other, seat),
            self.wins_next(&best, &other, seat),
            self.fewer_to_relieve(&best, &other, seat),
            self.stands_nearer(state, seat, better, worse),
        ];
        facts.into_iter().flatten().collect()
    }

    fn after(&self, state: &State, seat: Seat, action: Action) -> State {
        let mut after = *state;
        self.apply(&mut after, &mut (), seat, action);
        after
    }

    /// What the division finds where it goes, if the other action finds less.
    fn meets(&self, state: &State, better: Action, worse: Action) -> Option<Sentence> {
        let found = |action| self.goal(action).map_or(Find::Nothing, |to| self.find(state, to));
        let (best, to) = (found(better), self.goal(better)?);
        if found(worse) != Find::Nothing && (best != Find::Objective || found(worse) == best) {
            return None;
        }
        let at = self.board.name(to);
        Some(match best {
            Find::Nothing => return None,
            Find::Objective => Sentence::new("Reaches the objective and wins.", &[OBJECTIVE]),
            Find::BeachDefender => Sentence::new(format!("Clears the beach of {at}."), &[BEACHES, REMOVING]),
            Find::AtollDefender | Find::Defender => {
                Sentence::new(format!("Removes the defender on {at}."), &[REMOVING, PLACING])
            }
            Find::Opponent(colour, division) => {
                let (whose, word) = (colour.name(), division.word());
                Sentence::new(format!("Sends {whose}’s {word} on {at} back to its start circle."), &[RELIEF])
            }
        })
    }

    /// Where a division goes.
    fn goal(&self, action: Action) -> Option<Space> {
        match action {
            Action::March { to, .. } | Action::SetOut { to, .. } => Some(to),
            Action::Support { .. } | Action::Place(_) | Action::Pass => None,
        }
    }

    /// The numbers with which the seat reaches the objective from here.
    fn winning(&self, state: &State, seat: Seat) -> Vec<u8> {
        let objective = self.board.net.objective.bit();
        let wins = |pips: &u8| self.goals(state, self.colour(seat), *pips).iter().any(|goals| goals & objective != 0);
        PIPS.filter(wins).collect()
    }

    /// An opponent who can win with fewer numbers after the better action.
    fn stops_a_win(&self, best: &State, other: &State, seat: Seat) -> Option<Sentence> {
        if best.phase != Phase::Throw || other.phase != Phase::Throw {
            return None;
        }
        let rivals = self.all_seats().iter().filter(|rival| *rival != seat);
        let changed = rivals.map(|rival| (rival, self.winning(best, rival), self.winning(other, rival)));
        let (rival, few, many) = changed.max_by_key(|(_, few, many)| many.len().saturating_sub(few.len()))?;
        let name = self.seat(rival).name;
        let text = match few.len() {
            few if few >= many.len() => return None,
            0 => format!("Leaves {name} no number that wins; the other move leaves {}.", numbers(&many)),
            _ => format!("Leaves {name} only {} to win instead of {}.", numbers(&few), numbers(&many)),
        };
        Some(Sentence::new(text, &[OBJECTIVE]))
    }

    /// More numbers that would win from here.
    fn wins_next(&self, best: &State, other: &State, seat: Seat) -> Option<Sentence> {
        let (many, few) = (self.winning(best, seat), self.winning(other, seat));
        if many.len() <= few.len() || best.phase == Phase::Won {
            return None;
        }
        let instead = if few.is_empty() { String::new() } else { format!(" instead of {}", numbers(&few)) };
        Some(Sentence::new(format!("Would win from there with {}{instead}.", numbers(&many)), &[OBJECTIVE]))
    }

    /// The seat's divisions that an opponent could reach with some number.
    fn in_reach(&self, state: &State, seat: Seat) -> u32 {
        let own = state.divisions(self.colour(seat)).fold(0, |set, (_, at)| set | at.bit());
        let rivals = COLOURS.into_iter().filter(|colour| self.owner(*colour).is_some_and(|rival| rival != seat));
        let reached = rivals.flat_map(|rival| PIPS.map(move |pips| (rival, pips)));
        let reached =
            reached.flat_map(|(rival, pips)| self.goals(state, rival, pips)).fold(0, |all, goals| all | goals);
        spaces(reached & own & state.taken).count() as u32
    }

    fn fewer_to_relieve(&self, best: &State, other: &State, seat: Seat) -> Option<Sentence> {
        let (few, many) = (self.in_reach(best, seat), self.in_reach(other, seat));
        let text = match few {
            few if few >= many => return None,
            0 => format!("Leaves no division in an opponent’s reach; the other move leaves {many}."),
            _ => format!("Leaves {} in an opponent’s reach instead of {many}.", counted(few, "division", "divisions")),
        };
        Some(Sentence::new(text, &[RELIEF]))
    }

    /// How much nearer to the objective the division stands, in throws on an empty board.
    fn stands_nearer(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Option<Sentence> {
        let gain = |action| {
            let from = match action {
                Action::March { from, .. } => from,
                Action::SetOut { .. } => self.board.net.starts[self.colour(seat).index()],
                _ => return 0,
            };
            self.goal(action).map_or(0, |to| self.throws_from(from) - self.throws_from(to))
        };
        let (more, less) = ((gain(better) + 5) / 10, (gain(worse) + 5).max(0) / 10);
        if state.phase != Phase::Move || more <= less.max(0) {
            return None;
        }
        let text = format!(
            "Brings a division {}.{} throws nearer to the objective instead of {}.{}, defenders aside.",
            more / 10,
            more % 10,
            less / 10,
            less % 10
        );
        Some(Sentence::new(text, &[COUNT]))
    }
}

fn numbers(pips: &[u8]) -> String {
    listed(pips.iter().map(|pips| format!("a {pips}")).collect(), "or")
}
