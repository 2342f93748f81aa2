//! Draws throws: dice with pips, and dials with sectors as wide as their weights.
//!
//! A page may use the parts: [`die`] and [`dial`] are separate drawings, [`dice`] defines all six faces once
//! as `symbol#IDS-die-N`. In a dial each sector is one `g.sector[data-sector]` (counted from 0, with `.hit`
//! on the one it points at), and the pointer is one `g.pointer[data-at]`, which points up and is rotated by
//! its `transform="rotate(DEGREES)"`. The `data-turn` of a sector is the angle that points at its middle.

use super::inks::Look;
use super::lettering::{self, Words};
use super::shapes::{Pen, num, translate};
use kernel::scene::{Plan, Point, Scene, Throw};
use maud::{Markup, html};
use std::f32::consts::TAU;

/// Maximum number of pips; a higher number is written as digits.
const MOST_PIPS: u8 = 9;
/// Height of the strip with dice, as a fraction of the board's width.
const DICE_STRIP: f32 = 0.12;
/// Height of the strip with a dial.
const DIAL_STRIP: f32 = 0.36;
/// Distance of the labels from the middle of a dial, clear of the pointer.
const LABELS: f32 = 0.71;
/// How far out labels may reach.
const EDGE: f32 = 0.93;
/// Room for a label along a spoke.
const SPOKE: f32 = 0.5;
/// Maximum height of the letters of a dial.
const MOST_TALL: f32 = 0.24;
/// Approximate width of a letter, in ems.
const LETTER: f32 = 0.58;

/// One face of a die as a separate drawing.
pub fn die(plan: &Plan, pips: u8, look: Look<'_>) -> Markup {
    html! {
        svg.die xmlns="http://www.w3.org/2000/svg" viewBox="-1.1 -1.1 2.2 2.2" data-pips=(pips) role="img"
            aria-label=(pips) {
            (face(plan, pips, look))
        }
    }
}

/// The six faces as `symbol#IDS-die-1` to `symbol#IDS-die-6`, for a page that shows them by `use`.
pub fn dice(plan: &Plan, look: Look<'_>) -> Markup {
    html! {
        defs {
            @for pips in 1..=6 {
                symbol id=(format!("{}-die-{pips}", look.ids)) viewBox="-1.1 -1.1 2.2 2.2" { (face(plan, pips, look)) }
            }
        }
    }
}

/// A face around the origin, two units wide.
fn face(plan: &Plan, pips: u8, look: Look<'_>) -> Markup {
    let inks = Pen::new(plan, look).inks;
    html! {
        rect x="-0.96" y="-0.96" width="1.92" height="1.92" rx="0.38" fill=(inks.colour("die"))
            stroke=(inks.colour("die-edge")) stroke-width="0.09" {}
        @if pips <= MOST_PIPS {
            @for (x, y) in pip_places(pips) {
                circle cx=(num(x)) cy=(num(y)) r="0.185" fill=(inks.colour("die-pip")) {}
            }
        } @else {
            (lettering::write(&Words::bold(&pips.to_string(), (0.0, 0.38), 1.05, inks.colour("die-pip")), look))
        }
    }
}

/// Where the pips of a face are.
fn pip_places(pips: u8) -> Vec<Point> {
    const FAR: f32 = 0.52;
    let pairs = [(-FAR, -FAR), (FAR, -FAR), (-FAR, 0.0), (0.0, -FAR)];
    // From two pips on, the corners fill; from six on, the sides; from eight on, top and bottom.
    let used = match pips {
        0 | 1 => &[][..],
        2 | 3 => &pairs[1..2],
        4 | 5 => &pairs[..2],
        6 | 7 => &pairs[..3],
        _ => &pairs[..],
    };
    let mut places: Vec<Point> = used.iter().flat_map(|(x, y)| [(*x, *y), (-x, -y)]).collect();
    places.extend((pips % 2 == 1).then_some((0.0, 0.0)));
    places
}

/// A dial as a separate drawing; without `at` the pointer points up.
pub fn dial(plan: &Plan, sectors: &[(String, u32)], at: Option<usize>, look: Look<'_>) -> Markup {
    let label = at.and_then(|at| sectors.get(at)).map_or("dial", |(label, _)| label.as_str());
    html! {
        svg.dial xmlns="http://www.w3.org/2000/svg" viewBox="-1.12 -1.12 2.24 2.24" role="img" aria-label=(label) {
            (dial_face(plan, sectors, at, look))
        }
    }
}

/// A sector of a dial, in turns clockwise from the top.
struct Sector<'a> {
    number: usize,
    label: &'a str,
    from: f32,
    to: f32,
}

impl Sector<'_> {
    fn middle(&self) -> f32 {
        (self.from + self.to) / 2.0
    }
}

fn sectors_of(sectors: &[(String, u32)]) -> Vec<Sector<'_>> {
    let all = sectors.iter().map(|(_, weight)| *weight as f32).sum::<f32>().max(1.0);
    let mut to = 0.0;
    let mut parts = Vec::new();
    for (number, (label, weight)) in sectors.iter().enumerate() {
        let from = to;
        to += *weight as f32 / all;
        parts.push(Sector { number, label, from, to });
    }
    parts
}

/// A dial around the origin, with radius 1.
fn dial_face(plan: &Plan, sectors: &[(String, u32)], at: Option<usize>, look: Look<'_>) -> Markup {
    let inks = Pen::new(plan, look).inks;
    let parts = sectors_of(sectors);
    let turn = at.and_then(|at| parts.get(at)).map_or(0.0, Sector::middle) * 360.0;
    html! {
        circle r="1.06" fill=(inks.colour("die-edge")) {}
        @for sector in &parts { (wedge(plan, sector, at == Some(sector.number), look)) }
        g.pointer data-at=[at] transform=(format!("rotate({})", num(turn))) {
            path d="M0 -0.5L0.13 -0.24L0.05 -0.27L0.06 0.2L-0.06 0.2L-0.05 -0.27L-0.13 -0.24Z"
                fill=(inks.colour("mark")) stroke=(inks.colour("mark-halo")) stroke-width="0.03"
                stroke-linejoin="round" paint-order="stroke" {}
        }
        circle r="0.1" fill=(inks.colour("die-edge")) stroke=(inks.colour("die")) stroke-width="0.03" {}
    }
}

fn wedge(plan: &Plan, sector: &Sector<'_>, hit: bool, look: Look<'_>) -> Markup {
    let inks = Pen::new(plan, look).inks;
    let middle = sector.middle();
    let shade = if sector.number.is_multiple_of(2) { "dial" } else { "dial-other" };
    html! {
        g class=(if hit { "sector hit" } else { "sector" }) data-sector=(sector.number) data-turn=(num(middle * 360.0)) {
            title { (sector.label) }
            path d=(wedge_path(sector)) fill=(inks.colour(shade)) stroke=(inks.colour("die-edge")) stroke-width="0.02" {}
            @if hit {
                path d=(wedge_path(sector)) fill=(inks.colour("mark")) fill-opacity="0.28" stroke=(inks.colour("mark"))
                    stroke-width="0.05" stroke-linejoin="round" {}
            }
            (caption(sector, inks.colour("die-pip"), look))
        }
    }
}

/// The label, upright or along the spoke, whichever is larger.
fn caption(sector: &Sector<'_>, ink: String, look: Look<'_>) -> Markup {
    let middle = sector.middle();
    let arc = LABELS * TAU * (sector.to - sector.from);
    let (x, y) = on_rim(middle, LABELS);
    let letters = sector.label.chars().count().max(1) as f32;
    let across = (EDGE * EDGE - y * y).sqrt() - x.abs();
    let size_of = |room: f32, tall: f32| (room / (letters * LETTER)).min(tall).min(MOST_TALL);
    let (upright, along) = (size_of((2.0 * across).min(arc * 0.85), arc * 0.8), size_of(SPOKE, arc * 0.8));
    let size = upright.max(along);
    let place = translate((x, y));
    let spoke = middle * 360.0 + if middle > 0.5 { 90.0 } else { -90.0 };
    let transform = if upright < along { format!("{place} rotate({})", num(spoke)) } else { place };
    let words = Words::bold(sector.label, (0.0, size * 0.35), size, ink);
    lettering::write(&Words { transform: Some(transform), ..words }, look)
}

fn on_rim(turns: f32, r: f32) -> Point {
    let (sin, cos) = (TAU * turns).sin_cos();
    (r * sin, -r * cos)
}

fn wedge_path(sector: &Sector<'_>) -> String {
    if sector.to - sector.from > 0.999 {
        return "M0 -1A1 1 0 1 1 0 1A1 1 0 1 1 0 -1Z".into();
    }
    let point = |at: f32| {
        let (x, y) = on_rim(at, 1.0);
        format!("{x:.4} {y:.4}")
    };
    let large = u8::from(sector.to - sector.from > 0.5);
    format!("M0 0L{}A1 1 0 {large} 1 {}Z", point(sector.from), point(sector.to))
}

/// Height of the strip below the trays that shows the throw.
pub(super) fn strip_height(scene: &Scene) -> f32 {
    scene.plan.size.0
        * match scene.throw {
            None => 0.0,
            Some(Throw::Dice(_)) => DICE_STRIP,
            Some(Throw::Dial { .. }) => DIAL_STRIP,
        }
}

/// The throw, in a strip that starts at this height.
pub(super) fn strip(scene: &Scene, look: Look<'_>, top: f32) -> Markup {
    let (width, height) = (scene.plan.size.0, strip_height(scene));
    let (middle, r) = ((width / 2.0, top + height / 2.0), height * 0.42);
    let inks = Pen::new(&scene.plan, look).inks;
    let placed = |at: Point| format!("{} scale({})", translate(at), num(r));
    html! {
        @if let Some(throw) = &scene.throw {
            g.throw {
                rect x="0" y=(num(top - 1.0)) width=(num(width)) height=(num(height + 1.0)) fill=(inks.colour("paper")) {}
                @match throw {
                    Throw::Dice(dice) => {
                        title { (dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" and ")) }
                        @let first = middle.0 - 1.25 * r * (dice.len() as f32 - 1.0);
                        @for (place, pips) in dice.iter().enumerate() {
                            g.die data-pips=(pips) transform=(placed((first + 2.5 * r * place as f32, middle.1))) {
                                (face(&scene.plan, *pips, look))
                            }
                        }
                    }
                    Throw::Dial { sectors, at } => {
                        title { (at.and_then(|at| sectors.get(at)).map_or("the dial", |(label, _)| label.as_str())) }
                        g.dial transform=(placed(middle)) { (dial_face(&scene.plan, sectors, *at, look)) }
                    }
                }
            }
        }
    }
}
