//! The sentences beside the board: the stage, what everybody needs, and what a spin means.

use super::super::phases::Note;
use super::super::rules;
use super::super::state::{Berth, COLOURS, Chance, Colour, Phase, State};
use super::super::tell::counted;
use super::super::{PRIZES, RangerCommandos};
use kernel::scene::{Need, Tone};
use kernel::{Explain, Game, RuleId, Seat, Sentence, Voice, capital};

/// A player in a sentence, and to whom it is said.
struct Speaker {
    voice: Voice,
    seat: Seat,
    name: &'static str,
}

impl Speaker {
    fn say(&self, everyone: impl Into<String>, you: impl Into<String>) -> String {
        self.voice.say(self.seat, everyone, you)
    }

    /// The player with what they do, inside a sentence.
    fn does(&self, everyone: &str, you: &str) -> String {
        self.say(format!("{} {everyone}", self.name), format!("you {you}"))
    }
}

impl RangerCommandos {
    fn speaker(&self, state: &State, seat: Seat, voice: Voice) -> Speaker {
        Speaker { voice, seat, name: self.seat_name(state, seat) }
    }

    pub(super) fn headline(&self, state: &State, voice: Voice) -> String {
        match state.phase {
            Phase::Lots => {
                let Some(seat) = self.next_lot(state) else { return "Nobody spins.".into() };
                let everyone = format!("{} spins for the first choice of colour.", self.seat_name(state, seat));
                voice.say(seat, everyone, "Your turn: spin for the first choice of colour.")
            }
            Phase::Colours => {
                let everyone = format!("{} chooses a colour.", self.seat_name(state, state.asked));
                voice.say(state.asked, everyone, "Your turn: choose a colour.")
            }
            Phase::Over => self.verdict(state).map(|line| line.text).unwrap_or_default(),
            _ => self.stage(state, &self.speaker(state, self.seat_to_move(state), voice)),
        }
    }

    /// The headline while the player is in one of the stages of the night and the day.
    fn stage(&self, state: &State, who: &Speaker) -> String {
        let mover = Colour::at(state.turn);
        match state.phase {
            Phase::Night if self.has_landed(state, mover) => {
                format!("Night, the raid: {}.", who.does("is to spin a number", "are to spin a number"))
            }
            Phase::Night => {
                format!("Night, the crossing: {}.", who.does("is to spin a direction", "are to spin a direction"))
            }
            Phase::Walk => {
                let up_to = if self.options.up_to { "up to " } else { "" };
                let steps = counted(self.number(state), "step");
                format!("Night, the raid: {} {up_to}{steps}.", who.does("walks", "walk"))
            }
            Phase::Escape => {
                let spin = ["first", "second", "third"][usize::from(state.spins.min(2))];
                let so_far = if state.spins == 0 { String::new() } else { format!(" {} so far.", state.sum) };
                let runs = capital(&who.does("runs for the barge", "run for the barge"));
                format!("Alarm! {runs}, {spin} spin: {}.{so_far}", self.run(state, mover))
            }
            Phase::HeadStart => who.say(
                format!(
                    "Alarm! {} is still aboard: {} is to spin a direction, a head start for home.",
                    who.name, who.name
                ),
                "Alarm! You are still aboard: spin a direction, a head start for home.",
            ),
            Phase::Day => {
                format!("Day, the return: {}.", who.does("is to spin a direction", "are to spin a direction"))
            }
            _ => format!("Home: {} counters are turned up.", who.say(format!("{}’s", who.name), "your")),
        }
    }

    /// The headline at the end, as the player of this seat reads it.
    pub(super) fn ended(&self, state: &State, seat: Seat) -> Option<String> {
        let outcome = self.outcome(state)?;
        let colour = state.colour(seat)?;
        if COLOURS.into_iter().all(|colour| state.place(colour).is_none()) {
            return Some("A draw: every commando has been captured, and nobody scores.".into());
        }
        let winners = self.winners(state);
        let best = COLOURS.into_iter().map(|colour| self.score(state, colour)).max().unwrap_or(0);
        let own = self.score(state, colour);
        let others =
            Voice::EVERYONE.names(winners.without(seat).iter().map(|seat| (seat, self.seat_name(state, seat))), "and");
        let (has, result) = (if winners.len() == 1 { "has" } else { "have" }, outcome.said_to(seat));
        Some(match (winners.contains(seat), winners.len()) {
            (true, 1) => format!("{result} with {best} points."),
            (true, _) => format!("{result} with {others}: {best} points each."),
            (false, _) if state.place(colour).is_none() => {
                format!("{result}: you were captured. {others} {has} {best} points.")
            }
            (false, _) => format!("{result} with {own} points. {others} {has} {best}."),
        })
    }

    /// Is the colour's barge at a landing?
    pub(super) fn has_landed(&self, state: &State, colour: Colour) -> bool {
        matches!(state.barge(colour), Berth::Wave(wave) if self.board.landing_at(wave).is_some())
    }

    pub(super) fn needs(&self, state: &State) -> Vec<Need> {
        let need = |seat: Seat| Need { seat, line: self.seat_need(state, seat, Voice::EVERYONE) };
        self.all_seats().iter().map(need).collect()
    }

    pub(super) fn seat_need(&self, state: &State, seat: Seat, voice: Voice) -> Sentence {
        let who = self.speaker(state, seat, voice);
        let (text, rules) = match state.colour(seat) {
            None => {
                let everyone = "Choose a colour, cross, raid, and be home early.";
                let you = "You choose a colour, cross, raid, and should be home early.";
                (who.say(everyone, you), vec![rules::CHOOSING])
            }
            Some(colour) => self.need(state, colour, &who),
        };
        Sentence::new(text, &rules)
    }

    /// The stage that each seat is in.
    pub(super) fn acts(&self, state: &State) -> Vec<(Seat, &'static str)> {
        let act = |seat: Seat| (seat, state.colour(seat).map_or("Before the night", |colour| self.act(state, colour)));
        self.all_seats().iter().map(act).collect()
    }

    fn act(&self, state: &State, colour: Colour) -> &'static str {
        let by_night = matches!(state.phase, Phase::Colours | Phase::Night | Phase::Walk);
        match state.barge(colour) {
            _ if state.place(colour).is_some() => "Home",
            Berth::Captured => "Captured",
            _ if by_night && !self.has_landed(state, colour) => "The night crossing",
            _ if by_night => "The raid",
            _ if state.ashore(colour).is_some() => "The escape",
            _ => "The daylight return",
        }
    }

    /// The stage the colour is in, and what it needs there.
    fn need(&self, state: &State, colour: Colour, who: &Speaker) -> (String, Vec<RuleId>) {
        let stage = |everyone: &str, you: &str| who.say(format!("{}, {everyone}", who.name), format!("You {you}"));
        if let Some(place) = state.place(colour) {
            let so_far = if state.phase == Phase::Over { "in all" } else { "so far" };
            let (home, points) = (stage("home", "are home"), self.score(state, colour));
            let text = format!("{home} {}: {points} points {so_far}.", self.ordinal(place));
            return (text, vec![rules::PLACES, rules::TURNED_UP]);
        }
        if state.barge(colour) == Berth::Captured {
            return (format!("{}: out of the game.", stage("captured", "are captured")), vec![rules::BACK]);
        }
        if matches!(state.phase, Phase::Night | Phase::Walk) {
            return self.need_by_night(state, colour, stage);
        }
        if state.ashore(colour).is_some() {
            let text = format!("{}: {}.", stage("on the run", "are on the run"), self.run(state, colour));
            return (text, vec![rules::THREE_SPINS, rules::BACK]);
        }
        let place = 1 + state.places.iter().filter(|place| **place > 0).count();
        let (prize, turns) = (PRIZES[(place - 1).min(3)], about(self.turns_home(state, colour)));
        let way = stage("on the way home", "are on the way home");
        let text = format!("{way}: about {turns}; {prize} points for the next to arrive.");
        (text, vec![rules::RETURN, rules::PLACES])
    }

    fn need_by_night(
        &self,
        state: &State,
        colour: Colour,
        stage: impl Fn(&str, &str) -> String,
    ) -> (String, Vec<RuleId>) {
        if !self.has_landed(state, colour) {
            let turns = about(self.turns_to_landing(state, colour));
            let text = format!("{}: a landing is about {turns} away.", stage("crossing", "are crossing"));
            return (text, vec![rules::CROSSING]);
        }
        if state.ashore(colour).is_none() {
            let text = format!("{}: spin a number and go ashore.", stage("landed", "have landed"));
            return (text, vec![rules::FIRST_STEPS]);
        }
        let haul = match state.haul(colour) {
            0 => "no counter yet".into(),
            haul => counted(haul, "counter"),
        };
        let raiding = stage("raiding", "are raiding");
        let text = format!("{raiding}: {haul}; if the whistle sounds, {}.", self.run(state, colour));
        (text, vec![rules::TAKING, rules::BACK])
    }

    /// What a spin means for the seat, in a few words; a spin of somebody else is said of them.
    pub(super) fn foreseen(
        &self,
        before: &State,
        chance: Chance,
        after: &State,
        seat: Seat,
        best: Option<Tone>,
    ) -> String {
        let cell = match chance {
            Chance::Face(face) => return self.foreseen_face(face),
            Chance::Spin(cell) => self.board.dial.get(usize::from(cell)).map_or(0, |cell| cell.number),
        };
        let mut notes = Vec::new();
        self.happen(&mut before.clone(), chance, &mut |note| notes.push(note));
        let mover = Colour::at(before.turn);
        let has = |wanted: fn(&Note, Colour) -> bool| notes.iter().any(|note| wanted(note, mover));
        match before.phase {
            Phase::Lots => format!("spins {cell} for the first choice"),
            _ if has(|note, mover| matches!(note, Note::Home(home, _) if *home == mover)) => "is home".into(),
            _ if has(|note, _| matches!(note, Note::Landed)) => "lands".into(),
            _ if has(|note, _| matches!(note, Note::Sailed(_))) => "sails on".into(),
            _ if has(|note, _| matches!(note, Note::Docked)) => "stays in the dock".into(),
            _ if has(|note, _| matches!(note, Note::OffWater | Note::Blocked(_))) => "cannot move".into(),
            Phase::Escape if has(|note, mover| matches!(note, Note::Back(back) if *back == mover)) => {
                "gets back to the barge".into()
            }
            Phase::Escape if has(|note, mover| matches!(note, Note::Captured(lost) if *lost == mover)) => {
                "is captured".into()
            }
            Phase::Escape => "runs on".into(),
            _ if after.phase != Phase::Walk => "cannot walk".into(),
            _ if self.seat_to_move(before) != seat => format!("{} walks {}", mover.name(), counted(cell, "step")),
            _ => raid_outlook(best).into(),
        }
    }

    fn foreseen_face(&self, face: u8) -> String {
        let face = self.board.faces.get(usize::from(face)).map_or("counter", |face| face.name.as_str());
        format!("turns up {face}")
    }
}

/// The best that a walk can bring.
fn raid_outlook(best: Option<Tone>) -> &'static str {
    match best {
        None => "cannot walk",
        Some(Tone::Harm) => "raises the alarm",
        Some(Tone::Plain) => "walks safely",
        Some(_) => "takes a counter",
    }
}

/// Turns as a whole number, in words.
fn about(turns: f32) -> String {
    counted(turns.round().clamp(1.0, 255.0) as u8, "turn")
}
