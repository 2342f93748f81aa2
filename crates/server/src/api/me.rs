//! Your own account: name, tables, devices, tokens, stored data.

use super::tables::part;
use super::{Owner, Reader, known};
use crate::accounts::{LINK_LASTS, Scopes};
use crate::guest::{Guest, clear_cookies};
use crate::lobby;
use crate::me;
use crate::problem::Problem;
use crate::routes::extract::{JsonBody, QueryParams};
use crate::routes::me as forms;
use crate::settings;
use crate::site::Site;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use protocol::{
    AccountExport, ClaimRequest, DeviceLink, LinkRequest, LoginRequest, LogoutRequest, NameRequest, NewToken,
    ResetRequest, TableList, TablesQuery, TokenInfo, TokenRequest,
};

/// Your account, in short
#[cfg_attr(test, utoipa::path(get, path = "/me", tag = "me", responses((status = 200, description = "Success", body = protocol::Account))))]
pub(super) async fn about(State(site): State<Site>, Reader(guest): Reader) -> Result<Response, Problem> {
    let me = me::about(&site, &guest).await?;
    Ok(known(&guest, Json(me)))
}

/// Your tables; those where it is your turn come first
#[cfg_attr(test, utoipa::path(get, path = "/me/tables", tag = "me", params(TablesQuery), responses((status = 200, description = "Success", body = TableList))))]
pub(super) async fn tables(
    State(site): State<Site>,
    Reader(guest): Reader,
    QueryParams(query): QueryParams<TablesQuery>,
) -> Result<Json<TableList>, Problem> {
    lobby::my_tables(&site, &guest.key, part(query)?).await.map(Json)
}

/// Everything stored about you
#[cfg_attr(test, utoipa::path(get, path = "/me/export", tag = "me", responses((status = 200, description = "Success", body = AccountExport), (status = 403, description = "Not possible with a token", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn export(State(site): State<Site>, Owner(guest): Owner) -> Result<Json<AccountExport>, Problem> {
    me::export(&site, &guest).await.map(Json)
}

/// Deletes your account
#[cfg_attr(test, utoipa::path(delete, path = "/me", tag = "me", responses((status = 204, description = "Done"), (status = 403, description = "Not possible with a token", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn forget(State(site): State<Site>, Owner(guest): Owner) -> Result<Response, Problem> {
    me::forget(&site, &guest).await?;
    Ok((clear_cookies(guest.cookie_scope()), StatusCode::NO_CONTENT).into_response())
}

/// Changes the name that others see
#[cfg_attr(test, utoipa::path(post, path = "/me/name", tag = "me", request_body = NameRequest, responses((status = 200, description = "Success", body = protocol::Account))))]
pub(super) async fn name(
    State(site): State<Site>,
    Owner(guest): Owner,
    JsonBody(request): JsonBody<NameRequest>,
) -> Result<Response, Problem> {
    let guest = site.accounts.called(guest, Some(&request.name)).await?;
    let me = me::about(&site, &guest).await?;
    Ok(known(&guest, Json(me)))
}

/// Claims a name with a password, or changes either; the response sets a new cookie
///
/// Changing the password ends all other sessions and revokes all tokens.
#[cfg_attr(test, utoipa::path(post, path = "/me/claim", tag = "me", request_body = ClaimRequest,
    responses((status = 204, description = "Done"), (status = 403, description = "The current password is wrong", body = protocol::Problem, content_type = "application/problem+json"), (status = 422, description = "The name is taken, or name or password are not allowed", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn claim(
    State(site): State<Site>,
    Owner(guest): Owner,
    JsonBody(request): JsonBody<ClaimRequest>,
) -> Result<Response, Problem> {
    let guest = forms::claimed(&site, &guest, &request.name, &request.password, &request.old).await?;
    Ok(known(&guest, StatusCode::NO_CONTENT))
}

/// Creates a link that logs in another device
#[cfg_attr(test, utoipa::path(post, path = "/me/link", tag = "me", responses((status = 201, description = "Created", body = DeviceLink))))]
pub(super) async fn link(
    State(site): State<Site>,
    Owner(guest): Owner,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let link = site.accounts.make_link(&guest).await?;
    let url = settings::full_url(site.settings, &headers, &format!("/link/{}", link.reveal()));
    let made = DeviceLink { url, seconds: LINK_LASTS.as_secs() };
    Ok(known(&guest, (StatusCode::CREATED, Json(made))))
}

/// Uses a device link: logs this device in, by the cookie in the response
#[cfg_attr(test, utoipa::path(post, path = "/link", tag = "me", request_body = LinkRequest,
    responses((status = 204, description = "Done"), (status = 404, description = "Used, expired or unknown", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn use_link(
    State(site): State<Site>,
    Owner(guest): Owner,
    JsonBody(request): JsonBody<LinkRequest>,
) -> Result<Response, Problem> {
    let link = request.link.rsplit('/').next().unwrap_or_default();
    let (person, secret) = site.accounts.use_link(link).await?;
    let guest = Guest::person(person, String::new(), guest.cookie_scope()).with_secret(secret);
    Ok(known(&guest, StatusCode::NO_CONTENT))
}

/// Sets a new password with a link from the server's operator; ends all sessions and revokes all tokens
#[cfg_attr(test, utoipa::path(post, path = "/reset", tag = "me", request_body = ResetRequest,
    responses((status = 204, description = "Done"), (status = 404, description = "Used, expired or unknown", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn reset(
    State(site): State<Site>,
    Owner(guest): Owner,
    JsonBody(request): JsonBody<ResetRequest>,
) -> Result<Response, Problem> {
    let link = request.link.rsplit('/').next().unwrap_or_default();
    let (person, secret) = site.accounts.use_reset(link, &request.password).await?;
    let guest = Guest::person(person, String::new(), guest.cookie_scope()).with_secret(secret);
    Ok(known(&guest, StatusCode::NO_CONTENT))
}

/// Logs in with a claimed name, by the cookie in the response
#[cfg_attr(test, utoipa::path(post, path = "/login", tag = "me", request_body = LoginRequest,
    responses((status = 204, description = "Done"), (status = 403, description = "Wrong name or password", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn login(
    State(site): State<Site>,
    Owner(guest): Owner,
    JsonBody(request): JsonBody<LoginRequest>,
) -> Result<Response, Problem> {
    let guest = forms::logged_in(&site, &guest, &request.name, &request.password).await?;
    Ok(known(&guest, StatusCode::NO_CONTENT))
}

/// Logs out on this device or everywhere
#[cfg_attr(test, utoipa::path(post, path = "/me/logout", tag = "me", request_body = LogoutRequest, responses((status = 204, description = "Done"))))]
pub(super) async fn logout(
    State(site): State<Site>,
    Owner(guest): Owner,
    JsonBody(request): JsonBody<LogoutRequest>,
) -> Result<Response, Problem> {
    forms::log_out(&site, &guest, request.everywhere).await?;
    Ok((clear_cookies(guest.cookie_scope()), StatusCode::NO_CONTENT).into_response())
}

/// Your tokens
#[cfg_attr(test, utoipa::path(get, path = "/me/tokens", tag = "me", responses((status = 200, description = "Success", body = Vec<TokenInfo>))))]
pub(super) async fn tokens(State(site): State<Site>, Owner(guest): Owner) -> Result<Json<Vec<TokenInfo>>, Problem> {
    let tokens = site.accounts.account_data(&guest.key).await?.tokens;
    Ok(Json(tokens.into_iter().map(me::token_info).collect()))
}

/// Creates a token for a program
#[cfg_attr(test, utoipa::path(post, path = "/me/tokens", tag = "me", request_body = TokenRequest,
    responses((status = 201, description = "Created", body = NewToken), (status = 403, description = "Not possible with a token", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn make_token(
    State(site): State<Site>,
    Owner(guest): Owner,
    JsonBody(request): JsonBody<TokenRequest>,
) -> Result<Response, Problem> {
    let scopes = Scopes::parse(request.scopes.iter().map(String::as_str))
        .ok_or_else(|| Problem::malformed("The scopes are read and play.", "Send at least one of them."))?;
    let (token, secret) = site.accounts.make_token(&guest, &request.label, scopes).await?;
    let TokenInfo { id, label, scopes, created, .. } = me::token_info(token);
    let made = NewToken { token: secret.reveal().to_owned(), id, label, scopes, created };
    Ok(known(&guest, (StatusCode::CREATED, Json(made))))
}

/// Revokes a token
#[cfg_attr(test, utoipa::path(delete, path = "/me/tokens/{id}", tag = "me", params(("id" = String, Path, description = "The token's id in the list")),
    responses((status = 204, description = "Done"), (status = 404, description = "No such token", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) async fn drop_token(
    State(site): State<Site>,
    Owner(guest): Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    site.accounts.drop_token(&guest, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
