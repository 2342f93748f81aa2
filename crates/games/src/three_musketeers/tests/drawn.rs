//! Helpers for tests: boards drawn with letters. `M` is a musketeer, `o` an
//! attacker, `.` an empty point, a blank no point; rank 9, the castle's back
//! row, is at the top.

use crate::three_musketeers::{Ending, Setup, Side, State, ThreeMusketeers};
use kernel::dynamic::{DynMatch, TypedMatch};
use kernel::{OptionValue, Positions, Seat, Turn};
use testkit::table::{check_end, open, placed};

pub(super) use testkit::table::{legal, number, off, place, word};

/// A match in a test.
pub(super) type Table = TypedMatch<ThreeMusketeers>;

/// A match with default options.
pub(super) fn opening() -> Table {
    table(&[])
}

/// The opening position with these options.
pub(super) fn table(options: &[(&str, OptionValue)]) -> Table {
    open(2, options)
}

/// The drawn position with this side to move.
pub(super) fn position(drawing: &str, side: Side) -> Table {
    position_with(&[], drawing, side)
}

/// The drawn position under these options.
pub(super) fn position_with(options: &[(&str, OptionValue)], drawing: &str, side: Side) -> Table {
    placed(2, options, &setup(drawing, side))
}

/// The attack holds the castle and both its shoulders; there are no other men.
const HELD: &str = "
    9   o o o o o o o
    8     o o o o o
    7 o o o o o o o o o
    6 . . . . . . . . .
    5 . . . . . . . . .
    4 . . . . . . . . .
    3 . . . . . . . . .
    2     . . . . .
    1     . . . . .";

/// A drawing in which the attack holds castle and shoulders, except for the ranks that are drawn here.
pub(super) fn castle_held(but_for: &str) -> String {
    let rank = |line: &str| line.trim_start().chars().next();
    let drawn: Vec<_> = but_for.lines().filter(|line| rank(line).is_some()).collect();
    let anew = |line| *drawn.iter().find(|other| rank(other) == rank(line)).unwrap_or(&line);
    HELD.lines().map(anew).collect::<Vec<_>>().join("\n")
}

/// The same with this side to move.
pub(super) fn held(but_for: &str, side: Side) -> Table {
    position(&castle_held(but_for), side)
}

/// The musketeer on e5 can jump two men in a series; the one on e1 could jump over e2.
pub(super) const SERIES: &str = "
    9   o o o o o o o
    8     o . o o o
    7 o o o o o o o o o
    6 . . . . . . . . .
    5 . . . . M o . . .
    4 . . . . . . o . .
    3 . . . . . . . . .
    2     . . o . .
    1     M . M . .";

/// Nobody can jump: from c8 no diagonal leads to d7; from b9 one leads to c8, but none goes on to d7.
pub(super) const NO_STRAIGHT_ROAD: &str = "
    9   M . . . . . .
    8     o . . . M
    7 o . . . . o . . o
    6 o . . . . . . . o
    5 o o o o . o o o o
    4 o o o o . o o o o
    3 . . . . . . . . .
    2     . . . . .
    1     . . M . .";

/// The drawing as a position to set up.
pub(super) fn setup(drawing: &str, side: Side) -> Setup {
    let mut setup = Setup {
        attackers: Vec::new(),
        musketeers: Vec::new(),
        to_act: if side == Side::Attack { "attack".into() } else { "musketeers".into() },
        jumper: None,
        quiet: 0,
        waited: 0,
        earlier: Vec::new(),
    };
    let mut expected = (1..=9).rev();
    for line in drawing.lines().map(str::trim_start).filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let mut letters = line.chars();
        let rank = letters.next().unwrap();
        assert_eq!(rank.to_digit(10), expected.next(), "the ranks are drawn from 9 to 1");
        for (file, letter) in ('a'..='i').zip(letters.skip(1).step_by(2)) {
            match letter {
                'o' => setup.attackers.push(format!("{file}{rank}")),
                'M' => setup.musketeers.push(format!("{file}{rank}")),
                '.' | ' ' => {}
                other => panic!("unknown letter {other} on {file}{rank}"),
            }
        }
    }
    assert_eq!(expected.next(), None, "the ranks are drawn from 9 to 1");
    setup
}

/// Draws a state.
pub(super) fn draw(game: &ThreeMusketeers, state: &State) -> String {
    let written = game.position(state, &Vec::new());
    let board = &game.board;
    let mut text = String::new();
    for rank in (1..=9).rev() {
        let mut line = format!("{rank}");
        for file in 'a'..='i' {
            let name = format!("{file}{rank}");
            line += match () {
                () if written.attackers.contains(&name) => " o",
                () if written.musketeers.contains(&name) => " M",
                () if board.point(&name).is_some() => " .",
                () => "  ",
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text + "  a b c d e f g h i\n"
}

/// The match's position as a drawing.
pub(super) fn drawing(table: &Table) -> String {
    draw(table.game(), &table.current_play().state)
}

/// Fails unless the position looks like the drawing.
pub(super) fn looks_like(table: &Table, wanted: &str) {
    let tidy = |text: &str| {
        let ranks = text.lines().map(str::trim).filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        ranks.collect::<Vec<_>>().join("\n")
    };
    let now = drawing(table);
    assert!(tidy(&now) == tidy(wanted), "the board shows\n{now}and not{wanted}");
}

/// Plays actions of the side to move, separated by spaces.
pub(super) fn play(table: &mut Table, actions: &str) {
    for action in actions.split_whitespace() {
        let seat = to_act(table).unwrap_or_else(|| panic!("{action}: it is over, {:?}", ending(table)));
        table.play(seat, action).unwrap_or_else(|refusal| panic!("{action}: {refusal}\n{}", drawing(table)));
    }
}

/// The seat to move.
pub(super) fn to_act(table: &Table) -> Option<Seat> {
    match table.turn() {
        Turn::Seats(seats) => seats.iter().next(),
        _ => None,
    }
}

/// The legal actions of the man on this point, sorted.
pub(super) fn legal_from(table: &Table, from: &str) -> Vec<String> {
    legal(table).into_iter().filter(|name| name.starts_with(from)).collect()
}

/// Fails if anybody can jump.
pub(super) fn nobody_jumps(table: &Table) {
    assert!(legal(table).iter().all(|action| !action.contains('x')), "{:?}", legal(table));
}

/// How the match ended.
pub(super) fn ending(table: &Table) -> Ending {
    table.current_play().state.ending
}

/// Fails unless the match ended this way, by this rule, with these points for the attack and the musketeers.
pub(super) fn check_ending(table: &Table, wanted: Ending, rule: &str, points: (f64, f64)) {
    assert_eq!(ending(table), wanted, "\n{}", drawing(table));
    check_end(table, &[points.0, points.1], &[rule]);
}

/// Fails unless the match goes on.
pub(super) fn goes_on(table: &Table) {
    assert_eq!((ending(table), table.outcome()), (Ending::None, None), "\n{}", drawing(table));
}
