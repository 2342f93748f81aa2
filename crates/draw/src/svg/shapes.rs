//! Draws shapes, strokes, fills and hatches.

use super::inks::{Inks, Look};
use super::lettering::{self, Words};
use kernel::scene::{Face, Fill, Plan, Point, Shape, Stroke};
use maud::{Markup, html};

/// Half the height of a capital, in ems.
const HALF_CAPITAL: f32 = 0.35;

pub(super) fn translate(at: Point) -> String {
    format!("translate({} {})", num(at.0), num(at.1))
}

/// A number with at most two decimals, without trailing zeros.
pub(super) fn num(value: f32) -> String {
    decimals(value, 2)
}

/// The same for the small numbers of token art.
pub(super) fn decimals(value: f32, places: usize) -> String {
    let text = format!("{value:.places$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Draws shapes of one plan in one look.
#[derive(Copy, Clone)]
pub(super) struct Pen<'a> {
    pub(super) inks: Inks<'a>,
    look: Look<'a>,
    reading: bool,
    /// Degrees that everything is rotated by; text is rotated back.
    turned: Option<f32>,
    /// The name of the space that is drawn: a text that is this name can be hidden by a page.
    naming: Option<&'a str>,
}

impl<'a> Pen<'a> {
    pub(super) fn new(plan: &'a Plan, look: Look<'a>) -> Self {
        Pen { inks: Inks::new(plan, look), look, reading: false, turned: None, naming: None }
    }

    /// The same inside a group that is rotated by this angle: text stays upright.
    pub(super) fn turned(self, degrees: f32) -> Self {
        Pen { turned: Some(degrees), ..self }
    }

    /// The same for the space with this name.
    pub(super) fn naming(self, name: &'a str) -> Self {
        Pen { naming: Some(name), ..self }
    }

    /// Draws shapes inside a group that sets the text font.
    pub(super) fn lettering(self, shapes: &[Shape]) -> Markup {
        Pen { reading: true, ..self }.shapes(shapes)
    }

    /// Shapes in order, the first at the bottom.
    pub(super) fn shapes(self, shapes: &[Shape]) -> Markup {
        html! { @for shape in shapes { (self.shape(shape)) } }
    }

    fn shape(self, shape: &Shape) -> Markup {
        match shape {
            Shape::Path { d, fill, stroke } => {
                let line = self.outline(stroke.as_ref());
                html! {
                    path d=(d) fill=(self.fill(fill)) stroke=[line.ink] stroke-width=[line.width]
                        stroke-dasharray=[line.dash] stroke-linecap=[line.cap] stroke-linejoin=[line.join] {}
                }
            }
            Shape::Circle { at, r, fill, stroke } => {
                let line = self.outline(stroke.as_ref());
                html! {
                    circle cx=(decimals(at.0, 3)) cy=(decimals(at.1, 3)) r=(decimals(*r, 3)) fill=(self.fill(fill))
                        stroke=[line.ink] stroke-width=[line.width] stroke-dasharray=[line.dash]
                        stroke-linecap=[line.cap] {}
                }
            }
            Shape::Text { at, size, .. } => match self.turned {
                None => self.word(shape, *at),
                Some(degrees) => {
                    // It rotates around the middle of its capitals, not around its baseline.
                    let rise = size * HALF_CAPITAL;
                    html! {
                        g transform=(translate((at.0, at.1 - rise))) {
                            g.upright transform=(format!("rotate({})", num(-degrees))) { (self.word(shape, (0.0, rise))) }
                        }
                    }
                }
            },
            Shape::Faint(opacity, shapes) => html! {
                g opacity=(decimals(opacity.clamp(0.0, 1.0), 3)) { (self.shapes(shapes)) }
            },
        }
    }

    fn word(self, shape: &Shape, at: Point) -> Markup {
        let Shape::Text { text, size, ink, face, spread, .. } = shape else { return html! {} };
        let words = Words {
            text,
            at,
            size: *size,
            face: *face,
            bold: *face == Face::Display,
            centred: true,
            spread: *spread,
            colour: self.inks.colour(ink),
            class: (self.naming == Some(text)).then_some("space-name"),
            transform: None,
            inherits: self.reading && *face == Face::Text,
        };
        lettering::write(&words, self.look)
    }

    fn fill(self, fill: &Fill) -> String {
        match fill {
            Fill::None => "none".to_owned(),
            Fill::Ink(ink) => self.inks.colour(ink),
            Fill::Hatch { .. } => format!("url(#{})", self.hatch_id(fill)),
        }
    }

    pub(super) fn outline(self, stroke: Option<&Stroke>) -> Outline {
        let Some(stroke) = stroke else { return Outline::default() };
        let dash: Vec<String> = stroke.dash.iter().map(|length| decimals(*length, 3)).collect();
        // Dashes of length 0 are dots and need round caps; other dashes keep their length.
        let round = stroke.dash.first().is_none_or(|first| *first == 0.0);
        Outline {
            ink: Some(self.inks.colour(stroke.ink)),
            width: Some(decimals(stroke.width, 3)),
            dash: (!dash.is_empty()).then(|| dash.join(" ")),
            cap: round.then_some("round"),
            join: Some("round"),
        }
    }

    /// The patterns of all hatches in these shapes.
    pub(super) fn hatches<'s>(self, shapes: impl Iterator<Item = &'s Shape>) -> Markup {
        let mut fills = Vec::new();
        shapes.for_each(|shape| find_hatches(shape, &mut fills));
        html! {
            @for fill in &fills { (self.hatch(fill)) }
        }
    }

    fn hatch(self, fill: &Fill) -> Markup {
        let Fill::Hatch { ink, angle, gap, width } = fill else { return html! {} };
        let (side, middle) = (num(*gap), num(gap / 2.0));
        html! {
            pattern id=(self.hatch_id(fill)) patternUnits="userSpaceOnUse" width=(side) height=(side)
                patternTransform=(format!("rotate({})", num(-angle))) {
                path d=(format!("M0 {middle}H{side}")) stroke=(self.inks.colour(ink)) stroke-width=(num(*width)) {}
            }
        }
    }

    fn hatch_id(self, fill: &Fill) -> String {
        let Fill::Hatch { ink, angle, gap, width } = fill else { return String::new() };
        let measures = [angle, gap, width].map(|value| num(*value).replace('.', "_").replace('-', "m"));
        format!("{}-hatch-{ink}-{}", self.look.ids, measures.join("-"))
    }
}

/// The attributes of a stroke; all absent if there is none.
#[derive(Default)]
pub(super) struct Outline {
    pub(super) ink: Option<String>,
    pub(super) width: Option<String>,
    pub(super) dash: Option<String>,
    pub(super) cap: Option<&'static str>,
    pub(super) join: Option<&'static str>,
}

fn find_hatches(shape: &Shape, found: &mut Vec<Fill>) {
    match shape {
        Shape::Path { fill, .. } | Shape::Circle { fill, .. } => {
            if matches!(fill, Fill::Hatch { .. }) && !found.contains(fill) {
                found.push(*fill);
            }
        }
        Shape::Faint(_, shapes) => shapes.iter().for_each(|shape| find_hatches(shape, found)),
        Shape::Text { .. } => {}
    }
}
