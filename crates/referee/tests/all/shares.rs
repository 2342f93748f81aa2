//! Each seat's share of the win, as defined in `docs/referee.md`.

use super::Talk;
use serde_json::{Value, json};

fn result(talk: &mut Talk) -> Value {
    talk.ask(json!({"cmd": "legal"}))["result"].take()
}

#[test]
fn three_who_draw_have_a_third_each_and_the_record_says_the_same() {
    let mut talk = Talk::about("hit-the-beach");
    talk.ask(json!({"cmd": "new", "players": 3, "options": {"throw_limit": 1}, "seed": 4}));
    while talk.ask(json!({"cmd": "legal"})).get("chance").is_some() {
        assert_eq!(talk.ask(json!({"cmd": "chance"}))["ok"], true);
    }
    let seat = talk.ask(json!({"cmd": "legal"}))["to_act"][0].take();
    talk.play(seat.as_str().unwrap(), "pass");
    let result = result(&mut talk);
    assert_eq!(result["shares"], json!([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0]));
    assert_eq!(result["reason"], "1 throw has been made, and nobody has reached the objective: it is a draw.");
    assert_eq!(talk.ask(json!({"cmd": "record"}))["record"]["result"]["shares"], result["shares"]);
}

#[test]
fn partners_who_win_have_the_whole_win_each() {
    let mut talk = Talk::about("conflict");
    talk.ask(json!({"cmd": "new", "players": 4, "options": {"partnership": true}}));
    let mut position = talk.position();
    for (colour, holder) in [("orange", "red"), ("green", "yellow")] {
        let force = position["pieces"][colour].as_object_mut().unwrap();
        let mut all: Vec<Value> = Vec::new();
        for part in ["field", "home", "reserve"] {
            let kinds = force[part].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
            all.extend(kinds.map(|text| json!(text.split(' ').next().unwrap())));
        }
        *force = json!({"field": [], "home": [], "reserve": [], "held": {holder: all}}).as_object().unwrap().clone();
    }
    position["phase"] = json!("over");
    position["throws"] = json!(9);
    position["dice"] = json!([2, 1]);
    position["retired"] = json!(["orange", "green"]);
    position.as_object_mut().unwrap().remove("to_throw");
    let answer = talk.ask(json!({"cmd": "setup", "position": position}));
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(result(&mut talk)["shares"], json!([1.0, 0.0, 1.0, 0.0]));
}
