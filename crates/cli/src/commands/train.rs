//! `boxtop train`: learns values of positions from self-play and writes them to a weights file.

use super::sim::{Setting, unfit};
use crate::common::{Usage, count, print, read_text, threads};
use crate::experiment::seconds;
use crate::running::Interrupt;
use crate::version::SHORT;
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use lab::train::{Checkpoint, Plan, Report, Watcher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Trains values of positions by self-play and writes them to a weights file
///
/// A small network plays matches against itself and learns what its positions were
/// worth. The result depends on these arguments alone, not on the number of threads
/// or on interruptions: with the same seed it is the same to the last byte.
///
/// Ctrl-C, --steps and --seconds end training early. The file then has what was learned so
/// far, and a checkpoint beside it lets --resume go on from there.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop train fighting-marines --players 2 --matches 100000
  boxtop train fighting-marines --players 4 --out marines-4.values --seconds 3600
  boxtop train fighting-marines --players 4 --out marines-4.values --resume
  boxtop train hit-the-beach --players 2 --hidden 64,32 --relabel 20000")]
pub(crate) struct Args {
    #[command(flatten)]
    setting: Setting,
    /// Number of matches of self-play, such as 1000, 1_000_000 or 1e6
    #[arg(long, value_name = "N", default_value_t = Plan::MATCHES, value_parser = count::<u64>)]
    matches: u64,
    /// Number of matches that are played with the same network
    #[arg(long, value_name = "N", default_value_t = Plan::BATCH, value_parser = count::<u64>)]
    batch: u64,
    /// Widths of the hidden layers, at most three
    #[arg(long, value_name = "W,W", value_delimiter = ',', default_values_t = Plan::HIDDEN)]
    hidden: Vec<usize>,
    /// The first N of the matches are played by the game's own fast policy, so that
    /// long games come to an end before anything is learned
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u64>)]
    begin: u64,
    /// How much the result counts against the next position: from 0, not at all,
    /// to 1, alone
    #[arg(long, value_name = "L", default_value_t = Plan::LAMBDA, value_parser = share)]
    lambda: f32,
    /// One of this many actions is random, to see other positions; 0 for none
    #[arg(long, value_name = "N", default_value_t = Plan::EXPLORE, value_parser = count::<u32>)]
    explore: u32,
    /// The step of learning at the beginning; it falls to a twentieth
    #[arg(long, value_name = "R", default_value_t = Plan::RATE, value_parser = share)]
    rate: f32,
    /// After self-play, number of positions that are played out several times, each
    /// with the same throws, to learn the means
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<u64>)]
    relabel: u64,
    /// Number of rollouts from each of these positions
    #[arg(long, value_name = "N", default_value_t = Plan::ROLLOUTS, value_parser = count::<u32>)]
    rollouts: u32,
    /// The RNG seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Stop after this many steps, with what was learned; a step is a batch
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    steps: Option<u64>,
    /// Stop after this time, with what was learned
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<Duration>,
    /// The weights file [default: the game and the number of players]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on where training with the same arguments was interrupted
    #[arg(long)]
    resume: bool,
    /// Number of threads, at most 256; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count::<usize>)]
    threads: usize,
}

/// Time between two checkpoints.
const BETWEEN: Duration = Duration::from_secs(30);

/// Reads a number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    let share: f32 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("it must lie between 0 and 1".into()) }
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let config = args.setting.config()?;
    let plan = Plan {
        hidden: args.hidden,
        matches: args.matches,
        batch: args.batch,
        begin: args.begin,
        lambda: args.lambda,
        explore: args.explore,
        rate: args.rate,
        relabel: args.relabel,
        rollouts: args.rollouts,
        seed: args.seed,
        stop: args.steps,
        threads: threads(args.threads),
        program: SHORT.to_owned(),
        ..Plan::new(&args.setting.game, config)
    };
    let players = lab::train::check(&plan).map_err(unfit)?;
    let out = args.out.unwrap_or_else(|| PathBuf::from(format!("{}-{players}.values", plan.game)));
    let files = Files { checkpoint: out.with_added_extension("checkpoint"), out };
    let from = if args.resume { Some(files.resumed()?) } else { files.untouched().map(|()| None)? };
    let mut follow = Follow::new(&plan, &files, args.seconds)?;
    let end = lab::train::run(&plan, from.as_ref(), &mut follow).map_err(unfit)?;
    follow.bar.finish_and_clear();
    follow.trouble.map_or(Ok(()), Err)?;
    let complete = end.step() == plan.steps();
    files.save(&end, complete)?;
    print(told(&plan, &end, &files, follow.last.as_ref(), follow.began).as_bytes())?;
    if !complete && follow.interrupt.came() {
        bail!("stopped; go on with --resume and the same arguments");
    }
    Ok(())
}

/// What was done, in a few lines.
fn told(plan: &Plan, end: &Checkpoint, files: &Files, last: Option<&Report>, began: Instant) -> String {
    let weights = end.weights();
    let mut text = format!("game      {}, {} players\n", plan.game, weights.origin.players);
    text += &format!("matches   {} of {}\n", weights.origin.matches, plan.matches);
    text += &format!("steps     {} of {}\n", end.step(), plan.steps());
    if let Some(report) = last {
        text += &format!("error     {:.5} (mean squared, in the last step)\n", report.error);
    }
    let size = weights.write().len();
    text +=
        &format!("file      {}, {size} bytes\ntime      {:.1} s\n", files.out.display(), began.elapsed().as_secs_f64());
    text
}

/// Where results go.
struct Files {
    out: PathBuf,
    checkpoint: PathBuf,
}

impl Files {
    /// Refuses to begin again where there is something to resume.
    fn untouched(&self) -> anyhow::Result<()> {
        if self.checkpoint.exists() {
            let path = self.checkpoint.display();
            let message = format!("{path} has interrupted training; add --resume to go on with it, or remove the file");
            return Err(Usage(message).into());
        }
        Ok(())
    }

    fn resumed(&self) -> anyhow::Result<Checkpoint> {
        let path = self.checkpoint.display();
        if !self.checkpoint.exists() {
            return Err(Usage(format!("there is no {path} to resume; start without --resume")).into());
        }
        Checkpoint::read(&read_text(&self.checkpoint)?).with_context(|| format!("{path} cannot be resumed"))
    }

    /// Writes the weights, and the checkpoint while there is something left to do.
    fn save(&self, checkpoint: &Checkpoint, complete: bool) -> anyhow::Result<()> {
        replace(&self.out, &checkpoint.weights().write())?;
        if !complete {
            return replace(&self.checkpoint, &checkpoint.write());
        }
        match std::fs::remove_file(&self.checkpoint) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("{} cannot be removed", self.checkpoint.display()))
            }
            _ => Ok(()),
        }
    }
}

/// Writes a whole file or nothing: first beside it, then in its place.
fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let beside = path.with_added_extension("part");
    let written = std::fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written
        .and_then(|()| std::fs::rename(&beside, path))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Shows progress on standard error, if that is a terminal, keeps checkpoints, and listens for Ctrl-C.
struct Follow<'a> {
    files: &'a Files,
    bar: ProgressBar,
    interrupt: Interrupt,
    began: Instant,
    end: Option<Instant>,
    saved: Instant,
    last: Option<Report>,
    /// Why a checkpoint could not be written.
    trouble: Option<anyhow::Error>,
}

impl<'a> Follow<'a> {
    fn new(plan: &Plan, files: &'a Files, time: Option<Duration>) -> anyhow::Result<Self> {
        let bar = ProgressBar::new(plan.steps());
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} steps  {eta} left  {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        let began = Instant::now();
        let end = time.and_then(|time| began.checked_add(time));
        let interrupt = Interrupt::listen()?;
        Ok(Follow { files, bar, interrupt, began, end, saved: began, last: None, trouble: None })
    }
}

impl Watcher for Follow<'_> {
    fn passed(&mut self, report: &Report, checkpoint: &dyn Fn() -> Checkpoint) -> bool {
        self.bar.set_position(report.step);
        self.bar.set_message(format!("error {:.4}, {:.0} positions a match", report.error, report.length));
        self.last = Some(*report);
        if self.saved.elapsed() >= BETWEEN {
            self.saved = Instant::now();
            self.trouble = self.files.save(&checkpoint(), false).err();
        }
        let late = self.end.is_some_and(|end| Instant::now() >= end);
        !late && !self.interrupt.came() && self.trouble.is_none()
    }
}
