//! `boxtop man`.

use crate::common::{Usage, print};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Prints the manual page
///
/// With a command, prints that command's page. With --dir, writes every page to a separate file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop man | man -l -
  boxtop man sim | man -l -
  boxtop man --dir ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// The command, such as play or bench serve; by default the whole program
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    dir: Option<PathBuf>,
}

/// Prints or writes it.
pub(crate) fn run(args: Args, command: clap::Command) -> anyhow::Result<()> {
    let command = whole(command);
    match &args.dir {
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create the folder {}", folder.display()))?;
            write_all(&command, folder)
        }
        None => print(&page(&named(command, &args.command)?)?),
    }
}

/// The command with the full names of its subcommands, such as `boxtop-bench-serve`.
fn whole(command: clap::Command) -> clap::Command {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    command
}

/// The name of a command's page.
fn title(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

/// The command with this name, such as `bench serve`.
fn named(mut command: clap::Command, words: &[String]) -> anyhow::Result<clap::Command> {
    for word in words {
        let Some(inner) = command.find_subcommand(word) else {
            let known: Vec<&str> = subcommands(&command).map(clap::Command::get_name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(Usage(format!("{} has no command {word}; it has {known}", title(&command))).into());
        };
        command = inner.clone();
    }
    Ok(command)
}

fn subcommands(command: &clap::Command) -> impl Iterator<Item = &clap::Command> {
    command.get_subcommands().filter(|inner| inner.get_name() != "help" && !inner.is_hide_set())
}

fn page(command: &clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone())
        .title(title(command))
        .render(&mut page)
        .context("the manual page cannot be written")?;
    Ok(page)
}

fn write_all(command: &clap::Command, folder: &Path) -> anyhow::Result<()> {
    let file = folder.join(format!("{}.1", title(command)));
    std::fs::write(&file, page(command)?).with_context(|| format!("{} cannot be written", file.display()))?;
    subcommands(command).try_for_each(|inner| write_all(inner, folder))
}
