//! The order in which the spaces of a board are numbered.

use super::reader::Landing;
use super::{Beach, Kind, Place};
use crate::hit_the_beach::state::Space;

/// Maps places in the file to spaces: brown circles come first.
pub(super) struct Order(Vec<u8>);

impl Order {
    pub(super) fn new(places: &[Place]) -> Self {
        let rank = |place: &Place| match place.kind {
            Kind::Land | Kind::Atoll => 0,
            Kind::Objective => 1,
            Kind::Sea => 2,
            Kind::Start(_) => 3,
        };
        let mut sorted: Vec<_> = (0..places.len()).collect();
        sorted.sort_by_key(|place| (rank(&places[*place]), *place));
        let mut order = vec![0; places.len()];
        for (index, place) in sorted.into_iter().enumerate() {
            order[place] = index as u8;
        }
        Order(order)
    }

    pub(super) fn of(&self, place: usize) -> Space {
        Space(self.0[place])
    }

    pub(super) fn sorted(&self, places: &[Place]) -> Vec<Place> {
        let mut sorted: Vec<_> = self.0.iter().zip(places).collect();
        sorted.sort_by_key(|(index, _)| **index);
        sorted.into_iter().map(|(_, place)| place.clone()).collect()
    }

    pub(super) fn beaches(&self, landings: Vec<Landing>) -> Option<[[Beach; 2]; 4]> {
        let mut by_colour: [Vec<Beach>; 4] = Default::default();
        for landing in landings {
            by_colour[landing.colour.index()].push(Beach {
                colour: landing.colour,
                circle: self.of(landing.circle),
                berths: landing.berths,
                cells: landing.cells,
                evidence: landing.evidence,
            });
        }
        let [a, b, c, d] = by_colour.map(|beaches| <[Beach; 2]>::try_from(beaches).ok());
        Some([a?, b?, c?, d?])
    }
}
