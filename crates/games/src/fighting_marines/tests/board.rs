//! The board in the box, and the start of the game.

use super::drawn::*;
use crate::fighting_marines::board::{FmBoard, Pad};
use crate::fighting_marines::{COLOURS, Colour, INFO, Rank, rules};
use crate::testing::board;
use kernel::dynamic::{DynMatch, MatchSetup};
use kernel::{Board, Evidence, Game};

/// FM-1
#[test]
fn the_base_has_four_sections_of_eleven_with_five_circles_each() {
    let board = board::<FmBoard>();
    assert_eq!(board.spaces, 44);
    let sections: Vec<_> = board.sections.iter().map(|s| (s.from, s.to, s.circles.clone())).collect();
    assert_eq!(sections[0], (1, 11, vec![2, 4, 6, 8, 10]));
    assert_eq!(sections[1], (12, 22, vec![13, 15, 17, 19, 21]));
    assert_eq!(sections[2], (23, 33, vec![24, 26, 28, 30, 32]));
    assert_eq!(sections[3], (34, 44, vec![35, 37, 39, 41, 43]));
    assert_eq!([1, 11, 12, 22, 23, 33, 34, 44].map(|n| board.section_of(n).map(Colour::index)), {
        [0, 0, 1, 1, 2, 2, 3, 3].map(Some)
    });
    assert_eq!((board.section_of(0), board.section_of(45)), (None, None));
}

/// FM-2
#[test]
fn the_platform_has_one_arrow_two_neutrals_and_a_cycle_of_colours() {
    let board = board::<FmBoard>();
    let ring: String = board.platform.iter().map(|(pad, _)| pad.letter()).collect();
    assert_eq!(ring, "^RBNGYRBGYRBGYRBGYRBGYRBGNYRBGYRBGYRBGYRBGYR");
    let count = |letter| ring.matches(letter).count();
    assert_eq!(['^', 'N', 'R', 'B', 'Y', 'G'].map(count), [1, 2, 11, 10, 10, 10]);
    let colours: String = ring.chars().filter(|letter| "RBGY".contains(*letter)).collect();
    assert!("RBGY".repeat(11).starts_with(&colours), "the cycle is unbroken");
}

/// FM-2
#[test]
fn every_element_of_the_board_has_its_evidence() {
    let board = board::<FmBoard>();
    assert_eq!(board.platform[0], (Pad::Arrow, Evidence::Invented));
    assert!(board.platform[1..].iter().all(|(_, evidence)| *evidence == Evidence::Inferred));
    let plan = kernel::Show::plan(&**opening(4).game());
    assert_eq!(plan.spaces.len(), 44 + 42 + 8, "base, platform, and four places on each neutral");
}

/// FM-3
#[test]
fn a_base_space_faces_the_platform_space_at_the_same_distance_from_the_arrow() {
    let net = &board::<FmBoard>().net;
    for arrow in 0..44_u8 {
        for base in 0..44_u8 {
            let index = net.facing(base, arrow);
            assert_eq!(u32::from(index), (u32::from(base) + 44 - u32::from(arrow)) % 44);
            assert_eq!(net.behind(index, arrow), base);
            assert_eq!(net.front(1 << base, arrow), 1 << index);
        }
    }
    assert_eq!(net.facing(8, 43), 9, "with the arrow at 44, base space 9 faces the ninth space after it");
}

/// FM-4, FM-6
#[test]
fn at_the_start_privates_stand_on_circles_and_officers_wait() {
    let table = opening(4);
    let state = &table.current_play().state;
    let setup = written(&table);
    assert_eq!((setup.arrow, setup.phase.as_str(), setup.throws), (44, "opening", 0));
    for colour in COLOURS {
        let army = &setup.men[colour.word()];
        assert_eq!(army.circles.len(), 5);
        assert!(army.circles.iter().all(|man| man.ends_with(" private")), "{army:?}");
        assert_eq!(army.corner, ["captain", "captain", "colonel"]);
        assert_eq!((army.platform.len(), army.held.len()), (0, 0));
        assert_eq!(state.landed(colour), 0);
    }
    assert_eq!([Rank::Private, Rank::Captain, Rank::Colonel].map(Rank::count), [5, 2, 1]);
}

/// FM-5, FM-7
#[test]
fn shares_and_ante_depend_on_the_players_and_the_option() {
    for (players, share) in [(4u8, 204u16), (3, 273), (2, 425)] {
        let setup = written(&opening(players));
        assert_eq!(setup.pool, 10 * u16::from(players));
        assert!(setup.purses.values().all(|purse| *purse == share - 10), "{setup:?}");
        let rich = written(&table(players, &[("ante", number(200))]));
        assert_eq!(rich.pool, 200 * u16::from(players));
        assert!(rich.purses.values().all(|purse| *purse == share - 200));
        let free = written(&table(players, &[("ante", number(0))]));
        assert_eq!((free.pool, free.in_box), (0, 0));
    }
}

/// FM-5
#[test]
fn a_state_is_small() {
    assert!(size_of::<crate::fighting_marines::State>() <= 128);
    assert!(size_of::<crate::fighting_marines::Action>() <= 8);
}

/// FM-6
#[test]
fn a_board_with_fewer_and_more_circles_can_be_played() {
    let text = FmBoard::STANDARD
        .replace("at = [2, 4, 6, 8, 10]", "at = [5, 6, 7]")
        .replace("at = [13, 15, 17, 19, 21]", "at = [22, 12, 14, 16, 18, 20, 21, 19]");
    let config = kernel::dynamic::MatchConfig { players: 4, board: Some(text), ..Default::default() };
    let table = Table::open(&config).unwrap();
    let setup = written(&table);
    assert_eq!(setup.men["red"].circles, ["5 private", "6 private", "7 private"]);
    assert_eq!(setup.men["red"].corner, ["private", "private", "captain", "captain", "colonel"]);
    assert_eq!(setup.men["black"].circles.len(), 5);
    testkit::laws::check::<crate::fighting_marines::FightingMarines>(&config, 300, 5);
}

/// FM-1, FM-2
#[test]
fn the_smallest_and_the_largest_ring_can_be_played() {
    for spaces in [12_usize, 13, 61, 64] {
        let quarter = spaces / 4;
        let mut text =
            format!("format = 1\ngame = \"fighting-marines\"\nname = \"ring of {spaces}\"\nspaces = {spaces}\n");
        for (n, colour) in COLOURS.into_iter().enumerate() {
            let (from, to) = (n * quarter + 1, if n == 3 { spaces } else { (n + 1) * quarter });
            let word = colour.word();
            text += &format!("[[sections]]\ncolour = \"{word}\"\nfrom = {from}\nto = {to}\nevidence = \"invented\"\n");
            text += &format!("[[circles]]\ncolour = \"{word}\"\nat = [{from}, {to}]\nevidence = \"invented\"\n");
        }
        let ring: String = "^N".chars().chain("RBGY".chars().cycle()).take(spaces).collect();
        text += &format!("[[platform]]\nspaces = \"{ring}\"\nevidence = \"invented\"\n");
        let options = [("throw_limit".to_owned(), number(60))].into();
        let config = kernel::dynamic::MatchConfig { players: 4, board: Some(text), options, ..Default::default() };
        testkit::laws::check::<crate::fighting_marines::FightingMarines>(&config, 100, 5);
    }
}

// A session is a contest, which the table crate tests.
/// FM-31
#[test]
fn purses_of_an_earlier_match_are_carried_over() {
    let mut setup = written(&opening(3));
    // 30 points could not be shared by three winners and one stayed in the box.
    setup.purses = [("red", 263 + 12), ("black", 263 - 12), ("green", 262)].map(|(id, n)| (id.to_owned(), n)).into();
    setup.in_box = 1;
    let mut table = opening(3);
    table.place(serde_json::to_value(&setup).unwrap()).unwrap();
    assert_eq!(written(&table), setup);
    let carried = |points: [i32; 3]| serde_json::from_value(opening(3).start_with_points(&points).unwrap()).unwrap();
    assert_eq!(setup, carried([12, -12, -1]));
    let poor: crate::fighting_marines::Setup = carried([-270, 200, 70]);
    assert_eq!(
        (poor.purses["red"], poor.purses["black"], poor.pool),
        (0, 463, 23),
        "a player with less than the ante pays what they have"
    );
    assert_eq!(rules::SESSION.to_string(), "FM-31");
}

// Resigning is a command, which the table crate tests.
/// FM-32
#[test]
fn resigning_has_a_rule_to_cite() {
    assert_eq!(INFO.shared_rules.resign, rules::RESIGNING);
    assert_eq!(rules::RESIGNING.to_string(), "FM-32");
    assert_eq!(opening(4).game().players(), 4);
}
