//! Reports: people at a table tell the host about it, or about a message.

use crate::chat;
use crate::guest::Guest;
use crate::names::tidy;
use crate::problem::Problem;
use crate::site::Site;
use protocol::{ReportReceipt, ReportRequest};
use store::{Change, Changed, Report};

/// Maximum length of the reason, in characters.
const LONGEST: usize = 1_000;

/// Sends a report to the host. The same report again is the same report.
pub(crate) async fn report(
    site: &Site,
    id: &str,
    guest: &Guest,
    request: &ReportRequest,
) -> Result<ReportReceipt, Problem> {
    let handle = site.matches.find(id).await?;
    let reason = check(&request.reason)?;
    if let Some(number) = request.message {
        let seated = !handle.table().seats_of(&guest.key).is_empty();
        let found = chat::readable(&*site.store, handle.stream(), number.saturating_sub(1), 1, seated).await?;
        if found.first().is_none_or(|message| message.number != number) {
            return Err(Problem::missing("There is no such message at this table.", "Report the table instead."));
        }
    }
    site.accounts.meet(guest).await?;
    let report = Report::new(handle.stream().clone(), request.message, guest.key.clone(), reason);
    match site.accounts.change(Change::Report(report)).await? {
        Changed::Reported(report) => Ok(ReportReceipt { report }),
        Changed::TooMany => Err(Problem::refused(
            "The host has enough open reports about this table.",
            "Wait until the host has handled them.",
        )),
        other => Err(Problem::broken(format!("a report became {other:?}"))),
    }
}

/// The reason, cleaned.
fn check(reason: &str) -> Result<String, Problem> {
    let reason = tidy(reason);
    if reason.is_empty() {
        return Err(Problem::refused("The report says nothing.", "Write what is wrong."));
    }
    if reason.chars().count() > LONGEST {
        return Err(Problem::refused(
            format!("The report is longer than {LONGEST} characters."),
            "Write what matters most.",
        ));
    }
    Ok(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_1_to_1000_characters() {
        let checked = |text: &str| check(text).map_err(|problem| problem.status.as_u16());
        assert_eq!(checked(" rude\n\u{202e}words "), Ok("rude words".into()));
        assert_eq!(checked(&"é".repeat(LONGEST)).map(|text| text.chars().count()), Ok(LONGEST));
        assert_eq!(checked(&"é".repeat(LONGEST + 1)), Err(422));
        assert_eq!(checked(" \u{200b}\n"), Err(422));
    }
}
