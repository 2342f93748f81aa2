//! Estimates of positions: each seat's share of the win, without looking ahead.
//!
//! Everything else in this crate looks ahead with an [`Estimate`]. The games' evaluations are the one in use; trained
//! values can take their place.

use kernel::{Evaluate, Game, MAX_SEATS, Outcome, Seat};
use players::{WIN, winning_odds};

/// A share of the win for each seat. The shares of all sides add up to 1; both seats of a side have its share.
pub type Shares = [f64; MAX_SEATS];

/// What a position that is not over is worth to every seat.
pub trait Estimate<G: Game>: Send {
    /// The shares of all seats.
    fn shares(&self, game: &G, state: &G::State) -> Shares;
}

/// The game's own evaluation as odds of winning.
#[derive(Copy, Clone, Debug, Default)]
pub struct Evaluation;

impl<G: Evaluate> Estimate<G> for Evaluation {
    fn shares(&self, game: &G, state: &G::State) -> Shares {
        let mut shares = [0.0; MAX_SEATS];
        for seat in game.contenders(state).iter() {
            shares[seat.index()] = odds(game, game.evaluate(state, seat), seat);
        }
        normal(game, shares)
    }
}

/// How the values of a game become odds of winning. Fitted to the results of matches between captains; see
/// `docs/analysis.md`.
struct Scale {
    /// The value that multiplies the odds by e.
    lead: i32,
    /// The value at which the first seat has even odds.
    even: i32,
}

impl Scale {
    fn of(slug: &str) -> Scale {
        match slug {
            "three-musketeers" => Scale { lead: 1_000, even: 3_500 },
            "fighting-marines" => Scale { lead: 1_000, even: 0 },
            "hit-the-beach" => Scale { lead: 200, even: 0 },
            "ranger-commandos" => Scale { lead: 300, even: 0 },
            "conflict" => Scale { lead: 500, even: 0 },
            _ => Scale { lead: PLAYERS_LEAD, even: 0 },
        }
    }
}

/// The lead of [`winning_odds`].
const PLAYERS_LEAD: i32 = 250;

/// The odds of winning of a seat whose position has this value for it. A value beyond half of [`WIN`] means that the end
/// is in sight.
pub(crate) fn odds<G: Game>(game: &G, value: i32, seat: Seat) -> f64 {
    let scale = Scale::of(G::INFO.slug);
    if value.abs() > WIN / 2 {
        return winning_odds(value, game.players());
    }
    let even = if seat == Seat(0) { scale.even } else { -scale.even };
    let value = i64::from(value - even) * i64::from(PLAYERS_LEAD) / i64::from(scale.lead);
    winning_odds(value as i32, game.players())
}

/// The shares at the end of a match, or as estimated.
pub(crate) fn shares_of<G: Game>(game: &G, estimate: &dyn Estimate<G>, state: &G::State) -> Shares {
    game.outcome(state).map_or_else(|| estimate.shares(game, state), |outcome| outcome_shares(&outcome))
}

/// The shares of a result.
pub(crate) fn outcome_shares(outcome: &Outcome) -> Shares {
    outcome.shares
}

/// Makes the shares of all sides add up to 1, and gives both seats of a side the same share.
pub(crate) fn normal<G: Game>(game: &G, mut shares: Shares) -> Shares {
    for seat in game.all_seats().iter() {
        if let Some(partner) = later_partner(game, seat) {
            let mean = (shares[seat.index()] + shares[partner.index()]) / 2.0;
            (shares[seat.index()], shares[partner.index()]) = (mean, mean);
        }
    }
    let sum = sum_of_sides(game, &shares);
    let sides = game.all_seats().iter().filter(|seat| leads_side(game, *seat)).count() as f64;
    for seat in game.all_seats().iter() {
        shares[seat.index()] = if sum > 0.0 { shares[seat.index()] / sum } else { 1.0 / sides };
    }
    shares
}

/// The sum over all sides, each counted once.
pub(crate) fn sum_of_sides<G: Game>(game: &G, shares: &Shares) -> f64 {
    let first = game.all_seats().iter().filter(|seat| leads_side(game, *seat));
    first.fold(0.0, |sum, seat| sum + shares[seat.index()])
}

/// Is the seat the first of its side?
pub(crate) fn leads_side<G: Game>(game: &G, seat: Seat) -> bool {
    game.partner(seat).is_none_or(|partner| seat.0 < partner.0)
}

fn later_partner<G: Game>(game: &G, seat: Seat) -> Option<Seat> {
    game.partner(seat).filter(|partner| partner.0 > seat.0)
}
