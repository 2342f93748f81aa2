//! `boxtop bot`: a computer player at a table of a server.

use crate::common::Usage;
use crate::remote_table::usage;
use crate::replica::Replica;
use crate::{data, devices};
use anyhow::{Context, bail};
use catalog::PlayerKind;
use client::{Client, RetryPolicy, Table, TableEvent, table_id};
use kernel::Turn;
use protocol::{Command, Phase, View};
use std::path::PathBuf;
use std::time::Duration;

/// How long to retry if the server does not answer.
const PATIENCE: Duration = Duration::from_secs(300);

/// Plays at a table of a server, through its public API
///
/// The bot takes a seat and plays until the match is over. Make its token on the server's
/// page "me", with the scope "play". The bot thinks on this machine and sends its moves.
/// When the server is restarted, it goes on.
#[derive(clap::Args)]
#[command(after_help = "Example:
  BOXTOP_TOKEN=TOKEN boxtop bot --url http://localhost:1943 --table TABLE --level colonel")]
pub(crate) struct Args {
    /// The server's address
    #[arg(long, value_name = "URL")]
    url: String,
    /// The bot's token; by default the environment variable BOXTOP_TOKEN, which other users of this
    /// machine cannot read
    #[arg(long, value_name = "TOKEN")]
    token: Option<String>,
    /// The table's id or address
    #[arg(long, value_name = "TABLE")]
    table: String,
    /// The seat; by default the first open one
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,
    /// The level: private, captain, colonel, general, greedy or random
    #[arg(long, default_value = "captain")]
    level: String,
    /// The name that others see; by default the name of the token's owner
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The RNG seed, which decides between moves that look equally good
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Folder that keeps the secrets of the bot's dice and the receipts of its matches [default: the
    /// user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let kind: PlayerKind = args.level.parse().map_err(|_| {
        Usage(format!("there is no level {}; choose private, captain, colonel, general, greedy or random", args.level))
    })?;
    let token = args.token.clone().or_else(|| std::env::var("BOXTOP_TOKEN").ok());
    let token = token.ok_or_else(|| Usage("a bot needs a token: --token or BOXTOP_TOKEN".into()))?;
    let client = Client::new(&args.url).and_then(|client| client.with_token(&token)).map_err(usage)?;
    let client = client.with_retry(RetryPolicy { patience: PATIENCE, ..RetryPolicy::default() });
    let (table, data) = (client.table(&table_id(&args.table).map_err(usage)?), data::folder(args.data.as_deref()).ok());
    let table = devices::with_stored(table, data.as_deref(), |text| eprintln!("boxtop: {text}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start")?;
    runtime.block_on(play(&table, &args, kind))
}

async fn play(table: &Table, args: &Args, kind: PlayerKind) -> anyhow::Result<()> {
    let first = table.view().await?;
    if first.mine.is_empty() && first.phase != Phase::Over {
        table.sit(args.seat.as_deref(), args.name.as_deref()).await?;
        let view = table.view().await?;
        println!("sits at {} and plays {}", view.mine.join(", "), view.game);
    }
    let replica = Replica::new(&table.record().await?)?;
    let mut bot = Bot { table, kind, seed: args.seed, reached: 0, asked: false, replica };
    let mut watch = table.watch();
    loop {
        match watch.next().await? {
            TableEvent::View(view) if view.phase == Phase::Over => {
                table.add_to_dice(&view).await?;
                println!("{}", view.headline);
                return Ok(());
            }
            // Views from before the last command are out of date.
            TableEvent::View(view) if view.version >= bot.reached => bot.act(&view).await?,
            _ => {}
        }
    }
}

struct Bot<'a> {
    table: &'a Table,
    kind: PlayerKind,
    seed: u64,
    /// The version that the last command has reached.
    reached: u64,
    /// Has it asked to go on with a new device?
    asked: bool,
    replica: Replica,
}

impl Bot<'_> {
    /// Plays or throws, if it is this player's turn.
    async fn act(&mut self, view: &View) -> anyhow::Result<()> {
        if let Some(reached) = self.table.add_to_dice(view).await? {
            self.reached = reached;
            return Ok(());
        }
        if view.phase != Phase::Playing || self.is_lost(view).await? {
            return Ok(());
        }
        let throw = view.chance.as_ref().filter(|chance| chance.mine).and_then(|chance| chance.thrower.clone());
        let command = match throw {
            // It waits for the dice of others.
            Some(_) if !(view.wants_anchor.is_empty() && view.wants_link.is_empty()) => return Ok(()),
            Some(seat) => self.table.throw_command(view, &seat).await?,
            None => {
                let Some(seat) = view.turn.iter().find(|seat| view.mine.contains(seat)) else { return Ok(()) };
                let Some(action) = self.choose(view, seat).await? else {
                    bail!("the {} has no move here; the server and this program have different versions", self.kind)
                };
                Command::Play { seat: seat.clone(), action }
            }
        };
        self.reached = match self.table.command(view.version, command).await {
            Ok(done) => done.version,
            // The table has moved on; the next view is on its way.
            Err(error) => error.newer_version().ok_or(error)?.unwrap_or(0),
        };
        Ok(())
    }

    /// Did the dice of this player begin with a secret that is lost? Then the bot asks once to go on with another one.
    async fn is_lost(&mut self, view: &View) -> anyhow::Result<bool> {
        let Some(seat) = self.table.lost_seats(view).into_iter().next() else {
            self.asked = false;
            return Ok(false);
        };
        if !std::mem::replace(&mut self.asked, true) {
            println!("the secret of the dice of {seat} is not here; asks to go on with a new device");
            self.reached = self.table.new_device(view.version, &seat).await?.version;
        }
        Ok(true)
    }

    /// Brings the match up to the view and chooses an action.
    async fn choose(&mut self, view: &View, seat: &str) -> anyhow::Result<Option<String>> {
        if !self.replica.follow(&view.log) {
            self.replica = Replica::new(&self.table.record().await?)?;
            self.replica.follow(&view.log);
        }
        let game_match = &*self.replica.game_match;
        let at = game_match.seat(seat).context("the server names a seat that this game does not have")?;
        if !matches!(game_match.turn(), Turn::Seats(seats) if seats.contains(at)) {
            return Ok(None);
        }
        let (slug, seed) = (self.replica.game.info().slug, self.seed ^ view.version);
        let player = catalog::timed_player_for(slug, self.kind, seed, catalog::Clock::system());
        Ok(player.and_then(|mut player| player.choose(game_match, at)).map(|advice| advice.action))
    }
}
