//! Dice of version 2, in matches that were opened before version 3: every seat adds a nonce before the first throw.

use super::{Kept, NONCE, WITH_DICE, order, person};
use boxtop_table::{Decline, MatchCommand, Occupant, replay};
use kernel::{Seat, SeatSet};

fn add(seat: &str, nonce: &str) -> MatchCommand {
    MatchCommand::AddNonce { seat: seat.into(), nonce: nonce.into() }
}

/// A table without the nonces of people; computers have theirs.
fn bare<const N: usize>(game: &'static str, seats: [Occupant; N]) -> Kept {
    let nonces: Vec<&str> = seats.iter().map(|who| if who.key().is_none() { NONCE } else { "" }).collect();
    Kept::open_older(game, order(seats), &nonces)
}

#[test]
fn no_throw_before_every_seat_has_added_a_nonce() {
    for game in WITH_DICE {
        let mut kept = bare(game, ["ann", "bob"].map(person));
        assert_eq!(kept.table.wants_nonce(), SeatSet::first(2));
        // Steps before the first throw may be played.
        while let kernel::Turn::Seats(seats) = kept.table.turn() {
            kept.first_move(seats.iter().next().unwrap());
        }
        let thrower = kept.table.game_match().thrower().map(|seat| kept.id(seat).to_owned());
        let throw = MatchCommand::Throw { seat: thrower, link: None };
        assert!(matches!(kept.ask(throw.clone()), Err(Decline::NonceMissing(_))), "{game}");
        assert!(!kept.table.table_throws());
        kept.ask(add(kept.id(Seat(0)), NONCE)).unwrap();
        let refused = kept.ask(throw.clone()).unwrap_err();
        let missing = kept.table.game_match().seats()[1].name;
        assert!(refused.to_string().contains(&format!("{missing} has not")), "{refused}");
        kept.ask(add(kept.id(Seat(1)), &NONCE.repeat(4))).unwrap();
        assert!(kept.table.wants_nonce().is_empty());
        kept.ask(throw).unwrap();
        assert_eq!(kept.folded().record().nonces, [NONCE.to_owned(), NONCE.repeat(4)]);
    }
}

#[test]
fn a_nonce_is_checked_and_cannot_be_changed() {
    let mut kept = bare("conflict", ["ann", "bob"].map(person));
    let seat = kept.id(Seat(0));
    let long = "a".repeat(65);
    for wrong in ["", "0123456789abcde", "0123456789abcdeg", "0123456789abcd\u{e9}", long.as_str()] {
        assert_eq!(kept.ask(add(seat, wrong)), Err(Decline::BadNonce), "{wrong}");
    }
    kept.ask(add(seat, NONCE)).unwrap();
    assert_eq!(kept.ask(add(seat, "fedcba9876543210")), Err(Decline::NonceGiven));
    kept.ask(add(kept.id(Seat(1)), NONCE)).unwrap();
    kept.play_on(3);
    assert_eq!(kept.ask(add(seat, "fedcba9876543210")), Err(Decline::NonceGiven));
    assert!(matches!(kept.ask(add("nobody", NONCE)), Err(Decline::NoSuchSeat(_))));
}

#[test]
fn a_game_without_chance_needs_no_nonces() {
    let kept = bare("three-musketeers", ["ann", "bob"].map(person));
    assert!(kept.table.wants_nonce().is_empty());
}

#[test]
fn a_player_who_sits_down_adds_their_nonce() {
    let mut kept = Kept::open_older("conflict", order([person("ann"), Occupant::Open]), &[NONCE]);
    let sit = |nonce: &str| MatchCommand::Sit { seat: None, who: person("bob"), nonce: nonce.into(), anchor: None };
    assert_eq!(kept.ask(sit("mine")), Err(Decline::BadNonce));
    kept.ask(sit(NONCE)).unwrap();
    assert!(kept.table.wants_nonce().is_empty());
}

/// The same seed, match, nonces and number, but another purpose: another throw.
#[test]
fn a_throw_is_bound_to_its_purpose() {
    use boxtop_table::dice::Dice;
    use kernel::record::Purpose;
    let dice = Dice::of_version(2, &[1; 32], "m", &[NONCE.into()]);
    let pips = |thrower: &str, faces: u32| {
        let outcomes = (1..=faces).map(|face| (face.to_string(), 1)).collect();
        let purpose = Purpose { thrower: Some(thrower.into()), outcomes };
        (0..40).map(|n| dice.draw(n, &purpose).unwrap().rest % 6).collect::<Vec<_>>()
    };
    assert_eq!(pips("red", 6), pips("red", 6));
    assert_ne!(pips("red", 6), pips("black", 6));
    assert_ne!(pips("red", 6), pips("red", 12));
    assert_eq!(&pips("red", 6)[..12], VECTOR, "a change here breaks every record");
}

/// Computed by another program from docs/record.md.
const VECTOR: [u64; 12] = [0, 4, 4, 4, 5, 1, 0, 0, 4, 3, 1, 0];

#[test]
fn checked_throws_have_the_complete_arithmetic() {
    for game in WITH_DICE {
        let mut kept = Kept::open_older(game, order(["ann", "bob"].map(person)), &[NONCE, NONCE]);
        kept.play_on(40);
        let on = replay(kept.game(), &kept.table.record()).unwrap();
        assert!(on.throws.iter().all(|throw| throw.draw.is_none()) && on.key.is_none(), "nothing before the end");
        if !kept.table.is_over() {
            kept.ask(MatchCommand::Resign { seat: kept.id(Seat(0)).into() }).unwrap();
        }
        let done = replay(kept.game(), &kept.table.record()).unwrap();
        assert!(done.throws.len() > 4, "{game}");
        assert_eq!(done.key_arithmetic(&kept.table.record()).len(), 6);
        assert!(on.key_arithmetic(&kept.table.record()).is_empty());
        for throw in &done.throws {
            let draw = throw.draw.as_ref().unwrap();
            let number: u64 = draw.numbers.last().unwrap().parse().unwrap();
            assert!(number < draw.below.parse().unwrap());
            assert_eq!(number % draw.sum, draw.rest);
            assert_eq!(draw.bytes.len(), 16 * draw.numbers.len());
            assert_eq!(throw.purpose.outcomes[draw.at].0, throw.outcome);
            let before: u64 = throw.purpose.outcomes[..draw.at].iter().map(|outcome| u64::from(outcome.1)).sum();
            assert!((before..before + u64::from(throw.purpose.outcomes[draw.at].1)).contains(&draw.rest));
            let means = if throw.purpose.outcomes[draw.at].1 == 1 { "means" } else { "mean" };
            assert!(throw.words().ends_with(&format!(" {means} {}.", throw.outcome)), "{}", throw.words());
            let sum = format!("modulo {} = {} → {}", draw.sum, draw.rest, throw.outcome);
            assert!(throw.arithmetic().last().unwrap().ends_with(&sum));
        }
    }
}

#[test]
fn debug_output_has_no_seed_and_no_key() {
    let kept = bare("conflict", ["ann-secret-key", "bob"].map(person));
    let (opened, printed) = (kept.table.opened(), format!("{:?}", kept.events));
    assert!(printed.contains(&opened.commitment), "{printed}");
    assert!(!printed.contains(opened.secret()) && !printed.contains("ann-secret-key"), "{printed}");
}
