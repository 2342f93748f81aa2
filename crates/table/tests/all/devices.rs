//! Dice of version 3: devices commit, reveal, and send a link with each throw.

use super::{Kept, WITH_DICE, act, computer, order, person};
use boxtop_table::{AbsenceReason, AbsentChoice, Decline, MatchCommand, Occupant, Order, ReplayError, heads, replay};
use chain::{Chain, LENGTH, Link};
use kernel::record::{Record, Step};
use kernel::{Seat, SeatSet, Turn};

fn chain(of: u8) -> Chain {
    Chain::new(Link::new([of; 32]))
}

fn commit(seat: &str, chain: &Chain) -> MatchCommand {
    MatchCommand::Commit { seat: seat.into(), anchor: chain.anchor().to_string() }
}

impl Kept {
    fn commit(&mut self, seat: Seat, chain: &Chain) -> Result<(), Decline> {
        self.chains.push(chain.clone());
        self.ask(commit(self.id(seat), chain))
    }

    fn reveal_command(&self, seat: Seat) -> MatchCommand {
        MatchCommand::Reveal { seat: self.id(seat).into(), link: self.link(seat).unwrap() }
    }

    /// Every device that owes a link reveals it.
    fn reveal_all(&mut self) {
        while let Some(seat) = self.table.wants_link().iter().next() {
            self.ask(self.reveal_command(seat)).unwrap();
        }
    }
}

/// A table whose people all have devices that have not committed yet.
fn bare<const N: usize>(game: &'static str, seats: [Occupant; N]) -> Kept {
    Kept::open(game, Order { devices: SeatSet::first(N as u8), ..order(seats) })
}

/// The same, ready for the first throw.
fn ready<const N: usize>(game: &'static str, seats: [Occupant; N]) -> Kept {
    let mut kept = bare(game, seats);
    for seat in kept.table.wants_anchor().iter() {
        kept.commit(seat, &chain(seat.0 + 1)).unwrap();
    }
    kept.reveal_all();
    kept
}

fn two(game: &'static str) -> Kept {
    ready(game, ["ann", "bob"].map(person))
}

fn checks_out(kept: &Kept) {
    let record = kept.table.record();
    let again = replay(kept.game(), &record).unwrap();
    assert_eq!(again.throws_checked as usize, record.throws.len());
    assert_eq!(kept.folded().record(), record);
    let heads = heads(&record);
    assert_eq!(kept.table.heads(), (heads[0].clone(), heads[record.steps.len()].clone()));
    assert_eq!(kept.table.recorded() as usize, record.steps.len());
}

fn ended(mut kept: Kept) -> Kept {
    if !kept.table.is_over() {
        kept.ask(MatchCommand::Resign { seat: kept.id(Seat(0)).into() }).unwrap();
    }
    kept
}

#[test]
fn no_device_reveals_before_all_have_committed_and_nobody_throws_before_all_have_revealed() {
    for game in WITH_DICE {
        let mut kept = bare(game, ["ann", "bob"].map(person));
        assert_eq!(kept.table.wants_anchor(), SeatSet::first(2));
        kept.until_throw();
        let throw = || MatchCommand::Throw { seat: None, link: None };
        assert!(!kept.table.table_throws());
        kept.commit(Seat(0), &chain(1)).unwrap();
        let early = MatchCommand::Reveal { seat: kept.id(Seat(0)).into(), link: chain(1).link(1).to_string() };
        assert_eq!(kept.ask(early.clone()), Err(Decline::TooEarly));
        kept.commit(Seat(1), &chain(2)).unwrap();
        let hand = kept.table.hand().map(|seat| kept.id(seat).to_owned());
        let refused = kept.ask(MatchCommand::Throw { seat: hand, link: None }).unwrap_err();
        assert!(matches!(refused, Decline::DiceAwaited(_)), "{refused}");
        assert!(kept.ask(throw()).is_err());
        kept.ask(early.clone()).unwrap();
        let version = kept.table.version();
        kept.ask(early).expect("another page of the same browser sends it, too");
        kept.ask(commit(kept.id(Seat(0)), &chain(1))).expect("the same");
        assert_eq!(kept.table.version(), version, "nothing has changed");
        let later = MatchCommand::Reveal { seat: kept.id(Seat(0)).into(), link: chain(1).link(2).to_string() };
        assert_eq!(kept.ask(later), Err(Decline::NothingToReveal));
        assert_eq!(kept.table.wants_link(), SeatSet::only(Seat(1)));
        kept.reveal_all();
        kept.throw();
        checks_out(&kept);
    }
}

#[test]
fn a_match_of_two_devices_is_replayed_with_all_its_throws() {
    for game in WITH_DICE {
        let mut kept = two(game);
        kept.play_on(60);
        checks_out(&kept);
        let kept = ended(kept);
        checks_out(&kept);
        let links = |step: &&Step| matches!(step, Step::Chance { link: Some(_), by: Some(_), server: Some(_), .. });
        let record = kept.table.record();
        assert_eq!(record.steps.iter().filter(links).count(), record.throws.len(), "{game}");
        assert_eq!((record.seed.unwrap(), record.nonces.len()), ("09".repeat(32), 0));
    }
}

/// It may cross the resignation of its player.
#[test]
fn what_a_device_sends_by_itself_after_the_end_changes_nothing() {
    for game in WITH_DICE {
        let mut kept = bare(game, ["ann", "bob"].map(person));
        for seat in kept.table.wants_anchor().iter() {
            kept.commit(seat, &chain(seat.0 + 1)).unwrap();
        }
        let late = [kept.reveal_command(Seat(1)), commit(kept.id(Seat(1)), &chain(9))];
        let mut kept = ended(kept);
        let version = kept.table.version();
        late.into_iter().for_each(|command| kept.ask(command).unwrap());
        assert_eq!(kept.table.version(), version);
        checks_out(&kept);
    }
}

#[test]
fn a_link_is_the_next_of_the_seats_own_chain() {
    let mut kept = two("conflict");
    kept.until_throw();
    let MatchCommand::Throw { seat, link: Some(right) } = kept.next_throw() else { panic!("a link is wanted") };
    let of = kept.table.hand().unwrap();
    let own = kept.chains[of.index()].clone();
    let throw = |link: Option<String>| MatchCommand::Throw { seat: seat.clone(), link };
    assert_eq!(kept.ask(throw(None)), Err(Decline::LinkMissing));
    assert_eq!(kept.ask(throw(Some("12".into()))), Err(Decline::BadLink));
    let other = kept.chains[1 - of.index()].link(2).to_string();
    let wrong: Vec<String> =
        [1, 3, LENGTH].map(|index| own.link(index).to_string()).into_iter().chain([other]).collect();
    for link in wrong {
        assert_eq!(kept.ask(throw(Some(link))), Err(Decline::OtherChain));
    }
    kept.ask(throw(Some(right))).unwrap();
}

#[test]
fn a_commitment_is_checked_and_stands() {
    let mut kept = bare("conflict", ["ann", "bob"].map(person));
    let bad = |anchor: &str| MatchCommand::Commit { seat: "red".into(), anchor: anchor.into() };
    let seat = kept.id(Seat(0));
    for wrong in ["", "00", &"G0".repeat(32), &"AB".repeat(32)] {
        let command = MatchCommand::Commit { seat: seat.into(), anchor: wrong.into() };
        assert_eq!(kept.ask(command), Err(Decline::BadLink), "{wrong}");
    }
    assert!(matches!(kept.ask(bad("x")), Err(Decline::NoSuchSeat(_) | Decline::BadLink)));
    kept.commit(Seat(0), &chain(1)).unwrap();
    kept.commit(Seat(0), &chain(3)).unwrap();
    kept.commit(Seat(1), &chain(2)).unwrap();
    kept.ask(kept.reveal_command(Seat(1))).unwrap();
    assert_eq!(kept.commit(Seat(0), &chain(4)), Err(Decline::Committed), "somebody has revealed");
    kept.reveal_all();
    checks_out(&kept);
}

/// One secret more or less in any chain, and every throw is another one.
#[test]
fn every_chain_changes_the_throws() {
    let throws = |secrets: [u8; 2], server: u8| {
        let seats = ["ann", "bob"].map(person);
        let plain = Order { devices: SeatSet::first(2), entropy: [server; 32], ..order(seats) };
        let mut kept = Kept::open("hit-the-beach", plain);
        for (seat, secret) in secrets.into_iter().enumerate() {
            kept.commit(Seat(seat as u8), &chain(secret)).unwrap();
        }
        kept.reveal_all();
        kept.play_on(30);
        let replayed = replay(kept.game(), &kept.table.record()).unwrap();
        replayed.throws.iter().map(|throw| throw.draw.clone().unwrap().key).collect::<Vec<_>>()
    };
    let base = throws([1, 2], 3);
    assert_eq!(base, throws([1, 2], 3));
    for other in [throws([4, 2], 3), throws([1, 4], 3), throws([1, 2], 4)] {
        assert!(base.iter().zip(&other).all(|(one, two)| one != two));
    }
}

/// Whoever plays together with the host must not get another throw by choosing among moves or by undoing some.
#[test]
fn moves_and_free_undo_do_not_change_the_next_throw() {
    let next_key = |detour: bool| {
        let mut kept = two("conflict");
        kept.until_throw();
        kept.throw();
        let seat = kept.until_turn();
        if detour {
            kept.first_move(seat);
            if kept.table.free_steps(seat) > 0 {
                kept.ask(MatchCommand::TakeBack { seat: kept.id(seat).into() }).unwrap();
            }
        }
        kept.until_throw();
        kept.link(kept.table.hand().unwrap()).unwrap()
    };
    assert_eq!(next_key(false), next_key(true));
}

#[test]
fn a_throw_undone_by_consent_falls_again_and_takes_no_link() {
    let mut kept = two("hit-the-beach");
    kept.play_on(12);
    kept.until_throw();
    let hand = kept.table.hand().unwrap();
    kept.throw();
    let fell = kept.table.record().steps.last().cloned();
    let (one, two) = (kept.id(hand).to_owned(), kept.id(Seat(1 - hand.0)).to_owned());
    kept.ask(MatchCommand::AskBack { seat: one.clone(), steps: Some(1) }).unwrap();
    kept.ask(MatchCommand::Answer { seat: two, yes: true }).unwrap();
    assert!(kept.table.next_links(SeatSet::first(2)).is_empty(), "no link is wanted for it");
    kept.ask(MatchCommand::Throw { seat: Some(one), link: None }).unwrap();
    let (Some(Step::Chance { chance: first, .. }), Some(Step::Chance { chance: again, link: None, server: None, .. })) =
        (fell, kept.table.record().steps.last().cloned())
    else {
        panic!("two throws");
    };
    assert_eq!(first, again);
    kept.play_on(20);
    checks_out(&kept);
}

#[test]
fn a_new_device_needs_consent_and_fresh_links_of_all() {
    let mut kept = two("conflict");
    kept.play_on(10);
    kept.until_throw();
    let lost = kept.table.hand().unwrap();
    let (by, other) = (kept.id(lost), kept.id(Seat(1 - lost.0)));
    let fresh = chain(9);
    kept.chains.push(fresh.clone());
    let ask = MatchCommand::NewDevice { seat: by.into(), anchor: fresh.anchor().to_string() };
    kept.ask(ask.clone()).unwrap();
    assert_eq!(kept.table.to_answer(), SeatSet::only(Seat(1 - lost.0)));
    kept.ask(MatchCommand::Answer { seat: other.into(), yes: false }).unwrap();
    assert!(kept.table.wants_link().is_empty(), "declined: the old chain stands");
    kept.ask(ask).unwrap();
    kept.ask(MatchCommand::Answer { seat: other.into(), yes: true }).unwrap();
    assert_eq!(kept.table.wants_link(), SeatSet::first(2), "everybody adds again");
    assert!(matches!(kept.ask(kept.next_throw()), Err(Decline::DiceAwaited(_))));
    kept.reveal_all();
    kept.play_on(20);
    checks_out(&ended(kept));
}

#[test]
fn alone_against_computers_a_new_device_needs_nobody() {
    let mut kept = ready("hit-the-beach", [person("ann"), computer()]);
    kept.until_throw();
    kept.throw();
    let fresh = chain(9);
    kept.chains.push(fresh.clone());
    kept.ask(MatchCommand::NewDevice { seat: kept.id(Seat(0)).into(), anchor: fresh.anchor().to_string() }).unwrap();
    kept.reveal_all();
    assert!(kept.table.log().iter().any(|entry| entry.action == "device"));
    kept.play_on(8);
    checks_out(&kept);
}

#[test]
fn computers_and_seats_without_a_device_bring_nothing() {
    let mut kept = Kept::open(
        "hit-the-beach",
        Order { devices: SeatSet::first(1), ..order([person("ann"), person("bob"), computer()]) },
    );
    assert_eq!(kept.table.wants_anchor(), SeatSet::only(Seat(0)));
    kept.commit(Seat(0), &chain(1)).unwrap();
    kept.reveal_all();
    kept.play_on(40);
    assert_eq!(kept.table.devices(), SeatSet::only(Seat(0)));
    let record = kept.table.record();
    let by = |step: &Step| matches!(step, Step::Chance { by: Some(by), .. } if by != kept.id(Seat(0)));
    assert!(!record.steps.iter().any(by));
    checks_out(&kept);
}

#[test]
fn one_device_holds_all_seats_of_a_shared_screen() {
    let mut kept = ready("ranger-commandos", ["ann", "ann", "ann"].map(person));
    kept.play_on(80);
    checks_out(&kept);
}

/// A hidden counter is thrown by nobody: the device of the seat that acted last draws it.
#[test]
fn hidden_counters_are_drawn_by_the_device_of_the_seat_that_acted_last() {
    let mut kept = two("ranger-commandos");
    let mut draws = 0;
    for _ in 0..2_000 {
        if kept.table.turn() == Turn::Over {
            break;
        }
        if let Some(seat) = kept.table.drawer() {
            draws += 1;
            assert!(!kept.table.table_throws());
            let link = kept.table.next_links(SeatSet::only(seat))[0];
            assert_eq!(link.now, Some(boxtop_table::SentWith::Draw));
            let other = kept.id(Seat(1 - seat.0));
            let theirs = MatchCommand::Throw { seat: Some(other.into()), link: None };
            assert!(matches!(kept.ask(theirs), Err(Decline::Refused(_))));
        }
        kept.play_on(1);
    }
    assert!(draws > 0, "no counter was drawn");
    checks_out(&kept);
}

#[test]
fn a_computer_stands_in_without_the_seats_device_and_the_player_returns_with_it() {
    let mut kept = two("hit-the-beach");
    kept.play_on(10);
    let (one, two) = (kept.id(Seat(0)), kept.id(Seat(1)));
    kept.ask(MatchCommand::Relieve { seat: one.into(), absent: two.into(), level: "captain".into() }).unwrap();
    kept.play_on(20);
    kept.ask(MatchCommand::Return { seat: two.into(), key: "bob".into() }).unwrap();
    assert!(kept.table.wants_dice().is_empty(), "the device goes on with its chain");
    kept.play_on(20);
    checks_out(&kept);
}

/// Minutes in milliseconds.
const MINUTES: i64 = 60_000;

#[test]
fn who_does_not_reveal_in_time_does_not_play_on_that_contribution() {
    let choices = [AbsentChoice::Abort, AbsentChoice::OpenSeat, AbsentChoice::Computer { level: "captain".into() }];
    for choice in choices {
        let mut kept = bare("hit-the-beach", ["ann", "bob"].map(person));
        kept.commit(Seat(0), &chain(1)).unwrap();
        kept.commit(Seat(1), &chain(2)).unwrap();
        kept.ask(kept.reveal_command(Seat(0))).unwrap();
        let (one, two) = (kept.id(Seat(0)), kept.id(Seat(1)));
        assert_eq!(kept.table.absence().unwrap().why, AbsenceReason::Unrevealed);
        let resolve = MatchCommand::Absent { seat: one.into(), choice: choice.clone(), last_seen: None };
        kept.now.at += 4 * MINUTES;
        assert_eq!(kept.ask(resolve.clone()), Err(Decline::NotGoneYet));
        kept.now.at += MINUTES;
        let other = MatchCommand::Absent { seat: two.into(), choice: AbsentChoice::Abort, last_seen: None };
        assert_eq!(kept.ask(other), Err(Decline::NobodyGone), "not the one who owes it");
        let claim = MatchCommand::Absent { seat: one.into(), choice: AbsentChoice::ClaimWin, last_seen: None };
        assert_eq!(kept.ask(claim), Err(Decline::NotGoneYet), "a win is claimed after a day");
        kept.ask(resolve).unwrap();
        let told = |kept: &Kept| {
            let said = kept.table.verdict().map(|verdict| verdict.text).into_iter();
            let log = kept.table.log().into_iter().flat_map(|entry| entry.lines).map(|line| line.text);
            log.chain(said).any(|text| text.contains("did not reveal a contribution"))
        };
        assert!(told(&kept), "everybody reads it");
        match choice {
            AbsentChoice::OpenSeat => {
                let anchor = Some(chain(7).anchor().to_string());
                let (who, nonce) = (person("cid"), String::new());
                kept.chains.push(chain(7));
                kept.ask(MatchCommand::Sit { seat: None, who, nonce, anchor }).unwrap();
                assert_eq!(kept.table.wants_link(), SeatSet::first(2), "the others reveal again");
            }
            AbsentChoice::Computer { .. } => {
                kept.throw();
                kept.play_on(4);
                kept.ask(MatchCommand::Return { seat: two.into(), key: "bob".into() }).unwrap();
                assert_eq!(kept.table.wants_anchor(), SeatSet::only(Seat(1)), "another contribution is needed");
                kept.commit(Seat(1), &chain(8)).unwrap();
                assert_eq!(kept.table.wants_link(), SeatSet::first(2));
            }
            _ => assert!(kept.table.is_over()),
        }
        kept.reveal_all();
        kept.play_on(12);
        checks_out(&kept);
    }
}

#[test]
fn a_player_who_leaves_before_the_match_takes_their_commitment_along() {
    let mut kept = bare("conflict", ["ann", "bob"].map(person));
    kept.commit(Seat(0), &chain(1)).unwrap();
    kept.commit(Seat(1), &chain(2)).unwrap();
    kept.ask(MatchCommand::Leave { seat: kept.id(Seat(1)).into() }).unwrap();
    kept.ask(MatchCommand::Sit { seat: None, who: person("cid"), nonce: String::new(), anchor: None }).unwrap();
    kept.reveal_all();
    assert_eq!(kept.table.devices(), SeatSet::only(Seat(0)));
    kept.play_on(12);
    checks_out(&kept);
}

#[test]
fn games_without_dice_and_tables_with_own_dice_need_no_devices() {
    assert!(bare("three-musketeers", ["ann", "bob"].map(person)).table.wants_anchor().is_empty());
    let own =
        Order { dice: boxtop_table::DiceFrom::Own, devices: SeatSet::first(2), ..order(["ann", "ann"].map(person)) };
    assert!(Kept::open("conflict", own).table.wants_anchor().is_empty());
    let mut kept = bare("three-musketeers", ["ann", "bob"].map(person));
    kept.ask(act("attack", "d6-d7")).unwrap();
    checks_out(&kept);
}

#[test]
fn the_devices_of_a_rematch_are_those_of_the_match_with_new_chains() {
    let mut kept =
        Kept::open("hit-the-beach", Order { devices: SeatSet::first(1), ..order(["ann", "bob"].map(person)) });
    kept.commit(Seat(0), &chain(1)).unwrap();
    kept.reveal_all();
    kept.play_on(6);
    kept.ask(MatchCommand::Resign { seat: kept.id(Seat(1)).into() }).unwrap();
    let next = kept.table.rematch("m2".into(), [7; 32]);
    assert_eq!(
        (next.seats[1].key(), next.devices),
        (Some("ann"), SeatSet::only(Seat(1))),
        "ann has moved on by a seat"
    );
    let mut kept = Kept::open("hit-the-beach", next);
    assert_eq!(kept.table.wants_anchor(), SeatSet::only(Seat(1)), "with another chain");
    kept.commit(Seat(1), &chain(2)).unwrap();
    kept.reveal_all();
    kept.play_on(6);
    checks_out(&kept);
}

/// Everything a forger might try, against the record itself or what a player's device received at the time.
#[test]
fn ten_forgeries_are_found() {
    let play = |server: u8| {
        let plain = Order { devices: SeatSet::first(2), entropy: [server; 32], ..order(["ann", "bob"].map(person)) };
        let mut kept = Kept::open("hit-the-beach", plain);
        for seat in [0, 1] {
            kept.commit(Seat(seat), &chain(seat + 1)).unwrap();
        }
        kept.reveal_all();
        kept.play_on(30);
        ended(kept)
    };
    let (kept, another) = (play(3), play(4).table.record());
    let good = kept.table.record();
    let receipt = (kept.table.heads(), good.steps.len());
    let found = |change: &dyn Fn(&mut Record)| {
        let mut record = good.clone();
        change(&mut record);
        let heads = heads(&record);
        let kept_word = heads.first() == Some(&receipt.0.0) && heads.get(receipt.1) == Some(&receipt.0.1);
        replay(kept.game(), &record).is_err() || !kept_word
    };
    assert!(!found(&|_| {}));
    let throw = good.steps.iter().rposition(|step| matches!(step, Step::Chance { .. })).unwrap();
    let moved = good.steps.iter().position(|step| matches!(step, Step::Act { .. })).unwrap();
    let alone = |change: &dyn Fn(&mut Record)| {
        let mut record = good.clone();
        change(&mut record);
        replay(kept.game(), &record).err()
    };
    assert!(matches!(alone(&|r| r.seed = Some("00".repeat(32))), Some(ReplayError::Commitment)));
    assert!(
        found(&|r| (r.seed, r.commitment) = (another.seed.clone(), another.commitment.clone())),
        "seed and commitment"
    );
    assert!(found(&|r| drop(r.steps.remove(moved))), "a move is missing");
    assert!(found(&|r| r.steps.insert(moved, r.steps[moved].clone())), "a move is added");
    assert!(found(&|r| r.steps.swap(throw, throw - 1)), "two steps change places");
    assert!(found(&|r| r.steps.truncate(throw)), "the end is missing");
    assert!(found(&|r| *r = another.clone()), "a match that never happened");
    assert!(found(&|r| r.id = Some("m2".into())), "another match");
    let server = |record: &mut Record, with: &str| {
        let Step::Chance { server, .. } = &mut record.steps[throw] else { unreachable!() };
        *server = Some(with.into());
    };
    assert!(alone(&|r| server(r, &"00".repeat(32))).is_some(), "the server's link");
    let anchor = |record: &mut Record| {
        let Step::Commit { anchor, .. } = &mut record.steps[0] else { unreachable!() };
        *anchor = chain(77).anchor().to_string();
    };
    assert!(alone(&anchor).is_some(), "a player's anchor");
    let skip = |record: &mut Record| {
        let reveal = record.steps.iter().position(|step| matches!(step, Step::Reveal { .. })).unwrap();
        record.steps.remove(reveal);
        record.times.remove(reveal);
    };
    assert!(alone(&skip).is_some(), "a contribution that was not waited for");
}
