/** The parts of a page that modules use: elements by id, and the plan of the board. */

import type { Board } from "../board.js";
import type { Settings } from "../settings.js";
import type { Tip } from "../tip.js";
import type { ExerciseTask, Explanation, Problem, View as SentView } from "./protocol";
import type { Move, Sentence, View } from "./view";

/** Elements of the pages that are more than an `HTMLElement`. `null` where not every page has them. */
export interface Elements {
  "absent-computer": HTMLFormElement;
  "absent-open": HTMLButtonElement;
  "all-chances": HTMLDetailsElement;
  "analyse-file": HTMLInputElement;
  "analyse-now": HTMLButtonElement;
  "analysis-bar": HTMLProgressElement;
  "ask-undo": HTMLButtonElement;
  "again": HTMLButtonElement;
  "at-hand": HTMLButtonElement | null;
  "audience": HTMLSelectElement;
  "back": HTMLButtonElement;
  "board-file": HTMLInputElement | null;
  "board-text": HTMLTextAreaElement;
  "check": HTMLElement | null;
  "check-analyse": HTMLButtonElement | null;
  "check-dice": HTMLAnchorElement | null;
  "check-file": HTMLInputElement;
  "check-kept": HTMLScriptElement | null;
  "check-receipts": HTMLInputElement | null;
  "check-save": HTMLButtonElement | null;
  "chooser": HTMLDialogElement;
  "confirm": HTMLDialogElement;
  "copy": HTMLButtonElement | null;
  "fair": HTMLDetailsElement | null;
  "hint": HTMLButtonElement;
  "keys": HTMLDialogElement;
  "link": HTMLInputElement;
  "learn-from-mistakes": HTMLAnchorElement;
  "mistakes-of": HTMLSelectElement;
  "offer-draw": HTMLButtonElement;
  "own-outcome": HTMLSelectElement;
  "progress-bar": HTMLProgressElement;
  "relieve": HTMLFormElement;
  "report": HTMLDialogElement;
  "report-form": HTMLFormElement;
  "report-reason": HTMLTextAreaElement;
  "report-send": HTMLButtonElement;
  "replay": HTMLButtonElement;
  "resign": HTMLButtonElement;
  "rule": HTMLDialogElement | null;
  "set-chances": HTMLInputElement | null;
  "set-confirm": HTMLInputElement | null;
  "set-notify": HTMLInputElement;
  "set-sound": HTMLInputElement | null;
  "set-speed": HTMLSelectElement;
  "sit": HTMLElement | null;
  "solution": HTMLButtonElement;
  "start": HTMLFormElement | null;
  "step": HTMLInputElement;
  "step-back": HTMLButtonElement;
  "step-now": HTMLButtonElement;
  "step-on": HTMLButtonElement;
  "sure": HTMLDialogElement;
  "tables": HTMLElement | null;
  "throw": HTMLButtonElement;
  "undo": HTMLButtonElement;
  "waiting-count": HTMLElement | null;
  "way-back": HTMLButtonElement;
  "way-play": HTMLButtonElement;
  "words": HTMLInputElement;
}

/** Finds an element by its id. */
export type Get = <Id extends string>(id: Id) => Id extends keyof Elements ? Elements[Id] : HTMLElement;

/** A place in the units of the drawing. */
export interface Point { x: number; y: number }

/** A place on the screen, such as that of a pointer event. */
export interface ScreenPoint { clientX: number; clientY: number }

/** A space of the board. `ways` are pairs: the neighbouring space, and what the way there is called. */
export interface Space extends Point { id: string; name: string; label: string; column: number; row: number; ways: [string, string][] }

/** The part of a board that turns. `cells` has column and row for every step and depth. */
export interface TurntablePlan {
  centre: [number, number];
  steps: number;
  spaces: { id: string; step: number; depth: number }[];
  cells: [number, number][][];
}

/** The board: its size, the radius of a piece, its spaces. */
export interface Plan { size: [number, number]; r: number; spaces: Space[]; turntable: TurntablePlan | null }

/** Drawing paths, as far as hands need it. */
export interface DrawnPaths {
  on: boolean;
  draws(id: string): boolean;
  over(id: string): void;
  point(id: string, kind?: string | null): void;
  back(): void;
  leave(): void;
}

/** What pointing needs of the page it works for: a table, a lesson, or an exercise. */
export interface PointingPage {
  view: View;
  board: Board;
  settings: Settings;
  byDie: { die: number | null };
  way: DrawnPaths;
  past: { readonly back: boolean; leave(): void };
  sender: { readonly busy: boolean; play(move: Move): unknown };
  link: { why(seat: string, steps: string[], kind: string | null): Promise<Explanation> };
  panel: {
    error(problem: Partial<Problem> | Explanation | null): void;
    note(line: Sentence | null): void;
    announce(text: string | null | undefined): void;
  };
  choose(): void;
  named(id: string): string;
  effect(moves: Move[]): string;
  tip: Tip;
  explain(id: string | null, moves: Move[]): void;
}

/** What a lesson asks for, and the table as the learner sees it then. */
export interface LessonTask { view: SentView; expect: { type: "throw" } | { type: "play"; seat: string; action: string } }

/** A step of a lesson. Its tasks are done in order; `done` is the table after the last one. */
export interface LessonStep { scene: string | null; prompt: string; hint: string; why: string; rules: string[]; tasks: LessonTask[]; done: SentView }

/** An exercise, as the server writes it into its page, with the addresses to which attempts go. */
export interface ExerciseData { task: ExerciseTask; attempts: string; solution: string; why: string; result: "solved" | "looked_up" | null }

/** A lesson, as the server writes it into its page. */
export interface Lesson { game: string; steps: LessonStep[] }
