//! `boxtop rules`.

use crate::common::{Usage, game, print, surroundings};
use kernel::Rule;
use tui::Look;

/// Width of the text.
const WIDTH: usize = 78;

/// Prints a game's rules, or one of them
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop rules three-musketeers
  boxtop rules three-musketeers TM-10
  boxtop rules three-musketeers 10
  boxtop rules conflict --markdown > RULES.md")]
pub(crate) struct Args {
    /// The game, such as three-musketeers
    game: String,
    /// The rule's number, such as TM-3 or 3; by default all rules
    rule: Option<String>,
    /// Print Markdown instead of plain text
    #[arg(long)]
    markdown: bool,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let game = game(&args.game)?;
    let book = game.rule_book();
    let Some(id) = &args.rule else { return show(game.info().rules, args.markdown) };
    match book.called(id) {
        Some(rule) => show(&one(rule), args.markdown),
        None => {
            let ends = [book.rules.first(), book.rules.last()].map(|rule| rule.map_or("", |rule| &rule.id));
            Err(Usage(format!("{} has no rule {id}; its rules run from {} to {}", game.info().title, ends[0], ends[1]))
                .into())
        }
    }
}

fn show(text: &str, markdown: bool) -> anyhow::Result<()> {
    if markdown {
        return print(text.as_bytes());
    }
    let look = Look { ascii: surroundings().ascii, colour: false };
    print((look.text(&tui::plain_text(text, WIDTH)).into_owned() + "\n").as_bytes())
}

fn one(rule: &Rule) -> String {
    format!("{} · {}\n\n{} · {}\n\n{}\n", rule.id, rule.title, rule.standing, rule.source, rule.text)
}
