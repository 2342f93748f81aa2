//! What the host of a server does about people and tables: bans, hidden and closed tables, removed messages, reports, and
//! the audit log. Plain data, and the trait that every store implements.
//!
//! Each action is one transaction with its entry in the audit log, so neither exists without the other. Entries are only
//! added. They name people by their ids, so that a deleted person's name is in none of them, and never contain the text of
//! a message or the secret of a link.

pub(crate) mod memory;

use serde_json::{Value, json};

use crate::{Account, Append, SiteKey, StoreFuture, StreamId, Version};

/// Maximum number of open reports by one person about one table.
pub const MOST_REPORTS: usize = 3;
/// Maximum number of open reports about one table.
pub(crate) const MOST_REPORTS_OF_A_TABLE: usize = 100;

/// A person who may not take part.
#[derive(Clone, PartialEq, Eq)]
pub struct Ban {
    /// The person's id.
    pub person: String,
    /// Why, as the person reads it.
    pub reason: String,
    /// When it was imposed, in milliseconds since 1970.
    pub since_ms: i64,
    /// When it ends; `None` if it does not.
    pub until_ms: Option<i64>,
    /// Who imposed it.
    pub by: String,
}

impl Ban {
    /// Is it in force at this time?
    pub fn is_in_force(&self, now_ms: i64) -> bool {
        self.until_ms.is_none_or(|until| now_ms < until)
    }
}

/// Leaves out the id, which must not be logged.
impl std::fmt::Debug for Ban {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ban").field("reason", &self.reason).field("until_ms", &self.until_ms).finish_non_exhaustive()
    }
}

/// What the host has done about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRestriction {
    /// The table.
    pub table: StreamId,
    /// It is in no list, and only its players can see it.
    pub hidden: bool,
    /// It takes no more commands and messages, for this reason.
    pub closed: Option<String>,
}

/// Everything that a server has to know about what the host has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// All bans, including those that are over.
    pub bans: Vec<Ban>,
    /// Hidden and closed tables.
    pub tables: Vec<TableRestriction>,
    /// Removed messages, by table and number.
    pub removed: Vec<(StreamId, u64)>,
}

/// What became of a report.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ReportState {
    /// Nobody has looked at it yet.
    Open,
    /// The host did something about it.
    Handled,
    /// The host saw no reason to do anything.
    Dismissed,
}

impl ReportState {
    /// The stored word.
    pub fn word(self) -> &'static str {
        match self {
            ReportState::Open => "open",
            ReportState::Handled => "handled",
            ReportState::Dismissed => "dismissed",
        }
    }

    /// Reads the stored word.
    pub fn from_word(word: &str) -> Option<Self> {
        [ReportState::Open, ReportState::Handled, ReportState::Dismissed].into_iter().find(|state| state.word() == word)
    }
}

/// A report about a table or a message.
#[derive(Clone, PartialEq, Eq)]
pub struct Report {
    /// Its number, from 1. The store sets it.
    pub id: u64,
    /// The table.
    pub table: StreamId,
    /// The number of the message; `None` if it is about the table.
    pub message: Option<u64>,
    /// The id of the person who reports.
    pub person: String,
    /// What is wrong, in their words.
    pub reason: String,
    /// When it was sent. The store sets it.
    pub at_ms: i64,
    /// What became of it. The store sets it.
    pub state: ReportState,
    /// The host's note.
    pub note: String,
}

impl Report {
    /// A new report.
    pub fn new(table: StreamId, message: Option<u64>, person: String, reason: String) -> Self {
        Report { id: 0, table, message, person, reason, at_ms: 0, state: ReportState::Open, note: String::new() }
    }

    /// Does the same person report the same thing?
    fn repeats(&self, other: &Report) -> bool {
        (&self.person, &self.table, self.message, &self.reason)
            == (&other.person, &other.table, other.message, &other.reason)
    }
}

/// Leaves out the id of the person, which must not be logged.
impl std::fmt::Debug for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("Report");
        shown.field("id", &self.id).field("table", &self.table).field("message", &self.message);
        shown.field("reason", &self.reason).field("state", &self.state).finish_non_exhaustive()
    }
}

/// What becomes of a new report, given the open ones about the same table.
pub(crate) enum NewReport {
    /// The person has reported just this already.
    Repeated(u64),
    /// There are too many open ones.
    TooMany,
    /// It is stored.
    Store,
}

pub(crate) fn judge_report(new: &Report, open: &[Report]) -> NewReport {
    let theirs = open.iter().filter(|report| report.person == new.person).count();
    match open.iter().find(|report| report.repeats(new)) {
        Some(same) => NewReport::Repeated(same.id),
        None if theirs >= MOST_REPORTS || open.len() >= MOST_REPORTS_OF_A_TABLE => NewReport::TooMany,
        None => NewReport::Store,
    }
}

/// Something that the host does.
#[derive(Clone, PartialEq, Eq)]
pub enum HostAction {
    /// Bans a person, or replaces their ban.
    Ban {
        /// The person's id.
        person: String,
        /// Why, as the person reads it.
        reason: String,
        /// For how long, in milliseconds; `None` for ever.
        lasts_ms: Option<i64>,
    },
    /// Ends a ban.
    Unban {
        /// The person's id.
        person: String,
    },
    /// Hides a table.
    Hide {
        /// The table.
        table: StreamId,
    },
    /// Shows a hidden table again.
    Unhide {
        /// The table.
        table: StreamId,
    },
    /// Closes a table.
    Close {
        /// The table.
        table: StreamId,
        /// Why, as people at the table read it.
        reason: String,
        /// The events that end a match in play; `None` if it is over.
        append: Option<Box<Append>>,
    },
    /// Removes the text of a message.
    RemoveMessage {
        /// The table.
        table: StreamId,
        /// The number of the message.
        number: u64,
    },
    /// Closes an open report.
    HandleReport {
        /// The report's number.
        id: u64,
        /// There was no reason to do anything.
        dismissed: bool,
        /// The host's note.
        note: String,
    },
    /// Adds a link that resets a password, once. Earlier ones are revoked.
    ResetLink {
        /// The person's id.
        person: String,
        /// Fingerprint of the link's secret.
        hash: String,
        /// Its lifetime in milliseconds.
        lasts_ms: i64,
    },
    /// Retires the key that signs receipts, and stores another one. Its times are ignored.
    RotateKey(SiteKey),
}

impl HostAction {
    /// Its word in the audit log.
    pub fn word(&self) -> &'static str {
        match self {
            HostAction::Ban { .. } => "ban",
            HostAction::Unban { .. } => "unban",
            HostAction::Hide { .. } => "hide",
            HostAction::Unhide { .. } => "unhide",
            HostAction::Close { .. } => "close",
            HostAction::RemoveMessage { .. } => "remove-message",
            HostAction::HandleReport { dismissed: false, .. } => "handle",
            HostAction::HandleReport { dismissed: true, .. } => "dismiss",
            HostAction::ResetLink { .. } => "reset-link",
            HostAction::RotateKey(_) => "rotate-key",
        }
    }

    /// What it is about, in the audit log.
    pub(crate) fn target(&self) -> String {
        match self {
            HostAction::Ban { person, .. } | HostAction::Unban { person } | HostAction::ResetLink { person, .. } => {
                format!("person {person}")
            }
            HostAction::Hide { table } | HostAction::Unhide { table } | HostAction::Close { table, .. } => {
                format!("table {table}")
            }
            HostAction::RemoveMessage { table, number } => format!("message {table} {number}"),
            HostAction::HandleReport { id, .. } => format!("report {id}"),
            HostAction::RotateKey(key) => format!("key {}", key.id),
        }
    }

    /// The rest, in the audit log.
    pub(crate) fn details(&self, now_ms: i64) -> Value {
        match self {
            HostAction::Ban { reason, lasts_ms, .. } => {
                json!({ "reason": reason, "until_ms": lasts_ms.map(|lasts| now_ms.saturating_add(lasts)) })
            }
            HostAction::Close { reason, append, .. } => json!({ "reason": reason, "was_in_play": append.is_some() }),
            HostAction::HandleReport { note, .. } => json!({ "note": note }),
            _ => json!({}),
        }
    }

    /// Ids and texts, to be checked.
    pub(crate) fn parts(&self) -> (Vec<&str>, Vec<&str>) {
        match self {
            HostAction::Ban { person, reason, .. } => (vec![person], vec![reason]),
            HostAction::Unban { person } => (vec![person], vec![]),
            HostAction::Close { reason, .. } => (vec![], vec![reason]),
            HostAction::HandleReport { note, .. } => (vec![], vec![note]),
            HostAction::ResetLink { person, hash, .. } => (vec![person, hash], vec![]),
            HostAction::RotateKey(key) => (key.parts(), vec![]),
            HostAction::Hide { .. } | HostAction::Unhide { .. } | HostAction::RemoveMessage { .. } => (vec![], vec![]),
        }
    }
}

/// An action of the host, and who takes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Moderation {
    /// Who acts, in the audit log.
    pub actor: String,
    /// What they do.
    pub action: HostAction,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its number, from 1, without gaps.
    pub number: u64,
    /// When it was written, in milliseconds since 1970.
    pub at_ms: i64,
    /// Who acted.
    pub actor: String,
    /// What they did, in one word.
    pub action: String,
    /// What it was about: a kind and an id, such as `table 0123abcd`.
    pub target: String,
    /// The rest, as a JSON object.
    pub details: String,
}

impl AuditEntry {
    pub(crate) fn new(number: u64, moderation: &Moderation, now_ms: i64) -> Self {
        let Moderation { actor, action } = moderation;
        AuditEntry {
            number,
            at_ms: now_ms,
            actor: actor.clone(),
            action: action.word().to_owned(),
            target: action.target(),
            details: action.details(now_ms).to_string(),
        }
    }

    /// The table that it is about.
    pub fn table(&self) -> Option<StreamId> {
        let mut words = self.target.split(' ');
        let kind = words.next().filter(|kind| ["table", "message"].contains(kind));
        kind.and_then(|_| StreamId::new(words.next()?).ok())
    }
}

/// The number of tables of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameCount {
    /// The game's slug.
    pub game: String,
    /// Tables that are waiting or in play.
    pub open: u64,
    /// Tables whose match is over.
    pub over: u64,
}

/// What happened since a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Tables that were opened.
    pub tables: u64,
    /// Events that contain the text that was asked for.
    pub moves: u64,
}

/// How much is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// People with a claimed name.
    pub accounts: u64,
    /// Other people of whom something is stored.
    pub guests: u64,
    /// Tables by game, in the order of the games' names.
    pub games: Vec<GameCount>,
    /// Chat messages.
    pub messages: u64,
    /// Open reports.
    pub open_reports: u64,
    /// Bans in force.
    pub bans: u64,
    /// Bytes on the disk; 0 for a store in memory.
    pub bytes: u64,
}

/// Reads what the host has done and has to do.
pub trait ModerationStore: Send + Sync {
    /// The number of the last entry of the audit log: it grows with everything the host does.
    fn revision(&self) -> StoreFuture<'_, u64>;

    /// All that is in force.
    fn restrictions(&self) -> StoreFuture<'_, Restrictions>;

    /// Reports, the oldest first: only open ones, or all.
    fn reports(&self, all: bool) -> StoreFuture<'_, Vec<Report>>;

    /// Entries of the audit log after a number, the oldest first, up to a limit.
    fn audit(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<AuditEntry>>;

    /// People with this name, in any case, or whose id begins with this text; the newest first, up to a limit.
    fn people_called<'a>(&'a self, name: &'a str, limit: u32) -> StoreFuture<'a, Vec<Account>>;

    /// The keys that sign receipts: the one in use first, then the last retired.
    fn signing_keys(&self) -> StoreFuture<'_, Vec<SiteKey>>;

    /// How much is stored.
    fn statistics(&self) -> StoreFuture<'_, Statistics>;

    /// What happened since a time; `moves` is a text that the events to be counted contain.
    fn activity<'a>(&'a self, since_ms: i64, moves: &'a str) -> StoreFuture<'a, Activity>;
}

/// The version that a match has reached, if it is not the one that an append expects.
pub(crate) type Outdated = Result<(), Version>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_the_audit_log_has_no_secret_and_no_text_of_a_message() {
        let person = "0123abcd".to_owned();
        let action = HostAction::ResetLink { person, hash: "fingerprint".into(), lasts_ms: 5 };
        let entry = AuditEntry::new(7, &Moderation { actor: "Eve".into(), action }, 1_000);
        assert_eq!((entry.target.as_str(), entry.details.as_str()), ("person 0123abcd", "{}"));
        assert_eq!((entry.number, entry.at_ms, entry.action.as_str(), entry.table()), (7, 1_000, "reset-link", None));
    }

    #[test]
    fn an_entry_names_its_table() {
        let table: StreamId = "t-1".parse().expect("a name");
        for action in
            [HostAction::Hide { table: table.clone() }, HostAction::RemoveMessage { table: table.clone(), number: 4 }]
        {
            let entry = AuditEntry::new(1, &Moderation { actor: "Eve".into(), action }, 0);
            assert_eq!(entry.table(), Some(table.clone()), "{}", entry.target);
        }
    }
}
