//! Going on from any place of a match as another one.

use crate::event::{Branch, Occupant, Order};
use crate::table::{Decline, Table};
use kernel::dynamic::DynMatch;
use kernel::{Turn, Viewer};

impl Table {
    /// The order for a match that begins where so many steps of this one stood, with
    /// the same pace and dice; who plays is for the caller to say.
    pub fn order_from(
        &self,
        step: usize,
        id: String,
        seats: Vec<Occupant>,
        entropy: [u8; 32],
    ) -> Result<Order, Decline> {
        let of = &self.opened().id;
        let order = order_from(self.session(), self.is_over(), of, step, id, seats, entropy)?;
        Ok(Order { pace: self.opened().pace, dice: self.opened().dice, ..order })
    }
}

/// The order for a match that begins where so many steps of the match `of` stood.
/// While that one is on (`over` is false) nothing of it may be hidden there.
pub fn order_from(
    session: &dyn DynMatch,
    over: bool,
    of: &str,
    step: usize,
    id: String,
    seats: Vec<Occupant>,
    entropy: [u8; 32],
) -> Result<Order, Decline> {
    let mut back = session.fork();
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
