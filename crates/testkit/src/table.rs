//! A table where the test of one game plays: set up in one line, asked in
//! notation, and held to what every game owes alike — an end with its rules, a
//! refusal that changes nothing, a position written and set up again.
//!
//! Here does not belong: how a game draws its positions (that is each game's
//! own), and what must hold at every step of a match (that is [`crate::laws`]).

use kernel::dynamic::{DynMatch, MatchConfig, PlayedStep, PresentMatch, TypedMatch};
use kernel::{Fault, FullGame, OptionValue, Refusal, Seat, Turn, Viewer};
use serde_json::{Value, json};

/// A switch that is on.
pub fn on() -> OptionValue {
    OptionValue::Switch(true)
}

/// A switch that is off.
pub fn off() -> OptionValue {
    OptionValue::Switch(false)
}

/// A number for an option.
pub fn number(number: i64) -> OptionValue {
    OptionValue::Number(number)
}

/// A word for an option.
pub fn word(word: &str) -> OptionValue {
    OptionValue::Word(word.into())
}

/// A config on the board in the box.
pub fn config(players: u8, options: &[(&str, OptionValue)]) -> MatchConfig {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    MatchConfig { players, options, ..MatchConfig::default() }
}

/// A match out of the box.
///
/// # Panics
/// When the config has faults.
pub fn open<G: FullGame>(players: u8, options: &[(&str, OptionValue)]) -> TypedMatch<G> {
    let config = config(players, options);
    TypedMatch::open(&config).unwrap_or_else(|faults| panic!("{config:?}: {faults:?}"))
}

/// A match from this position.
///
/// # Panics
/// When config or position have faults.
pub fn placed<G: FullGame>(players: u8, options: &[(&str, OptionValue)], setup: &G::Setup) -> TypedMatch<G> {
    let mut table = open(players, options);
    place(&mut table, setup);
    table
}

/// Sets up a position that has no faults.
///
/// # Panics
/// When it has.
pub fn place<G: FullGame>(table: &mut TypedMatch<G>, setup: &G::Setup) {
    table.place(written(setup)).unwrap_or_else(|faults| panic!("{faults:?}"));
}

/// A position as it passes the door.
fn written<S: serde::Serialize>(setup: &S) -> Value {
    serde_json::to_value(setup).expect("a position can be written")
}

/// The seat called so.
pub fn seat(table: &impl DynMatch, id: &str) -> Seat {
    table.seat(id).unwrap_or_else(|| panic!("nobody is called {id}"))
}

/// Plays one step: what chance does when it is chance's turn, otherwise an action of the
/// first who is to act.
pub fn step(table: &mut impl DynMatch, step: &str) {
    let done = match table.turn() {
        Turn::Chance => table.apply_chance(step).map(|_| ()),
        Turn::Seats(seats) => table.play(seats.iter().next().expect("somebody is to act"), step).map(|_| ()),
        Turn::Over => panic!("{step}: it is over\n{}", position(table)),
    };
    done.unwrap_or_else(|refusal| panic!("{step}: {refusal}\n{}", position(table)));
}

/// What the seat called so may do, in order of letters.
pub fn legal_of(table: &impl DynMatch, id: &str) -> Vec<String> {
    names(table, [seat(table, id)])
}

/// What whoever is to act may do, in order of letters.
pub fn legal(table: &impl DynMatch) -> Vec<String> {
    match table.turn() {
        Turn::Seats(seats) => names(table, seats.iter()),
        Turn::Chance | Turn::Over => Vec::new(),
    }
}

fn names(table: &impl DynMatch, seats: impl IntoIterator<Item = Seat>) -> Vec<String> {
    let offers = seats.into_iter().flat_map(|seat| table.legal_moves(seat));
    let mut names: Vec<_> = offers.map(|offer| offer.action).collect();
    names.sort();
    names
}

/// Who is to act, by the seats' ids; `chance` or `nobody`.
pub fn to_act(table: &impl DynMatch) -> String {
    match table.turn() {
        Turn::Seats(seats) => seats.iter().map(|seat| table.seats()[seat.index()].id).collect::<Vec<_>>().join(" "),
        Turn::Chance => "chance".into(),
        Turn::Over => "nobody".into(),
    }
}

/// The sentences of the last step.
pub fn said(table: &impl DynMatch) -> Vec<String> {
    last(table).lines.iter().map(|line| line.text.clone()).collect()
}

/// The rules of the last step's first sentence.
pub fn cited(table: &impl DynMatch) -> Vec<String> {
    last(table).lines[0].rules.iter().map(ToString::to_string).collect()
}

fn last(table: &impl DynMatch) -> &PlayedStep {
    table.played().last().expect("something was played")
}

/// The position in letters, for whoever must find out what went wrong.
fn position(table: &impl DynMatch) -> String {
    format!("{:#}", table.position(Viewer::Referee))
}

/// Fails unless the match has ended with these shares by these rules, and nobody may do
/// anything any more.
pub fn check_end(table: &impl DynMatch, shares: &[f64], rules: &[&str]) {
    let outcome = table.outcome().unwrap_or_else(|| panic!("it goes on\n{}", position(table)));
    assert_eq!(&outcome.shares[..shares.len()], shares, "\n{}", position(table));
    let verdict = table.verdict().expect("it is over for a reason");
    assert_eq!(verdict.rules.iter().map(ToString::to_string).collect::<Vec<_>>(), rules, "{verdict:?}");
    for seat in (0..).map(Seat).take(table.seats().len()) {
        assert!(table.legal_moves(seat).is_empty(), "{seat:?} may still do something");
    }
}

/// Why the seat is refused this action, asked and tried alike; nothing may change by it.
pub fn refused<G: FullGame>(table: &TypedMatch<G>, id: &str, action: &str) -> Refusal {
    let seat = seat(table, id);
    let refusal = table.why(seat, action).expect_err(action);
    let mut tried = table.clone();
    assert_eq!(tried.play(seat, action).as_ref(), Err(&refusal), "{action}");
    assert_eq!(tried.moment().state, table.moment().state, "a refusal changes nothing");
    assert_eq!(tried.played().len(), table.played().len(), "a refusal is not told");
    refusal
}

/// Fails unless the seat is refused this action by this rule, in these words.
pub fn check_refusal<G: FullGame>(
    table: &TypedMatch<G>,
    id: &str,
    action: &str,
    rule: &str,
    what: &str,
    instead: &str,
) {
    let refusal = refused(table, id, action);
    let found = (refusal.rule.to_string(), refusal.what.as_str(), refusal.instead.as_str());
    assert_eq!(found, (rule.to_owned(), what, instead), "{action}");
}

/// What the judge says where the door would have spoken first.
pub fn judged<G: FullGame>(table: &TypedMatch<G>, id: &str, action: &str) -> String {
    let (game, state, seat) = (table.game(), table.moment().state, seat(table, id));
    let action = game.read(&state, seat, action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    game.judge(&state, seat, action).expect_err("it is allowed").to_string()
}

/// The faults of a position that cannot be set up.
pub fn faults<G: FullGame>(players: u8, setup: &G::Setup) -> Vec<String> {
    faults_of_value::<G>(players, written(setup))
}

/// The faults of what is no position, which leaves the table as it was.
pub fn faults_of_value<G: FullGame>(players: u8, position: Value) -> Vec<String> {
    let mut table = open::<G>(players, &[]);
    let before = table.moment().state;
    let faults = table.place(position).expect_err("it has faults");
    assert_eq!(table.moment().state, before, "a refused position changes nothing");
    in_words(&faults)
}

/// The faults of a config that cannot be opened.
pub fn deal_faults<G: FullGame>(config: &MatchConfig) -> Vec<String> {
    in_words(&TypedMatch::<G>::open(config).err().expect("it has faults"))
}

fn in_words(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

/// Fails unless, for every number of players, the opening can be written down and set up
/// again after a step, and what was played before is forgotten.
pub fn check_opening_again<G: FullGame>() {
    for &players in G::INFO.players {
        let first = open::<G>(players, &[]);
        let mut table = first.clone();
        let any =
            table.chance_outcomes().first().map(|lot| lot.outcome.clone()).or_else(|| legal(&table).into_iter().next());
        step(&mut table, &any.expect("there is a first step"));
        table.place(first.position(Viewer::Referee)).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert_eq!(table.moment().state, first.moment().state, "{players} players");
        assert!(table.played().is_empty() && !table.undo(), "what was played before is forgotten");
    }
}

/// Fails unless what has not the shape of a position is refused with one fault, and so is a
/// position with one word too many, which is named.
pub fn check_other_shapes<G: FullGame>() {
    let one = |position: Value| {
        let said = faults_of_value::<G>(0, position.clone());
        assert!(said.len() == 1 && said[0].starts_with("position: "), "{position}: {said:?}");
        said.concat()
    };
    for shape in [json!(null), json!({}), json!([]), json!([1, 2]), json!("night"), json!({"phase": 1})] {
        one(shape);
    }
    let mut odd = open::<G>(0, &[]).position(Viewer::Referee);
    odd["weather"] = json!("fair");
    assert!(one(odd).contains("weather"));
}
