//! The meaning of the signs of empty spaces, derived from the names of the spaces.

use kernel::scene::Plan;

/// Every sign of a space, in Unicode and ASCII, with a name for its spaces: the words that all of
/// their names have, and that are rare in the names of other signs.
pub(crate) fn of_spaces(plan: &Plan) -> Vec<((char, char), String)> {
    let mut groups: Vec<((char, char), Vec<&str>)> = Vec::new();
    for space in &plan.spaces {
        let group = groups.iter_mut().find(|(glyph, _)| *glyph == space.glyph);
        match group {
            Some((_, shared)) => shared.retain(|word| words(&space.label).any(|other| other == *word)),
            None => groups.push((space.glyph, words(&space.label).collect())),
        }
    }
    let rare = |word: &str| {
        let others = groups.iter().filter(|(_, shared)| shared.contains(&word)).count();
        2 * others <= groups.len()
    };
    let name = |glyph: (char, char), shared: &[&str]| {
        let single = plan.spaces.iter().filter(|space| space.glyph == glyph).count() == 1;
        // Short words such as “of” say nothing by themselves.
        let telling: Vec<&str> = shared.iter().copied().filter(|word| word.len() > 2 && rare(word)).collect();
        let mut words = if single || telling.is_empty() { shared.to_vec() } else { telling };
        words.dedup();
        words.join(" ")
    };
    groups.iter().map(|(glyph, shared)| (*glyph, name(*glyph, shared))).collect()
}

/// The words of a name without its numbers.
fn words(label: &str) -> impl Iterator<Item = &str> {
    let bare = label.split([' ', ',']).filter(|word| !word.is_empty());
    bare.filter(|word| !word.chars().any(|letter| letter.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signs_of_a_ring_have_different_names() {
        let game = catalog::game("fighting-marines").expect("it is in the catalog");
        let game_match = game.open(&kernel::dynamic::MatchConfig::default()).expect("a match");
        let signs = of_spaces(&game_match.scene(kernel::Viewer::Spectator).plan);
        let plain: Vec<String> = signs.iter().map(|((_, plain), name)| format!("{plain} {name}")).collect();
        for known in ["o circle", ". base", "| red", "_ black", ": yellow", "= green", "^ the arrow of the platform"] {
            assert!(plain.contains(&known.to_owned()), "{known}: {plain:?}");
        }
    }
}
