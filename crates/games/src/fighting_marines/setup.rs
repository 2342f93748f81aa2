//! Reads and writes positions.

use super::board::Pad;
use super::state::{COLOURS, Colour, ON_CIRCLE, Phase, RANKS, Rank, Squad, State};
use super::{FightingMarines, phases::ignore_note};
use crate::position;
use kernel::{Fault, Game, Positions, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A position as written, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `opening`, `throw`, `assault`, `regroup` or `over`.
    pub phase: String,
    /// The base space that the arrow points to.
    pub arrow: u8,
    /// Who throws, or has thrown.
    pub thrower: String,
    /// Number of times the platform has been turned.
    #[serde(default)]
    pub throws: u16,
    /// The last throw of the dice; 0 for none yet.
    #[serde(default)]
    pub thrown: u8,
    /// The men of each colour.
    pub men: BTreeMap<String, Army>,
    /// Each seat's chips in points.
    pub purses: BTreeMap<String, u16>,
    /// The chips in the middle.
    pub pool: u16,
    /// Points that could not be shared evenly and stayed in the box.
    #[serde(default)]
    pub in_box: u16,
    /// Opening: who still throws for the first turn; assault: who is not done; regroup: whose turn it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to_act: Vec<String>,
    /// Regroup: who will be asked after that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<String>,
    /// Regroup, under `eager`: circles filled in this phase.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<u8>,
    /// Opening: what was thrown for the first turn in this round.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub first_throws: BTreeMap<String, u8>,
}

/// The eight men of one colour, each named once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// Circle and rank: `4 captain`.
    #[serde(default)]
    pub circles: Vec<String>,
    /// Platform space, counted from the arrow, and rank: `p7 private`.
    #[serde(default)]
    pub platform: Vec<String>,
    /// Ranks in the corner.
    #[serde(default)]
    pub corner: Vec<String>,
    /// Ranks in captivity, by holder.
    #[serde(default)]
    pub held: BTreeMap<String, Vec<String>>,
}

impl Positions for FightingMarines {
    type Setup = Setup;

    fn position(&self, state: &State, _: &()) -> Setup {
        let ids = |seats: SeatSet| seats.iter().map(|seat| self.seat(seat).id.to_owned()).collect();
        let (phase, to_act, waiting) = match state.phase {
            Phase::Opening => ("opening", state.open, SeatSet::EMPTY),
            Phase::Throw => ("throw", SeatSet::EMPTY, SeatSet::EMPTY),
            Phase::Assault => ("assault", state.open, SeatSet::EMPTY),
            Phase::Regroup => ("regroup", SeatSet::only(state.asked), state.open.without(state.asked)),
            Phase::Victory | Phase::Spent => ("over", SeatSet::EMPTY, SeatSet::EMPTY),
        };
        let seats = || self.all_seats().iter();
        let sum: u16 = state.purses.iter().sum();
        let fresh = self.in_play().flat_map(|colour| {
            let circles = self.board.sections[colour.index()].circles.iter().enumerate();
            circles.filter(move |(place, _)| state.fresh[colour.index()] >> place & 1 != 0).map(|(_, base)| *base)
        });
        let thrown = seats().filter(|seat| state.first[seat.index()] > 0);
        Setup {
            phase: phase.into(),
            arrow: state.arrow + 1,
            thrower: self.seat(state.thrower).id.into(),
            throws: state.throws,
            thrown: state.thrown,
            men: self.in_play().map(|colour| (colour.word().to_owned(), self.army_of(state, colour))).collect(),
            purses: seats().map(|seat| (self.seat(seat).id.to_owned(), state.purse(seat))).collect(),
            pool: state.pool,
            in_box: self.chips().saturating_sub(sum + state.pool),
            to_act: ids(to_act),
            waiting: ids(waiting),
            placed: fresh.collect(),
            first_throws: thrown.map(|seat| (self.seat(seat).id.to_owned(), state.first[seat.index()])).collect(),
        }
    }

    fn place(&self, setup: Setup) -> Result<(State, ()), Vec<Fault>> {
        let mut reader = Reader::new(self, self.empty());
        reader.numbers(&setup);
        reader.men(&setup);
        reader.chips(&setup);
        reader.phase(&setup);
        reader.done()
    }
}

impl FightingMarines {
    fn army_of(&self, state: &State, colour: Colour) -> Army {
        let circles = self.board.sections[colour.index()].circles.iter().enumerate();
        let on_circles = circles
            .filter_map(|(place, base)| Some(format!("{base} {}", state.on_circle(colour, place as u8)?.word())));
        let on_platform = (0..self.board.spaces)
            .filter_map(|index| Some(format!("p{index} {}", state.on_platform(colour, index)?.word())));
        let words = |squad: Squad| squad.men().map(|rank| rank.word().to_owned()).collect::<Vec<_>>();
        let held = self.all_seats().iter().filter(|seat| !state.captives(*seat, colour).is_empty());
        Army {
            circles: on_circles.collect(),
            platform: on_platform.collect(),
            corner: words(state.corner(colour)),
            held: held.map(|seat| (self.seat(seat).id.to_owned(), words(state.captives(seat, colour)))).collect(),
        }
    }
}

/// Reads a written position part by part and lists all its faults.
type Reader<'g> = position::Reader<'g, FightingMarines>;

impl Reader<'_> {
    fn numbers(&mut self, setup: &Setup) {
        let spaces = self.game.board.spaces;
        if (1..=spaces).contains(&setup.arrow) {
            self.state.arrow = setup.arrow - 1;
        } else {
            self.fault("arrow", format!("there is no base space {}; they are 1 to {spaces}", setup.arrow));
        }
        if let Some(seat) = self.seat("thrower", &setup.thrower) {
            self.state.thrower = seat;
        }
        if setup.thrown != 0 && !(2..=12).contains(&setup.thrown) {
            self.fault("thrown", format!("two dice do not show {}", setup.thrown));
        }
        let limit = self.game.options.throw_limit;
        if limit > 0 && setup.throws > limit {
            self.fault("throws", format!("there are {}, and the match ends after {limit}", setup.throws));
        }
        (self.state.throws, self.state.thrown) = (setup.throws, setup.thrown);
    }

    fn men(&mut self, setup: &Setup) {
        let nobody = Army::default();
        for word in setup.men.keys() {
            let known =
                Colour::called(word).filter(|colour| colour.word() == word && self.game.owner(*colour).is_some());
            if known.is_none() {
                self.fault(format!("men.{word}"), "no such colour is in play");
            }
        }
        let in_play: Vec<_> = self.game.in_play().collect();
        for colour in in_play {
            self.army(colour, setup.men.get(colour.word()).unwrap_or(&nobody));
        }
        self.crowds();
    }

    fn army(&mut self, colour: Colour, army: &Army) {
        let at = |part: &str| format!("men.{}.{part}", colour.word());
        let mut count = [0u32; 3];
        for (index, text) in army.circles.iter().enumerate() {
            let place = format!("{}[{index}]", at("circles"));
            let Some((space, rank)) = self.space_and_rank(&place, text) else { continue };
            count[rank.index()] += 1;
            let circle = space.parse().ok().and_then(|base| self.game.circle(base));
            match circle.filter(|(of, _)| *of == colour) {
                None => self.fault(place, format!("`{space}` is not a circle of {}", colour.word())),
                Some((_, circle)) if self.state.on_circle(colour, circle).is_some() => {
                    self.fault(place, format!("circle {space} already holds a man"));
                }
                Some((_, circle)) => self.stand(colour, ON_CIRCLE + circle, rank),
            }
        }
        for (index, text) in army.platform.iter().enumerate() {
            let place = format!("{}[{index}]", at("platform"));
            let Some((space, rank)) = self.space_and_rank(&place, text) else { continue };
            count[rank.index()] += 1;
            let pads = &self.game.board.platform;
            let number = space.strip_prefix('p').filter(|digits| !digits.starts_with('+')).and_then(|n| n.parse().ok());
            match number.filter(|n| usize::from(*n) < pads.len()).map(|n: u8| (n, pads[usize::from(n)].0)) {
                None => self.fault(place, format!("`{space}` is not a space of the platform")),
                Some((_, Pad::Arrow)) => self.fault(place, "nobody stands on the arrow"),
                Some((pad, _)) if self.state.on_platform(colour, pad).is_some() => {
                    self.fault(place, format!("{space} already holds a man of {}", colour.word()));
                }
                Some((pad, _)) => self.stand(colour, pad, rank),
            }
        }
        for (index, word) in army.corner.iter().enumerate() {
            let place = format!("{}[{index}]", at("corner"));
            let Some(rank) = self.rank(&place, word) else { continue };
            count[rank.index()] += 1;
            if count[rank.index()] <= u32::from(rank.count()) {
                self.state.corner[colour.index()].add(rank);
            }
        }
        for (id, ranks) in &army.held {
            let place = format!("{}.{id}", at("held"));
            let holder = self.seat(&place, id);
            if holder.is_some() && holder == self.game.owner(colour) {
                self.fault(&place, "a player cannot hold their own men");
            }
            for (index, word) in ranks.iter().enumerate() {
                let Some(rank) = self.rank(&format!("{place}[{index}]"), word) else { continue };
                count[rank.index()] += 1;
                if let Some(holder) = holder.filter(|_| count[rank.index()] <= u32::from(rank.count())) {
                    self.state.captives[holder.index()][colour.index()].add(rank);
                }
            }
        }
        for rank in RANKS {
            let found = count[rank.index()];
            if found != u32::from(rank.count()) {
                let what = format!("{found} of rank {}, not {}", rank.word(), rank.count());
                self.fault(format!("men.{}", colour.word()), what);
            }
        }
    }

    /// Puts a man on the board. A colonel named twice is put down once; the count reports the fault.
    fn stand(&mut self, colour: Colour, at: u8, rank: Rank) {
        if at >= ON_CIRCLE {
            self.state.put_on_circle(colour, at - ON_CIRCLE, rank);
        } else {
            self.state.put_on_platform(colour, at, rank);
        }
    }

    fn space_and_rank<'t>(&mut self, place: &str, text: &'t str) -> Option<(&'t str, Rank)> {
        let Some((space, rank)) = text.split_once(' ') else {
            self.fault(place, format!("`{text}` is not a space and a rank"));
            return None;
        };
        Some((space, self.rank(place, rank)?))
    }

    fn rank(&mut self, place: &str, word: &str) -> Option<Rank> {
        let rank = RANKS.into_iter().find(|rank| rank.word() == word);
        if rank.is_none() {
            self.fault(place, format!("`{word}` is not private, captain or colonel"));
        }
        rank
    }

    /// FM-17: one man a coloured space, one man of a side on a neutral.
    fn crowds(&mut self) {
        for (index, (pad, _)) in self.game.board.platform.iter().enumerate() {
            let bit = 1u64 << index;
            let there: Vec<_> = COLOURS.into_iter().filter(|c| self.state.platform[c.index()] & bit != 0).collect();
            let crowded = match pad {
                Pad::Neutral => {
                    there.iter().any(|a| there.iter().any(|b| a < b && self.game.owner(*a) == self.game.owner(*b)))
                }
                _ => there.len() > 1,
            };
            if crowded {
                let names: Vec<_> = there.iter().map(|colour| colour.word()).collect();
                self.fault("men", format!("p{index} holds men of {} at once", names.join(" and ")));
            }
        }
    }

    fn chips(&mut self, setup: &Setup) {
        self.state.purses = [0; 4];
        for (id, points) in &setup.purses {
            if let Some(seat) = self.seat(&format!("purses.{id}"), id) {
                self.state.purses[seat.index()] = *points;
            }
        }
        for seat in self.game.all_seats().iter() {
            let id = self.game.seat(seat).id;
            if !setup.purses.contains_key(id) {
                self.fault("purses", format!("{id} has none"));
            }
        }
        self.state.pool = setup.pool;
        let purses: u64 = setup.purses.values().map(|points| u64::from(*points)).sum();
        let sum = purses + u64::from(setup.pool) + u64::from(setup.in_box);
        let all = self.game.chips();
        if sum != u64::from(all) {
            self.fault("purses", format!("purses, pool and box hold {sum} points together, not {all}"));
        }
    }

    fn phase(&mut self, setup: &Setup) {
        let to_act = self.seats("to_act", &setup.to_act);
        let waiting = self.seats("waiting", &setup.waiting);
        self.first_throws(setup, to_act);
        self.placed(setup);
        let phase = setup.phase.as_str();
        if phase != "regroup" && !setup.waiting.is_empty() {
            self.fault("waiting", "seats wait only in the regroup phase");
        }
        if !["opening", "assault", "regroup"].contains(&phase) && !setup.to_act.is_empty() {
            self.fault("to_act", format!("nobody acts in the phase `{phase}`"));
        }
        let complete = !self.game.victors(&self.state).is_empty();
        let late = phase == "regroup" && self.game.options.eager;
        if complete && ["opening", "throw", "regroup"].contains(&phase) && !late {
            self.fault("phase", "a player has all their men on the platform: the match is over");
        }
        match phase {
            "opening" => self.opening(setup, to_act),
            "throw" => self.throw(),
            "assault" => self.assault(to_act),
            "regroup" => self.regroup(to_act, waiting),
            "over" => self.over(),
            other => self.fault("phase", format!("`{other}` is not opening, throw, assault, regroup or over")),
        }
    }

    fn first_throws(&mut self, setup: &Setup, contenders: SeatSet) {
        if setup.phase != "opening" && !setup.first_throws.is_empty() {
            self.fault("first_throws", "the throws for the first turn belong to the opening");
        }
        for (id, total) in &setup.first_throws {
            let place = format!("first_throws.{id}");
            let seat = self.seat(&place, id);
            if !(2..=12).contains(total) {
                self.fault(&place, format!("two dice do not show {total}"));
            }
            let Some(seat) = seat.filter(|_| setup.phase == "opening") else { continue };
            if !contenders.contains(seat) {
                self.fault(&place, format!("{id} no longer throws for the first turn"));
            }
            self.state.first[seat.index()] = *total;
        }
    }

    fn placed(&mut self, setup: &Setup) {
        if setup.placed.is_empty() {
            return;
        }
        if setup.phase != "regroup" || !self.game.options.eager {
            self.fault("placed", "this belongs only to the regroup phase under `eager`");
        }
        for (index, base) in setup.placed.iter().enumerate() {
            let place = format!("placed[{index}]");
            match self.game.circle(*base) {
                None => self.fault(place, format!("there is no circle {base}")),
                Some((colour, circle)) if self.state.on_circle(colour, circle).is_none() => {
                    self.fault(place, format!("nobody stands on circle {base}"));
                }
                Some((colour, circle)) => self.state.fresh[colour.index()] |= 1 << circle,
            }
        }
    }

    fn opening(&mut self, setup: &Setup, contenders: SeatSet) {
        if setup.throws > 0 {
            self.fault("throws", "in the opening the platform has not been turned");
        }
        if setup.to_act.is_empty() {
            self.fault("to_act", "at least one seat must throw for the first turn");
        }
        self.state.phase = Phase::Opening;
        self.state.open = contenders;
        // The thrower is not known yet.
        self.state.thrower = Seat(0);
        if self.faults.is_empty() {
            self.game.settle_opening(&mut self.state, &mut ignore_note);
        }
    }

    fn throw(&mut self) {
        let limit = self.game.options.throw_limit;
        if limit > 0 && self.state.throws == limit {
            self.fault("throws", format!("the match ends after {limit}"));
        }
        self.state.phase = Phase::Throw;
        self.state.open = SeatSet::EMPTY;
    }

    fn assault(&mut self, open: SeatSet) {
        self.state.phase = Phase::Assault;
        self.state.open = open;
        for seat in open.iter() {
            if !self.game.can_enter(&self.state, seat) {
                self.fault("to_act", format!("{} can do nothing in this assault", self.game.seat(seat).id));
            }
        }
        if self.faults.is_empty() {
            self.game.settle_assault(&mut self.state, &mut ignore_note);
        }
    }

    fn regroup(&mut self, asked: SeatSet, waiting: SeatSet) {
        self.state.phase = Phase::Regroup;
        let Some(seat) = asked.iter().next().filter(|_| asked.len() == 1) else {
            return self.fault("to_act", "in the regroup phase it is one seat's turn");
        };
        if waiting.contains(seat) {
            self.fault("waiting", format!("{} is to act already", self.game.seat(seat).id));
        }
        self.state.open = waiting.with(seat);
        if self.faults.is_empty() {
            self.game.ask_from(&mut self.state, seat, &mut ignore_note);
        }
    }

    fn over(&mut self) {
        let limit = self.game.options.throw_limit;
        let victors = self.game.victors(&self.state);
        if !victors.is_empty() {
            (self.state.phase, self.state.open) = (Phase::Victory, victors);
        } else if limit > 0 && self.state.throws >= limit {
            (self.state.phase, self.state.open) = (Phase::Spent, self.game.leaders(&self.state));
        } else {
            self.fault("phase", "nobody has won yet");
        }
        if self.state.pool > 0 {
            self.fault("pool", "the match is over, so the pool must be empty");
        }
    }
}
