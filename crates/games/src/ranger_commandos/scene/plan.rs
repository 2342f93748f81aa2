//! The plan of the board: docks, waves, circles, objectives and the lines between them.

use super::super::board::{Kind, Line, RcBoard, land_name};
use super::super::rules::listed;
use super::super::state::{COLOURS, Colour};
use super::{TOKEN_R, circles, coasts, inks, layout, pieces, works};
use kernel::scene::{Plan, Space, Stroke, Way, WayStyle};

/// The part of the scene that never changes.
pub(in crate::ranger_commandos) fn plan(board: &RcBoard, closed_lines: bool) -> Plan {
    let mut regions = coasts::regions(board);
    regions.extend(coasts::closed_lines(board).filter(|_| closed_lines));
    regions.extend(works::regions(board));
    let mut spaces: Vec<Space> = COLOURS.into_iter().map(|colour| dock_space(board, colour)).collect();
    spaces.extend((0..board.waves.len() as u8).map(|wave| wave_space(board, wave)));
    spaces.extend((0..board.circles.len() as u8).map(|circle| circle_space(board, circle)));
    spaces.extend((0..board.objectives.len()).map(|objective| site_space(board, objective)));
    Plan {
        size: layout::SIZE,
        inks: inks::inks(),
        backdrop: coasts::table(board),
        regions,
        way_styles: way_styles(),
        ways: ways(board, closed_lines),
        spaces: spaces.into(),
        lettering: coasts::lettering(board),
        tokens: pieces::pieces(&board.faces),
        token_r: TOKEN_R,
        facts: board.facts.clone(),
        homes: Vec::new(),
        turntable: None,
    }
}

/// The id of a colour's dock.
pub(super) fn dock_id(board: &RcBoard, colour: Colour) -> String {
    let front = board.wave_name(board.docks[colour.index()].front);
    let row = front.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    format!("{}{row}", colour.word())
}

fn dock_space(board: &RcBoard, colour: Colour) -> Space {
    let dock = &board.docks[colour.index()];
    let (_, row) = board.waves[usize::from(dock.front)];
    Space {
        id: dock_id(board, colour),
        name: format!("{}’s dock", colour.name()),
        label: format!("dock of {}", colour.name()),
        at: (layout::DOCK_X, layout::row(row)),
        r: TOKEN_R,
        shapes: Vec::new(),
        evidence: dock.evidence,
        cell: layout::dock_cell(row),
        glyph: ('⊏', '['),
    }
}

fn wave_space(board: &RcBoard, wave: u8) -> Space {
    let at = board.waves[usize::from(wave)];
    let label = match (board.landing_at(wave), board.docks.iter().position(|dock| dock.front == wave)) {
        (Some(landing), _) => {
            let first = board.landings[landing].first.iter().map(|circle| board.circle_name(*circle)).collect();
            format!("wave at a landing, one step from {}", listed(first, "and"))
        }
        (_, Some(dock)) => format!("wave in front of the dock of {}", COLOURS[dock].name()),
        _ => "wave".to_owned(),
    };
    let landing = board.landing_at(wave).is_some();
    Space {
        id: board.wave_name(wave),
        name: board.wave_name(wave),
        label,
        at: layout::sea(at),
        r: TOKEN_R,
        shapes: circles::wave(),
        evidence: board.sea,
        cell: layout::sea_cell(at),
        glyph: if landing { ('≋', '=') } else { ('~', '~') },
    }
}

fn circle_space(board: &RcBoard, circle: u8) -> Space {
    let of = &board.circles[usize::from(circle)];
    let at = layout::land(of.at);
    let objective = of.objective.and_then(|objective| board.objectives.get(usize::from(objective)));
    let site = objective.map_or(at, |objective| layout::land(objective.site));
    let (label, glyph) = match (of.kind, objective) {
        (Kind::Sentry, _) => ("sentry".to_owned(), ('∙', '.')),
        (Kind::Safe, _) => ("safe circle".to_owned(), ('○', 'o')),
        (Kind::Arrow, Some(objective)) => (format!("arrow to the {}", objective.name), ('▸', '>')),
        (Kind::Arrow, None) => ("arrow".to_owned(), ('▸', '>')),
    };
    Space {
        id: board.circle_name(circle),
        name: board.circle_name(circle),
        label,
        at,
        r: circles::CIRCLE_R,
        shapes: circles::circle(of.kind, (site.0 - at.0, site.1 - at.1)),
        evidence: board.land,
        cell: layout::land_cell(of.at),
        glyph,
    }
}

fn site_space(board: &RcBoard, objective: usize) -> Space {
    let objective = &board.objectives[objective];
    Space {
        id: land_name(objective.site),
        name: format!("the {}", objective.name),
        label: format!("counters of the {}", objective.name),
        at: layout::land(objective.site),
        r: TOKEN_R,
        shapes: Vec::new(),
        evidence: objective.evidence,
        cell: layout::land_cell(objective.site),
        glyph: ('⌂', '0'),
    }
}

fn way_styles() -> Vec<WayStyle> {
    let dots = |ink, width, gap| vec![Stroke { ink, width, dash: vec![0.0, gap] }];
    vec![WayStyle { name: "line", label: "dotted line", strokes: dots("track", 4.2, 9.0) }]
}

/// Lines that may be walked.
fn ways(board: &RcBoard, closed_lines: bool) -> Vec<Way> {
    let open = board.lines.iter().filter(|line| !(line.closed && closed_lines));
    let way = |line: &Line| Way {
        from: board.circle_name(line.ends.0),
        to: board.circle_name(line.ends.1),
        style: "line",
        evidence: line.evidence,
    };
    open.map(way).collect()
}
