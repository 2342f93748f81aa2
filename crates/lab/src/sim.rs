//! Matches between named players, summed up or recorded.

use crate::course::{Course, Event, Gone, Mind};
use crate::stats::{Interval, wilson};
use crate::{Unfit, on_threads, seated, visit};
use games::Visitor;
use kernel::dynamic::{MatchConfig, MatchSetup, TypedMatch};
use kernel::record::{self, Record, Sitting, Step};
use kernel::{Board, FullGame, Play, RuleId, Seat, Sentence};
use players::{PlayerKind, Rng};
use rayon::prelude::*;
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::{collections::BTreeMap, time::Instant};

/// What is to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's slug.
    pub game: String,
    /// Options, board and number of players.
    pub config: MatchConfig,
    /// Who plays each seat, in the order of the seats.
    pub seats: Vec<PlayerKind>,
    /// How many matches.
    pub matches: u64,
    /// Match `n` of this seed is always the same.
    pub seed: u64,
    /// Threads to use; 0 for one on each core.
    pub threads: usize,
}

/// Where an experiment tells what happens, from any thread and in any order.
pub trait Spectator: Sync {
    /// Should each match be written down?
    fn wants_records(&self) -> bool {
        false
    }
    /// A match is over; its record is there when it was wanted.
    fn over(&self, _match_number: u64, _record: Option<Record>) {}
}

/// Nobody watches.
impl Spectator for () {}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game's slug.
    pub game: &'static str,
    /// Matches played.
    pub matches: u64,
    /// Matches that came to an end.
    pub finished: u64,
    /// How many seats there are at the table.
    pub players: u8,
    /// Actions in a match, on average.
    pub mean_length: f64,
    /// Outcomes of chance in a match, on average.
    pub mean_throws: f64,
    /// Matches that each seat won, alone or together with its partner, by the seat's id.
    pub wins: BySeat<u64>,
    /// Each seat's shares of the win by match, shared ones in part, by the seat's id.
    pub scores: BySeat<f64>,
    /// How each side fared: a seat, or two partners.
    pub sides: Vec<Side>,
    /// Matches that ended without one side winning.
    pub ties: u64,
    /// How matches ended, by the rule that the verdict names first.
    pub endings: BTreeMap<String, u64>,
    /// How long it took.
    pub seconds: f64,
    /// How fast it went.
    pub matches_per_second: f64,
}

/// How one side fared.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// The ids of its seats.
    pub seats: Vec<&'static str>,
    /// Matches that it won.
    pub wins: u64,
    /// Its shares of the win by match, with the 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// A number for each seat's id, in the order of the seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BySeat<T>(pub Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (seat, number) in &self.0 {
            map.serialize_entry(seat, number)?;
        }
        map.end()
    }
}

/// Checks the plan without playing.
pub fn check(plan: &Plan) -> Result<(), Unfit> {
    visit(&plan.game, Check(plan))?
}

/// Plays the plan.
pub fn run(plan: &Plan, watcher: &dyn Spectator) -> Result<Summary, Unfit> {
    visit(&plan.game, Run { plan, watcher })?
}

struct Check<'a>(&'a Plan);

impl Visitor for Check<'_> {
    type Output = Result<(), Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        fit::<G>(self.0).map(|_| ())
    }
}

/// The rules of the plan, if it can be played.
fn fit<G: FullGame>(plan: &Plan) -> Result<TypedMatch<G>, Unfit> {
    let seated = seated::<G>(&plan.config)?;
    let (seats, named) = (usize::from(seated.game().players()), plan.seats.len());
    if seats != named {
        return Err(Unfit::Seats { title: G::INFO.title, seats, named });
    }
    if plan.matches == 0 {
        return Err(Unfit::NoMatches);
    }
    Ok(seated)
}

struct Run<'a> {
    plan: &'a Plan,
    watcher: &'a dyn Spectator,
}

impl Visitor for Run<'_> {
    type Output = Result<Summary, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let seated = fit::<G>(self.plan)?;
        let game = &**seated.game();
        let scribe = self.watcher.wants_records().then(|| Scribe::new(&seated, &self.plan.seats));
        let one_match = |course: &mut Course<'_, G>, number: u64| {
            let mut rng = Rng::stream(self.plan.seed, number);
            let mut minds: Vec<Mind<G>> = self.plan.seats.iter().map(|kind| Mind::new(*kind, &mut rng)).collect();
            let mut steps = Vec::new();
            let gone = course.between(&mut minds, &mut rng, |state, event| {
                if scribe.is_some() {
                    steps.push(step(game, state, event));
                }
            });
            let record = scribe.as_ref().map(|scribe| scribe.record(game, course.last(), steps));
            self.watcher.over(number, record);
            let ending = game.verdict(&course.last().state).and_then(|line| line.rules.first().copied());
            Tally::of(&gone, game.players(), ending)
        };
        let began = Instant::now();
        let tally = on_threads(self.plan.threads, || {
            let matches = (0..self.plan.matches).into_par_iter();
            matches.map_init(|| Course::new(game), one_match).reduce(Tally::default, Tally::and)
        })?;
        Ok(tally.summary(game, self.plan.matches, began.elapsed().as_secs_f64()))
    }
}

/// A won match in points; shares of up to four winners are whole points.
const WHOLE: u64 = 12;

/// Whole numbers only, so that the order of adding does not matter.
#[derive(Clone, Default)]
struct Tally {
    finished: u64,
    actions: u64,
    throws: u64,
    wins: [u64; kernel::MAX_SEATS],
    points: [u64; kernel::MAX_SEATS],
    ties: u64,
    endings: BTreeMap<RuleId, u64>,
}

impl Tally {
    fn of(gone: &Gone, players: u8, ending: Option<RuleId>) -> Self {
        let mut tally = Tally { actions: u64::from(gone.actions), throws: u64::from(gone.throws), ..Tally::default() };
        let Some(outcome) = gone.outcome else { return tally };
        tally.finished = 1;
        tally.points = outcome.shares.map(|share| (share * WHOLE as f64).round() as u64);
        // Partners win together, and each has the whole win.
        let won = |seat: u8| outcome.share(Seat(seat)) >= 1.0;
        (0..players).filter(|seat| won(*seat)).for_each(|seat| tally.wins[usize::from(seat)] = 1);
        tally.ties = u64::from(!(0..players).any(won));
        tally.endings.extend(ending.map(|rule| (rule, 1)));
        tally
    }

    fn and(mut self, other: Tally) -> Tally {
        self.finished += other.finished;
        self.actions += other.actions;
        self.throws += other.throws;
        self.ties += other.ties;
        self.wins.iter_mut().zip(other.wins).for_each(|(sum, wins)| *sum += wins);
        self.points.iter_mut().zip(other.points).for_each(|(sum, points)| *sum += points);
        for (rule, count) in other.endings {
            *self.endings.entry(rule).or_default() += count;
        }
        self
    }

    /// Partners count once: each has what their side has.
    fn sides<G: FullGame>(&self, game: &G, matches: u64) -> Vec<Side> {
        let seats = (0..game.players()).map(Seat);
        let first = seats.filter(|seat| game.partner(*seat).is_none_or(|partner| seat.0 < partner.0));
        let side = |seat: Seat| Side {
            seats: [Some(seat), game.partner(seat)].into_iter().flatten().map(|seat| game.seat(seat).id).collect(),
            wins: self.wins[seat.index()],
            interval: wilson(self.points[seat.index()] as f64 / WHOLE as f64, matches),
        };
        first.map(side).collect()
    }

    fn summary<G: FullGame>(&self, game: &G, matches: u64, seconds: f64) -> Summary {
        let ids = || (0..game.players()).map(|seat| game.seat(Seat(seat)).id);
        let score = |points: u64| points as f64 / (WHOLE * matches) as f64;
        Summary {
            game: G::INFO.slug,
            matches,
            finished: self.finished,
            players: game.players(),
            mean_length: self.actions as f64 / matches as f64,
            mean_throws: self.throws as f64 / matches as f64,
            wins: BySeat(ids().zip(self.wins).collect()),
            scores: BySeat(ids().zip(self.points.map(score)).collect()),
            sides: self.sides(game, matches),
            ties: self.ties,
            endings: self.endings.iter().map(|(rule, count)| (rule.to_string(), *count)).collect(),
            seconds,
            matches_per_second: matches as f64 / seconds.max(1e-9),
        }
    }
}

/// What was played, in notation.
fn step<G: FullGame>(game: &G, before: &G::State, event: Event<G>) -> Step {
    match event {
        Event::Act(seat, action) => {
            Step::Act { seat: game.seat(seat).id.to_owned(), action: game.write(before, action) }
        }
        Event::Chance(chance) => Step::Chance { chance: game.write_chance(chance) },
    }
}

/// Writes matches down: everything a record says that is the same for all.
struct Scribe {
    blank: Record,
}

impl Scribe {
    fn new<G: FullGame>(seated: &TypedMatch<G>, kinds: &[PlayerKind]) -> Self {
        let config = seated.config();
        let sitting =
            |(seat, kind): (kernel::SeatInfo, &PlayerKind)| Sitting { seat: seat.id.into(), name: kind.to_string() };
        let board_hash = table::board_hash(config.board.as_deref().unwrap_or(G::Board::STANDARD));
        let seats = seated.seats().into_iter().zip(kinds).map(sitting).collect();
        let blank = Record::blank(G::INFO, board_hash, config, seats);
        Scribe { blank }
    }

    fn record<G: FullGame>(&self, game: &G, end: &Play<G>, steps: Vec<Step>) -> Record {
        let verdict = game.verdict(&end.state).unwrap_or_else(|| Sentence::new("", &[]));
        let result = game.outcome(&end.state).map(|outcome| record::Result {
            shares: outcome.shares[..usize::from(game.players())].to_vec(),
            account: game.account(&end.state, &outcome).map(|account| account[..usize::from(game.players())].to_vec()),
            reason: verdict.text,
            rules: verdict.rules.iter().map(ToString::to_string).collect(),
        });
        Record { steps, result, ..self.blank.clone() }
    }
}
