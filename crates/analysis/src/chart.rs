//! The chart of an analysis: the chance of winning after each step, as SVG.
//!
//! Every seat has a line with its colour and a pattern of dashes of its own, and its name at the end of it. Rings mark the
//! turning points. The drawing follows the reader's light or dark scheme.

use protocol::Analysis;
use std::fmt::Write;

/// Size of the picture, and the frame of the lines in it.
const SIZE: (f64, f64) = (960.0, 360.0);
const FRAME: (f64, f64, f64, f64) = (52.0, 16.0, 800.0, 320.0);
/// Minimum distance of two names.
const NAME: f64 = 16.0;
/// Dashes by seat, so that lines differ without colours.
const DASHES: [&str; 4] = ["", "9 4", "2 4", "12 4 2 4"];
/// Colours by the words of a seat's name: in a light scheme and in a dark one.
const COLOURS: [(&str, &str, &str); 6] = [
    ("red", "#b3261e", "#ff8a80"),
    ("blue", "#1f5fa8", "#82b4ff"),
    ("green", "#24713a", "#7fd08f"),
    ("orange", "#b85c00", "#ffb066"),
    ("yellow", "#8a6d00", "#f2d35e"),
    ("black", "#202020", "#e4e4e4"),
];

/// The chances of winning after each step, as SVG.
pub fn chart(analysis: &Analysis) -> String {
    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<title>Chances of winning after each step</title>\n"
    );
    svg += &style(analysis);
    svg += &format!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n");
    svg += &grid(analysis);
    for (at, end) in ends(analysis).into_iter().enumerate() {
        svg += &line(analysis, at, end);
    }
    svg += &rings(analysis);
    svg + "</svg>\n"
}

/// The colour of a seat: the first word of its name that is a colour no seat before it has, else any that is left.
fn colours(analysis: &Analysis) -> Vec<usize> {
    let mut taken: Vec<usize> = Vec::new();
    for seat in &analysis.seats {
        let words = format!("{} {}", seat.seat, seat.called).to_lowercase();
        let free = |at: &usize| !taken.contains(at);
        let named = (0..COLOURS.len()).filter(free).find(|at| words.contains(COLOURS[*at].0));
        let colour = named.or_else(|| (0..COLOURS.len()).find(free)).unwrap_or_default();
        taken.push(colour);
    }
    taken
}

fn style(analysis: &Analysis) -> String {
    let rules = |dark: bool| {
        let colours = colours(analysis).into_iter().enumerate();
        colours.fold(String::new(), |mut rules, (at, colour)| {
            let (_, light, bright) = COLOURS[colour];
            let ink = if dark { bright } else { light };
            let _ = write!(rules, ".s{at}{{stroke:{ink}}}.n{at}{{fill:{ink}}}");
            rules
        })
    };
    format!(
        "<style>.paper{{fill:#fff}}.grid{{stroke:#ddd}}.words{{fill:#555}}.ring{{stroke:#555}}{}\
         @media (prefers-color-scheme:dark){{.paper{{fill:#1b1b1b}}.grid{{stroke:#3a3a3a}}.words{{fill:#bbb}}\
         .ring{{stroke:#bbb}}{}}}</style>\n",
        rules(false),
        rules(true)
    )
}

/// The place of a step and a share.
fn point(analysis: &Analysis, step: usize, share: f64) -> (f64, f64) {
    let (left, top, right, bottom) = FRAME;
    let steps = analysis.steps.len().max(1) as f64;
    (left + (right - left) * step as f64 / steps, bottom - (bottom - top) * share)
}

/// Lines for quarters of the win, and the numbers of some steps.
fn grid(analysis: &Analysis) -> String {
    let (left, _, right, bottom) = FRAME;
    let mut svg = String::new();
    for quarter in 0..=4 {
        let (_, y) = point(analysis, 0, f64::from(quarter) / 4.0);
        let percent = 25 * quarter;
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/>");
        let _ = writeln!(
            svg,
            "<text class=\"words\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
            left - 6.0,
            y + 4.0
        );
    }
    let last = analysis.steps.len();
    let mut marks = vec![0, last / 4, last / 2, last - last / 4, last];
    marks.dedup();
    for step in marks {
        let (x, _) = point(analysis, step, 0.0);
        let _ = writeln!(
            svg,
            "<text class=\"words\" x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{step}</text>",
            bottom + 18.0
        );
    }
    svg
}

/// Every seat's chance after this number of steps.
fn chances(analysis: &Analysis, step: usize) -> &[f64] {
    step.checked_sub(1).and_then(|at| analysis.steps.get(at)).map_or(&analysis.start, |step| &step.chances)
}

/// The height of each seat's name, so that no two touch.
fn ends(analysis: &Analysis) -> Vec<f64> {
    let last = chances(analysis, analysis.steps.len());
    let mut heights: Vec<(usize, f64)> = last.iter().map(|share| point(analysis, 0, *share).1).enumerate().collect();
    heights.sort_by(|one, other| one.1.total_cmp(&other.1));
    for at in 1..heights.len() {
        heights[at].1 = heights[at].1.max(heights[at - 1].1 + NAME);
    }
    // From below, so that the lowest stays inside.
    let mut lowest = FRAME.3 + 4.0;
    for (_, height) in heights.iter_mut().rev() {
        *height = height.min(lowest);
        lowest = *height - NAME;
    }
    heights.sort_by_key(|(seat, _)| *seat);
    heights.into_iter().map(|(_, height)| height).collect()
}

/// A seat's line with its name.
fn line(analysis: &Analysis, at: usize, end: f64) -> String {
    let Some(seat) = analysis.seats.get(at) else { return String::new() };
    let mut d = String::new();
    for step in 0..=analysis.steps.len() {
        let Some(share) = chances(analysis, step).get(at) else { continue };
        let (x, y) = point(analysis, step, *share);
        let _ = write!(d, "{}{x:.1} {y:.1}", if d.is_empty() { "M" } else { "L" });
    }
    let dash = DASHES[at % DASHES.len()];
    let (x, name) = (FRAME.2 + 8.0, escaped(&seat.called));
    let path =
        format!("<path class=\"s{at}\" d=\"{d}\" fill=\"none\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>\n");
    path + &format!("<text class=\"n{at}\" x=\"{x}\" y=\"{:.1}\">{name}</text>\n", end + 4.0)
}

/// Rings around the turning points, on the line that changed most.
fn rings(analysis: &Analysis) -> String {
    let mut svg = String::new();
    for &number in &analysis.turning_points {
        let step = number as usize;
        let (before, after) = (chances(analysis, step.saturating_sub(1)), chances(analysis, step));
        let changes = before.iter().zip(after).map(|(before, after)| ((after - before).abs(), *after));
        let most = changes.fold((-1.0, 0.0), |most, next| if next.0 > most.0 { next } else { most });
        let (x, y) = point(analysis, step, most.1);
        let _ = writeln!(
            svg,
            "<circle class=\"ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"none\"><title>step {number}</title></circle>"
        );
    }
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
