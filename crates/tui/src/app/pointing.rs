//! Pointing: the cursor, the picked man, and its targets.
//!
//! Spaces are pointed at on the board, trays in the panel beside it. If several seats are played
//! here, pointing at a man chooses its seat.

use super::{App, Effect, Overlay};
use kernel::Seat;
use kernel::dynamic::LegalMove;
use kernel::scene::{Mark, Spot, Tone, Tray};

impl App {
    /// The space or tray under the cursor.
    pub fn cursor(&self) -> &str {
        &self.cursor
    }

    /// What has been pointed at so far.
    pub fn picked(&self) -> &[String] {
        &self.picked
    }

    /// What a hint points at.
    pub fn hinted(&self) -> &[String] {
        &self.hinted
    }

    /// The path to number on the board: that of a hint, or that of the picked man to the cursor.
    pub fn way(&self) -> &[String] {
        if let Overlay::Moves { at } = self.overlay {
            return self.open_moves().nth(at).map_or(&[], |legal| &legal.gesture.path);
        }
        if !self.hinted.is_empty() {
            return &self.hinted;
        }
        let goes = |legal: &&LegalMove| legal.gesture.takes(legal.gesture.steps.len().saturating_sub(1), &self.cursor);
        let found = self.open_moves().filter(|_| !self.picked.is_empty()).find(goes);
        found.map_or(&[], |legal| &legal.gesture.path)
    }

    /// What is under the cursor, in words: the moves that would end there, or the space and the men
    /// on it. `None` if nothing is to be pointed at.
    pub(crate) fn under_cursor(&self) -> Option<String> {
        if self.seen.is_over() || self.seen.pending_throw.is_some() || self.acting_seat().is_none() {
            return None;
        }
        let ends = |legal: &&LegalMove| legal.gesture.takes(self.picked.len(), &self.cursor);
        let labels: Vec<&str> = self.open_moves().filter(ends).map(|legal| legal.gesture.label.as_str()).collect();
        match (&labels[..], self.picked.is_empty()) {
            ([label], false) => return Some(format!("Enter: {label}")),
            ([first, rest @ ..], false) => {
                return Some(format!("Enter: one of {} moves, such as {first}", rest.len() + 1));
            }
            _ => {}
        }
        let scene = &self.seen.view.scene;
        let space = scene.plan.space(&self.cursor)?;
        let here = |at: &Spot| matches!(at, Spot::Space(id) if *id == self.cursor);
        let men = scene.tokens.iter().filter(|token| here(&token.at)).map(|token| token.label.as_str());
        let words: Vec<&str> = [space.label.as_str()].into_iter().chain(men).collect();
        Some(format!("{}: {}", space.name, words.join(", ")))
    }

    /// What the last turn touched.
    pub fn last(&self) -> &[(String, Mark)] {
        &self.last
    }

    /// Where the picked man may go.
    pub fn targets(&self) -> Vec<String> {
        if self.picked.is_empty() { Vec::new() } else { self.next_steps() }
    }

    /// The best tone of the moves that point at this next.
    pub fn tone_at(&self, id: &str) -> Tone {
        let here = |legal: &&LegalMove| legal.gesture.takes(self.picked.len(), id);
        self.open_moves().filter(here).map(|legal| legal.gesture.tone).max().unwrap_or_default()
    }

    /// The space to keep in sight when the cursor is not on the board: a piece or the home of the
    /// seat that is to throw, the home of the seat that points beside the board, what the last step
    /// touched, or the home of a player here.
    pub(crate) fn focus_space(&self) -> Option<&str> {
        let plan = &self.seen.view.scene.plan;
        let moved = self.last.iter().find(|(_, mark)| *mark == Mark::LastTo).map(|(id, _)| id.as_str());
        let up = match (self.seen.my_throw(), self.acting_seat()) {
            (Some(seat), _) => self.piece_of(seat).or(plan.home(seat)),
            (None, Some(seat)) => plan.home(seat),
            (None, None) => None,
        };
        up.or(moved).or(self.own_home()).or(Some(&self.cursor))
    }

    /// The space of the seat's first piece on the board.
    fn piece_of(&self, seat: Seat) -> Option<&str> {
        let tokens = &self.seen.view.scene.tokens;
        tokens.iter().filter(|token| token.seat == Some(seat)).find_map(|token| match &token.at {
            Spot::Space(id) => Some(id.as_str()),
            Spot::Tray(..) => None,
        })
    }

    /// The home of the first seat that is played here, if the board has one.
    fn own_home(&self) -> Option<&str> {
        let mine = self.seen.seats.iter().position(|player| player.mine)?;
        self.seen.view.scene.plan.home(Seat(mine as u8))
    }

    /// Legal moves that begin with what was pointed at.
    pub fn open_moves(&self) -> impl Iterator<Item = &LegalMove> {
        self.legal_moves().iter().filter(|legal| legal.gesture.begins_with(&self.picked))
    }

    /// Legal moves that are not pointed at, such as a pass.
    pub fn buttons(&self) -> impl Iterator<Item = &LegalMove> {
        self.legal_moves().iter().filter(|legal| legal.gesture.steps.is_empty())
    }

    /// What can be pointed at next, in board order, trays last.
    pub(super) fn next_steps(&self) -> Vec<String> {
        self.in_order(self.open_moves().flat_map(|legal| legal.gesture.choices(self.picked.len())))
    }

    /// What the seat can point at first.
    fn first_steps(&self, seat: Seat) -> Vec<String> {
        self.in_order(self.seen.legal_moves(Some(seat)).iter().flat_map(|legal| legal.gesture.choices(0)))
    }

    fn in_order<'a>(&self, steps: impl Iterator<Item = &'a String>) -> Vec<String> {
        let mut steps: Vec<String> = steps.cloned().collect();
        let trays = &self.seen.view.scene.trays;
        let row = |id: &String| trays.iter().position(|tray| tray.id == *id).unwrap_or(0) as u16;
        steps.sort_by_key(|id| self.cell(id).map_or((u16::MAX, row(id)), |(column, row)| (row, column)));
        steps.dedup();
        steps
    }

    /// Column and row of a space, as the board is turned now.
    fn cell(&self, id: &str) -> Option<(u16, u16)> {
        let scene = &self.seen.view.scene;
        scene.plan.cell(id, scene.turned)
    }

    /// The tray with this id.
    pub fn tray(&self, id: &str) -> Option<&Tray> {
        self.seen.view.scene.trays.iter().find(|tray| tray.id == id)
    }

    /// Where the cursor starts: at a piece that can move, at home, or in the middle.
    pub(super) fn first_place(&self) -> String {
        let spaces = &self.seen.view.scene.plan.spaces;
        let middle = spaces.get(spaces.len() / 2).map(|space| space.id.as_str());
        let otherwise = || self.own_home().or(middle).map(str::to_owned);
        self.next_steps().into_iter().next().or_else(otherwise).unwrap_or_default()
    }

    /// In games with dice, different moves are legal each time: moves the cursor to one of them,
    /// unless it is already there.
    pub(super) fn settle_cursor(&mut self) {
        let dice = self.seen.has_throws();
        let lost = self.cell(&self.cursor).is_none();
        let steps = self.next_steps();
        if (dice || lost) && !steps.contains(&self.cursor) && (lost || !steps.is_empty()) {
            self.cursor = self.first_place();
        }
    }

    /// Moves the cursor along with your own man.
    pub(super) fn follow_own_move(&mut self) {
        let mine = |seat: kernel::Seat| self.seen.seats.get(seat.index()).is_some_and(|player| player.mine);
        let by_me = self.seen.view.log.last().and_then(|entry| entry.seat).is_some_and(mine);
        let to = self.seen.view.last.iter().find(|(_, mark)| *mark == Mark::LastTo);
        if let (true, Some((space, _))) = (by_me, to) {
            self.cursor = space.clone();
        }
    }

    /// In the middle of a series of jumps, the man stays picked.
    pub(super) fn carry_on_series(&mut self) {
        let last = self.seen.view.log.last().and_then(|entry| entry.seat);
        if self.acting_seat().is_none() || last != self.acting_seat() {
            return;
        }
        let further = self.open_moves().any(|legal| legal.gesture.steps.len() > 1);
        if let [only] = &self.next_steps()[..] {
            self.cursor.clone_from(only);
            // A move of a single step waits for Enter.
            self.picked = if further { vec![only.clone()] } else { Vec::new() };
        }
    }

    /// Moves the cursor to the nearest space in a direction; from a tray, to the next thing to point at.
    pub(super) fn step_cursor(&mut self, right: i32, down: i32) -> Vec<Effect> {
        let Some(here) = self.cell(&self.cursor) else { return self.cycle(right + down < 0) };
        let way = |(column, row): (u16, u16)| {
            let (x, y) = (i32::from(column) - i32::from(here.0), i32::from(row) - i32::from(here.1));
            let (along, across) = (x * right + y * down, (x * down).abs() + (y * right).abs());
            (along > 0 && across <= along).then_some((along + 2 * across, across))
        };
        let spaces = &self.seen.view.scene.plan.spaces;
        let nearest = spaces.iter().filter_map(|space| Some((way(self.cell(&space.id)?)?, &space.id))).min();
        if let Some((_, id)) = nearest {
            self.cursor = id.clone();
        }
        Vec::new()
    }

    /// Cycles through the men that can move, of all seats that may act here, or through the targets
    /// of the picked man.
    pub(super) fn cycle(&mut self, back: bool) -> Vec<Effect> {
        let stops = self.stops();
        let here = (self.acting_seat(), Some(self.cursor.clone()));
        let at = stops
            .iter()
            .position(|stop| *stop == here)
            .or_else(|| stops.iter().position(|stop| stop.0 == here.0 && stop.1.is_none()));
        let next = match (at, back) {
            _ if stops.is_empty() => return self.not_now(),
            (None, false) => stops.iter().position(|stop| stop.0 == here.0).unwrap_or(0),
            (Some(at), false) => (at + 1) % stops.len(),
            (None, true) => stops.iter().rposition(|stop| stop.0 == here.0).unwrap_or(0),
            (Some(at), true) => (at + stops.len() - 1) % stops.len(),
        };
        let (seat, place) = stops[next].clone();
        self.chosen = seat;
        if let Some(place) = place {
            self.cursor = place;
        }
        Vec::new()
    }

    /// The stops of the Tab key: a seat with something to point at, or a seat without.
    fn stops(&self) -> Vec<(Option<Seat>, Option<String>)> {
        if !self.picked.is_empty() {
            return self.next_steps().into_iter().map(|id| (self.acting_seat(), Some(id))).collect();
        }
        let of = |seat: Seat| {
            let steps = self.first_steps(seat);
            let nothing = steps.is_empty().then_some((Some(seat), None));
            steps.into_iter().map(move |id| (Some(seat), Some(id))).chain(nothing)
        };
        self.seen.acting().flat_map(of).collect()
    }

    /// Picks up or puts down at the cursor.
    pub(super) fn point(&mut self) -> Vec<Effect> {
        let Some(acting_seat) = self.acting_seat() else { return self.not_now() };
        let here = self.cursor.clone();
        if self.next_steps().contains(&here) {
            return self.point_at(here);
        }
        if self.picked.last() == Some(&here) {
            return self.cancel();
        }
        let owner = self.own_man_on(&here);
        let other = self.seen.acting().find(|seat| self.first_steps(*seat).contains(&here));
        if let Some(seat) = other.or(owner).filter(|seat| *seat != acting_seat) {
            self.choose_seat(seat);
            self.cursor.clone_from(&here);
            return self.point();
        }
        if self.picked.is_empty() || owner.is_some() {
            return self.pick_anyway(here, owner.is_some());
        }
        // Not a legal target: let the game say why.
        let steps = [self.picked.as_slice(), &[here]].concat();
        let picked = self.seen.view.scene.named(&steps[0]);
        let text =
            format!("That is not possible now. m lists the legal moves, Esc puts back what you picked at {picked}.");
        self.explain(steps, text)
    }

    /// Lets the game say why something is not possible.
    fn explain(&mut self, steps: Vec<String>, otherwise: String) -> Vec<Effect> {
        let Some(player) = self.acting_seat().and_then(|seat| self.seen.player(seat)) else { return self.not_now() };
        vec![Effect::Explain { seat: player.id, steps, otherwise }]
    }

    /// Plays the only move that is not pointed at, or lists them.
    pub(super) fn press_button(&mut self) -> Vec<Effect> {
        let actions: Vec<String> = self.buttons().map(|legal| legal.action.clone()).collect();
        match &actions[..] {
            [] if self.acting_seat().is_none() => self.not_now(),
            [] => {
                self.say(super::Tone::Plain, "You cannot pass now; play a move.".into());
                Vec::new()
            }
            [only] => self.act(only.clone()),
            _ => self.list_moves(),
        }
    }

    fn point_at(&mut self, here: String) -> Vec<Effect> {
        self.note = None;
        self.picked.push(here);
        // With a hint on the board, the next Enter plays it.
        if self.hinted.starts_with(&self.picked)
            && let Some(next) = self.hinted.get(self.picked.len())
        {
            self.cursor.clone_from(next);
        }
        let whole: Vec<String> = self
            .open_moves()
            .filter(|legal| legal.gesture.steps.len() == self.picked.len())
            .map(|legal| legal.action.clone())
            .collect();
        match &whole[..] {
            [action] if self.open_moves().count() == 1 => self.act(action.clone()),
            [] => Vec::new(),
            _ => self.list_moves(),
        }
    }

    fn pick_anyway(&mut self, here: String, own: bool) -> Vec<Effect> {
        self.picked.clear();
        if self.next_steps().contains(&here) {
            return self.point_at(here);
        }
        if own {
            self.picked.push(here.clone());
            let name = self.seen.view.scene.named(&here);
            let text = format!(
                "The man on {name} cannot move now. Point at a target to see why, or press Tab for one that can move."
            );
            return self.explain(vec![here], text);
        }
        let name = self.seen.view.scene.named(&here);
        let text = format!("You have nothing on {name}. Press Tab for a man that can move.");
        // If something has to be placed, the game says why not here.
        if self.open_moves().any(|legal| legal.gesture.steps.len() == 1) {
            return self.explain(vec![here], text);
        }
        self.say(super::Tone::Plain, text);
        Vec::new()
    }

    /// The seat that has a man on a space, is played here and may act.
    fn own_man_on(&self, id: &str) -> Option<Seat> {
        let on = |at: &Spot| matches!(at, Spot::Space(space) if space == id);
        let owners = self.seen.view.scene.tokens.iter().filter(|token| on(&token.at)).filter_map(|token| token.seat);
        let owners: Vec<Seat> = owners.collect();
        let acting_seat = self.acting_seat().filter(|seat| owners.contains(seat));
        acting_seat.or_else(|| self.seen.acting().find(|seat| owners.contains(seat)))
    }

    /// Puts the man back and clears hints and notes.
    pub(super) fn cancel(&mut self) -> Vec<Effect> {
        self.picked.clear();
        self.hinted.clear();
        self.hinting = None;
        self.note = None;
        Vec::new()
    }
}
