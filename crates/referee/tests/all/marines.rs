//! Fighting Marines: dice, several seats at once, exchange and ransom.

use super::Talk;
use serde_json::{Value, json};

const GAME: &str = "fighting-marines";

/// Red has the first turn and throws a nine: red and yellow may enter.
fn first_stop() -> Talk {
    let mut talk = Talk::about(GAME);
    talk.ask(json!({"cmd": "new", "players": 4, "seed": 7}));
    for throw in ["red 9", "black 5", "yellow 4", "green 3"] {
        talk.throw(throw);
    }
    let stop = talk.throw("9");
    assert_eq!(stop["to_act"], json!(["red", "yellow"]));
    talk
}

/// FM-8
#[test]
fn chance_is_a_list_of_outcomes_with_their_odds_and_the_thrower() {
    let mut talk = Talk::about(GAME);
    let new = talk.ask(json!({"cmd": "new", "players": 3, "seed": 7}));
    assert_eq!((&new["to_act"], &new["seats"]), (&json!("chance"), &json!(["red", "black", "green"])));
    let legal = talk.ask(json!({"cmd": "legal"}));
    assert_eq!(legal["thrower"], "red");
    let outcomes = legal["chance"].as_array().unwrap();
    assert_eq!((outcomes.len(), &outcomes[5]), (11, &json!({"outcome": "red 7", "p": 6.0 / 36.0})));
    let sum: f64 = outcomes.iter().map(|outcome| outcome["p"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let early = talk.ask(json!({"cmd": "play", "seat": "red", "action": "2>"}));
    assert_eq!((&early["ok"], &early["rule"]), (&json!(false), &json!("FM-10")));
}

#[test]
fn a_throw_is_given_or_comes_from_the_seed() {
    let mut talk = Talk::about(GAME);
    let new = json!({"cmd": "new", "players": 4, "seed": 7});
    talk.ask(new.clone());
    let drawn: Vec<Value> = (0..4).map(|_| talk.ask(json!({"cmd": "chance"}))["outcome"].take()).collect();
    talk.ask(new);
    let again: Vec<Value> = (0..4).map(|_| talk.ask(json!({"cmd": "chance"}))["outcome"].take()).collect();
    assert_eq!(drawn, again);
    talk.ask(json!({"cmd": "new", "players": 4}));
    assert_eq!(talk.throw("9")["outcome"], "red 9", "a total alone is for the seat to throw");
    for wrong in ["red 9", "13", "1", "black 2 2", ""] {
        assert_eq!(talk.ask(json!({"cmd": "chance", "outcome": wrong}))["ok"], false, "{wrong}");
    }
    assert_eq!(talk.ask(json!({"cmd": "legal"}))["thrower"], "black");
}

/// FM-11
#[test]
fn several_seats_act_in_any_order_and_come_to_the_same_position() {
    let plays = [("yellow", "26>"), ("red", "10> 8>"), ("yellow", "pass"), ("red", "pass")];
    let mut talk = first_stop();
    let refused = talk.ask(json!({"cmd": "play", "seat": "black", "action": "pass"}));
    assert_eq!((&refused["ok"], &refused["rule"]), (&json!(false), &json!("FM-10")));
    for (seat, action) in plays {
        talk.play(seat, action);
    }
    let mut other = first_stop();
    for (seat, action) in [plays[1], plays[3], plays[0], plays[2]] {
        other.play(seat, action);
    }
    assert_eq!(talk.position(), other.position());
    assert_eq!(talk.ask(json!({"cmd": "legal"}))["to_act"], json!(["red"]), "the thrower regroups first");
}

#[test]
fn every_position_of_a_stop_survives_a_round_trip() {
    let mut talk = first_stop();
    let mut other = Talk::about(GAME);
    for (seat, action) in [("red", "10>"), ("yellow", "30>"), ("red", "pass"), ("yellow", "pass"), ("red", "col@10")] {
        talk.play(seat, action);
        let position = talk.position();
        let set_up = other.ask(json!({"cmd": "setup", "position": position}));
        assert_eq!(set_up["ok"], true, "{set_up}");
        assert_eq!(other.position(), position);
        assert_eq!(other.ask(json!({"cmd": "legal"})), talk.ask(json!({"cmd": "legal"})));
    }
}

/// A regroup in which red has lost two privates, one to black and one to green, and holds a yellow captain, or
/// the first of the yellow privates.
fn prisoners(private: bool) -> Talk {
    let mut talk = first_stop();
    let mut position = talk.position();
    let men = position["men"].as_object_mut().unwrap();
    men["red"] = json!({
        "circles": ["2 private", "4 private", "6 private"],
        "corner": ["captain", "captain", "colonel"],
        "held": {"black": ["private"], "green": ["private"]},
    });
    men["yellow"] = match private {
        true => json!({
            "circles": ["26 private", "28 private", "30 private", "32 private"],
            "corner": ["captain", "captain", "colonel"], "held": {"red": ["private"]},
        }),
        false => json!({
            "circles": ["24 private", "26 private", "28 private", "30 private", "32 private"],
            "corner": ["captain", "colonel"], "held": {"red": ["captain"]},
        }),
    };
    (position["phase"], position["to_act"]) = (json!("regroup"), json!(["red"]));
    let set_up = talk.ask(json!({"cmd": "setup", "position": position}));
    assert_eq!((&set_up["ok"], &set_up["to_act"]), (&json!(true), &json!(["red"])), "{set_up}");
    talk
}

/// FM-20, FM-21
#[test]
fn an_exchange_or_ransom_that_is_not_allowed_is_refused_with_its_rule() {
    let mut talk = prisoners(false);
    let mut why = |action: &str| talk.ask(json!({"cmd": "why", "seat": "red", "action": action}));
    let check = |answer: Value, rule: &str| {
        assert_eq!((&answer["legal"], &answer["rule"]), (&json!(false), &json!(rule)), "{answer}");
        assert!(!answer["why"].as_str().unwrap().is_empty());
    };
    check(why("pvt<black=yellow"), "FM-20");
    check(why("pvt<yellow=yellow"), "FM-20");
    check(why("pvt>black"), "FM-33");
    assert_eq!(why("$pvt<black")["rules"], json!(["FM-21", "FM-22"]));
    let purse = |talk: &mut Talk| talk.position()["purses"]["red"].as_i64().unwrap();
    let before = purse(&mut talk);
    talk.play("red", "$pvt<black $pvt<green");
    assert_eq!(purse(&mut talk), before - 4);
    let mut talk = prisoners(true);
    let mut why = |action: &str| talk.ask(json!({"cmd": "why", "seat": "red", "action": action}));
    check(why("$pvt<black"), "FM-21");
    assert_eq!(why("pvt<black=yellow")["rules"], json!(["FM-20", "FM-22"]));
    talk.play("red", "pvt<black=yellow $pvt<green");
}

#[test]
fn undo_includes_throws_and_the_seed_gives_the_same_again() {
    let mut talk = Talk::about(GAME);
    talk.ask(json!({"cmd": "new", "players": 2, "seed": 3}));
    let start = talk.position();
    let first = talk.ask(json!({"cmd": "chance"}));
    let undone = talk.ask(json!({"cmd": "undo"}));
    assert_eq!((&undone["ok"], &undone["to_act"]), (&json!(true), &json!("chance")));
    assert_eq!(talk.position(), start);
    assert_eq!(talk.ask(json!({"cmd": "chance"})), first);
    let mut talk = first_stop();
    let stop = talk.position();
    talk.play("red", "10>");
    talk.ask(json!({"cmd": "undo"}));
    assert_eq!(talk.position(), stop);
    assert_eq!(talk.ask(json!({"cmd": "undo"}))["to_act"], "chance");
}

/// FM-27
#[test]
fn a_match_is_played_to_its_end_and_its_record_verifies() {
    for players in [2, 3, 4] {
        let mut talk = Talk::about(GAME);
        talk.ask(json!({"cmd": "new", "players": players, "options": {"throw_limit": 12}, "seed": players}));
        let result = loop {
            let legal = talk.ask(json!({"cmd": "legal"}));
            if let Some(result) = legal.get("result") {
                break result.clone();
            } else if legal.get("chance").is_some() {
                talk.ask(json!({"cmd": "chance"}));
            } else {
                // The last seat in the list acts first: the order does not matter.
                let moves = legal["actions"].as_array().unwrap();
                let last = &moves[moves.len() - 1]["seat"];
                let legal_move = moves.iter().find(|legal_move| legal_move["seat"] == *last).unwrap();
                talk.play(legal_move["seat"].as_str().unwrap(), legal_move["action"].as_str().unwrap());
            }
        };
        let account: Vec<i64> = serde_json::from_value(result["account"].clone()).unwrap();
        let in_the_box = -account.iter().sum::<i64>();
        assert!((0..players).contains(&in_the_box), "{account:?}");
        let answer = talk.ask(json!({"cmd": "record"}));
        let record = serde_json::from_value(answer["record"].clone()).unwrap();
        let replay = table::replay(catalog::game(GAME).unwrap(), &record).ok().unwrap();
        assert_eq!(replay.game_match.position(kernel::Viewer::Referee), talk.position());
    }
}
