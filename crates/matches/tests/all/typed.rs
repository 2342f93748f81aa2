//! Actions of computers are typed from the player to the match, and stored in notation.

use super::*;
use catalog::{Level, PlayerKind, player_for};
use kernel::dynamic::DynAction;

fn with_computers(log: Arc<dyn EventLog>) -> (MatchContext, MatchActor) {
    let context = context(log);
    let computer = Occupant::Computer { level: "private".into() };
    let order = order(ID, &[computer.clone(), computer]);
    block_on(open_match(&context, catalog::game(GAME).unwrap(), order, "opened", 0)).unwrap();
    let actor = actor(&context);
    (context, actor)
}

#[test]
fn computers_play_a_match_without_any_text_and_it_is_read_again_from_its_notation() {
    let (context, actor) = with_computers(Arc::new(Memory::new()));
    while let Some(BackgroundTask::Think(seats)) = background_task(&actor.table()) {
        let table = actor.table();
        let (seat, _) = &seats[0];
        let mut player = player_for(GAME, PlayerKind::Level(Level::Private), table.version()).unwrap();
        let advice = player.choose(table.game_match(), *seat).unwrap();
        let id = table.game_match().seats()[seat.index()].id.to_owned();
        let command = MatchCommand::Choose { seat: id, action: advice.chosen.unwrap() };
        execute(&actor, &PendingCommand::new(command, 0).at_version(table.version())).unwrap();
        let played = actor.table().game_match().played().last().unwrap().clone();
        let kernel::record::Step::Act { action, .. } = &played.step else { panic!("an action") };
        assert_eq!(*action, advice.action, "what is stored is what the player wrote");
    }
    assert!(actor.table().is_over());
    assert_same(&actor.table(), &super::actor(&context).table());
}

#[test]
fn a_choice_is_judged_like_any_action_and_one_of_another_game_is_refused() {
    let (_, actor) = with_computers(Arc::new(Memory::new()));
    let table = actor.table();
    let mut player = player_for(GAME, PlayerKind::Random, 1).unwrap();
    let action = player.choose(table.game_match(), kernel::Seat(0)).unwrap().chosen.unwrap();
    let choose = |seat: &str, action| PendingCommand::new(MatchCommand::Choose { seat: seat.into(), action }, 0);
    let not_their_turn = execute(&actor, &choose("musketeers", action.clone()));
    assert!(matches!(not_their_turn, Err(MatchError::Declined(_))), "{not_their_turn:?}");
    let foreign = execute(&actor, &choose("attack", DynAction::new(7_u8)));
    assert!(matches!(foreign, Err(MatchError::Declined(_))), "{foreign:?}");
    assert_eq!(actor.table().version(), 1);
    assert_eq!(execute(&actor, &choose("attack", action)).unwrap().version, 2);
}
