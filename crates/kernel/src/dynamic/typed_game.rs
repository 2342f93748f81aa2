//! A box on the shelf, before anybody plays.

use super::{DynMatch, MatchConfig, TypedMatch};
use crate::{Board, BoardFault, Fault, FullGame, GameInfo, OptionSpec, RuleBook, Seat, scene};
use std::any::Any;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// A box on the shelf.
pub trait DynGame: Send + Sync {
    /// The lid.
    fn info(&self) -> &'static GameInfo;
    /// The rules by number.
    fn rule_book(&self) -> &RuleBook;
    /// All options there are.
    fn options(&self) -> Vec<OptionSpec>;
    /// The board that comes in the box.
    fn standard_board(&self) -> &'static str;
    /// Every fault of a board file.
    fn check_board(&self, text: &str) -> Vec<BoardFault>;
    /// Opens the box: a match before its first action, or every fault of the config.
    fn open(&self, config: &MatchConfig) -> Result<Box<dyn DynMatch>, Vec<Fault>>;
    /// A named picture of the how-to-play page.
    fn picture(&self, name: &str) -> Option<scene::Scene>;
    /// Size of the engine's state in bytes.
    fn state_size(&self) -> usize;
    /// For those who know the real type.
    fn as_any(&self) -> &dyn Any;
}

/// The box of the game `G`.
pub struct TypedGame<G: FullGame> {
    book: OnceLock<RuleBook>,
    /// The board in the box, read once and shared by all matches on it.
    board: OnceLock<Arc<G::Board>>,
    game: PhantomData<fn() -> G>,
}

impl<G: FullGame> TypedGame<G> {
    /// The box.
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
        let seated = TypedMatch::<G>::open(&MatchConfig::default()).ok()?;
        let mut scene = seated.game().picture(name)?;
        scene::follow(&[], &mut scene.tokens);
        Some(scene)
    }

    fn state_size(&self) -> usize {
        size_of::<G::State>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The seat called `id` among the first `players` seats.
pub(super) fn seat_called<G: FullGame>(game: &G, id: &str) -> Option<Seat> {
    (0..game.players()).map(Seat).find(|seat| game.seat(*seat).id.eq_ignore_ascii_case(id))
}
