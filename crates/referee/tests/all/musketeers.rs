//! The Three Musketeers: two seats in turn, no dice.

use super::Talk;
use serde_json::json;

const GAME: &str = "three-musketeers";

#[test]
fn a_match_begins_with_two_legal_moves() {
    let mut talk = Talk::about(GAME);
    let new = talk.ask(json!({"cmd": "new", "players": 2, "options": {"quiet_limit": 50}, "seed": 7}));
    assert_eq!(new["ok"], true);
    assert_eq!(
        new["options"],
        json!({"forward_only": true, "quiet_limit": 50, "repetition": "musketeers", "rescue": "at_once"})
    );
    let legal = talk.ask(json!({"cmd": "legal"}));
    assert_eq!(
        legal,
        json!({"ok": true, "to_act": ["attack"], "actions": [
            {"seat": "attack", "action": "d6-d7", "rules": ["TM-5"]},
            {"seat": "attack", "action": "f6-f7", "rules": ["TM-5"]},
        ]})
    );
}

#[test]
fn playing_returns_what_happened_and_who_is_next() {
    let mut talk = Talk::about(GAME);
    let played = talk.ask(json!({"cmd": "play", "seat": "attack", "action": "d6-d7"}));
    assert_eq!(played["to_act"], json!(["musketeers"]));
    assert_eq!(played["told"][0]["rules"], json!(["TM-5"]));
    let view = talk.ask(json!({"cmd": "view", "seat": "attack"}));
    assert_eq!(view["view"]["actions"], json!([]));
    assert_eq!(talk.ask(json!({"cmd": "undo"}))["to_act"], json!(["attack"]));
    assert_eq!(talk.ask(json!({"cmd": "undo"}))["ok"], false);
}

#[test]
fn a_refusal_names_its_rule_and_a_way_out() {
    let mut talk = Talk::about(GAME);
    let refused = talk.ask(json!({"cmd": "play", "seat": "attack", "action": "d6-d5"}));
    assert_eq!((&refused["ok"], &refused["rule"]), (&json!(false), &json!("TM-7")));
    let why = talk.ask(json!({"cmd": "why", "seat": "attack", "action": "d6-d5"}));
    assert_eq!((&why["ok"], &why["legal"], &why["rule"]), (&json!(true), &json!(false), &json!("TM-7")));
    assert_eq!(talk.ask(json!({"cmd": "why", "seat": "attack", "action": "d6-d7"}))["legal"], true);
}

#[test]
fn a_position_survives_a_round_trip() {
    let mut talk = Talk::about(GAME);
    talk.ask(json!({"cmd": "play", "seat": "attack", "action": "d6-d7"}));
    let position = talk.position();
    talk.ask(json!({"cmd": "new"}));
    assert_ne!(talk.position(), position);
    assert_eq!(talk.ask(json!({"cmd": "setup", "position": position}))["ok"], true);
    assert_eq!(talk.position(), position);
}

#[test]
fn a_faulty_position_lists_every_fault_and_changes_nothing() {
    let mut talk = Talk::about(GAME);
    let before = talk.position();
    let position = json!({"attackers": ["a9", "d6", "d6", "e7"], "musketeers": ["e7", "c7"], "to_act": "red"});
    let answer = talk.ask(json!({"cmd": "setup", "position": position}));
    assert_eq!(answer["ok"], false);
    assert_eq!(answer["faults"].as_array().unwrap().len(), 5, "{answer}");
    assert_eq!(talk.position(), before);
}

#[test]
fn bad_lines_are_answered_and_the_match_goes_on() {
    let mut talk = Talk::about(GAME);
    let before = talk.position();
    for line in [
        "{",
        "[]",
        "7",
        "null",
        r#"{"cmd":"fly"}"#,
        r#"{"cmd":"play"}"#,
        r#"{"cmd":"play","seat":"red","action":"d6-d7"}"#,
        r#"{"cmd":"play","seat":"attack","action":""}"#,
        r#"{"cmd":"new","players":9}"#,
        r#"{"cmd":"new","players":-1}"#,
        r#"{"cmd":"new","options":{"x":1}}"#,
        r#"{"cmd":"new","options":{"quiet_limit":"many"}}"#,
        r#"{"cmd":"new","board":"nonsense"}"#,
        r#"{"cmd":"chance"}"#,
        r#"{"cmd":"chance","outcome":"3-4"}"#,
        r#"{"cmd":"setup","position":7}"#,
        r#"{"cmd":"legal","extra":1}"#,
        r#"{"cmd":"view","seat":""}"#,
        "\u{0}",
    ] {
        let answer = talk.say(line);
        assert_eq!(answer["ok"], false, "{line} → {answer}");
        assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()), "{line} → {answer}");
    }
    assert_eq!(talk.0.line("  "), None);
    assert_eq!(talk.position(), before);
}

#[test]
fn a_record_replays() {
    let mut talk = Talk::about(GAME);
    talk.ask(json!({"cmd": "new", "options": {"quiet_limit": 3}}));
    for _ in 0..400 {
        let legal = talk.ask(json!({"cmd": "legal"}));
        let Some(legal_move) = legal["actions"].as_array().unwrap().last() else { break };
        talk.ask(json!({"cmd": "play", "seat": legal_move["seat"], "action": legal_move["action"]}));
    }
    let answer = talk.ask(json!({"cmd": "record"}));
    let record = serde_json::from_value(answer["record"].clone()).unwrap();
    table::replay(catalog::game(GAME).unwrap(), &record).ok().unwrap();
}
