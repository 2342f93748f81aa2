//! The binary: one file a subcommand, each with its arguments and its `run`.

mod commands;
mod common;

use clap::{Parser, Subcommand};
use commands::*;
use std::process::ExitCode;

/// Lost board games back on the table
///
/// Without a subcommand: starts the server on the embedded store and prints its address.
#[derive(Parser)]
#[command(name = "boxtop", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Rules(rules::Args),
    Board(board::Args),
    Referee(referee::Args),
    Replay(replay::Args),
    Verify(replay::VerifyArgs),
    Sim(sim::Args),
    Arena(arena::Args),
    Bench(bench::Args),
    Perft(perft::Args),
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("boxtop: {error:#}");
            let usage = error.is::<common::Usage>();
            ExitCode::from(if usage { 2 } else { 1 })
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => anyhow::bail!("the server is not built in yet"),
        Some(Command::Games(args)) => games::run(args),
        Some(Command::Rules(args)) => rules::run(args),
        Some(Command::Board(args)) => board::run(args),
        Some(Command::Referee(args)) => referee::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Verify(args)) => replay::verify(args),
        Some(Command::Sim(args)) => sim::run(args),
        Some(Command::Arena(args)) => arena::run(args),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Perft(args)) => perft::run(args),
    }
}
