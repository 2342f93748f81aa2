//! Checks a written position and lists all its faults.

use super::super::net::NO_LANDING;
use super::super::odds::ESCAPE_SPINS;
use super::super::phases::ignore_note;
use super::super::state::{ABOARD, AT_HOME, Berth, CAPTURED, COLOURS, Chance, Colour, IN_DOCK, NONE, Phase};
use super::super::tell::counted;
use super::super::{LAST_PLACE, RangerCommandos};
use super::{Escaping, PHASES, Player, Setup, in_alarm};
use crate::position;
use kernel::{Game, Seat, SeatSet};

/// Reads a written position part by part and lists all its faults.
pub(super) type Reader<'g> = position::Reader<'g, RangerCommandos>;

impl Reader<'_> {
    fn colour_of(&mut self, place: &str, id: &str) -> Option<Colour> {
        let seat = self.seat(place, id)?;
        let colour = self.state.colour(seat);
        if colour.is_none() {
            self.fault(place, format!("{id} has no colour"));
        }
        colour
    }

    pub(super) fn read(&mut self, setup: &Setup) {
        let known = |(_, phase): &&(&str, Phase)| *phase != Phase::HeadStart || self.game.has_head_start();
        let phases: Vec<_> = PHASES.iter().filter(known).collect();
        let phase = phases.iter().find(|(word, _)| *word == setup.phase).map(|(_, phase)| *phase);
        if phase.is_none() {
            let words: Vec<_> = phases.iter().map(|(word, _)| *word).collect();
            self.fault("phase", format!("`{}` is not one of {}", setup.phase, words.join(", ")));
        }
        self.objectives(setup);
        for (id, player) in &setup.players {
            if let Some(seat) = self.seat(&format!("players.{id}"), id) {
                self.player(seat, id, player);
            }
        }
        for seat in self.game.all_seats().iter() {
            let id = self.game.seat(seat).id;
            if !setup.players.contains_key(id) {
                self.fault("players", format!("{id} is missing"));
            }
        }
        self.counters();
        self.places(setup);
        self.spun(setup);
        let Some(phase) = phase else { return };
        self.state.phase = phase;
        self.belongs(setup, phase);
        self.pieces(setup, phase);
        self.rounds(setup, phase);
        match phase {
            Phase::Lots => self.lots(setup),
            Phase::Colours => self.colours(setup),
            Phase::Night => self.night(setup),
            Phase::Walk => self.walk(setup),
            Phase::Escape | Phase::HeadStart => self.alarm(setup),
            Phase::Day => self.day(setup),
            Phase::Reveal => self.reveal(setup),
            Phase::Over => self.over(),
        }
    }

    // ---- What lies where -------------------------------------------------

    fn objectives(&mut self, setup: &Setup) {
        for name in setup.objectives.keys() {
            if !self.game.board.objectives.iter().any(|objective| objective.name == *name) {
                self.fault(format!("objectives.{name}"), "there is no such objective");
            }
        }
        for (index, objective) in self.game.board.objectives.iter().enumerate() {
            let place = format!("objectives.{}", objective.name);
            match setup.objectives.get(&objective.name) {
                None => self.fault(place, "it is missing"),
                Some(left) if *left > objective.counters => {
                    self.fault(place, format!("{left} are more than the {} it begins with", objective.counters));
                }
                Some(left) => {
                    self.state.left[index] = *left;
                    if *left == 0 {
                        self.state.stocked &= !(1 << objective.entry);
                    }
                }
            }
        }
    }

    fn player(&mut self, seat: Seat, id: &str, player: &Player) {
        let at = |part: &str| format!("players.{id}.{part}");
        let Some(word) = &player.colour else {
            if *player != Player::default() {
                self.fault(at("colour"), "a player without a colour has nothing on the board");
            }
            return;
        };
        let Some(colour) = Colour::called(word).filter(|colour| colour.word() == word) else {
            return self.fault(at("colour"), format!("`{word}` is not red, black, green or orange"));
        };
        let c = colour.index();
        if self.state.plays(colour) {
            return self.fault(at("colour"), format!("{word} is led by another player"));
        }
        self.state.seats[c] = seat.0;
        self.barge(colour, &at("barge"), &player.barge);
        self.commando(colour, &at("commando"), &player.commando);
        self.state.haul[c] = player.counters;
        self.place(colour, &at("place"), player);
        for (name, count) in &player.faces {
            match self.game.board.faces.iter().position(|face| face.name == *name) {
                Some(kind) => self.state.faces[c][kind] = *count,
                None => self.fault(at(&format!("faces.{name}")), "there is no such face"),
            }
        }
        let turned: u32 = player.faces.values().map(|count| u32::from(*count)).sum();
        if turned > u32::from(player.counters) {
            self.fault(at("faces"), format!("{turned} are turned up, but there are {} counters", player.counters));
            self.state.faces[c] = Default::default();
        }
        if turned > 0 && player.barge != "home" {
            self.fault(at("faces"), "only a player who is home turns up counters");
        }
    }

    fn barge(&mut self, colour: Colour, place: &str, word: &str) {
        let barge = match word {
            "dock" => IN_DOCK,
            "home" => AT_HOME,
            "captured" => CAPTURED,
            name => match self.game.board.wave_called(name).filter(|wave| self.game.board.wave_name(*wave) == name) {
                Some(wave) => wave,
                None => {
                    self.state.launch(colour);
                    return self.fault(place, format!("`{name}` is not dock, a wave, home or captured"));
                }
            },
        };
        if barge < IN_DOCK && !self.state.is_free(barge) {
            self.fault(place, format!("{word} already holds a barge"));
        }
        self.state.launch(colour);
        match barge {
            AT_HOME | CAPTURED => self.state.retire(colour, barge),
            _ => self.state.sail(colour, barge),
        }
    }

    fn commando(&mut self, colour: Colour, place: &str, word: &str) {
        if word == "aboard" {
            return;
        }
        let named = |circle: &u8| self.game.board.circle_name(*circle) == word;
        let Some(circle) = self.game.board.circle_called(word).filter(named) else {
            return self.fault(place, format!("`{word}` is not aboard or a circle"));
        };
        let barge = self.state.barges[colour.index()];
        if barge >= IN_DOCK || self.game.net.landing[usize::from(barge)] == NO_LANDING {
            return self.fault(place, "a commando ashore needs its barge at a landing");
        }
        self.state.men[colour.index()] = circle;
    }

    fn place(&mut self, colour: Colour, place: &str, player: &Player) {
        match (player.place, player.barge == "home") {
            (None, true) => self.fault(place, "a player who is home has a place"),
            (Some(_), false) => self.fault(place, "only a player who is home has a place"),
            (Some(number), true) => self.state.places[colour.index()] = number,
            (None, false) => {}
        }
    }

    /// Checks the number of counters.
    fn counters(&mut self) {
        let laid: u32 = self.state.left.iter().map(|left| u32::from(*left)).sum();
        let taken: u32 = self.state.haul.iter().map(|haul| u32::from(*haul)).sum();
        let all = u32::from(self.game.board.counters());
        let complete = !self.faults.iter().any(|fault| fault.place.starts_with("objectives"));
        if complete && laid + taken != all {
            self.fault("objectives", format!("{laid} lie there and {taken} are taken, which is not {all} together"));
        }
        for (kind, face) in self.game.board.faces.iter().enumerate() {
            let shown: u32 = self.state.faces.iter().map(|faces| u32::from(faces[kind])).sum();
            if shown > u32::from(face.count) {
                self.fault("players", format!("{shown} counters show `{}`, and there are {}", face.name, face.count));
            }
        }
    }

    /// RC-32, RC-33: places are taken in order; by option a barge that was called in has the last one.
    fn places(&mut self, setup: &Setup) {
        let mut places: Vec<u8> = self.state.places.into_iter().filter(|place| *place > 0).collect();
        let home = self.state.barges.iter().filter(|barge| **barge == AT_HOME).count() as u8;
        places.sort_unstable();
        let ended = matches!(setup.phase.as_str(), "reveal" | "over");
        let called_in = self.game.options.last_scores_last && ended && home > 1;
        let in_order = places.iter().copied().eq(1..=home);
        let last = called_in && places.iter().copied().eq((1..home).chain([LAST_PLACE]));
        if places.len() == usize::from(home) && !in_order && !last {
            self.fault("players", format!("the places of {home} who are home are 1 to {home}, each once"));
        }
    }

    fn spun(&mut self, setup: &Setup) {
        let Some(text) = &setup.spun else { return };
        match self.game.read_spin(text) {
            Ok(Chance::Spin(cell)) => self.state.spun = cell,
            _ => self.fault("spun", format!("`{text}` is not a cell of the dial")),
        }
    }

    // ---- What fits the phase ---------------------------------------------

    /// Checks that nothing belongs to another phase.
    fn belongs(&mut self, setup: &Setup, phase: Phase) {
        let word = &setup.phase;
        if phase != Phase::Lots && !(setup.spinning.is_empty() && setup.lots.is_empty()) {
            self.fault("spinning", "spins for the first choice belong to `lots`");
        }
        if !in_alarm(phase) && setup.escape.is_some() {
            self.fault("escape", "this belongs to the round after the whistle");
        }
        match (&setup.to_act, phase) {
            (Some(_), Phase::Lots | Phase::Over) => self.fault("to_act", format!("nobody acts in `{word}`")),
            (None, Phase::Lots | Phase::Over) | (Some(_), _) => {}
            (None, _) => self.fault("to_act", format!("in `{word}` a player must act")),
        }
    }

    /// Checks that barges and commandos are where they can be in this phase.
    fn pieces(&mut self, setup: &Setup, phase: Phase) {
        let early = matches!(phase, Phase::Lots | Phase::Colours);
        let by_night = matches!(phase, Phase::Night | Phase::Walk);
        for (id, player) in &setup.players {
            let Some(seat) = self.game.all_seats().iter().find(|seat| self.game.seat(*seat).id == id) else { continue };
            let Some(colour) = self.state.colour(seat) else {
                if !early && player.colour.is_none() {
                    self.fault(format!("players.{id}.colour"), "there is none");
                }
                continue;
            };
            let at = |part: &str| format!("players.{id}.{part}");
            let (barge, ashore) = (self.state.barge(colour), self.state.ashore(colour).is_some());
            if early && (barge != Berth::Dock || player.counters > 0) {
                self.fault(at("barge"), format!("in `{}` every barge is in its dock", setup.phase));
            }
            let before_the_return = phase == Phase::Escape && !self.game.has_head_start();
            if (by_night || before_the_return) && barge == Berth::Home {
                self.fault(at("barge"), "nobody is home before the return has begun");
            }
            if by_night && barge == Berth::Captured {
                self.fault(at("barge"), "nobody is captured before the whistle");
            }
            if by_night && !ashore && player.counters > 0 {
                self.fault(at("counters"), "a player who has not been ashore has no counters");
            }
            if ashore && !by_night && !in_alarm(phase) {
                self.fault(at("commando"), format!("in `{}` nobody is ashore", setup.phase));
            }
            let at_sea = matches!(barge, Berth::Dock | Berth::Wave(_));
            if at_sea && matches!(phase, Phase::Reveal | Phase::Over) {
                self.fault(at("barge"), format!("in `{}` nobody is at sea", setup.phase));
            }
        }
        if phase == Phase::Lots && self.state.seats != [NONE; 4] {
            self.fault("players", "before the first choice nobody has a colour");
        }
        if !matches!(phase, Phase::Reveal | Phase::Over) && self.state.faces.iter().flatten().any(|count| *count > 0) {
            self.fault("players", "counters are turned up only when nobody is at sea");
        }
    }

    fn rounds(&mut self, setup: &Setup, phase: Phase) {
        self.state.rounds = setup.rounds_ashore;
        let dawn = self.game.options.dawn_round;
        let by_night = matches!(phase, Phase::Night | Phase::Walk);
        let rounds = setup.rounds_ashore;
        if dawn > 0 && (rounds > dawn || by_night && rounds == dawn) {
            self.fault("rounds_ashore", format!("there are {rounds}, and after {dawn} the whistle sounds"));
        }
        let nobody = self.state.men == [ABOARD; 4];
        if rounds > 0 && (matches!(phase, Phase::Lots | Phase::Colours) || by_night && nobody) {
            self.fault("rounds_ashore", "nobody has been ashore yet");
        }
    }

    // ---- The phases ------------------------------------------------------

    fn lots(&mut self, setup: &Setup) {
        let open = self.seats("spinning", &setup.spinning);
        if setup.spinning.is_empty() {
            self.fault("spinning", "at least one seat must spin for the first choice");
        }
        for (id, number) in &setup.lots {
            let place = format!("lots.{id}");
            let Some(seat) = self.seat(&place, id) else { continue };
            if !self.game.board.dial.iter().any(|cell| cell.number == *number) {
                self.fault(&place, format!("the dial has no {number}"));
            }
            if !open.contains(seat) {
                self.fault(&place, format!("{id} no longer spins for the first choice"));
            }
            self.state.first[seat.index()] = *number;
        }
        self.state.open = open;
        if self.faults.is_empty() {
            self.game.settle_lots(&mut self.state, &mut ignore_note);
        }
    }

    fn colours(&mut self, setup: &Setup) {
        self.state.open = SeatSet::EMPTY;
        let Some(seat) = setup.to_act.as_ref().and_then(|id| self.seat("to_act", id)) else { return };
        if let Some(colour) = self.state.colour(seat) {
            return self.fault("to_act", format!("this seat has already chosen {}", colour.word()));
        }
        if self.faults.is_empty() {
            self.game.ask_colour(&mut self.state, seat, &mut ignore_note);
        }
    }

    fn mover(&mut self, setup: &Setup) -> Option<Colour> {
        self.state.open = SeatSet::EMPTY;
        let colour = self.colour_of("to_act", setup.to_act.as_ref()?)?;
        self.state.turn = colour as u8;
        Some(colour)
    }

    fn night(&mut self, setup: &Setup) {
        self.mover(setup);
    }

    fn walk(&mut self, setup: &Setup) {
        if setup.spun.is_none() {
            self.fault("spun", "in `walk` a number has been spun");
        }
        let Some(colour) = self.mover(setup) else { return };
        let barge = self.state.barges[colour.index()];
        let landed = barge < IN_DOCK && self.game.net.landing[usize::from(barge)] != NO_LANDING;
        if !landed {
            self.fault("to_act", "the barge has not landed");
        } else if self.state.spun != NONE && self.game.open_ends(&self.state) == 0 {
            self.fault("spun", "no walk of that number is possible");
        }
    }

    /// RC-23: the round after the whistle.
    fn alarm(&mut self, setup: &Setup) {
        let mover = self.mover(setup);
        let Some(escape) = &setup.escape else {
            let what = format!("`{}` needs the progress of the round", setup.phase);
            return self.fault("escape", what);
        };
        self.spins(escape);
        let Some(resume) = self.colour_of("escape.resume", &escape.resume) else { return };
        self.state.resume = resume as u8;
        match mover {
            Some(mover) if self.game.has_head_start() => self.visited(mover),
            runner => self.runs_first(runner),
        }
    }

    fn spins(&mut self, escape: &Escaping) {
        let most = if self.state.phase == Phase::HeadStart { 1 } else { ESCAPE_SPINS };
        if escape.spins >= most {
            self.fault("escape.spins", format!("after {} the turn is over", counted(most, "spin")));
        } else if !self.sums(escape.spins).contains(&escape.sum) {
            let spins = counted(escape.spins, "spin");
            self.fault("escape.sum", format!("{} cannot be the sum of {spins}", escape.sum));
        }
        (self.state.spins, self.state.sum) = (escape.spins, escape.sum);
    }

    /// Checks that everybody before the mover has had a turn in the round, and nobody after.
    fn visited(&mut self, mover: Colour) {
        let order = || RangerCommandos::colours_from(self.state.resume);
        let early = order().take_while(|colour| *colour != mover).find(|colour| self.state.ashore(*colour).is_some());
        let gone = |colour: &Colour| matches!(self.state.barge(*colour), Berth::Home | Berth::Captured);
        let late = order().skip_while(|colour| *colour != mover).skip(1).find(gone);
        if let Some(early) = early {
            self.fault("to_act", format!("{} runs before {}", early.word(), mover.word()));
        }
        if let Some(late) = late {
            self.fault("to_act", format!("{} has not had a turn since the whistle", late.word()));
        }
        match (self.state.phase, self.state.ashore(mover)) {
            (Phase::Escape, None) => self.fault("to_act", "the commando is aboard and does not run"),
            (Phase::HeadStart, Some(_)) => self.fault("to_act", "the commando is ashore and runs first"),
            (Phase::HeadStart, None) => self.sails(mover),
            // A commando with enough steps is back; under version 1 of the rules it went on spinning.
            _ if self.faults.is_empty() => self.game.settle_escape(&mut self.state, &mut ignore_note),
            _ => {}
        }
    }

    /// In version 1 of the rules the first commando ashore runs, no matter who is aboard.
    fn runs_first(&mut self, runner: Option<Colour>) {
        let ashore = |colour: &Colour| self.state.ashore(*colour).is_some();
        let first = RangerCommandos::colours_from(self.state.resume).find(ashore);
        match (first, runner) {
            (None, _) => self.fault("to_act", "nobody is ashore"),
            (Some(first), Some(runner)) if first != runner => {
                self.fault("to_act", format!("{} runs before {}", first.word(), runner.word()));
            }
            _ => {}
        }
    }

    /// The possible sums of this number of spins.
    fn sums(&self, spins: u8) -> Vec<u8> {
        let mut sums = vec![0];
        for _ in 0..spins {
            let numbers = || self.game.board.dial.iter().map(|cell| cell.number);
            sums = sums.iter().flat_map(|sum: &u8| numbers().map(move |number| sum + number)).collect();
            sums.sort_unstable();
            sums.dedup();
        }
        sums
    }

    fn day(&mut self, setup: &Setup) {
        let Some(colour) = self.mover(setup) else { return };
        let afloat = COLOURS.into_iter().filter(|colour| self.state.afloat(*colour)).count();
        if afloat < 2 {
            self.fault("phase", "the last barge at sea is called in");
        }
        self.sails(colour);
    }

    /// Checks that the colour has a step by day to make.
    fn sails(&mut self, colour: Colour) {
        match self.state.barge(colour) {
            _ if self.game.at_sea(&self.state, colour) => {}
            Berth::Dock | Berth::Wave(_) => self.fault("to_act", "the barge is home without a spin"),
            _ => self.fault("to_act", "the barge is not at sea"),
        }
    }

    fn reveal(&mut self, setup: &Setup) {
        let written = self.mover(setup);
        let mut next = self.state;
        self.game.next_face(&mut next);
        if next.phase != Phase::Reveal {
            return self.fault("phase", "there is no counter to turn up");
        }
        let first = Colour::at(next.turn);
        if written.is_some_and(|colour| colour != first) {
            self.fault("to_act", format!("{}’s counters are turned up now", first.word()));
        }
        let early = COLOURS.into_iter().skip(first.index() + 1).find(|colour| self.state.turned(*colour) > 0);
        if let Some(colour) = early {
            self.fault("players", format!("{}’s counters are turned up before {}’s", colour.word(), first.word()));
        }
    }

    fn over(&mut self) {
        self.state.open = SeatSet::EMPTY;
        let hidden = |colour: &Colour| {
            self.state.place(*colour).is_some() && self.state.turned(*colour) < self.state.haul(*colour)
        };
        if let Some(colour) = COLOURS.into_iter().find(hidden) {
            self.fault("phase", format!("{} has counters to turn up", colour.word()));
        }
    }
}
