//! Laws about reasons, notation, sentences and redaction, and that seats that act together
//! may do so in any order.

use super::{Checker, Step, Trace, some};
use kernel::{FullGame, Play, Seat, Sentence, Turn, Viewer};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use std::collections::HashSet;

impl<G: FullGame> Checker<G> {
    pub(super) fn check_reasons(&mut self, play: &Play<G>, sampler: &mut Xoshiro256PlusPlus) {
        for seat in self.seats() {
            let legal = self.legal_actions(&play.state, seat);
            let checked = some(&legal, sampler);
            self.check_judge(play, seat, &legal, &checked);
            self.check_sample_action(play, seat, &legal, sampler);
            self.check_notation(play, seat, &legal, &checked);
            self.check_sentences(play, seat, &checked);
        }
        self.check_redact(play);
        self.check_canonical(play);
        self.check_back(play, sampler);
        self.check_together(play, sampler);
        let verdict = self.game.verdict(&play.state);
        assert_eq!(verdict.is_some(), play.turn(&self.game) == Turn::Over, "{verdict:?}");
        self.check_lines(verdict.as_slice());
    }

    /// The judge and the generator agree, and a refusal changes nothing.
    fn check_judge(&mut self, play: &Play<G>, seat: Seat, legal: &[G::Action], checked: &[G::Action]) {
        for action in checked {
            let judged = self.game.judge(&play.state, seat, *action);
            assert_eq!(judged, Ok(()), "{} is legal for {seat:?}", self.game.write(&play.state, *action));
        }
        let legal: HashSet<_> = legal.iter().copied().collect();
        let mut refused = None;
        for foreign_action in self.foreign.clone() {
            let judged = self.game.judge(&play.state, seat, foreign_action);
            assert_eq!(judged.is_ok(), legal.contains(&foreign_action), "{seat:?} {foreign_action:?}: {judged:?}");
            let Err(refusal) = judged else { continue };
            self.check_rule(refusal.rule);
            assert!(!refusal.what.is_empty(), "{foreign_action:?} is refused without a reason");
            refused = Some(foreign_action);
        }
        let Some(refused) = refused else { return };
        let mut tried = play.clone();
        assert!(tried.play(&self.game, seat, refused).is_err(), "{refused:?} is refused and played");
        assert_eq!(tried.state, play.state, "{refused:?} is refused and changes the state");
        assert_eq!(print(&tried.history), print(&play.history), "{refused:?} is refused and changes the history");
    }

    /// Sampling an action agrees with the list.
    fn check_sample_action(
        &mut self,
        play: &Play<G>,
        seat: Seat,
        legal: &[G::Action],
        sampler: &mut Xoshiro256PlusPlus,
    ) {
        let places: Vec<usize> = (0..legal.len()).collect();
        for index in some(&places, sampler) {
            let action = &legal[index];
            let pick = |count: u32| {
                assert_eq!(count as usize, legal.len(), "sample_action and legal_actions have different counts");
                index as u32
            };
            let sampled = self.game.sample_action(&play.state, seat, pick, &mut self.actions);
            assert_eq!(sampled, Some(*action), "sample_action and legal_actions disagree at {index}");
        }
        if legal.is_empty() {
            assert_eq!(
                self.game.sample_action(&play.state, seat, |_| 0, &mut self.actions),
                None,
                "an action is sampled from an empty list"
            );
        }
    }

    /// Notation is read back, and no two legal actions have the same notation.
    fn check_notation(&self, play: &Play<G>, seat: Seat, legal: &[G::Action], checked: &[G::Action]) {
        let mut names = HashSet::new();
        for action in legal {
            let name = self.game.write(&play.state, *action);
            assert!(names.insert(name.clone()), "two actions are written {name}");
        }
        for action in checked {
            let name = self.game.write(&play.state, *action);
            assert_eq!(self.game.read(&play.state, seat, &name), Ok(*action), "{name}");
            assert_eq!(self.game.split(&name), [name.as_str()], "one action is split into several");
            assert_eq!(name.trim(), name, "a name has space around it");
        }
    }

    /// Every legal action cites rules, and has sentences in the log.
    fn check_sentences(&mut self, play: &Play<G>, seat: Seat, checked: &[G::Action]) {
        for action in checked {
            let cited = self.game.cite(&play.state, seat, *action);
            assert!(!cited.is_empty(), "{action:?} cites no rule");
            cited.into_iter().for_each(|rule| self.check_rule(rule));
            let mut after = play.clone();
            after.apply(&self.game, seat, *action);
            let lines = self.game.tell(&play.state, seat, *action, &after.state);
            assert!(!lines.is_empty(), "{action:?} has no sentence in the log");
            self.check_lines(&lines);
            let end = self.game.verdict(&after.state);
            assert!(
                end.is_none_or(|end| lines.contains(&end)),
                "{action:?} ends the match and the log does not say so"
            );
        }
    }

    fn check_lines(&mut self, lines: &[Sentence]) {
        for line in lines {
            assert!(!line.text.trim().is_empty() && !line.rules.is_empty(), "{line:?}");
            line.rules.iter().for_each(|rule| self.check_rule(*rule));
        }
    }

    /// Redacting twice is the same as once, and leaves the same legal actions.
    fn check_redact(&self, play: &Play<G>) {
        for viewer in self.viewers() {
            let known = self.game.redact(&play.state, viewer);
            assert_eq!(self.game.redact(&known, viewer), known, "redacting again changes the state of {viewer:?}");
            assert_eq!(self.game.turn(&known), play.turn(&self.game), "{viewer:?} cannot see whose turn it is");
            let history = self.game.redact_history(&play.history, viewer);
            let again = self.game.redact_history(&history, viewer);
            assert_eq!(print(&again), print(&history), "{viewer:?} remembers less the second time");
            if let Viewer::Seat(seat) = viewer {
                let (legal, seen) = (self.legal_actions(&play.state, seat), self.legal_actions(&known, seat));
                assert_eq!(seen, legal, "{seat:?} cannot see what it may do");
            }
        }
        assert_eq!(self.game.redact(&play.state, Viewer::Referee), play.state, "something is hidden from the referee");
        let history = self.game.redact_history(&play.history, Viewer::Referee);
        assert_eq!(print(&history), print(&play.history), "something is hidden from the referee");
    }

    pub(super) fn viewers(&self) -> Vec<Viewer> {
        self.seats().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Referee]).collect()
    }

    /// The canonical state is stable and has the same key.
    fn check_canonical(&self, play: &Play<G>) {
        let canonical = self.game.canonical(&play.state);
        assert_eq!(self.game.canonical(&canonical), canonical);
        assert_eq!(
            self.game.hash_key(&canonical),
            self.game.hash_key(&play.state),
            "the hash key depends on a counter"
        );
    }

    /// Going back to a bookmark restores state and history.
    fn check_back(&mut self, play: &Play<G>, sampler: &mut Xoshiro256PlusPlus) {
        let mut trip = play.clone();
        let mark = trip.bookmark();
        for _ in 0..sampler.random_range(1..6) {
            let Some(step) = self.random_step(&trip, sampler) else { break };
            self.take(&mut trip, &step, &mut Trace::off());
        }
        trip.back_to(mark);
        assert_eq!(trip.state, play.state);
        assert_eq!(print(&trip.history), print(&play.history));
    }

    /// When several seats act together, their order makes no difference.
    fn check_together(&mut self, play: &Play<G>, sampler: &mut Xoshiro256PlusPlus) {
        let Turn::Seats(seats) = play.turn(&self.game) else { return };
        if seats.len() < 2 {
            return;
        }
        let steps: Vec<_> = seats
            .iter()
            .map(|seat| {
                let legal = self.legal_actions(&play.state, seat);
                Step::<G>::Act(seat, legal[sampler.random_range(0..legal.len())])
            })
            .collect();
        let end = |order: &mut dyn Iterator<Item = &Step<G>>| {
            let mut play = play.clone();
            for step in order {
                let Step::Act(seat, action) = *step else { continue };
                if let Err(refusal) = play.play(&self.game, seat, action) {
                    panic!("{seat:?} may do {action:?} first but not later: {refusal}");
                }
            }
            (play.state, print(&play.history))
        };
        assert!(end(&mut steps.iter()) == end(&mut steps.iter().rev()), "the order of seats that act together matters");
    }
}

/// The contents of a history.
pub(super) fn print(history: &impl std::fmt::Debug) -> String {
    format!("{history:?}")
}
