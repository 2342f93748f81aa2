//! Reasons: the rule numbers, why an action is refused, what it did.
//!
//! The judge is written from the rule book on named spaces and men, slowly and
//! plainly, and knows nothing of the fast generator's sets.

use super::FightingMarines;
use super::board::Pad;
use super::phases::Note;
use super::state::{Action, COLOURS, Colour, Phase, Rank, State, Throw};
use kernel::{Explain, Game, Refusal, RuleId, Seat, SeatSet, Sentence, Turn};

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
/// Onto one's own colour.
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
/// New men wait, unless the table is eager.
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
/// A session of several games.
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

    fn verdict(&self, state: &State) -> Option<Sentence> {
        let winners = self.names(state.open);
        let one = state.open.len() == 1;
        let (reason, rules): (String, &[RuleId]) = match state.phase {
            Phase::Victory if one => {
                let army = if self.per_seat == 2 { "sixteen" } else { "eight" };
                let wins = if self.per_seat == 2 { "win" } else { "wins" };
                (format!("All {army} men of {winners} are on the platform: {winners} {wins}."), &[VICTORY, POOL])
            }
            Phase::Victory => {
                let text = format!("{winners} have all their men on the platform at the same stop and share the win.");
                (text, &[VICTORY, TOGETHER, POOL])
            }
            Phase::Spent => {
                let most = state.open.iter().next().map_or(0, |seat| self.landed(state, seat));
                let wins = match (one, self.per_seat) {
                    (true, 1) => "has most men on the platform",
                    (true, _) => "have most men on the platform",
                    _ => "have equally many men on the platform",
                };
                let throws = kernel::counted(state.throws, "throw has", "throws have");
                (format!("{throws} been made, and {winners} {wins}: {most}."), &[LIMIT, POOL])
            }
            _ => return None,
        };
        Some(Sentence::new(format!("{reason} {}", self.purses_told(state)), rules))
    }
}

impl FightingMarines {
    /// What everybody has at the end.
    fn purses_told(&self, state: &State) -> String {
        let purses = self.everybody().iter().map(|seat| format!("{} {}", self.seat(seat).name, state.purse(seat)));
        let purses: Vec<_> = purses.collect();
        let sum: u16 = state.purses.iter().sum();
        match self.chips().saturating_sub(sum + state.pool) {
            0 => format!("Points: {}; {sum} in all.", purses.join(", ")),
            odd => format!("Points: {}, left in the box {odd}; {} in all.", purses.join(", "), self.chips()),
        }
    }

    fn does(&self, seat: Seat, one: &str, two: &str) -> String {
        format!("{} {}", self.seat(seat).name, if self.per_seat == 2 { two } else { one })
    }

    fn names(&self, seats: SeatSet) -> String {
        listed(seats.iter().map(|seat| self.seat(seat).name.to_owned()).collect(), "and")
    }

    fn are(&self, seats: SeatSet) -> &'static str {
        if seats.len() > 1 || self.per_seat == 2 { "are" } else { "is" }
    }

    fn have(&self, seats: SeatSet) -> &'static str {
        if seats.len() > 1 || self.per_seat == 2 { "have" } else { "has" }
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
        if idle == self.everybody() {
            lines.push(Sentence::new("Nobody can enter at this stop.", &[AT_ONCE]));
        } else if !idle.is_empty() {
            let text = format!("{} cannot enter and {} passed.", self.names(idle), self.are(idle));
            lines.push(Sentence::new(text, &[AT_ONCE]));
        }
        let skipped = gather(|note| if let Note::Skipped(seat) = note { Some(*seat) } else { None });
        if skipped == self.everybody() {
            lines.push(Sentence::new("Nobody has anything to regroup.", &[ORDER]));
        } else if !skipped.is_empty() {
            let have = self.have(skipped);
            let text = format!("{} {have} nothing to regroup and {} passed.", self.names(skipped), self.are(skipped));
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

    // ---- The judge -------------------------------------------------------

    fn judge_turn(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
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

    fn judge_entry(&self, state: &State, seat: Seat, base: u8, capture: bool) -> Result<(), Refusal> {
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
                Refusal::new(ONE_A_SPACE, format!("The neutral space before {base} holds a man of yours already."))
            }
            (Front::Friend(other, rank), _) => {
                let what = format!("Before {base} stands {}’s {}, a man of yours.", other.name(), rank.word());
                Refusal::new(ONE_A_SPACE, what)
            }
            (Front::Enemy(other, rank), false) => {
                let what = format!("Before {base} stands {}’s {}.", other.name(), rank.word());
                return Err(Refusal::new(CAPTURE, what).instead(format!("Capture him with {base}x.")));
            }
            (Front::Empty(own), true) if own == colour => {
                return Err(Refusal::new(CAPTURE, format!("The space before {base} is empty."))
                    .instead(format!("Enter it with {base}>.")));
            }
            (Front::Empty(_), true) => Refusal::new(CAPTURE, format!("The space before {base} is empty.")),
            (Front::Empty(own), false) => {
                let what = format!("The space before {base} is {}, not {}.", own.word(), colour.word());
                Refusal::new(OWN_COLOUR, what)
            }
        };
        Err(refusal.instead(self.open_entries(state, seat)))
    }

    /// FM-24: in the regroup phase nobody enters, or only men placed in it.
    fn judge_late(&self, state: &State, seat: Seat, base: u8) -> Result<(), Refusal> {
        if !self.options.eager {
            return Err(Refusal::new(EAGER, "The assault is over; men enter again when the platform has been turned."));
        }
        let (colour, place) = self.own_circle(seat, base)?;
        if self.man_on(state, base).is_some() && state.fresh[colour.index()] >> place & 1 == 0 {
            return Err(Refusal::new(EAGER, format!("The man on {base} stood there when the platform stopped."))
                .instead("Only men placed in this regroup phase may enter now."));
        }
        Ok(())
    }

    fn own_circle(&self, seat: Seat, base: u8) -> Result<(Colour, u8), Refusal> {
        let Some((colour, place)) = self.circle(base) else { return Err(no_circle(base)) };
        if self.owner(colour) != Some(seat) {
            let what = format!("Circle {base} belongs to {}.", colour.name());
            return Err(Refusal::new(BASE, what).instead(format!("Yours are {}.", self.own_circles(seat))));
        }
        Ok((colour, place))
    }

    fn own_circles(&self, seat: Seat) -> String {
        let circles = self.colours(seat).iter().flat_map(|colour| &self.board.sections[colour.index()].circles);
        listed(circles.map(u8::to_string).collect(), "and")
    }

    /// FM-20, FM-21: the holder has such a man of the seat's.
    fn judge_captive(&self, state: &State, seat: Seat, mine: Colour, rank: Rank, from: Seat) -> Result<(), Refusal> {
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

    fn judge_gift(&self, state: &State, seat: Seat, rank: Rank, give: Colour) -> Result<(), Refusal> {
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

    fn judge_price(&self, state: &State, seat: Seat, rank: Rank) -> Result<(), Refusal> {
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

    fn judge_fill(&self, state: &State, seat: Seat, rank: Rank, at: u8) -> Result<(), Refusal> {
        let (colour, place) = self.own_circle(seat, at)?;
        if state.on_circle(colour, place).is_some() {
            return Err(Refusal::new(ONE_A_SPACE, format!("Circle {at} holds a man already.")));
        }
        if state.corner(colour).count(rank) == 0 {
            let what = format!("{} has no {} in the corner.", colour.name(), rank.word());
            return Err(Refusal::new(FILLING, what));
        }
        Ok(())
    }

    fn judge_pass(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        let entries = self.entries(state, seat);
        if self.options.must_enter && !entries.is_empty() {
            let what = "At this table a man who can enter must enter.";
            return Err(Refusal::new(CHOICE, what).instead(format!("Play {}.", listed(entries, "or"))));
        }
        Ok(())
    }

    /// Everything the seat may do with men on circles now, tried one by one.
    fn entries(&self, state: &State, seat: Seat) -> Vec<String> {
        let mut entries = Vec::new();
        for colour in self.colours(seat) {
            for &base in &self.board.sections[colour.index()].circles {
                let (_, place) = self.circle(base).unwrap_or((*colour, 0));
                let asleep = state.phase == Phase::Regroup && state.fresh[colour.index()] >> place & 1 == 0;
                if asleep || self.man_on(state, base).is_none() {
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

    fn open_entries(&self, state: &State, seat: Seat) -> String {
        let mut open = self.entries(state, seat);
        if !self.options.must_enter || open.is_empty() {
            open.push("pass".into());
        }
        format!("You may play {}.", listed(open, "or"))
    }

    fn leaves_empty(&self, state: &State, seat: Seat) -> bool {
        self.colours(seat)
            .iter()
            .any(|colour| self.empty_circles(state, *colour) != 0 && !state.corner(*colour).is_empty())
    }
}

fn no_circle(base: u8) -> Refusal {
    Refusal::new(BASE, format!("There is no circle {base}.")).instead("Men stand on the circles of the base.")
}

/// Words in a row, the last joined by `last`.
pub(super) fn listed(words: Vec<String>, last: &str) -> String {
    match words.split_last() {
        None => "nothing".into(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}
