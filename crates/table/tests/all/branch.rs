//! Branches: new matches from any step of another one.

use super::{GAMES, Kept, computer, order, person, position};
use boxtop_table::{Decline, MatchCommand, Order, replay};
use kernel::Seat;

#[test]
fn a_branch_can_start_from_any_step_of_any_match() {
    for game in GAMES {
        let mut kept = Kept::open(game, order(["ann", "bob"].map(person)));
        let mut positions = vec![position(&kept.table)];
        for _ in 0..30 {
            kept.play_on(1);
            positions.push(position(&kept.table));
        }
        for step in [0, 1, 7, 29, 30] {
            let order = kept.table.order_from(step, "b".into(), vec![person("cid"), computer()], [3; 32]).unwrap();
            assert_eq!(
                order.branch.as_ref().map(|branch| (branch.of.as_str(), branch.step)),
                Some(("m1", step as u32))
            );
            let mut other = Kept::open(game, order);
            assert_eq!(position(&other.table), positions[step], "{game} {step}");
            other.play_on(5);
            if !other.table.is_over() {
                other.ask(MatchCommand::Resign { seat: other.id(Seat(0)).into() }).unwrap();
            }
            replay(other.game(), &other.table.record()).unwrap();
        }
        let too_far = kept.table.order_from(31, "b".into(), Vec::new(), [3; 32]);
        assert_eq!(too_far, Err(Decline::NoSuchStep(31)));
    }
}

#[test]
fn a_branch_can_start_from_a_record() {
    let mut kept = Kept::open("conflict", order(["ann", "bob"].map(person)));
    kept.play_on(10);
    let there = position(&kept.table);
    kept.play_on(10);
    let again = replay(kept.game(), &kept.table.record()).unwrap();
    let seats = vec![person("cid"), person("dan")];
    let order: Order =
        boxtop_table::order_from(&*again.game_match, false, "m1", 10, "b".into(), seats, [3; 32]).unwrap();
    assert_eq!(order.start, Some(there));
}

#[test]
fn no_branch_starts_at_the_end_of_a_match() {
    let mut kept = Kept::open("hit-the-beach", order([computer(), computer()]));
    kept.play_on(3_000);
    if kept.table.is_over() {
        let end = kept.table.game_match().played().len();
        assert_eq!(kept.table.order_from(end, "b".into(), Vec::new(), [3; 32]), Err(Decline::OverThere));
        assert!(kept.table.order_from(end - 1, "b".into(), Vec::new(), [3; 32]).is_ok());
    }
}
