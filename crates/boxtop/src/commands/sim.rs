//! `boxtop sim`: many matches between named players, summed up. Its [`Setting`]
//! and [`Progress`] serve the other experiments too.

use crate::common::{DealArgs, Usage, count, print, threads, title};
use anyhow::Context;
use catalog::PlayerKind;
use indicatif::{ProgressBar, ProgressStyle};
use kernel::{dynamic::MatchConfig, record::Record};
use lab::sim::{Plan, Spectator, Summary};
use std::path::PathBuf;
use std::sync::Mutex;

/// Play many matches between computer players and sum them up.
///
/// Match number n of a seed is always the same, whatever the number of threads
/// and matches.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop sim three-musketeers --matches 100000
  boxtop sim three-musketeers --seats colonel,captain --matches 50 --records matches/
  boxtop sim three-musketeers --option quiet_limit=20 --json
  boxtop sim fighting-marines --players 3 --seats greedy,captain,colonel")]
pub(crate) struct Args {
    #[command(flatten)]
    setting: Setting,
    /// How many matches to play, such as 1000, 1_000_000 or 1e6
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count::<u64>)]
    matches: u64,
    /// Who plays each seat, in the order of the seats: random, greedy, private,
    /// captain, colonel or general; random for every seat when left out
    #[arg(long, value_name = "KIND,KIND", value_delimiter = ',', num_args = 1..)]
    seats: Vec<PlayerKind>,
    /// The seed of all luck
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
    /// Write one JSON record for each match into this folder; existing files are
    /// never overwritten
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// How many threads to use, at most 256; 0 for one on each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<usize>)]
    threads: usize,
}

/// Which game, for how many, under which house rules, on which board.
#[derive(clap::Args)]
pub(crate) struct Setting {
    /// The game, as boxtop games lists it
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// How many play; the game's usual number when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    players: Option<u8>,
    #[command(flatten)]
    config: DealArgs,
}

impl Setting {
    /// The config these arguments mean.
    pub(crate) fn config(&self) -> anyhow::Result<MatchConfig> {
        self.config.config(title(&self.game)?, self.players.unwrap_or(0))
    }
}

/// What cannot be played was asked for wrongly.
pub(crate) fn unfit(unfit: lab::Unfit) -> anyhow::Error {
    Usage(unfit.to_string()).into()
}

/// Runs it.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let config = args.setting.config()?;
    let seats = if args.seats.is_empty() { all_random(&args.setting.game, &config)? } else { args.seats };
    let (matches, seed, threads) = (args.matches, args.seed, threads(args.threads));
    let plan = Plan { game: args.setting.game, config, seats, matches, seed, threads };
    lab::sim::check(&plan).map_err(unfit)?;
    let folder = args.records.map(|folder| Folder::open(folder, plan.matches)).transpose()?;
    let watch = Watch { bar: Progress::new(plan.matches), folder };
    let summary = lab::sim::run(&plan, &watch).map_err(unfit)?;
    watch.bar.done();
    if let Some(folder) = watch.folder {
        folder.close()?;
    }
    let text = if args.json { serde_json::to_string(&summary)? + "\n" } else { written(&summary) };
    print(text.as_bytes())
}

fn all_random(game: &str, config: &MatchConfig) -> anyhow::Result<Vec<PlayerKind>> {
    let usual = title(game)?.info().players.last().copied().unwrap_or(2);
    Ok(vec![PlayerKind::Random; usize::from(if config.players == 0 { usual } else { config.players })])
}

fn written(summary: &Summary) -> String {
    let Summary { game, players, matches, .. } = summary;
    let mut text = format!("game         {game}, {players} players\nmatches      {matches}\n");
    if summary.finished < summary.matches {
        text += &format!("given up     {}\n", summary.matches - summary.finished);
    }
    let percent = |part: u64| 100.0 * part as f64 / summary.matches as f64;
    for side in &summary.sides {
        let (name, wins, score) = (side.seats.join("+"), side.wins, side.interval);
        text += &format!("{name:<12} {wins} won ({:.1} %), score {:.3}, ", percent(wins), score.score);
        text += &format!("95 % from {:.3} to {:.3}\n", score.low95, score.high95);
    }
    text += &format!("ties         {} ({:.1} %)\n", summary.ties, percent(summary.ties));
    for (rule, count) in &summary.endings {
        text += &format!("{:<12} {count} ({:.1} %)\n", format!("by {rule}"), percent(*count));
    }
    text += &format!("mean length  {:.1} actions", summary.mean_length);
    if summary.mean_throws > 0.0 {
        text += &format!(", {:.1} throws", summary.mean_throws);
    }
    text += "\n";
    text += &format!("time         {:.2} s, {:.0} matches a second\n", summary.seconds, summary.matches_per_second);
    text
}

struct Watch {
    bar: Progress,
    folder: Option<Folder>,
}

impl Spectator for Watch {
    fn wants_records(&self) -> bool {
        self.folder.is_some()
    }

    fn over(&self, number: u64, record: Option<Record>) {
        if let (Some(folder), Some(record)) = (&self.folder, record) {
            folder.write(number, &record);
        }
        self.bar.step();
    }
}

/// Where records go.
struct Folder {
    path: PathBuf,
    digits: usize,
    /// The first thing that went wrong, from whichever thread.
    trouble: Mutex<Option<anyhow::Error>>,
}

impl Folder {
    /// Makes the folder; refuses when a file of this run is already there.
    fn open(path: PathBuf, matches: u64) -> anyhow::Result<Self> {
        let digits = matches.to_string().len().max(4);
        let folder = Folder { path, digits, trouble: Mutex::new(None) };
        let taken = (0..matches).map(|number| folder.file(number)).find(|file| folder.path.exists() && file.exists());
        if let Some(file) = taken {
            let message = format!("{} is already there; choose another folder for the records", file.display());
            return Err(Usage(message).into());
        }
        std::fs::create_dir_all(&folder.path)
            .with_context(|| format!("the folder {} cannot be made", folder.path.display()))?;
        Ok(folder)
    }

    fn file(&self, number: u64) -> PathBuf {
        self.path.join(format!("match-{:0digits$}.json", number + 1, digits = self.digits))
    }

    fn write(&self, number: u64, record: &Record) {
        let file = self.file(number);
        let done = serde_json::to_string_pretty(record).map_err(anyhow::Error::from).and_then(|text| {
            let mut out = std::fs::File::create_new(&file)?;
            std::io::Write::write_all(&mut out, (text + "\n").as_bytes())?;
            Ok(())
        });
        if let Err(error) = done {
            let mut trouble = self.trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            trouble.get_or_insert(error.context(format!("the record {} cannot be written", file.display())));
        }
    }

    fn close(self) -> anyhow::Result<()> {
        self.trouble.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).map_or(Ok(()), Err)
    }
}

/// A bar on a terminal, nothing in a pipe.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar of so many steps.
    pub(crate) fn new(steps: u64) -> Self {
        // indicatif draws on standard error, and only when that is a terminal.
        let bar = ProgressBar::new(steps);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} {per_sec} {eta} left") {
            bar.set_style(style);
        }
        Progress { bar }
    }

    /// One step further.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub(crate) fn done(&self) {
        self.bar.finish_and_clear();
    }
}

impl Spectator for Progress {
    fn over(&self, _number: u64, _record: Option<Record>) {
        self.step();
    }
}
