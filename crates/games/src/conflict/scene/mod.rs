//! The scene: the map, the corners, the pieces, the trays, and gestures.
//!
//! `layout` has the positions of squares, `berths` those of pieces off the map, `map` draws sea, land and bridges,
//! `corners` home fields, reserve, circles and mines, `pieces` the pieces. `inks` has the colours, `words` the sentences,
//! `pictures` the pictures of the how-to-play page.

mod berths;
mod corners;
mod inks;
mod layout;
mod map;
mod pictures;
mod pieces;
mod words;

use super::Conflict;
use super::board::Terrain;
use super::rules::{self, counted, listed};
use super::state::RESERVE;
use super::state::{Action, Colour, KINDS, Kind, Mover, Place, Square, State, Taken, Throw as Thrown};
use super::turns::ignore_note;
use berths::{home_berth, kind_at_home, kind_in_reserve, reserve_berth};
use kernel::scene::{Gesture, Mark, Plan, Scene, Shape, Space, Spaces, Spot, Throw, Token, Tone, Tray};
use kernel::{Evidence, Explain, Seat, Sentence, Show, Voice};

/// Size of a piece.
const TOKEN_R: f32 = 13.2;

/// A plan with nothing on it.
pub(super) fn blank() -> Plan {
    Plan {
        size: (layout::SIZE, layout::SIZE),
        inks: Vec::new(),
        backdrop: Vec::new(),
        regions: Vec::new(),
        way_styles: Vec::new(),
        ways: Vec::new(),
        spaces: Spaces::default(),
        turntable: None,
        lettering: Vec::new(),
        tokens: Vec::new(),
        token_r: TOKEN_R,
        facts: Vec::new(),
        homes: Vec::new(),
    }
}

/// The part of the board that never changes.
pub(super) fn plan(game: &Conflict) -> Plan {
    let board = game.board.as_ref();
    let mut regions = corners::regions(game);
    regions.extend(map::bridges(board));
    let open = Square::all().filter(|square| board.terrain(*square).is_open_to(Kind::Plane));
    Plan {
        inks: inks::inks(),
        backdrop: map::backdrop(board),
        regions,
        spaces: open.map(|square| space(game, square)).chain(berths::spaces(game)).collect(),
        lettering: map::names(),
        tokens: pieces::pieces(),
        facts: board.facts.clone(),
        homes: homes(game),
        ..blank()
    }
}

/// The home circle of each seat.
fn homes(game: &Conflict) -> Vec<(Seat, String)> {
    let circle = |colour: Colour| game.board.circles[colour.index()].0.name();
    game.in_play().filter_map(|colour| Some((game.seat_of(colour)?, circle(colour)))).collect()
}

fn space(game: &Conflict, square: Square) -> Space {
    let (label, shapes, evidence, glyph) = describe(game, square);
    Space {
        id: square.name(),
        name: square.name(),
        label,
        at: layout::middle(square),
        r: layout::CELL / 2.0,
        shapes,
        evidence,
        cell: (square.column() as u16, square.row() as u16),
        glyph,
    }
}

/// A square's label, shapes, evidence and character in the terminal.
fn describe(game: &Conflict, square: Square) -> (String, Vec<Shape>, Evidence, (char, char)) {
    let (board, net) = (game.board.as_ref(), game.net());
    let used = |colour: Colour| game.seat_of(colour).is_some();
    let unused = |colour: Colour| if used(colour) { "" } else { ", not in play" };
    if let Some(colour) = net.circle_of[square.index()] {
        let label = format!("home circle of {}{}", colour.name(), unused(colour));
        let evidence = board.circles[colour.index()].1;
        return (label, corners::circle(colour, used(colour)), evidence, ('◎', '@'));
    }
    if let Some(colour) = net.mine_of[square.index()] {
        let label = format!("water, mine of {}{}", colour.name(), unused(colour));
        let glyph = if used(colour) { ('✱', '*') } else { ('~', '~') };
        return (label, corners::mine(colour, used(colour)), board.mines[colour.index()].1, glyph);
    }
    let ground = if board.terrain(square) == Terrain::Water { "water" } else { "land" };
    let glyph = if ground == "water" { ('~', '~') } else { ('·', '.') };
    match board.stretch(square) {
        Some(stretch) => {
            let bridge = board.bridges.contains(stretch);
            let glyph = if bridge { ('≡', '=') } else { glyph };
            (format!("{ground}, {}", stretch.name), Vec::new(), stretch.evidence, glyph)
        }
        None => (ground.to_owned(), Vec::new(), board.map_evidence, glyph),
    }
}

fn home(colour: Colour) -> String {
    format!("home-{}", colour.word())
}

fn reserve(colour: Colour) -> String {
    format!("reserve-{}", colour.word())
}

fn captives(colour: Colour) -> String {
    format!("captives-{}", colour.word())
}

impl Conflict {
    /// All pieces: on the map, in home fields, in the reserve and held by others.
    fn tokens(&self, state: &State) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut held = [0u16; 4];
        for colour in self.in_play() {
            let mut piles = [0; KINDS.len()];
            for (slot, kind, place) in state.pieces(colour) {
                let at = match place {
                    Place::Field(square) => Spot::Space(square.name()),
                    Place::Home => Spot::Space(home_berth(colour, slot)),
                    Place::Reserve => {
                        let pile = &mut piles[kind.index()];
                        *pile += 1;
                        Spot::Space(reserve_berth(colour, kind, *pile - 1))
                    }
                    Place::Held(by) => {
                        let row = &mut held[by.index()];
                        *row += 1;
                        Spot::Tray(captives(by), *row - 1)
                    }
                };
                let label = format!("{} {}", colour.word(), kind.name());
                tokens.push(Token { id: 0, kind: pieces::kind(colour, kind), seat: self.seat_of(colour), label, at });
            }
        }
        tokens
    }

    fn trays(&self, state: &State) -> Vec<Tray> {
        let mut trays = Vec::new();
        for colour in self.in_play() {
            let seat = self.seat_of(colour);
            let note = |place: Place| counts(|kind| state.count(colour, kind, place));
            let retired = !state.alive.contains(colour);
            let held =
                |of: Colour| KINDS.into_iter().map(|kind| state.count(of, kind, Place::Held(colour))).sum::<usize>();
            let held: usize = self.in_play().map(held).sum();
            let mut tray = |id: String, what: &str, (note, details): (String, String)| {
                let label = format!("{}’s {what}", colour.name());
                trays.push(Tray { seat, details, ..Tray::shared(id, label, note) });
            };
            let short = |note: String| (note, String::new());
            let waiting = if retired { short("retired".into()) } else { note(Place::Home) };
            tray(home(colour), "home field", waiting);
            tray(reserve(colour), "reserve", note(Place::Reserve));
            let captured = if held == 0 { "none".into() } else { format!("{held} held") };
            tray(captives(colour), "captives", short(captured));
        }
        trays
    }

    fn marks(&self, state: &State) -> Vec<(String, Mark)> {
        self.moved(state).map(|square| (square.name(), Mark::Held)).into_iter().collect()
    }

    /// The effect of a move, for marking its end; `after` is the position it leads to.
    fn tone(&self, state: &State, after: &State, mover: Mover, to: Square, taken: Taken) -> Tone {
        if self.decided(after) && after.alive.contains(state.turn) {
            Tone::Win
        } else if self.circle_taken(state, to).is_some() {
            Tone::Gain
        } else if self.lost_at(state, mover, to).is_some() {
            Tone::Harm
        } else if !taken.is_empty() {
            Tone::Take
        } else {
            Tone::Plain
        }
    }

    /// The owner of the mine that destroys the piece there.
    fn lost_at(&self, state: &State, mover: Mover, to: Square) -> Option<Colour> {
        self.slot(state, mover).and_then(|slot| self.mined(state, Kind::of_slot(slot), to))
    }

    /// The enemy that can take the piece where it ends, with the number of throws out of 36 at most (CF-16).
    fn danger_at(&self, state: &State, after: &State, mover: Mover, to: Square) -> Option<(Colour, i32)> {
        let slot = self.slot(state, mover).filter(|_| after.moved == to.0 && !self.decided(after))?;
        self.danger(after, state.turn, Kind::of_slot(slot), to)
    }

    /// Where the next piece of this kind to leave the home field lies.
    fn waiting_at(&self, state: &State, kind: Kind) -> String {
        home_berth(state.turn, self.slot(state, Mover::Home(kind)).unwrap_or(kind.slots().start))
    }

    /// A gesture that may also begin at the tray of the home field or the reserve.
    fn from_tray(gesture: Gesture, tray: String) -> Gesture {
        Gesture { same: vec![(0, tray)], ..gesture }
    }

    fn move_gesture(&self, state: &State, die: u8, mover: Mover, to: Square, taken: Taken) -> Gesture {
        let name = to.name();
        let (from, who) = match mover {
            Mover::Field(square) => (square.name(), square.name()),
            Mover::Home(kind) => (self.waiting_at(state, kind), format!("waiting {}", kind.name())),
        };
        let mut label = format!("{die}: {who} to {name}");
        if !taken.is_empty() {
            let squares = self.taken_squares(state, taken).into_iter();
            let victims = squares.filter_map(|square| {
                let (colour, slot) = state.on(square)?;
                Some(format!("{} on {}", Kind::of_slot(slot).name().to_owned() + " of " + colour.name(), square.name()))
            });
            label += &format!(", takes {}", listed(victims.collect(), "and"));
        }
        if let Some(owner) = self.lost_at(state, mover, to) {
            label += &format!(", lost on a mine of {}", owner.name());
        }
        if let Some(owner) = self.circle_taken(state, to) {
            label += &format!(", retires {}", owner.name());
        }
        let mut after = *state;
        self.carry_out(&mut after, mover, to, taken, &mut ignore_note);
        if let Some((foe, throws)) = self.danger_at(state, &after, mover, to) {
            label += &format!("; {} can take it with up to {throws} of 36 throws", foe.name());
        }
        let tone = self.tone(state, &after, mover, to, taken);
        let way = self.walk(state, mover).and_then(|walk| walk.find(die, to, taken)).unwrap_or_default();
        let path = way.into_iter().map(Square::name).collect();
        Gesture::new(vec![from, name], label).along(path).bringing(tone)
    }
}

impl Conflict {
    /// The move meant by pointing at two places, in notation: from a square, home field or reserve to another place.
    fn meant(&self, state: &State, steps: &[&str], kind: Option<&str>) -> Option<String> {
        let [from, to] = steps else { return None };
        let me = state.turn;
        let waits = |place: Place| KINDS.into_iter().find(|kind| state.count(me, *kind, place) > 0);
        let named = KINDS.into_iter().find(|one| Some(pieces::kind(me, *one)) == kind);
        let is_home = |id: &str| id == home(me) || kind_at_home(me, id).is_some();
        let is_reserve = |id: &str| id == reserve(me) || kind_in_reserve(me, id).is_some();
        if is_reserve(from) {
            let kind = kind_in_reserve(me, from).or(named).or_else(|| waits(Place::Reserve));
            return kind.filter(|_| is_home(to)).map(|kind| format!("+{}", kind.word()));
        }
        let piece = match is_home(from) {
            true => kind_at_home(me, from).or(named).or_else(|| waits(Place::Home))?.word(),
            false => from,
        };
        Some(format!("{piece}-{}", if is_reserve(to) { "reserve" } else { to }))
    }

    /// The pieces that a drawn path may start with, and its squares: the piece on a square, or one
    /// of each waiting kind, drawn from the home field or from the circle (CF-14). After the home
    /// field, the path may name the kind of the piece.
    fn drawn_from(&self, state: &State, way: &[&str]) -> Option<(Vec<Mover>, Vec<Square>)> {
        let (start, mut rest) = way.split_first()?;
        let circle = self.board.circle(state.turn);
        let at = Square::named(start);
        let stands = at.filter(|square| self.slot(state, Mover::Field(*square)).is_some());
        let word = rest.first().copied().unwrap_or_default();
        let named = KINDS.into_iter().find(|kind| at.is_none() && pieces::kind(state.turn, *kind) == word);
        if named.is_some() {
            rest = &rest[1..];
        }
        let named = kind_at_home(state.turn, start).or(named);
        let movers = match (stands, at) {
            (Some(square), _) => vec![Mover::Field(square)],
            (None, Some(square)) if square != circle => return None,
            (None, None) if *start != home(state.turn) && kind_at_home(state.turn, start).is_none() => return None,
            _ if named.is_some() => named.into_iter().map(Mover::Home).collect(),
            _ => KINDS.into_iter().map(Mover::Home).collect(),
        };
        if at.is_none() && rest.first().and_then(|name| Square::named(name)) == Some(circle) {
            rest = &rest[1..];
        }
        let squares: Option<Vec<_>> = rest.iter().map(|name| Square::named(name)).collect();
        squares.filter(|squares| !squares.is_empty()).map(|squares| (movers, squares))
    }

    /// CF-35: every legal move with exactly this path.
    fn moves_along(&self, state: &State, seat: Seat, way: &[&str]) -> Vec<Action> {
        let Some((movers, squares)) = self.drawn_from(state, way) else { return Vec::new() };
        let to = squares[squares.len() - 1];
        let of = |mover: Mover| {
            let walk = self.walk(state, mover);
            let walk = walk.and_then(|walk| Some((walk.along(&squares)?, walk)));
            let dice = self.dice_left(state).into_iter();
            let squares = &squares;
            dice.filter_map(move |die| {
                let (taken, walk) = walk?;
                walk.uses(die, squares).then_some(Action::Move { die, mover, to, taken })
            })
        };
        let moves = movers.into_iter().flat_map(of);
        moves.filter(|action| self.judge(state, seat, *action).is_ok()).collect()
    }
}

/// How many pieces, and how many of each kind if there are several, in words.
fn counts(count: impl Fn(Kind) -> usize) -> (String, String) {
    let there = KINDS.into_iter().filter(|kind| count(*kind) > 0);
    let words: Vec<_> = there.map(|kind| counted(count(kind), kind.name())).collect();
    let sum: usize = KINDS.into_iter().map(&count).sum();
    match words.len() {
        0 => ("empty".into(), String::new()),
        1 => (words.concat(), String::new()),
        _ => (counted(sum, "piece"), words.join(", ")),
    }
}

impl Show for Conflict {
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.toml"));
    const PUZZLES: Option<&'static str> = Some(include_str!("../puzzles.jsonl"));

    fn plan(&self) -> Plan {
        (*self.plan).clone()
    }

    fn pointed(&self, state: &State, _: Seat, steps: &[&str], kind: Option<&str>) -> Option<String> {
        self.meant(state, steps, kind)
    }

    fn scene(&self, state: &State) -> Scene {
        Scene {
            plan: self.plan.clone(),
            tokens: self.tokens(state),
            trays: self.trays(state),
            marks: self.marks(state),
            headline: self.headline(state, Voice::EVERYONE),
            needs: self.needs(state),
            throw: (state.dice[0] > 0).then(|| Throw::Dice(state.dice.to_vec())),
            turned: 0,
            mood: None,
            standings: self.standings(state),
        }
    }

    fn headline_to(&self, state: &State, seat: Seat) -> String {
        self.ended(state, seat).unwrap_or_else(|| self.headline(state, Voice::to(seat)))
    }

    fn need_to(&self, state: &State, seat: Seat) -> Option<Sentence> {
        Some(self.need(state, self.colour(seat), Voice::to(seat)))
    }

    fn outlook(&self, before: &State, chance: Thrown, after: &State, seat: Seat, best: Option<Tone>) -> String {
        self.foreseen(before, chance, after, seat, best)
    }

    fn gesture(&self, state: &State, _seat: Seat, action: Action) -> Gesture {
        let me = state.turn;
        match action {
            Action::Move { die, mover, to, taken } => {
                let gesture = self.move_gesture(state, die, mover, to, taken).by_die(die);
                match mover {
                    Mover::Field(_) => gesture,
                    Mover::Home(kind) => Self::from_tray(gesture.of_kind(pieces::kind(me, kind)), home(me)),
                }
            }
            Action::Bring(kind) => {
                let label = format!("Bring {} from the reserve", rules::article(kind));
                let place = state.slot_at(me, kind, RESERVE).unwrap_or(kind.slots().start);
                let gesture = Gesture::new(vec![reserve_berth(me, kind, 0), home_berth(me, place)], label);
                Self::from_tray(gesture.bringing(Tone::Gain).of_kind(pieces::kind(me, kind)), reserve(me))
            }
            Action::Stay => Gesture::button("Leave the reserve as it is"),
            Action::Propose(other) => Gesture::button(format!("Offer {} a pact", other.name())),
            Action::Cancel => {
                let ally = state.pacts().ally(me).map_or("nobody", Colour::name);
                Gesture::button(format!("Cancel the pact with {ally}")).bringing(Tone::Harm)
            }
            Action::GoOn => Gesture::button("Throw: pacts stay as they are"),
            Action::Accept => Gesture::button(format!("Accept the pact with {}", me.name())).bringing(Tone::Gain),
            Action::Decline => Gesture::button("Decline"),
            Action::Retreat(Mover::Field(square)) => {
                let kind = self.slot(state, Mover::Field(square)).map_or(Kind::Plane, Kind::of_slot);
                let steps = vec![square.name(), reserve_berth(me, kind, 0)];
                Gesture::new(steps, format!("{} into the reserve", square.name())).bringing(Tone::Harm)
            }
            Action::Retreat(Mover::Home(kind)) => {
                let steps = vec![self.waiting_at(state, kind), reserve_berth(me, kind, 0)];
                let gesture = Gesture::new(steps, format!("waiting {} into the reserve", kind.name()));
                Self::from_tray(gesture.bringing(Tone::Harm).of_kind(pieces::kind(me, kind)), home(me))
            }
        }
    }

    fn along(&self, state: &State, seat: Seat, way: &[&str]) -> Option<Action> {
        match self.moves_along(state, seat, way).as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    fn picture(&self, name: &str) -> Option<Scene> {
        self.drawn(name)
    }
}
