//! The pictures of the how-to-play page: positions with marks that show what
//! their captions say.

use super::super::state::{COLOURS, Colour, Phase, State};
use super::super::{INFO, RangerCommandos};
use kernel::scene::{Mark, Scene};
use kernel::{SeatSet, Show};

/// The marks of a picture.
type Marks = Vec<(String, Mark)>;

impl RangerCommandos {
    /// The picture of this name; `None` if there is none or the board lacks one of its places.
    pub(super) fn drawn(&self, name: &str) -> Option<Scene> {
        let caption = caption(name)?;
        let (state, marks) = match name {
            "start" => (self.in_docks(), Vec::new()),
            "crossing" => self.crossing_picture()?,
            "walk" => self.walk_picture()?,
            "alarm" => self.alarm_picture()?,
            "home" => self.home_picture()?,
            _ => return None,
        };
        let mut scene = self.scene(&state);
        scene.clear_trays();
        Some(scene.into_picture(caption, marks))
    }

    /// Every colour led by a seat, all in their docks.
    fn in_docks(&self) -> State {
        let mut state = self.start;
        (state.phase, state.open) = (Phase::Night, SeatSet::EMPTY);
        state.seats = [0, 1, 2, 3];
        COLOURS.into_iter().for_each(|colour| state.launch(colour));
        state
    }

    /// Where the five night directions lead from the middle of the sea.
    fn crossing_picture(&self) -> Option<(State, Marks)> {
        let mut state = self.in_docks();
        let wave = self.board.wave_called("d9")?;
        state.sail(Colour::Red, wave);
        let next = self.board.dial.iter().filter_map(|cell| self.board.step(wave, cell.night));
        let mut marks: Marks = next.map(|wave| (self.board.wave_name(wave), Mark::Target)).collect();
        marks.sort_by(|a, b| a.0.cmp(&b.0));
        marks.dedup_by(|a, b| a.0 == b.0);
        Some((state, marks))
    }

    /// Red landed, with the commando on this circle and a 3 to walk.
    fn raider(&self, circle: &str) -> Option<State> {
        let mut state = self.in_docks();
        state.sail(Colour::Red, self.board.wave_called("k11")?);
        state.men[0] = self.board.circle_called(circle)?;
        state.phase = Phase::Walk;
        state.spun = self.board.dial.iter().position(|cell| cell.number == 3)? as u8;
        Some(state)
    }

    /// Every end of a walk of three, and one walk step by step.
    fn walk_picture(&self) -> Option<(State, Marks)> {
        let state = self.raider("n11")?;
        let goal = self.board.circle_called("o8")?;
        let ends = super::super::moves::bits(self.open_ends(&state));
        let mut marks: Marks = ends.map(|circle| (self.board.circle_name(circle), Mark::Target)).collect();
        marks.retain(|(id, _)| *id != self.board.circle_name(goal));
        let way = self.way_to(&state, Colour::Red, goal);
        marks.extend((1..).zip(way).map(|(step, circle)| (self.board.circle_name(circle), Mark::Step(step))));
        Some((state, marks))
    }

    /// The shortest way back from a sentry, counted.
    fn alarm_picture(&self) -> Option<(State, Marks)> {
        let mut state = self.raider("r7")?;
        state.phase = Phase::Escape;
        let mut marks = vec![(self.board.circle_name(state.men[0]), Mark::Must)];
        let mut at = state.men[0];
        let back = self.net.back.get(usize::from(self.net.landing[usize::from(state.barges[0])]))?;
        for step in 1.. {
            let steps = back[usize::from(at)];
            if steps <= 1 {
                marks.push((self.board.wave_name(state.barges[0]), Mark::Step(step)));
                break;
            }
            let next = self.net.ways[usize::from(at)].iter().find(|(_, to)| back[usize::from(*to)] < steps);
            at = next?.1;
            marks.push((self.board.circle_name(at), Mark::Step(step)));
        }
        Some((state, marks))
    }

    /// Red at a headland, Green a step from a dock.
    fn home_picture(&self) -> Option<(State, Marks)> {
        let mut state = self.in_docks();
        state.phase = Phase::Day;
        for (colour, wave) in COLOURS.into_iter().zip(["b5", "f9", "c7", "i3"]) {
            state.sail(colour, self.board.wave_called(wave)?);
        }
        let marks = [("b5", Mark::Held), ("a7", Mark::Target), ("a3", Mark::Target)];
        Some((state, marks.map(|(id, mark)| (id.to_owned(), mark)).to_vec()))
    }
}

/// The caption of the picture on the how-to-play page.
fn caption(name: &str) -> Option<&'static str> {
    let (before, _) = INFO.how_to_play.split_once(&format!("](picture:{name})"))?;
    before.rsplit_once("![").map(|(_, caption)| caption)
}
