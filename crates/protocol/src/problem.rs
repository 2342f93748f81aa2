//! Problem details (RFC 9457): the body of every error.

use serde::{Deserialize, Serialize};

/// Why a request failed. Fields that do not apply are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// `urn:boxtop:problem:` and a stable word.
    #[serde(rename = "type", default)]
    #[cfg_attr(feature = "schema", schema(example = "urn:boxtop:problem:refused"))]
    pub kind: String,
    /// The kind of problem, for people.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = "Refused"))]
    pub title: String,
    /// The HTTP status.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(example = 422))]
    pub status: u16,
    /// What is wrong with this request.
    #[serde(default)]
    pub detail: String,
    /// The number of the rule that forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "TM-10"))]
    pub rule: Option<String>,
    /// What to do instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// The current version of the match, if the sender has seen an older one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// All faults in the body.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultDetails>,
    /// The id of the request, as in the header `X-Request-Id` and in the server's log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(example = "5f2a91c01b77e3d4"))]
    pub request_id: Option<String>,
}

impl Problem {
    /// The message for a person: what is wrong, the rule, and what to do.
    ///
    /// ```
    /// # use boxtop_protocol::Problem;
    /// let problem = Problem {
    ///     detail: "An attacker moves one point along a road.".into(),
    ///     rule: Some("TM-10".into()),
    ///     instead: Some("From d6 it can go to d7.".into()),
    ///     ..Problem::default()
    /// };
    /// assert_eq!(problem.message(), "An attacker moves one point along a road. (TM-10) From d6 it can go to d7.");
    /// ```
    pub fn message(&self) -> String {
        let what = if self.detail.is_empty() { &self.title } else { &self.detail };
        let rule = self.rule.as_ref().map(|rule| format!("({rule})"));
        let parts = [Some(what.clone()), rule, self.instead.clone()].into_iter().flatten();
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// One fault in a request body.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FaultDetails {
    /// Where, such as `side` or `board 12:5`.
    pub place: String,
    /// What is wrong there.
    pub what: String,
}
