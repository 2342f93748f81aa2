//! Helpers for the tests of one game: matches set up in one line and played in notation, and
//! checks that all games share: an end with its rules, a refusal that changes nothing, a
//! position written and set up again.
//!
//! How a game draws its positions belongs to the game; what must hold at every step of a match
//! belongs to [`crate::laws`].

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

/// A config on the standard board.
pub fn config(players: u8, options: &[(&str, OptionValue)]) -> MatchConfig {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    MatchConfig { players, options, ..MatchConfig::default() }
}

/// A match on the standard board.
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

/// A position as JSON.
fn written<S: serde::Serialize>(setup: &S) -> Value {
    serde_json::to_value(setup).expect("a position can be written")
}

/// The seat with this id.
pub fn seat(table: &impl DynMatch, id: &str) -> Seat {
    table.seat(id).unwrap_or_else(|| panic!("nobody is called {id}"))
}

/// Plays one step: a chance outcome when it is chance's turn, otherwise an action of the
/// first seat to act.
pub fn step(table: &mut impl DynMatch, step: &str) {
    let done = match table.turn() {
        Turn::Chance => table.apply_chance(step).map(|_| ()),
        Turn::Seats(seats) => table.play(seats.iter().next().expect("a seat is to act"), step).map(|_| ()),
        Turn::Over => panic!("{step}: the match is over\n{}", position(table)),
    };
    done.unwrap_or_else(|refusal| panic!("{step}: {refusal}\n{}", position(table)));
}

/// The legal actions of the seat with this id, sorted.
pub fn legal_of(table: &impl DynMatch, id: &str) -> Vec<String> {
    names(table, [seat(table, id)])
}

/// The legal actions of the seats to act, sorted.
pub fn legal(table: &impl DynMatch) -> Vec<String> {
    match table.turn() {
        Turn::Seats(seats) => names(table, seats.iter()),
        Turn::Chance | Turn::Over => Vec::new(),
    }
}

fn names(table: &impl DynMatch, seats: impl IntoIterator<Item = Seat>) -> Vec<String> {
    let moves = seats.into_iter().flat_map(|seat| table.legal_moves(seat));
    let mut names: Vec<_> = moves.map(|legal_move| legal_move.action).collect();
    names.sort();
    names
}

/// The ids of the seats to act, or `chance` or `nobody`.
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

/// The position as text, for failure messages.
fn position(table: &impl DynMatch) -> String {
    format!("{:#}", table.position(Viewer::Referee))
}

/// Fails unless the match has ended with these shares by these rules, and no seat has a legal
/// move.
pub fn check_end(table: &impl DynMatch, shares: &[f64], rules: &[&str]) {
    let outcome = table.outcome().unwrap_or_else(|| panic!("the match goes on\n{}", position(table)));
    assert_eq!(&outcome.shares[..shares.len()], shares, "\n{}", position(table));
    let verdict = table.verdict().expect("a finished match has a verdict");
    assert_eq!(verdict.rules.iter().map(ToString::to_string).collect::<Vec<_>>(), rules, "{verdict:?}");
    for seat in (0..).map(Seat).take(table.seats().len()) {
        assert!(table.legal_moves(seat).is_empty(), "{seat:?} still has a legal move");
    }
}

/// The refusal of an action, the same from `why` and `play`; it must change nothing.
pub fn refused<G: FullGame>(table: &TypedMatch<G>, id: &str, action: &str) -> Refusal {
    let seat = seat(table, id);
    let refusal = table.why(seat, action).expect_err(action);
    let mut tried = table.clone();
    assert_eq!(tried.play(seat, action).as_ref(), Err(&refusal), "{action}");
    assert_eq!(tried.current_play().state, table.current_play().state, "a refusal changes nothing");
    assert_eq!(tried.played().len(), table.played().len(), "a refusal is not logged");
    refusal
}

/// Fails unless the action is refused by this rule, with this text and hint.
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

/// The judge's refusal, where the match itself would refuse earlier.
pub fn judged<G: FullGame>(table: &TypedMatch<G>, id: &str, action: &str) -> String {
    let (game, state, seat) = (table.game(), table.current_play().state, seat(table, id));
    let action = game.read(&state, seat, action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
    game.judge(&state, seat, action).expect_err("it is allowed").to_string()
}

/// The faults of a position that cannot be set up.
pub fn faults<G: FullGame>(players: u8, setup: &G::Setup) -> Vec<String> {
    faults_of_value::<G>(players, written(setup))
}

/// The faults of JSON that is not a valid position; the match must not change.
pub fn faults_of_value<G: FullGame>(players: u8, position: Value) -> Vec<String> {
    let mut table = open::<G>(players, &[]);
    let before = table.current_play().state;
    let faults = table.place(position).expect_err("it has faults");
    assert_eq!(table.current_play().state, before, "a refused position changes nothing");
    in_words(&faults)
}

/// The faults of a config that cannot be opened.
pub fn config_faults<G: FullGame>(config: &MatchConfig) -> Vec<String> {
    in_words(&TypedMatch::<G>::open(config).err().expect("it has faults"))
}

fn in_words(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

/// Fails unless, for every number of players, the opening can be written and set up again after
/// a step, which clears the log.
pub fn check_opening_again<G: FullGame>() {
    for &players in G::INFO.players {
        let first = open::<G>(players, &[]);
        let mut table = first.clone();
        let any = table
            .chance_outcomes()
            .first()
            .map(|chance| chance.outcome.clone())
            .or_else(|| legal(&table).into_iter().next());
        step(&mut table, &any.expect("there is a first step"));
        table.place(first.position(Viewer::Referee)).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert_eq!(table.current_play().state, first.current_play().state, "{players} players");
        assert!(table.played().is_empty() && !table.undo(), "the log is empty");
    }
}

/// Fails unless JSON of the wrong shape is refused with one fault, and so is a position with an
/// unknown field, which is named.
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
