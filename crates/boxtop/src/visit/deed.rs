//! Something that is done at a table of a server: sent with one key until there is
//! an answer, so that it is done once however often the line breaks.

use super::listener::{LONGEST, PAUSES, Table};
use super::{Got, Post, wire};
use crate::http::Answer;
use catalog::Advice;
use protocol::{AbsenceChoice, Command, CommandResult, Hint, Problem};
use serde_json::Value;
use std::time::{Duration, Instant};
use table::AbsentChoice;

/// After so long nobody waits for an answer any more.
const PATIENCE: Duration = Duration::from_secs(600);

/// What is asked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A change of the table as it was looked at.
    Change,
    /// A change that means the same however the table stands: when it has moved on, it is sent for
    /// the new version.
    AnyTime,
    /// What a general would do.
    Hint,
    /// The next match.
    Rematch,
    /// To be heard.
    Say,
}

/// A command of the terminal as the server knows it, and how it is sent; `None` for what only the server decides.
pub(crate) fn command(command: &table::Command) -> Option<(Kind, Command)> {
    use table::Command as Local;
    Some(match command.clone() {
        Local::Act { seat, text } => (Kind::Change, Command::Play { seat, action: text }),
        Local::Throw { seat: Some(seat) } => (Kind::Change, Command::Throw { seat }),
        Local::ThrowOwn { seat, outcome } => (Kind::Change, Command::EnterThrow { seat, outcome }),
        Local::TakeBack { seat } => (Kind::Change, Command::Undo { seat }),
        Local::AskBack { seat, steps } => (Kind::Change, Command::AskUndo { seat, steps }),
        Local::OfferDraw { seat } => (Kind::AnyTime, Command::OfferDraw { seat }),
        Local::Answer { seat, yes } => (Kind::Change, Command::Answer { seat, accept: yes }),
        Local::Leave { seat } => (Kind::AnyTime, Command::Leave { seat }),
        Local::Resign { seat } => (Kind::AnyTime, Command::Resign { seat }),
        Local::Return { seat, .. } => (Kind::AnyTime, Command::Return { seat }),
        Local::Absent { seat, choice, .. } => {
            let (choice, level) = match choice {
                AbsentChoice::ClaimWin => (AbsenceChoice::Claim, None),
                AbsentChoice::Abort => (AbsenceChoice::Abort, None),
                AbsentChoice::OpenSeat => (AbsenceChoice::Open, None),
                AbsentChoice::Computer { level } => (AbsenceChoice::Computer, Some(level)),
            };
            (Kind::AnyTime, Command::ResolveAbsence { seat, choice, level })
        }
        Local::Relieve { seat, absent, level } => (Kind::Change, Command::ProposeComputer { seat, absent, level }),
        Local::Throw { seat: None }
        | Local::Sit { .. }
        | Local::AddNonce { .. }
        | Local::Flag
        | Local::Arrive { .. }
        | Local::OfferRematch { .. }
        | Local::Follow { .. } => return None,
    })
}

/// Sends it until it is answered, and posts the answer.
pub(crate) async fn send(table: Table, post: Post, kind: Kind, rest: &'static str, mut body: Value) {
    let (path, begun) = (table.path(rest), Instant::now());
    let mut pauses = PAUSES.into_iter();
    loop {
        match table.server.ask("POST", &path, &body.to_string()).await {
            Ok(answer) if answer.status == 409 && kind == Kind::AnyTime => match problem(&answer).version {
                Some(version) if begun.elapsed() < PATIENCE => body["version"] = version.into(),
                _ => return post.send(refused(&answer)),
            },
            // Too fast, or not to be written down just now: the same again, later.
            Ok(answer) if matches!(answer.status, 429 | 502..=504) && kind != Kind::Say => {
                let told = answer.headers("retry-after").next().and_then(|seconds| seconds.parse().ok());
                tokio::time::sleep(told.map_or(LONGEST, Duration::from_secs).min(LONGEST * 12)).await;
            }
            Ok(answer) => return post.send(understood(&answer, kind)),
            // What is said has no key; better not heard than heard twice.
            Err(error) if kind == Kind::Say => {
                let text = format!("The server does not answer ({error}); this was perhaps not heard.");
                return post.send(Got::Refused { text, rule: None });
            }
            Err(_) if begun.elapsed() > PATIENCE => {
                let text = "the server does not answer; whether your last action has arrived is not known. \
                            Come back later with the same command and see";
                return post.send(Got::Gone(text.into()));
            }
            Err(error) => {
                post.send(Got::Down(error.to_string()));
                tokio::time::sleep(pauses.next().unwrap_or(LONGEST)).await;
            }
        }
    }
}

fn understood(answer: &Answer, kind: Kind) -> Got {
    if !(200..300).contains(&answer.status) {
        return refused(answer);
    }
    let read = match kind {
        Kind::Change | Kind::AnyTime => wire::read(&answer.body).map(|done: CommandResult| Got::Done(done.version)),
        Kind::Rematch => wire::read(&answer.body).map(|done: CommandResult| done.next.map_or(Got::Offered, Got::Moved)),
        Kind::Say => Ok(Got::Done(0)),
        Kind::Hint => wire::read(&answer.body).map(|Hint { version, action, .. }| {
            let line = vec![action.clone()];
            Got::Hint(version, Advice { action, value: 0, depth: 0, nodes: 0, line })
        }),
    };
    read.unwrap_or_else(|error| Got::Gone(format!("{error:#}")))
}

fn problem(answer: &Answer) -> Problem {
    wire::read(&answer.body).unwrap_or_default()
}

/// What the server says against it: what, by which rule, and what would be right.
fn refused(answer: &Answer) -> Got {
    let problem = problem(answer);
    if problem.detail.is_empty() {
        let text = format!("The server refuses this ({}).", answer.status);
        return Got::Refused { text, rule: None };
    }
    Got::Refused { text: problem.message(), rule: problem.rule }
}
