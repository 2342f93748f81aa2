//! The law suite, for every number of players and each option.
//!
//! A random match lasts a thousand throws with hundreds of legal moves each, so these runs
//! are short unless `BOXTOP_LAW_MATCHES` asks for more, as after a change of the rules;
//! `BOXTOP_LAW_THROWS` limits the throws of each match.

use super::conserved::count;
use super::drawn::{number, on, word};
use crate::conflict::Conflict;
use kernel::OptionValue;
use testkit::laws;
use testkit::watched::any;

fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

fn wanted() -> Option<u64> {
    asked("BOXTOP_LAW_MATCHES")
}

/// Plays short matches, or as many whole ones as were asked for.
fn check(players: u8, options: &[(&str, OptionValue)], matches: u64, seed: u64) {
    let mut config = testkit::table::config(players, options);
    let throws = asked("BOXTOP_LAW_THROWS").or(wanted().is_none().then_some(80));
    if let Some(throws) = throws {
        config.options.entry("throw_limit".into()).or_insert(number(throws as i64));
    }
    laws::check::<Conflict>(&config, wanted().unwrap_or(matches), seed);
}

/// CF-7, CF-9, CF-10, CF-11
#[test]
fn the_laws_hold_for_every_number_of_players() {
    for players in [2, 3, 4] {
        check(players, &[], 20, 1_940_000 * u64::from(players));
    }
    if wanted().is_some() {
        check(4, &[("partnership", on())], 0, 1_940_000);
    }
}

/// CF-19, CF-25, CF-33, CF-34, CF-38, CF-39
#[test]
fn the_laws_hold_with_each_option_changed() {
    if let Some(matches) = wanted().filter(|_| asked("BOXTOP_LAW_THROWS").is_none()) {
        return laws::check_every_config::<Conflict>(matches, 40_000_000);
    }
    for players in [2, 3, 4] {
        check(players, &[("third_double_plays", on())], 4, 1);
        check(players, &[("quiet_limit", number(3))], 30, 3);
        check(players, &[("throw_limit", number(3))], 30, 4);
    }
    check(4, &[("partnership", on())], 8, 2);
    for players in [3, 4] {
        check(players, &[("pacts", on())], 8, 6);
        check(players, &[("pacts", on()), ("overfly_guns", on()), ("throw_limit", number(200))], 4, 7);
    }
    for way in ["none", "home", "first", "home_first"] {
        check(3, &[("middle", word(way))], 4, 8);
    }
    check(3, &[("middle", word("first")), ("pacts", on())], 4, 9);
    check(4, &[("partnership", on()), ("quiet_limit", number(12))], 8, 5);
}

/// CF-27, CF-28, CF-29, CF-32, CF-34
#[test]
fn whole_matches_keep_the_laws_of_every_step() {
    // Only the first match of a run is played with its types erased, which is slow.
    for (players, options) in [(2, vec![]), (4, vec![]), (4, vec![("partnership", on())])] {
        let config = testkit::table::config(players, &options);
        testkit::watched::watch(&config, wanted().unwrap_or(6), 1_940, any, count);
    }
}
