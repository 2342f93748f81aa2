//! Lists of tables as pages.

use super::extract::QueryParams;
use crate::guest::Guest;
use crate::lobby::{self, Part};
use crate::pages::{self, lists::Listing};
use crate::problem::Problem;
use crate::site::Site;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use kernel::Chosen;
use kernel::dynamic::DynGame;
use protocol::TableEntry;
use serde::Deserialize;
use serde_json::{Value, json};

/// Maximum number of tables on a page.
const MOST: u32 = 40;
/// Maximum number of waiting tables counted.
const MOST_COUNTED: u32 = 99;

/// `GET /lobby`
pub(super) async fn lobby(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    let rows = lobby::open_tables(&site, Part { limit: MOST, ..Part::default() }).await?.tables;
    let mut tables = Vec::with_capacity(rows.len());
    for row in rows {
        // A table that cannot be read is left out.
        tables.extend(listing(&site, &guest, row).await);
    }
    let page = pages::lists::lobby(&site, &guest.name, &tables);
    Ok((guest, page).into_response())
}

async fn listing(site: &Site, guest: &Guest, row: TableEntry) -> Option<Listing> {
    let handle = site.matches.find(&row.table).await.ok()?;
    let table = handle.table();
    let terms = pages::lists::terms(table.opened(), &usual(handle.game()));
    let mine = !table.seats_of(&guest.key).is_empty();
    Some(Listing { row, terms, mine })
}

/// The default options.
fn usual(game: &dyn DynGame) -> Chosen {
    game.options().into_iter().map(|spec| (spec.key.to_owned(), spec.default)).collect()
}

/// `GET /me/tables`
pub(super) async fn mine(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    let part = |open| Part { open: Some(open), limit: MOST, ..Part::default() };
    let on = lobby::my_tables(&site, &guest.key, part(true)).await?;
    let over = lobby::my_tables(&site, &guest.key, part(false)).await?;
    let page = pages::lists::mine(&site, &on, &over);
    Ok((guest, page).into_response())
}

#[derive(Deserialize)]
pub(super) struct WaitingQuery {
    /// The table to leave out: the one the person has open.
    #[serde(default)]
    besides: String,
}

/// `GET /me/waiting?besides=…`: the number of tables where it is this person's turn.
pub(super) async fn waiting(
    State(site): State<Site>,
    QueryParams(query): QueryParams<WaitingQuery>,
    guest: Guest,
) -> Result<Json<Value>, Problem> {
    let waiting = lobby::waiting(&site, &guest.key, &query.besides, MOST_COUNTED).await?;
    Ok(Json(json!({ "waiting": waiting })))
}
