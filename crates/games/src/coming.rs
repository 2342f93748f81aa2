//! Boxes that stand on the shelf before they can be opened.

/// A lid without rules yet.
#[derive(Debug)]
pub struct Coming {
    /// Name in addresses.
    pub slug: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Who made it and when.
    pub imprint: &'static str,
    /// One sentence for the shelf.
    pub blurb: &'static str,
    /// The lid, as SVG.
    pub box_art: &'static str,
}

/// What is still to come, in the order of the shelf.
pub const COMING: &[Coming] = &[
    Coming {
        slug: "ranger-commandos",
        title: "Ranger Commandos",
        imprint: "Parker Brothers, 1942",
        blurb: "Cross by night, raid blind, race home by day.",
        box_art: include_str!("ranger_commandos/boxtop.svg"),
    },
    Coming {
        slug: "hit-the-beach",
        title: "Hit the Beach",
        imprint: "Milton Bradley, 1965",
        blurb: "Ships, aeroplanes and divisions from beach to objective.",
        box_art: include_str!("hit_the_beach/boxtop.svg"),
    },
    Coming {
        slug: "conflict",
        title: "Conflict",
        imprint: "Parker Brothers, 1940",
        blurb: "Planes, guns and ships on a map of 784 squares.",
        box_art: include_str!("conflict/boxtop.svg"),
    },
];
