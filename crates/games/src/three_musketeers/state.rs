//! A position in bits: 48 bytes, copied freely.

use super::board::{Point, Points};
use super::{ATTACK, Ending, MUSKETEERS};
use kernel::Seat;

/// Whose turn it is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The fifty attackers.
    Attack,
    /// The three musketeers.
    Musketeers,
}

impl Side {
    /// The seat that plays this side.
    pub fn seat(self) -> Seat {
        match self {
            Side::Attack => ATTACK,
            Side::Musketeers => MUSKETEERS,
        }
    }

    /// The side of this seat.
    pub fn of(seat: Seat) -> Self {
        if seat == ATTACK { Side::Attack } else { Side::Musketeers }
    }
}

/// One man from one point to another, or the pass of TM-16.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Action {
    /// Where the man stands.
    pub from: Point,
    /// Where the man goes.
    pub to: Point,
}

impl Action {
    /// The pass (TM-16).
    pub const PASS: Action = Action { from: Point(u8::MAX), to: Point(u8::MAX) };

    /// The point in the middle, if the points are two steps apart.
    pub fn over(self) -> Point {
        Point(((u16::from(self.from.0) + u16::from(self.to.0)) / 2) as u8)
    }
}

const NOBODY: u8 = u8::MAX;

/// A position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where attackers stand.
    pub attackers: Points,
    /// Where musketeers stand.
    pub musketeers: Points,
    /// Turns of the attack since its last step forward or the last capture (TM-20).
    pub quiet: u16,
    /// Turns of either side since then: how far back a repetition can lie (TM-19).
    pub since: u16,
    /// Turns that the attack has waited for a rescue without a jump (TM-16); 0 if it does not wait.
    pub waited: u8,
    /// Is the attack to move while a rescue is still possible (TM-16)? It may pass then.
    pub waiting: bool,
    /// Whose turn it is.
    pub side: Side,
    /// How the match ended.
    pub ending: Ending,
    jumper: u8,
}

impl State {
    /// A position whose ending has not been determined yet.
    pub fn new(attackers: Points, musketeers: Points, side: Side) -> Self {
        State {
            attackers,
            musketeers,
            quiet: 0,
            since: 0,
            waited: 0,
            waiting: false,
            side,
            ending: Ending::None,
            jumper: NOBODY,
        }
    }

    /// The musketeer in the middle of a series of jumps (TM-11).
    pub fn jumper(&self) -> Option<Point> {
        (self.jumper != NOBODY).then_some(Point(self.jumper))
    }

    /// Sets the musketeer in the middle of a series of jumps, or none.
    pub fn set_jumper(&mut self, jumper: Option<Point>) {
        self.jumper = jumper.map_or(NOBODY, |point| point.0);
    }

    /// Does the attack wait for a rescue, on either side's turn (TM-16)? TM-19 and TM-20 do not count meanwhile.
    pub fn rescue_awaited(&self) -> bool {
        self.waiting || self.waited > 0
    }

    /// All men of both sides.
    pub fn men(&self) -> Points {
        self.attackers | self.musketeers
    }

    /// The hash key of a position: men, side to move, and the jumping musketeer.
    #[inline]
    pub fn key(&self) -> u64 {
        let men =
            fold(self.attackers as u64 ^ 0x9E37_79B9_7F4A_7C15, (self.attackers >> 64) as u64 ^ 0xD1B5_4A32_D192_ED03);
        let three = fold(
            self.musketeers as u64 ^ 0xA24B_AED4_963E_E407,
            (self.musketeers >> 64) as u64 ^ 0x9FB2_1C65_1E98_DF25,
        );
        let turn = u64::from(self.jumper) << 1 | self.side as u64;
        fold(men ^ turn.wrapping_mul(0xC2B2_AE3D_27D4_EB4F), three ^ 0x1656_67B1_9E37_79F9)
    }
}

#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
