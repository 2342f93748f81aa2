//! The scene: the map, the pieces on it and in their harbours, the die.
//!
//! `layout` has the coordinates, `map` draws sea and islands, `signs` the spaces,
//! `pieces` the tokens, `frame` what is printed around them, `inks` the colours,
//! `pictures` are those of the how-to-play page.

mod frame;
mod inks;
mod layout;
mod map;
mod pictures;
mod pieces;
mod signs;

use super::HitTheBeach;
use super::board::{Beach, HbBoard, Kind, Place};
use super::paths;
use super::rules::{self, Find, listed};
use super::state::{
    Action, COLOURS, Colour, DIVISIONS, Division, Phase, SUPPORTS, Space as At, State, Support, Throw as Thrown,
};
use kernel::scene::{Gesture, Mark, Need, Plan, Scene, Space, Spot, Stroke, Throw, Token, Tone, Tray, Way, WayStyle};
use kernel::{Evidence, Explain, Game, Seat, Sentence, Show, Voice};
use layout::Layout;

/// The tray of the defender that has been removed and not yet placed.
const HAND: &str = "hand";

/// The part of the scene that never changes; only colours in play have harbours with places.
pub(super) fn plan(board: &HbBoard, playing: &[Colour]) -> Plan {
    let layout = Layout::new(board);
    let mut spaces: Vec<Space> = board.spaces().map(|(at, place)| space(&layout, at, place)).collect();
    spaces.extend(board.beaches.iter().flatten().flat_map(|beach| beach_berths(&layout, beach)));
    spaces.extend(playing.iter().flat_map(|colour| harbour_berths(&layout, *colour)));
    let mut regions = map::islands(&layout);
    regions.extend(map::atolls(&layout));
    regions.extend(map::beaches(&layout));
    regions.extend(COLOURS.map(|colour| map::harbour(&layout, colour)));
    Plan {
        size: board.size,
        inks: inks::inks(),
        backdrop: map::sea(&layout),
        regions,
        way_styles: way_styles(layout.unit),
        ways: board.roads.iter().map(|road| way(board, road.from, road.to, road.evidence)).collect(),
        spaces: spaces.into(),
        turntable: None,
        lettering: frame::lettering(&layout),
        tokens: pieces::pieces(),
        token_r: layout.token_r,
        facts: board.facts.clone(),
        homes: Vec::new(),
    }
}

fn way_styles(unit: f32) -> Vec<WayStyle> {
    vec![
        WayStyle { name: "sea", label: "path at sea", strokes: vec![Stroke::line("route", 3.4 * unit)] },
        WayStyle {
            name: "land",
            label: "path on land",
            strokes: vec![Stroke::line("sand", 10.0 * unit), Stroke::line("route", 4.0 * unit)],
        },
    ]
}

fn way(board: &HbBoard, from: At, to: At, evidence: Evidence) -> Way {
    let dry = |at| board.place(at).kind.is_brown() || board.place(at).kind == Kind::Objective;
    let style = if dry(from) && dry(to) { "land" } else { "sea" };
    Way { from: board.name(from).to_owned(), to: board.name(to).to_owned(), style, evidence }
}

/// What a space is, in words.
fn what(board: &HbBoard, at: At, kind: Kind) -> String {
    match (kind, board.beach(at)) {
        (_, Some(beach)) => format!("circle of {}’s beach", beach.colour.name()),
        (Kind::Land, _) => "brown circle".into(),
        (Kind::Atoll, _) => "circle of an atoll".into(),
        (Kind::Sea, _) => "white dot at sea".into(),
        (Kind::Objective, _) => "the objective".into(),
        (Kind::Start(colour), _) => format!("start circle of {}", colour.name()),
    }
}

fn space(layout: &Layout<'_>, at: At, place: &Place) -> Space {
    let (board, r) = (layout.board, layout.token_r);
    let marked = board.marked.iter().any(|(circle, _)| *circle == at);
    let (shapes, glyph) = match place.kind {
        Kind::Sea => (signs::sea(r * 0.8, &place.name), ('○', 'o')),
        Kind::Land | Kind::Atoll if marked => (signs::marked(r, &place.name), ('●', '@')),
        Kind::Land | Kind::Atoll => (signs::land(r, &place.name), ('●', '@')),
        Kind::Objective => (signs::objective(r * 1.4, &place.name), ('★', '*')),
        Kind::Start(colour) => (signs::start(r * 1.4, colour), ('⊙', '0')),
    };
    Space {
        id: place.name.clone(),
        name: place.name.clone(),
        label: what(board, at, place.kind),
        at: place.at,
        r,
        shapes,
        evidence: place.evidence,
        cell: place.cell,
        glyph,
    }
}

/// The id of a support piece's place at a beach.
fn beach_berth(board: &HbBoard, circle: At, piece: Support) -> String {
    format!("{}-{}", board.name(circle), piece.word())
}

fn beach_berths(layout: &Layout<'_>, beach: &Beach) -> [Space; 2] {
    SUPPORTS.map(|piece| Space {
        id: beach_berth(layout.board, beach.circle, piece),
        name: format!("the beach {}", layout.board.name(beach.circle)),
        label: format!(
            "place of {}’s {} at the beach {}",
            beach.colour.name(),
            piece.name(),
            layout.board.name(beach.circle)
        ),
        at: beach.berths[piece as usize],
        r: layout.token_r,
        shapes: signs::berth(layout.token_r, piece, beach.colour),
        evidence: Evidence::Invented,
        cell: beach.cells[piece as usize],
        glyph: ('·', '.'),
    })
}

/// The id of a waiting division's place; `number` counts from 1.
fn division_berth(colour: Colour, division: Division, number: usize) -> String {
    format!("{}-{}-{number}", colour.word(), division.word())
}

/// The id of a waiting support piece's place.
fn support_berth(colour: Colour, piece: Support) -> String {
    format!("{}-{}", colour.word(), piece.word())
}

fn harbour_berths(layout: &Layout<'_>, colour: Colour) -> Vec<Space> {
    let first = layout.board.harbours[colour.index()].cell;
    let place = |number: u16, id: String, label: String, shapes| Space {
        id,
        // By the rules a piece that waits here is on the start circle (HB-5).
        name: format!("{}’s start circle", colour.name()),
        label,
        at: layout.berth(colour, number),
        r: layout.token_r,
        shapes,
        evidence: Evidence::Inferred,
        cell: (first.0 + number, first.1),
        glyph: ('·', '.'),
    };
    let mut berths = Vec::new();
    for division in DIVISIONS {
        for number in [1, 2] {
            let label = format!("where {}’s {} {number} waits", colour.name(), division.word());
            let id = division_berth(colour, division, number);
            berths.push(place(berths.len() as u16, id, label, signs::waiting(layout.token_r, division)));
        }
    }
    for piece in SUPPORTS {
        let label = format!("where {}’s {} waits", colour.name(), piece.name());
        let shapes = signs::waiting_support(layout.token_r, piece);
        berths.push(place(berths.len() as u16, support_berth(colour, piece), label, shapes));
    }
    berths
}

impl HitTheBeach {
    /// All pieces, wherever they are.
    fn pieces(&self, state: &State) -> Vec<Token> {
        let mut tokens = Vec::new();
        for colour in self.in_play() {
            self.divisions(state, colour, &mut tokens);
            for piece in SUPPORTS {
                let at = match self.support_at(state, colour, piece) {
                    Some(circle) => beach_berth(&self.board, circle, piece),
                    None => support_berth(colour, piece),
                };
                tokens.push(Token {
                    id: 0,
                    kind: pieces::support(colour, piece),
                    seat: self.owner(colour),
                    label: format!("{} {}", colour.word(), piece.name()),
                    at: Spot::Space(at),
                });
            }
        }
        let defender = |at| Token { id: 0, kind: pieces::DEFENDER, seat: None, label: "defender".into(), at };
        let defended = self.board.spaces().filter(|(at, _)| state.has_defender(*at));
        tokens.extend(defended.map(|(_, place)| defender(Spot::Space(place.name.clone()))));
        if state.phase == Phase::Place {
            tokens.push(defender(Spot::Tray(HAND.into(), 0)));
        }
        tokens
    }

    fn divisions(&self, state: &State, colour: Colour, tokens: &mut Vec<Token>) {
        let start = self.board.net.starts[colour.index()];
        let mut waiting = [0; 2];
        for (division, at) in state.divisions(colour) {
            let id = if at == start {
                waiting[division as usize] += 1;
                division_berth(colour, division, waiting[division as usize])
            } else {
                self.board.name(at).to_owned()
            };
            tokens.push(Token {
                id: 0,
                kind: pieces::division(colour, division),
                seat: self.owner(colour),
                label: format!("{} {}", colour.word(), division.word()),
                at: Spot::Space(id),
            });
        }
    }

    /// The tray with the removed defender, until it is placed.
    fn hand(&self, state: &State) -> Option<Tray> {
        let note = format!("to be placed by {}", self.seat(state.seat).name);
        let tray = Tray::new(HAND, "Defender in hand", state.seat).noting(note);
        (state.phase == Phase::Place).then_some(tray)
    }

    fn headline(&self, state: &State, voice: Voice) -> String {
        let (seat, name) = (state.seat, self.seat(state.seat).name);
        match state.phase {
            Phase::Opening => self.next_first(state).map_or("Nobody throws.".into(), |seat| {
                let everyone = format!("{} throws for the first turn.", self.seat(seat).name);
                voice.say(seat, everyone, "Your turn: throw for the first turn.")
            }),
            Phase::Throw => voice.say(seat, format!("{name} is to throw."), "Your turn: throw the die."),
            Phase::Move => {
                let support = if state.die == 6 { ", ship or aeroplane," } else { "" };
                let thrown = voice.say(seat, format!("{name} has thrown"), "You have thrown");
                format!("{thrown} {}: move a division{support} or pass.", rules::article(state.die))
            }
            Phase::Place => {
                let freed = self.board.name(state.freed);
                let everyone = format!("{name} has removed the defender of {freed} and is to place it.");
                voice.say(seat, everyone, format!("You have removed the defender of {freed}: place it."))
            }
            Phase::Won | Phase::Drawn => self.verdict(state).map(|line| line.text).unwrap_or_default(),
        }
    }

    /// The headline at the end, as the player of this seat reads it.
    fn ended(&self, state: &State, seat: Seat) -> Option<String> {
        let outcome = self.outcome(state)?;
        if state.phase == Phase::Drawn {
            let throws = kernel::counted(state.throws, "throw", "throws");
            return Some(format!("A draw: nobody has reached the objective in {throws}."));
        }
        let arrived = state.division_on(self.board.net.objective).map_or("division", |(_, kind)| kind.word());
        let whose = Voice::to(seat).say(state.seat, format!("{}’s", self.seat(state.seat).name), "your");
        Some(format!("{}: {whose} {arrived} has reached the objective.", outcome.said_to(seat)))
    }

    fn needs(&self, state: &State) -> Vec<Need> {
        let need = |seat: Seat| Need { seat, line: self.need(state, seat, Voice::EVERYONE) };
        self.all_seats().iter().map(need).collect()
    }

    fn need(&self, state: &State, seat: Seat, voice: Voice) -> Sentence {
        let distances = paths::distances(&self.board, self.board.net.objective);
        let colour = self.colour(seat);
        let one = voice.say(seat, "One division onto", "You need one division on");
        let near = match state.divisions(colour).filter_map(|(_, at)| distances[at.index()]).min() {
            Some(0) => voice.say(seat, "A division stands on the objective.", "Your division stands on the objective."),
            Some(steps) => {
                let steps = kernel::counted(steps, "space", "spaces");
                format!("{one} the objective; the nearest is {steps} away.")
            }
            None => format!("{one} the objective."),
        };
        let beaches = self.board.beaches[colour.index()].each_ref().map(|beach| self.beach_need(state, colour, beach));
        Sentence::new(format!("{near} {}.", beaches.join("; ")), &[rules::OBJECTIVE, rules::IN_PLACE])
    }

    /// A colour's progress, for the standings.
    fn act(&self, state: &State, colour: Colour) -> &'static str {
        let held = self.board.beaches[colour.index()].each_ref().map(|beach| state.has_defender(beach.circle));
        match held {
            [true, true] => "No beach cleared",
            [false, true] => "First beach cleared",
            [true, false] => "Second beach cleared",
            [false, false] => "Both beaches cleared",
        }
    }

    /// What a beach of the colour still lacks.
    fn beach_need(&self, state: &State, colour: Colour, beach: &Beach) -> String {
        let name = self.board.name(beach.circle);
        if !state.has_defender(beach.circle) {
            return format!("{name} is cleared");
        }
        let missing = SUPPORTS.into_iter().filter(|piece| self.support_at(state, colour, *piece) != Some(beach.circle));
        let missing: Vec<_> = missing.map(|piece| piece.name().to_owned()).collect();
        match missing.is_empty() {
            true => format!("{name} is ready for a marine"),
            false => format!("{name} lacks {}", listed(missing, "and")),
        }
    }

    /// Marks the mover until the defender it has beaten is placed.
    fn marks(&self, state: &State) -> Vec<(String, Mark)> {
        let placing = state.phase == Phase::Place;
        placing.then(|| (self.board.name(state.freed).to_owned(), Mark::LastTaken)).into_iter().collect()
    }

    fn tone(&self, state: &State, to: At) -> Tone {
        match self.find(state, to) {
            Find::Nothing => Tone::Plain,
            Find::Objective => Tone::Win,
            Find::BeachDefender => Tone::Gain,
            Find::AtollDefender | Find::Defender | Find::Opponent(..) => Tone::Take,
        }
    }

    /// The effect of a move's end, for a list.
    fn brings(&self, state: &State, to: At) -> String {
        match self.find(state, to) {
            Find::Nothing => String::new(),
            Find::Objective => ", wins".into(),
            Find::BeachDefender => ", clears the beach".into(),
            Find::AtollDefender | Find::Defender => ", removes the defender".into(),
            Find::Opponent(colour, division) => format!(", relieves {}’s {}", colour.name(), division.word()),
        }
    }

    fn walked(&self, state: &State, division: Division, (from, step): (At, String), to: At) -> Gesture {
        let way = paths::way(&self.board, from, to, state.die, &|space| self.may_cross(state, space));
        let path = way.unwrap_or_default().into_iter().map(|space| self.board.name(space).to_owned()).collect();
        let label = format!("{} to {}{}", division.word(), self.board.name(to), self.brings(state, to));
        Gesture::new(vec![step, self.board.name(to).to_owned()], label).along(path).bringing(self.tone(state, to))
    }
}

impl HitTheBeach {
    /// The space, by the rules, of something that can be pointed at.
    fn place_of<'a>(&'a self, id: &'a str) -> Option<&'a str> {
        let berth = |beach: &&Beach| SUPPORTS.iter().any(|piece| beach_berth(&self.board, beach.circle, *piece) == id);
        let beach = self.board.beaches.iter().flatten().find(berth);
        beach.map(|beach| self.board.name(beach.circle)).or_else(|| self.board.called(id).map(|_| id))
    }

    /// The notation of the piece that moves: a waiting piece by its kind, any other by its space.
    fn word_of(&self, colour: Colour, id: &str) -> Option<String> {
        let waits = |division: &Division| [1, 2].iter().any(|number| division_berth(colour, *division, *number) == id);
        let lies = |piece: &Support| {
            let own = self.board.beaches[colour.index()].iter();
            support_berth(colour, *piece) == id
                || own.into_iter().any(|beach| beach_berth(&self.board, beach.circle, *piece) == id)
        };
        let division = DIVISIONS.into_iter().find(waits).map(Division::word);
        let support = || SUPPORTS.into_iter().find(lies).map(Support::word);
        let hand = || (id == HAND).then_some("def");
        let word = division.or_else(support).or_else(hand);
        word.map(str::to_owned).or_else(|| self.board.called(id).map(|_| id.to_owned()))
    }
}

impl Show for HitTheBeach {
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.toml"));
    const PUZZLES: Option<&'static str> = Some(include_str!("../puzzles.jsonl"));

    fn plan(&self) -> Plan {
        (*self.plan).clone()
    }

    fn scene(&self, state: &State) -> Scene {
        Scene {
            plan: self.plan.clone(),
            tokens: self.pieces(state),
            trays: self.hand(state).into_iter().collect(),
            marks: self.marks(state),
            headline: self.headline(state, Voice::EVERYONE),
            needs: self.needs(state),
            throw: (state.die > 0).then(|| Throw::Dice(vec![state.die])),
            turned: 0,
            mood: None,
            standings: self.all_seats().iter().map(|seat| (seat, self.act(state, self.colour(seat)))).collect(),
        }
    }

    fn headline_to(&self, state: &State, seat: Seat) -> String {
        self.ended(state, seat).unwrap_or_else(|| self.headline(state, Voice::to(seat)))
    }

    fn need_to(&self, state: &State, seat: Seat) -> Option<Sentence> {
        Some(self.need(state, seat, Voice::to(seat)))
    }

    fn outlook(&self, before: &State, chance: Thrown, after: &State, seat: Seat, best: Option<Tone>) -> String {
        match (chance, best) {
            (Thrown::First(_, pips), _) => format!("throws {pips} for the first turn"),
            _ if before.seat != seat => format!("{} moves by {}", self.seat(before.seat).name, after.die),
            (_, None | Some(Tone::Harm)) => "must pass".into(),
            (_, Some(Tone::Plain)) => "moves on".into(),
            (_, Some(Tone::Gain)) => "clears a beach".into(),
            (_, Some(Tone::Take)) => "removes a defender or relieves a division".into(),
            (_, Some(Tone::Win)) => "reaches the objective".into(),
        }
    }

    fn gesture(&self, state: &State, seat: Seat, action: Action) -> Gesture {
        let colour = self.colour(seat);
        match action {
            Action::March { from, to } => {
                let division = state.division_on(from).map_or(Division::Army, |(_, division)| division);
                self.walked(state, division, (from, self.board.name(from).to_owned()), to)
            }
            Action::SetOut { division, to } => {
                let start = self.board.net.starts[colour.index()];
                // The last in the row goes, so that no other piece has to move up.
                let waiting = state.divisions(colour).filter(|(kind, at)| *kind == division && *at == start).count();
                self.walked(state, division, (start, division_berth(colour, division, waiting.max(1))), to)
            }
            Action::Support { piece, beach } => {
                let from = self.support_at(state, colour, piece);
                let from = from.map_or(support_berth(colour, piece), |circle| beach_berth(&self.board, circle, piece));
                let steps = vec![from, beach_berth(&self.board, beach, piece)];
                Gesture::new(steps, format!("{} to the beach {}", piece.name(), self.board.name(beach)))
            }
            Action::Place(circle) => {
                let name = self.board.name(circle).to_owned();
                Gesture::new(vec![name.clone()], format!("defender to {name}"))
            }
            Action::Pass => Gesture::button("Pass"),
        }
    }

    fn pointed(&self, state: &State, seat: Seat, steps: &[&str], _: Option<&str>) -> Option<String> {
        let to = self.place_of(steps.last()?)?;
        let what = match steps {
            [_] if state.phase == Phase::Place => "def".to_owned(),
            [from, _] => self.word_of(self.colour(seat), from)?,
            _ => return None,
        };
        Some(format!("{what}-{to}"))
    }

    fn picture(&self, name: &str) -> Option<Scene> {
        self.drawn(name)
    }
}
