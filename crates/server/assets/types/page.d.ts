/** The parts of a page that modules use: elements by id, and the plan of the board. */

/** Elements of the pages that are more than an `HTMLElement`. `null` where not every page has them. */
export interface Elements {
  "absent-computer": HTMLFormElement;
  "absent-open": HTMLButtonElement;
  "ask": HTMLDetailsElement;
  "ask-undo": HTMLButtonElement;
  "at-hand": HTMLButtonElement | null;
  "audience": HTMLSelectElement;
  "board-file": HTMLInputElement | null;
  "board-text": HTMLTextAreaElement;
  "chat": HTMLDetailsElement;
  "check": HTMLElement | null;
  "check-dice": HTMLAnchorElement | null;
  "check-file": HTMLInputElement;
  "chooser": HTMLDialogElement;
  "confirm": HTMLDialogElement;
  "copy": HTMLButtonElement | null;
  "fair": HTMLDetailsElement | null;
  "hint": HTMLButtonElement;
  "keys": HTMLDialogElement;
  "link": HTMLInputElement;
  "offer-draw": HTMLButtonElement;
  "own-outcome": HTMLSelectElement;
  "relieve": HTMLFormElement;
  "resign": HTMLButtonElement;
  "rule": HTMLDialogElement | null;
  "set-animate": HTMLInputElement | null;
  "set-confirm": HTMLInputElement | null;
  "set-notify": HTMLInputElement;
  "set-sound": HTMLInputElement | null;
  "sit": HTMLElement | null;
  "start": HTMLFormElement | null;
  "step": HTMLInputElement;
  "step-back": HTMLButtonElement;
  "step-now": HTMLButtonElement;
  "step-on": HTMLButtonElement;
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
