//! `boxtop referee`.

use crate::common::game;
use anyhow::Context;
use std::io::{self, BufRead, Write};

/// Judges a game over JSON lines on standard input and output, for programs
///
/// One object per line; {"cmd":"help"} lists the commands. See docs/referee.md.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as three-musketeers
    game: String,
}

/// Answers line by line until the input ends.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let mut referee = referee::Referee::new(game(&args.game)?)
        .map_err(|faults| anyhow::anyhow!("the game cannot be set up: {}", faults[0]))?;
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).context("standard input cannot be read")? == 0 {
            return Ok(());
        }
        let Some(answer) = referee.line(&String::from_utf8_lossy(&line)) else { continue };
        match writeln!(output, "{answer}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            other => other.context("standard output cannot be written")?,
        }
    }
}
