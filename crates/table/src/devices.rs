//! The devices of the players at a table: who still has to commit or to reveal, and which link a throw takes.
//!
//! What is done with chains and links is in [`crate::chains`]; here are the commands, and what a table asks of its
//! devices.

use crate::apply::Applied;
use crate::chains::Chains;
use crate::decline::Decline;
use crate::dice;
use crate::event::{Event, Proposal};
use crate::occupant::Occupant;
use crate::question::Question;
use crate::table::Table;
use chain::{Chain, Link};
use kernel::dynamic::DynMatch;
use kernel::record::{Purpose, Step};
use kernel::{Seat, SeatSet, Turn};
use std::sync::{Arc, OnceLock};

/// The link that a device sends next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NextLink {
    /// The seat.
    pub seat: Seat,
    /// The number of the link in the seat's chain, from 1.
    pub index: u64,
    /// The anchor of that chain.
    pub anchor: Link,
    /// What it is sent with now, without the player; `None` if it goes with the player's next throw.
    pub now: Option<SentWith>,
}

/// What a device sends a link with by itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SentWith {
    /// It is revealed in a round.
    Reveal,
    /// It makes a draw that no seat throws.
    Draw,
}

/// The server's chain, made when the first throw needs it.
#[derive(Clone, Default)]
pub(crate) struct ServerChain(Arc<OnceLock<Chain>>);

impl ServerChain {
    /// The server's link for a throw.
    fn link(&self, secret: &str, number: u64) -> Link {
        let secret = || Link::read(secret).unwrap_or(Link::new([0; 32]));
        self.0.get_or_init(|| Chain::new(secret())).link(number + 1)
    }
}

/// What the seats bring at the opening of a match.
pub(crate) fn at_opening(id: &str, devices: &[String], game_match: &dyn DynMatch) -> Chains {
    let mut chains = Chains::new(id, game_match.seats().len());
    devices.iter().filter_map(|seat| game_match.seat(seat)).for_each(|seat| chains.expect(seat));
    chains
}

/// The seat whose device makes the next throw: that of the seat that throws, or if none does, of the one that acted last.
pub(crate) fn thrower(chains: &Chains, game_match: &dyn DynMatch) -> Option<Seat> {
    let last_to_act = || {
        game_match.played().iter().rev().find_map(|played| match &played.step {
            Step::Act { seat, .. } => game_match.seat(seat),
            _ => None,
        })
    };
    game_match.thrower().or_else(last_to_act).filter(|seat| chains.devices().contains(*seat))
}

pub(crate) fn read_link(text: &str) -> Result<Link, Decline> {
    Link::read(text).ok_or(Decline::BadLink)
}

impl Table {
    /// The seats whose devices still have to commit.
    pub fn wants_anchor(&self) -> SeatSet {
        match &self.chains {
            Some(chains) if !self.is_over() => chains.expected(),
            _ => SeatSet::EMPTY,
        }
    }

    /// The seats whose devices still have to reveal a link: none before every seat is taken and every device has
    /// committed.
    pub fn wants_link(&self) -> SeatSet {
        match &self.chains {
            Some(chains)
                if !self.is_over() && !self.seats.contains(&Occupant::Open) && chains.expected().is_empty() =>
            {
                chains.owing()
            }
            _ => SeatSet::EMPTY,
        }
    }

    /// The seats that still have to add to the dice before the next throw.
    pub fn wants_dice(&self) -> SeatSet {
        let sets = [self.wants_nonce(), self.wants_anchor(), self.wants_link()];
        sets.iter().flat_map(|set| set.iter()).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// The seat whose device makes the draw that is due, if no seat throws.
    pub fn drawer(&self) -> Option<Seat> {
        let draws = self.turn() == Turn::Chance && self.game_match.thrower().is_none();
        self.chains.as_ref().filter(|_| draws).and_then(|chains| thrower(chains, &*self.game_match))
    }

    /// The seat that makes the next throw: the one that throws, or the one whose device draws.
    pub fn hand(&self) -> Option<Seat> {
        self.game_match.thrower().or_else(|| self.drawer())
    }

    /// The seats whose devices take part in the dice.
    pub fn devices(&self) -> SeatSet {
        self.chains.as_ref().map_or(SeatSet::EMPTY, Chains::devices)
    }

    /// The seats whose players have a device, also while a computer plays for them or before it has committed.
    pub(crate) fn with_device(&self) -> SeatSet {
        self.chains.as_ref().map_or(SeatSet::EMPTY, Chains::with_device)
    }

    /// Which link each of these seats sends next, if it has a device.
    pub fn next_links(&self, mine: SeatSet) -> Vec<NextLink> {
        let Some(chains) = self.chains.as_ref().filter(|_| !self.is_over() && !self.is_waiting()) else {
            return Vec::new();
        };
        let (wanted, drawer, thrown) = (self.wants_link(), self.drawer(), chains.thrown());
        let ready = self.wants_dice().is_empty();
        // A throw that falls again takes no link.
        if ready && self.numbers.next(self.game_match.played()) < thrown {
            let again = drawer.filter(|seat| mine.contains(*seat));
            return again
                .and_then(|seat| self.next_link(chains, seat, thrown, Some(SentWith::Draw)))
                .into_iter()
                .collect();
        }
        let link = |seat: Seat| match wanted.contains(seat) {
            true => self.next_link(chains, seat, chains.index_of_reveal(thrown), Some(SentWith::Reveal)),
            false => {
                let now = (ready && drawer == Some(seat)).then_some(SentWith::Draw);
                self.next_link(chains, seat, chains.index_of_throw(thrown), now)
            }
        };
        let seats = mine.iter().filter(|seat| chains.devices().contains(*seat));
        seats.filter_map(link).collect()
    }

    fn next_link(&self, chains: &Chains, seat: Seat, index: u64, now: Option<SentWith>) -> Option<NextLink> {
        Some(NextLink { seat, index: chains.own_index(seat, index)?, anchor: chains.anchor(seat)?, now })
    }

    fn must_have_chains(&self, seat: Seat) -> Result<&Chains, Decline> {
        if self.is_over() {
            return Err(Decline::Over);
        }
        if self.seats[seat.index()].key().is_none() {
            return Err(Decline::NoPerson);
        }
        self.chains.as_ref().ok_or(Decline::NoChains)
    }

    /// Devices commit and reveal by themselves, so what comes after the end is no mistake; it changes nothing.
    pub(crate) fn decide_commit(&self, seat: &str, anchor: &str) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        if self.is_over() {
            return Ok(Vec::new());
        }
        let chains = self.must_have_chains(at)?;
        // Two pages of one browser share a chain, and both send it.
        if chains.anchor(at) == Some(read_link(anchor)?) {
            return Ok(Vec::new());
        }
        match chains.may_commit(at) {
            true => Ok(vec![Event::Committed { seat: seat.to_owned(), anchor: anchor.to_owned() }]),
            false => Err(Decline::Committed),
        }
    }

    pub(crate) fn decide_reveal(&self, seat: &str, link: &str) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        if self.is_over() {
            return Ok(Vec::new());
        }
        let chains = self.must_have_chains(at)?;
        let link = read_link(link)?;
        if !chains.owing().contains(at) {
            let again = chains.newest().any(|newest| newest == (at, link));
            return if again { Ok(Vec::new()) } else { Err(Decline::NothingToReveal) };
        }
        if !self.wants_link().contains(at) {
            return Err(Decline::TooEarly);
        }
        let index = chains.index_of_reveal(chains.thrown());
        chains.check(at, index, link).map_err(|_| Decline::OtherChain)?;
        Ok(vec![Event::Revealed { seat: seat.to_owned(), link: link.to_string() }])
    }

    /// Asks the other people whether the seat may go on with another chain. They are asked because its player, if they
    /// were in league with the host, could know the throws that the old chain would have given.
    pub(crate) fn decide_new_device(&self, seat: &str, anchor: &str) -> Result<Vec<Event>, Decline> {
        let at = self.seat(seat)?;
        if self.must_have_chains(at)?.may_commit(at) {
            return self.decide_commit(seat, anchor);
        }
        read_link(anchor)?;
        self.decide_ask(at, Proposal::Device { anchor: anchor.to_owned() })
    }

    /// The event that follows when everybody agrees to a new device.
    pub(crate) fn device_agreed(&self, question: &Question, anchor: &str) -> Event {
        Event::Committed { seat: self.id(question.by).to_owned(), anchor: anchor.to_owned() }
    }

    pub(crate) fn apply_commit(&mut self, seat: Seat, anchor: &str) -> Result<Applied, String> {
        let link = Link::read(anchor).ok_or("the anchor is malformed")?;
        let chains = self.chains.as_mut().ok_or("this match has no chains")?;
        let renewed = chains.has_revealed(seat);
        chains.commit(seat, link, chains.thrown());
        if renewed {
            self.remark(seat, crate::table::Happened::NewDevice);
        }
        Ok(Step::Commit { commit: self.id(seat).to_owned(), anchor: anchor.to_owned() }.into())
    }

    pub(crate) fn apply_reveal(&mut self, seat: Seat, text: &str) -> Result<Applied, String> {
        let link = Link::read(text).ok_or("the link is malformed")?;
        let chains = self.chains.as_mut().ok_or("this match has no chains")?;
        chains.reveal(seat, link, chains.thrown()).map_err(|wrong| wrong.to_string())?;
        Ok(Step::Reveal { reveal: self.id(seat).to_owned(), link: text.to_owned() }.into())
    }

    /// The link that goes with the next throw, checked; `None` if it takes none.
    pub(crate) fn link_of_throw(&self, chains: &Chains, link: Option<&str>) -> Result<Option<(Seat, Link)>, Decline> {
        let number = self.numbers.next(self.game_match.played());
        let Some(seat) = thrower(chains, &*self.game_match).filter(|_| number >= chains.thrown()) else {
            return Ok(None);
        };
        let link = read_link(link.ok_or(Decline::LinkMissing)?)?;
        chains.check(seat, chains.index_of_throw(number), link).map_err(|_| Decline::OtherChain)?;
        Ok(Some((seat, link)))
    }

    /// The next throw with these chains: its number, its key, and the server's link if it is made for the first time.
    pub(crate) fn key_of_throw(
        &self,
        chains: &mut Chains,
        purpose: &Purpose,
        thrower: Option<(Seat, Link)>,
    ) -> Result<(u64, [u8; 32], Option<Link>), String> {
        let number = self.numbers.next(self.game_match.played());
        if let Some(key) = chains.key(number) {
            return Ok((number, key, None));
        }
        let server = self.server.link(&self.opened.chain, number);
        let key = chains.throw(number, purpose, server, thrower).map_err(|wrong| wrong.to_string())?;
        Ok((number, key, Some(server)))
    }

    /// What the next throw gives with this link, and the link as the event stores it.
    pub(crate) fn drawn_with(&self, purpose: &Purpose, link: Option<&str>) -> Result<(usize, Option<String>), Decline> {
        let nothing = || Decline::NoChains;
        let chains = self.chains.as_ref().ok_or_else(nothing)?;
        let thrower = self.link_of_throw(chains, link)?;
        let (_, key, _) = self.key_of_throw(&mut chains.clone(), purpose, thrower).map_err(|_| Decline::OtherChain)?;
        let weights: Vec<u32> = purpose.outcomes.iter().map(|(_, weight)| *weight).collect();
        let drawn = dice::drawn(key, 0, &weights).ok_or_else(nothing)?;
        Ok((drawn.at, thrower.map(|(_, link)| link.to_string())))
    }
}
