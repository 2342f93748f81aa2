/** The view as the page shows it: as the server sends it, with all legal moves in one list. */
import type { LegalMove, View as SentView } from "./protocol";

export type {
  Absence as Absent, ChatMessage as Said, Clocks, Contest, DialSector, LogEntry, Moment, Moments, Proposal, Question, SeatLuck as Luck,
  SeatView as Seat, Sentence, Throw, Token, Tone, Tray,
} from "./protocol";

/** A legal move with its seat, and with its rules themselves instead of their number. */
export type Move = Omit<LegalMove, "rules"> & Required<Pick<LegalMove, "steps" | "path" | "tone">> & { seat: string; rules: string[] };

/** The view, with all legal moves in one list, and whether there are any: they may arrive later than the view. */
export type View = SentView & { moves: Move[]; can_act: boolean };
