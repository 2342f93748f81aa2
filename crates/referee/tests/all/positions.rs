//! Tests the examples in `docs/referee.md`: each is set up and returned unchanged.

use super::Talk;
use serde_json::{Deserializer, Value};
use std::collections::BTreeSet;

const DOCS: &str = include_str!("../../../../docs/referee.md");

/// Games by their headings.
const GAMES: [(&str, &str); 5] = [
    ("The Three Musketeers", "three-musketeers"),
    ("Fighting Marines", "fighting-marines"),
    ("Ranger Commandos", "ranger-commandos"),
    ("Hit the Beach", "hit-the-beach"),
    ("Conflict", "conflict"),
];

/// The text under a heading, up to the next one.
fn section(heading: &str) -> &'static str {
    let (_, rest) = DOCS.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("{heading} is missing"));
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The blocks of JSON in a section, each a list of lines for the referee.
fn examples(section: &str) -> Vec<Vec<Value>> {
    let blocks = section.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.map(|block| Deserializer::from_str(block).into_iter().map(|value| value.expect("JSON")).collect()).collect()
}

/// Every name of a field in a value whose names are fields and not seats, colours or other names.
fn fields(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                names.insert(name.clone());
                fields(value, names);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[test]
fn every_example_of_a_position_is_set_up_and_given_back() {
    for (heading, game) in GAMES {
        let examples = examples(section(heading));
        assert!(!examples.is_empty(), "{heading} has no example");
        for lines in examples {
            let mut talk = Talk::about(game);
            for line in &lines {
                let answer = talk.ask(line.clone());
                assert_eq!(answer["ok"], true, "{heading}: {answer}");
            }
            let written = &lines.last().expect("a line")["position"];
            assert_eq!(&talk.position(), written, "{heading}");
            let legal = talk.ask(serde_json::json!({"cmd": "legal"}));
            let listed = |name: &str| legal[name].as_array().is_some_and(|all| !all.is_empty());
            assert!(listed("actions") || listed("chance"), "{heading}: {legal}");
        }
    }
}

#[test]
fn every_field_that_a_match_writes_is_in_its_section() {
    for (heading, game) in GAMES {
        let section = section(heading);
        let mut talk = Talk::about(game);
        let seats = talk.ask(serde_json::json!({"cmd": "new"}))["seats"].take();
        let known = |name: &str| section.contains(&format!("`{name}`"));
        for _ in 0..300 {
            let mut names = BTreeSet::new();
            fields(&talk.position(), &mut names);
            for name in names {
                let of_a_seat = seats.as_array().is_some_and(|ids| ids.iter().any(|id| id == &name));
                // Objectives and faces have capitals or are listed by the board, not by the format.
                let of_the_board =
                    name.chars().any(char::is_uppercase) || name.chars().all(|sign| sign.is_ascii_digit());
                let face = game == "ranger-commandos" && name == "star";
                assert!(known(&name) || of_a_seat || of_the_board || face, "{heading} does not mention `{name}`");
            }
            let legal = talk.ask(serde_json::json!({"cmd": "legal"}));
            match legal["actions"].as_array().and_then(|actions| actions.last().cloned()) {
                Some(action) => {
                    talk.play(action["seat"].as_str().unwrap_or(""), action["action"].as_str().unwrap_or(""))
                }
                None if legal["chance"].is_array() => talk.ask(serde_json::json!({"cmd": "chance"})),
                None => break,
            };
        }
    }
}

#[test]
fn a_field_that_is_not_in_the_format_is_refused() {
    for (heading, game) in GAMES {
        let mut line = examples(section(heading)).remove(0).remove(1);
        line["position"]["weather"] = "fine".into();
        let answer = Talk::about(game).ask(line);
        assert_eq!(answer["ok"], false, "{heading}");
        assert!(answer.to_string().contains("weather"), "{heading}: {answer}");
    }
}
