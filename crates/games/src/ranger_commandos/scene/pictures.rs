//! The pictures of the how-to-play page: positions with marks that show what
//! their captions say.

use super::super::RangerCommandos;
use kernel::scene::Scene;

impl RangerCommandos {
    /// The picture of this name.
    pub(super) fn drawn(&self, _name: &str) -> Option<Scene> {
        None
    }
}
