//! A second engine, slow and plain, that must agree with the first.
//!
//! It has a list of pieces with their places, the map as the rule book describes it, and
//! the rules, and shares nothing with the real engine: no bits, no tables, no board file.
//! It walks every path. [`compared`] holds it against the real one.

mod compared;

use crate::conflict::{Conflict, Force, Middle, Pact, Setup};
use kernel::Game;
use std::collections::{BTreeMap, BTreeSet};

const COLOURS: [&str; 4] = ["red", "orange", "yellow", "green"];
const KINDS: [(&str, usize); 4] = [("plane", 2), ("art", 4), ("gun", 1), ("ship", 5)];

type Spot = (i32, i32);

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum At {
    Map(Spot),
    Home,
    Reserve,
    Held(usize),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Piece {
    colour: usize,
    kind: &'static str,
    at: At,
}

/// A move: die, start, kind, end, squares of the pieces taken.
type Move = (u8, Option<Spot>, &'static str, Spot, BTreeSet<Spot>);

#[derive(Clone, Debug)]
struct Plain {
    partners: bool,
    overfly: bool,
    talk: bool,
    /// Is the middle of three sheltered?
    shelter: bool,
    /// Each pact from both sides.
    allies: BTreeMap<usize, usize>,
    /// After whose turn a pact ends.
    ending: BTreeSet<usize>,
    asked: Option<usize>,
    third_plays: bool,
    quiet_limit: u16,
    throw_limit: u16,
    colours: Vec<usize>,
    pieces: Vec<Piece>,
    phase: &'static str,
    turn: usize,
    dice: Vec<u8>,
    die: Option<u8>,
    moved: Option<Spot>,
    doubles: u8,
    acted: bool,
    throws: u16,
    quiet: u16,
    retired: BTreeSet<usize>,
    to_throw: BTreeSet<usize>,
    first: BTreeMap<usize, u8>,
}

/// The ground of a square, as the rule book describes the map.
fn ground((x, y): Spot) -> char {
    if !(0..28).contains(&x) || !(0..28).contains(&y) {
        return '#';
    }
    let (a, b) = (x.min(27 - x), y.min(27 - y));
    if a < 5 && b < 5 {
        return match (a, b) {
            (2, 2) => '@',
            (3, 1) | (4, 0) | (1, 3) | (0, 4) => 'L',
            (3, 3) | (4, 4) => 'W',
            _ => '#',
        };
    }
    if a < 5 || b < 5 {
        return 'L';
    }
    let bridge = |x: i32, y: i32| {
        [(14, 5), (13, 6), (14, 7), (13, 8), (14, 9)].contains(&(x, y))
            || [(5, 13), (6, 14), (7, 13), (8, 14), (9, 13)].contains(&(x, y))
    };
    match (a >= 12 && b >= 12, a >= 10 && b >= 10, bridge(x, y) || bridge(27 - x, 27 - y)) {
        (true, ..) => '#',
        (_, true, _) | (_, _, true) => 'L',
        _ => 'W',
    }
}

fn circle(colour: usize) -> Spot {
    [(2, 2), (25, 2), (25, 25), (2, 25)][colour]
}

fn mine_owner(spot: Spot) -> Option<usize> {
    let mirrored = |colour: usize, (x, y): Spot| [(x, y), (27 - x, y), (27 - x, 27 - y), (x, 27 - y)][colour];
    (0..4).find(|colour| [(6, 6), (9, 7), (7, 9)].iter().any(|mine| mirrored(*colour, *mine) == spot))
}

fn name((x, y): Spot) -> String {
    let letter = char::from(b'a' + (x % 26) as u8).to_string();
    format!("{}{}", if x < 26 { letter } else { letter.repeat(2) }, y + 1)
}

fn spot(name: &str) -> Spot {
    let at = name.find(|c: char| c.is_ascii_digit()).unwrap();
    let column = i32::from(name.as_bytes()[0] - b'a') + if at == 2 { 26 } else { 0 };
    (column, name[at..].parse::<i32>().unwrap() - 1)
}

impl Plain {
    fn new(game: &Conflict) -> Self {
        let colours = match game.players() {
            2 => vec![0, 2],
            3 => vec![0, 1, 2],
            _ => vec![0, 1, 2, 3],
        };
        let mut pieces = Vec::new();
        for &colour in &colours {
            for (kind, count) in KINDS {
                let reserve = [("plane", 1), ("art", 1), ("ship", 2)].iter().find(|r| r.0 == kind).map_or(0, |r| r.1);
                for number in 0..count {
                    let at = if number < reserve { At::Reserve } else { At::Home };
                    pieces.push(Piece { colour, kind, at });
                }
            }
        }
        Plain {
            partners: game.options.partnership && game.players() == 4,
            overfly: game.options.overfly_guns,
            talk: game.options.pacts,
            shelter: game.players() == 3 && game.options.middle == Middle::Shelter,
            allies: BTreeMap::new(),
            ending: BTreeSet::new(),
            asked: None,
            third_plays: game.options.third_double_plays,
            quiet_limit: game.options.quiet_limit,
            throw_limit: game.options.throw_limit,
            to_throw: colours.iter().copied().collect(),
            colours,
            pieces,
            phase: "opening",
            turn: 0,
            dice: vec![],
            die: None,
            moved: None,
            doubles: 0,
            acted: false,
            throws: 0,
            quiet: 0,
            retired: BTreeSet::new(),
            first: BTreeMap::new(),
        }
    }

    /// Reads a written position.
    fn read(game: &Conflict, setup: &Setup) -> Self {
        let mut plain = Plain::new(game);
        let known = |word: &str| COLOURS.iter().position(|colour| *colour == word).unwrap();
        plain.pieces.clear();
        for (word, force) in &setup.pieces {
            let mut add = |kind: &str, at: At| {
                let kind = KINDS.iter().find(|(name, _)| *name == kind).unwrap().0;
                plain.pieces.push(Piece { colour: known(word), kind, at });
            };
            for text in &force.field {
                let (kind, square) = text.split_once(' ').unwrap();
                add(kind, At::Map(spot(square)));
            }
            force.home.iter().for_each(|kind| add(kind, At::Home));
            force.reserve.iter().for_each(|kind| add(kind, At::Reserve));
            for (holder, kinds) in &force.held {
                kinds.iter().for_each(|kind| add(kind, At::Held(known(holder))));
            }
        }
        let phases = ["pact", "answer", "throw", "seven", "move", "second", "forfeit"];
        plain.phase = phases.into_iter().find(|p| *p == setup.phase).unwrap();
        for pact in &setup.pacts {
            let [one, other] = [0, 1].map(|at| known(&pact.between[at]));
            plain.allies.extend([(one, other), (other, one)]);
            plain.ending.extend(pact.ends_after.as_deref().map(known));
        }
        plain.asked = setup.asked.as_deref().map(known);
        plain.turn = known(&setup.turn);
        plain.dice = setup.dice.clone();
        plain.die = setup.die;
        plain.moved = setup.moved.as_deref().map(spot);
        (plain.doubles, plain.acted) = (setup.doubles, setup.acted);
        (plain.throws, plain.quiet) = (setup.throws, setup.quiet);
        plain.retired = setup.retired.iter().map(|word| known(word)).collect();
        plain.to_throw.clear();
        plain
    }

    fn written(&self) -> Setup {
        let word = |colour: &usize| COLOURS[*colour].to_owned();
        let mut pieces: BTreeMap<String, Force> =
            self.colours.iter().map(|colour| (word(colour), Force::default())).collect();
        let mut sorted = self.pieces.clone();
        let order = |kind: &str| KINDS.iter().position(|(name, _)| *name == kind);
        sorted.sort_by_key(|piece| match piece.at {
            At::Map((x, y)) => (piece.colour, order(piece.kind), y * 28 + x),
            _ => (piece.colour, order(piece.kind), 1_000),
        });
        for piece in sorted {
            let force = pieces.get_mut(COLOURS[piece.colour]).unwrap();
            match piece.at {
                At::Map(square) => force.field.push(format!("{} {}", piece.kind, name(square))),
                At::Home => force.home.push(piece.kind.into()),
                At::Reserve => force.reserve.push(piece.kind.into()),
                At::Held(by) => force.held.entry(word(&by)).or_default().push(piece.kind.into()),
            }
        }
        Setup {
            phase: if ["won", "drawn"].contains(&self.phase) { "over" } else { self.phase }.into(),
            turn: word(&self.turn),
            dice: self.dice.clone(),
            die: self.die,
            moved: self.moved.map(name),
            doubles: self.doubles,
            acted: self.acted,
            throws: self.throws,
            quiet: self.quiet,
            retired: self.retired.iter().map(word).collect(),
            to_throw: self.to_throw.iter().map(word).collect(),
            first_throws: self.first.iter().map(|(colour, total)| (word(colour), *total)).collect(),
            pacts: self
                .allies
                .iter()
                .filter(|(one, other)| one < other)
                .map(|(one, other)| self.pact(*one, *other))
                .collect(),
            asked: self.asked.as_ref().map(word),
            pieces,
        }
    }

    fn pact(&self, one: usize, other: usize) -> Pact {
        let ends = [one, other].into_iter().find(|colour| self.ending.contains(colour));
        Pact {
            between: [one, other].map(|colour| COLOURS[colour].to_owned()),
            ends_after: ends.map(|colour| COLOURS[colour].to_owned()),
        }
    }

    fn part(&mut self, colour: usize) {
        if let Some(ally) = self.allies.remove(&colour) {
            self.allies.remove(&ally);
            self.ending.remove(&colour);
            self.ending.remove(&ally);
        }
    }

    /// CF-38, CF-39: is this circle closed to the player on turn?
    fn closed(&self, square: Spot) -> bool {
        let everybody = self.colours.iter().all(|colour| self.alive(*colour));
        let sheltered = self.turn != 1 && everybody && self.shelter && self.throws <= 100;
        let ally = self.allies.get(&self.turn);
        sheltered && circle(1) == square || ally.is_some_and(|ally| circle(*ally) == square)
    }

    /// CF-39: the actions about pacts before the throw.
    fn pact_actions(&self) -> Vec<String> {
        let living: Vec<_> = self.colours.iter().filter(|colour| self.alive(**colour)).collect();
        let mut words = Vec::new();
        match self.allies.get(&self.turn) {
            Some(ally) if !self.ending.contains(ally) && !self.ending.contains(&self.turn) => {
                words.push("cancel".into())
            }
            Some(_) => {}
            None if living.len() > 2 => {
                let free = living.iter().filter(|other| ***other != self.turn && !self.allies.contains_key(**other));
                words.extend(free.map(|other| format!("pact-{}", COLOURS[**other])));
            }
            None => {}
        }
        words
    }

    fn begin_turn(&mut self) {
        self.phase = if self.talk && !self.pact_actions().is_empty() { "pact" } else { "throw" };
    }

    fn decide_pact(&mut self, action: &str) {
        self.acted = false;
        let asked = self.asked.take();
        self.phase = "throw";
        if let Some(word) = action.strip_prefix("pact-") {
            self.asked = COLOURS.iter().position(|colour| *colour == word);
            self.phase = "answer";
        } else if action == "accept" {
            self.allies.extend([(self.turn, asked.unwrap()), (asked.unwrap(), self.turn)]);
        } else if action == "cancel" {
            self.ending.insert(self.allies[&self.turn]);
        }
    }

    fn alive(&self, colour: usize) -> bool {
        self.colours.contains(&colour) && !self.retired.contains(&colour)
    }

    fn friends(&self, a: usize, b: usize) -> bool {
        a == b || self.partners && (a + 2) % 4 == b
    }

    fn foe(&self, a: usize, b: usize) -> bool {
        self.alive(b) && !self.friends(a, b)
    }

    fn on(&self, square: Spot) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.at == At::Map(square))
    }

    /// CF-12.
    fn is_open_to(kind: &str, square: Spot) -> bool {
        match ground(square) {
            '#' => false,
            '@' => true,
            'L' => kind != "ship",
            _ => ["ship", "plane"].contains(&kind),
        }
    }

    /// CF-17 to CF-19.
    fn takes(kind: &str, victim: &str, square: Spot) -> bool {
        match (kind, victim, ground(square)) {
            ("plane", "gun", _) => false,
            ("plane", ..) | (_, _, '@') => true,
            ("ship", victim, ground) => ground == 'W' && ["ship", "plane"].contains(&victim),
            (_, victim, ground) => ground == 'L' && victim != "ship",
        }
    }

    fn hostile_mine(&self, square: Spot) -> Option<usize> {
        mine_owner(square).filter(|owner| self.foe(self.turn, *owner))
    }

    /// CF-11, CF-13, CF-16, CF-19, CF-21: every end of every path, with its captures.
    fn paths(&self, index: usize, die: u8, stop_at_first: bool) -> BTreeSet<(Spot, BTreeSet<Spot>)> {
        let piece = self.pieces[index];
        let start = if let At::Map(square) = piece.at { square } else { circle(piece.colour) };
        let mut who = BTreeMap::new();
        for other in &self.pieces {
            if let At::Map(square) = other.at {
                who.insert(square, *other);
            }
        }
        let mut found = BTreeSet::new();
        self.walk(piece, die, &mut vec![start], &mut Vec::new(), &who, &mut found, stop_at_first);
        found
    }

    #[expect(clippy::too_many_arguments, reason = "a plain recursion passes everything along")]
    fn walk(
        &self,
        piece: Piece,
        left: u8,
        path: &mut Vec<Spot>,
        met: &mut Vec<Spot>,
        who: &BTreeMap<Spot, Piece>,
        found: &mut BTreeSet<(Spot, BTreeSet<Spot>)>,
        stop_at_first: bool,
    ) {
        let (x, y) = path[path.len() - 1];
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let next = (x + dx, y + dy);
            if stop_at_first && !found.is_empty() {
                return;
            }
            if path.contains(&next) || !Self::is_open_to(piece.kind, next) || self.closed(next) {
                continue;
            }
            let there = who.get(&next);
            let spared = |other: &&Piece| {
                let gun = self.overfly && piece.kind == "plane" && other.kind == "gun";
                gun || self.friends(piece.colour, other.colour) || self.allies.get(&piece.colour) == Some(&other.colour)
            };
            let enemy = there.filter(|other| !spared(other));
            if enemy.is_some_and(|enemy| !Self::takes(piece.kind, enemy.kind, next)) {
                continue;
            }
            met.extend(enemy.map(|_| next));
            let blown = piece.kind == "ship" && self.hostile_mine(next).is_some();
            if left == 1 || blown {
                if there.is_none() || enemy.is_some() {
                    found.insert((next, met.iter().copied().collect()));
                }
            } else {
                path.push(next);
                self.walk(piece, left - 1, path, met, who, found, stop_at_first);
                path.pop();
            }
            if enemy.is_some() {
                met.pop();
            }
        }
    }

    /// The pieces that may move: those on the map, and one waiting piece of each kind.
    fn movers(&self) -> Vec<usize> {
        let mut movers: Vec<usize> = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| piece.colour == self.turn) {
            let twin = |other: &usize| self.pieces[*other].kind == piece.kind && self.pieces[*other].at == At::Home;
            match piece.at {
                At::Map(square) if self.phase != "second" || self.moved != Some(square) => movers.push(index),
                At::Home if !movers.iter().any(twin) => movers.push(index),
                _ => {}
            }
        }
        movers
    }

    fn can_move(&self, die: u8) -> bool {
        self.movers().into_iter().any(|index| !self.paths(index, die, true).is_empty())
    }

    fn ready(&self, colour: usize) -> usize {
        self.pieces.iter().filter(|p| p.colour == colour && matches!(p.at, At::Map(_) | At::Home)).count()
    }

    fn numbers(&self) -> BTreeSet<u8> {
        if self.phase == "second" { self.die.into_iter().collect() } else { self.dice.iter().copied().collect() }
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for index in self.movers() {
            let piece = self.pieces[index];
            let start = if let At::Map(square) = piece.at { Some(square) } else { None };
            for die in self.numbers() {
                for (end, taken) in self.paths(index, die, false) {
                    moves.push((die, start, piece.kind, end, taken));
                }
            }
        }
        if self.phase == "second" || self.ready(self.turn) == 1 {
            return moves;
        }
        // CF-10.
        let leaves: Vec<bool> = moves.iter().map(|way| self.leaves(way)).collect();
        if leaves.iter().all(|leaves| !leaves) {
            return moves;
        }
        let circle_of = |end: Spot| (0..4).find(|colour| circle(*colour) == end);
        let kept = moves.into_iter().zip(leaves);
        kept.filter(|(way, leaves)| *leaves || circle_of(way.3).is_some_and(|owner| self.foe(self.turn, owner)))
            .map(|(way, _)| way)
            .collect()
    }

    fn leaves(&self, way: &Move) -> bool {
        let mut after = self.clone();
        after.carry_out(way);
        let other = if self.dice[0] == way.0 { self.dice[1] } else { self.dice[0] };
        after.phase = "second";
        after.over() || after.can_move(other)
    }

    /// All legal actions, in notation.
    fn legal(&self) -> BTreeSet<String> {
        let own = self.pieces.iter().filter(|piece| piece.colour == self.turn);
        match self.phase {
            "pact" => self.pact_actions().into_iter().chain(["pass".to_owned()]).collect(),
            "answer" => ["accept", "decline"].map(str::to_owned).into(),
            "seven" => {
                let there = own.filter(|piece| piece.at == At::Reserve).map(|piece| format!("+{}", piece.kind));
                there.chain(["pass".to_owned()]).collect()
            }
            "forfeit" => own
                .filter_map(|piece| match piece.at {
                    At::Map(square) => Some(format!("{}-reserve", name(square))),
                    At::Home => Some(format!("{}-reserve", piece.kind)),
                    _ => None,
                })
                .collect(),
            _ => self.moves().iter().map(Self::write).collect(),
        }
    }

    fn write((die, start, kind, end, taken): &Move) -> String {
        let mut text = format!("{die}:{}", start.map_or((*kind).to_owned(), name));
        let mut between: Vec<_> = taken.iter().filter(|square| *square != end).collect();
        between.sort_by_key(|(x, y)| (*y, *x));
        between.iter().for_each(|square| text += &format!("x{}", name(**square)));
        format!("{text}{}{}", if taken.contains(end) { 'x' } else { '-' }, name(*end))
    }

    /// CF-16, CF-20 to CF-23, CF-27 to CF-30.
    fn carry_out(&mut self, (_, start, kind, end, taken): &Move) {
        let at = start.map_or(At::Home, At::Map);
        let me = self.turn;
        let index = self.pieces.iter().position(|p| p.colour == me && p.kind == *kind && p.at == at).unwrap();
        for square in taken {
            let victim = self.on(*square).unwrap();
            self.pieces[victim].at = At::Held(me);
            self.quiet = 0;
        }
        let mine = self.hostile_mine(*end).filter(|_| ["ship", "plane"].contains(kind));
        self.moved = Some(*end).filter(|_| mine.is_none());
        self.pieces[index].at = mine.map_or(At::Map(*end), At::Held);
        if mine.is_some() {
            self.quiet = 0;
        }
        for foe in (0..4).filter(|foe| self.foe(me, *foe)).collect::<Vec<_>>() {
            if circle(foe) == *end || !self.has_pieces(foe) {
                self.retire(foe, me);
            }
        }
        if let Some(owner) = mine.filter(|_| !self.has_pieces(me)) {
            self.retire(me, owner);
        }
    }

    fn has_pieces(&self, colour: usize) -> bool {
        self.pieces.iter().any(|piece| piece.colour == colour && !matches!(piece.at, At::Held(_)))
    }

    fn retire(&mut self, who: usize, by: usize) {
        self.quiet = 0;
        self.retired.insert(who);
        self.part(who);
        if self.colours.iter().filter(|colour| self.alive(**colour)).count() <= 2 {
            (self.allies, self.ending) = (BTreeMap::new(), BTreeSet::new());
        }
        for index in 0..self.pieces.len() {
            let piece = self.pieces[index];
            let own = piece.colour == who && !matches!(piece.at, At::Held(_));
            if own || piece.at == At::Held(who) {
                let free = self.alive(piece.colour) && self.friends(by, piece.colour);
                self.pieces[index].at = if free { At::Home } else { At::Held(by) };
            }
        }
    }

    fn over(&self) -> bool {
        let left: Vec<_> = self.colours.iter().filter(|colour| self.alive(**colour)).collect();
        left.iter().all(|one| left.iter().all(|other| self.friends(**one, **other)))
    }

    fn throw(&mut self, throw: &str) {
        if self.phase == "opening" {
            let (who, total) = throw.split_once(' ').unwrap();
            let who = COLOURS.iter().position(|colour| *colour == who).unwrap();
            self.first.insert(who, total.parse().unwrap());
            return self.settle_opening();
        }
        let (one, two) = throw.split_once('-').unwrap();
        self.dice = vec![one.parse().unwrap(), two.parse().unwrap()];
        self.acted = false;
        self.throws += 1;
        self.quiet += 1;
        let reserve = self.pieces.iter().any(|piece| piece.colour == self.turn && piece.at == At::Reserve);
        if self.dice[0] == self.dice[1] && self.doubles == 2 && !self.third_plays {
            self.forfeit();
        } else if self.dice.iter().sum::<u8>() == 7 && reserve {
            self.phase = "seven";
        } else {
            self.begin();
        }
    }

    fn settle_opening(&mut self) {
        if self.first.len() < self.to_throw.len() {
            return;
        }
        let best = *self.first.values().max().unwrap();
        let top: BTreeSet<_> = self.first.iter().filter(|(_, total)| **total == best).map(|(who, _)| *who).collect();
        self.first.clear();
        if top.len() == 1 {
            self.turn = *top.first().unwrap();
            self.to_throw.clear();
            self.begin_turn();
        } else {
            self.to_throw = top;
        }
    }

    fn begin(&mut self) {
        self.phase = "move";
        if !self.numbers().into_iter().any(|die| self.can_move(die)) {
            self.end_throw();
        }
    }

    fn act(&mut self, action: &str) {
        self.acted = true;
        if ["pact", "answer"].contains(&self.phase) {
            return self.decide_pact(action);
        }
        if self.phase == "seven" {
            if let Some(kind) = action.strip_prefix('+') {
                let turn = self.turn;
                let brought = |p: &&mut Piece| p.colour == turn && p.kind == kind && p.at == At::Reserve;
                self.pieces.iter_mut().find(brought).unwrap().at = At::Home;
            }
            return self.begin();
        }
        if let Some(who) = action.strip_suffix("-reserve") {
            let turn = self.turn;
            let at = if KINDS.iter().any(|(kind, _)| *kind == who) { At::Home } else { At::Map(spot(who)) };
            let meant = |p: &&mut Piece| p.colour == turn && p.at == at && (at != At::Home || p.kind == who);
            self.pieces.iter_mut().find(meant).unwrap().at = At::Reserve;
            return self.end_turn();
        }
        let way = self.read_move(action);
        let alone = self.phase == "move" && self.ready(self.turn) == 1;
        self.carry_out(&way);
        if self.over() {
            return self.finish("won");
        }
        if !self.alive(self.turn) {
            return self.end_turn();
        }
        if self.phase == "move" && !alone {
            let other = if self.dice[0] == way.0 { self.dice[1] } else { self.dice[0] };
            (self.phase, self.die) = ("second", Some(other));
            if self.can_move(other) {
                return;
            }
        }
        self.end_throw();
    }

    fn read_move(&self, action: &str) -> Move {
        let (die, rest) = action.split_once(':').unwrap();
        let mut words = Vec::new();
        let mut word = String::new();
        for c in rest.chars() {
            let ended = word.ends_with(|c: char| c.is_ascii_digit()) || KINDS.iter().any(|(kind, _)| *kind == word);
            if ended && !c.is_ascii_digit() {
                words.push((std::mem::take(&mut word), c));
            } else {
                word.push(c);
            }
        }
        let end = spot(&word);
        let start = &words[0].0;
        let home = KINDS.iter().find(|(kind, _)| kind == start).map(|(kind, _)| *kind);
        let from = if home.is_some() { None } else { Some(spot(start)) };
        let kind = home.unwrap_or_else(|| self.pieces[self.on(from.unwrap()).unwrap()].kind);
        let mut taken: BTreeSet<_> = words[1..].iter().map(|(word, _)| spot(word)).collect();
        if words[words.len() - 1].1 == 'x' {
            taken.insert(end);
        }
        (die.parse().unwrap(), from, kind, end, taken)
    }

    fn end_throw(&mut self) {
        let double = self.dice[0] == self.dice[1];
        if double && self.doubles == 2 {
            return self.forfeit();
        }
        if !double {
            return self.end_turn();
        }
        (self.moved, self.die) = (None, None);
        if self.spent() {
            return self.finish("drawn");
        }
        self.doubles += 1;
        (self.phase, self.acted) = ("throw", false);
    }

    fn forfeit(&mut self) {
        (self.moved, self.die) = (None, None);
        if self.ready(self.turn) > 0 {
            self.phase = "forfeit";
        } else {
            self.end_turn();
        }
    }

    fn end_turn(&mut self) {
        (self.moved, self.die, self.doubles, self.acted) = (None, None, 0, false);
        if self.ending.contains(&self.turn) {
            self.part(self.turn);
        }
        if self.spent() {
            return self.finish("drawn");
        }
        self.turn = (1..=4).map(|step| (self.turn + step) % 4).find(|colour| self.alive(*colour)).unwrap();
        self.begin_turn();
    }

    fn spent(&self) -> bool {
        self.quiet_limit > 0 && self.quiet >= self.quiet_limit
            || self.throw_limit > 0 && self.throws >= self.throw_limit
    }

    fn finish(&mut self, phase: &'static str) {
        (self.moved, self.die, self.doubles, self.acted, self.phase) = (None, None, 0, false, phase);
    }
}
