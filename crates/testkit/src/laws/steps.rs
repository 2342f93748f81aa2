//! Laws that are cheap enough for every step of every match.

use super::Checker;
use kernel::{FullGame, MAX_SEATS, Play, Turn};

impl<G: FullGame> Checker<G> {
    pub(super) fn check_step(&mut self, play: &Play<G>) {
        self.check_who_acts(play);
        self.check_outcome(play);
        if play.turn(&self.game) == Turn::Chance {
            self.check_chance_outcomes(play);
        }
    }

    /// A seat to act has legal actions, each listed once; any other seat has none.
    fn check_who_acts(&mut self, play: &Play<G>) {
        let turn = play.turn(&self.game);
        if let Turn::Seats(seats) = turn {
            assert!(!seats.is_empty(), "nobody is to act, and the match is not over");
            assert!(seats.iter().all(|seat| seat.0 < self.game.players()), "a seat is to act that does not exist");
        }
        for seat in self.seats() {
            self.actions.clear();
            self.game.legal_actions(&play.state, seat, &mut self.actions);
            let to_act = matches!(turn, Turn::Seats(seats) if seats.contains(seat));
            assert_eq!(to_act, !self.actions.is_empty(), "{seat:?} is to act: {to_act}; it may {:?}", self.actions);
            self.actions.sort_unstable();
            let twice = self.actions.windows(2).find(|pair| pair[0] == pair[1]);
            assert!(twice.is_none(), "{seat:?} has a legal action twice: {twice:?}");
        }
        if self.game.mid_turn(&play.state) {
            assert!(
                matches!(turn, Turn::Seats(seats) if seats.len() == 1),
                "a turn is unfinished, but not exactly one seat is to act"
            );
        }
    }

    /// There is an outcome exactly when the match is over, and each share lies between 0 and 1.
    fn check_outcome(&self, play: &Play<G>) {
        let outcome = self.game.outcome(&play.state);
        assert_eq!(outcome.is_some(), play.turn(&self.game) == Turn::Over, "{outcome:?}");
        let Some(outcome) = outcome else { return };
        for seat in 0..MAX_SEATS {
            let share = outcome.shares[seat];
            assert!((0.0..=1.0).contains(&share), "{outcome:?}");
            assert!(share == 0.0 || seat < usize::from(self.game.players()), "an empty seat wins: {outcome:?}");
        }
        let mut sum = 0.0;
        for seat in self.seats() {
            let partner = self.game.partner(seat);
            let together = partner.is_none_or(|partner| outcome.share(partner) == outcome.share(seat));
            assert!(together, "partners do not win together: {outcome:?}");
            sum += outcome.share(seat) / if partner.is_some() { 2.0 } else { 1.0 };
        }
        assert!(sum <= 1.0 + 1e-4, "more is won than there is: {outcome:?}");
    }

    /// Chance has outcomes, each listed once with a weight, and sampling agrees with the list.
    fn check_chance_outcomes(&self, play: &Play<G>) {
        let mut outcomes = Vec::new();
        self.game.chance_outcomes(&play.state, &mut outcomes);
        assert!(!outcomes.is_empty(), "chance is to act and has no outcomes");
        for (index, (chance, weight)) in outcomes.iter().enumerate() {
            assert!(*weight > 0, "{chance:?} has no weight");
            assert!(outcomes[..index].iter().all(|(other, _)| other != chance), "{chance:?} is listed twice");
            let written = self.game.write_chance(*chance);
            let read = self.game.read_chance(&play.state, &written);
            assert_eq!(read.as_ref(), Ok(chance), "{written}");
        }
        self.check_sample_chance(play, &outcomes);
    }

    /// Sampling agrees with the list at the first and the last weight of each outcome.
    fn check_sample_chance(&self, play: &Play<G>, outcomes: &[(G::Chance, u32)]) {
        let mut buffer = Vec::new();
        let sum: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut from = 0;
        for (chance, weight) in outcomes {
            for place in [from, from + weight - 1] {
                let pick = |all| {
                    assert_eq!(all, sum, "sample_chance and chance_outcomes have different sums");
                    place
                };
                let sampled = self.game.sample_chance(&play.state, pick, &mut buffer);
                assert_eq!(
                    sampled.as_ref(),
                    Some(chance),
                    "sample_chance and chance_outcomes disagree at {place} of {sum}"
                );
            }
            from += weight;
        }
    }
}
