//! Explains fair dice in words: what was thrown for, and how the throw follows from the seed.

use crate::replay::{Replay, ThrowChecked};
use chain::LENGTH;
use kernel::counted;
use kernel::record::{Purpose, Record};

impl ThrowChecked {
    /// The throw in a sentence or two.
    pub fn words(&self) -> String {
        let thrower = self.purpose.thrower.as_deref().unwrap_or("the table");
        let of = counted(self.purpose.outcomes.len(), "outcome", "outcomes");
        let what = format!("Throw {} (step {}): {thrower} draws one of {of}.", self.number + 1, self.step);
        match &self.draw {
            None => format!("{what} {} fell; the seed is not revealed yet.", self.outcome),
            Some(draw) => {
                let (from, to) = self.share(draw.at);
                let numbers =
                    if from == to { format!("number {from} means") } else { format!("numbers {from} to {to} mean") };
                format!(
                    "{what} Of {} equally likely numbers, 0 to {}, {} was drawn; {numbers} {}.",
                    draw.sum,
                    draw.sum - 1,
                    draw.rest,
                    self.outcome
                )
            }
        }
    }

    /// The complete arithmetic, line by line; empty until the seed is revealed.
    pub fn arithmetic(&self) -> Vec<String> {
        let Some(draw) = &self.draw else { return Vec::new() };
        let links = self.links.iter().map(|(whose, link)| format!("link of {whose}: {link}"));
        let mut lines: Vec<String> = links.collect();
        lines.extend([
            format!("to be thrown: {}", listed(&self.purpose)),
            match &self.links[..] {
                [] => format!("key of the stream: {}", draw.key),
                _ => {
                    format!("key, SHA-256 over “boxtop throw 3”, match, number, seat, links and outcomes: {}", draw.key)
                }
            },
            format!("ChaCha20, stream {}, first bytes: {}", draw.stream, draw.bytes),
        ]);
        for number in &draw.numbers[..draw.numbers.len().saturating_sub(1)] {
            lines.push(format!("{number} is not below {} and is skipped", draw.below));
        }
        if let Some(number) = draw.numbers.last() {
            lines.push(format!("little-endian: {number}, which is below {}", draw.below));
            lines.push(format!("{number} modulo {} = {} → {}", draw.sum, draw.rest, self.outcome));
        }
        lines
    }

    /// The first and the last number that mean this outcome.
    fn share(&self, at: usize) -> (u64, u64) {
        let weight = |outcome: &(String, u32)| u64::from(outcome.1);
        let before: u64 = self.purpose.outcomes.iter().take(at).map(weight).sum();
        let own = self.purpose.outcomes.get(at).map_or(0, weight);
        (before, (before + own).saturating_sub(1))
    }
}

/// What the check of dice of versions 1 and 2 is worth.
const OLD_DICE: &str = "These are older dice: no player could choose a throw, but the server could choose its seed after it \
    had seen what players added, and knew every throw to come.";

/// Seats in a sentence.
fn listed_words(seats: &[&str]) -> String {
    match seats {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Every outcome with its weight.
fn listed(purpose: &Purpose) -> String {
    let outcomes: Vec<String> =
        purpose.outcomes.iter().map(|(outcome, weight)| format!("{outcome} ({weight})")).collect();
    outcomes.join(", ")
}

impl Replay {
    /// What was checked about the dice, in sentences.
    pub fn dice_words(&self, record: &Record) -> String {
        let mut words = match (&record.commitment, &record.seed) {
            (Some(_), seed) if record.dice >= 3 => self.chains_words(record, seed.is_some()),
            (Some(_), Some(_)) => {
                let throws = counted(self.throws_checked, "throw follows", "throws follow");
                format!("The seed belongs to the published fingerprint; {throws} from it. {OLD_DICE}")
            }
            (Some(_), None) => "The seed has not been revealed yet; the throws could not be checked.".to_owned(),
            _ => "The record has no fingerprint of dice.".to_owned(),
        };
        if self.entered > 0 {
            let throws = counted(self.entered, "throw was", "throws were");
            words +=
                &format!(" {throws} made with the players’ own dice and entered by hand, so nobody can check them.");
        }
        words
    }

    /// What was checked about dice with chains.
    fn chains_words(&self, record: &Record, over: bool) -> String {
        let throws = counted(self.throws_checked, "throw follows", "throws follow");
        let secret = match over {
            true => "The server’s secret belongs to what it committed to at the opening",
            false => "Every link of the server belongs to what it committed to at the opening",
        };
        let (with, without): (Vec<_>, Vec<_>) =
            record.seats.iter().map(|seat| seat.seat.as_str()).partition(|seat| self.has_device(seat));
        let devices = match &with[..] {
            [] => "no seat has a device, so the server alone made the throws".to_owned(),
            some => format!("so do the links of {}", listed_words(some)),
        };
        let nothing = match (&without[..], with.is_empty()) {
            ([], _) | (_, true) => String::new(),
            (some, false) => format!(" {} brought nothing.", listed_words(some)),
        };
        format!("{secret}; {devices}; {throws} from them.{nothing}")
    }

    fn has_device(&self, seat: &str) -> bool {
        self.anchors.iter().any(|(with, _)| with == seat)
    }

    /// How the key of the dice is computed, line by line; empty until the seed is revealed.
    pub fn key_arithmetic(&self, record: &Record) -> Vec<String> {
        if record.dice >= 3 {
            return self.chain_arithmetic(record);
        }
        let (Some(key), Some(seed), Some(id)) = (&self.key, &record.seed, &record.id) else { return Vec::new() };
        let mut lines = vec![
            format!("seed: {seed}"),
            format!("its SHA-256, published before the match: {}", record.commitment.as_deref().unwrap_or("")),
            format!("match: {id}"),
        ];
        for (player, nonce) in record.seats.iter().zip(&record.nonces) {
            let nonce = if nonce.is_empty() { "nothing" } else { nonce };
            lines.push(format!("{} added: {nonce}", player.seat));
        }
        lines.push(format!("key, SHA-256 over “boxtop dice {}”, seed, match and nonces: {key}", record.dice));
        lines
    }

    /// What the server and the devices committed to, line by line.
    fn chain_arithmetic(&self, record: &Record) -> Vec<String> {
        let (Some(id), Some(commitment)) = (&record.id, &record.commitment) else { return Vec::new() };
        let mut lines = vec![format!("match: {id}"), format!("the server committed to: {commitment}")];
        if let Some(secret) = &record.seed {
            lines.push(format!("its secret, of which that is the SHA-256, taken {LENGTH} times: {secret}"));
        }
        lines.extend(self.anchors.iter().map(|(seat, anchor)| format!("{seat} committed to: {anchor}")));
        lines
    }
}
