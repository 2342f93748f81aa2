//! `boxtop sim`: many matches between named players, summed up. Its [`Setting`]
//! and [`Progress`] serve the other experiments too.

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use kernel::{Chosen, door::Deal, record::Record};
use lab::sim::{Plan, Summary, Watcher};
use shelf::Kind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Play many matches between computer players and sum them up.
///
/// Match number n of a seed is always the same, whatever the number of threads
/// and matches.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop sim three-musketeers --matches 100000
  boxtop sim three-musketeers --seats colonel,captain --matches 50 --records matches/
  boxtop sim three-musketeers --option quiet_limit=20 --json")]
pub struct Args {
    #[command(flatten)]
    setting: Setting,
    /// How many matches to play.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    matches: u64,
    /// Who plays each seat, in the order of the seats: random, greedy, private,
    /// captain, colonel or general; random for every seat when left out.
    #[arg(long, value_name = "KIND,KIND", value_delimiter = ',', num_args = 1..)]
    seats: Vec<Kind>,
    /// The seed of all luck.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Print the summary as one JSON object.
    #[arg(long)]
    json: bool,
    /// Write one JSON record for each match into this folder; existing files are
    /// never overwritten.
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// How many threads to use; 0 for one on each core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

/// Which game, under which house rules, on which board.
#[derive(clap::Args)]
pub struct Setting {
    /// The game, as `boxtop games` lists it.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// How many play; the game's usual number when left out.
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// A house rule, such as quiet_limit=20; may be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// A board file to play on instead of the one in the box.
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
}

impl Setting {
    /// The deal these arguments mean; ends the program when they mean none.
    pub fn deal(&self) -> Deal {
        let Some(title) = shelf::title(&self.game) else { refuse(shelf::unknown_game(&self.game)) };
        let specs = title.options();
        let mut options = Chosen::new();
        for text in &self.options {
            let Some((key, value)) = text.split_once('=') else {
                refuse(format!("“{text}” is not an option: write it as key=value"));
            };
            let Some(spec) = specs.iter().find(|spec| spec.key == key) else {
                let known: Vec<_> = specs.iter().map(|spec| spec.key).collect();
                refuse(format!("{} has no option “{key}”; there are {}", title.info().title, known.join(", ")));
            };
            let value = spec.read(value).unwrap_or_else(|fault| refuse(fault));
            if options.insert(key.to_owned(), value).is_some() {
                refuse(format!("the option {key} is given twice"));
            }
        }
        let board = self.board.as_deref().map(read_board);
        if self.players == Some(0) {
            refuse("nobody plays: --players must be at least 1");
        }
        Deal { players: self.players.unwrap_or(0), options, board }
    }
}

fn read_board(path: &Path) -> String {
    std::fs::read_to_string(path)
        .unwrap_or_else(|error| refuse(format!("the board {} cannot be read: {error}", path.display())))
}

/// Ends the program with a message and exit code 2: what was asked for cannot be done.
pub fn refuse(message: impl std::fmt::Display) -> ! {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n")).exit()
}

/// Runs it.
pub fn run(args: Args) -> anyhow::Result<()> {
    let deal = args.setting.deal();
    let players = usual_players(&args.setting, &deal);
    let seats = if args.seats.is_empty() { vec![Kind::Random; players] } else { args.seats };
    let plan =
        Plan { game: args.setting.game, deal, seats, matches: args.matches, seed: args.seed, threads: args.threads };
    lab::sim::check(&plan).unwrap_or_else(|unfit| refuse(unfit));
    let folder = args.records.map(|folder| Folder::open(folder, plan.matches)).transpose()?;
    let watch = Watch { bar: Progress::new(plan.matches), folder };
    let summary = lab::sim::run(&plan, &watch).unwrap_or_else(|unfit| refuse(unfit));
    watch.bar.done();
    if let Some(folder) = watch.folder {
        folder.close()?;
    }
    if args.json {
        println!("{}", serde_json::to_string(&summary)?);
    } else {
        print!("{}", written(&summary));
    }
    Ok(())
}

fn usual_players(setting: &Setting, deal: &Deal) -> usize {
    let usual = shelf::title(&setting.game).and_then(|title| title.info().players.last().copied()).unwrap_or(2);
    usize::from(if deal.players == 0 { usual } else { deal.players })
}

fn written(summary: &Summary) -> String {
    let mut text = format!("game         {}\nmatches      {}\n", summary.game, summary.matches);
    if summary.finished < summary.matches {
        text += &format!("given up     {}\n", summary.matches - summary.finished);
    }
    let percent = |part: u64| 100.0 * part as f64 / summary.matches as f64;
    for (seat, wins) in &summary.wins.0 {
        text += &format!("{seat:<12} {wins} won ({:.1} %)\n", percent(*wins));
    }
    text += &format!("ties         {} ({:.1} %)\n", summary.ties, percent(summary.ties));
    text += &format!("mean length  {:.1} actions\n", summary.mean_length);
    text += &format!("time         {:.2} s, {:.0} matches a second\n", summary.seconds, summary.matches_per_second);
    text
}

struct Watch {
    bar: Progress,
    folder: Option<Folder>,
}

impl Watcher for Watch {
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
            refuse(format!("{} is already there; choose another folder for the records", file.display()));
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
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar of so many steps.
    pub fn new(steps: u64) -> Self {
        // indicatif draws on standard error, and only when that is a terminal.
        let bar = ProgressBar::new(steps);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} {per_sec} {eta} left") {
            bar.set_style(style);
        }
        Progress { bar }
    }

    /// One step further.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Progress {
    fn over(&self, _number: u64, _record: Option<Record>) {
        self.step();
    }
}
