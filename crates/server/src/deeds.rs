//! What people do at a table, through whatever door they came: pages and API call the same functions.
//!
//! Every deed finds the room, sees that the seat is this person's, and asks the room. What goes back is for that
//! person's eyes.

use crate::attendance;
use crate::chat::{self, Said, Words};
use crate::computer;
use crate::entropy;
use crate::guest::Guest;
use crate::opening;
use crate::pointed;
use crate::problem::Problem;
use crate::rematch;
use crate::room::{Ask, Done, Room};
use crate::shown::Message;
use crate::site::Site;
use crate::tag::Tag;
use crate::wire;
use crate::work::{Cost, Priced, with_cost};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use kernel::record::Record;
use kernel::{Seat, Turn};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shelf::{Kind, Level};
use table::{AbsentChoice, Command, Occupant, Pace, Table};
use utoipa::{IntoParams, ToSchema};

/// No action is longer, in bytes.
const LONGEST_ACTION: usize = 1_000;
/// No more moments are sent at once.
const MOST_MOMENTS: usize = 64;
/// What a general's thinking costs.
const A_HINT: Cost = Cost(2_000.0);
/// Odds are not told where more actions would have to be looked at.
const MOST_FORESEEN: usize = 100_000;
/// No way that somebody draws has more spaces.
const LONGEST_WAY: usize = 100;

/// What comes with everything that changes a table.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Move {
    /// The version the sender has seen.
    #[schema(example = 7)]
    pub(crate) version: u64,
    /// Makes the request repeatable: the same key again is the same request. The API takes it from the header
    /// `Idempotency-Key` as well.
    #[serde(default)]
    #[schema(example = "d5c0f3a1-move-7")]
    pub(crate) key: String,
    /// The seat's id.
    #[schema(example = "attack")]
    pub(crate) seat: String,
    /// In notation; only for acting.
    #[serde(default)]
    #[schema(example = "d6-d7")]
    pub(crate) action: String,
    /// What dice of one's own have shown, in notation; only for entering a throw.
    #[serde(default)]
    pub(crate) outcome: String,
    /// Does the seat agree? Only for answering.
    #[serde(default)]
    pub(crate) yes: bool,
    /// How many steps; only for asking to take back, and without it up to the seat's last action.
    #[serde(default)]
    pub(crate) steps: Option<u32>,
    /// The seat of who is absent; only for relieving.
    #[serde(default)]
    pub(crate) absent: String,
    /// A computer's level; only for relieving, and for a computer that plays for who is gone.
    #[serde(default)]
    pub(crate) level: String,
    /// `claim`, `abort`, `computer` or `open`; only for choosing what follows when the other player is gone.
    #[serde(default)]
    pub(crate) choice: String,
    /// 16 to 64 hexadecimal digits; only for adding to the dice.
    #[serde(default)]
    pub(crate) nonce: String,
    /// How long that version was before the sender, in milliseconds, when it came to him as it happened:
    /// what else passed was spent on the way, and is forgiven on his clock up to a limit.
    #[serde(default)]
    pub(crate) held: Option<u32>,
}

/// The answer to what was done: `{version, repeated, view}`.
pub(crate) struct Answer {
    /// The version it reached.
    version: u64,
    /// Was it done before, by the same key?
    repeated: bool,
    /// Written already for this person's own stream.
    shown: Message,
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut body = format!(r#"{{"version":{},"repeated":{},"view":"#, self.version, self.repeated).into_bytes();
        body.extend_from_slice(self.shown.view());
        body.push(b'}');
        with_cost(Cost::of_view(self.shown.offers), ([(CONTENT_TYPE, "application/json")], body))
    }
}

/// Which of the moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Act,
    Throw,
    Undo,
    Resign,
    Leave,
    Nonce,
    Enter,
    AskUndo,
    OfferDraw,
    Answer,
    Relieve,
    Return,
    Absent,
}

/// Does it, or changes nothing.
pub(crate) async fn change(site: &Site, id: &str, guest: &Guest, sent: Move, deed: Deed) -> Result<Answer, Problem> {
    if sent.action.len().max(sent.outcome.len()) > LONGEST_ACTION {
        return Err(Problem::malformed("This action is too long to be one.", "Write it as the list of moves does."));
    }
    let seat = sent.seat.clone();
    let command = match deed {
        Deed::Act => Command::Act { seat, text: sent.action.clone() },
        Deed::Throw => Command::Throw { seat: Some(seat) },
        Deed::Undo => Command::TakeBack { seat },
        Deed::Resign => Command::Resign { seat },
        Deed::Leave => Command::Leave { seat },
        Deed::Nonce => Command::AddNonce { seat, nonce: sent.nonce.clone() },
        Deed::Enter => Command::ThrowOwn { seat, outcome: sent.outcome.clone() },
        Deed::AskUndo => Command::AskBack { seat, steps: sent.steps },
        Deed::OfferDraw => Command::OfferDraw { seat },
        Deed::Answer => Command::Answer { seat, yes: sent.yes },
        Deed::Return => Command::Return { seat, key: guest.key.clone() },
        Deed::Relieve => Command::Relieve { seat, absent: sent.absent.clone(), level: level(&sent.level)? },
        Deed::Absent => Command::Absent { seat, choice: choice(&sent)?, last_seen: None },
    };
    carry_out(site, id, guest, &sent, command).await
}

fn level(word: &str) -> Result<String, Problem> {
    let level: Result<Level, _> = word.parse();
    let unknown = |_| Problem::malformed("There is no such level.", "Choose private, captain, colonel or general.");
    level.map(|level| level.word().to_owned()).map_err(unknown)
}

fn choice(sent: &Move) -> Result<AbsentChoice, Problem> {
    match sent.choice.as_str() {
        "claim" => Ok(AbsentChoice::ClaimWin),
        "abort" => Ok(AbsentChoice::Abort),
        "open" => Ok(AbsentChoice::OpenSeat),
        "computer" => level(&sent.level).map(|level| AbsentChoice::Computer { level }),
        _ => Err(Problem::malformed("There is no such choice.", "Choose claim, abort, computer or open.")),
    }
}

async fn carry_out(site: &Site, id: &str, guest: &Guest, sent: &Move, command: Command) -> Result<Answer, Problem> {
    let room = site.rooms.find(id).await?;
    let key = request_key(guest, &sent.key)?;
    // A request that is repeated has its answer, even if the seat has been given up by it.
    if let Some(done) = room.repeated(&key) {
        return answer(&room, guest, done).await;
    }
    allowed(site, &room, guest, &sent.seat, &command).await?;
    let mut command = command;
    if let Command::Absent { last_seen, .. } = &mut command {
        *last_seen = attendance::last_seen(site, &room).await;
    }
    // What is added to the dice disturbs nobody: others may act meanwhile. Who is gone is known only now.
    let any_version = matches!(command, Command::AddNonce { .. } | Command::Absent { .. });
    let version = (!any_version).then_some(sent.version);
    let ask = Ask { command, version, key: Some(key), held: sent.held };
    let accepts = matches!(ask.command, Command::Answer { yes: true, .. });
    let done = site.rooms.ask(&room, ask).await?;
    if accepts {
        rematch::proceed(&site.rooms, &room).await?;
    }
    answer(&room, guest, done).await
}

async fn answer(room: &Room, guest: &Guest, done: Done) -> Result<Answer, Problem> {
    let shown = room.view(&guest.key, done.log_kept, wire::Offers::Full).await?;
    Ok(Answer { version: done.version, repeated: done.repeated, shown })
}

/// May this person ask for this in the name of this seat?
async fn allowed(site: &Site, room: &Room, guest: &Guest, seat: &str, command: &Command) -> Result<(), Problem> {
    let held = room.look().await;
    let table = &held.table;
    if let Command::Return { .. } = command {
        let at = table.session().seat(seat);
        return match at.is_some_and(|at| table.kept_for(&guest.key).contains(at)) {
            true => Ok(()),
            false => Err(Problem::forbidden("This seat is not kept for you.", "Watch, or sit down at an open seat.")),
        };
    }
    // A rematch is offered to those as well for whom computers stood in.
    let kept = || table.session().seat(seat).is_some_and(|at| table.kept_for(&guest.key).contains(at));
    if table.is_over() && matches!(command, Command::Answer { .. }) && kept() {
        return Ok(());
    }
    own_seat(table, &guest.key, seat)?;
    if let Command::Relieve { absent, .. } = command {
        is_away(site, room, table, absent)?;
    }
    Ok(())
}

/// Nobody is put out of his seat while he is there, or while he has days to think.
fn is_away(site: &Site, room: &Room, table: &Table, absent: &str) -> Result<(), Problem> {
    let seat = table.session().seat(absent);
    let key = seat.and_then(|seat| table.seats()[seat.index()].key());
    let has_days = matches!(table.opened().pace, Pace::Days { .. });
    if key.is_some() && attendance::is_between_two(table.seats()) {
        return Err(Problem::refused(
            "The other player is not away, or not for a day yet.",
            "Wait for them; after a day you may choose what follows.",
        ));
    }
    match key {
        Some(key) if has_days || !site.presence.is_absent(room.stream(), key, site.door.absent_after) => {
            let wait =
                if has_days { "Here everybody has days to think." } else { "Wait until he has been away for a while." };
            Err(Problem::refused("Who plays this seat is not away.", wait))
        }
        _ => Ok(()),
    }
}

/// The seat, if it is this person's.
fn own_seat(table: &Table, key: &str, id: &str) -> Result<Seat, Problem> {
    let seat = table
        .session()
        .seat(id)
        .ok_or_else(|| Problem::from(table::Decline::NoSuchSeat(id.chars().take(40).collect())))?;
    if table.seats_of(key).contains(seat) {
        return Ok(seat);
    }
    Err(Problem::forbidden("This seat is not yours.", "Watch, or sit down at an open seat."))
}

/// The key as the store knows it: nobody can use somebody else's.
fn request_key(guest: &Guest, key: &str) -> Result<String, Problem> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !(8..=80).contains(&key.len()) || !key.bytes().all(plain) {
        return Err(Problem::malformed(
            "A request's key has 8 to 80 letters, digits, - or _.",
            "Draw a new random key for each action, and use it again only to repeat that action.",
        ));
    }
    Ok(format!("{}-{key}", &guest.key[..24]))
}

/// What somebody asks the general.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Wish {
    /// The version the sender has seen.
    version: u64,
    /// The seat's id.
    seat: String,
}

/// What the general would do, for people at home.
pub(crate) async fn hint(site: &Site, id: &str, guest: &Guest, wish: &Wish) -> Result<Priced, Problem> {
    let room = site.rooms.find(id).await?;
    let (session, seat, version) = {
        let table = &room.picture();
        let seat = own_seat(table, &guest.key, &wish.seat)?;
        if table.version() != wish.version {
            return Err(Problem::stale(table.version()));
        }
        if !table.at_home() {
            return Err(Problem::refused(
                "Hints are given at home only.",
                "Against another person you think for yourself.",
            ));
        }
        if !table.acting().contains(seat) {
            return Err(Problem::refused("It is not your turn.", "Ask again when it is."));
        }
        (table.session().fork(), seat, table.version())
    };
    let seed = computer::seed(id, version, seat);
    let general = Kind::Level(Level::General);
    let advice = computer::advise(site.rooms.clone(), guest.key.clone(), session.fork(), seat, general, seed).await;
    let advice = advice.ok_or_else(|| Problem::broken("the general has no advice"))?;
    let offers = site.rooms.builders.run(move || session.offers(seat)).await?;
    let Some(offer) = offers.into_iter().find(|offer| offer.action == advice.action) else {
        return Err(Problem::broken("the general has no advice"));
    };
    let rules: Vec<String> = offer.rules.iter().map(ToString::to_string).collect();
    let text = format!("The general would play {}.", offer.gesture.label);
    let body = json!({
        "version": version, "action": offer.action, "text": text, "steps": offer.gesture.steps, "rules": rules,
    });
    Ok(Priced { cost: A_HINT, body })
}

/// A question about an action.
#[derive(Deserialize, IntoParams)]
pub(crate) struct Question {
    /// The seat's id.
    #[param(example = "attack")]
    seat: String,
    /// In notation.
    #[serde(default)]
    #[param(example = "d6-d7")]
    action: String,
    /// Instead of an action: spaces and trays in the order in which they are pointed at, with commas between.
    #[serde(default)]
    #[param(example = "d6,d7")]
    steps: String,
    /// The kind of piece that was pointed at, where the first of the steps is a tray.
    kind: Option<String>,
}

/// May the seat do this, and by which rule?
pub(crate) async fn why(site: &Site, id: &str, guest: &Guest, question: &Question) -> Result<Value, Problem> {
    let room = site.rooms.find(id).await?;
    let table = room.picture();
    let seat = own_seat(&table, &guest.key, &question.seat)?;
    if !question.steps.is_empty() {
        return pointed::why(table.session(), seat, &question.steps, question.kind.as_deref());
    }
    let action: String = question.action.chars().take(200).collect();
    Ok(match table.session().why(seat, &action) {
        Ok(rules) => json!({ "legal": true, "rules": rules.iter().map(ToString::to_string).collect::<Vec<_>>() }),
        Err(refusal) => json!({
            "legal": false, "error": refusal.what, "rule": refusal.rule.to_string(), "instead": refusal.instead,
        }),
    })
}

/// Whose prospects.
#[derive(Deserialize, IntoParams)]
pub(crate) struct Outlook {
    /// The seat's id.
    #[param(example = "red")]
    seat: String,
}

/// What each outcome of the throw to come would mean for the seat.
pub(crate) async fn prospects(site: &Site, id: &str, guest: &Guest, outlook: &Outlook) -> Result<Priced, Problem> {
    let room = site.rooms.find(id).await?;
    let table = room.picture();
    let seat = own_seat(&table, &guest.key, &outlook.seat)?;
    site.rooms.builders.run(move || foreseen(&table, seat)).await?
}

/// What each outcome would mean, as far as that can be told in good time.
fn foreseen(table: &Table, seat: Seat) -> Result<Priced, Problem> {
    let due = table.turn() == Turn::Chance && !table.is_waiting();
    let choices = if due { table.session().choices().all } else { 0 };
    if choices > MOST_FORESEEN {
        return Err(Problem::refused(
            "There are too many actions here to foresee.",
            "Throw, then look at what is offered.",
        ));
    }
    let prospects = if due { table.session().prospects(seat) } else { Vec::new() };
    let prospects: Vec<Value> = prospects.iter().map(wire::prospect).collect();
    let body = json!({ "version": table.version(), "prospects": prospects });
    Ok(Priced { cost: Cost(choices as f64), body })
}

/// A part of the past.
#[derive(Deserialize, IntoParams)]
pub(crate) struct Span {
    /// The first step; 0 is the beginning.
    #[serde(default)]
    #[param(example = 0)]
    from: usize,
    /// At most so many moments; 16 without it, 64 at most.
    count: Option<usize>,
}

/// How the table stood after each of these steps, as this person may see it.
pub(crate) async fn moments(
    site: &Site,
    id: &str,
    guest: &Guest,
    span: &Span,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let room = site.rooms.find(id).await?;
    let count = span.count.unwrap_or(16).min(MOST_MOMENTS);
    let table = room.picture();
    let (version, key) = (table.version(), guest.key.clone());
    let tag = Tag::new(id, version, &guest.key, &format!("{}+{count}", span.from));
    if tag.is_known(headers) {
        return Ok(tag.unchanged());
    }
    let wanted = span.from..span.from.saturating_add(count);
    // A long match is a long way back: nobody else waits for it.
    let cost = Cost(5.0 * count as f64 + table.session().told().len() as f64 / 10.0);
    let written = site.rooms.builders.run(move || wire::moments(table.past(&key), version, wanted)).await?;
    let written = written.map_err(Problem::broken)?;
    Ok(with_cost(cost, (tag.headers(), [(CONTENT_TYPE, "application/json")], written)))
}

/// A way that somebody draws.
#[derive(Deserialize, IntoParams)]
pub(crate) struct Drawn {
    /// The seat's id.
    #[param(example = "attack")]
    seat: String,
    /// Spaces in order from where the piece is, with commas between.
    #[param(example = "d6,d7")]
    way: String,
}

/// The action that a drawn way means, or why it is none.
pub(crate) async fn along(site: &Site, id: &str, guest: &Guest, drawn: &Drawn) -> Result<Value, Problem> {
    let room = site.rooms.find(id).await?;
    let table = &room.picture();
    let seat = own_seat(table, &guest.key, &drawn.seat)?;
    let way: Vec<&str> = drawn.way.split(',').map(str::trim).filter(|space| !space.is_empty()).collect();
    if way.len() > LONGEST_WAY {
        return Err(Problem::malformed("This way is too long to be one.", "Draw it from the piece to its end."));
    }
    let notation = table.session().along(seat, &way);
    let refusal = if notation.is_some() { None } else { no_way(table, seat, &way) };
    Ok(json!({ "version": table.version(), "notation": notation, "refusal": refusal }))
}

/// Why a drawn way is not the whole way of an action, as far as the notation can say it.
fn no_way(table: &Table, seat: Seat, way: &[&str]) -> Option<Value> {
    let session = table.session();
    let refusal = session.why(seat, &way.join("-")).err()?;
    if refusal.rule == session.info().manners.notation {
        return None;
    }
    Some(json!({ "text": refusal.what, "instead": refusal.instead, "rules": [refusal.rule.to_string()] }))
}

/// Sits down at a seat; without one, at the first that is open. Doing it twice is not an offence.
/// What he adds to the dice may be his own.
pub(crate) async fn sit(
    site: &Site,
    id: &str,
    guest: &Guest,
    seat: Option<String>,
    nonce: Option<String>,
) -> Result<(), Problem> {
    let who = Occupant::Person { key: guest.key.clone(), name: guest.name.clone() };
    let nonce = nonce.filter(|nonce| !nonce.is_empty()).unwrap_or_else(entropy::hex::<16>);
    let room = site.rooms.find(id).await?;
    let sits_there = {
        let held = room.look().await;
        let mine = held.table.seats_of(&guest.key);
        match &seat {
            Some(seat) => held.table.session().seat(seat).is_some_and(|at| mine.contains(at)),
            None => !mine.is_empty(),
        }
    };
    if !sits_there {
        let ask = Ask { command: Command::Sit { seat, who, nonce }, version: None, key: None, held: None };
        site.rooms.ask(&room, ask).await.map_err(|problem| taken(problem, &room.look_now().table))?;
    }
    Ok(())
}

/// Somebody was faster: which seats are still free. Other problems stay as they are.
fn taken(problem: Problem, table: &Table) -> Problem {
    let was_taken = Problem::from(table::Decline::Taken);
    if problem.error != was_taken.error {
        return problem;
    }
    let seats = table.session().seats();
    let free = seats.iter().zip(table.seats()).filter(|(_, who)| **who == Occupant::Open);
    let names: Vec<String> = free.map(|(info, _)| format!("{} ({})", info.name, info.id)).collect();
    let instead = match &names[..] {
        [] => "All seats are taken now; watch, or open your own table.".to_owned(),
        names => format!("Still free: {}.", names.join(", ")),
    };
    Problem { instead, taken: true, ..was_taken }
}

/// What was said at a table, as far as this person may read it.
pub(crate) async fn hear(site: &Site, id: &str, guest: &Guest, part: &Talk) -> Result<Heard, Problem> {
    let room = site.rooms.find(id).await?;
    let seated = !room.look().await.table.seats_of(&guest.key).is_empty();
    let limit = part.limit.unwrap_or(chat::MOST_AT_ONCE).clamp(1, chat::MOST_AT_ONCE);
    let after = part.after.unwrap_or(0);
    let mut messages = chat::heard(&*site.store, room.stream(), after, limit + 1, seated).await?;
    let more = messages.len() > limit as usize;
    messages.truncate(limit as usize);
    let next = messages.last().filter(|_| more).map(|message| message.number);
    let held = room.look().await;
    let messages = messages.into_iter().map(|message| Said::new(message, &held.table, &guest.key)).collect();
    Ok(Heard { messages, next })
}

/// Says something at a table.
pub(crate) async fn say(site: &Site, id: &str, guest: &Guest, words: &Words) -> Result<Said, Problem> {
    let room = site.rooms.find(id).await?;
    let seated = !room.look().await.table.seats_of(&guest.key).is_empty();
    let message = site.chats.say(&site.people, guest, room.stream().clone(), seated, words).await?;
    let held = room.look().await;
    Ok(Said::new(message, &held.table, &guest.key))
}

/// Which part of what was said.
#[derive(Deserialize, IntoParams)]
pub(crate) struct Talk {
    /// Only what was said after the message with this number.
    after: Option<u64>,
    /// At most so many messages; 100 at most.
    limit: Option<u32>,
}

/// What was said, the oldest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Heard {
    messages: Vec<Said>,
    /// Ask for what comes `after` this; `null` when there is no more.
    next: Option<u64>,
}

/// What fell against what was to be expected, for everybody, once the match is over.
pub(crate) async fn luck(site: &Site, id: &str) -> Result<Priced, Problem> {
    let table = site.rooms.find(id).await?.picture();
    if !table.is_over() {
        return Err(table::Decline::NotOver.into());
    }
    let cost = Cost(table.session().told().len() as f64);
    let body = move || json!({ "version": table.version(), "luck": table::luck(table.session()) });
    Ok(Priced { cost, body: site.rooms.builders.run(body).await? })
}

/// The match on paper; its seed only when it is over.
pub(crate) async fn record(site: &Site, id: &str) -> Result<(Cost, Record), Problem> {
    let table = site.rooms.find(id).await?.picture();
    let cost = Cost(table.session().told().len() as f64 / 10.0);
    Ok((cost, site.rooms.builders.run(move || table.record()).await?))
}

/// Where to go on from, and who plays.
#[derive(Deserialize, ToSchema)]
pub(crate) struct From {
    /// So many steps of the match stand.
    #[schema(example = 12)]
    step: usize,
    /// One word for each seat: `me`, `open` or a computer's level.
    #[schema(example = json!(["me", "captain"]))]
    seats: Vec<String>,
}

/// Goes on from any place of a match as another table: its id. While the match is on, only
/// where nothing is hidden.
pub(crate) async fn go_on(site: &Site, id: &str, guest: &Guest, from: &From) -> Result<String, Problem> {
    let room = site.rooms.find(id).await?;
    let table = room.picture();
    let (seats, step) = (opening::company(&from.seats, guest, table.seats().len())?, from.step);
    let order = move || table.order_from(step, entropy::hex::<11>(), seats, entropy::bytes());
    let order = site.rooms.builders.run(order).await??;
    let next = order.id.clone();
    site.rooms.open(room.title(), order, true).await?;
    Ok(next)
}
