//! What a device keeps of one match: the secrets of its chains, and what it needs to check the dice later.
//!
//! Pure state, without network or clock. `crates/client/src/dice.rs` sends what follows from it. What always holds:
//! - A secret is drawn from the system's randomness and leaves the device only link by link.
//! - A link is given only when its turn has come, by the record's own count of throws and rounds. A host who asks for a later
//!   one could foresee throws, and gets none.
//! - The anchors of all seats are remembered before the device reveals anything. What is committed to afterwards counts only
//!   in a later round: otherwise the host could choose it by what was revealed.

use crate::ClientError;
use chain::{Chain, LENGTH, Link};
use kernel::record::{Record, Step};
use protocol::{LinkWanted, Receipt, SeatLink, View};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of chains of one match that are kept.
const MOST_CHAINS: usize = 64;

/// The secrets of the seats that this device plays in one match, with the receipts and anchors that it has seen.
///
/// Its JSON has secrets: store it where only its owner can read it.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "StoredDevice", from = "StoredDevice")]
pub struct Device {
    of: String,
    chains: Vec<OwnChain>,
    receipts: Vec<Receipt>,
    /// The anchors of all seats that the record had, in its order.
    anchors: Vec<SeenAnchor>,
    /// The links that were sent in rounds.
    reveals: Vec<SentReveal>,
    known: Option<Known>,
    over: bool,
}

/// An anchor that was seen in the record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenAnchor {
    /// The seat's id.
    pub seat: String,
    /// Its anchor, in hexadecimal.
    pub anchor: String,
}

/// A link that this device revealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SentReveal {
    link: String,
    /// How many anchors it had seen then.
    seen: usize,
}

/// A chain of this device.
#[derive(Clone, PartialEq, Eq, Debug)]
struct OwnChain {
    chain: Chain,
    anchor: String,
    /// The seat that it was made for, until the server has it.
    pending: Option<String>,
}

/// What the last record said about the turns of links.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Known {
    /// The number of different throws.
    thrown: u64,
    /// The largest number of throws that the log has had at once.
    shown: u64,
    round: u64,
    /// The absolute index of each of this device's anchors.
    since: BTreeMap<String, u64>,
}

/// Why a device gives no link.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoLink {
    /// The chain is another device's, or its secret is lost.
    Lost,
    /// Its turn has not come, as far as this device knows.
    TooEarly,
}

impl Device {
    /// A device without a seat at the match with this id.
    pub fn new(of: impl Into<String>) -> Device {
        Device { of: of.into(), ..Device::default() }
    }

    /// The match's id.
    pub fn of(&self) -> &str {
        &self.of
    }

    /// The first and the last receipt.
    pub fn receipts(&self) -> &[Receipt] {
        &self.receipts
    }

    /// The anchors of all seats that this device has seen, in the order of the record.
    pub fn anchors(&self) -> &[SeenAnchor] {
        &self.anchors
    }

    /// Is there nothing to keep?
    pub fn is_empty(&self) -> bool {
        self.chains.is_empty() && self.receipts.is_empty()
    }

    /// Was the match over when this device last looked?
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The viewer's seats that began with another device, or whose secret is lost.
    pub fn lost_seats<'a>(&self, view: &'a View) -> Vec<&'a str> {
        let lost = |link: &&SeatLink| self.chain(&link.anchor).is_none();
        view.links.iter().filter(lost).map(|link| link.seat.as_str()).collect()
    }

    /// The anchor to commit to for this seat: that of a new chain, unless the last commitment was never answered.
    pub(crate) fn anchor_for(&mut self, seat: &str, secret: impl FnOnce(usize) -> Result<Link, ClientError>) -> Anchor {
        let pending = self.chains.iter().find(|own| own.pending.as_deref() == Some(seat));
        if let Some(own) = pending {
            return Ok(own.anchor.clone());
        }
        let chain = Chain::new(secret(self.chains.len())?);
        let anchor = chain.anchor().to_string();
        if self.chains.len() == MOST_CHAINS {
            self.chains.remove(0);
        }
        self.chains.push(OwnChain { chain, anchor: anchor.clone(), pending: Some(seat.to_owned()) });
        Ok(anchor)
    }

    /// The server has this anchor, or refuses it: the next commitment takes another one. `false` if nothing has changed.
    pub(crate) fn settle(&mut self, anchor: &str) -> bool {
        let own = self.chains.iter_mut().find(|own| own.anchor == anchor);
        own.is_some_and(|own| own.pending.take().is_some())
    }

    fn chain(&self, anchor: &str) -> Option<&Chain> {
        self.chains.iter().find(|own| own.anchor == anchor).map(|own| &own.chain)
    }

    /// The link that is wanted, if this device has it and its turn has come.
    pub(crate) fn link(&self, wanted: &SeatLink, view: &View) -> Result<Link, NoLink> {
        let chain = self.chain(&wanted.anchor).ok_or(NoLink::Lost)?;
        match self.last_index(wanted, view) {
            Some(last) if wanted.index <= last => Ok(chain.link(wanted.index)),
            _ => Err(NoLink::TooEarly),
        }
    }

    /// The index of the newest link whose turn has come. `None` if the record does not have the chain yet.
    fn last_index(&self, wanted: &SeatLink, view: &View) -> Option<u64> {
        let known = self.known.as_ref()?;
        let since = known.since.get(&wanted.anchor)?;
        // A throw that is beyond the longest log so far is a new one, not one that fell again after an undo.
        let thrown = known.thrown + throws_shown(view).saturating_sub(known.shown);
        let turn = if wanted.now == Some(LinkWanted::Reveal) { 1 } else { 2 };
        Some((thrown + known.round + turn).saturating_sub(*since).min(LENGTH))
    }

    /// Learns from the record whose turn it is, and remembers the anchors in it. Nothing is learned from a record that has
    /// other anchors than this device knew when it revealed: the result is the seat that one belongs to.
    pub(crate) fn learn(&mut self, record: &Record) -> Result<(), String> {
        let (known, anchors) = read(&record.steps);
        let differs = |(at, seen): (usize, &SeenAnchor)| anchors.get(at) != Some(seen);
        let changed = self.anchors.iter().enumerate().find(|seen| differs(*seen)).map(|(_, seen)| seen);
        if let Some(changed) =
            changed.or_else(|| self.reveals.iter().find_map(|sent| slipped_in(&record.steps, &anchors, sent)))
        {
            return Err(changed.seat.clone());
        }
        let since = known.since.into_iter().filter(|(anchor, _)| self.chain(anchor).is_some()).collect();
        self.known = Some(Known { since, ..known });
        self.anchors = anchors;
        Ok(())
    }

    /// This link is sent in a round now. If it was sent before and never came into the record, and somebody has committed since,
    /// it must not be sent again: they may know it. The result is their seat.
    pub(crate) fn reveal(&mut self, link: &str) -> Result<(), String> {
        let seen = self.anchors.len();
        match self.reveals.iter().find(|sent| sent.link == link) {
            Some(sent) => self.anchors.get(sent.seen).map_or(Ok(()), |newer| Err(newer.seat.clone())),
            None => {
                self.reveals.push(SentReveal { link: link.to_owned(), seen });
                Ok(())
            }
        }
    }

    /// Keeps a receipt: the first and the last are enough to notice any change. `false` if nothing has changed.
    pub(crate) fn keep(&mut self, receipt: &Receipt) -> bool {
        let newer = self.receipts.last().is_none_or(|last| last.version < receipt.version);
        if receipt.of != self.of || !newer {
            return false;
        }
        self.receipts.truncate(1);
        self.receipts.push(receipt.clone());
        true
    }

    /// The match is over. `false` if that was known.
    pub(crate) fn end(&mut self) -> bool {
        !std::mem::replace(&mut self.over, true)
    }
}

/// An anchor, unless the system gives no randomness.
type Anchor = Result<String, ClientError>;

/// The number of throws in the log.
fn throws_shown(view: &View) -> u64 {
    view.log.iter().filter(|entry| entry.step.is_some() && entry.seat.is_none()).count() as u64
}

/// An anchor that comes before this reveal in the record, and that the device had not seen when it revealed.
fn slipped_in<'a>(steps: &[Step], anchors: &'a [SeenAnchor], sent: &SentReveal) -> Option<&'a SeenAnchor> {
    let at = steps.iter().position(|step| matches!(step, Step::Reveal { link, .. } if *link == sent.link))?;
    let before = steps[..at].iter().filter(|step| matches!(step, Step::Commit { .. })).count();
    anchors[..before].get(sent.seen)
}

/// Counts the throws and rounds of a record's steps, and collects their anchors.
fn read(steps: &[Step]) -> (Known, Vec<SeenAnchor>) {
    let (mut known, mut anchors, mut revealed) = (Known::default(), Vec::new(), false);
    // Which of the steps in play are throws.
    let mut played: Vec<bool> = Vec::new();
    for step in steps {
        match step {
            Step::Commit { commit, anchor } => {
                known.round += u64::from(std::mem::take(&mut revealed));
                known.since.insert(anchor.clone(), known.thrown + known.round);
                anchors.push(SeenAnchor { seat: commit.clone(), anchor: anchor.clone() });
            }
            Step::Reveal { .. } => revealed = true,
            Step::Undo { undo } => played.truncate(played.len().saturating_sub(*undo as usize)),
            step if step.is_play() => {
                played.push(!matches!(step, Step::Act { .. }));
                known.thrown += u64::from(matches!(step, Step::Chance { server: Some(_), .. }));
                known.shown = known.shown.max(played.iter().filter(|is_throw| **is_throw).count() as u64);
            }
            _ => {}
        }
    }
    (known, anchors)
}

/// A device as JSON. A page's file of receipts has the fields `match`, `receipts` and `anchors` too, with the same meaning.
#[derive(Clone, Serialize, Deserialize)]
struct StoredDevice {
    #[serde(rename = "match")]
    of: String,
    receipts: Vec<Receipt>,
    /// The anchors of each seat.
    anchors: BTreeMap<String, Vec<String>>,
    /// The seat of each anchor, in the order of the record.
    #[serde(default)]
    order: Vec<String>,
    #[serde(default)]
    secrets: Vec<StoredSecret>,
    #[serde(default)]
    reveals: Vec<SentReveal>,
    #[serde(default)]
    over: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct StoredSecret {
    secret: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pending: Option<String>,
}

impl From<Device> for StoredDevice {
    fn from(device: Device) -> StoredDevice {
        let mut anchors = BTreeMap::<String, Vec<String>>::new();
        for seen in &device.anchors {
            anchors.entry(seen.seat.clone()).or_default().push(seen.anchor.clone());
        }
        let secret = |own: OwnChain| StoredSecret { secret: own.chain.link(LENGTH).to_string(), pending: own.pending };
        StoredDevice {
            of: device.of,
            receipts: device.receipts,
            anchors,
            order: device.anchors.into_iter().map(|seen| seen.seat).collect(),
            secrets: device.chains.into_iter().map(secret).collect(),
            reveals: device.reveals,
            over: device.over,
        }
    }
}

impl From<StoredDevice> for Device {
    fn from(stored: StoredDevice) -> Device {
        let own = |stored: StoredSecret| {
            let chain = Chain::new(Link::read(&stored.secret)?);
            Some(OwnChain { anchor: chain.anchor().to_string(), chain, pending: stored.pending })
        };
        let mut anchors: BTreeMap<_, _> =
            stored.anchors.into_iter().map(|(seat, all)| (seat, all.into_iter())).collect();
        let seen = |seat: String| {
            let anchor = anchors.get_mut(&seat)?.next()?;
            Some(SeenAnchor { seat, anchor })
        };
        Device {
            anchors: stored.order.into_iter().filter_map(seen).collect(),
            of: stored.of,
            chains: stored.secrets.into_iter().take(MOST_CHAINS).filter_map(own).collect(),
            receipts: stored.receipts,
            reveals: stored.reveals,
            known: None,
            over: stored.over,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dynamic::MatchConfig;
    use protocol::LogEntry;

    /// A device with one chain, committed for red.
    fn device() -> (Device, Chain) {
        let mut device = Device::new("m");
        let secret = Link::new([7; 32]);
        let anchor = device.anchor_for("red", |_| Ok(secret)).unwrap();
        assert!(device.settle(&anchor) && !device.settle(&anchor));
        (device, Chain::new(secret))
    }

    fn record(steps: Vec<Step>) -> Record {
        let game = games::game("ranger-commandos").unwrap();
        let config = MatchConfig { players: 2, ..MatchConfig::default() };
        Record { steps, ..Record::blank(game.info(), String::new(), &config, Vec::new()) }
    }

    fn commit(seat: &str, anchor: Link) -> Step {
        Step::Commit { commit: seat.into(), anchor: anchor.to_string() }
    }

    fn reveal(link: Link) -> Step {
        Step::Reveal { reveal: "red".into(), link: link.to_string() }
    }

    fn thrown() -> Step {
        Step::Chance { chance: "6".into(), link: None, by: None, server: Some(Link::new([3; 32]).to_string()) }
    }

    /// A view whose log has this many throws.
    fn view(throws: usize) -> View {
        let entry =
            |at: usize| LogEntry { number: at, step: Some(at), seat: None, action: "6".into(), lines: Vec::new() };
        View { log: (1..=throws).map(entry).collect(), ..View::default() }
    }

    fn wanted(chain: &Chain, index: u64, now: Option<LinkWanted>) -> SeatLink {
        SeatLink { seat: "red".into(), index, anchor: chain.anchor().to_string(), now }
    }

    const REVEAL: Option<LinkWanted> = Some(LinkWanted::Reveal);

    #[test]
    fn a_commitment_that_was_never_answered_is_sent_again_and_any_other_is_new() {
        let (mut device, _) = device();
        let first = device.anchor_for("red", |_| Ok(Link::new([8; 32]))).unwrap();
        assert_eq!(device.anchor_for("red", |_| panic!("it is known")).unwrap(), first);
        assert_ne!(device.anchor_for("black", |_| Ok(Link::new([9; 32]))).unwrap(), first);
        device.settle(&first);
        assert_ne!(device.anchor_for("red", |_| Ok(Link::new([10; 32]))).unwrap(), first);
    }

    #[test]
    fn a_link_is_given_when_its_turn_has_come_and_not_before() {
        let (mut device, chain) = device();
        let black = Link::new([1; 32]);
        let given = |device: &Device, index, now, throws| device.link(&wanted(&chain, index, now), &view(throws));
        assert_eq!(given(&device, 1, REVEAL, 0), Err(NoLink::TooEarly), "nothing is known yet");
        let mut steps = vec![commit("red", chain.anchor()), commit("black", black)];
        device.learn(&record(steps.clone())).unwrap();
        assert_eq!(given(&device, 1, REVEAL, 0), Ok(chain.link(1)));
        assert_eq!(given(&device, 2, REVEAL, 0), Err(NoLink::TooEarly));
        assert_eq!(given(&device, 2, None, 0), Ok(chain.link(2)));
        assert_eq!(given(&device, 3, None, 0), Err(NoLink::TooEarly));
        assert_eq!(given(&device, 5, None, 3), Ok(chain.link(5)), "three throws are in the log");
        assert_eq!(given(&device, 6, None, 3), Err(NoLink::TooEarly));
        // Two throws, of which one was undone and fell again: the next fresh throw is the third.
        let again = Step::chance("6");
        steps.extend([reveal(chain.link(1)), thrown(), thrown(), Step::Undo { undo: 1 }, again]);
        device.learn(&record(steps.clone())).unwrap();
        assert_eq!(given(&device, 4, None, 2), Ok(chain.link(4)));
        assert_eq!(given(&device, 5, None, 2), Err(NoLink::TooEarly));
        // A newcomer: another round, in which every link is one later.
        steps.push(commit("black", Link::new([2; 32])));
        device.learn(&record(steps)).unwrap();
        assert_eq!(given(&device, 4, REVEAL, 2), Ok(chain.link(4)));
        assert_eq!(given(&device, 5, None, 2), Ok(chain.link(5)));
        assert_eq!(given(&device, 6, None, 2), Err(NoLink::TooEarly));
    }

    #[test]
    fn a_chain_that_begins_late_counts_from_its_own_anchor() {
        let (mut device, chain) = device();
        let old = Link::new([5; 32]);
        let steps = vec![commit("red", old), reveal(old), thrown(), thrown(), commit("red", chain.anchor())];
        device.learn(&record(steps)).unwrap();
        let given = |index, now| device.link(&wanted(&chain, index, now), &view(2));
        assert_eq!(given(1, REVEAL), Ok(chain.link(1)));
        assert_eq!(given(2, REVEAL), Err(NoLink::TooEarly));
        assert_eq!(given(2, None), Ok(chain.link(2)));
        let other = SeatLink { anchor: old.to_string(), ..wanted(&chain, 1, REVEAL) };
        assert_eq!(device.link(&other, &view(2)), Err(NoLink::Lost));
    }

    #[test]
    fn a_view_with_another_chain_of_a_seat_says_that_the_secret_is_lost() {
        let (device, chain) = device();
        let black = SeatLink { seat: "black".into(), index: 1, anchor: Link::new([1; 32]).to_string(), now: None };
        let view = View { links: vec![wanted(&chain, 1, None), black], ..View::default() };
        assert_eq!(device.lost_seats(&view), ["black"]);
    }

    #[test]
    fn an_anchor_that_changes_or_slips_in_before_a_reveal_is_noticed() {
        let (mut device, chain) = device();
        let (black, other) = (Link::new([1; 32]), Link::new([2; 32]));
        let link = chain.link(1);
        let seen = vec![commit("red", chain.anchor()), commit("black", black)];
        device.learn(&record(seen.clone())).unwrap();
        device.reveal(&link.to_string()).unwrap();
        let check = |steps: Vec<Step>| device.clone().learn(&record(steps));
        assert_eq!(check([&seen[..], &[reveal(link)]].concat()), Ok(()));
        assert_eq!(check([&seen[..], &[reveal(link), commit("black", other)]].concat()), Ok(()), "for the next round");
        assert_eq!(check(vec![seen[0].clone(), commit("black", other), reveal(link)]), Err("black".into()));
        assert_eq!(check([&seen[..], &[commit("black", other), reveal(link)]].concat()), Err("black".into()));
    }

    #[test]
    fn a_link_that_never_came_into_the_record_is_not_sent_again_after_another_commitment() {
        let (mut device, chain) = device();
        let mut steps = vec![commit("red", chain.anchor()), commit("black", Link::new([1; 32]))];
        device.learn(&record(steps.clone())).unwrap();
        let link = chain.link(1).to_string();
        assert_eq!((device.reveal(&link), device.reveal(&link)), (Ok(()), Ok(())), "the same again does no harm");
        steps.push(commit("black", Link::new([2; 32])));
        device.learn(&record(steps)).unwrap();
        assert_eq!(device.reveal(&link), Err("black".into()));
    }

    #[test]
    fn the_first_and_the_last_receipt_are_kept() {
        let (mut device, _) = device();
        let receipt = |of: &str, version| Receipt {
            of: of.into(),
            version,
            steps: version,
            opening: String::new(),
            head: String::new(),
            key: String::new(),
            signature: String::new(),
        };
        assert!([1, 2, 5].into_iter().all(|version| device.keep(&receipt("m", version))));
        assert!(!device.keep(&receipt("m", 4)) && !device.keep(&receipt("other", 9)));
        assert_eq!(device.receipts().iter().map(|receipt| receipt.version).collect::<Vec<_>>(), [1, 5]);
    }

    #[test]
    fn a_device_is_read_as_it_was_written_and_shows_no_secret() {
        let (mut device, chain) = device();
        device.learn(&record(vec![commit("red", chain.anchor())])).unwrap();
        device.reveal(&chain.link(1).to_string()).unwrap();
        let text = serde_json::to_string(&device).unwrap();
        assert!(text.contains(&chain.link(LENGTH).to_string()));
        let read: Device = serde_json::from_str(&text).unwrap();
        assert_eq!(read, Device { known: None, ..device.clone() });
        assert!(!format!("{device:?}").contains(&chain.link(LENGTH).to_string()));
    }
}
