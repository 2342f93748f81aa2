//! What people see: the road, the riders and the die, without a screen.

use crate::{HOME, SEATS, STABLE, State, TwoRiders};
use kernel::scene::{Gesture, Ink, Plan, Scene, Shape, Space, Spot, Stroke, Throw, Token, TokenArt, Tray};
use kernel::{Seat, Show};

/// The board's part that never changes.
pub(crate) fn plan() -> Plan {
    let ink = |name, light, dark| Ink { name, light, dark };
    let disc = |kind| vec![Shape::disc(1.0, kind, Stroke::line("road", 0.1))];
    let rider = |kind, glyph| TokenArt { kind, shapes: disc(kind), glyph, ink: kind };
    let (ground, road) = (ink("ground", "#f4ead2", "#2b2620"), ink("road", "#8a6f4d", "#a58b66"));
    let (red, blue) = (ink("red", "#b3372f", "#e0685f"), ink("blue", "#2b5c8a", "#6aa3d6"));
    Plan {
        size: (1100.0, 300.0),
        inks: vec![ground, road, red, blue],
        spaces: (1..HOME).map(milestone).collect(),
        tokens: vec![rider("red", ('●', 'R')), rider("blue", ('○', 'B'))],
        token_r: 30.0,
        ..Plan::default()
    }
}

/// A milestone in one of two rows of ten.
fn milestone(at: u8) -> Space {
    let (row, column) = ((at - 1) / 10, (at - 1) % 10);
    let point = (100.0 + 100.0 * f32::from(column), 90.0 + 120.0 * f32::from(row));
    let shapes = vec![Shape::disc(38.0, "ground", Stroke::line("road", 4.0))];
    Space { shapes, ..Space::new(at.to_string(), format!("milestone {at}"), point, 40.0, (column.into(), row.into())) }
}

/// The id of a place. Stables and homes are trays beside the board.
fn place(seat: Seat, at: u8) -> String {
    match at {
        STABLE => format!("{}’s stable", SEATS[seat.index()].name),
        HOME => format!("{}’s home", SEATS[seat.index()].name),
        _ => at.to_string(),
    }
}

impl Show for TwoRiders {
    fn scene(&self, state: &State) -> Scene {
        let mut scene = Scene::new(self.plan.clone());
        for seat in [Seat(0), Seat(1)] {
            for (at, number) in state.riders[seat.index()].into_iter().zip(0..) {
                let on_road = (1..HOME).contains(&at);
                let spot = if on_road { Spot::Space(place(seat, at)) } else { Spot::Tray(place(seat, at), number) };
                scene.tokens.push(Token::new(SEATS[seat.index()].id, seat, "rider", spot));
            }
            scene.trays.extend([STABLE, HOME].map(|at| Tray::new(place(seat, at), place(seat, at), seat)));
        }
        scene.headline = format!("It is {}’s turn.", SEATS[usize::from(state.turn)].name);
        scene.throw = (state.die > 0).then(|| Throw::Dice(vec![state.die]));
        scene
    }

    fn gesture(&self, state: &State, seat: Seat, from: u8) -> Gesture {
        let (start, end) = (place(seat, from), place(seat, state.target(from)));
        let label = format!("{start} → {end}");
        Gesture::new(vec![start, end], label)
    }
}
