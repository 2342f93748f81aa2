//! A second engine, slow and simple, written from the rule book: spaces are names, pieces
//! are in a list, ways are walked one by one. It must agree with the fast engine on every
//! position, every legal action and every result.

use super::drawn::*;
use crate::hit_the_beach::board::Kind;
use crate::hit_the_beach::{Forces, HitTheBeach, Setup, Throw};
use crate::testing::any_chance;
use kernel::{Game, Notation, OptionValue, Play, Positions, Seat, Turn};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

/// The board by names.
struct Map {
    /// `sea`, `land`, `hq` or `start`.
    kinds: BTreeMap<String, &'static str>,
    lines: Vec<(String, String)>,
    beaches: BTreeMap<String, [String; 2]>,
    starts: BTreeMap<String, String>,
    /// All names in the order in which positions are written.
    names: Vec<String>,
}

impl Map {
    fn read(game: &HitTheBeach) -> Self {
        let board = &*game.board;
        let name = |space| board.name(space).to_owned();
        let kind = |kind| match kind {
            Kind::Sea => "sea",
            Kind::Objective => "hq",
            Kind::Start(_) => "start",
            _ => "land",
        };
        let colours = crate::hit_the_beach::COLOURS;
        Map {
            kinds: board.places.iter().map(|place| (place.name.clone(), kind(place.kind))).collect(),
            lines: board.roads.iter().map(|road| (name(road.from), name(road.to))).collect(),
            beaches: colours
                .map(|colour| {
                    let beaches = board.beaches[colour.index()].each_ref().map(|beach| name(beach.circle));
                    (colour.word().to_owned(), beaches)
                })
                .into(),
            starts: colours.map(|c| (c.word().to_owned(), name(board.harbours[c.index()].circle))).into(),
            names: board.places.iter().map(|place| place.name.clone()).collect(),
        }
    }

    fn beach_of(&self, circle: &str) -> Option<&str> {
        let found = self.beaches.iter().find(|(_, circles)| circles.iter().any(|name| name == circle));
        found.map(|(colour, _)| colour.as_str())
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Piece {
    colour: String,
    kind: &'static str,
    /// A space, a beach's circle for support pieces, or `start`.
    at: String,
}

struct Plain {
    map: Map,
    colours: Vec<&'static str>,
    pieces: Vec<Piece>,
    defenders: BTreeSet<String>,
    removed: Option<String>,
    turn: usize,
    phase: &'static str,
    die: i32,
    throws: i32,
    limit: i32,
    running: BTreeSet<usize>,
    first: BTreeMap<usize, i32>,
    winner: Option<usize>,
}

impl Plain {
    fn new(game: &HitTheBeach, limit: i32) -> Self {
        let map = Map::read(game);
        let colours = match game.players() {
            2 => vec!["red", "blue"],
            3 => vec!["red", "green", "blue"],
            _ => vec!["red", "green", "black", "blue"],
        };
        let kinds = ["marine", "marine", "army", "army", "ship", "plane"];
        let pieces = colours
            .iter()
            .flat_map(|colour| kinds.map(|kind| Piece { colour: (*colour).into(), kind, at: "start".into() }));
        let defenders = "R6 R13 G6 G13 K6 K13 B6 B13 R16 G16 K16 B16 W5 E5".split(' ').map(str::to_owned);
        Plain {
            pieces: pieces.collect(),
            defenders: defenders.collect(),
            removed: None,
            turn: 0,
            phase: "opening",
            die: 0,
            throws: 0,
            limit,
            running: (0..colours.len()).collect(),
            first: BTreeMap::new(),
            winner: None,
            colours,
            map,
        }
    }

    fn colour(&self) -> &'static str {
        self.colours[self.turn]
    }

    fn division(&self, at: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| ["marine", "army"].contains(&piece.kind) && piece.at == at && at != "start")
    }

    /// HB-9, HB-12 to HB-16, HB-28: ends of all ways of the thrown length.
    fn walk(&self, way: &mut Vec<(String, String)>, here: &str, left: i32, ends: &mut BTreeSet<String>) {
        if left == 0 {
            ends.insert(here.to_owned());
            return;
        }
        for (a, b) in &self.map.lines {
            let next = match (a == here, b == here) {
                (true, _) => b,
                (_, true) => a,
                _ => continue,
            };
            let line = (a.clone(), b.clone());
            let kind = self.map.kinds[next];
            let stop = self.defenders.contains(next) || kind == "hq";
            if way.contains(&line) || kind == "start" || (stop && left > 1) {
                continue;
            }
            way.push(line);
            self.walk(way, next, left - 1, ends);
            way.pop();
        }
    }

    /// May this piece of the colour whose turn it is end there?
    fn may_end(&self, piece: &Piece, to: &str) -> bool {
        if let Some(other) = self.division(to)
            && (other.colour == piece.colour || self.map.kinds[to] == "sea")
        {
            return false;
        }
        match self.map.beach_of(to).filter(|_| self.defenders.contains(to)) {
            None => true,
            Some(colour) => {
                let lies =
                    |kind: &str| self.pieces.iter().any(|p| p.kind == kind && p.colour == piece.colour && p.at == to);
                colour == piece.colour && piece.kind == "marine" && lies("ship") && lies("plane")
            }
        }
    }

    fn legal(&self, seat: usize) -> BTreeSet<String> {
        let mut legal = BTreeSet::new();
        if seat != self.turn || !["move", "place"].contains(&self.phase) {
            return legal;
        }
        if self.phase == "place" {
            for (name, kind) in &self.map.kinds {
                let free = !self.defenders.contains(name) && self.division(name).is_none();
                if *kind == "land" && free && self.map.beach_of(name).is_none() {
                    legal.insert(format!("def-{name}"));
                }
            }
            return legal;
        }
        legal.insert("pass".into());
        for piece in self.pieces.iter().filter(|piece| piece.colour == self.colour()) {
            if ["ship", "plane"].contains(&piece.kind) {
                let beaches =
                    self.map.beaches[&piece.colour].iter().filter(|beach| self.die == 6 && **beach != piece.at);
                legal.extend(beaches.map(|beach| format!("{}-{beach}", piece.kind)));
                continue;
            }
            let (from, word) = match piece.at.as_str() {
                "start" => (self.map.starts[&piece.colour].as_str(), piece.kind),
                at => (at, at),
            };
            let mut ends = BTreeSet::new();
            self.walk(&mut Vec::new(), from, self.die, &mut ends);
            let ends = ends.iter().filter(|end| *end != from && self.may_end(piece, end));
            legal.extend(ends.map(|end| format!("{word}-{end}")));
        }
        legal
    }

    fn play(&mut self, action: &str) {
        let Some((what, to)) = action.split_once('-') else { return self.next_turn() };
        if what == "def" {
            self.defenders.insert(to.to_owned());
            self.removed = None;
            return self.next_turn();
        }
        let colour = self.colour();
        let moves = |piece: &Piece| {
            piece.colour == colour
                && (piece.at == what
                    || piece.kind == what && (what == "ship" || what == "plane" || piece.at == "start"))
        };
        let mover = self.pieces.iter().position(moves).expect("a piece moves");
        if ["ship", "plane"].contains(&what) {
            self.pieces[mover].at = to.to_owned();
            return self.next_turn();
        }
        if let Some(victim) = self.division(to).cloned() {
            let at = self.pieces.iter().position(|piece| *piece == victim).expect("it stands there");
            self.pieces[at].at = "start".into();
        }
        self.pieces[mover].at = to.to_owned();
        if self.map.kinds[to] == "hq" {
            self.winner = Some(self.turn);
            self.phase = "over";
        } else if self.defenders.remove(to) {
            self.removed = Some(to.to_owned());
            self.phase = "place";
        } else {
            self.next_turn();
        }
    }

    fn next_turn(&mut self) {
        if self.limit != 0 && self.throws == self.limit {
            self.phase = "over";
        } else {
            self.turn = (self.turn + 1) % self.colours.len();
            self.phase = "throw";
        }
    }

    fn throw(&mut self, pips: i32) {
        (self.die, self.throws, self.phase) = (pips, self.throws + 1, "move");
    }

    fn throw_first(&mut self, seat: usize, pips: i32) {
        self.die = pips;
        self.first.insert(seat, pips);
        if self.first.len() < self.running.len() {
            return;
        }
        let most = self.first.values().max().copied();
        self.running.retain(|seat| self.first.get(seat).copied() == most);
        self.first.clear();
        if self.running.len() == 1 {
            self.turn = self.running.pop_first().unwrap();
            self.phase = "throw";
        }
    }

    fn forces(&self, colour: &str) -> Forces {
        let place = |name: &str| self.map.names.iter().position(|known| known == name).unwrap_or(usize::MAX);
        let of = |kind: &str| {
            let pieces = self.pieces.iter().filter(|piece| piece.colour == colour && piece.kind == kind);
            let mut at: Vec<_> = pieces.map(|piece| piece.at.clone()).collect();
            at.sort_by_key(|name| place(name));
            at
        };
        Forces { marines: of("marine"), armies: of("army"), ship: of("ship").remove(0), plane: of("plane").remove(0) }
    }

    /// The position as it is written.
    fn written(&self) -> Setup {
        let ids = |seats: &BTreeSet<usize>| seats.iter().map(|seat| self.colours[*seat].to_owned()).collect();
        let defended = self.map.names.iter().filter(|name| self.defenders.contains(*name));
        Setup {
            phase: self.phase.into(),
            turn: self.colour().into(),
            throws: self.throws as u16,
            die: self.die as u8,
            forces: self.colours.iter().map(|colour| ((*colour).to_owned(), self.forces(colour))).collect(),
            defenders: defended.cloned().collect(),
            removed_from: self.removed.clone(),
            in_the_running: if self.phase == "opening" { ids(&self.running) } else { Vec::new() },
            first_throws: self.first.iter().map(|(s, pips)| (self.colours[*s].to_owned(), *pips as u8)).collect(),
        }
    }
}

/// A random action, or often the one with the best order score, so that matches make progress.
fn chosen(game: &HitTheBeach, play: &Play<HitTheBeach>, seat: Seat, dice: &mut Xoshiro256PlusPlus) -> String {
    let mut actions = Vec::new();
    game.legal_actions(&play.state, seat, &mut actions);
    let mut action = actions[dice.random_range(0..actions.len())];
    if dice.random_range(0..3) > 0 {
        use kernel::Evaluate;
        action = actions.into_iter().max_by_key(|action| game.order_score(&play.state, seat, *action)).unwrap();
    }
    game.write(&play.state, action)
}

/// Plays one match in both engines and returns the number of positions compared.
fn compare(game: &HitTheBeach, limit: i32, dice: &mut Xoshiro256PlusPlus) -> u32 {
    let mut play = Play::start(game);
    let mut plain = Plain::new(game, limit);
    for compared in 1.. {
        assert_eq!(game.position(&play.state, &()), plain.written());
        for seat in 0..game.players() {
            let mut actions = Vec::new();
            game.legal_actions(&play.state, Seat(seat), &mut actions);
            let names: BTreeSet<_> = actions.iter().map(|action| game.write(&play.state, *action)).collect();
            assert_eq!(names.len(), actions.len(), "no action twice");
            assert_eq!(names, plain.legal(usize::from(seat)), "{}", draw(game, &play.state));
        }
        match play.turn(game) {
            Turn::Over => {
                let wanted = plain.winner.map(|seat| Seat(seat as u8));
                assert_eq!(game.outcome(&play.state).unwrap().winner(), wanted);
                return compared;
            }
            Turn::Chance => {
                let chance = any_chance(game, &play.state, dice);
                play.apply_chance(game, chance);
                match chance {
                    Throw::First(seat, pips) => plain.throw_first(seat.index(), i32::from(pips)),
                    Throw::Turn(pips) => plain.throw(i32::from(pips)),
                }
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let name = chosen(game, &play, seat, dice);
                let action = game.read(&play.state, seat, &name).unwrap();
                play.apply(game, seat, action);
                plain.play(&name);
            }
        }
    }
    unreachable!()
}

/// HB-6, HB-7, HB-8, HB-9, HB-10, HB-11, HB-12, HB-13, HB-14, HB-15, HB-16, HB-17, HB-18, HB-20, HB-21, HB-22, HB-23, HB-24, HB-26, HB-28, HB-29
#[test]
fn the_plain_engine_agrees_on_twenty_thousand_positions() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1965);
    let (mut compared, mut number) = (0, 0u32);
    while compared < 20_000 {
        let limit = [7, 60, 400, 0][number as usize % 4];
        let table = table(2 + (number / 4 % 3) as u8, &[("throw_limit", OptionValue::Number(limit.into()))]);
        compared += compare(table.game(), limit, &mut dice);
        number += 1;
    }
}
