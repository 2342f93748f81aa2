//! The commands of the `boxtop` binary, one file each, with its arguments and its `run`.
//!
//! The binary calls [`main`]. A program that adds its own games to the catalog calls [`main`] as well,
//! so that every command works with them.
#![forbid(unsafe_code)]

mod commands;
mod common;
mod config;
mod data;
mod devices;
mod experiment;
mod guests;
mod match_line;
mod place;
mod receipts;
mod remote_table;
mod replaying;
mod replica;
mod running;
mod systemd;
mod version;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::*;
use std::process::ExitCode;

/// Lost board games back on the table
///
/// Without a subcommand, starts the server on an SQLite file and prints its address.
#[derive(Parser)]
#[command(name = "boxtop", version = version::SHORT, long_version = version::LONG, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    serve: serve::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Play(play::Args),
    Learn(learn::Args),
    Puzzle(puzzle::Args),
    Games(games::Args),
    Rules(rules::Args),
    Board(board::Args),
    Referee(referee::Args),
    Replay(replay::Args),
    Verify(replay::VerifyArgs),
    Analyse(analyse::Args),
    Sim(sim::Args),
    Arena(arena::Args),
    Sprt(sprt::Args),
    Chart(chart::Args),
    Train(train::Args),
    Bench(bench::Args),
    Bot(bot::Args),
    Perft(perft::Args),
    Prove(prove::Args),
    Puzzles(puzzles::Args),
    Completions(completions::Args),
    Man(man::Args),
    Admin(admin::Args),
    Backup(backup::Args),
    Restore(restore::Args),
    Export(export::Args),
    Import(import::Args),
    Migrate(migrate::Args),
}

/// Reads the command line, runs its command and reports an error on standard error.
pub fn main() -> ExitCode {
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let look = tui::Look { ascii: common::surroundings().ascii, colour: false };
            eprintln!("boxtop: {}", look.text(&format!("{error:#}")));
            let usage = error.is::<common::Usage>();
            ExitCode::from(if usage { 2 } else { 1 })
        }
    }
}

/// Reads the command line with the settings of file and environment, and runs its command.
fn start() -> anyhow::Result<()> {
    let Some(matches) = config::matches(Cli::command())? else { return Ok(()) };
    run(Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()))
}

fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => serve::run(cli.serve),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Play(args)) => play::run(args),
        Some(Command::Learn(args)) => learn::run(args),
        Some(Command::Puzzle(args)) => puzzle::run(args),
        Some(Command::Games(args)) => games::run(args),
        Some(Command::Rules(args)) => rules::run(args),
        Some(Command::Board(args)) => board::run(args),
        Some(Command::Referee(args)) => referee::run(args),
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Verify(args)) => replay::verify(args),
        Some(Command::Analyse(args)) => analyse::run(args),
        Some(Command::Sim(args)) => sim::run(args),
        Some(Command::Arena(args)) => arena::run(args),
        Some(Command::Sprt(args)) => sprt::run(args),
        Some(Command::Chart(args)) => chart::run(args),
        Some(Command::Train(args)) => train::run(args),
        Some(Command::Bench(args)) => bench::run(args),
        Some(Command::Bot(args)) => bot::run(args),
        Some(Command::Perft(args)) => perft::run(args),
        Some(Command::Prove(args)) => prove::run(args),
        Some(Command::Puzzles(args)) => puzzles::run(args),
        Some(Command::Completions(args)) => completions::run(args, config::documented(Cli::command())),
        Some(Command::Man(args)) => man::run(args, config::documented(Cli::command())),
        Some(Command::Admin(args)) => admin::run(args),
        Some(Command::Backup(args)) => backup::run(args),
        Some(Command::Restore(args)) => restore::run(args),
        Some(Command::Export(args)) => export::run(args),
        Some(Command::Import(args)) => import::run(args),
        Some(Command::Migrate(args)) => migrate::run(args),
    }
}
