//! Fighting Marines between computers, with fair dice, from the first throw to the record.

use super::{Kept, computer, order};
use boxtop_table::{Occupant, Order, ReplayError, replay};
use kernel::dynamic::MatchConfig;
use kernel::record::{Record, Step};
use kernel::{OptionValue, Seat, Turn};

const GAME: &str = "fighting-marines";

/// A match between `N` computers, played as a server plays it.
fn played<const N: usize>(throws: i64) -> Kept {
    let options = [("throw_limit".to_owned(), OptionValue::Number(throws))].into();
    let seats: [Occupant; N] = std::array::from_fn(|_| computer());
    let config = MatchConfig { players: N as u8, options, ..MatchConfig::default() };
    let mut kept = Kept::open(GAME, Order { config, ..order(seats) });
    while !kept.table.is_over() {
        if kept.table.turn() == Turn::Chance {
            assert!(kept.table.table_throws());
            kept.throw();
            continue;
        }
        let seats: Vec<(Seat, String)> =
            kept.table.computers_to_act().iter().map(|(seat, level)| (*seat, (*level).to_owned())).collect();
        let seen = kept.table.version();
        let think = |(seat, level): &(Seat, String)| {
            let mut player = catalog::player_for(GAME, level.parse().unwrap(), seen + u64::from(seat.0)).unwrap();
            super::act(kept.id(*seat), &player.choose(kept.table.game_match(), *seat).unwrap().action)
        };
        let wishes: Vec<_> = seats.iter().map(think).collect();
        for wish in wishes {
            assert!(kept.table.stands(&wish, seen), "computers that act together do not outdate each other");
            kept.ask(wish).unwrap();
        }
    }
    kept
}

fn throws(record: &Record) -> u64 {
    record.steps.iter().filter(|step| matches!(step, Step::Chance { .. })).count() as u64
}

#[test]
fn every_throw_of_a_whole_match_follows_from_the_seed() {
    for kept in [played::<2>(40), played::<3>(40), played::<4>(200)] {
        let text = serde_json::to_string(&kept.table.record()).unwrap();
        let record: Record = serde_json::from_str(&text).unwrap();
        let again = replay(catalog::game(GAME).unwrap(), &record).unwrap();
        assert_eq!(again.throws_checked, throws(&record));
        assert_eq!(again.outcome, kept.table.outcome());
        assert_eq!(again.game_match.position(kernel::Viewer::Referee), super::position(&kept.folded()));
        let account = kept.table.account().unwrap();
        assert_eq!(record.result.unwrap().account, Some(account.clone()));
        let in_the_box = -account.iter().sum::<i32>();
        assert!((0..4).contains(&in_the_box), "what was put in is there, but for {in_the_box} that cannot be shared");
    }
}

#[test]
fn a_changed_throw_link_or_secret_is_detected() {
    let good = played::<4>(12).table.record();
    let check = |change: &dyn Fn(&mut Record)| {
        let mut record = good.clone();
        change(&mut record);
        replay(catalog::game(GAME).unwrap(), &record).err().expect("the lie passes")
    };
    let last = good.steps.iter().rposition(|step| matches!(step, Step::Chance { .. })).unwrap();
    let Step::Chance { chance, .. } = &good.steps[last] else { unreachable!() };
    let other = if chance == "7" { "8" } else { "7" };
    let lied = check(&|record| {
        let Step::Chance { chance, .. } = &mut record.steps[last] else { unreachable!() };
        *chance = other.into();
    });
    assert!(
        matches!(&lied, ReplayError::Step { step, why, .. } if *step == last + 1 && why.starts_with("the dice give")),
        "{lied}"
    );
    let without_link = check(&|record| record.steps[last] = Step::chance(chance.clone()));
    assert!(matches!(without_link, ReplayError::Step { .. }), "{without_link}");
    assert!(matches!(check(&|record| record.id = Some("m2".into())), ReplayError::Step { .. }));
    assert!(matches!(check(&|record| record.seed = Some("00".repeat(32))), ReplayError::Commitment));
}
