//! Commands, conflicts and keys.

use super::*;

#[test]
fn a_command_is_decided_appended_applied_and_published_in_this_order() {
    let log = Arc::new(Memory::new());
    let (context, published) = (opened(log.clone()), Arc::new(Published::default()));
    let actor = block_on(MatchActor::load(context, ID, Box::new(published.clone()))).unwrap();
    let before = actor.snapshot();
    let outcome = execute(&actor, &act("attack", "d6-d7").at_version(1)).unwrap();
    assert_eq!((outcome.version, outcome.repeated), (2, false));
    assert_eq!(*published.0.lock().unwrap(), [2]);
    assert_eq!(before.table.version(), 1, "an earlier snapshot does not change");
    assert_eq!(actor.snapshot().revision, before.revision + 1);
    let stored = block_on(log.read(actor.stream(), Version::NONE)).unwrap();
    assert_eq!(stored[1].body, r#"{"at":1000,"event":"acted","seat":"attack","action":"d6-d7"}"#);
}

#[test]
fn a_declined_command_changes_nothing() {
    let log = Arc::new(Memory::new());
    let (context, published) = (opened(log.clone()), Arc::new(Published::default()));
    let actor = block_on(MatchActor::load(context, ID, Box::new(published.clone()))).unwrap();
    let refused = execute(&actor, &act("attack", "a1-a2"));
    assert!(matches!(refused, Err(MatchError::Declined(table::Decline::Refused(_)))), "{refused:?}");
    assert_eq!((actor.table().version(), actor.snapshot().revision), (1, 1));
    assert!(published.0.lock().unwrap().is_empty());
    assert_eq!(block_on(log.read(actor.stream(), Version::NONE)).unwrap().len(), 1);
}

#[test]
fn a_command_for_another_version_is_stale_and_one_for_a_later_version_is_refused() {
    let context = opened(Arc::new(Memory::new()));
    let actor = actor(&context);
    execute(&actor, &act("attack", "d6-d7").at_version(1)).unwrap();
    let stale = execute(&actor, &act("attack", "f6-f7").at_version(1));
    assert!(matches!(stale, Err(MatchError::Stale { version: 2 })), "{stale:?}");
    let future = execute(&actor, &act("attack", "f6-f7").at_version(9));
    assert!(matches!(future, Err(MatchError::Future { seen: 9, version: 2 })), "{future:?}");
}

#[test]
fn a_repeated_key_has_its_first_outcome_also_after_a_restart() {
    let context = opened(Arc::new(Memory::new()));
    let first = actor(&context);
    let command = act("attack", "d6-d7").at_version(1).with_key(IdempotencyKey::new("ann-1", "d6-d7"));
    assert_eq!(execute(&first, &command).unwrap().version, 2);
    for actor in [first, actor(&context)] {
        let again = execute(&actor, &command).unwrap();
        assert_eq!((again.version, again.repeated), (2, true));
        assert_eq!(actor.table().version(), 2, "nothing is doubled");
    }
}

#[test]
fn a_key_that_is_reused_for_another_request_is_refused_also_after_a_restart() {
    let context = opened(Arc::new(Memory::new()));
    let first = actor(&context);
    let key = |body| IdempotencyKey::new("ann-1", body);
    execute(&first, &act("attack", "d6-d7").with_key(key("d6-d7"))).unwrap();
    for actor in [first, actor(&context)] {
        let reused = execute(&actor, &act("attack", "f6-f7").with_key(key("f6-f7")));
        assert!(matches!(reused, Err(MatchError::ReusedKey)), "{reused:?}");
    }
}

#[test]
fn opening_twice_with_the_same_key_opens_one_match_and_another_order_is_refused() {
    let context = opened(Arc::new(Memory::new()));
    let game = catalog::game(GAME).unwrap();
    let again = |key| block_on(open_match(&context, game, order(ID, &[person("ann"), person("bob")]), key, 5));
    assert!(again("opened").is_ok());
    assert!(matches!(again("another"), Err(MatchError::ReusedKey)));
    assert_eq!(actor(&context).table().version(), 1);
}

#[test]
fn an_unknown_match_cannot_be_loaded() {
    let context = context(Arc::new(Memory::new()));
    for id in ["nothing", "not a name!"] {
        let loaded = block_on(MatchActor::load(context.clone(), id, Box::new(Silent)));
        assert!(matches!(loaded, Err(MatchError::NoMatch)), "{id}");
    }
}

#[test]
fn two_actors_on_one_log_interleave_and_agree() {
    let context = opened(Arc::new(Memory::new()));
    let (one, two) = (actor(&context), actor(&context));
    let mut newest = one.table();
    for turn in 0..30 {
        if newest.is_over() {
            break;
        }
        // The actor that plays has missed the last action: it reads what is new before it decides.
        let here = if turn % 2 == 0 { &one } else { &two };
        execute(here, &first_action(&newest).at_version(newest.version())).unwrap();
        newest = here.table();
        assert_same(&newest, &actor(&context).table());
    }
    assert!(one.table().version() > 10);
    block_on(one.refresh()).unwrap();
    block_on(two.refresh()).unwrap();
    assert_same(&one.table(), &two.table());
}

#[test]
fn a_command_for_a_version_that_another_actor_reached_is_carried_out() {
    let context = opened(Arc::new(Memory::new()));
    let (one, two) = (actor(&context), actor(&context));
    execute(&one, &act("attack", "d6-d7").at_version(1)).unwrap();
    let reply = first_action(&one.table()).at_version(2);
    assert_eq!(execute(&two, &reply).unwrap().version, 3);
    assert_eq!(one.table().version(), 2);
    assert!(matches!(execute(&one, &reply), Err(MatchError::Stale { version: 3 })), "it was played elsewhere");
    assert_same(&one.table(), &two.table());
}

#[test]
fn after_a_conflict_a_command_that_is_still_valid_is_decided_again() {
    let context = opened(Arc::new(Memory::new()));
    let (one, two) = (actor(&context), actor(&context));
    execute(&one, &act("attack", "d6-d7").at_version(1)).unwrap();
    let resign = PendingCommand::new(MatchCommand::Resign { seat: "musketeers".into() }, 0);
    assert_eq!(execute(&two, &resign.at_version(1)).unwrap().version, 3, "behind the action it had not seen");
    assert_eq!(two.table().game_match().played().len(), 1);
    let late = execute(&one, &act("attack", "f6-f7").at_version(2));
    assert!(matches!(late, Err(MatchError::Stale { version: 2 } | MatchError::Declined(_))), "{late:?}");
    execute(&one, &act("attack", "f6-f7").at_version(3)).unwrap_err();
    assert_same(&one.table(), &two.table());
}

#[test]
fn the_outcome_at_another_actor_is_found_by_its_key() {
    let context = opened(Arc::new(Memory::new()));
    let (one, two) = (actor(&context), actor(&context));
    let command = act("attack", "d6-d7").at_version(1).with_key(IdempotencyKey::new("ann-1", "d6-d7"));
    execute(&one, &command).unwrap();
    let again = execute(&two, &command).unwrap();
    assert_eq!((again.version, again.repeated, two.table().version()), (2, true, 2));
}

#[test]
fn a_match_that_nobody_plays_is_not_stored_and_the_first_action_stores_its_opening_too() {
    let log = Arc::new(Memory::new());
    let game = catalog::game(GAME).unwrap();
    let (_, opening) = Table::open(game, order(ID, &[person("ann"), person("ann")]), 0).unwrap();
    let actor = MatchActor::unsaved(context(log.clone()), game, vec![opening], Box::new(Silent)).unwrap();
    assert!(!actor.is_saved());
    assert!(execute(&actor, &act("attack", "a1-a2")).is_err());
    assert!(block_on(log.list(store::Filter::default())).unwrap().is_empty());
    execute(&actor, &act("attack", "d6-d7")).unwrap();
    assert!(actor.is_saved());
    assert_eq!(block_on(log.read(actor.stream(), Version::NONE)).unwrap().len(), 2);
    execute(&actor, &first_action(&actor.table())).unwrap();
    assert_same(&actor.table(), &super::actor(&context(log)).table());
}

#[test]
fn a_match_is_stored_on_demand_once() {
    let log = Arc::new(Memory::new());
    let game = catalog::game(GAME).unwrap();
    let (_, opening) = Table::open(game, order(ID, &[person("ann"), person("ann")]), 0).unwrap();
    let actor = MatchActor::unsaved(context(log.clone()), game, vec![opening], Box::new(Silent)).unwrap();
    for _ in 0..2 {
        block_on(actor.save()).unwrap();
    }
    assert_eq!(block_on(log.read(actor.stream(), Version::NONE)).unwrap().len(), 1);
}
