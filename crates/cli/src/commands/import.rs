//! `boxtop import`: matches from JSON lines.

use crate::match_line;
use crate::place::PlaceArgs;
use crate::replaying::plural;
use crate::running::run_until_stopped;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use store::data::{Database, Inserted, Location};
use store::{EventStore, Sqlite};

/// Maximum size of a line, in bytes.
const LONGEST: u64 = 32 << 20;

/// Reads matches from JSON lines, as boxtop export writes them, while the server runs
///
/// Every match is replayed completely before it is written. A match that the store
/// has already, perhaps with further events, is skipped; another one with the same
/// id is refused, and so is a line that cannot be read. The other lines are written.
/// It can be interrupted and started again. If a line was refused, the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop import matches.jsonl
  gunzip -c october.jsonl.gz | boxtop import - --data /srv/boxtop")]
pub(crate) struct Args {
    /// Files with a match in each line (- for standard input)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    place: PlaceArgs,
}

/// What became of the lines.
#[derive(Default)]
struct Summary {
    written: u64,
    present: u64,
    refused: u64,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let to = args.place.location()?;
    run_until_stopped(import(&args, &to), "the lines until now are imported; run it again to go on")
}

async fn import(args: &Args, to: &Location) -> anyhow::Result<()> {
    if let Location::File(path) = to {
        Sqlite::open(path).await?.close().await?; // made if it is missing
    }
    let mut database = Database::open(to).await?;
    let mut summary = Summary::default();
    for file in &args.files {
        let mut lines = lines_of(file)?;
        import_lines(&mut lines, &file.display().to_string(), &mut database, &mut summary).await?;
    }
    database.close().await?;
    let Summary { written, present, refused } = summary;
    eprintln!("{to}: {} imported, {present} there already, {refused} refused", plural(written, "match", "matches"));
    match refused {
        0 => Ok(()),
        refused => bail!("{} refused; nothing of them was written", plural(refused, "line was", "lines were")),
    }
}

fn lines_of(file: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if file == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let opened = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(Box::new(BufReader::new(opened)))
}

async fn import_lines(
    lines: &mut dyn BufRead,
    name: &str,
    database: &mut Database,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    for number in 1.. {
        let Some(line) = next_line(lines).with_context(|| format!("{name} cannot be read"))? else { break };
        let refusal = match line
            .and_then(|line| if line.trim().is_empty() { Ok(None) } else { match_line::read(&line).map(Some) })
        {
            Ok(None) => continue,
            Ok(Some(whole)) => match database.insert_match(&whole).await? {
                Inserted::Written => {
                    summary.written += 1;
                    continue;
                }
                Inserted::Present => {
                    summary.present += 1;
                    continue;
                }
                Inserted::Different => "the store has another match with this id".to_owned(),
            },
            Err(why) => why,
        };
        summary.refused += 1;
        eprintln!("{name}:{number}: refused: {refusal}");
    }
    Ok(())
}

/// The next line, or why it is refused; `None` after the last one.
fn next_line(lines: &mut dyn BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    if lines.take(LONGEST + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 > LONGEST {
        skip_line(lines, line.ends_with(b"\n"))?;
        return Ok(Some(Err(format!("it is longer than {} MiB", LONGEST >> 20))));
    }
    Ok(Some(String::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned())))
}

/// Passes over the rest of a line.
fn skip_line(lines: &mut dyn BufRead, mut ended: bool) -> io::Result<()> {
    while !ended {
        let buffer = lines.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        ended = end.is_some() || buffer.is_empty();
        let used = end.map_or(buffer.len(), |end| end + 1);
        lines.consume(used);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_refused_and_the_next_one_is_read() {
        let long = "x".repeat(LONGEST as usize + 100) + "\nnext\nlast";
        let mut lines = BufReader::new(long.as_bytes());
        let mut next = || next_line(&mut lines).expect("it can be read");
        assert!(next().is_some_and(|line| line.is_err_and(|why| why.contains("32 MiB"))));
        assert_eq!(next(), Some(Ok("next\n".to_owned())));
        assert_eq!(next(), Some(Ok("last".to_owned())));
        assert_eq!(next(), None);
    }
}
