//! The Three Musketeers: two seats in turn, no dice.

use super::{Kept, computer, order, person, position};
use boxtop_table::{self as table, Contest, Decline, Event, MatchCommand, Occupant, Order, ReplayError, Table, replay};
use kernel::dynamic::MatchConfig;
use kernel::record::{Record, Step};
use kernel::{OptionValue, Seat, Turn};

const GAME: &str = "three-musketeers";

#[test]
fn folding_the_events_gives_the_same_table() {
    let mut kept = Kept::open(GAME, order([person("ann"), person("bob")]));
    kept.act("attack", "d6-d7").unwrap();
    let reply = kept.table.game_match().legal_moves(Seat(1))[0].action.clone();
    kept.act("musketeers", &reply).unwrap();
    let again = kept.folded();
    assert_eq!(position(&again), position(&kept.table));
    assert_eq!(again.view(Some("ann")), kept.table.view(Some("ann")));
    assert_eq!((again.version(), again.record()), (3, kept.table.record()));
}

#[test]
fn a_declined_command_changes_nothing() {
    let mut kept = Kept::open(GAME, order([person("ann"), person("bob")]));
    let before = kept.table.view(Some("ann"));
    let refused = kept.act("attack", "d6-d5").unwrap_err();
    assert!(matches!(&refused, Decline::Refused(refusal) if refusal.rule.to_string() == "TM-7"), "{refused:?}");
    assert!(matches!(kept.act("musketeers", "e7-e6"), Err(Decline::Refused(_))));
    assert!(matches!(kept.act("green", "d6-d7"), Err(Decline::NoSuchSeat(_))));
    assert!(matches!(kept.ask(MatchCommand::Throw { seat: None, link: None }), Err(Decline::Refused(_))));
    assert_eq!(kept.table.view(Some("ann")), before);
    assert_eq!(kept.events.len(), 1);
}

#[test]
fn nobody_moves_before_every_seat_is_taken_and_a_seat_is_taken_once() {
    let mut kept = Kept::open(GAME, order([person("ann"), Occupant::Open]));
    assert_eq!(kept.act("attack", "d6-d7"), Err(Decline::Waiting));
    assert!(kept.table.view(Some("ann")).legal_moves.is_empty());
    let sit = |who: &str| MatchCommand::Sit {
        seat: Some("musketeers".into()),
        who: person(who),
        nonce: String::new(),
        anchor: None,
    };
    kept.ask(sit("bob")).unwrap();
    assert_eq!(kept.ask(sit("eve")), Err(Decline::Taken));
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(kept.folded().record(), kept.table.record());
}

#[test]
fn each_person_gets_only_their_own_legal_moves() {
    let kept = Kept::open(GAME, order([person("ann"), person("bob")]));
    assert_eq!(kept.table.view(Some("ann")).legal_moves.len(), 1);
    assert!(kept.table.view(Some("bob")).legal_moves.is_empty());
    assert!(kept.table.view(None).legal_moves.is_empty() && kept.table.view(None).mine.is_empty());
}

#[test]
fn undo_alone_goes_back_to_your_last_decision() {
    let mut kept = Kept::open(GAME, order([person("ann"), computer()]));
    let start = position(&kept.table);
    assert_eq!(kept.ask(MatchCommand::TakeBack { seat: "attack".into() }), Err(Decline::NothingToUndo));
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(kept.table.computers_to_act(), [(Seat(1), "private")]);
    let reply = kept.table.game_match().legal_moves(Seat(1))[0].action.clone();
    kept.act("musketeers", &reply).unwrap();
    kept.ask(MatchCommand::TakeBack { seat: "attack".into() }).unwrap();
    assert_eq!(position(&kept.table), start);
    assert_eq!(position(&kept.folded()), start);
    let undone = kept.table.record().steps;
    assert!(matches!(undone.last(), Some(Step::Undo { undo: 2.. })), "undone actions stay in the record: {undone:?}");
}

#[test]
fn another_players_move_cannot_be_undone() {
    let mut kept = Kept::open(GAME, order([person("ann"), person("bob")]));
    kept.act("attack", "d6-d7").unwrap();
    assert!(!kept.table.view(Some("ann")).can_undo);
    assert_eq!(kept.ask(MatchCommand::TakeBack { seat: "attack".into() }), Err(Decline::AskFirst));
}

/// TM-22
#[test]
fn a_player_who_resigns_loses_and_the_match_is_over() {
    let mut kept = Kept::open(GAME, order([person("ann"), person("bob")]));
    kept.ask(MatchCommand::Resign { seat: "attack".into() }).unwrap();
    assert_eq!(kept.table.turn(), Turn::Over);
    assert_eq!(kept.table.outcome().unwrap().winner(), Some(Seat(1)));
    assert_eq!(kept.act("musketeers", "e7-e6"), Err(Decline::Over));
    let result = kept.table.record().result.unwrap();
    assert_eq!((result.shares, result.rules), (vec![0.0, 1.0], vec!["TM-22".to_owned()]));
}

/// TM-21
#[test]
fn a_contest_is_two_games_with_sides_changed_and_points_added() {
    let contest = Contest { game: 1, of: 2, points: vec![0.0, 0.0] };
    let mut first = Kept::open(GAME, Order { contest: Some(contest), ..order([person("ann"), person("bob")]) });
    assert_eq!(first.ask(MatchCommand::Follow { by: "m2".into() }), Err(Decline::NotOver));
    first.ask(MatchCommand::Resign { seat: "attack".into() }).unwrap();
    assert_eq!(first.table.points(), Some(vec![0.0, 1.0]));
    assert!(first.table.contest_goes_on());
    first.ask(MatchCommand::Follow { by: "m2".into() }).unwrap();
    let mut second = Kept::open(GAME, first.table.rematch("m2".into(), [1; 32]));
    assert_eq!(second.table.seats(), [person("bob"), person("ann")]);
    assert_eq!(second.table.points(), Some(vec![1.0, 0.0]), "bob keeps the point");
    second.ask(MatchCommand::Resign { seat: "musketeers".into() }).unwrap();
    assert_eq!(second.table.points(), Some(vec![2.0, 0.0]));
    assert!(!second.table.contest_goes_on());
    let third = second.table.rematch("m3".into(), [2; 32]).contest.unwrap();
    assert_eq!((third.game, third.points), (1, vec![0.0, 0.0]), "a rematch after a contest is a new contest");
}

#[test]
fn the_seed_is_secret_until_the_end() {
    let mut kept = Kept::open(GAME, order([person("ann"), person("bob")]));
    let secret = table::hex(&[9; 32]);
    let seen =
        |table: &Table| format!("{:?}{}", table.view(Some("ann")), serde_json::to_string(&table.record()).unwrap());
    assert!(!seen(&kept.table).contains(&secret));
    kept.ask(MatchCommand::Resign { seat: "attack".into() }).unwrap();
    let record = kept.table.record();
    assert_eq!(record.seed.as_deref(), Some(secret.as_str()));
    assert_eq!(record.commitment, Some(chain::Chain::new(chain::Link::new([9; 32])).anchor().to_string()));
}

/// Plays seeded random moves to the end.
fn finished(options: MatchConfig) -> Kept {
    let mut kept = Kept::open(GAME, Order { config: options, ..order([person("ann"), person("ann")]) });
    let mut at = 7usize;
    while !kept.table.is_over() {
        let view = kept.table.view(Some("ann"));
        let (seat, moves) = &view.legal_moves[0];
        at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = moves[(at >> 33) % moves.len()].action.clone();
        let seat = kept.table.game_match().seats()[seat.index()].id;
        kept.act(seat, &action).unwrap();
    }
    kept
}

#[test]
fn a_record_replays_to_the_same_end() {
    let options = [("quiet_limit".to_owned(), OptionValue::Number(7))].into();
    let kept = finished(MatchConfig { options, ..MatchConfig::default() });
    let text = serde_json::to_string(&kept.table.record()).unwrap();
    let record: Record = serde_json::from_str(&text).unwrap();
    let again = replay(catalog::game(GAME).unwrap(), &record).unwrap();
    assert_eq!(again.game_match.position(kernel::Viewer::Referee), position(&kept.table));
    assert_eq!(again.outcome, kept.table.outcome());
}

#[test]
fn a_false_record_is_detected() {
    let good = finished(MatchConfig::default()).table.record();
    let game = catalog::game(GAME).unwrap();
    let check = |change: fn(&mut Record)| {
        let mut record = good.clone();
        change(&mut record);
        replay(game, &record).err().expect("the lie passes")
    };
    assert!(matches!(check(|r| r.rules_version = 99), ReplayError::Unplayable(_)));
    assert!(matches!(check(|r| r.format = 5), ReplayError::Unplayable(_)));
    assert!(matches!(check(|r| r.board_hash = "0".into()), ReplayError::OtherBoard { .. }));
    assert!(matches!(check(|r| r.result.as_mut().unwrap().shares.reverse()), ReplayError::Result));
    assert!(matches!(check(|r| r.seed = Some("00".into())), ReplayError::Commitment));
    assert!(matches!(check(|r| r.steps.swap(0, 1)), ReplayError::Step { step: 1, .. }));
    assert!(matches!(check(|r| r.steps.insert(0, Step::Undo { undo: 1 })), ReplayError::Step { step: 1, .. }));
    assert!(matches!(check(|r| r.seats.truncate(1)), ReplayError::Setup(_)));
    assert!(matches!(check(|r| r.game = "chess".into()), ReplayError::OtherGame(_)));
}

#[test]
fn faulty_orders_and_events_are_refused() {
    let game = catalog::game(GAME).unwrap();
    let options = [("quiet".to_owned(), OptionValue::Switch(true))].into();
    let faulty = Order {
        config: MatchConfig { options, players: 3, ..MatchConfig::default() },
        ..order([person("a"), person("b")])
    };
    let Err(Decline::Faulty(faults)) = Table::open(game, faulty, 0) else { panic!("opened") };
    assert_eq!(faults.len(), 2, "every fault is listed: {faults:?}");
    let one_seat = Order { seats: vec![person("a")], ..order([person("a"), person("b")]) };
    assert!(matches!(Table::open(game, one_seat, 0), Err(Decline::Faulty(_))));

    let kept = Kept::open(GAME, order([person("ann"), person("bob")]));
    let broken = Event::Acted { seat: "attack".into(), action: "d6-d5".into() };
    let corrupt = Table::fold(game, [kept.events[0].clone(), broken.into()]).err().unwrap();
    assert_eq!(corrupt.version, 2);
    assert!(Table::fold(game, []).is_err());
}
