//! `boxtop bot`: a computer player at somebody else's table.

use crate::common::Usage;
use crate::remote::{Remote, Reply, View};
use anyhow::{Context, bail};
use catalog::PlayerKind;
use kernel::Turn;

/// Plays at a table of a server, through its public API
///
/// The bot sits down at the table and plays until the match is over. The token is
/// made on the page "me" of the server, with the scope "play". The bot thinks on this
/// machine and sends its moves; it goes on after either side was away.
#[derive(clap::Args)]
#[command(after_help = "Example:
  BOXTOP_TOKEN=TOKEN boxtop bot --url http://localhost:1943 --table TABLE --level colonel")]
pub(crate) struct Args {
    /// The server's address
    #[arg(long, value_name = "URL")]
    url: String,
    /// The token that says who the bot is; left out, BOXTOP_TOKEN of the environment, which other
    /// users of this machine cannot read
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// The table: its id or its address
    #[arg(long, value_name = "TABLE")]
    table: String,
    /// The seat; the first that is open when left out
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// How strong it is: private, captain, colonel, general, greedy or random
    #[arg(long, default_value = "captain")]
    level: String,
    /// The name others see; the one of the token's owner when left out
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Decides what it plays where it has a choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs it.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let kind: PlayerKind = args.level.parse().map_err(|_| {
        Usage(format!("there is no level {}; take private, captain, colonel, general, greedy or random", args.level))
    })?;
    let token = args.token.clone().or_else(|| std::env::var("BOXTOP_TOKEN").ok());
    let token = token.ok_or_else(|| Usage("a bot needs a token: --token or BOXTOP_TOKEN".into()))?;
    let mut remote = Remote::new(&args.url, &token, &args.table)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    runtime.block_on(play(&mut remote, &args, kind))
}

async fn play(remote: &mut Remote, args: &Args, kind: PlayerKind) -> anyhow::Result<()> {
    let mut view = remote.view().await?;
    if view.mine.is_empty() && view.phase != "over" {
        remote.join(args.seat.as_deref(), args.name.as_deref()).await?;
        view = remote.view().await?;
        println!("sits at {} and plays {}", view.mine.join(", "), view.game);
    }
    while view.phase != "over" {
        if let Reply::Late = act(remote, &view, kind, args.seed).await? {
            view = remote.view().await?;
            continue;
        }
        view = remote.news().await?;
    }
    println!("{}", view.headline);
    Ok(())
}

/// Does what is this player's part now, if anything is.
async fn act(remote: &Remote, view: &View, kind: PlayerKind, seed: u64) -> anyhow::Result<Reply> {
    if view.phase != "playing" {
        return Ok(Reply::Done);
    }
    if let Some(seat) = view.chance.as_ref().filter(|chance| chance.mine).and_then(|chance| chance.thrower.as_ref()) {
        return remote.throw(view.version, seat).await;
    }
    let Some(seat) = view.turn.iter().find(|seat| view.mine.contains(seat)) else { return Ok(Reply::Done) };
    match choose(remote, view, seat, kind, seed).await? {
        Some(action) => remote.act(view.version, seat, &action).await,
        // Where several act together, the others may have ended the phase between the view and the record.
        None if remote.view().await?.version != view.version => Ok(Reply::Late),
        None => bail!("the {kind} has no move here; the server and this program know different rules"),
    }
}

/// Plays the match again on this machine and thinks about it; `None` when there is nothing to do for the seat.
async fn choose(
    remote: &Remote,
    view: &View,
    seat: &str,
    kind: PlayerKind,
    seed: u64,
) -> anyhow::Result<Option<String>> {
    let record = remote.record().await?;
    let title = catalog::game(&record.game).with_context(|| catalog::unknown_game(&record.game))?;
    let session = table::replay(title, &record).context("the match cannot be played again here")?.session;
    let at = session.seat(seat).context("the server names a seat this game has not")?;
    if !matches!(session.turn(), Turn::Seats(seats) if seats.contains(at)) {
        return Ok(None);
    }
    let computer = catalog::player_for(title.info().slug, kind, seed ^ view.version);
    Ok(computer.and_then(|mut computer| computer.choose(&*session, at)).map(|advice| advice.action))
}
