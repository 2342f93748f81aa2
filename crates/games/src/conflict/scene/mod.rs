//! The scene: the map, the corners, the pieces, the trays, and gestures.
//!
//! `layout` has the positions of squares, `map` draws sea, land and bridges, `corners` home
//! fields, reserve, circles and mines, `pieces` the pieces. `inks` has the colours,
//! `pictures` the pictures of the how-to-play page.

mod corners;
mod inks;
mod layout;
mod map;
mod pictures;
mod pieces;

use super::Conflict;
use super::board::Terrain;
use super::middle::{MIDDLE, SHELTER};
use super::rules::{self, counted, listed};
use super::state::{Action, Colour, KINDS, Kind, Mover, Phase, Place, Square, State, Taken};
use super::turns::ignore_note;
use kernel::scene::{Gesture, Mark, Need, Plan, Scene, Shape, Space, Spaces, Spot, Throw, Token, Tone, Tray};
use kernel::{Evidence, Explain, Seat, Sentence, Show};

/// Size of a piece.
const TOKEN_R: f32 = 13.2;

/// The text on a name plate for a pact with each colour.
const PACT_WITH: [&str; 4] = ["Pact with Red", "Pact with Orange", "Pact with Yellow", "Pact with Green"];
/// The text for a pact that has been cancelled.
const PACT_ENDING: [&str; 4] =
    ["Pact with Red, ending", "Pact with Orange, ending", "Pact with Yellow, ending", "Pact with Green, ending"];

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
        spaces: open.map(|square| space(game, square)).collect(),
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
    /// All pieces, on the map and in trays.
    fn tokens(&self, state: &State) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut held = [0u16; 4];
        for colour in self.in_play() {
            let mut rows = [0u16; 2];
            for (_, kind, place) in state.pieces(colour) {
                let next = |row: &mut u16| {
                    *row += 1;
                    *row - 1
                };
                let at = match place {
                    Place::Field(square) => Spot::Space(square.name()),
                    Place::Home => Spot::Tray(home(colour), next(&mut rows[0])),
                    Place::Reserve => Spot::Tray(reserve(colour), next(&mut rows[1])),
                    Place::Held(by) => Spot::Tray(captives(by), next(&mut held[by.index()])),
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
            let mut tray = |id: String, what: &str, note: String| {
                let label = format!("{}’s {what}", colour.name());
                trays.push(Tray { id, label, seat, note });
            };
            let waiting = if retired { "retired".to_owned() } else { note(Place::Home) };
            tray(home(colour), "home field", waiting);
            tray(reserve(colour), "reserve", note(Place::Reserve));
            tray(captives(colour), "captives", if held == 0 { "none".into() } else { format!("{held} held") });
        }
        trays
    }

    fn marks(&self, state: &State) -> Vec<(String, Mark)> {
        self.moved(state).map(|square| (square.name(), Mark::Held)).into_iter().collect()
    }

    fn headline(&self, state: &State) -> String {
        let me = state.turn.name();
        let dice = |words: Vec<u8>| listed(words.iter().map(u8::to_string).collect(), "and");
        match state.phase {
            Phase::Opening => {
                let who = self.next_first(state).map_or("Nobody", Colour::name);
                format!("{who} throws for the first turn.")
            }
            Phase::Pact => format!("{me} may offer or cancel a pact, and then throws."),
            Phase::Answer => format!("{me} offers {} a pact.", self.actor(state).name()),
            Phase::Throw if state.doubles > 0 => format!("{me} has thrown a double and throws again."),
            Phase::Throw => format!("{me} is to throw."),
            Phase::Seven => format!("Seven: {me} may bring a piece from the reserve."),
            Phase::Move if self.alone(state) => {
                let either = listed(self.dice_left(state).iter().map(u8::to_string).collect(), "or");
                format!("{me} moves the last piece by {either}.")
            }
            Phase::Move => format!("{me} moves two pieces, by {}.", dice(state.dice.to_vec())),
            Phase::Second => format!("{me} moves another piece by {}.", dice(vec![state.die])),
            Phase::Forfeit => format!("A third double: {me} puts a piece into the reserve."),
            Phase::Won | Phase::Drawn => self.verdict(state).map(|verdict| verdict.text).unwrap_or_default(),
        }
    }

    /// Pacts, for the name plates of both (CF-39).
    fn standings(&self, state: &State) -> Vec<(Seat, &'static str)> {
        let plate = |colour: Colour| {
            let ally = state.pacts().ally(colour)?;
            let words = match state.pacts().ends_after(colour) {
                None => PACT_WITH[ally.index()],
                Some(_) => PACT_ENDING[ally.index()],
            };
            Some((self.seat_of(colour)?, words))
        };
        self.in_play().filter_map(plate).collect()
    }

    fn needs(&self, state: &State) -> Vec<Need> {
        let need = |colour: Colour| Some(Need { seat: self.seat_of(colour)?, line: self.need(state, colour) });
        self.in_play().filter_map(need).collect()
    }

    fn need(&self, state: &State, colour: Colour) -> Sentence {
        let foes = self.enemies(state, colour);
        let partner = self.partners && state.alive.contains(colour.opposite());
        let out = state.pieces(colour).filter(|(_, _, place)| matches!(place, Place::Field(_))).count();
        if state.alive.contains(colour) && foes != self.targets(state, colour) {
            return self.need_around_shelter(state, colour);
        }
        if state.alive.contains(colour) && !foes.is_empty() {
            let of = rules::names(foes);
            let circles = if foes.len() == 1 { "circle" } else { "circles" };
            let text =
                format!("Take the {circles} of {of}, or all their pieces; {} on the map.", counted(out, "piece"));
            return Sentence::new(text, &[rules::CIRCLE, rules::NOTHING_LEFT, rules::WINNING]);
        }
        if state.alive.contains(colour) {
            return Sentence::new("No opponent is left.", &[rules::WINNING]);
        }
        let text = if partner { "Retired; the partner plays on for both." } else { "Retired." };
        Sentence::new(text, &[rules::NOTHING_LEFT, rules::EMPTY_CORNERS])
    }

    /// CF-38: what a player needs while the circle of the middle of three is closed.
    fn need_around_shelter(&self, state: &State, colour: Colour) -> Sentence {
        let open = self.targets(state, colour);
        let closed = format!("{}’s is closed for the first {SHELTER} throws.", MIDDLE.name());
        let text = match open.is_empty() {
            true => format!("No circle is open to you: {closed}"),
            false => format!("Take the circle of {}, or all their pieces; {closed}", rules::names(open)),
        };
        Sentence::new(text, &[rules::CIRCLE, rules::NOTHING_LEFT, rules::MIDDLE])
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

    fn move_gesture(&self, state: &State, die: u8, mover: Mover, to: Square, taken: Taken) -> Gesture {
        let name = to.name();
        let (from, who) = match mover {
            Mover::Field(square) => (square.name(), square.name()),
            Mover::Home(kind) => (home(state.turn), format!("waiting {}", kind.name())),
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
        let (home, reserve) = (home(state.turn), reserve(state.turn));
        let waits = |place: Place| KINDS.into_iter().find(|kind| state.count(state.turn, *kind, place) > 0);
        let named = KINDS.into_iter().find(|one| Some(pieces::kind(state.turn, *one)) == kind);
        let kind = |place: Place| named.or_else(|| waits(place)).map(Kind::word);
        if *from == reserve {
            return kind(Place::Reserve).filter(|_| *to == home).map(|word| format!("+{word}"));
        }
        let piece = if *from == home { kind(Place::Home)? } else { from };
        Some(format!("{piece}-{}", if *to == reserve { "reserve" } else { to }))
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
        let movers = match (stands, at) {
            (Some(square), _) => vec![Mover::Field(square)],
            (None, Some(square)) if square != circle => return None,
            (None, None) if *start != home(state.turn) => return None,
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

/// How many of each kind, in words.
fn counts(count: impl Fn(Kind) -> usize) -> String {
    let there = KINDS.into_iter().filter(|kind| count(*kind) > 0);
    let words: Vec<_> = there.map(|kind| counted(count(kind), kind.name())).collect();
    if words.is_empty() { "empty".into() } else { words.join(", ") }
}

impl Show for Conflict {
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
            headline: self.headline(state),
            needs: self.needs(state),
            throw: (state.dice[0] > 0).then(|| Throw::Dice(state.dice.to_vec())),
            turned: 0,
            mood: None,
            standings: self.standings(state),
        }
    }

    fn gesture(&self, state: &State, _seat: Seat, action: Action) -> Gesture {
        let me = state.turn;
        match action {
            Action::Move { die, mover, to, taken } => {
                let gesture = self.move_gesture(state, die, mover, to, taken).by_die(die);
                match mover {
                    Mover::Field(_) => gesture,
                    Mover::Home(kind) => gesture.of_kind(pieces::kind(me, kind)),
                }
            }
            Action::Bring(kind) => {
                let label = format!("Bring {} from the reserve", rules::article(kind));
                let gesture = Gesture::new(vec![reserve(me), home(me)], label);
                gesture.bringing(Tone::Gain).of_kind(pieces::kind(me, kind))
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
                Gesture::new(vec![square.name(), reserve(me)], format!("{} into the reserve", square.name()))
                    .bringing(Tone::Harm)
            }
            Action::Retreat(Mover::Home(kind)) => {
                Gesture::new(vec![home(me), reserve(me)], format!("waiting {} into the reserve", kind.name()))
                    .bringing(Tone::Harm)
                    .of_kind(pieces::kind(me, kind))
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
