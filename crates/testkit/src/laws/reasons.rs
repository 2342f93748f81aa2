//! Laws about what a game says of its actions: reasons, notation, sentences,
//! what it hides, and that those who act together may do so in any order.

use super::{Court, Step, Story, some};
use kernel::{FullGame, Play, Seat, Sentence, Turn, Viewer};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use std::collections::HashSet;

impl<G: FullGame> Court<G> {
    pub(super) fn check_reasons(&mut self, play: &Play<G>, glance: &mut Xoshiro256PlusPlus) {
        for seat in self.seats() {
            let legal = self.legal_actions(&play.state, seat);
            let asked = some(&legal, glance);
            self.check_judge(play, seat, &legal, &asked);
            self.check_draw(play, seat, &legal, glance);
            self.check_notation(play, seat, &legal, &asked);
            self.check_sentences(play, seat, &asked);
        }
        self.check_hiding(play);
        self.check_bare(play);
        self.check_back(play, glance);
        self.check_together(play, glance);
        let verdict = self.game.verdict(&play.state);
        assert_eq!(verdict.is_some(), play.turn(&self.game) == Turn::Over, "{verdict:?}");
        self.check_lines(verdict.as_slice());
    }

    /// The plain judge and the fast generator agree, and a refusal changes nothing.
    fn check_judge(&mut self, play: &Play<G>, seat: Seat, legal: &[G::Action], asked: &[G::Action]) {
        for action in asked {
            let judged = self.game.judge(&play.state, seat, *action);
            assert_eq!(judged, Ok(()), "{} is legal for {seat:?}", self.game.write(&play.state, *action));
        }
        let legal: HashSet<_> = legal.iter().copied().collect();
        let mut refused = None;
        for stranger in self.strangers.clone() {
            let judged = self.game.judge(&play.state, seat, stranger);
            assert_eq!(judged.is_ok(), legal.contains(&stranger), "{seat:?} {stranger:?}: {judged:?}");
            let Err(refusal) = judged else { continue };
            self.check_rule(refusal.rule);
            assert!(!refusal.what.is_empty(), "{stranger:?} is refused without a word");
            refused = Some(stranger);
        }
        let Some(refused) = refused else { return };
        let mut tried = play.clone();
        assert!(tried.play(&self.game, seat, refused).is_err(), "{refused:?} is refused and played");
        assert_eq!(tried.state, play.state, "{refused:?} is refused and leaves a trace");
        assert_eq!(print(&tried.history), print(&play.history), "{refused:?} is refused and remembered");
    }

    /// Drawing one action finds what the list has at that place.
    fn check_draw(&mut self, play: &Play<G>, seat: Seat, legal: &[G::Action], glance: &mut Xoshiro256PlusPlus) {
        let places: Vec<usize> = (0..legal.len()).collect();
        for index in some(&places, glance) {
            let action = &legal[index];
            let pick = |count: u32| {
                assert_eq!(count as usize, legal.len(), "draw counts otherwise than legal");
                index as u32
            };
            let drawn = self.game.sample_action(&play.state, seat, pick, &mut self.actions);
            assert_eq!(drawn, Some(*action), "draw and legal disagree at place {index}");
        }
        if legal.is_empty() {
            assert_eq!(
                self.game.sample_action(&play.state, seat, |_| 0, &mut self.actions),
                None,
                "drawn out of nothing"
            );
        }
    }

    /// What is written is read back, and no two legal actions are written alike.
    fn check_notation(&self, play: &Play<G>, seat: Seat, legal: &[G::Action], asked: &[G::Action]) {
        let mut names = HashSet::new();
        for action in legal {
            let name = self.game.write(&play.state, *action);
            assert!(names.insert(name.clone()), "two actions are written {name}");
        }
        for action in asked {
            let name = self.game.write(&play.state, *action);
            assert_eq!(self.game.read(&play.state, seat, &name), Ok(*action), "{name}");
            assert_eq!(self.game.split(&name), [name.as_str()], "one action is taken for several");
            assert_eq!(name.trim(), name, "a name has space around it");
        }
    }

    /// Every legal action rests on rules, and what it did is told with them.
    fn check_sentences(&mut self, play: &Play<G>, seat: Seat, asked: &[G::Action]) {
        for action in asked {
            let cited = self.game.cite(&play.state, seat, *action);
            assert!(!cited.is_empty(), "{action:?} rests on no rule");
            cited.into_iter().for_each(|rule| self.check_rule(rule));
            let mut after = play.clone();
            after.apply(&self.game, seat, *action);
            let lines = self.game.tell(&play.state, seat, *action, &after.state);
            assert!(!lines.is_empty(), "nothing is told of {action:?}");
            self.check_lines(&lines);
            let end = self.game.verdict(&after.state);
            assert!(end.is_none_or(|end| lines.contains(&end)), "{action:?} ends the match and nobody is told");
        }
    }

    fn check_lines(&mut self, lines: &[Sentence]) {
        for line in lines {
            assert!(!line.text.trim().is_empty() && !line.rules.is_empty(), "{line:?}");
            line.rules.iter().for_each(|rule| self.check_rule(*rule));
        }
    }

    /// Redacting twice changes nothing more, and leaves the same legal actions.
    fn check_hiding(&self, play: &Play<G>) {
        for viewer in self.viewers() {
            let known = self.game.redact(&play.state, viewer);
            assert_eq!(self.game.redact(&known, viewer), known, "{viewer:?} is shown less the second time");
            assert_eq!(self.game.turn(&known), play.turn(&self.game), "{viewer:?} cannot see whose turn it is");
            let history = self.game.redact_history(&play.history, viewer);
            let again = self.game.redact_history(&history, viewer);
            assert_eq!(print(&again), print(&history), "{viewer:?} remembers less the second time");
            if let Viewer::Seat(seat) = viewer {
                let (may, thinks) = (self.legal_actions(&play.state, seat), self.legal_actions(&known, seat));
                assert_eq!(thinks, may, "{seat:?} cannot see what it may do");
            }
        }
        assert_eq!(self.game.redact(&play.state, Viewer::Referee), play.state, "something is hidden from the referee");
        let history = self.game.redact_history(&play.history, Viewer::Referee);
        assert_eq!(print(&history), print(&play.history), "something is hidden from the referee");
    }

    pub(super) fn viewers(&self) -> Vec<Viewer> {
        self.seats().map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Referee]).collect()
    }

    /// Without counters a position is still the same position.
    fn check_bare(&self, play: &Play<G>) {
        let bare = self.game.canonical(&play.state);
        assert_eq!(self.game.canonical(&bare), bare);
        assert_eq!(self.game.hash_key(&bare), self.game.hash_key(&play.state), "a key depends on a counter");
    }

    /// Going back to a bookmark restores everything.
    fn check_back(&mut self, play: &Play<G>, glance: &mut Xoshiro256PlusPlus) {
        let mut trip = play.clone();
        let mark = trip.bookmark();
        for _ in 0..glance.random_range(1..6) {
            let Some(step) = self.random_step(&trip, glance) else { break };
            self.take(&mut trip, &step, &mut Story::untold());
        }
        trip.back_to(mark);
        assert_eq!(trip.state, play.state);
        assert_eq!(print(&trip.history), print(&play.history));
    }

    /// Where several seats act together, the order in which they do makes no difference.
    fn check_together(&mut self, play: &Play<G>, glance: &mut Xoshiro256PlusPlus) {
        let Turn::Seats(seats) = play.turn(&self.game) else { return };
        if seats.len() < 2 {
            return;
        }
        let steps: Vec<_> = seats
            .iter()
            .map(|seat| {
                let legal = self.legal_actions(&play.state, seat);
                Step::<G>::Act(seat, legal[glance.random_range(0..legal.len())])
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
        assert!(end(&mut steps.iter()) == end(&mut steps.iter().rev()), "the order of those who act together counts");
    }
}

/// Everything a history remembers.
pub(super) fn print(history: &impl std::fmt::Debug) -> String {
    format!("{history:?}")
}
