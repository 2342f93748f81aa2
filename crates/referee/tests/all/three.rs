//! Ranger Commandos, Hit the Beach and Conflict: whole matches, round trips of positions, throws and refusals.

use super::Talk;
use serde_json::{Value, json};

/// Each game with an option that makes it short.
const GAMES: [(&str, &str, u32); 3] =
    [("ranger-commandos", "dawn_round", 4), ("hit-the-beach", "throw_limit", 40), ("conflict", "throw_limit", 40)];

fn begun((game, option, limit): (&str, &str, u32), players: u32, seed: u32) -> Talk {
    let mut talk = Talk::about(game);
    let new = talk.ask(json!({"cmd": "new", "players": players, "options": {option: limit}, "seed": seed}));
    assert_eq!(new["ok"], true, "{new}");
    talk
}

/// One step by a fixed rule; the result once it is over.
fn step(talk: &mut Talk, number: usize) -> Option<Value> {
    let legal = talk.ask(json!({"cmd": "legal"}));
    if legal.get("result").is_some() {
        return Some(legal["result"].clone());
    }
    if legal.get("chance").is_some() {
        let thrown = talk.ask(json!({"cmd": "chance"}));
        assert_eq!(thrown["ok"], true, "{thrown}");
        return None;
    }
    let moves = legal["actions"].as_array().expect("actions");
    let legal_move = &moves[number * 7919 % moves.len()];
    talk.play(legal_move["seat"].as_str().expect("a seat"), legal_move["action"].as_str().expect("notation"));
    None
}

/// Plays on until a seat has more than one legal action.
fn at_a_choice(talk: &mut Talk) -> (String, Vec<Value>) {
    for number in 0..400 {
        let legal = talk.ask(json!({"cmd": "legal"}));
        if let Some(moves) = legal["actions"].as_array().filter(|moves| moves.len() > 1) {
            return (moves[0]["seat"].as_str().expect("a seat").to_owned(), moves.clone());
        }
        assert!(step(talk, number).is_none(), "it ended before anybody had a choice");
    }
    panic!("nobody ever has a choice")
}

#[test]
fn matches_are_played_to_their_end_and_their_records_verify() {
    for game in GAMES {
        for players in [2, 3, 4] {
            let mut talk = begun(game, players, players);
            let result = (0..20_000).find_map(|number| step(&mut talk, number)).expect("it ends");
            let shares: Vec<f64> = serde_json::from_value(result["shares"].clone()).expect("shares");
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{result}");
            let record = serde_json::from_value(talk.ask(json!({"cmd": "record"}))["record"].take()).expect("a record");
            let replay = table::replay(catalog::game(game.0).unwrap(), &record).ok().unwrap();
            assert_eq!(replay.game_match.position(kernel::Viewer::Referee), talk.position());
        }
    }
}

#[test]
fn positions_survive_a_round_trip() {
    for game in GAMES {
        let (mut talk, mut other) = (begun(game, 2, 5), begun(game, 2, 5));
        for number in 0..60 {
            if step(&mut talk, number).is_some() {
                break;
            }
            let position = talk.position();
            let set_up = other.ask(json!({"cmd": "setup", "position": position}));
            assert_eq!(set_up["ok"], true, "{}: {set_up}", game.0);
            assert_eq!(other.position(), position);
            assert_eq!(other.ask(json!({"cmd": "legal"})), talk.ask(json!({"cmd": "legal"})));
        }
    }
}

#[test]
fn odds_sum_up_and_throws_are_given_or_come_from_the_seed() {
    for game in GAMES {
        let mut talk = begun(game, 3, 7);
        let start = talk.position();
        let legal = talk.ask(json!({"cmd": "legal"}));
        let sum: f64 = legal["chance"].as_array().unwrap().iter().map(|outcome| outcome["p"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12 && legal["thrower"].is_string(), "{legal}");
        for wrong in ["", "0", "13", "7-7", "nobody 3", "XX9YY"] {
            assert_eq!(talk.ask(json!({"cmd": "chance", "outcome": wrong}))["ok"], false, "{wrong}");
        }
        assert_eq!(talk.position(), start, "a refusal changes nothing");
        let first = talk.ask(json!({"cmd": "chance"}));
        assert_eq!(talk.ask(json!({"cmd": "undo"}))["ok"], true);
        assert_eq!(talk.position(), start);
        assert_eq!(talk.ask(json!({"cmd": "chance"})), first, "the seed gives the same again");
    }
}

#[test]
fn an_illegal_action_is_refused_with_its_rule_and_changes_nothing() {
    for game in GAMES {
        let shared_rules = &catalog::game(game.0).unwrap().info().shared_rules;
        let mut talk = begun(game, 2, 9);
        let seats: Vec<String> =
            serde_json::from_value(talk.ask(json!({"cmd": "new", "players": 2, "seed": 9}))["seats"].take()).unwrap();
        let early = talk.ask(json!({"cmd": "play", "seat": seats[0], "action": "pass"}));
        assert_eq!((&early["ok"], &early["rule"]), (&json!(false), &json!(shared_rules.turn.to_string())), "{early}");
        let (seat, moves) = at_a_choice(&mut talk);
        let before = talk.position();
        for nonsense in ["", "?", "zz99", "5:", "def-", "+tank", "-"] {
            let refused = talk.ask(json!({"cmd": "play", "seat": seat, "action": nonsense}));
            assert_eq!(refused["ok"], false, "{nonsense}: {refused}");
            assert!(!refused["error"].as_str().unwrap_or_default().is_empty(), "{refused}");
        }
        let other = seats.iter().find(|id| **id != seat).unwrap();
        let not_now = talk.ask(json!({"cmd": "play", "seat": other, "action": moves[0]["action"]}));
        assert_eq!(not_now["rule"], shared_rules.turn.to_string(), "{not_now}");
        assert_eq!(talk.position(), before, "a refusal changes nothing");
        for legal_move in &moves {
            let why = talk.ask(json!({"cmd": "why", "seat": seat, "action": legal_move["action"]}));
            assert!(why["legal"] == true && !why["rules"].as_array().unwrap().is_empty(), "{why}");
        }
    }
}

#[test]
fn a_pact_is_offered_and_accepted_and_stands_in_the_position() {
    let mut talk = Talk::about("conflict");
    let new = talk.ask(json!({"cmd": "new", "players": 4, "options": {"pacts": true}, "seed": 3}));
    assert_eq!(new["ok"], true, "{new}");
    while talk.ask(json!({"cmd": "legal"})).get("chance").is_some() {
        talk.ask(json!({"cmd": "chance"}));
    }
    let moves = talk.ask(json!({"cmd": "legal"}))["actions"].as_array().expect("actions").clone();
    let legal_move =
        moves.iter().find(|legal_move| legal_move["action"].as_str().is_some_and(|action| action.starts_with("pact-")));
    let (seat, action) = legal_move
        .map(|legal_move| (legal_move["seat"].clone(), legal_move["action"].clone()))
        .expect("a pact to offer");
    let (seat, action) = (seat.as_str().expect("a seat"), action.as_str().expect("notation"));
    talk.play(seat, action);
    let other = action.strip_prefix("pact-").expect("a colour");
    assert_eq!((&talk.position()["phase"], &talk.position()["asked"]), (&json!("answer"), &json!(other)));
    talk.play(other, "accept");
    let position = talk.position();
    assert_eq!((&position["phase"], position["pacts"].as_array().map(Vec::len)), (&json!("throw"), Some(1)));
    let refused = talk.ask(json!({"cmd": "new", "players": 3, "options": {"partnership": true}}));
    assert_eq!(refused["ok"], false, "{refused}");
    assert!(refused.to_string().contains("a partnership needs four players"), "{refused}");
}
