//! Checks of scenes that work for any game: the pictures of the how-to-play page, and inks.

use crate::table;
use kernel::FullGame;
use kernel::scene::{Fill, Plan, Shape};
use std::collections::BTreeSet;

/// Fails unless the how-to-play page shows these pictures in this order, and each can be
/// drawn, has a headline, and marks only existing spaces.
pub fn check_pictures<G: FullGame>(wanted: &[&str]) {
    let table = table::open::<G>(0, &[]);
    let game = table.game();
    let named = G::INFO.how_to_play.split("](picture:").skip(1).filter_map(|part| part.split(')').next());
    assert_eq!(named.collect::<Vec<_>>(), wanted);
    for name in wanted {
        let picture = game.picture(name).unwrap_or_else(|| panic!("{name} cannot be drawn"));
        assert!(!picture.headline.is_empty() && !picture.tokens.is_empty(), "{name}");
        for (space, _) in &picture.marks {
            assert!(picture.plan.space(space).is_some(), "{name} marks {space}");
        }
    }
    assert!(game.picture("nothing").is_none());
}

/// Fails unless the plan lists every ink that it draws with.
pub fn check_inks(plan: &Plan) {
    let known: BTreeSet<_> = plan.inks.iter().map(|ink| ink.name).collect();
    let unknown: Vec<_> = inks_used(plan).difference(&known).copied().collect();
    assert!(unknown.is_empty(), "no ink is called {unknown:?}");
}

/// Every ink that the plan draws with.
pub fn inks_used(plan: &Plan) -> BTreeSet<&'static str> {
    let mut used = BTreeSet::new();
    collect(&plan.backdrop, &mut used);
    collect(&plan.lettering, &mut used);
    plan.turntable.iter().for_each(|turntable| collect(&turntable.shapes, &mut used));
    plan.regions.iter().for_each(|region| collect(&region.shapes, &mut used));
    plan.spaces.iter().for_each(|space| collect(&space.shapes, &mut used));
    plan.tokens.iter().for_each(|token| collect(&token.shapes, &mut used));
    used.extend(plan.way_styles.iter().flat_map(|style| style.strokes.iter().map(|stroke| stroke.ink)));
    used
}

fn collect(shapes: &[Shape], used: &mut BTreeSet<&'static str>) {
    for shape in shapes {
        match shape {
            Shape::Path { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => {
                if let Fill::Ink(ink) | Fill::Hatch { ink, .. } = fill {
                    used.insert(ink);
                }
                used.extend(stroke.iter().map(|stroke| stroke.ink));
            }
            Shape::Text { ink, .. } => _ = used.insert(ink),
            Shape::Faint(_, shapes) => collect(shapes, used),
        }
    }
}
