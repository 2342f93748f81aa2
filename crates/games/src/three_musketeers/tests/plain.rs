//! A second engine, slow and plain, that must agree with the first.
//!
//! It has a grid of letters, the formula of the roads and the rules, and shares
//! nothing with the real engine: no bits, no masks, no board file, no keys. Its
//! legal moves, next positions and endings are compared with the real ones on
//! random play and on made-up positions.

use super::drawn::{Table, draw, table, word};
use crate::three_musketeers::{ATTACK, Ending, MUSKETEERS, Setup, Side, State, ThreeMusketeers};
use kernel::{Game, Notation, OptionValue, Play, Positions};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

/// Column from the left, row from the castle's back.
type At = (i32, i32);

const AROUND: [At; 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn is_point((c, r): At) -> bool {
    match r {
        0 => (1..=7).contains(&c),
        1 | 7 | 8 => (2..=6).contains(&c),
        2..=6 => (0..=8).contains(&c),
        _ => false,
    }
}

fn is_castle((c, r): At) -> bool {
    (r == 0 && (1..=7).contains(&c)) || ((r == 1 || r == 2) && (2..=6).contains(&c))
}

fn points() -> impl Iterator<Item = At> {
    (0..9).flat_map(|r| (0..9).map(move |c| (c, r))).filter(|at| is_point(*at))
}

fn is_wide_point((c, r): At) -> bool {
    r == 0 || ((r == 2 || r == 6) && (c <= 2 || c >= 6))
}

/// Is a road drawn between two neighbours, and may the attack use it sideways?
fn road(a: At, b: At) -> Option<bool> {
    if !is_point(a) || !is_point(b) {
        return None;
    }
    let (dx, dy) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    let extra = |a: At, b: At| (a, b) == ((1, 0), (2, 1)) || (a, b) == ((7, 0), (6, 1));
    match (dx, dy) {
        (0, 1) => Some(false),
        (1, 0) => Some(is_wide_point(a) && is_wide_point(b)),
        (1, 1) if (a.0 + a.1) % 2 == 0 || extra(a, b) || extra(b, a) => Some(false),
        _ => None,
    }
}

fn name((c, r): At) -> String {
    format!("{}{}", (b'a' + c as u8) as char, 9 - r)
}

/// From, to; `None` is a pass.
type Move = Option<(At, At)>;

/// A position on a grid of letters.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plain {
    grid: [[u8; 9]; 9],
    side: Side,
    jumper: Option<At>,
    quiet: u32,
    /// Turns the attack has waited for a rescue (TM-16).
    waited: u32,
    ending: Ending,
    /// Every position at the beginning of a turn, for repetition.
    before: Vec<([[u8; 9]; 9], Side)>,
    options: PlainOptions,
}

/// The options of the plain engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct PlainOptions {
    forward_only: bool,
    rescue_in_any_way: bool,
    quiet_limit: u32,
}

impl Plain {
    /// An empty grid.
    fn empty(side: Side, options: PlainOptions) -> Self {
        let (grid, before) = ([[b' '; 9]; 9], Vec::new());
        Plain { grid, side, jumper: None, quiet: 0, waited: 0, ending: Ending::None, before, options }
    }

    fn man(&self, (c, r): At) -> u8 {
        self.grid[r as usize][c as usize]
    }

    fn put(&mut self, (c, r): At, man: u8) {
        self.grid[r as usize][c as usize] = man;
    }

    fn all(&self, man: u8) -> Vec<At> {
        points().filter(|at| self.man(*at) == man).collect()
    }

    /// TM-5: one rank forward along a road.
    fn advances(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.all(b'o') {
            for dx in [-1, 0, 1] {
                let to = (from.0 + dx, from.1 - 1);
                if road(from, to).is_some() && self.man(to) == b'.' {
                    moves.push(Some((from, to)));
                }
            }
        }
        moves
    }

    /// TM-6: left or right along a wide road.
    fn sidesteps(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.all(b'o') {
            for to in [(from.0 - 1, from.1), (from.0 + 1, from.1)] {
                if road(from, to) == Some(true) && self.man(to) == b'.' {
                    moves.push(Some((from, to)));
                }
            }
        }
        moves
    }

    /// TM-9: over an attacker, straight on, along two roads.
    fn jumps(&self, from: At) -> Vec<Move> {
        let mut moves = Vec::new();
        for (dx, dy) in AROUND {
            let (over, to) = ((from.0 + dx, from.1 + dy), (from.0 + 2 * dx, from.1 + 2 * dy));
            if road(from, over).is_some() && road(over, to).is_some() && self.man(over) == b'o' && self.man(to) == b'.'
            {
                moves.push(Some((from, to)));
            }
        }
        moves
    }

    /// TM-8: one point along any road.
    fn steps(&self, from: At) -> Vec<Move> {
        let neighbours = AROUND.map(|(dx, dy)| (from.0 + dx, from.1 + dy));
        let free = |to: &At| road(from, *to).is_some() && self.man(*to) == b'.';
        neighbours.into_iter().filter(free).map(|to| Some((from, to))).collect()
    }

    fn held(&self, musketeer: At) -> bool {
        self.jumps(musketeer).is_empty() && self.steps(musketeer).is_empty()
    }

    fn legal(&self) -> Vec<Move> {
        if self.ending != Ending::None {
            return Vec::new();
        }
        if self.side == Side::Attack {
            let moves = [self.advances(), self.sidesteps()].concat();
            let passes = moves.is_empty() || self.awaits_rescue();
            return if passes { [moves, vec![None]].concat() } else { moves };
        }
        let movers = self.jumper.map_or(self.all(b'M'), |jumper| vec![jumper]);
        let jumps: Vec<_> = movers.iter().flat_map(|from| self.jumps(*from)).collect();
        if jumps.is_empty() { movers.iter().flat_map(|from| self.steps(*from)).collect() } else { jumps }
    }

    /// TM-15: all seventeen castle points held, the musketeers among them unable to move, no way forward.
    fn castle_lost_but_for_prisoners(&self) -> bool {
        let sideways_counts = !self.options.forward_only && !self.sidesteps().is_empty();
        let taken = |at: At| self.man(at) == b'o' || self.man(at) == b'M' && self.held(at);
        let full = points().filter(|at| is_castle(*at)).all(taken);
        full && self.advances().is_empty() && !sideways_counts
    }

    /// TM-16: can it walk to a jump over empty points, everybody else standing still?
    fn finds_a_jump(&self, musketeer: At) -> bool {
        let mut visited = vec![musketeer];
        let mut next = 0;
        while let Some(&at) = visited.get(next) {
            let mut there = self.clone();
            there.put(musketeer, b'.');
            there.put(at, b'M');
            if !there.jumps(at).is_empty() {
                return true;
            }
            let steps = there.steps(at).into_iter().flatten().map(|(_, to)| to);
            let fresh: Vec<At> = steps.filter(|to| !visited.contains(to)).collect();
            visited.extend(fresh);
            next += 1;
        }
        false
    }

    /// TM-16: may the attack pass because a rescue is possible in some way?
    fn awaits_rescue(&self) -> bool {
        self.options.rescue_in_any_way
            && self.side == Side::Attack
            && self.castle_lost_but_for_prisoners()
            && self.all(b'M').into_iter().any(|at| self.finds_a_jump(at))
    }

    fn play(&mut self, action: Move) {
        let waits = self.awaits_rescue();
        let mut forward = false;
        let mut capture = false;
        if let Some((from, to)) = action {
            let man = self.man(from);
            self.put(from, b'.');
            self.put(to, man);
            forward = man == b'o' && to.1 < from.1;
            if (from.0 - to.0).abs() == 2 || (from.1 - to.1).abs() == 2 {
                self.put(((from.0 + to.0) / 2, (from.1 + to.1) / 2), b'.');
                capture = true;
            }
        }
        match self.side {
            Side::Attack if waits => self.waited += 1,
            Side::Attack => self.quiet += 1,
            Side::Musketeers => {}
        }
        if forward || capture {
            self.quiet = 0;
        }
        if capture {
            self.waited = 0;
        }
        self.jumper = None;
        if capture && self.all(b'o').len() < 17 {
            self.ending = Ending::Reduced;
            return;
        }
        if capture
            && let Some((_, to)) = action
            && !self.jumps(to).is_empty()
        {
            self.jumper = Some(to);
            return;
        }
        self.side = if self.side == Side::Attack { Side::Musketeers } else { Side::Attack };
        self.judge();
    }

    /// TM-13 to TM-20, in the order of the rulings.
    fn judge(&mut self) {
        if self.side == Side::Attack && !self.awaits_rescue() {
            self.waited = 0;
        }
        if !self.wait_lasts() {
            self.before.push((self.grid, self.side));
        }
        self.ending = self.ending();
    }

    /// From a turn of the attack that waits to its next turn.
    fn wait_lasts(&self) -> bool {
        self.waited > 0 || self.awaits_rescue()
    }

    fn ending(&self) -> Ending {
        let options = self.options;
        let castle: Vec<u8> = points().filter(|at| is_castle(*at)).map(|at| self.man(at)).collect();
        let musketeers = self.all(b'M');
        let occupied = castle.iter().all(|man| *man != b'.');
        let surrounded = musketeers.iter().all(|at| self.held(*at));
        if self.all(b'o').len() < 17 {
            return Ending::Reduced;
        }
        if castle.iter().all(|man| *man == b'o') {
            return Ending::Stormed;
        }
        if self.side == Side::Musketeers && surrounded {
            return if occupied { Ending::SurroundedFull } else { Ending::SurroundedOpen };
        }
        if self.side == Side::Attack && self.advances().is_empty() {
            let full = occupied && musketeers.iter().filter(|at| is_castle(**at)).all(|at| self.held(*at));
            let can_sidestep = !self.sidesteps().is_empty();
            let can_jump = musketeers.iter().any(|at| !self.jumps(*at).is_empty());
            let hope = can_jump || self.awaits_rescue();
            if full && !hope && (options.forward_only || !can_sidestep) {
                return Ending::Imprisoned;
            }
            if !full && !can_sidestep {
                return if surrounded { Ending::SurroundedOpen } else { Ending::Stuck };
            }
        }
        if self.wait_lasts() {
            return if self.waited >= 50 { Ending::Unrescued } else { Ending::None };
        }
        let now = (self.grid, self.side);
        if self.before.iter().filter(|before| **before == now).count() >= 3 {
            return Ending::Repeated;
        }
        if options.quiet_limit > 0 && self.quiet >= options.quiet_limit { Ending::Patience } else { Ending::None }
    }

    fn written(&self) -> Setup {
        let names = |man| self.all(man).into_iter().map(name).collect();
        Setup {
            attackers: names(b'o'),
            musketeers: names(b'M'),
            to_act: if self.side == Side::Attack { "attack".into() } else { "musketeers".into() },
            jumper: self.jumper.map(name),
            quiet: self.quiet as u16,
            waited: self.waited as u8,
            earlier: Vec::new(),
        }
    }
}

/// How many positions were compared and how each of them ended.
#[derive(Default)]
struct Tally {
    positions: u64,
    /// Positions in which the attack waits for a rescue.
    waits: u64,
    endings: HashMap<Ending, u64>,
}

fn compare(game: &ThreeMusketeers, real: &State, plain: &Plain, tally: &mut Tally) {
    let shown = || format!("{}\n{real:?}\n{plain:?}", draw(game, real));
    let bits = |man| plain.all(man).into_iter().fold(0u128, |set, (c, r)| set | 1 << (r * 11 + c));
    assert_eq!((real.attackers, real.musketeers), (bits(b'o'), bits(b'M')), "{}", shown());
    assert_eq!(real.ending, plain.ending, "{}", shown());
    if real.ending == Ending::None {
        assert_eq!(real.side, plain.side, "{}", shown());
        let jumper = real.jumper().map(|point| (point.column() as i32, point.row() as i32));
        assert_eq!((jumper, u32::from(real.quiet)), (plain.jumper, plain.quiet), "{}", shown());
        assert_eq!((u32::from(real.waited), real.waiting), (plain.waited, plain.awaits_rescue()), "{}", shown());
    }
    let mut actions = Vec::new();
    game.legal_actions(real, ATTACK, &mut actions);
    game.legal_actions(real, MUSKETEERS, &mut actions);
    let mut real_names: Vec<_> = actions.iter().map(|action| (action.from.0, action.to.0)).collect();
    let number = |(c, r): At| (r * 11 + c) as u8;
    let plain_name = |action: Move| action.map_or((255, 255), |(from, to)| (number(from), number(to)));
    let mut plain_names: Vec<_> = plain.legal().into_iter().map(plain_name).collect();
    real_names.sort_unstable();
    plain_names.sort_unstable();
    assert_eq!(real_names, plain_names, "{}", shown());
    tally.positions += 1;
    tally.waits += u64::from(real.waiting);
    *tally.endings.entry(real.ending).or_default() += 1;
}

/// Plays on from a compared position with the same random moves in both.
fn follow(
    game: &ThreeMusketeers,
    (real, plain): (&mut Play<ThreeMusketeers>, &mut Plain),
    steps: usize,
    rng: &mut Xoshiro256PlusPlus,
    tally: &mut Tally,
) {
    for _ in 0..steps {
        let moves = plain.legal();
        if moves.is_empty() {
            return;
        }
        let chosen = moves[rng.random_range(0..moves.len())];
        let written = chosen.map_or("pass".into(), |(from, to)| format!("{}-{}", name(from), name(to)));
        let seat = plain.side.seat();
        let action = game.read(&real.state, seat, &written).unwrap();
        real.apply(game, seat, action);
        plain.play(chosen);
        compare(game, &real.state, plain, tally);
    }
}

fn tables() -> Vec<(Table, PlainOptions)> {
    let mut tables = Vec::new();
    for (forward_only, quiet_limit) in [(true, 100), (false, 100), (true, 4), (false, 0)] {
        for rescue in ["at_once", "in_any_way"] {
            let options = [
                ("forward_only", OptionValue::Switch(forward_only)),
                ("quiet_limit", OptionValue::Number(i64::from(quiet_limit))),
                ("rescue", word(rescue)),
            ];
            let rescue_in_any_way = rescue == "in_any_way";
            tables.push((table(&options), PlainOptions { forward_only, rescue_in_any_way, quiet_limit }));
        }
    }
    tables
}

/// TM-5, TM-6, TM-7, TM-8, TM-9, TM-10, TM-11, TM-13, TM-14, TM-15, TM-16, TM-17, TM-18, TM-19, TM-20
#[test]
fn the_plain_engine_agrees_on_random_play() {
    let tables = tables();
    let mut tally = Tally::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1625);
    for number in 0.. {
        if tally.positions > 120_000 {
            break;
        }
        let (table, options) = &tables[number % tables.len()];
        let game = &**table.game();
        let mut real = Play::<ThreeMusketeers>::start(game);
        let mut plain = Plain::empty(Side::Attack, *options);
        for at in points() {
            let man = if [(2, 2), (4, 2), (6, 2)].contains(&at) {
                b'M'
            } else if is_castle(at) {
                b'.'
            } else {
                b'o'
            };
            plain.put(at, man);
        }
        plain.judge();
        compare(game, &real.state, &plain, &mut tally);
        follow(game, (&mut real, &mut plain), 100_000, &mut rng, &mut tally);
    }
}

/// A position nobody played: three musketeers anywhere, attackers crowded or
/// thin, the castle often full, the corners often held.
fn made_up(options: PlainOptions, rng: &mut Xoshiro256PlusPlus) -> Plain {
    let side = if rng.random_bool(0.5) { Side::Attack } else { Side::Musketeers };
    let mut plain = Plain { quiet: rng.random_range(0..8), ..Plain::empty(side, options) };
    let all: Vec<At> = points().collect();
    all.iter().for_each(|at| plain.put(*at, b'.'));
    let tight = [(1, 0), (7, 0), (4, 0), (3, 2), (5, 2), (2, 1), (6, 1), (4, 8), (2, 0)];
    while plain.all(b'M').len() < 3 {
        let at = if rng.random_bool(0.6) {
            tight[rng.random_range(0..tight.len())]
        } else {
            all[rng.random_range(0..all.len())]
        };
        plain.put(at, b'M');
    }
    if rng.random_bool(0.7) {
        let holes = rng.random_range(0..3);
        all.iter().filter(|at| is_castle(**at)).for_each(|at| {
            if plain.man(*at) == b'.' {
                plain.put(*at, b'o');
            }
        });
        for _ in 0..holes {
            let at = all[rng.random_range(0..17)];
            if plain.man(at) == b'o' && rng.random_bool(0.7) {
                plain.put(at, b'.');
            }
        }
        for at in [(0, 2), (1, 2), (7, 2), (8, 2)] {
            if plain.man(at) == b'.' && rng.random_bool(0.7) {
                plain.put(at, b'o');
            }
        }
    }
    let wanted = rng.random_range(15..=50);
    let crowd = rng.random_range(0..12);
    for number in 0..wanted {
        let at = all[rng.random_range(0..all.len())];
        let few = number < crowd || rng.random_bool(0.3);
        if few && plain.man(at) == b'.' && plain.all(b'o').len() < 50 {
            plain.put(at, b'o');
        }
    }
    if plain.side == Side::Musketeers && rng.random_bool(0.3) {
        let jumper = plain.all(b'M').into_iter().find(|at| !plain.jumps(*at).is_empty());
        plain.jumper = jumper;
    }
    let may_have_waited = match plain.side {
        Side::Attack => plain.awaits_rescue(),
        Side::Musketeers => options.rescue_in_any_way && plain.jumper.is_none(),
    };
    if may_have_waited && rng.random_bool(0.5) {
        plain.waited = if rng.random_bool(0.5) { rng.random_range(46..=50) } else { rng.random_range(0..46) };
    }
    plain
}

/// TM-5, TM-6, TM-7, TM-8, TM-9, TM-10, TM-11, TM-13, TM-14, TM-15, TM-16, TM-17, TM-18, TM-19, TM-20
#[test]
fn the_plain_engine_agrees_on_made_up_positions() {
    let tables = tables();
    let mut tally = Tally::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1844);
    for number in 0.. {
        if tally.positions > 120_000 {
            break;
        }
        let (table, options) = &tables[number % tables.len()];
        let game = &**table.game();
        let mut plain = made_up(*options, &mut rng);
        let (state, history) = game.place(plain.written()).unwrap();
        let mut real = Play::<ThreeMusketeers> { state, history };
        let jumper = plain.jumper.take();
        plain.judge();
        if let Some(jumper) = jumper
            && !matches!(plain.ending, Ending::Reduced | Ending::Stormed)
        {
            // The series goes on; patience and repetition are checked after it.
            (plain.jumper, plain.ending) = (Some(jumper), Ending::None);
        }
        compare(game, &real.state, &plain, &mut tally);
        let steps = if real.state.rescue_awaited() { 120 } else { 3 };
        follow(game, (&mut real, &mut plain), steps, &mut rng, &mut tally);
    }
    assert!(tally.waits >= 1_000, "the attack waited {} times", tally.waits);
    use Ending::*;
    for ending in [None, Reduced, Stormed, Imprisoned, Unrescued, Stuck, SurroundedFull, SurroundedOpen, Patience] {
        let seen = tally.endings.get(&ending).copied().unwrap_or(0);
        assert!(seen >= 20, "{ending:?} came up {seen} times: {:?}", tally.endings);
    }
}
