//! The law suite over every game on the list: a new game is checked as soon as it is listed.
//!
//! Two thousand random matches for every number of players and for each option, ten thousand with
//! `scripts/test --long`; `BOXTOP_LAW_MATCHES` asks for another number, `BOXTOP_LAW_GAME` for one game only.

use boxtop_games::{SLUGS, Visitor, visit};
use kernel::{FullGame, dynamic::MatchConfig};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Maximum number of matches in one case.
const MOST_IN_A_CASE: u64 = 500;

/// Matches of one config of one game.
struct Case {
    slug: &'static str,
    config: MatchConfig,
    matches: u64,
    seed: u64,
}

/// Divides the configs of a game into cases.
struct ListCases(&'static str, u64);

impl Visitor for ListCases {
    type Output = Vec<Case>;

    fn visit<G: FullGame>(self) -> Vec<Case> {
        let mut cases = Vec::new();
        for (number, (config, matches)) in testkit::laws::configs_to_check::<G>(self.1).into_iter().enumerate() {
            let mut done = 0;
            while done < matches {
                let part = MOST_IN_A_CASE.min(matches - done);
                let seed = 1_000_000 * (1 + number as u64) + done;
                cases.push(Case { slug: self.0, config: config.clone(), matches: part, seed });
                done += part;
            }
        }
        cases
    }
}

/// Checks the laws for a case.
struct CheckCase<'a>(&'a Case);

impl Visitor for CheckCase<'_> {
    type Output = ();

    fn visit<G: FullGame>(self) {
        testkit::laws::check::<G>(&self.0.config, self.0.matches, self.0.seed);
    }
}

#[test]
fn every_game_keeps_the_laws_for_every_number_of_players_and_each_option() {
    let wanted = std::env::var("BOXTOP_LAW_MATCHES").ok().and_then(|number| number.parse().ok());
    let matches: u64 = wanted.unwrap_or(2_000);
    let only = std::env::var("BOXTOP_LAW_GAME").ok();
    let slugs = SLUGS.iter().filter(|slug| only.as_ref().is_none_or(|only| only == *slug));
    let cases: Vec<Case> =
        slugs.flat_map(|slug| visit(slug, ListCases(slug, matches)).expect("it is on the list")).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    visit(case.slug, CheckCase(case)).expect("it is on the list");
                }
            });
        }
    });
    assert!(!cases.is_empty(), "no game of that name");
}
