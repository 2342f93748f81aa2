//! `boxtop play`.

use crate::common::{DealArgs, Usage, title};
use crate::data::store_file;
use kernel::door::Title;
use shelf::Level;
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use tui::{Begin, Look, Setup, Side, Trouble, Wish};

/// Plays a game in the terminal
///
/// On a terminal the board fills the screen: arrows and Enter, or typed moves;
/// ? shows all keys. Through a pipe, or with --lines, it is a conversation: type
/// moves, or help. Every move is on disk before it is shown.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as three-musketeers; may be left out while there is only one
    game: Option<String>,
    /// The side to play, such as attack or musketeers; both for two people at one
    /// terminal [default: the side that begins]
    #[arg(long, conflicts_with = "resume")]
    side: Option<String>,
    /// How strong the computer is: private, captain, colonel or general
    #[arg(long, default_value = "captain", conflicts_with = "resume")]
    level: String,
    #[command(flatten)]
    deal: DealArgs,
    /// Play two games with sides changed, and count points
    #[arg(long, conflicts_with = "resume")]
    contest: bool,
    /// Keep to ASCII, without colours
    #[arg(long)]
    plain: bool,
    /// Converse in lines instead of filling the screen
    #[arg(long)]
    lines: bool,
    /// Go on with an unfinished match: the one whose id begins so, or the last one
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "")]
    resume: Option<String>,
    /// Begin a new match without asking about unfinished ones
    #[arg(long, conflicts_with = "resume")]
    new: bool,
    /// The folder of the store [default: the user's folder for data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Plays until somebody leaves.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let title = chosen(args.game.as_deref())?;
    let setup = setup(&args, title)?;
    tui::run(&setup).map_err(|trouble| match trouble {
        Trouble::Usage(text) => Usage(text).into(),
        other => other.into(),
    })
}

fn chosen(game: Option<&str>) -> anyhow::Result<&'static dyn Title> {
    match (game, shelf::titles()) {
        (Some(slug), _) => title(slug),
        (None, [only]) => Ok(*only),
        (None, all) => {
            let slugs: Vec<_> = all.iter().map(|title| title.info().slug).collect();
            Err(Usage(format!("which game? boxtop play GAME, where GAME is {}", slugs.join(", "))).into())
        }
    }
}

fn level(word: &str) -> anyhow::Result<Level> {
    let known = Level::ALL.map(Level::word).join(", ");
    let unknown = || Usage(format!("there is no level “{word}”; there are {known}"));
    Ok(word.parse().map_err(|_| unknown())?)
}

fn setup(args: &Args, title: &'static dyn Title) -> anyhow::Result<Setup> {
    let level = level(&args.level)?;
    let side = args.side.as_deref().map(|side| match side {
        "both" | "all" => Side::Both,
        seat => Side::Seat(seat.to_owned()),
    });
    let deal = args.deal.deal(title, 0)?;
    let begin = match args.resume.as_deref() {
        None if args.new => Begin::New,
        None => Begin::Ask,
        Some("") => Begin::Latest,
        Some(id) => Begin::Match(id.to_owned()),
    };
    let data = args.data.as_ref().map_or(String::new(), |folder| format!(" --data {}", folder.display()));
    Ok(Setup {
        title,
        wish: Wish { deal, side, level, contest: args.contest },
        begin,
        look: Look { ascii: args.plain, colour: !args.plain && wants_colour() },
        lines: args.lines || !stdin().is_terminal() || !stdout().is_terminal(),
        file: store_file(args.data.as_deref())?,
        resume_with: format!("boxtop play {}{data} --resume", title.info().slug),
    })
}

/// <https://no-color.org>: set to anything, there are no colours.
fn wants_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
