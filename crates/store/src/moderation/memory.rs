//! What the host has done, in memory.

use std::collections::BTreeMap;

use super::{
    AuditEntry, Ban, HostAction, Moderation, NewReport, Report, ReportState, Restrictions, TableRestriction,
    judge_report,
};
use crate::{Changed, StreamId};

/// All bans, restrictions, reports and the audit log.
#[derive(Debug, Default)]
pub(crate) struct Moderated {
    bans: BTreeMap<String, Ban>,
    tables: BTreeMap<StreamId, TableRestriction>,
    reports: Vec<Report>,
    audit: Vec<AuditEntry>,
}

impl Moderated {
    pub(crate) fn revision(&self) -> u64 {
        self.audit.len() as u64
    }

    /// All that is in force, besides removed messages.
    pub(crate) fn restrictions(&self) -> Restrictions {
        let tables = self.tables.values().filter(|table| table.hidden || table.closed.is_some());
        let mut bans: Vec<Ban> = self.bans.values().cloned().collect();
        bans.sort_by_key(|ban| ban.since_ms);
        Restrictions { bans, tables: tables.cloned().collect(), removed: Vec::new() }
    }

    pub(crate) fn reports(&self, all: bool) -> Vec<Report> {
        self.reports.iter().filter(|report| all || report.state == ReportState::Open).cloned().collect()
    }

    pub(crate) fn audit(&self, after: u64, limit: u32) -> Vec<AuditEntry> {
        let from = usize::try_from(after).unwrap_or(usize::MAX);
        self.audit.iter().skip(from).take(limit as usize).cloned().collect()
    }

    /// The number of bans in force.
    pub(crate) fn bans_in_force(&self, now_ms: i64) -> u64 {
        self.bans.values().filter(|ban| ban.is_in_force(now_ms)).count() as u64
    }

    /// Stores a report.
    pub(crate) fn report(&mut self, report: Report, now_ms: i64) -> Changed {
        let open: Vec<Report> = self.reports(false).into_iter().filter(|one| one.table == report.table).collect();
        match judge_report(&report, &open) {
            NewReport::Repeated(id) => Changed::Reported(id),
            NewReport::TooMany => Changed::TooMany,
            NewReport::Store => {
                let id = self.reports.len() as u64 + 1;
                self.reports.push(Report { id, at_ms: now_ms, ..report });
                Changed::Reported(id)
            }
        }
    }

    /// Does what concerns only bans, tables and reports; the result of anything else is given.
    pub(crate) fn act(&mut self, action: &HostAction, actor: &str, now_ms: i64) -> bool {
        match action {
            HostAction::Ban { person, reason, lasts_ms } => {
                let until_ms = lasts_ms.map(|lasts| now_ms.saturating_add(lasts));
                let (reason, by) = (reason.clone(), actor.to_owned());
                let ban = Ban { person: person.clone(), reason, since_ms: now_ms, until_ms, by };
                self.bans.insert(person.clone(), ban);
                true
            }
            HostAction::Unban { person } => self.bans.remove(person).is_some(),
            HostAction::Hide { table } => !std::mem::replace(&mut self.of(table).hidden, true),
            HostAction::Unhide { table } => std::mem::replace(&mut self.of(table).hidden, false),
            HostAction::Close { table, reason, .. } => self.of(table).closed.replace(reason.clone()).is_none(),
            HostAction::HandleReport { id, dismissed, note } => self.handle(*id, *dismissed, note),
            HostAction::RemoveMessage { .. } | HostAction::ResetLink { .. } | HostAction::RotateKey(_) => false,
        }
    }

    fn of(&mut self, table: &StreamId) -> &mut TableRestriction {
        let none = || TableRestriction { table: table.clone(), hidden: false, closed: None };
        self.tables.entry(table.clone()).or_insert_with(none)
    }

    /// Has the host closed this table?
    pub(crate) fn is_closed(&self, table: &StreamId) -> bool {
        self.tables.get(table).is_some_and(|table| table.closed.is_some())
    }

    fn handle(&mut self, id: u64, dismissed: bool, note: &str) -> bool {
        let open = |report: &&mut Report| report.id == id && report.state == ReportState::Open;
        let Some(report) = self.reports.iter_mut().find(open) else { return false };
        report.state = if dismissed { ReportState::Dismissed } else { ReportState::Handled };
        report.note = note.to_owned();
        true
    }

    /// Writes the audit log.
    pub(crate) fn note(&mut self, moderation: &Moderation, now_ms: i64) {
        self.audit.push(AuditEntry::new(self.revision() + 1, moderation, now_ms));
    }

    /// Reports by a deleted person stay without their id, and their ban goes.
    pub(crate) fn forget(&mut self, id: &str, name: &str) {
        self.bans.remove(id);
        for report in self.reports.iter_mut().filter(|report| report.person == id) {
            report.person = name.to_owned();
        }
    }

    /// Forgets what was done about a removed table.
    pub(crate) fn remove_table(&mut self, table: &StreamId) {
        self.tables.remove(table);
    }
}
