//! The referee: judges any game over JSON lines, for bots, tests and other tools.
//!
//! Each line of input is an object, and so is each line of output. A faulty line is answered with
//! `{"ok":false,"error":…}` and changes nothing. `docs/referee.md` describes the protocol.
//!
//! This crate converts between JSON and a [`DynMatch`]. It knows no rule of any game, and does no I/O:
//! the binary reads and writes the lines.
#![forbid(unsafe_code)]

mod answer;

use kernel::dynamic::{DynGame, DynMatch, MatchConfig};
use kernel::record::{self, Record, RecordSeat, Step};
use kernel::{Chosen, Refusal, Seat, Turn, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use table::dice::Dice;

/// A request, one per line.
#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    New {
        #[serde(default)]
        players: u8,
        #[serde(default)]
        options: Chosen,
        #[serde(default)]
        board: Option<String>,
        #[serde(default)]
        seed: u64,
    },
    Setup {
        position: Value,
    },
    Legal {},
    Play {
        seat: String,
        action: String,
    },
    Chance {
        #[serde(default)]
        outcome: Option<String>,
    },
    Position {},
    View {
        seat: String,
    },
    Why {
        seat: String,
        action: String,
    },
    Undo {},
    Record {},
    Help {},
}

/// Every command with an example, as `help` lists them.
const COMMANDS: &[&str] = &[
    r#"{"cmd":"new","players":2,"options":{},"seed":7}"#,
    r#"{"cmd":"setup","position":{…}}"#,
    r#"{"cmd":"legal"}"#,
    r#"{"cmd":"play","seat":"…","action":"…"}"#,
    r#"{"cmd":"chance","outcome":"…"}"#,
    r#"{"cmd":"position"}"#,
    r#"{"cmd":"view","seat":"…"}"#,
    r#"{"cmd":"why","seat":"…","action":"…"}"#,
    r#"{"cmd":"undo"}"#,
    r#"{"cmd":"record"}"#,
    r#"{"cmd":"help"}"#,
];

/// Maximum length of a line, in bytes.
pub const LONGEST_LINE: usize = 4 << 20;

/// A referee for one game, with its current match.
pub struct Referee {
    game: &'static dyn DynGame,
    game_match: Box<dyn DynMatch>,
    seed: u64,
    start: Option<Value>,
}

/// The dice of a referee's match are bound to this id.
const MATCH_ID: &str = "referee";

impl Referee {
    /// A referee for this game, with the usual players and options and seed 0.
    pub fn new(game: &'static dyn DynGame) -> Result<Self, Vec<kernel::Fault>> {
        Ok(Referee { game, game_match: game.open(&MatchConfig::default())?, seed: 0, start: None })
    }

    /// Answers one line; `None` for an empty one.
    pub fn line(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        if line.is_empty() {
            return None;
        }
        let answer = match read(line) {
            Ok(request) => self.answer(request),
            Err(error) => Err(answer::error(error)),
        };
        Some(answer.unwrap_or_else(|problem| problem).to_string())
    }

    fn answer(&mut self, request: Request) -> Result<Value, Value> {
        match request {
            Request::New { players, options, board, seed } => {
                self.open(MatchConfig { players, options, board, ..MatchConfig::default() }, seed)
            }
            Request::Setup { position } => self.setup(position),
            Request::Legal {} => Ok(self.legal()),
            Request::Play { seat, action } => {
                let seat = self.seat(&seat)?;
                let played = self.game_match.play(seat, &action).map_err(|refusal| answer::refusal(&refusal))?;
                Ok(self.after(&played))
            }
            Request::Chance { outcome } => self.chance(outcome),
            Request::Position {} => Ok(json!({"ok": true, "position": self.game_match.position(Viewer::Referee)})),
            Request::View { seat } => self.view(&seat),
            Request::Why { seat, action } => Ok(answer::why(self.game_match.why(self.seat(&seat)?, &action))),
            Request::Undo {} => match self.game_match.undo() {
                true => Ok(self.after(&[])),
                false => Err(answer::error("there is nothing to undo")),
            },
            Request::Record {} => Ok(json!({"ok": true, "record": self.record()})),
            Request::Help {} => Ok(json!({"ok": true, "game": self.game.info().slug, "commands": COMMANDS})),
        }
    }

    fn open(&mut self, config: MatchConfig, seed: u64) -> Result<Value, Value> {
        self.game_match =
            self.game.open(&config).map_err(|faults| answer::faults("the match cannot be set up", &faults))?;
        (self.seed, self.start) = (seed, None);
        let info = self.game.info();
        let seats: Vec<_> = self.game_match.seats().iter().map(|seat| seat.id).collect();
        let config = self.game_match.config();
        Ok(json!({
            "ok": true, "game": info.slug, "rules_version": info.rules_version,
            "players": config.players, "seats": seats, "options": config.options,
            "board_hash": self.board_hash(), "to_act": self.to_act(),
        }))
    }

    fn setup(&mut self, position: Value) -> Result<Value, Value> {
        self.game_match
            .place(position.clone())
            .map_err(|faults| answer::faults("the position cannot be set up", &faults))?;
        self.start = Some(position);
        Ok(self.after(&[]))
    }

    fn legal(&self) -> Value {
        match self.game_match.turn() {
            Turn::Chance => {
                let outcomes: Vec<_> = self
                    .game_match
                    .chance_outcomes()
                    .iter()
                    .map(|outcome| json!({"outcome": outcome.outcome, "p": outcome.p}))
                    .collect();
                let thrower = self.game_match.thrower().map(|seat| self.game_match.seats()[seat.index()].id);
                json!({"ok": true, "chance": outcomes, "thrower": thrower})
            }
            Turn::Seats(seats) => json!({
                "ok": true, "to_act": self.to_act(),
                "actions": seats.iter().flat_map(|seat| self.legal_moves(seat)).collect::<Vec<_>>(),
            }),
            Turn::Over => json!({"ok": true, "to_act": [], "actions": [], "result": self.result()}),
        }
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Value> {
        let id = self.game_match.seats()[seat.index()].id;
        let entry = |legal: &kernel::dynamic::LegalMove| json!({"seat": id, "action": legal.action, "rules": answer::rules(&legal.rules)});
        self.game_match.legal_moves(seat).iter().map(entry).collect()
    }

    fn chance(&mut self, outcome: Option<String>) -> Result<Value, Value> {
        let outcome = match outcome {
            Some(outcome) => outcome,
            None => self.draw()?,
        };
        let played = self.game_match.apply_chance(&outcome).map_err(|refusal| answer::refusal(&refusal))?;
        let mut answer = self.after(std::slice::from_ref(&played));
        if let Step::Chance { chance, .. } = &played.step {
            answer["outcome"] = json!(chance);
        }
        Ok(answer)
    }

    /// The next throw from the seed.
    fn draw(&self) -> Result<String, Value> {
        let outcomes = self.game_match.chance_outcomes();
        let weights: Vec<u32> = outcomes.iter().map(|outcome| outcome.weight).collect();
        let number =
            self.game_match.played().iter().filter(|played| matches!(played.step, Step::Chance { .. })).count();
        let drawn = self.dice().pick(number as u64, &weights);
        drawn.map(|at| outcomes[at].outcome.clone()).ok_or_else(|| {
            answer::refusal(&Refusal::new(self.game.info().shared_rules.turn, "There is nothing to throw now."))
        })
    }

    fn view(&self, seat: &str) -> Result<Value, Value> {
        let seat = self.seat(seat)?;
        let viewer = Viewer::Seat(seat);
        let scene = self.game_match.scene(viewer);
        let actions = match self.game_match.turn() {
            Turn::Seats(seats) if seats.contains(seat) => self.legal_moves(seat),
            _ => Vec::new(),
        };
        Ok(json!({
            "ok": true,
            "view": {
                "seat": self.game_match.seats()[seat.index()].id,
                "position": self.game_match.position(viewer),
                "to_act": self.to_act(), "actions": actions,
                "headline": scene.headline,
                "needs": scene.needs.iter().map(|need| json!({
                    "seat": self.game_match.seats()[need.seat.index()].id, "need": need.line.text,
                    "rules": answer::rules(&need.line.rules),
                })).collect::<Vec<_>>(),
                "result": self.result(),
            }
        }))
    }

    /// The answer after something was played: its sentences, who is to act, and the result.
    fn after(&self, played: &[std::sync::Arc<kernel::dynamic::PlayedStep>]) -> Value {
        let sentences: Vec<_> = played.iter().flat_map(|step| &step.lines).map(answer::sentence).collect();
        let mut value = json!({"ok": true, "to_act": self.to_act()});
        if !played.is_empty() {
            value["told"] = json!(sentences);
        }
        if let Some(result) = self.result() {
            value["result"] = json!(result);
        }
        value
    }

    fn to_act(&self) -> Value {
        match self.game_match.turn() {
            Turn::Chance => json!("chance"),
            Turn::Over => json!([]),
            Turn::Seats(seats) => {
                seats.iter().map(|seat| self.game_match.seats()[seat.index()].id).collect::<Vec<_>>().into()
            }
        }
    }

    fn result(&self) -> Option<record::Result> {
        let (outcome, verdict) = (self.game_match.outcome()?, self.game_match.verdict()?);
        Some(record::Result {
            shares: outcome.shares[..self.game_match.seats().len()].to_vec(),
            account: self.game_match.account(&outcome),
            reason: verdict.text,
            rules: verdict.rules.iter().map(ToString::to_string).collect(),
        })
    }

    fn record(&self) -> Record {
        let info = self.game.info();
        let config = self.game_match.config();
        let record_seat = |seat: &kernel::SeatInfo| RecordSeat { seat: seat.id.into(), name: seat.id.into() };
        let seats = self.game_match.seats().iter().map(record_seat).collect();
        Record {
            id: Some(MATCH_ID.into()),
            start: self.start.clone(),
            steps: self.game_match.played().iter().map(|played| played.step.clone()).collect(),
            result: self.result(),
            ..Record::blank(info, self.board_hash(), config, seats)
        }
    }

    fn board_hash(&self) -> String {
        table::board_hash(self.game_match.config().board.as_deref().unwrap_or(self.game.standard_board()))
    }

    fn dice(&self) -> Dice {
        Dice::new(&self.seed.to_be_bytes(), MATCH_ID, &[])
    }

    fn seat(&self, id: &str) -> Result<Seat, Value> {
        self.game_match.seat(id).ok_or_else(|| {
            let seats: Vec<_> = self.game_match.seats().iter().map(|seat| seat.id).collect();
            answer::error(format!("there is no seat `{id}`; there are {}", seats.join(", ")))
        })
    }
}

fn read(line: &str) -> Result<Request, String> {
    if line.len() > LONGEST_LINE {
        return Err(format!("the line is longer than {LONGEST_LINE} bytes"));
    }
    serde_json::from_str(line)
        .map_err(|error| format!("this line cannot be read: {error}; {{\"cmd\":\"help\"}} lists the commands"))
}
