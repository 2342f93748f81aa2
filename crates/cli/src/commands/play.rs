//! `boxtop play`.

use super::play_url;
use crate::common::{ConfigArgs, Usage, game, surroundings};
use crate::data::store_file;
use catalog::{Level, PlayerKind};
use kernel::dynamic::DynGame;
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use tui::{Begin, Look, NewMatch, SeatChoice, Setup, Side, TuiError};

/// Plays a game in the terminal
///
/// On a terminal the board fills the screen: use the arrow keys and Enter, or type
/// moves; ? shows all keys. Through a pipe, or with --lines, you play in lines of text:
/// type moves, or help. Line mode in ASCII is also chosen if the terminal can do no
/// more: with TERM=dumb, or a locale without UTF-8 such as LANG=C. Every move is on
/// disk before it is shown.
///
/// With --url you play at a table of a server, in the same two ways.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  boxtop play fighting-marines --seats me,general,captain,greedy
  boxtop play --url http://localhost:1943                              choose a table
  boxtop play --url http://localhost:1943 --table TABLE --name Anna    sit down at it
  boxtop play --url http://localhost:1943 --table TABLE --watch --lines")]
pub(crate) struct Args {
    /// The game, such as three-musketeers or fighting-marines; a terminal asks if you leave it out
    game: Option<String>,
    /// The side to play, such as attack or red; both or all to play every side at this
    /// terminal [default: the first seat]
    #[arg(long, conflicts_with = "resume")]
    side: Option<String>,
    /// The level of the computers: private, captain, colonel or general
    #[arg(long, default_value = "captain", conflicts_with = "resume")]
    level: String,
    /// Number of players, if the game has a choice [default: the maximum]
    #[arg(long, value_name = "N", conflicts_with = "resume")]
    players: Option<u8>,
    /// Who plays each seat, in seat order: me (or me:NAME) for a person at this terminal, or a
    /// computer: private, captain, colonel, general, greedy, random; such as
    /// me,general,captain,greedy
    #[arg(long, value_name = "WHO,WHO", value_delimiter = ',', conflicts_with_all = ["resume", "side", "level"])]
    seats: Option<Vec<String>>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Play as many games as there are seats, changing seats each time, and count points
    #[arg(long, conflicts_with = "resume")]
    contest: bool,
    /// Use only ASCII and no colours
    #[arg(long)]
    plain: bool,
    /// Play in lines of text instead of on the full screen
    #[arg(long)]
    lines: bool,
    /// Use the full screen even if TERM or the locale asks for lines (in ASCII if they do)
    #[arg(long, conflicts_with = "lines")]
    screen: bool,
    /// Resume an unfinished match: the one whose id begins with ID, or the latest
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "")]
    resume: Option<String>,
    /// Start a new match without asking about unfinished ones
    #[arg(long, conflicts_with = "resume")]
    new: bool,
    /// Folder for the matches [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    elsewhere: play_url::Elsewhere,
}

/// Plays until the player leaves.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    explain_line_mode(&args);
    if let Some(url) = &args.elsewhere.url {
        return play_url::run(&args.elsewhere, url, args.data.as_deref(), look(&args), in_lines(&args));
    }
    let Some(game) = chosen(&args)? else { return Ok(()) };
    let setup = setup(&args, game)?;
    tui::run(&setup).map_err(usage_or_failure)
}

/// The error of the terminal, with exit code 2 if the command line is wrong.
pub(crate) fn usage_or_failure(error: TuiError) -> anyhow::Error {
    match error {
        TuiError::Usage(text) => Usage(text).into(),
        other => other.into(),
    }
}

/// The game that is named, or that of the match to resume, or the one that the player chooses on the
/// screen; `None` to leave.
fn chosen(args: &Args) -> anyhow::Result<Option<&'static dyn DynGame>> {
    match (&args.game, catalog::games(), &args.resume) {
        (Some(slug), ..) => game(slug).map(Some),
        (None, [only], _) => Ok(Some(*only)),
        (None, _, Some(id)) => {
            let file = store_file(args.data.as_deref())?;
            game(&tui::unfinished_game(&file, id).map_err(usage_or_failure)?).map(Some)
        }
        (None, all, None) if in_lines(args) => {
            let slugs: Vec<_> = all.iter().map(|game| game.info().slug).collect();
            Err(Usage(format!("which game? Write boxtop play GAME, where GAME is {}", slugs.join(", "))).into())
        }
        (None, all, None) => tui::ask_game(all, look(args)).map_err(usage_or_failure),
    }
}

fn in_lines(args: &Args) -> bool {
    args.lines || !on_terminal() || (surroundings().needs_lines() && !args.screen)
}

fn on_terminal() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

fn look(args: &Args) -> Look {
    let surroundings = surroundings();
    Look { ascii: args.plain || surroundings.ascii, colour: !args.plain && surroundings.colour }
}

/// Says why line mode is used, if the player has not asked for it.
fn explain_line_mode(args: &Args) {
    if on_terminal() && !args.lines && in_lines(args) {
        eprintln!("TERM or the locale asks for plain lines; use --screen for the full screen.");
    }
}

fn level(word: &str) -> anyhow::Result<Level> {
    let known = Level::ALL.map(Level::word).join(", ");
    let unknown = || Usage(format!("there is no level “{word}”; there are {known}"));
    Ok(word.parse().map_err(|_| unknown())?)
}

/// A person at this terminal or a computer, as named by `--seats`.
fn seat_choice(word: &str) -> anyhow::Result<SeatChoice> {
    let word = word.trim();
    match word.split_once(':').map_or((word, None), |(me, name)| (me, Some(name.trim()))) {
        ("me", None) => Ok(SeatChoice::Person(None)),
        ("me", Some(name)) if is_valid_name(name) => Ok(SeatChoice::Person(Some(name.to_owned()))),
        ("me", Some(_)) => Err(Usage("a name has 1 to 24 letters, such as me:Anna".into()).into()),
        _ => match word.parse() {
            Ok(kind) => Ok(SeatChoice::Computer(kind)),
            Err(_) => {
                let known = PlayerKind::ALL.map(PlayerKind::word).join(", ");
                let shown: String = word.chars().take(40).collect();
                Err(Usage(format!("there is no player “{shown}”; there are me, me:NAME, {known}")).into())
            }
        },
    }
}

fn is_valid_name(name: &str) -> bool {
    (1..=24).contains(&name.chars().count()) && !name.contains(char::is_control)
}

/// Who plays here, and the number of players.
fn sides(args: &Args) -> anyhow::Result<(Option<Side>, u8)> {
    let players = args.players.unwrap_or(0);
    let Some(words) = &args.seats else {
        let side = args.side.as_deref().map(|side| match side {
            "both" | "all" => Side::Both,
            seat => Side::Seat(seat.to_owned()),
        });
        return Ok((side, players));
    };
    let seat_choices = words.iter().map(|word| seat_choice(word)).collect::<anyhow::Result<Vec<_>>>()?;
    let named = u8::try_from(seat_choices.len()).unwrap_or(u8::MAX);
    if args.players.is_some_and(|players| players != named) {
        let text = format!("--players says {players}, but --seats names {named}; leave one of them out");
        return Err(Usage(text).into());
    }
    Ok((Some(Side::Seats(seat_choices)), named))
}

/// Refuses a number of players that the game does not support.
fn check_players(game: &dyn DynGame, players: u8) -> anyhow::Result<()> {
    let info = game.info();
    if players == 0 || info.players.contains(&players) {
        return Ok(());
    }
    let counts: Vec<String> = info.players.iter().map(u8::to_string).collect();
    Err(Usage(format!("{} is played by {}, not by {players}", info.title, counts.join(", "))).into())
}

fn setup(args: &Args, game: &'static dyn DynGame) -> anyhow::Result<Setup> {
    let level = level(&args.level)?;
    let (side, players) = sides(args)?;
    check_players(game, players)?;
    let config = args.config.config(game, players)?;
    let begin = match args.resume.as_deref() {
        None if args.new => Begin::New,
        None => Begin::Ask,
        Some("") => Begin::Latest,
        Some(id) => Begin::Match(id.to_owned()),
    };
    let data = args.data.as_ref().map_or(String::new(), |folder| format!(" --data {}", folder.display()));
    Ok(Setup {
        game,
        new_match: NewMatch { config, side, level, contest: args.contest },
        begin,
        look: look(args),
        lines: in_lines(args),
        file: store_file(args.data.as_deref())?,
        resume_with: format!("boxtop play {}{data} --resume", game.info().slug),
    })
}
