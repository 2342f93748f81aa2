//! Moments of the past as JSON. A field is called as in the view and means the same, so that a page shows a
//! moment as it shows a view.

use super::{Marks, WireLine, WireToken, WireTray, throw, tokens, tray};
use kernel::scene::Scene;
use kernel::{Seat, SeatInfo, Turn};
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;
use table::{Moment, Past};

#[derive(Serialize)]
struct WireMoments<'a> {
    /// The version of the table that was looked back from.
    version: u64,
    /// So many steps stand.
    steps: usize,
    moments: Vec<WireMoment<'a>>,
}

#[derive(Serialize)]
struct WireMoment<'a> {
    step: usize,
    headline: &'a str,
    seats: Vec<WireStand<'a>>,
    turn: Vec<&'static str>,
    throw: Option<Value>,
    turned: u16,
    mood: Option<&'static str>,
    tokens: Vec<WireToken<'a>>,
    trays: Vec<WireTray<'a>>,
    marks: Marks<'a>,
    last: Marks<'a>,
}

/// How a seat stood then.
#[derive(Serialize)]
struct WireStand<'a> {
    id: &'static str,
    need: Option<WireLine<'a>>,
    standing: Option<&'static str>,
}

/// These moments of the past, as they are sent.
pub(crate) fn moments(past: Past, version: u64, wanted: Range<usize>) -> Result<Vec<u8>, serde_json::Error> {
    let (steps, seats) = (past.steps(), past.seats());
    let moments = past.moments(wanted);
    let moments = moments.iter().map(|one| moment(one, &seats)).collect();
    serde_json::to_vec(&WireMoments { version, steps, moments })
}

fn moment<'a>(moment: &'a Moment, seats: &[SeatInfo]) -> WireMoment<'a> {
    let scene = &moment.scene;
    let id = |seat: Seat| seats.get(seat.index()).map_or("", |info| info.id);
    WireMoment {
        step: moment.step,
        headline: &scene.headline,
        seats: seats.iter().enumerate().map(|(at, info)| stand(scene, Seat(at as u8), info.id)).collect(),
        turn: match moment.turn {
            Turn::Seats(set) => set.iter().map(id).collect(),
            Turn::Chance | Turn::Over => Vec::new(),
        },
        throw: scene.throw.as_ref().map(throw),
        turned: scene.turned,
        mood: scene.mood,
        tokens: tokens(scene),
        trays: scene.trays.iter().map(|one| tray(one, &id)).collect(),
        marks: Marks(&scene.marks),
        last: Marks(&moment.last),
    }
}

fn stand<'a>(scene: &'a Scene, seat: Seat, id: &'static str) -> WireStand<'a> {
    let need = scene.needs.iter().find(|need| need.seat == seat).map(|need| WireLine::from(&need.line));
    let standing = scene.standings.iter().find(|(of, _)| *of == seat).map(|(_, words)| *words);
    WireStand { id, need, standing }
}
