//! The analysis of a finished match: chances of winning, decisions, throws and each seat's summary.

use crate::Sentence;
use serde::{Deserialize, Serialize};

/// The analysis of a finished match. Chart, list and numbers are all made from it.
///
/// Chances, losses and luck are shares of the win: 1 is a certain win. Lists by seat are in the order of `seats`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The version of the calculation. The same version gives the same analysis of the same match everywhere.
    pub version: u32,
    /// The game's slug.
    pub game: String,
    /// SHA-256 of everything that the analysis depends on: game, rules, board, options, start, steps and result.
    pub fingerprint: String,
    /// Is every step analysed? If not, the analysis was stopped, and the numbers are about its first steps.
    pub complete: bool,
    /// The players with their summaries.
    pub seats: Vec<AnalysedSeat>,
    /// Every seat's chance of winning before the first step.
    pub start: Vec<f64>,
    /// The steps of the match, without those that were undone.
    pub steps: Vec<AnalysedStep>,
    /// Every seat's share of the win in the end.
    pub result: Vec<f64>,
    /// How and why the match ended.
    pub ending: String,
    /// The steps that changed the chances most, in order, each counted from 1.
    pub turning_points: Vec<u32>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// How far the analysis of a match is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisStatus {
    /// Does it wait, run, or is it done?
    pub state: AnalysisState,
    /// The number of positions that are done.
    pub done: u32,
    /// The number of positions in all; 0 if this node does not know it.
    pub of: u32,
    /// What was found, once it is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
}

/// Where an analysis is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum AnalysisState {
    /// Others come first.
    Waiting,
    /// It is being made, here or at another node.
    Running,
    /// It is complete.
    Done,
}

/// An uploaded record that is analysed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpenedAnalysis {
    /// Its id.
    pub id: String,
    /// The page that shows it.
    pub url: String,
}

/// A player's summary.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysedSeat {
    /// The seat's id.
    pub seat: String,
    /// The seat's name in sentences.
    pub called: String,
    /// The player's name.
    pub player: String,
    /// The number of decisions with a choice.
    pub decisions: u32,
    /// The number of decisions without a choice, which count for nothing else.
    pub forced: u32,
    /// From 0 to 100, the mean of 100 ÷ (1 + 10 × loss) over all decisions with a choice; absent without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// The mean loss of the decisions with a choice.
    pub mean_loss: f64,
    /// The number of decisions that lost 2 % or more, but less than 5 %.
    pub inaccuracies: u32,
    /// The number of decisions that lost 5 % or more, but less than 10 %.
    pub mistakes: u32,
    /// The number of decisions that lost 10 % or more.
    pub blunders: u32,
    /// What all throws of the match, also those of others, changed for this seat.
    pub luck: f64,
    /// The share of the win without luck: the result minus luck. It may be below 0 or above 1.
    pub adjusted: f64,
}

/// A step of the match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysedStep {
    /// Its number, counted from 1; undone steps have none.
    pub step: u32,
    /// The seat that acted or threw; absent if nobody did, as when a counter is turned up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The action or the outcome of the throw, in notation.
    pub notation: String,
    /// Every seat's chance of winning after it.
    pub chances: Vec<f64>,
    /// What was decided; absent for a throw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<AnalysedDecision>,
    /// What was thrown; absent for a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw: Option<AnalysedThrow>,
}

/// A decision, judged by what its player could know.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysedDecision {
    /// Was there no choice, or only an agreement between people, which is not judged?
    pub forced: bool,
    /// The player's chance of winning with the action that was played.
    pub played: f64,
    /// The same with the best action.
    pub best: f64,
    /// The difference; 0 if it is smaller than the error of the estimates.
    pub loss: f64,
    /// What the loss amounts to; absent below 2 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// The best action and how its player could go on, in notation; empty if nothing better was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// The best action in words, as a list of moves shows it; absent if nothing better was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The spaces, trays or pieces that one points at to play the best action, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<String>,
    /// Why the best action is better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Sentence>,
    /// The actions that were compared, best first, with the one that was played among them; empty without a verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<AnalysedAction>,
}

/// An action that was compared with others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysedAction {
    /// The action in notation.
    pub notation: String,
    /// What it loses against the best action; 0 if that is smaller than the error of the estimates.
    pub loss: f64,
}

/// What a loss amounts to.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Verdict {
    /// 2 % or more.
    Inaccuracy,
    /// 5 % or more.
    Mistake,
    /// 10 % or more.
    Blunder,
}

impl Verdict {
    /// The verdict on a loss; `None` below 2 %.
    ///
    /// ```
    /// use boxtop_protocol::Verdict;
    ///
    /// assert_eq!(Verdict::on(0.019), None);
    /// assert_eq!(Verdict::on(0.05), Some(Verdict::Mistake));
    /// assert!(Verdict::Mistake < Verdict::Blunder);
    /// ```
    pub fn on(loss: f64) -> Option<Self> {
        match loss {
            loss if loss >= 0.10 => Some(Verdict::Blunder),
            loss if loss >= 0.05 => Some(Verdict::Mistake),
            loss if loss >= 0.02 => Some(Verdict::Inaccuracy),
            _ => None,
        }
    }

    /// One word for it.
    pub const fn word(self) -> &'static str {
        ["inaccuracy", "mistake", "blunder"][self as usize]
    }
}

/// A throw and what it changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysedThrow {
    /// The probability of the outcome.
    pub probability: f64,
    /// Every seat's chance of winning before it: the mean over all outcomes, weighted by their probabilities.
    pub expected: Vec<f64>,
    /// Every seat's luck: its chance after the throw minus the expected one.
    pub luck: Vec<f64>,
}
