//! Branches: a new match that starts from any step of another one.

use crate::decline::Decline;
use crate::occupant::Occupant;
use crate::order::{Branch, Order};
use crate::table::Table;
use kernel::dynamic::DynMatch;
use kernel::{Turn, Viewer};

impl Table {
    /// The order for a match that starts from this one after `step` steps, with the same
    /// time control and dice. The caller says who plays.
    pub fn order_from(
        &self,
        step: usize,
        id: String,
        seats: Vec<Occupant>,
        entropy: [u8; 32],
    ) -> Result<Order, Decline> {
        let of = &self.opened().id;
        let order = order_from(self.game_match(), self.is_over(), of, step, id, seats, entropy)?;
        Ok(Order { pace: self.opened().pace, dice: self.opened().dice, practice: self.opened().practice, ..order })
    }
}

/// The order for a match that starts from the match `of` after `step` steps. While that match
/// is on (`over` is false), a position with hidden information is declined.
pub fn order_from(
    game_match: &dyn DynMatch,
    over: bool,
    of: &str,
    step: usize,
    id: String,
    seats: Vec<Occupant>,
    entropy: [u8; 32],
) -> Result<Order, Decline> {
    let mut back = game_match.fork();
    if step > back.played().len() {
        return Err(Decline::NoSuchStep(step));
    }
    while back.played().len() > step {
        back.undo();
    }
    if back.turn() == Turn::Over {
        return Err(Decline::OverThere);
    }
    if !over && back.has_hidden() {
        return Err(Decline::Hidden);
    }
    let branch = Branch { of: of.to_owned(), step: step as u32 };
    let start = Some(back.position(Viewer::Referee));
    Ok(Order { start, branch: Some(branch), ..Order::plain(id, back.config().clone(), seats, entropy) })
}
