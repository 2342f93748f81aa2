//! Every rule has a test, and every test names rules that exist.

use crate::fighting_marines::INFO;
use kernel::RuleBook;
use std::collections::BTreeMap;
use std::path::Path;

const RULES: usize = 33;

/// The rules named directly above a `#[test]`, each with the test's name.
fn cited_in(source: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let mut cited = Vec::new();
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == "#[test]") {
        let test = lines[at..].iter().find_map(|line| line.strip_prefix("fn ")).unwrap_or("?");
        let test = test.split('(').next().unwrap_or(test);
        let above = at.checked_sub(1).and_then(|above| lines[above].strip_prefix("/// ")).unwrap_or("");
        let named = above.split(", ").filter(|word| word.starts_with("FM-"));
        cited.extend(named.map(|rule| (rule.to_owned(), test.to_owned())));
    }
    cited
}

fn cited_in_folder(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut cited: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder of these tests") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            for (rule, test) in cited_in(&std::fs::read_to_string(&path).expect("a source")) {
                cited.entry(rule).or_default().push(test);
            }
        }
    }
    cited
}

#[test]
fn every_rule_has_a_test_that_cites_it() {
    let book = RuleBook::read(INFO.rules).expect("the rule book can be read");
    assert_eq!(book.rules.len(), RULES);
    let cited = cited_in_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/fighting_marines/tests"));
    let untested: Vec<_> = book.rules.iter().map(|rule| &rule.id).filter(|id| !cited.contains_key(*id)).collect();
    assert!(untested.is_empty(), "no test shows {untested:?}");
    let invented: Vec<_> = cited.iter().filter(|(rule, _)| book.rules.iter().all(|known| known.id != **rule)).collect();
    assert!(invented.is_empty(), "these rules are cited and do not exist: {invented:?}");
}

#[test]
fn every_rule_number_of_the_code_stands_in_the_book() {
    let book = RuleBook::read(INFO.rules).expect("the rule book can be read");
    let manners = &INFO.manners;
    for rule in [manners.turn, manners.notation, manners.resign] {
        assert!(book.get(&rule.to_string()).is_some(), "{rule}");
    }
    for number in 1..=RULES {
        assert_eq!(book.rules[number - 1].id, format!("FM-{number}"), "the rules stand in order");
    }
}

#[test]
fn the_page_on_how_to_play_cites_rules_that_exist() {
    let book = RuleBook::read(INFO.rules).expect("the rule book can be read");
    for part in INFO.how_to_play.split("FM-").skip(1) {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        assert!(book.get(&format!("FM-{digits}")).is_some(), "FM-{digits}");
    }
}
