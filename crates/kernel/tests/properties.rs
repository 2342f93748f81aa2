//! Property tests: rule books, options and records survive writing and reading, and no input panics.

use boxtop_kernel as kernel;
use kernel::record::{FORMAT, Program, Purpose, Record, RecordSeat, Result as End, Step, Thrown};
use kernel::{Chosen, OptionKind, OptionSpec, OptionValue, Options, Rule, RuleBook, RuleId, Standing};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;

fn config() -> ProptestConfig {
    ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() }
}

// ---- The rule book ----------------------------------------------------------

fn word() -> impl Strategy<Value = String> {
    "[a-zA-Zäé“”][a-zA-Z0-9äé“”,.·-]{0,12}( [a-z]{1,8}){0,3}"
}

fn standing() -> impl Strategy<Value = Standing> {
    prop_oneof![Just(Standing::Told), Just(Standing::Inferred), Just(Standing::Ruled)]
}

/// A book with sections of rules numbered through.
fn book() -> impl Strategy<Value = RuleBook> {
    let rule = (word(), standing(), word(), vec(word(), 0..4));
    vec((word(), vec(rule, 1..5)), 1..5).prop_map(|sections| {
        let mut rules = Vec::new();
        for (section, of_section) in sections {
            for (title, standing, source, text) in of_section {
                let id = format!("X-{}", rules.len() + 1);
                rules.push(Rule { id, title, standing, source, section: section.clone(), text: text.join("\n") });
            }
        }
        RuleBook { rules }
    })
}

fn written(book: &RuleBook) -> String {
    let mut text = "# Game\n\nAn introduction.\n".to_owned();
    let mut section = None;
    for rule in &book.rules {
        if section != Some(&rule.section) {
            text += &format!("\n## {}\n", rule.section);
            section = Some(&rule.section);
        }
        text += &format!("\n### {} · {}\n{} · {}\n\n{}\n", rule.id, rule.title, rule.standing, rule.source, rule.text);
    }
    text
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_written_book_is_read_back_whole(book in book()) {
        let read = RuleBook::read(&written(&book));
        prop_assert_eq!(read.as_ref(), Ok(&book));
        for rule in &book.rules {
            prop_assert_eq!(book.get(&format!(" {} ", rule.id.to_lowercase())), Some(rule));
        }
    }

    #[test]
    fn a_missing_line_is_a_fault_or_was_only_text(book in book(), lost in any::<usize>()) {
        let text = written(&book);
        let lines: Vec<&str> = text.lines().collect();
        let lost = lost % lines.len();
        let kept: Vec<&str> = lines.iter().enumerate().filter(|(at, _)| *at != lost).map(|(_, line)| *line).collect();
        match RuleBook::read(&kept.join("\n")) {
            Ok(read) => prop_assert!(read.rules.iter().all(|rule| !rule.source.is_empty() && !rule.title.is_empty())),
            Err(faults) => prop_assert!(faults.iter().all(|fault| fault.starts_with("line "))),
        }
        if lines[lost].starts_with("told ·") || lines[lost].starts_with("ruled ·") {
            prop_assert!(RuleBook::read(&kept.join("\n")).is_err(), "a rule without a source was read");
        }
    }

    #[test]
    fn any_text_is_read_or_its_faults_are_reported(text in "([#·\\n a-z-]|### |## |told · ){0,60}") {
        match RuleBook::read(&text) {
            Ok(book) => prop_assert!(book.rules.iter().all(|rule| !rule.id.is_empty() && !rule.source.is_empty())),
            Err(faults) => prop_assert!(!faults.is_empty()),
        }
    }
}

#[test]
fn a_heading_without_its_source_is_a_fault_whatever_follows() {
    for text in [
        "### X-1 · A\n### X-2 · B\ntold · s\n",
        "### X-1 · A\n## Section\n### X-2 · B\ntold · s\n",
        "### X-1 · A\n",
        "### X-1 · A",
        "### X-1 · A\ntold · \n",
    ] {
        let faults = RuleBook::read(text).unwrap_err();
        assert_eq!(faults.len(), 1, "{text:?}: {faults:?}");
        assert!(faults[0].starts_with("line 2: a rule heading is followed by"), "{faults:?}");
    }
}

#[test]
fn a_rule_number_is_unique_ignoring_case() {
    let faults = RuleBook::read("### X-1 · A\ntold · s\n\n### x-1 · B\ntold · s\n").unwrap_err();
    assert_eq!(faults, ["line 4: x-1 appears twice"]);
    let faults = RuleBook::read("###  · A\ntold · s\n").unwrap_err();
    assert_eq!(faults, ["line 1: a rule has a number and a title"]);
}

// ---- Options ----------------------------------------------------------------

#[derive(Clone, PartialEq, Debug)]
struct TestOptions {
    late: bool,
    limit: i64,
    who: String,
}

const WORDS: &[&str] = &["north", "south"];

impl Options for TestOptions {
    fn specs() -> Vec<OptionSpec> {
        let spec = |key, kind, default| OptionSpec::new(key, kind, default, "", RuleId::new("X", 1));
        vec![
            spec("late", OptionKind::Switch, OptionValue::Switch(false)).before(2, OptionValue::Switch(true)),
            spec("limit", OptionKind::Number { min: -3, max: 40 }, OptionValue::Number(7)),
            spec("who", OptionKind::Word(WORDS), OptionValue::Word("north".into())),
        ]
    }

    fn build(chosen: &Chosen) -> Self {
        let (Some(OptionValue::Switch(late)), Some(OptionValue::Number(limit)), Some(OptionValue::Word(who))) =
            (chosen.get("late"), chosen.get("limit"), chosen.get("who"))
        else {
            panic!("a choice is complete and checked before it is built: {chosen:?}");
        };
        TestOptions { late: *late, limit: *limit, who: who.clone() }
    }
}

fn value() -> impl Strategy<Value = OptionValue> {
    prop_oneof![
        any::<bool>().prop_map(OptionValue::Switch),
        any::<i64>().prop_map(OptionValue::Number),
        (-5i64..45).prop_map(OptionValue::Number),
        "north|south|east|true|7|[a-zé\"\\\\]{0,5}".prop_map(OptionValue::Word),
    ]
}

fn chosen() -> impl Strategy<Value = Chosen> {
    btree_map("late|limit|who|other", value(), 0..4)
}

#[test]
fn an_option_that_is_not_named_takes_the_default_of_its_rules_version() {
    let late = |rules_version| TestOptions::choose(&Chosen::new(), rules_version).map(|(options, _)| options.late);
    assert_eq!(late(1), Ok(true));
    assert_eq!(late(2), Ok(false));
    assert_eq!(late(3), Ok(false));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_choice_is_completed_or_all_its_faults_are_reported(chosen in chosen()) {
        let specs = TestOptions::specs();
        let fits = |key: &str, value: &OptionValue| {
            specs.iter().find(|spec| spec.key == key).is_some_and(|spec| spec.check(value).is_ok())
        };
        let wrong = chosen.iter().filter(|(key, value)| !fits(key, value)).count();
        match TestOptions::choose(&chosen, 1) {
            Ok((options, complete)) => {
                prop_assert_eq!(wrong, 0);
                prop_assert_eq!(complete.len(), specs.len());
                prop_assert!(chosen.iter().all(|(key, value)| complete.get(key) == Some(value)));
                prop_assert_eq!(TestOptions::choose(&complete, 1), Ok((options, complete)));
            }
            Err(faults) => prop_assert_eq!(faults.len(), wrong),
        }
    }

    #[test]
    fn a_typed_value_is_read_as_it_was_written(value in value()) {
        for spec in TestOptions::specs() {
            match spec.check(&value) {
                Ok(()) => prop_assert_eq!(spec.read(&value.to_string()), Ok(value.clone())),
                Err(fault) => prop_assert_eq!(fault.place, format!("options.{}", spec.key)),
            }
        }
    }

    #[test]
    fn a_choice_survives_json(chosen in chosen()) {
        let text = serde_json::to_string(&chosen).unwrap();
        prop_assert_eq!(serde_json::from_str::<Chosen>(&text).unwrap(), chosen);
    }
}

// ---- Records ----------------------------------------------------------------

fn text() -> impl Strategy<Value = String> {
    "[ -~äé\\n\\\\\"]{0,12}"
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (text(), text()).prop_map(|(seat, action)| Step::Act { seat, action }),
        text().prop_map(Step::chance),
        any::<u32>().prop_map(|undo| Step::Undo { undo }),
        (text(), option::of(text())).prop_map(|(resign, relief)| Step::Resign { resign, relief }),
        text().prop_map(|entered| Step::Entered { entered }),
        (text(), option::of(text())).prop_map(|(flag, relief)| Step::Flag { flag, relief }),
        any::<bool>().prop_map(|draw| Step::Draw { draw }),
        (text(), text()).prop_map(|(relieve, by)| Step::Relieve { relieve, by }),
        text().prop_map(|back| Step::Return { back }),
        (text(), proptest::collection::vec(text(), 1..3)).prop_map(|(claim, absent)| Step::Claim { claim, absent }),
        (text(), proptest::option::of(text())).prop_map(|(abort, reason)| Step::Abort { abort, reason }),
        text().prop_map(|vacate| Step::Vacate { vacate }),
        (text(), text()).prop_map(|(sit, name)| Step::Sit { sit, name }),
    ]
}

fn end() -> impl Strategy<Value = End> {
    let account = proptest::option::of(vec(any::<i32>(), 0..5));
    (vec(0.0f64..=1.0, 0..5), account, text(), vec(text(), 0..3)).prop_map(|(shares, account, reason, rules)| End {
        shares,
        account,
        reason,
        rules,
    })
}

fn position() -> impl Strategy<Value = serde_json::Value> {
    (vec(text(), 0..4), any::<i32>()).prop_map(|(men, quiet)| serde_json::json!({ "men": men, "quiet": quiet }))
}

fn record() -> impl Strategy<Value = Record> {
    let head = (option::of(text()), text(), any::<u32>(), text(), option::of(text()), chosen());
    let seats = vec((text(), text()).prop_map(|(seat, name)| RecordSeat { seat, name }), 0..4);
    let dice = (option::of(text()), option::of(text()), vec(text(), 0..4), any::<u32>());
    let purpose = (option::of(text()), vec((text(), any::<u32>()), 0..4))
        .prop_map(|(thrower, outcomes)| Purpose { thrower, outcomes });
    let thrown = (any::<u64>(), any::<usize>()).prop_map(|(number, purpose)| Thrown { number, purpose });
    let throws = (vec(purpose, 0..3), vec(thrown, 0..4));
    let times = (option::of(position()), option::of(any::<i64>()), vec(any::<i64>(), 0..4));
    (head, seats, option::of(position()), dice, throws, times, vec(step(), 0..12), option::of(end())).prop_map(
        |((id, game, rules_version, board_hash, board, options), seats, start, dice, throws, times, steps, result)| {
            Record {
                program: Program::Boxtop,
                format: FORMAT,
                id,
                game,
                rules_version,
                board_hash,
                board,
                options,
                seats,
                start,
                commitment: dice.0,
                seed: dice.1,
                nonces: dice.2,
                dice: dice.3,
                purposes: throws.0,
                throws: throws.1,
                pace: times.0,
                began: times.1,
                times: times.2,
                steps,
                result,
            }
        },
    )
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_record_survives_json(record in record()) {
        for text in [serde_json::to_string(&record).unwrap(), serde_json::to_string_pretty(&record).unwrap()] {
            prop_assert_eq!(&serde_json::from_str::<Record>(&text).unwrap(), &record);
        }
    }

    #[test]
    fn a_damaged_record_is_refused_or_read_but_never_panics(record in record(), at in any::<usize>(), byte in any::<u8>()) {
        let mut bytes = serde_json::to_vec(&record).unwrap();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(read) = serde_json::from_slice::<Record>(&bytes) {
            let again = serde_json::to_vec(&read).unwrap();
            prop_assert_eq!(serde_json::from_slice::<Record>(&again).unwrap(), read);
        }
    }
}
