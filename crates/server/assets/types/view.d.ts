/** The view, by hand until the generated declarations have it. */
export interface Sentence { text: string; rules: string[] }
export type Tone = "plain" | "gain" | "take" | "harm" | "win";
export interface Seat { id: string; name: string; title: string; kind: "open" | "person" | "computer"; who: string; need: Sentence | null; standing: string | null; out: boolean }
export interface Token { id: number; kind: string; label: string; seat: number | null; space: string | null; tray: string | null; x: number; y: number; scale: number }
export interface Tray { id: string; label: string; seat: string | null; note: string }
export interface Offer { seat: string; action: string; steps: string[]; label: string; rules: string[]; path: string[]; tone: Tone; die?: number; kind?: string; same?: [number, string][] }
export interface LogEntry { number: number; step?: number; seat: string | null; action: string; lines: Sentence[] }
export interface Dice { kind: "dice"; pips: number[] }
export interface Dial { kind: "dial"; sectors: { label: string; weight: number }[]; at: number | null }
export type Throw = Dice | Dial;
export type Motion = { for: "back"; steps: number } | { for: "draw" } | { for: "relief"; absent: string; level: string } | { for: "rematch" };
export interface Asked { by: string; motion: Motion; agreed: string[]; to_answer: string[]; mine: boolean }
export interface Clocks { pace: unknown; at: number; left: (number | null)[]; running: string[] }
export interface Contest { game: number; of: number; points: number[]; unit: "points" | "games"; goes_on: boolean }
export interface Absent { seats: string[]; from: number; why: "away" | "time" | "open"; mine: boolean }
export interface View {
  version: number; game: string; phase: "waiting" | "playing" | "over"; headline: string; seats: Seat[]; mine: string[]; turn: string[];
  chance: { thrower: string | null; mine: boolean } | null; throw: Throw | null; turned: number; mood: "night" | "day" | null; thinking: boolean; mid_turn: boolean;
  tokens: Token[]; trays: Tray[]; marks: [string, string][]; last: [string, string][]; offers: Offer[]; can_draw: boolean; log_from: number; log: LogEntry[];
  outcome: number[] | null; account: number[] | null; verdict: Sentence | null; can_undo: boolean; can_ask: boolean; asked: Asked | null; clocks: Clocks | null;
  wants_nonce: string[]; own_throw: string | null; kept: string[]; can_hint: boolean; at_home: boolean; contest: Contest | null; next: string | null;
  absent: Absent | null; declined: string | null; commitment: string; seed: string | null;
}
export interface Moment {
  step: number; headline: string; seats: { id: string; need: Sentence | null; standing: string | null }[]; turn: string[]; throw: Throw | null; turned: number;
  mood: "night" | "day" | null; tokens: Token[]; trays: Tray[]; marks: [string, string][]; last: [string, string][];
}
export interface Moments { version: number; steps: number; moments: Moment[] }
export interface Luck { seat: string; throws: number; actual: number; expected: number; deviation: number; band: [number, number] }
export interface Said { number: number; at: number; name: string; text: string; audience: "seats" | "everyone"; mine: boolean }
