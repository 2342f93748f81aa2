//! What people see.
use super::HitTheBeach;
use super::board::HbBoard;
use super::state::{Action, Colour, State};
use kernel::scene::{Gesture, Plan, Scene};
use kernel::{Seat, Show, Viewer};
pub(super) fn plan(board: &HbBoard, _playing: &[Colour]) -> Plan {
    Plan { size: board.size, inks: vec![], backdrop: vec![], regions: vec![], way_styles: vec![], ways: vec![], spaces: vec![], turntable: None, lettering: vec![], tokens: vec![], token_r: 20.0, facts: board.facts.clone() }
}
impl Show for HitTheBeach {
    fn plan(&self) -> Plan { (*self.plan).clone() }
    fn scene(&self, _s: &State, _v: Viewer) -> Scene {
        Scene { plan: self.plan.clone(), tokens: vec![], trays: vec![], marks: vec![], headline: "x".into(), needs: vec![], throw: None, turned: 0 }
    }
    fn gesture(&self, _s: &State, _seat: Seat, action: Action) -> Gesture { Gesture::button(format!("{action:?}")) }
}
