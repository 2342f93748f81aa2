//! Rule numbers, and sentences about what an action did. Refusals are in `judge`.

use super::Conflict;
use super::state::{Action, Colour, ColourSet, Kind, Mover, Phase, Square, State, Taken, Throw};
use super::turns::Note;
use kernel::{Explain, Game, Refusal, RuleId, Seat, Sentence};

pub(super) use kernel::listed;

const fn cf(number: u16) -> RuleId {
    RuleId::new("CF", number)
}

/// The map.
pub const MAP: RuleId = cf(1);
/// Corners, circles and lanes.
pub const CORNERS: RuleId = cf(2);
/// Bridges.
pub const BRIDGES: RuleId = cf(3);
/// Where mines lie.
pub const MINES: RuleId = cf(4);
/// The pieces.
pub const PIECES_OF_EACH: RuleId = cf(5);
/// Setting up.
pub const SETTING_UP: RuleId = cf(6);
/// Who sits where.
pub const SEATS: RuleId = cf(7);
/// Who begins.
pub const FIRST: RuleId = cf(8);
/// Two dice, two pieces.
pub const THROW: RuleId = cf(9);
/// Both dice, if that is possible.
pub const BOTH_DICE: RuleId = cf(10);
/// A move.
pub const MOVE: RuleId = cf(11);
/// Land, water, air.
pub const GROUND: RuleId = cf(12);
/// Your own pieces.
pub const OWN_PIECES: RuleId = cf(13);
/// Entering.
pub const ENTERING: RuleId = cf(14);
/// The last piece.
pub const LAST_PIECE: RuleId = cf(15);
/// Capture.
pub const CAPTURE: RuleId = cf(16);
/// What takes what.
pub const TAKES: RuleId = cf(17);
/// On a circle.
pub const ON_CIRCLE: RuleId = cf(18);
/// The gun in the way.
pub const GUN: RuleId = cf(19);
/// Captives.
pub const CAPTIVES: RuleId = cf(20);
/// Ships and mines.
pub const SHIP_MINED: RuleId = cf(21);
/// Planes and mines.
pub const PLANE_MINED: RuleId = cf(22);
/// A ship on its own mine.
pub const OWN_MINE: RuleId = cf(23);
/// Doubles.
pub const DOUBLES: RuleId = cf(24);
/// The third double.
pub const THIRD_DOUBLE: RuleId = cf(25);
/// Seven.
pub const SEVEN: RuleId = cf(26);
/// Taking a circle.
pub const CIRCLE: RuleId = cf(27);
/// Nothing left.
pub const NOTHING_LEFT: RuleId = cf(28);
/// What the captor gets.
pub const SPOILS: RuleId = cf(29);
/// The order of retirements.
pub const ORDER: RuleId = cf(30);
/// Empty corners.
pub const EMPTY_CORNERS: RuleId = cf(31);
/// Winning.
pub const WINNING: RuleId = cf(32);
/// No end in sight.
pub const NO_END: RuleId = cf(33);
/// Partnership.
pub const PARTNERSHIP: RuleId = cf(34);
/// Equal moves.
pub const ALIKE: RuleId = cf(35);
/// Resigning.
pub const RESIGNING: RuleId = cf(36);
/// Names and notation.
pub const NOTATION: RuleId = cf(37);
/// The middle of three.
pub const MIDDLE: RuleId = cf(38);
/// Pacts.
pub const PACTS: RuleId = cf(39);

impl Explain for Conflict {
    fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refusal> {
        self.judge_turn(state, seat)?;
        match (state.phase, action) {
            (Phase::Seven, Action::Bring(kind)) => self.judge_bring(state, kind),
            (Phase::Seven, Action::Stay) => Ok(()),
            (Phase::Seven, _) => Err(Refusal::new(SEVEN, "First choose what comes from the reserve on this seven.")
                .instead(self.reserve_hint(state))),
            (Phase::Forfeit, Action::Retreat(mover)) => self.judge_piece(state, mover),
            (Phase::Forfeit, _) => {
                Err(Refusal::new(THIRD_DOUBLE, "After a third double a piece goes into the reserve.")
                    .instead("Name one of your pieces, such as k14-reserve or ship-reserve."))
            }
            (Phase::Pact | Phase::Answer, action) => self.judge_talk(state, action),
            (_, Action::Bring(_) | Action::Stay) => {
                Err(Refusal::new(SEVEN, "A piece comes from the reserve only on a seven, before any move.")
                    .instead(self.dice_hint(state)))
            }
            (_, Action::Retreat(_)) => {
                Err(Refusal::new(THIRD_DOUBLE, "A piece goes into the reserve only after a third double.")
                    .instead(self.dice_hint(state)))
            }
            (_, Action::Propose(_) | Action::Cancel | Action::GoOn | Action::Accept | Action::Decline) => {
                Err(Refusal::new(PACTS, "Pacts are made before the throw.").instead(self.dice_hint(state)))
            }
            (_, Action::Move { die, mover, to, taken }) => self.judge_move(state, die, mover, to, taken),
        }
    }

    fn cite(&self, state: &State, _seat: Seat, action: Action) -> Vec<RuleId> {
        match action {
            Action::Move { mover, to, taken, .. } => self.cite_move(state, mover, to, taken),
            Action::Bring(_) | Action::Stay => vec![SEVEN],
            Action::Retreat(_) => vec![THIRD_DOUBLE],
            Action::GoOn => vec![THROW],
            Action::Propose(_) | Action::Cancel | Action::Accept | Action::Decline => vec![PACTS],
        }
    }

    fn tell(&self, before: &State, seat: Seat, action: Action, after: &State) -> Vec<Sentence> {
        let mut sentences = vec![Sentence::new(self.sentence(before, action), &self.cite(before, seat, action))];
        let mut notes = Vec::new();
        self.make(&mut before.clone(), action, &mut |note| notes.push(note));
        sentences.extend(notes.iter().map(|note| self.tell_note(before, *note)));
        sentences.extend(self.verdict(after));
        sentences
    }

    fn tell_chance(&self, before: &State, chance: Throw, after: &State) -> Vec<Sentence> {
        let sentence = match chance {
            Throw::First(seat, total) => {
                Sentence::new(format!("{} throws {total} for the first turn.", self.seat(seat).name), &[FIRST])
            }
            Throw::Dice(high, low) => self.tell_dice(before, high, low),
        };
        let mut sentences = vec![sentence];
        let mut notes = Vec::new();
        self.throw(&mut before.clone(), chance, &mut |note| notes.push(note));
        sentences.extend(notes.iter().map(|note| self.tell_note(before, *note)));
        if after.phase == Phase::Seven {
            let text = format!("{} may bring a piece from the reserve.", after.turn.name());
            sentences.push(Sentence::new(text, &[SEVEN]));
        }
        sentences.extend(self.verdict(after));
        sentences
    }

    fn advantages(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        self.advantages_of(state, seat, better, worse)
    }

    fn verdict(&self, state: &State) -> Option<Sentence> {
        let survivors = names(state.alive);
        match state.phase {
            Phase::Won if self.partners => {
                let side = state.alive.iter().next()?;
                let text = format!("Both opponents are retired: {} win.", names(side_of(side)));
                Some(Sentence::new(text, &[WINNING, PARTNERSHIP]))
            }
            Phase::Won => Some(Sentence::new(format!("{survivors} is the last one left and wins."), &[WINNING])),
            Phase::Drawn => {
                let why = self.no_end(state);
                if self.partners {
                    // A side draws as a whole, even if a partner is retired.
                    let sides = [Colour::Red, Colour::Orange].map(|colour| names(side_of(colour)));
                    return Some(Sentence::new(
                        format!("{why}: {} draw.", sides.join(" against ")),
                        &[NO_END, PARTNERSHIP],
                    ));
                }
                Some(Sentence::new(format!("{why}: {survivors} draw."), &[NO_END]))
            }
            _ => None,
        }
    }
}

impl Conflict {
    /// Why nobody wins any more (CF-33), without the full stop.
    pub(super) fn no_end(&self, state: &State) -> String {
        if self.options.quiet_limit > 0 && state.quiet >= self.options.quiet_limit {
            let quiet = kernel::counted(state.quiet, "throw has", "throws have");
            return format!("{quiet} brought no capture and no retirement");
        }
        format!("{} been made", kernel::counted(state.throws, "throw has", "throws have"))
    }
}

/// A colour and the one across the board.
fn side_of(colour: Colour) -> ColourSet {
    ColourSet::EMPTY.with(colour).with(colour.opposite())
}

/// The names of colours, as a list in a sentence.
pub(super) fn names(colours: ColourSet) -> String {
    listed(colours.iter().map(|colour| colour.name().to_owned()).collect(), "and")
}

/// A number of things.
pub(super) fn counted(count: usize, thing: &str) -> String {
    match (count, thing) {
        (1, _) => format!("1 {thing}"),
        (_, "artillery") => format!("{count} artillery"),
        _ => format!("{count} {thing}s"),
    }
}

impl Conflict {
    fn cite_move(&self, state: &State, mover: Mover, to: Square, taken: Taken) -> Vec<RuleId> {
        let mut rules = vec![MOVE];
        if matches!(mover, Mover::Home(_)) {
            rules.push(ENTERING);
        }
        if state.phase == Phase::Move && self.alone(state) {
            rules.push(LAST_PIECE);
        }
        if !taken.is_empty() {
            rules.extend([CAPTURE, TAKES]);
        }
        let kind = self.slot(state, mover).map(Kind::of_slot);
        match kind.filter(|kind| self.mined(state, *kind, to).is_some()) {
            Some(Kind::Ship) if self.taken_squares(state, taken).contains(&to) => rules.push(OWN_MINE),
            Some(Kind::Ship) => rules.push(SHIP_MINED),
            Some(_) => rules.push(PLANE_MINED),
            None => {}
        }
        if self.circle_taken(state, to).is_some() {
            rules.push(CIRCLE);
        }
        rules
    }

    /// The enemy whose circle this is.
    pub(super) fn circle_taken(&self, state: &State, to: Square) -> Option<Colour> {
        let owner = self.net().circle_of[to.index()]?;
        self.enemies(state, state.turn).contains(owner).then_some(owner)
    }

    fn sentence(&self, state: &State, action: Action) -> String {
        let me = state.turn.name();
        match action {
            Action::Move { die, mover, to, taken } => self.move_sentence(state, die, mover, to, taken),
            Action::Bring(kind) => format!("{me} brings {} from the reserve.", article(kind)),
            Action::Stay => format!("{me} leaves the reserve as it is."),
            Action::Retreat(mover) => match mover {
                Mover::Field(square) => {
                    let kind = self.slot(state, mover).map_or("piece", |slot| Kind::of_slot(slot).name());
                    format!("{me} puts the {kind} from {} into the reserve.", square.name())
                }
                Mover::Home(kind) => format!("{me} puts {} from the home field into the reserve.", article(kind)),
            },
            talk => self.talk_sentence(state, talk),
        }
    }

    fn move_sentence(&self, state: &State, die: u8, mover: Mover, to: Square, taken: Taken) -> String {
        let kind = self.slot(state, mover).map_or("piece", |slot| Kind::of_slot(slot).name());
        let who = format!("{}’s {kind}", state.turn.name());
        let way = match mover {
            Mover::Field(square) => format!("goes {die} from {} to {}", square.name(), to.name()),
            Mover::Home(_) => format!("enters with a {die} and moves to {}", to.name()),
        };
        if taken.is_empty() {
            return format!("{who} {way}.");
        }
        let mut victims: Vec<(Square, String)> = taken
            .iter()
            .filter_map(|(colour, slot)| match state.place(colour, slot) {
                super::Place::Field(square) => {
                    Some((square, format!("{} on {}", Self::piece_name(colour, slot), square.name())))
                }
                _ => None,
            })
            .collect();
        victims.sort();
        let victims = victims.into_iter().map(|(_, name)| name).collect();
        format!("{who} {way} and takes {}.", listed(victims, "and"))
    }

    fn tell_dice(&self, before: &State, high: u8, low: u8) -> Sentence {
        let me = before.turn.name();
        match (high == low, before.doubles) {
            (false, _) => Sentence::new(format!("{me} throws {high} and {low}."), &[THROW]),
            (true, 2) if self.options.third_double_plays => {
                Sentence::new(format!("{me} throws {high} and {low}, a third double."), &[THIRD_DOUBLE])
            }
            (true, 2) => Sentence::new(
                format!("{me} throws {high} and {low}, a third double, which is not played."),
                &[THIRD_DOUBLE],
            ),
            (true, _) => Sentence::new(format!("{me} throws {high} and {low}, a double."), &[DOUBLES]),
        }
    }

    fn tell_note(&self, before: &State, note: Note) -> Sentence {
        let me = before.turn.name();
        match note {
            Note::Tied(colours) => Sentence::new(format!("{} are level and throw again.", names(colours)), &[FIRST]),
            Note::First(colour) => Sentence::new(format!("{} has the first turn.", colour.name()), &[FIRST]),
            Note::Mined(owner) => {
                let text = format!("{0}’s mine blows it up, and {0} holds it now.", owner.name());
                Sentence::new(text, &[SHIP_MINED, PLANE_MINED, CAPTIVES])
            }
            Note::Retired { who, by, circle } => {
                let (why, rule) = match circle {
                    true => (format!("{} has taken the circle of {}", by.name(), who.name()), CIRCLE),
                    false => (format!("{} has no piece left", who.name()), NOTHING_LEFT),
                };
                let text =
                    format!("{why}: {} is retired, and {} gets all their pieces and captives.", who.name(), by.name());
                Sentence::new(text, &[rule, SPOILS])
            }
            Note::Regained(colour, count) => {
                let pieces = counted(count.into(), "piece");
                let text = format!("{pieces} of {} {} home.", colour.name(), if count == 1 { "comes" } else { "come" });
                Sentence::new(text, &[SPOILS])
            }
            Note::Stuck => Sentence::new(format!("{me} cannot move any piece by this throw."), &[BOTH_DICE]),
            Note::DieLost(die) => Sentence::new(format!("No piece can move by the {die}; it is lost."), &[BOTH_DICE]),
            Note::NothingToForfeit => {
                Sentence::new(format!("{me} has no piece to put into the reserve."), &[THIRD_DOUBLE])
            }
            Note::Again => Sentence::new(format!("{me} throws again."), &[DOUBLES]),
            Note::Next(colour) => Sentence::new(format!("{} is next to throw.", colour.name()), &[THROW]),
            Note::Pact(one, other) => {
                let text = format!("{} and {} have a pact now.", one.name(), other.name());
                Sentence::new(text, &[PACTS])
            }
            Note::PactOver(one, other) => {
                let text = format!("The pact of {} and {} is over.", one.name(), other.name());
                Sentence::new(text, &[PACTS])
            }
        }
    }
}

/// A kind with its article.
pub(super) fn article(kind: Kind) -> &'static str {
    ["a plane", "an artillery piece", "an anti-aircraft gun", "a ship"][kind.index()]
}
