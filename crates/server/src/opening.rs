//! Opens tables: turns a request into an order, and reports every fault in it.

use crate::commands::valid_key;
use crate::entropy::{self, NewMatch, OfMatch};
use crate::guest::Guest;
use crate::match_handle::pending;
use crate::problem::{Problem, sentence};
use crate::site::Site;
use catalog::Level;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::{BoardFault, Chosen, Fault, Seat, SeatSet};
use protocol::{ChosenOptions, DiceSource, OptionValue, TableRequest};
use serde::Serialize;
use table::{Contest, DiceFrom, MatchCommand, Occupant, Order, TimeControl};

/// Maximum number of matches in a contest.
const MOST_GAMES: u8 = 8;

/// Which table a request opens: a new one, or with an idempotency key always the same one.
pub(crate) struct Opening {
    pub(crate) id: String,
    /// Compared by the store if the table already exists.
    pub(crate) key: String,
}

impl Opening {
    /// A new table.
    pub(crate) fn new() -> Opening {
        Opening { id: table::hex(&entropy::for_new_match::<11>(NewMatch::Id)), key: "opened".into() }
    }

    /// The table for this person, this key and this request.
    pub(crate) fn with_key(guest: &Guest, key: &str, asked: &impl Serialize) -> Result<Opening, Problem> {
        let asked = serde_json::to_vec(asked).map_err(Problem::broken)?;
        let mut id = table::fingerprint(format!("boxtop table {} {}", guest.key, valid_key(key)?).as_bytes());
        id.truncate(22);
        Ok(Opening { id, key: format!("opened.{}", &table::fingerprint(&asked)[..16]) })
    }
}

/// Opens a table and returns its id. Faults that were found before are reported together with new ones.
pub(crate) async fn open_table(
    site: &Site,
    guest: &Guest,
    wanted: TableRequest,
    mut faults: Vec<Fault>,
    opening: Opening,
) -> Result<String, Problem> {
    let game = catalog::game(&wanted.game).ok_or_else(|| Problem::no_game(&wanted.game))?;
    let board = Some(wanted.board.replace("\r\n", "\n")).filter(|text| !text.trim().is_empty());
    let config =
        MatchConfig { players: wanted.players, options: chosen(&wanted.options), board, ..MatchConfig::default() };
    let seats = match game.open(&config) {
        Ok(opened) => opened.seats().iter().map(|seat| seat.id).collect(),
        Err(found) => {
            faults.extend(found.into_iter().filter(|fault| !fault.place.starts_with("board")));
            faults.extend(board_faults(game, config.board.as_deref().unwrap_or_default()));
            Vec::new()
        }
    };
    let seats = seating(&wanted, guest, &seats, &mut faults);
    let games = if wanted.games == 0 { 1 } else { wanted.games };
    if games > MOST_GAMES {
        faults.push(Fault::new("games", format!("must be 1 to {MOST_GAMES}")));
    }
    let pace = pace(wanted.pace);
    faults.extend(pace.fault());
    if !wanted.anchor.is_empty() && !is_anchor(&wanted.anchor) {
        faults.push(Fault::new("anchor", "must have 64 lower-case hexadecimal digits"));
    }
    if !faults.is_empty() {
        return Err(Problem::faulty(faults));
    }
    let contest = (games > 1).then(|| Contest { game: 1, of: games, points: vec![0.0; seats.len()] });
    let id = opening.id.clone();
    let devices = devices_of(&seats, guest, wanted.anchor_later || !wanted.anchor.is_empty());
    let seed = entropy::for_match(OfMatch::Seed, &id);
    let order = Order {
        contest,
        devices,
        start: wanted.start,
        listed: wanted.public,
        practice: wanted.practice,
        pace,
        dice: dice(wanted.dice),
        ..Order::plain(id.clone(), config, seats, seed)
    };
    site.matches.open(game, order, &opening.key).await?;
    if !wanted.anchor.is_empty() {
        commit(site, &id, guest, wanted.anchor).await?;
    }
    Ok(id)
}

/// The seats of this person, if their device will commit to a contribution to the dice.
pub(crate) fn devices_of(seats: &[Occupant], guest: &Guest, has_device: bool) -> SeatSet {
    let mine = |(_, who): &(usize, &Occupant)| has_device && who.key() == Some(&guest.key);
    seats.iter().enumerate().filter(mine).fold(SeatSet::EMPTY, |set, (seat, _)| set.with(Seat(seat as u8)))
}

/// The opener's device commits for their first seat. It has done so already if the request is repeated.
async fn commit(site: &Site, id: &str, guest: &Guest, anchor: String) -> Result<(), Problem> {
    let handle = site.matches.find(id).await?;
    let table = handle.table();
    let first = table.seats_of(&guest.key).iter().find(|seat| table.wants_anchor().contains(*seat));
    let Some(seat) = first.and_then(|seat| Some(table.game_match().seats().get(seat.index())?.id.to_owned())) else {
        return Ok(());
    };
    site.matches.execute(&handle, pending(MatchCommand::Commit { seat, anchor })).await.map(drop)
}

fn chosen(options: &ChosenOptions) -> Chosen {
    let value = |value: &OptionValue| match value {
        OptionValue::Switch(on) => kernel::OptionValue::Switch(*on),
        OptionValue::Number(number) => kernel::OptionValue::Number(*number),
        OptionValue::Word(word) => kernel::OptionValue::Word(word.clone()),
    };
    options.iter().map(|(key, chosen)| (key.clone(), value(chosen))).collect()
}

fn pace(pace: protocol::Pace) -> TimeControl {
    match pace {
        protocol::Pace::Untimed => TimeControl::Untimed,
        protocol::Pace::Clock { initial, increment } => TimeControl::Clock { initial, increment },
        protocol::Pace::Days { days } => TimeControl::Days { days },
    }
}

fn dice(dice: DiceSource) -> DiceFrom {
    match dice {
        DiceSource::Table => DiceFrom::Table,
        DiceSource::Own => DiceFrom::Own,
    }
}

fn is_anchor(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// All faults of a board file, with line and column.
fn board_faults(game: &dyn DynGame, text: &str) -> Vec<Fault> {
    let fault = |fault: BoardFault| {
        let place = fault.line_column(text).map_or("board".into(), |(line, column)| format!("board {line}:{column}"));
        let hint = if fault.hint.is_empty() { String::new() } else { sentence(&fault.hint) };
        Fault::new(place, format!("{} {hint}", sentence(&fault.what)).trim())
    };
    if text.is_empty() { Vec::new() } else { game.check_board(text).into_iter().map(fault).collect() }
}

/// Who sits where when the table opens.
fn seating(wanted: &TableRequest, guest: &Guest, seats: &[&str], faults: &mut Vec<Fault>) -> Vec<Occupant> {
    let me = Occupant::Person { key: guest.key.clone(), name: guest.name.clone() };
    let others = match wanted.mode.as_str() {
        "home" => return vec![me; seats.len()],
        "seats" => return each_seat(wanted, &me, seats.len(), faults),
        "" if !wanted.seats.is_empty() => return each_seat(wanted, &me, seats.len(), faults),
        "friend" => Occupant::Open,
        "computer" => {
            let level = if wanted.level.is_empty() { Level::Captain.word() } else { &wanted.level };
            if level.parse::<Level>().is_err() {
                faults.push(Fault::new("level", format!("must be one of {}", levels())));
            }
            Occupant::Computer { level: level.to_owned() }
        }
        _ => {
            faults.push(Fault::new("mode", "must be computer, home, friend or seats"));
            Occupant::Open
        }
    };
    let at = match wanted.side.as_str() {
        "" | "either" => Some(usize::from(entropy::for_new_match::<1>(NewMatch::Side)[0]) % seats.len().max(1)),
        side => seats.iter().position(|id| *id == side),
    };
    if at.is_none() && !seats.is_empty() {
        faults.push(Fault::new("side", format!("must be {} or either", seats.join(", "))));
    }
    (0..seats.len()).map(|seat| if Some(seat) == at { me.clone() } else { others.clone() }).collect()
}

/// Who sits where, seat by seat.
fn each_seat(wanted: &TableRequest, me: &Occupant, seats: usize, faults: &mut Vec<Fault>) -> Vec<Occupant> {
    let occupants: Vec<Occupant> =
        wanted.seats.iter().enumerate().map(|(at, word)| occupant(at, word, me, faults)).collect();
    // The number of seats is known only if the rest of the request is valid.
    if seats > 0 && occupants.len() != seats {
        faults.push(Fault::new("seats", format!("{} given, but the game has {seats}", occupants.len())));
    } else if occupants.iter().all(|who| matches!(who, Occupant::Computer { .. })) {
        faults.push(Fault::new("seats", "at least one must be a person: me or open"));
    }
    occupants
}

/// Who sits where, by one word for each seat.
pub(crate) fn occupants(words: &[String], guest: &Guest, seats: usize) -> Result<Vec<Occupant>, Problem> {
    let me = Occupant::Person { key: guest.key.clone(), name: guest.name.clone() };
    let wanted = TableRequest { seats: words.to_vec(), ..TableRequest::default() };
    let mut faults = Vec::new();
    let occupants = each_seat(&wanted, &me, seats, &mut faults);
    if faults.is_empty() { Ok(occupants) } else { Err(Problem::faulty(faults)) }
}

fn occupant(at: usize, word: &str, me: &Occupant, faults: &mut Vec<Fault>) -> Occupant {
    match (word, word.parse::<Level>()) {
        ("me", _) => me.clone(),
        ("open", _) => Occupant::Open,
        (_, Ok(level)) => Occupant::Computer { level: level.word().to_owned() },
        _ => {
            faults.push(Fault::new(format!("seat-{at}"), format!("must be me, open or a level: {}", levels())));
            Occupant::Open
        }
    }
}

fn levels() -> String {
    Level::ALL.map(Level::word).join(", ")
}
