import type { Sentence } from "./view";
export type Command =
  | { type: "play"; seat: string; action: string } | { type: "throw"; seat: string } | { type: "enter_throw"; seat: string; outcome: string }
  | { type: "undo"; seat: string } | { type: "ask_undo"; seat: string; steps?: number | null } | { type: "offer_draw"; seat: string }
  | { type: "propose_computer"; seat: string; absent: string; level: string } | { type: "answer"; seat: string; accept: boolean }
  | { type: "resign"; seat: string } | { type: "sit"; seat?: string } | { type: "leave"; seat: string } | { type: "add_nonce"; seat: string; nonce: string }
  | { type: "return"; seat: string } | { type: "resolve_absence"; seat: string; choice: "claim" | "abort" | "computer" | "open"; level?: string | null } | { type: "offer_rematch" };
export interface CommandResult { version: number; repeated: boolean; next?: string | null }
export interface Problem { type: string; title: string; status: number; detail: string; rule?: string | null; instead?: string | null; version?: number | null }
export interface Explanation { legal: boolean; action?: string | null; rules?: string[]; detail?: string | null; rule?: string | null; instead?: string | null }
export interface Hint { version: number; action: string; text: string; steps: string[]; rules: string[] }
export interface Prospect { outcome: string; p: number; turned: number; ends: [string, string][]; lines: Sentence[] }
export interface Prospects { version: number; prospects: Prospect[] }
export interface DrawnPath { version: number; notation?: string | null; refusal?: { text: string; instead: string; rules: string[] } | null }
export interface OpenedTable { table: string; url: string; events: string }
