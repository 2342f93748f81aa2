//! Every type that crosses the wire, declared once.
//!
//! The server writes these types, and pages, terminal, bots, the load driver and tests read them. Each type can be
//! written and read; with the feature `schema` it also describes itself for the OpenAPI document. Nothing here knows
//! a rule, a store or HTTP.
//!
//! ```
//! use boxtop_protocol::{Command, CommandRequest};
//!
//! let play = Command::Play { seat: "attack".into(), action: "d6-d7".into() };
//! let request = CommandRequest::new(7, "a-random-key", play);
//! let body = serde_json::to_string(&request)?;
//! assert_eq!(
//!     body,
//!     r#"{"version":7,"key":"a-random-key","command":{"type":"play","seat":"attack","action":"d6-d7"}}"#
//! );
//! assert_eq!(serde_json::from_str::<CommandRequest>(&body)?, request);
//! # Ok::<(), serde_json::Error>(())
//! ```

#![forbid(unsafe_code)]

mod account;
mod analysis;
mod change;
mod command;
mod exercise;
mod game;
mod params;
mod partial;
mod problem;
mod query;
mod receipt;
mod record;
mod stream;
mod table;
mod view;

pub use account::{
    Account, AccountExport, ClaimRequest, DeviceLink, LinkRequest, LoginRequest, LogoutRequest, NameRequest, NewToken,
    ResetRequest, SentMessage, TokenInfo, TokenRequest,
};
pub use analysis::{
    AnalysedAction, AnalysedDecision, AnalysedSeat, AnalysedStep, AnalysedThrow, Analysis, AnalysisState,
    AnalysisStatus, OpenedAnalysis, Verdict,
};
pub use change::{CannotApply, LogChange, MovedToken, SeatChange, TokenChanges, TrayChange, ViewChange};
pub use command::{AbsenceChoice, Command, CommandRequest, CommandResult};
pub use exercise::{
    ExerciseAttempt, ExerciseMark, ExerciseSolution, ExerciseTask, ExerciseVerdict, JudgedAction, Puzzle, PuzzleDone,
    PuzzleEntry, PuzzleGame, PuzzleList, PuzzleOutcome,
};
pub use game::{
    BoardFile, ChosenOptions, GameDetails, GameOption, GameSummary, LevelInfo, OptionChoice, OptionValue, RuleText,
    SeatsForPlayers,
};
pub use params::{
    ChancesQuery, ChatQuery, EventsQuery, LegalMovesQuery, MomentsQuery, PathQuery, ProspectsQuery, TablesQuery,
    ViewQuery, WhyQuery,
};
pub use partial::{PartialMove, PartialSeatMoves, PartialView};
pub use problem::{FaultDetails, Problem};
pub use query::{
    BranchRequest, Chances, DrawnPath, Explanation, Hint, HintRequest, OpenedTable, PathEnd, PathRefusal, Prospect,
    Prospects, Sentence,
};
pub use receipt::{Receipt, SigningKey, SigningKeys};
pub use record::{
    MatchRecord, RecordPace, RecordProgram, RecordPurpose, RecordResult, RecordSeat, RecordStep, RecordThrow,
};
pub use stream::{ChatAudience, ChatMessage, ChatMessages, ChatRequest, ReportReceipt, ReportRequest, StreamEvent};
pub use table::{DiceSource, LuckReport, SeatLuck, TableEntry, TableList, TableRequest};
pub use view::{
    Absence, AbsenceReason, Clocks, Contest, DialSector, LegalMove, LegalMoves, LinkWanted, LogEntry, MarkKind, Moment,
    Moments, Occupancy, Pace, PendingThrow, Phase, Proposal, Question, SameStep, SeatLink, SeatMoment, SeatMoves,
    SeatView, SpaceMark, Throw, Token, Tone, Tray, View,
};
