//! The board in the box, and the start of the game.

use super::drawn::*;
use crate::ranger_commandos::board::{Direction, Kind, RcBoard};
use crate::ranger_commandos::{Action, COLOURS, INFO, RangerCommandos, State, rules};
use crate::testing::board;
use kernel::dynamic::{DynMatch, MatchConfig};
use kernel::{Board, Evidence, Game};

/// RC-1
#[test]
fn the_sea_has_nine_rows_of_six_waves_and_steps_of_three_kinds() {
    let board = board::<RcBoard>();
    assert_eq!(board.waves.len(), 54);
    for row in 0..9 {
        let columns: Vec<_> = board.waves.iter().filter(|wave| wave.1 == row).map(|wave| wave.0).collect();
        assert_eq!(columns, (0..12).filter(|column| (column + row) % 2 == 1).collect::<Vec<_>>());
    }
    let from = board.wave_called("f9").unwrap();
    let to = |direction| board.step(from, direction).map(|wave| board.wave_name(wave)).unwrap();
    use Direction::*;
    assert_eq!([N, NE, E, SE, S, SW, W, NW].map(to), ["f5", "g7", "h9", "g11", "f13", "e11", "d9", "e7"]);
    assert_eq!(board.step(board.wave_called("b1").unwrap(), NE), None);
}

/// RC-2
#[test]
fn four_docks_open_on_odd_rows_of_the_sea() {
    let board = board::<RcBoard>();
    let fronts: Vec<_> = COLOURS.iter().map(|c| (c.word(), board.wave_name(board.docks[c.index()].front))).collect();
    let wanted = [("red", "a3"), ("black", "a15"), ("green", "a7"), ("orange", "a11")];
    assert_eq!(fronts, wanted.map(|(colour, front)| (colour, front.to_owned())));
}

/// RC-3
#[test]
fn the_easternmost_wave_of_every_row_is_a_landing() {
    let board = board::<RcBoard>();
    let waves: Vec<_> = board.landings.iter().map(|landing| board.wave_name(landing.wave)).collect();
    assert_eq!(waves, ["l1", "k3", "l5", "k7", "l9", "k11", "l13", "k15", "l17"]);
    for landing in &board.landings {
        assert!((2..=3).contains(&landing.first.len()));
        assert!(landing.first.iter().all(|circle| board.circle_name(*circle).starts_with('n')));
    }
}

/// RC-4
#[test]
fn the_land_has_76_circles_152_lines_and_sixteen_closed_ones() {
    let board = board::<RcBoard>();
    let count = |kind| board.circles.iter().filter(|circle| circle.kind == kind).count();
    assert_eq!([Kind::Sentry, Kind::Arrow, Kind::Safe].map(count), [59, 11, 6]);
    assert_eq!(board.lines.iter().filter(|line| !line.closed).count(), 152);
    assert_eq!(board.lines.iter().filter(|line| line.closed).count(), 16);
}

/// RC-5
#[test]
fn eleven_objectives_hold_34_counters_and_have_an_arrow_each() {
    let board = board::<RcBoard>();
    let counters: Vec<_> = board.objectives.iter().map(|o| (o.name.as_str(), o.counters)).collect();
    assert_eq!(
        counters,
        [
            ("North Docks", 2),
            ("Seaplane Base", 1),
            ("Radio Station", 1),
            ("Munitions Plant", 6),
            ("Air Field", 3),
            ("Headquarters", 2),
            ("Tank Factory", 4),
            ("Airplane Factory", 5),
            ("South Docks", 3),
            ("Railroad Yards", 2),
            ("Oil Storage", 5)
        ]
    );
    assert_eq!(board.counters(), 34);
    for (index, objective) in board.objectives.iter().enumerate() {
        let entry = &board.circles[usize::from(objective.entry)];
        assert_eq!((entry.kind, entry.objective), (Kind::Arrow, Some(index as u8)));
    }
}

/// RC-6
#[test]
fn the_set_of_counters_comes_from_the_board_file() {
    let board = board::<RcBoard>();
    let faces: Vec<_> = board.faces.iter().map(|face| (face.name.as_str(), face.points, face.count)).collect();
    let wanted = [("star", 100, 1), ("50", 50, 3), ("25", 25, 5), ("10", 10, 8), ("5", 5, 7), ("plain", 0, 10)];
    assert_eq!(faces, wanted);
    assert_eq!((board.faces[0].evidence, board.faces[1].evidence), (Evidence::Told, Evidence::Invented));
    let text = RcBoard::STANDARD
        .replace("points = 50\ncount = 3", "points = 60\ncount = 5")
        .replace("name = \"plain\"\npoints = 0\ncount = 10", "name = \"plain\"\npoints = 0\ncount = 8");
    let config = MatchConfig { players: 3, board: Some(text), ..MatchConfig::default() };
    let table = Table::open(&config).unwrap();
    assert_eq!(table.game().board.faces[1].count, 5);
    testkit::laws::check::<RangerCommandos>(&config, 20, 7);
}

/// RC-8
#[test]
fn the_dial_has_eight_cells_of_the_same_width() {
    let board = board::<RcBoard>();
    let cells: Vec<_> = board.dial.iter().map(|c| format!("{}{}{}", c.night.word(), c.number, c.day.word())).collect();
    assert_eq!(cells, ["N2S", "NE3SW", "NE5SW", "E4W", "E2W", "SE5NW", "SE3NW", "S1N"]);
    assert!(board.dial.iter().all(|cell| cell.width == 1));
    let outcomes = opening(4).chance_outcomes();
    assert!(outcomes.iter().all(|outcome| (outcome.p - 0.125).abs() < 1e-12), "{outcomes:?}");
}

/// RC-7, RC-9
#[test]
fn at_the_start_everything_is_in_its_place() {
    for players in [2u8, 3, 4] {
        let setup = written(&opening(players));
        assert_eq!((setup.phase.as_str(), setup.spun), ("lots", None));
        assert_eq!(setup.objectives.values().map(|left| u32::from(*left)).sum::<u32>(), 34);
        let idle = |p: &crate::ranger_commandos::Player| p.barge == "dock" && p.commando == "aboard" && p.counters == 0;
        assert!(setup.players.len() == usize::from(players) && setup.players.values().all(idle));
    }
}

/// RC-9
#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 192, "{}", size_of::<State>());
    assert!(size_of::<Action>() <= 4);
}

/// RC-4
#[test]
fn every_element_of_the_board_has_its_evidence() {
    let board = board::<RcBoard>();
    assert!(board.lines.iter().filter(|line| line.closed).all(|line| line.evidence == Evidence::Inferred));
    let guessed = board.lines.iter().filter(|line| !line.closed && line.evidence == Evidence::Inferred).count();
    assert_eq!(guessed, 12);
    assert!(board.facts.len() >= 3);
}

/// RC-8
#[test]
fn a_board_with_uneven_cells_and_other_waves_can_be_played() {
    let text = RcBoard::STANDARD
        .replace("number = 4\nday = \"W\"", "number = 6\nday = \"W\"\nwidth = 3")
        .replace("\"~.~.~.~.~.~.\", # row 11", "\"~.~...~.~.~.\", # row 11");
    let config = MatchConfig { players: 4, board: Some(text), ..MatchConfig::default() };
    let table = Table::open(&config).unwrap();
    assert_eq!(
        table.chance_outcomes().iter().map(|outcome| outcome.weight).collect::<Vec<_>>(),
        [1, 1, 1, 3, 1, 1, 1, 1]
    );
    testkit::laws::check::<RangerCommandos>(&config, 30, 11);
}

/// RC-4, RC-16, RC-23
#[test]
fn from_orange_circles_most_spins_reach_an_arrow_and_some_force_an_alarm() {
    let game = opening(4).game().clone();
    let (mut spins, mut arrows, mut forced, mut ones) = (0, 0, 0, 0);
    for (circle, _) in board::<RcBoard>().circles.iter().enumerate().filter(|(_, circle)| circle.kind != Kind::Sentry) {
        for cell in &board::<RcBoard>().dial {
            let ends = game.net.ends(circle, cell.number);
            let alarm = ends & !game.net.sentries == 0;
            spins += 1;
            arrows += u32::from(ends & game.net.arrows != 0);
            forced += u32::from(alarm);
            ones += u32::from(alarm && cell.number == 1);
        }
    }
    assert_eq!((100 * arrows / spins + 1, 100 * forced / spins), (79, 16), "as the rule book says");
    assert!(2 * ones > forced);
}

// Resigning is a command, which the table crate tests.
/// RC-37
#[test]
fn resigning_has_a_rule_to_cite() {
    assert_eq!(INFO.shared_rules.resign, rules::RESIGNING);
    assert_eq!(rules::RESIGNING.to_string(), "RC-37");
    assert_eq!(opening(4).game().players(), 4);
}
