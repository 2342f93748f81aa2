//! Several seats act together: people at one screen, and computers that think meanwhile.

use crate::party::{Party, first_move, marines, marines_with, seeded};
use boxtop_tui::{Effect, Key, Look, Message, Overlay};
use kernel::Seat;

const ALL: [&str; 4] = ["me", "me", "me", "me"];

/// Throws until at least two seats played here may act.
fn at_an_open_assault(seats: &[&str], several: usize) -> Party {
    for seed in 0..40 {
        let mut party = Party::at(seeded(marines(), &marines_with(seats), seed));
        for _ in 0..10 {
            if party.app.seen().acting().count() >= several {
                return party;
            }
            party.key(Key::Enter);
        }
    }
    panic!("no seed brings several seats to act");
}

fn actions(party: &Party, seat: Seat) -> Vec<String> {
    let moves = party.app.seen().legal_moves(Some(seat)).iter();
    moves.map(|legal| legal.action.clone()).filter(|action| action != "pass").collect()
}

#[test]
fn the_prompt_names_the_seat_and_tab_goes_through_the_men_of_all() {
    let mut party = at_an_open_assault(&ALL, 2);
    let acting: Vec<Seat> = party.app.seen().acting().collect();
    let first = party.app.seen().player(acting[0]).unwrap().id;
    assert_eq!(party.app.acting_seat(), Some(acting[0]));
    assert!(party.text(80, 24, Look::PLAIN).contains(&format!(" {first}> type a move")));
    let mut spoke = Vec::new();
    let stops: usize = acting.iter().map(|seat| actions(&party, *seat).len()).sum();
    for _ in 0..stops {
        spoke.extend(party.app.acting_seat());
        party.key(Key::Tab);
    }
    spoke.dedup();
    assert_eq!(spoke, acting, "every seat that may act had its turn of the Tab");
    assert_eq!(party.app.acting_seat(), Some(acting[0]), "and it goes round");
}

#[test]
fn pointing_at_a_man_chooses_its_seat() {
    let mut party = at_an_open_assault(&ALL, 2);
    let second = party.app.seen().acting().nth(1).unwrap();
    while party.app.acting_seat() != Some(second) {
        party.key(Key::Tab);
    }
    party.key(Key::Enter);
    party.key(Key::Tab);
    party.key(Key::Enter);
    assert_eq!(party.app.seen().view.log.last().unwrap().seat, Some(second));
}

#[test]
fn a_typed_move_finds_the_seat_for_which_it_is_legal() {
    let mut party = at_an_open_assault(&ALL, 2);
    let acting: Vec<Seat> = party.app.seen().acting().collect();
    let of_second = actions(&party, acting[1])[0].clone();
    party.line(&of_second);
    assert_eq!(party.note(), "");
    assert_eq!(party.app.seen().view.log.last().unwrap().seat, Some(acting[1]));
    // A pass is legal for all seats: the chosen seat passes.
    let mut party = at_an_open_assault(&ALL, 2);
    party.line("pass");
    assert_eq!(party.app.seen().view.log.last().unwrap().seat, Some(acting[0]));
}

#[test]
fn a_seat_can_be_named_before_a_move() {
    let mut party = at_an_open_assault(&ALL, 2);
    let acting: Vec<Seat> = party.app.seen().acting().collect();
    let name = |seat: Seat| ALL_IDS[seat.index()];
    party.line(&format!("{}: pass", name(acting[1])));
    assert_eq!(party.app.seen().view.log.last().unwrap().seat, Some(acting[1]), "{}", party.note());
    let idle = (0..4).map(Seat).find(|seat| !party.app.seen().is_up(*seat)).expect("somebody is through");
    party.line(&format!("{}: pass", name(idle)));
    assert!(party.note().contains("It is not the turn of"), "{}", party.note());
    party.line("purple: pass");
    assert!(party.note().contains("There is no seat “purple” here"), "{}", party.note());
    party.line(&format!("{}: resign", name(idle)));
    assert_eq!(*party.app.overlay(), Overlay::Resign { seat: idle });
    assert!(party.text(80, 24, Look::PLAIN).contains("A computer plays on."));
    party.keys("y");
    assert!(!party.app.seen().is_over());
    assert!(!party.app.seen().player(idle).unwrap().mine);
}

const ALL_IDS: [&str; 4] = ["red", "black", "yellow", "green"];

#[test]
fn computers_think_at_once_and_people_do_not_wait_for_them() {
    let mut party = Party::at(seeded(marines(), &marines_with(&["me", "private", "private", "private"]), 1));
    for _ in 0..400 {
        let seen = party.app.seen();
        if seen.computers.len() > 1 && seen.acting().count() > 0 {
            break;
        }
        let throws = seen.pending_throw.is_some();
        if throws {
            party.key(Key::Enter);
        } else if !party.let_computers_act() {
            let action = party.app.legal_moves()[0].action.clone();
            party.line(&action);
        }
    }
    let question = |effect: &Effect| match effect {
        Effect::Think { seat, version, .. } => Some((*seat, *version)),
        _ => None,
    };
    let asked: Vec<(Seat, u64)> = std::mem::take(&mut party.asked).iter().filter_map(question).collect();
    assert!(asked.len() > 1, "several think at once");
    let thoughts: Vec<_> =
        asked.iter().map(|(seat, version)| (*seat, *version, first_move(&party.local, *seat))).collect();
    assert!(party.text(80, 24, Look::PLAIN).contains(" thinking"));
    // The person picks a man; a computer acts; the man stays picked.
    party.key(Key::Enter);
    let picked = party.app.picked().to_vec();
    let (seat, version, action) = thoughts[0].clone();
    party.send(Message::Thought { seat, version, action });
    assert_eq!(party.app.seen().view.log.last().unwrap().seat, Some(seat));
    assert_eq!(party.app.picked(), picked);
    // The other computer's choice is older than that action, and still valid.
    let (seat, version, action) = thoughts[1].clone();
    party.send(Message::Thought { seat, version, action });
    assert_eq!(party.app.seen().view.log.last().unwrap().seat, Some(seat));
    // The same choice again is ignored.
    let log = party.moves();
    party.send(Message::Thought { seat, version, action: first_move(&party.local, seat) });
    assert_eq!(party.moves(), log);
}
