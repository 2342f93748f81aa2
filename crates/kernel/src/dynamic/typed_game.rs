//! A game whose type is not known at compile time.

use super::{DynMatch, MatchConfig, TypedMatch};
use crate::lesson::Lesson;
use crate::puzzle::Stock;
use crate::{Board, BoardFault, Fault, FullGame, GameInfo, OptionSpec, RuleBook, scene};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

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
    /// The guided first match; `None` for a game without one.
    fn lesson(&self) -> Option<&Lesson> {
        None
    }
    /// The stock of puzzles; `None` for a game without one.
    fn puzzles(&self) -> Option<&Stock> {
        None
    }
}

/// Maximum number of openings that a game keeps.
const MOST_KEPT: usize = 8;

/// The game `G` with its types erased.
pub struct TypedGame<G: FullGame> {
    book: OnceLock<RuleBook>,
    lesson: OnceLock<Option<Lesson>>,
    puzzles: OnceLock<Option<Stock>>,
    /// The standard board, read once and shared by all matches on it.
    board: OnceLock<Arc<G::Board>>,
    /// The configs that were opened last on the standard board, with their matches before the first action: a game has
    /// large tables, which all matches of one config share.
    opened: Mutex<Vec<(MatchConfig, TypedMatch<G>)>>,
    game: PhantomData<fn() -> G>,
}

impl<G: FullGame> TypedGame<G> {
    /// The game; its rule book and board are read when they are needed for the first time.
    pub const fn new() -> Self {
        TypedGame {
            book: OnceLock::new(),
            lesson: OnceLock::new(),
            puzzles: OnceLock::new(),
            board: OnceLock::new(),
            opened: Mutex::new(Vec::new()),
            game: PhantomData,
        }
    }

    fn board(&self) -> Result<Arc<G::Board>, Vec<BoardFault>> {
        if let Some(board) = self.board.get() {
            return Ok(board.clone());
        }
        let board = Arc::new(G::Board::load(G::Board::STANDARD)?);
        Ok(self.board.get_or_init(|| board).clone())
    }

    fn opened(&self) -> MutexGuard<'_, Vec<(MatchConfig, TypedMatch<G>)>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open_typed(&self, config: &MatchConfig) -> Result<TypedMatch<G>, Vec<Fault>> {
        if config.board.is_some() {
            return TypedMatch::open(config);
        }
        let known = self.opened().iter().find(|(of, _)| of == config).map(|(_, opened)| opened.clone());
        if let Some(opened) = known {
            return Ok(opened);
        }
        let fresh = TypedMatch::open_on(config, || self.board())?;
        let mut opened = self.opened();
        if opened.len() == MOST_KEPT {
            opened.remove(0);
        }
        opened.push((config.clone(), fresh.clone()));
        Ok(fresh)
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
        Ok(Box::new(self.open_typed(config)?))
    }

    fn picture(&self, name: &str) -> Option<scene::Scene> {
        let opened = TypedMatch::<G>::open(&MatchConfig::default()).ok()?;
        let mut scene = opened.game().picture(name)?;
        scene::follow(&[], &mut scene.tokens);
        Some(scene)
    }

    fn lesson(&self) -> Option<&Lesson> {
        // A lesson that cannot be read is caught by a test of its game.
        self.lesson.get_or_init(|| Lesson::read(G::LESSON?).ok()).as_ref()
    }

    fn puzzles(&self) -> Option<&Stock> {
        // A stock that cannot be read is caught by a test of its game.
        self.puzzles.get_or_init(|| Stock::read(G::PUZZLES?).ok()).as_ref()
    }
}
