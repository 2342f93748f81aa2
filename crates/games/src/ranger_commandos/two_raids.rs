//! The raids of two players, solved against each other by value iteration.
//!
//! From the first landing on, a match of two is small enough for tables: where both commandos are, how many counters each
//! has, and whose turn it is; or one of them and the other's barge. Both play for the larger share of the win, and the
//! whistle leads to the exact shares of [`Homecoming`]. Counters only grow, so the tables are filled from many counters down
//! to none, and value iteration solves each layer.
//!
//! Three things are left out, so the shares are very good but not exact: an objective that has counters does not run out
//! (each set of objectives with counters has tables of its own), more than seven counters count as seven, and there is no
//! dawn (RC-27).

use super::RangerCommandos;
use super::board::{MOST_STEPS, MOST_WAVES};
use super::homecoming::{After, Homecoming};
use super::moves::bits;
use super::net::{NO_LANDING, NO_WAY};
use super::odds::ESCAPE_SPINS;
use super::state::{ABOARD, COLOURS, Colour, IN_DOCK, Phase, State};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Numbers of counters in the tables, none included; more count as the last.
const HAULS: usize = 8;
/// Maximum number of places of a commando; boards with more have no tables.
const MOST_PLACES: usize = 32;
/// Places of a barge at sea: the waves and four docks.
const BERTHS: usize = MOST_WAVES + 4;
/// Value iteration ends when no value of a layer changes by more than this.
const TOLERANCE: f32 = 1e-6;
/// Maximum number of sweeps over a layer.
const MOST_SWEEPS: usize = 200;
/// Rounds before dawn from which the tables, which know no dawn, are not used.
const DAWN_IN_SIGHT: u16 = 12;
/// Maximum number of tables in memory; the oldest are dropped.
const MOST_TABLES: usize = 192;

/// What the solver needs of a match of two; made once.
pub(super) struct Endgame {
    homecoming: Homecoming,
    /// A hash of board, options and rules, for tables that matches share.
    setting: u64,
    /// The circles on which a commando may rest; after them, the barge.
    rests: Vec<u8>,
    /// For each landing, where the walks lead.
    walks: Vec<Walks>,
}

/// Where the walks of a raider of one landing lead.
struct Walks {
    /// The landing's wave.
    wave: u8,
    /// For each resting place and number: places that can be reached, and the best odds of escape on a sentry.
    options: Vec<[Options; MOST_STEPS + 1]>,
    /// The odds of escape from each circle; none on the barge.
    escape: Vec<Option<f64>>,
}

#[derive(Clone, Default)]
struct Options {
    rests: Vec<u8>,
    sentry: Option<f64>,
}

/// Both raid: the share of the player whose turn it is, for each of the two landings as theirs.
struct Pair {
    places: usize,
    shares: [Vec<f32>; 2],
}

/// One raids, and the other is at sea: shares of the raider, before their own spin and before the other's.
struct Sea {
    places: usize,
    shares: [Vec<f32>; 2],
}

impl Pair {
    fn at(&self, hauls: [usize; 2], places: [usize; 2]) -> usize {
        ((hauls[0] * HAULS + hauls[1]) * self.places + places[0]) * self.places + places[1]
    }
}

impl Sea {
    fn at(&self, haul: usize, place: usize, berth: usize) -> usize {
        (haul * self.places + place) * BERTHS + berth
    }
}

/// What tables are for: setting, objectives with counters, landings.
type Key = (u64, u128, u8, u8);

/// The newest tables of all matches.
struct Kept<T> {
    newest: VecDeque<(Key, Arc<T>)>,
}

impl<T> Kept<T> {
    const fn new() -> Mutex<Self> {
        Mutex::new(Kept { newest: VecDeque::new() })
    }
}

static PAIRS: Mutex<Kept<Pair>> = Kept::new();
static SEAS: Mutex<Kept<Sea>> = Kept::new();

/// The table with this key, solved now if it is not in memory. What is in memory changes no result.
fn kept<T>(tables: &Mutex<Kept<T>>, key: Key, solve: impl FnOnce() -> T) -> Arc<T> {
    let lock = || tables.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, table)) = lock().newest.iter().find(|(other, _)| *other == key) {
        return table.clone();
    }
    let table = Arc::new(solve());
    let newest = &mut lock().newest;
    newest.truncate(MOST_TABLES - 1);
    newest.push_front((key, table.clone()));
    table
}

impl Endgame {
    fn new(game: &RangerCommandos) -> Option<Self> {
        let sentry = |circle: &u8| game.net.sentries >> circle & 1 != 0;
        let rests: Vec<u8> = (0..game.net.circles).filter(|circle| !sentry(circle)).collect();
        if game.players != 2 || !game.has_head_start() || rests.len() >= MOST_PLACES {
            return None;
        }
        let homecoming = Homecoming::new(game)?;
        let walks = (0..game.board.landings.len()).map(|landing| Walks::new(game, landing, &rests)).collect();
        Some(Endgame { homecoming, setting: game.described().setting, rests, walks })
    }

    /// Number of resting places, the barge included.
    fn places(&self) -> usize {
        self.rests.len() + 1
    }

    /// The resting place of a commando.
    fn place(&self, man: u8) -> Option<usize> {
        if man == ABOARD { Some(self.rests.len()) } else { self.rests.iter().position(|circle| *circle == man) }
    }
}

impl Walks {
    fn new(game: &RangerCommandos, landing: usize, rests: &[u8]) -> Self {
        let net = &game.net;
        let escape = |circle: u8| match net.back[landing][usize::from(circle)] {
            NO_WAY => 0.0,
            steps => f64::from(game.odds.escape(ESCAPE_SPINS, steps)),
        };
        let options = |start: usize, number: usize| {
            let ends = net.ends(start, number as u8);
            let rests = (0u8..).zip(rests).filter(|(_, circle)| ends >> **circle & 1 != 0).map(|(place, _)| place);
            let sentries = bits(ends & net.sentries).map(escape);
            Options { rests: rests.collect(), sentry: sentries.reduce(f64::max) }
        };
        let starts = rests.iter().map(|circle| usize::from(*circle)).chain([usize::from(net.circles) + landing]);
        Walks {
            wave: game.board.landings[landing].wave,
            options: starts.map(|start| std::array::from_fn(|number| options(start, number))).collect(),
            escape: rests.iter().map(|circle| Some(escape(*circle))).chain([None]).collect(),
        }
    }
}

/// Solves the tables for one set of objectives with counters.
struct Solver<'a> {
    game: &'a RangerCommandos,
    endgame: &'a Endgame,
    stocked: u128,
    /// For each resting place, is there a counter to take?
    gains: Vec<bool>,
}

/// What the whistle brings its player: their share if they get back, and if they do not.
type Whistle = (f32, f32);

impl<'a> Solver<'a> {
    fn new(game: &'a RangerCommandos, endgame: &'a Endgame, stocked: u128) -> Self {
        let gains = endgame.rests.iter().map(|circle| stocked >> circle & 1 != 0).chain([false]).collect();
        Solver { game, endgame, stocked, gains }
    }

    fn pair(&self, landings: [usize; 2]) -> Arc<Pair> {
        let key = (self.endgame.setting, self.stocked, landings[0] as u8, landings[1] as u8);
        kept(&PAIRS, key, || self.solve_pair(landings))
    }

    fn sea(&self, landing: usize) -> Arc<Sea> {
        let key = (self.endgame.setting, self.stocked, landing as u8, NO_LANDING);
        kept(&SEAS, key, || self.solve_sea(landing))
    }

    /// The whistle of a player whose barge is on `wave`, when the other's turn in the round begins like this.
    fn whistle(&self, wave: u8, other: u8, escape: Option<f64>, hauls: [usize; 2]) -> Whistle {
        let home = &self.endgame.homecoming;
        let hauls = [hauls[1] as u8, hauls[0] as u8];
        let mut shares = (0.0, 0.0);
        for (odds, after) in home.turn(self.game, other, escape, wave) {
            shares.0 += odds * (1.0 - home.after(after, After::Afloat(wave), hauls));
            shares.1 += odds * (1.0 - home.after(after, After::Lost, hauls));
        }
        (shares.0 as f32, shares.1 as f32)
    }

    /// The best of all walks from a place, averaged over the spins. `share` is the share after a walk to a place, with or
    /// without one more counter; a turn without a walk stays where it is.
    fn best(&self, walks: &Walks, place: usize, whistle: Whistle, share: impl Fn(usize, bool) -> f32) -> f32 {
        let mut mean = 0.0;
        for (odds, options) in self.game.odds.numbers.iter().zip(&walks.options[place]) {
            if *odds == 0.0 {
                continue;
            }
            let slips = options.sentry.map(|escape| escape as f32 * whistle.0 + (1.0 - escape as f32) * whistle.1);
            let mut best = slips.unwrap_or(f32::MIN);
            for rest in &options.rests {
                let there = usize::from(*rest);
                best = best.max(share(there, self.gains[there]));
            }
            if best == f32::MIN {
                best = share(place, false);
            }
            mean += odds * best;
        }
        mean
    }

    fn solve_pair(&self, landings: [usize; 2]) -> Pair {
        let places = self.endgame.places();
        let size = (HAULS * places) * (HAULS * places);
        let mut pair = Pair { places, shares: [vec![0.5; size], vec![0.5; size]] };
        for one in (0..HAULS).rev() {
            for other in (0..HAULS).rev() {
                self.solve_layer(&mut pair, landings, [one, other]);
            }
        }
        pair
    }

    /// Both players' places, with these numbers of counters.
    fn solve_layer(&self, pair: &mut Pair, landings: [usize; 2], hauls: [usize; 2]) {
        let walks = landings.map(|landing| &self.endgame.walks[landing]);
        let whistles = [0, 1].map(|side: usize| {
            let (own, other) = (walks[side], walks[1 - side]);
            let hauls = [hauls[side], hauls[1 - side]];
            let each = |escape: &Option<f64>| self.whistle(own.wave, other.wave, *escape, hauls);
            other.escape.iter().map(each).collect::<Vec<Whistle>>()
        });
        for _ in 0..MOST_SWEEPS {
            let mut change: f32 = 0.0;
            for place in (0..pair.places * pair.places).map(|both| [both / pair.places, both % pair.places]) {
                for side in 0..2 {
                    let (own, other) = (place[side], place[1 - side]);
                    let hauls = [hauls[side], hauls[1 - side]];
                    let after = |to: usize, gain: bool| {
                        let haul = (hauls[0] + usize::from(gain)).min(HAULS - 1);
                        1.0 - pair.shares[1 - side][pair.at([hauls[1], haul], [other, to])]
                    };
                    let share = self.best(walks[side], own, whistles[side][other], after);
                    let at = pair.at(hauls, [own, other]);
                    change = change.max((share - pair.shares[side][at]).abs());
                    pair.shares[side][at] = share;
                }
            }
            if change < TOLERANCE {
                break;
            }
        }
    }

    fn solve_sea(&self, landing: usize) -> Sea {
        let places = self.endgame.places();
        let size = HAULS * places * BERTHS;
        let mut sea = Sea { places, shares: [vec![0.5; size], vec![0.5; size]] };
        let landed: Vec<Option<(usize, Arc<Pair>)>> =
            (0..self.endgame.walks.len()).map(|other| self.other_lands(landing, other)).collect();
        for haul in (0..HAULS).rev() {
            self.solve_sea_layer(&mut sea, landing, haul, &landed);
        }
        sea
    }

    /// The table for the raider of `landing` when the other lands there, and which of its sides is the raider's.
    fn other_lands(&self, landing: usize, other: usize) -> Option<(usize, Arc<Pair>)> {
        let landings = [landing.min(other), landing.max(other)];
        (landing != other).then(|| (usize::from(landing > other), self.pair(landings)))
    }

    fn solve_sea_layer(&self, sea: &mut Sea, landing: usize, haul: usize, landed: &[Option<(usize, Arc<Pair>)>]) {
        let walks = &self.endgame.walks[landing];
        let at_sea: Vec<usize> = (0..BERTHS).filter(|berth| self.is_at_sea(*berth)).collect();
        let whistle = |berth: &usize| self.whistle(walks.wave, (*berth).min(IN_DOCK.into()) as u8, None, [haul, 0]);
        let whistles: Vec<Whistle> = at_sea.iter().map(whistle).collect();
        for _ in 0..MOST_SWEEPS {
            let mut change: f32 = 0.0;
            for place in 0..sea.places {
                for (berth, whistle) in at_sea.iter().zip(&whistles) {
                    let after = |to: usize, gain: bool| {
                        sea.shares[1][sea.at((haul + usize::from(gain)).min(HAULS - 1), to, *berth)]
                    };
                    let raider = self.best(walks, place, *whistle, after);
                    let sailor = self.sail(sea, walks.wave, [haul, place, *berth], landed);
                    let at = sea.at(haul, place, *berth);
                    for (side, share) in [raider, sailor].into_iter().enumerate() {
                        change = change.max((share - sea.shares[side][at]).abs());
                        sea.shares[side][at] = share;
                    }
                }
            }
            if change < TOLERANCE {
                break;
            }
        }
    }

    /// Is this a wave without landing, or a dock?
    fn is_at_sea(&self, berth: usize) -> bool {
        let wave = berth < self.game.board.waves.len() && self.game.net.landing[berth] == NO_LANDING;
        wave || berth >= MOST_WAVES
    }

    /// The raider's share, averaged over the spins of the barge at sea.
    fn sail(
        &self,
        sea: &Sea,
        raider: u8,
        [haul, place, berth]: [usize; 3],
        landed: &[Option<(usize, Arc<Pair>)>],
    ) -> f32 {
        let (mut mean, mut whole) = (0.0, 0.0);
        for (cell, steps) in self.game.board.dial.iter().zip(&self.game.net.night) {
            let to = steps[berth];
            let to = if to == raider || to == IN_DOCK { berth } else { usize::from(to) };
            let landing = if to < MOST_WAVES { self.game.net.landing[to] } else { NO_LANDING };
            let share = match landed.get(usize::from(landing)).and_then(Option::as_ref) {
                Some((side, pair)) => pair.shares[*side][pair.at([haul, 0], [place, sea.places - 1])],
                None => sea.shares[0][sea.at(haul, place, to)],
            };
            mean += cell.width as f32 * share;
            whole += cell.width as f32;
        }
        mean / whole
    }
}

impl RangerCommandos {
    fn endgame(&self) -> Option<&Endgame> {
        self.endgame.get_or_init(|| Endgame::new(self).map(Box::new)).as_deref()
    }

    /// In a match of two, the share of each colour after the whistle, exactly, and from the first landing on by tables;
    /// `None` for any other position.
    pub(super) fn solved_shares(&self, state: &State) -> Option<[f64; 4]> {
        let endgame = self.endgame()?;
        let mut in_play = COLOURS.into_iter().filter(|colour| state.plays(*colour));
        let colours = [in_play.next()?, in_play.next()?];
        let shares = match state.phase {
            Phase::Night => self.raid_shares(endgame, state, colours),
            _ => endgame.homecoming.shares(self, state, colours),
        }?;
        let mut by_colour = [0.0; 4];
        colours.into_iter().zip(shares).for_each(|(colour, share)| by_colour[colour.index()] = share);
        Some(by_colour)
    }

    fn raid_shares(&self, endgame: &Endgame, state: &State, colours: [Colour; 2]) -> Option<[f64; 2]> {
        let dawn = self.options.dawn_round;
        if dawn > 0 && state.rounds.saturating_add(DAWN_IN_SIGHT) >= dawn {
            return None;
        }
        let solver = Solver::new(self, endgame, state.stocked);
        let place = |colour: Colour| endgame.place(state.men[colour.index()]);
        let haul = |colour: Colour| usize::from(state.haul(colour)).min(HAULS - 1);
        let landings = colours.map(|colour| self.landing(state, colour).map(usize::from));
        let to_spin = usize::from(colours[1] as u8 == state.turn);
        let share = match landings {
            [Some(one), Some(other)] => {
                let pair = solver.pair([one.min(other), one.max(other)]);
                let (own, rival) = (colours[to_spin], colours[1 - to_spin]);
                let side = if one < other { to_spin } else { 1 - to_spin };
                let at = pair.at([haul(own), haul(rival)], [place(own)?, place(rival)?]);
                let share = pair.shares[side][at];
                if to_spin == 0 { share } else { 1.0 - share }
            }
            [None, None] => return None,
            [one, other] => {
                let raider = usize::from(one.is_none());
                let sea = solver.sea(one.or(other)?);
                let sailor = colours[1 - raider];
                let barge = usize::from(state.barges[sailor.index()]);
                let berth = if barge == usize::from(IN_DOCK) { barge + sailor.index() } else { barge };
                let at = sea.at(haul(colours[raider]), place(colours[raider])?, berth.min(BERTHS - 1));
                let share = sea.shares[usize::from(to_spin != raider)][at];
                if raider == 0 { share } else { 1.0 - share }
            }
        };
        Some([f64::from(share), 1.0 - f64::from(share)])
    }
}
