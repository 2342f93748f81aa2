//! Opening tables, sitting down, looking at them, taking the record home.

use super::sent::{Sent, unreadable_form};
use crate::entropy;
use crate::guest::Guest;
use crate::pages::{self, game::Draft};
use crate::problem::{Problem, sentence};
use crate::room::Ask;
use crate::site::Site;
use axum::Json;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, FromRequest, Path, Request, State};
use axum::http::header::{ACCEPT, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, LOCATION, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use kernel::door::{Deal, Title};
use kernel::{BoardFault, Chosen, Fault, MAX_SEATS, OptionValue};
use serde::Deserialize;
use serde_json::json;
use shelf::Level;
use std::collections::BTreeMap;
use table::{Command, Contest, Occupant, Order};

/// No contest is longer.
const MOST_GAMES: u8 = 8;

/// What a table is opened with; a form says the same with `option.KEY` fields.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Wanted {
    game: String,
    /// How many play; 0 for the game's usual number.
    players: u8,
    /// `computer`, `home` or `friend`; `seats` or nothing when `seats` says who sits where.
    mode: String,
    /// One word for each seat: `me`, `open` or a computer's level. A form says `seat-0`, `seat-1` …
    seats: Vec<String>,
    /// A seat's id, or `either`.
    side: String,
    level: String,
    /// How many games: 1 to 8.
    games: u8,
    name: String,
    options: Chosen,
    board: String,
}

/// `POST /tables`: from a form or, for programs, from JSON.
pub(super) async fn open(State(site): State<Site>, guest: Guest, request: Request) -> Result<Response, Problem> {
    let headers = request.headers().clone();
    if is_json(&headers) {
        let Sent(wanted) = Sent::<Wanted>::from_request(request, &site).await?;
        let guest = guest.called(Some(&wanted.name));
        let id = open_table(&site, &guest, wanted, Vec::new()).await?;
        let url = format!("/tables/{id}");
        let body = Json(json!({ "table": id, "url": url, "stream": format!("{url}/stream") }));
        return Ok((StatusCode::CREATED, cookies(&guest), [(LOCATION, url)], body).into_response());
    }
    let form = Form::<BTreeMap<String, String>>::from_request(request, &site).await;
    let draft = form.map(|Form(fields)| Draft(fields)).map_err(unreadable_form)?;
    let (wanted, faults) = from_form(&draft);
    let guest = guest.called(Some(&wanted.name));
    let (game, page) = (wanted.game.clone(), wants_page(&headers));
    match open_table(&site, &guest, wanted, faults).await {
        Ok(id) => Ok((cookies(&guest), Redirect::to(&format!("/tables/{id}"))).into_response()),
        // The form comes back as it was filled in, with what is wrong.
        Err(problem) if page && problem.status == StatusCode::UNPROCESSABLE_ENTITY => {
            let title = shelf::title(&game).ok_or_else(|| Problem::no_game(&game))?;
            Ok((problem.status, guest.clone(), pages::game::page(&site, title, &guest, &draft, Some(&problem)))
                .into_response())
        }
        Err(problem) => Err(problem),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|accept| accept.contains("text/html"))
}

fn cookies(guest: &Guest) -> AppendHeaders<Vec<(axum::http::HeaderName, HeaderValue)>> {
    let all = guest.cookie().into_iter().chain([guest.name_cookie()]);
    AppendHeaders(all.map(|cookie| (SET_COOKIE, cookie)).collect())
}

fn from_form(draft: &Draft) -> (Wanted, Vec<Fault>) {
    let field = |name: &str| draft.get(name).unwrap_or("").to_owned();
    let (mut options, mut faults) = (Chosen::new(), Vec::new());
    for spec in shelf::title(&field("game")).map(Title::options).unwrap_or_default() {
        match draft.get(&format!("option.{}", spec.key)).map(|text| spec.read(text.trim())) {
            Some(Ok(value)) => drop(options.insert(spec.key.to_owned(), value)),
            Some(Err(fault)) => faults.push(fault),
            // A switch that is off sends nothing; its form says that it was there.
            None if draft.get("options").is_some() => {
                let off = matches!(spec.default, OptionValue::Switch(_)).then_some(OptionValue::Switch(false));
                options.extend(off.map(|off| (spec.key.to_owned(), off)));
            }
            None => {}
        }
    }
    let players = field("players");
    let players = players.trim().parse().unwrap_or_else(|_| {
        faults.extend((!players.trim().is_empty()).then(|| Fault::new("players", "is a number")));
        0
    });
    // What a form says of seats beyond those in play does not matter.
    let most = if players == 0 { MAX_SEATS } else { usize::from(players).min(MAX_SEATS) };
    let wanted = Wanted {
        game: field("game"),
        players,
        seats: (0..most).map_while(|at| draft.get(&format!("seat-{at}")).map(str::to_owned)).collect(),
        mode: field("mode"),
        side: field("side"),
        level: field("level"),
        games: field("games").parse().unwrap_or(0),
        name: field("name"),
        options,
        board: field("board"),
    };
    (wanted, faults)
}

async fn open_table(site: &Site, guest: &Guest, wanted: Wanted, mut faults: Vec<Fault>) -> Result<String, Problem> {
    let title = shelf::title(&wanted.game).ok_or_else(|| Problem::no_game(&wanted.game))?;
    let board = Some(wanted.board.replace("\r\n", "\n")).filter(|text| !text.trim().is_empty());
    let deal = Deal { players: wanted.players, options: wanted.options.clone(), board };
    let seats = match title.open(&deal) {
        Ok(session) => session.seats().iter().map(|seat| seat.id).collect(),
        Err(found) => {
            faults.extend(found.into_iter().filter(|fault| !fault.place.starts_with("board")));
            faults.extend(board_faults(title, deal.board.as_deref().unwrap_or_default()));
            Vec::new()
        }
    };
    let seats = seating(&wanted, guest, &seats, &mut faults);
    let games = if wanted.games == 0 { 1 } else { wanted.games };
    if games > MOST_GAMES {
        faults.push(Fault::new("games", format!("a contest has 1 to {MOST_GAMES} games")));
    }
    if !faults.is_empty() {
        return Err(Problem::faulty(faults));
    }
    let contest = (games > 1).then(|| Contest { game: 1, of: games, points: vec![0.0; seats.len()] });
    let id = entropy::hex::<11>();
    let order = Order { contest, ..Order::plain(id.clone(), deal, seats, entropy::bytes()) };
    site.rooms.open(title, order).await?;
    Ok(id)
}

/// Every fault of a board file, placed by line and column.
fn board_faults(title: &dyn Title, text: &str) -> Vec<Fault> {
    let fault = |fault: BoardFault| {
        let place = fault.line_column(text).map_or("board".into(), |(line, column)| format!("board {line}:{column}"));
        let hint = if fault.hint.is_empty() { String::new() } else { sentence(&fault.hint) };
        Fault::new(place, format!("{} {hint}", sentence(&fault.what)).trim())
    };
    if text.is_empty() { Vec::new() } else { title.check_board(text).into_iter().map(fault).collect() }
}

/// Who sits where when the table opens.
fn seating(wanted: &Wanted, guest: &Guest, seats: &[&str], faults: &mut Vec<Fault>) -> Vec<Occupant> {
    let me = Occupant::Person { key: guest.key.clone(), name: guest.name.clone() };
    let others = match wanted.mode.as_str() {
        "home" => return vec![me; seats.len()],
        "seats" => return each_seat(wanted, &me, seats.len(), faults),
        "" if !wanted.seats.is_empty() => return each_seat(wanted, &me, seats.len(), faults),
        "friend" => Occupant::Open,
        "computer" => {
            let level = if wanted.level.is_empty() { Level::Captain.word() } else { &wanted.level };
            if level.parse::<Level>().is_err() {
                faults.push(Fault::new("level", format!("there are the levels {}", levels())));
            }
            Occupant::Computer { level: level.to_owned() }
        }
        _ => {
            faults.push(Fault::new("mode", "is computer, home, friend or seats"));
            Occupant::Open
        }
    };
    let at = match wanted.side.as_str() {
        "" | "either" => Some(usize::from(entropy::bytes::<1>()[0]) % seats.len().max(1)),
        side => seats.iter().position(|id| *id == side),
    };
    if at.is_none() && !seats.is_empty() {
        faults.push(Fault::new("side", format!("is {} or either", seats.join(", "))));
    }
    (0..seats.len()).map(|seat| if Some(seat) == at { me.clone() } else { others.clone() }).collect()
}

/// Who sits where, seat by seat.
fn each_seat(wanted: &Wanted, me: &Occupant, seats: usize, faults: &mut Vec<Fault>) -> Vec<Occupant> {
    let sitting: Vec<Occupant> =
        wanted.seats.iter().enumerate().map(|(at, word)| sitter(at, word, me, faults)).collect();
    // How many there are is known only when the rest of the order can be read.
    if seats > 0 && sitting.len() != seats {
        faults.push(Fault::new("seats", format!("{} are given, and the game has {seats}", sitting.len())));
    } else if sitting.iter().all(|who| matches!(who, Occupant::Computer { .. })) {
        faults.push(Fault::new("seats", "leave one for a person: me or open"));
    }
    sitting
}

fn sitter(at: usize, word: &str, me: &Occupant, faults: &mut Vec<Fault>) -> Occupant {
    match (word, word.parse::<Level>()) {
        ("me", _) => me.clone(),
        ("open", _) => Occupant::Open,
        (_, Ok(level)) => Occupant::Computer { level: level.word().to_owned() },
        _ => {
            faults.push(Fault::new(format!("seat-{at}"), format!("is me, open or a level: {}", levels())));
            Occupant::Open
        }
    }
}

fn levels() -> String {
    Level::ALL.map(Level::word).join(", ")
}

/// `GET /tables/{id}`
pub(super) async fn show(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let room = site.rooms.find(&id).await?;
    let held = room.look().await;
    let page = pages::table::page(&site, room.title(), &held.table, &guest, &base(&headers));
    drop(held);
    Ok((guest, page).into_response())
}

/// How the person reached us, for the link to send to a friend.
fn base(headers: &HeaderMap) -> String {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    text("host").map_or(String::new(), |host| format!("{scheme}://{host}"))
}

/// `POST /tables/{id}/sit`
pub(super) async fn sit(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    form: Result<Form<BTreeMap<String, String>>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(unreadable_form)?;
    // Without a seat, the first that is open.
    let seat = form.get("seat").filter(|seat| !seat.is_empty()).cloned();
    let guest = guest.called(form.get("name").map(String::as_str));
    let who = Occupant::Person { key: guest.key.clone(), name: guest.name.clone() };
    let nonce = entropy::hex::<16>();
    let room = site.rooms.find(&id).await?;
    let sits_there = {
        let held = room.look().await;
        let mine = held.table.seats_of(&guest.key);
        match &seat {
            Some(seat) => held.table.session().seat(seat).is_some_and(|at| mine.contains(at)),
            None => !mine.is_empty(),
        }
    };
    // Pressing the button twice is not an offence.
    if !sits_there {
        let ask = Ask { command: Command::Sit { seat, who, nonce }, version: None, key: None };
        site.rooms.ask(&room, ask).await?;
    }
    Ok((cookies(&guest), Redirect::to(&format!("/tables/{id}"))).into_response())
}

/// `GET /tables/{id}/record`: the match on paper; its seed only when it is over.
pub(super) async fn record(State(site): State<Site>, Path(id): Path<String>) -> Result<Response, Problem> {
    let room = site.rooms.find(&id).await?;
    let record = room.look().await.table.record();
    let text = serde_json::to_string_pretty(&record).map_err(Problem::broken)?;
    let name = format!("attachment; filename=\"boxtop-{}-{}.json\"", record.game, &room.id()[..room.id().len().min(8)]);
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}
