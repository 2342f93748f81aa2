//! The scene: sea and coasts, circles and lines, buildings, pieces, trays, texts.
//!
//! `layout` has the coordinates, `coasts` draws water and shores, `circles` the
//! spaces, `works` the objectives, `pieces` what stands on them, `inks` are the colours,
//! `words` the sentences, `pictures` those of the how-to-play page.

mod circles;
mod coasts;
mod inks;
mod layout;
mod pictures;
mod pieces;
mod plan;
mod words;
mod works;

pub(super) use plan::plan;

use super::RangerCommandos;
use super::board::{Kind, land_name};
use super::rules::listed;
use super::state::{Action, Berth, COLOURS, Chance, Colour, Phase, State};
use super::tell::counted;
use kernel::scene::{Gesture, Plan, Scene, Spot, Throw, Token, Tone, Tray};
use kernel::{Game, Seat, Sentence, Show, Voice};
use plan::dock_id;

/// Size of a piece.
const TOKEN_R: f32 = 20.0;

impl RangerCommandos {
    // ---- Pieces ----------------------------------------------------------

    fn tokens(&self, state: &State) -> Vec<Token> {
        let mut tokens = Vec::new();
        for colour in COLOURS {
            tokens.extend(self.barge_token(state, colour));
        }
        for colour in COLOURS {
            tokens.extend(self.commando_token(state, colour));
        }
        for (objective, of) in self.board.objectives.iter().enumerate() {
            let left = state.left(objective);
            if left > 0 {
                tokens.push(Token {
                    id: 0,
                    kind: pieces::pile(left),
                    seat: None,
                    label: format!("{} of the {}", counted(left, "counter"), of.name),
                    at: Spot::Space(land_name(of.site)),
                });
            }
        }
        for colour in COLOURS {
            self.haul_tokens(state, colour, &mut tokens);
        }
        tokens
    }

    /// Is the colour's barge shown? Before the colours are chosen all are, later those in play.
    fn on_table(&self, state: &State, colour: Colour) -> bool {
        state.plays(colour) || matches!(state.phase, Phase::Lots | Phase::Colours)
    }

    fn barge_spot(&self, state: &State, colour: Colour) -> Spot {
        match state.barge(colour) {
            Berth::Wave(wave) => Spot::Space(self.board.wave_name(wave)),
            Berth::Home => Spot::Tray("home".into(), 2 * (u16::from(state.place(colour).unwrap_or(1)) - 1)),
            Berth::Captured => Spot::Tray("captured".into(), 2 * colour as u16),
            Berth::Dock | Berth::Absent => Spot::Space(dock_id(&self.board, colour)),
        }
    }

    fn barge_token(&self, state: &State, colour: Colour) -> Option<Token> {
        self.on_table(state, colour).then(|| Token {
            id: 0,
            kind: pieces::barge(colour),
            seat: state.seat(colour),
            label: format!("{} barge", colour.word()),
            at: self.barge_spot(state, colour),
        })
    }

    fn commando_token(&self, state: &State, colour: Colour) -> Option<Token> {
        let at = match (state.ashore(colour), self.barge_spot(state, colour)) {
            (Some(circle), _) => Spot::Space(self.board.circle_name(circle)),
            (None, Spot::Tray(tray, place)) => Spot::Tray(tray, place + 1),
            (None, spot) => spot,
        };
        self.on_table(state, colour).then(|| Token {
            id: 0,
            kind: pieces::commando(colour),
            seat: state.seat(colour),
            label: format!("{} commando", colour.word()),
            at,
        })
    }

    fn haul_tokens(&self, state: &State, colour: Colour, tokens: &mut Vec<Token>) {
        let Some(seat) = state.seat(colour) else { return };
        let tray = format!("counters-{}", self.seat(seat).id);
        let mut place = 0;
        let mut add = |kind, label: String| {
            tokens.push(Token { id: 0, kind, seat: None, label, at: Spot::Tray(tray.clone(), place) });
            place += 1;
        };
        for (kind, (face, count)) in self.board.faces.iter().zip(state.turned_up(colour)).enumerate() {
            (0..*count).for_each(|_| add(pieces::face(kind), format!("counter showing {}", face.name)));
        }
        let hidden = state.haul(colour).saturating_sub(state.turned(colour));
        (0..hidden).for_each(|_| add(pieces::COUNTER, "counter, face down".into()));
    }

    fn trays(&self, state: &State) -> Vec<Tray> {
        let mut trays = Vec::new();
        for seat in self.all_seats().iter() {
            let id = self.seat(seat).id;
            let haul = state.colour(seat).map_or_else(|| "none yet".into(), |colour| self.haul_note(state, colour));
            let label = format!("Counters of {}", self.seat_name(state, seat));
            trays.push(Tray::new(format!("counters-{id}"), label, seat).noting(haul));
        }
        let names = |list: Vec<Colour>| match list.is_empty() {
            true => "nobody".to_owned(),
            false => listed(list.into_iter().map(|colour| colour.name().to_owned()).collect(), "and"),
        };
        let mut home: Vec<Colour> = COLOURS.into_iter().filter(|colour| state.place(*colour).is_some()).collect();
        home.sort_by_key(|colour| state.place(*colour));
        let lost = COLOURS.into_iter().filter(|colour| state.barge(*colour) == Berth::Captured).collect();
        trays.push(Tray::shared("home", "Home", names(home)));
        trays.push(Tray::shared("captured", "Captured", names(lost)));
        trays
    }

    fn haul_note(&self, state: &State, colour: Colour) -> String {
        let haul = state.haul(colour);
        let hidden = haul.saturating_sub(state.turned(colour));
        match (haul, hidden) {
            (0, _) => "none".into(),
            (_, 0) => kernel::counted(self.turned_points(state, colour), "point", "points"),
            _ if state.barge(colour) == Berth::Captured => "lost".into(),
            _ if hidden < haul => {
                let points = kernel::counted(self.turned_points(state, colour), "point", "points");
                format!("{points}, {hidden} to turn up")
            }
            _ => {
                let about = (f32::from(haul) * self.mean_counter()).round() as u32;
                format!("face down, about {}", kernel::counted(about, "point", "points"))
            }
        }
    }

    fn turned_points(&self, state: &State, colour: Colour) -> u16 {
        let faces = self.board.faces.iter().zip(state.turned_up(colour));
        faces.map(|(face, count)| face.points * u16::from(*count)).sum()
    }

    /// The dial with the last spin: night, number and day of every cell.
    fn dial(&self, state: &State) -> Throw {
        let at = Some(usize::from(state.spun)).filter(|at| *at < self.board.dial.len());
        let label = |cell: &super::board::Cell| format!("{} {} {}", cell.night.word(), cell.number, cell.day.word());
        let sectors = self.board.dial.iter().map(|cell| (label(cell), cell.width)).collect();
        Throw::Dial { sectors, at }
    }

    // ---- Pointing --------------------------------------------------------

    /// Where a walk of the colour begins.
    fn walk_start(&self, state: &State, colour: Colour) -> String {
        match (state.ashore(colour), state.barge(colour)) {
            (Some(circle), _) => self.board.circle_name(circle),
            (None, Berth::Wave(wave)) => self.board.wave_name(wave),
            _ => dock_id(&self.board, colour),
        }
    }

    fn walk(&self, state: &State, circle: u8, label: String, tone: Tone) -> Gesture {
        let colour = Colour::at(state.turn);
        let steps = vec![self.walk_start(state, colour), self.board.circle_name(circle)];
        let path = self.way_to(state, colour, circle).iter().map(|circle| self.board.circle_name(*circle)).collect();
        Gesture::new(steps, label).along(path).bringing(tone)
    }

    /// The clearest walk to this circle: the fewest circles visited twice, then the
    /// straightest. Without the start, with the end.
    fn way_to(&self, state: &State, colour: Colour, circle: u8) -> Vec<u8> {
        let number = usize::from(self.number(state));
        let (start, first): (_, Vec<u8>) = match (state.ashore(colour), state.barge(colour)) {
            (Some(from), _) => (Some(from), vec![from]),
            (None, Berth::Wave(wave)) => {
                let landing = self.board.landing_at(wave);
                (None, landing.map(|landing| self.board.landings[landing].first.clone()).unwrap_or_default())
            }
            _ => (None, Vec::new()),
        };
        let least = if self.options.up_to { 1 } else { number };
        let mut ways = Ways { game: self, start, to: circle, least, most: number, lines: Vec::new(), best: None };
        for from in first {
            let mut way = Vec::with_capacity(number);
            if start.is_none() {
                way.push(from);
            }
            ways.look(from, &mut way);
        }
        ways.best.map(|(_, way)| way).unwrap_or_default()
    }
}

/// Looks for the best of all walks between two circles.
struct Ways<'g> {
    game: &'g RangerCommandos,
    start: Option<u8>,
    to: u8,
    least: usize,
    most: usize,
    lines: Vec<u8>,
    best: Option<(usize, Vec<u8>)>,
}

impl Ways<'_> {
    fn look(&mut self, at: u8, way: &mut Vec<u8>) {
        if usize::from(self.game.net.far[usize::from(at)][usize::from(self.to)]) > self.most.saturating_sub(way.len()) {
            return;
        }
        if at == self.to && (self.least..=self.most).contains(&way.len()) {
            let cost = self.cost(way);
            if self.best.as_ref().is_none_or(|(best, _)| cost < *best) {
                self.best = Some((cost, way.clone()));
            }
        }
        if way.len() == self.most {
            return;
        }
        for &(line, to) in &self.game.net.ways[usize::from(at)] {
            let again = self.lines.contains(&line) && !self.game.options.retrace;
            if self.start == Some(to) || again {
                continue;
            }
            self.lines.push(line);
            way.push(to);
            self.look(to, way);
            way.pop();
            self.lines.pop();
        }
    }

    /// Circles visited twice cost most, then turns, then steps.
    fn cost(&self, way: &[u8]) -> usize {
        let again = way.iter().enumerate().filter(|(index, circle)| way[..*index].contains(circle)).count();
        let whole: Vec<u8> = self.start.into_iter().chain(way.iter().copied()).collect();
        let at = |circle: u8| self.game.board.circles[usize::from(circle)].at;
        let turn = |three: &&[u8]| {
            let (a, b, c) = (at(three[0]), at(three[1]), at(three[2]));
            ((b.0 - a.0).signum(), (b.1 - a.1).signum()) != ((c.0 - b.0).signum(), (c.1 - b.1).signum())
        };
        100 * again + 10 * whole.windows(3).filter(turn).count() + way.len()
    }
}

impl Show for RangerCommandos {
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.toml"));
    const PUZZLES: Option<&'static str> = Some(include_str!("../puzzles.jsonl"));

    fn plan(&self) -> Plan {
        (*self.plan).clone()
    }

    fn scene(&self, state: &State) -> Scene {
        let night = matches!(state.phase, Phase::Lots | Phase::Colours | Phase::Night | Phase::Walk);
        Scene {
            plan: self.plan.clone(),
            tokens: self.tokens(state),
            trays: self.trays(state),
            marks: Vec::new(),
            headline: self.headline(state, Voice::EVERYONE),
            needs: self.needs(state),
            throw: Some(self.dial(state)),
            turned: 0,
            mood: Some(if night { "night" } else { "day" }),
            standings: self.acts(state),
        }
    }

    fn headline_to(&self, state: &State, seat: Seat) -> String {
        self.ended(state, seat).unwrap_or_else(|| self.headline(state, Voice::to(seat)))
    }

    fn need_to(&self, state: &State, seat: Seat) -> Option<Sentence> {
        Some(self.seat_need(state, seat, Voice::to(seat)))
    }

    fn outlook(&self, before: &State, chance: Chance, after: &State, seat: Seat, best: Option<Tone>) -> String {
        self.foreseen(before, chance, after, seat, best)
    }

    fn confirm(&self, _: &State, _: Seat, action: Action) -> Option<String> {
        let sentry =
            |circle: u8| self.board.circles.get(usize::from(circle)).is_some_and(|circle| circle.kind == Kind::Sentry);
        let alarm = matches!(action, Action::Walk(circle) if sentry(circle));
        alarm.then(|| "A sentry: this raises the alarm and ends the raid for everyone. Go on?".into())
    }

    fn gesture(&self, state: &State, _seat: Seat, action: Action) -> Gesture {
        match action {
            Action::Choose(colour) => {
                Gesture::new(vec![dock_id(&self.board, colour)], format!("Lead {}", colour.name()))
            }
            Action::Take(circle) => {
                let name = self.board.circle_name(circle);
                let label = format!("{name}: a counter of the {}", self.objective_of(circle));
                self.walk(state, circle, label, Tone::Gain)
            }
            Action::Walk(circle) => {
                let name = self.board.circle_name(circle);
                match self.board.circles.get(usize::from(circle)).map(|circle| circle.kind) {
                    Some(Kind::Sentry) => self.walk(state, circle, format!("{name}: a sentry, the alarm"), Tone::Harm),
                    Some(Kind::Arrow) if self.stock(state, circle).is_some_and(|left| left > 0) => {
                        // Pointing at an arrow means its counter; leaving it is a button.
                        let label = format!("{name}, leaving the counters of the {}", self.objective_of(circle));
                        let walk = self.walk(state, circle, label, Tone::Plain);
                        Gesture { steps: Vec::new(), ..walk }
                    }
                    Some(Kind::Arrow) => {
                        let label = format!("{name}: the {}, empty", self.objective_of(circle));
                        self.walk(state, circle, label, Tone::Plain)
                    }
                    _ => self.walk(state, circle, format!("{name}: safe"), Tone::Plain),
                }
            }
        }
    }

    fn pointed(&self, _: &State, _: Seat, steps: &[&str], _: Option<&str>) -> Option<String> {
        let end = steps.last()?;
        let dock = COLOURS.into_iter().find(|colour| dock_id(&self.board, *colour) == **end);
        Some(dock.map_or_else(|| (*end).to_owned(), |colour| colour.word().to_owned()))
    }

    fn picture(&self, name: &str) -> Option<Scene> {
        self.drawn(name)
    }
}
