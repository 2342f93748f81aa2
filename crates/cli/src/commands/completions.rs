//! `boxtop completions`.

use crate::common::print;
use clap_complete::Shell;

/// Prints a completion script for a shell
///
/// The shell then completes commands, flags and file names when you press Tab.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop completions bash > ~/.local/share/bash-completion/completions/boxtop
  boxtop completions zsh > ~/.zfunc/_boxtop
  boxtop completions fish > ~/.config/fish/completions/boxtop.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(args: Args, mut command: clap::Command) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "boxtop", &mut script);
    print(&script)
}
