//! Reads the board file section by section: dial, sea and land here, what lies on them in
//! `places`; `whole` has the checks that need everything.

use super::{
    Cell, Circle, Direction, Kind, LAND, MOST_CELLS, MOST_CIRCLES, MOST_STEPS, MOST_WAVES, RcBoard, SEA, sea_name,
};
use crate::boardfile::{At, Faults, Table};
use kernel::Evidence;
use std::ops::Range;

/// A map of letters, with the position of each in the map and in the file.
type Map = Vec<((i8, i8), char, Range<usize>)>;

/// Reads the file section by section.
pub(super) struct Reader {
    pub(super) faults: Faults,
}

impl Reader {
    pub(super) fn board(&mut self, mut root: Table<'_, '_>) -> Option<RcBoard> {
        root.header(crate::ranger_commandos::INFO.slug, &mut self.faults);
        let name = root.text("name", &mut self.faults);
        let dial = self.dial(&mut root);
        let (waves, sea) = self.sea(&mut root);
        let docks = self.docks(&mut root, &waves);
        let (mut circles, land) = self.land(&mut root);
        let landings = self.landings(&mut root, &waves, &circles);
        let lines = self.lines(&mut root, &circles);
        let objectives = self.objectives(&mut root, &mut circles);
        let faces = self.faces(&mut root);
        let facts = root.facts(&mut self.faults);
        root.finish(&mut self.faults);
        if !self.faults.is_empty() {
            return None;
        }
        let [Some(red), Some(black), Some(green), Some(orange)] = docks else {
            self.missing_docks(&docks);
            return None;
        };
        let docks = [red, black, green, orange];
        let board = RcBoard {
            name: name?.value,
            dial,
            waves,
            sea: sea?,
            docks,
            landings,
            circles,
            land: land?,
            lines,
            objectives,
            faces,
            facts,
        };
        self.whole(&board);
        Some(board)
    }

    /// Checks that a number is between two bounds.
    pub(super) fn within(&mut self, number: Option<At<i64>>, what: &str, (least, most): (i64, i64)) -> Option<i64> {
        let number = number?;
        let fits = (least..=most).contains(&number.value);
        if !fits {
            let hint = format!("From {least} to {most}.");
            self.faults.at(&number.span, format!("{} {what} is not allowed", number.value), hint);
        }
        fits.then_some(number.value)
    }

    /// Reports an element beyond the maximum number.
    pub(super) fn most(&mut self, count: usize, most: usize, span: &Range<usize>, what: &str) {
        if count == most + 1 {
            self.faults.at(span, format!("there are more than {most} {what}"), "");
        }
    }

    // ---- The dial --------------------------------------------------------

    pub(super) fn dial(&mut self, root: &mut Table<'_, '_>) -> Vec<Cell> {
        let mut dial: Vec<Cell> = Vec::new();
        for mut table in root.tables("dial", &mut self.faults) {
            let night = self.direction(&mut table, "night");
            let number = table.number("number", &mut self.faults);
            let number = self.within(number, "steps", (1, MOST_STEPS as i64));
            let day = self.direction(&mut table, "day");
            let width = table.number_if("width", &mut self.faults).unwrap_or(At { value: 1, span: 0..0 });
            let width = self.within(Some(width), "as a width", (1, 1_000));
            let evidence = table.evidence(&mut self.faults);
            let span = table.span().clone();
            table.finish(&mut self.faults);
            let (Some(night), Some(number), Some(day), Some(width)) = (night, number, day, width) else { continue };
            let number = number as u8;
            if dial.iter().any(|cell| (cell.night, cell.number, cell.day) == (night, number, day)) {
                self.faults.at(&span, "this cell is already on the dial", "Write it once with a greater width.");
            }
            let evidence = evidence.unwrap_or(Evidence::Invented);
            dial.push(Cell { night, number, day, width: width as u32, evidence });
            self.most(dial.len(), MOST_CELLS, &span, "cells");
        }
        dial
    }

    pub(super) fn direction(&mut self, table: &mut Table<'_, '_>, key: &'static str) -> Option<Direction> {
        let word = table.text(key, &mut self.faults)?;
        let direction = Direction::called(&word.value);
        if direction.is_none() {
            let what = format!("`{}` is not a direction", word.value);
            self.faults.at(&word.span, what, "It is N, NE, E, SE, S, SW, W or NW.");
        }
        direction
    }

    // ---- Maps ------------------------------------------------------------

    /// A map of letters, row by row; dots are empty places.
    pub(super) fn map(&mut self, rows: &[At<String>], size: (usize, usize), known: &[char]) -> Map {
        let mut map = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            if y == size.1 {
                self.faults.at(&row.span, format!("there are more than {} rows", size.1), "");
                break;
            }
            for (x, (offset, letter)) in row.value.char_indices().enumerate() {
                let at = row.span.start + 1 + offset;
                let span = at..at + letter.len_utf8();
                if x == size.0 {
                    self.faults.at(&span, format!("a row has at most {} places", size.0), "");
                    break;
                }
                if known.contains(&letter) {
                    map.push(((x as i8, y as i8), letter, span));
                } else if letter != '.' {
                    let known: Vec<_> = known.iter().map(char::to_string).collect();
                    let hint = format!("It is {} or a dot.", known.join(", "));
                    self.faults.at(&span, format!("`{letter}` is not known here"), hint);
                }
            }
        }
        map
    }

    pub(super) fn sea(&mut self, root: &mut Table<'_, '_>) -> (Vec<(i8, i8)>, Option<Evidence>) {
        let Some(mut table) = root.table("sea", &mut self.faults) else { return (Vec::new(), None) };
        let rows = table.texts("waves", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        table.finish(&mut self.faults);
        let mut waves: Vec<(i8, i8)> = Vec::new();
        for (at, _, span) in self.map(&rows, SEA, &['~']) {
            let even = |at: (i8, i8)| (at.0 + at.1) % 2 == 0;
            if waves.first().is_some_and(|first| even(*first) != even(at)) {
                let hint = "Waves lie on every second place, alternating from row to row.";
                self.faults.at(&span, format!("{} lies between the waves", sea_name(at)), hint);
                continue;
            }
            waves.push(at);
            self.most(waves.len(), MOST_WAVES, &span, "waves");
        }
        (waves, evidence)
    }

    pub(super) fn land(&mut self, root: &mut Table<'_, '_>) -> (Vec<Circle>, Option<Evidence>) {
        let Some(mut table) = root.table("land", &mut self.faults) else { return (Vec::new(), None) };
        let rows = table.texts("circles", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        table.finish(&mut self.faults);
        let mut circles = Vec::new();
        for (at, letter, span) in self.map(&rows, LAND, &['o', '>', '+']) {
            let kind = match letter {
                '>' => Kind::Arrow,
                '+' => Kind::Safe,
                _ => Kind::Sentry,
            };
            circles.push(Circle { at, kind, objective: None });
            self.most(circles.len(), MOST_CIRCLES, &span, "circles");
        }
        (circles, evidence)
    }
}
