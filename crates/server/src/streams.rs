//! Limits the number of open streams of one person, at one table and from one address.

use crate::connections::Caps;
use crate::observe::metrics::Rejection;
use crate::problem::Problem;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::StreamId;

/// What streams are counted by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Of {
    Person(String),
    Table(StreamId),
    Address(u128),
}

/// The numbers of open streams.
#[derive(Default)]
pub(crate) struct Streams(Mutex<HashMap<Of, usize>>);

/// A counted stream, until dropped.
pub(crate) struct Counted {
    streams: Arc<Streams>,
    of: [Of; 3],
}

impl Streams {
    /// Counts a stream, or returns the limit it would exceed.
    pub(crate) fn open(
        self: &Arc<Self>,
        caps: Caps,
        key: &str,
        table: &StreamId,
        address: u128,
    ) -> Result<Counted, Problem> {
        let of = [Of::Person(key.to_owned()), Of::Table(table.clone()), Of::Address(address)];
        let most = [caps.streams_per_person, caps.streams_per_table, caps.streams_per_address];
        let whose = ["You have", "This table has", "Your address has"];
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for ((of, most), whose) in of.iter().zip(most).zip(whose) {
            if most > 0 && counts.get(of).is_some_and(|count| *count >= most) {
                return Err(too_many(whose, most));
            }
        }
        for of in &of {
            *counts.entry(of.clone()).or_default() += 1;
        }
        Ok(Counted { streams: self.clone(), of })
    }
}

fn too_many(whose: &str, most: usize) -> Problem {
    let what = format!("{whose} {most} live streams open, the maximum.");
    let mut problem =
        Problem::new(StatusCode::TOO_MANY_REQUESTS, what, "Close another table in your browser, then try again.");
    problem.retry_after = Some(10);
    problem.rejected(Rejection::StreamCap)
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.streams.0.lock().unwrap_or_else(PoisonError::into_inner);
        for of in &self.of {
            if let Some(count) = counts.get_mut(of) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(of);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_counts_separately_and_closed_streams_are_released() {
        let caps = Caps { streams_per_person: 2, streams_per_table: 3, streams_per_address: 4, ..Caps::default() };
        let (streams, tables) = (Arc::new(Streams::default()), ["t", "u", "v"].map(|id| StreamId::new(id).unwrap()));
        let open = |who: &str, table: usize, from| streams.open(caps, who, &tables[table], from);
        let said = |problem: Result<Counted, Problem>| problem.err().expect("a refusal").error;
        let mut all = vec![open("ann", 0, 1).unwrap(), open("ann", 0, 1).unwrap()];
        assert!(said(open("ann", 1, 2)).starts_with("You have 2"));
        all.push(open("bob", 0, 1).unwrap());
        assert!(said(open("cid", 0, 2)).starts_with("This table has 3"));
        all.push(open("cid", 1, 1).unwrap());
        assert!(said(open("dan", 2, 1)).starts_with("Your address has 4"));
        drop(all);
        assert!(streams.0.lock().unwrap().is_empty());
        let none = Caps { streams_per_person: 0, streams_per_table: 0, streams_per_address: 0, ..caps };
        let many: Vec<_> = (0..9).map(|_| streams.open(none, "ann", &tables[0], 1)).collect();
        assert!(many.iter().all(Result::is_ok), "0 means no limit");
    }
}
