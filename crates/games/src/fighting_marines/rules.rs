//! Rule numbers, reasons for refusals, and the sentences of the log.
//!
//! The judge follows the rule book on named spaces and men, slowly and plainly,
//! and does not use the fast generator's sets.

use super::FightingMarines;
use super::phases::Note;
use super::state::{Action, Colour, Phase, Rank, State, Throw};
use kernel::{Explain, Game, Refusal, RuleId, Seat, SeatSet, Sentence};

pub(super) use kernel::listed;

const fn fm(number: u16) -> RuleId {
    RuleId::new("FM", number)
}

/// The base.
pub const BASE: RuleId = fm(1);
/// The platform.
pub const PLATFORM: RuleId = fm(2);
/// What faces what.
pub const FACING: RuleId = fm(3);
/// The men.
pub const MEN_OF_EACH: RuleId = fm(4);
/// Chips.
pub const CHIPS: RuleId = fm(5);
/// Setting up.
pub const SETTING_UP: RuleId = fm(6);
/// The ante and the pool.
pub const ANTE: RuleId = fm(7);
/// Who throws first.
pub const FIRST: RuleId = fm(8);
/// The throw turns the platform.
pub const THROW: RuleId = fm(9);
/// A stop has two phases.
pub const STOP: RuleId = fm(10);
/// Everybody at once.
pub const AT_ONCE: RuleId = fm(11);
/// Onto your own colour.
pub const OWN_COLOUR: RuleId = fm(12);
/// Onto a neutral space.
pub const NEUTRAL: RuleId = fm(13);
/// Capturing.
pub const CAPTURE: RuleId = fm(14);
/// The captor takes the space.
pub const CAPTOR: RuleId = fm(15);
/// Nobody is captured on a neutral space.
pub const SAFE: RuleId = fm(16);
/// One man a space.
pub const ONE_A_SPACE: RuleId = fm(17);
/// Entering is a choice.
pub const CHOICE: RuleId = fm(18);
/// The order of regrouping.
pub const ORDER: RuleId = fm(19);
/// Exchange.
pub const EXCHANGE: RuleId = fm(20);
/// Ransom.
pub const RANSOM: RuleId = fm(21);
/// The holder cannot refuse.
pub const NO_REFUSAL: RuleId = fm(22);
/// Filling circles.
pub const FILLING: RuleId = fm(23);
/// New men wait, unless the option `eager` is on.
pub const EAGER: RuleId = fm(24);
/// Victory.
pub const VICTORY: RuleId = fm(25);
/// Two complete at once.
pub const TOGETHER: RuleId = fm(26);
/// The pool is won.
pub const POOL: RuleId = fm(27);
/// The last throw.
pub const LIMIT: RuleId = fm(28);
/// Two players.
pub const TWO: RuleId = fm(29);
/// Three players.
pub const THREE: RuleId = fm(30);
/// A session of several matches.
pub const SESSION: RuleId = fm(31);
/// Giving up.
pub const RESIGNING: RuleId = fm(32);
/// Names and notation.
pub const NOTATION: RuleId = fm(33);

/// What stands in front of a circle.
pub(super) enum Front {
    /// The arrow.
    Arrow,
    /// A neutral space, with a man of the same side on it or not.
    Neutral { taken: bool },
    /// A man of the same side.
    Friend(Colour, Rank),
    /// An opponent's man.
    Enemy(Colour, Rank),
    /// An empty space of this colour.
    Empty(Colour),
}

impl Explain for FightingMarines {
    fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.judge_turn(state, seat)?;
        match (state.phase, action) {
            (Phase::Assault, Action::Exchange { .. } | Action::Ransom { .. } | Action::Fill { .. }) => {
                Err(Refusal::new(STOP, "Exchange, ransom and filling circles come after the assault.")
                    .instead(self.open_entries(state, seat)))
            }
            (Phase::Assault, Action::Enter(base)) => self.judge_entry(state, seat, base, false),
            (Phase::Assault, Action::Capture(base)) => self.judge_entry(state, seat, base, true),
            (_, Action::Enter(base) | Action::Capture(base)) => {
                self.judge_late(state, seat, base)?;
                self.judge_entry(state, seat, base, matches!(action, Action::Capture(_)))
            }
            (_, Action::Exchange { mine, rank, from, give }) => {
                self.judge_captive(state, seat, mine, rank, from)?;
                self.judge_gift(state, seat, rank, give)
            }
            (_, Action::Ransom { mine, rank, from }) => {
                self.judge_captive(state, seat, mine, rank, from)?;
                self.judge_price(state, seat, rank)
            }
            (_, Action::Fill { rank, at }) => self.judge_fill(state, seat, rank, at),
            (_, Action::Pass) => self.judge_pass(state, seat),
        }
    }

    fn cite(&self, state: &State, seat: Seat, action: Action) -> Vec<RuleId> {
        let mut rules = match action {
            Action::Enter(base) => match self.front(state, base) {
                Some((_, Front::Neutral { .. })) => vec![NEUTRAL],
                _ => vec![OWN_COLOUR],
            },
            Action::Capture(_) => vec![CAPTURE, CAPTOR],
            Action::Exchange { .. } => vec![EXCHANGE, NO_REFUSAL],
            Action::Ransom { .. } => vec![RANSOM, NO_REFUSAL],
            Action::Fill { .. } => vec![FILLING],
            Action::Pass if state.phase == Phase::Assault => vec![CHOICE],
            Action::Pass if self.leaves_empty(state, seat) => vec![FILLING],
            Action::Pass => vec![ORDER],
        };
        if state.phase == Phase::Regroup && matches!(action, Action::Enter(_) | Action::Capture(_)) {
            rules.push(EAGER);
        }
        rules
    }

    fn tell(&self, before: &State, seat: Seat, action: Action, after: &State) -> Vec<Sentence> {
        let mut lines = vec![Sentence::new(self.sentence(before, seat, action), &self.cite(before, seat, action))];
        let mut notes = Vec::new();
        self.make(&mut before.clone(), seat, action, &mut |note| notes.push(note));
        self.tell_notes(&notes, after, &mut lines);
        self.tell_end(before, after, &mut lines);
        lines
    }

    fn tell_chance(&self, before: &State, chance: Throw, after: &State) -> Vec<Sentence> {
        let mut lines = vec![match chance {
            Throw::First(seat, total) => {
                Sentence::new(format!("{} {total} for the first turn.", self.does(seat, "throws", "throw")), &[FIRST])
            }
            Throw::Turn(total) => {
                let who = self.does(before.thrower, "throws", "throw");
                Sentence::new(format!("{who} {total}: the arrow comes to {}.", after.arrow + 1), &[THROW])
            }
        }];
        let mut notes = Vec::new();
        self.throw(&mut before.clone(), chance, &mut |note| notes.push(note));
        self.tell_notes(&notes, after, &mut lines);
        self.tell_end(before, after, &mut lines);
        lines
    }

    fn advantages(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        self.advantages_of(state, seat, better, worse)
    }

    fn verdict(&self, state: &State) -> Option<Sentence> {
        let winners = self.names(state.open);
        let one = state.open.len() == 1;
        let (reason, rules): (String, &[RuleId]) = match state.phase {
            Phase::Victory if one => {
                let army = if self.seating.per_seat == 2 { "sixteen" } else { "eight" };
                let wins = if self.seating.per_seat == 2 { "win" } else { "wins" };
                (format!("All {army} men of {winners} are on the platform: {winners} {wins}."), &[VICTORY, POOL])
            }
            Phase::Victory => {
                let text = format!("{winners} have all their men on the platform at the same stop and share the win.");
                (text, &[VICTORY, TOGETHER, POOL])
            }
            Phase::Spent => {
                let most = state.open.iter().next().map_or(0, |seat| self.landed(state, seat));
                let wins = match (one, self.seating.per_seat) {
                    (true, 1) => "has most men on the platform",
                    (true, _) => "have most men on the platform",
                    _ => "have equally many men on the platform",
                };
                let throws = kernel::counted(state.throws, "throw has", "throws have");
                (format!("{throws} been made, and {winners} {wins}: {most}."), &[LIMIT, POOL])
            }
            _ => return None,
        };
        Some(Sentence::new(format!("{reason} {}", self.purses_sentence(state)), rules))
    }
}

impl FightingMarines {
    /// All purses at the end.
    fn purses_sentence(&self, state: &State) -> String {
        let purses = self.all_seats().iter().map(|seat| format!("{} {}", self.seat(seat).name, state.purse(seat)));
        let purses: Vec<_> = purses.collect();
        let sum: u16 = state.purses.iter().sum();
        match self.chips().saturating_sub(sum + state.pool) {
            0 => format!("Points: {}; {sum} in all.", purses.join(", ")),
            odd => format!("Points: {}, left in the box {odd}; {} in all.", purses.join(", "), self.chips()),
        }
    }

    pub(super) fn does(&self, seat: Seat, one: &str, two: &str) -> String {
        format!("{} {}", self.seat(seat).name, if self.seating.per_seat == 2 { two } else { one })
    }

    pub(super) fn names(&self, seats: SeatSet) -> String {
        listed(seats.iter().map(|seat| self.seat(seat).name.to_owned()).collect(), "and")
    }

    fn pass(&self, seats: SeatSet) -> &'static str {
        if seats.len() > 1 || self.seating.per_seat == 2 { "pass" } else { "passes" }
    }

    fn have(&self, seats: SeatSet) -> &'static str {
        if seats.len() > 1 || self.seating.per_seat == 2 { "have" } else { "has" }
    }

    fn sentence(&self, state: &State, seat: Seat, action: Action) -> String {
        match action {
            Action::Enter(base) => {
                let (colour, rank) = self.man_on(state, base).unwrap_or((Colour::Red, Rank::Private));
                let where_to = match self.front(state, base) {
                    Some((_, Front::Neutral { .. })) => "the neutral space",
                    _ => "the space of his colour",
                };
                format!("{}’s {} goes from {base} onto {where_to} before him.", colour.name(), rank.word())
            }
            Action::Capture(base) => {
                let (colour, rank) = self.man_on(state, base).unwrap_or((Colour::Red, Rank::Private));
                let victim = match self.front(state, base) {
                    Some((_, Front::Enemy(colour, rank))) => format!("{}’s {}", colour.name(), rank.word()),
                    _ => "nobody".into(),
                };
                format!("{}’s {} on {base} captures {victim} and takes the space.", colour.name(), rank.word())
            }
            Action::Exchange { mine, rank, from, give } => {
                let (mine, holder, rank) = (mine.name(), self.seat(from).name, rank.word());
                format!("{mine}’s {rank} comes back from {holder} in exchange for {}’s {rank}.", give.name())
            }
            Action::Ransom { mine, rank, from } => {
                let holder = self.seat(from).name;
                format!("{}’s {} comes back from {holder} for {} points.", mine.name(), rank.word(), rank.price())
            }
            Action::Fill { rank, at } => {
                let colour = self.board.section_of(at).map_or("", Colour::name);
                format!("{colour}’s {} takes his place on circle {at}.", rank.word())
            }
            Action::Pass => format!("{}.", self.does(seat, "passes", "pass")),
        }
    }

    fn tell_notes(&self, notes: &[Note], after: &State, lines: &mut Vec<Sentence>) {
        let gather =
            |pick: fn(&Note) -> Option<Seat>| notes.iter().filter_map(pick).fold(SeatSet::EMPTY, SeatSet::with);
        for note in notes {
            match *note {
                Note::Tied(seats) => {
                    let text = format!("{} are level and throw again.", self.names(seats));
                    lines.push(Sentence::new(text, &[FIRST]));
                }
                Note::First(seat) => {
                    lines.push(Sentence::new(format!("{} the first turn.", self.does(seat, "has", "have")), &[FIRST]));
                }
                Note::Done(seat) => {
                    let text = format!("{} nothing left to do.", self.does(seat, "has", "have"));
                    lines.push(Sentence::new(text, &[STOP]));
                }
                Note::Idle(_) | Note::Skipped(_) => {}
            }
        }
        let idle = gather(|note| if let Note::Idle(seat) = note { Some(*seat) } else { None });
        if idle == self.all_seats() {
            lines.push(Sentence::new("Nobody can enter at this stop.", &[AT_ONCE]));
        } else if !idle.is_empty() {
            let text = format!("{} cannot enter and {}.", self.names(idle), self.pass(idle));
            lines.push(Sentence::new(text, &[AT_ONCE]));
        }
        let skipped = gather(|note| if let Note::Skipped(seat) = note { Some(*seat) } else { None });
        if skipped == self.all_seats() {
            lines.push(Sentence::new("Nobody has anything to regroup.", &[ORDER]));
        } else if !skipped.is_empty() {
            let have = self.have(skipped);
            let text = format!("{} {have} nothing to regroup and {}.", self.names(skipped), self.pass(skipped));
            lines.push(Sentence::new(text, &[ORDER]));
        }
        if after.phase == Phase::Throw && !notes.iter().any(|note| matches!(note, Note::First(_))) {
            let text = format!("The stop is over; {} next.", self.does(after.thrower, "throws", "throw"));
            lines.push(Sentence::new(text, &[THROW]));
        }
    }

    fn tell_end(&self, before: &State, after: &State, lines: &mut Vec<Sentence>) {
        let Some(verdict) = self.verdict(after) else { return };
        lines.push(verdict);
        let (pool, winners) = (kernel::counted(before.pool, "point", "points"), self.names(after.open));
        let text = match after.open.len() {
            1 => format!("The pool of {pool} goes to {winners}."),
            many => format!("{winners} share the pool of {pool}, {} each.", u32::from(before.pool) / many),
        };
        lines.push(Sentence::new(text, &[POOL]));
    }
}
