//! What changed between two views of one viewer.
//!
//! [`ViewChange::between`] finds it and [`View::apply`] folds it in again: a client that has a view and applies every
//! change in order has exactly the view that the server would send whole.

use crate::query::Sentence;
use crate::view::*;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// What changed between two views. What is absent is as before; what is `null` has become `null`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ViewChange {
    /// The version that it changes.
    pub from: u64,
    /// The version that it leads to.
    pub version: u64,
    /// The new phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The new headline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headline: Option<String>,
    /// What changed at seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<SeatChange>,
    /// The new seats of the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mine: Option<Vec<String>>,
    /// The new seats to act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Vec<String>>,
    /// The new throw to be made.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<PendingThrow>))]
    pub chance: Option<Option<PendingThrow>>,
    /// The new last throw.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Throw>))]
    pub throw: Option<Option<Throw>>,
    /// The new sectors of the dial.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<DialSector>>))]
    pub dial: Option<Option<Vec<DialSector>>>,
    /// The new number of steps the turntable has been turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<u16>,
    /// The new light.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub mood: Option<Option<String>>,
    /// Is a computer player to act now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<bool>,
    /// Is a turn under way now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mid_turn: Option<bool>,
    /// What changed among the tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokenChanges>,
    /// What changed at trays.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trays: Vec<TrayChange>,
    /// The new marks of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<SpaceMark>>,
    /// The new marks of the last step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Vec<SpaceMark>>,
    /// The new legal moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<SeatMoves>>,
    /// Can paths be drawn now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_draw: Option<bool>,
    /// What changed in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<LogChange>,
    /// The new outcome.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<f64>>))]
    pub outcome: Option<Option<Vec<f64>>>,
    /// The new account of points.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<i32>>))]
    pub account: Option<Option<Vec<i32>>>,
    /// The new reason why the match ended.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Sentence>))]
    pub verdict: Option<Option<Sentence>>,
    /// May the viewer undo now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_undo: Option<bool>,
    /// May the viewer ask the others now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_ask: Option<bool>,
    /// The new question.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Question>))]
    pub question: Option<Option<Question>>,
    /// The new clocks.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Clocks>))]
    pub clocks: Option<Option<Clocks>>,
    /// The new seats that have to add to the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wants_nonce: Option<Vec<String>>,
    /// The new seat that throws real dice.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub own_throw: Option<Option<String>>,
    /// The new seats that are kept for the viewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<Vec<String>>,
    /// May the viewer ask for a hint now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_hint: Option<bool>,
    /// Does one person play all seats now?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_home: Option<bool>,
    /// The new state of the contest.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Contest>))]
    pub contest: Option<Option<Contest>>,
    /// The match that follows.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub next: Option<Option<String>>,
    /// The new absence.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Absence>))]
    pub absence: Option<Option<Absence>>,
    /// The seat that declined the last rematch.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub declined: Option<Option<String>>,
    /// The new commitment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The seed.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub seed: Option<Option<String>>,
}

/// What changed at one seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatChange {
    /// The seat's id.
    pub id: String,
    /// Who plays it now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Occupancy>,
    /// The new name of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// What the seat needs to win now.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Sentence>))]
    pub need: Option<Option<Sentence>>,
    /// Where the seat stands now.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub standing: Option<Option<String>>,
    /// Is the player eliminated now?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<bool>,
}

/// What changed among the tokens.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenChanges {
    /// Ids of the tokens that are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<u16>,
    /// Tokens that are at another place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<MovedToken>,
    /// Tokens that are new, or look different.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub put: Vec<Token>,
}

/// A token at another place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MovedToken {
    /// The token's id.
    pub id: u16,
    /// The space it stands on now; absent in a tray.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub space: Option<String>,
    /// The tray it lies in now; absent on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tray: Option<String>,
    /// Its horizontal position in the drawing.
    pub x: f64,
    /// Its vertical position in the drawing.
    pub y: f64,
    /// Its size; absent where it is 1.
    #[serde(default = "full_size", skip_serializing_if = "is_full_size")]
    pub scale: f64,
}

fn full_size() -> f64 {
    1.0
}

fn is_full_size(scale: &f64) -> bool {
    *scale == full_size()
}

/// What changed at one tray.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TrayChange {
    /// The tray's id.
    pub id: String,
    /// Its new heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What it says now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What changed in the log: the end is cut off, then entries are added.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogChange {
    /// The number of entries that stay, from the beginning of the match.
    pub from: usize,
    /// The entries that follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<LogEntry>,
}

/// Reads a field that is there: `null` is a value like any other.
fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// Why a change cannot be applied to a view. The view is as it was; ask for the whole view.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CannotApply {
    /// The change is for another version.
    Version {
        /// The version of the view.
        have: u64,
        /// The version that the change is for.
        from: u64,
    },
    /// The change names a seat, tray, token or log entry that the view does not have.
    Unknown,
}

impl fmt::Display for CannotApply {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotApply::Version { have, from } => {
                write!(to, "the change is for version {from}, and the view has version {have}")
            }
            CannotApply::Unknown => write!(to, "the change names something that the view does not have"),
        }
    }
}

impl std::error::Error for CannotApply {}

/// The new value if it differs.
fn changed<T: PartialEq + Clone>(old: &T, new: &T) -> Option<T> {
    (old != new).then(|| new.clone())
}

/// Replaces what changed.
fn replace<T>(old: &mut T, new: Option<T>) {
    if let Some(new) = new {
        *old = new;
    }
}

/// Calls a macro with the fields that are replaced as a whole.
macro_rules! with_plain_fields {
    ($call:ident, $($with:tt)*) => {
        $call!($($with)*;
            phase headline mine turn chance throw dial turned mood thinking mid_turn marks last legal_moves can_draw
            outcome account verdict can_undo can_ask question clocks wants_nonce own_throw kept can_hint at_home contest
            next absence declined commitment seed)
    };
}

impl ViewChange {
    /// What changed between two views of one viewer; `None` where only the whole view can tell: another game, other
    /// seats or other trays.
    ///
    /// ```
    /// use boxtop_protocol::{View, ViewChange};
    ///
    /// let old = View { version: 7, headline: "Red to act.".into(), ..View::default() };
    /// let new = View { version: 8, headline: "Black to act.".into(), ..View::default() };
    /// let change = ViewChange::between(&old, &new).unwrap();
    /// assert_eq!(serde_json::to_string(&change)?, r#"{"from":7,"version":8,"headline":"Black to act."}"#);
    ///
    /// let mut folded = old.clone();
    /// folded.apply(change)?;
    /// assert_eq!(folded, new);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(old: &View, new: &View) -> Option<ViewChange> {
        let log = log_between(old, new)?;
        ViewChange::with_log(old, new, log)
    }

    /// The same with a log change that is known already; the logs of the views are not looked at.
    pub fn with_log(old: &View, new: &View, log: Option<LogChange>) -> Option<ViewChange> {
        if old.game != new.game {
            return None;
        }
        let mut change = ViewChange {
            from: old.version,
            version: new.version,
            seats: seats_between(&old.seats, &new.seats)?,
            tokens: tokens_between(&old.tokens, &new.tokens),
            trays: trays_between(&old.trays, &new.trays)?,
            log,
            ..ViewChange::default()
        };
        macro_rules! compare {
            ($change:ident; $($field:ident)*) => { $($change.$field = changed(&old.$field, &new.$field);)* };
        }
        with_plain_fields!(compare, change);
        Some(change)
    }
}

/// The log entries that both have stay; `None` where the logs do not begin at the same entry.
fn log_between(old: &View, new: &View) -> Option<Option<LogChange>> {
    if old.log_from != new.log_from {
        return None;
    }
    let same = old.log.iter().zip(&new.log).take_while(|(old, new)| old == new).count();
    let differs = same < old.log.len() || same < new.log.len();
    Some(differs.then(|| LogChange { from: old.log_from + same, entries: new.log[same..].to_vec() }))
}

fn seats_between(old: &[SeatView], new: &[SeatView]) -> Option<Vec<SeatChange>> {
    let alike =
        |(old, new): (&SeatView, &SeatView)| (&old.id, &old.name, &old.title) == (&new.id, &new.name, &new.title);
    if old.len() != new.len() || !old.iter().zip(new).all(alike) {
        return None;
    }
    let differing = old.iter().zip(new).filter(|(old, new)| old != new);
    Some(differing.map(|(old, new)| seat_between(old, new)).collect())
}

fn seat_between(old: &SeatView, new: &SeatView) -> SeatChange {
    SeatChange {
        id: new.id.clone(),
        kind: changed(&old.kind, &new.kind),
        who: changed(&old.who, &new.who),
        need: changed(&old.need, &new.need),
        standing: changed(&old.standing, &new.standing),
        out: changed(&old.out, &new.out),
    }
}

fn trays_between(old: &[Tray], new: &[Tray]) -> Option<Vec<TrayChange>> {
    let alike = |(old, new): (&Tray, &Tray)| old.id == new.id && old.seat == new.seat;
    if old.len() != new.len() || !old.iter().zip(new).all(alike) {
        return None;
    }
    let differing = old.iter().zip(new).filter(|(old, new)| old != new);
    let change = |(old, new): (&Tray, &Tray)| TrayChange {
        id: new.id.clone(),
        label: changed(&old.label, &new.label),
        note: changed(&old.note, &new.note),
    };
    Some(differing.map(change).collect())
}

/// Both lists are ordered by id, so one walk over both finds everything.
fn tokens_between(old: &[Token], new: &[Token]) -> Option<TokenChanges> {
    let mut changes = TokenChanges::default();
    let mut before = old.iter().peekable();
    for token in new {
        while let Some(gone) = before.next_if(|old| old.id < token.id) {
            changes.removed.push(gone.id);
        }
        match before.next_if(|old| old.id == token.id) {
            Some(old) if old == token => {}
            Some(old) if old.looks_like(token) => changes.moved.push(token.moved()),
            _ => changes.put.push(token.clone()),
        }
    }
    changes.removed.extend(before.map(|token| token.id));
    (changes != TokenChanges::default()).then_some(changes)
}

impl Token {
    fn looks_like(&self, other: &Token) -> bool {
        (&self.kind, &self.label, self.seat) == (&other.kind, &other.label, other.seat)
    }

    fn moved(&self) -> MovedToken {
        let Token { id, x, y, scale, .. } = *self;
        MovedToken { id, space: self.space.clone(), tray: self.tray.clone(), x, y, scale }
    }
}

impl View {
    /// Folds a change into the view.
    ///
    /// # Errors
    /// The change does not fit the view, which is left as it was.
    pub fn apply(&mut self, change: ViewChange) -> Result<(), CannotApply> {
        self.check(&change)?;
        macro_rules! fold {
            ($view:ident, $change:ident; $($field:ident)*) => { $(replace(&mut $view.$field, $change.$field);)* };
        }
        self.version = change.version;
        for seat in change.seats {
            self.apply_seat(seat);
        }
        for tray in change.trays {
            self.apply_tray(tray);
        }
        if let Some(tokens) = change.tokens {
            self.apply_tokens(tokens);
        }
        if let Some(log) = change.log {
            self.apply_log(log);
        }
        with_plain_fields!(fold, self, change);
        Ok(())
    }

    fn check(&self, change: &ViewChange) -> Result<(), CannotApply> {
        if change.from != self.version {
            return Err(CannotApply::Version { have: self.version, from: change.from });
        }
        let tokens = change.tokens.iter().flat_map(|tokens| &tokens.moved);
        let known = change.seats.iter().all(|change| self.seats.iter().any(|seat| seat.id == change.id))
            && change.trays.iter().all(|change| self.trays.iter().any(|tray| tray.id == change.id))
            && tokens.into_iter().all(|moved| self.token(moved.id).is_ok())
            && change.log.as_ref().is_none_or(|log| log.from <= self.log_from + self.log.len());
        if known { Ok(()) } else { Err(CannotApply::Unknown) }
    }

    /// The index of the token with this id, or where it belongs.
    fn token(&self, id: u16) -> Result<usize, usize> {
        self.tokens.binary_search_by_key(&id, |token| token.id)
    }

    fn apply_seat(&mut self, change: SeatChange) {
        for seat in self.seats.iter_mut().filter(|seat| seat.id == change.id) {
            replace(&mut seat.kind, change.kind);
            replace(&mut seat.who, change.who.clone());
            replace(&mut seat.need, change.need.clone());
            replace(&mut seat.standing, change.standing.clone());
            replace(&mut seat.out, change.out);
        }
    }

    fn apply_tray(&mut self, change: TrayChange) {
        for tray in self.trays.iter_mut().filter(|tray| tray.id == change.id) {
            replace(&mut tray.label, change.label.clone());
            replace(&mut tray.note, change.note.clone());
        }
    }

    fn apply_tokens(&mut self, changes: TokenChanges) {
        self.tokens.retain(|token| !changes.removed.contains(&token.id));
        for moved in changes.moved {
            if let Ok(at) = self.token(moved.id) {
                let MovedToken { space, tray, x, y, scale, .. } = moved;
                self.tokens[at] = Token { space, tray, x, y, scale, ..self.tokens[at].clone() };
            }
        }
        for token in changes.put {
            match self.token(token.id) {
                Ok(at) => self.tokens[at] = token,
                Err(at) => self.tokens.insert(at, token),
            }
        }
    }

    /// A log that is cut before the first entry this view has begins there.
    fn apply_log(&mut self, change: LogChange) {
        self.log.truncate(change.from.saturating_sub(self.log_from));
        self.log_from = self.log_from.min(change.from);
        self.log.extend(change.entries);
    }
}
