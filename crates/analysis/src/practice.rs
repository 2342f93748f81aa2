//! Help during a match, for tables where everybody wants it: the reason of a hint, and the chances of winning.

use crate::budget::Budget;
use crate::decisions::level;
use crate::estimate::{Evaluation, outcome_shares};
use crate::playout::{Course, Playout};
use crate::search::Searcher;
use kernel::{FullGame, Known, Sentence};
use players::suits_alpha_beta;

/// Maximum number of other actions that are looked at.
const MOST_OTHERS: usize = 5;

/// Another action that a player might choose, and a fact that speaks against it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contrast<A> {
    /// The other action.
    pub other: A,
    /// What the recommended action does and the other does not.
    pub fact: Sentence,
}

/// Compares an action with the others that look best at first sight, and gives the first fact that speaks for it.
/// `None` if the game has no words for any difference, or if there is no other action.
///
/// ```
/// use games::three_musketeers::ThreeMusketeers;
/// use kernel::{Game, Play, Seat, dynamic::{DynMatch, MatchConfig, TypedMatch}};
///
/// let position = games::three_musketeers().open(&MatchConfig::players(2)).unwrap();
/// let typed = position.as_any().downcast_ref::<TypedMatch<ThreeMusketeers>>().unwrap();
/// let (game, known) = (typed.game(), typed.current_play().known_to(typed.game(), Seat(0)));
/// for (action, _) in players::by_heuristic(&**game, &known) {
///     assert!(boxtop_analysis::contrast(&**game, &known, action).is_none_or(|found| found.other != action));
/// }
/// ```
pub fn contrast<G: FullGame>(game: &G, known: &Known<G>, action: G::Action) -> Option<Contrast<G::Action>> {
    let mut others = players::by_heuristic(game, known);
    others.retain(|(other, _)| *other != action);
    others.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    others.into_iter().take(MOST_OTHERS).find_map(|(other, _)| {
        let fact = game.advantages(known.state(), known.seat(), action, other).into_iter().next()?;
        Some(Contrast { other, fact })
    })
}

/// Every seat's chance of winning, from what one seat knows. It is the chance that the analysis of the finished match
/// would show, with fewer positions.
pub fn chances<G: FullGame>(game: &G, known: &Known<G>, budget: Budget, seed: u64) -> Vec<f64> {
    let seats = game.all_seats().iter().count();
    let open = suits_alpha_beta(game, known);
    let play = known.clone().into_play();
    let shares = match game.outcome(&play.state) {
        Some(outcome) => outcome_shares(&outcome),
        None if open => Searcher::new(game, budget.most_each).look(&play).shares,
        None => {
            let course = Course { seed, number: 0, throws: budget.decision_throws };
            level(&mut Playout::new(game, &Evaluation), &play, course, budget.most_each)
        }
    };
    shares[..seats].to_vec()
}
