//! How one turn follows another, from the first spin to the last counter.
//!
//! Everything that happens automatically is here: barges move, the whistle sounds,
//! commandos are captured, barges come home or are called in. Each step is reported as
//! a [`Note`] for the log; simulators pass [`ignore_note`].

use super::net::{NO_LANDING, PLACES};
use super::odds::ESCAPE_SPINS;
use super::state::{ABOARD, AT_HOME, CAPTURED, COLOURS, Chance, Colour, IN_DOCK, NONE, Phase, State};
use super::{LAST_PLACE, RangerCommandos};
use crate::first_turn::{self, Round};
use kernel::{Game, Seat, SeatSet};

/// Something that happened automatically.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Note {
    /// These seats tied and spin again (RC-10).
    Level(SeatSet),
    /// This seat has the first choice (RC-10).
    FirstChoice(Seat),
    /// The last colour goes to this seat (RC-10).
    LastColour(Seat, Colour),
    /// The night begins with this colour (RC-11).
    Begins(Colour),
    /// A barge moved onto this wave.
    Sailed(u8),
    /// A barge stays in its dock, which opens only to the east (RC-13).
    Docked,
    /// A barge would leave the water (RC-14).
    OffWater,
    /// Another barge lies there (RC-14).
    Blocked(Colour),
    /// The barge has reached a landing (RC-15).
    Landed,
    /// No walk of this number is possible (RC-20).
    Stuck,
    /// The whistle: a commando came to a sentry (RC-23).
    Whistle,
    /// The whistle at dawn (RC-27).
    Dawn,
    /// This colour is back on its barge (RC-25).
    Back(Colour),
    /// This colour is captured (RC-25).
    Captured(Colour),
    /// This colour is home at this place (RC-29).
    Home(Colour, u8),
    /// This colour is home without a spin, from the dock or in front of one (RC-31).
    NeverLeft(Colour, u8),
    /// The last barge is called in (RC-32).
    CalledIn(Colour, u8),
    /// The way home begins (RC-28).
    Return,
    /// Counters are turned up now (RC-34).
    Reveal,
}

/// Ignores notes, for callers that write no log.
#[inline(always)]
pub(super) fn ignore_note(_: Note) {}

impl RangerCommandos {
    /// The seat of the colour whose turn it is.
    #[inline]
    pub(super) fn seat_to_move(&self, state: &State) -> Seat {
        Seat(state.seats[usize::from(state.turn & 3)] & 3)
    }

    /// All colours in the order of the turns, this one first.
    #[inline]
    pub(super) fn colours_from(colour: u8) -> impl Iterator<Item = Colour> {
        (0..4).map(move |step| Colour::at(colour + step))
    }

    /// The seat that spins next for the first choice.
    pub(super) fn next_lot(&self, state: &State) -> Option<Seat> {
        first_turn::next(state.open.iter(), &state.first)
    }

    /// Applies a spin or a face.
    #[inline]
    pub(super) fn happen(&self, state: &mut State, chance: Chance, note: &mut impl FnMut(Note)) {
        match (state.phase, chance) {
            (Phase::Night, Chance::Spin(cell)) => self.night_spin(state, cell, note),
            (Phase::Day | Phase::HeadStart, Chance::Spin(cell)) => self.day_spin(state, cell, note),
            (Phase::Escape, Chance::Spin(cell)) => self.escape_spin(state, cell, note),
            (Phase::Lots, Chance::Spin(cell)) => self.lot_spin(state, cell, note),
            (Phase::Reveal, Chance::Face(kind)) => self.turn_up(state, kind),
            _ => {}
        }
    }

    // ---- Colours ---------------------------------------------------------

    fn lot_spin(&self, state: &mut State, cell: u8, note: &mut impl FnMut(Note)) {
        state.spun = cell & 15;
        if let Some(seat) = self.next_lot(state) {
            state.first[seat.index() & 3] = self.net.numbers[usize::from(cell & 15)];
        }
        self.settle_lots(state, note);
    }

    /// RC-10: when all have spun, the highest chooses first; if several, they spin again.
    pub(super) fn settle_lots(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        match first_turn::settle(state.open.iter(), &mut state.first) {
            Round::Open => {}
            Round::Level(level) => {
                state.open = level;
                note(Note::Level(level));
            }
            Round::First(seat) => {
                (state.open, state.asked, state.phase) = (SeatSet::EMPTY, seat, Phase::Colours);
                note(Note::FirstChoice(seat));
            }
        }
    }

    pub(super) fn choose(&self, state: &mut State, seat: Seat, colour: Colour, note: &mut impl FnMut(Note)) {
        self.give(state, seat, colour);
        self.ask_colour(state, seat, note);
    }

    fn give(&self, state: &mut State, seat: Seat, colour: Colour) {
        state.seats[colour.index()] = seat.0;
        state.launch(colour);
    }

    /// RC-10: the next seat round the table chooses; one colour left is no choice.
    pub(super) fn ask_colour(&self, state: &mut State, from: Seat, note: &mut impl FnMut(Note)) {
        let next = from.round(self.players).find(|seat| state.colour(*seat).is_none());
        let Some(seat) = next else { return self.begin_night(state, note) };
        let mut free = self.free_colours(state);
        match (free.next(), free.next()) {
            (Some(last), None) => {
                self.give(state, seat, last);
                note(Note::LastColour(seat, last));
                self.begin_night(state, note);
            }
            _ => state.asked = seat,
        }
    }

    fn begin_night(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        state.asked = Seat(0);
        state.phase = Phase::Night;
        if let Some(first) = COLOURS.into_iter().find(|colour| state.plays(*colour)) {
            state.turn = first as u8;
            note(Note::Begins(first));
        }
    }

    // ---- Night -----------------------------------------------------------

    /// RC-12 to RC-16: a barge moves, or a commando gets its number.
    #[inline]
    fn night_spin(&self, state: &mut State, cell: u8, note: &mut impl FnMut(Note)) {
        let cell = cell & 15;
        let c = usize::from(state.turn & 3);
        state.spun = cell;
        let barge = state.barges[c];
        if self.net.landing[usize::from(barge) % PLACES] != NO_LANDING {
            return self.raid_spin(state, note);
        }
        let to = self.sail(state, &self.net.night[usize::from(cell)], note);
        if self.net.landing[usize::from(to) % PLACES] != NO_LANDING {
            note(Note::Landed);
        }
        self.next_night(state, note);
    }

    /// RC-14: moves the barge one step unless another barge lies there. Returns where it is then.
    #[inline]
    fn sail(&self, state: &mut State, steps: &[u8; PLACES], note: &mut impl FnMut(Note)) -> u8 {
        let c = usize::from(state.turn & 3);
        let barge = state.barges[c];
        // Docks stand behind the waves, one for each colour.
        let place = usize::from(barge) + usize::from(barge >> 6) * c;
        let to = steps[place % PLACES];
        // A barge that stays finds its own wave taken, which leaves it where it is.
        let free = state.is_free(to & 63);
        let there = if free { to } else { barge };
        state.sail(Colour::at(state.turn), there);
        match (there == barge, to == barge) {
            (false, _) => note(Note::Sailed(there)),
            (true, true) if barge == IN_DOCK => note(Note::Docked),
            (true, true) => note(Note::OffWater),
            (true, false) => {
                let other = COLOURS.into_iter().find(|colour| state.barges[colour.index()] == to);
                note(Note::Blocked(other.unwrap_or(Colour::Red)));
            }
        }
        there
    }

    fn raid_spin(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        if self.open_ends(state) == 0 {
            note(Note::Stuck);
            self.next_night(state, note);
        } else {
            state.phase = Phase::Walk;
        }
    }

    /// The commando has walked to this circle (RC-19, RC-23).
    #[inline]
    pub(super) fn arrive(&self, state: &mut State, circle: u8, note: &mut impl FnMut(Note)) {
        state.men[usize::from(state.turn & 3)] = circle & 127;
        state.phase = Phase::Night;
        if self.net.sentries >> (circle & 127) & 1 != 0 {
            note(Note::Whistle);
            self.sound(state, self.next_player(state, state.turn), note);
        } else {
            self.next_night(state, note);
        }
    }

    /// The next colour in play.
    #[inline]
    fn next_player(&self, state: &State, after: u8) -> u8 {
        let mut next = (after + 1) & 3;
        while state.seats[usize::from(next)] == NONE && next != after {
            next = (next + 1) & 3;
        }
        next
    }

    #[inline]
    fn next_night(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        let next = self.next_player(state, state.turn);
        state.phase = Phase::Night;
        if next <= state.turn && self.round_ends(state) {
            note(Note::Dawn);
            return self.sound(state, next, note);
        }
        state.turn = next;
    }

    /// RC-27: counts the round and returns whether it was the last.
    #[inline]
    fn round_ends(&self, state: &mut State) -> bool {
        if state.men == [ABOARD; 4] {
            return false;
        }
        state.rounds = state.rounds.saturating_add(1);
        self.options.dawn_round > 0 && state.rounds >= self.options.dawn_round
    }

    // ---- The round after the whistle -------------------------------------

    /// RC-23: the whistle has sounded, and this colour comes first.
    fn sound(&self, state: &mut State, first: u8, note: &mut impl FnMut(Note)) {
        state.resume = first;
        if self.has_head_start() { self.visit(state, first, note) } else { self.ask_escape(state, note) }
    }

    /// RC-23: this colour has its turn in the round. It runs, sails, or is home (RC-31).
    fn visit(&self, state: &mut State, colour: u8, note: &mut impl FnMut(Note)) {
        let of = Colour::at(colour);
        state.turn = of as u8;
        if state.ashore(of).is_some() {
            state.phase = Phase::Escape;
        } else if self.at_sea(state, of) {
            state.phase = Phase::HeadStart;
        } else {
            if state.afloat(of) {
                let place = self.come_home(state, of);
                note(Note::NeverLeft(of, place));
            }
            self.next_visit(state, note);
        }
    }

    /// The next colour in the round; after the last one the return begins.
    fn next_visit(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        (state.spins, state.sum) = (0, 0);
        match self.next_player(state, state.turn) {
            next if next == state.resume => self.begin_return(state, note),
            next => self.visit(state, next, note),
        }
    }

    /// In version 1 of the rules: the next commando ashore, in the order of the turns.
    fn ask_escape(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        (state.spins, state.sum) = (0, 0);
        let ashore = |colour: &Colour| state.men[colour.index()] != ABOARD;
        match Self::colours_from(state.resume).find(ashore) {
            Some(colour) => (state.turn, state.phase) = (colour as u8, Phase::Escape),
            None => self.begin_return(state, note),
        }
    }

    fn begin_return(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        let from = state.resume;
        state.resume = 0;
        note(Note::Return);
        self.next_day(state, from, note);
    }

    fn escape_spin(&self, state: &mut State, cell: u8, note: &mut impl FnMut(Note)) {
        state.spun = cell & 15;
        state.sum += self.net.numbers[usize::from(cell & 15)];
        state.spins += 1;
        self.settle_escape(state, note);
    }

    /// RC-24, RC-25: the escape is over as soon as the sum is enough, or after the last spin.
    pub(super) fn settle_escape(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        let colour = Colour::at(state.turn);
        let back = self.way_back(state, colour).is_some_and(|steps| steps <= state.sum);
        let last = state.spins >= ESCAPE_SPINS;
        let enough = back && self.has_head_start();
        if !last && !enough {
            return;
        }
        if back {
            note(Note::Back(colour));
        } else {
            state.retire(colour, CAPTURED);
            note(Note::Captured(colour));
        }
        state.men[colour.index()] = ABOARD;
        if self.has_head_start() { self.next_visit(state, note) } else { self.ask_escape(state, note) }
    }

    // ---- Day -------------------------------------------------------------

    /// RC-28 to RC-31.
    #[inline]
    fn day_spin(&self, state: &mut State, cell: u8, note: &mut impl FnMut(Note)) {
        let cell = cell & 15;
        let colour = Colour::at(state.turn);
        state.spun = cell;
        let steps = &self.net.day[usize::from(cell)];
        let to = steps[usize::from(state.barges[colour.index()]) % PLACES];
        if self.goes_in(state, to) {
            note(Note::Sailed(to));
            let place = self.come_home(state, colour);
            note(Note::Home(colour, place));
        } else {
            self.sail(state, steps, note);
        }
        match state.phase {
            Phase::HeadStart => self.next_visit(state, note),
            _ => self.next_day(state, (state.turn + 1) & 3, note),
        }
    }

    /// RC-29, RC-31: does a barge that comes here by day go into a dock? In version 1 of
    /// the rules another barge on this wave blocked it.
    #[inline]
    fn goes_in(&self, state: &State, to: u8) -> bool {
        self.is_front(to) && (self.has_head_start() || state.is_free(to & 63))
    }

    /// Is this a wave in front of a dock?
    #[inline]
    pub(super) fn is_front(&self, barge: u8) -> bool {
        barge < IN_DOCK && self.net.front_set >> (barge & 63) & 1 != 0
    }

    /// Is the colour's barge on a wave from which it must sail home?
    #[inline]
    pub(super) fn at_sea(&self, state: &State, colour: Colour) -> bool {
        let barge = state.barges[colour.index()];
        barge < IN_DOCK && !self.is_front(barge)
    }

    /// The next place in coming home (RC-33).
    fn come_home(&self, state: &mut State, colour: Colour) -> u8 {
        let place = 1 + state.places.iter().filter(|place| **place > 0).count() as u8;
        self.take_place(state, colour, place)
    }

    /// RC-32: the next place, or by option the last one if another barge came home.
    fn call_in(&self, state: &mut State, colour: Colour) -> u8 {
        let alone = state.places == [0; 4];
        if self.options.last_scores_last && !alone {
            self.take_place(state, colour, LAST_PLACE)
        } else {
            self.come_home(state, colour)
        }
    }

    fn take_place(&self, state: &mut State, colour: Colour, place: u8) -> u8 {
        state.retire(colour, AT_HOME);
        state.places[colour.index()] = place;
        place
    }

    /// The next barge on its way home, from this colour on. RC-31: one that is
    /// already there needs no spin. RC-32: the last one is called in.
    #[inline]
    pub(super) fn next_day(&self, state: &mut State, mut from: u8, note: &mut impl FnMut(Note)) {
        loop {
            let afloat = state.fleet;
            if afloat == 0 {
                return self.all_home(state, note);
            }
            // The set twice in a row, so that the lowest bit is the first colour from this one on.
            let ring = (u32::from(afloat) << 4 | u32::from(afloat)) >> (from & 3);
            let colour = Colour::at(from + ring.trailing_zeros() as u8);
            if afloat & (afloat - 1) == 0 {
                let place = self.call_in(state, colour);
                note(Note::CalledIn(colour, place));
                return self.all_home(state, note);
            }
            if self.at_sea(state, colour) {
                state.turn = colour as u8;
                state.phase = Phase::Day;
                return;
            }
            let place = self.come_home(state, colour);
            note(Note::NeverLeft(colour, place));
            from = (colour as u8 + 1) & 3;
        }
    }

    // ---- The end ---------------------------------------------------------

    fn all_home(&self, state: &mut State, note: &mut impl FnMut(Note)) {
        self.next_face(state);
        if state.phase == Phase::Reveal {
            note(Note::Reveal);
        }
    }

    /// RC-34: the next colour with counters to turn up; without one the match is over.
    pub(super) fn next_face(&self, state: &mut State) {
        let hidden = |colour: &Colour| state.place(*colour).is_some() && state.turned(*colour) < state.haul(*colour);
        match COLOURS.into_iter().find(hidden) {
            Some(colour) => (state.phase, state.turn) = (Phase::Reveal, colour as u8),
            None => (state.phase, state.turn) = (Phase::Over, 0),
        }
    }

    fn turn_up(&self, state: &mut State, kind: u8) {
        state.faces[usize::from(state.turn & 3)][usize::from(kind & 7)] += 1;
        self.next_face(state);
    }

    /// RC-35, RC-36: the seats with the highest score; everybody if nobody came home.
    pub(super) fn winners(&self, state: &State) -> SeatSet {
        let home = || COLOURS.into_iter().filter(|colour| state.place(*colour).is_some());
        let Some(best) = home().map(|colour| self.score(state, colour)).max() else { return self.all_seats() };
        let highest = home().filter(|colour| self.score(state, *colour) == best);
        highest.filter_map(|colour| state.seat(colour)).fold(SeatSet::EMPTY, SeatSet::with)
    }
}
