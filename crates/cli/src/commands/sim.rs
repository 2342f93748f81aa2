//! `boxtop sim`: plays many matches between computer players and sums them up. [`Setting`] and
//! [`Progress`] are also used by other commands.

use crate::common::{ConfigArgs, Usage, count, game, print, threads};
use crate::experiment::Follow;
use anyhow::{Context, bail};
use catalog::PlayerKind;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use kernel::{counted, dynamic::MatchConfig, record::Record};
use lab::sim::{Plan, Spectator, Summary};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// Plays many matches between computer players and sums them up
///
/// Match number n of a seed is always the same, whatever the number of threads
/// and matches. Ctrl-C ends it early, with the matches that are over.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop sim three-musketeers --matches 100000
  boxtop sim three-musketeers --seats colonel,captain --matches 50 --records matches/
  boxtop sim three-musketeers --option quiet_limit=20 --json
  boxtop sim fighting-marines --players 3 --seats greedy,captain,colonel")]
pub(crate) struct Args {
    #[command(flatten)]
    setting: Setting,
    /// Number of matches, such as 1000, 1_000_000 or 1e6
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count::<u64>)]
    matches: u64,
    /// Who plays each seat, in seat order: random, greedy, private, captain,
    /// colonel, general, general-v1, uct, uct:20000 (playouts) or uct:500ms
    /// [default: random for every seat]
    #[arg(long, value_name = "KIND,KIND", value_delimiter = ',', num_args = 1..)]
    seats: Vec<PlayerKind>,
    /// The RNG seed; the same seed plays the same matches
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
    /// Write a JSON record of each match into this folder; existing files are
    /// never overwritten
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Number of threads, at most 256; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<usize>)]
    threads: usize,
}

/// The game, the number of players, the options and the board.
#[derive(clap::Args)]
pub(crate) struct Setting {
    /// The game, as listed by boxtop games
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// Number of players [default: the game's maximum]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    players: Option<u8>,
    #[command(flatten)]
    config: ConfigArgs,
}

impl Setting {
    /// The match config of these arguments.
    pub(crate) fn config(&self) -> anyhow::Result<MatchConfig> {
        self.config.config(game(&self.game)?, self.players.unwrap_or(0))
    }
}

/// An experiment that cannot start is a usage error.
pub(crate) fn unfit(unfit: lab::Unfit) -> anyhow::Error {
    Usage(unfit.to_string()).into()
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let config = args.setting.config()?;
    let seats = if args.seats.is_empty() { all_random(&args.setting.game, &config)? } else { args.seats };
    let (matches, seed, threads) = (args.matches, args.seed, threads(args.threads));
    let plan = Plan { game: args.setting.game, config, seats, matches, seed, threads };
    lab::sim::check(&plan).map_err(unfit)?;
    let folder = args.records.map(|folder| Folder::open(folder, plan.matches)).transpose()?;
    let watch = Watch { follow: Follow::matches(Some(plan.matches), None)?, folder };
    let summary = lab::sim::run(&plan, &watch).map_err(unfit)?;
    watch.follow.done();
    if let Some(folder) = watch.folder {
        folder.close()?;
    }
    let text = if args.json { serde_json::to_string(&summary)? + "\n" } else { written(&summary) };
    print(text.as_bytes())?;
    if summary.interrupted {
        bail!("stopped; the result covers the {} over", counted(summary.matches, "match that is", "matches that are"));
    }
    Ok(())
}

fn all_random(slug: &str, config: &MatchConfig) -> anyhow::Result<Vec<PlayerKind>> {
    let usual = game(slug)?.info().players.last().copied().unwrap_or(2);
    Ok(vec![PlayerKind::Random; usize::from(if config.players == 0 { usual } else { config.players })])
}

fn written(summary: &Summary) -> String {
    let Summary { game, players, matches, .. } = summary;
    let mut text = format!("game         {game}, {players} players\nmatches      {matches}\n");
    if summary.finished < summary.matches {
        text += &format!("given up     {}\n", summary.matches - summary.finished);
    }
    let percent = |part: u64| 100.0 * part as f64 / summary.matches.max(1) as f64;
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
    follow: Follow,
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
        self.follow.over(number, None);
    }

    fn interrupted(&self) -> bool {
        self.follow.interrupted()
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
    /// Creates the folder; refuses if a file of this run already exists.
    fn open(path: PathBuf, matches: u64) -> anyhow::Result<Self> {
        let digits = matches.to_string().len().max(4);
        let folder = Folder { path, digits, trouble: Mutex::new(None) };
        let taken = (0..matches).map(|number| folder.file(number)).find(|file| folder.path.exists() && file.exists());
        if let Some(file) = taken {
            let message = format!("{} already exists; choose another folder for the records", file.display());
            return Err(Usage(message).into());
        }
        std::fs::create_dir_all(&folder.path)
            .with_context(|| format!("the folder {} cannot be created", folder.path.display()))?;
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

/// A progress bar on a terminal; nothing in a pipe.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A progress bar with this number of steps.
    pub(crate) fn new(steps: u64) -> Self {
        // indicatif draws on standard error, and only when that is a terminal.
        let bar = ProgressBar::new(steps);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} {per_sec} {eta} left") {
            bar.set_style(style);
        }
        Progress { bar }
    }

    /// The size of a file that is being written.
    pub(crate) fn of_file(path: &Path) -> Self {
        let (bar, path) = (ProgressBar::new_spinner(), path.to_owned());
        let size = move |_: &ProgressState, text: &mut dyn std::fmt::Write| {
            let size = std::fs::metadata(&path).map_or(0, |found| found.len());
            let _ = write!(text, "{:.1} MiB", size as f64 / 1_048_576.0); // a bar that cannot be drawn is no loss
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} copied {size} in {elapsed}") {
            bar.set_style(style.with_key("size", size));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar }
    }

    /// This far, of this number of steps.
    pub(crate) fn reach(&self, step: u64, steps: u64) {
        self.bar.set_length(steps);
        self.bar.set_position(step);
    }

    /// One step further.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// Removes the bar.
    pub(crate) fn done(&self) {
        self.bar.finish_and_clear();
    }
}
