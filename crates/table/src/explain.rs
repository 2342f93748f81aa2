//! Explains fair dice in words: what was thrown for, and how the throw follows from the seed.

use crate::replay::{Replay, ThrowChecked};
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
        let mut lines = vec![
            format!("to be thrown: {}", listed(&self.purpose)),
            format!("key of the stream: {}", draw.key),
            format!("ChaCha20, stream {}, first bytes: {}", draw.stream, draw.bytes),
        ];
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
            (Some(_), Some(_)) => {
                let throws = counted(self.throws_checked, "throw follows", "throws follow");
                format!("The seed belongs to the published fingerprint; {throws} from it.")
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

    /// How the key of the dice is computed, line by line; empty until the seed is revealed.
    pub fn key_arithmetic(&self, record: &Record) -> Vec<String> {
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
}
