//! A second engine, slow and simple, that must agree with the first.
//!
//! It has a list of 32 men with a place each, follows the board and the rules as the
//! rule book describes them, and shares nothing with the real engine: no bits, no
//! tables, no board file. Everybody's legal actions and the next position are compared
//! at every step of random matches.

use super::drawn::table;
use crate::fighting_marines::{Army, FightingMarines, Setup, Throw};
use crate::testing::any_chance;
use kernel::{Game, Notation, OptionValue, Play, Positions, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

const COLOURS: [&str; 4] = ["red", "black", "yellow", "green"];
const RANKS: [(&str, &str, i32); 3] = [("private", "pvt", 2), ("captain", "cpt", 3), ("colonel", "col", 5)];

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum At {
    Circle(i32),
    Platform(i32),
    Corner,
    Held(usize),
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Man {
    colour: usize,
    at: At,
    rank: usize,
}

/// The options of a match.
#[derive(Clone, Debug)]
struct Rules {
    eager: bool,
    must_enter: bool,
    shared: bool,
    limit: i32,
    ante: i32,
    absent: usize,
}

#[derive(Clone, Debug)]
struct Plain {
    rules: Rules,
    players: usize,
    men: Vec<Man>,
    phase: &'static str,
    arrow: i32,
    thrower: usize,
    throws: i32,
    thrown: i32,
    purses: Vec<i32>,
    pool: i32,
    open: BTreeSet<usize>,
    asked: usize,
    placed: BTreeSet<i32>,
    first: BTreeMap<usize, i32>,
    winners: Vec<usize>,
}

/// The colour of a platform space, as the rule book counts: neutrals third and twenty-fifth.
fn pad(index: i32) -> Option<&'static str> {
    match index {
        0 => Some("arrow"),
        3 | 25 => Some("neutral"),
        1 | 2 => Some(["red", "black"][index as usize - 1]),
        4..=24 => Some(["red", "black", "green", "yellow"][(index as usize - 2) % 4]),
        26..=43 => Some(["red", "black", "green", "yellow"][(index as usize - 3) % 4]),
        _ => None,
    }
}

fn circles(colour: usize) -> Vec<i32> {
    (1..=5).map(|n| colour as i32 * 11 + 2 * n).collect()
}

impl Plain {
    fn new(rules: Rules, players: usize) -> Self {
        let mut men = Vec::new();
        for colour in (0..4).filter(|colour| players != 3 || *colour != rules.absent) {
            men.extend(circles(colour).into_iter().map(|n| Man { colour, rank: 0, at: At::Circle(n) }));
            men.extend([1, 1, 2].map(|rank| Man { colour, rank, at: At::Corner }));
        }
        let share = [425, 273, 204][players - 2];
        Plain {
            purses: vec![share - rules.ante; players],
            pool: rules.ante * players as i32,
            rules,
            players,
            men,
            phase: "opening",
            arrow: 44,
            thrower: 0,
            throws: 0,
            thrown: 0,
            open: (0..players).collect(),
            asked: 0,
            placed: BTreeSet::new(),
            first: BTreeMap::new(),
            winners: Vec::new(),
        }
    }

    fn side(&self, colour: usize) -> usize {
        match self.players {
            2 => colour / 2,
            3 => (0..colour).filter(|other| *other != self.rules.absent).count(),
            _ => colour,
        }
    }

    fn id(&self, seat: usize) -> String {
        match self.players {
            2 => ["red-black", "yellow-green"][seat].to_owned(),
            _ => COLOURS[(0..4).find(|c| self.in_play(*c) && self.side(*c) == seat).unwrap()].to_owned(),
        }
    }

    fn in_play(&self, colour: usize) -> bool {
        self.players != 3 || colour != self.rules.absent
    }

    fn own(&self, seat: usize) -> impl Iterator<Item = &Man> {
        self.men.iter().filter(move |man| self.side(man.colour) == seat)
    }

    /// FM-12 to FM-17: `>` or `x` for the man on this circle, if he may.
    fn entry(&self, base: i32) -> Option<char> {
        let man = self.men.iter().find(|man| man.at == At::Circle(base))?;
        let index = (base - self.arrow).rem_euclid(44);
        let there: Vec<_> = self.men.iter().filter(|other| other.at == At::Platform(index)).collect();
        if there.iter().any(|other| self.side(other.colour) == self.side(man.colour)) {
            return None;
        }
        match pad(index)? {
            "arrow" => None,
            "neutral" => Some('>'),
            _ if !there.is_empty() => Some('x'),
            colour if colour == COLOURS[man.colour] => Some('>'),
            _ => None,
        }
    }

    fn entries(&self, seat: usize) -> Vec<String> {
        let mut entries = Vec::new();
        for man in self.own(seat) {
            if let At::Circle(base) = man.at
                && (self.phase == "assault" || (self.rules.eager && self.placed.contains(&base)))
                && let Some(sign) = self.entry(base)
            {
                entries.push(format!("{base}{sign}"));
            }
        }
        entries
    }

    fn held(&self, seat: usize, rank: usize) -> BTreeSet<usize> {
        self.men.iter().filter(|man| man.at == At::Held(seat) && man.rank == rank).map(|man| man.colour).collect()
    }

    fn captive(&self, man: &Man, holder: usize) -> String {
        match self.players {
            2 => format!("{}-{}", COLOURS[man.colour], RANKS[man.rank].1),
            _ => format!("{}<{}", RANKS[man.rank].1, self.id(holder)),
        }
    }

    /// FM-20 and FM-21.
    fn regains(&self, seat: usize) -> BTreeSet<String> {
        let mut regains = BTreeSet::new();
        for man in self.own(seat) {
            let At::Held(holder) = man.at else { continue };
            let gifts = self.held(seat, man.rank);
            for gift in &gifts {
                regains.insert(format!("{}={}", self.captive(man, holder), COLOURS[*gift]));
            }
            if gifts.is_empty() && self.purses[seat] >= RANKS[man.rank].2 {
                regains.insert(format!("${}", self.captive(man, holder)));
            }
        }
        regains
    }

    /// FM-23.
    fn fills(&self, seat: usize) -> BTreeSet<String> {
        let mut fills = BTreeSet::new();
        for man in self.own(seat).filter(|man| man.at == At::Corner) {
            for circle in circles(man.colour) {
                if self.men.iter().all(|other| other.at != At::Circle(circle)) {
                    fills.insert(format!("{}@{circle}", RANKS[man.rank].1));
                }
            }
        }
        fills
    }

    fn legal(&self, seat: usize) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        let to_act = match self.phase {
            "assault" => self.open.contains(&seat),
            "regroup" => self.asked == seat,
            _ => false,
        };
        if !to_act {
            return legal;
        }
        if self.phase == "regroup" {
            legal.extend(self.regains(seat));
            legal.extend(self.fills(seat));
        }
        let entries = self.entries(seat);
        if !self.rules.must_enter || entries.is_empty() {
            legal.insert("pass".into());
        }
        legal.extend(entries);
        legal
    }

    fn has_regroup(&self, seat: usize) -> bool {
        !self.regains(seat).is_empty() || !self.fills(seat).is_empty() || !self.entries(seat).is_empty()
    }

    fn throw_first(&mut self, seat: usize, total: i32) {
        self.first.insert(seat, total);
        self.thrown = total;
        if self.first.len() < self.open.len() {
            return;
        }
        let best = *self.first.values().max().unwrap();
        self.open = self.first.iter().filter(|(_, total)| **total == best).map(|(seat, _)| *seat).collect();
        self.first.clear();
        if self.open.len() == 1 {
            self.thrower = *self.open.first().unwrap();
            self.open.clear();
            self.phase = "throw";
        }
    }

    fn throw(&mut self, total: i32) {
        self.thrown = total;
        self.throws += 1;
        self.arrow = (self.arrow + total - 1) % 44 + 1;
        self.phase = "assault";
        self.open = (0..self.players).filter(|seat| !self.entries(*seat).is_empty()).collect();
        self.close_assault();
    }

    fn play(&mut self, seat: usize, action: &str) {
        if let Some(base) = action.strip_suffix(['>', 'x']).and_then(|base| base.parse::<i32>().ok()) {
            let index = (base - self.arrow).rem_euclid(44);
            if action.ends_with('x') {
                let victim = self.men.iter_mut().find(|man| man.at == At::Platform(index)).unwrap();
                victim.at = At::Held(seat);
            }
            self.men.iter_mut().find(|man| man.at == At::Circle(base)).unwrap().at = At::Platform(index);
            self.placed.remove(&base);
        } else if let Some((rank, circle)) = action.split_once('@') {
            let circle: i32 = circle.parse().unwrap();
            let colour = (circle as usize - 1) / 11;
            let man = self
                .men
                .iter_mut()
                .find(|man| man.at == At::Corner && man.colour == colour && RANKS[man.rank].1 == rank)
                .unwrap();
            man.at = At::Circle(circle);
            if self.rules.eager {
                self.placed.insert(circle);
            }
        } else if action != "pass" {
            self.regain(seat, action);
        }
        let passed = action == "pass";
        if self.phase == "assault" {
            if passed || self.entries(seat).is_empty() {
                self.open.remove(&seat);
                self.close_assault();
            }
        } else if passed || !self.has_regroup(seat) {
            self.open.remove(&seat);
            self.ask((seat + 1) % self.players);
        }
    }

    fn regain(&mut self, seat: usize, action: &str) {
        let named = |man: &&mut Man, game: &Plain| {
            let At::Held(holder) = man.at else { return false };
            game.side(man.colour) == seat
                && action.trim_start_matches('$').split('=').next() == Some(&game.captive(man, holder))
        };
        let plain = self.clone();
        let man = self.men.iter_mut().find(|man| named(man, &plain)).unwrap();
        let At::Held(holder) = man.at else { unreachable!() };
        let rank = man.rank;
        man.at = At::Corner;
        match action.split_once('=') {
            None => {
                self.purses[seat] -= RANKS[rank].2;
                self.purses[holder] += RANKS[rank].2;
            }
            Some((_, give)) => {
                let give = COLOURS.iter().position(|colour| *colour == give).unwrap();
                let home = plain.side(give) == holder;
                let gift = self
                    .men
                    .iter_mut()
                    .find(|man| man.at == At::Held(seat) && man.colour == give && man.rank == rank)
                    .unwrap();
                gift.at = if home { At::Corner } else { At::Held(holder) };
                if home {
                    self.open.insert(holder);
                }
            }
        }
    }

    fn close_assault(&mut self) {
        if !self.open.is_empty() || self.victory() {
            return;
        }
        self.phase = "regroup";
        self.open = (0..self.players).collect();
        self.ask(self.thrower);
    }

    fn ask(&mut self, from: usize) {
        for step in 0..self.players {
            let seat = (from + step) % self.players;
            if !self.open.contains(&seat) {
                continue;
            }
            if self.has_regroup(seat) {
                self.asked = seat;
                return;
            }
            self.open.remove(&seat);
        }
        self.placed.clear();
        if self.rules.eager && self.victory() {
            return;
        }
        if self.rules.limit > 0 && self.throws >= self.rules.limit {
            let landed: Vec<_> = (0..self.players).map(|seat| self.landed(seat)).collect();
            let most = *landed.iter().max().unwrap();
            return self.end((0..self.players).filter(|seat| landed[*seat] == most).collect());
        }
        self.thrower = (self.thrower + 1) % self.players;
        self.phase = "throw";
    }

    fn landed(&self, seat: usize) -> usize {
        self.own(seat).filter(|man| matches!(man.at, At::Platform(_))).count()
    }

    fn victory(&mut self) -> bool {
        let ring = (0..self.players).map(|step| (self.thrower + step) % self.players);
        let mut complete: Vec<_> = ring.filter(|seat| self.landed(*seat) == self.own(*seat).count()).collect();
        if complete.is_empty() {
            return false;
        }
        if !self.rules.shared {
            complete.truncate(1);
        }
        self.end(complete);
        true
    }

    fn end(&mut self, winners: Vec<usize>) {
        for seat in &winners {
            self.purses[*seat] += self.pool / winners.len() as i32;
        }
        self.pool = 0;
        self.open.clear();
        self.winners = winners;
        self.phase = "over";
    }

    /// The position as it is written.
    fn written(&self) -> Setup {
        let mut men: BTreeMap<String, Army> = BTreeMap::new();
        let mut sorted = self.men.clone();
        sorted.sort();
        for man in &sorted {
            let army = men.entry(COLOURS[man.colour].to_owned()).or_default();
            let rank = RANKS[man.rank].0;
            match man.at {
                At::Circle(base) => army.circles.push(format!("{base} {rank}")),
                At::Platform(index) => army.platform.push(format!("p{index} {rank}")),
                At::Corner => army.corner.push(rank.to_owned()),
                At::Held(holder) => army.held.entry(self.id(holder)).or_default().push(rank.to_owned()),
            }
        }
        let ids = |seats: &BTreeSet<usize>| seats.iter().map(|seat| self.id(*seat)).collect::<Vec<_>>();
        let all = [425, 273, 204][self.players - 2] * self.players as i32;
        let (to_act, waiting) = match self.phase {
            "regroup" => {
                let mut waiting = self.open.clone();
                waiting.remove(&self.asked);
                (vec![self.id(self.asked)], ids(&waiting))
            }
            _ => (ids(&self.open), Vec::new()),
        };
        Setup {
            phase: self.phase.into(),
            arrow: self.arrow as u8,
            thrower: self.id(self.thrower),
            throws: self.throws as u16,
            thrown: self.thrown as u8,
            men,
            purses: (0..self.players).map(|seat| (self.id(seat), self.purses[seat] as u16)).collect(),
            pool: self.pool as u16,
            in_box: (all - self.pool - self.purses.iter().sum::<i32>()) as u16,
            to_act,
            waiting,
            placed: self.placed.iter().map(|base| *base as u8).collect(),
            first_throws: self.first.iter().map(|(seat, total)| (self.id(*seat), *total as u8)).collect(),
        }
    }
}

/// Plays one random match in both engines and returns the number of positions compared.
fn compare(game: &FightingMarines, rules: &Rules, dice: &mut Xoshiro256PlusPlus) -> u32 {
    let mut play = Play::start(game);
    let mut plain = Plain::new(rules.clone(), usize::from(game.players()));
    for compared in 1.. {
        assert_eq!(game.position(&play.state, &()), plain.written());
        let mut actions = Vec::new();
        for seat in 0..game.players() {
            actions.clear();
            game.legal_actions(&play.state, Seat(seat), &mut actions);
            let names: BTreeSet<_> = actions.iter().map(|action| game.write(&play.state, *action)).collect();
            assert_eq!(names, plain.legal(usize::from(seat)), "{seat} {plain:?}");
        }
        match play.turn(game) {
            Turn::Over => {
                let outcome = game.outcome(&play.state).unwrap();
                let share = 1.0 / plain.winners.len() as f64;
                for seat in 0..plain.players {
                    let won = if plain.winners.contains(&seat) { share } else { 0.0 };
                    assert_eq!(outcome.shares[seat], won, "{plain:?}");
                }
                return compared;
            }
            Turn::Chance => {
                let chance = any_chance(game, &play.state, dice);
                play.apply_chance(game, chance);
                match chance {
                    Throw::First(seat, total) => plain.throw_first(seat.index(), i32::from(total)),
                    Throw::Turn(total) => plain.throw(i32::from(total)),
                }
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().nth(dice.random_range(0..seats.len()) as usize).unwrap();
                actions.clear();
                game.legal_actions(&play.state, seat, &mut actions);
                // Passing less makes for more captives and fuller rings.
                let mut action = actions[dice.random_range(0..actions.len())];
                if dice.random_range(0..3) > 0 {
                    action = actions[0];
                }
                let name = game.write(&play.state, action);
                play.apply(game, seat, action);
                plain.play(seat.index(), &name);
            }
        }
    }
    unreachable!()
}

/// FM-8, FM-9, FM-11, FM-12, FM-13, FM-14, FM-17, FM-18, FM-19, FM-20, FM-21, FM-23, FM-24, FM-25, FM-26, FM-28, FM-29, FM-30
#[test]
fn the_plain_engine_agrees_on_a_hundred_thousand_positions() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(4031);
    let mut compared = 0;
    let mut number = 0;
    while compared < 120_000 {
        let players = 2 + (number % 3) as u8;
        let mut flip = || dice.random_range(0..2) == 0;
        let (eager, must_enter, shared) = (flip(), flip(), flip());
        let limit = [0, 3, 12, 200][dice.random_range(0..4)];
        let ante = [0, 10, 193, 200][dice.random_range(0..4)];
        let absent = dice.random_range(0..4);
        let rules = Rules { eager, must_enter, shared, limit, ante, absent };
        let switch = OptionValue::Switch;
        let options = [
            ("eager", switch(eager)),
            ("must_enter", switch(must_enter)),
            ("shared_victory", switch(shared)),
            ("throw_limit", OptionValue::Number(limit.into())),
            ("ante", OptionValue::Number(ante.into())),
            ("absent", OptionValue::Word(COLOURS[absent].into())),
        ];
        let table = table(players, &options);
        compared += (0..4).map(|_| compare(table.game(), &rules, &mut dice)).sum::<u32>();
        number += 1;
    }
    assert!(compared >= 100_000);
}
