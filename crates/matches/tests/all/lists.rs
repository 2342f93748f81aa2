//! A match's entry in lists, through whole matches.

use super::*;
use table::TimeControl;

fn owners(table: &Table) -> Vec<String> {
    list_entry(table).owners
}

#[test]
fn the_list_says_who_plays_and_whom_the_match_waits_for() {
    let actor = actor(&opened(Arc::new(Memory::new())));
    let entry = list_entry(&actor.table());
    assert_eq!((entry.title.as_str(), entry.open), ("ANN – BOB", true));
    assert_eq!(entry.owners, ["ann", "bob", "turn:ann"]);
    execute(&actor, &act("attack", "d6-d7")).unwrap();
    assert_eq!(owners(&actor.table()), ["ann", "bob", "turn:bob"]);
    execute(&actor, &PendingCommand::new(MatchCommand::OfferDraw { seat: "musketeers".into() }, 0)).unwrap();
    assert_eq!(owners(&actor.table()), ["ann", "bob", "turn:ann", "turn:bob"], "a question is to be answered");
    execute(&actor, &PendingCommand::new(MatchCommand::Resign { seat: "attack".into() }, 0)).unwrap();
    let entry = list_entry(&actor.table());
    assert_eq!((entry.open, entry.owners), (false, vec!["ann".to_owned(), "bob".into()]));
    execute(&actor, &PendingCommand::new(MatchCommand::OfferRematch { seat: "attack".into() }, 0)).unwrap();
    assert_eq!(owners(&actor.table()), ["ann", "bob", "turn:bob"], "a rematch is to be accepted");
}

#[test]
fn a_listed_match_with_an_open_seat_is_in_the_lobby_and_a_timed_one_in_the_list_of_clocks() {
    let game = catalog::game(GAME).unwrap();
    let pace = TimeControl::Days { days: 3 };
    let order = Order { listed: true, pace, ..order(ID, &[person("ann"), Occupant::Open]) };
    let context = context(Arc::new(Memory::new()));
    block_on(open_match(&context, game, order, "opened", 0)).unwrap();
    let actor = actor(&context);
    assert_eq!(owners(&actor.table()), ["ann", TIMED, LOBBY], "nobody is waited for while a seat is open");
    let sit = MatchCommand::Sit { seat: None, who: person("bob"), nonce: "00".repeat(8), anchor: None };
    execute(&actor, &PendingCommand::new(sit, 0)).unwrap();
    assert_eq!(owners(&actor.table()), ["ann", "bob", "turn:ann", TIMED]);
}

/// The entry stored with an action is that of the match when it is read again.
#[test]
fn the_stored_list_entry_is_that_of_the_match() {
    for game in catalog::games() {
        let players = *game.info().players.last().unwrap();
        let log = Arc::new(Memory::new());
        let context = context(log.clone());
        let config = MatchConfig { players, ..MatchConfig::default() };
        let seats = (0..players).map(|seat| person(&format!("p{seat}"))).collect();
        let order = Order::plain(ID.into(), config, seats, [7; 32]);
        block_on(open_match(&context, *game, order, "opened", 0)).unwrap();
        let actor = actor(&context);
        for _ in 0..60 {
            let table = actor.table();
            let seat = |seat: kernel::Seat| table.game_match().seats()[seat.index()].id.to_owned();
            let command = match table.turn() {
                kernel::Turn::Over => break,
                kernel::Turn::Chance => PendingCommand::new(
                    MatchCommand::Throw { seat: table.game_match().thrower().map(seat), link: None },
                    0,
                ),
                kernel::Turn::Seats(_) => first_action(&table),
            };
            execute(&actor, &command).unwrap();
            let listed = block_on(log.list(store::Filter::default())).unwrap().remove(0);
            assert_eq!(listed.entry, list_entry(&actor.table()), "{}", game.info().title);
        }
        assert!(actor.table().version() > 20, "{} went on", game.info().title);
        assert_same(&actor.table(), &super::actor(&context).table());
    }
}
