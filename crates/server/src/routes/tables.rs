//! The pages of tables: open, show, take a seat, download the record.

use super::extract::{JsonBody, QueryParams};
use super::input_errors::form_problem;
use crate::assets::Assets;
use crate::attendance;
use crate::commands::{self, Brought};
use crate::guard::wants_page;
use crate::guest::Guest;
use crate::opening::{Opening, open_table};
use crate::pages::{self, game::Draft};
use crate::problem::Problem;
use crate::queries;
use crate::settings;
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
use protocol::{ChosenOptions, DiceSource, OptionValue, Pace, TableRequest};
use serde::Deserialize;
use std::collections::BTreeMap;

/// `POST /tables`: from a form or, for programs, from JSON.
pub(super) async fn open(State(site): State<Site>, guest: Guest, request: Request) -> Result<Response, Problem> {
    let headers = request.headers().clone();
    if is_json(&headers) {
        let JsonBody(wanted) = JsonBody::<TableRequest>::from_request(request, &site).await?;
        let guest = site.accounts.called(guest, Some(&wanted.name)).await?;
        let id = open_table(&site, &guest, wanted, Vec::new(), Opening::new()).await?;
        let opened = site.opened(id).await?;
        let location = [(LOCATION, opened.url.clone())];
        return Ok((StatusCode::CREATED, guest.cookies(), location, Json(opened)).into_response());
    }
    let form = Form::<BTreeMap<String, String>>::from_request(request, &site).await;
    let draft = form.map(|Form(fields)| Draft(fields)).map_err(form_problem)?;
    let (wanted, faults) = from_form(&draft);
    let guest = site.accounts.called(guest, Some(&wanted.name)).await?;
    let (game, page) = (wanted.game.clone(), wants_page(&headers));
    match open_table(&site, &guest, wanted, faults, Opening::new()).await {
        Ok(id) => Ok((guest.cookies(), Redirect::to(&site.url(&format!("/tables/{id}")))).into_response()),
        // Show the form again as it was filled in, with the errors.
        Err(problem) if page && problem.status == StatusCode::UNPROCESSABLE_ENTITY => {
            let game = catalog::game(&game).ok_or_else(|| Problem::no_game(&game))?;
            Ok((problem.status, guest.clone(), pages::game::page(&site, game, &guest, &draft, Some(&problem)))
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
            // A checkbox that is off is not sent; the hidden field `options` says that it was in the form.
            None if draft.get("options").is_some() => {
                let off = matches!(spec.default, kernel::OptionValue::Switch(_)).then_some(OptionValue::Switch(false));
                options.extend(off.map(|off| (spec.key.to_owned(), off)));
            }
            None => {}
        }
    }
    let players = field("players");
    let players = players.trim().parse().unwrap_or_else(|_| {
        faults.extend((!players.trim().is_empty()).then(|| Fault::new("players", "must be a number")));
        0
    });
    // Fields for seats that are not in play are ignored.
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
        practice: draft.get("practice").is_some(),
        pace: pace(draft, &mut faults),
        dice: if draft.get("dice") == Some("own") && draft.get("mode") == Some("home") {
            DiceSource::Own
        } else {
            DiceSource::Table
        },
        // The page of the table makes the chain and sends its anchor.
        anchor_later: true,
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
            faults.push(Fault::new(name, "must be a number"));
            usual
        }),
    };
    match draft.get("pace").unwrap_or("untimed") {
        "clock" => Pace::Clock { initial: number("minutes", 10).saturating_mul(60), increment: number("increment", 5) },
        "days" => Pace::Days { days: number("days", 3) },
        _ => Pace::Untimed,
    }
}

/// The query of a table's page.
#[derive(Deserialize)]
pub(super) struct ShowQuery {
    /// Set if somebody else took the seat first.
    taken: Option<String>,
}

/// `GET /tables/{id}`
pub(super) async fn show(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
    headers: HeaderMap,
    QueryParams(query): QueryParams<ShowQuery>,
) -> Result<Response, Problem> {
    let handle = site.matches.find_for_view(&id).await?;
    attendance::welcome(&site, &handle, &guest.present_key()).await;
    let link = settings::full_url(site.settings, &headers, &format!("/tables/{id}"));
    let (game, taken) = (handle.game(), query.taken.is_some());
    let part = format!("page {} {link} {taken} {}", guest.name, Assets::get().tag());
    let tag = |version| Tag::new(&id, version, &guest.key, &part);
    let now = tag(handle.table().version());
    if now.is_known(&headers) {
        return Ok(now.unchanged());
    }
    let (table, view) = handle.view(&guest.key, 0).await?;
    let (cost, tag) = (Cost::of_reading(view.moves, view.built), tag(view.version));
    let (here, viewer) = (site.clone(), guest.clone());
    let page = move || pages::table::page(&here, game, &table, &viewer, &link, taken, &view.json);
    let page = site.matches.builders.run(page).await?;
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
    let Form(form) = form.map_err(form_problem)?;
    // Without a seat: the first open one.
    let seat = form.get("seat").filter(|seat| !seat.is_empty()).cloned();
    let guest = site.accounts.called(guest, form.get("name").map(String::as_str)).await?;
    let brought = Brought { nonce: form.get("nonce").cloned(), anchor: form.get("anchor").cloned() };
    let to = match commands::sit(&site, &id, &guest, seat, brought).await {
        Ok(_) => format!("/tables/{id}"),
        // Back to the same page, which shows the seats that are still free.
        Err(problem) if problem.taken && wants_page(&headers) => format!("/tables/{id}?taken=1"),
        Err(problem) => return Err(problem),
    };
    Ok((guest.cookies(), Redirect::to(&site.url(&to))).into_response())
}

/// `GET /tables/{id}/check`: the page that checks the match's dice.
pub(super) async fn check(State(site): State<Site>, Path(id): Path<String>) -> Result<Markup, Problem> {
    let handle = site.matches.find(&id).await?;
    Ok(pages::check::page(&site, Some(handle.id())))
}

/// `GET /tables/{id}/record`: the record; it includes the seed once the match is over.
pub(super) async fn record(State(site): State<Site>, Path(id): Path<String>) -> Result<Response, Problem> {
    let (cost, record) = queries::record(&site, &id).await?;
    let text = serde_json::to_string_pretty(&record).map_err(Problem::broken)?;
    let name = format!("attachment; filename=\"boxtop-{}-{}.json\"", record.game, &id[..id.len().min(8)]);
    Ok(with_cost(cost, ([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text)))
}
