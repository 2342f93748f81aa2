//! The pictures of the how-to-play page: positions with marks that show what
//! their captions say.

use super::super::state::{COLOURS, Colour, Phase, State};
use super::super::{HitTheBeach, INFO};
use kernel::scene::{Mark, Scene};
use kernel::{Game, Seat, Show};

/// Divisions by colour: marines and armies on the board; those not named wait.
type Force<'a> = (Colour, &'a [&'a str], &'a [&'a str]);

impl HitTheBeach {
    /// The picture of this name; `None` if there is none or the board lacks one of its spaces.
    pub(super) fn drawn(&self, name: &str) -> Option<Scene> {
        let caption = caption(name)?;
        let steps = |names: &[&str]| {
            (1..).zip(names).map(|(step, name)| ((*name).to_owned(), Mark::Step(step))).collect::<Vec<_>>()
        };
        let target = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), Mark::Target)).collect::<Vec<_>>();
        let mut state = self.start(&mut ());
        state.die = 4;
        let marks = match name {
            "start" => {
                state.die = 0;
                Vec::new()
            }
            "move" => {
                self.stand(&mut state, &[(Colour::Red, &["R3"], &["R1"])])?;
                steps(&["R2", "R3", "R4", "R5"])
            }
            "landing" => {
                self.stand(&mut state, &[(Colour::Red, &["R2"], &["R3"])])?;
                state.support[Colour::Red.index()] = [1, 1];
                steps(&["R3", "R4", "R5", "R6"])
            }
            "relief" => {
                self.clear(&mut state, &["R6"])?;
                self.stand(&mut state, &[(Colour::Red, &["R3"], &["R5"]), (Colour::Blue, &["R8"], &[])])?;
                state.die = 3;
                let mut marks = steps(&["R6", "R7"]);
                marks.push(("R8".into(), Mark::LastTaken));
                marks
            }
            "defender" => {
                self.clear(&mut state, &["R6", "R13", "R16"])?;
                self.stand(&mut state, &[(Colour::Red, &["R16"], &["R9"]), (Colour::Green, &["G15"], &[])])?;
                (state.phase, state.freed) = (Phase::Place, self.board.called("R16")?);
                target(&["W4", "N2", "E4", "R15", "G14"])
            }
            "objective" => {
                self.clear(&mut state, &["R6", "R13", "R16", "W5"])?;
                self.stand(&mut state, &[(Colour::Red, &["R15"], &["R14"])])?;
                state.die = 3;
                steps(&["R16", "W5", "HQ"])
            }
            _ => return None,
        };
        let mut scene = self.scene(&state);
        scene.trays.retain(|_| state.phase == Phase::Place);
        Some(scene.into_picture(caption, marks))
    }

    /// Takes the defenders off these circles.
    fn clear(&self, state: &mut State, circles: &[&str]) -> Option<()> {
        for name in circles {
            state.defenders &= !self.board.called(name)?.brown_bit();
        }
        Some(())
    }

    fn stand(&self, state: &mut State, forces: &[Force<'_>]) -> Option<()> {
        (state.phase, state.seat, state.throws) = (Phase::Move, Seat(0), 1);
        for (colour, marines, armies) in forces {
            if self.owner(*colour).is_none() || !COLOURS.contains(colour) {
                continue;
            }
            for (slot, name) in [0, 1].iter().zip(*marines).chain([2, 3].iter().zip(*armies)) {
                let at = self.board.called(name)?;
                state.taken |= at.bit();
                state.shift(*colour, *slot, at);
            }
        }
        Some(())
    }
}

/// The caption of the picture on the how-to-play page.
fn caption(name: &str) -> Option<&'static str> {
    let (before, _) = INFO.how_to_play.split_once(&format!("](picture:{name})"))?;
    before.rsplit_once("![").map(|(_, caption)| caption)
}
