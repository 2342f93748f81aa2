//! What a server says of a table, made into what a terminal shows.
//!
//! The match is played again here from its record, so that one engine says what is
//! legal; everything about people, questions, clocks and the result is the server's
//! word. Both must show the same board: otherwise nothing is shown at all, for then
//! the two programs do not know the same game.

use anyhow::{Context, ensure};
use kernel::dynamic::{DynGame, DynMatch};
use kernel::record::{Record, Step};
use kernel::scene::{Scene, Spot};
use kernel::{Outcome, Seat, SeatSet, Turn, Viewer};
use serde::Deserialize;
use serde_json::Value;
use table::{Absence, ClockView, Contest, Entry, Motion, Pending, View};
use tui::{Abroad, Seen, Sitter, Toss, Words};

/// What the log says of a seat, and not of the play.
const REMARKS: [&str; 9] = ["resigns", "flag", "away", "back", "draw", "claim", "abort", "vacant", "sits"];

/// A table as the server shows it to this person.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Shown {
    pub(crate) version: u64,
    pub(crate) game: String,
    pub(crate) phase: String,
    headline: String,
    pub(crate) seats: Vec<Chair>,
    pub(crate) mine: Vec<String>,
    turn: Vec<String>,
    tokens: Vec<Token>,
    log_from: usize,
    log: Vec<Told>,
    outcome: Option<Vec<f64>>,
    account: Option<Vec<i32>>,
    verdict: Option<Sentence>,
    can_undo: bool,
    can_ask: bool,
    asked: Option<Asked>,
    clocks: Option<Clocks>,
    pub(crate) wants_nonce: Vec<String>,
    own_throw: Option<String>,
    kept: Vec<String>,
    can_hint: bool,
    contest: Option<Series>,
    next: Option<String>,
    #[serde(default)]
    absent: Option<Gone>,
    #[serde(default)]
    declined: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Gone {
    seats: Vec<String>,
    from: i64,
    why: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Chair {
    pub(crate) id: String,
    pub(crate) kind: String,
    who: String,
}

#[derive(Clone, Debug, Deserialize)]
struct Token {
    kind: String,
    label: String,
    seat: Option<u8>,
    space: Option<String>,
    tray: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Told {
    number: usize,
    step: Option<usize>,
    seat: Option<String>,
    action: String,
    lines: Vec<Sentence>,
}

#[derive(Clone, Debug, Deserialize)]
struct Sentence {
    text: String,
    rules: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Asked {
    by: String,
    motion: Motion,
    agreed: Vec<String>,
    to_answer: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Clocks {
    at: i64,
    left: Vec<Option<i64>>,
    running: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Series {
    game: u8,
    of: u8,
    points: Option<Vec<f64>>,
    goes_on: bool,
}

/// Something that was said, as the server sends it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Said {
    pub(crate) number: u64,
    name: String,
    text: String,
    audience: String,
    mine: bool,
}

impl From<Said> for Words {
    fn from(said: Said) -> Words {
        Words { who: said.name, text: said.text, mine: said.mine, everyone: said.audience == "everyone" }
    }
}

/// Reads what a server sent. Signs that steer a terminal are taken out of every text.
pub(crate) fn read<T: for<'a> Deserialize<'a>>(sent: &[u8]) -> anyhow::Result<T> {
    let mut value: Value = serde_json::from_slice(sent).context(STRANGE)?;
    tame(&mut value);
    serde_json::from_value(value).context(STRANGE)
}

const STRANGE: &str = "what the server says cannot be read; is it another version of TypedGame, or none?";

fn tame(value: &mut Value) {
    match value {
        Value::String(text) => text.retain(|letter| !letter.is_control()),
        Value::Array(values) => values.iter_mut().for_each(tame),
        Value::Object(fields) => fields.values_mut().for_each(tame),
        _ => {}
    }
}

/// The box of a game that a server plays.
pub(crate) fn title(game: &str) -> anyhow::Result<&'static dyn DynGame> {
    let unknown =
        || format!("the server plays a game that this program does not know: {}", catalog::unknown_game(game));
    catalog::game(game).with_context(unknown)
}

impl Shown {
    /// The same with the whole log, of which the server sends only what is new; `None`
    /// when what stands before it is not known here.
    pub(crate) fn with_log_of(mut self, known: Option<&Shown>) -> Option<Shown> {
        if self.log_from == 0 {
            return Some(self);
        }
        let before = known?.log.get(..self.log_from)?;
        self.log = before.iter().cloned().chain(self.log).collect();
        self.log_from = 0;
        Some(self)
    }

    fn is_over(&self) -> bool {
        self.phase == "over"
    }
}

/// A table at one moment.
pub(crate) struct Snapshot {
    pub(crate) title: &'static dyn DynGame,
    pub(crate) session: Box<dyn DynMatch>,
    pub(crate) shown: Shown,
    pub(crate) seen: Seen,
}

impl Snapshot {
    /// Plays the record again and puts together what a terminal shows; `None` when the
    /// record is of another moment, an error when the two programs know different games.
    pub(crate) fn new(table: &str, shown: Shown, record: &Record) -> anyhow::Result<Option<Snapshot>> {
        let title = title(&shown.game)?;
        let replay = table::replay(title, record).context("the match cannot be played again by this program")?;
        let session = replay.session;
        let over = replay.outcome.is_some() || replay.aborted;
        if over != shown.is_over() || !same_log(&*session, &shown.log) {
            return Ok(None);
        }
        let seen = Reader { title, session: &*session, shown: &shown }.seen(table)?;
        same_board(&seen.view.scene, &shown.tokens)?;
        Ok(Some(Snapshot { title, session, shown, seen }))
    }
}

/// Does the log tell what was played, and nothing else but remarks?
fn same_log(session: &dyn DynMatch, log: &[Told]) -> bool {
    let mut played = session.played().iter().peekable();
    for told in log {
        let same = |step: &Step| match step {
            Step::Act { seat, action } => told.seat.as_ref() == Some(seat) && told.action == *action,
            Step::Chance { chance } => told.seat.is_none() && told.action == *chance,
            other => told.action == other.words(),
        };
        if played.next_if(|one| same(&one.step)).is_none() && !REMARKS.contains(&told.action.as_str()) {
            return false;
        }
    }
    played.next().is_none()
}

/// Does everything lie where the server has it, with the same face?
fn same_board(scene: &Scene, shown: &[Token]) -> anyhow::Result<()> {
    type Piece<'a> = (&'a str, &'a str, Option<u8>, Option<&'a str>, Option<&'a str>);
    let mut there: Vec<Piece> = shown
        .iter()
        .map(|token| {
            (token.kind.as_str(), token.label.as_str(), token.seat, token.space.as_deref(), token.tray.as_deref())
        })
        .collect();
    let drawn = scene.tokens.iter().filter(|token| draw::svg::spot(scene, &token.at).is_some());
    let mut here: Vec<Piece> = drawn
        .map(|token| {
            let (space, tray) = match &token.at {
                Spot::Space(id) => (Some(id.as_str()), None),
                Spot::Tray(id, _) => (None, Some(id.as_str())),
            };
            (token.kind, token.label.as_str(), token.seat.map(|seat| seat.0), space, tray)
        })
        .collect();
    there.sort_unstable();
    here.sort_unstable();
    ensure!(there == here, "the server shows another board than this program; they are of different versions");
    Ok(())
}

/// Puts together what a terminal shows.
struct Reader<'a> {
    title: &'static dyn DynGame,
    session: &'a dyn DynMatch,
    shown: &'a Shown,
}

impl Reader<'_> {
    fn seen(&self, table: &str) -> anyhow::Result<Seen> {
        let shown = self.shown;
        let infos = self.session.seats();
        ensure!(
            infos.iter().map(|info| info.id).eq(shown.seats.iter().map(|chair| chair.id.as_str())),
            "the server has other seats at this table than this program; they are of different versions"
        );
        let sitter = |(info, chair): (&kernel::SeatInfo, &Chair)| Sitter {
            id: info.id,
            name: info.name,
            who: chair.who.clone(),
            brief: brief(chair),
            mine: shown.mine.contains(&chair.id),
            person: chair.kind == "person",
        };
        let due = shown.phase == "playing" && self.session.turn() == Turn::Chance;
        let contest = shown.contest.as_ref();
        Ok(Seen {
            id: table.to_owned(),
            view: self.view(),
            seats: infos.iter().zip(&shown.seats).map(sitter).collect(),
            computers: Vec::new(),
            toss: due.then(|| Toss::due(self.session, self.seats(&shown.mine))),
            contest: contest.map(|series| Contest {
                game: series.game,
                of: series.of,
                points: series.points.clone().unwrap_or_default(),
            }),
            goes_on: contest.is_some_and(|series| series.goes_on),
            abroad: Some(Abroad {
                can_hint: shown.can_hint,
                is_waiting: shown.phase == "waiting",
                next: shown.next.clone(),
            }),
        })
    }

    fn view(&self) -> View {
        let shown = self.shown;
        let (mine, turn) = (self.seats(&shown.mine), self.seats(&shown.turn));
        let acting: Vec<Seat> = mine.iter().filter(|seat| shown.phase == "playing" && turn.contains(*seat)).collect();
        let viewer = acting.first().copied().or(mine.iter().next()).map_or(Viewer::Spectator, Viewer::Seat);
        let mut scene = self.session.scene(viewer);
        scene.headline.clone_from(&shown.headline);
        View {
            version: shown.version,
            mine,
            contenders: self.session.contenders(),
            scene,
            turn: if shown.is_over() { Turn::Over } else { self.session.turn() },
            offers: acting.into_iter().map(|seat| (seat, self.session.legal_moves(seat))).collect(),
            lots: self.session.chance_outcomes(),
            log: shown.log.iter().map(|told| self.entry(told)).collect(),
            last: self.session.last_marks(),
            outcome: shown.outcome.as_deref().map(shared),
            verdict: shown.verdict.as_ref().map(|sentence| self.line(sentence)),
            account: shown.account.clone(),
            can_undo: shown.can_undo,
            can_ask: shown.can_ask,
            clocks: shown.clocks.as_ref().map(|clocks| ClockView {
                at: clocks.at,
                left: clocks.left.clone(),
                running: self.seats(&clocks.running),
            }),
            pending: shown.asked.as_ref().and_then(|asked| self.pending(asked)),
            to_answer: shown.asked.as_ref().map_or(SeatSet::EMPTY, |asked| self.seats(&asked.to_answer)),
            wants_nonce: self.seats(&shown.wants_nonce),
            own_throw: shown.own_throw.as_ref().and_then(|seat| self.session.seat(seat)),
            kept: self.seats(&shown.kept),
            absence: shown.absent.as_ref().map(|gone| self.absence(gone)),
            declined: shown.declined.as_ref().and_then(|seat| self.session.seat(seat)),
        }
    }

    fn absence(&self, gone: &Gone) -> Absence {
        let why = match gone.why.as_str() {
            "time" => table::Gone::OutOfTime,
            "open" => table::Gone::SeatOpen,
            _ => table::Gone::Away,
        };
        Absence { seats: self.seats(&gone.seats), from: gone.from, why }
    }

    fn pending(&self, asked: &Asked) -> Option<Pending> {
        let by = self.session.seat(&asked.by)?;
        Some(Pending { by, motion: asked.motion.clone(), agreed: self.seats(&asked.agreed) })
    }

    fn seats(&self, ids: &[String]) -> SeatSet {
        ids.iter().filter_map(|id| self.session.seat(id)).fold(SeatSet::EMPTY, SeatSet::with)
    }

    fn entry(&self, told: &Told) -> Entry {
        Entry {
            number: told.number,
            step: told.step,
            seat: told.seat.as_ref().and_then(|seat| self.session.seat(seat)),
            action: told.action.clone(),
            lines: told.lines.iter().map(|sentence| self.line(sentence)).collect(),
        }
    }

    fn line(&self, sentence: &Sentence) -> kernel::Sentence {
        let book = self.title.info().shared_rules.turn;
        let rules: Vec<_> = sentence.rules.iter().filter_map(|rule| book.named(rule)).collect();
        kernel::Sentence::new(sentence.text.clone(), &rules)
    }
}

/// `Computer (captain)` as `captain`.
fn brief(chair: &Chair) -> String {
    let level = chair.who.strip_prefix("Computer (").and_then(|rest| rest.strip_suffix(')'));
    level.filter(|_| chair.kind == "computer").unwrap_or(&chair.who).to_owned()
}

fn shared(parts: &[f64]) -> Outcome {
    let mut outcome = Outcome::shared(SeatSet::EMPTY);
    outcome.shares.iter_mut().zip(parts).for_each(|(share, part)| *share = *part);
    outcome
}
