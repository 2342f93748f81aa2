//! Whatever stands in a board file is a board that can be played, or faults with places.
#![no_main]

use games::{SLUGS, Visitor, visit};
use kernel::dynamic::{DynMatch, MatchConfig, PresentMatch, TypedMatch};
use kernel::{Board, FullGame, Viewer};
use libfuzzer_sys::fuzz_target;

struct Load<'t>(&'t str);

impl Visitor for Load<'_> {
    type Output = ();
    fn visit<G: FullGame>(self) {
        match G::Board::load(self.0) {
            Ok(_) => play::<G>(self.0),
            Err(faults) => {
                assert!(!faults.is_empty(), "refused without a fault");
                for fault in faults {
                    assert!(!fault.what.is_empty());
                    let lines = self.0.matches('\n').count() + 1;
                    assert!(fault.line_column(self.0).is_none_or(|(line, column)| line <= lines && column > 0));
                }
            }
        }
    }
}

/// A few actions on a board that nobody has seen before.
fn play<G: FullGame>(board: &str) {
    let config = MatchConfig { board: Some(board.to_owned()), ..MatchConfig::default() };
    let Ok(mut table) = TypedMatch::<G>::open(&config) else { return };
    (0..24).for_each(|number| boxtop_fuzz::step(&mut table, number));
    let position = table.position(Viewer::Referee);
    table.place(position.clone()).expect("a position that was written");
    assert_eq!(table.position(Viewer::Referee), position);
}

fuzz_target!(|text: &str| {
    for slug in SLUGS {
        visit(slug, Load(text));
    }
});
