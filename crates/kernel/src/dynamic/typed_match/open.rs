//! Starting a match: board, options and number of players, with all faults of the config at once.

use super::{TypedMatch, scene_of};
use crate::dynamic::MatchConfig;
use crate::{Board, BoardFault, Fault, FullGame, GameInfo, Options, Play};
use std::sync::Arc;

impl<G: FullGame> TypedMatch<G> {
    /// A match before its first action, or all faults of the config.
    pub fn open(config: &MatchConfig) -> Result<Self, Vec<Fault>> {
        Self::open_on(config, || G::Board::load(G::Board::STANDARD).map(Arc::new))
    }

    /// Like [`TypedMatch::open`]; `standard` returns the standard board, which the caller may have read already.
    pub(in crate::dynamic) fn open_on(
        config: &MatchConfig,
        standard: impl FnOnce() -> Result<Arc<G::Board>, Vec<BoardFault>>,
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let players = if config.players == 0 { *G::INFO.players.last().unwrap_or(&2) } else { config.players };
        if !G::INFO.players.contains(&players) {
            faults.push(players_fault(G::INFO, players));
        }
        let newest = G::INFO.rules_version;
        let rules_version = if config.rules_version == 0 { newest } else { config.rules_version };
        if rules_version > newest {
            faults.push(rules_fault(G::INFO, rules_version));
        }
        let chosen = G::Options::choose(&config.options, rules_version).map_err(|found| faults.extend(found)).ok();
        let text = config.board.as_deref().unwrap_or(G::Board::STANDARD);
        let board = config.board.as_ref().map_or_else(standard, |text| G::Board::load(text).map(Arc::new));
        let board = board.map_err(|found| faults.extend(found.iter().map(|fault| board_fault(fault, text))));
        let (Some((options, complete)), Ok(board)) = (chosen, board) else { return Err(faults) };
        if !faults.is_empty() {
            return Err(faults);
        }
        let game = Arc::new(G::new(board, options, players, rules_version)?);
        let config = Arc::new(MatchConfig { players, options: complete, board: config.board.clone(), rules_version });
        let play = Play::<G>::start(&game);
        let scene = Arc::new(scene_of(&*game, &play.state, &[]));
        Ok(TypedMatch { game, config, play, played: Vec::new(), undo: Vec::new(), scene })
    }
}

fn players_fault(info: &GameInfo, players: u8) -> Fault {
    let counts: Vec<_> = info.players.iter().map(u8::to_string).collect();
    Fault::new("players", format!("{} is played by {}, not by {players}", info.title, counts.join(" or ")))
}

fn rules_fault(info: &GameInfo, rules_version: u32) -> Fault {
    let newest = info.rules_version;
    Fault::new("rules_version", format!("{} has rules versions 1 to {newest}, not {rules_version}", info.title))
}

fn board_fault(fault: &BoardFault, text: &str) -> Fault {
    let place = fault.line_column(text).map_or("board".into(), |(line, column)| format!("board {line}:{column}"));
    Fault::new(place, format!("{}. {}", fault.what, fault.hint).trim_end())
}
