//! `boxtop rules`.

use crate::common::{Usage, print, title};
use kernel::Rule;

/// Prints a game's rules, or one of them
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as three-musketeers
    game: String,
    /// The rule's number, such as TM-3; all of them when left out
    rule: Option<String>,
}

/// Prints the rule or the book.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let title = title(&args.game)?;
    let book = title.rule_book();
    let Some(id) = args.rule else { return print(title.info().rules.as_bytes()) };
    match book.get(&id) {
        Some(rule) => print(one(rule).as_bytes()),
        None => {
            let ends = [book.rules.first(), book.rules.last()].map(|rule| rule.map_or("", |rule| &rule.id));
            Err(Usage(format!(
                "{} has no rule {id}; its rules run from {} to {}",
                title.info().title,
                ends[0],
                ends[1]
            ))
            .into())
        }
    }
}

fn one(rule: &Rule) -> String {
    format!("{} · {}\n{} · {}\n\n{}\n", rule.id, rule.title, rule.standing, rule.source, rule.text)
}
