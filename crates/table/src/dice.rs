//! Fair dice: committed before the match, verifiable after it.
//!
//! **Version 3.** The key of a throw comes from hash chains of the server and of the players' devices: see
//! the module `chains`.
//!
//! **Version 2**, in older matches. The server draws a secret seed and publishes its SHA-256. Every seat adds a
//! nonce. The match's key is SHA-256 over a label, the seed, the match's id and all
//! nonces. When the match is over, the seed is revealed and anyone can check every throw. Throw number `n` has its own key: SHA-256 over a label, the match's key, `n` and
//! the [`Purpose`]: which seat throws, and every outcome with its weight. So a number drawn for one
//! purpose cannot be used for another. Numbers come from ChaCha20 under that key. **Version 1**
//! used ChaCha20 under the match's key with stream `n`, bound to the number only.
//!
//! **No fishing for better dice.** An undone throw keeps its number for the same sequence of
//! steps: if the same steps are played again, the same dice fall. A new sequence gets a number that
//! no throw had, so nobody decides with knowledge of the dice. See [`Numbers`].

use kernel::dynamic::{DynMatch, PlayedStep};
use kernel::record::{Purpose, Step};
use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha20Rng;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The version that new matches use.
pub const VERSION: u32 = 3;

/// The dice of one match, in versions 1 and 2.
#[derive(Clone, Debug)]
pub struct Dice {
    version: u32,
    key: [u8; 32],
}

/// One throw with all its arithmetic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Draw {
    /// The key of the stream it is drawn from, in hexadecimal.
    pub key: String,
    /// The number of the stream: the throw's in version 1, 0 in version 2.
    pub stream: u64,
    /// The bytes of the stream that were used, in hexadecimal: eight for each number.
    pub bytes: String,
    /// The numbers in them, as decimal digits because they are too large for a JavaScript number;
    /// all but the last were rejected.
    pub numbers: Vec<String>,
    /// Numbers at or above this are rejected.
    pub below: String,
    /// The sum of the weights.
    pub sum: u64,
    /// The last number modulo the sum.
    pub rest: u64,
    /// Index of the outcome in the purpose.
    pub at: usize,
}

/// The purpose of the next throw; `None` if chance is not to act.
pub fn purpose(game_match: &dyn DynMatch) -> Option<Purpose> {
    let outcomes = game_match.chance_outcomes().into_iter();
    let outcomes: Vec<_> = outcomes.map(|outcome| (outcome.outcome, outcome.weight)).collect();
    let thrower =
        game_match.thrower().and_then(|seat| game_match.seats().get(seat.index()).map(|info| info.id.to_owned()));
    (!outcomes.is_empty()).then_some(Purpose { thrower, outcomes })
}

impl Dice {
    /// Dice of version 1 for the match `id` with this seed and these nonces, in seat order.
    pub fn new(seed: &[u8], id: &str, nonces: &[String]) -> Self {
        Dice::of_version(1, seed, id, nonces)
    }

    /// Dice of a given version.
    pub fn of_version(version: u32, seed: &[u8], id: &str, nonces: &[String]) -> Self {
        let mut hash = Sha256::new();
        hash.update(format!("boxtop dice {version}"));
        for part in [seed, id.as_bytes()].into_iter().chain(nonces.iter().map(String::as_bytes)) {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        Dice { version, key: hash.finalize().into() }
    }

    /// The match's key in hexadecimal; secret until the match is over.
    pub fn key(&self) -> String {
        crate::hex(&self.key)
    }

    /// Throw number `n` for this purpose; `None` if the purpose has no outcome.
    pub fn draw(&self, n: u64, purpose: &Purpose) -> Option<Draw> {
        let weights: Vec<u32> = purpose.outcomes.iter().map(|(_, weight)| *weight).collect();
        match self.version {
            1 => drawn(self.key, n, &weights),
            _ => drawn(self.throw_key(n, purpose), 0, &weights),
        }
    }

    fn throw_key(&self, n: u64, purpose: &Purpose) -> [u8; 32] {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        };
        part(b"boxtop throw 2");
        part(&self.key);
        part(&n.to_be_bytes());
        part(purpose.thrower.as_deref().unwrap_or("").as_bytes());
        for (outcome, weight) in &purpose.outcomes {
            part(outcome.as_bytes());
            part(&u64::from(*weight).to_be_bytes());
        }
        hash.finalize().into()
    }

    /// Throw number `n` of version 1: an index into weights that sum to more than 0.
    pub fn pick(&self, n: u64, weights: &[u32]) -> Option<usize> {
        drawn(self.key, n, weights).map(|draw| draw.at)
    }
}

/// Draws from these weights under the key of a throw.
pub(crate) fn drawn(key: [u8; 32], number: u64, weights: &[u32]) -> Option<Draw> {
    let sum: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    if sum == 0 {
        return None;
    }
    let mut stream = ChaCha20Rng::from_seed(key);
    stream.set_stream(number);
    // Numbers at or above the last whole multiple are rejected, so that the draw is uniform.
    let whole = u64::MAX - u64::MAX % sum;
    let mut numbers = vec![stream.next_u64()];
    while numbers.last().is_some_and(|drawn| *drawn >= whole) {
        numbers.push(stream.next_u64());
    }
    let rest = numbers.last()? % sum;
    Some(Draw {
        key: crate::hex(&key),
        stream: number,
        bytes: numbers.iter().map(|number| crate::hex(&number.to_le_bytes())).collect(),
        numbers: numbers.iter().map(u64::to_string).collect(),
        below: whole.to_string(),
        sum,
        rest,
        at: walked(rest, weights)?,
    })
}

/// Index of the outcome that `rest` falls into when the weights are laid end to end.
fn walked(mut rest: u64, weights: &[u32]) -> Option<usize> {
    weights.iter().position(|weight| match rest.checked_sub(u64::from(*weight)) {
        Some(over) => {
            rest = over;
            false
        }
        None => true,
    })
}

/// The number of each throw of a match, including throws that were undone.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Numbers {
    /// The first number that no throw has had.
    fresh: u64,
    /// By step played: the number of its throw, if the table's dice were thrown.
    standing: Vec<Option<u64>>,
    /// Undone throws: the steps before them, and their number.
    taken: Vec<(Vec<Step>, u64)>,
}

impl Numbers {
    /// The number of a throw after these steps.
    pub fn next(&self, played: &[Arc<PlayedStep>]) -> u64 {
        let same = |steps: &[Step]| {
            steps.len() == played.len() && steps.iter().zip(played).all(|(step, played)| *step == played.step)
        };
        let again = self.taken.iter().find(|(steps, _)| same(steps));
        again.map_or(self.fresh, |(_, number)| *number)
    }

    /// The first number that no throw has had.
    pub fn fresh(&self) -> u64 {
        self.fresh
    }

    /// Notes a throw of the table's dice with this number.
    pub fn threw(&mut self, number: u64) {
        self.fresh = self.fresh.max(number + 1);
        self.standing.push(Some(number));
    }

    /// Notes any other step.
    pub fn played(&mut self) {
        self.standing.push(None);
    }

    /// Notes that the last of these steps is undone.
    pub fn take_back(&mut self, played: &[Arc<PlayedStep>]) {
        if let (Some(Some(number)), Some((_, before))) = (self.standing.pop(), played.split_last()) {
            let before = before.iter().map(|played| played.step.clone()).collect();
            if !self.taken.iter().any(|(known, _)| *known == before) {
                self.taken.push((before, number));
            }
        }
    }

    /// Have the table's dice been thrown yet?
    pub fn any(&self) -> bool {
        self.fresh > 0
    }

    /// The number of the throw at this step, counted from 0; `None` if the table's dice were not thrown.
    pub fn at(&self, step: usize) -> Option<u64> {
        self.standing.get(step).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_and_nonces_give_the_same_throws_for_ever() {
        let dice = Dice::new(&[7; 32], "m", &["a".into(), "b".into()]);
        let throws: Vec<_> = (0..12).map(|n| dice.pick(n, &[1; 6]).unwrap() + 1).collect();
        assert_eq!(throws, [1, 1, 3, 6, 6, 5, 3, 6, 6, 2, 4, 2], "a change here breaks every record");
    }

    #[test]
    fn seed_id_and_nonces_all_change_the_throws() {
        let throws = |seed: u8, id: &str, nonce: &str| {
            let dice = Dice::new(&[seed; 32], id, &[nonce.into()]);
            (0..32).map(|n| dice.pick(n, &[1; 36]).unwrap()).collect::<Vec<_>>()
        };
        let base = throws(1, "m", "a");
        assert_ne!(base, throws(2, "m", "a"));
        assert_ne!(base, throws(1, "n", "a"));
        assert_ne!(base, throws(1, "m", "b"));
    }

    #[test]
    fn throws_follow_the_weights() {
        let dice = Dice::new(&[1; 32], "m", &[]);
        let mut seen = [0u32; 3];
        for n in 0..6000 {
            seen[dice.pick(n, &[1, 0, 2]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((1800..2200).contains(&seen[0]), "{seen:?}");
        assert_eq!(dice.pick(0, &[0, 0]), None);
    }
}
