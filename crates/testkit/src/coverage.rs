//! Checks that every rule has a test, and that every test names rules that exist.
//!
//! A test names the rules it checks in the line right above its `#[test]`:
//! `/// TM-15, TM-16`.

use kernel::{GameInfo, RuleBook, Standing};
use std::collections::BTreeMap;
use std::path::Path;

/// Fails if a rule of the book has no test in the folder that cites it, if a test or the
/// how-to-play page cites a rule that is not in the book, if the rules are not in order, or
/// if a shared rule is not in the book.
pub fn check(info: &GameInfo, prefix: &str, tests: &Path) {
    let book = RuleBook::read(info.rules).expect("the rule book can be read");
    for (number, rule) in (1..).zip(&book.rules) {
        assert_eq!(rule.id, format!("{prefix}-{number}"), "the rules are in order");
    }
    let cited = cited_in_folder(tests, prefix);
    let untested: Vec<_> = book.rules.iter().map(|rule| &rule.id).filter(|id| !cited.contains_key(*id)).collect();
    assert!(untested.is_empty(), "no test cites {untested:?}");
    let invented: Vec<_> = cited.iter().filter(|(rule, _)| book.get(rule).is_none()).collect();
    assert!(invented.is_empty(), "these rules are cited and do not exist: {invented:?}");
    for rule in [info.shared_rules.turn, info.shared_rules.notation, info.shared_rules.resign] {
        assert!(book.get(&rule.to_string()).is_some(), "{rule} of the shared rules is not in the book");
    }
    for part in info.how_to_play.split(&format!("{prefix}-")).skip(1) {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        assert!(book.get(&format!("{prefix}-{digits}")).is_some(), "how to play cites {prefix}-{digits}");
    }
}

/// The numbers of the rules whose standing is `told`.
pub fn told(info: &GameInfo) -> Vec<u16> {
    let book = RuleBook::read(info.rules).expect("the rule book can be read");
    let number = |id: &str| id.rsplit('-').next().and_then(|digits| digits.parse().ok());
    let told = book.rules.iter().filter(|rule| rule.standing == Standing::Told);
    told.filter_map(|rule| number(&rule.id)).collect()
}

fn cited_in_folder(folder: &Path, prefix: &str) -> BTreeMap<String, Vec<String>> {
    let mut cited: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder of the tests") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            for (rule, test) in cited_in(&std::fs::read_to_string(&path).expect("a source"), prefix) {
                cited.entry(rule).or_default().push(test);
            }
        }
    }
    cited
}

/// The rules named directly above a `#[test]`, each with the test's name.
fn cited_in(source: &str, prefix: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let mut cited = Vec::new();
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == "#[test]") {
        let test = lines[at..].iter().find_map(|line| line.strip_prefix("fn ")).unwrap_or("?");
        let test = test.split('(').next().unwrap_or(test);
        let above = at.checked_sub(1).and_then(|above| lines[above].strip_prefix("/// ")).unwrap_or("");
        let named =
            above.split(", ").filter(|word| word.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('-')));
        cited.extend(named.map(|rule| (rule.to_owned(), test.to_owned())));
    }
    cited
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_found_only_right_above_a_test() {
        let source = "/// TM-1, TM-99\n#[test]\nfn a() {}\n/// TM-2\n\n#[test]\nfn b() {}\n// TM-3\nfn c() {}";
        let found = cited_in(source, "TM");
        assert_eq!(found, [("TM-1".into(), "a".into()), ("TM-99".into(), "a".into())]);
    }
}
