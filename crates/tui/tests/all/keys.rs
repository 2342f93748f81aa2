//! Playing with the keyboard.

use crate::party::{Party, alone, both, chosen, whole_match};
use boxtop_tui::{Effect, Key, Message, NewMatch, Overlay, TableSource};
use catalog::Advice;
use kernel::Seat;

#[test]
fn several_moves_by_pointing_alone() {
    let mut party = Party::begin(&both());
    assert_eq!(party.app.cursor(), "d6");
    party.key(Key::Enter);
    assert_eq!(party.app.targets(), ["d7"]);
    party.key(Key::Up);
    party.key(Key::Enter);
    assert_eq!(party.moves(), ["d6-d7"]);
    assert_eq!(party.app.cursor(), "d7", "the cursor goes with the man");
    // The musketeers: Tab cycles through those that can move.
    party.key(Key::Tab);
    let musketeer = party.app.cursor().to_owned();
    party.key(Key::Char(' '));
    party.key(Key::Tab);
    party.key(Key::Char(' '));
    assert_eq!(party.moves().len(), 2);
    assert!(party.moves()[1].starts_with(&musketeer));
}

#[test]
fn typed_moves_and_a_series_in_one_go() {
    let moves = whole_match(&both());
    let follows = |pair: &[String]| {
        let (a, b) = (pair[0].split_once('x'), pair[1].split_once('x'));
        a.zip(b).is_some_and(|((_, to), (from, _))| to == from)
    };
    let at = moves.windows(2).position(follows).expect("a series in a whole match");
    let mut party = Party::begin(&both());
    moves[..at].iter().for_each(|typed| party.line(typed));
    // After the first jump, the man stays picked.
    party.line(&moves[at]);
    let from = moves[at + 1].split_once('x').map(|(from, _)| from.to_owned());
    assert_eq!(party.app.picked().first(), from.as_ref());
    party.keys("u");
    // The whole series in one line.
    let series = format!("{}x{}", moves[at], moves[at + 1].split_once('x').map_or("", |(_, to)| to));
    party.line(&series);
    assert_eq!(party.note(), "");
    assert_eq!(party.moves(), moves[..at + 2]);
}

#[test]
fn escape_puts_the_man_back_and_enter_again_too() {
    let mut party = Party::begin(&both());
    party.key(Key::Enter);
    party.key(Key::Esc);
    assert!(party.app.picked().is_empty());
    party.key(Key::Enter);
    party.key(Key::Enter);
    assert!(party.app.picked().is_empty());
    assert!(party.moves().is_empty());
}

#[test]
fn pointing_at_an_illegal_target_shows_the_rule() {
    let mut party = Party::begin(&both());
    party.key(Key::Enter);
    party.key(Key::Up);
    party.key(Key::Up);
    party.key(Key::Enter);
    assert!(party.note().contains("TM-"), "{}", party.note());
    assert_eq!(party.app.picked(), ["d6"], "it is still in the hand");
    // The rule last mentioned opens.
    party.keys("r");
    let Overlay::Rules { at, .. } = party.app.overlay() else { panic!("no rule is shown") };
    assert!(party.note().contains(&party.app.game().rule_book().rules[*at].id));
}

#[test]
fn pointing_at_a_man_that_cannot_move_shows_why() {
    let mut party = Party::begin(&both());
    party.key(Key::Down);
    party.key(Key::Enter);
    assert!(party.note().contains("cannot move now"), "{}", party.note());
    party.key(Key::Left);
    party.key(Key::Left);
    // Another of your men is picked instead.
    party.key(Key::Enter);
    assert_eq!(party.app.picked(), [party.app.cursor()]);
}

#[test]
fn a_letter_that_is_a_command_can_start_a_move() {
    let mut party = Party::begin(&both());
    party.keys("h3-h4");
    assert_eq!(party.app.typing(), Some("h3-h4"));
    party.key(Key::Esc);
    party.keys("rules tm-2");
    assert_eq!(party.app.typing(), Some("rules tm-2"));
    party.key(Key::Enter);
    assert_eq!(*party.app.overlay(), Overlay::Rules { at: 1, scroll: 0 });
}

#[test]
fn a_refused_line_can_be_called_back() {
    let mut party = Party::begin(&both());
    party.line("d5-d6");
    party.keys(":");
    party.key(Key::Up);
    assert_eq!(party.app.typing(), Some("d5-d6"));
    (0..9).for_each(|_| party.key(Key::Backspace));
    assert_eq!(party.app.typing(), None);
}

#[test]
fn undo_takes_back_your_move_and_the_reply() {
    let mut party = Party::begin(&alone("attack"));
    party.line("d6-d7");
    let Some(Effect::Think { seat, .. }) = party.asked.pop() else { panic!("nobody thinks") };
    assert_eq!(seat, Seat(1));
    assert!(party.app.is_thinking());
    party.line("f6-f7");
    assert!(party.note().contains("not your turn"), "{}", party.note());
    let version = party.app.seen().view.version;
    let action = chosen(&party.local, Seat(1), "e7-e8");
    party.send(Message::Thought { seat: Seat(1), version, action });
    assert_eq!(party.moves(), ["d6-d7", "e7-e8"]);
    party.keys("u");
    assert!(party.moves().is_empty());
    party.keys("u");
    assert!(party.note().contains("nothing to undo"), "{}", party.note());
}

#[test]
fn the_word_undo_undoes_once_and_says_nothing_else() {
    let mut party = Party::begin(&both());
    party.line("d6-d7");
    party.line("e7-e8");
    party.line("undo");
    assert_eq!((party.moves(), party.note(), party.app.typing()), (vec!["d6-d7".to_owned()], "", None));
    party.line("undo");
    assert_eq!((party.moves().len(), party.note()), (0, ""));
    party.line("undo");
    assert_eq!(party.note(), "There is nothing to undo.", "the note about the first letter stays");
    // The first letter closes an open window, and the word is still read.
    party.line("d6-d7");
    party.keys("?");
    party.line("undo");
    assert_eq!((party.moves().len(), party.note(), party.app.overlay()), (0, "", &Overlay::None));
}

#[test]
fn the_word_undo_after_the_end_starts_no_other_match() {
    let mut party = Party::begin(&both());
    party.line("d6-d7");
    party.keys("Ry");
    let id = party.app.seen().id.clone();
    party.line("undo");
    assert_eq!(party.app.seen().id, id);
    assert_eq!(party.app.typing(), None);
}

#[test]
fn a_letter_that_has_acted_is_not_part_of_the_next_move() {
    let mut party = Party::begin(&both());
    party.line("d6-d7");
    party.keys("uf6");
    assert_eq!((party.moves().len(), party.app.typing()), (0, Some("f6")));
    party.line("-f7");
    // “un” might still become a word, and “un1” does not.
    party.keys("un1");
    assert_eq!((party.moves().len(), party.app.typing()), (0, Some("n1")));
    party.key(Key::Esc);
    party.keys("un");
    party.key(Key::Backspace);
    assert_eq!(party.app.typing(), None);
}

#[test]
fn an_outdated_computer_move_is_not_played() {
    let mut party = Party::begin(&alone("attack"));
    party.line("d6-d7");
    let version = party.app.seen().view.version;
    let action = chosen(&party.local, Seat(1), "e7-e8");
    assert!(action.is_some());
    party.keys("u");
    party.send(Message::Thought { seat: Seat(1), version, action });
    assert!(party.moves().is_empty());
}

#[test]
fn a_hint_points_and_does_not_play() {
    let mut party = Party::begin(&both());
    party.keys("h");
    assert_eq!(party.asked, [Effect::Hint { seat: Seat(0) }]);
    assert!(party.app.is_waiting());
    let version = party.app.seen().view.version;
    let line = vec!["f6-f7".to_owned(), "e7-e8".to_owned()];
    let advice = Advice {
        action: "f6-f7".into(),
        chosen: None,
        value: 3,
        depth: 4,
        nodes: 5,
        stopped_by_clock: false,
        line,
        reason: None,
    };
    party.send(Message::Hinted { version, advice: Some(advice) });
    assert_eq!(party.note(), "A general would play f6-f7, expecting e7-e8. Press Enter twice to play it.");
    assert_eq!((party.app.cursor(), party.app.hinted().len()), ("f6", 2));
    assert!(party.moves().is_empty());
    // Once it is there, the next key is a key again.
    party.keys("u");
    assert!(party.note().contains("nothing to undo"));
    party.key(Key::Enter);
    assert_eq!((party.app.cursor(), party.moves().len()), ("f7", 0));
    party.key(Key::Enter);
    assert_eq!(party.moves(), ["f6-f7"]);
}

#[test]
fn a_move_is_chosen_from_the_list() {
    let mut party = Party::begin(&both());
    party.keys("m");
    party.key(Key::End);
    party.key(Key::Enter);
    assert_eq!(party.moves(), ["f6-f7"]);
}

#[test]
fn resigning_asks_for_confirmation() {
    let mut party = Party::begin(&both());
    party.keys("Rn");
    assert!(!party.app.seen().is_over());
    party.keys("Ry");
    assert!(party.app.seen().is_over());
    assert_eq!(party.moves(), ["resigns"]);
    party.line("d6-d7");
    assert!(party.note().contains("over"), "{}", party.note());
}

#[test]
fn a_contest_is_two_games_with_sides_changed() {
    let mut party = Party::begin(&NewMatch { contest: true, ..alone("attack") });
    assert_eq!(party.app.seen().score().unwrap(), "game 1 of 2: You 0, Computer (private) 0");
    party.keys("Ry");
    assert_eq!(party.app.seen().score().unwrap(), "game 1 of 2: You 0, Computer (private) 1");
    party.keys("n");
    let seen = party.app.seen();
    assert!(!seen.is_over());
    assert_eq!(seen.score().unwrap(), "game 2 of 2: Computer (private) 1, You 0");
    assert!(seen.seats[1].mine);
    assert!(matches!(party.asked.pop(), Some(Effect::Think { seat: Seat(0), .. })), "the computer begins");
}

#[test]
fn leaving_is_one_key() {
    for key in [Key::Char('q'), Key::Interrupt] {
        let mut party = Party::begin(&both());
        party.key(key);
        assert!(party.left);
    }
}

#[test]
fn a_computers_move_that_could_not_be_saved_is_tried_again() {
    let mut party = Party::begin(&alone("musketeers"));
    assert!(matches!(party.asked.pop(), Some(Effect::Think { .. })));
    let version = party.app.seen().view.version;
    let action = chosen(&party.local, Seat(0), "d6-d7");
    let effects = party.app.update(Message::Thought { seat: Seat(0), version, action });
    assert!(matches!(&effects[..], [Effect::Move { .. }]));
    party.send(Message::Refused { text: "no room".into(), rule: None });
    assert!(!party.app.is_thinking());
    party.key(Key::Enter);
    assert!(matches!(party.asked.pop(), Some(Effect::Think { .. })));
}

#[test]
fn pasted_text_is_typed_and_not_carried_out() {
    let mut party = Party::begin(&both());
    party.send(Message::Paste("d6-d7\nq\n".into()));
    assert_eq!(party.app.typing(), Some("d6-d7"));
    assert!(party.moves().is_empty() && !party.left);
}

#[test]
fn a_finished_match_is_analysed_over_the_board_and_a_running_one_is_not() {
    let mut party = Party::begin(&both());
    party.line("d6-d7");
    party.keys("A");
    assert!(party.note().contains("It can be analysed when it is."), "{}", party.note());
    party.keys("Ry");
    party.keys("A");
    assert_eq!(party.asked, [Effect::Analyse]);
    let found = TableSource::analysis(&mut party.local).expect("an analysis")();
    party.send(Message::Analysed(found));
    assert!(matches!(party.app.overlay(), Overlay::Analysis { scroll: 0 }));
    for (width, words) in [(80, "accuracy "), (120, "accuracy   loss")] {
        let screen = party.text(width, 40, boxtop_tui::Look::PLAIN);
        assert!(screen.contains("Analysis (arrows scroll") && screen.contains(words), "{screen}");
    }
    party.key(Key::Esc);
    party.send(Message::Analysed(Err("There is no analysis.".into())));
    assert_eq!((party.app.overlay(), party.note()), (&Overlay::None, "There is no analysis."));
}
