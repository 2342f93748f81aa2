//! Opening tables: from what somebody wants to an order, with every fault named.

use crate::commands::valid_key;
use crate::entropy;
use crate::guest::Guest;
use crate::problem::{Problem, sentence};
use crate::site::Site;
use catalog::Level;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::{BoardFault, Chosen, Fault};
use protocol::{ChosenOptions, DiceSource, OptionValue, TableRequest};
use serde::Serialize;
use table::{Contest, DiceFrom, Occupant, Order, Pace};

/// Maximum number of matches in a contest.
const MOST_GAMES: u8 = 8;

/// Which table a request opens: a new one, or with an idempotency key always the same.
pub(crate) struct Opening {
    pub(crate) id: String,
    /// What the store compares when the table is there already.
    pub(crate) key: String,
}

impl Opening {
    /// A new table.
    pub(crate) fn new() -> Opening {
        Opening { id: entropy::hex::<11>(), key: "opened".into() }
    }

    /// The table that this person opens with this key by asking for this.
    pub(crate) fn with_key(guest: &Guest, key: &str, asked: &impl Serialize) -> Result<Opening, Problem> {
        let asked = serde_json::to_vec(asked).map_err(Problem::broken)?;
        let mut id = table::fingerprint(format!("boxtop table {} {}", guest.key, valid_key(key)?).as_bytes());
        id.truncate(22);
        Ok(Opening { id, key: format!("opened.{}", &table::fingerprint(&asked)[..16]) })
    }
}

/// Opens it: the id of the table. Faults found before are told with those found here.
pub(crate) async fn open_table(
    site: &Site,
    guest: &Guest,
    wanted: TableRequest,
    mut faults: Vec<Fault>,
    opening: Opening,
) -> Result<String, Problem> {
    let title = catalog::game(&wanted.game).ok_or_else(|| Problem::no_game(&wanted.game))?;
    let board = Some(wanted.board.replace("\r\n", "\n")).filter(|text| !text.trim().is_empty());
    let config =
        MatchConfig { players: wanted.players, options: chosen(&wanted.options), board, ..MatchConfig::default() };
    let seats = match title.open(&config) {
        Ok(session) => session.seats().iter().map(|seat| seat.id).collect(),
        Err(found) => {
            faults.extend(found.into_iter().filter(|fault| !fault.place.starts_with("board")));
            faults.extend(board_faults(title, config.board.as_deref().unwrap_or_default()));
            Vec::new()
        }
    };
    let seats = seating(&wanted, guest, &seats, &mut faults);
    let games = if wanted.games == 0 { 1 } else { wanted.games };
    if games > MOST_GAMES {
        faults.push(Fault::new("games", format!("a contest has 1 to {MOST_GAMES} games")));
    }
    let pace = pace(wanted.pace);
    faults.extend(pace.fault());
    if !wanted.nonce.is_empty() && !is_nonce(&wanted.nonce) {
        faults.push(Fault::new("nonce", "has 16 to 64 hexadecimal digits"));
    }
    if !faults.is_empty() {
        return Err(Problem::faulty(faults));
    }
    let contest = (games > 1).then(|| Contest { game: 1, of: games, points: vec![0.0; seats.len()] });
    let id = opening.id.clone();
    let mine = |who: &Occupant| who.key() == Some(&guest.key);
    let nonces = seats.iter().map(|who| if mine(who) { wanted.nonce.clone() } else { String::new() }).collect();
    let order = Order {
        contest,
        nonces,
        start: wanted.start,
        listed: wanted.public,
        pace,
        dice: dice(wanted.dice),
        ..Order::plain(id.clone(), config, seats, entropy::bytes())
    };
    site.rooms.open(title, order, wanted.nonce_later, &opening.key).await?;
    Ok(id)
}

fn chosen(options: &ChosenOptions) -> Chosen {
    let value = |value: &OptionValue| match value {
        OptionValue::Switch(on) => kernel::OptionValue::Switch(*on),
        OptionValue::Number(number) => kernel::OptionValue::Number(*number),
        OptionValue::Word(word) => kernel::OptionValue::Word(word.clone()),
    };
    options.iter().map(|(key, chosen)| (key.clone(), value(chosen))).collect()
}

fn pace(pace: protocol::Pace) -> Pace {
    match pace {
        protocol::Pace::Untimed => Pace::Untimed,
        protocol::Pace::Clock { initial, increment } => Pace::Clock { initial, increment },
        protocol::Pace::Days { days } => Pace::Days { days },
    }
}

fn dice(dice: DiceSource) -> DiceFrom {
    match dice {
        DiceSource::House => DiceFrom::House,
        DiceSource::Own => DiceFrom::Own,
    }
}

fn is_nonce(text: &str) -> bool {
    (16..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Every fault of a board file, placed by line and column.
fn board_faults(title: &dyn DynGame, text: &str) -> Vec<Fault> {
    let fault = |fault: BoardFault| {
        let place = fault.line_column(text).map_or("board".into(), |(line, column)| format!("board {line}:{column}"));
        let hint = if fault.hint.is_empty() { String::new() } else { sentence(&fault.hint) };
        Fault::new(place, format!("{} {hint}", sentence(&fault.what)).trim())
    };
    if text.is_empty() { Vec::new() } else { title.check_board(text).into_iter().map(fault).collect() }
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
                faults.push(Fault::new("level", format!("there are the levels {}", levels())));
            }
            Occupant::Computer { level: level.to_owned() }
        }
        _ => {
            faults.push(Fault::new("mode", "is computer, home, friend or seats"));
            Occupant::Open
        }
    };
    let at = match wanted.side.as_str() {
        "" | "either" => Some(usize::from(entropy::bytes::<1>()[0]) % seats.len().max(1)),
        side => seats.iter().position(|id| *id == side),
    };
    if at.is_none() && !seats.is_empty() {
        faults.push(Fault::new("side", format!("is {} or either", seats.join(", "))));
    }
    (0..seats.len()).map(|seat| if Some(seat) == at { me.clone() } else { others.clone() }).collect()
}

/// Who sits where, seat by seat.
fn each_seat(wanted: &TableRequest, me: &Occupant, seats: usize, faults: &mut Vec<Fault>) -> Vec<Occupant> {
    let sitting: Vec<Occupant> =
        wanted.seats.iter().enumerate().map(|(at, word)| sitter(at, word, me, faults)).collect();
    // How many there are is known only when the rest of the order can be read.
    if seats > 0 && sitting.len() != seats {
        faults.push(Fault::new("seats", format!("{} are given, and the game has {seats}", sitting.len())));
    } else if sitting.iter().all(|who| matches!(who, Occupant::Computer { .. })) {
        faults.push(Fault::new("seats", "leave one for a person: me or open"));
    }
    sitting
}

/// Who sits where, by one word for each seat.
pub(crate) fn company(words: &[String], guest: &Guest, seats: usize) -> Result<Vec<Occupant>, Problem> {
    let me = Occupant::Person { key: guest.key.clone(), name: guest.name.clone() };
    let wanted = TableRequest { seats: words.to_vec(), ..TableRequest::default() };
    let mut faults = Vec::new();
    let sitting = each_seat(&wanted, &me, seats, &mut faults);
    if faults.is_empty() { Ok(sitting) } else { Err(Problem::faulty(faults)) }
}

fn sitter(at: usize, word: &str, me: &Occupant, faults: &mut Vec<Fault>) -> Occupant {
    match (word, word.parse::<Level>()) {
        ("me", _) => me.clone(),
        ("open", _) => Occupant::Open,
        (_, Ok(level)) => Occupant::Computer { level: level.word().to_owned() },
        _ => {
            faults.push(Fault::new(format!("seat-{at}"), format!("is me, open or a level: {}", levels())));
            Occupant::Open
        }
    }
}

fn levels() -> String {
    Level::ALL.map(Level::word).join(", ")
}
