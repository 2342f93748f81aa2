//! Vector shapes in named inks: what drawings are made of.

/// A point of the drawing, in the plan's own units.
pub type Point = (f32, f32);

/// A named colour, for light and dark themes.
#[derive(Clone, PartialEq, Debug)]
pub struct Ink {
    /// Name used by shapes.
    pub name: &'static str,
    /// `#rrggbb` on light pages and in pictures.
    pub light: &'static str,
    /// `#rrggbb` on dark pages.
    pub dark: &'static str,
}

/// How an area is filled.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Fill {
    /// Not at all.
    None,
    /// With an ink.
    Ink(&'static str),
    /// With lines of an ink, so that areas differ without colour.
    Hatch {
        /// The ink of the lines.
        ink: &'static str,
        /// Degrees from the horizontal.
        angle: f32,
        /// Distance between lines.
        gap: f32,
        /// Width of a line.
        width: f32,
    },
}

/// How an outline is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Stroke {
    /// Its ink.
    pub ink: &'static str,
    /// Its width.
    pub width: f32,
    /// Lengths of dash and gap in turn; empty for a solid line.
    pub dash: Vec<f32>,
}

impl Stroke {
    /// A solid line.
    pub fn line(ink: &'static str, width: f32) -> Self {
        Stroke { ink, width, dash: Vec::new() }
    }
}

/// The typeface of a text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Face {
    /// For headings and the board's own lettering.
    Display,
    /// For all other text.
    Text,
}

/// A piece of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// An outline as SVG path data (`M L C Q A Z` with numbers).
    Path {
        /// The outline.
        d: String,
        /// Its inside.
        fill: Fill,
        /// Its edge.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// Its centre.
        at: Point,
        /// Its radius.
        r: f32,
        /// Its inside.
        fill: Fill,
        /// Its edge.
        stroke: Option<Stroke>,
    },
    /// A text, centred on its point.
    Text {
        /// The middle of its baseline.
        at: Point,
        /// The text.
        text: String,
        /// The font size.
        size: f32,
        /// Its ink.
        ink: &'static str,
        /// Its typeface.
        face: Face,
        /// Space added between letters.
        spread: f32,
    },
    /// Shapes drawn with this opacity, from 0 to 1.
    Faint(f32, Vec<Shape>),
}

impl Shape {
    /// A circle around the origin, for spaces and tokens.
    pub fn disc(r: f32, fill: &'static str, edge: Stroke) -> Self {
        Shape::Circle { at: (0.0, 0.0), r, fill: Fill::Ink(fill), stroke: Some(edge) }
    }
}
