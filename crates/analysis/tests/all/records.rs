//! Records of random matches, and their analysis.

use boxtop_analysis::{Analyser, Budget, CannotAnalyse, DynAnalyser};
use games::Visitor;
use kernel::FullGame;
use kernel::dynamic::{DynMatch, MatchConfig};
use kernel::record::{Record, RecordSeat, Result, Step};
use kernel::{Outcome, Turn};
use players::Rng;

/// Begins the analysis of a record.
struct Begin<'a>(&'a Record, Budget);

impl Visitor for Begin<'_> {
    type Output = std::result::Result<Box<dyn DynAnalyser>, CannotAnalyse>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let game = games::game(G::INFO.slug).expect("a game");
        Ok(Box::new(Analyser::<G>::new(game, self.0, self.1)?))
    }
}

/// Begins the analysis of a record within this budget.
pub(crate) fn begin(record: &Record, budget: Budget) -> std::result::Result<Box<dyn DynAnalyser>, CannotAnalyse> {
    games::visit(&record.game, Begin(record, budget)).expect("a game")
}

/// A game, its number of players, and options.
pub(crate) type Short = (&'static str, u8, &'static [(&'static str, i64)]);

/// Games with numbers of players and options that keep random matches short.
pub(crate) const SHORT: [Short; 9] = [
    ("three-musketeers", 2, &[("quiet_limit", 8)]),
    ("fighting-marines", 2, &[("throw_limit", 6)]),
    ("fighting-marines", 4, &[("throw_limit", 4)]),
    ("hit-the-beach", 2, &[("throw_limit", 12)]),
    ("hit-the-beach", 4, &[("throw_limit", 12)]),
    ("ranger-commandos", 2, &[("dawn_round", 6)]),
    ("ranger-commandos", 3, &[("dawn_round", 4)]),
    ("conflict", 2, &[("throw_limit", 5)]),
    ("conflict", 4, &[("throw_limit", 4)]),
];

/// The config of one of [`SHORT`].
pub(crate) fn config((_, players, options): (&str, u8, &[(&str, i64)])) -> MatchConfig {
    let config = MatchConfig::players(players);
    options.iter().fold(config, |config, (option, value)| config.with(option, *value))
}

/// A match with random actions and throws.
pub(crate) fn random_match(slug: &str, config: &MatchConfig, seed: u64) -> Box<dyn DynMatch> {
    let mut played = games::game(slug).expect("a game").open(config).expect("a match");
    let mut rng = Rng::new(seed);
    while let Some(step) = random_step(&*played, &mut rng) {
        played.play_checked(&step).expect("a legal step");
    }
    played
}

fn random_step(played: &dyn DynMatch, rng: &mut Rng) -> Option<kernel::dynamic::CheckedStep> {
    match played.turn() {
        Turn::Over => None,
        Turn::Chance => {
            let outcomes = played.chance_outcomes();
            let at = rng.weighted(outcomes.iter().map(|outcome| outcome.weight))?;
            played.check_chance(&outcomes[at].outcome).ok()
        }
        Turn::Seats(seats) => {
            let all: Vec<_> = seats.iter().collect();
            let seat = rng.one(&all)?;
            let at = rng.below(played.count_legal(seat) as u32) as usize;
            let action = played.legal_moves_in(seat, at..at + 1).pop()?.action;
            played.check(seat, &action).ok()?.pop()
        }
    }
}

/// The record of a match that is over by the rules.
pub(crate) fn record(played: &dyn DynMatch) -> Record {
    let mut record = running(played);
    let outcome = played.outcome().expect("a result");
    let reason = played.verdict().expect("a verdict").text;
    record.result = Some(Result { account: played.account(&outcome), ..result(&outcome, record.seats.len(), &reason) });
    record
}

/// The result with these shares.
pub(crate) fn result(outcome: &Outcome, seats: usize, reason: &str) -> Result {
    Result { shares: outcome.shares[..seats].to_vec(), account: None, reason: reason.to_owned(), rules: Vec::new() }
}

/// The record of a match without a result.
pub(crate) fn running(played: &dyn DynMatch) -> Record {
    let game = games::game(played.info().slug).expect("a game");
    let seats = played.seats().into_iter();
    let seats = seats.map(|info| RecordSeat { seat: info.id.to_owned(), name: format!("player of {}", info.id) });
    let hash = boxtop_analysis::board_hash(game.standard_board());
    let mut record = Record::blank(game.info(), hash, played.config(), seats.collect());
    record.steps = played.played().iter().map(|played| played.step.clone()).collect();
    record
}

/// A short random match of each game and number of players.
pub(crate) fn short_records() -> impl Iterator<Item = Record> {
    SHORT.into_iter().map(|short| record(&*random_match(short.0, &config(short), 5)))
}

/// The record cut after this number of steps, where this seat resigns.
pub(crate) fn resigned(record: &Record, steps: usize, seat: usize) -> Record {
    let mut cut = record.clone();
    cut.steps.truncate(steps);
    cut.steps.push(Step::Resign { resign: record.seats[seat].seat.clone(), relief: None });
    let others = (0..record.seats.len() as u8).map(kernel::Seat).filter(|other| other.index() != seat);
    cut.result = Some(result(&Outcome::shared(others.collect()), record.seats.len(), "A player resigned."));
    cut
}
