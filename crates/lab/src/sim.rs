//! Plays matches between given players, and sums them up or records them.

use crate::course::{Course, Event, Mind, OwnDice, PlayedMatch};
use crate::stats::{Interval, WHOLE, points, wilson};
pub use crate::watch::Spectator;
use crate::{Unfit, on_threads, open_match, visit};
use games::Visitor;
use kernel::dynamic::{MatchConfig, MatchSetup, TypedMatch};
use kernel::record::{self, Record, RecordSeat, Step};
use kernel::{Board, FullGame, Play, RuleId, Seat, Sentence};
use players::{PlayerKind, Rng};
use rayon::prelude::*;
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::{collections::BTreeMap, time::Instant};

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's slug.
    pub game: String,
    /// Options, board and number of players.
    pub config: MatchConfig,
    /// Who plays each seat, in seat order.
    pub seats: Vec<PlayerKind>,
    /// Number of matches.
    pub matches: u64,
    /// Match `n` of this seed is always the same.
    pub seed: u64,
    /// Threads to use; 0 for one on each core.
    pub threads: usize,
}

/// The result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The game's slug.
    pub game: &'static str,
    /// Matches played.
    pub matches: u64,
    /// Matches that came to an end.
    pub finished: u64,
    /// Number of seats.
    pub players: u8,
    /// Mean number of actions in a match.
    pub mean_length: f64,
    /// Mean number of chance outcomes in a match.
    pub mean_throws: f64,
    /// Matches that each seat won, alone or together with its partner, by the seat's id.
    pub wins: BySeat<u64>,
    /// Each seat's mean share of the win, by the seat's id.
    pub scores: BySeat<f64>,
    /// The results of each side: a seat, or two partners.
    pub sides: Vec<Side>,
    /// Matches that ended without one side winning.
    pub ties: u64,
    /// Was it interrupted before all matches were played?
    pub interrupted: bool,
    /// How matches ended, by the rule that the verdict names first.
    pub endings: BTreeMap<String, u64>,
    /// Duration of the whole run, in seconds.
    pub seconds: f64,
    /// Matches per second.
    pub matches_per_second: f64,
}

/// The results of one side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Side {
    /// The ids of its seats.
    pub seats: Vec<&'static str>,
    /// Matches that it won.
    pub wins: u64,
    /// Its mean share of the win, with the 95 % interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// A number for each seat's id, in seat order.
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

/// Opens a match of the plan, if it can be played.
fn fit<G: FullGame>(plan: &Plan) -> Result<TypedMatch<G>, Unfit> {
    let game_match = open_match::<G>(&plan.config)?;
    let (seats, named) = (usize::from(game_match.game().players()), plan.seats.len());
    if seats != named {
        return Err(Unfit::Seats { title: G::INFO.title, seats, named });
    }
    if plan.matches == 0 {
        return Err(Unfit::NoMatches);
    }
    Ok(game_match)
}

struct Run<'a> {
    plan: &'a Plan,
    watcher: &'a dyn Spectator,
}

impl Visitor for Run<'_> {
    type Output = Result<Summary, Unfit>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let game_match = fit::<G>(self.plan)?;
        let game = &**game_match.game();
        let recorder = self.watcher.wants_records().then(|| Recorder::new(&game_match, &self.plan.seats));
        // A match between random players is over in no time.
        let long = self.plan.seats.iter().any(|kind| *kind != PlayerKind::Random);
        let one_match = |course: &mut Course<'_, G>, number: u64| {
            if self.watcher.interrupted() {
                return None;
            }
            let mut rng = Rng::stream(self.plan.seed, number);
            let mut minds: Vec<Mind<G>> = self.plan.seats.iter().map(|kind| Mind::new(*kind, &mut rng)).collect();
            let mut steps = Vec::new();
            let halted = || long && self.watcher.interrupted();
            let played = course.between(&mut minds, &mut rng, &mut OwnDice, halted, |state, event| {
                if recorder.is_some() {
                    steps.push(step(game, state, event));
                }
            });
            if played.stopped {
                return None;
            }
            let record = recorder.as_ref().map(|recorder| recorder.record(game, course.last(), steps));
            self.watcher.over(number, record);
            let ending = game.verdict(&course.last().state).and_then(|verdict| verdict.rules.first().copied());
            Some(Tally::of(&played, game.players(), ending))
        };
        let began = Instant::now();
        let tally = on_threads(self.plan.threads, || {
            let matches = (0..self.plan.matches).into_par_iter();
            matches.map_init(|| Course::new(game), one_match).while_some().reduce(Tally::default, Tally::and)
        })?;
        Ok(tally.summary(game, self.plan, began.elapsed().as_secs_f64()))
    }
}

/// Sums in whole numbers, so that the order of adding does not matter.
#[derive(Clone, Default)]
struct Tally {
    matches: u64,
    finished: u64,
    actions: u64,
    throws: u64,
    wins: [u64; kernel::MAX_SEATS],
    points: [u64; kernel::MAX_SEATS],
    ties: u64,
    endings: BTreeMap<RuleId, u64>,
}

impl Tally {
    fn of(played: &PlayedMatch, players: u8, ending: Option<RuleId>) -> Self {
        let (actions, throws) = (u64::from(played.actions), u64::from(played.throws));
        let mut tally = Tally { matches: 1, actions, throws, ..Tally::default() };
        let Some(outcome) = played.outcome else { return tally };
        tally.finished = 1;
        tally.points = outcome.shares.map(|share| u64::from(points(share)));
        // Partners win together, and each has a share of 1.
        let won = |seat: u8| outcome.share(Seat(seat)) >= 1.0;
        (0..players).filter(|seat| won(*seat)).for_each(|seat| tally.wins[usize::from(seat)] = 1);
        tally.ties = u64::from(!(0..players).any(won));
        tally.endings.extend(ending.map(|rule| (rule, 1)));
        tally
    }

    fn and(mut self, other: Tally) -> Tally {
        self.matches += other.matches;
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

    /// Partners count once, because both have the same result.
    fn sides<G: FullGame>(&self, game: &G) -> Vec<Side> {
        let seats = (0..game.players()).map(Seat);
        let first = seats.filter(|seat| game.partner(*seat).is_none_or(|partner| seat.0 < partner.0));
        let side = |seat: Seat| Side {
            seats: [Some(seat), game.partner(seat)].into_iter().flatten().map(|seat| game.seat(seat).id).collect(),
            wins: self.wins[seat.index()],
            interval: wilson(self.points[seat.index()] as f64 / f64::from(WHOLE), self.matches),
        };
        first.map(side).collect()
    }

    fn summary<G: FullGame>(&self, game: &G, plan: &Plan, seconds: f64) -> Summary {
        let (matches, played) = (self.matches, self.matches.max(1));
        let ids = || (0..game.players()).map(|seat| game.seat(Seat(seat)).id);
        let score = |points: u64| points as f64 / (u64::from(WHOLE) * played) as f64;
        Summary {
            game: G::INFO.slug,
            matches,
            finished: self.finished,
            players: game.players(),
            mean_length: self.actions as f64 / played as f64,
            mean_throws: self.throws as f64 / played as f64,
            wins: BySeat(ids().zip(self.wins).collect()),
            scores: BySeat(ids().zip(self.points.map(score)).collect()),
            sides: self.sides(game),
            ties: self.ties,
            interrupted: matches < plan.matches,
            endings: self.endings.iter().map(|(rule, count)| (rule.to_string(), *count)).collect(),
            seconds,
            matches_per_second: matches as f64 / seconds.max(1e-9),
        }
    }
}

/// A step in notation.
fn step<G: FullGame>(game: &G, before: &G::State, event: Event<G>) -> Step {
    match event {
        Event::Act(seat, action) => {
            Step::Act { seat: game.seat(seat).id.to_owned(), action: game.write(before, action) }
        }
        Event::Chance(chance) => Step::chance(game.write_chance(chance)),
    }
}

/// Makes records of matches, from a template with everything that is the same for all of them.
struct Recorder {
    blank: Record,
}

impl Recorder {
    fn new<G: FullGame>(game_match: &TypedMatch<G>, kinds: &[PlayerKind]) -> Self {
        let config = game_match.config();
        let record_seat =
            |(seat, kind): (kernel::SeatInfo, &PlayerKind)| RecordSeat { seat: seat.id.into(), name: kind.to_string() };
        let board_hash = table::board_hash(config.board.as_deref().unwrap_or(G::Board::STANDARD));
        let seats = game_match.seats().into_iter().zip(kinds).map(record_seat).collect();
        let blank = Record::blank(G::INFO, board_hash, config, seats);
        Recorder { blank }
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
