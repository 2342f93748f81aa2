//! Does numbered pieces of work on several threads and collects the results in the order of their numbers.
//!
//! What is collected is always a prefix of all results, and whether the work goes on is decided from that prefix alone.
//! So the outcome does not depend on the number of threads or on which thread is faster.

use crate::{Unfit, on_threads};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

/// Does the pieces `0..count`. Each thread makes a `desk` to work on. `work` gets the number of a piece and a function
/// that says whether the result is still wanted; it returns `None` if it gave up, which ends the work on that thread.
/// `collect` gets the results in order, until it breaks.
pub(crate) fn in_order<D, T: Send>(
    threads: usize,
    count: u64,
    desk: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, u64, &dyn Fn() -> bool) -> Option<T> + Sync,
    collect: impl FnMut(T) -> ControlFlow<()> + Send,
) -> Result<(), Unfit> {
    let (next, finished) = (AtomicU64::new(0), AtomicBool::new(false));
    let shelf = Mutex::new(Shelf { due: 0, waiting: BTreeMap::new(), collect });
    let wanted = || !finished.load(Ordering::Relaxed);
    let one_thread = || {
        let mut desk = desk();
        while wanted() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let Some(result) = work(&mut desk, number, &wanted) else { break };
            if locked(&shelf).put(number, result).is_break() {
                finished.store(true, Ordering::Relaxed);
            }
        }
    };
    on_threads(threads, || drop(rayon::broadcast(|_| one_thread())))
}

fn locked<T>(shelf: &Mutex<T>) -> MutexGuard<'_, T> {
    shelf.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Results that wait for earlier ones.
struct Shelf<T, C> {
    due: u64,
    waiting: BTreeMap<u64, T>,
    collect: C,
}

impl<T, C: FnMut(T) -> ControlFlow<()>> Shelf<T, C> {
    /// Puts down a result and collects what is due. After a break nothing is due any more.
    fn put(&mut self, number: u64, result: T) -> ControlFlow<()> {
        self.waiting.insert(number, result);
        while let Some(result) = self.waiting.remove(&self.due) {
            self.due += 1;
            if (self.collect)(result).is_break() {
                self.due = u64::MAX;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces of very different length on this many threads, until the sum of the collected numbers reaches the limit.
    fn collected(threads: usize, count: u64, limit: u64) -> Vec<u64> {
        let (mut numbers, mut sum) = (Vec::new(), 0);
        let work = |_: &mut (), number: u64, wanted: &dyn Fn() -> bool| {
            let mut rounds = (number * 7_919 % 13) * 2_000;
            while rounds > 0 && wanted() {
                rounds -= 1;
            }
            (rounds == 0).then_some(number)
        };
        let collect = |number| {
            numbers.push(number);
            sum += number;
            if sum >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        in_order(threads, count, || (), work, collect).unwrap();
        numbers
    }

    #[test]
    fn all_results_are_collected_in_order() {
        for threads in [1, 2, 5] {
            assert_eq!(collected(threads, 300, u64::MAX), (0..300).collect::<Vec<_>>());
        }
        assert_eq!(collected(3, 0, 1), [0; 0]);
    }

    #[test]
    fn collecting_stops_at_the_same_result_on_any_number_of_threads() {
        for threads in [1, 2, 5] {
            assert_eq!(collected(threads, u64::MAX, 5_000), (0..=100).collect::<Vec<_>>());
        }
    }

    #[test]
    fn results_after_one_that_was_given_up_are_not_collected() {
        let mut numbers = Vec::new();
        let work = |_: &mut (), number: u64, _: &dyn Fn() -> bool| (number != 20).then_some(number);
        let collect = |number| {
            numbers.push(number);
            ControlFlow::Continue(())
        };
        in_order(2, 40, || (), work, collect).unwrap();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    }
}
