//! The report of an analysis: a text for terminals.

use protocol::{AnalysedStep, Analysis};

/// The summary is a table if there is room for it.
const TABLE: usize = 100;

/// The analysis as a text.
///
/// `title` is the game's, `seat` limits the mistakes to one seat, and lines have at most `columns` characters.
pub fn report(title: &str, found: &Analysis, seat: Option<&str>, columns: usize) -> String {
    let mut text = wrapped(&format!("{title}: {}", found.ending), 0, columns);
    if !found.complete {
        text += &format!("\nStopped early: only the first {} steps are analysed.\n", found.steps.len());
    }
    text += &if columns >= TABLE { summary(found) } else { summary_in_words(found, columns) };
    text += &turning_points(found, columns);
    text + &mistakes(found, seat, columns)
}

/// The summary where there is no room for a table.
fn summary_in_words(found: &Analysis, columns: usize) -> String {
    let mut text = "\n".to_owned();
    for (seat, result) in found.seats.iter().zip(&found.result) {
        let accuracy = seat.accuracy.map_or("–".into(), |accuracy| format!("{accuracy:.1}"));
        let line = format!(
            "{} ({}): accuracy {accuracy} in {} decisions; {} inaccuracies, {} mistakes, {} blunders; luck {}; result {}, without luck {}",
            seat.called,
            seat.player,
            seat.decisions,
            seat.inaccuracies,
            seat.mistakes,
            seat.blunders,
            signed(seat.luck),
            percent(*result),
            percent(seat.adjusted),
        );
        text += &wrapped(&line, 2, columns);
    }
    text + &wrapped("Luck: by all throws. In % of the win.", 0, columns)
}

fn summary(found: &Analysis) -> String {
    let mut text = format!(
        "\n{:<13} {:<14} {:>8} {:>6} {:>9} {:>6} {:>6} {:>6} {:>8} {:>7} {:>6}\n",
        "seat", "player", "accuracy", "loss", "decisions", "inacc.", "mist.", "blund.", "luck", "result", "fair"
    );
    for (seat, result) in found.seats.iter().zip(&found.result) {
        let accuracy = seat.accuracy.map_or("–".into(), |accuracy| format!("{accuracy:.1}"));
        text += &format!(
            "{:<13} {:<14} {accuracy:>8} {:>6} {:>9} {:>6} {:>6} {:>6} {:>8} {:>7} {:>6}\n",
            cut(&seat.seat, 13),
            cut(&seat.player, 14),
            percent(seat.mean_loss),
            seat.decisions,
            seat.inaccuracies,
            seat.mistakes,
            seat.blunders,
            signed(seat.luck),
            percent(*result),
            percent(seat.adjusted),
        );
    }
    text + "\nLoss: mean of all decisions. Luck: by all throws. Fair: result without luck. In % of the win.\n"
}

fn turning_points(found: &Analysis, columns: usize) -> String {
    let of = |number: &u32| found.steps.get(*number as usize - 1);
    let steps: Vec<_> = found.turning_points.iter().filter_map(of).collect();
    if steps.is_empty() {
        return String::new();
    }
    steps.into_iter().fold("\nTurning points\n".to_owned(), |text, step| text + &turning_point(found, step, columns))
}

fn turning_point(found: &Analysis, step: &AnalysedStep, columns: usize) -> String {
    let who = step.seat.as_deref().unwrap_or("nobody");
    let chances =
        found.seats.iter().zip(&step.chances).map(|(seat, share)| format!("{} {}", seat.seat, percent(*share)));
    let chances = chances.collect::<Vec<_>>().join(", ");
    let what = match (&step.throw, &step.decision) {
        (Some(throw), _) => {
            let luck = throw.luck.iter().fold(0.0_f64, |most, luck| most.max(luck.abs()));
            format!("{who} threw {}, luck of {}", step.notation, percent(luck))
        }
        (None, Some(decision)) => format!("{who} played {}, a loss of {}", step.notation, percent(decision.loss)),
        (None, None) => step.notation.clone(),
    };
    wrapped(&format!("{:>5}  {what}; now {chances}", step.step), 7, columns)
}

fn mistakes(found: &Analysis, seat: Option<&str>, columns: usize) -> String {
    let wanted = |step: &&AnalysedStep| seat.is_none_or(|seat| step.seat.as_deref() == Some(seat));
    let mut text = String::new();
    for step in found.steps.iter().filter(wanted) {
        let Some((decision, verdict)) = step.decision.as_ref().and_then(|found| Some((found, found.verdict?))) else {
            continue;
        };
        let (who, played) = (step.seat.as_deref().unwrap_or_default(), &step.notation);
        let head = format!(
            "{:>5}  {:<10} {who} played {played} and lost {}",
            step.step,
            verdict.word(),
            percent(decision.loss)
        );
        let better = decision.line.split_first().map(|(best, then)| match then {
            [] => format!("better: {best}"),
            then => format!("better: {best}, then {}", then.join(" ")),
        });
        text += &wrapped(&format!("{head}; {}", better.unwrap_or_default()), 18, columns);
        if let Some(reason) = &decision.reason {
            let rules = if reason.rules.is_empty() { String::new() } else { format!(" ({})", reason.rules.join(", ")) };
            text += &wrapped(&format!("{:18}{}{rules}", "", reason.text), 18, columns);
        }
    }
    if text.is_empty() { "\nNo mistakes were found.\n".into() } else { format!("\nMistakes\n{text}") }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn signed(share: f64) -> String {
    format!("{:+.1}", 100.0 * share)
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// The text in lines of at most this many characters, if no word is longer; all but the first are indented.
fn wrapped(text: &str, indent: usize, columns: usize) -> String {
    let lead: String = text.chars().take_while(|letter| *letter == ' ').collect();
    let (mut lines, mut line) = (String::new(), lead.clone());
    let mut empty = true;
    for word in text.trim_start().split(' ') {
        if !empty && line.chars().count() + 1 + word.chars().count() > columns {
            lines += line.trim_end();
            lines += "\n";
            (line, empty) = (" ".repeat(indent), true);
        }
        if !empty {
            line += " ";
        }
        line += word;
        empty = false;
    }
    lines + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words_and_indented() {
        let text = wrapped(&format!("    1  {}", "captain ".repeat(20)), 7, 100);
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(text.starts_with("    1  captain") && text.lines().nth(1).unwrap().starts_with("       captain"));
        assert_eq!(text.matches("captain").count(), 20);
    }
}
