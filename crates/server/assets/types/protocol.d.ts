export interface ViewChange {
  from: number;
  version: number;
  phase?: Phase | null;
  headline?: string | null;
  seats?: SeatChange[];
  mine?: string[] | null;
  turn?: string[] | null;
  chance?: PendingThrow | null;
  throw?: Throw | null;
  dial?: DialSector[] | null;
  turned?: number | null;
  mood?: string | null;
  thinking?: boolean | null;
  mid_turn?: boolean | null;
  tokens?: TokenChanges | null;
  trays?: TrayChange[];
  marks?: SpaceMark[] | null;
  last?: SpaceMark[] | null;
  legal_moves?: SeatMoves[] | null;
  can_draw?: boolean | null;
  log?: LogChange | null;
  outcome?: number[] | null;
  account?: number[] | null;
  verdict?: Sentence | null;
  can_undo?: boolean | null;
  can_ask?: boolean | null;
  question?: Question | null;
  clocks?: Clocks | null;
  wants_nonce?: string[] | null;
  own_throw?: string | null;
  kept?: string[] | null;
  can_hint?: boolean | null;
  at_home?: boolean | null;
  contest?: Contest | null;
  next?: string | null;
  absence?: Absence | null;
  declined?: string | null;
  commitment?: string | null;
  seed?: string | null;
}

export interface SeatChange {
  id: string;
  kind?: Occupancy | null;
  who?: string | null;
  need?: Sentence | null;
  standing?: string | null;
  out?: boolean | null;
}

export interface TokenChanges {
  removed?: number[];
  moved?: MovedToken[];
  put?: Token[];
}

export interface MovedToken {
  id: number;
  space?: string | null;
  tray?: string | null;
  x: number;
  y: number;
  scale?: number;
}

export interface TrayChange {
  id: string;
  label?: string | null;
  note?: string | null;
}

export interface LogChange {
  from: number;
  entries?: LogEntry[];
}

export type CannotApply = "version" | "unknown";

export interface CommandRequest {
  version?: number;
  key?: string;
  held?: number | null;
  command: Command;
}

export type Command = { type: "play"; seat: string; action: string; } | { type: "throw"; seat: string; } | { type: "enter_throw"; seat: string; outcome: string; } | { type: "undo"; seat: string; } | { type: "ask_undo"; seat: string; steps?: number | null; } | { type: "offer_draw"; seat: string; } | { type: "propose_computer"; seat: string; absent: string; level: string; } | { type: "answer"; seat: string; accept: boolean; } | { type: "resign"; seat: string; } | { type: "sit"; seat?: string | null; name?: string | null; nonce?: string | null; } | { type: "leave"; seat: string; } | { type: "add_nonce"; seat: string; nonce: string; } | { type: "return"; seat: string; } | { type: "resolve_absence"; seat: string; choice: AbsenceChoice; level?: string | null; } | { type: "offer_rematch" };

export type AbsenceChoice = "claim" | "abort" | "computer" | "open";

export interface CommandResult {
  version: number;
  repeated: boolean;
  next?: string | null;
}

export interface View {
  version: number;
  game: string;
  phase: Phase;
  headline: string;
  seats: SeatView[];
  mine: string[];
  turn: string[];
  chance?: PendingThrow | null;
  throw?: Throw | null;
  dial?: DialSector[] | null;
  turned: number;
  mood?: string | null;
  thinking: boolean;
  mid_turn: boolean;
  tokens: Token[];
  trays: Tray[];
  marks: SpaceMark[];
  last: SpaceMark[];
  legal_moves: SeatMoves[];
  can_draw: boolean;
  log_from: number;
  log: LogEntry[];
  outcome?: number[] | null;
  account?: number[] | null;
  verdict?: Sentence | null;
  can_undo: boolean;
  can_ask: boolean;
  question?: Question | null;
  clocks?: Clocks | null;
  wants_nonce: string[];
  own_throw?: string | null;
  kept: string[];
  can_hint: boolean;
  at_home: boolean;
  contest?: Contest | null;
  next?: string | null;
  absence?: Absence | null;
  declined?: string | null;
  commitment: string;
  seed?: string | null;
}

export type Phase = "waiting" | "playing" | "over";

export interface SeatView {
  id: string;
  name: string;
  title: string;
  kind: Occupancy;
  who: string;
  need?: Sentence | null;
  standing?: string | null;
  out: boolean;
}

export type Occupancy = "open" | "person" | "computer";

export interface PendingThrow {
  thrower?: string | null;
  mine: boolean;
}

export type Throw = { kind: "dice"; pips: number[]; } | { kind: "dial"; at?: number | null; };

export interface DialSector {
  label: string;
  weight: number;
}

export interface Token {
  id: number;
  kind: string;
  label: string;
  seat?: number | null;
  space?: string | null;
  tray?: string | null;
  x: number;
  y: number;
  scale: number;
}

export interface Tray {
  id: string;
  label: string;
  seat?: string | null;
  note: string;
}

export interface SpaceMark {
  space: string;
  mark: MarkKind;
}

export type MarkKind = "last-from" | "last-to" | "last-taken" | "must" | "held" | "target" | "arrow" | "step";

export interface SeatMoves {
  seat: string;
  count: number;
  rules?: string[][];
  moves?: LegalMove[] | null;
}

export interface LegalMove {
  action: string;
  label: string;
  steps?: string[];
  path?: string[];
  rules?: number;
  tone?: Tone;
  die?: number | null;
  kind?: string | null;
  same?: SameStep[];
}

export interface SameStep {
  step: number;
  space: string;
}

export type Tone = "plain" | "gain" | "take" | "harm" | "win";

export interface LegalMoves {
  version: number;
  legal_moves: SeatMoves;
}

export interface LogEntry {
  number: number;
  step?: number | null;
  seat?: string | null;
  action: string;
  lines: Sentence[];
}

export interface Question {
  by: string;
  proposal: Proposal;
  agreed: string[];
  to_answer: string[];
  mine: boolean;
}

export type Proposal = { type: "undo"; steps: number; } | { type: "draw" } | { type: "computer"; absent: string; level: string; } | { type: "rematch" };

export interface Clocks {
  pace: Pace;
  at: number;
  left: (number | null)[];
  running: string[];
}

export type Pace = { kind: "untimed" } | { kind: "clock"; initial: number; increment: number; } | { kind: "days"; days: number; };

export interface Contest {
  game: number;
  of: number;
  points?: number[] | null;
  unit: string;
  goes_on: boolean;
}

export interface Absence {
  seats: string[];
  from: number;
  why: AbsenceReason;
  mine: boolean;
}

export type AbsenceReason = "away" | "time" | "open";

export interface Moments {
  version: number;
  steps: number;
  moments: Moment[];
}

export interface Moment {
  step: number;
  headline: string;
  seats: SeatMoment[];
  turn: string[];
  throw?: Throw | null;
  turned: number;
  mood?: string | null;
  tokens: Token[];
  trays: Tray[];
  marks: SpaceMark[];
  last: SpaceMark[];
}

export interface SeatMoment {
  id: string;
  need?: Sentence | null;
  standing?: string | null;
}

export interface Account {
  name: string;
  claimed?: string | null;
  known: boolean;
  scopes?: string | null;
  devices: number;
  tokens: TokenInfo[];
  messages: number;
  waiting: number;
}

export interface TokenInfo {
  id: string;
  label: string;
  scopes: string;
  created: number;
  used?: number | null;
}

export interface TokenRequest {
  label: string;
  scopes: string[];
}

export interface NewToken {
  token: string;
  id: string;
  label: string;
  scopes: string;
  created: number;
}

export interface AccountExport {
  name: string;
  claimed?: string | null;
  since?: number | null;
  password: boolean;
  devices: number[];
  tokens: TokenInfo[];
  messages: SentMessage[];
  tables: TableEntry[];
}

export interface SentMessage {
  table: string;
  number: number;
  text: string;
  audience: ChatAudience;
  at: number;
}

export interface NameRequest {
  name: string;
}

export interface ClaimRequest {
  name: string;
  password: string;
  old?: string;
}

export interface LoginRequest {
  name: string;
  password: string;
}

export interface LogoutRequest {
  everywhere?: boolean;
}

export interface DeviceLink {
  url: string;
  seconds: number;
}

export interface LinkRequest {
  link: string;
}

export interface ResetRequest {
  link: string;
  password: string;
}

export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  rule?: string | null;
  instead?: string | null;
  version?: number | null;
  faults?: FaultDetails[];
}

export interface FaultDetails {
  place: string;
  what: string;
}

export interface GameSummary {
  slug: string;
  title: string;
  imprint: string;
  summary: string;
  players: number[];
  rules_version: number;
}

export interface GameDetails {
  slug: string;
  title: string;
  imprint: string;
  summary: string;
  players: number[];
  rules_version: number;
  seats: SeatsForPlayers[];
  options: GameOption[];
  levels: LevelInfo[];
}

export interface SeatsForPlayers {
  players: number;
  seats: string[];
}

export interface GameOption {
  key: string;
  choice?: OptionChoice;
  default?: OptionValue;
  about: string;
  rule: string;
}

export type OptionChoice = { kind: "switch" } | { kind: "number"; min: number; max: number; } | { kind: "word"; words: string[]; };

export type OptionValue = boolean | number | string;

export interface LevelInfo {
  level: string;
  about: string;
}

export interface RuleText {
  id: string;
  title: string;
  standing: string;
  source: string;
  section: string;
  text: string;
}

export interface BoardFile {
  hash: string;
  board: string;
}

export interface Sentence {
  text: string;
  rules: string[];
}

export interface Explanation {
  legal: boolean;
  action?: string | null;
  rules?: string[];
  detail?: string | null;
  rule?: string | null;
  instead?: string | null;
}

export interface HintRequest {
  version: number;
  seat: string;
}

export interface Hint {
  version: number;
  action: string;
  text: string;
  steps: string[];
  rules: string[];
}

export interface Prospects {
  version: number;
  prospects: Prospect[];
}

export interface Prospect {
  outcome: string;
  p: number;
  turned: number;
  ends: PathEnd[];
  lines: Sentence[];
}

export interface PathEnd {
  space: string;
  tone: Tone;
}

export interface DrawnPath {
  version: number;
  notation?: string | null;
  refusal?: PathRefusal | null;
}

export interface PathRefusal {
  text: string;
  instead: string;
  rules: string[];
}

export interface BranchRequest {
  step: number;
  seats: string[];
}

export interface OpenedTable {
  table: string;
  url: string;
  events: string;
}

export type StreamEvent = View | ViewChange | ChatMessage | number | number;

export interface ChatRequest {
  text: string;
  audience?: ChatAudience | null;
  key?: string;
}

export type ChatAudience = "seats" | "everyone";

export interface ChatMessage {
  number: number;
  name: string;
  seats: string[];
  text: string;
  audience: ChatAudience;
  at: number;
  mine: boolean;
}

export interface ChatMessages {
  messages: ChatMessage[];
  next?: number | null;
}

export interface TableRequest {
  game: string;
  players: number;
  mode: string;
  seats: string[];
  side: string;
  level: string;
  games: number;
  name: string;
  options: ChosenOptions;
  board: string;
  public: boolean;
  pace: Pace;
  dice: DiceSource;
  nonce: string;
  nonce_later: boolean;
  start?: unknown;
}

export type DiceSource = "house" | "own";

export interface TableEntry {
  table: string;
  url: string;
  game: string;
  title: string;
  who: string;
  open: boolean;
  waiting: boolean;
  version: number;
  created: number;
  updated: number;
}

export interface TableList {
  tables: TableEntry[];
  next?: string | null;
}

export interface LuckReport {
  version: number;
  luck: SeatLuck[];
}

export interface SeatLuck {
  seat: string;
  throws: number;
  actual: number;
  expected: number;
  deviation: number;
  band: number[];
}
