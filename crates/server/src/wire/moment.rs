//! Converts earlier positions; the fields have the same meaning as in a view.

use super::{Ids, marks, need, standing, throw, tokens, trays, turn};
use kernel::Seat;
use protocol::{Moment, Moments, SeatMoment};
use std::ops::Range;
use table::Past;

/// The positions after these steps.
pub(crate) fn moments(past: Past, version: u64, wanted: Range<usize>) -> Moments {
    let (steps, ids) = (past.steps(), Ids(past.seats().iter().map(|info| info.id).collect()));
    let moments = past.moments(wanted);
    Moments { version, steps, moments: moments.iter().map(|one| moment(one, &ids)).collect() }
}

fn moment(moment: &table::Moment, ids: &Ids) -> Moment {
    let scene = &moment.scene;
    let seat = |(at, id): (usize, &&'static str)| {
        let seat = Seat(at as u8);
        SeatMoment { id: (*id).to_owned(), need: need(&scene.needs, seat), standing: standing(scene, seat) }
    };
    Moment {
        step: moment.step,
        headline: scene.headline.clone(),
        seats: ids.0.iter().enumerate().map(seat).collect(),
        turn: turn(moment.turn, ids),
        throw: scene.throw.as_ref().map(throw),
        turned: scene.turned,
        mood: scene.mood.map(str::to_owned),
        tokens: tokens(scene, &[]),
        trays: trays(scene, ids),
        marks: marks(&scene.marks),
        last: marks(&moment.last),
    }
}
