//! Applies a change to a view.

use super::*;
use std::sync::Arc;

/// Replaces a value if there is a new one.
fn replace<T>(old: &mut T, new: Option<T>) {
    if let Some(new) = new {
        *old = new;
    }
}

/// The index of the token with this id, or where it belongs.
fn token(tokens: &[Arc<Token>], id: u16) -> Result<usize, usize> {
    tokens.binary_search_by_key(&id, |token| token.id)
}

impl View {
    /// Applies a change to the view.
    ///
    /// # Errors
    /// The change does not fit the view, which stays unchanged.
    pub fn apply(&mut self, change: ViewChange) -> Result<(), CannotApply> {
        self.check(&change)?;
        macro_rules! replace_all {
            ($view:ident, $change:ident; $($field:ident)*) => { $(replace(&mut $view.$field, $change.$field);)* };
        }
        self.version = change.version;
        replace(&mut self.seats, change.all_seats);
        replace(&mut self.trays, change.all_trays);
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
        with_plain_fields!(replace_all, self, change);
        Ok(())
    }

    fn check(&self, change: &ViewChange) -> Result<(), CannotApply> {
        if change.from != self.version {
            return Err(CannotApply::Version { have: self.version, from: change.from });
        }
        let seats = change.all_seats.as_ref().unwrap_or(&self.seats);
        let trays = change.all_trays.as_ref().unwrap_or(&self.trays);
        let mut tokens = change.tokens.iter().flat_map(|tokens| &tokens.moved);
        let known = change.seats.iter().all(|change| seats.iter().any(|seat| seat.id == change.id))
            && change.trays.iter().all(|change| trays.iter().any(|tray| tray.id == change.id))
            && tokens.all(|moved| token(&self.tokens, moved.id).is_ok())
            && change.log.as_ref().is_none_or(|log| log.from <= self.log_from + self.log.len());
        if known { Ok(()) } else { Err(CannotApply::Unknown) }
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
            replace(&mut tray.details, change.details.clone());
        }
    }

    fn apply_tokens(&mut self, changes: TokenChanges) {
        let tokens = Arc::make_mut(&mut self.tokens);
        tokens.retain(|token| !changes.removed.contains(&token.id));
        for moved in changes.moved {
            if let Ok(at) = token(tokens, moved.id) {
                let MovedToken { space, tray, x, y, scale, .. } = moved;
                tokens[at] = Arc::new(Token { space, tray, x, y, scale, ..Token::clone(&tokens[at]) });
            }
        }
        for put in changes.put {
            match token(tokens, put.id) {
                Ok(at) => tokens[at] = Arc::new(put),
                Err(at) => tokens.insert(at, Arc::new(put)),
            }
        }
    }

    /// If the log is cut before the first entry of this view, it begins there.
    fn apply_log(&mut self, change: LogChange) {
        self.log.truncate(change.from.saturating_sub(self.log_from));
        self.log_from = self.log_from.min(change.from);
        self.log.extend(change.entries);
    }
}
