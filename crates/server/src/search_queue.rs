//! The queue of computer players: one queue for each person, served in turn.
//!
//! A search takes up to a second or so of one core. One person never gets all places: one is always left for others, so a
//! person with one computer does not wait behind another's eighty.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Permits to search, and the people who wait for one.
pub(crate) struct SearchQueue {
    queue: Mutex<Queue>,
    /// Maximum number of permits for one person at the same time.
    most_each: usize,
}

struct Queue {
    free: usize,
    /// The number of permits that each person has.
    busy: HashMap<String, usize>,
    /// The people who wait, in the order of their turns, each once.
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<oneshot::Sender<()>>>,
}

/// A permit to search, released on drop.
pub(crate) struct Permit {
    search_queue: Arc<SearchQueue>,
    person: String,
}

/// A waiting request. If it is dropped after it got its permit, the permit is released.
struct Waiting {
    called: oneshot::Receiver<()>,
    search_queue: Arc<SearchQueue>,
    person: String,
}

impl Default for SearchQueue {
    /// One permit more than there are cores, and all but one for each person.
    fn default() -> Self {
        SearchQueue::new(std::thread::available_parallelism().map_or(1, usize::from) + 1)
    }
}

impl SearchQueue {
    fn new(places: usize) -> Self {
        let queue = Queue { free: places, busy: HashMap::new(), turns: VecDeque::new(), waiting: HashMap::new() };
        SearchQueue { queue: Mutex::new(queue), most_each: places.saturating_sub(1).max(1) }
    }

    /// Waits for a permit for a computer of this person.
    pub(crate) async fn acquire(self: &Arc<Self>, person: &str) -> Option<Permit> {
        let (call, called) = oneshot::channel();
        let mut waiting = Waiting { called, search_queue: self.clone(), person: person.to_owned() };
        {
            let mut queue = self.lock();
            let calls = queue.waiting.entry(person.to_owned()).or_default();
            calls.push_back(call);
            if calls.len() == 1 {
                queue.turns.push_back(person.to_owned());
            }
            queue.serve(self.most_each);
        }
        (&mut waiting.called).await.ok()?;
        Some(Permit { search_queue: self.clone(), person: person.to_owned() })
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Gives free permits to the people whose turn it is.
    fn serve(&mut self, most_each: usize) {
        while self.free > 0 {
            let may = |person: &String| self.busy.get(person).is_none_or(|busy| *busy < most_each);
            let Some(person) = self.turns.iter().position(may).and_then(|at| self.turns.remove(at)) else { return };
            let calls = self.waiting.entry(person.clone()).or_default();
            let called = calls.pop_front().is_some_and(|call| call.send(()).is_ok());
            match calls.is_empty() {
                true => drop(self.waiting.remove(&person)),
                false => self.turns.push_back(person.clone()),
            }
            if called {
                self.free -= 1;
                *self.busy.entry(person).or_default() += 1;
            }
        }
    }
}

impl SearchQueue {
    fn release(&self, person: &str) {
        let mut queue = self.lock();
        queue.free += 1;
        if let Some(busy) = queue.busy.get_mut(person) {
            *busy -= 1;
            if *busy == 0 {
                queue.busy.remove(person);
            }
        }
        queue.serve(self.most_each);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.search_queue.release(&self.person);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        // After the permit was taken there is nothing left to receive.
        if self.called.try_recv().is_ok() {
            self.search_queue.release(&self.person);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    /// Asks for a permit, and returns it if there was one at once.
    fn ask(search_queue: &Arc<SearchQueue>, person: &'static str) -> (Pinned, Option<Permit>) {
        let search_queue = search_queue.clone();
        let mut asked: Pinned = Box::pin(async move { search_queue.acquire(person).await });
        let given = asked.as_mut().now_or_never().flatten();
        (asked, given)
    }

    type Pinned = std::pin::Pin<Box<dyn Future<Output = Option<Permit>> + Send>>;

    #[test]
    fn eighty_computers_of_one_person_leave_a_permit_for_others_and_take_turns_with_them() {
        let search_queue = Arc::new(SearchQueue::new(3));
        let mut anna: Vec<_> = (0..80).map(|_| ask(&search_queue, "anna")).collect();
        assert_eq!(anna.iter().filter(|(_, given)| given.is_some()).count(), 2, "all permits but one");
        let (_, bert) = ask(&search_queue, "bert");
        assert!(bert.is_some(), "bert gets a permit at once");
        let (mut second, none) = ask(&search_queue, "bert");
        assert!(none.is_none(), "everything is taken now");
        anna[0].1 = None;
        assert!(anna[2].0.as_mut().now_or_never().flatten().is_some(), "anna was first in the queue");
        assert!(second.as_mut().now_or_never().flatten().is_some(), "and then it is bert's turn, before her other 77");
    }

    #[test]
    fn a_cancelled_request_leaves_nothing_behind() {
        let search_queue = Arc::new(SearchQueue::new(2));
        let (_, held) = ask(&search_queue, "anna");
        let (given_up, none) = ask(&search_queue, "anna");
        let (called, _) = ask(&search_queue, "anna");
        assert!(none.is_none());
        drop(given_up);
        drop(held);
        // It got a permit, but was dropped before it used it.
        drop(called);
        let queue = search_queue.lock();
        assert_eq!((queue.free, queue.busy.len(), queue.turns.len(), queue.waiting.len()), (2, 0, 0, 0));
    }
}
