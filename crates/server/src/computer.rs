//! What the house does by itself: throws that no person makes, and the seats of
//! computers. It is woken whenever a table changes, thinks outside the room's
//! lock, and acts through the same door as everybody else.
//!
//! Computers that are to act together think at the same time and act in the
//! order of the seats, each on what it thought about: people who act meanwhile
//! in the same phase do not disturb it. What a computer plays follows from the
//! match, the version it thought about and its seat, never from who was faster.

use crate::room::{Ask, Duty, RequestKey, Room};
use crate::rooms::Rooms;
use catalog::{Advice, Level, PlayerKind};
use kernel::Seat;
use kernel::dynamic::DynMatch;
use std::sync::Arc;
use table::{Command, Occupant};

/// Lets the house do what is its part at this table, if anything is.
pub(crate) fn wake(rooms: &Arc<Rooms>, room: &Arc<Room>) {
    if room.begin_thinking() {
        tokio::spawn(play_on(rooms.clone(), room.clone()));
    }
}

async fn play_on(rooms: Arc<Rooms>, room: Arc<Room>) {
    let mut first = true;
    while let Some(moment) = room.moment().await {
        // The eye follows one thing after the other; only the first comes at once.
        if !std::mem::take(&mut first) {
            tokio::time::sleep(rooms.pace.between_actions).await;
        }
        let carried_on = match moment.duty {
            Duty::Throw => throw(&rooms, &room, moment.version).await,
            Duty::Think(seats, session) => act(&rooms, &room, moment.version, seats, session).await,
        };
        if carried_on.is_none() {
            return room.stop_thinking();
        }
    }
}

async fn throw(rooms: &Arc<Rooms>, room: &Arc<Room>, version: u64) -> Option<()> {
    let ask = Ask {
        command: Command::Throw { seat: None },
        version: Some(version),
        key: Some(RequestKey::plain(&format!("house-{version}"))),
        held: None,
    };
    ask_for(rooms, room, ask).await
}

/// Every one of these seats acts once.
async fn act(
    rooms: &Arc<Rooms>,
    room: &Arc<Room>,
    version: u64,
    seats: Vec<(Seat, String)>,
    session: Box<dyn DynMatch>,
) -> Option<()> {
    let think = |(seat, level): &(Seat, String)| {
        let kind = level.parse().unwrap_or(PlayerKind::Level(Level::Private));
        let (person, seed) = (patron(room), seed(room.id(), version, *seat));
        tokio::spawn(advise(rooms.clone(), person, session.fork(), *seat, kind, seed))
    };
    let thoughts: Vec<_> = seats.iter().map(think).collect();
    let names = session.seats();
    for ((seat, _), thought) in seats.into_iter().zip(thoughts) {
        let text = thought.await.ok()??.action;
        let command = Command::Act { seat: names.get(seat.index())?.id.to_owned(), text };
        let key = Some(RequestKey::plain(&format!("computer-{version}-{}", seat.0)));
        ask_for(rooms, room, Ask { command, version: Some(version), key, held: None }).await?;
    }
    Some(())
}

/// Asks the room; when somebody changed the table meanwhile, it is looked at anew.
async fn ask_for(rooms: &Arc<Rooms>, room: &Arc<Room>, ask: Ask) -> Option<()> {
    match rooms.ask(room, ask).await {
        Ok(_) => Some(()),
        Err(problem) => problem.version.is_some().then_some(()),
    }
}

/// The person in whose queue a table's computers wait: the first who sits there.
fn patron(room: &Room) -> String {
    let table = room.picture();
    table.seats().iter().find_map(Occupant::key).unwrap_or_default().to_owned()
}

/// What a player of this kind would do, when it is this person's turn to have one think. A player that panics is logged and has no advice.
pub(crate) async fn advise(
    rooms: Arc<Rooms>,
    person: String,
    session: Box<dyn DynMatch>,
    seat: Seat,
    kind: PlayerKind,
    seed: u64,
) -> Option<Advice> {
    let place = rooms.brains.acquire(&person).await?;
    let slug = session.info().slug;
    let thinking = tokio::task::spawn_blocking(move || {
        let _place = place;
        catalog::timed_player_for(slug, kind, seed, catalog::Clock::system())?.choose(&*session, seat)
    });
    match thinking.await {
        Ok(advice) => advice,
        Err(error) => {
            tracing::error!(%error, slug, %kind, "a computer player broke down");
            None
        }
    }
}

/// The same position of the same match makes the same computer at the same seat play the same.
pub(crate) fn seed(id: &str, version: u64, seat: Seat) -> u64 {
    let print = table::fingerprint(format!("{id} {version} {}", seat.0).as_bytes());
    u64::from_str_radix(&print[..16], 16).unwrap_or(version)
}
