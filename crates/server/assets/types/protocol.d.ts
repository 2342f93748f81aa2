// Every type that crosses the wire, generated from the crate `protocol`. Refresh it with
// BOXTOP_BLESS=1 cargo test -p boxtop-server of_the_protocol

/** A player who is gone, in a match between two people. */
export interface Absence {
  /** The player's seats. */
  seats: string[];
  /** When the other player may choose what follows, in milliseconds since 1970. */
  from: number;
  /** Why the player counts as gone. */
  why: AbsenceReason;
  /** Is the choice the viewer's? */
  mine: boolean;
}

/** What happens if the other player is gone. */
export type AbsenceChoice = "claim" | "abort" | "computer" | "open";

/** Why a player counts as gone. */
export type AbsenceReason = "away" | "time" | "open" | "unrevealed";

/** Your account, in short. */
export interface Account {
  /** The name that others see. */
  name: string;
  /** The name that is reserved for you with a password. */
  claimed?: string | null;
  /** Does the server store anything about you besides seats at tables? */
  known: boolean;
  /** The scopes of the token you used; `null` for a browser. */
  scopes?: string | null;
  /** The number of devices that are logged in. */
  devices: number;
  /** Your tokens. */
  tokens: TokenInfo[];
  /** The number of your stored messages. */
  messages: number;
  /** The number of tables that wait for you, at most 100. */
  waiting: number;
  /** The number of puzzles that you have solved. */
  solved?: number;
}

/** Everything stored about you. */
export interface AccountExport {
  /** The name that others see. */
  name: string;
  /** The name that is reserved for you. */
  claimed?: string | null;
  /** When the account was created, in milliseconds since 1970. */
  since?: number | null;
  /** Is a password hash stored? */
  password: boolean;
  /** When each device was added, in milliseconds since 1970. */
  devices: number[];
  /** Your tokens. */
  tokens: TokenInfo[];
  /** Your messages. */
  messages: SentMessage[];
  /** All matches in which you have a seat. */
  tables: TableEntry[];
  /** Puzzles that you have solved or looked up. */
  puzzles?: PuzzleDone[];
}

/** An action that was compared with others. */
export interface AnalysedAction {
  /** The action in notation. */
  notation: string;
  /** What it loses against the best action; 0 if that is smaller than the error of the estimates. */
  loss: number;
}

/** A decision, judged by what its player could know. */
export interface AnalysedDecision {
  /** Was there no choice, or only an agreement between people, which is not judged? */
  forced: boolean;
  /** The player's chance of winning with the action that was played. */
  played: number;
  /** The same with the best action. */
  best: number;
  /** The difference; 0 if it is smaller than the error of the estimates. */
  loss: number;
  verdict?: Verdict | null;
  /** The best action and how its player could go on, in notation; empty if nothing better was found. */
  line?: string[];
  /** The best action in words, as a list of moves shows it; absent if nothing better was found. */
  label?: string | null;
  /** The spaces, trays or pieces that one points at to play the best action, in order. */
  points?: string[];
  reason?: Sentence | null;
  /** The actions that were compared, best first, with the one that was played among them; empty without a verdict. */
  alternatives?: AnalysedAction[];
}

/** A player's summary. */
export interface AnalysedSeat {
  /** The seat's id. */
  seat: string;
  /** The seat's name in sentences. */
  called: string;
  /** The player's name. */
  player: string;
  /** The number of decisions with a choice. */
  decisions: number;
  /** The number of decisions without a choice, which count for nothing else. */
  forced: number;
  /** From 0 to 100, the mean of 100 ÷ (1 + 10 × loss) over all decisions with a choice; absent without any. */
  accuracy?: number | null;
  /** The mean loss of the decisions with a choice. */
  mean_loss: number;
  /** The number of decisions that lost 2 % or more, but less than 5 %. */
  inaccuracies: number;
  /** The number of decisions that lost 5 % or more, but less than 10 %. */
  mistakes: number;
  /** The number of decisions that lost 10 % or more. */
  blunders: number;
  /** What all throws of the match, also those of others, changed for this seat. */
  luck: number;
  /** The share of the win without luck: the result minus luck. It may be below 0 or above 1. */
  adjusted: number;
}

/** A step of the match. */
export interface AnalysedStep {
  /** Its number, counted from 1; undone steps have none. */
  step: number;
  /** The seat that acted or threw; absent if nobody did, as when a counter is turned up. */
  seat?: string | null;
  /** The action or the outcome of the throw, in notation. */
  notation: string;
  /** Every seat's chance of winning after it. */
  chances: number[];
  decision?: AnalysedDecision | null;
  throw?: AnalysedThrow | null;
}

/** A throw and what it changed. */
export interface AnalysedThrow {
  /** The probability of the outcome. */
  probability: number;
  /** Every seat's chance of winning before it: the mean over all outcomes, weighted by their probabilities. */
  expected: number[];
  /** Every seat's luck: its chance after the throw minus the expected one. */
  luck: number[];
}

/** The analysis of a finished match. Chart, list and numbers are all made from it. Chances, losses and luck are shares of the win: 1 is a certain win. Lists by seat are in the order of `seats`. */
export interface Analysis {
  /** The version of the calculation. The same version gives the same analysis of the same match everywhere. */
  version: number;
  /** The game's slug. */
  game: string;
  /** SHA-256 of everything that the analysis depends on: game, rules, board, options, start, steps and result. */
  fingerprint: string;
  /** Is every step analysed? If not, the analysis was stopped, and the numbers are about its first steps. */
  complete: boolean;
  /** The players with their summaries. */
  seats: AnalysedSeat[];
  /** Every seat's chance of winning before the first step. */
  start: number[];
  /** The steps of the match, without those that were undone. */
  steps: AnalysedStep[];
  /** Every seat's share of the win in the end. */
  result: number[];
  /** How and why the match ended. */
  ending: string;
  /** The steps that changed the chances most, in order, each counted from 1. */
  turning_points: number[];
  /** The number of positions searched. */
  nodes: number;
}

/** Where an analysis is. */
export type AnalysisState = "waiting" | "running" | "done";

/** How far the analysis of a match is. */
export interface AnalysisStatus {
  /** Does it wait, run, or is it done? */
  state: AnalysisState;
  /** The number of positions that are done. */
  done: number;
  /** The number of positions in all; 0 if this node does not know it. */
  of: number;
  analysis?: Analysis | null;
}

/** A board file. */
export interface BoardFile {
  /** Its fingerprint, as records name it. */
  hash: string;
  /** The file, in TOML. */
  board: string;
}

/** Asks for a new table that starts from a step of a match. */
export interface BranchRequest {
  /** The number of steps to keep. */
  step: number;
  /** One word for each seat: `me`, `open` or a computer's level. */
  seats: string[];
  /** Your device sends the anchors of your seats later, with the command `commit`. */
  anchor_later?: boolean;
}

/** The chances of winning as far as a seat can know. */
export interface Chances {
  /** The version they are for. */
  version: number;
  /** For each seat, in seat order, its share of the win; 1 is a certain win. */
  chances: number[];
}

/** Who can read a message. */
export type ChatAudience = "seats" | "everyone";

/** A chat message. */
export interface ChatMessage {
  /** Its number at this table, from 1. */
  number: number;
  /** The name of the sender. */
  name: string;
  /** The seats that the sender plays now. */
  seats: string[];
  /** The text; empty if the message was removed. */
  text: string;
  /** Who can read it. */
  audience: ChatAudience;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  /** Did the viewer send it? */
  mine: boolean;
  /** Did the host remove its text? A message that is removed later is sent again. */
  removed?: boolean;
}

/** Chat messages of a table, the oldest first. */
export interface ChatMessages {
  /** The messages. */
  messages: ChatMessage[];
  /** Ask for messages `after` this number; `null` if there are no more. */
  next?: number | null;
}

/** The body of `POST /api/v1/tables/{table}/chat`. */
export interface ChatRequest {
  /** At most 300 characters on one line; control characters are removed. */
  text: string;
  audience?: ChatAudience | null;
  /** Idempotency key: a message sent again with the same key appears once. The header `Idempotency-Key` does the same. */
  key?: string;
}

/** The body of `POST /api/v1/me/claim`. */
export interface ClaimRequest {
  /** The name to reserve, 1 to 24 characters. */
  name: string;
  /** The new password, 8 to 200 characters. */
  password: string;
  /** The current password, if you have one. */
  old?: string;
}

/** The clocks as of one moment. */
export interface Clocks {
  /** How fast the match is played. */
  pace: Pace;
  /** The moment, in milliseconds since 1970. */
  at: number;
  /** Milliseconds left for each seat; `null` for seats without a clock. */
  left: (number | null)[];
  /** The seats whose clocks run. */
  running: string[];
}

/** Something a player does at a table. Seats are given by their ids. */
export type Command = { seat: string; action: string; type: "play"; } | { seat: string; link?: string | null; type: "throw"; } | { seat: string; outcome: string; type: "enter_throw"; } | { seat: string; type: "undo"; } | { seat: string; steps?: number | null; type: "ask_undo"; } | { seat: string; type: "offer_draw"; } | { seat: string; absent: string; level: string; type: "propose_computer"; } | { seat: string; accept: boolean; type: "answer"; } | { seat: string; type: "resign"; } | { seat?: string | null; name?: string | null; nonce?: string | null; anchor?: string | null; type: "sit"; } | { seat: string; type: "leave"; } | { seat: string; nonce: string; type: "add_nonce"; } | { seat: string; anchor: string; type: "commit"; } | { seat: string; link: string; type: "reveal"; } | { seat: string; anchor: string; type: "new_device"; } | { seat: string; type: "return"; } | { seat: string; choice: AbsenceChoice; level?: string | null; type: "resolve_absence"; } | { type: "offer_rematch"; };

/** The body of `POST /api/v1/tables/{table}/commands`. */
export interface CommandRequest {
  /** The version of the view that the sender has seen. Taking a seat, adding a nonce, offering a rematch and choosing what happens if the other player is gone do not depend on it. */
  version?: number;
  /** Idempotency key: a request sent again with the same key is executed once. 8 to 80 letters, digits, `-` or `_`. The header `Idempotency-Key` does the same. */
  key?: string;
  /** How many milliseconds the sender has had that version, if it arrived live. The rest of the time was spent on the network, and the clock forgives it up to a limit. */
  held?: number | null;
  /** What to do. */
  command: Command;
}

/** The result of a command. The new view arrives on the stream. */
export interface CommandResult {
  /** The version that the command reached. */
  version: number;
  /** Had the command been executed before? */
  repeated: boolean;
  /** The id of the next match, once all players have accepted a rematch. */
  next?: string | null;
  receipt?: Receipt | null;
}

/** A series of matches with the seats changed. */
export interface Contest {
  /** The number of this match, from 1. */
  game: number;
  /** The number of matches in all. */
  of: number;
  /** The points by seat. */
  points?: number[] | null;
  /** What is counted. */
  unit: string;
  /** Does another match follow? */
  goes_on: boolean;
}

/** A link that logs in another device. */
export interface DeviceLink {
  /** Open it on the other device. It works once. */
  url: string;
  /** How long it works, in seconds. */
  seconds: number;
}

/** A sector of a dial. */
export interface DialSector {
  /** What is printed on it. */
  label: string;
  /** Its size, relative to the other sectors. */
  weight: number;
}

/** Where throws come from. */
export type DiceSource = "house" | "own";

/** The action for a path drawn space by space. */
export interface DrawnPath {
  /** The version it is for. */
  version: number;
  /** The action in notation, if the path is the whole path of one. */
  notation?: string | null;
  refusal?: PathRefusal | null;
}

/** An attempt. */
export interface ExerciseAttempt {
  /** The action in notation. If it is several actions of a turn, the first counts. */
  action: string;
}

/** How good an attempt is. */
export type ExerciseMark = "best" | "close" | "weaker";

/** The solution of an exercise. */
export interface ExerciseSolution {
  /** The actions that were compared, the best first. All others are clearly weaker. */
  judged: JudgedAction[];
  /** Why the best action is better. */
  reason: Sentence;
  /** The best action and how play could go on, in notation. */
  line: string[];
  /** The position after the best action. */
  after: View;
}

/** A position in which one seat looks for the best action. */
export interface ExerciseTask {
  /** The seat that acts. */
  seat: string;
  /** What to do, in words. */
  prompt: string;
  /** The position as this seat sees it, with its legal moves. */
  view: View;
}

/** What an attempt is worth. */
export interface ExerciseVerdict {
  /** The action that was judged, in notation. */
  action: string;
  /** How good it is. */
  mark: ExerciseMark;
  /** The share of the win that it loses against the best action; absent for an action that was not compared, because it is clearly weaker. */
  loss?: number | null;
  solution?: ExerciseSolution | null;
}

/** Is an action legal for a seat, and by which rule? */
export interface Explanation {
  /** Is it legal? */
  legal: boolean;
  /** The action in notation, for a gesture of spaces and trays. */
  action?: string | null;
  /** The rules that allow it. */
  rules?: string[];
  /** Why it is not allowed. */
  detail?: string | null;
  /** The rule that forbids it, if there is one. */
  rule?: string | null;
  /** What to do instead. */
  instead?: string | null;
}

/** One fault in a request body. */
export interface FaultDetails {
  /** Where, such as `side` or `board 12:5`. */
  place: string;
  /** What is wrong there. */
  what: string;
}

/** A game with everything that can be chosen for a match. */
export interface GameDetails {
  /** The game's name in URLs. */
  slug: string;
  /** The game's title. */
  title: string;
  /** Who published it, and when. */
  imprint: string;
  /** The game in a sentence or two. */
  summary: string;
  /** The possible numbers of players. */
  players: number[];
  /** The version of its rules. */
  rules_version: number;
  /** The seats for each number of players. */
  seats: SeatsForPlayers[];
  /** The options of the rules. */
  options: GameOption[];
  /** The levels of computer players. */
  levels: LevelInfo[];
}

/** An option of a game's rules. */
export interface GameOption {
  /** Its key in a [`TableRequest`](crate::TableRequest). */
  key: string;
  /** What can be chosen. */
  choice: OptionChoice;
  /** The default value. */
  default: OptionValue;
  /** What it changes. */
  about: string;
  /** The number of the rule that it belongs to. */
  rule: string;
}

/** A game in the list of games. */
export interface GameSummary {
  /** The game's name in URLs. */
  slug: string;
  /** The game's title. */
  title: string;
  /** Who published it, and when. */
  imprint: string;
  /** The game in a sentence or two. */
  summary: string;
  /** The possible numbers of players. */
  players: number[];
  /** The version of its rules. */
  rules_version: number;
}

/** The move of the strongest computer player. */
export interface Hint {
  /** The version it is for. */
  version: number;
  /** The action in notation. */
  action: string;
  /** The advice as a sentence. */
  text: string;
  reason?: Sentence | null;
  /** What to choose on the board, in order. */
  steps: string[];
  /** The rules that allow it. */
  rules: string[];
}

/** Asks for the move of the strongest computer player. */
export interface HintRequest {
  /** The version of the view that the sender has seen. */
  version: number;
  /** The seat to act. */
  seat: string;
}

/** An action with what it loses. */
export interface JudgedAction {
  /** The action in notation. */
  notation: string;
  /** The share of the win that it loses against the best action; 0 for the best. */
  loss: number;
}

/** A legal move as shown to a person. */
export interface LegalMove {
  /** The action in notation, for a `play` command. */
  action: string;
  /** What a button or list entry says. */
  label: string;
  /** The spaces and trays to point at, in order; empty for a button. */
  steps?: string[];
  /** The path it takes, space by space. */
  path?: string[];
  /** Index into the `rules` of its list. */
  rules?: number;
  /** What the move brings. */
  tone?: Tone;
  /** The die it is played by, where there are several to choose from. */
  die?: number | null;
  /** The kind of token it moves, where the first step is a tray that holds several. */
  kind?: string | null;
  /** Other spaces that may be pointed at instead of a step. */
  same?: SameStep[];
  /** The piece that it moves, as a heading over all its moves; empty if it moves none. */
  group?: string;
  /** The question to ask before it is played, if it ends something for all players. */
  confirm?: string | null;
}

/** The answer of `GET /api/v1/tables/{table}/legal-moves`. */
export interface LegalMoves {
  /** The version they are for. */
  version: number;
  /** The moves; `count` is the number of all of them. */
  legal_moves: SeatMoves;
}

/** A level of computer players. */
export interface LevelInfo {
  /** Its name in commands and requests. */
  level: string;
  /** How it plays. */
  about: string;
}

/** The body of `POST /api/v1/link`. */
export interface LinkRequest {
  /** The link, or its last part. */
  link: string;
}

/** What a device sends a link with, without being asked by its player. */
export type LinkWanted = "reveal" | "draw";

/** What changed in the log: the end is removed, then entries are added. */
export interface LogChange {
  /** The number of entries that stay, from the beginning of the match. */
  from: number;
  /** The entries that follow. */
  entries?: LogEntry[];
}

/** An entry of the log. */
export interface LogEntry {
  /** Its number, from 1. */
  number: number;
  /** The number of the step it describes, from 1; absent for entries that are not steps. */
  step?: number | null;
  /** The seat that acted; `null` for chance. */
  seat?: string | null;
  /** The action or outcome in notation. */
  action: string;
  /** What happened. */
  lines: Sentence[];
}

/** The body of `POST /api/v1/login`. */
export interface LoginRequest {
  /** The claimed name. */
  name: string;
  /** Its password. */
  password: string;
}

/** The body of `POST /api/v1/me/logout`. */
export interface LogoutRequest {
  /** Logs out all devices and revokes all tokens. */
  everywhere?: boolean;
}

/** Throws compared with their expected values, once a match is over. */
export interface LuckReport {
  /** The version of the match. */
  version: number;
  /** One entry for each seat that threw. */
  luck: SeatLuck[];
}

/** Why a space is marked. */
export type MarkKind = "last-from" | "last-to" | "last-taken" | "must" | "held" | "target" | "arrow" | "step";

/** A match from its first step on: the answer of `GET /api/v1/tables/{table}/record`. */
export interface MatchRecord {
  /** Always `boxtop`. */
  program: RecordProgram;
  /** The format of this document, 1 to 4. */
  format: number;
  /** The match's id, to which its throws are bound. */
  id?: string | null;
  /** The game's slug. */
  game: string;
  /** The version of the game's rules. */
  rules_version: number;
  /** SHA-256 of the board file, in hexadecimal. */
  board_hash: string;
  /** The board file, if the match was not played on the standard board. */
  board?: string | null;
  /** All options, including those with their default values. */
  options: Record<string, OptionValue>;
  /** The players, in the order of the seats. */
  seats: RecordSeat[];
  /** The starting position, if it was not the usual one; its form depends on the game. */
  start?: Record<string, unknown> | null;
  /** SHA-256 of the server's seed, published before the match. */
  commitment?: string | null;
  /** The seed, once the match is over. */
  seed?: string | null;
  /** What each seat added to the dice, in the order of the seats. */
  nonces?: string[];
  /** The version of the arithmetic of the dice; 1 if it is absent. */
  dice?: number;
  /** Every kind of throw that was made, once each. */
  purposes?: RecordPurpose[];
  /** The number and purpose of each `chance` step, in order. */
  throws?: RecordThrow[];
  pace?: Pace | null;
  /** When the table was opened, in milliseconds since 1970. */
  began?: number | null;
  /** For each step, the milliseconds since the step before it, or since the opening. */
  times?: number[];
  /** The steps of the match, in order. */
  steps: RecordStep[];
  result?: RecordResult | null;
}

/** How the table stood after a step. Fields have the names and meaning they have in a `View`. */
export interface Moment {
  /** The number of the step; 0 is the beginning. */
  step: number;
  /** Whose turn it was. */
  headline: string;
  /** How each seat stood. */
  seats: SeatMoment[];
  /** Ids of the seats to act. */
  turn: string[];
  throw?: Throw | null;
  /** The number of steps the turntable had been turned. */
  turned: number;
  /** The light on the board. */
  mood?: string | null;
  /** All tokens, ordered by id. */
  tokens: Token[];
  /** The trays. */
  trays: Tray[];
  /** Marks that describe the position. */
  marks: SpaceMark[];
  /** Marks that the step left. */
  last: SpaceMark[];
}

/** The past: how the table stood after some of its steps. */
export interface Moments {
  /** The version of the match. */
  version: number;
  /** The number of steps in the match. */
  steps: number;
  /** The moments asked for. */
  moments: Moment[];
}

/** A token at another place. */
export interface MovedToken {
  /** The token's id. */
  id: number;
  /** The space it stands on now; absent in a tray. */
  space?: string | null;
  /** The tray it lies in now; absent on the board. */
  tray?: string | null;
  /** Its horizontal position in the drawing. */
  x: number;
  /** Its vertical position in the drawing. */
  y: number;
  /** Its size; absent if it is 1. */
  scale?: number;
}

/** The body of `POST /api/v1/me/name`. */
export interface NameRequest {
  /** 1 to 24 characters. */
  name: string;
}

/** A new token. Its secret is shown once. */
export interface NewToken {
  /** The secret: send it as `Authorization: Bearer …`. */
  token: string;
  /** Identifies it, to revoke it. */
  id: string;
  /** What it is for. */
  label: string;
  /** `read`, or `read play`. */
  scopes: string;
  /** When it was created, in milliseconds since 1970. */
  created: number;
}

/** Who plays a seat. */
export type Occupancy = "open" | "person" | "computer";

/** An uploaded record that is analysed. */
export interface OpenedAnalysis {
  /** Its id. */
  id: string;
  /** The page that shows it. */
  url: string;
}

/** A table that was opened. */
export interface OpenedTable {
  /** Its id: anyone who knows it can watch and take a free seat. */
  table: string;
  /** The path of its page. */
  url: string;
  /** The path of its events. */
  events: string;
  receipt?: Receipt | null;
}

/** What can be chosen for an option. */
export type OptionChoice = { kind: "switch"; } | { min: number; max: number; kind: "number"; } | { words: string[]; kind: "word"; };

/** The value of an option. */
export type OptionValue = boolean | number | string;

/** An outcome, or its weight. */
export type OutcomeOrWeight = string | number;

/** How fast a match is played. */
export type Pace = { kind: "untimed"; } | { initial: number; increment: number; kind: "clock"; } | { days: number; kind: "days"; };

/** A space where a piece could go. */
export interface PathEnd {
  /** The space. */
  space: string;
  /** What it would bring. */
  tone: Tone;
}

/** Why a drawn path is not an action. */
export interface PathRefusal {
  /** What is wrong. */
  text: string;
  /** What to do instead. */
  instead: string;
  /** The rules that forbid it. */
  rules: string[];
}

/** A throw that is to be made. */
export interface PendingThrow {
  /** The seat that throws; `null` when the server does. */
  thrower?: string | null;
  /** Is it a seat of the viewer? */
  mine: boolean;
  /** Is it the viewer's, and does another throw follow, whatever this one shows, before anybody can choose? Several of these can be made in one go. */
  forced?: boolean;
}

/** How far a match is. */
export type Phase = "waiting" | "playing" | "over";

/** Why a request failed. Fields that do not apply are left out. */
export interface Problem {
  /** `urn:boxtop:problem:` and a stable word. */
  type?: string;
  /** The kind of problem, for people. */
  title?: string;
  /** The HTTP status. */
  status?: number;
  /** What is wrong with this request. */
  detail?: string;
  /** The number of the rule that forbids it. */
  rule?: string | null;
  /** What to do instead. */
  instead?: string | null;
  /** The current version of the match, if the sender has seen an older one. */
  version?: number | null;
  /** All faults in the body. */
  faults?: FaultDetails[];
  /** The id of the request, as in the header `X-Request-Id` and in the server's log. */
  request_id?: string | null;
}

/** What a player proposes to the others. */
export type Proposal = { steps: number; type: "undo"; } | { type: "draw"; } | { absent: string; level: string; type: "computer"; } | { type: "new_device"; } | { type: "rematch"; };

/** What one outcome of a throw would mean. */
export interface Prospect {
  /** The outcome in notation. */
  outcome: string;
  /** Its probability. */
  p: number;
  /** How many steps the turntable would be turned. */
  turned: number;
  /** Where pieces could go, and what that would bring. */
  ends: PathEnd[];
  /** What it would mean for the seat, in a few words. Outcomes with the same words can be added up. */
  words?: string;
  /** Other effects. */
  lines: Sentence[];
}

/** What each outcome of the next throw would mean for a seat. */
export interface Prospects {
  /** The version they are for. */
  version: number;
  /** One for each outcome; empty if no throw is due. */
  prospects: Prospect[];
}

/** A puzzle: find the best action. */
export type Puzzle = PuzzleEntry & ExerciseTask & { game: string; puzzles: number; today: number; };

/** A puzzle that you have solved or looked up. */
export interface PuzzleDone {
  /** The game's slug. */
  game: string;
  /** The puzzle's id. */
  puzzle: string;
  /** What you made of it. */
  result: PuzzleOutcome;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** A puzzle in a list. */
export interface PuzzleEntry {
  /** Its number, from 1. */
  number: number;
  /** Its id, which it keeps if its number changes. */
  id: string;
  /** How hard it is, from 1 to 3. */
  difficulty: number;
  result?: PuzzleOutcome | null;
}

/** The puzzles of one game, in short. */
export interface PuzzleGame {
  /** The game's slug. */
  game: string;
  /** Its name. */
  title: string;
  /** The number of puzzles, numbered from 1. */
  puzzles: number;
  /** The number of today's puzzle, by UTC. */
  today: number;
  /** The number of puzzles that you have solved. */
  solved: number;
}

/** The puzzles of one game. */
export type PuzzleList = PuzzleGame & { list: PuzzleEntry[]; };

/** What a person made of a puzzle first. */
export type PuzzleOutcome = "solved" | "looked_up";

/** A question that one player asks the others. */
export interface Question {
  /** The seat that asks. */
  by: string;
  /** What it proposes. */
  proposal: Proposal;
  /** The seats that have accepted. */
  agreed: string[];
  /** The seats that still have to answer. */
  to_answer: string[];
  /** Does the viewer have to answer? */
  mine: boolean;
}

/** The server's signed word on a match as it stands. */
export interface Receipt {
  /** The match's id. */
  match: string;
  /** The version of the match. */
  version: number;
  /** The number of steps of its record. */
  steps: number;
  /** The head of the transcript before its first step, in hexadecimal: a hash of the opening. */
  opening: string;
  /** The head of the transcript after its last step, in hexadecimal. */
  head: string;
  /** The id of the key that signed. */
  key: string;
  /** The Ed25519 signature of [`Receipt::text`], in hexadecimal. */
  signature: string;
}

/** The program that wrote a record. */
export type RecordProgram = "boxtop";

/** A kind of throw: the seat that makes it, and its possible outcomes. */
export interface RecordPurpose {
  /** The seat that throws; absent if nobody does. */
  hand?: string | null;
  /** Every outcome with its weight, in the order of the game: lists of a text and a number. */
  lots: OutcomeOrWeight[][];
}

/** The result of a match. */
export interface RecordResult {
  /** Each seat's share of the win. */
  shares: number[];
  /** Each seat's points, in games that count points. */
  account?: number[] | null;
  /** How and why the match ended. */
  reason: string;
  /** The rules it rests on. */
  rules: string[];
}

/** A seat of a record and its player. */
export interface RecordSeat {
  /** The seat's id. */
  seat: string;
  /** The player's name. */
  name: string;
}

/** A step of a record. The field names tell the kinds apart. */
export type RecordStep = { seat: string; action: string; } | { chance: string; link?: string | null; by?: string | null; server?: string | null; } | { entered: string; } | { undo: number; } | { resign: string; relief?: string | null; } | { flag: string; relief?: string | null; } | { draw: boolean; } | { relieve: string; by: string; } | { return: string; } | { claim: string; absent: string[]; } | { abort: string; reason?: string | null; } | { vacate: string; } | { commit: string; anchor: string; } | { reveal: string; link: string; } | { withdraw: string; } | { sit: string; name: string; };

/** A throw of the server's dice. */
export interface RecordThrow {
  /** Its number in the match, from 0. */
  number: number;
  /** The index of its purpose. */
  purpose: number;
}

/** A report that the host will see. */
export interface ReportReceipt {
  /** Its number, for questions to the host. */
  report: number;
}

/** The body of `POST /api/v1/tables/{table}/reports`. */
export interface ReportRequest {
  /** The number of the message; without it, the report is about the table. */
  message?: number | null;
  /** What is wrong; at most 1,000 characters. */
  reason: string;
}

/** The body of `POST /api/v1/reset`. */
export interface ResetRequest {
  /** The link from `boxtop admin reset-link`, or its last part. */
  link: string;
  /** The new password, 8 to 200 characters. */
  password: string;
}

/** A rule. */
export interface RuleText {
  /** Its number. */
  id: string;
  /** Its heading. */
  title: string;
  /** How it is known. */
  standing: string;
  /** Where it comes from. */
  source: string;
  /** The section of the rules. */
  section: string;
  /** The rule in Markdown. */
  text: string;
}

/** A space that may be pointed at instead of a step, because the pieces are interchangeable. */
export interface SameStep {
  /** The index of the step. */
  step: number;
  /** The other space. */
  space: string;
}

/** What changed at one seat. */
export interface SeatChange {
  /** The seat's id. */
  id: string;
  kind?: Occupancy | null;
  /** The new name of the player. */
  who?: string | null;
  need?: Sentence | null;
  /** The seat's stage of the game now. */
  standing?: string | null;
  /** Is the player eliminated now? */
  out?: boolean | null;
}

/** The link of a seat's chain that its device sends next. */
export interface SeatLink {
  /** The seat's id. */
  seat: string;
  /** The number of the link in the chain of the seat's device, from 1. */
  index: number;
  /** The anchor of that chain, in hexadecimal: a device that has another chain, or none, cannot send the link. */
  anchor: string;
  now?: LinkWanted | null;
}

/** The throws of one seat. */
export interface SeatLuck {
  /** The seat's id. */
  seat: string;
  /** The number of throws. */
  throws: number;
  /** Their sum. */
  actual: number;
  /** The expected sum. */
  expected: number;
  /** Its standard deviation. */
  deviation: number;
  /** The interval that holds 95 of 100 matches: lower and upper end. */
  band: number[];
}

/** How a seat stood after a step. */
export interface SeatMoment {
  /** The seat's id. */
  id: string;
  need?: Sentence | null;
  /** Where it stood in the course of the game. */
  standing?: string | null;
}

/** The legal moves of one seat. */
export interface SeatMoves {
  /** The seat that may act. */
  seat: string;
  /** The number of legal moves. */
  count: number;
  /** The sets of rules that the moves rest on; each move names one by its index. */
  rules?: string[][];
  /** The moves. `null` where there are too many for a view: ask for them with `GET …/legal-moves`. */
  moves?: LegalMove[] | null;
}

/** A seat and its player. */
export interface SeatView {
  /** The seat's id. */
  id: string;
  /** The seat's name inside a sentence. */
  name: string;
  /** The seat's name at the beginning of a sentence. */
  title: string;
  /** Who plays the seat. */
  kind: Occupancy;
  /** The player's name, or the computer's level in words. */
  who: string;
  need?: Sentence | null;
  /** Where the seat stands in the course of the game, in a word or two. */
  standing?: string | null;
  /** Has the player been eliminated? */
  out: boolean;
}

/** The seats for a number of players. */
export interface SeatsForPlayers {
  /** The number of players. */
  players: number;
  /** The ids of the seats. */
  seats: string[];
}

/** A chat message that you sent. */
export interface SentMessage {
  /** The table's id. */
  table: string;
  /** Its number at the table. */
  number: number;
  /** The text. */
  text: string;
  /** Who can read it. */
  audience: ChatAudience;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
}

/** A sentence with the rules it rests on. */
export interface Sentence {
  /** The words. */
  text: string;
  /** The numbers of the rules. */
  rules: string[];
}

/** A public key for receipts. */
export interface SigningKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the key. */
  id: string;
  /** The Ed25519 key, 64 hexadecimal digits. */
  public: string;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** When another key replaced it; absent for the one in use. */
  retired?: number | null;
}

/** The body of `GET /.well-known/boxtop-keys.json`: every key that the site has ever signed with, newest first. */
export interface SigningKeys {
  /** The keys. */
  keys: SigningKey[];
}

/** A mark on a space. */
export interface SpaceMark {
  /** The space. */
  space: string;
  /** What the mark says. */
  mark: MarkKind;
}

/** An event of a table's stream. As server-sent events, the name is the event's name and the rest its data. */
export type StreamEvent = { data: View; event: "view"; } | { data: ViewChange; event: "change"; } | { data: ChatMessage; event: "chat"; } | { data: number; event: "spectators"; } | { data: string; event: "closed"; } | { data: number; event: "heartbeat"; };

/** A table in a list. */
export interface TableEntry {
  /** The table's id. */
  table: string;
  /** The path of its page. */
  url: string;
  /** The game's slug. */
  game: string;
  /** The game's title. */
  title: string;
  /** Who plays, in words. */
  who: string;
  /** Is the match running? */
  open: boolean;
  /** Does the match wait for you? */
  waiting: boolean;
  /** The version of the match. */
  version: number;
  /** When it was opened, in milliseconds since 1970. */
  created: number;
  /** When it last changed, in milliseconds since 1970. */
  updated: number;
}

/** One page of a list of tables. */
export interface TableList {
  /** The tables. */
  tables: TableEntry[];
  /** The cursor for `after`; `null` at the end. */
  next?: string | null;
}

/** The body of `POST /api/v1/tables`. Everything but the game can be left out. */
export interface TableRequest {
  /** The game's slug. */
  game?: string;
  /** The number of players; 0 for the game's default. */
  players?: number;
  /** `computer`, `home` or `friend`; `seats` or empty if `seats` lists the players. */
  mode?: string;
  /** One word for each seat: `me`, `open` or a computer's level. */
  seats?: string[];
  /** The id of your seat, or `either`. */
  side?: string;
  /** The computer's level: `private`, `captain`, `colonel` or `general`. */
  level?: string;
  /** The number of matches in the contest, 1 to 8. */
  games?: number;
  /** Your name, as others see it. */
  name?: string;
  /** The options of the rules, by key. */
  options?: Record<string, OptionValue>;
  /** The text of a board file; empty for the game's own board. */
  board?: string;
  /** Is it listed while a seat is open? Otherwise people need its link. */
  public?: boolean;
  /** Is it for practice: may everybody ask for hints and see the chances of winning? */
  practice?: boolean;
  /** The time control. */
  pace?: Pace;
  /** Where throws come from. */
  dice?: DiceSource;
  /** Read and ignored: new tables have dice of version 3, which take no nonces. */
  nonce?: string;
  /** Read and ignored, like `nonce`. */
  nonce_later?: boolean;
  /** The anchor of your device's chain, 64 hexadecimal digits, for your first seat. */
  anchor?: string;
  /** Your device sends the anchors of your seats later, with the command `commit`; there are no throws until then. */
  anchor_later?: boolean;
  /** A position to start from, in the game's notation. */
  start?: Record<string, unknown> | null;
}

/** What chance showed last. */
export type Throw = { pips: number[]; kind: "dice"; } | { at?: number | null; kind: "dial"; };

/** A piece on the board or in a tray. */
export interface Token {
  /** Stays the same for as long as the piece looks like the same piece. */
  id: number;
  /** The kind of piece. */
  kind: string;
  /** What a screen reader says. */
  label: string;
  /** The index of the seat that owns it. */
  seat?: number | null;
  /** The space it stands on; `null` in a tray. */
  space?: string | null;
  /** The tray it lies in; `null` on the board. */
  tray?: string | null;
  /** Its horizontal position in the drawing. */
  x: number;
  /** Its vertical position in the drawing. */
  y: number;
  /** Its size, relative to a token on the board. */
  scale: number;
}

/** What changed among the tokens. */
export interface TokenChanges {
  /** Ids of the tokens that are gone. */
  removed?: number[];
  /** Tokens that are at another place. */
  moved?: MovedToken[];
  /** Tokens that are new, or look different. */
  put?: Token[];
}

/** A token in a list, without its secret. */
export interface TokenInfo {
  /** Identifies it, to revoke it. */
  id: string;
  /** What it is for. */
  label: string;
  /** `read`, or `read play`. */
  scopes: string;
  /** When it was created, in milliseconds since 1970. */
  created: number;
  /** When it was last used, to the minute. */
  used?: number | null;
}

/** The body of `POST /api/v1/me/tokens`. */
export interface TokenRequest {
  /** What it is for. */
  label: string;
  /** `read`, `play` (which includes `read`), or both. */
  scopes: string[];
}

/** What a move brings. */
export type Tone = "plain" | "gain" | "take" | "harm" | "win";

/** A place beside the board. */
export interface Tray {
  /** The tray's id. */
  id: string;
  /** Its heading. */
  label: string;
  /** The seat that owns it. */
  seat?: string | null;
  /** What it says, such as `12 of 34 still to take`. */
  note: string;
  /** More about what is in it, for people who ask; absent if the note says it all. */
  details?: string;
}

/** What changed at one tray. */
export interface TrayChange {
  /** The tray's id. */
  id: string;
  /** Its new heading. */
  label?: string | null;
  /** Its new text. */
  note?: string | null;
  /** Its new details. */
  details?: string | null;
}

/** What a loss amounts to. */
export type Verdict = "inaccuracy" | "mistake" | "blunder";

/** A match as one viewer sees it. */
export interface View {
  /** The number of events the match consists of; also the id of the stream's message. */
  version: number;
  /** The game's slug. */
  game: string;
  /** Is the match waiting for players, being played or over? */
  phase: Phase;
  /** Whose turn it is and what is open, as a sentence. */
  headline: string;
  /** All seats, in their order. */
  seats: SeatView[];
  /** Ids of the seats that the viewer plays. */
  mine: string[];
  /** Ids of the seats to act. */
  turn: string[];
  chance?: PendingThrow | null;
  throw?: Throw | null;
  /** The sectors of the dial, in games that have one. */
  dial?: DialSector[] | null;
  /** The number of steps the turntable has been turned. */
  turned: number;
  /** The light on the board, `night` or `day`, in games that have it. */
  mood?: string | null;
  /** Is a computer player to act? */
  thinking: boolean;
  /** Is a turn under way that needs more actions? */
  mid_turn: boolean;
  /** All tokens, ordered by id. Views that show the same tokens share them, and views after one another those that stay. */
  tokens: Token[];
  /** The trays beside the board. */
  trays: Tray[];
  /** Marks that describe the position. */
  marks: SpaceMark[];
  /** Marks that the last step left. */
  last: SpaceMark[];
  /** What the viewer may do: one entry for each of the viewer's seats that is to act. */
  legal_moves: SeatMoves[];
  /** Can an action be entered by drawing its path space by space? */
  can_draw: boolean;
  /** The number of log entries that are left out before `log`. */
  log_from: number;
  /** The log. */
  log: LogEntry[];
  /** Each seat's share of the win, once the match is over. */
  outcome?: number[] | null;
  /** The points that each seat has won or lost, once the match is over, in games that count points. */
  account?: number[] | null;
  verdict?: Sentence | null;
  /** May the viewer take back an action without asking? */
  can_undo: boolean;
  /** May the viewer ask the other players for an undo or a draw? */
  can_ask: boolean;
  question?: Question | null;
  clocks?: Clocks | null;
  /** Ids of the seats that still have to add to the dice. */
  wants_nonce: string[];
  /** Ids of the seats whose devices still have to send the anchor of their chain. */
  wants_anchor: string[];
  /** Ids of the seats whose devices still have to reveal a link before the next throw. */
  wants_link: string[];
  /** For each of the viewer's seats with a device: which link of its chain it sends next. */
  links: SeatLink[];
  /** The seat whose player throws real dice and enters the outcome. */
  own_throw?: string | null;
  /** Ids of the seats that computers play until the viewer returns. */
  kept: string[];
  /** May the viewer ask for a hint? */
  can_hint: boolean;
  /** Does one person play all seats that computers do not play? */
  at_home: boolean;
  /** May players ask for hints and see the chances of winning? Only where everybody wants it: one person alone, or a table that was opened for practice. */
  practice: boolean;
  contest?: Contest | null;
  /** The id of the match that follows this one. */
  next?: string | null;
  absence?: Absence | null;
  /** The seat that declined the last rematch. */
  declined?: string | null;
  /** SHA-256 fingerprint of the secret seed. */
  commitment: string;
  /** The seed, once the match is over. */
  seed?: string | null;
}

/** What changed between two views. An absent field is unchanged; `null` means that it is `null` now. */
export interface ViewChange {
  /** The version that it changes. */
  from?: number;
  /** The version that it leads to. */
  version?: number;
  phase?: Phase | null;
  /** The new headline. */
  headline?: string | null;
  /** All seats, if there are other seats or names. `seats` is absent then. */
  all_seats?: SeatView[] | null;
  /** What changed at seats. */
  seats?: SeatChange[];
  /** The new seats of the viewer. */
  mine?: string[] | null;
  /** The new seats to act. */
  turn?: string[] | null;
  chance?: PendingThrow | null;
  throw?: Throw | null;
  /** The new sectors of the dial. */
  dial?: DialSector[] | null;
  /** The new number of steps the turntable has been turned. */
  turned?: number | null;
  /** The new light. */
  mood?: string | null;
  /** Is a computer player to act now? */
  thinking?: boolean | null;
  /** Is a turn under way now? */
  mid_turn?: boolean | null;
  tokens?: TokenChanges | null;
  /** All trays, if there are other trays or owners. `trays` is absent then. */
  all_trays?: Tray[] | null;
  /** What changed at trays. */
  trays?: TrayChange[];
  /** The new marks of the position. */
  marks?: SpaceMark[] | null;
  /** The new marks of the last step. */
  last?: SpaceMark[] | null;
  /** The new legal moves. */
  legal_moves?: SeatMoves[] | null;
  /** Can paths be drawn now? */
  can_draw?: boolean | null;
  log?: LogChange | null;
  /** The new outcome. */
  outcome?: number[] | null;
  /** The new account of points. */
  account?: number[] | null;
  verdict?: Sentence | null;
  /** May the viewer undo now? */
  can_undo?: boolean | null;
  /** May the viewer ask the others now? */
  can_ask?: boolean | null;
  question?: Question | null;
  clocks?: Clocks | null;
  /** The new seats that have to add a nonce. */
  wants_nonce?: string[] | null;
  /** The new seats that have to send an anchor. */
  wants_anchor?: string[] | null;
  /** The new seats that have to reveal a link. */
  wants_link?: string[] | null;
  /** The new links of the viewer's seats. */
  links?: SeatLink[] | null;
  /** The new seat that throws real dice. */
  own_throw?: string | null;
  /** The new seats that are reserved for the viewer. */
  kept?: string[] | null;
  /** May the viewer ask for a hint now? */
  can_hint?: boolean | null;
  /** Does one person play all seats now? */
  at_home?: boolean | null;
  /** May players now ask for hints and see the chances of winning? */
  practice?: boolean | null;
  contest?: Contest | null;
  /** The match that follows. */
  next?: string | null;
  absence?: Absence | null;
  /** The seat that declined the last rematch. */
  declined?: string | null;
  /** The new commitment. */
  commitment?: string | null;
  /** The seed. */
  seed?: string | null;
}
