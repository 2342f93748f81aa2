//! Reading the phase and the pacts of a written position.

use super::setup::{Pact, Reader, Setup};
use super::state::{Colour, NOWHERE, Phase, Square};
use super::turns::ignore_note;

impl Reader<'_> {
    /// CF-39: each player has at most one pact, with a player who is still in the match.
    pub(super) fn pacts(&mut self, setup: &Setup) {
        if !setup.pacts.is_empty() && !self.game.options.pacts {
            self.fault("pacts", "this match has no pacts");
        }
        if !setup.pacts.is_empty() && self.state.alive.len() < 3 {
            self.fault("pacts", "there are no pacts when only two players are left");
        }
        for (index, pact) in setup.pacts.iter().enumerate() {
            self.pact(&format!("pacts[{index}]"), pact);
        }
    }

    fn pact(&mut self, place: &str, pact: &Pact) {
        let between = format!("{place}.between");
        let [one, other] = [0, 1].map(|index| self.colour(&between, &pact.between[index]));
        let (Some(one), Some(other)) = (one, other) else { return };
        if one == other {
            return self.fault(between, "nobody has a pact with themselves");
        }
        for colour in [one, other] {
            if self.state.pacts.ally(colour).is_some() {
                return self.fault(between, format!("{} has a pact already", colour.word()));
            }
            if !self.state.alive.contains(colour) {
                return self.fault(between, format!("{} is retired", colour.word()));
            }
        }
        self.state.pacts.join(one, other);
        let Some(word) = &pact.ends_after else { return };
        match self.colour(&format!("{place}.ends_after"), word) {
            Some(colour) if colour == one || colour == other => self.state.pacts.end_after(colour),
            Some(_) => self.fault(format!("{place}.ends_after"), "a pact ends after the turn of one of its players"),
            None => {}
        }
    }

    pub(super) fn phase(&mut self, setup: &Setup) {
        let phase = setup.phase.as_str();
        self.opening_only(setup);
        if phase != "second" && (setup.die.is_some() || setup.moved.is_some()) {
            self.fault("die", "it belongs only to the second move");
        }
        if phase != "answer" && setup.asked.is_some() {
            self.fault("asked", "it belongs only to an answer");
        }
        if phase != "over" && self.game.decided(&self.state) {
            self.fault("phase", "only one side is left, so the match is over");
        }
        if !["opening", "over"].contains(&phase) && !self.state.alive.contains(self.state.turn) {
            self.fault("turn", format!("{} is retired", self.state.turn.word()));
        }
        let in_turn = ["seven", "move", "second", "forfeit"].contains(&phase);
        if in_turn && setup.dice.is_empty() {
            self.fault("dice", "this phase needs the dice");
        }
        if !in_turn && setup.acted {
            self.fault("acted", "nobody acts before the throw");
        }
        // If the pieces have faults, legal moves mean nothing.
        if !self.faults.is_empty() && in_turn {
            return;
        }
        match phase {
            "opening" => self.opening(setup),
            "pact" => self.before_throw(Phase::Pact),
            "answer" => self.answer(setup),
            "throw" => self.throw(),
            "seven" => self.seven(),
            "move" => self.first_move(),
            "second" => self.second_move(setup),
            "forfeit" => self.forfeit(),
            "over" => self.over(),
            other => {
                let known = "opening, pact, answer, throw, seven, move, second, forfeit or over";
                self.fault("phase", format!("`{other}` is not {known}"));
            }
        }
    }

    fn opening_only(&mut self, setup: &Setup) {
        let open = self.colours("to_throw", &setup.to_throw);
        if setup.phase != "opening" {
            if !setup.to_throw.is_empty() || !setup.first_throws.is_empty() {
                self.fault("to_throw", "the throws for the first turn belong to the opening");
            }
            return;
        }
        self.state.open = open;
        for (word, total) in &setup.first_throws {
            let place = format!("first_throws.{word}");
            if !(2..=12).contains(total) {
                self.fault(&place, format!("two dice do not show {total}"));
            }
            let Some(colour) = self.colour(&place, word) else { continue };
            if !open.contains(colour) {
                self.fault(&place, format!("{word} no longer throws for the first turn"));
            }
            self.state.first[colour.index()] = *total;
        }
    }

    fn opening(&mut self, setup: &Setup) {
        if setup.throws > 0 || !setup.dice.is_empty() || setup.doubles > 0 {
            self.fault("throws", "nobody has thrown for a move in the opening");
        }
        if !setup.retired.is_empty() {
            self.fault("retired", "nobody is retired in the opening");
        }
        if setup.to_throw.is_empty() {
            self.fault("to_throw", "somebody must throw for the first turn");
        }
        self.state.phase = Phase::Opening;
        // Whose turn it will be is not known yet.
        self.state.turn = Colour::Red;
        if self.faults.is_empty() {
            self.game.settle_opening(&mut self.state, &mut ignore_note);
        }
    }

    fn throw(&mut self) {
        self.state.phase = Phase::Throw;
        if self.game.spent(&self.state) {
            self.fault("throws", "the limit of throws is reached, so the match is over");
        }
    }

    /// CF-39: a pact may be offered or cancelled before the first throw of a turn.
    fn before_throw(&mut self, phase: Phase) {
        self.throw();
        if self.state.doubles > 0 {
            self.fault("doubles", "pacts come before the first throw of a turn");
        }
        let may_talk = self.game.options.pacts && self.game.may_talk(&self.state);
        if !may_talk {
            self.fault("phase", format!("{} has no pact to offer or to cancel", self.state.turn.word()));
        }
        self.state.phase = phase;
    }

    fn answer(&mut self, setup: &Setup) {
        self.before_throw(Phase::Answer);
        let asked = setup.asked.as_ref().and_then(|word| self.colour("asked", word));
        match asked.filter(|asked| self.game.without_pact(&self.state).contains(*asked)) {
            Some(asked) => self.state.asked = Some(asked),
            None => self.fault("asked", format!("{} cannot offer them a pact", self.state.turn.word())),
        }
    }

    fn is_double(&self) -> bool {
        self.state.dice[0] == self.state.dice[1]
    }

    fn seven(&mut self) {
        self.state.phase = Phase::Seven;
        if self.state.dice.iter().sum::<u8>() != 7 {
            self.fault("dice", "they do not total seven");
        }
        if !self.state.has_reserve(self.state.turn) {
            self.fault("phase", format!("{} has nothing in the reserve", self.state.turn.word()));
        }
        if self.state.acted {
            self.fault("acted", "on a seven the reserve comes first");
        }
    }

    fn unplayed_third(&mut self) {
        if self.is_double() && self.state.doubles == 2 && !self.game.options.third_double_plays {
            self.fault("doubles", "a third double is not played");
        }
    }

    fn first_move(&mut self) {
        self.state.phase = Phase::Move;
        self.unplayed_third();
        let dice = self.state.dice;
        if !dice.iter().any(|die| self.game.can_move(&self.state, *die, NOWHERE)) {
            self.fault("dice", format!("{} cannot move any piece by them", self.state.turn.word()));
        }
    }

    fn second_move(&mut self, setup: &Setup) {
        self.state.phase = Phase::Second;
        self.unplayed_third();
        let Some(die) = setup.die.filter(|die| self.state.dice.contains(die)) else {
            return self.fault("die", "it must be the number of one of the dice");
        };
        self.state.die = die;
        if let Some(name) = &setup.moved {
            let mine = |square: &Square| self.state.on(*square).is_some_and(|(colour, _)| colour == self.state.turn);
            match Square::named(name).filter(mine) {
                Some(square) => self.state.moved = square.0,
                None => return self.fault("moved", format!("{} has no piece on `{name}`", self.state.turn.word())),
            }
        }
        if !self.state.acted {
            self.fault("acted", "the first die has been played");
        }
        if !self.game.can_move(&self.state, die, self.state.moved) {
            self.fault("die", format!("{} cannot move any piece by it", self.state.turn.word()));
        }
    }

    fn forfeit(&mut self) {
        self.state.phase = Phase::Forfeit;
        if !self.is_double() || self.state.doubles != 2 {
            self.fault("doubles", "a piece goes into the reserve only after a third double");
        }
        if self.state.ready(self.state.turn) == 0 {
            self.fault("phase", format!("{} has no piece in field and home", self.state.turn.word()));
        }
    }

    fn over(&mut self) {
        if self.game.decided(&self.state) {
            self.state.phase = Phase::Won;
        } else if self.game.spent(&self.state) {
            self.state.phase = Phase::Drawn;
        } else {
            self.fault("phase", "nobody has won yet");
        }
        if self.state.doubles > 0 {
            self.fault("doubles", "nobody throws again when the match is over");
        }
    }
}
