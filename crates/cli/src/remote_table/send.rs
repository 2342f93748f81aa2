//! Sends requests to a table of a server, each in a separate task until it is answered.

use super::{Update, Updates};
use client::{ClientError, Table};
use protocol::{AbsenceChoice, ChatAudience, Command, CommandResult, View};
use table::AbsentChoice;

/// A request to the server.
pub(crate) enum Request {
    /// A command for the version that was seen.
    Command(u64, Command),
    /// A command that means the same at any version.
    AnyVersion(u64, Command),
    /// A throw for a seat, with the link that the view asks for.
    Throw(Box<View>, String),
    /// To go on with this device at a seat.
    NewDevice(u64, String),
    /// A hint: what a general would play.
    Hint(u64, String),
    /// The next match.
    Rematch(u64),
    /// A chat message.
    Say(String, ChatAudience),
}

/// A command of the terminal as a request; `None` for commands that only the server gives.
pub(crate) fn request(view: &View, command: &table::MatchCommand) -> Option<Request> {
    use table::MatchCommand as Local;
    let version = view.version;
    let at_version = |command| Some(Request::Command(version, command));
    let at_any = |command| Some(Request::AnyVersion(version, command));
    match command.clone() {
        Local::Act { seat, text } => at_version(Command::Play { seat, action: text }),
        Local::Throw { seat: Some(seat), .. } => Some(Request::Throw(Box::new(view.clone()), seat)),
        Local::NewDevice { seat, .. } => Some(Request::NewDevice(version, seat)),
        Local::ThrowOwn { seat, outcome } => at_version(Command::EnterThrow { seat, outcome }),
        Local::TakeBack { seat } => at_version(Command::Undo { seat }),
        Local::AskBack { seat, steps } => at_version(Command::AskUndo { seat, steps }),
        Local::Answer { seat, yes } => at_version(Command::Answer { seat, accept: yes }),
        Local::Relieve { seat, absent, level } => at_version(Command::ProposeComputer { seat, absent, level }),
        Local::OfferDraw { seat } => at_any(Command::OfferDraw { seat }),
        Local::Leave { seat } => at_any(Command::Leave { seat }),
        Local::Resign { seat } => at_any(Command::Resign { seat }),
        Local::Return { seat, .. } => at_any(Command::Return { seat }),
        Local::Absent { seat, choice, .. } => at_any(resolve_absence(seat, choice)),
        Local::Throw { seat: None, .. }
        | Local::Choose { .. }
        | Local::Sit { .. }
        | Local::AddNonce { .. }
        | Local::Commit { .. }
        | Local::Reveal { .. }
        | Local::Flag
        | Local::NoteOutages
        | Local::Close { .. }
        | Local::Arrive { .. }
        | Local::OfferRematch { .. }
        | Local::Follow { .. } => None,
    }
}

fn resolve_absence(seat: String, choice: AbsentChoice) -> Command {
    let (choice, level) = match choice {
        AbsentChoice::ClaimWin => (AbsenceChoice::Claim, None),
        AbsentChoice::Abort => (AbsenceChoice::Abort, None),
        AbsentChoice::OpenSeat => (AbsenceChoice::Open, None),
        AbsentChoice::Computer { level } => (AbsenceChoice::Computer, Some(level)),
    };
    Command::ResolveAbsence { seat, choice, level }
}

/// Sends a request until it is answered, and reports the answer.
pub(crate) async fn send(table: Table, updates: Updates, request: Request) {
    let update = match answer(&table, &updates, request).await {
        Ok(update) => update,
        Err(ClientError::Problem(problem)) => Update::Refused { text: problem.message(), rule: problem.rule.clone() },
        Err(ClientError::LostSecret(seat)) => Update::Refused { text: tui::lost_device(&seat), rule: None },
        Err(error) if error.is_about_dice() => Update::Refused { text: tui::sentence(&error.to_string()), rule: None },
        Err(error) if error.is_temporary() => Update::Lost(format!(
            "{error} Your last action may or may not have arrived: come back later with the same command."
        )),
        Err(error) => Update::Lost(error.to_string()),
    };
    updates.send(update);
}

async fn answer(table: &Table, updates: &Updates, request: Request) -> Result<Update, ClientError> {
    let mut on_retry = |error: &ClientError| updates.send(Update::NoAnswer(error.to_string()));
    let done = |done: CommandResult| Update::Done(done.version);
    Ok(match request {
        Request::Command(version, command) => {
            let request = protocol::CommandRequest::new(version, client::random_key()?, command);
            done(table.send(&request, &mut on_retry).await?)
        }
        Request::Throw(view, seat) => {
            let command = table.throw_command(&view, &seat).await?;
            let request = protocol::CommandRequest::new(view.version, client::random_key()?, command);
            done(table.send(&request, &mut on_retry).await?)
        }
        Request::NewDevice(version, seat) => {
            let command = table.new_device_command(&seat)?;
            done(table.command_at_any_version(version, command, &mut on_retry).await?)
        }
        Request::AnyVersion(version, command) => {
            done(table.command_at_any_version(version, command, &mut on_retry).await?)
        }
        Request::Rematch(version) => {
            let offered = table.command_at_any_version(version, Command::OfferRematch, &mut on_retry).await?;
            offered.next.map_or(Update::Offered, Update::Moved)
        }
        Request::Hint(version, seat) => Update::Hint(Box::new(table.hint(version, &seat).await?)),
        Request::Say(text, audience) => {
            table.say(&text, audience, &mut on_retry).await?;
            Update::Done(0)
        }
    })
}
