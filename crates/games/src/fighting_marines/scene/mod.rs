//! The scene: the base ring, the platform that turns, the men, the trays.
//!
//! `layout` has the coordinates, `rings` draws the two rings, `emblem` the cap in the
//! middle, `men` the pieces; `inks` are the colours, `words` the sentences, `pictures` those of the how-to-play
//! page. The platform is drawn with its arrow at the last base space; [`Scene::turned`]
//! says how far it has been turned.

mod emblem;
mod inks;
mod layout;
mod men;
mod pictures;
mod rings;
mod words;

use super::FightingMarines;
use super::board::{FmBoard, Pad};
use super::state::{Action, COLOURS, Colour, Phase, Rank, Squad, State, Throw as Thrown};
use kernel::scene::{Gesture, Mark, Plan, Scene, Space, Spot, Throw, Token, Tone, Tray, Turning, Turntable};
use kernel::{Evidence, Game, Seat, Sentence, Show, Voice};
use layout::Layout;

/// The tray with the pool.
const POOL: &str = "pool";

/// The part of the scene that never changes.
pub(super) fn plan(board: &FmBoard) -> Plan {
    let layout = Layout { spaces: board.spaces };
    let mut spaces: Vec<Space> = (1..=board.spaces).map(|number| base_space(board, &layout, number)).collect();
    let mut turning = Vec::new();
    for (index, (pad, evidence)) in board.platform.iter().enumerate() {
        let index = index as u8;
        for (depth, (id, label)) in platform_names(index, *pad).into_iter().enumerate() {
            let depth = depth as u16;
            turning.push(Turning { id: id.clone(), step: u16::from(index), depth });
            spaces.push(platform_space(&layout, index, depth, (id, label), *pad, *evidence));
        }
    }
    Plan {
        size: layout::SIZE,
        inks: inks::inks(),
        backdrop: rings::table(),
        regions: rings::sections(board, &layout),
        way_styles: Vec::new(),
        ways: Vec::new(),
        spaces: spaces.into(),
        lettering: rings::numbers(board, &layout),
        tokens: men::men(),
        token_r: layout.token_r(),
        facts: board.facts.clone(),
        homes: Vec::new(),
        turntable: Some(Turntable {
            centre: layout::CENTRE,
            steps: u16::from(board.spaces),
            shapes: rings::platform(board, &layout),
            spaces: turning,
            cells: (0..board.spaces).map(|step| (0..4).map(|depth| layout.cell(step, depth)).collect()).collect(),
        }),
    }
}

/// The places of a platform space: one, or one for each colour on a neutral.
fn platform_names(index: u8, pad: Pad) -> Vec<(String, String)> {
    let from_arrow = format!("platform space {index} from the arrow");
    match pad {
        Pad::Arrow => vec![(format!("p{index}"), "the arrow of the platform".into())],
        Pad::Own(colour) => vec![(format!("p{index}"), format!("{from_arrow}, {}", colour.word()))],
        Pad::Neutral => COLOURS
            .into_iter()
            .map(|colour| (spot(index, pad, colour), format!("{from_arrow}, neutral, place of {}", colour.word())))
            .collect(),
    }
}

/// Where a man of the colour stands on a platform space.
fn spot(index: u8, pad: Pad, colour: Colour) -> String {
    if pad == Pad::Neutral { format!("p{index}-{}", colour.word()) } else { format!("p{index}") }
}

fn base_space(board: &FmBoard, layout: &Layout, number: u8) -> Space {
    let colour = board.section_of(number).unwrap_or(Colour::Red);
    let section = &board.sections[colour.index()];
    let circle = section.circles.contains(&number);
    Space {
        id: number.to_string(),
        name: number.to_string(),
        label: format!("{} {} {number}", colour.word(), if circle { "circle" } else { "base space" }),
        at: layout.base(number),
        r: layout.token_r(),
        shapes: if circle { rings::circle(colour, layout.token_r() + 1.0) } else { Vec::new() },
        evidence: if circle { section.circles_evidence } else { section.evidence },
        cell: layout.base_cell(number),
        glyph: if circle { ('○', 'o') } else { ('·', '.') },
    }
}

/// The tray where men of the colour wait.
fn corner(colour: Colour) -> String {
    format!("corner-{}", colour.word())
}

fn platform_space(
    layout: &Layout,
    index: u8,
    depth: u16,
    (id, label): (String, String),
    pad: Pad,
    evidence: Evidence,
) -> Space {
    Space {
        id,
        name: format!("platform space {index}"),
        label,
        at: layout.platform(index, depth),
        r: layout.token_r(),
        shapes: Vec::new(),
        evidence,
        cell: layout.cell(index, depth),
        glyph: match pad {
            Pad::Arrow => ('▲', '^'),
            Pad::Neutral => ('▒', '+'),
            Pad::Own(colour) => pattern_sign(colour),
        },
    }
}

/// The pattern of a colour's spaces in the terminal: letters are for men.
fn pattern_sign(colour: Colour) -> (char, char) {
    match colour {
        Colour::Red => ('║', '|'),
        Colour::Black => ('■', '_'),
        Colour::Yellow => ('∷', ':'),
        Colour::Green => ('≡', '='),
    }
}

/// A throw as two dice. Only the total counts in this game, so the pips are
/// arbitrary, but always the same for the same throw of the same match.
fn pips(total: u8, throws: u16) -> Vec<u8> {
    let (lowest, highest) = (total.saturating_sub(6).max(1), (total - 1).min(6));
    let first = lowest + (throws * 5 + u16::from(total)).rem_euclid(u16::from(highest - lowest + 1)) as u8;
    vec![first, total - first]
}

/// The total of the last throw: for the first turn (FM-8) or for the platform (FM-9).
fn last_throw(state: &State) -> Option<u8> {
    let for_the_first_turn = || state.first.iter().rev().copied().find(|total| *total > 0);
    if state.thrown > 0 { Some(state.thrown) } else { for_the_first_turn() }
}

impl FightingMarines {
    fn pad(&self, index: u8) -> Pad {
        self.board.platform[usize::from(index)].0
    }

    /// All men, wherever they are.
    fn men(&self, state: &State) -> Vec<Token> {
        let mut men = Vec::new();
        let mut add = |colour: Colour, rank: Rank, at| {
            let label = format!("{} {}", colour.word(), rank.word());
            men.push(Token { id: 0, kind: men::kind(colour, rank), seat: self.owner(colour), label, at });
        };
        for colour in self.in_play() {
            for (place, number) in self.board.sections[colour.index()].circles.iter().enumerate() {
                if let Some(rank) = state.on_circle(colour, place as u8) {
                    add(colour, rank, Spot::Space(number.to_string()));
                }
            }
            for index in 0..self.board.spaces {
                if let Some(rank) = state.on_platform(colour, index) {
                    add(colour, rank, Spot::Space(spot(index, self.pad(index), colour)));
                }
            }
            let corner = corner(colour);
            for (row, rank) in (0..).zip(state.corner(colour).men()) {
                add(colour, rank, Spot::Tray(corner.clone(), row));
            }
        }
        for seat in self.all_seats().iter() {
            let tray = self.captives_tray(seat);
            let held = COLOURS.into_iter().flat_map(|c| state.captives(seat, c).men().map(move |rank| (c, rank)));
            for (row, (colour, rank)) in (0..).zip(held) {
                add(colour, rank, Spot::Tray(tray.clone(), row));
            }
        }
        men
    }

    /// The tray with the seat's chips.
    fn purse(&self, seat: Seat) -> String {
        format!("purse-{}", self.seat(seat).id)
    }

    fn captives_tray(&self, seat: Seat) -> String {
        format!("captives-{}", self.seat(seat).id)
    }

    /// FM-20, FM-21: the notation of the exchange or ransom that a gesture from a tray of captives to another tray
    /// means. Men come back only to the trays of the seat itself.
    fn bargain(&self, state: &State, seat: Seat, holder: Seat, to: &str, kind: Option<&str>) -> String {
        let own_men = || self.colours(seat).iter().flat_map(|colour| super::RANKS.map(|rank| (*colour, rank)));
        let chosen = own_men().find(|(colour, rank)| Some(men::kind(*colour, *rank)) == kind);
        let held = || own_men().find(|(colour, rank)| state.captives(holder, *colour).count(*rank) > 0);
        let (mine, rank) = chosen.or_else(held).unwrap_or((self.colours(seat)[0], Rank::Private));
        let ransom = to == self.purse(seat);
        let from = if ransom || to == self.captives_tray(seat) { holder } else { seat };
        let captive = format!("{}-{}<{}", mine.word(), rank.short(), self.seat(from).id);
        if ransom {
            return format!("${captive}");
        }
        let others = || COLOURS.into_iter().filter(|colour| self.owner(*colour) != Some(seat));
        let gift = others().find(|colour| state.captives(seat, *colour).count(rank) > 0);
        format!("{captive}={}", gift.or_else(|| others().next()).unwrap_or(mine).word())
    }

    fn trays(&self, state: &State) -> Vec<Tray> {
        let mut trays = Vec::new();
        for seat in self.all_seats().iter() {
            let info = self.seat(seat);
            for colour in self.colours(seat) {
                let label = format!("{}’s corner", colour.name());
                trays.push(Tray::new(corner(*colour), label, seat).noting(waiting(state.corner(*colour))));
            }
            let captives = Tray::new(self.captives_tray(seat), format!("Held by {}", info.name), seat);
            trays.push(captives.noting(self.named_captives(state, seat)));
            trays.push(purse(Tray::new(self.purse(seat), format!("{}’s purse", info.name), seat), state.purse(seat)));
        }
        trays.push(purse(Tray::shared(POOL, "Pool", ""), state.pool()));
        trays
    }

    /// The seat's captives in words.
    fn named_captives(&self, state: &State, seat: Seat) -> String {
        let of = |colour: Colour| squad(state.captives(seat, colour), Some(colour));
        let held: Vec<_> = COLOURS.into_iter().flat_map(of).collect();
        if held.is_empty() { "nobody".into() } else { held.join(", ") }
    }

    /// Under `must_enter`, marks the men who must enter.
    fn marks(&self, state: &State) -> Vec<(String, Mark)> {
        let applies = self.options.must_enter && matches!(state.phase, Phase::Assault | Phase::Regroup);
        let mut marks = Vec::new();
        for colour in self.in_play().filter(|_| applies) {
            let seat = self.owner(colour).unwrap_or(Seat(0));
            if state.phase == Phase::Assault && !state.open.contains(seat) {
                continue;
            }
            let spaces = self.movable(state, colour);
            let must = (0..self.board.spaces).filter(|index| spaces >> index & 1 != 0);
            marks.extend(must.map(|index| ((self.board.net.behind(index, state.arrow) + 1).to_string(), Mark::Must)));
        }
        marks
    }

    fn entry_steps(&self, state: &State, base: u8) -> Vec<String> {
        let index = self.board.net.facing(base.wrapping_sub(1), state.arrow);
        let colour = self.board.section_of(base).unwrap_or(Colour::Red);
        vec![base.to_string(), spot(index, self.pad(index), colour)]
    }
}

/// The men of a squad in words, with their colour if given.
fn squad(squad: Squad, colour: Option<Colour>) -> Vec<String> {
    let colour = colour.map(|colour| format!("{} ", colour.word())).unwrap_or_default();
    let word = |rank: Rank| match (squad.count(rank), rank.word()) {
        (0, _) => None,
        (1, word) => Some(format!("1 {colour}{word}")),
        (count, word) => Some(format!("{count} {colour}{word}s")),
    };
    super::RANKS.into_iter().filter_map(word).collect()
}

/// The men in a corner, in words.
fn waiting(men: Squad) -> String {
    let men = squad(men, None);
    if men.is_empty() { "nobody".into() } else { men.join(", ") }
}

/// A tray with this many points. On demand it says what they are in the smallest number of chips (FM-5).
fn purse(tray: Tray, points: u16) -> Tray {
    let (blue, red, white) = (points / 10, points % 10 / 5, points % 5);
    let details = format!("chips: {blue} blue, {red} red, {white} white");
    Tray { details, ..tray.noting(kernel::counted(points, "point", "points")) }
}

impl Show for FightingMarines {
    const LESSON: Option<&'static str> = Some(include_str!("../lesson.toml"));
    const PUZZLES: Option<&'static str> = Some(include_str!("../puzzles.jsonl"));

    fn plan(&self) -> Plan {
        (*self.plan).clone()
    }

    fn scene(&self, state: &State) -> Scene {
        Scene {
            plan: self.plan.clone(),
            tokens: self.men(state),
            trays: self.trays(state),
            marks: self.marks(state),
            headline: self.headline(state, Voice::EVERYONE),
            needs: self.needs(state),
            throw: last_throw(state).map(|total| Throw::Dice(pips(total, state.throws))),
            turned: u16::from(state.arrow + 1) % u16::from(self.board.spaces),
            mood: None,
            standings: Vec::new(),
        }
    }

    fn headline_to(&self, state: &State, seat: Seat) -> String {
        self.ended(state, seat).unwrap_or_else(|| self.headline(state, Voice::to(seat)))
    }

    fn need_to(&self, state: &State, seat: Seat) -> Option<Sentence> {
        Some(self.need(state, seat, Voice::to(seat)))
    }

    fn outlook(&self, _: &State, chance: Thrown, after: &State, _: Seat, best: Option<Tone>) -> String {
        self.foreseen(chance, after, best)
    }

    fn gesture(&self, state: &State, seat: Seat, action: Action) -> Gesture {
        let captives = |seat: Seat| self.captives_tray(seat);
        match action {
            Action::Enter(base) => Gesture::new(self.entry_steps(state, base), format!("{base} enters")),
            Action::Capture(base) => {
                Gesture::new(self.entry_steps(state, base), format!("{base} captures")).bringing(Tone::Take)
            }
            Action::Exchange { mine, rank, from, give } => Gesture::new(
                vec![captives(from), captives(seat)],
                format!("{}’s {} back from {} for {}’s", mine.name(), rank.word(), self.seat(from).name, give.name()),
            ),
            Action::Ransom { mine, rank, from } => Gesture::new(
                vec![captives(from), self.purse(seat)],
                format!(
                    "{}’s {} back from {} for {} points",
                    mine.name(),
                    rank.word(),
                    self.seat(from).name,
                    rank.price()
                ),
            ),
            Action::Fill { rank, at } => {
                let colour = self.board.section_of(at).unwrap_or(Colour::Red);
                let steps = vec![corner(colour), at.to_string()];
                Gesture::new(steps, format!("{} to circle {at}", rank.word()))
            }
            Action::Pass => Gesture::button("Pass"),
        }
    }

    fn pointed(&self, state: &State, seat: Seat, steps: &[&str], kind: Option<&str>) -> Option<String> {
        let (from, to) = match steps {
            [man] => return man.parse::<u8>().ok().map(|base| base.to_string()),
            [from, to] => (from, to),
            _ => return None,
        };
        if let Some(holder) = self.all_seats().iter().find(|holder| self.captives_tray(*holder) == **from) {
            return Some(self.bargain(state, seat, holder, to, kind));
        }
        let home = self.colours(seat).iter().find(|colour| corner(**colour) == **from);
        let rank = |colour: Colour| super::RANKS.into_iter().find(|rank| Some(men::kind(colour, *rank)) == kind);
        match home {
            Some(colour) => {
                let rank = rank(*colour).or_else(|| state.corner(*colour).men().next())?;
                Some(format!("{}@{to}", rank.short()))
            }
            None => from.parse::<u8>().ok().map(|base| base.to_string()),
        }
    }

    fn picture(&self, name: &str) -> Option<Scene> {
        self.drawn(name)
    }
}
