//! Laws cheap enough for every step of every match.

use super::Court;
use kernel::{FullGame, MAX_SEATS, Play, Turn};

impl<G: FullGame> Court<G> {
    pub(super) fn check_step(&mut self, play: &Play<G>) {
        self.check_who_acts(play);
        self.check_outcome(play);
        if play.turn(&self.game) == Turn::Chance {
            self.check_chances(play);
        }
    }

    /// A seat to act has something to do, each thing once; any other seat has nothing.
    fn check_who_acts(&mut self, play: &Play<G>) {
        let turn = play.turn(&self.game);
        if let Turn::Seats(seats) = turn {
            assert!(!seats.is_empty(), "nobody is to act, and it is not over");
            assert!(seats.iter().all(|seat| seat.0 < self.game.players()), "a seat is to act that nobody sits at");
        }
        for seat in self.seats() {
            self.actions.clear();
            self.game.legal_actions(&play.state, seat, &mut self.actions);
            let to_act = matches!(turn, Turn::Seats(seats) if seats.contains(seat));
            assert_eq!(to_act, !self.actions.is_empty(), "{seat:?} is to act: {to_act}; it may {:?}", self.actions);
            self.actions.sort_unstable();
            let twice = self.actions.windows(2).find(|pair| pair[0] == pair[1]);
            assert!(twice.is_none(), "{seat:?} is offered {twice:?}");
        }
        if self.game.mid_turn(&play.state) {
            assert!(matches!(turn, Turn::Seats(seats) if seats.len() == 1), "a turn is under way and nobody's");
        }
    }

    /// There is an outcome exactly when it is over, and everyone's part of it lies between 0 and 1.
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

    /// Chance has outcomes, each once, each with a weight, and tossing finds them by it.
    fn check_chances(&self, play: &Play<G>) {
        let mut outcomes = Vec::new();
        self.game.chance_outcomes(&play.state, &mut outcomes);
        assert!(!outcomes.is_empty(), "chance is to act and has nothing to choose from");
        for (index, (chance, weight)) in outcomes.iter().enumerate() {
            assert!(*weight > 0, "{chance:?} has no weight");
            assert!(outcomes[..index].iter().all(|(other, _)| other != chance), "{chance:?} stands twice");
            let written = self.game.write_chance(*chance);
            let read = self.game.read_chance(&play.state, &written);
            assert_eq!(read.as_ref(), Ok(chance), "{written}");
        }
        self.check_toss(play, &outcomes);
    }

    /// Tossing finds what the list has at that weight: the first and the last of each outcome's part.
    fn check_toss(&self, play: &Play<G>, outcomes: &[(G::Chance, u32)]) {
        let mut room = Vec::new();
        let sum: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut from = 0;
        for (chance, weight) in outcomes {
            for place in [from, from + weight - 1] {
                let pick = |all| {
                    assert_eq!(all, sum, "toss counts otherwise than chances");
                    place
                };
                let tossed = self.game.sample_chance(&play.state, pick, &mut room);
                assert_eq!(tossed.as_ref(), Some(chance), "toss and chances disagree at {place} of {sum}");
            }
            from += weight;
        }
    }
}
