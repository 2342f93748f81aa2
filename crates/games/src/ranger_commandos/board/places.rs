//! Reads what lies on the maps: docks, landings, lines, objectives, and the faces.

use super::file::Reader;
use super::{
    Circle, Dock, Face, Kind, LANDINGS, LOOKS, Landing, Line, MOST_COUNTERS, MOST_FACES, MOST_LINES, MOST_OBJECTIVES,
    MOST_POINTS, MOST_WAYS, Objective, grid, land_name, land_place, sea_place, site_place,
};
use crate::boardfile::{At, Table};
use crate::ranger_commandos::state::{COLOURS, Colour};
use kernel::Evidence;
use std::ops::Range;

/// One entry for each colour, filled while the file is read.
pub(super) type EachColour<T> = [Option<T>; 4];

impl Reader {
    // ---- Coasts ----------------------------------------------------------

    pub(super) fn wave(&mut self, waves: &[(i8, i8)], name: &At<String>) -> Option<u8> {
        let found = grid(&name.value).and_then(sea_place);
        let found = found.and_then(|at| waves.iter().position(|wave| *wave == at));
        if found.is_none() && !waves.is_empty() {
            let hint = "Waves are a column and an odd row, such as a3.";
            self.faults.at(&name.span, format!("there is no wave {}", name.value), hint);
        }
        found.map(|index| index as u8)
    }

    pub(super) fn circle(&mut self, circles: &[Circle], name: &str, span: &Range<usize>) -> Option<u8> {
        let found = grid(name).and_then(land_place);
        let found = found.and_then(|at| circles.iter().position(|circle| circle.at == at));
        if found.is_none() && !circles.is_empty() {
            let hint = "Circles are a column from n to w and a row, such as n1.";
            self.faults.at(span, format!("there is no circle {name}"), hint);
        }
        found.map(|index| index as u8)
    }

    pub(super) fn docks(&mut self, root: &mut Table<'_, '_>, waves: &[(i8, i8)]) -> EachColour<Dock> {
        let mut docks: EachColour<Dock> = Default::default();
        for mut table in root.tables("docks", &mut self.faults) {
            let word = table.text("colour", &mut self.faults);
            let front = table.text("front", &mut self.faults);
            let evidence = table.evidence(&mut self.faults);
            table.finish(&mut self.faults);
            let wave = front.as_ref().and_then(|front| self.wave(waves, front));
            let (Some(word), Some(front), Some(wave)) = (word, front, wave) else { continue };
            let Some(colour) = Colour::called(&word.value) else {
                let what = format!("`{}` is not a colour of this game", word.value);
                self.faults.at(&word.span, what, "It is red, black, green or orange.");
                continue;
            };
            if docks[colour.index()].is_some() {
                let what = format!("{} already has a dock", colour.word());
                self.faults.at(&word.span, what, "Each colour has one.");
                continue;
            }
            if docks.iter().flatten().any(|dock| dock.front == wave) {
                let what = format!("{} already lies in front of another dock", front.value);
                self.faults.at(&front.span, what, "Each dock needs its own wave.");
            }
            docks[colour.index()] = Some(Dock { front: wave, evidence: evidence.unwrap_or(Evidence::Invented) });
        }
        docks
    }

    pub(super) fn missing_docks(&mut self, docks: &EachColour<Dock>) {
        for (colour, _) in COLOURS.iter().zip(docks).filter(|(_, dock)| dock.is_none()) {
            self.faults.whole(format!("{} has no dock", colour.word()), "Add a [[docks]] block.");
        }
    }

    pub(super) fn landings(
        &mut self,
        root: &mut Table<'_, '_>,
        waves: &[(i8, i8)],
        circles: &[Circle],
    ) -> Vec<Landing> {
        let mut landings: Vec<Landing> = Vec::new();
        for mut table in root.tables("landings", &mut self.faults) {
            let name = table.text("wave", &mut self.faults);
            let names = table.texts("first", &mut self.faults);
            let evidence = table.evidence(&mut self.faults);
            let span = table.span().clone();
            table.finish(&mut self.faults);
            let mut first = Vec::new();
            for name in &names {
                let Some(circle) = self.circle(circles, &name.value, &name.span) else { continue };
                if first.contains(&circle) {
                    self.faults.at(&name.span, format!("{} is named twice", name.value), "Name each circle once.");
                } else {
                    first.push(circle);
                }
            }
            if names.is_empty() {
                self.faults.at(&span, "this landing leads nowhere", "Name the circles that come first.");
            }
            let wave = name.as_ref().and_then(|name| self.wave(waves, name));
            let (Some(name), Some(wave)) = (name, wave) else { continue };
            if landings.iter().any(|landing| landing.wave == wave) {
                self.faults.at(&name.span, format!("{} is already a landing", name.value), "");
                continue;
            }
            landings.push(Landing { wave, first, evidence: evidence.unwrap_or(Evidence::Invented) });
            self.most(landings.len(), LANDINGS.1, &span, "landings");
        }
        landings
    }

    // ---- Land ------------------------------------------------------------

    pub(super) fn lines(&mut self, root: &mut Table<'_, '_>, circles: &[Circle]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let open = root.tables("lines", &mut self.faults).into_iter().map(|table| (table, false));
        let open: Vec<_> = open.collect();
        let closed = root.tables_if("closed_lines", &mut self.faults).into_iter().map(|table| (table, true));
        for (mut table, closed) in open.into_iter().chain(closed) {
            let names = table.texts("join", &mut self.faults);
            let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
            table.finish(&mut self.faults);
            for name in &names {
                if let Some(ends) = self.line(name, circles, &lines) {
                    lines.push(Line { ends, closed, evidence });
                    self.most(lines.len(), MOST_LINES, &name.span, "lines");
                }
            }
        }
        lines
    }

    pub(super) fn line(&mut self, name: &At<String>, circles: &[Circle], lines: &[Line]) -> Option<(u8, u8)> {
        let Some((from, to)) = name.value.split_once('-') else {
            self.faults.at(&name.span, format!("`{}` is not a line", name.value), "Write it as n1-o2.");
            return None;
        };
        let from = self.circle(circles, from.trim(), &name.span);
        let to = self.circle(circles, to.trim(), &name.span);
        let ends = from.zip(to)?;
        if ends.0 == ends.1 {
            self.faults.at(&name.span, "this line ends where it begins", "A line joins two circles.");
            return None;
        }
        if lines.iter().any(|line| line.ends == ends || line.ends == (ends.1, ends.0)) {
            self.faults.at(&name.span, format!("{} is drawn twice", name.value), "Name each line once.");
            return None;
        }
        for circle in [ends.0, ends.1] {
            let meet = lines.iter().filter(|line| line.ends.0 == circle || line.ends.1 == circle).count();
            if meet == MOST_WAYS {
                let what =
                    format!("more than {MOST_WAYS} lines meet in {}", land_name(circles[usize::from(circle)].at));
                self.faults.at(&name.span, what, "");
            }
        }
        Some(ends)
    }

    pub(super) fn objectives(&mut self, root: &mut Table<'_, '_>, circles: &mut [Circle]) -> Vec<Objective> {
        let mut objectives: Vec<Objective> = Vec::new();
        for mut table in root.tables("objectives", &mut self.faults) {
            let name = table.text("name", &mut self.faults);
            let counters = table.number("counters", &mut self.faults);
            let counters = self.within(counters, "counters", (1, MOST_COUNTERS));
            let entry = table.text("entry", &mut self.faults);
            let site = table.text("site", &mut self.faults);
            let look = table.text("look", &mut self.faults);
            let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
            let span = table.span().clone();
            table.finish(&mut self.faults);
            let number = objectives.len() as u8;
            let entry = entry.and_then(|entry| self.entry(&entry, circles, number));
            let site = site.and_then(|site| self.site(&site, circles, &objectives));
            let look = look.and_then(|look| self.look(&look));
            let (Some(name), Some(counters), Some(entry)) = (name, counters, entry) else { continue };
            if objectives.iter().any(|other| other.name.eq_ignore_ascii_case(&name.value)) {
                self.faults.at(&name.span, format!("there is already a {}", name.value), "");
            }
            let (Some(site), Some(look)) = (site, look) else { continue };
            objectives.push(Objective { name: name.value, counters: counters as u8, entry, site, look, evidence });
            self.most(objectives.len(), MOST_OBJECTIVES, &span, "objectives");
        }
        objectives
    }

    pub(super) fn entry(&mut self, name: &At<String>, circles: &mut [Circle], number: u8) -> Option<u8> {
        let circle = self.circle(circles, &name.value, &name.span)?;
        let there = &mut circles[usize::from(circle)];
        if there.kind != Kind::Arrow {
            let what = format!("{} has no arrow", name.value);
            self.faults.at(&name.span, what, "Draw it as > among the circles.");
            return None;
        }
        if there.objective.is_some() {
            let what = format!("the arrow of {} already points into another objective", name.value);
            self.faults.at(&name.span, what, "Each objective needs its own arrow.");
            return None;
        }
        there.objective = Some(number);
        Some(circle)
    }

    pub(super) fn site(&mut self, name: &At<String>, circles: &[Circle], objectives: &[Objective]) -> Option<(i8, i8)> {
        let Some(site) = grid(&name.value).and_then(site_place) else {
            let hint = "Columns m to x, rows 0 to 18.";
            self.faults.at(&name.span, format!("{} is not a place on land", name.value), hint);
            return None;
        };
        let taken = circles.iter().any(|circle| circle.at == site) || objectives.iter().any(|other| other.site == site);
        if taken {
            let what = format!("there is already something at {}", name.value);
            self.faults.at(&name.span, what, "Each building needs its own place.");
        }
        (!taken).then_some(site)
    }

    pub(super) fn look(&mut self, word: &At<String>) -> Option<&'static str> {
        let look = LOOKS.into_iter().find(|look| *look == word.value);
        if look.is_none() {
            let hint = format!("It is {}.", LOOKS.join(", "));
            self.faults.at(&word.span, format!("`{}` is not a look of a building", word.value), hint);
        }
        look
    }

    pub(super) fn faces(&mut self, root: &mut Table<'_, '_>) -> Vec<Face> {
        let mut faces: Vec<Face> = Vec::new();
        for mut table in root.tables("faces", &mut self.faults) {
            let name = table.text("name", &mut self.faults);
            let points = table.number("points", &mut self.faults);
            let points = self.within(points, "points", (0, MOST_POINTS));
            let count = table.number("count", &mut self.faults);
            let count = self.within(count, "counters of a kind", (1, 144));
            let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
            let span = table.span().clone();
            table.finish(&mut self.faults);
            let Some(name) = name else { continue };
            let plain = !name.value.is_empty() && name.value.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if !plain || name.value.len() > 12 {
                let what = format!("`{}` cannot be the name of a face", name.value);
                self.faults.at(&name.span, what, "Use one word of letters and digits.");
            }
            if faces.iter().any(|face| face.name.eq_ignore_ascii_case(&name.value)) {
                self.faults.at(&name.span, format!("`{}` is named twice", name.value), "Name each face once.");
            }
            let (Some(points), Some(count)) = (points, count) else { continue };
            faces.push(Face { name: name.value, points: points as u16, count: count as u8, evidence });
            self.most(faces.len(), MOST_FACES, &span, "kinds of faces");
        }
        faces
    }
}
