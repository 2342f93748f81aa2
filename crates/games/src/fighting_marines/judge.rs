//! Judging actions by the rule book: each check names the rule that forbids the action.

use super::FightingMarines;
use super::board::Pad;
use super::rules::*;
use super::state::{COLOURS, Colour, Phase, Rank, State};
use kernel::{Game, Refusal, Seat, Turn};

impl FightingMarines {
    pub(super) fn judge_turn(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        match self.turn(state) {
            Turn::Over => Err(Refusal::new(STOP, "The match is over.").instead("Start another one.")),
            Turn::Chance => Err(Refusal::new(STOP, "The throw comes first.").instead("Throw, then move.")),
            Turn::Seats(seats) if seats.contains(seat) => Ok(()),
            Turn::Seats(seats) if state.phase == Phase::Assault => {
                Err(Refusal::new(AT_ONCE, "You are done with this assault.")
                    .instead(format!("Now {} may still move.", self.names(seats))))
            }
            Turn::Seats(seats) => Err(Refusal::new(ORDER, "It is not your turn to regroup.")
                .instead(format!("Now {} must act.", self.names(seats)))),
        }
    }

    /// The man on a base space, if it is a circle with one.
    pub(super) fn man_on(&self, state: &State, base: u8) -> Option<(Colour, Rank)> {
        let (colour, place) = self.circle(base)?;
        Some((colour, state.on_circle(colour, place)?))
    }

    /// The colour of a circle and its place in the section, found in the board as written.
    pub(super) fn circle(&self, base: u8) -> Option<(Colour, u8)> {
        COLOURS.into_iter().find_map(|colour| {
            let circles = &self.board.sections[colour.index()].circles;
            let place = circles.iter().position(|circle| *circle == base)?;
            Some((colour, place as u8))
        })
    }

    /// Which platform space a circle faces (FM-3), and what is there for its colour.
    pub(super) fn front(&self, state: &State, base: u8) -> Option<(u8, Front)> {
        let (colour, _) = self.circle(base)?;
        let spaces = i32::from(self.board.spaces);
        let index = (i32::from(base) - (i32::from(state.arrow) + 1)).rem_euclid(spaces) as u8;
        let there = COLOURS.into_iter().filter_map(|other| Some((other, state.on_platform(other, index)?)));
        let there: Vec<_> = there.collect();
        let friend = there.iter().find(|(other, _)| self.owner(*other) == self.owner(colour));
        let front = match (self.board.platform[usize::from(index)].0, friend, there.first()) {
            (Pad::Arrow, ..) => Front::Arrow,
            (Pad::Neutral, friend, _) => Front::Neutral { taken: friend.is_some() },
            (_, Some((other, rank)), _) => Front::Friend(*other, *rank),
            (_, None, Some((other, rank))) => Front::Enemy(*other, *rank),
            (Pad::Own(own), None, None) => Front::Empty(own),
        };
        Some((index, front))
    }

    pub(super) fn judge_entry(&self, state: &State, seat: Seat, base: u8, capture: bool) -> Result<(), Refusal> {
        let (colour, _) = self.own_circle(seat, base)?;
        if self.man_on(state, base).is_none() {
            return Err(
                Refusal::new(BASE, format!("Nobody stands on circle {base}.")).instead(self.open_entries(state, seat))
            );
        }
        let Some((_, front)) = self.front(state, base) else { return Err(no_circle(base)) };
        let refusal = match (front, capture) {
            (Front::Neutral { taken: false }, false) | (Front::Enemy(..), true) => return Ok(()),
            (Front::Empty(own), false) if own == colour => return Ok(()),
            (Front::Arrow, _) => Refusal::new(PLATFORM, format!("{base} faces the arrow, and nobody enters there.")),
            (Front::Neutral { .. }, true) => {
                Refusal::new(SAFE, format!("{base} faces a neutral space, where nobody is captured."))
            }
            (Front::Neutral { taken: true }, false) => {
                Refusal::new(ONE_A_SPACE, format!("The neutral space in front of {base} already holds a man of yours."))
            }
            (Front::Friend(other, rank), _) => {
                let what = format!("In front of {base} stands your own man, {}’s {}.", other.name(), rank.word());
                Refusal::new(ONE_A_SPACE, what)
            }
            (Front::Enemy(other, rank), false) => {
                let what = format!("{}’s {} stands in front of {base}.", other.name(), rank.word());
                return Err(Refusal::new(CAPTURE, what).instead(format!("Capture him with {base}x.")));
            }
            (Front::Empty(own), true) if own == colour => {
                return Err(Refusal::new(CAPTURE, format!("The space in front of {base} is empty."))
                    .instead(format!("Enter it with {base}>.")));
            }
            (Front::Empty(_), true) => Refusal::new(CAPTURE, format!("The space in front of {base} is empty.")),
            (Front::Empty(own), false) => {
                let what = format!("The space in front of {base} is {}, not {}.", own.word(), colour.word());
                Refusal::new(OWN_COLOUR, what)
            }
        };
        Err(refusal.instead(self.open_entries(state, seat)))
    }

    /// FM-24: in the regroup phase nobody enters, or only men placed in it.
    pub(super) fn judge_late(&self, state: &State, seat: Seat, base: u8) -> Result<(), Refusal> {
        if !self.options.eager {
            return Err(Refusal::new(EAGER, "The assault is over; men enter again after the next throw."));
        }
        let (colour, place) = self.own_circle(seat, base)?;
        if self.man_on(state, base).is_some() && state.fresh[colour.index()] >> place & 1 == 0 {
            return Err(Refusal::new(EAGER, format!("The man on {base} stood there when the platform stopped."))
                .instead("Only men placed in this regroup phase may enter now."));
        }
        Ok(())
    }

    pub(super) fn own_circle(&self, seat: Seat, base: u8) -> Result<(Colour, u8), Refusal> {
        let Some((colour, place)) = self.circle(base) else { return Err(no_circle(base)) };
        if self.owner(colour) != Some(seat) {
            let what = format!("Circle {base} belongs to {}.", colour.name());
            return Err(Refusal::new(BASE, what).instead(format!("Yours are {}.", self.own_circles(seat))));
        }
        Ok((colour, place))
    }

    pub(super) fn own_circles(&self, seat: Seat) -> String {
        let circles = self.colours(seat).iter().flat_map(|colour| &self.board.sections[colour.index()].circles);
        listed(circles.map(u8::to_string).collect(), "and")
    }

    /// FM-20, FM-21: the holder has such a man of the seat's.
    pub(super) fn judge_captive(
        &self,
        state: &State,
        seat: Seat,
        mine: Colour,
        rank: Rank,
        from: Seat,
    ) -> Result<(), Refusal> {
        if self.owner(mine) != Some(seat) {
            let what = format!("{}’s men are not yours to get back.", mine.name());
            return Err(Refusal::new(EXCHANGE, what));
        }
        if from == seat || from.0 >= self.players {
            return Err(Refusal::new(EXCHANGE, "A man comes back from an opponent who holds him."));
        }
        if state.captives(from, mine).count(rank) == 0 {
            let holder = self.does(from, "holds", "hold");
            return Err(Refusal::new(EXCHANGE, format!("{holder} no {} of {}.", rank.word(), mine.name())));
        }
        Ok(())
    }

    pub(super) fn judge_gift(&self, state: &State, seat: Seat, rank: Rank, give: Colour) -> Result<(), Refusal> {
        if state.captives(seat, give).count(rank) > 0 {
            return Ok(());
        }
        let what = format!("You hold no {} of {} to give for him.", rank.word(), give.name());
        let own = COLOURS.into_iter().filter(|colour| state.captives(seat, *colour).count(rank) > 0);
        let own: Vec<_> = own.map(|colour| colour.name().to_owned()).collect();
        let hint = match own.is_empty() {
            false => format!("You hold a {} of {}.", rank.word(), listed(own, "and")),
            true if state.purse(seat) >= rank.price() => format!("You may pay {} points for him.", rank.price()),
            true => String::new(),
        };
        Err(Refusal::new(EXCHANGE, what).instead(hint))
    }

    pub(super) fn judge_price(&self, state: &State, seat: Seat, rank: Rank) -> Result<(), Refusal> {
        let held = COLOURS.into_iter().find(|colour| state.captives(seat, *colour).count(rank) > 0);
        if let Some(colour) = held {
            let what = format!("You hold {}’s {} and must exchange, not pay.", colour.name(), rank.word());
            return Err(Refusal::new(RANSOM, what).instead("Ransom is for those who have nobody of that rank to give."));
        }
        if state.purse(seat) < rank.price() {
            let what = format!("A {} costs {} points, and you have {}.", rank.word(), rank.price(), state.purse(seat));
            return Err(Refusal::new(RANSOM, what));
        }
        Ok(())
    }

    pub(super) fn judge_fill(&self, state: &State, seat: Seat, rank: Rank, at: u8) -> Result<(), Refusal> {
        let (colour, place) = self.own_circle(seat, at)?;
        if state.on_circle(colour, place).is_some() {
            return Err(Refusal::new(ONE_A_SPACE, format!("Circle {at} already holds a man.")));
        }
        if state.corner(colour).count(rank) == 0 {
            let what = format!("{} has no {} in the corner.", colour.name(), rank.word());
            return Err(Refusal::new(FILLING, what));
        }
        Ok(())
    }

    pub(super) fn judge_pass(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        let entries = self.entries(state, seat);
        if self.options.must_enter && !entries.is_empty() {
            let what = "At this table a man who can enter must enter.";
            return Err(Refusal::new(CHOICE, what).instead(format!("Play {}.", listed(entries, "or"))));
        }
        Ok(())
    }

    /// Everything the seat may do with men on circles now, tried one by one.
    pub(super) fn entries(&self, state: &State, seat: Seat) -> Vec<String> {
        let mut entries = Vec::new();
        for colour in self.colours(seat) {
            for &base in &self.board.sections[colour.index()].circles {
                let (_, place) = self.circle(base).unwrap_or((*colour, 0));
                let not_placed_now = state.phase == Phase::Regroup && state.fresh[colour.index()] >> place & 1 == 0;
                if not_placed_now || self.man_on(state, base).is_none() {
                    continue;
                }
                match self.front(state, base) {
                    Some((_, Front::Enemy(..))) => entries.push(format!("{base}x")),
                    Some((_, Front::Neutral { taken: false })) => entries.push(format!("{base}>")),
                    Some((_, Front::Empty(own))) if own == *colour => entries.push(format!("{base}>")),
                    _ => {}
                }
            }
        }
        entries
    }

    pub(super) fn open_entries(&self, state: &State, seat: Seat) -> String {
        let mut open = self.entries(state, seat);
        if !self.options.must_enter || open.is_empty() {
            open.push("pass".into());
        }
        format!("You may play {}.", listed(open, "or"))
    }

    pub(super) fn leaves_empty(&self, state: &State, seat: Seat) -> bool {
        self.colours(seat)
            .iter()
            .any(|colour| self.empty_circles(state, *colour) != 0 && !state.corner(*colour).is_empty())
    }
}

fn no_circle(base: u8) -> Refusal {
    Refusal::new(BASE, format!("There is no circle {base}.")).instead("Men stand on the circles of the base.")
}
