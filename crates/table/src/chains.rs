//! Dice of version 3: what each seat brings to the throws of a match, and the key of each throw.
//!
//! The server and the device of every seat bring a hash chain ([`chain::Chain`]). Devices first commit to their anchors,
//! then reveal the next link in a *round*, and then send one link with each throw. A throw mixes the server's next link with
//! the newest link of every seat, so nobody can choose it, and neither side knows it before the other has sent its
//! link. A table in play and the replay of a record both go through [`Chains`], so that there is one reading of the
//! protocol; `docs/fair-dice.md` says what it proves.
//!
//! A link has an *absolute index* that follows from the number of throws and rounds alone. So nobody gets another throw by
//! choosing among moves, or by undoing some.

use chain::{LENGTH, Link};
use kernel::record::Purpose;
use kernel::{Seat, SeatSet};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The key of a throw, from which its outcome follows.
pub(crate) type Key = [u8; 32];

/// Why a link is not the one that is wanted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum WrongLink {
    #[error("the seat has no chain")]
    NoChain,
    #[error("the link does not belong to the seat's chain")]
    OtherChain,
}

/// What a seat brings to the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Part {
    /// Nothing: a computer, or a person without a device.
    #[default]
    Nothing,
    /// A device that has not committed yet.
    Expected,
    /// A device's chain.
    Chain(SeatChain),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SeatChain {
    anchor: Link,
    /// The absolute index of the anchor.
    since: u64,
    /// The newest link that is known, and its absolute index.
    newest: Link,
    at: u64,
}

impl SeatChain {
    /// The newest absolute index up to this one that the chain has.
    fn reach(&self, index: u64) -> u64 {
        index.min(self.since + LENGTH)
    }

    fn is_revealed(&self) -> bool {
        self.at > self.since
    }
}

/// What all seats bring, and the keys of all throws so far.
#[derive(Clone, Debug)]
pub(crate) struct Chains {
    id: Arc<str>,
    parts: Vec<Part>,
    /// Seats that a computer plays for the person whose device it is.
    relieved: SeatSet,
    /// The current round, from 0, and the seats that have revealed in it.
    round: u64,
    revealed: SeatSet,
    /// The key of each throw, by its number.
    keys: Arc<Vec<Key>>,
}

impl Chains {
    /// Nobody brings anything yet.
    pub(crate) fn new(id: &str, seats: usize) -> Chains {
        let (relieved, revealed) = (SeatSet::EMPTY, SeatSet::EMPTY);
        Chains { id: id.into(), parts: vec![Part::Nothing; seats], relieved, round: 0, revealed, keys: Arc::default() }
    }

    fn seats(&self, which: impl Fn(&Part) -> bool) -> SeatSet {
        let there = |seat: &Seat| !self.relieved.contains(*seat) && which(&self.parts[seat.index()]);
        let all = (0..self.parts.len()).map(|seat| Seat(seat as u8));
        all.filter(there).fold(SeatSet::EMPTY, SeatSet::with)
    }

    fn part(&mut self, seat: Seat) -> &mut Part {
        &mut self.parts[seat.index()]
    }

    fn chain(&self, seat: Seat) -> Option<&SeatChain> {
        match self.parts.get(seat.index()) {
            Some(Part::Chain(chain)) => Some(chain),
            _ => None,
        }
    }

    /// A device of this seat will commit.
    pub(crate) fn expect(&mut self, seat: Seat) {
        *self.part(seat) = Part::Expected;
    }

    /// The seat brings nothing from now on.
    pub(crate) fn drop_out(&mut self, seat: Seat) {
        *self.part(seat) = Part::Nothing;
        self.relieved = self.relieved.without(seat);
    }

    /// A computer plays the seat. A device that has not revealed its contribution does not play on it: it has to commit to
    /// another one if its player comes back.
    pub(crate) fn relieve(&mut self, seat: Seat) {
        if self.owing().contains(seat) || self.chain(seat).is_some_and(|chain| !chain.is_revealed()) {
            *self.part(seat) = Part::Expected;
        }
        self.relieved = self.relieved.with(seat);
    }

    /// The seat's player is back.
    pub(crate) fn come_back(&mut self, seat: Seat) {
        self.relieved = self.relieved.without(seat);
    }

    /// The seats whose devices have not committed yet.
    pub(crate) fn expected(&self) -> SeatSet {
        self.seats(|part| *part == Part::Expected)
    }

    /// The seats that have a device, whether it takes part now or not.
    pub(crate) fn with_device(&self) -> SeatSet {
        let all = (0..self.parts.len()).map(|seat| Seat(seat as u8));
        all.filter(|seat| self.parts[seat.index()] != Part::Nothing).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// The seats whose devices take part.
    pub(crate) fn devices(&self) -> SeatSet {
        self.seats(|part| matches!(part, Part::Chain(_)))
    }

    /// The seats whose devices have committed and not revealed yet in this round.
    pub(crate) fn owing(&self) -> SeatSet {
        self.revealed.iter().fold(self.devices(), SeatSet::without)
    }

    /// May the device commit without asking the other people: is its first commitment due, or has nobody revealed
    /// anything since?
    pub(crate) fn may_commit(&self, seat: Seat) -> bool {
        let fresh = self.chain(seat).is_some_and(|chain| !chain.is_revealed()) && self.revealed.is_empty();
        fresh || self.expected().contains(seat)
    }

    /// The seat's device commits to a chain when `thrown` throws have been made. If anybody has revealed a link in this
    /// round, another one begins: what is committed to now must not depend on what was revealed.
    pub(crate) fn commit(&mut self, seat: Seat, anchor: Link, thrown: u64) {
        if !self.revealed.is_empty() {
            self.round += 1;
            self.revealed = SeatSet::EMPTY;
        }
        let since = thrown + self.round;
        *self.part(seat) = Part::Chain(SeatChain { anchor, since, newest: anchor, at: since });
    }

    /// Has the seat's device revealed anything?
    pub(crate) fn has_revealed(&self, seat: Seat) -> bool {
        self.chain(seat).is_some_and(SeatChain::is_revealed)
    }

    /// The anchor of the seat's chain.
    pub(crate) fn anchor(&self, seat: Seat) -> Option<Link> {
        self.chain(seat).map(|chain| chain.anchor)
    }

    /// The absolute index of the links that this round reveals.
    pub(crate) fn index_of_reveal(&self, thrown: u64) -> u64 {
        thrown + self.round + 1
    }

    /// The absolute index of the link that goes with a throw.
    pub(crate) fn index_of_throw(&self, number: u64) -> u64 {
        number + self.round + 2
    }

    /// The number of that link in the seat's own chain, from 1.
    pub(crate) fn own_index(&self, seat: Seat, index: u64) -> Option<u64> {
        self.chain(seat).map(|chain| chain.reach(index).saturating_sub(chain.since))
    }

    /// Is this the seat's link with that index?
    pub(crate) fn check(&self, seat: Seat, index: u64, link: Link) -> Result<(), WrongLink> {
        let chain = self.chain(seat).ok_or(WrongLink::NoChain)?;
        let places = chain.reach(index).checked_sub(chain.at).ok_or(WrongLink::OtherChain)?;
        if link.back(places) == chain.newest { Ok(()) } else { Err(WrongLink::OtherChain) }
    }

    fn take(&mut self, seat: Seat, index: u64, link: Link) -> Result<(), WrongLink> {
        self.check(seat, index, link)?;
        if let Part::Chain(chain) = self.part(seat) {
            (chain.newest, chain.at) = (link, chain.reach(index));
        }
        Ok(())
    }

    /// The seat's device reveals its link of this round.
    pub(crate) fn reveal(&mut self, seat: Seat, link: Link, thrown: u64) -> Result<(), WrongLink> {
        self.take(seat, self.index_of_reveal(thrown), link)?;
        self.revealed = self.revealed.with(seat);
        Ok(())
    }

    /// Makes throw `number` with the links of the server and of the seat whose device throws or draws, and returns its key.
    pub(crate) fn throw(
        &mut self,
        number: u64,
        purpose: &Purpose,
        server: Link,
        thrower: Option<(Seat, Link)>,
    ) -> Result<Key, WrongLink> {
        if let Some((seat, link)) = thrower {
            self.take(seat, self.index_of_throw(number), link)?;
        }
        let key = self.mixed(number, purpose, server);
        Arc::make_mut(&mut self.keys).push(key);
        Ok(key)
    }

    /// The key of a throw that was made before.
    pub(crate) fn key(&self, number: u64) -> Option<Key> {
        self.keys.get(usize::try_from(number).ok()?).copied()
    }

    /// The newest link of each seat that brings one.
    pub(crate) fn newest(&self) -> impl Iterator<Item = (Seat, Link)> {
        let seats = (0..self.parts.len()).map(|seat| Seat(seat as u8));
        seats.filter_map(|seat| Some((seat, self.chain(seat)?.newest)))
    }

    /// The number of different throws so far.
    pub(crate) fn thrown(&self) -> u64 {
        self.keys.len() as u64
    }

    /// The parts of a throw's key, each with its name.
    fn mixed(&self, number: u64, purpose: &Purpose, server: Link) -> Key {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        };
        part(b"boxtop throw 3");
        part(self.id.as_bytes());
        part(&number.to_be_bytes());
        part(purpose.thrower.as_deref().unwrap_or("").as_bytes());
        part(server.bytes());
        for seat in &self.parts {
            match seat {
                Part::Chain(chain) => part(chain.newest.bytes()),
                Part::Nothing | Part::Expected => part(b""),
            }
        }
        for (outcome, weight) in &purpose.outcomes {
            part(outcome.as_bytes());
            part(&u64::from(*weight).to_be_bytes());
        }
        hash.finalize().into()
    }
}
