//! The account pages, with plain forms.

use super::input_errors::form_problem;
use crate::accounts::Scopes;
use crate::guest::{Guest, clear_cookies};
use crate::limits;
use crate::me;
use crate::pages::{self, me::Made};
use crate::problem::Problem;
use crate::settings;
use crate::site::Site;
use axum::Json;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, State};
use axum::http::header::{CONTENT_DISPOSITION, HeaderMap};
use axum::response::{IntoResponse, Redirect, Response};
use maud::Markup;
use std::collections::BTreeMap;
use std::future::{Ready, ready};
use store::Change;

type FormResult = Result<Form<BTreeMap<String, String>>, FormRejection>;

/// The fields of a form.
struct FormFields(BTreeMap<String, String>);

impl FormFields {
    fn read(form: FormResult) -> Result<Self, Problem> {
        form.map(|Form(fields)| FormFields(fields)).map_err(form_problem)
    }

    fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }
}

async fn shown(
    site: &Site,
    guest: Guest,
    made: Option<Made>,
    result: Result<(), Problem>,
) -> Result<Response, Problem> {
    let problem = match result {
        Err(problem) if problem.status.is_server_error() => return Err(problem),
        result => result.err(),
    };
    let about = me::about(site, &guest).await?;
    let status = problem.as_ref().map_or(axum::http::StatusCode::OK, |problem| problem.status);
    let page = pages::me::page(site, &about, made.as_ref(), problem.as_ref());
    Ok((status, guest, page).into_response())
}

/// `GET /me`
pub(super) async fn show(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    shown(&site, guest, None, Ok(())).await
}

/// `POST /me/name`
pub(super) async fn name(State(site): State<Site>, guest: Guest, form: FormResult) -> Result<Response, Problem> {
    let form = FormFields::read(form)?;
    let guest = site.accounts.called(guest, Some(form.get("name"))).await?;
    Ok((guest.cookies(), Redirect::to(&site.url("/me"))).into_response())
}

/// `POST /me/claim`: claims a name, or changes name or password.
pub(super) async fn claim(State(site): State<Site>, guest: Guest, form: FormResult) -> Result<Response, Problem> {
    let form = FormFields::read(form)?;
    match claimed(&site, &guest, form.get("name"), form.get("password"), form.get("old")).await {
        Ok(guest) => Ok((guest, Redirect::to(&site.url("/me"))).into_response()),
        Err(problem) => shown(&site, guest, None, Err(problem)).await,
    }
}

/// Claims a name; a person who has one must give the current password. Returns the guest with the new secret of this
/// device.
pub(crate) async fn claimed(
    site: &Site,
    guest: &Guest,
    name: &str,
    password: &str,
    old: &str,
) -> Result<Guest, Problem> {
    if let Some(current_name) = &guest.claimed {
        limits::guess(site, current_name, guest).await?;
        site.accounts.prove(current_name, old).await?;
    }
    let secret = site.accounts.claim(guest, name, password).await?;
    Ok(guest.clone().with_secret(secret))
}

/// `GET /reset/{link}`: does not use the link.
pub(super) async fn reset_page(State(site): State<Site>, Path(link): Path<String>) -> Result<Response, Problem> {
    let person = site.accounts.look_at_reset(&link).await?;
    Ok(pages::me::reset(&site, &person.name, &link, None).into_response())
}

/// `POST /reset/{link}`: sets a new password.
pub(super) async fn reset(
    State(site): State<Site>,
    Path(link): Path<String>,
    guest: Guest,
    form: FormResult,
) -> Result<Response, Problem> {
    let form = FormFields::read(form)?;
    match site.accounts.use_reset(&link, form.get("password")).await {
        Ok((person, secret)) => {
            let guest = Guest::person(person, String::new(), guest.cookie_scope()).with_secret(secret);
            Ok((guest.cookies(), Redirect::to(&site.url("/me"))).into_response())
        }
        Err(problem) if problem.status == axum::http::StatusCode::UNPROCESSABLE_ENTITY => {
            let person = site.accounts.look_at_reset(&link).await?;
            Ok((problem.status, pages::me::reset(&site, &person.name, &link, Some(&problem))).into_response())
        }
        Err(problem) => Err(problem),
    }
}

/// `GET /login`
pub(super) fn login_page(State(site): State<Site>) -> Ready<Markup> {
    ready(pages::me::login(&site, "", None))
}

/// `POST /login`
pub(super) async fn login(State(site): State<Site>, guest: Guest, form: FormResult) -> Result<Response, Problem> {
    let form = FormFields::read(form)?;
    match logged_in(&site, &guest, form.get("name"), form.get("password")).await {
        Ok(guest) => Ok((guest.cookies(), Redirect::to(&site.url("/me"))).into_response()),
        Err(problem) if problem.status.is_client_error() => {
            let mut page = (problem.status, pages::me::login(&site, form.get("name"), Some(&problem))).into_response();
            problem.mark(page.headers_mut());
            Ok(page)
        }
        Err(problem) => Err(problem),
    }
}

/// Logs this device in with a name and password.
pub(crate) async fn logged_in(site: &Site, guest: &Guest, name: &str, password: &str) -> Result<Guest, Problem> {
    limits::guess(site, name, guest).await?;
    let person = site.accounts.prove(name, password).await?;
    let secret = site.accounts.add_device(&person.id).await?;
    Ok(Guest::person(person, String::new(), guest.cookie_scope()).with_secret(secret))
}

/// `POST /me/link`
pub(super) async fn make_link(State(site): State<Site>, guest: Guest, headers: HeaderMap) -> Result<Response, Problem> {
    let link = site.accounts.make_link(&guest).await?;
    let made = Made::Link(settings::full_url(site.settings, &headers, &format!("/link/{}", link.reveal())));
    shown(&site, guest, Some(made), Ok(())).await
}

/// `GET /link/{link}`: does not use the link, because some programs prefetch links.
pub(super) async fn link(
    State(site): State<Site>,
    Path(link): Path<String>,
    guest: Guest,
) -> Result<Response, Problem> {
    let person = site.accounts.look_at_link(&link).await?;
    Ok(pages::me::link(&site, &person.name, &link, &guest).into_response())
}

/// `POST /link/{link}`
pub(super) async fn use_link(
    State(site): State<Site>,
    Path(link): Path<String>,
    guest: Guest,
) -> Result<Response, Problem> {
    let (person, secret) = site.accounts.use_link(&link).await?;
    let guest = Guest::person(person, String::new(), guest.cookie_scope()).with_secret(secret);
    Ok((guest.cookies(), Redirect::to(&site.url("/me"))).into_response())
}

/// `POST /me/logout`
pub(super) async fn logout(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    log_out(&site, &guest, false).await?;
    Ok((clear_cookies(guest.cookie_scope()), pages::me::gone(&site, "You are logged out on this device."))
        .into_response())
}

/// `POST /me/logout-everywhere`
pub(super) async fn logout_everywhere(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    log_out(&site, &guest, true).await?;
    let words = "You are logged out on all devices, and your tokens are revoked.";
    Ok((clear_cookies(guest.cookie_scope()), pages::me::gone(&site, words)).into_response())
}

/// Revokes the secret of this device, or of all devices.
pub(crate) async fn log_out(site: &Site, guest: &Guest, everywhere: bool) -> Result<(), Problem> {
    // Only a stored person's secret can be revoked.
    site.accounts.meet(guest).await?;
    let change = match everywhere {
        true => Change::DropAll { id: guest.key.clone() },
        false => Change::DropSecret { hash: guest.device.clone() },
    };
    site.accounts.change(change).await.map(drop)
}

/// `GET /me/export`
pub(super) async fn export(State(site): State<Site>, guest: Guest) -> Result<Response, Problem> {
    let all = me::export(&site, &guest).await?;
    Ok(([(CONTENT_DISPOSITION, "attachment; filename=\"boxtop-me.json\"")], guest, Json(all)).into_response())
}

/// `POST /me/delete`
pub(super) async fn delete(State(site): State<Site>, guest: Guest, form: FormResult) -> Result<Response, Problem> {
    let form = FormFields::read(form)?;
    if form.get("sure") != "yes" {
        let unsure = Problem::refused("Nothing was deleted.", "Tick the box to confirm.");
        return shown(&site, guest, None, Err(unsure)).await;
    }
    me::forget(&site, &guest).await?;
    Ok((clear_cookies(guest.cookie_scope()), pages::me::gone(&site, "Your account and data are deleted."))
        .into_response())
}

/// `POST /me/tokens`
pub(super) async fn make_token(State(site): State<Site>, guest: Guest, form: FormResult) -> Result<Response, Problem> {
    let form = FormFields::read(form)?;
    let scopes = Scopes::parse(form.get("scopes").split_whitespace())
        .ok_or_else(|| Problem::malformed("A token can read, or read and play.", "Choose one of the two."))?;
    match site.accounts.make_token(&guest, form.get("label"), scopes).await {
        Ok((_, token)) => shown(&site, guest, Some(Made::Token(token.reveal().to_owned())), Ok(())).await,
        Err(problem) => shown(&site, guest, None, Err(problem)).await,
    }
}

/// `POST /me/tokens/{id}/revoke`
pub(super) async fn drop_token(
    State(site): State<Site>,
    Path(id): Path<String>,
    guest: Guest,
) -> Result<Response, Problem> {
    site.accounts.drop_token(&guest, &id).await?;
    Ok(Redirect::to(&site.url("/me")).into_response())
}
