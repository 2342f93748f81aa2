//! Reasons: the rule numbers, why an action is refused, what it did.
//!
//! The judge is written from the rule book on named spaces and pieces, slowly
//! and plainly, and knows nothing of the fast generator's tables.

use super::HitTheBeach;
use super::board::Kind;
use super::moves::PIPS;
use super::state::{Action, Colour, Division, Phase, SUPPORTS, Space, State, Support, Throw};
use super::ways;
use kernel::{Explain, Game, Refusal, RuleId, Seat, SeatSet, Sentence, Turn};

const fn hb(number: u16) -> RuleId {
    RuleId::new("HB", number)
}

/// Sea, land and lines.
pub const BOARD: RuleId = hb(1);
/// Beaches.
pub const BEACHES: RuleId = hb(2);
/// Atolls.
pub const ATOLLS: RuleId = hb(3);
/// The pieces.
pub const PIECES: RuleId = hb(4);
/// Setting up.
pub const SETTING_UP: RuleId = hb(5);
/// Players and colours.
pub const PLAYERS: RuleId = hb(6);
/// Who begins.
pub const FIRST: RuleId = hb(7);
/// A throw, then one piece.
pub const TURN: RuleId = hb(8);
/// The full count.
pub const COUNT: RuleId = hb(9);
/// Passing.
pub const PASSING: RuleId = hb(10);
/// Ship and aeroplane.
pub const SUPPORT: RuleId = hb(11);
/// Any direction.
pub const DIRECTION: RuleId = hb(12);
/// No turning back.
pub const NO_TURNING: RuleId = hb(13);
/// The start circle.
pub const START: RuleId = hb(14);
/// Over other divisions.
pub const OVER: RuleId = hb(15);
/// Defenders bar the way.
pub const BARRED: RuleId = hb(16);
/// One piece a space.
pub const ONE_A_SPACE: RuleId = hb(17);
/// Relieving.
pub const RELIEF: RuleId = hb(18);
/// A defender between two divisions protects both.
pub const SHELTER: RuleId = hb(19);
/// Whose beach.
pub const WHOSE_BEACH: RuleId = hb(20);
/// Support in place.
pub const IN_PLACE: RuleId = hb(21);
/// By a marine.
pub const MARINE: RuleId = hb(22);
/// A cleared beach.
pub const CLEARED: RuleId = hb(23);
/// Removing a defender.
pub const REMOVING: RuleId = hb(24);
/// Defenders on atolls.
pub const ON_ATOLLS: RuleId = hb(25);
/// Where the defender goes.
pub const PLACING: RuleId = hb(26);
/// Ways may be closed.
pub const CLOSING: RuleId = hb(27);
/// The objective.
pub const OBJECTIVE: RuleId = hb(28);
/// The last throw.
pub const LIMIT: RuleId = hb(29);
/// Giving up.
pub const RESIGNING: RuleId = hb(30);
/// Names and notation.
pub const NOTATION: RuleId = hb(31);

/// What a division finds where it ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Find {
    /// Nothing.
    Nothing,
    /// The objective.
    Objective,
    /// The defender of a beach.
    BeachDefender,
    /// A defender on an atoll.
    AtollDefender,
    /// Any other defender.
    Defender,
    /// An opponent's division.
    Opponent(Colour, Division),
}

impl Explain for HitTheBeach {
    fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.judge_turn(state, seat)?;
        match (state.phase, action) {
            (Phase::Place, Action::Place(circle)) => self.judge_placing(state, circle),
            (Phase::Place, _) => {
                Err(Refusal::new(PLACING, "First the removed defender must be placed.")
                    .instead(self.open_circles(state)))
            }
            (_, Action::Place(_)) => Err(Refusal::new(PLACING, "There is no defender to place.")
                .instead("A defender is placed when it has been removed.")),
            (_, Action::March { from, to }) => self.judge_march(state, seat, from, to),
            (_, Action::SetOut { division, to }) => self.judge_setting_out(state, seat, division, to),
            (_, Action::Support { piece, beach }) => self.judge_support(state, seat, piece, beach),
            (_, Action::Pass) => Ok(()),
        }
    }

    fn cite(&self, state: &State, seat: Seat, action: Action) -> Vec<RuleId> {
        let find = |to| match self.find(state, to) {
            Find::Nothing => vec![],
            Find::Objective => vec![OBJECTIVE],
            Find::BeachDefender => vec![WHOSE_BEACH, IN_PLACE, MARINE],
            Find::AtollDefender => vec![REMOVING, ON_ATOLLS],
            Find::Defender => vec![REMOVING],
            Find::Opponent(..) => vec![RELIEF],
        };
        match action {
            Action::March { to, .. } => [vec![COUNT], find(to)].concat(),
            Action::SetOut { to, .. } => [vec![COUNT, START], find(to)].concat(),
            Action::Support { .. } => vec![SUPPORT],
            Action::Place(circle) if self.closes_in(state, seat, circle) => vec![PLACING, CLOSING],
            Action::Place(_) => vec![PLACING],
            Action::Pass => vec![PASSING],
        }
    }

    fn tell(&self, before: &State, seat: Seat, action: Action, after: &State) -> Vec<Sentence> {
        let mut lines = vec![Sentence::new(self.sentence(before, seat, action), &self.cite(before, seat, action))];
        if after.phase == Phase::Place {
            let text = format!("{} is to put the defender on another circle.", self.seat(seat).name);
            lines.push(Sentence::new(text, &[PLACING]));
        }
        lines.extend(self.verdict(after));
        lines
    }

    fn tell_chance(&self, before: &State, chance: Throw, after: &State) -> Vec<Sentence> {
        match chance {
            Throw::Turn(pips) => {
                let text = format!("{} throws {pips}.", self.seat(before.seat).name);
                vec![Sentence::new(text, &[TURN])]
            }
            Throw::First(seat, pips) => {
                let text = format!("{} throws {pips} for the first turn.", self.seat(seat).name);
                let mut lines = vec![Sentence::new(text, &[FIRST])];
                if after.phase == Phase::Throw {
                    let text = format!("{} has the first turn.", self.seat(after.seat).name);
                    lines.push(Sentence::new(text, &[FIRST]));
                } else if after.first == [0; 4] {
                    let text = format!("{} are level and throw again.", self.names(after.open));
                    lines.push(Sentence::new(text, &[FIRST]));
                }
                lines
            }
        }
    }

    fn verdict(&self, state: &State) -> Option<Sentence> {
        match state.phase {
            Phase::Won => {
                let name = self.seat(state.seat).name;
                let arrived = state.division_on(self.board.net.objective).map_or("division", |(_, kind)| kind.word());
                let text = format!("{name}’s {arrived} has reached the objective: {name} wins.");
                Some(Sentence::new(text, &[OBJECTIVE]))
            }
            Phase::Drawn => {
                let text = format!(
                    "{} been made, and nobody has reached the objective: it is a draw.",
                    kernel::counted(state.throws, "throw has", "throws have")
                );
                Some(Sentence::new(text, &[LIMIT]))
            }
            _ => None,
        }
    }
}

impl HitTheBeach {
    pub(super) fn names(&self, seats: SeatSet) -> String {
        listed(seats.iter().map(|seat| self.seat(seat).name.to_owned()).collect(), "and")
    }

    /// What waits at the end of a move.
    pub(super) fn find(&self, state: &State, to: Space) -> Find {
        let kind = self.board.place(to).kind;
        match (kind, state.has_defender(to), state.division_on(to)) {
            (Kind::Objective, ..) => Find::Objective,
            (_, true, _) if self.board.beach(to).is_some() => Find::BeachDefender,
            (Kind::Atoll, true, _) => Find::AtollDefender,
            (_, true, _) => Find::Defender,
            (_, _, Some((colour, division))) => Find::Opponent(colour, division),
            _ => Find::Nothing,
        }
    }

    /// Does a defender here leave an opponent nothing to cross on the way to the objective?
    fn closes_in(&self, state: &State, seat: Seat, circle: Space) -> bool {
        let others = self.in_play().filter(|colour| self.owner(*colour) != Some(seat));
        let reaches = |defenders: u64, colour: Colour| {
            let reached = self.unbarred_from_objective(defenders);
            state.divisions(colour).any(|(_, at)| reached & at.bit() != 0)
        };
        let after = state.defenders | circle.brown_bit();
        others.into_iter().any(|colour| reaches(state.defenders, colour) && !reaches(after, colour))
    }

    /// Spaces from which a way without defenders leads to the objective.
    fn unbarred_from_objective(&self, defenders: u64) -> u128 {
        let mut reached = self.board.net.objective.bit();
        let mut fresh = reached;
        while fresh != 0 {
            let open = super::moves::spaces(fresh).filter(|space| defenders & space.brown_bit() == 0);
            let next = open.fold(0, |set, space| set | self.board.net.beside[space.index()]);
            fresh = next & !reached;
            reached |= fresh;
        }
        reached
    }

    fn sentence(&self, state: &State, seat: Seat, action: Action) -> String {
        let name = self.seat(seat).name;
        match action {
            Action::March { from, to } => {
                let division = state.division_on(from).map_or("division", |(_, division)| division.word());
                format!("{name}’s {division} goes from {} {}.", self.board.name(from), self.arrival(state, to))
            }
            Action::SetOut { division, to } => {
                format!("{name}’s {} leaves the start circle and goes {}.", division.word(), self.arrival(state, to))
            }
            Action::Support { piece, beach } => {
                format!("{name}’s {} goes to the beach of {}.", piece.name(), self.board.name(beach))
            }
            Action::Place(circle) => format!("{name} puts the defender on {}.", self.board.name(circle)),
            Action::Pass => format!("{name} leaves the {} unused.", state.die),
        }
    }

    fn arrival(&self, state: &State, to: Space) -> String {
        let end = self.board.name(to);
        match self.find(state, to) {
            Find::Nothing => format!("to {end}"),
            Find::Objective => "to the objective".into(),
            Find::BeachDefender => format!("to {end} and clears the beach"),
            Find::AtollDefender => format!("to {end} and removes the defender of the atoll"),
            Find::Defender => format!("to {end} and removes the defender"),
            Find::Opponent(colour, division) => {
                let (whose, word) = (colour.name(), division.word());
                format!("to {end} and relieves {whose}’s {word}, which returns to its start circle")
            }
        }
    }

    // ---- The judge -------------------------------------------------------

    fn judge_turn(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        match self.turn(state) {
            Turn::Over => Err(Refusal::new(TURN, "The match is over.").instead("Start another one.")),
            Turn::Chance => Err(Refusal::new(TURN, "The throw comes first.").instead("Throw, then move.")),
            Turn::Seats(seats) if seats.contains(seat) => Ok(()),
            Turn::Seats(seats) => {
                Err(Refusal::new(TURN, "It is not your turn.").instead(format!("Now {} must act.", self.names(seats))))
            }
        }
    }

    fn judge_march(&self, state: &State, seat: Seat, from: Space, to: Space) -> Result<(), Refusal> {
        let (colour, name) = (self.colour(seat), self.board.name(from));
        if matches!(self.board.place(from).kind, Kind::Start(_)) {
            let hint = format!("Write marine-{0} or army-{0}.", self.board.name(to));
            return Err(Refusal::new(START, "Say which division leaves the start circle.").instead(hint));
        }
        match state.division_on(from) {
            Some((whose, division)) if whose == colour => self.judge_way(state, colour, division, from, to),
            Some((whose, division)) => {
                let what = format!("On {name} stands {}’s {}.", whose.name(), division.word());
                Err(Refusal::new(TURN, what).instead(self.own_places(state, colour)))
            }
            None => {
                let what = format!("No division stands on {name}.");
                Err(Refusal::new(TURN, what).instead(self.own_places(state, colour)))
            }
        }
    }

    fn judge_setting_out(&self, state: &State, seat: Seat, division: Division, to: Space) -> Result<(), Refusal> {
        let colour = self.colour(seat);
        let start = self.board.harbours[colour.index()].circle;
        if !state.divisions(colour).any(|(kind, at)| kind == division && at == start) {
            let what = format!("No {} of yours is at the start circle.", division.word());
            return Err(Refusal::new(START, what).instead(self.own_places(state, colour)));
        }
        self.judge_way(state, colour, division, start, to)
    }

    fn judge_way(
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
            return Err(Refusal::new(NO_TURNING, "Going round to where it stands changes nothing.")
                .instead("Pass, if you do not want to move."));
        }
        if state.has_defender(to) && self.board.beach(to).is_some() {
            return self.judge_landing(state, colour, division, from, to);
        }
        self.judge_count(state, from, to).map_err(|refusal| self.with_ends(refusal, state, colour, division, from))?;
        self.judge_end(state, colour, to).map_err(|refusal| self.with_ends(refusal, state, colour, division, from))
    }

    fn with_ends(&self, refusal: Refusal, state: &State, colour: Colour, division: Division, from: Space) -> Refusal {
        refusal.instead(self.open_ends(state, colour, division, from))
    }

    /// HB-17: who may not be stopped on.
    fn judge_end(&self, state: &State, colour: Colour, to: Space) -> Result<(), Refusal> {
        let name = self.board.name(to);
        match state.division_on(to) {
            Some((whose, division)) if whose == colour => {
                let what = format!("On {name} stands a division of your own, the {}.", division.word());
                Err(Refusal::new(ONE_A_SPACE, what))
            }
            Some((whose, division)) if self.board.place(to).kind == Kind::Sea => {
                let what =
                    format!("On {name} stands {}’s {}, and at sea nobody is relieved.", whose.name(), division.word());
                Err(Refusal::new(ONE_A_SPACE, what))
            }
            _ => Ok(()),
        }
    }

    /// Can a move cross this space now (HB-14, HB-16, HB-28)?
    pub(super) fn may_cross(&self, state: &State, space: Space) -> bool {
        ways::crossable(&self.board, space) && !state.has_defender(space)
    }

    /// HB-9, HB-13, HB-16, HB-28: is there a way of the length that was thrown?
    fn judge_count(&self, state: &State, from: Space, to: Space) -> Result<(), Refusal> {
        let (board, pips) = (&*self.board, state.die);
        if ways::way(board, from, to, pips, &|space| self.may_cross(state, space)).is_some() {
            return Ok(());
        }
        let end = board.name(to);
        if let Some(way) = ways::unbarred(board, from, to, pips) {
            let bar = way.iter().find(|space| state.has_defender(**space)).map_or("", |space| board.name(*space));
            return Err(Refusal::new(BARRED, format!("The defender on {bar} bars the way to {end}.")));
        }
        if ways::way(board, from, to, pips, &|_| true).is_some() {
            return Err(Refusal::new(
                OBJECTIVE,
                format!("The way to {end} would cross the objective or a start circle."),
            ));
        }
        if ways::by_turning_back(board, from, to, pips) {
            let what = format!("With {} {end} could be reached only by turning back on the way.", article(pips));
            return Err(Refusal::new(NO_TURNING, what));
        }
        Err(Refusal::new(COUNT, format!("{}, and you threw {}.", self.takes(from, to), article(pips))))
    }

    /// What it takes to get there.
    fn takes(&self, from: Space, to: Space) -> String {
        let counts = ways::counts(&self.board, from, to);
        let (from, to) = (self.standing(from), self.board.name(to));
        match counts.is_empty() {
            true => format!("No single throw leads from {from} to {to}"),
            false => {
                let counts = counts.into_iter().map(article).collect();
                format!("From {from} to {to} it takes {}", listed(counts, "or"))
            }
        }
    }

    fn standing(&self, from: Space) -> String {
        match self.board.place(from).kind {
            Kind::Start(_) => "the start circle".into(),
            _ => self.board.name(from).to_owned(),
        }
    }

    /// HB-20 to HB-22: everything that a landing lacks.
    fn judge_landing(
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
            let what = format!("The defender on {name} can be removed by {whose} alone.");
            let hint = match self.owner(beach.colour) {
                Some(_) => format!("{name} opens to everybody when {whose} has cleared it."),
                None => format!("Nobody plays {whose}, so {name} stays closed."),
            };
            return Err(Refusal::new(WHOSE_BEACH, what).instead(hint));
        }
        let mut lacks = Vec::new();
        for piece in SUPPORTS {
            let lies = self.support_at(state, colour, piece);
            if lies != Some(to) {
                let where_now = lies.map_or("at the start circle".into(), |at| format!("at {}", self.board.name(at)));
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

    fn judge_support(&self, state: &State, seat: Seat, piece: Support, beach: Space) -> Result<(), Refusal> {
        let (colour, name) = (self.colour(seat), self.board.name(beach));
        let own = self.board.beaches[colour.index()].each_ref().map(|beach| self.board.name(beach.circle).to_owned());
        let own = format!("Your beaches are {}.", listed(own.to_vec(), "and"));
        match self.board.beach(beach) {
            None => return Err(Refusal::new(SUPPORT, format!("{name} is no beach.")).instead(own)),
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
            let what = format!("The {} lies at {name} already.", piece.name());
            return Err(Refusal::new(SUPPORT, what).instead(own));
        }
        Ok(())
    }

    fn judge_placing(&self, state: &State, circle: Space) -> Result<(), Refusal> {
        let name = self.board.name(circle);
        let kind = self.board.place(circle).kind;
        let beach = self.board.beach(circle);
        let refusal = match (kind, beach, state.division_on(circle)) {
            (Kind::Sea, ..) => Refusal::new(PLACING, format!("{name} is a white dot.")),
            (Kind::Objective, ..) => Refusal::new(PLACING, "The objective is no brown circle."),
            (Kind::Start(_), ..) => Refusal::new(PLACING, "A start circle is no brown circle."),
            (_, Some(_), _) if !state.has_defender(circle) => {
                Refusal::new(CLEARED, format!("{name} is a cleared beach and stays free of defenders."))
            }
            (_, Some(_), _) => Refusal::new(PLACING, format!("{name} is a beach.")),
            _ if state.has_defender(circle) => Refusal::new(PLACING, format!("A defender stands on {name} already.")),
            (_, _, Some((whose, division))) => {
                Refusal::new(PLACING, format!("On {name} stands {}’s {}.", whose.name(), division.word()))
            }
            _ => return Ok(()),
        };
        Err(refusal.instead(self.open_circles(state)))
    }

    fn open_circles(&self, state: &State) -> String {
        let open = self.board.spaces().find(|(space, _)| self.judge_open(state, *space));
        let example = open.map(|(_, place)| format!(": def-{}, for instance", place.name)).unwrap_or_default();
        format!("Any empty brown circle will do that is no beach{example}.")
    }

    fn judge_open(&self, state: &State, circle: Space) -> bool {
        self.board.place(circle).kind.is_brown()
            && self.board.beach(circle).is_none()
            && !state.has_defender(circle)
            && state.division_on(circle).is_none()
    }

    fn own_places(&self, state: &State, colour: Colour) -> String {
        let start = self.board.harbours[colour.index()].circle;
        let place = |(division, at): (Division, Space)| match at == start {
            true => format!("{} at the start circle", an(division)),
            false => format!("{} on {}", an(division), self.board.name(at)),
        };
        format!("You have {}.", listed(state.divisions(colour).map(place).collect(), "and"))
    }

    /// Where this division may go, each end tried one by one.
    fn open_ends(&self, state: &State, colour: Colour, division: Division, from: Space) -> String {
        let ends = ways::ends(&self.board, from, state.die, &|space| self.may_cross(state, space));
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

/// A throw with its article.
pub(super) fn article(pips: u8) -> String {
    format!("a {pips}")
}

/// Words in a row, the last joined by `last`.
pub(super) fn listed(words: Vec<String>, last: &str) -> String {
    match words.split_last() {
        None => "nothing".into(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}
