//! The binary: one file a subcommand, each with its arguments and its `run`.

mod commands;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Lost board games back on the table.
#[derive(Parser)]
#[command(name = "boxtop", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Sim(commands::sim::Args),
    Arena(commands::arena::Args),
    Bench(commands::bench::Args),
    Perft(commands::perft::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        None => Ok(()),
        Some(Command::Sim(args)) => commands::sim::run(args),
        Some(Command::Arena(args)) => commands::arena::run(args),
        Some(Command::Bench(args)) => commands::bench::run(args),
        Some(Command::Perft(args)) => commands::perft::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("boxtop: {error:#}");
            ExitCode::FAILURE
        }
    }
}
