//! Checking stored matches, as backups and imports do it.

use super::*;
use eventlog::Listed;

/// A match of this game, played to its end or for this number of commands, with its list entry.
fn played(slug: &str, commands: usize) -> (Listed, Vec<Stored>) {
    let log = Arc::new(Memory::new());
    let context = context(log.clone());
    let game = catalog::game(slug).unwrap();
    let players = game.info().players[0];
    let config = MatchConfig { players, ..MatchConfig::default() };
    let order = Order::plain(ID.into(), config, vec![person("ann"); players.into()], [7; 32]);
    block_on(open_match(&context, game, order, "opened", 0)).unwrap();
    let actor = actor(&context);
    for number in 0..commands {
        let table = actor.table();
        let Some(command) = next_command(&table, number) else { break };
        execute(&actor, &command).unwrap();
    }
    let stream = StreamId::new(ID).unwrap();
    let listed = block_on(log.list(Default::default())).unwrap().remove(0);
    let events = block_on(log.read(&stream, Version::NONE)).unwrap();
    (listed, events)
}

/// A nonce, a throw, or one of the legal actions of the first seat to act; `None` if the match is over.
fn next_command(table: &Table, number: usize) -> Option<PendingCommand> {
    let id = |seat: kernel::Seat| table.game_match().seats()[seat.index()].id.to_owned();
    if let Some(seat) = table.wants_nonce().iter().next() {
        let command = MatchCommand::AddNonce { seat: id(seat), nonce: "0123456789abcdef".into() };
        return Some(PendingCommand::new(command, 1_000));
    }
    let command = match table.turn() {
        kernel::Turn::Over => return None,
        kernel::Turn::Chance => MatchCommand::Throw { seat: table.game_match().thrower().map(id), link: None },
        kernel::Turn::Seats(seats) => {
            let seat = seats.iter().next()?;
            let moves = table.game_match().legal_moves(seat);
            let text = moves[(number * 7919) % moves.len()].action.clone();
            MatchCommand::Act { seat: id(seat), text }
        }
    };
    Some(PendingCommand::new(command, 1_000))
}

fn why(listed: &Listed, events: &[Stored]) -> String {
    verify_listed(listed, events, catalog::game).expect_err("it is not sound").to_string()
}

#[test]
fn matches_of_every_game_are_sound_as_they_are_stored() {
    for game in catalog::games() {
        let slug = game.info().slug;
        let (listed, events) = played(slug, 40);
        assert!(events.len() > 10, "{slug}: {} events", events.len());
        verify_listed(&listed, &events, catalog::game).unwrap_or_else(|why| panic!("{slug}: {why}"));
    }
}

#[test]
fn a_match_with_a_missing_repeated_or_changed_event_is_not_sound() {
    let (listed, events) = played(GAME, 6);
    let mut gap = events.clone();
    gap.remove(2);
    assert!(why(&listed, &gap).contains("event 3 is missing"));
    assert!(why(&listed, &events[..5]).contains("the number of its events differs"));
    let mut repeated = events.clone();
    repeated[3].key = repeated[0].key.clone();
    assert!(why(&listed, &repeated).contains("event 4 repeats"));
    let mut changed = events.clone();
    changed[2].body = changed[1].body.clone();
    assert!(!why(&listed, &changed).is_empty(), "an action that is not legal");
    let mut unreadable = events.clone();
    unreadable[1].body = "{}".into();
    assert!(!why(&listed, &unreadable).is_empty());
    assert!(!why(&listed, &[]).is_empty(), "a match without events");
}

#[test]
fn a_list_that_does_not_show_the_match_as_it_is_is_found() {
    let (listed, events) = played(GAME, 6);
    let check = |change: fn(&mut Listed), words: &str| {
        let mut other = listed.clone();
        change(&mut other);
        assert!(why(&other, &events).contains(words), "{}", why(&other, &events));
    };
    check(|listed| listed.stream = StreamId::new("other").unwrap(), "those of the match match-1");
    check(|listed| listed.entry.open = false, "whether it is over");
    check(|listed| listed.entry.game = "conflict".into(), "the game differs");
    check(|listed| listed.updated_ms += 1, "its times differ");
}
