//! Checks that need the whole board: counters, landings, and whether every barge can sail there and back.

use super::file::Reader;
use super::{Cell, Direction, Kind, LANDINGS, RcBoard, land_name};
use crate::ranger_commandos::state::COLOURS;

impl Reader {
    /// Checks that need the whole board.
    pub(super) fn whole(&mut self, board: &RcBoard) {
        for circle in board.circles.iter().filter(|circle| circle.kind == Kind::Arrow) {
            if circle.objective.is_none() {
                let what = format!("the arrow of {} points nowhere", land_name(circle.at));
                self.faults.whole(what, "Name it as the entry of an objective.");
            }
        }
        let laid: u16 = board.objectives.iter().map(|objective| u16::from(objective.counters)).sum();
        if laid != board.counters() {
            let what = format!("the objectives hold {laid} counters, and there are {} faces", board.counters());
            self.faults.whole(what, "The two numbers must be equal.");
        }
        if board.landings.len() < LANDINGS.0 {
            let what = format!("there are {} landings", board.landings.len());
            self.faults.whole(what, format!("At least {}.", LANDINGS.0));
        }
        for landing in board.landings.iter().filter(|landing| board.is_front(landing.wave)) {
            let what = format!("{} is a landing and lies in front of a dock", board.wave_name(landing.wave));
            self.faults.whole(what, "Put water between them.");
        }
        if self.faults.is_empty() {
            self.passages(board);
        }
    }

    /// Checks that every barge can cross by night and come home by day.
    fn passages(&mut self, board: &RcBoard) {
        let landed = |wave: u8| board.landing_at(wave).is_some();
        let out = board.dial.iter().any(|cell| cell.night == Direction::E);
        if !out {
            self.faults.whole("no cell of the dial points east by night", "Barges leave their docks to the east.");
            return;
        }
        let mut sailed = Vec::new();
        for colour in COLOURS {
            let reached = reach(board, board.docks[colour.index()].front, |cell| cell.night, landed);
            if !reached.iter().any(|wave| landed(*wave)) {
                let what = format!("from the dock of {} no landing can be reached", colour.word());
                self.faults.whole(what, "Check the waves and the night directions of the dial.");
            }
            sailed.extend(reached);
        }
        sailed.sort_unstable();
        sailed.dedup();
        for wave in sailed {
            let home = reach(board, wave, |cell| cell.day, |wave| board.is_front(wave));
            if !home.iter().any(|wave| board.is_front(*wave)) {
                let what = format!("from {} no dock can be reached", board.wave_name(wave));
                self.faults.whole(what, "Check the waves and the day directions of the dial.");
            }
        }
    }
}

/// All waves that can be reached in these directions, going no further from waves where `stop` holds.
fn reach(board: &RcBoard, from: u8, way: fn(&Cell) -> Direction, stop: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&wave) = reached.get(next) {
        next += 1;
        if stop(wave) {
            continue;
        }
        for cell in &board.dial {
            if let Some(to) = board.step(wave, way(cell))
                && !reached.contains(&to)
            {
                reached.push(to);
            }
        }
    }
    reached
}
