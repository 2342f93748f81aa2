//! Reads a record into typed positions and steps.

use crate::estimate::{Shares, outcome_shares};
use kernel::dynamic::{DynGame, DynMatch, TypedMatch};
use kernel::record::{Record, Step};
use kernel::{FullGame, MAX_SEATS, Play, Seat, Turn};
use std::sync::Arc;
use table::{ReplayError, fingerprint};

/// Maximum number of steps of a match that is analysed.
const MOST_STEPS: usize = 20_000;

/// Why a match cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum CannotAnalyse {
    /// There is no such game.
    #[error("{0}")]
    NoGame(String),
    /// The record is not correct.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// The match is still being played.
    #[error("the match is not over; it can be analysed once it is")]
    NotOver,
    /// The match was ended without a result.
    #[error("the match ended without a result, so there is nothing to compare with")]
    NoResult,
    /// The match is too long.
    #[error("the match has {0} steps; at most {MOST_STEPS} can be analysed")]
    TooLong(usize),
    /// The game's own reading of its record differs.
    #[error("step {0} of the record cannot be read again")]
    Unreadable(usize),
}

/// An action or a throw with the position before it.
pub(crate) struct Moment<G: FullGame> {
    pub(crate) before: Play<G>,
    pub(crate) what: What<G>,
    pub(crate) notation: String,
}

/// What happened.
pub(crate) enum What<G: FullGame> {
    Act(Seat, G::Action),
    Throw(G::Chance),
}

/// A finished match, read from its record.
pub(crate) struct Source<G: FullGame> {
    pub(crate) game: Arc<G>,
    pub(crate) moments: Vec<Moment<G>>,
    /// The position after the last step.
    pub(crate) last: Play<G>,
    pub(crate) result: Shares,
    pub(crate) ending: String,
    /// Seat ids, names in sentences and players.
    pub(crate) seats: Vec<[String; 3]>,
    pub(crate) fingerprint: String,
}

impl<G: FullGame> Source<G> {
    /// Replays and checks the record, and refuses a match that is not over.
    pub(crate) fn read(game: &dyn DynGame, record: &Record) -> Result<Self, CannotAnalyse> {
        if record.steps.len() > MOST_STEPS {
            return Err(CannotAnalyse::TooLong(record.steps.len()));
        }
        let replay = if record.result.is_none() && !was_aborted(record) {
            return Err(CannotAnalyse::NotOver);
        } else {
            table::replay(game, record)?
        };
        let outcome = replay.outcome.filter(|_| !replay.aborted).ok_or(CannotAnalyse::NoResult)?;
        let other = || ReplayError::OtherGame(record.game.clone());
        let last = typed::<G>(&*replay.game_match).ok_or_else(other)?;
        let (typed_game, last) = (last.game().clone(), last.current_play().clone());
        let moments = moments(&*replay.game_match, &*typed_game)?;
        let seats = seats(&*replay.game_match, record);
        let ending = record.result.as_ref().map(|result| result.reason.clone()).unwrap_or_default();
        let result = outcome_shares(&outcome);
        let fingerprint = fingerprint_of(record, &moments, &result);
        Ok(Source { game: typed_game, moments, last, result, ending, seats, fingerprint })
    }

    /// The position before this step, or after the last one.
    pub(crate) fn position(&self, at: usize) -> &Play<G> {
        self.moments.get(at).map_or(&self.last, |moment| &moment.before)
    }

    /// The shares of the seats of this match.
    pub(crate) fn listed(&self, shares: &Shares) -> Vec<f64> {
        shares[..self.seats.len().min(MAX_SEATS)].to_vec()
    }

    /// The seed of all random numbers: the same for the same match.
    pub(crate) fn seed(&self) -> u64 {
        u64::from_str_radix(&self.fingerprint[..16], 16).unwrap_or_default()
    }
}

fn was_aborted(record: &Record) -> bool {
    record.steps.iter().any(|step| matches!(step, Step::Abort { .. }))
}

fn typed<G: FullGame>(game_match: &dyn DynMatch) -> Option<&TypedMatch<G>> {
    game_match.as_any().downcast_ref()
}

/// All steps with the positions before them, from the last one back.
fn moments<G: FullGame>(played: &dyn DynMatch, game: &G) -> Result<Vec<Moment<G>>, CannotAnalyse> {
    let mut back = played.fork();
    let mut moments = Vec::with_capacity(back.played().len());
    while let Some(step) = back.played().last().map(|played| played.step.clone()) {
        let number = back.played().len();
        back.undo();
        let before = typed::<G>(&*back).map(|typed| typed.current_play().clone());
        let moment = before.and_then(|before| moment(game, before, &step));
        moments.push(moment.ok_or(CannotAnalyse::Unreadable(number))?);
    }
    moments.reverse();
    Ok(moments)
}

fn moment<G: FullGame>(game: &G, before: Play<G>, step: &Step) -> Option<Moment<G>> {
    let (what, notation) = match step {
        Step::Act { seat, action } => {
            let seat = game.seat_with_id(seat)?;
            (What::Act(seat, game.read(&before.state, seat, action).ok()?), action)
        }
        Step::Chance { chance, .. } | Step::Entered { entered: chance } if before.turn(game) == Turn::Chance => {
            (What::Throw(game.read_chance(&before.state, chance).ok()?), chance)
        }
        _ => return None,
    };
    Some(Moment { before, what, notation: notation.clone() })
}

/// Each seat's id, its name at the end of the match, and its player.
fn seats(game_match: &dyn DynMatch, record: &Record) -> Vec<[String; 3]> {
    let player = |id: &str| record.seats.iter().find(|seat| seat.seat == id).map(|seat| seat.name.clone());
    let infos = (0..).map(Seat).zip(game_match.seats());
    infos
        .map(|(seat, info)| {
            let called = game_match.seat_name(seat);
            [info.id.to_owned(), called.to_owned(), player(info.id).unwrap_or_else(|| called.to_owned())]
        })
        .collect()
}

/// SHA-256 of what the analysis depends on. Names, the words for the ending, times and undone steps are no part of it.
fn fingerprint_of<G: FullGame>(record: &Record, moments: &[Moment<G>], result: &Shares) -> String {
    let Record { game, rules_version, board_hash, options, .. } = record;
    let players = record.seats.len();
    let mut text = format!("boxtop analysis {} {game} {rules_version} {board_hash} {players}\n", crate::VERSION);
    // The steps do not say who resigned.
    text += &format!("{options:?}\n{result:?}\n");
    text += &record.start.as_ref().map(ToString::to_string).unwrap_or_default();
    for moment in moments {
        text += "\n";
        if let What::Act(seat, _) = moment.what {
            text += &format!("{} ", seat.0);
        }
        text += &moment.notation;
    }
    fingerprint(text.as_bytes())
}
