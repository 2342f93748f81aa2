//! Evaluation: what computer players prefer, and that it helps them win.

use super::drawn::*;
use crate::fighting_marines::FightingMarines;
use kernel::Evaluate;
use testkit::watched::one_look_ahead;

fn worth(position: Position, id: &str) -> i32 {
    let table = position.table();
    table.game().evaluate(&table.current_play().state, seat(&table, id))
}

/// FM-16
#[test]
fn a_man_on_a_neutral_space_is_worth_more_than_one_in_danger() {
    // With the arrow at 27, a man in front of 19 faces a black circle after an even throw; in front of 8 he is safe.
    let fire = "13 15 17 19 21";
    let safe = worth(arrow(4, 27).men("red", "/ 8").men("black", fire), "red");
    let in_danger = worth(arrow(4, 27).men("red", "/ 11").men("black", fire), "red");
    assert!(safe > in_danger, "{safe} {in_danger}");
}

/// FM-20, FM-21, FM-25
#[test]
fn more_men_landed_fewer_lost_and_nearer_to_victory_is_better() {
    let base = worth(arrow(4, 27).men("red", "/ 8 26"), "red");
    assert!(worth(arrow(4, 27).men("red", "/ 8"), "red") < base);
    assert!(worth(arrow(4, 27).men("red", "/ 8 26 / black:p"), "red") < base);
    assert!(worth(arrow(4, 27).men("red", "/ 8 26"), "black") < worth(arrow(4, 27).men("red", "/ 8"), "black"));
    let step = |men: &str| worth(arrow(4, 27).men("red", men), "red");
    let early = step("/ 8 26 3") - step("/ 8 26");
    let late = step("/ 8 26 3 4 5 6c 7c") - step("/ 8 26 3 4 5 6c");
    assert!(late > early, "{late} {early}");
}

/// FM-25
#[test]
fn looking_one_throw_ahead_beats_greedy_play_for_every_number_of_players() {
    for (players, least) in [(2, 0.56), (3, 0.38), (4, 0.27)] {
        let share = one_look_ahead(players, 4_000, 43, FightingMarines::order_score);
        assert!(share > least, "{players} players: {share}");
    }
}
