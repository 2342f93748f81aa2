//! Judging actions by the rule book: each check names the rule that forbids the action.

use super::HitTheBeach;
use super::board::Kind;
use super::moves::PIPS;
use super::paths;
use super::rules::*;
use super::state::{Colour, Division, SUPPORTS, Space, State, Support};
use kernel::{Game, Refusal, Seat, Turn};

impl HitTheBeach {
    pub(super) fn judge_turn(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        match self.turn(state) {
            Turn::Over => Err(Refusal::new(TURN, "The match is over.").instead("Start another one.")),
            Turn::Chance => Err(Refusal::new(TURN, "The throw comes first.").instead("Throw, then move.")),
            Turn::Seats(seats) if seats.contains(seat) => Ok(()),
            Turn::Seats(seats) => {
                Err(Refusal::new(TURN, "It is not your turn.").instead(format!("Now {} must act.", self.names(seats))))
            }
        }
    }

    pub(super) fn judge_march(&self, state: &State, seat: Seat, from: Space, to: Space) -> Result<(), Refusal> {
        let (colour, name) = (self.colour(seat), self.board.name(from));
        if matches!(self.board.place(from).kind, Kind::Start(_)) {
            let hint = format!("Write marine-{0} or army-{0}.", self.board.name(to));
            return Err(Refusal::new(START, "Say which division leaves the start circle.").instead(hint));
        }
        match state.division_on(from) {
            Some((whose, division)) if whose == colour => self.judge_way(state, colour, division, from, to),
            Some((whose, division)) => {
                let what = format!("{}’s {} stands on {name}.", whose.name(), division.word());
                Err(Refusal::new(TURN, what).instead(self.own_places(state, colour)))
            }
            None => {
                let what = format!("No division stands on {name}.");
                Err(Refusal::new(TURN, what).instead(self.own_places(state, colour)))
            }
        }
    }

    pub(super) fn judge_setting_out(
        &self,
        state: &State,
        seat: Seat,
        division: Division,
        to: Space,
    ) -> Result<(), Refusal> {
        let colour = self.colour(seat);
        let start = self.board.harbours[colour.index()].circle;
        if !state.divisions(colour).any(|(kind, at)| kind == division && at == start) {
            let what = format!("No {} of yours is at the start circle.", division.word());
            return Err(Refusal::new(START, what).instead(self.own_places(state, colour)));
        }
        self.judge_way(state, colour, division, start, to)
    }

    pub(super) fn judge_way(
        &self,
        state: &State,
        colour: Colour,
        division: Division,
        from: Space,
        to: Space,
    ) -> Result<(), Refusal> {
        if matches!(self.board.place(to).kind, Kind::Start(_)) {
            return Err(Refusal::new(START, "No move enters a start circle.")
                .instead(self.open_ends(state, colour, division, from)));
        }
        if from == to {
            return Err(Refusal::new(NO_TURNING, "A loop back to the same space changes nothing.")
                .instead("Pass, if you do not want to move."));
        }
        if state.has_defender(to) && self.board.beach(to).is_some() {
            return self.judge_landing(state, colour, division, from, to);
        }
        self.judge_count(state, from, to).map_err(|refusal| self.with_ends(refusal, state, colour, division, from))?;
        self.judge_end(state, colour, to).map_err(|refusal| self.with_ends(refusal, state, colour, division, from))
    }

    pub(super) fn with_ends(
        &self,
        refusal: Refusal,
        state: &State,
        colour: Colour,
        division: Division,
        from: Space,
    ) -> Refusal {
        refusal.instead(self.open_ends(state, colour, division, from))
    }

    /// HB-17: divisions on which a move may not end.
    pub(super) fn judge_end(&self, state: &State, colour: Colour, to: Space) -> Result<(), Refusal> {
        let name = self.board.name(to);
        match state.division_on(to) {
            Some((whose, division)) if whose == colour => {
                let what = format!("Your own {} stands on {name}.", division.word());
                Err(Refusal::new(ONE_A_SPACE, what))
            }
            Some((whose, division)) if self.board.place(to).kind == Kind::Sea => {
                let what =
                    format!("{}’s {} stands on {name}, and at sea nobody is relieved.", whose.name(), division.word());
                Err(Refusal::new(ONE_A_SPACE, what))
            }
            _ => Ok(()),
        }
    }

    /// Can a move cross this space now (HB-14, HB-16, HB-28)?
    pub(super) fn may_cross(&self, state: &State, space: Space) -> bool {
        paths::crossable(&self.board, space) && !state.has_defender(space)
    }

    /// HB-9, HB-13, HB-16, HB-28: is there a way of the length that was thrown?
    pub(super) fn judge_count(&self, state: &State, from: Space, to: Space) -> Result<(), Refusal> {
        let (board, pips) = (&*self.board, state.die);
        if paths::way(board, from, to, pips, &|space| self.may_cross(state, space)).is_some() {
            return Ok(());
        }
        let end = board.name(to);
        if let Some(way) = paths::unbarred(board, from, to, pips) {
            let bar = way.iter().find(|space| state.has_defender(**space)).map_or("", |space| board.name(*space));
            return Err(Refusal::new(BARRED, format!("The defender on {bar} bars the way to {end}.")));
        }
        if paths::way(board, from, to, pips, &|_| true).is_some() {
            return Err(Refusal::new(
                OBJECTIVE,
                format!("The way to {end} would cross the objective or a start circle."),
            ));
        }
        if paths::by_turning_back(board, from, to, pips) {
            let what = format!("With {}, {end} can be reached only by turning back on the way.", article(pips));
            return Err(Refusal::new(NO_TURNING, what));
        }
        Err(Refusal::new(COUNT, format!("{}, and you threw {}.", self.takes(from, to), article(pips))))
    }

    /// The throws that lead there, in words.
    pub(super) fn takes(&self, from: Space, to: Space) -> String {
        let counts = paths::counts(&self.board, from, to);
        let (from, to) = (self.standing(from), self.board.name(to));
        match counts.is_empty() {
            true => format!("No single throw leads from {from} to {to}"),
            false => {
                let counts = counts.into_iter().map(article).collect();
                format!("From {from} to {to} it takes {}", listed(counts, "or"))
            }
        }
    }

    pub(super) fn standing(&self, from: Space) -> String {
        match self.board.place(from).kind {
            Kind::Start(_) => "the start circle".into(),
            _ => self.board.name(from).to_owned(),
        }
    }

    /// HB-20 to HB-22: everything that a landing lacks.
    pub(super) fn judge_landing(
        &self,
        state: &State,
        colour: Colour,
        division: Division,
        from: Space,
        to: Space,
    ) -> Result<(), Refusal> {
        let Some(beach) = self.board.beach(to) else { return Ok(()) };
        let name = self.board.name(to);
        if beach.colour != colour {
            let whose = beach.colour.name();
            let what = format!("The defender on {name} can be removed only by {whose}.");
            let hint = match self.owner(beach.colour) {
                Some(_) => format!("{name} opens to everybody when {whose} has cleared it."),
                None => format!("Nobody plays {whose}, so {name} stays closed."),
            };
            return Err(Refusal::new(WHOSE_BEACH, what).instead(hint));
        }
        let mut lacks = Vec::new();
        for piece in SUPPORTS {
            let at = self.support_at(state, colour, piece);
            if at != Some(to) {
                let where_now = at.map_or("at the start circle".into(), |at| format!("at {}", self.board.name(at)));
                lacks.push(format!("the {} ({where_now})", piece.name()));
            }
        }
        let supported = lacks.is_empty();
        if division != Division::Marine {
            lacks.push("a marine in place of the army".into());
        }
        let counted = self.judge_count(state, from, to);
        if let Err(refusal) = &counted {
            if lacks.is_empty() {
                let what = format!("The landing on {name} fails. {}", refusal.what);
                return Err(Refusal::new(refusal.rule, what).instead(self.open_ends(state, colour, division, from)));
            }
            lacks.push("the exact count".into());
        }
        if lacks.is_empty() {
            return Ok(());
        }
        let rule = if supported { MARINE } else { IN_PLACE };
        let hint = format!("It takes ship and aeroplane at {name}, and a marine that ends there by exact count.");
        Err(Refusal::new(rule, format!("The landing on {name} lacks {}.", listed(lacks, "and"))).instead(hint))
    }

    /// The beach circle where a support piece lies; `None` at the start circle.
    pub(super) fn support_at(&self, state: &State, colour: Colour, piece: Support) -> Option<Space> {
        let number = usize::from(state.support[colour.index()][piece as usize]);
        let beaches = &self.board.beaches[colour.index()];
        number.checked_sub(1).and_then(|number| beaches.get(number)).map(|beach| beach.circle)
    }

    pub(super) fn judge_support(&self, state: &State, seat: Seat, piece: Support, beach: Space) -> Result<(), Refusal> {
        let (colour, name) = (self.colour(seat), self.board.name(beach));
        let own = self.board.beaches[colour.index()].each_ref().map(|beach| self.board.name(beach.circle).to_owned());
        let own = format!("Your beaches are {}.", listed(own.to_vec(), "and"));
        match self.board.beach(beach) {
            None => return Err(Refusal::new(SUPPORT, format!("{name} is not a beach.")).instead(own)),
            Some(found) if found.colour != colour => {
                let what = format!("{name} is a beach of {}.", found.colour.name());
                return Err(Refusal::new(SUPPORT, what).instead(own));
            }
            Some(_) => {}
        }
        if state.die != *PIPS.end() {
            let what = format!("The {} moves only with a six, and you threw {}.", piece.name(), article(state.die));
            return Err(Refusal::new(SUPPORT, what).instead("Move a division or pass."));
        }
        if self.support_at(state, colour, piece) == Some(beach) {
            let what = format!("The {} is already at {name}.", piece.name());
            return Err(Refusal::new(SUPPORT, what).instead(own));
        }
        Ok(())
    }

    pub(super) fn judge_placing(&self, state: &State, circle: Space) -> Result<(), Refusal> {
        let name = self.board.name(circle);
        let kind = self.board.place(circle).kind;
        let beach = self.board.beach(circle);
        let refusal = match (kind, beach, state.division_on(circle)) {
            (Kind::Sea, ..) => Refusal::new(PLACING, format!("{name} is a white dot.")),
            (Kind::Objective, ..) => Refusal::new(PLACING, "The objective is not a brown circle."),
            (Kind::Start(_), ..) => Refusal::new(PLACING, "A start circle is not a brown circle."),
            (_, Some(_), _) if !state.has_defender(circle) => {
                Refusal::new(CLEARED, format!("{name} is a cleared beach and stays free of defenders."))
            }
            (_, Some(_), _) => Refusal::new(PLACING, format!("{name} is a beach.")),
            _ if state.has_defender(circle) => Refusal::new(PLACING, format!("A defender already stands on {name}.")),
            (_, _, Some((whose, division))) => {
                Refusal::new(PLACING, format!("{}’s {} stands on {name}.", whose.name(), division.word()))
            }
            _ => return Ok(()),
        };
        Err(refusal.instead(self.open_circles(state)))
    }

    pub(super) fn open_circles(&self, state: &State) -> String {
        let open = self.board.spaces().find(|(space, _)| self.judge_open(state, *space));
        let example = open.map(|(_, place)| format!(": def-{}, for instance", place.name)).unwrap_or_default();
        format!("Choose any empty brown circle that is not a beach{example}.")
    }

    pub(super) fn judge_open(&self, state: &State, circle: Space) -> bool {
        self.board.place(circle).kind.is_brown()
            && self.board.beach(circle).is_none()
            && !state.has_defender(circle)
            && state.division_on(circle).is_none()
    }

    pub(super) fn own_places(&self, state: &State, colour: Colour) -> String {
        let start = self.board.harbours[colour.index()].circle;
        let place = |(division, at): (Division, Space)| match at == start {
            true => format!("{} at the start circle", an(division)),
            false => format!("{} on {}", an(division), self.board.name(at)),
        };
        format!("You have {}.", listed(state.divisions(colour).map(place).collect(), "and"))
    }

    /// Where this division may go, each end tried one by one.
    pub(super) fn open_ends(&self, state: &State, colour: Colour, division: Division, from: Space) -> String {
        let ends = paths::ends(&self.board, from, state.die, &|space| self.may_cross(state, space));
        let open = ends.into_iter().filter(|to| {
            let beach = state.has_defender(*to) && self.board.beach(*to).is_some();
            !matches!(self.board.place(*to).kind, Kind::Start(_))
                && self.judge_end(state, colour, *to).is_ok()
                && (!beach || self.judge_landing(state, colour, division, from, *to).is_ok())
        });
        let open: Vec<_> = open.map(|to| self.board.name(to).to_owned()).collect();
        match open.is_empty() {
            true => format!("With {} nothing can be reached from {}.", article(state.die), self.standing(from)),
            false => format!("From {} it can go to {}.", self.standing(from), listed(open, "or")),
        }
    }
}

fn an(division: Division) -> &'static str {
    match division {
        Division::Marine => "a marine",
        Division::Army => "an army",
    }
}
