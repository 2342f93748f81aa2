//! Replays a record and verifies it.

use crate::board_hash;
use crate::chains::Chains;
use crate::devices;
use crate::dice::{self, Dice, Draw, Numbers};
use crate::record::PAUSES;
use crate::shared_win::{claimed_win, shared_win};
use crate::{fingerprint, unhex};
use chain::{LENGTH, Link};
use kernel::dynamic::{DynGame, DynMatch, MatchConfig};
use kernel::record::{Purpose, Record, Step, Unplayable};
use kernel::{Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A replayed record.
pub struct Replay {
    /// The match at its last step.
    pub game_match: Box<dyn DynMatch>,
    /// The result, also by resignation or on time.
    pub outcome: Option<Outcome>,
    /// Was it ended without a result?
    pub aborted: bool,
    /// Number of throws that were checked against the seed.
    pub throws_checked: u64,
    /// Number of throws that players made with their own dice and entered: they cannot be checked.
    pub entered: u64,
    /// Every throw of the table's dice, including those that were undone.
    pub throws: Vec<ThrowChecked>,
    /// The key of the dice in hexadecimal, once the seed is revealed; none with dice of version 3.
    pub key: Option<String>,
    /// With dice of version 3: the seats whose devices took part, with the anchors they committed to.
    pub anchors: Vec<(String, String)>,
}

/// A throw with everything that determines it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ThrowChecked {
    /// Its step in the record, from 1.
    pub step: usize,
    /// Its number in the match, from 0, to which it is bound.
    pub number: u64,
    /// What it was thrown for. From version 2 on it is bound to this as well.
    pub purpose: Purpose,
    /// The outcome in notation.
    pub outcome: String,
    /// The links that are mixed in its key, each with whose it is, with dice of version 3.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(String, String)>,
    /// The arithmetic, once what it follows from is revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
}

/// Why a record cannot be replayed, or is not correct.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The format or the rules version is unknown.
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
    /// The match cannot be set up.
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
    /// The result does not follow from the steps.
    #[error("the result in the record does not follow from its steps")]
    Result,
    /// The account does not follow from the steps.
    #[error("the account in the record does not follow from its steps")]
    Account,
    /// The seed is not the one that was published.
    #[error("the seed does not match the published fingerprint: the dice were changed")]
    Commitment,
    /// It has dice of a version that is not known, or lacks what they need.
    #[error("its dice cannot be checked: {0}")]
    Dice(&'static str),
}

/// Replays a record from its first step. Checks the board, the legality of every step, the result
/// and, once the seed is revealed, every throw.
pub fn replay(game: &dyn DynGame, record: &Record) -> Result<Replay, ReplayError> {
    let info = game.info();
    if record.game != info.slug {
        return Err(ReplayError::OtherGame(record.game.clone()));
    }
    record.check(info)?;
    let found = board_hash(record.board.as_deref().unwrap_or(game.standard_board()));
    if found != record.board_hash {
        return Err(ReplayError::OtherBoard { wanted: record.board_hash.clone(), found });
    }
    let players = u8::try_from(record.seats.len()).unwrap_or(u8::MAX);
    let (options, board, rules_version) = (record.options.clone(), record.board.clone(), record.rules_version);
    let config = MatchConfig { players, options, board, rules_version };
    let setup = |faults: Vec<kernel::Fault>| {
        ReplayError::Setup(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    };
    let mut game_match = game.open(&config).map_err(setup)?;
    if let Some(start) = &record.start {
        game_match.place(start.clone()).map_err(setup)?;
    }
    let mut player = Player::new(game_match, dice_of(record)?, chains_of(record)?);
    for (index, step) in record.steps.iter().enumerate() {
        player.step(index + 1, step, record).map_err(|why| ReplayError::Step {
            step: index + 1,
            what: step.words(),
            why,
        })?;
    }
    if !record.times.is_empty() && record.times.len() != record.steps.len() {
        return Err(ReplayError::Setup("it does not have a time for every step".into()));
    }
    check_pauses(record)?;
    player.finish(record)
}

/// The outages during which clocks stood still come in order, and each ends after it begins.
fn check_pauses(record: &Record) -> Result<(), ReplayError> {
    let wrong = |why: String| ReplayError::Setup(format!("its outages are wrong: {why}"));
    let Some(pauses) = record.pace.as_ref().and_then(|pace| pace.get(PAUSES)) else { return Ok(()) };
    let pauses = Vec::<(i64, i64)>::deserialize(pauses).map_err(|error| wrong(error.to_string()))?;
    if pauses.iter().any(|(from, until)| from >= until) {
        return Err(wrong("one ends before it begins".into()));
    }
    if pauses.windows(2).any(|pair| pair[1].1 <= pair[0].1) {
        return Err(wrong("they are not in order".into()));
    }
    Ok(())
}

/// The chains of a record with dice of version 3, checked against its secret if that is revealed.
fn chains_of(record: &Record) -> Result<Option<ChainsOfRecord>, ReplayError> {
    if record.dice < 3 {
        return Ok(None);
    }
    if record.dice > 3 {
        return Err(ReplayError::Dice("this program knows versions 1 to 3"));
    }
    let (Some(id), Some(commitment)) = (&record.id, &record.commitment) else {
        return Err(ReplayError::Dice("it has no id or no commitment"));
    };
    let anchor = Link::read(commitment).ok_or(ReplayError::Dice("the commitment is no anchor"))?;
    if let Some(secret) = &record.seed {
        let secret = Link::read(secret).ok_or(ReplayError::Commitment)?;
        if secret.back(LENGTH) != anchor {
            return Err(ReplayError::Commitment);
        }
    }
    Ok(Some(ChainsOfRecord { chains: Chains::new(id, record.seats.len()), server: anchor, at: 0 }))
}

/// The chains of the seats, and the server's newest link with its number.
struct ChainsOfRecord {
    chains: Chains,
    server: Link,
    at: u64,
}

impl ChainsOfRecord {
    /// The server's link of a throw that is made for the first time.
    fn server_link(&mut self, number: u64, text: Option<&str>) -> Result<Link, String> {
        let link = text.and_then(Link::read).ok_or("the server’s link is missing")?;
        let number = (number + 1).min(LENGTH);
        let places = number.checked_sub(self.at).ok_or("the server’s links are not in order")?;
        if link.back(places) != self.server {
            return Err("the server’s link does not belong to the chain it committed to".into());
        }
        (self.server, self.at) = (link, number);
        Ok(link)
    }

    /// The key of the next throw, after all links were checked.
    fn key(
        &mut self,
        number: u64,
        purpose: &Purpose,
        step: &Step,
        game_match: &dyn DynMatch,
    ) -> Result<[u8; 32], String> {
        let Step::Chance { link, by, server, .. } = step else { return Err("it is no throw".into()) };
        if let Some(seat) = self.chains.owing().iter().next() {
            return Err(format!("{} had not revealed a contribution to the dice", game_match.seat_name(seat)));
        }
        if let Some(key) = self.chains.key(number) {
            return match (link, by, server) {
                (None, None, None) => Ok(key),
                _ => Err("a throw that falls again has no links".into()),
            };
        }
        let thrower = match (devices::thrower(&self.chains, game_match), link) {
            (None, None) if by.is_none() => None,
            (Some(seat), Some(link)) if by.as_deref().and_then(|by| game_match.seat(by)) == Some(seat) => {
                Some((seat, Link::read(link).ok_or("the link is malformed")?))
            }
            _ => return Err("its link is missing, or of another seat".into()),
        };
        let server = self.server_link(number, server.as_deref())?;
        self.chains.throw(number, purpose, server, thrower).map_err(|wrong| wrong.to_string())
    }
}

fn dice_of(record: &Record) -> Result<Option<Dice>, ReplayError> {
    if record.dice > 2 {
        return Ok(None);
    }
    let (Some(seed), Some(commitment)) = (&record.seed, &record.commitment) else { return Ok(None) };
    let bytes = unhex(seed).unwrap_or_default();
    if &fingerprint(&bytes) != commitment {
        return Err(ReplayError::Commitment);
    }
    Ok(record.id.as_ref().map(|id| Dice::of_version(record.dice, &bytes, id, &record.nonces)))
}

struct Player {
    game_match: Box<dyn DynMatch>,
    dice: Option<Dice>,
    chains: Option<ChainsOfRecord>,
    numbers: Numbers,
    throws: Vec<ThrowChecked>,
    entered: u64,
    away: SeatSet,
    /// Seats that were opened during the match.
    open: SeatSet,
    aborted: bool,
    /// The result, if the match did not end by the rules of the game.
    ending: Option<Outcome>,
    /// The same in old records, in which eliminated players and partners shared the win as well.
    formerly: Option<Outcome>,
}

impl Player {
    fn new(game_match: Box<dyn DynMatch>, dice: Option<Dice>, chains: Option<ChainsOfRecord>) -> Self {
        let (numbers, throws) = (Numbers::default(), Vec::new());
        let (away, open) = (SeatSet::EMPTY, SeatSet::EMPTY);
        let (ending, formerly) = (None, None);
        let (entered, aborted) = (0, false);
        Player { game_match, dice, chains, numbers, throws, entered, away, open, aborted, ending, formerly }
    }

    fn step(&mut self, index: usize, step: &Step, record: &Record) -> Result<(), String> {
        if self.ending.is_some() || self.aborted {
            return Err("the match had ended before it".into());
        }
        if step.is_play() && !self.open.is_empty() {
            return Err("a seat was open, and nobody can play then".into());
        }
        match step {
            Step::Act { seat, action } => {
                let seat = self.seat(seat)?;
                let played = self.game_match.play(seat, action).map_err(|refusal| refusal.to_string())?;
                played.iter().for_each(|_| self.numbers.played());
            }
            Step::Chance { chance, .. } => self.chance(index, chance, step, record)?,
            Step::Commit { commit, anchor } => self.commit(commit, anchor)?,
            Step::Reveal { reveal, link } => self.reveal(reveal, link)?,
            Step::Withdraw { withdraw } => {
                let seat = self.seat(withdraw)?;
                self.chains()?.drop_out(seat);
            }
            Step::Entered { entered } => {
                self.game_match.apply_chance(entered).map_err(|refusal| refusal.to_string())?;
                self.numbers.played();
                self.entered += 1;
            }
            Step::Undo { undo } => self.undo(*undo)?,
            Step::Resign { resign, relief } => self.gone(resign, relief.is_none())?,
            Step::Flag { flag, relief } => {
                if record.pace.is_none() {
                    return Err("the match has no clock".into());
                }
                self.gone(flag, relief.is_none())?;
            }
            Step::Draw { .. } => {
                self.ending = Some(shared_win(&*self.game_match, self.game_match.contenders()));
                self.formerly = Some(Outcome::shared(self.everybody()));
            }
            Step::Relieve { relieve, .. } => {
                let seat = self.seat(relieve)?;
                self.away = self.away.with(seat);
                self.with_chains(|chains| chains.relieve(seat));
            }
            Step::Return { back } => {
                let seat = self.seat(back)?;
                if !self.away.contains(seat) {
                    return Err("nobody was away from this seat".into());
                }
                self.away = self.away.without(seat);
                self.with_chains(|chains| chains.come_back(seat));
            }
            Step::Claim { claim, absent } => self.claim(claim, absent)?,
            Step::Abort { abort, .. } => self.aborted = self.seat(abort).map(|_| true)?,
            Step::Vacate { vacate } => {
                let seat = self.seat(vacate)?;
                self.open = self.open.with(seat);
                self.with_chains(|chains| chains.drop_out(seat));
            }
            Step::Sit { sit, .. } => {
                let seat = self.seat(sit)?;
                if !self.open.contains(seat) {
                    return Err("this seat was not open".into());
                }
                self.open = self.open.without(seat);
            }
        }
        Ok(())
    }

    /// A player was gone, and the other one claimed the win.
    fn claim(&mut self, by: &str, absent: &[String]) -> Result<(), String> {
        let mut gone = SeatSet::EMPTY;
        for seat in absent {
            gone = gone.with(self.seat(seat)?);
        }
        if gone.is_empty() || gone.contains(self.seat(by)?) {
            return Err("only a player who is left can claim the win".into());
        }
        self.ending = Some(claimed_win(&*self.game_match, gone));
        Ok(())
    }

    fn seat(&self, id: &str) -> Result<Seat, String> {
        self.game_match.seat(id).ok_or(format!("there is no seat {id}"))
    }

    fn everybody(&self) -> SeatSet {
        SeatSet::first(self.game_match.seats().len() as u8)
    }

    /// The seat resigned or ran out of time, which may have ended the match.
    fn gone(&mut self, seat: &str, ended: bool) -> Result<(), String> {
        let seat = self.seat(seat)?;
        if !ended {
            self.with_chains(|chains| chains.relieve(seat));
        }
        if ended {
            let winners = self.game_match.contenders().without(seat);
            let winners = self.game_match.partner(seat).map_or(winners, |partner| winners.without(partner));
            self.ending = Some(shared_win(&*self.game_match, winners));
            self.formerly = Some(Outcome::shared(self.everybody().without(seat)));
        }
        Ok(())
    }

    fn undo(&mut self, steps: u32) -> Result<(), String> {
        for _ in 0..steps {
            self.numbers.take_back(self.game_match.played());
            if !self.game_match.undo() {
                return Err("it undoes more steps than were played".into());
            }
        }
        Ok(())
    }

    /// The links of the throw that was just made; none if it fell again after an undo.
    fn mixed(&self, step: &Step) -> Vec<(String, String)> {
        let (Some(ours), Step::Chance { server: Some(server), .. }) = (&self.chains, step) else { return Vec::new() };
        let id = |seat: Seat| self.game_match.seats().get(seat.index()).map_or("", |info| info.id).to_owned();
        let seats = ours.chains.newest().map(|(seat, link)| (id(seat), link.to_string()));
        [("server".to_owned(), server.clone())].into_iter().chain(seats).collect()
    }

    fn with_chains(&mut self, change: impl FnOnce(&mut Chains)) {
        if let Some(ours) = &mut self.chains {
            change(&mut ours.chains);
        }
    }

    fn chains(&mut self) -> Result<&mut Chains, String> {
        self.chains.as_mut().map(|ours| &mut ours.chains).ok_or("its dice have no chains".into())
    }

    fn commit(&mut self, seat: &str, anchor: &str) -> Result<(), String> {
        let seat = self.seat(seat)?;
        let anchor = Link::read(anchor).ok_or("the anchor is malformed")?;
        let chains = self.chains()?;
        chains.commit(seat, anchor, chains.thrown());
        Ok(())
    }

    fn reveal(&mut self, seat: &str, link: &str) -> Result<(), String> {
        let seat = self.seat(seat)?;
        let link = Link::read(link).ok_or("the link is malformed")?;
        let chains = self.chains()?;
        if !chains.owing().contains(seat) {
            return Err("this seat had nothing to reveal".into());
        }
        chains.reveal(seat, link, chains.thrown()).map_err(|wrong| wrong.to_string())
    }

    /// The draw of the next throw, if what it follows from is known.
    fn draw(&mut self, number: u64, purpose: &Purpose, step: &Step) -> Result<Option<Draw>, String> {
        let Some(chains) = &mut self.chains else {
            return Ok(self.dice.as_ref().and_then(|dice| dice.draw(number, purpose)));
        };
        let key = chains.key(number, purpose, step, &*self.game_match)?;
        let weights: Vec<u32> = purpose.outcomes.iter().map(|(_, weight)| *weight).collect();
        Ok(dice::drawn(key, 0, &weights))
    }

    fn chance(&mut self, index: usize, chance: &str, step: &Step, record: &Record) -> Result<(), String> {
        let purpose = dice::purpose(&*self.game_match).ok_or("there is nothing to throw here")?;
        let number = self.numbers.next(self.game_match.played());
        if let Some(claimed) = record.throws.get(self.throws.len()) {
            let same = record.purposes.get(claimed.purpose) == Some(&purpose) && claimed.number == number;
            if !same {
                return Err("the record has another purpose or number for this throw".into());
            }
        } else if !record.throws.is_empty() {
            return Err("the record has no purpose for this throw".into());
        }
        let draw = self.draw(number, &purpose, step)?;
        let gives = draw.as_ref().map(|draw| purpose.outcomes[draw.at].0.as_str());
        if (self.dice.is_some() || self.chains.is_some()) && gives != Some(chance) {
            return Err(format!("the dice give {} here", gives.unwrap_or("nothing")));
        }
        self.game_match.apply_chance(chance).map_err(|refusal| refusal.to_string())?;
        self.numbers.threw(number);
        let (links, outcome) = (self.mixed(step), chance.to_owned());
        self.throws.push(ThrowChecked { step: index, number, purpose, outcome, links, draw });
        Ok(())
    }

    fn finish(self, record: &Record) -> Result<Replay, ReplayError> {
        let seats = self.game_match.seats().len();
        let claimed = record.result.as_ref();
        let claims = |outcome: &Option<Outcome>| {
            let shares = outcome.as_ref().map(|outcome| &outcome.shares[..seats]);
            same_shares(claimed.map(|result| &result.shares[..]), shares)
        };
        let outcome = self.ending.or_else(|| self.game_match.outcome()).filter(|_| !self.aborted);
        let outcome =
            std::iter::once(outcome).chain(self.formerly.map(Some)).find(claims).ok_or(ReplayError::Result)?;
        let account = outcome.and_then(|outcome| self.game_match.account(&outcome));
        if claimed.and_then(|result| result.account.as_ref()).is_some_and(|claimed| Some(claimed) != account.as_ref()) {
            return Err(ReplayError::Account);
        }
        Ok(Replay {
            throws_checked: if self.dice.is_some() || self.chains.is_some() { self.throws.len() as u64 } else { 0 },
            key: self.dice.as_ref().map(Dice::key),
            anchors: anchors(record),
            game_match: self.game_match,
            outcome,
            aborted: self.aborted,
            entered: self.entered,
            throws: self.throws,
        })
    }
}

/// The anchors that devices committed to, the last one for each seat.
fn anchors(record: &Record) -> Vec<(String, String)> {
    let committed = |seat: &str| {
        record.steps.iter().rev().find_map(|step| match step {
            Step::Commit { commit, anchor } if commit == seat => Some(anchor.clone()),
            Step::Vacate { vacate: void } | Step::Withdraw { withdraw: void } if void == seat => Some(String::new()),
            _ => None,
        })
    };
    let seats = record.seats.iter().map(|seat| &seat.seat);
    let found = seats.filter_map(|seat| Some((seat.clone(), committed(seat)?)));
    found.filter(|(_, anchor)| !anchor.is_empty()).collect()
}

/// Are the shares the same? Old records have them in single precision.
fn same_shares(claimed: Option<&[f64]>, played: Option<&[f64]>) -> bool {
    let single = |share: f64| (share as f32).to_string().parse().unwrap_or(share);
    let same = |(claimed, played): (&f64, &f64)| claimed == played || *claimed == single(*played);
    match (claimed, played) {
        (Some(claimed), Some(played)) => claimed.len() == played.len() && claimed.iter().zip(played).all(same),
        (claimed, played) => claimed.is_none() && played.is_none(),
    }
}
