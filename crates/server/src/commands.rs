//! Executes commands: the only way from a request to a change of a match.
//!
//! [`execute`] finds the match, checks that the seat belongs to the sender, and sends the command to its actor. A command that is sent
//! again with the same key gets its first result; the same key with another command is refused.

use crate::attendance;
use crate::entropy::{self, OfMatch};
use crate::guest::Guest;
use crate::match_handle::{MatchHandle, pending};
use crate::problem::Problem;
use crate::rematch;
use crate::site::Site;
use catalog::Level;
use kernel::Seat;
use matches::{CommandOutcome, IdempotencyKey, PendingCommand};
use protocol::{AbsenceChoice, Command, CommandRequest, CommandResult};
use std::sync::Arc;
use table::{AbsentChoice, MatchCommand, Occupant, Table, TimeControl};

/// Maximum length of an action or an outcome, in bytes.
const LONGEST_ACTION: usize = 1_000;

/// Executes the command, or changes nothing. Taking a seat may change the sender's name.
pub(crate) async fn execute(
    site: &Site,
    id: &str,
    guest: Guest,
    request: CommandRequest,
) -> Result<(Guest, CommandResult), Problem> {
    tracing::trace!(target: "boxtop::life", "execute");
    match request.command {
        Command::Sit { seat, name, nonce, anchor } => {
            let guest = site.accounts.called(guest, name.as_deref()).await?;
            let seat = seat.filter(|seat| !seat.is_empty());
            let (handle, done) = sit(site, id, &guest, seat, Brought { nonce, anchor }).await?;
            Ok((guest, result(site, &handle, done, None)))
        }
        Command::OfferRematch => {
            let (handle, done, next) = rematch::offer(site, id, &guest).await?;
            Ok((guest, result(site, &handle, done, next)))
        }
        _ => {
            let result = change(site, id, &guest, request).await?;
            Ok((guest, result))
        }
    }
}

/// The result of a command, with a receipt for the match as it stands.
fn result(site: &Site, handle: &MatchHandle, outcome: CommandOutcome, next: Option<String>) -> CommandResult {
    let CommandOutcome { version, repeated, .. } = outcome;
    CommandResult { version, repeated, next, receipt: site.receipt(&handle.table()) }
}

/// A command of a seat that the sender plays.
async fn change(site: &Site, id: &str, guest: &Guest, request: CommandRequest) -> Result<CommandResult, Problem> {
    let handle = site.matches.find(id).await?;
    let key = request_key(guest, &request)?;
    // What the sender has seen at another node may be news here: the seat that they took there, for one.
    if request.version > handle.table().version() {
        handle.follow(request.version).await?;
    }
    // A repeated request gets its first result, even if the sender has left the seat with it.
    if let Some(done) = handle.repeated(&key)? {
        return Ok(result(site, &handle, done, None));
    }
    let seat = request.command.seat().unwrap_or_default();
    allowed(site, &handle, guest, seat, &request.command).await?;
    let mut command = decided_command(&request.command, guest)?;
    if let MatchCommand::Absent { last_seen, .. } = &mut command {
        *last_seen = attendance::last_seen(site, &handle).await;
    }
    // What is added to the dice does not affect others, so they may act meanwhile. Absence is checked only now.
    let any_version = matches!(
        command,
        MatchCommand::AddNonce { .. }
            | MatchCommand::Commit { .. }
            | MatchCommand::Reveal { .. }
            | MatchCommand::Absent { .. }
    );
    let version = (!any_version).then_some(request.version);
    let accepts = matches!(command, MatchCommand::Answer { yes: true, .. });
    let pending = PendingCommand { seen: version, key: Some(key), held: request.held, ..pending(command) };
    let done = site.matches.execute(&handle, pending).await?;
    let next = if accepts { rematch::proceed(&site.matches, &handle).await? } else { None };
    Ok(result(site, &handle, done, next))
}

/// The command in the form that the table takes.
fn decided_command(command: &Command, guest: &Guest) -> Result<MatchCommand, Problem> {
    let seat = command.seat().unwrap_or_default().to_owned();
    Ok(match command {
        Command::Play { action, .. } => MatchCommand::Act { seat, text: short(action)? },
        Command::Throw { link, .. } => MatchCommand::Throw { seat: Some(seat), link: link.clone() },
        Command::EnterThrow { outcome, .. } => MatchCommand::ThrowOwn { seat, outcome: short(outcome)? },
        Command::Undo { .. } => MatchCommand::TakeBack { seat },
        Command::AskUndo { steps, .. } => MatchCommand::AskBack { seat, steps: *steps },
        Command::OfferDraw { .. } => MatchCommand::OfferDraw { seat },
        Command::ProposeComputer { absent, level: word, .. } => {
            MatchCommand::Relieve { seat, absent: absent.clone(), level: level(word)? }
        }
        Command::Answer { accept, .. } => MatchCommand::Answer { seat, yes: *accept },
        Command::Resign { .. } => MatchCommand::Resign { seat },
        Command::Leave { .. } => MatchCommand::Leave { seat },
        Command::AddNonce { nonce, .. } => MatchCommand::AddNonce { seat, nonce: nonce.clone() },
        Command::Commit { anchor, .. } => MatchCommand::Commit { seat, anchor: anchor.clone() },
        Command::Reveal { link, .. } => MatchCommand::Reveal { seat, link: link.clone() },
        Command::NewDevice { anchor, .. } => MatchCommand::NewDevice { seat, anchor: anchor.clone() },
        Command::Return { .. } => MatchCommand::Return { seat, key: guest.key.clone() },
        Command::ResolveAbsence { choice, level: word, .. } => {
            let choice = absence(*choice, word.as_deref().unwrap_or_default())?;
            MatchCommand::Absent { seat, choice, last_seen: None }
        }
        Command::OfferRematch => MatchCommand::OfferRematch { seat },
        Command::Sit { .. } => return Err(Problem::broken("taking a seat is not handled here")),
    })
}

fn short(text: &str) -> Result<String, Problem> {
    if text.len() > LONGEST_ACTION {
        return Err(Problem::malformed("This action is too long.", "Write it as in the list of moves."));
    }
    Ok(text.to_owned())
}

fn level(word: &str) -> Result<String, Problem> {
    let level: Result<Level, _> = word.parse();
    let unknown = |_| Problem::malformed("There is no such level.", "Choose private, captain, colonel or general.");
    level.map(|level| level.word().to_owned()).map_err(unknown)
}

fn absence(choice: AbsenceChoice, word: &str) -> Result<AbsentChoice, Problem> {
    Ok(match choice {
        AbsenceChoice::Claim => AbsentChoice::ClaimWin,
        AbsenceChoice::Abort => AbsentChoice::Abort,
        AbsenceChoice::Open => AbsentChoice::OpenSeat,
        AbsenceChoice::Computer => AbsentChoice::Computer { level: level(word)? },
    })
}

/// Checks that the sender may send this command for this seat.
async fn allowed(
    site: &Site,
    handle: &MatchHandle,
    guest: &Guest,
    seat: &str,
    command: &Command,
) -> Result<(), Problem> {
    let table = &handle.table();
    let kept = || table.game_match().seat(seat).is_some_and(|at| table.kept_for(&guest.key).contains(at));
    if let Command::Return { .. } = command {
        return match kept() {
            true => Ok(()),
            false => Err(Problem::forbidden("This seat is not reserved for you.", "Watch, or take a free seat.")),
        };
    }
    // A rematch is also offered to players whose seat a computer took over.
    if table.is_over() && matches!(command, Command::Answer { .. }) && kept() {
        return Ok(());
    }
    own_seat(table, &guest.key, seat)?;
    if let Command::ProposeComputer { absent, .. } = command {
        is_away(site, handle, table, absent).await?;
    }
    Ok(())
}

/// No player loses a seat while they are present, or while they have days to think.
async fn is_away(site: &Site, handle: &MatchHandle, table: &Table, absent: &str) -> Result<(), Problem> {
    let seat = table.game_match().seat(absent);
    let key = seat.and_then(|seat| table.seats()[seat.index()].key());
    let has_days = matches!(table.opened().pace, TimeControl::Days { .. });
    if key.is_some() && attendance::is_between_two(table.seats()) {
        return Err(Problem::refused(
            "The other player has not been away for a day.",
            "Wait for them. After a day you can claim the win or end the match.",
        ));
    }
    match key {
        Some(key) if has_days || !site.presence.is_absent(handle.stream(), key, site.settings.absent_after).await => {
            let wait = if has_days {
                "At this table players have days for each move."
            } else {
                "Wait until they have been away for a while."
            };
            Err(Problem::refused("This player is not away.", wait))
        }
        _ => Ok(()),
    }
}

/// The seat, if the person with this key plays it.
pub(crate) fn own_seat(table: &Table, key: &str, id: &str) -> Result<Seat, Problem> {
    let seat = table
        .game_match()
        .seat(id)
        .ok_or_else(|| Problem::from(table::Decline::NoSuchSeat(id.chars().take(40).collect())))?;
    if table.seats_of(key).contains(seat) {
        return Ok(seat);
    }
    Err(Problem::forbidden("This seat is not yours.", "Watch, or take a free seat."))
}

/// The idempotency key as stored: with the sender's key, so that nobody can use another person's, and a fingerprint of the command.
fn request_key(guest: &Guest, request: &CommandRequest) -> Result<IdempotencyKey, Problem> {
    let key = valid_key(&request.key)?;
    let command = serde_json::to_string(&request.command).map_err(Problem::broken)?;
    Ok(IdempotencyKey::new(&format!("{}-{key}", &guest.key[..24]), &command))
}

/// Checks the form of an idempotency key.
pub(crate) fn valid_key(key: &str) -> Result<&str, Problem> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if (8..=80).contains(&key.len()) && key.bytes().all(plain) {
        return Ok(key);
    }
    Err(Problem::malformed(
        "An idempotency key has 8 to 80 letters, digits, - or _.",
        "Use a new random key for each command, and the same key only to repeat it.",
    ))
}

/// What a person who sits down brings to the dice.
pub(crate) struct Brought {
    /// Their nonce, with dice of version 2.
    pub(crate) nonce: Option<String>,
    /// The anchor of their device's chain, with dice of version 3.
    pub(crate) anchor: Option<String>,
}

/// Takes this seat, or the first free one. Repeating it changes nothing.
pub(crate) async fn sit(
    site: &Site,
    id: &str,
    guest: &Guest,
    seat: Option<String>,
    Brought { nonce, anchor }: Brought,
) -> Result<(Arc<MatchHandle>, CommandOutcome), Problem> {
    let who = Occupant::Person { key: guest.key.clone(), name: guest.name.clone() };
    let anchor = anchor.filter(|anchor| !anchor.is_empty());
    let nonce = nonce
        .filter(|nonce| !nonce.is_empty())
        .unwrap_or_else(|| table::hex(&entropy::for_match::<16>(OfMatch::SeatNonce, id)));
    let handle: Arc<MatchHandle> = site.matches.find_for_view(id).await?;
    {
        let table = handle.table();
        let mine = table.seats_of(&guest.key);
        let sits_there = match &seat {
            Some(seat) => table.game_match().seat(seat).is_some_and(|at| mine.contains(at)),
            None => !mine.is_empty(),
        };
        if sits_there {
            let unchanged = handle.unchanged();
            drop(table);
            return Ok((handle, unchanged));
        }
    }
    let pending = pending(MatchCommand::Sit { seat, who, nonce, anchor });
    let done = site.matches.execute(&handle, pending).await.map_err(|problem| taken(problem, &handle.table()))?;
    Ok((handle, done))
}

/// Adds the seats that are still free to the problem “seat taken”. Other problems stay as they are.
fn taken(problem: Problem, table: &Table) -> Problem {
    let was_taken = Problem::from(table::Decline::Taken);
    if problem.error != was_taken.error {
        return problem;
    }
    let seats = table.game_match().seats();
    let free = seats.iter().zip(table.seats()).filter(|(_, who)| **who == Occupant::Open);
    let names: Vec<String> = free.map(|(info, _)| format!("{} ({})", info.name, info.id)).collect();
    let instead = match &names[..] {
        [] => "All seats are taken. Watch, or open your own table.".to_owned(),
        names => format!("Still free: {}.", names.join(", ")),
    };
    Problem { instead, taken: true, ..was_taken }
}
