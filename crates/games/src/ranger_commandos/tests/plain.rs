//! A second engine, slow and plain, that must agree with the first.
//!
//! It knows names of waves and circles as the board file writes them, read line by
//! line, and the sentences of the rule book, and shares nothing with the real one: no
//! loader, no tables, no bits. What it says of everybody's actions and of the next
//! position is compared at every step of random matches.

use super::drawn::table;
use crate::ranger_commandos::{Escaping, Player, RangerCommandos, Setup};
use kernel::{Game, Notation, OptionValue, Play, Positions, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

const ORDER: [&str; 4] = ["red", "black", "green", "orange"];
const DIAL: [(&str, u8, &str); 8] = [
    ("N", 2, "S"),
    ("NE", 3, "SW"),
    ("NE", 5, "SW"),
    ("E", 4, "W"),
    ("E", 2, "W"),
    ("SE", 5, "NW"),
    ("SE", 3, "NW"),
    ("S", 1, "N"),
];
const FRONTS: [(&str, &str); 4] = [("red", "a3"), ("black", "a15"), ("green", "a7"), ("orange", "a11")];

/// The board as the file has it.
struct World {
    circles: BTreeMap<String, char>,
    lines: Vec<(String, String)>,
    landings: BTreeMap<String, Vec<String>>,
    /// Arrow circle to objective.
    arrows: BTreeMap<String, String>,
    counters: BTreeMap<String, u8>,
}

fn quoted(line: &str) -> Vec<String> {
    line.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

impl World {
    fn new(closed_lines: bool) -> Self {
        let text = include_str!("../board.toml");
        let mut world = World {
            circles: BTreeMap::new(),
            lines: Vec::new(),
            landings: BTreeMap::new(),
            arrows: BTreeMap::new(),
            counters: BTreeMap::new(),
        };
        let (mut block, mut name, mut wave) = ("", String::new(), String::new());
        let mut row = 0;
        for line in text.lines().map(str::trim) {
            if line.starts_with('[') {
                block = line;
                continue;
            }
            let first = quoted(line).first().cloned().unwrap_or_default();
            match block {
                "[land]" if line.starts_with('"') => {
                    row += 1;
                    for (column, kind) in ('n'..='w').zip(first.chars()).filter(|(_, kind)| *kind != '.') {
                        world.circles.insert(format!("{column}{row}"), kind);
                    }
                }
                "[[lines]]" if line.starts_with('"') => world.add_lines(line),
                "[[closed_lines]]" if line.starts_with('"') && !closed_lines => world.add_lines(line),
                "[[landings]]" if line.starts_with("wave") => wave = first,
                "[[landings]]" if line.starts_with("first") => _ = world.landings.insert(wave.clone(), quoted(line)),
                "[[objectives]]" if line.starts_with("name") => name = first,
                "[[objectives]]" if line.starts_with("entry") => _ = world.arrows.insert(first, name.clone()),
                "[[objectives]]" if line.starts_with("counters") => {
                    let count = line.split('=').nth(1).unwrap().trim().parse().unwrap();
                    world.counters.insert(name.clone(), count);
                }
                _ => {}
            }
        }
        assert_eq!((world.circles.len(), world.landings.len(), world.counters.len()), (76, 9, 11));
        world
    }

    fn add_lines(&mut self, line: &str) {
        for name in quoted(line) {
            let (from, to) = name.split_once('-').unwrap();
            self.lines.push((from.to_owned(), to.to_owned()));
        }
    }

    /// All ends of walks of exactly so many steps that use no line twice and never touch `start`.
    fn walks(&self, at: &str, steps: u8, start: &str, used: &mut Vec<usize>, ends: &mut BTreeSet<String>) {
        if steps == 0 {
            ends.insert(at.to_owned());
            return;
        }
        for (index, (from, to)) in self.lines.iter().enumerate() {
            let next = if from == at {
                to
            } else if to == at {
                from
            } else {
                continue;
            };
            if next == start || used.contains(&index) {
                continue;
            }
            used.push(index);
            self.walks(next, steps - 1, start, used, ends);
            used.pop();
        }
    }

    /// Steps from a circle to a barge at this landing, found by widening a set.
    fn way_back(&self, circle: &str, wave: &str) -> u8 {
        let mut reached: BTreeSet<String> = self.landings[wave].iter().cloned().collect();
        let mut steps = 1;
        while !reached.contains(circle) {
            let joined = self.lines.iter().flat_map(|(a, b)| [(a, b), (b, a)]).filter(|(a, _)| reached.contains(*a));
            let next: Vec<String> = joined.map(|(_, b)| b.clone()).collect();
            reached.extend(next);
            steps += 1;
        }
        steps
    }
}

/// The wave a step away, by name; `None` off the water.
fn step(wave: &str, direction: &str) -> Option<String> {
    let column = wave.as_bytes()[0] as i32 - i32::from(b'a');
    let row: i32 = wave[1..].parse::<i32>().unwrap() / 2;
    let (mut dx, mut dy) = (0, 0);
    for letter in direction.chars() {
        match letter {
            'N' => dy -= 1,
            'S' => dy += 1,
            'E' => dx += 1,
            _ => dx -= 1,
        }
    }
    let far = if direction.len() == 1 { 2 } else { 1 };
    let (x, y) = (column + dx * far, row + dy * far);
    let water = (0..=11).contains(&x) && (0..=8).contains(&y);
    water.then(|| format!("{}{}", char::from(b'a' + x as u8), 2 * y + 1))
}

#[derive(Clone, Debug)]
struct Man {
    colour: Option<&'static str>,
    barge: String,
    commando: String,
    counters: u8,
    place: Option<u8>,
    faces: BTreeMap<String, u8>,
}

struct Plain {
    world: World,
    up_to: bool,
    dawn: u16,
    phase: &'static str,
    men: Vec<Man>,
    left: BTreeMap<String, u8>,
    /// Seat that chooses, spins or walks.
    mover: usize,
    spun: Option<usize>,
    rounds: u16,
    spinning: Vec<usize>,
    lots: BTreeMap<usize, u8>,
    run: (u8, u8),
    resume: usize,
}

impl Plain {
    fn new(players: usize, closed_lines: bool, up_to: bool, dawn: u16) -> Self {
        let world = World::new(closed_lines);
        let man = Man {
            colour: None,
            barge: "dock".into(),
            commando: "aboard".into(),
            counters: 0,
            place: None,
            faces: BTreeMap::new(),
        };
        Plain {
            left: world.counters.clone(),
            world,
            up_to,
            dawn,
            phase: "lots",
            men: vec![man; players],
            mover: 0,
            spun: None,
            rounds: 0,
            spinning: (0..players).collect(),
            lots: BTreeMap::new(),
            run: (0, 0),
            resume: 0,
        }
    }

    fn leader(&self, colour: &str) -> Option<usize> {
        self.men.iter().position(|man| man.colour == Some(colour))
    }

    /// Seats in the order of the colours.
    fn turns(&self) -> Vec<usize> {
        ORDER.iter().filter_map(|colour| self.leader(colour)).collect()
    }

    /// The same, from this seat on.
    fn turns_from(&self, seat: usize) -> Vec<usize> {
        let mut turns = self.turns();
        let at = turns.iter().position(|other| *other == seat).unwrap_or(0);
        turns.rotate_left(at);
        turns
    }

    fn after(&self, seat: usize) -> usize {
        self.turns_from(seat)[1]
    }

    fn to_spin(&self) -> Option<usize> {
        match self.phase {
            "lots" => self.spinning.iter().copied().find(|seat| !self.lots.contains_key(seat)),
            "night" | "escape" | "day" => Some(self.mover),
            _ => None,
        }
    }

    fn legal(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        match self.phase {
            "colours" => {
                names.extend(ORDER.iter().filter(|colour| self.leader(colour).is_none()).map(|c| (*c).to_owned()));
            }
            "walk" => {
                for end in self.ends() {
                    let stocked = self.world.arrows.get(&end).is_some_and(|objective| self.left[objective] > 0);
                    if stocked {
                        names.insert(format!("{end}-"));
                    }
                    names.insert(end);
                }
            }
            _ => {}
        }
        names
    }

    fn ends(&self) -> BTreeSet<String> {
        let man = &self.men[self.mover];
        let number = DIAL[self.spun.unwrap()].1;
        let mut ends = BTreeSet::new();
        for steps in if self.up_to { 1..=number } else { number..=number } {
            if man.commando == "aboard" {
                for first in &self.world.landings[&man.barge] {
                    self.world.walks(first, steps - 1, "", &mut Vec::new(), &mut ends);
                }
            } else {
                self.world.walks(&man.commando, steps, &man.commando, &mut Vec::new(), &mut ends);
            }
        }
        ends
    }

    fn act(&mut self, action: &str) {
        if self.phase == "colours" {
            let colour = ORDER.into_iter().find(|colour| *colour == action).unwrap();
            self.men[self.mover].colour = Some(colour);
            return self.ask_colour();
        }
        let circle = action.trim_end_matches('-').to_owned();
        if let Some(objective) = self.world.arrows.get(&circle)
            && !action.ends_with('-')
            && self.left[objective] > 0
        {
            *self.left.get_mut(objective).unwrap() -= 1;
            self.men[self.mover].counters += 1;
        }
        self.men[self.mover].commando.clone_from(&circle);
        self.phase = "night";
        if self.world.circles[&circle] == 'o' {
            self.alarm(self.after(self.mover));
        } else {
            self.pass_night();
        }
    }

    fn ask_colour(&mut self) {
        let players = self.men.len();
        let next = (0..players).map(|n| (self.mover + n) % players).find(|seat| self.men[*seat].colour.is_none());
        let free: Vec<_> = ORDER.into_iter().filter(|colour| self.leader(colour).is_none()).collect();
        match next {
            Some(seat) if free.len() == 1 => self.men[seat].colour = Some(free[0]),
            Some(seat) => {
                self.mover = seat;
                return;
            }
            None => {}
        }
        self.phase = "night";
        self.mover = self.turns()[0];
    }

    fn spin(&mut self, cell: usize) {
        self.spun = Some(cell);
        let (night, number, day) = DIAL[cell];
        match self.phase {
            "lots" => self.lot(number),
            "night" => self.night(night),
            "escape" => self.escape(number),
            _ => self.day(day),
        }
    }

    fn lot(&mut self, number: u8) {
        self.lots.insert(self.to_spin().unwrap(), number);
        if self.to_spin().is_some() {
            return;
        }
        let best = *self.lots.values().max().unwrap();
        self.spinning.retain(|seat| self.lots[seat] == best);
        self.lots.clear();
        if self.spinning.len() == 1 {
            self.mover = self.spinning.remove(0);
            self.phase = "colours";
        }
    }

    fn free(&self, wave: &str) -> bool {
        self.men.iter().all(|man| man.barge != wave)
    }

    fn night(&mut self, direction: &str) {
        let man = &self.men[self.mover];
        if self.world.landings.contains_key(&man.barge) {
            self.phase = "walk";
            if self.ends().is_empty() {
                self.pass_night();
            }
            return;
        }
        let to = match man.barge.as_str() {
            "dock" if direction == "E" => {
                FRONTS.iter().find(|(c, _)| Some(*c) == man.colour).map(|(_, f)| (*f).to_owned())
            }
            "dock" => None,
            wave => step(wave, direction),
        };
        if let Some(to) = to.filter(|to| self.free(to)) {
            self.men[self.mover].barge = to;
        }
        self.pass_night();
    }

    fn pass_night(&mut self) {
        self.phase = "night";
        let next = self.after(self.mover);
        if next == self.turns()[0] && self.men.iter().any(|man| man.commando != "aboard") {
            self.rounds += 1;
            if self.dawn > 0 && self.rounds >= self.dawn {
                return self.alarm(next);
            }
        }
        self.mover = next;
    }

    fn alarm(&mut self, resume: usize) {
        self.resume = resume;
        self.next_runner();
    }

    fn next_runner(&mut self) {
        self.run = (0, 0);
        let runner = self.turns_from(self.resume).into_iter().find(|seat| self.men[*seat].commando != "aboard");
        match runner {
            Some(seat) => (self.phase, self.mover) = ("escape", seat),
            None => self.next_home(self.turns_from(self.resume)),
        }
    }

    fn escape(&mut self, number: u8) {
        self.run = (self.run.0 + 1, self.run.1 + number);
        if self.run.0 < 3 {
            return;
        }
        let man = &mut self.men[self.mover];
        if self.world.way_back(&man.commando, &man.barge) > self.run.1 {
            man.barge = "captured".into();
        }
        man.commando = "aboard".into();
        self.next_runner();
    }

    fn afloat(&self, seat: usize) -> bool {
        !["home", "captured"].contains(&self.men[seat].barge.as_str())
    }

    fn dock(&mut self, seat: usize) {
        let place = 1 + self.men.iter().filter(|man| man.place.is_some()).count() as u8;
        let man = &mut self.men[seat];
        (man.barge, man.place) = ("home".into(), Some(place));
    }

    /// The next barge on its way home, in this order of seats.
    fn next_home(&mut self, order: Vec<usize>) {
        self.resume = 0;
        for seat in order {
            let afloat: Vec<usize> = (0..self.men.len()).filter(|seat| self.afloat(*seat)).collect();
            match afloat[..] {
                [] => break,
                [last] => {
                    self.dock(last);
                    break;
                }
                _ => {}
            }
            let there = self.men[seat].barge.clone();
            if there == "dock" || FRONTS.iter().any(|(_, front)| *front == there) {
                self.dock(seat);
            } else if self.afloat(seat) {
                (self.phase, self.mover) = ("day", seat);
                return;
            }
        }
        if let [last] = (0..self.men.len()).filter(|seat| self.afloat(*seat)).collect::<Vec<_>>()[..] {
            self.dock(last);
        }
        self.next_face();
    }

    fn day(&mut self, direction: &str) {
        let to = step(&self.men[self.mover].barge, direction).filter(|to| self.free(to));
        if let Some(to) = to {
            let home = FRONTS.iter().any(|(_, front)| *front == to);
            self.men[self.mover].barge = to;
            if home {
                self.dock(self.mover);
            }
        }
        let mut order = self.turns_from(self.mover);
        order.rotate_left(1);
        self.next_home(order);
    }

    fn next_face(&mut self) {
        let hidden = |man: &Man| man.place.is_some() && man.faces.values().sum::<u8>() < man.counters;
        match self.turns().into_iter().find(|seat| hidden(&self.men[*seat])) {
            Some(seat) => (self.phase, self.mover) = ("reveal", seat),
            None => self.phase = "over",
        }
    }

    fn face(&mut self, face: &str) {
        *self.men[self.mover].faces.entry(face.to_owned()).or_default() += 1;
        self.next_face();
    }

    fn score(&self, seat: usize) -> u32 {
        let man = &self.men[seat];
        let Some(place) = man.place else { return 0 };
        let worth = |face: &str| match face {
            "star" => 100,
            "plain" => 0,
            number => number.parse().unwrap(),
        };
        125 - 25 * u32::from(place) + man.faces.iter().map(|(face, count)| worth(face) * u32::from(*count)).sum::<u32>()
    }

    fn shares(&self) -> Vec<f64> {
        let best = (0..self.men.len()).map(|seat| self.score(seat)).max().unwrap();
        let winners = (0..self.men.len()).filter(|seat| self.score(*seat) == best).count();
        (0..self.men.len()).map(|seat| if self.score(seat) == best { 1.0 / winners as f64 } else { 0.0 }).collect()
    }

    fn setup(&self) -> Setup {
        let id = |seat: usize| format!("p{}", seat + 1);
        let player = |man: &Man| Player {
            colour: man.colour.map(str::to_owned),
            barge: man.barge.clone(),
            commando: man.commando.clone(),
            counters: man.counters,
            place: man.place,
            faces: man.faces.clone(),
        };
        let cell = |cell: usize| format!("{}{}{}", DIAL[cell].0, DIAL[cell].1, DIAL[cell].2);
        let lots = self.phase == "lots";
        Setup {
            phase: self.phase.into(),
            to_act: (!lots && self.phase != "over").then(|| id(self.mover)),
            players: self.men.iter().enumerate().map(|(seat, man)| (id(seat), player(man))).collect(),
            objectives: self.left.clone(),
            spun: self.spun.map(cell),
            rounds_ashore: self.rounds,
            spinning: if lots { self.spinning.iter().map(|seat| id(*seat)).collect() } else { vec![] },
            lots: self.lots.iter().map(|(seat, number)| (id(*seat), *number)).collect(),
            escape: (self.phase == "escape").then(|| Escaping {
                spins: self.run.0,
                sum: self.run.1,
                resume: id(self.resume),
            }),
        }
    }
}

/// Compares both engines at every step of a random match.
fn compare(game: &RangerCommandos, mut plain: Plain, seed: u64) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut play = Play::start(game);
    let mut way = String::new();
    // Some players look for counters, some for trouble.
    let bold = dice.random_range(0..4);
    loop {
        assert_eq!(game.position(&play.state, &()), plain.setup(), "{way}");
        match play.turn(game) {
            Turn::Over => {
                let shares = game.outcome(&play.state).unwrap().shares;
                assert_eq!(&shares[..plain.men.len()], plain.shares(), "{way}");
                return;
            }
            Turn::Chance => {
                assert_eq!(game.thrower(&play.state).map(Seat::index), plain.to_spin(), "{way}");
                let mut lots = Vec::new();
                game.chances(&play.state, &mut lots);
                let (lot, _) = lots[dice.random_range(0..lots.len())];
                let name = game.write_chance(lot);
                way += &format!(" {name}");
                play.befall(game, lot);
                if plain.phase == "reveal" {
                    plain.face(&name);
                } else {
                    let cell = DIAL.iter().position(|(night, n, day)| format!("{night}{n}{day}") == name).unwrap();
                    plain.spin(cell);
                }
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                assert_eq!((seats.len(), seat.index()), (1, plain.mover), "{way}");
                let mut actions = Vec::new();
                game.legal(&play.state, seat, &mut actions);
                let names: Vec<_> = actions.iter().map(|action| game.write(&play.state, *action)).collect();
                assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>(), plain.legal(), "{way}");
                assert_eq!(names.len(), plain.legal().len(), "{way}");
                let quiet =
                    |name: &&String| plain.world.circles.get(name.trim_end_matches('-')).is_none_or(|c| *c != 'o');
                let calm: Vec<_> = names.iter().filter(quiet).collect();
                let name = match calm.is_empty() || dice.random_range(0..4) < bold {
                    true => names[dice.random_range(0..names.len())].clone(),
                    false => calm[dice.random_range(0..calm.len())].clone(),
                };
                way += &format!(" {name}");
                let action = actions[names.iter().position(|other| *other == name).unwrap()];
                play.apply(game, seat, action);
                plain.act(&name);
            }
        }
    }
}

/// RC-1, RC-2, RC-3, RC-4, RC-10, RC-11, RC-12, RC-14, RC-16, RC-17, RC-18, RC-21, RC-23, RC-24, RC-25, RC-27, RC-28, RC-29, RC-31, RC-32, RC-33, RC-35, RC-36
#[test]
fn the_plain_engine_agrees_at_every_step() {
    let houses =
        [(true, false, 60), (false, false, 60), (true, true, 60), (true, false, 2), (false, true, 5), (true, false, 0)];
    for (number, (closed_lines, up_to, dawn)) in houses.into_iter().enumerate() {
        for players in [2u8, 3, 4] {
            let options = [
                ("closed_lines", OptionValue::Switch(closed_lines)),
                ("up_to", OptionValue::Switch(up_to)),
                ("dawn_round", OptionValue::Number(i64::from(dawn))),
            ];
            let table = table(players, &options);
            for seed in 0..40 {
                let plain = Plain::new(usize::from(players), closed_lines, up_to, dawn);
                compare(table.game(), plain, 1_000 * number as u64 + seed);
            }
        }
    }
}
