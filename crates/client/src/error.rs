//! Errors, with messages for the person who runs the program.

use protocol::Problem;
use std::time::Duration;

/// Why a request was not carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The address is not valid.
    #[error("the address {address} cannot be used: {why}")]
    Address {
        /// The address as it was given.
        address: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The id of a table has characters that no id has.
    #[error("`{0}` is not a table; give its id or its address")]
    TableId(String),
    /// The token is empty, or has spaces in it.
    #[error("the token is empty or has spaces in it; create one on the server's page “me”")]
    Token,
    /// HTTPS cannot be used: the system's certificates cannot be read.
    #[error("HTTPS cannot be used: {0}")]
    Tls(String),
    /// The server did not answer, or the connection broke.
    #[error("{host} does not answer ({why}); is the server running?")]
    Unreachable {
        /// Host, port and path of the server.
        host: String,
        /// What the network said.
        why: String,
    },
    /// The server asks the client to wait, or is being restarted behind a proxy.
    #[error("{host} is busy ({status}); try again later")]
    Busy {
        /// Host, port and path of the server.
        host: String,
        /// The HTTP status.
        status: u16,
        /// How long the server asks to wait.
        retry_after: Option<Duration>,
    },
    /// The server refuses, and says why.
    #[error("the server refuses ({}): {}", .0.status, .0.message())]
    Problem(Box<Problem>),
    /// The answer does not follow the protocol.
    #[error("the server's {what} cannot be read ({why}); is it another version of Boxtop?")]
    Unreadable {
        /// What was expected.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// The seat began with another device, or its secret is lost.
    #[error(
        "this device does not hold the secret that {0} began with: use the device you began with, or go on with this one"
    )]
    LostSecret(String),
    /// The server asks for a link before its turn.
    #[error(
        "the server asks for a later link of {0} than the dice need, with which it could foresee a throw; nothing was sent"
    )]
    EarlyLink(String),
    /// The record has another anchor than before.
    #[error("the server’s record has another anchor of {0} than before: the dice were changed; nothing was revealed")]
    ChangedAnchor(String),
    /// The system gives no random bytes.
    #[error("the system gives no random bytes: {0}")]
    Entropy(String),
}

impl ClientError {
    pub(crate) fn address(address: &str, why: &'static str) -> ClientError {
        let address = address.chars().filter(|letter| !letter.is_control()).take(200).collect();
        ClientError::Address { address, why }
    }

    pub(crate) fn unreadable(what: &'static str) -> impl FnOnce(serde_json::Error) -> ClientError {
        move |why| ClientError::Unreadable { what, why: why.to_string() }
    }

    /// Does this device keep its links to itself, because its secret is lost or the server asks for what it should not?
    pub fn is_about_dice(&self) -> bool {
        matches!(self, ClientError::LostSecret(_) | ClientError::EarlyLink(_) | ClientError::ChangedAnchor(_))
    }

    /// May the same request succeed later?
    pub fn is_temporary(&self) -> bool {
        matches!(self, ClientError::Unreachable { .. } | ClientError::Busy { .. })
    }

    /// Was the command sent for an older version of the table? Then the version it has now, if the server says so.
    pub fn newer_version(&self) -> Option<Option<u64>> {
        self.problem().filter(|problem| problem.status == 409).map(|problem| problem.version)
    }

    /// What the server says, if it refused.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            ClientError::Problem(problem) => Some(problem),
            _ => None,
        }
    }

    /// Is it caused by the caller's input, and not by the server or the network?
    pub fn is_usage(&self) -> bool {
        matches!(self, ClientError::Address { .. } | ClientError::TableId(_) | ClientError::Token)
    }

    /// How long the server asks to wait.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        match self {
            ClientError::Busy { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
