//! Finds what changed between two views.

use super::*;
use std::sync::Arc;

/// The new value if it differs.
fn changed<T: PartialEq + Clone>(old: &T, new: &T) -> Option<T> {
    (old != new).then(|| new.clone())
}

impl ViewChange {
    /// What changed between two views of one viewer; `None` if the views are of different games, or the log of the
    /// new one begins later.
    ///
    /// ```
    /// use boxtop_protocol::{View, ViewChange};
    ///
    /// let old = View { version: 7, headline: "Red to act.".into(), ..View::default() };
    /// let new = View { version: 8, headline: "Black to act.".into(), ..View::default() };
    /// let change = ViewChange::between(&old, &new).unwrap();
    /// assert_eq!(serde_json::to_string(&change)?, r#"{"from":7,"version":8,"headline":"Black to act."}"#);
    ///
    /// let mut view = old.clone();
    /// view.apply(change)?;
    /// assert_eq!(view, new);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between(old: &View, new: &View) -> Option<ViewChange> {
        let log = log_between(old, new)?;
        ViewChange::with_log(old, new, log)
    }

    /// The same with a known change of the log; the logs of the views are ignored. `None` if the views
    /// are of different games.
    pub fn with_log(old: &View, new: &View, log: Option<LogChange>) -> Option<ViewChange> {
        if old.game != new.game {
            return None;
        }
        let (all_seats, seats) = list_between(&old.seats, &new.seats, same_seat, seat_between);
        let (all_trays, trays) = list_between(&old.trays, &new.trays, same_tray, tray_between);
        let mut change = ViewChange {
            from: old.version,
            version: new.version,
            all_seats,
            seats,
            tokens: if Arc::ptr_eq(&old.tokens, &new.tokens) { None } else { tokens_between(&old.tokens, &new.tokens) },
            all_trays,
            trays,
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

/// The change of the log; `None` if the new log begins later.
fn log_between(old: &View, new: &View) -> Option<Option<LogChange>> {
    if old.log_from < new.log_from {
        return None;
    }
    if old.log_from > new.log_from {
        return Some(Some(LogChange { from: new.log_from, entries: new.log.clone() }));
    }
    let same = old.log.iter().zip(&new.log).take_while(|(old, new)| old == new).count();
    let differs = same < old.log.len() || same < new.log.len();
    Some(differs.then(|| LogChange { from: old.log_from + same, entries: new.log[same..].to_vec() }))
}

/// The whole new list if there are other entries, or else what changed at each.
fn list_between<T: PartialEq + Clone, C>(
    old: &[T],
    new: &[T],
    same: fn(&T, &T) -> bool,
    change: fn(&T, &T) -> C,
) -> (Option<Vec<T>>, Vec<C>) {
    let pairs = old.iter().zip(new);
    if old.len() != new.len() || !pairs.clone().all(|(old, new)| same(old, new)) {
        return (Some(new.to_vec()), Vec::new());
    }
    let differing = pairs.filter(|(old, new)| old != new);
    (None, differing.map(|(old, new)| change(old, new)).collect())
}

fn same_seat(old: &SeatView, new: &SeatView) -> bool {
    (&old.id, &old.name, &old.title) == (&new.id, &new.name, &new.title)
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

fn same_tray(old: &Tray, new: &Tray) -> bool {
    (&old.id, &old.seat) == (&new.id, &new.seat)
}

fn tray_between(old: &Tray, new: &Tray) -> TrayChange {
    TrayChange {
        id: new.id.clone(),
        label: changed(&old.label, &new.label),
        note: changed(&old.note, &new.note),
        details: changed(&old.details, &new.details),
    }
}

/// Both lists are ordered by id, so one walk over both finds everything.
fn tokens_between(old: &[Arc<Token>], new: &[Arc<Token>]) -> Option<TokenChanges> {
    let mut changes = TokenChanges::default();
    let mut before = old.iter().peekable();
    for token in new {
        while let Some(gone) = before.next_if(|old| old.id < token.id) {
            changes.removed.push(gone.id);
        }
        match before.next_if(|old| old.id == token.id) {
            Some(old) if Arc::ptr_eq(old, token) || old == token => {}
            Some(old) if old.looks_like(token) => changes.moved.push(token.moved()),
            _ => changes.put.push(Token::clone(token)),
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
