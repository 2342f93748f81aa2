//! Colours: custom properties on pages, values in pictures.

use super::lettering::Letters;
use kernel::scene::{Ink, Plan};
use std::fmt::Write;

/// The light or the dark theme.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// How colours and ids are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Look<'a> {
    /// The theme whose colours are written as values; `None` for custom properties.
    pub theme: Option<Theme>,
    /// Prefix of every id, so that two drawings on a page do not collide.
    pub ids: &'a str,
    /// How words are written.
    pub letters: Letters,
}

impl<'a> Look<'a> {
    /// Inks as custom properties.
    pub fn page(ids: &'a str) -> Self {
        Look { theme: None, ids, letters: Letters::Text }
    }

    /// Inks as colour values.
    pub fn picture(theme: Theme) -> Self {
        Look { theme: Some(theme), ids: "b", letters: Letters::Text }
    }

    /// Inks as colour values, and words as outlines.
    #[cfg(feature = "outlines")]
    pub(crate) fn outlined(theme: Theme) -> Self {
        Look { letters: Letters::Outlines, ..Look::picture(theme) }
    }
}

/// The default inks of marks, dice and dials; a plan may override them by name. Marks are magenta, which no player is.
const DEFAULT_INKS: [Ink; 7] = [
    Ink { name: "mark", light: "#8c0f72", dark: "#ff9be6" },
    Ink { name: "mark-halo", light: "#fff9e8", dark: "#14110d" },
    Ink { name: "die", light: "#fffaf0", dark: "#f3ead6" },
    Ink { name: "die-edge", light: "#2a2620", dark: "#120f0b" },
    Ink { name: "die-pip", light: "#1d1a16", dark: "#1d1a16" },
    Ink { name: "dial", light: "#fff3d6", dark: "#efe3c4" },
    Ink { name: "dial-other", light: "#dcc793", dark: "#cdb67f" },
];

/// Every ink of a plan, including those of marks, dice and dials.
pub(crate) fn all_inks(plan: &Plan) -> impl Iterator<Item = &Ink> {
    let own = |name| plan.inks.iter().any(|ink| ink.name == name);
    plan.inks.iter().chain(DEFAULT_INKS.iter().filter(move |ink| !own(ink.name)))
}

/// Writes inks as colours.
#[derive(Copy, Clone)]
pub(super) struct Inks<'a> {
    plan: &'a Plan,
    theme: Option<Theme>,
}

impl<'a> Inks<'a> {
    pub(super) fn new(plan: &'a Plan, look: Look<'_>) -> Self {
        Inks { plan, theme: look.theme }
    }

    /// The colour of an ink; black or white if the plan does not have it.
    pub(super) fn colour(self, name: &str) -> String {
        let ink = || all_inks(self.plan).find(|ink| ink.name == name);
        match self.theme {
            None => format!("var(--ink-{name})"),
            Some(Theme::Light) => ink().map_or("#000000", |ink| ink.light).to_owned(),
            Some(Theme::Dark) => ink().map_or("#ffffff", |ink| ink.dark).to_owned(),
        }
    }
}

/// The inks as a style sheet: light by default, dark if the system or the page's `data-theme` asks for it.
pub fn ink_css(plan: &Plan) -> String {
    let block = |pick: fn(&Ink) -> &'static str| {
        let mut block = String::new();
        for ink in all_inks(plan) {
            let _ = write!(block, "--ink-{}:{};", ink.name, pick(ink));
        }
        block
    };
    let (light, dark) = (block(|ink| ink.light), block(|ink| ink.dark));
    format!(
        ":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n\
         [data-theme=light]{{{light}}}\n[data-theme=dark]{{{dark}}}\n"
    )
}
