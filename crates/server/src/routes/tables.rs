//! Opening tables, sitting down, looking at them, taking the record home.

use super::sent::{Asked, Sent, unreadable_form};
use crate::assets::Assets;
use crate::attendance;
use crate::commands;
use crate::door;
use crate::guard::wants_page;
use crate::guest::Guest;
use crate::opening::{Opening, open_table};
use crate::pages::{self, game::Draft};
use crate::problem::Problem;
use crate::queries;
use crate::site::Site;
use crate::tag::Tag;
use crate::work::{Cost, with_cost};
use axum::Json;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, FromRequest, Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, LOCATION};
use axum::response::{IntoResponse, Redirect, Response};
use kernel::dynamic::DynGame;
use kernel::{Fault, MAX_SEATS};
use maud::Markup;
use protocol::{ChosenOptions, DiceSource, OpenedTable, OptionValue, Pace, TableRequest};
use serde::Deserialize;
use std::collections::BTreeMap;

/// `POST /tables`: from a form or, for programs, from JSON.
pub(super) async fn open(State(site): State<Site>, guest: Guest, request: Request) -> Result<Response, Problem> {
    let headers = request.headers().clone();
    if is_json(&headers) {
        let Sent(wanted) = Sent::<TableRequest>::from_request(request, &site).await?;
        let guest = site.people.called(guest, Some(&wanted.name)).await?;
        let id = open_table(&site, &guest, wanted, Vec::new(), Opening::new()).await?;
        let opened = OpenedTable::new(id);
        return Ok(
            (StatusCode::CREATED, guest.cookies(), [(LOCATION, opened.url.clone())], Json(opened)).into_response()
        );
    }
    let form = Form::<BTreeMap<String, String>>::from_request(request, &site).await;
    let draft = form.map(|Form(fields)| Draft(fields)).map_err(unreadable_form)?;
    let (wanted, faults) = from_form(&draft);
    let guest = site.people.called(guest, Some(&wanted.name)).await?;
    let (game, page) = (wanted.game.clone(), wants_page(&headers));
    match open_table(&site, &guest, wanted, faults, Opening::new()).await {
        Ok(id) => Ok((guest.cookies(), Redirect::to(&format!("/tables/{id}"))).into_response()),
        // The form comes back as it was filled in, with what is wrong.
        Err(problem) if page && problem.status == StatusCode::UNPROCESSABLE_ENTITY => {
            let title = catalog::game(&game).ok_or_else(|| Problem::no_game(&game))?;
            Ok((problem.status, guest.clone(), pages::game::page(&site, title, &guest, &draft, Some(&problem)))
                .into_response())
        }
        Err(problem) => Err(problem),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

fn from_form(draft: &Draft) -> (TableRequest, Vec<Fault>) {
    let field = |name: &str| draft.get(name).unwrap_or("").to_owned();
    let (mut options, mut faults) = (ChosenOptions::new(), Vec::new());
    for spec in catalog::game(&field("game")).map(DynGame::options).unwrap_or_default() {
        match draft.get(&format!("option.{}", spec.key)).map(|text| spec.read(text.trim())) {
            Some(Ok(value)) => drop(options.insert(spec.key.to_owned(), option(value))),
            Some(Err(fault)) => faults.push(fault),
            // A switch that is off sends nothing; its form says that it was there.
            None if draft.get("options").is_some() => {
                let off = matches!(spec.default, kernel::OptionValue::Switch(_)).then_some(OptionValue::Switch(false));
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
    let wanted = TableRequest {
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
        public: draft.get("public").is_some(),
        pace: pace(draft, &mut faults),
        dice: if draft.get("dice") == Some("own") && draft.get("mode") == Some("home") {
            DiceSource::Own
        } else {
            DiceSource::House
        },
        // The page of the table draws what people add to the dice, and sends it.
        nonce_later: true,
        ..TableRequest::default()
    };
    (wanted, faults)
}

fn option(value: kernel::OptionValue) -> OptionValue {
    match value {
        kernel::OptionValue::Switch(on) => OptionValue::Switch(on),
        kernel::OptionValue::Number(number) => OptionValue::Number(number),
        kernel::OptionValue::Word(word) => OptionValue::Word(word),
    }
}

/// `pace` is `untimed`, `clock` with `minutes` and `increment`, or `days` with `days`.
fn pace(draft: &Draft, faults: &mut Vec<Fault>) -> Pace {
    let mut number = |name: &str, usual: u32| match draft.get(name).map(str::trim).filter(|text| !text.is_empty()) {
        None => usual,
        Some(text) => text.parse().unwrap_or_else(|_| {
            faults.push(Fault::new(name, "is a number"));
            usual
        }),
    };
    match draft.get("pace").unwrap_or("untimed") {
        "clock" => Pace::Clock { initial: number("minutes", 10).saturating_mul(60), increment: number("increment", 5) },
        "days" => Pace::Days { days: number("days", 3) },
        _ => Pace::Untimed,
    }
}

/// Why somebody looks at a table.
#[derive(Deserialize)]
pub(super) struct Looked {
    /// The seat that was asked for was taken by somebody else.
    taken: Option<String>,
}

/// `GET /tables/{id}`
pub(super) async fn show(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    Asked(looked): Asked<Looked>,
) -> Result<Response, Problem> {
    let room = site.rooms.find(&id).await?;
    attendance::welcome(&site, &room, &guest.key).await;
    let (title, base, taken) = (room.title(), door::base(site.door, &headers), looked.taken.is_some());
    let part = format!("page {} {base} {taken} {}", guest.name, Assets::get().url(""));
    let tag = |version| Tag::new(&id, version, &guest.key, &part);
    let now = tag(room.look_now().table.version());
    if now.is_known(&headers) {
        return Ok(now.unchanged());
    }
    let (table, view) = room.view(&guest.key, 0).await?;
    let (cost, tag) = (Cost::of_reading(view.moves, view.built), tag(view.version));
    let (here, viewer) = (site.clone(), guest.clone());
    let page = move || pages::table::page(&here, title, &table, &viewer, &base, taken, &view.json);
    let page = site.rooms.builders.run(page).await?;
    Ok(with_cost(cost, (guest, tag.headers(), page)))
}

/// `POST /tables/{id}/sit`
pub(super) async fn sit(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    form: Result<Form<BTreeMap<String, String>>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(unreadable_form)?;
    // Without a seat, the first that is open.
    let seat = form.get("seat").filter(|seat| !seat.is_empty()).cloned();
    let guest = site.people.called(guest, form.get("name").map(String::as_str)).await?;
    let to = match commands::sit(&site, &id, &guest, seat, form.get("nonce").cloned()).await {
        Ok(_) => format!("/tables/{id}"),
        // Back to the same page, which says so and shows what is still free.
        Err(problem) if problem.taken && wants_page(&headers) => format!("/tables/{id}?taken=1"),
        Err(problem) => return Err(problem),
    };
    Ok((guest.cookies(), Redirect::to(&to)).into_response())
}

/// `GET /tables/{id}/check`: the page that checks the match's dice.
pub(super) async fn check(State(site): State<Site>, Path(id): Path<String>) -> Result<Markup, Problem> {
    let room = site.rooms.find(&id).await?;
    Ok(pages::check::page(&site, Some(&format!("/tables/{}/record", room.id()))))
}

/// `GET /tables/{id}/record`: the match on paper; its seed only when it is over.
pub(super) async fn record(State(site): State<Site>, Path(id): Path<String>) -> Result<Response, Problem> {
    let (cost, record) = queries::record(&site, &id).await?;
    let text = serde_json::to_string_pretty(&record).map_err(Problem::broken)?;
    let name = format!("attachment; filename=\"boxtop-{}-{}.json\"", record.game, &id[..id.len().min(8)]);
    Ok(with_cost(cost, ([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text)))
}
