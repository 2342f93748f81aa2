//! What every box on the list must have inside.

use boxtop_games::{SLUGS, Visitor, visit};
use kernel::dynamic::{DynGame, MatchConfig, TypedGame};
use kernel::{Board, FullGame, RuleBook};

struct Inside;

impl Visitor for Inside {
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
            assert!(spec.about.ends_with('.'), "{}: {} is told in a sentence", info.title, spec.key);
            assert!(info.rules.contains(&format!("`{}`", spec.key)), "{} is not in the rules", spec.key);
        }
        assert!(G::Board::load(G::Board::STANDARD).is_ok(), "{}: the board in the box", info.title);
        for &players in info.players {
            let config = MatchConfig { players, ..MatchConfig::default() };
            let table =
                TypedGame::<G>::new().open(&config).unwrap_or_else(|faults| panic!("{}: {faults:?}", info.title));
            assert_eq!(table.seats().len(), usize::from(players));
        }
        for text in [info.slug, info.title, info.imprint, info.summary, info.how_to_play] {
            assert!(!text.trim().is_empty(), "{}: something on the lid is blank", info.title);
        }
        assert!(info.box_art.contains("<svg"), "{}: the lid has a picture", info.title);
    }
}

#[test]
fn every_box_is_complete() {
    for slug in SLUGS {
        visit(slug, Inside).expect("it is on the list");
    }
}

#[test]
fn there_is_no_box_that_is_not_on_the_list() {
    assert!(visit("chess", Inside).is_none());
}
