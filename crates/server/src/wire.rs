//! The JSON that leaves the house: [`table::View`] for one person, by hand.
//!
//! Only what [`table::Table::view`] shows that person, the seats' names and what
//! is public at the table goes out. Keys of people and the seed of a match that
//! is on never do.

use kernel::door::{Offer, Prospect};
use kernel::scene::{Mark, Spot, Throw, Tray};
use kernel::{Line, Seat, SeatInfo, SeatSet, Turn};
use serde::Serialize;
use serde_json::{Value, json};
use table::{Entry, Occupant, Table, View};

/// A table as one person sees it, ready to be written.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct WireView {
    /// How many events it rests on; the id of its message in the stream.
    pub(crate) version: u64,
    game: &'static str,
    /// `waiting`, `playing` or `over`.
    phase: &'static str,
    headline: String,
    seats: Vec<Value>,
    /// Ids of the seats this person plays.
    mine: Vec<&'static str>,
    /// Ids of the seats that are to act.
    turn: Vec<&'static str>,
    /// The throw that is to be made: whose hand, and whether it is this person's.
    chance: Option<Value>,
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
    tokens: Vec<Value>,
    trays: Vec<Value>,
    /// Pairs of space and mark: what holds now.
    marks: Vec<(String, &'static str)>,
    /// Pairs of space and mark: what the last step touched.
    last: Vec<(String, &'static str)>,
    /// What this person may do: a list, or a table of rows where it must be short.
    offers: Value,
    /// Can the way of an action be drawn space by space?
    can_draw: bool,
    /// The log from this entry on; what stands before is as it was.
    log_from: usize,
    log: Vec<Value>,
    /// Each seat's part of the win.
    outcome: Option<Vec<f32>>,
    /// What each seat has won or lost in points, once it is over and where the game keeps an account.
    account: Option<Vec<i32>>,
    verdict: Option<Value>,
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
    next: Option<String>,
    /// Fingerprint of the secret seed.
    commitment: String,
    /// The seed, once the match is over.
    seed: Option<String>,
}

/// How a person's offers are written.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Offers {
    /// Each by itself, with the names of all that it says.
    Full,
    /// As rows of a table, what repeats said once: a third of the size.
    Short,
}

/// The table as the person with this key sees it, the log from an entry on.
pub(crate) fn view(table: &Table, key: Option<&str>, log_from: usize) -> WireView {
    written(table, key, log_from, Offers::Full)
}

/// The same, offers written as asked for.
pub(crate) fn written(table: &Table, key: Option<&str>, log_from: usize, form: Offers) -> WireView {
    let view = table.view(key);
    let seats = table.session().seats();
    let id = |seat: Seat| seats.get(seat.index()).map_or("", |info| info.id);
    let turn = match view.turn {
        Turn::Seats(set) => set.iter().map(id).collect(),
        Turn::Chance | Turn::Over => Vec::new(),
    };
    let log_from = log_from.min(view.log.len());
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
        headline: view.scene.headline.clone(),
        seats: seats.iter().enumerate().map(|(at, info)| seat(table, &view, at, info)).collect(),
        mine: view.mine.iter().map(id).collect(),
        turn,
        chance: chance(table, &view, &id),
        throw: view.scene.throw.as_ref().map(throw),
        turned: view.scene.turned,
        mood: view.scene.mood,
        thinking: !table.computers_to_act().is_empty(),
        mid_turn: table.session().mid_turn(),
        tokens: tokens(&view),
        trays: view.scene.trays.iter().map(|one| tray(one, &id)).collect(),
        marks: marks(&view.scene.marks),
        last: marks(&view.last),
        offers: match form {
            Offers::Full => offers(&view).map(|(at, one)| offer(id(at), one)).collect(),
            Offers::Short => short(&view, &id),
        },
        can_draw: can_draw(table, &view),
        log_from,
        log: view.log[log_from..].iter().map(|one| entry(one, &id)).collect(),
        outcome: view.outcome.map(|outcome| outcome.shares[..seats.len()].to_vec()),
        account: view.account.clone(),
        verdict: view.verdict.as_ref().map(line),
        can_undo: view.can_undo,
        can_ask: view.can_ask,
        asked: asked(&view, &id),
        clocks: clocks(table, &view, &id),
        wants_nonce: view.wants_nonce.iter().map(id).collect(),
        own_throw: view.own_throw.map(id),
        kept: view.kept.iter().map(id).collect(),
        can_hint: !view.offers.is_empty() && table.at_home(),
        at_home: table.at_home(),
        contest: contest(table),
        next: table.followed_by().map(str::to_owned),
        commitment: table.opened().commitment.clone(),
        seed: over.then(|| table.opened().seed.clone()),
    }
}

fn seat(table: &Table, view: &View, at: usize, info: &SeatInfo) -> Value {
    let who = &table.seats()[at];
    let kind = match who {
        Occupant::Open => "open",
        Occupant::Person { .. } => "person",
        Occupant::Computer { .. } => "computer",
    };
    let seat = Seat(at as u8);
    let need = view.scene.needs.iter().find(|need| need.seat == seat).map(|need| line(&need.line));
    let standing = view.scene.standings.iter().find(|(of, _)| *of == seat).map(|(_, words)| *words);
    let title = table.seat_title(seat);
    let who = who.name();
    json!({ "id": info.id, "name": info.name, "title": title, "kind": kind, "who": who, "need": need, "standing": standing })
}

/// The throw that is to be made, if one is.
fn chance(table: &Table, view: &View, id: &impl Fn(Seat) -> &'static str) -> Option<Value> {
    if view.turn != Turn::Chance || table.is_waiting() {
        return None;
    }
    let thrower = table.session().thrower();
    let mine = thrower.is_some_and(|seat| view.mine.contains(seat));
    Some(json!({ "thrower": thrower.map(id), "mine": mine }))
}

/// What is asked at the table, if anything is.
fn asked(view: &View, id: &impl Fn(Seat) -> &'static str) -> Option<Value> {
    let pending = view.pending.as_ref()?;
    let seats = |set: SeatSet| set.iter().map(id).collect::<Vec<_>>();
    let mine = view.to_answer.iter().any(|seat| view.mine.contains(seat));
    Some(json!({
        "by": id(pending.by), "motion": pending.motion, "agreed": seats(pending.agreed),
        "to_answer": seats(view.to_answer), "mine": mine,
    }))
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

fn tray(tray: &Tray, id: &impl Fn(Seat) -> &'static str) -> Value {
    json!({ "id": tray.id, "label": tray.label, "seat": tray.seat.map(id), "note": tray.note })
}

fn tokens(view: &View) -> Vec<Value> {
    let placed = view.scene.tokens.iter().filter_map(|token| {
        let (x, y) = draw::svg::spot(&view.scene, &token.at)?;
        let (space, tray, scale) = match &token.at {
            Spot::Space(space) => (Some(space), None, 1.0),
            Spot::Tray(tray, _) => (None, Some(tray), draw::svg::TRAY_SCALE),
        };
        let seat = token.seat.map(|seat| seat.0);
        Some(json!({
            "id": token.id, "kind": token.kind, "label": token.label, "seat": seat,
            "space": space, "tray": tray, "x": tenth(x), "y": tenth(y), "scale": scale,
        }))
    });
    placed.collect()
}

fn tenth(length: f32) -> f64 {
    f64::from((length * 10.0).round()) / 10.0
}

fn marks(marks: &[(String, Mark)]) -> Vec<(String, &'static str)> {
    marks.iter().map(|(space, mark)| (space.clone(), mark.word())).collect()
}

fn offers(view: &View) -> impl Iterator<Item = (Seat, &Offer)> {
    view.offers.iter().flat_map(|(seat, offers)| offers.iter().map(|offer| (*seat, offer)))
}

fn rules(offer: &Offer) -> Vec<String> {
    offer.rules.iter().map(ToString::to_string).collect()
}

fn offer(seat: &str, offer: &Offer) -> Value {
    let gesture = &offer.gesture;
    let mut value = json!({
        "seat": seat, "action": offer.action, "steps": gesture.steps, "label": gesture.label, "rules": rules(offer),
        "path": gesture.path, "tone": gesture.tone.word(),
    });
    if let Some(die) = gesture.die {
        value["die"] = die.into();
    }
    if let Some(kind) = gesture.kind {
        value["kind"] = kind.into();
    }
    value
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
    let mut row = |(seat, offer): (Seat, &Offer)| {
        let gesture = &offer.gesture;
        let words = [number(id(seat).into()), number(rules(offer).into()), number(gesture.tone.word().into())];
        let kind = gesture.kind.map(|kind| number(kind.into()));
        let (steps, path) = (gesture.steps.join(","), gesture.path.join(","));
        json!([offer.action, gesture.label, steps, path, words[0], words[1], words[2], gesture.die, kind])
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
pub(crate) fn prospect(prospect: &Prospect) -> Value {
    let ends: Vec<_> = prospect.ends.iter().map(|(space, tone)| (space, tone.word())).collect();
    let lines: Vec<Value> = prospect.lines.iter().map(line).collect();
    json!({
        "outcome": prospect.lot.outcome, "p": prospect.lot.p, "turned": prospect.turned, "ends": ends, "lines": lines,
    })
}

fn entry(entry: &Entry, id: &impl Fn(Seat) -> &'static str) -> Value {
    let lines: Vec<Value> = entry.lines.iter().map(line).collect();
    json!({ "number": entry.number, "seat": entry.seat.map(id), "action": entry.action, "lines": lines })
}

/// A sentence with its rules.
pub(crate) fn line(line: &Line) -> Value {
    let rules: Vec<String> = line.rules.iter().map(ToString::to_string).collect();
    json!({ "text": line.text, "rules": rules })
}

fn contest(table: &Table) -> Option<Value> {
    let contest = table.opened().contest.as_ref()?;
    Some(json!({
        "game": contest.game, "of": contest.of, "points": table.points(), "unit": table.unit(),
        "goes_on": table.contest_goes_on(),
    }))
}

/// How much of the log two views have in common, from the beginning.
pub(crate) fn common(before: &[String], now: &[Entry]) -> usize {
    before.iter().zip(now).take_while(|(was, is)| **was == step(is)).count()
}

/// An entry in short, to tell whether it is the same one.
pub(crate) fn step(entry: &Entry) -> String {
    format!("{:?} {}", entry.seat, entry.action)
}
