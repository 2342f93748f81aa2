//! What people agree on: undo beyond your own turn, draws, relief.

use super::{GAMES, Kept, WITH_DICE, act, computer, order, person, position};
use boxtop_table::{Decline, Event, MatchCommand, Occupant, Proposal, replay};
use kernel::record::Step;
use kernel::{Seat, Turn};

const MARINES: &str = "fighting-marines";
const MUSKETEERS: &str = "three-musketeers";

fn take_back(seat: &str) -> MatchCommand {
    MatchCommand::TakeBack { seat: seat.into() }
}

fn ask_back(seat: &str, steps: Option<u32>) -> MatchCommand {
    MatchCommand::AskBack { seat: seat.into(), steps }
}

fn answer(seat: &str, yes: bool) -> MatchCommand {
    MatchCommand::Answer { seat: seat.into(), yes }
}

fn offer(seat: &str) -> MatchCommand {
    MatchCommand::OfferDraw { seat: seat.into() }
}

fn relieve(seat: &str, absent: &str) -> MatchCommand {
    MatchCommand::Relieve { seat: seat.into(), absent: absent.into(), level: "major".into() }
}

fn two(game: &'static str) -> Kept {
    Kept::open(game, order(["ann", "bob"].map(person)))
}

fn other(kept: &Kept, seat: Seat) -> String {
    kept.id(Seat(1 - seat.0)).to_owned()
}

/// In every game with dice: during its turn, a seat can undo its own actions up to the throw, and no
/// further.
#[test]
fn in_your_own_turn_undo_is_free_up_to_the_throw() {
    let mut seen = 0;
    for game in WITH_DICE {
        let mut kept = two(game);
        for _ in 0..60 {
            if kept.table.turn() == Turn::Chance {
                kept.throw();
            }
            let Some(seat) = kept.table.acting().iter().next() else { continue };
            let before = position(&kept.table);
            let thrown = kept.table.free_steps(seat) == 0;
            kept.first_move(seat);
            if !kept.table.acting().contains(seat) {
                continue;
            }
            assert!(kept.table.view(Some(["ann", "bob"][seat.index()])).can_undo);
            kept.ask(take_back(kept.id(seat))).unwrap();
            assert_eq!(position(&kept.table), before);
            if thrown && !kept.table.game_match().played().is_empty() {
                assert_eq!(kept.ask(take_back(kept.id(seat))), Err(Decline::AskFirst), "{game}: the throw stands");
                seen += 1;
            }
            kept.first_move(seat);
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn any_other_undo_needs_the_consent_of_all_people() {
    let mut kept = Kept::open(MARINES, order([person("ann"), person("bob"), computer(), person("cid")]));
    kept.until_together(2);
    let seat = kept.table.acting().iter().find(|seat| kept.table.seats()[seat.index()].key().is_some()).unwrap();
    let (before, then) = (position(&kept.table), kept.table.game_match().played().len());
    kept.first_move(seat);
    kept.until_throw();
    kept.throw();
    let back = (kept.table.game_match().played().len() - then) as u32;
    let by = kept.id(seat).to_owned();
    let others: Vec<&str> = (0..4).map(Seat).filter(|at| *at != seat && at.0 != 2).map(|at| kept.id(at)).collect();
    assert_eq!(kept.ask(take_back(&by)), Err(Decline::AskFirst));
    kept.ask(ask_back(&by, Some(back))).unwrap();
    assert_eq!(kept.table.to_answer().len(), 2, "everybody but the asker and the computer");
    assert_eq!(kept.ask(ask_back(others[0], Some(1))), Err(Decline::AskedAlready));
    assert_eq!(kept.ask(answer(&by, true)), Err(Decline::NothingAsked), "the asker cannot answer");
    kept.ask(answer(others[0], true)).unwrap();
    assert_eq!(kept.ask(answer(others[0], true)), Err(Decline::NothingAsked), "once is enough");
    let stands = kept.table.game_match().played().len();
    kept.ask(answer(others[1], true)).unwrap();
    assert!(kept.table.game_match().played().len() < stands);
    assert_eq!((position(&kept.table), kept.table.question()), (before, None));
    assert!(matches!(kept.table.record().steps.last(), Some(Step::Undo { .. })), "it stays in the record");
    assert_eq!(kept.folded().record(), kept.table.record());
}

#[test]
fn a_no_a_withdrawal_or_further_play_ends_a_question() {
    let mut kept = two(MUSKETEERS);
    kept.act("attack", "d6-d7").unwrap();
    kept.ask(ask_back("attack", Some(1))).unwrap();
    kept.ask(answer("musketeers", false)).unwrap();
    assert_eq!(kept.table.question(), None);
    assert_eq!(kept.ask(answer("musketeers", true)), Err(Decline::NothingAsked));
    kept.ask(ask_back("attack", None)).unwrap();
    kept.ask(answer("attack", false)).unwrap();
    assert_eq!(kept.table.question(), None);
    kept.ask(ask_back("attack", None)).unwrap();
    let seen = kept.table.version() - 1;
    let reply = act("musketeers", &kept.table.game_match().legal_moves(Seat(1))[0].action);
    assert!(kept.table.stands(&reply, seen), "a question disturbs nobody's move");
    kept.ask(reply).unwrap();
    assert_eq!(kept.table.question(), None);
    assert_eq!(kept.table.game_match().played().len(), 2);
    assert_eq!(kept.ask(ask_back("attack", Some(3))), Err(Decline::NothingToUndo));
    assert_eq!(kept.ask(ask_back("attack", Some(0))), Err(Decline::NothingToUndo));
}

#[test]
fn an_answer_is_for_the_question_that_was_seen() {
    let mut kept = Kept::open(MARINES, order(["ann", "bob", "cid"].map(person)));
    kept.ask(offer("red")).unwrap();
    let (seen, yes) = (kept.table.version(), answer("green", true));
    kept.ask(answer("black", true)).unwrap();
    assert!(kept.table.stands(&yes, seen), "somebody else was faster");
    kept.ask(answer("red", false)).unwrap();
    kept.ask(relieve("red", "black")).unwrap();
    assert!(!kept.table.stands(&yes, seen), "another question");
}

#[test]
fn without_other_people_nothing_can_be_asked() {
    let mut kept = Kept::open(MARINES, order([person("ann"), computer()]));
    kept.until_turn();
    assert_eq!(kept.ask(ask_back("red-black", Some(1))), Err(Decline::NobodyToAsk), "no fishing for better dice alone");
    assert_eq!(kept.ask(offer("red-black")), Err(Decline::NobodyToAsk));
    assert!(!kept.table.view(Some("ann")).can_ask);
}

/// Undo to before the throw by consent, and the same steps again.
#[test]
fn the_same_steps_throw_the_same_and_new_steps_get_a_new_number() {
    for game in WITH_DICE {
        let mut kept = two(game);
        kept.play_on(12);
        kept.until_throw();
        kept.throw();
        let fell = fallen(&kept);
        for _ in 0..5 {
            kept.ask(ask_back(kept.id(Seat(0)), Some(1))).unwrap();
            kept.ask(answer(kept.id(Seat(1)), true)).unwrap();
            assert_eq!(kept.table.turn(), Turn::Chance);
            kept.throw();
            assert_eq!(fallen(&kept), fell, "{game}: asking again brings nothing else");
        }
        let numbers: Vec<u64> = kept.table.record().throws.iter().map(|throw| throw.number).collect();
        let (before, same) = numbers.split_at(numbers.len() - 6);
        assert!(same.iter().all(|number| *number == same[0]), "{numbers:?}");
        assert!(before.iter().all(|number| *number < same[0]));
        // Other steps get a number that no throw had.
        let seat = kept.until_turn();
        kept.first_move(seat);
        kept.until_throw();
        kept.throw();
        let fresh = kept.table.record().throws.last().unwrap().number;
        assert_eq!(fresh, numbers.iter().max().unwrap() + 1 + fresh_between(&kept, numbers.len()));
        kept.ask(MatchCommand::Resign { seat: kept.id(Seat(0)).into() }).unwrap();
        let record = kept.table.record();
        let again = replay(kept.game(), &record).unwrap();
        assert_eq!(again.throws_checked as usize, record.throws.len(), "{game}: throws taken back are checked as well");
    }
}

/// What the last throw gave.
fn fallen(kept: &Kept) -> Option<String> {
    match kept.table.record().steps.last() {
        Some(Step::Chance { chance, .. }) => Some(chance.clone()),
        _ => None,
    }
}

/// Throws after the first `from`, except the last.
fn fresh_between(kept: &Kept, from: usize) -> u64 {
    (kept.table.record().throws.len() - from - 1) as u64
}

#[test]
fn a_changed_decision_gets_unknown_dice() {
    let mut kept = two(MARINES);
    let seat = kept.until_turn();
    kept.until_throw();
    kept.throw();
    let (first, last) = {
        let throws = kept.table.record().throws;
        (throws.len(), throws.last().unwrap().number)
    };
    let (by, judge) = (kept.id(seat).to_owned(), other(&kept, seat));
    kept.ask(ask_back(&by, None)).unwrap();
    kept.ask(answer(&judge, true)).unwrap();
    let moves = kept.table.game_match().legal_moves(seat);
    kept.act(&by, &moves.last().unwrap().action).unwrap();
    kept.until_throw();
    kept.throw();
    let throws = kept.table.record().throws;
    assert_eq!((throws.len(), throws.last().unwrap().number), (first + 1, last + 1));
}

#[test]
fn a_draw_is_agreed_by_all_people_and_shared_by_everybody() {
    for game in GAMES {
        let mut kept = two(game);
        kept.play_on(5);
        let (one, two) = (kept.id(Seat(0)).to_owned(), kept.id(Seat(1)).to_owned());
        kept.ask(offer(&one)).unwrap();
        assert_eq!(kept.table.question().unwrap().proposal, Proposal::Draw);
        kept.ask(answer(&two, true)).unwrap();
        assert!(kept.table.is_over());
        assert_eq!(kept.table.outcome().unwrap().shares, [0.5, 0.5, 0.0, 0.0]);
        assert_eq!(kept.table.verdict().unwrap().text, "Everybody agreed to a draw.");
        assert_eq!(kept.table.log().last().unwrap().action, "draw");
        let record = kept.table.record();
        assert_eq!(record.steps.last(), Some(&Step::Draw { draw: true }));
        assert_eq!(replay(kept.game(), &record).unwrap().outcome, kept.table.outcome());
        assert_eq!(kept.ask(offer(&one)), Err(Decline::Over));
        assert_eq!(kept.folded().verdict(), kept.table.verdict());
    }
}

#[test]
fn a_draw_offer_lapses_when_the_other_player_plays() {
    let mut kept = two(MUSKETEERS);
    kept.ask(offer("attack")).unwrap();
    kept.act("attack", "d6-d7").unwrap();
    assert!(kept.table.question().is_some());
    kept.first_move(Seat(1));
    assert!(kept.table.question().is_none());
    kept.ask(offer("musketeers")).unwrap();
    kept.ask(answer("attack", false)).unwrap();
    assert!(kept.table.question().is_none() && !kept.table.is_over());
}

#[test]
fn a_computer_plays_for_an_absent_player_until_they_come_back() {
    let mut kept = Kept::open(MARINES, order(["ann", "bob", "cid", "dan"].map(person)));
    kept.until_together(1);
    kept.ask(relieve("red", "green")).unwrap();
    assert_eq!(kept.table.to_answer().len(), 2, "dan is not asked");
    kept.ask(answer("black", true)).unwrap();
    kept.ask(answer("yellow", true)).unwrap();
    assert_eq!(kept.table.seats()[3], Occupant::Computer { level: "major".into() });
    assert_eq!(kept.table.log().last().unwrap().lines[0].text, "Computer (major) plays for Green, who is absent.");
    let view = kept.table.view(Some("dan"));
    assert!(view.mine.is_empty() && view.kept.contains(Seat(3)));
    assert!(kept.table.view(Some("ann")).kept.is_empty());
    kept.until_throw();
    kept.throw();
    let back = |key: &str| MatchCommand::Return { seat: "green".into(), key: key.into() };
    assert_eq!(kept.ask(back("eve")), Err(Decline::NotKept));
    kept.ask(back("dan")).unwrap();
    assert_eq!(kept.table.seats()[3], person("dan"));
    assert_eq!(kept.ask(back("dan")), Err(Decline::NotKept));
    kept.ask(MatchCommand::OfferDraw { seat: "green".into() }).unwrap();
    for seat in ["red", "black", "yellow"] {
        kept.ask(answer(seat, true)).unwrap();
    }
    let record = kept.table.record();
    assert!(record.steps.contains(&Step::Return { back: "green".into() }));
    replay(kept.game(), &record).unwrap();
    assert_eq!((kept.folded().log(), kept.folded().record()), (kept.table.log(), record));
}

#[test]
fn with_two_people_the_present_one_decides_alone() {
    let mut kept = two(MUSKETEERS);
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(kept.ask(relieve("attack", "attack")), Err(Decline::NoPerson));
    kept.ask(relieve("attack", "musketeers")).unwrap();
    assert!(matches!(kept.events.last().unwrap().event, Event::Relieved { .. }));
    assert!(!kept.table.at_home(), "the other player may come back any time");
    assert_eq!(kept.ask(take_back("attack")), Err(Decline::NothingToUndo), "not over a change of hands");
    let seats = kept.table.rematch("m2".into(), [1; 32]).seats;
    assert_eq!(seats, ["bob", "ann"].map(person), "the rematch is between people");
}

#[test]
fn a_seat_can_be_left_only_before_the_match_begins() {
    for game in GAMES {
        let mut kept = two(game);
        let (one, two) = (kept.id(Seat(0)).to_owned(), kept.id(Seat(1)).to_owned());
        kept.ask(MatchCommand::Leave { seat: two.clone() }).unwrap();
        assert!(kept.table.is_waiting());
        assert_eq!(kept.ask(MatchCommand::Leave { seat: two.clone() }), Err(Decline::NoPerson));
        kept.ask(MatchCommand::Sit { seat: Some(two), who: person("eve"), nonce: super::NONCE.into(), anchor: None })
            .unwrap();
        kept.play_on(1);
        assert_eq!(kept.ask(MatchCommand::Leave { seat: one }), Err(Decline::Begun));
    }
}
