//! A game whose type is not known at compile time.

use super::{DynMatch, MatchConfig, TypedMatch};
use crate::{Board, BoardFault, Fault, FullGame, GameInfo, OptionSpec, RuleBook, scene};
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// A game with its types erased: what it says about itself, and how a match of it begins.
pub trait DynGame: Send + Sync {
    /// The game's description of itself.
    fn info(&self) -> &'static GameInfo;
    /// The rules, by number.
    fn rule_book(&self) -> &RuleBook;
    /// All options of the game.
    fn options(&self) -> Vec<OptionSpec>;
    /// The file of the board that the game is played on unless another one is given.
    fn standard_board(&self) -> &'static str;
    /// All faults of a board file; empty if it can be played on.
    fn check_board(&self, text: &str) -> Vec<BoardFault>;
    /// A match before its first action, or all faults of the config.
    fn open(&self, config: &MatchConfig) -> Result<Box<dyn DynMatch>, Vec<Fault>>;
    /// A named picture of the how-to-play page.
    fn picture(&self, name: &str) -> Option<scene::Scene>;
}

/// The game `G` with its types erased.
pub struct TypedGame<G: FullGame> {
    book: OnceLock<RuleBook>,
    /// The standard board, read once and shared by all matches on it.
    board: OnceLock<Arc<G::Board>>,
    game: PhantomData<fn() -> G>,
}

impl<G: FullGame> TypedGame<G> {
    /// The game; its rule book and board are read when they are first needed.
    pub const fn new() -> Self {
        TypedGame { book: OnceLock::new(), board: OnceLock::new(), game: PhantomData }
    }

    fn board(&self) -> Result<Arc<G::Board>, Vec<BoardFault>> {
        if let Some(board) = self.board.get() {
            return Ok(board.clone());
        }
        let board = Arc::new(G::Board::load(G::Board::STANDARD)?);
        Ok(self.board.get_or_init(|| board).clone())
    }
}

impl<G: FullGame> Default for TypedGame<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: FullGame> DynGame for TypedGame<G> {
    fn info(&self) -> &'static GameInfo {
        G::INFO
    }

    fn rule_book(&self) -> &RuleBook {
        // A rule book that cannot be read is caught by a test of its game.
        self.book.get_or_init(|| RuleBook::read(G::INFO.rules).unwrap_or_default())
    }

    fn options(&self) -> Vec<OptionSpec> {
        G::option_specs()
    }

    fn standard_board(&self) -> &'static str {
        G::Board::STANDARD
    }

    fn check_board(&self, text: &str) -> Vec<BoardFault> {
        G::Board::load(text).err().unwrap_or_default()
    }

    fn open(&self, config: &MatchConfig) -> Result<Box<dyn DynMatch>, Vec<Fault>> {
        Ok(Box::new(TypedMatch::<G>::open_on(config, || self.board())?))
    }

    fn picture(&self, name: &str) -> Option<scene::Scene> {
        let opened = TypedMatch::<G>::open(&MatchConfig::default()).ok()?;
        let mut scene = opened.game().picture(name)?;
        scene::follow(&[], &mut scene.tokens);
        Some(scene)
    }
}
