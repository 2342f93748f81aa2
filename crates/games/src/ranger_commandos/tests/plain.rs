//! A second engine, slow and simple, that must agree with the first.
//!
//! It works on the names of waves and circles, read line by line from the board file,
//! follows the rule book, and shares nothing with the real engine: no loader, no tables,
//! no bits. Everybody's legal actions and the next position are compared at every step of
//! random matches.

use crate::ranger_commandos::{Escaping, Player, RangerCommandos, Setup};
use crate::testing::any_chance;
use kernel::dynamic::{MatchConfig, TypedMatch};
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

    /// All ends of walks of exactly `steps` steps that never touch `start`. Lines in `used` may
    /// not be walked again; without `used` all lines may.
    fn walks(&self, at: &str, steps: u8, start: &str, used: Option<&[usize]>, ends: &mut BTreeSet<String>) {
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
            if next == start || used.is_some_and(|used| used.contains(&index)) {
                continue;
            }
            let more = used.map(|used| [used, &[index]].concat());
            self.walks(next, steps - 1, start, more.as_deref(), ends);
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

/// The options and the version of the rules.
#[derive(Copy, Clone, Debug)]
struct Rules {
    version: u32,
    closed_lines: bool,
    up_to: bool,
    retrace: bool,
    dawn: u16,
    last_scores_last: bool,
}

/// The default options.
const DEFAULT: Rules =
    Rules { version: 2, closed_lines: true, up_to: false, retrace: false, dawn: 60, last_scores_last: false };

struct Plain {
    world: World,
    rules: Rules,
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
    /// Seats that have had no turn yet since the whistle.
    waiting: Vec<usize>,
}

impl Plain {
    fn new(players: usize, rules: Rules) -> Self {
        let world = World::new(rules.closed_lines);
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
            rules,
            phase: "lots",
            men: vec![man; players],
            mover: 0,
            spun: None,
            rounds: 0,
            spinning: (0..players).collect(),
            lots: BTreeMap::new(),
            run: (0, 0),
            resume: 0,
            waiting: Vec::new(),
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
            "night" | "escape" | "head_start" | "day" => Some(self.mover),
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
        let used: Option<&[usize]> = if self.rules.retrace { None } else { Some(&[]) };
        for steps in if self.rules.up_to { 1..=number } else { number..=number } {
            if man.commando == "aboard" {
                for first in &self.world.landings[&man.barge] {
                    self.world.walks(first, steps - 1, "", used, &mut ends);
                }
            } else {
                self.world.walks(&man.commando, steps, &man.commando, used, &mut ends);
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
            if self.rules.dawn > 0 && self.rounds >= self.rules.dawn {
                return self.alarm(next);
            }
        }
        self.mover = next;
    }

    fn alarm(&mut self, resume: usize) {
        self.resume = resume;
        self.waiting = self.turns_from(resume);
        self.next_after_whistle();
    }

    /// The round after the whistle: everybody has one turn. In version 1 only commandos ashore have one.
    fn next_after_whistle(&mut self) {
        self.run = (0, 0);
        while !self.waiting.is_empty() {
            let seat = self.waiting.remove(0);
            if self.men[seat].commando != "aboard" {
                (self.phase, self.mover) = ("escape", seat);
                return;
            }
            if self.rules.version == 1 {
                continue;
            }
            if self.at_dock(seat) {
                self.dock(seat);
                continue;
            }
            (self.phase, self.mover) = ("head_start", seat);
            return;
        }
        self.next_home(self.turns_from(self.resume));
    }

    fn escape(&mut self, number: u8) {
        self.run = (self.run.0 + 1, self.run.1 + number);
        let man = &mut self.men[self.mover];
        let enough = self.world.way_back(&man.commando, &man.barge) <= self.run.1;
        if self.run.0 < 3 && (self.rules.version == 1 || !enough) {
            return;
        }
        if !enough {
            man.barge = "captured".into();
        }
        man.commando = "aboard".into();
        self.next_after_whistle();
    }

    fn at_dock(&self, seat: usize) -> bool {
        let there = self.men[seat].barge.as_str();
        there == "dock" || FRONTS.iter().any(|(_, front)| *front == there)
    }

    /// The last barge; by option it scores last if there was another.
    fn call_in(&mut self, seat: usize) {
        let others = self.men.iter().any(|man| man.place.is_some());
        self.dock(seat);
        if others && self.rules.last_scores_last {
            self.men[seat].place = Some(4);
        }
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
                    self.call_in(last);
                    break;
                }
                _ => {}
            }
            if self.at_dock(seat) {
                self.dock(seat);
            } else if self.afloat(seat) {
                (self.phase, self.mover) = ("day", seat);
                return;
            }
        }
        if let [last] = (0..self.men.len()).filter(|seat| self.afloat(*seat)).collect::<Vec<_>>()[..] {
            self.call_in(last);
        }
        self.next_face();
    }

    fn day(&mut self, direction: &str) {
        let home = |to: &str| FRONTS.iter().any(|(_, front)| *front == to);
        let open = |to: &String| self.free(to) || self.rules.version > 1 && home(to);
        let to = step(&self.men[self.mover].barge, direction).filter(open);
        if let Some(to) = to {
            let home = home(&to);
            self.men[self.mover].barge = to;
            if home {
                self.dock(self.mover);
            }
        }
        if self.phase == "head_start" {
            return self.next_after_whistle();
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
            escape: ["escape", "head_start"].contains(&self.phase).then(|| Escaping {
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
    // Some matches avoid sentries, some do not.
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
                let chance = any_chance(game, &play.state, &mut dice);
                let name = game.write_chance(chance);
                way += &format!(" {name}");
                play.apply_chance(game, chance);
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
                game.legal_actions(&play.state, seat, &mut actions);
                let names: Vec<_> = actions.iter().map(|action| game.write(&play.state, *action)).collect();
                assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>(), plain.legal(), "{way}");
                assert_eq!(names.len(), plain.legal().len(), "{way}");
                let no_sentry =
                    |name: &&String| plain.world.circles.get(name.trim_end_matches('-')).is_none_or(|c| *c != 'o');
                let safe: Vec<_> = names.iter().filter(no_sentry).collect();
                let name = match safe.is_empty() || dice.random_range(0..4) < bold {
                    true => names[dice.random_range(0..names.len())].clone(),
                    false => safe[dice.random_range(0..safe.len())].clone(),
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
    let all_rules = [
        DEFAULT,
        Rules { closed_lines: false, ..DEFAULT },
        Rules { up_to: true, ..DEFAULT },
        Rules { retrace: true, ..DEFAULT },
        Rules { last_scores_last: true, ..DEFAULT },
        Rules { dawn: 2, ..DEFAULT },
        Rules { closed_lines: false, up_to: true, retrace: true, dawn: 5, last_scores_last: true, ..DEFAULT },
        Rules { dawn: 0, ..DEFAULT },
    ];
    for (number, rules) in all_rules.into_iter().enumerate() {
        check(rules, 1_000 * number as u64);
    }
}

/// RC-24, RC-26, RC-28, RC-31, RC-32
#[test]
fn the_plain_engine_agrees_on_version_1_too() {
    for (number, dawn) in [60, 2].into_iter().enumerate() {
        check(Rules { version: 1, dawn, ..DEFAULT }, 50_000 + 1_000 * number as u64);
    }
}

/// Compares both engines in random matches of two, three and four.
fn check(rules: Rules, seed: u64) {
    let options = [
        ("closed_lines", OptionValue::Switch(rules.closed_lines)),
        ("up_to", OptionValue::Switch(rules.up_to)),
        ("retrace", OptionValue::Switch(rules.retrace)),
        ("dawn_round", OptionValue::Number(i64::from(rules.dawn))),
        ("last_scores_last", OptionValue::Switch(rules.last_scores_last)),
    ];
    for players in [2u8, 3, 4] {
        let config = MatchConfig { rules_version: rules.version, ..testkit::table::config(players, &options) };
        let table = TypedMatch::<RangerCommandos>::open(&config).unwrap();
        for seed in (0..40).map(|number| seed + number) {
            compare(table.game(), Plain::new(usize::from(players), rules), seed);
        }
    }
}
