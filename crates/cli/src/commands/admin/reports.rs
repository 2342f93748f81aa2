//! Reports.

use super::people::name_of;
use super::print::{columns_or, json, safe, time};
use super::store::Host;
use super::{must_be_done, words};
use store::HostAction;

/// Lists open reports, the oldest first
#[derive(clap::Args)]
pub(super) struct List {
    /// Also those that were handled or dismissed
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Marks a report as handled or dismissed
#[derive(clap::Args)]
pub(super) struct Handle {
    /// The number of the report
    report: u64,
    /// There was no reason to do anything
    #[arg(long)]
    dismiss: bool,
    /// What you did, or why you did nothing
    #[arg(long, value_parser = words)]
    note: String,
}

pub(super) async fn list(host: &Host, args: &List) -> anyhow::Result<String> {
    let reports = host.store.moderation().reports(args.all).await?;
    let (mut rows, mut listed) = (Vec::new(), Vec::new());
    for report in &reports {
        let name = name_of(host, &report.person).await?;
        let about = report.message.map_or("the table".to_owned(), |number| format!("message {number}"));
        rows.push(vec![
            report.id.to_string(),
            report.state.word().to_owned(),
            time(report.at_ms),
            report.table.to_string(),
            about,
            safe(&name),
            safe(&report.reason),
            safe(&report.note),
        ]);
        listed.push(serde_json::json!({
            "report": report.id, "state": report.state.word(), "at_ms": report.at_ms, "table": report.table.as_str(),
            "message": report.message, "person": report.person, "name": name, "reason": report.reason,
            "note": report.note,
        }));
    }
    if args.json {
        return json(&listed.into());
    }
    let headings = ["REPORT", "STATE", "SENT", "TABLE", "ABOUT", "BY", "REASON", "NOTE"];
    Ok(columns_or(&headings, &rows, "There are no reports."))
}

pub(super) async fn handle(host: &Host, args: Handle) -> anyhow::Result<String> {
    let (id, dismissed) = (args.report, args.dismiss);
    let none = || format!("there is no open report {id}; `boxtop admin reports` lists them");
    must_be_done(host.act(HostAction::HandleReport { id, dismissed, note: args.note }).await?, none)?;
    Ok(format!("Report {id} is {}.\n", if dismissed { "dismissed" } else { "handled" }))
}
