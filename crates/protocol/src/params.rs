//! The query parameters of the API.
//!
//! The server reads them, and the client writes them.

use serde::{Deserialize, Serialize};

/// The parameters of `GET /api/v1/tables` and `GET /api/v1/me/tables`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct TablesQuery {
    /// Only this game.
    #[cfg_attr(feature = "schema", param(example = "three-musketeers"))]
    pub game: Option<String>,
    /// Only running matches (`true`) or finished ones (`false`).
    pub open: Option<bool>,
    /// Maximum number of entries, 1 to 100. Default: 20.
    pub limit: Option<u32>,
    /// The cursor from `next` of the previous page.
    pub after: Option<String>,
}

/// The parameters of `GET /api/v1/tables/{table}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct ViewQuery {
    /// `false`: without the log.
    pub log: Option<bool>,
    /// Only the log from this entry on; 0 is the first.
    pub log_from: Option<usize>,
}

/// The parameters of `GET /api/v1/tables/{table}/legal-moves`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct LegalMovesQuery {
    /// The seat's id.
    #[cfg_attr(feature = "schema", param(example = "attack"))]
    pub seat: String,
    /// The index of the first move. Default: 0.
    #[serde(default)]
    pub from: usize,
    /// Maximum number of moves, 1 to 4000. Default: 4000.
    pub limit: Option<usize>,
}

/// The parameters of `GET /api/v1/tables/{table}/why`: an action, or what was pointed at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct WhyQuery {
    /// The seat's id.
    #[cfg_attr(feature = "schema", param(example = "attack"))]
    pub seat: String,
    /// The action in notation.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(example = "d6-d7"))]
    pub action: String,
    /// Instead of an action: the spaces and trays that were pointed at, in order, separated by commas.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(example = "d6,d7"))]
    pub steps: String,
    /// The kind of piece that was pointed at, if the first step is a tray.
    pub kind: Option<String>,
}

/// The parameters of `GET /api/v1/tables/{table}/prospects`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct ProspectsQuery {
    /// The seat's id.
    #[cfg_attr(feature = "schema", param(example = "red"))]
    pub seat: String,
}

/// The parameters of `GET /api/v1/tables/{table}/chances`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct ChancesQuery {
    /// Your seat's id. The chances are those that this seat can know.
    #[cfg_attr(feature = "schema", param(example = "red"))]
    pub seat: String,
}

/// The parameters of `GET /api/v1/tables/{table}/along`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct PathQuery {
    /// The seat's id.
    #[cfg_attr(feature = "schema", param(example = "attack"))]
    pub seat: String,
    /// The spaces of the path in order from where the piece is, separated by commas.
    #[cfg_attr(feature = "schema", param(example = "d6,d7"))]
    pub way: String,
}

/// The parameters of `GET /api/v1/tables/{table}/moments`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct MomentsQuery {
    /// The first step; 0 is the beginning.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(example = 0))]
    pub from: usize,
    /// Maximum number of moments, up to 64. Default: 16.
    pub count: Option<usize>,
}

/// The parameters of `GET /api/v1/tables/{table}/chat`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct ChatQuery {
    /// Only messages after the one with this number.
    pub after: Option<u64>,
    /// Maximum number of messages, up to 100.
    pub limit: Option<u32>,
}

/// The parameters of `GET /api/v1/tables/{table}/events`. The header `Last-Event-ID` takes precedence.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct EventsQuery {
    /// The version that the client has; without it, the stream begins with the whole view.
    pub since: Option<u64>,
    /// The number of the last message that the client has; without it, only new messages are sent.
    pub chat: Option<u64>,
}
