//! Computer seats: woken whenever a table changes, thinking outside the room's
//! lock, acting through the same door as everybody else.

use crate::room::{Ask, Moment, Room};
use crate::rooms::Rooms;
use kernel::Seat;
use kernel::door::Session;
use shelf::{Advice, Kind, Level};
use std::sync::Arc;
use table::Command;

/// Lets the computers of this table act, if it is their turn.
pub(crate) fn wake(rooms: &Arc<Rooms>, room: &Arc<Room>) {
    if room.begin_thinking() {
        tokio::spawn(play_on(rooms.clone(), room.clone()));
    }
}

async fn play_on(rooms: Arc<Rooms>, room: Arc<Room>) {
    let mut acted: Option<Seat> = None;
    while let Some(moment) = room.moment().await {
        if acted == Some(moment.seat) && moment.session.mid_turn() {
            tokio::time::sleep(rooms.pace.between_actions).await;
        }
        acted = Some(moment.seat);
        let version = moment.version;
        let Some(command) = think(&rooms, &room, moment).await else { return room.stop_thinking() };
        let ask = Ask { command, version: Some(version), key: Some(format!("computer-{version}")) };
        match room_act(&rooms, &room, ask).await {
            Ok(()) => {}
            Err(stale) if stale => acted = None,
            Err(_) => return room.stop_thinking(),
        }
    }
}

/// Acts; `Err(true)` when somebody changed the table meanwhile and it must be thought about anew.
async fn room_act(rooms: &Arc<Rooms>, room: &Arc<Room>, ask: Ask) -> Result<(), bool> {
    rooms.ask(room, ask).await.map(drop).map_err(|problem| problem.version.is_some())
}

async fn think(rooms: &Rooms, room: &Room, moment: Moment) -> Option<Command> {
    let Moment { version, seat, level, session } = moment;
    let kind = level.parse().unwrap_or(Kind::Level(Level::Private));
    let seed = seed(room.id(), version);
    let id = session.seats().get(seat.index())?.id;
    let advice = advise(rooms, session, seat, kind, seed).await?;
    Some(Command::Act { seat: id.to_owned(), text: advice.action })
}

/// What a player of this kind would do. A player that panics is logged and has no advice.
pub(crate) async fn advise(
    rooms: &Rooms,
    session: Box<dyn Session>,
    seat: Seat,
    kind: Kind,
    seed: u64,
) -> Option<Advice> {
    let _brain = rooms.brains.acquire().await.ok()?;
    let slug = session.info().slug;
    let thinking = tokio::task::spawn_blocking(move || shelf::computer(slug, kind, seed)?.choose(&*session, seat));
    match thinking.await {
        Ok(advice) => advice,
        Err(error) => {
            tracing::error!(%error, slug, %kind, "a computer player broke down");
            None
        }
    }
}

/// The same position of the same match makes the same computer play the same.
pub(crate) fn seed(id: &str, version: u64) -> u64 {
    let print = table::fingerprint(format!("{id} {version}").as_bytes());
    u64::from_str_radix(&print[..16], 16).unwrap_or(version)
}
