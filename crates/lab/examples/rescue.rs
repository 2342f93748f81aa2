//! Measures the two readings of TM-16 in The Three Musketeers, `rescue = at_once` and `in_any_way`.
//!
//! Every seed is played twice, once under each reading, by players of the same level, and one line is printed for each
//! seed. Given files with such lines, it sums them up. See `USAGE`.

use boxtop_lab::sim::{Plan, Spectator, run};
use boxtop_lab::stats::wilson;
use games::three_musketeers::{Ending, INFO, ThreeMusketeers};
use kernel::dynamic::{MatchConfig, TypedMatch};
use kernel::record::{Record, Step};
use kernel::{Notation, OptionValue, Play};
use players::PlayerKind;
use std::sync::Mutex;

const USAGE: &str = "\
Measures the two readings of TM-16 in The Three Musketeers.

  rescue LEVEL FROM MATCHES    play seeds FROM, FROM+1, … under both readings; one line per seed:
                               seed, attack's score at_once, in_any_way, TM-15 arose at_once,
                               in_any_way, play would have gone on, length at_once, in_any_way
  rescue FILE …                sum up such lines

Example:
  cargo run --release -p boxtop-lab --example rescue captain 1 2000 > captain.txt
  cargo run --release -p boxtop-lab --example rescue captain.txt";

const READINGS: [&str; 2] = ["at_once", "in_any_way"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match &words[..] {
        [level, from, matches] if level.parse::<PlayerKind>().is_ok() => measure(level, from, matches),
        [] => Err(USAGE.to_owned()),
        files if files.iter().any(|word| word.starts_with('-')) => Err(USAGE.to_owned()),
        files => sum_up(files),
    };
    if let Err(what) = done {
        eprintln!("{what}");
        std::process::exit(2);
    }
}

fn measure(level: &str, from: &str, matches: &str) -> Result<(), String> {
    let kind: PlayerKind = level.parse().map_err(|error| format!("{error}"))?;
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` is not a whole number\n\n{USAGE}"));
    let (from, matches) = (number(from)?, number(matches)?);
    for seed in from..from + matches {
        let [at_once, in_any_way] = READINGS.map(|reading| played(kind, seed, reading));
        let (once, anyway) = (at_once?, in_any_way?);
        println!(
            "{seed} {} {} {} {} {} {} {}",
            once.score,
            anyway.score,
            u8::from(once.arose),
            u8::from(anyway.arose),
            u8::from(once.would_go_on),
            once.length,
            anyway.length
        );
    }
    Ok(())
}

/// One match: the attack's score, and whether TM-15 mattered.
struct Played {
    score: f64,
    length: usize,
    /// The castle was full but for prisoners on a turn of the attack that could not advance.
    arose: bool,
    /// At the end by TM-15, a free musketeer could still have walked to a jump.
    would_go_on: bool,
}

/// Keeps the record of a plan with one match.
struct Keep(Mutex<Option<Record>>);

impl Spectator for Keep {
    fn wants_records(&self) -> bool {
        true
    }

    fn over(&self, _match_number: u64, record: Option<Record>) {
        if let Ok(mut kept) = self.0.lock() {
            *kept = record;
        }
    }
}

fn config(reading: &str) -> MatchConfig {
    let options = [("rescue".to_owned(), OptionValue::Word(reading.to_owned()))].into();
    MatchConfig { players: 2, options, ..MatchConfig::default() }
}

fn played(kind: PlayerKind, seed: u64, reading: &str) -> Result<Played, String> {
    let plan =
        Plan { game: INFO.slug.into(), config: config(reading), seats: vec![kind; 2], matches: 1, seed, threads: 1 };
    let keep = Keep(Mutex::new(None));
    run(&plan, &keep).map_err(|unfit| unfit.to_string())?;
    let record = keep.0.into_inner().ok().flatten().ok_or("the match left no record")?;
    let shares = &record.result.as_ref().ok_or("the match has no end")?.shares;
    let (arose, would_go_on) = replayed(&record)?;
    Ok(Played { score: shares[0], length: record.steps.len(), arose, would_go_on })
}

/// Replays the record under `in_any_way`: did TM-15 arise, and would the match have gone on at its end?
fn replayed(record: &Record) -> Result<(bool, bool), String> {
    let game_match =
        TypedMatch::<ThreeMusketeers>::open(&config("in_any_way")).map_err(|faults| format!("{faults:?}"))?;
    let game = &**game_match.game();
    let mut play = Play::<ThreeMusketeers>::start(game);
    let mut arose = false;
    for step in &record.steps {
        let Step::Act { action, .. } = step else { return Err("this game has no dice".into()) };
        let seat = play.state.side.seat();
        let action = game.read(&play.state, seat, action).map_err(|refusal| refusal.to_string())?;
        play.play(game, seat, action).map_err(|refusal| refusal.to_string())?;
        arose |= play.state.waiting || play.state.ending == Ending::Imprisoned;
    }
    Ok((arose, play.state.ending == Ending::None))
}

/// The lines of some files, added up.
#[derive(Default)]
struct Sums {
    matches: u64,
    score: [f64; 2],
    arose: [u64; 2],
    would_go_on: u64,
    other_result: u64,
    other_play: u64,
}

fn sum_up(files: &[String]) -> Result<(), String> {
    let mut sums = Sums::default();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for line in text.lines() {
            add(&mut sums, line).ok_or(format!("{file}: `{line}` is not a line of figures"))?;
        }
    }
    print(&sums);
    Ok(())
}

fn add(sums: &mut Sums, line: &str) -> Option<()> {
    let figures: Vec<f64> = line.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [_, once, anyway, arose, arose_anyway, would_go_on, length, length_anyway] = figures[..] else { return None };
    sums.matches += 1;
    for (sum, score) in sums.score.iter_mut().zip([once, anyway]) {
        *sum += score;
    }
    for (sum, arose) in sums.arose.iter_mut().zip([arose, arose_anyway]) {
        *sum += arose as u64;
    }
    sums.would_go_on += would_go_on as u64;
    sums.other_result += u64::from(once != anyway);
    sums.other_play += u64::from(once != anyway || length != length_anyway);
    Some(())
}

fn print(sums: &Sums) {
    let percent = |count: u64| 100.0 * count as f64 / sums.matches.max(1) as f64;
    println!("matches                        {}", sums.matches);
    for (reading, (score, arose)) in READINGS.iter().zip(sums.score.into_iter().zip(sums.arose)) {
        let interval = wilson(score, sums.matches);
        let [score, low, high] = [interval.score, interval.low95, interval.high95].map(|part| part * 100.0);
        println!("{reading}");
        println!("  the attack scores            {score:.1} % ({low:.1} to {high:.1})");
        println!("  TM-15 arises                 {arose} ({:.1} %)", percent(arose));
    }
    println!("over at once, but not yet lost {} ({:.1} %)", sums.would_go_on, percent(sums.would_go_on));
    println!("another result                 {} ({:.1} %)", sums.other_result, percent(sums.other_result));
    println!("another match                  {} ({:.1} %)", sums.other_play, percent(sums.other_play));
}
