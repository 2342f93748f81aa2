//! `boxtop board`.

use crate::common::{checked_board, faults_report, game, print, read_text, write_bytes};
use draw::svg::Theme;
use kernel::Viewer;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::scene::Plan;
use std::path::PathBuf;

/// Prints, draws or checks a board
///
/// Without a flag, prints the standard board file: save it, edit it, check it, and
/// use it in any command with --board.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").multiple(false))]
pub(crate) struct Args {
    /// The game, such as three-musketeers
    game: String,
    /// Print the spaces and lines with the evidence for each, as JSON
    #[arg(long, group = "what")]
    json: bool,
    /// Draw the board at the start of a match as SVG on standard output
    #[arg(long, group = "what")]
    svg: bool,
    /// Draw the board at the start of a match as a PNG file (- for standard output)
    #[arg(long, group = "what", value_name = "FILE")]
    png: Option<PathBuf>,
    /// Check a board file and report every fault with line and column (- for standard input)
    #[arg(long, group = "what", value_name = "FILE")]
    check: Option<PathBuf>,
    /// Use this board file instead of the standard one
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// Draw in the dark theme
    #[arg(long)]
    dark: bool,
    /// Width of the PNG in pixels
    #[arg(long, default_value_t = 1200, value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: u32,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let game = game(&args.game)?;
    if let Some(path) = &args.check {
        return check(game, path);
    }
    let board = args.board.as_deref().map(|path| checked_board(game, path)).transpose()?;
    if !args.json && !args.svg && args.png.is_none() {
        return print(board.as_deref().unwrap_or(game.standard_board()).as_bytes());
    }
    let game_match = game.open(&MatchConfig { board, ..MatchConfig::default() }).map_err(|faults| {
        anyhow::anyhow!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    })?;
    let scene = game_match.scene(Viewer::Referee);
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    match &args.png {
        Some(path) => write_bytes(path, &draw::png::png(&scene, theme, args.width)?),
        None if args.svg => print((draw::svg::picture(&scene, theme) + "\n").as_bytes()),
        None => print(json(game, &scene.plan)?.as_bytes()),
    }
}

fn check(game: &dyn DynGame, path: &std::path::Path) -> anyhow::Result<()> {
    let text = read_text(path)?;
    let faults = game.check_board(&text);
    let name = path.display().to_string();
    if faults.is_empty() {
        return print(format!("{name} is a valid board for {}\n", game.info().title).as_bytes());
    }
    anyhow::bail!("{}", faults_report(&name, &text, &faults))
}

fn json(game: &dyn DynGame, plan: &Plan) -> anyhow::Result<String> {
    let spaces: Vec<_> = plan
        .spaces
        .iter()
        .map(|space| {
            serde_json::json!({
                "name": space.id, "kind": space.label, "at": [space.at.0, space.at.1],
                "cell": [space.cell.0, space.cell.1], "evidence": space.evidence.word(),
            })
        })
        .collect();
    let lines: Vec<_> = plan
        .ways
        .iter()
        .map(|way| serde_json::json!({"from": way.from, "to": way.to, "kind": way.style, "evidence": way.evidence.word()}))
        .collect();
    let facts: Vec<_> = plan
        .facts
        .iter()
        .map(|fact| serde_json::json!({"what": fact.what, "evidence": fact.evidence.word()}))
        .collect();
    let board = serde_json::json!({"game": game.info().slug, "spaces": spaces, "lines": lines, "facts": facts});
    Ok(serde_json::to_string_pretty(&board)? + "\n")
}
