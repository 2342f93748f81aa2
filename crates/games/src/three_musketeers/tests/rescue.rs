//! A castle full but for prisoners, and the two readings of a rescue (TM-15, TM-16).

use super::drawn::*;
use crate::three_musketeers::Side::{Attack, Musketeers};
use crate::three_musketeers::{ATTACK, Ending, MUSKETEERS, Setup};
use kernel::dynamic::{DynMatch, PresentMatch};
use kernel::{Game, Viewer};
use testkit::table::check_refusal;

const ATTACK_WINS: (f64, f64) = (1.0, 0.0);

/// Two prisoners in the corners. The third musketeer could walk to c6 and jump over b6 to a6.
const FAR_FROM_A_JUMP: &str = "
    9   M o o o o o M
    8     o o o o o
    7 o o o o o o o . o
    6 . o . . . . . . .
    5 . . . . . . . . .
    4 . . . . . . . . .
    3 . . . . . . . . .
    2     . . . . .
    1     . . M . .
      a b c d e f g h i";

/// The same with a man on every point that a jump could land on: no rescue is possible.
const NO_JUMP_ANYWHERE: &str = "
    9   M o o o o o M
    8     o o o o o
    7 o o o o o o o o o
    6 . . . . . . . . .
    5 . . . . . . . . .
    4 . . . . . . . . .
    3 . . . . . . . . .
    2     . . . . .
    1     . . M . .
      a b c d e f g h i";

fn in_any_way(drawing: &str, side: crate::three_musketeers::Side) -> Table {
    position_with(&[("rescue", word("in_any_way"))], drawing, side)
}

fn verdict(table: &Table) -> String {
    table.verdict().unwrap().text
}

/// TM-15, TM-16
#[test]
fn with_at_once_a_walk_to_a_jump_is_too_slow_and_the_verdict_says_only_what_was_checked() {
    let mut table = position(FAR_FROM_A_JUMP, Musketeers);
    play(&mut table, "e1-e2");
    check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
    let said = "The castle is full but for imprisoned musketeers, no musketeer can jump now, \
                and the attack cannot go further forward: the attack wins.";
    assert_eq!(verdict(&table), said);
}

/// TM-15, TM-16
#[test]
fn with_in_any_way_play_goes_on_while_a_free_musketeer_can_walk_to_a_jump() {
    let mut table = in_any_way(FAR_FROM_A_JUMP, Musketeers);
    play(&mut table, "e1-e2");
    goes_on(&table);
    let last = table.played().last().unwrap();
    assert!(last.lines.iter().any(|sentence| sentence.text.ends_with("so play goes on.")), "{last:?}");
    play(&mut table, "pass e2-e3 pass e3-d4 pass d4-c5 pass c5-c6 pass");
    assert_eq!(legal(&table), ["c6xa6"]);
    play(&mut table, "c6xa6");
    assert_eq!(table.current_play().state.waited, 0, "a jump restarts the count");
}

/// TM-15, TM-16
#[test]
fn with_in_any_way_the_attack_wins_when_no_walk_leads_to_a_jump() {
    let mut table = in_any_way(NO_JUMP_ANYWHERE, Musketeers);
    play(&mut table, "e1-e2");
    check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
    assert!(verdict(&table).contains("no free one can reach a jump"), "{}", verdict(&table));
}

/// TM-15
#[test]
fn three_prisoners_can_free_nobody_in_either_reading() {
    let full = NO_JUMP_ANYWHERE
        .replace("9   M o o o o o M", "9   M o o M o o M")
        .replace("1     . . M . .", "1     . . . . .");
    for table in [position(&full, Attack), in_any_way(&full, Attack)] {
        check_ending(&table, Ending::Imprisoned, "TM-15", ATTACK_WINS);
        assert!(verdict(&table).contains("no musketeer can move"), "{}", verdict(&table));
    }
}

/// TM-16
#[test]
fn a_walk_goes_only_over_empty_points() {
    // A ring of men keeps the free musketeer away; nothing can be jumped from inside it.
    let walled = FAR_FROM_A_JUMP
        .replace("3 . . . . . . . . .", "3 . . o o o o o . .")
        .replace("4 . . . . . . . . .", "4 . o o o o o o o .")
        .replace("2     . . . . .", "2     o o . o o")
        .replace("1     . . M . .", "1     o o M o o");
    let table = in_any_way(&walled, Attack);
    assert!(!table.current_play().state.waiting, "the attack can step forward, so nobody waits yet");
    assert!(
        !table
            .game()
            .can_reach_a_jump(&table.current_play().state, table.current_play().state.musketeers & 1 << (8 * 11 + 4))
    );
    let open = in_any_way(FAR_FROM_A_JUMP, Attack);
    assert!(open.current_play().state.waiting);
}

/// TM-16
#[test]
fn while_a_rescue_is_awaited_the_attack_may_pass_or_go_sideways() {
    let table = in_any_way(FAR_FROM_A_JUMP, Attack);
    assert_eq!(legal(&table), ["g7-h7", "i7-h7", "pass"]);
    let mut at_once =
        position(&FAR_FROM_A_JUMP.replace("1     . . M", "1     . . .").replace("6 . o .", "6 . o M"), Attack);
    assert_eq!(legal(&at_once), ["g7-h7", "i7-h7"], "at once the attack passes only without a move");
    let instead = "For example, the man on g7 can move.";
    check_refusal(&at_once, "attack", "pass", "TM-16", "The attack passes only when it has no move at all.", instead);
    play(&mut at_once, "i7-h7 c6xa6");
    let early = in_any_way(&FAR_FROM_A_JUMP.replace("5 . . .", "5 o . ."), Attack);
    let what = "The attack passes only without a move, or while its full castle awaits a rescue.";
    check_refusal(&early, "attack", "pass", "TM-16", what, "For example, the man on g7 can move.");
    check_refusal(
        &in_any_way(FAR_FROM_A_JUMP, Musketeers),
        "musketeers",
        "pass",
        "TM-16",
        "The musketeers never pass.",
        "",
    );
}

/// TM-16
#[test]
fn after_fifty_turns_without_a_jump_the_attack_wins_at_once() {
    let mut table = in_any_way(FAR_FROM_A_JUMP, Attack);
    for turn in 1..50 {
        play(&mut table, "pass");
        assert_eq!(table.current_play().state.waited, turn);
        goes_on(&table);
        play(&mut table, if turn % 2 == 1 { "e1-e2" } else { "e2-e1" });
        goes_on(&table);
    }
    play(&mut table, "pass");
    check_ending(&table, Ending::Unrescued, "TM-16", ATTACK_WINS);
    let said = "50 turns of the attack without a jump, and the imprisoned musketeers are not free: the attack wins.";
    assert_eq!(verdict(&table), said);
}

/// TM-16, TM-19, TM-20
#[test]
fn repetition_and_patience_do_not_count_while_a_rescue_is_awaited() {
    let options = [("rescue", word("in_any_way")), ("quiet_limit", number(3))];
    let mut table = position_with(&options, FAR_FROM_A_JUMP, Attack);
    for _ in 0..4 {
        play(&mut table, "pass e1-e2 pass e2-e1");
        goes_on(&table);
    }
    let state = table.current_play().state;
    assert_eq!((state.waited, state.quiet, state.since), (8, 0, 0));
    // A man leaves the castle sideways: the wait and its count are over.
    play(&mut table, "g7-h7 e1-e2");
    let state = table.current_play().state;
    assert_eq!((state.waited, state.waiting, state.quiet), (0, false, 0));
    play(&mut table, "h7-g7 e2-e1");
    let state = table.current_play().state;
    assert_eq!((state.waited, state.waiting, state.quiet), (0, true, 1), "that turn was an ordinary quiet one");
}

/// TM-16, TM-17
#[test]
fn a_rescue_that_succeeds_saves_the_castle() {
    // The musketeer on c5 can jump over d5 at once, and that frees the prisoner on d7.
    let freed = castle_held(
        "
        7 o o o M o o o o o
        6 . . . o . . . . .
        5 . . M o . . . . .
        1     . . . . M",
    );
    let mut table = in_any_way(&freed, Attack);
    assert_eq!(legal(&table), ["pass"]);
    play(&mut table, "pass c5xe5");
    check_ending(&table, Ending::Stuck, "TM-17", (0.0, 1.0));
}

/// TM-16, TM-15
#[test]
fn with_forward_only_off_a_rescue_is_awaited_only_when_the_attack_has_no_move() {
    let options = [("rescue", word("in_any_way")), ("forward_only", off())];
    let table = position_with(&options, FAR_FROM_A_JUMP, Attack);
    assert_eq!((legal(&table), table.current_play().state.waiting), (vec!["g7-h7".to_owned(), "i7-h7".into()], false));
    let shut = FAR_FROM_A_JUMP.replace("7 o o o o o o o . o", "7 o o o o o o o o o");
    let table = position_with(&options, &shut, Attack);
    assert_eq!((legal(&table), table.current_play().state.waiting), (vec!["pass".to_owned()], true));
}

fn faults(options: &[(&str, kernel::OptionValue)], setup: &Setup) -> Vec<String> {
    let mut table = table(options);
    let faults = table.place(serde_json::to_value(setup).unwrap()).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

/// TM-16
#[test]
fn the_turns_waited_are_written_and_set_up_again() {
    let options = [("rescue", word("in_any_way"))];
    let mut waiting = in_any_way(FAR_FROM_A_JUMP, Attack);
    play(&mut waiting, "pass e1-e2 pass");
    for next in ["e2-e1", "pass"] {
        let written = waiting.position(Viewer::Referee);
        assert_eq!(written["waited"], 2);
        let mut again = table(&options);
        again.place(written.clone()).unwrap();
        assert_eq!(
            (again.current_play().state, again.position(Viewer::Referee)),
            (waiting.current_play().state, written)
        );
        play(&mut waiting, next);
    }
    let plain = position(FAR_FROM_A_JUMP, Musketeers).position(Viewer::Referee);
    assert_eq!(plain.get("waited"), None, "positions of the other reading are written without it");
}

/// TM-16
#[test]
fn impossible_turns_of_waiting_are_faults() {
    let any_way = [("rescue", word("in_any_way"))];
    let waited = |drawing: &str, side, waited| Setup { waited, ..setup(drawing, side) };
    let far = waited(FAR_FROM_A_JUMP, Attack, 3);
    assert_eq!(faults(&[], &far), ["waited: turns of waiting count only with rescue = in_any_way"]);
    assert_eq!(faults(&any_way, &Setup { waited: 51, ..far }), ["waited: there are 51 turns, more than 50"]);
    let nobody_waits = waited(SERIES, Attack, 3);
    assert_eq!(faults(&any_way, &nobody_waits), ["waited: the attack does not wait for a rescue in this position"]);
    let jumping = Setup { jumper: Some("e5".into()), ..waited(SERIES, Musketeers, 3) };
    assert_eq!(faults(&any_way, &jumping), ["waited: a jump has just restarted the count"]);
    let over = waited(FAR_FROM_A_JUMP, Attack, 50);
    let mut placed = table(&any_way);
    place(&mut placed, &over);
    assert_eq!((ending(&placed), placed.outcome().unwrap().share(MUSKETEERS)), (Ending::Unrescued, 0.0));
}

/// TM-16
#[test]
fn sampling_finds_the_pass_as_well() {
    let table = in_any_way(FAR_FROM_A_JUMP, Attack);
    let (game, state) = (table.game(), table.current_play().state);
    let mut listed = Vec::new();
    game.legal_actions(&state, ATTACK, &mut listed);
    assert_eq!(listed.len(), 3);
    for (index, action) in (0..).zip(&listed) {
        let pick = |count: u32| {
            assert_eq!(count, 3);
            index
        };
        assert_eq!(game.sample_action(&state, ATTACK, pick, &mut Vec::new()), Some(*action));
    }
}
