//! The sentences of the log: what was done, what followed, how it ended.

use super::phases::Note;
use super::rules::{self, listed};
use super::state::{Action, COLOURS, Chance, Colour, Phase, State};
use super::{LAST_PLACE, PRIZES, RangerCommandos};
use kernel::{Game, RuleId, Seat, SeatSet, Sentence};

/// A count with its noun.
pub(super) fn counted(count: u8, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

impl RangerCommandos {
    /// First, second and so on; with `last_scores_last` the last place is called "last" (RC-32).
    pub(super) fn ordinal(&self, place: u8) -> &'static str {
        match place {
            LAST_PLACE if self.options.last_scores_last => "last",
            _ => ["nowhere", "first", "second", "third", "fourth"][usize::from(place.min(LAST_PLACE))],
        }
    }

    fn seats_called(&self, seats: SeatSet) -> String {
        listed(seats.iter().map(|seat| self.seat(seat).name.to_owned()).collect(), "and")
    }

    pub(super) fn tell_action(&self, before: &State, seat: Seat, action: Action, _after: &State) -> Vec<Sentence> {
        let mut notes = Vec::new();
        let mut after = *before;
        self.make(&mut after, seat, action, &mut |note| notes.push(note));
        let cited = kernel::Explain::cite(self, before, seat, action);
        let mut lines = vec![Sentence::new(self.sentence(before, seat, action, &after), &cited)];
        self.tell_notes(&notes, before, &after, &mut lines);
        lines
    }

    fn sentence(&self, before: &State, seat: Seat, action: Action, after: &State) -> String {
        let who = self.seat_name(before, seat);
        let walk = |circle: u8| {
            let name = self.board.circle_name(circle);
            match before.colour(seat).and_then(|colour| before.ashore(colour)) {
                Some(from) => format!("{who} walks from {} to {name}", self.board.circle_name(from)),
                None => format!("{who} goes ashore and walks to {name}"),
            }
        };
        match action {
            Action::Choose(colour) => format!("{who} chooses {}.", colour.name()),
            Action::Walk(circle) if self.stock(before, circle).is_some_and(|left| left > 0) => {
                format!("{} and leaves the counters of the {}.", walk(circle), self.objective_of(circle))
            }
            Action::Walk(circle) => format!("{}.", walk(circle)),
            Action::Take(circle) => {
                let left = match self.stock(after, circle).unwrap_or(0) {
                    0 => "none is left".to_owned(),
                    1 => "one is left".to_owned(),
                    left => format!("{left} are left"),
                };
                let objective = self.objective_of(circle);
                format!("{} and takes a counter of the {objective}, unseen; {left}.", walk(circle))
            }
        }
    }

    /// The name of the objective behind the arrow of this circle.
    pub(super) fn objective_of(&self, circle: u8) -> &str {
        let objective = self.board.circles.get(usize::from(circle)).and_then(|circle| circle.objective);
        let objective = objective.and_then(|objective| self.board.objectives.get(usize::from(objective)));
        objective.map_or("", |objective| objective.name.as_str())
    }

    pub(super) fn tell_spin(&self, before: &State, chance: Chance, after: &State) -> Vec<Sentence> {
        let mut notes = Vec::new();
        self.happen(&mut before.clone(), chance, &mut |note| notes.push(note));
        let mut lines = vec![match chance {
            Chance::Spin(cell) => self.spin_line(before, cell, &notes),
            Chance::Face(kind) => self.face_line(before, kind),
        }];
        self.tell_notes(&notes, before, after, &mut lines);
        if after.phase == Phase::Over && before.phase != Phase::Over {
            lines.push(self.tell_end(after));
        }
        lines
    }

    fn face_line(&self, before: &State, kind: u8) -> Sentence {
        let who = Colour::at(before.turn).name();
        let text = match self.board.faces.get(usize::from(kind)) {
            Some(face) if face.points == 0 => format!("{who} turns up a {} counter: nothing.", face.name),
            Some(face) if face.name == face.points.to_string() => format!("{who} turns up a counter: {}.", face.points),
            Some(face) => {
                format!("{who} turns up the {}: {}.", face.name, kernel::counted(face.points, "point", "points"))
            }
            None => format!("{who} turns up a counter."),
        };
        Sentence::new(text, &[rules::TURNED_UP, rules::COUNTERS])
    }

    fn spin_line(&self, before: &State, cell: u8, notes: &[Note]) -> Sentence {
        let who = match before.turn() {
            Some(colour) => colour.name(),
            None => self.next_lot(before).map_or("Nobody", |seat| self.seat(seat).name),
        };
        let Some(cell) = self.board.dial.get(usize::from(cell)) else {
            return Sentence::new(format!("{who} spins."), &[rules::DIAL]);
        };
        match before.phase {
            Phase::Lots => Sentence::new(
                format!("{who} spins {} for the first choice of colour.", cell.number),
                &[rules::CHOOSING],
            ),
            Phase::Escape => {
                let (spin, sum) = (before.spins + 1, before.sum + cell.number);
                let steps = self.way_back(before, Colour::at(before.turn));
                let steps = steps.map_or("no way".into(), |steps| counted(steps, "step"));
                let text =
                    format!("{who} spins {}, {sum} in {}; {steps} to the barge.", cell.number, counted(spin, "spin"));
                Sentence::new(text, &[rules::THREE_SPINS])
            }
            Phase::Day | Phase::HeadStart => self.water_line(who, cell.day.name(), false, notes),
            _ if notes.iter().any(on_water) => self.water_line(who, cell.night.name(), true, notes),
            _ => Sentence::new(format!("{who} spins {}.", cell.number), &[rules::COUNT, rules::DIAL]),
        }
    }

    fn water_line(&self, who: &str, direction: &str, night: bool, notes: &[Note]) -> Sentence {
        let step = if night { rules::CROSSING } else { rules::RETURN };
        let (what, rules): (String, &[RuleId]) = match notes.iter().find(|note| on_water(note)) {
            Some(Note::Sailed(wave)) => (format!("sails to {}", self.board.wave_name(*wave)), &[step]),
            Some(Note::Docked) => ("stays in the dock, which opens to the east".into(), &[rules::LEAVING]),
            Some(Note::Blocked(other)) => {
                (format!("cannot move: {}’s barge lies there", other.name()), &[step, rules::LOST_TURN])
            }
            _ if night => ("cannot move: there is no water".into(), &[step, rules::LOST_TURN]),
            _ => ("cannot move: there is no water".into(), &[step, rules::LOST_TURN, rules::HEADLANDS]),
        };
        Sentence::new(format!("{who} spins {direction} and {what}."), rules)
    }

    fn tell_notes(&self, notes: &[Note], before: &State, after: &State, lines: &mut Vec<Sentence>) {
        let mover = before.turn().map_or("", Colour::name);
        for note in notes {
            let (text, rules): (String, &[RuleId]) = match *note {
                Note::Level(seats) => {
                    (format!("{} are level and spin again.", self.seats_called(seats)), &[rules::CHOOSING])
                }
                Note::FirstChoice(seat) => {
                    (format!("{} has the first choice.", self.seat(seat).name), &[rules::CHOOSING])
                }
                Note::LastColour(seat, colour) => {
                    (format!("{} is left for {}.", colour.name(), self.seat(seat).name), &[rules::CHOOSING])
                }
                Note::Begins(colour) => (format!("Night falls; {} moves first.", colour.name()), &[rules::ORDER]),
                Note::Sailed(_) | Note::Docked | Note::OffWater | Note::Blocked(_) => continue,
                Note::Landed => {
                    (format!("{mover} has landed and raids from the next turn on."), &[rules::LANDED, rules::LANDINGS])
                }
                Note::Stuck => {
                    (format!("No walk of that number is possible; {mover} loses the turn."), &[rules::NO_WAY])
                }
                Note::Whistle => {
                    (format!("{mover} has run into a sentry: the whistle! The raid is over."), &[rules::WHISTLE])
                }
                Note::Dawn => ("Dawn: the whistle sounds by itself. The raid is over.".into(), &[rules::DAWN]),
                Note::Back(colour) => (format!("{} is back on the barge.", colour.name()), &[rules::BACK]),
                Note::Captured(colour) => {
                    let counters = match after.haul(colour) {
                        0 => String::new(),
                        haul => format!(" with {}", counted(haul, "counter")),
                    };
                    (format!("{} is captured{counters} and out of the game.", colour.name()), &[rules::BACK])
                }
                Note::Return => (self.turn_for_home(notes, after), &[rules::RETURN, rules::STILL_ABOARD]),
                Note::Home(colour, place) => (self.home(colour, place), &[rules::HOME, rules::PLACES]),
                Note::NeverLeft(colour, place) => (
                    format!("{} needs no spin. {}", colour.name(), self.home(colour, place)),
                    &[rules::NOT_FAR, rules::PLACES],
                ),
                Note::CalledIn(colour, place) => (
                    format!("{} is the last afloat and is called in. {}", colour.name(), self.home(colour, place)),
                    &[rules::CALLED_IN, rules::PLACES],
                ),
                Note::Reveal => ("Nobody is at sea any more: the counters are turned up.".into(), &[rules::TURNED_UP]),
            };
            lines.push(Sentence::new(text, rules));
        }
        self.tell_next(before, after, lines);
    }

    /// Announces the next player in the round after the whistle: the way and the odds of a
    /// commando that runs, or that a barge has a head start.
    fn tell_next(&self, before: &State, after: &State, lines: &mut Vec<Sentence>) {
        let colour = Colour::at(after.turn);
        let (phase, turn) = (after.phase, after.turn);
        if (before.phase, before.turn) == (phase, turn) {
            return;
        }
        if phase == Phase::Escape {
            let text = format!("{} runs for the barge: {}.", colour.name(), self.run(after, colour));
            lines.push(Sentence::new(text, &[rules::THREE_SPINS, rules::BACK]));
        } else if phase == Phase::HeadStart {
            let text = format!("{} is still aboard and turns for home with a head start.", colour.name());
            lines.push(Sentence::new(text, &[rules::STILL_ABOARD]));
        }
    }

    /// The way back of a commando and the odds of the escape.
    pub(super) fn run(&self, state: &State, colour: Colour) -> String {
        let odds = percent(self.escape_odds(state, colour));
        match self.way_back(state, colour) {
            None => "no way leads back".into(),
            Some(steps) => {
                let escaping = state.phase == Phase::Escape && Colour::at(state.turn) == colour;
                let spins = if escaping { 3 - state.spins.min(3) } else { 3 };
                format!("{}, {odds} to make it in {}", counted(steps, "step"), counted(spins, "spin"))
            }
        }
    }

    /// Says who sails when the return begins: barges still at sea, and those that come home or
    /// are called in with this step. In version 1 of the rules these are all of them.
    fn turn_for_home(&self, notes: &[Note], after: &State) -> String {
        let arrives = |colour| notes.iter().any(|note| matches!(note, Note::CalledIn(other, _) if *other == colour));
        let earlier = |colour| after.place(colour).is_some() && !self.has_head_start();
        let sails = |colour: &Colour| after.afloat(*colour) || arrives(*colour) || earlier(*colour);
        let names: Vec<_> = COLOURS.into_iter().filter(sails).map(|colour| colour.name().to_owned()).collect();
        let (over, go) = if self.has_head_start() { ("The round of escapes is over. ", "sail") } else { ("", "turn") };
        match names.len() {
            0 if after.places != [0; 4] => "The round of escapes is over, and everybody who is left is home.".into(),
            0 => format!("{over}Nobody is left to go home."),
            1 => format!("{over}{} {go}s for home.", names[0]),
            _ => format!("{over}{} {go} for home.", listed(names, "and")),
        }
    }

    fn home(&self, colour: Colour, place: u8) -> String {
        let prize = PRIZES[usize::from(place.saturating_sub(1)) & 3];
        format!("{} is home {}: {prize} points.", colour.name(), self.ordinal(place))
    }

    /// How and why the match ended, with everybody's score.
    pub(super) fn tell_end(&self, state: &State) -> Sentence {
        let home = COLOURS.into_iter().any(|colour| state.place(colour).is_some());
        if !home {
            let text = "Every commando has been captured. Nobody scores; it is a draw.";
            return Sentence::new(text, &[rules::NOBODY]);
        }
        let winners = self.winners(state);
        let names = listed(winners.iter().map(|seat| self.seat_name(state, seat).to_owned()).collect(), "and");
        let best = COLOURS.into_iter().map(|colour| self.score(state, colour)).max().unwrap_or(0);
        let head = match winners.len() {
            1 => format!("{names} wins with {best} points."),
            _ => format!("{names} share the win with {best} points each."),
        };
        let account: Vec<_> = COLOURS.into_iter().filter_map(|colour| self.account(state, colour)).collect();
        let rules = [rules::WINNER, rules::PLACES, rules::TURNED_UP];
        Sentence::new(format!("{head} {}.", account.join("; ")), &rules)
    }

    fn account(&self, state: &State, colour: Colour) -> Option<String> {
        state.seat(colour)?;
        let Some(place) = state.place(colour) else { return Some(format!("{} captured", colour.name())) };
        let prize = PRIZES[usize::from(place - 1) & 3];
        let score = self.score(state, colour);
        let counters = match state.haul(colour) {
            0 => "no counters".into(),
            haul => format!("{} in {}", score - prize, counted(haul, "counter")),
        };
        Some(format!("{} {score}: {prize} for coming home {}, {counters}", colour.name(), self.ordinal(place)))
    }
}

fn on_water(note: &Note) -> bool {
    matches!(note, Note::Sailed(_) | Note::Docked | Note::OffWater | Note::Blocked(_))
}

/// Odds in whole percent; something possible is never shown as 0 % or 100 %.
pub(super) fn percent(odds: f32) -> String {
    match odds {
        odds if odds <= 0.0 => "0 %".into(),
        odds if odds < 0.01 => "less than 1 %".into(),
        odds if odds >= 1.0 => "100 %".into(),
        odds if odds > 0.99 => "more than 99 %".into(),
        odds => format!("{:.0} %", odds * 100.0),
    }
}
