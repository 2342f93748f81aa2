//! Plays at a Boxtop table: throws, and makes the best-looking of its legal moves.
//!
//! BOXTOP_TOKEN=… cargo run -p boxtop-client --example bot -- http://localhost:1943 TABLE
//! Create the token on the server's page "me", with the scope "play".

use boxtop_client::protocol::{Command, LegalMove, Phase, Tone, View};
use boxtop_client::{Client, ClientError, TableEvent};
use std::hash::{BuildHasher, RandomState};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(url), Some(table)) = (args.next(), args.next()) else { return Err("usage: bot URL TABLE".into()) };
    let client = Client::new(&url)?.with_token(&std::env::var("BOXTOP_TOKEN")?)?;
    println!("{}", play(&client, &table).await?);
    Ok(())
}

/// Takes a seat and plays until the match is over. Returns the result as a sentence.
pub async fn play(client: &Client, table: &str) -> Result<String, ClientError> {
    let table = client.table(table);
    if table.view().await?.mine.is_empty() {
        table.sit(None, None).await?;
    }
    let mut watch = table.watch();
    loop {
        let TableEvent::View(view) = watch.next().await? else { continue };
        if view.phase == Phase::Over {
            return Ok(view.headline);
        }
        let Some(command) = choose(&view) else { continue };
        match table.command(view.version, command).await {
            Err(error) if error.newer_version().is_none() => return Err(error),
            _ => {} // Done, or the table has moved on: the next view is on its way.
        }
    }
}

/// The next command of this bot, if it is to act.
fn choose(view: &View) -> Option<Command> {
    if let Some(throw) = view.chance.as_ref().filter(|throw| throw.mine) {
        return Some(Command::Throw { seat: throw.thrower.clone()? });
    }
    let (of_seat, random) = (view.legal_moves.first()?, RandomState::new());
    let best = of_seat.moves.iter().flatten().max_by_key(|legal| (score(legal), random.hash_one(&legal.action)))?;
    Some(Command::Play { seat: of_seat.seat.clone(), action: best.action.clone() })
}

/// Higher is better; ties are broken at random.
fn score(legal: &LegalMove) -> u8 {
    match legal.tone {
        Tone::Win => 4,
        Tone::Take => 3,
        Tone::Gain => 2,
        Tone::Plain => 1,
        Tone::Harm => 0,
    }
}
