//! A chart of results of arenas and tests: a line for each, with its score and the 95 % interval over groups, as SVG.
//!
//! Results are the JSON objects that `boxtop arena --json` and `boxtop sprt --json` print, one on each line. The drawing
//! follows the reader's light or dark scheme.

use serde_json::Value;
use std::fmt::Write;

/// Width of the picture, and where the scores begin and end.
const WIDTH: f64 = 820.0;
const LEFT: f64 = 300.0;
const RIGHT: f64 = 660.0;
/// Height of a line, and of the space above the first and below the last.
const ROW: f64 = 22.0;
const MARGIN: f64 = 30.0;
/// Maximum number of results in a chart, and of characters of a name.
pub const MOST_RESULTS: usize = 500;
const MOST_NAME: usize = 40;

/// One result.
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// The game's slug.
    pub game: String,
    /// Number of seats.
    pub players: u64,
    /// The player with one side, and the one with all others.
    pub between: [String; 2],
    /// Mean share of the first, with the ends of the interval over groups.
    pub score: [f64; 3],
    /// The score of equally strong players.
    pub fair: f64,
    /// Number of groups.
    pub groups: u64,
}

/// Why a file is no list of results.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadResults {
    /// This line is no result.
    #[error("line {0} is not the JSON of a result; write it with boxtop arena --json or boxtop sprt --json")]
    Line(usize),
    /// There are none.
    #[error("there are no results to draw")]
    None,
    /// There are too many.
    #[error("there are more than {MOST_RESULTS} results")]
    TooMany,
}

/// Reads results, one on each line; empty lines are skipped.
///
/// ```
/// let line = r#"{"game":"conflict","players":2,"a":"captain","b":"greedy","score":0.6,"low95":0.5,"high95":0.7,"fair":0.5,"groups":40}"#;
/// let scores = boxtop_lab::chart::read(line).unwrap();
/// assert_eq!(scores[0].score, [0.6, 0.5, 0.7]);
/// assert!(boxtop_lab::chart::svg(&scores).starts_with("<svg"));
/// assert!(boxtop_lab::chart::read("{}").is_err());
/// ```
pub fn read(text: &str) -> Result<Vec<Score>, BadResults> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let scores: Result<Vec<Score>, BadResults> =
        lines.take(MOST_RESULTS + 1).map(|(number, line)| score(line).ok_or(BadResults::Line(number))).collect();
    match scores? {
        scores if scores.is_empty() => Err(BadResults::None),
        scores if scores.len() > MOST_RESULTS => Err(BadResults::TooMany),
        scores => Ok(scores),
    }
}

fn score(line: &str) -> Option<Score> {
    let value: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| Some(value.get(key)?.as_str()?.chars().take(MOST_NAME).collect::<String>());
    let share = |key: &str| value.get(key)?.as_f64().filter(|share| (0.0..=1.0).contains(share));
    // An arena has two intervals; the one over groups is the one to use.
    let end = |paired: &str, plain: &str| share(paired).or_else(|| share(plain));
    Some(Score {
        game: text("game")?,
        players: value.get("players")?.as_u64()?,
        between: [text("a")?, text("b")?],
        score: [share("score")?, end("paired_low95", "low95")?, end("paired_high95", "high95")?],
        fair: share("fair")?,
        groups: value.get("groups")?.as_u64()?,
    })
}

/// The chart, under a heading for each game and number of seats in the order of their first results.
pub fn svg(scores: &[Score]) -> String {
    let mut headings: Vec<(&str, u64)> = Vec::new();
    for score in scores {
        if !headings.contains(&(&score.game, score.players)) {
            headings.push((&score.game, score.players));
        }
    }
    let height = 2.0 * MARGIN + ROW * (scores.len() as f64 + 1.5 * headings.len() as f64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<title>Scores with 95 % intervals</title>\n{STYLE}\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n"
    );
    svg += &grid(height);
    let mut y = MARGIN;
    for (game, players) in headings {
        y += ROW;
        let _ = writeln!(svg, "<text class=\"head\" x=\"12\" y=\"{y}\">{}, {players} seats</text>", escaped(game));
        y += 0.5 * ROW;
        for score in scores.iter().filter(|score| score.game == game && score.players == players) {
            svg += &row(score, y + 0.5 * ROW);
            y += ROW;
        }
    }
    svg + "</svg>\n"
}

const STYLE: &str = "<style>.paper{fill:#fff}.grid{stroke:#ddd}.words{fill:#444}.head{fill:#111;font-weight:600}\
    .fair{stroke:#888;stroke-dasharray:3 3}.line{stroke:#1f5fa8;stroke-width:3}.dot{fill:#1f5fa8}\
    @media (prefers-color-scheme:dark){.paper{fill:#1b1b1b}.grid{stroke:#3a3a3a}.words{fill:#ccc}.head{fill:#fff}\
    .fair{stroke:#999}.line{stroke:#82b4ff}.dot{fill:#82b4ff}}</style>\n";

/// The place of a share.
fn at(share: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * share
}

/// Lines for quarters of the win.
fn grid(height: f64) -> String {
    let line = |quarter: u32| {
        let (x, percent) = (at(f64::from(quarter) / 4.0), 25 * quarter);
        let bottom = height - MARGIN;
        format!(
            "<path class=\"grid\" d=\"M{x} {MARGIN}V{bottom}\"/>\n\
             <text class=\"words\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{percent} %</text>\n",
            bottom + 18.0
        )
    };
    (0..=4).map(line).collect()
}

/// One result: who, the score of equals, the interval, the score, and in figures.
fn row(score: &Score, y: f64) -> String {
    let Score { between: [one, other], score: [mean, low, high], fair, groups, .. } = score;
    let text = y + 4.5;
    format!(
        "<text class=\"words\" x=\"{}\" y=\"{text}\" text-anchor=\"end\">{} against {}</text>\n\
         <path class=\"fair\" d=\"M{:.1} {:.1}V{:.1}\"/>\n<path class=\"line\" d=\"M{:.1} {y}H{:.1}\"/>\n\
         <circle class=\"dot\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/>\n\
         <text class=\"words\" x=\"{}\" y=\"{text}\">{mean:.3} ({groups})</text>\n",
        LEFT - 12.0,
        escaped(one),
        escaped(other),
        at(*fair),
        y - 0.5 * ROW,
        y + 0.5 * ROW,
        at(*low),
        at(*high),
        at(*mean),
        RIGHT + 20.0,
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(game: &str, a: &str) -> String {
        format!(
            r#"{{"game":"{game}","players":2,"a":"{a}","b":"greedy","score":0.75,"low95":0.5,"high95":1.0,"paired_low95":0.7,"paired_high95":0.8,"fair":0.5,"groups":200}}"#
        )
    }

    #[test]
    fn every_result_has_a_line_under_the_heading_of_its_game() {
        let text = [line("one", "captain"), line("two", "colonel"), String::new(), line("one", "<b>")].join("\n");
        let scores = read(&text).expect("three results");
        assert_eq!(scores[0].score, [0.75, 0.7, 0.8]);
        let svg = svg(&scores);
        let at = |part: &str| svg.find(part).unwrap_or_else(|| panic!("no {part} in {svg}"));
        assert!(at("one, 2 seats") < at("captain against greedy"));
        assert!(at("captain against greedy") < at("&lt;b&gt; against greedy"));
        assert!(at("&lt;b&gt; against greedy") < at("two, 2 seats"));
        assert_eq!(svg.matches("0.750 (200)").count(), 3);
        // From 0 at 300 to 1 at 660.
        assert_eq!(svg.matches("cx=\"570.0\"").count(), 3);
    }

    #[test]
    fn what_is_no_result_is_refused_with_its_line() {
        assert_eq!(read(" \n"), Err(BadResults::None));
        for bad in ["x", "[]", "{}", &line("a", "b").replace("0.75", "7.5"), &line("a", "b").replace("200", "-1")] {
            assert_eq!(read(&format!("{}\n{bad}", line("a", "b"))), Err(BadResults::Line(2)), "{bad}");
        }
        assert_eq!(read(&(line("a", "b") + "\n").repeat(MOST_RESULTS + 1)), Err(BadResults::TooMany));
    }
}
