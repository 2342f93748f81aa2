//! Playing a record again, and checking that it is what it says.

use crate::board_hash;
use crate::dice::Dice;
use crate::{fingerprint, unhex};
use kernel::door::{Deal, Session, Title};
use kernel::record::{Record, Step, Unplayable};
use kernel::{Outcome, SeatSet};

/// A record that was played again.
pub struct Replay {
    /// The match at its last step.
    pub session: Box<dyn Session>,
    /// How it ended, giving up included.
    pub outcome: Option<Outcome>,
    /// Throws that were checked against the seed.
    pub throws_checked: u64,
}

/// Why a record could not be played again, or is not what it says.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// Another format or another version of the rules.
    #[error("{0}")]
    Unplayable(#[from] Unplayable),
    /// It is the record of another game.
    #[error("this is a record of {0}")]
    OtherGame(String),
    /// The board is not the one it names.
    #[error("the record names the board {wanted}, but its board is {found}; add the board file it was played on")]
    OtherBoard {
        /// The hash in the record.
        wanted: String,
        /// The hash of its board.
        found: String,
    },
    /// The set-up is faulty.
    #[error("the record cannot be set up: {0}")]
    Setup(String),
    /// A step is not legal.
    #[error("step {step} ({what}) cannot be played: {why}")]
    Step {
        /// Which step, from 1.
        step: usize,
        /// What it says.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// It ended otherwise than it says.
    #[error("the record claims another result than its steps give")]
    Result,
    /// Its account is another than the one its steps give.
    #[error("the record claims another account than its steps give")]
    Account,
    /// The seed is not the one that was published.
    #[error("the seed does not belong to the published fingerprint: the dice were changed")]
    Commitment,
}

/// Plays the record again from its first step, and checks board, legality,
/// result and — once the seed is revealed — every throw.
pub fn replay(title: &dyn Title, record: &Record) -> Result<Replay, ReplayError> {
    let info = title.info();
    if record.game != info.slug {
        return Err(ReplayError::OtherGame(record.game.clone()));
    }
    record.check(info)?;
    let found = board_hash(record.board.as_deref().unwrap_or(title.standard_board()));
    if found != record.board_hash {
        return Err(ReplayError::OtherBoard { wanted: record.board_hash.clone(), found });
    }
    let players = u8::try_from(record.seats.len()).unwrap_or(u8::MAX);
    let deal = Deal { players, options: record.options.clone(), board: record.board.clone() };
    let setup = |faults: Vec<kernel::Fault>| {
        ReplayError::Setup(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    };
    let mut session = title.open(&deal).map_err(setup)?;
    if let Some(start) = &record.start {
        session.place(start.clone()).map_err(setup)?;
    }
    let mut player = Player { session, dice: dice_of(record)?, throws: 0, quitter: None };
    for (index, step) in record.steps.iter().enumerate() {
        player.step(step).map_err(|why| ReplayError::Step { step: index + 1, what: words(step), why })?;
    }
    player.finish(record)
}

fn dice_of(record: &Record) -> Result<Option<Dice>, ReplayError> {
    let (Some(seed), Some(commitment)) = (&record.seed, &record.commitment) else { return Ok(None) };
    let bytes = unhex(seed).unwrap_or_default();
    if &fingerprint(&bytes) != commitment {
        return Err(ReplayError::Commitment);
    }
    Ok(record.id.as_ref().map(|id| Dice::new(&bytes, id, &record.nonces)))
}

struct Player {
    session: Box<dyn Session>,
    dice: Option<Dice>,
    throws: u64,
    quitter: Option<kernel::Seat>,
}

impl Player {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        let seat = |session: &dyn Session, id: &str| session.seat(id).ok_or(format!("there is no seat {id}"));
        if self.quitter.is_some() {
            return Err("a side had given up before it".into());
        }
        match step {
            Step::Act { seat: id, action } => {
                let seat = seat(&*self.session, id)?;
                self.session.play(seat, action).map(drop).map_err(|refusal| refusal.to_string())
            }
            Step::Chance { chance } => self.chance(chance),
            Step::Undo { undo } => match (0..*undo).all(|_| self.session.undo()) {
                true => Ok(()),
                false => Err("more is taken back than was played".into()),
            },
            Step::Resign { resign, relief } => {
                let quitter = seat(&*self.session, resign)?;
                // With a relief the match went on.
                self.quitter = relief.is_none().then_some(quitter);
                Ok(())
            }
        }
    }

    fn chance(&mut self, chance: &str) -> Result<(), String> {
        if let Some(dice) = &self.dice {
            let lots = self.session.lots();
            let weights: Vec<u32> = lots.iter().map(|lot| lot.weight).collect();
            let drawn = dice.pick(self.throws, &weights).map(|at| lots[at].outcome.as_str());
            if drawn != Some(chance) {
                return Err(format!("the seed gives {} here", drawn.unwrap_or("nothing")));
            }
        }
        self.throws += 1;
        self.session.befall(chance).map(drop).map_err(|refusal| refusal.to_string())
    }

    fn finish(self, record: &Record) -> Result<Replay, ReplayError> {
        let seats = self.session.seats().len();
        let outcome = match self.quitter {
            Some(quitter) => Some(Outcome::shared(SeatSet::first(seats as u8).without(quitter))),
            None => self.session.outcome(),
        };
        let shares = outcome.map(|outcome| outcome.shares[..seats].to_vec());
        let account = outcome.and_then(|outcome| self.session.account(&outcome));
        let claimed = record.result.as_ref();
        if claimed.map(|result| &result.shares) != shares.as_ref() {
            return Err(ReplayError::Result);
        }
        if claimed.and_then(|result| result.account.as_ref()).is_some_and(|claimed| Some(claimed) != account.as_ref()) {
            return Err(ReplayError::Account);
        }
        let throws_checked = if self.dice.is_some() { self.throws } else { 0 };
        Ok(Replay { session: self.session, outcome, throws_checked })
    }
}

fn words(step: &Step) -> String {
    match step {
        Step::Act { seat, action } => format!("{seat} {action}"),
        Step::Chance { chance } => format!("throw {chance}"),
        Step::Undo { undo } => format!("undo {undo}"),
        Step::Resign { resign, relief: None } => format!("{resign} resigns"),
        Step::Resign { resign, relief: Some(relief) } => format!("{resign} resigns, {relief} plays on"),
    }
}
