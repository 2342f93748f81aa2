//! The referee: any game over JSON lines, for bots, tests and other people's tools.
//!
//! One object a line goes in, one object a line comes out. Whatever is wrong
//! with a line is answered with `{"ok":false,"error":…}`, changes nothing, and
//! the session goes on. `docs/referee.md` is the protocol for people.
//!
//! Here belongs the conversion between JSON and a [`DynMatch`]; no rule of any
//! game, and no reading or writing of streams: that is the binary's.
#![forbid(unsafe_code)]

mod answer;

use kernel::dynamic::{DynGame, DynMatch, MatchConfig};
use kernel::record::{self, Record, Sitting, Step};
use kernel::{Chosen, Refusal, Seat, Turn, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use table::dice::Dice;

/// What may be asked, as it stands on a line.
#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
enum Ask {
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

/// Lines longer than this are not read.
pub const LONGEST_LINE: usize = 4 << 20;

/// A session with one game.
pub struct Referee {
    title: &'static dyn DynGame,
    session: Box<dyn DynMatch>,
    seed: u64,
    start: Option<Value>,
}

/// The dice of a referee's match are bound to this id.
const MATCH_ID: &str = "referee";

impl Referee {
    /// A referee for this game, with the usual players and options and seed 0.
    pub fn new(title: &'static dyn DynGame) -> Result<Self, Vec<kernel::Fault>> {
        Ok(Referee { title, session: title.open(&MatchConfig::default())?, seed: 0, start: None })
    }

    /// Answers one line; `None` for an empty one.
    pub fn line(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        if line.is_empty() {
            return None;
        }
        let answer = match read(line) {
            Ok(ask) => self.answer(ask),
            Err(error) => Err(answer::error(error)),
        };
        Some(answer.unwrap_or_else(|problem| problem).to_string())
    }

    fn answer(&mut self, ask: Ask) -> Result<Value, Value> {
        match ask {
            Ask::New { players, options, board, seed } => {
                self.open(MatchConfig { players, options, board, ..MatchConfig::default() }, seed)
            }
            Ask::Setup { position } => self.setup(position),
            Ask::Legal {} => Ok(self.legal()),
            Ask::Play { seat, action } => {
                let seat = self.seat(&seat)?;
                let told = self.session.play(seat, &action).map_err(|refusal| answer::refusal(&refusal))?;
                Ok(self.after(&told))
            }
            Ask::Chance { outcome } => self.chance(outcome),
            Ask::Position {} => Ok(json!({"ok": true, "position": self.session.position(Viewer::Referee)})),
            Ask::View { seat } => self.view(&seat),
            Ask::Why { seat, action } => Ok(answer::why(self.session.why(self.seat(&seat)?, &action))),
            Ask::Undo {} => match self.session.undo() {
                true => Ok(self.after(&[])),
                false => Err(answer::error("there is nothing to undo")),
            },
            Ask::Record {} => Ok(json!({"ok": true, "record": self.record()})),
            Ask::Help {} => Ok(json!({"ok": true, "game": self.title.info().slug, "commands": COMMANDS})),
        }
    }

    fn open(&mut self, config: MatchConfig, seed: u64) -> Result<Value, Value> {
        self.session =
            self.title.open(&config).map_err(|faults| answer::faults("the match cannot be set up", &faults))?;
        (self.seed, self.start) = (seed, None);
        let info = self.title.info();
        let seats: Vec<_> = self.session.seats().iter().map(|seat| seat.id).collect();
        let config = self.session.config();
        Ok(json!({
            "ok": true, "game": info.slug, "rules_version": info.rules_version,
            "players": config.players, "seats": seats, "options": config.options,
            "board_hash": self.board_hash(), "to_act": self.to_act(),
        }))
    }

    fn setup(&mut self, position: Value) -> Result<Value, Value> {
        self.session
            .place(position.clone())
            .map_err(|faults| answer::faults("the position cannot be set up", &faults))?;
        self.start = Some(position);
        Ok(self.after(&[]))
    }

    fn legal(&self) -> Value {
        match self.session.turn() {
            Turn::Chance => {
                let lots: Vec<_> = self
                    .session
                    .chance_outcomes()
                    .iter()
                    .map(|lot| json!({"outcome": lot.outcome, "p": lot.p}))
                    .collect();
                let thrower = self.session.thrower().map(|seat| self.session.seats()[seat.index()].id);
                json!({"ok": true, "chance": lots, "thrower": thrower})
            }
            Turn::Seats(seats) => json!({
                "ok": true, "to_act": self.to_act(),
                "actions": seats.iter().flat_map(|seat| self.legal_moves(seat)).collect::<Vec<_>>(),
            }),
            Turn::Over => json!({"ok": true, "to_act": [], "actions": [], "result": self.result()}),
        }
    }

    fn legal_moves(&self, seat: Seat) -> Vec<Value> {
        let id = self.session.seats()[seat.index()].id;
        let offer = |offer: &kernel::dynamic::LegalMove| json!({"seat": id, "action": offer.action, "rules": answer::rules(&offer.rules)});
        self.session.legal_moves(seat).iter().map(offer).collect()
    }

    fn chance(&mut self, outcome: Option<String>) -> Result<Value, Value> {
        let outcome = match outcome {
            Some(outcome) => outcome,
            None => self.draw()?,
        };
        let told = self.session.apply_chance(&outcome).map_err(|refusal| answer::refusal(&refusal))?;
        let mut answer = self.after(std::slice::from_ref(&told));
        if let Step::Chance { chance } = &told.step {
            answer["outcome"] = json!(chance);
        }
        Ok(answer)
    }

    /// The next throw from the seed.
    fn draw(&self) -> Result<String, Value> {
        let lots = self.session.chance_outcomes();
        let weights: Vec<u32> = lots.iter().map(|lot| lot.weight).collect();
        let number = self.session.played().iter().filter(|told| matches!(told.step, Step::Chance { .. })).count();
        let drawn = self.dice().pick(number as u64, &weights);
        drawn.map(|at| lots[at].outcome.clone()).ok_or_else(|| {
            answer::refusal(&Refusal::new(self.title.info().shared_rules.turn, "There is nothing to throw now."))
        })
    }

    fn view(&self, seat: &str) -> Result<Value, Value> {
        let seat = self.seat(seat)?;
        let viewer = Viewer::Seat(seat);
        let scene = self.session.scene(viewer);
        let offers = match self.session.turn() {
            Turn::Seats(seats) if seats.contains(seat) => self.legal_moves(seat),
            _ => Vec::new(),
        };
        Ok(json!({
            "ok": true,
            "view": {
                "seat": self.session.seats()[seat.index()].id,
                "position": self.session.position(viewer),
                "to_act": self.to_act(), "actions": offers,
                "headline": scene.headline,
                "needs": scene.needs.iter().map(|need| json!({
                    "seat": self.session.seats()[need.seat.index()].id, "need": need.line.text,
                    "rules": answer::rules(&need.line.rules),
                })).collect::<Vec<_>>(),
                "result": self.result(),
            }
        }))
    }

    /// What everyone wants to know after something was played.
    fn after(&self, told: &[std::sync::Arc<kernel::dynamic::PlayedStep>]) -> Value {
        let lines: Vec<_> = told.iter().flat_map(|told| &told.lines).map(answer::line).collect();
        let mut value = json!({"ok": true, "to_act": self.to_act()});
        if !told.is_empty() {
            value["told"] = json!(lines);
        }
        if let Some(result) = self.result() {
            value["result"] = json!(result);
        }
        value
    }

    fn to_act(&self) -> Value {
        match self.session.turn() {
            Turn::Chance => json!("chance"),
            Turn::Over => json!([]),
            Turn::Seats(seats) => {
                seats.iter().map(|seat| self.session.seats()[seat.index()].id).collect::<Vec<_>>().into()
            }
        }
    }

    fn result(&self) -> Option<record::Result> {
        let (outcome, verdict) = (self.session.outcome()?, self.session.verdict()?);
        Some(record::Result {
            shares: outcome.shares[..self.session.seats().len()].to_vec(),
            account: self.session.account(&outcome),
            reason: verdict.text,
            rules: verdict.rules.iter().map(ToString::to_string).collect(),
        })
    }

    fn record(&self) -> Record {
        let info = self.title.info();
        let config = self.session.config();
        let sitting = |seat: &kernel::SeatInfo| Sitting { seat: seat.id.into(), name: seat.id.into() };
        let seats = self.session.seats().iter().map(sitting).collect();
        Record {
            id: Some(MATCH_ID.into()),
            start: self.start.clone(),
            steps: self.session.played().iter().map(|told| told.step.clone()).collect(),
            result: self.result(),
            ..Record::blank(info, self.board_hash(), config, seats)
        }
    }

    fn board_hash(&self) -> String {
        table::board_hash(self.session.config().board.as_deref().unwrap_or(self.title.standard_board()))
    }

    fn dice(&self) -> Dice {
        Dice::new(&self.seed.to_be_bytes(), MATCH_ID, &[])
    }

    fn seat(&self, id: &str) -> Result<Seat, Value> {
        self.session.seat(id).ok_or_else(|| {
            let seats: Vec<_> = self.session.seats().iter().map(|seat| seat.id).collect();
            answer::error(format!("there is no seat `{id}`; there are {}", seats.join(", ")))
        })
    }
}

fn read(line: &str) -> Result<Ask, String> {
    if line.len() > LONGEST_LINE {
        return Err(format!("the line is longer than {LONGEST_LINE} bytes"));
    }
    serde_json::from_str(line)
        .map_err(|error| format!("this line cannot be read: {error}; {{\"cmd\":\"help\"}} lists the commands"))
}
