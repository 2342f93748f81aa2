//! Plays at a Boxtop table: throws, and makes the best-looking of its legal moves.
//!
//! BOXTOP_TOKEN=… cargo run -p boxtop-client --example bot -- http://localhost:1943 TABLE
//! Create the token on the server's page "me", with the scope "play".

use boxtop_client::protocol::{Command, LegalMove, Phase, Tone, View};
use boxtop_client::{Client, ClientError, Table, TableEvent};
use std::hash::{BuildHasher, RandomState};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(url), Some(table)) = (args.next(), args.next()) else { return Err("usage: bot URL TABLE".into()) };
    let table = Client::new(&url)?.with_token(&std::env::var("BOXTOP_TOKEN")?)?.table(&table);
    println!("{}", play(&table).await?);
    // What `boxtop verify RECORD --receipt FILE` compares with the record.
    let file = format!("boxtop-receipts-{}.json", table.id());
    println!("receipts: {file}");
    Ok(std::fs::write(&file, serde_json::to_string(&table.device())?)?)
}

/// Takes a seat and plays until the match is over. Returns the result as a sentence.
pub async fn play(table: &Table) -> Result<String, ClientError> {
    if table.view().await?.mine.is_empty() {
        table.sit(None, None).await?;
    }
    let mut watch = table.watch();
    loop {
        let TableEvent::View(view) = watch.next().await? else { continue };
        table.add_to_dice(&view).await?;
        if view.phase == Phase::Over {
            return Ok(view.headline);
        }
        let done = match view.chance.as_ref().filter(|throw| throw.mine).and_then(|throw| throw.thrower.as_ref()) {
            Some(_) if !view.wants_anchor.is_empty() || !view.wants_link.is_empty() => continue, // for the dice of others
            Some(seat) => table.throw(&view, seat).await,
            None => match choose(&view) {
                Some(command) => table.command(view.version, command).await,
                None => continue,
            },
        };
        match done {
            Err(error) if error.newer_version().is_none() => return Err(error),
            _ => {} // Done, or the table has moved on: the next view is on its way.
        }
    }
}

/// The best move of this bot, if it is to move.
fn choose(view: &View) -> Option<Command> {
    let (of_seat, random) = (view.legal_moves.first()?, RandomState::new());
    let best = of_seat.moves.iter().flatten().max_by_key(|legal| (score(legal), random.hash_one(&legal.action)))?;
    Some(Command::Play { seat: of_seat.seat.clone(), action: best.action.clone() })
}

/// Higher is better; ties are broken at random.
fn score(legal: &LegalMove) -> Option<usize> {
    [Tone::Harm, Tone::Plain, Tone::Gain, Tone::Take, Tone::Win].iter().position(|tone| *tone == legal.tone)
}
