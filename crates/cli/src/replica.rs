//! A match of a server, replayed on this machine.
//!
//! The record is replayed once. After that, [`Replica::follow`] plays only the steps that are new in the log, and undoes
//! those that are gone, so that a new step costs one step.

use anyhow::Context;
use kernel::dynamic::{DynGame, DynMatch, PlayedStep};
use kernel::record::{Record, Step};
use protocol::LogEntry;

/// A match of a server, in the engine of this program.
#[derive(Clone)]
pub(crate) struct Replica {
    pub(crate) game: &'static dyn DynGame,
    pub(crate) game_match: Box<dyn DynMatch>,
}

impl Replica {
    /// Replays a record.
    pub(crate) fn new(record: &Record) -> anyhow::Result<Replica> {
        let game = game(&record.game)?;
        let replay = table::replay(game, record).context("this program cannot replay the match")?;
        Ok(Replica { game, game_match: replay.game_match })
    }

    /// Brings the match to the end of the log. `false` if the log cannot be played from here: then the record is needed.
    pub(crate) fn follow(&mut self, log: &[LogEntry]) -> bool {
        let steps: Vec<&LogEntry> = log.iter().filter(|entry| entry.step.is_some()).collect();
        let played = self.game_match.played();
        let same = played.iter().zip(&steps).take_while(|(played, entry)| is_same(played, entry)).count();
        let undone = (same..played.len()).all(|_| self.game_match.undo());
        undone && steps[same..].iter().all(|entry| self.play(entry))
    }

    fn play(&mut self, entry: &LogEntry) -> bool {
        match &entry.seat {
            None => self.game_match.apply_chance(&entry.action).is_ok(),
            Some(id) => {
                let seat = self.game_match.seat(id);
                seat.is_some_and(|seat| self.game_match.play(seat, &entry.action).is_ok_and(|played| played.len() == 1))
            }
        }
    }
}

fn is_same(played: &PlayedStep, entry: &LogEntry) -> bool {
    match &played.step {
        Step::Act { seat, action } => entry.seat.as_ref() == Some(seat) && entry.action == *action,
        Step::Chance { chance, .. } => entry.seat.is_none() && entry.action == *chance,
        other => entry.action == other.words(),
    }
}

/// A game that a server plays.
pub(crate) fn game(slug: &str) -> anyhow::Result<&'static dyn DynGame> {
    let unknown =
        || format!("the server plays a game that this program does not know: {}", catalog::unknown_game(slug));
    catalog::game(slug).with_context(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dynamic::MatchConfig;
    use kernel::{Seat, Turn};
    use std::sync::Arc;

    /// The log as a server would send it, with an entry that is not a step.
    fn log(game_match: &dyn DynMatch) -> Vec<LogEntry> {
        let entry = |(index, played): (usize, &Arc<PlayedStep>)| {
            let (seat, action) = match &played.step {
                Step::Act { seat, action } => (Some(seat.clone()), action.clone()),
                Step::Chance { chance, .. } => (None, chance.clone()),
                other => (None, other.words()),
            };
            LogEntry { number: index + 1, step: Some(index + 1), seat, action, lines: Vec::new() }
        };
        let remark = LogEntry { number: 0, step: None, seat: None, action: "away".into(), lines: Vec::new() };
        game_match.played().iter().enumerate().map(entry).chain([remark]).collect()
    }

    fn steps(game_match: &dyn DynMatch) -> Vec<Step> {
        game_match.played().iter().map(|played| played.step.clone()).collect()
    }

    /// Plays the n-th legal move or outcome.
    fn play_any(game_match: &mut dyn DynMatch, n: usize) {
        match game_match.turn() {
            Turn::Chance => {
                let outcomes = game_match.chance_outcomes();
                game_match.apply_chance(&outcomes[n % outcomes.len()].outcome).unwrap();
            }
            Turn::Seats(seats) => {
                let seat: Seat = seats.iter().next().unwrap();
                let moves = game_match.legal_moves(seat);
                game_match.play(seat, &moves[n % moves.len()].action).unwrap();
            }
            Turn::Over => {}
        }
    }

    #[test]
    fn a_replica_follows_every_game_step_by_step_and_back() {
        for game in catalog::games() {
            let open = || game.open(&MatchConfig::default()).unwrap();
            let (mut server, mut replica) = (open(), Replica { game: *game, game_match: open() });
            for n in 0..60 {
                play_any(&mut *server, n * 7);
                assert!(replica.follow(&log(&*server)), "{} after {n} steps", game.info().slug);
                if n % 9 == 8 {
                    (0..3).for_each(|_| assert!(server.undo()));
                    play_any(&mut *server, n);
                    assert!(replica.follow(&log(&*server)));
                }
                assert_eq!(steps(&*replica.game_match), steps(&*server));
                assert_eq!(replica.game_match.turn(), server.turn());
            }
        }
    }

    #[test]
    fn a_log_that_cannot_be_played_is_noticed() {
        let game = game("three-musketeers").unwrap();
        let mut replica = Replica { game, game_match: game.open(&MatchConfig::default()).unwrap() };
        let entry = |seat: Option<&str>, action: &str| LogEntry {
            number: 1,
            step: Some(1),
            seat: seat.map(str::to_owned),
            action: action.into(),
            lines: Vec::new(),
        };
        assert!(!replica.follow(&[entry(Some("attack"), "a1-z9")]));
        assert!(!replica.follow(&[entry(Some("nobody"), "d6-d7")]));
        assert!(!replica.follow(&[entry(None, "6")]), "nothing is thrown here");
        assert!(replica.follow(&[entry(Some("attack"), "d6-d7")]));
        assert!(super::game("chess").is_err());
    }
}
