//! Tests of the laws themselves: a small game with dice, secrets and seats that act together
//! keeps them all, and each of its built-in defects is caught.
//!
//! Three rounds of *Coins*: both seats call heads or tails in secret, a coin is thrown that
//! lands on tails twice as often, and a seat that called it scores.

use boxtop_testkit::laws;
use kernel::dynamic::MatchConfig;
use kernel::scene::{Fill, Gesture, Plan, Scene, Shape, Space, Spot, Token, TokenArt};
use kernel::{
    Board, BoardFault, Chosen, Difficulty, Evaluate, Evidence, Explain, Fault, Game, GameInfo, Notation, OptionKind,
    OptionSpec, OptionValue, Options, Outcome, Positions, Refusal, RuleId, Seat, SeatInfo, SeatSet, Sentence,
    SharedRules, Show, Turn, Viewer,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const C1: RuleId = RuleId::new("C", 1);

const INFO: GameInfo = GameInfo {
    slug: "coins",
    title: "Coins",
    imprint: "",
    summary: "",
    players: &[2],
    minutes: (1, 1),
    difficulty: Difficulty::Easy,
    rules_version: 1,
    rules: "# Coins\n\n## All\n\n### C-1 · Calling\ntold · here\n\nCall the coin.\n",
    how_to_play: "",
    box_art: "",
    quick_rules: &[],
    shared_rules: SharedRules { turn: C1, notation: C1, resign: C1 },
};

const DEFECTS: &[&str] = &[
    "none",
    "twice",
    "stuck",
    "busy",
    "lenient",
    "strict",
    "alike",
    "uncited",
    "unknown",
    "silent",
    "fickle",
    "blind",
    "order",
    "weightless",
    "faces",
    "early",
    "greedy",
    "divorced",
    "endless",
    "amnesia",
    "diary",
    "late",
    "crowd",
    "draw",
];

#[derive(Clone, PartialEq, Debug)]
struct Defect(String);

impl Options for Defect {
    fn specs() -> Vec<OptionSpec> {
        let default = OptionValue::Word("none".into());
        vec![OptionSpec::new("defect", OptionKind::Word(DEFECTS), default, "", C1)]
    }

    fn build(chosen: &Chosen) -> Self {
        Defect(chosen["defect"].to_string())
    }
}

struct Paper;

impl Board for Paper {
    const STANDARD: &'static str = "";
    fn load(_: &str) -> Result<Self, Vec<BoardFault>> {
        Ok(Paper)
    }
}

/// A call: 0 none yet, 1 heads, 2 tails, 3 made but hidden from the viewer.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct State {
    calls: [u8; 2],
    score: [u8; 2],
    round: u8,
    first: u8,
}

const UNSEEN: u8 = 3;

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Call(u8);

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Coin(u8);

struct Coins {
    options: Defect,
}

impl Coins {
    fn has(&self, defect: &str) -> bool {
        self.options.0 == defect
    }
}

impl Game for Coins {
    type Options = Defect;
    type Board = Paper;
    type State = State;
    type History = Vec<u64>;
    type Action = Call;
    type Chance = Coin;
    const INFO: &'static GameInfo = &INFO;

    fn new(_: Arc<Paper>, options: Defect, _: u8, _: u32) -> Result<Self, Vec<Fault>> {
        Ok(Coins { options })
    }
    fn players(&self) -> u8 {
        2
    }
    fn partner(&self, seat: Seat) -> Option<Seat> {
        self.has("divorced").then_some(Seat(1 - seat.0))
    }
    fn seat(&self, seat: Seat) -> SeatInfo {
        SeatInfo { id: ["one", "two"][seat.index()], name: "a player" }
    }
    fn start(&self, _: &mut Vec<u64>) -> State {
        State { calls: [0; 2], score: [0; 2], round: 0, first: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.round == 3 {
            return Turn::Over;
        }
        let waiting = (0..2).filter(|seat| state.calls[*seat] == 0);
        let waiting = waiting.fold(SeatSet::EMPTY, |set, seat| set.with(Seat(seat as u8)));
        if waiting.is_empty() { Turn::Chance } else { Turn::Seats(waiting) }
    }
    fn legal_actions(&self, state: &State, seat: Seat, actions: &mut Vec<Call>) {
        let to_act = matches!(self.turn(state), Turn::Seats(seats) if seats.contains(seat));
        if (to_act && !self.has("stuck")) || self.has("busy") {
            actions.extend([Call(1), Call(2)]);
        }
        if to_act && self.has("twice") {
            actions.push(Call(1));
        }
    }
    fn sample_action(
        &self,
        state: &State,
        seat: Seat,
        pick: impl FnOnce(u32) -> u32,
        buffer: &mut Vec<Call>,
    ) -> Option<Call> {
        buffer.clear();
        self.legal_actions(state, seat, buffer);
        if self.has("draw") {
            buffer.reverse();
        }
        if buffer.is_empty() { None } else { buffer.get(pick(buffer.len() as u32) as usize).copied() }
    }
    fn apply(&self, state: &mut State, history: &mut Vec<u64>, seat: Seat, action: Call) {
        if self.has("order") && state.calls == [0; 2] {
            state.first = seat.0 + 1;
        }
        state.calls[seat.index()] = action.0;
        if !state.calls.contains(&0) {
            history.push(u64::from(4 * state.calls[0] + state.calls[1]));
        }
    }
    fn chance_outcomes(&self, _: &State, outcomes: &mut Vec<(Coin, u32)>) {
        outcomes.extend([(Coin(1), if self.has("weightless") { 0 } else { 1 }), (Coin(2), 2)]);
        if self.has("faces") {
            outcomes.push((Coin(1), 1));
        }
    }
    fn apply_chance(&self, state: &mut State, history: &mut Vec<u64>, chance: Coin) {
        for seat in 0..2 {
            state.score[seat] += u8::from(state.calls[seat] == chance.0);
        }
        state.calls = [0; 2];
        history.push(0);
        if self.has("endless") {
            state.score = [0; 2];
        } else {
            state.round += 1;
        }
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.round < 3 && !self.has("early") {
            return None;
        }
        let [one, two] = state.score;
        Some(match one.cmp(&two) {
            _ if self.has("greedy") => Outcome { shares: [1.0, 1.0, 0.0, 0.0] },
            std::cmp::Ordering::Greater => Outcome::win(Seat(0)),
            std::cmp::Ordering::Less => Outcome::win(Seat(1)),
            std::cmp::Ordering::Equal => Outcome::shared(SeatSet::first(2)),
        })
    }
    fn redact(&self, state: &State, viewer: Viewer) -> State {
        let mut known = *state;
        for seat in 0..2 {
            let own = viewer == Viewer::Seat(Seat(seat as u8)) || viewer == Viewer::Referee;
            if known.calls[seat] != 0 && !own {
                known.calls[seat] = UNSEEN;
            }
        }
        if self.has("fickle") && viewer == Viewer::Spectator {
            known.score[0] = 9 - known.score[0];
        }
        if self.has("blind") && viewer != Viewer::Referee {
            known.calls = [UNSEEN; 2];
        }
        known
    }
    fn redact_history(&self, history: &Vec<u64>, viewer: Viewer) -> Vec<u64> {
        let own = |seat: u8| viewer == Viewer::Seat(Seat(seat)) || viewer == Viewer::Referee;
        let seen = |(index, calls): (usize, &u64)| {
            let all = self.has("diary") || (self.has("late") && index + 1 < history.len());
            let call = |seat: u8, call: u64| if own(seat) || all { call } else { u64::from(UNSEEN) };
            if *calls == 0 { 0 } else { 4 * call(0, calls / 4) + call(1, calls % 4) }
        };
        history.iter().enumerate().map(seen).collect()
    }
}

impl Explain for Coins {
    fn judge(&self, state: &State, seat: Seat, action: Call) -> Result<(), Refusal> {
        let mut legal = Vec::new();
        self.legal_actions(state, seat, &mut legal);
        let may = (legal.contains(&action) || self.has("lenient")) && !self.has("strict");
        if may { Ok(()) } else { Err(Refusal::new(C1, "Not now.")) }
    }
    fn cite(&self, _: &State, _: Seat, _: Call) -> Vec<RuleId> {
        match () {
            () if self.has("uncited") => vec![],
            () if self.has("unknown") => vec![RuleId::new("C", 2)],
            () => vec![C1],
        }
    }
    fn tell(&self, _: &State, _: Seat, _: Call, after: &State) -> Vec<Sentence> {
        if self.has("silent") {
            return Vec::new();
        }
        [Sentence::new("A call is made.", &[C1])].into_iter().chain(self.verdict(after)).collect()
    }
    fn verdict(&self, state: &State) -> Option<Sentence> {
        (state.round == 3).then(|| Sentence::new("It is over.", &[C1]))
    }
}

impl Notation for Coins {
    fn write(&self, _: &State, action: Call) -> String {
        if self.has("alike") { "call".into() } else { ["?", "heads", "tails"][usize::from(action.0.min(2))].into() }
    }
    fn read(&self, _: &State, _: Seat, text: &str) -> Result<Call, Refusal> {
        match text {
            "heads" | "call" => Ok(Call(1)),
            "tails" => Ok(Call(2)),
            _ => Err(Refusal::new(C1, "Heads or tails?")),
        }
    }
    fn write_chance(&self, chance: Coin) -> String {
        ["?", "head", "tail"][usize::from(chance.0)].into()
    }
    fn read_chance(&self, _: &State, text: &str) -> Result<Coin, Refusal> {
        match text {
            "head" => Ok(Coin(1)),
            "tail" => Ok(Coin(2)),
            _ => Err(Refusal::new(C1, "Head or tail?")),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Setup {
    state: State,
    diary: Vec<u64>,
}

impl Positions for Coins {
    type Setup = Setup;
    fn position(&self, state: &State, history: &Vec<u64>) -> Setup {
        let mut state = *state;
        if self.has("amnesia") {
            state.score = [0; 2];
        }
        Setup { state, diary: history.clone() }
    }
    fn place(&self, setup: Setup) -> Result<(State, Vec<u64>), Vec<Fault>> {
        Ok((setup.state, setup.diary))
    }
}

const SPACES: [&str; 8] = ["none-1", "heads-1", "tails-1", "made-1", "none-2", "heads-2", "tails-2", "made-2"];

impl Show for Coins {
    fn plan(&self) -> Plan {
        let dot = || vec![Shape::Circle { at: (0.0, 0.0), r: 1.0, fill: Fill::None, stroke: None }];
        let space = |id: &&str| Space {
            id: (*id).into(),
            name: (*id).into(),
            label: "call".into(),
            at: (0.0, 0.0),
            r: 1.0,
            shapes: dot(),
            evidence: Evidence::Invented,
            cell: (0, 0),
            glyph: ('.', '.'),
        };
        Plan {
            size: (1.0, 1.0),
            inks: vec![],
            backdrop: vec![],
            regions: vec![],
            way_styles: vec![],
            ways: vec![],
            spaces: SPACES.iter().map(space).collect(),
            turntable: None,
            lettering: vec![],
            tokens: vec![TokenArt { kind: "chip", shapes: dot(), glyph: ('o', 'o'), ink: "ink" }],
            token_r: 1.0,
            facts: Vec::new(),
            homes: Vec::new(),
        }
    }
    fn scene(&self, state: &State) -> Scene {
        let chip = |seat: usize| {
            let place = if self.has("crowd") { 0 } else { 4 * seat + usize::from(state.calls[seat]) };
            let seat = Some(Seat(seat as u8));
            Token { id: 0, kind: "chip", seat, label: "chip".into(), at: Spot::Space(SPACES[place].into()) }
        };
        Scene {
            plan: Arc::new(self.plan()),
            tokens: vec![chip(0), chip(1)],
            trays: vec![],
            marks: vec![],
            headline: "Coins".into(),
            needs: vec![],
            throw: None,
            turned: 0,
            mood: None,
            standings: Vec::new(),
        }
    }
    fn gesture(&self, _: &State, seat: Seat, action: Call) -> Gesture {
        let place = SPACES[4 * seat.index() + usize::from(action.0)];
        Gesture::new(vec![place.into()], "Call")
    }
}

impl Evaluate for Coins {
    fn evaluate(&self, _: &State, _: Seat) -> i32 {
        0
    }
    fn hash_key(&self, _: &State) -> u64 {
        0
    }
}

fn config(defect: &str) -> MatchConfig {
    MatchConfig { options: [("defect".to_owned(), OptionValue::Word(defect.into()))].into(), ..MatchConfig::default() }
}

#[test]
fn a_sound_game_keeps_the_laws() {
    laws::check::<Coins>(&config("none"), 1_000, 1);
}

#[test]
fn every_defect_is_caught_and_reported_with_game_seed_and_actions() {
    let caught = [
        ("twice", "has a legal action twice"),
        ("stuck", "is to act: true"),
        ("busy", "is to act: false"),
        ("lenient", "Call("),
        ("strict", "is legal for"),
        ("alike", "call"),
        ("uncited", "cites no rule"),
        ("unknown", "C-2 is cited and is not in the book"),
        ("silent", "has no sentence in the log"),
        ("fickle", "redacting again changes the state"),
        ("blind", "cannot see"),
        ("order", "the order of seats that act together matters"),
        ("weightless", "has no weight"),
        ("faces", "is listed twice"),
        ("early", "Outcome"),
        ("greedy", "more is won than there is"),
        ("divorced", "partners do not win together"),
        ("endless", "did not end within"),
        ("amnesia", "left"),
        ("diary", "can tell apart what it may not"),
        ("late", "remembers what it has not seen"),
        ("crowd", "stands on another"),
        ("draw", "sample_action and legal_actions disagree"),
    ];
    std::panic::set_hook(Box::new(|_| {}));
    let mut missed = Vec::new();
    for (defect, law) in caught {
        let trial = std::panic::catch_unwind(|| laws::check::<Coins>(&config(defect), 200, 7));
        let said = trial.err().and_then(|cause| cause.downcast_ref::<String>().cloned()).unwrap_or_default();
        let reported = ["Coins: ", law, "\nseed ", "\nplayed:"].iter().all(|part| said.contains(part));
        if !reported {
            missed.push(format!("{defect}: {}", said.chars().take(200).collect::<String>()));
        }
    }
    let _ = std::panic::take_hook();
    assert!(missed.is_empty(), "{missed:#?}");
}
