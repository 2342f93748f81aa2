//! Opening a table: checking an order and setting up the match.

use crate::decline::Decline;
use crate::event::{Event, Stamped};
use crate::occupant::Occupant;
use crate::order::{DiceFrom, Opened, Order};
use crate::table::Table;
use crate::view::MOST_LEGAL_MOVES;
use crate::{board_hash, dice, hex};
use chain::{Chain, Link};
use kernel::dynamic::{Choices, DynGame, DynMatch, MatchConfig};
use kernel::{Fault, Seat};

/// Version of the event format and of the dice. Matches of format 1 use version 1 of the dice and need no nonces; those
/// of format 2 use version 2.
const FORMAT: u32 = dice::VERSION;

impl Table {
    /// Opens a table. Returns it with its first event.
    pub fn open(game: &dyn DynGame, order: Order, now: i64) -> Result<(Table, Stamped), Decline> {
        let game_match = open_match(game, &order.config, order.start.as_ref()).map_err(Decline::Faulty)?;
        let faults = faults(&order, &*game_match);
        if !faults.is_empty() {
            return Err(Decline::Faulty(faults));
        }
        let config = game_match.config();
        let devices = devices(&order, &*game_match);
        let opened = Opened {
            format: FORMAT,
            id: order.id,
            game: game.info().slug.to_owned(),
            rules_version: config.rules_version,
            board_hash: board_hash(config.board.as_deref().unwrap_or(game.standard_board())),
            board: config.board.clone(),
            players: config.players,
            options: config.options.clone(),
            seats: order.seats,
            contest: order.contest,
            previous: order.previous,
            start: order.start,
            listed: order.listed,
            practice: order.practice,
            branch: order.branch,
            pace: order.pace,
            clocks_wait: order.clocks_wait,
            dice: order.dice,
            nonces: Vec::new(),
            devices,
            seed: String::new(),
            chain: hex(&order.entropy),
            commitment: Chain::new(Link::new(order.entropy)).anchor().to_string(),
        };
        let event = Stamped { at: now, spent: None, paused: None, event: Event::Opened(Box::new(opened.clone())) };
        Ok((Table::new(opened, game_match, now), event))
    }
}

/// The ids of the seats whose devices will commit: people's, if the table throws.
fn devices(order: &Order, game_match: &dyn DynMatch) -> Vec<String> {
    if order.dice == DiceFrom::Own || !game_match.has_chance() {
        return Vec::new();
    }
    let person = |seat: &Seat| order.seats.get(seat.index()).is_some_and(|who| who.key().is_some());
    let id = |seat: Seat| game_match.seats().get(seat.index()).map(|info| info.id.to_owned());
    order.devices.iter().filter(person).filter_map(id).collect()
}

/// What is wrong with an order for this match.
fn faults(order: &Order, game_match: &dyn DynMatch) -> Vec<Fault> {
    let wanted = game_match.seats().len();
    if order.seats.len() != wanted {
        let what =
            format!("{} given, and the game has {wanted}", kernel::counted(order.seats.len(), "seat is", "seats are"));
        return vec![Fault::new("seats", what)];
    }
    let mut faults: Vec<Fault> = order.pace.fault().into_iter().collect();
    if order.dice == DiceFrom::Own {
        if !game_match.has_chance() {
            faults.push(Fault::new("dice", "this game has no dice"));
        } else if !one_person(&order.seats) {
            faults.push(Fault::new("dice", "you can use your own dice only if all people are at one screen"));
        }
    }
    faults.extend(too_many_choices(order, game_match));
    faults
}

/// A custom board or position may not have more legal actions for a seat than a view lists. The game's own never does.
fn too_many_choices(order: &Order, game_match: &dyn DynMatch) -> Option<Fault> {
    let place = match (&order.start, &order.config.board) {
        (None, None) => return None,
        (Some(_), _) => "start",
        (None, Some(_)) => "board",
    };
    let Choices { most, .. } = game_match.choices();
    let what = format!(
        "a seat would have {most} legal actions, and the limit is {MOST_LEGAL_MOVES}; use fewer or scattered pieces"
    );
    (most > MOST_LEGAL_MOVES).then(|| Fault::new(place, what))
}

/// Is only one person at the table, for one seat or for several?
pub(crate) fn one_person(seats: &[Occupant]) -> bool {
    let mut keys: Vec<_> = seats.iter().filter_map(Occupant::key).collect();
    keys.dedup();
    keys.len() <= 1 && !seats.contains(&Occupant::Open)
}

pub(crate) fn check_nonce(nonce: &str) -> Result<(), Decline> {
    let right = (16..=64).contains(&nonce.len()) && nonce.bytes().all(|byte| byte.is_ascii_hexdigit());
    if right { Ok(()) } else { Err(Decline::BadNonce) }
}

pub(crate) fn open_match(
    game: &dyn DynGame,
    config: &MatchConfig,
    start: Option<&serde_json::Value>,
) -> Result<Box<dyn DynMatch>, Vec<Fault>> {
    let mut game_match = game.open(config)?;
    if let Some(position) = start {
        game_match.place(position.clone())?;
    }
    Ok(game_match)
}
