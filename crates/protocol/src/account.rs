//! Accounts: names, passwords, devices and tokens.

use crate::exercise::PuzzleDone;
use crate::stream::ChatAudience;
use crate::table::TableEntry;
use serde::{Deserialize, Serialize};

/// Your account, in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Account {
    /// The name that others see.
    pub name: String,
    /// The name that is reserved for you with a password.
    pub claimed: Option<String>,
    /// Does the server store anything about you besides seats at tables?
    pub known: bool,
    /// The scopes of the token you used; `null` for a browser.
    pub scopes: Option<String>,
    /// The number of devices that are logged in.
    pub devices: usize,
    /// Your tokens.
    pub tokens: Vec<TokenInfo>,
    /// The number of your stored messages.
    pub messages: usize,
    /// The number of tables that wait for you, at most 100.
    pub waiting: usize,
    /// The number of puzzles that you have solved.
    #[serde(default)]
    pub solved: usize,
}

/// A token in a list, without its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenInfo {
    /// Identifies it, to revoke it.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// `read`, or `read play`.
    pub scopes: String,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used, to the minute.
    pub used: Option<i64>,
}

/// The body of `POST /api/v1/me/tokens`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenRequest {
    /// What it is for.
    #[cfg_attr(feature = "schema", schema(example = "my bot"))]
    pub label: String,
    /// `read`, `play` (which includes `read`), or both.
    pub scopes: Vec<String>,
}

/// A new token. Its secret is shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewToken {
    /// The secret: send it as `Authorization: Bearer …`.
    pub token: String,
    /// Identifies it, to revoke it.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// `read`, or `read play`.
    pub scopes: String,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
}

/// Everything stored about you.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccountExport {
    /// The name that others see.
    pub name: String,
    /// The name that is reserved for you.
    pub claimed: Option<String>,
    /// When the account was created, in milliseconds since 1970.
    pub since: Option<i64>,
    /// Is a password hash stored?
    pub password: bool,
    /// When each device was added, in milliseconds since 1970.
    pub devices: Vec<i64>,
    /// Your tokens.
    pub tokens: Vec<TokenInfo>,
    /// Your messages.
    pub messages: Vec<SentMessage>,
    /// All matches in which you have a seat.
    pub tables: Vec<TableEntry>,
    /// Puzzles that you have solved or looked up.
    #[serde(default)]
    pub puzzles: Vec<PuzzleDone>,
}

/// A chat message that you sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SentMessage {
    /// The table's id.
    pub table: String,
    /// Its number at the table.
    pub number: u64,
    /// The text.
    pub text: String,
    /// Who can read it.
    pub audience: ChatAudience,
    /// When it was sent, in milliseconds since 1970.
    pub at: i64,
}

/// The body of `POST /api/v1/me/name`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NameRequest {
    /// 1 to 24 characters.
    #[cfg_attr(feature = "schema", schema(example = "Anna"))]
    pub name: String,
}

/// The body of `POST /api/v1/me/claim`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClaimRequest {
    /// The name to reserve, 1 to 24 characters.
    #[cfg_attr(feature = "schema", schema(example = "Anna"))]
    pub name: String,
    /// The new password, 8 to 200 characters.
    #[cfg_attr(feature = "schema", schema(format = Password))]
    pub password: String,
    /// The current password, if you have one.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(format = Password))]
    pub old: String,
}

/// The body of `POST /api/v1/login`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LoginRequest {
    /// The claimed name.
    #[cfg_attr(feature = "schema", schema(example = "Anna"))]
    pub name: String,
    /// Its password.
    #[cfg_attr(feature = "schema", schema(format = Password))]
    pub password: String,
}

/// The body of `POST /api/v1/me/logout`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogoutRequest {
    /// Logs out all devices and revokes all tokens.
    pub everywhere: bool,
}

/// A link that logs in another device.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DeviceLink {
    /// Open it on the other device. It works once.
    pub url: String,
    /// How long it works, in seconds.
    pub seconds: u64,
}

/// The body of `POST /api/v1/link`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LinkRequest {
    /// The link, or its last part.
    pub link: String,
}

/// The body of `POST /api/v1/reset`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ResetRequest {
    /// The link from `boxtop admin reset-link`, or its last part.
    pub link: String,
    /// The new password, 8 to 200 characters.
    #[cfg_attr(feature = "schema", schema(format = Password))]
    pub password: String,
}
