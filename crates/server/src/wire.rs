//! The JSON that leaves the house: [`table::View`] for one person, by hand.
//!
//! Only what [`table::Table::view`] shows that person, the seats' names and what
//! is public at the table goes out. Keys of people and the seed of a match that
//! is on never do.

mod moment;

pub(crate) use moment::moments;

use kernel::dynamic::{LegalMove, Prospect};
use kernel::scene::{Mark, Scene, Spot, Throw, Token, Tray};
use kernel::{RuleId, Seat, SeatInfo, SeatSet, Turn};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::Arc;
use table::{Entry, Gone, Motion, Occupant, Table, View};

/// A table as one person sees it. It is written straight from the table and its
/// view: nothing is copied that is only to be written down.
pub(crate) struct Sight<'t> {
    table: &'t Table,
    view: View,
    log_from: usize,
    form: Offers,
    /// The tokens, if they have been written before.
    tokens: Option<Arc<RawValue>>,
}

/// The tokens of a scene as they were written, to be written again as long as they stay where they are: most of a view
/// is tokens, and what one person sees of them most others see as well.
pub(crate) struct Standing {
    turned: u16,
    tokens: Vec<Token>,
    trays: Vec<Tray>,
    written: Arc<RawValue>,
}

impl Standing {
    fn of(scene: &Scene) -> Result<Standing, serde_json::Error> {
        let written = to_raw_value(&tokens(scene))?.into();
        Ok(Standing { turned: scene.turned, tokens: scene.tokens.clone(), trays: scene.trays.clone(), written })
    }

    fn holds(&self, scene: &Scene) -> bool {
        self.turned == scene.turned && self.tokens == scene.tokens && self.trays == scene.trays
    }
}

/// The same as JSON has it.
#[derive(Serialize)]
struct WireView<'a> {
    /// How many events it rests on; the id of its message in the stream.
    version: u64,
    game: &'static str,
    /// `waiting`, `playing` or `over`.
    phase: &'static str,
    headline: &'a str,
    seats: Vec<WireSeat<'a>>,
    /// Ids of the seats this person plays.
    mine: Vec<&'static str>,
    /// Ids of the seats that are to act.
    turn: Vec<&'static str>,
    /// The throw that is to be made: whose hand, and whether it is this person's.
    chance: Option<Chance>,
    /// What dice or dial showed last.
    throw: Option<Value>,
    /// How many steps the turntable has been turned.
    turned: u16,
    /// The light the board is in, where a game knows any.
    mood: Option<&'static str>,
    /// Is a computer to act?
    thinking: bool,
    /// Is a turn under way that more actions complete?
    mid_turn: bool,
    tokens: WireTokens<'a>,
    trays: Vec<WireTray<'a>>,
    /// Pairs of space and mark: what holds now.
    marks: Marks<'a>,
    /// Pairs of space and mark: what the last step touched.
    last: Marks<'a>,
    /// What this person may do: a list, or a table of rows where it must be short.
    offers: WireOffers<'a>,
    /// Can the way of an action be drawn space by space?
    can_draw: bool,
    /// The log from this entry on; what stands before is as it was.
    log_from: usize,
    log: Vec<WireEntry<'a>>,
    /// Each seat's part of the win.
    outcome: Option<Vec<f64>>,
    /// What each seat has won or lost in points, once it is over and where the game keeps an account.
    account: Option<&'a [i32]>,
    verdict: Option<WireLine<'a>>,
    can_undo: bool,
    /// May this person ask the others for something: to take back more, a draw?
    can_ask: bool,
    /// What is asked: by whom, for what, who agreed, who has to answer, and whether it is this person.
    asked: Option<Value>,
    /// The pace, what each seat has left, whose clock runs, and of when that holds.
    clocks: Option<Value>,
    /// Ids of the seats that have still to add to the dice.
    wants_nonce: Vec<&'static str>,
    /// The seat whose own dice are to be thrown and entered.
    own_throw: Option<&'static str>,
    /// Ids of the seats that computers play until this person comes back.
    kept: Vec<&'static str>,
    can_hint: bool,
    /// Does one person play here, alone or for all seats?
    at_home: bool,
    /// Game, of, points by seat, and whether another game follows.
    contest: Option<Value>,
    /// The match that follows this one.
    next: Option<&'a str>,
    /// Who is gone, or soon may be, from when on the other player may choose, why, and whether that is this person.
    absent: Option<Value>,
    /// The seat that declined the last rematch that was offered.
    declined: Option<&'static str>,
    /// Fingerprint of the secret seed.
    commitment: &'a str,
    /// The seed, once the match is over.
    seed: Option<&'a str>,
}

#[derive(Serialize)]
struct WireSeat<'a> {
    id: &'static str,
    name: &'static str,
    title: String,
    kind: &'static str,
    who: String,
    need: Option<WireLine<'a>>,
    standing: Option<&'static str>,
    /// Has the player been eliminated?
    out: bool,
}

#[derive(Serialize)]
struct Chance {
    thrower: Option<&'static str>,
    mine: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum WireTokens<'a> {
    Anew(Vec<WireToken<'a>>),
    Before(&'a RawValue),
}

#[derive(Serialize)]
struct WireToken<'a> {
    id: u16,
    kind: &'a str,
    label: &'a str,
    seat: Option<u8>,
    space: Option<&'a str>,
    tray: Option<&'a str>,
    x: f64,
    y: f64,
    scale: f64,
}

#[derive(Serialize)]
struct WireTray<'a> {
    id: &'a str,
    label: &'a str,
    seat: Option<&'static str>,
    note: &'a str,
}

#[derive(Serialize)]
struct WireEntry<'a> {
    number: usize,
    /// Which step of the play it tells of, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    seat: Option<&'static str>,
    action: &'a str,
    lines: Vec<WireLine<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum WireOffers<'a> {
    Full(Vec<WireOffer<'a>>),
    Short(Value),
}

#[derive(Serialize)]
struct WireOffer<'a> {
    seat: &'static str,
    action: &'a str,
    steps: &'a [String],
    label: &'a str,
    rules: Rules<'a>,
    path: &'a [String],
    tone: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    die: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Pairs of a step's number, from 0, and a space that may be pointed at instead.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    same: &'a [(usize, String)],
}

/// A sentence with its rules.
#[derive(Serialize)]
struct WireLine<'a> {
    text: &'a str,
    rules: Rules<'a>,
}

impl<'a> From<&'a kernel::Sentence> for WireLine<'a> {
    fn from(line: &'a kernel::Sentence) -> Self {
        WireLine { text: &line.text, rules: Rules(&line.rules) }
    }
}

/// Rules by their numbers.
struct Rules<'a>(&'a [RuleId]);

impl Serialize for Rules<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(Said))
    }
}

/// Anything by its words.
struct Said<T>(T);

impl<T: Display> Serialize for Said<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

/// Pairs of space and mark.
struct Marks<'a>(&'a [(String, Mark)]);

impl Serialize for Marks<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|(space, mark)| (space, mark.word())))
    }
}

/// How a person's offers are written.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Offers {
    /// Each by itself, with the names of all that it says.
    Full,
    /// As rows of a table, what repeats said once: a third of the size.
    Short,
}

/// The table as the person with this key sees it, the log from an entry on, offers written as asked for.
pub(crate) fn written<'t>(table: &'t Table, key: Option<&str>, log_from: usize, form: Offers) -> Sight<'t> {
    let log_from = log_from.min(table.log_length());
    Sight { table, view: table.view_since(key, log_from), log_from, form, tokens: None }
}

impl Serialize for Sight<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.written().serialize(to)
    }
}

impl Sight<'_> {
    /// How many offers are in it.
    pub(crate) fn legal_moves(&self) -> u32 {
        offers(&self.view).count() as u32
    }

    /// The same, with the tokens as they were written before, if they still stand so.
    pub(crate) fn knowing(mut self, standing: &mut Option<Standing>) -> Result<Self, serde_json::Error> {
        let scene = &self.view.scene;
        let known = match standing.take().filter(|known| known.holds(scene)) {
            Some(known) => known,
            None => Standing::of(scene)?,
        };
        self.tokens = Some(standing.insert(known).written.clone());
        Ok(self)
    }

    fn written(&self) -> WireView<'_> {
        let (table, view) = (self.table, &self.view);
        let seats = table.session().seats();
        let id = |seat: Seat| seats.get(seat.index()).map_or("", |info| info.id);
        let turn = match view.turn {
            Turn::Seats(set) => set.iter().map(id).collect(),
            Turn::Chance | Turn::Over => Vec::new(),
        };
        let over = table.is_over();
        WireView {
            version: view.version,
            game: table.session().info().slug,
            phase: if over {
                "over"
            } else if table.is_waiting() {
                "waiting"
            } else {
                "playing"
            },
            headline: &view.scene.headline,
            seats: seats.iter().enumerate().map(|(at, info)| seat(table, view, at, info)).collect(),
            mine: view.mine.iter().map(id).collect(),
            turn,
            chance: chance(table, view, &id),
            throw: view.scene.throw.as_ref().map(throw),
            turned: view.scene.turned,
            mood: view.scene.mood,
            thinking: !table.computers_to_act().is_empty(),
            mid_turn: table.session().mid_turn(),
            tokens: match &self.tokens {
                Some(written) => WireTokens::Before(written),
                None => WireTokens::Anew(tokens(&view.scene)),
            },
            trays: view.scene.trays.iter().map(|one| tray(one, &id)).collect(),
            marks: Marks(&view.scene.marks),
            last: Marks(&view.last),
            offers: match self.form {
                Offers::Full => WireOffers::Full(offers(view).map(|(at, one)| offer(id(at), one)).collect()),
                Offers::Short => WireOffers::Short(short(view, &id)),
            },
            can_draw: can_draw(table, view),
            log_from: self.log_from,
            log: view.log.iter().map(|one| entry(one, &id)).collect(),
            outcome: view.outcome.map(|outcome| outcome.shares[..seats.len()].to_vec()),
            account: view.account.as_deref(),
            verdict: view.verdict.as_ref().map(WireLine::from),
            can_undo: view.can_undo,
            can_ask: view.can_ask,
            asked: asked(view, &id),
            clocks: clocks(table, view, &id),
            wants_nonce: view.wants_nonce.iter().map(id).collect(),
            own_throw: view.own_throw.map(id),
            kept: view.kept.iter().map(id).collect(),
            can_hint: !view.offers.is_empty() && table.at_home(),
            at_home: table.at_home(),
            contest: contest(table),
            next: table.followed_by(),
            absent: absent(view, &id),
            declined: view.declined.map(id),
            commitment: &table.opened().commitment,
            seed: over.then_some(&table.opened().seed),
        }
    }
}

fn seat<'a>(table: &'a Table, view: &'a View, at: usize, info: &SeatInfo) -> WireSeat<'a> {
    let who = &table.seats()[at];
    let kind = match who {
        Occupant::Open => "open",
        Occupant::Person { .. } => "person",
        Occupant::Computer { .. } => "computer",
    };
    let seat = Seat(at as u8);
    let need = view.scene.needs.iter().find(|need| need.seat == seat).map(|need| WireLine::from(&need.line));
    let standing = view.scene.standings.iter().find(|(of, _)| *of == seat).map(|(_, words)| *words);
    let (title, who) = (table.seat_title(seat), who.name());
    let out = !view.contenders.contains(seat);
    WireSeat { id: info.id, name: info.name, title, kind, who, need, standing, out }
}

/// The throw that is to be made, if one is.
fn chance(table: &Table, view: &View, id: &impl Fn(Seat) -> &'static str) -> Option<Chance> {
    if view.turn != Turn::Chance || table.is_waiting() {
        return None;
    }
    let thrower = table.session().thrower();
    let mine = thrower.is_some_and(|seat| view.mine.contains(seat));
    Some(Chance { thrower: thrower.map(id), mine })
}

/// What is asked at the table, if anything is.
fn asked(view: &View, id: &impl Fn(Seat) -> &'static str) -> Option<Value> {
    let pending = view.pending.as_ref()?;
    let seats = |set: SeatSet| set.iter().map(id).collect::<Vec<_>>();
    let holds =
        |seat: Seat| view.mine.contains(seat) || (pending.motion == Motion::Rematch && view.kept.contains(seat));
    let mine = view.to_answer.iter().any(holds);
    Some(json!({
        "by": id(pending.by), "motion": pending.motion, "agreed": seats(pending.agreed),
        "to_answer": seats(view.to_answer), "mine": mine,
    }))
}

/// The player who is gone, or soon may be.
fn absent(view: &View, id: &impl Fn(Seat) -> &'static str) -> Option<Value> {
    let absence = view.absence?;
    let why = match absence.why {
        Gone::Away => "away",
        Gone::OutOfTime => "time",
        Gone::SeatOpen => "open",
    };
    let seats: Vec<_> = absence.seats.iter().map(id).collect();
    let mine = view.mine.iter().any(|seat| !absence.seats.contains(seat));
    Some(json!({ "seats": seats, "from": absence.from, "why": why, "mine": mine }))
}

/// The clocks as of the last event, if there are any.
fn clocks(table: &Table, view: &View, id: &impl Fn(Seat) -> &'static str) -> Option<Value> {
    let clocks = view.clocks.as_ref()?;
    let running: Vec<_> = clocks.running.iter().map(id).collect();
    Some(json!({ "pace": table.opened().pace, "at": clocks.at, "left": clocks.left, "running": running }))
}

fn throw(throw: &Throw) -> Value {
    match throw {
        Throw::Dice(pips) => json!({ "kind": "dice", "pips": pips }),
        Throw::Dial { sectors, at } => {
            let sector = |(label, weight): &(String, u32)| json!({ "label": label, "weight": weight });
            json!({ "kind": "dial", "sectors": sectors.iter().map(sector).collect::<Vec<_>>(), "at": at })
        }
    }
}

fn tray<'a>(tray: &'a Tray, id: &impl Fn(Seat) -> &'static str) -> WireTray<'a> {
    WireTray { id: &tray.id, label: &tray.label, seat: tray.seat.map(id), note: &tray.note }
}

fn tokens(scene: &Scene) -> Vec<WireToken<'_>> {
    let placed = scene.tokens.iter().filter_map(|token| {
        let (x, y) = draw::svg::spot(scene, &token.at)?;
        let (space, tray, scale) = match &token.at {
            Spot::Space(space) => (Some(space.as_str()), None, 1.0),
            Spot::Tray(tray, _) => (None, Some(tray.as_str()), f64::from(draw::svg::TRAY_SCALE)),
        };
        let (x, y, seat) = (tenth(x), tenth(y), token.seat.map(|seat| seat.0));
        Some(WireToken { id: token.id, kind: token.kind, label: &token.label, seat, space, tray, x, y, scale })
    });
    placed.collect()
}

fn tenth(length: f32) -> f64 {
    f64::from((length * 10.0).round()) / 10.0
}

fn offers(view: &View) -> impl Iterator<Item = (Seat, &LegalMove)> {
    view.offers.iter().flat_map(|(seat, offers)| offers.iter().map(|offer| (*seat, offer)))
}

fn offer<'a>(seat: &'static str, offer: &'a LegalMove) -> WireOffer<'a> {
    let gesture = &offer.gesture;
    WireOffer {
        seat,
        action: &offer.action,
        steps: &gesture.steps,
        label: &gesture.label,
        rules: Rules(&offer.rules),
        path: &gesture.path,
        tone: gesture.tone.word(),
        die: gesture.die,
        kind: gesture.kind,
        same: &gesture.same,
    }
}

fn rules(offer: &LegalMove) -> Vec<String> {
    offer.rules.iter().map(ToString::to_string).collect()
}

/// Offers in few bytes: `{said, rows}`, where seat, rules, tone and kind are numbers into what is said once.
fn short(view: &View, id: &impl Fn(Seat) -> &'static str) -> Value {
    let mut said: Vec<Value> = Vec::new();
    let mut number = |value: Value| {
        said.iter().position(|known| *known == value).unwrap_or_else(|| {
            said.push(value);
            said.len() - 1
        })
    };
    let mut row = |(seat, offer): (Seat, &LegalMove)| {
        let gesture = &offer.gesture;
        let words = [number(id(seat).into()), number(rules(offer).into()), number(gesture.tone.word().into())];
        let kind = gesture.kind.map(|kind| number(kind.into()));
        let (steps, path) = (gesture.steps.join(","), gesture.path.join(","));
        let mut row = vec![json!(offer.action), json!(gesture.label), json!(steps), json!(path)];
        row.extend(words.map(Value::from));
        row.extend([json!(gesture.die), json!(kind)]);
        row.extend((!gesture.same.is_empty()).then(|| json!(gesture.same)));
        Value::Array(row)
    };
    let rows: Vec<Value> = offers(view).map(&mut row).collect();
    json!({ "said": said, "rows": rows })
}

/// Does this game know what a drawn way means? The first of its own ways tell.
fn can_draw(table: &Table, view: &View) -> bool {
    let mut shown = offers(view).filter(|(_, offer)| offer.gesture.path.len() > 1).take(8);
    shown.any(|(seat, offer)| {
        let gesture = &offer.gesture;
        let from = gesture.steps.first().map(String::as_str).into_iter().chain(gesture.kind);
        let way: Vec<&str> = from.chain(gesture.path.iter().map(String::as_str)).collect();
        table.session().along(seat, &way).is_some()
    })
}

/// What one outcome of the throw would bring.
pub(crate) fn prospect(prospect: &Prospect) -> protocol::Prospect {
    protocol::Prospect {
        outcome: prospect.lot.outcome.clone(),
        p: prospect.lot.p,
        turned: prospect.turned,
        ends: prospect.ends.iter().map(|(space, tone)| (space.clone(), tone.word().to_owned())).collect(),
        lines: prospect.lines.iter().map(sentence).collect(),
    }
}

/// A sentence with its rules.
fn sentence(line: &kernel::Sentence) -> protocol::Sentence {
    protocol::Sentence { text: line.text.clone(), rules: line.rules.iter().map(ToString::to_string).collect() }
}

fn entry<'a>(entry: &'a Entry, id: &impl Fn(Seat) -> &'static str) -> WireEntry<'a> {
    let lines = entry.lines.iter().map(WireLine::from).collect();
    WireEntry { number: entry.number, step: entry.step, seat: entry.seat.map(id), action: &entry.action, lines }
}

/// The table's log from an entry on, as a view has it.
pub(crate) fn log(table: &Table, from: usize) -> Log<'_> {
    Log { table, entries: table.log_since(from) }
}

/// A log that is written straight from its entries.
pub(crate) struct Log<'t> {
    table: &'t Table,
    entries: Vec<Entry>,
}

impl Serialize for Log<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let seats = self.table.session().seats();
        let id = |seat: Seat| seats.get(seat.index()).map_or("", |info| info.id);
        to.collect_seq(self.entries.iter().map(|one| entry(one, &id)))
    }
}

fn contest(table: &Table) -> Option<Value> {
    let contest = table.opened().contest.as_ref()?;
    Some(json!({
        "game": contest.game, "of": contest.of, "points": table.points(), "unit": table.unit(),
        "goes_on": table.contest_goes_on(),
    }))
}
