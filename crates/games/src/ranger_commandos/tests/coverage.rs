//! Every rule has a test, and every test names rules that exist.

use crate::ranger_commandos::{INFO, RangerCommandos};
use kernel::{RuleBook, Standing};

#[test]
fn every_rule_has_a_test_that_cites_it() {
    crate::testing::check_coverage::<RangerCommandos>("RC");
}

/// A rule carries the weakest standing of its parts: only these are stated in the sheet as they are.
#[test]
fn only_what_the_sheet_says_outright_is_told() {
    let book = RuleBook::read(INFO.rules).unwrap();
    let of = |standing: Standing| -> Vec<&str> {
        book.rules
            .iter()
            .filter(|rule| rule.standing == standing)
            .map(|rule| rule.id.trim_start_matches("RC-"))
            .collect()
    };
    assert_eq!(of(Standing::Told), ["7", "9", "11", "12", "14", "21", "29", "30"]);
    assert_eq!(of(Standing::Inferred), ["1", "2", "3", "4", "5", "8", "13", "15", "22", "23", "25", "26"]);
}
