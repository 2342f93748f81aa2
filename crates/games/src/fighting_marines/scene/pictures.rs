//! The pictures of the how-to-play page: positions with marks that show what
//! their captions say.

use super::super::state::{Colour, Phase, RANKS, Rank, State};
use super::super::{FightingMarines, INFO};
use kernel::scene::{Mark, Scene};
use kernel::{Game, SeatSet, Show};

/// Men by colour: base spaces they stand on, platform spaces (by the base space they face).
type Men<'a> = (Colour, &'a [u8], &'a [u8]);

/// The men of the sheet's chart, with the arrow at 27.
const CHART: [Men<'static>; 4] = [
    (Colour::Red, &[2, 8, 10], &[26]),
    (Colour::Black, &[17], &[8]),
    (Colour::Yellow, &[26, 30, 32], &[]),
    (Colour::Green, &[41], &[2]),
];

/// The spaces of the chart, in its order.
const CHART_ORDER: [u8; 8] = [17, 26, 30, 32, 41, 2, 8, 10];

impl FightingMarines {
    /// The picture of this name; `None` if there is none or the board lacks one of its circles.
    pub(super) fn drawn(&self, name: &str) -> Option<Scene> {
        let caption = caption(name)?;
        let (state, marks) = match name {
            "start" => (self.start(&mut ()), Vec::new()),
            "facing" => {
                let mut state = self.start(&mut ());
                (state.arrow, state.thrown, state.throws) = (8, 9, 1);
                (state, vec![("9".to_owned(), Mark::LastTo), ("44".to_owned(), Mark::LastFrom)])
            }
            "enter" => {
                let state = self.men_at(27, &[(Colour::Yellow, &[26, 28, 30, 32], &[]), (Colour::Red, &[], &[26])])?;
                (state, vec![("p3-yellow".into(), Mark::Target), ("p5".into(), Mark::Target)])
            }
            "capture" => {
                let state = self.men_at(
                    27,
                    &[(Colour::Red, &[2, 8], &[]), (Colour::Green, &[], &[2]), (Colour::Black, &[], &[8])],
                )?;
                (state, vec![("p19".into(), Mark::LastTaken), ("p25-red".into(), Mark::Target)])
            }
            "chart" => {
                let steps = (1..).zip(CHART_ORDER).map(|(step, base)| (base.to_string(), Mark::Step(step)));
                (self.men_at(27, &CHART)?, steps.collect())
            }
            _ => return None,
        };
        let mut scene = self.scene(&state);
        scene.clear_trays();
        Some(scene.into_picture(caption, marks))
    }

    /// Privates and then officers on these spaces, everybody else in the corner.
    pub(in super::super) fn men_at(&self, arrow: u8, men: &[Men<'_>]) -> Option<State> {
        let mut state = self.empty();
        state.arrow = arrow.checked_sub(1).filter(|arrow| *arrow < self.board.spaces)?;
        state.phase = Phase::Assault;
        state.throws = 1;
        for colour in self.in_play() {
            let mut left: Vec<Rank> = RANKS.into_iter().flat_map(|rank| (0..rank.count()).map(move |_| rank)).collect();
            for (_, circles, facing) in men.iter().filter(|(of, ..)| *of == colour) {
                for base in *circles {
                    let (of, place) = self.circle(*base).filter(|(of, _)| *of == colour)?;
                    state.put_on_circle(of, place, left.remove(0));
                }
                for base in *facing {
                    state.put_on_platform(colour, self.board.net.facing(base - 1, state.arrow), left.remove(0));
                }
            }
            left.into_iter().for_each(|rank| state.corner[colour.index()].add(rank));
        }
        let open = self.all_seats().iter().filter(|seat| self.can_enter(&state, *seat));
        state.open = open.fold(SeatSet::EMPTY, SeatSet::with);
        Some(state)
    }
}

/// The caption of the picture on the how-to-play page.
fn caption(name: &str) -> Option<&'static str> {
    let (before, _) = INFO.how_to_play.split_once(&format!("](picture:{name})"))?;
    before.rsplit_once("![").map(|(_, caption)| caption)
}
