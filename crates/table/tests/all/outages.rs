//! Outages: the time in which nobody could take a move does not count.

use super::{Kept, START, computer, order, person};
use boxtop_table::{AbsentChoice, Event, MatchCommand, Now, Order, Outage, Stamped, TimeControl, replay};
use kernel::record;
use kernel::{Seat, Turn};
use proptest::prelude::*;

const MARINES: &str = "fighting-marines";
const MUSKETEERS: &str = "three-musketeers";
const CLOCK: TimeControl = TimeControl::Clock { initial: 60, increment: 5 };
const DAY: i64 = 24 * 60 * 60 * 1_000;

fn timed<const N: usize>(game: &'static str, pace: TimeControl, people: [&str; N]) -> Kept {
    Kept::open(game, Order { pace, ..order(people.map(person)) })
}

/// An outage between these times after the start; its end is its number.
fn outage(from: i64, until: i64) -> Outage {
    Outage { number: START + until, from: START + from, until: START + until }
}

impl Kept {
    /// Writes the outages into the match, as a server does before every command. Returns how many events it took.
    fn pause(&mut self, outages: &[Outage]) -> usize {
        let events = self.table.decide_outages(outages, self.now.at);
        for event in &events {
            let stored: Stamped = serde_json::from_str(&serde_json::to_string(&event.stamped).unwrap()).unwrap();
            assert_eq!(stored, event.stamped);
            self.table.apply_stored(&stored).unwrap();
            self.now.at = self.now.at.max(stored.at);
            self.events.push(stored);
        }
        assert_eq!(self.folded().clocks(), self.table.clocks(), "folding is exact");
        assert_eq!(self.folded().next_deadline(), self.table.next_deadline());
        events.len()
    }

    fn left(&self) -> Vec<i64> {
        self.table.clocks().unwrap().left.into_iter().flatten().collect()
    }
}

#[test]
fn an_outage_does_not_count_on_the_clock_that_runs() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"]);
    kept.now.at += 50_000;
    assert_eq!(kept.pause(&[outage(4_000, 46_000)]), 1);
    assert_eq!(kept.left(), [52_000, 60_000], "42 of 50 seconds did not count");
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(kept.events.last().unwrap().spent, Some(8_000));
    assert_eq!(kept.left(), [57_000, 60_000]);
    let said = &kept.table.log()[0].lines[0].text;
    assert_eq!(said, "The server could not take moves for 42 s; clocks stood still.");
}

#[test]
fn nobody_is_flagged_for_an_outage_and_the_flag_falls_when_the_time_is_really_up() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"]);
    let before = kept.table.next_deadline().unwrap();
    kept.now.at = START + 3 * DAY;
    kept.pause(&[outage(10_000, 3 * DAY)]);
    kept.ask(MatchCommand::Flag).unwrap();
    assert_eq!(kept.table.next_deadline(), Some(before + 3 * DAY - 10_000));
    assert!(matches!(kept.events.last().unwrap().event, Event::Arrived { .. }), "no flag");
    kept.now.at = kept.table.next_deadline().unwrap();
    kept.ask(MatchCommand::Flag).unwrap();
    assert_eq!(kept.events.last().unwrap().event, Event::TimeUp { seat: "attack".into() });
}

#[test]
fn an_outage_is_written_once_and_only_where_a_clock_ran() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"]);
    kept.now.at += 10_000;
    let first = outage(2_000, 6_000);
    assert_eq!((kept.pause(&[first]), kept.pause(&[first])), (1, 0));
    assert_eq!(kept.pause(&[first, outage(7_000, 9_000)]), 1, "only the new one");
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(kept.pause(&[outage(8_000, 9_500)]), 0, "the clock that runs now did not run then");
    let mut untimed = Kept::open(MUSKETEERS, order(["ann", "bob"].map(person)));
    untimed.now.at += 10_000;
    assert!(untimed.table.decide_outages(&[first], untimed.now.at).is_empty());
    let mut waits = Kept::open(MARINES, Order { pace: CLOCK, ..order([computer(), person("bob")]) });
    waits.now.at += 10_000;
    assert!(waits.table.decide_outages(&[first], waits.now.at).is_empty(), "a computer is to throw");
}

#[test]
fn days_for_a_move_grow_by_an_outage() {
    let mut kept = timed(MUSKETEERS, TimeControl::Days { days: 2 }, ["ann", "bob"]);
    kept.now.at += 5 * DAY;
    kept.pause(&[outage(DAY, 5 * DAY)]);
    assert_eq!(kept.left()[0], DAY);
    kept.act("attack", "d6-d7").unwrap();
    assert_eq!(kept.left(), [2 * DAY; 2]);
}

#[test]
fn the_day_for_the_choice_after_a_flag_grows_by_an_outage() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"]);
    kept.now.at = kept.table.next_deadline().unwrap();
    kept.ask(MatchCommand::Flag).unwrap();
    let fallen = kept.now.at;
    kept.now.at += 2 * DAY;
    let (from, until) = (fallen - START + 1_000, fallen - START + 2 * DAY);
    kept.pause(&[outage(from, until)]);
    kept.ask(MatchCommand::Flag).unwrap();
    assert!(!kept.table.is_over(), "bob could not choose");
    assert_eq!(kept.table.next_deadline(), Some(fallen + DAY + until - from));
    let claim = MatchCommand::Absent { seat: "musketeers".into(), choice: AbsentChoice::ClaimWin, last_seen: None };
    kept.ask(claim).unwrap();
    assert!(kept.table.is_over());
}

/// FM-11
#[test]
fn seats_that_act_together_all_stand_still_from_when_each_of_them_began() {
    let mut kept = timed(MARINES, CLOCK, ["ann", "bob", "cid", "dan"]);
    kept.until_together(2);
    let before = kept.left();
    let begun = kept.now.at - START;
    kept.now.at += 30_000;
    kept.pause(&[outage(begun + 5_000, begun + 25_000)]);
    let running = kept.table.clocks().unwrap().running;
    for (seat, left) in kept.left().into_iter().enumerate() {
        let spent = if running.contains(Seat(seat as u8)) { 10_000 } else { 0 };
        assert_eq!(left, before[seat] - spent, "seat {seat}");
    }
}

#[test]
fn an_outage_outdates_no_command_and_is_no_step() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"]);
    let seen = kept.table.version();
    kept.now.at += 10_000;
    kept.pause(&[outage(2_000, 6_000)]);
    assert!(kept.table.stands(&MatchCommand::OfferDraw { seat: "attack".into() }, seen));
    kept.ask(MatchCommand::Leave { seat: "attack".into() }).unwrap();
}

#[test]
fn an_undo_gives_no_time_back_and_may_go_back_past_an_outage() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"]);
    kept.now.at += 1_000;
    kept.act("attack", "d6-d7").unwrap();
    kept.now.at += 20_000;
    kept.pause(&[outage(3_000, 13_000)]);
    let length = kept.table.log_length();
    assert_eq!((length, kept.table.log().len()), (2, 2));
    kept.ask(MatchCommand::AskBack { seat: "attack".into(), steps: None }).unwrap();
    kept.ask(MatchCommand::Answer { seat: "musketeers".into(), yes: true }).unwrap();
    assert!(kept.table.game_match().played().is_empty(), "the step was undone");
    assert_eq!((kept.table.log_length(), kept.table.log().len()), (0, 0));
    assert_eq!(kept.table.log_kept_since(3), Some(0), "the log is cut where it changed");
    assert_eq!(kept.left(), [64_000, 50_000]);
    assert_eq!(kept.folded().record(), kept.table.record());
    kept.play_on(2);
    assert_eq!(kept.table.log().len(), 2);
}

#[test]
fn the_record_has_the_outages_and_is_replayed_in_the_same_format() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"]);
    kept.now.at += 10_000;
    kept.pause(&[outage(2_000, 6_000), outage(7_000, 7_500)]);
    assert_eq!(kept.table.log().len(), 1, "less than a second is not worth a sentence");
    kept.act("attack", "d6-d7").unwrap();
    kept.ask(MatchCommand::Resign { seat: "attack".into() }).unwrap();
    let mut record = kept.table.record();
    assert_eq!(record.format, record::WITH_CHAINS);
    let pace = record.pace.clone().unwrap();
    assert_eq!(pace["kind"], "clock");
    let at = |ms: i64| START + ms;
    assert_eq!(pace["pauses"], serde_json::json!([[at(2_000), at(6_000)], [at(7_000), at(7_500)]]));
    assert_eq!(replay(kept.game(), &record).unwrap().outcome, kept.table.outcome());
    for wrong in [serde_json::json!([[5, 5]]), serde_json::json!([[5, 6], [3, 4]]), serde_json::json!("long")] {
        record.pace.as_mut().unwrap()["pauses"] = wrong;
        assert!(replay(kept.game(), &record).is_err());
    }
}

/// What 0.2.0 knows of an event: it ignores fields that it does not know.
#[test]
fn an_older_program_reads_an_outage_as_an_arrival_that_changes_nothing() {
    let mut kept = timed(MUSKETEERS, CLOCK, ["ann", "bob"]);
    kept.now.at += 10_000;
    let (before, deadline) = (kept.table.record(), kept.table.next_deadline());
    kept.pause(&[outage(2_000, 6_000)]);
    let stored = serde_json::to_value(kept.events.last().unwrap()).unwrap();
    assert_eq!((&stored["event"], &stored["seat"]), (&"arrived".into(), &"attack".into()));
    let mut older = stored.clone();
    older.as_object_mut().unwrap().remove("paused");
    let read: Stamped = serde_json::from_value(older).unwrap();
    kept.events.pop();
    let mut table = kept.folded();
    table.apply_stored(&read).unwrap();
    assert_eq!((table.record(), table.next_deadline()), (before, deadline));
    assert!(table.log().is_empty() && table.absence().is_none());
}

/// What happens next in a match.
#[derive(Clone, Debug)]
enum Next {
    /// Somebody acts or throws after this time.
    Move(i64),
    /// An outage begins after this time and lasts for another; the server notes it after a third.
    Outage(i64, i64, i64),
}

fn next() -> impl Strategy<Value = Next> {
    let time = || prop_oneof![0..2_000_i64, 0..40_000_i64];
    prop_oneof![
        3 => time().prop_map(Next::Move),
        1 => (time(), 1..90_000_i64, 0..3_000_i64).prop_map(|(after, length, noted)| Next::Outage(after, length, noted)),
    ]
}

/// The slow model: what each seat has used, millisecond ranges of play minus those of outages.
#[derive(Default)]
struct Model {
    /// By seat: since when its clock runs.
    since: [Option<i64>; 4],
    used: [i64; 4],
    outages: Vec<Outage>,
}

impl Model {
    fn counted(&self, since: i64, at: i64) -> i64 {
        let out: i64 = self.outages.iter().map(|one| (one.until.min(at) - one.from.max(since)).max(0)).sum();
        at - since - out
    }

    /// Starts and stops clocks as the match says who is to play.
    fn turn(&mut self, kept: &Kept, at: i64, actor: Option<Seat>) {
        let running = kept.table.clocks().unwrap().running;
        for seat in 0..4 {
            let acted = actor == Some(Seat(seat as u8));
            if let Some(since) = self.since[seat].filter(|_| acted || !running.contains(Seat(seat as u8))) {
                self.used[seat] += self.counted(since, at);
                self.since[seat] = None;
            }
            if running.contains(Seat(seat as u8)) && self.since[seat].is_none() {
                self.since[seat] = Some(at);
            }
        }
    }

    fn left(&self, seat: usize, at: i64) -> i64 {
        INITIAL - self.used[seat] - self.since[seat].map_or(0, |since| self.counted(since, at))
    }
}

const INITIAL: i64 = 86_400_000;
/// Without an increment, what is left is the start less the time that counted.
const LONG: TimeControl = TimeControl::Clock { initial: 86_400, increment: 0 };

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn what_counts_is_the_time_that_passed_less_all_outages(marines in any::<bool>(), script in prop::collection::vec(next(), 1..24)) {
        let mut kept = match marines {
            true => timed(MARINES, LONG, ["ann", "bob", "cid", "dan"]),
            false => timed(MUSKETEERS, LONG, ["ann", "bob"]),
        };
        let mut model = Model::default();
        model.turn(&kept, START, None);
        for next in script {
            let mut actor = None;
            match next {
                Next::Outage(after, length, noted) => {
                    let from = kept.now.at + after;
                    let number = from + length;
                    model.outages.push(Outage { number, from, until: from + length });
                    kept.now.at = from + length + noted;
                    kept.pause(&model.outages);
                }
                Next::Move(after) => {
                    kept.now = Now::at(kept.now.at + after);
                    actor = match kept.table.turn() {
                        Turn::Over => break,
                        Turn::Chance => kept.table.game_match().thrower(),
                        Turn::Seats(acting) => acting.iter().next(),
                    };
                    let before = kept.now.at;
                    match kept.table.turn() {
                        Turn::Chance => kept.throw(),
                        _ => drop(kept.first_move(actor.unwrap())),
                    }
                    prop_assert_eq!(kept.now.at, before);
                }
            }
            model.turn(&kept, kept.now.at, actor);
            for (seat, left) in kept.left().into_iter().enumerate() {
                // A view shows the clocks as of the last event.
                prop_assert_eq!(left, model.left(seat, kept.table.clocks().unwrap().at), "seat {}", seat);
            }
        }
        prop_assert_eq!(kept.folded().clocks(), kept.table.clocks());
        prop_assert_eq!(kept.folded().record(), kept.table.record());
        prop_assert!(replay(kept.game(), &kept.table.record()).is_ok());
    }
}
