//! Rule numbers, and reasons for refusals.
//!
//! The judge follows the rule book on the circles and lines of the board as written,
//! slowly and plainly, and does not use the fast tables.

use super::RangerCommandos;
use super::board::Kind;
use super::state::{Action, Berth, Chance, Colour, Phase, State};
use kernel::{Explain, Game, Refusal, RuleId, Seat, Sentence, Turn};

pub(super) use kernel::listed;

const fn rc(number: u16) -> RuleId {
    RuleId::new("RC", number)
}

/// The sea.
pub const SEA: RuleId = rc(1);
/// The docks.
pub const DOCKS: RuleId = rc(2);
/// The landings.
pub const LANDINGS: RuleId = rc(3);
/// The land.
pub const LAND: RuleId = rc(4);
/// The objectives.
pub const OBJECTIVES: RuleId = rc(5);
/// The counters.
pub const COUNTERS: RuleId = rc(6);
/// Barge and commando.
pub const PIECES: RuleId = rc(7);
/// The dial.
pub const DIAL: RuleId = rc(8);
/// Setting up.
pub const SETTING_UP: RuleId = rc(9);
/// Choosing colours.
pub const CHOOSING: RuleId = rc(10);
/// The order of the turns.
pub const ORDER: RuleId = rc(11);
/// One step by night.
pub const CROSSING: RuleId = rc(12);
/// Out of the dock.
pub const LEAVING: RuleId = rc(13);
/// A lost turn.
pub const LOST_TURN: RuleId = rc(14);
/// Landed.
pub const LANDED: RuleId = rc(15);
/// The count.
pub const COUNT: RuleId = rc(16);
/// Never back, no line twice.
pub const NEVER_BACK: RuleId = rc(17);
/// First steps.
pub const FIRST_STEPS: RuleId = rc(18);
/// Others are no obstacle.
pub const PASSING: RuleId = rc(19);
/// No way to go.
pub const NO_WAY: RuleId = rc(20);
/// Taking a counter.
pub const TAKING: RuleId = rc(21);
/// Nobody looks.
pub const UNSEEN: RuleId = rc(22);
/// The whistle.
pub const WHISTLE: RuleId = rc(23);
/// Three spins.
pub const THREE_SPINS: RuleId = rc(24);
/// Back or captured.
pub const BACK: RuleId = rc(25);
/// Still aboard.
pub const STILL_ABOARD: RuleId = rc(26);
/// Dawn.
pub const DAWN: RuleId = rc(27);
/// One step by day.
pub const RETURN: RuleId = rc(28);
/// Home.
pub const HOME: RuleId = rc(29);
/// Headlands.
pub const HEADLANDS: RuleId = rc(30);
/// Still at the docks.
pub const NOT_FAR: RuleId = rc(31);
/// Called in.
pub const CALLED_IN: RuleId = rc(32);
/// Places.
pub const PLACES: RuleId = rc(33);
/// Counters are turned up.
pub const TURNED_UP: RuleId = rc(34);
/// The winner.
pub const WINNER: RuleId = rc(35);
/// Nobody comes home.
pub const NOBODY: RuleId = rc(36);
/// Giving up.
pub const RESIGNING: RuleId = rc(37);
/// Names and notation.
pub const NOTATION: RuleId = rc(38);

impl Explain for RangerCommandos {
    fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.judge_turn(state, seat)?;
        match (state.phase, action) {
            (Phase::Colours, Action::Choose(colour)) => self.judge_colour(state, colour),
            (Phase::Colours, _) => {
                Err(Refusal::new(CHOOSING, "Colours are chosen before anybody moves.").instead(self.free_names(state)))
            }
            (_, Action::Choose(_)) => {
                Err(Refusal::new(CHOOSING, "The colours have been chosen.").instead(self.open_circles(state)))
            }
            (_, Action::Walk(circle)) => self.judge_walk(state, circle),
            (_, Action::Take(circle)) => {
                self.judge_walk(state, circle)?;
                self.judge_counter(state, circle)
            }
        }
    }

    fn cite(&self, state: &State, _: Seat, action: Action) -> Vec<RuleId> {
        let mut rules = match action {
            Action::Choose(_) => return vec![CHOOSING],
            Action::Take(_) => vec![COUNT, TAKING, UNSEEN],
            Action::Walk(circle) => match self.kind(circle) {
                Some(Kind::Sentry) => vec![COUNT, WHISTLE],
                Some(Kind::Arrow) if self.stock(state, circle).is_some_and(|left| left > 0) => vec![COUNT, TAKING],
                _ => vec![COUNT],
            },
        };
        if self.mover(state).is_some_and(|colour| state.ashore(colour).is_none()) {
            rules.push(FIRST_STEPS);
        }
        rules
    }

    fn tell(&self, before: &State, seat: Seat, action: Action, after: &State) -> Vec<Sentence> {
        self.tell_action(before, seat, action, after)
    }

    fn tell_chance(&self, before: &State, chance: Chance, after: &State) -> Vec<Sentence> {
        self.tell_spin(before, chance, after)
    }

    fn advantages(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        self.advantages_of(state, seat, better, worse)
    }

    fn verdict(&self, state: &State) -> Option<Sentence> {
        (state.phase == Phase::Over).then(|| self.tell_end(state))
    }
}

impl RangerCommandos {
    /// The colour that walks.
    fn mover(&self, state: &State) -> Option<Colour> {
        if state.phase == Phase::Walk { state.turn() } else { None }
    }

    fn kind(&self, circle: u8) -> Option<Kind> {
        self.board.circles.get(usize::from(circle)).map(|circle| circle.kind)
    }

    /// Counters left behind the arrow of this circle.
    pub(super) fn stock(&self, state: &State, circle: u8) -> Option<u8> {
        let objective = self.board.circles.get(usize::from(circle))?.objective?;
        Some(state.left(usize::from(objective)))
    }

    /// The number that was spun.
    pub(super) fn number(&self, state: &State) -> u8 {
        self.board.dial.get(usize::from(state.spun)).map_or(0, |cell| cell.number)
    }

    // ---- The judge -------------------------------------------------------

    fn judge_turn(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        match self.turn(state) {
            Turn::Over => Err(Refusal::new(ORDER, "The match is over.").instead("Start another one.")),
            Turn::Chance => Err(Refusal::new(ORDER, "The spin comes first.").instead("Spin, then move.")),
            Turn::Seats(seats) if seats.contains(seat) => Ok(()),
            Turn::Seats(seats) => {
                let who = seats.iter().next().map_or("nobody", |seat| self.seat_name(state, seat));
                Err(Refusal::new(ORDER, "It is not your turn.").instead(format!("Now {who} must act.")))
            }
        }
    }

    fn judge_colour(&self, state: &State, colour: Colour) -> Result<(), Refusal> {
        let Some(other) = state.seat(colour) else { return Ok(()) };
        let what = format!("{} has been chosen by {}.", colour.name(), self.seat(other).name);
        Err(Refusal::new(CHOOSING, what).instead(self.free_names(state)))
    }

    fn free_names(&self, state: &State) -> String {
        let free = self.free_colours(state).map(|colour| colour.word().to_owned()).collect();
        format!("Choose {}.", listed(free, "or"))
    }

    fn judge_walk(&self, state: &State, circle: u8) -> Result<(), Refusal> {
        let Some(colour) = self.mover(state) else { return Err(Refusal::new(ORDER, "The spin comes first.")) };
        if self.kind(circle).is_none() {
            return Err(Refusal::new(LAND, "There is no such circle.").instead(self.open_circles(state)));
        }
        let (name, number) = (self.board.circle_name(circle), self.number(state));
        if state.ashore(colour) == Some(circle) {
            let what = format!("A walk never ends where it began, on {name}.");
            return Err(Refusal::new(NEVER_BACK, what).instead(self.open_circles(state)));
        }
        let least = if self.options.up_to { 1 } else { number };
        if (least..=number).any(|steps| self.can_walk(state, colour, circle, steps, true)) {
            return Ok(());
        }
        let loosely = (least..=number).any(|steps| self.can_walk(state, colour, circle, steps, false));
        let refusal = if loosely {
            let twice = if self.options.retrace { "" } else { "by using a line twice or " };
            Refusal::new(NEVER_BACK, format!("{name} is reached only {twice}over the circle you start from."))
        } else {
            let exactly = if self.options.up_to { "up to" } else { "exactly" };
            let steps = if number == 1 { "step" } else { "steps" };
            Refusal::new(COUNT, format!("No walk of {exactly} {number} {steps} leads to {name}."))
        };
        Err(refusal.instead(self.open_circles(state)))
    }

    /// RC-16 to RC-18: is there a walk of this number of steps to this circle? Without
    /// `strict`, lines may be used again and the start may be passed; with the option
    /// `retrace` lines may always be used again.
    fn can_walk(&self, state: &State, colour: Colour, to: u8, steps: u8, strict: bool) -> bool {
        let mut trail = Trail { game: self, start: state.ashore(colour), to, strict, lines: Vec::new() };
        match (state.ashore(colour), state.barge(colour)) {
            (Some(circle), _) => trail.leads(circle, steps),
            (None, Berth::Wave(wave)) => {
                let landing = self.board.landings.iter().find(|landing| landing.wave == wave);
                let first = landing.map(|landing| landing.first.as_slice()).unwrap_or_default();
                steps > 0 && first.iter().any(|circle| trail.leads(*circle, steps - 1))
            }
            _ => false,
        }
    }

    fn judge_counter(&self, state: &State, circle: u8) -> Result<(), Refusal> {
        let name = self.board.circle_name(circle);
        let objective = self.board.circles.get(usize::from(circle)).and_then(|circle| circle.objective);
        let Some(objective) = objective.and_then(|objective| self.board.objectives.get(usize::from(objective))) else {
            let what = format!("{name} has no arrow, so there is no counter to take.");
            return Err(Refusal::new(TAKING, what).instead(format!("Walk there with {name}.")));
        };
        if self.stock(state, circle) == Some(0) {
            let what = format!("No counter is left at the {}.", objective.name);
            return Err(Refusal::new(TAKING, what).instead(format!("Walk there with {name}.")));
        }
        Ok(())
    }

    /// Every circle that may be the end of this walk, tried one by one.
    fn open_circles(&self, state: &State) -> String {
        let Some(colour) = self.mover(state) else { return String::new() };
        let number = self.number(state);
        let least = if self.options.up_to { 1 } else { number };
        let open = (0..self.board.circles.len() as u8).filter(|circle| {
            state.ashore(colour) != Some(*circle)
                && (least..=number).any(|steps| self.can_walk(state, colour, *circle, steps, true))
        });
        let names = open.map(|circle| self.board.circle_name(circle)).collect();
        format!("You may walk to {}.", listed(names, "or"))
    }
}

/// Tries every walk, line by line.
struct Trail<'g> {
    game: &'g RangerCommandos,
    start: Option<u8>,
    to: u8,
    strict: bool,
    lines: Vec<usize>,
}

impl Trail<'_> {
    fn leads(&mut self, from: u8, steps: u8) -> bool {
        if steps == 0 {
            return from == self.to;
        }
        for (index, line) in self.game.board.lines.iter().enumerate() {
            let to = match line.ends {
                (one, other) if one == from => other,
                (other, one) if one == from => other,
                _ => continue,
            };
            let shut = line.closed && self.game.options.closed_lines;
            let again = self.lines.contains(&index) && !self.game.options.retrace;
            if shut || self.strict && (again || self.start == Some(to)) {
                continue;
            }
            self.lines.push(index);
            let leads = self.leads(to, steps - 1);
            self.lines.pop();
            if leads {
                return true;
            }
        }
        false
    }
}
