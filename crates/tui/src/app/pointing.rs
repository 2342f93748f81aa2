//! Pointing: the cursor, the man picked up, and where he may go.

use super::{App, Effect, Tone};
use kernel::door::Offer;
use kernel::scene::{Mark, Space, Spot};

impl App {
    /// The point under the cursor.
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

    /// What the last turn touched.
    pub fn last(&self) -> &[(String, Mark)] {
        &self.last
    }

    /// Where the picked man may go.
    pub fn targets(&self) -> Vec<String> {
        if self.picked.is_empty() { Vec::new() } else { self.next_steps() }
    }

    /// Legal actions that begin with what was pointed at.
    fn open_offers(&self) -> impl Iterator<Item = &Offer> {
        self.seen.offers().iter().filter(|offer| offer.gesture.steps.starts_with(&self.picked))
    }

    /// What can be pointed at next, in the order of the board.
    pub(super) fn next_steps(&self) -> Vec<String> {
        let next = self.open_offers().filter_map(|offer| offer.gesture.steps.get(self.picked.len()));
        let mut steps: Vec<String> = next.cloned().collect();
        steps.sort_by_key(|id| self.space(id).map_or((u16::MAX, 0), |space| (space.cell.1, space.cell.0)));
        steps.dedup();
        steps
    }

    fn space(&self, id: &str) -> Option<&Space> {
        self.seen.view.scene.plan.space(id)
    }

    /// Where the cursor begins: at a man that can move, or in the middle.
    pub(super) fn first_place(&self) -> String {
        let spaces = &self.seen.view.scene.plan.spaces;
        let middle = spaces.get(spaces.len() / 2).map(|space| space.id.clone());
        self.next_steps().into_iter().next().or(middle).unwrap_or_default()
    }

    /// The cursor goes where one's own man went.
    pub(super) fn follow_own_move(&mut self) {
        let mine = |seat: kernel::Seat| self.seen.seats.get(seat.index()).is_some_and(|sitter| sitter.mine);
        let by_me = self.seen.view.log.last().and_then(|entry| entry.seat).is_some_and(mine);
        let to = self.seen.view.last.iter().find(|(_, mark)| *mark == Mark::LastTo);
        if let (true, Some((space, _))) = (by_me, to) {
            self.cursor = space.clone();
        }
    }

    /// In the middle of a series the man is still in the hand.
    pub(super) fn carry_on_series(&mut self) {
        let last = self.seen.view.log.last().and_then(|entry| entry.seat);
        if self.seen.my_turn().is_none() || last != self.seen.my_turn() {
            return;
        }
        if let [only] = &self.next_steps()[..] {
            self.cursor.clone_from(only);
            self.picked = vec![only.clone()];
        }
    }

    /// Moves the cursor to the nearest point in a direction.
    pub(super) fn step_cursor(&mut self, right: i32, down: i32) -> Vec<Effect> {
        let Some(here) = self.space(&self.cursor).map(|space| space.cell) else { return Vec::new() };
        let way = |space: &Space| {
            let (x, y) = (i32::from(space.cell.0) - i32::from(here.0), i32::from(space.cell.1) - i32::from(here.1));
            let (along, across) = (x * right + y * down, (x * down).abs() + (y * right).abs());
            (along > 0 && across <= along).then_some((along + 2 * across, across))
        };
        let spaces = &self.seen.view.scene.plan.spaces;
        let nearest = spaces.iter().filter_map(|space| Some((way(space)?, &space.id))).min();
        if let Some((_, id)) = nearest {
            self.cursor = id.clone();
        }
        Vec::new()
    }

    /// Goes through the men that can move, or through the targets of the one picked up.
    pub(super) fn cycle(&mut self, back: bool) -> Vec<Effect> {
        let steps = self.next_steps();
        if steps.is_empty() {
            return self.not_now();
        }
        let at = steps.iter().position(|id| *id == self.cursor);
        let next = match (at, back) {
            (None, false) => 0,
            (Some(at), false) => (at + 1) % steps.len(),
            (None, true) => steps.len() - 1,
            (Some(at), true) => (at + steps.len() - 1) % steps.len(),
        };
        self.cursor.clone_from(&steps[next]);
        Vec::new()
    }

    /// Picks up or puts down at the cursor.
    pub(super) fn point(&mut self) -> Vec<Effect> {
        if self.seen.my_turn().is_none() {
            return self.not_now();
        }
        let here = self.cursor.clone();
        if self.next_steps().contains(&here) {
            return self.point_at(here);
        }
        if self.picked.last() == Some(&here) {
            return self.cancel();
        }
        let other_man = self.own_man_on(&here);
        if self.picked.is_empty() || other_man {
            return self.pick_anyway(here, other_man);
        }
        // Not a legal target: the game itself shall say why.
        let text = [self.picked.as_slice(), &[here]].concat().join("-");
        self.act(text)
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
        let whole: Vec<String> =
            self.open_offers().filter(|offer| offer.gesture.steps == self.picked).map(|o| o.action.clone()).collect();
        match &whole[..] {
            [action] if self.open_offers().count() == 1 => self.act(action.clone()),
            [] => Vec::new(),
            _ => self.open_moves(),
        }
    }

    fn pick_anyway(&mut self, here: String, own: bool) -> Vec<Effect> {
        self.picked.clear();
        if self.next_steps().contains(&here) {
            return self.point_at(here);
        }
        let text = match own {
            true => format!(
                "The man on {here} has no move now. Point at a target to hear why, or press Tab for one that can move."
            ),
            false => format!("Nothing of yours stands on {here}. Tab goes through the men that can move."),
        };
        if own {
            self.picked.push(here);
        }
        self.say(Tone::Plain, text);
        Vec::new()
    }

    fn own_man_on(&self, id: &str) -> bool {
        let on = |at: &Spot| matches!(at, Spot::Space(space) if space == id);
        let mine = self.seen.my_turn();
        self.seen.view.scene.tokens.iter().any(|token| on(&token.at) && token.seat.is_some() && token.seat == mine)
    }

    /// Puts the man back, and everything else away.
    pub(super) fn cancel(&mut self) -> Vec<Effect> {
        self.picked.clear();
        self.hinted.clear();
        self.hinting = None;
        self.note = None;
        Vec::new()
    }
}
