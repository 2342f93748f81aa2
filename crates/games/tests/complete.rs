//! Every game on the list is complete: rules, options, board and texts.

use boxtop_games::{SLUGS, Visitor, visit};
use kernel::dynamic::{DynGame, MatchConfig, TypedGame};
use kernel::{Board, FullGame, RuleBook, Viewer};
use std::sync::Arc;

struct CheckComplete;

impl Visitor for CheckComplete {
    type Output = ();
    fn visit<G: FullGame>(self) {
        let info = G::INFO;
        let book = RuleBook::read(info.rules).unwrap_or_else(|faults| panic!("{}: {faults:?}", info.title));
        assert!(!book.rules.is_empty(), "{} has no rules", info.title);
        let cited = [info.shared_rules.turn, info.shared_rules.notation, info.shared_rules.resign];
        for rule in cited.into_iter().chain(G::option_specs().iter().map(|spec| spec.rule)) {
            assert!(book.get(&rule.to_string()).is_some(), "{} cites {rule}, which is not in its book", info.title);
        }
        for spec in G::option_specs() {
            assert_eq!(spec.check(&spec.default), Ok(()), "{}: the default of {}", info.title, spec.key);
            assert!(spec.about.ends_with('.'), "{}: {} is explained in a sentence", info.title, spec.key);
            assert!(info.rules.contains(&format!("`{}`", spec.key)), "{} is not in the rules", spec.key);
        }
        assert!(G::Board::load(G::Board::STANDARD).is_ok(), "{}: the standard board", info.title);
        for &players in info.players {
            let config = MatchConfig { players, ..MatchConfig::default() };
            let table =
                TypedGame::<G>::new().open(&config).unwrap_or_else(|faults| panic!("{}: {faults:?}", info.title));
            assert_eq!(table.seats().len(), usize::from(players));
        }
        for text in [info.slug, info.title, info.imprint, info.summary, info.how_to_play] {
            assert!(!text.trim().is_empty(), "{}: a text is empty", info.title);
        }
        assert!(info.box_art.contains("<svg"), "{}: the picture of the box", info.title);
    }
}

#[test]
fn every_game_is_complete() {
    for slug in SLUGS {
        visit(slug, CheckComplete).expect("it is on the list");
    }
}

#[test]
fn a_game_that_is_not_on_the_list_is_not_found() {
    assert!(visit("chess", CheckComplete).is_none());
}

#[test]
fn matches_of_one_config_share_the_tables_of_their_game() {
    for game in boxtop_games::games() {
        let fewest = MatchConfig { players: game.info().players[0], ..MatchConfig::default() };
        let scene = |config: &MatchConfig| {
            let opened = game.open(config).unwrap_or_else(|faults| panic!("{}: {faults:?}", game.info().title));
            opened.shared_scene(Viewer::Spectator)
        };
        let slug = game.info().slug;
        assert!(Arc::ptr_eq(&scene(&fewest), &scene(&fewest)), "{slug}: opened twice");
        let named = MatchConfig { rules_version: 1, ..fewest.clone() };
        assert!(!Arc::ptr_eq(&scene(&fewest), &scene(&named)), "{slug}: another config");
        let on_its_board = MatchConfig { board: Some(game.standard_board().to_owned()), ..fewest };
        assert!(
            !Arc::ptr_eq(&scene(&on_its_board), &scene(&on_its_board)),
            "{slug}: a board that was sent is not kept"
        );
    }
}
