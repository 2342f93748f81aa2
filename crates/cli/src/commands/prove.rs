//! `boxtop prove`: looks for a forced win and writes a certificate of it. `boxtop verify` checks certificates with
//! [`verify_certificate`].

use super::replay::replayed;
use super::sim::Progress;
use crate::common::{ConfigArgs, Usage, count, game, print, read_text, write_bytes};
use crate::replaying::plural;
use crate::running::Interrupt;
use anyhow::{Context, bail};
use kernel::Viewer;
use kernel::dynamic::MatchConfig;
use lab::proof::{Answer, Certificate, Kind, ProofError, Proved, Task, prove, verify};
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Looks for a forced win, whatever the other side does, and writes it as a certificate
///
/// For games of two sides without chance. A win that is found is certain: boxtop verify checks its certificate
/// without searching. "cannot force a win" is certain as well. A position that is not decided may be decided with more
/// --nodes. Earlier positions do not count for repetition. Ctrl-C ends the search and prints what was found.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop prove three-musketeers --record match.json --after 120 --out win.json
  boxtop prove three-musketeers --position position.json --side attack --nodes 5e6
  boxtop verify win.json")]
pub(crate) struct Args {
    /// The game, as listed by boxtop games
    #[arg(value_name = "GAME")]
    game: String,
    /// The position, as a file (- for standard input) or as JSON, in the form of the referee's
    /// position [default: the start of a match]
    #[arg(long, value_name = "FILE|JSON", conflicts_with_all = ["record", "after"])]
    position: Option<String>,
    /// The position after some steps of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "options"])]
    record: Option<PathBuf>,
    /// The number of steps of the record [default: all but the last]
    #[arg(long, value_name = "N", requires = "record")]
    after: Option<usize>,
    /// The side that is to win, such as attack [default: each of them]
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Maximum number of positions to search for each side, such as 1e6; a million takes about 100 MB
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = count::<u64>)]
    nodes: u64,
    /// Write the certificate of a win into this file (- for standard output, without anything else)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    config: ConfigArgs,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let (config, position) = place(&args)?;
    let seats: Vec<String> = match &args.side {
        Some(side) => vec![side.to_lowercase()],
        None => {
            let opened = game(&args.game)?.open(&config).map_err(kernel::Faults)?;
            opened.seats().iter().map(|seat| seat.id.to_owned()).collect()
        }
    };
    let task = Task { game: args.game.clone(), config, position, nodes: args.nodes };
    let sides = all_sides(&task, &seats, &Interrupt::listen()?)?;
    let stopped = sides.iter().any(|side| side.found.stopped);
    let to_stdout = args.out.as_deref() == Some(Path::new("-"));
    if !to_stdout {
        print(if args.json { as_json(&args, &sides)? } else { in_words(&sides) }.as_bytes())?;
    }
    if let Some(out) = &args.out {
        write_certificate(out, &sides)?;
    }
    if stopped {
        bail!("stopped; search again with the same --nodes to find more");
    }
    Ok(())
}

/// The match and the position that the arguments name.
fn place(args: &Args) -> anyhow::Result<(MatchConfig, Option<Value>)> {
    let known = game(&args.game)?;
    if let Some(path) = &args.record {
        return from_record(args, path);
    }
    let config = args.config.config(known, 0)?;
    Ok((config, args.position.as_deref().map(read_position).transpose()?))
}

fn from_record(args: &Args, path: &Path) -> anyhow::Result<(MatchConfig, Option<Value>)> {
    let (record, mut replay) = replayed(path)?;
    if record.game != args.game {
        return Err(Usage(format!("{} is a record of {}", path.display(), record.game)).into());
    }
    let steps = replay.game_match.played().len();
    let after = args.after.unwrap_or(steps.saturating_sub(1));
    if after > steps {
        let steps = plural(steps as u64, "step", "steps");
        return Err(Usage(format!("--after {after}: the record has only {steps}, undone ones not counted")).into());
    }
    (after..steps).for_each(|_| {
        replay.game_match.undo();
    });
    Ok((replay.game_match.config().clone(), Some(replay.game_match.position(Viewer::Referee))))
}

/// A position from a file or from the argument itself, alone or as the referee prints it.
fn read_position(given: &str) -> anyhow::Result<Value> {
    let (name, text) = match given.trim_start().starts_with('{') {
        true => ("--position".to_owned(), given.to_owned()),
        false => (given.to_owned(), read_text(Path::new(given))?),
    };
    let value: Value =
        serde_json::from_str(&text).map_err(|error| Usage(format!("{name} is not a position in JSON: {error}")))?;
    Ok(value.get("position").cloned().unwrap_or(value))
}

/// A side with what was found for it.
struct Side {
    seat: String,
    found: Proved,
}

impl Side {
    fn certificate(&self) -> Option<&Certificate> {
        if let Answer::Won(certificate) = &self.found.answer { Some(certificate) } else { None }
    }
}

/// Searches for each side in turn, until one has a win.
fn all_sides(task: &Task, seats: &[String], interrupt: &Interrupt) -> anyhow::Result<Vec<Side>> {
    let mut sides = Vec::new();
    for seat in seats {
        let bar = Progress::new(task.nodes);
        let mut watch = |nodes| {
            bar.reach(nodes, task.nodes);
            !interrupt.came()
        };
        let found = prove(task, seat, &mut watch).map_err(|error| Usage(error.to_string()));
        bar.done();
        let side = Side { seat: seat.clone(), found: found? };
        let done = side.certificate().is_some() || side.found.stopped;
        sides.push(side);
        if done {
            break;
        }
    }
    Ok(sides)
}

fn in_words(sides: &[Side]) -> String {
    let mut text = String::new();
    for Side { seat, found } in sides {
        let answer = match &found.answer {
            Answer::Won(certificate) => {
                let how = how_it_wins(certificate);
                let first = found.first.as_ref().map_or(String::new(), |action| format!(", beginning with {action}"));
                let nodes = plural(certificate.nodes.len() as u64, "node", "nodes");
                format!("wins {how}{first}; the certificate has {nodes}")
            }
            Answer::NotWon => "cannot force a win".to_owned(),
            Answer::Open if found.stopped => "not decided before the search was stopped".to_owned(),
            Answer::Open => "not decided; try more --nodes".to_owned(),
        };
        text += &format!("{seat:<12} {answer}\n");
        text += &format!("{:<12} {} searched\n", "", plural(found.nodes, "position", "positions"));
    }
    text
}

fn how_it_wins(certificate: &Certificate) -> String {
    match certificate.length {
        Some(length) => format!("in at most {}", plural(u64::from(length), "action", "actions")),
        None => "by preventing everything else".to_owned(),
    }
}

/// The result of one side as `--json` prints it.
#[derive(Serialize)]
struct SideJson<'a> {
    seat: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate_nodes: Option<usize>,
    searched: u64,
    stopped: bool,
}

fn as_json(args: &Args, sides: &[Side]) -> anyhow::Result<String> {
    let side = |side: &'_ Side| {
        let certificate = side.certificate();
        let verdict = match side.found.answer {
            Answer::Won(_) => "won",
            Answer::NotWon => "not_won",
            Answer::Open => "open",
        };
        serde_json::to_value(SideJson {
            seat: &side.seat,
            verdict,
            kind: certificate.map(|certificate| certificate.kind),
            length: certificate.and_then(|certificate| certificate.length),
            first: side.found.first.as_deref(),
            certificate_nodes: certificate.map(|certificate| certificate.nodes.len()),
            searched: side.found.nodes,
            stopped: side.found.stopped,
        })
    };
    let sides = sides.iter().map(side).collect::<Result<Vec<_>, _>>()?;
    Ok(serde_json::json!({"game": args.game, "nodes": args.nodes, "sides": sides}).to_string() + "\n")
}

fn write_certificate(out: &Path, sides: &[Side]) -> anyhow::Result<()> {
    match sides.iter().find_map(Side::certificate) {
        Some(certificate) => write_bytes(out, (serde_json::to_string(certificate)? + "\n").as_bytes()),
        None => bail!("no win was found; {} is not written", out.display()),
    }
}

/// Is this text a certificate, right or wrong?
pub(crate) fn is_certificate(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Probe {
        certificate: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_str::<Probe>(text).is_ok_and(|probe| probe.certificate.is_some())
}

/// Checks a certificate and prints what it shows.
pub(crate) fn verify_certificate(path: &Path, text: &str) -> anyhow::Result<()> {
    let name = path.display();
    let certificate: Certificate =
        serde_json::from_str(text).with_context(|| format!("{name} is not a certificate of a forced win"))?;
    let verified = verify(&certificate).map_err(|error| match error {
        ProofError::Unfit(unfit) => anyhow::anyhow!("{name} cannot be checked: {unfit}"),
        other => anyhow::anyhow!("{name}: {other}"),
    })?;
    let (winner, title) = (capitalised(verified.winner), verified.title);
    let positions = plural(verified.positions as u64, "position", "positions");
    let mut text = format!("{winner} can force a win of {title} in this position. {}\n", verified.headline);
    text += &match verified.length {
        Some(length) => {
            let actions = plural(u64::from(length), "action", "actions");
            format!("It takes at most {actions}, whatever the other side does. ")
        }
        None => {
            "Whatever the other side does, no line ends in another way, and the rules make endless play a win. ".into()
        }
    };
    text += match verified.kind {
        Kind::Finite => "This holds if no earlier position counts for repetition.\n",
        Kind::Holding => "This holds whatever came before.\n",
    };
    let endings = match verified.endings.is_empty() {
        true => String::new(),
        false => format!(", and every line that ends does so by {}", verified.endings.join(", ")),
    };
    text += &format!("Every legal reply has been followed in {positions}{endings}.\n");
    print(text.as_bytes())
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
