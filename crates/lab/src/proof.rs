//! Forced wins as documents: finding one, and checking one that comes from anywhere.
//!
//! The format is described in `docs/certificates.md`. [`prove`] searches with [`players::ProofSearch`]; [`verify`] only
//! replays with the rules of the game ([`players::check_strategy`]).
//!
//! ```
//! use boxtop_lab::proof::{Answer, Task, prove, verify};
//!
//! // Sixteen men cannot fill the castle: one more capture decides, and the musketeers must jump.
//! let attackers = ["d6", "a3", "b3", "c3", "g3", "h3", "i3", "c2", "d2", "e2", "f2", "g2", "c1", "d1", "e1", "f1", "g1"];
//! let position = serde_json::json!({
//!     "attackers": attackers, "musketeers": ["d7", "e9", "g7"], "to_act": "musketeers",
//! });
//! let task = Task::new("three-musketeers", Some(position), 1_000);
//! let Answer::Won(certificate) = prove(&task, "musketeers", &mut |_| true)?.answer else { panic!("not found") };
//! assert_eq!(verify(&certificate)?.winner, "the musketeers");
//! # Ok::<(), boxtop_lab::proof::ProofError>(())
//! ```

use crate::{Listed, Unfit, open_match, visit};
use games::Visitor;
use kernel::dynamic::{DynMatch, MatchConfig, MatchSetup, TypedMatch};
use kernel::record::Program;
use kernel::{Board, Chosen, Fault, FullGame, History, Seat};
use players::{Flaw, ProofSearch, Strategy, StrategyKind, StrategyNode, Unprovable, Verdict, check_strategy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The only format of certificates.
pub const FORMAT: u32 = 1;
/// Maximum number of nodes of a certificate that is checked.
pub const MOST_NODES: usize = 2_000_000;
/// Maximum number of steps of a check: nodes, each with every state in which it can be reached.
pub const MOST_STEPS: u64 = 4_000_000;

/// A forced win, with everything that is needed to check it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always `boxtop`.
    pub program: Program,
    /// Format of this document.
    pub certificate: u32,
    /// The game's slug.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// SHA-256 of the board file, in hexadecimal.
    pub board_hash: String,
    /// The board file itself, if it is not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// All options, defaults included.
    pub options: Chosen,
    /// The position in which the win is claimed. No earlier position counts.
    pub position: Value,
    /// The id of the seat that wins.
    pub winner: String,
    /// How it wins.
    pub kind: Kind,
    /// The largest number of actions until the win; absent if only a rule against endless play may end the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// What to do in every position that can come up, from node 0 on.
    pub nodes: Vec<Node>,
}

/// How a winning strategy wins.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Every line ends after a limited number of actions, and no position comes up twice.
    Finite,
    /// No line ends in any other way than by a win, and endless play is a win by the rules.
    Holding,
}

/// A node of a strategy: `["d6-d7", 3]`, `[4, 5, 6]` or `"TM-14"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Node {
    /// The winner acts: the action and the node after it.
    Own(String, u32),
    /// The opponent acts: the node after each legal action, in the order of their notation.
    Replies(Vec<u32>),
    /// The match is over, by this rule.
    Over(String),
}

/// A position in which a forced win is looked for.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game's slug.
    pub game: String,
    /// Options and board.
    pub config: MatchConfig,
    /// The position; `None` for the start of a match.
    pub position: Option<Value>,
    /// Maximum number of positions to search.
    pub nodes: u64,
}

impl Task {
    /// A position with the usual options and board.
    pub fn new(game: &str, position: Option<Value>, nodes: u64) -> Self {
        Task { game: game.to_owned(), config: MatchConfig::default(), position, nodes }
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Proved {
    /// The answer.
    pub answer: Answer,
    /// The winner's first action, if it is the one to act.
    pub first: Option<String>,
    /// Number of positions searched.
    pub nodes: u64,
    /// Was the search stopped from outside?
    pub stopped: bool,
}

/// Can the seat force a win?
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Yes, as this certificate shows.
    Won(Box<Certificate>),
    /// No: the opponent can prevent it.
    NotWon,
    /// Not decided within the limit.
    Open,
}

/// What a certificate shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// The game's title.
    pub title: &'static str,
    /// The seat that wins, in words.
    pub winner: &'static str,
    /// Where the match stands in the certificate's position, in words.
    pub headline: String,
    /// How it wins.
    pub kind: Kind,
    /// The largest number of actions until the win; `None` if only a rule against endless play may end the match.
    pub length: Option<u32>,
    /// Number of positions that were checked.
    pub positions: usize,
    /// The rules that end the lines.
    pub endings: Vec<String>,
}

/// Why nothing can be proven, or why a certificate proves nothing.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ProofError {
    /// There is no such game, or the match cannot be set up.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Another format.
    #[error("the certificate has format {0}; this program reads format {FORMAT}. Use a newer boxtop to check it")]
    Format(u32),
    /// The rules have changed since.
    #[error("the certificate is for version {0} of the rules, which this program does not have; use a newer boxtop")]
    Rules(u32),
    /// The board is not the one it names.
    #[error("the certificate names the board {wanted}, but its board is {found}; add the board file to it")]
    OtherBoard {
        /// The hash in the certificate.
        wanted: String,
        /// The hash of its board.
        found: String,
    },
    /// Options are missing.
    #[error("the certificate does not name every option; it must have {0}")]
    Options(String),
    /// The position cannot be set up.
    #[error("the position cannot be set up: {}", Listed(.0))]
    Position(Vec<Fault>),
    /// The position remembers earlier positions.
    #[error("the position has earlier positions, which a certificate cannot take into account; leave them out")]
    Earlier,
    /// There is no such seat.
    #[error("there is no side “{0}”; there is {1}")]
    NoSeat(String, String),
    /// The game or the position has no forced wins.
    #[error("{0}")]
    Unprovable(Unprovable),
    /// Too many nodes.
    #[error("the certificate has {0} nodes; at most {MOST_NODES} are checked")]
    TooManyNodes(usize),
    /// The strategy proves nothing.
    #[error("the certificate proves nothing: {0}")]
    Flaw(Flaw),
    /// The win takes another number of actions than claimed.
    #[error("the certificate claims a win in {} actions, but its longest line has {}", in_words(.claimed), in_words(.found))]
    Length {
        /// The claim.
        claimed: Option<u32>,
        /// What was found.
        found: Option<u32>,
    },
}

fn in_words(length: &Option<u32>) -> String {
    length.map_or("any number of".to_owned(), |length| length.to_string())
}

/// Looks for a forced win of this seat. `watch` is told the number of positions from time to time and says whether to
/// go on.
pub fn prove(task: &Task, seat: &str, watch: &mut dyn FnMut(u64) -> bool) -> Result<Proved, ProofError> {
    visit(&task.game, Prover { task, seat, watch })?
}

/// Checks a certificate.
pub fn verify(certificate: &Certificate) -> Result<Verified, ProofError> {
    if certificate.certificate != FORMAT {
        return Err(ProofError::Format(certificate.certificate));
    }
    if certificate.nodes.len() > MOST_NODES {
        return Err(ProofError::TooManyNodes(certificate.nodes.len()));
    }
    visit(&certificate.game, Verifier(certificate))?
}

/// The seats of the game in words, for a message.
fn seat_of<G: FullGame>(opened: &TypedMatch<G>, id: &str) -> Result<Seat, ProofError> {
    opened.seat(id).ok_or_else(|| {
        let ids: Vec<_> = opened.seats().iter().map(|seat| seat.id).collect();
        ProofError::NoSeat(id.chars().take(40).collect(), ids.join(" and "))
    })
}

fn place<G: FullGame>(opened: &mut TypedMatch<G>, position: Value) -> Result<(), ProofError> {
    opened.place(position).map_err(ProofError::Position)
}

/// The current position without those before it.
fn position_alone<G: FullGame>(opened: &TypedMatch<G>) -> Result<Value, ProofError> {
    let position = opened.game().position(&opened.current_play().state, &G::History::default());
    serde_json::to_value(position)
        .map_err(|error| ProofError::Position(vec![Fault::new("position", error.to_string())]))
}

struct Prover<'a, 'w> {
    task: &'a Task,
    seat: &'a str,
    watch: &'w mut dyn FnMut(u64) -> bool,
}

impl Visitor for Prover<'_, '_> {
    type Output = Result<Proved, ProofError>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let mut opened = open_match::<G>(&self.task.config)?;
        if let Some(position) = &self.task.position {
            place(&mut opened, position.clone())?;
        }
        let position = position_alone(&opened)?;
        place(&mut opened, position.clone())?;
        let (seat, state) = (seat_of(&opened, self.seat)?, opened.current_play().state);
        let search = ProofSearch::new(self.task.nodes);
        let found = search.run(&**opened.game(), &state, seat, self.watch).map_err(ProofError::Unprovable)?;
        let (first, answer) = match found.verdict {
            Verdict::Won(strategy) => {
                let certificate = written(&opened, position, seat, strategy);
                let first = certificate.nodes.first().and_then(|node| match node {
                    Node::Own(action, _) => Some(action.clone()),
                    _ => None,
                });
                (first, Answer::Won(Box::new(certificate)))
            }
            Verdict::NotWon => (None, Answer::NotWon),
            Verdict::Open => (None, Answer::Open),
        };
        Ok(Proved { answer, first, nodes: found.nodes, stopped: found.stopped })
    }
}

/// The certificate of a strategy.
fn written<G: FullGame>(opened: &TypedMatch<G>, position: Value, seat: Seat, strategy: Strategy) -> Certificate {
    let config = opened.config();
    let length = strategy.length();
    let kind = match strategy.kind {
        StrategyKind::Finite => Kind::Finite,
        StrategyKind::Holding => Kind::Holding,
    };
    let node = |node| match node {
        StrategyNode::Own { action, then } => Node::Own(action, then),
        StrategyNode::Replies(nodes) => Node::Replies(nodes),
        StrategyNode::Over(rule) => Node::Over(rule),
    };
    Certificate {
        program: Program::Boxtop,
        certificate: FORMAT,
        game: G::INFO.slug.to_owned(),
        rules_version: config.rules_version,
        board_hash: table::board_hash(config.board.as_deref().unwrap_or(G::Board::STANDARD)),
        board: config.board.clone(),
        options: config.options.clone(),
        position,
        winner: opened.game().seat(seat).id.to_owned(),
        kind,
        length,
        nodes: strategy.nodes.into_iter().map(node).collect(),
    }
}

struct Verifier<'a>(&'a Certificate);

impl Visitor for Verifier<'_> {
    type Output = Result<Verified, ProofError>;

    fn visit<G: FullGame>(self) -> Self::Output {
        let certificate = self.0;
        let mut opened = opened_for::<G>(certificate)?;
        place(&mut opened, certificate.position.clone())?;
        if opened.current_play().history.mark() > 1 {
            return Err(ProofError::Earlier);
        }
        let (game, seat, strategy) = (&**opened.game(), seat_of(&opened, &certificate.winner)?, strategy(certificate));
        let state = opened.current_play().state;
        let checked = check_strategy(game, &state, seat, &strategy, MOST_STEPS).map_err(ProofError::Flaw)?;
        if checked.length != certificate.length {
            return Err(ProofError::Length { claimed: certificate.length, found: checked.length });
        }
        let ending = |node: &Node| if let Node::Over(rule) = node { Some(rule.clone()) } else { None };
        Ok(Verified {
            title: G::INFO.title,
            winner: game.seat(seat).name,
            headline: game.scene(&state).headline.clone(),
            kind: certificate.kind,
            length: checked.length,
            positions: checked.positions,
            endings: certificate.nodes.iter().filter_map(ending).collect(),
        })
    }
}

/// A match with the rules, board and options that a certificate names.
fn opened_for<G: FullGame>(certificate: &Certificate) -> Result<TypedMatch<G>, ProofError> {
    if !(1..=G::INFO.rules_version).contains(&certificate.rules_version) {
        return Err(ProofError::Rules(certificate.rules_version));
    }
    let found = table::board_hash(certificate.board.as_deref().unwrap_or(G::Board::STANDARD));
    if found != certificate.board_hash {
        return Err(ProofError::OtherBoard { wanted: certificate.board_hash.chars().take(64).collect(), found });
    }
    let config = MatchConfig {
        players: 0,
        options: certificate.options.clone(),
        board: certificate.board.clone(),
        rules_version: certificate.rules_version,
    };
    let opened = open_match::<G>(&config)?;
    if opened.config().options != certificate.options {
        let names: Vec<_> = opened.config().options.keys().map(String::as_str).collect();
        return Err(ProofError::Options(names.join(", ")));
    }
    Ok(opened)
}

fn strategy(certificate: &Certificate) -> Strategy {
    let kind = match certificate.kind {
        Kind::Finite => StrategyKind::Finite,
        Kind::Holding => StrategyKind::Holding,
    };
    let node = |node: &Node| match node {
        Node::Own(action, then) => StrategyNode::Own { action: action.clone(), then: *then },
        Node::Replies(nodes) => StrategyNode::Replies(nodes.clone()),
        Node::Over(rule) => StrategyNode::Over(rule.clone()),
    };
    Strategy { kind, nodes: certificate.nodes.iter().map(node).collect() }
}
