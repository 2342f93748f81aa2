// Pointing: which legal moves fit the spaces and trays pointed at. The legal moves come from the server; nothing here
// knows why a move is legal.

/** @import { Move } from "./types/view" */

/** What may be pointed at as a step of a move: the step itself, and pieces interchangeable with it. @param {Move} move @param {number} at */
const choices = (move, at) => [move.steps[at], ...(move.same ?? []).filter(({ step }) => step === at).map(({ space }) => space)];

/** May this be pointed at as that step of the move? @param {Move} move @param {number} at @param {string} id */
export const takes = (move, at, id) => choices(move, at).includes(id);

/** @param {Move} move @param {string[]} path */
const begins = (move, path) => path.every((id, at) => takes(move, at, id));

/** Moves by what can be pointed at as a step. @param {Move[]} moves @param {number} at */
function grouped(moves, at) {
  /** @type {Map<string, Move[]>} */
  const groups = new Map();
  for (const move of moves) for (const id of choices(move, at)) groups.set(id, [...(groups.get(id) ?? []), move]);
  return groups;
}

const MAX_MARKED = 8; // pieces whose ends are shown together
const MAX_ENDS = 40; // ends that can be shown together

export class Gesture {
  /** @type {Move[]} */
  all = [];
  /** @type {Move[]} The moves by the chosen die and with the chosen kind of piece. */
  moves = [];
  /** @type {string[]} Spaces and trays pointed at so far. */
  path = [];
  /** @type {number | null} Only moves by this die. */
  die = null;
  /** @type {string | null} Only moves with this kind of piece of a tray. */
  kind = null;

  /** Takes new legal moves. The path stays if it still leads somewhere; the only piece that can move is picked at once. @param {Move[]} moves */
  renew(moves) {
    this.all = moves;
    this.narrow();
    if (this.path.length && !this.after(this.path).length) this.path = [];
    const pointed = this.moves.filter((move) => move.steps.length);
    const [first] = pointed.map((move) => move.steps[0]);
    if (!this.path.length && pointed.length && pointed.every((move) => move.steps[0] === first && move.steps.length > 1)) this.path = [first];
  }

  drop() {
    this.path = [];
    this.kind = null;
    this.narrow();
  }

  /** Leaves out moves by another die or with another kind of piece. */
  narrow() {
    const fits = (/** @type {Move} */ move) => (!this.die || !move.die || move.die === this.die) && (!this.kind || !move.kind || move.kind === this.kind);
    this.moves = this.all.filter(fits);
  }

  /** Moves that go on from a path. @param {string[]} path */
  after(path) { return this.moves.filter((move) => move.steps.length > path.length && begins(move, path)); }

  /** Moves that are exactly this path. @param {string[]} path */
  exact(path) { return this.moves.filter((move) => move.steps.length === path.length && begins(move, path)); }

  /** What can be pointed at next, each with its moves. */
  next() { return grouped(this.after(this.path), this.path.length); }

  /** What a gesture can begin with. */
  firsts() { return [...grouped(this.moves.filter((move) => move.steps.length), 0).keys()]; }

  /** Moves made by pointing at one thing, by that thing; none while a piece is picked. */
  single() {
    return grouped(this.path.length ? [] : this.moves.filter((move) => move.steps.length === 1), 0);
  }

  /** Ends that can be pointed at straight away, each with its moves: no piece is picked, moves have paths, and few pieces can move. */
  ends() {
    const ways = this.path.length ? [] : this.moves.filter((move) => move.steps.length === 2 && move.path.length);
    const firsts = new Set(this.firsts());
    const ends = grouped(ways.filter((move) => !firsts.has(move.steps[1])), 1);
    return firsts.size > MAX_MARKED || ends.size > MAX_ENDS ? /** @type {typeof ends} */ (new Map()) : ends;
  }

  /** The pieces that can be picked. */
  movable() { return this.path.length ? [] : this.firsts().filter((id) => this.after([id]).length); }

  /** Moves made without pointing, by a button. */
  buttons() { return this.moves.filter((move) => move.steps.length === 0); }

  /**
   * Moves whose end needs no choice: no piece is picked, each start has one end and each end one start.
   */
  plain() {
    const pointed = this.moves.filter((move) => move.steps.length === 2);
    const apart = (/** @type {number} */ at) => new Set(pointed.map((move) => move.steps[at])).size === pointed.length;
    if (this.path.length || pointed.length !== this.moves.length - this.buttons().length) return [];
    return apart(0) && apart(1) ? pointed : [];
  }
}

const WORTH = ["plain", "gain", "take", "harm", "win"];

/** @param {Move} move */
const worth = (move) => WORTH.indexOf(move.tone);

/** The most important tone of several moves. @param {Move[]} moves */
export function tone(moves) { return ranked(moves)[0]?.tone ?? "plain"; }

/** Moves with the most important first. @param {Move[]} moves */
export function ranked(moves) { return [...moves].sort((a, b) => worth(b) - worth(a)); }
