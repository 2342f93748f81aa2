// Drawing a path space by space, where it matters how a piece goes. The server says what a path means; nothing here
// knows which steps are legal.

import { get } from "./dom.js";
import { chip } from "./rules.js";
import { times } from "./words.js";

/** @import { Table } from "./table.js" */
/** @import { DrawnPath } from "./types/protocol" */
/** @import { Move, View } from "./types/view" */

export class Way {
  on = false;
  /** @type {string[]} */
  path = [];
  /** @type {string | null} The kind of piece, out of a tray. */
  kind = null;
  /** @type {Move | null} The move that the path means. */
  move = null;
  /** Counts questions: only the latest is answered. */
  question = 0;

  /** `asked(seat, path)` says which action a path means. @param {Table} table @param {(seat: string, path: string[]) => Promise<DrawnPath>} asked */
  constructor(table, asked) {
    this.table = table;
    this.asked = asked;
    get("draw-way").addEventListener("click", () => this.toggle());
    get("way-play").addEventListener("click", () => this.play());
    get("way-back").addEventListener("click", () => this.back());
    get("way-leave").addEventListener("click", () => this.leave());
  }

  /** A new view ends the drawing, unless my legal moves are the same. @param {View} view @param {boolean} same */
  show(view, same) {
    get("draw-way").hidden = !view.can_draw;
    if (view.can_draw) get("lens").hidden = false;
    if (this.on && !same) this.leave();
  }

  toggle() {
    if (this.on) { this.leave(); return; }
    if (!this.table.view.can_draw) { this.table.panel.announce("There is no path to draw now."); return; }
    this.table.past.leave(false);
    const { path: [begun], kind } = this.table.pointing.gesture;
    this.table.pointing.cancel();
    Object.assign(this, { on: true, path: begun ? [begun] : [], kind });
    this.open(true);
    this.changed();
  }

  leave() {
    if (!this.on) return;
    Object.assign(this, { on: false, path: [], move: null });
    this.question++;
    this.open(false);
    this.table.pointing.cancel();
  }

  /** @param {boolean} on */
  open(on) {
    get("draw-way").setAttribute("aria-pressed", String(on));
    get("way").hidden = !on;
    get("board").parentElement?.classList.toggle("drawing", on);
  }

  /** A space is pointed at: it begins the path, continues it, goes back to it, or plays it. @param {string} id @param {string | null} kind */
  point(id, kind = null) {
    if (!this.path.length || kind) {
      if (!this.table.pointing.mayLift(id)) { this.say("Start with one of your pieces.", []); return; }
      Object.assign(this, { path: [id], kind });
    } else if (id === this.path.at(-1) && this.path.length > 1) { this.play(); return; }
    else if (this.path.includes(id)) this.path.length = this.path.indexOf(id) + 1;
    else this.path.push(id);
    this.changed();
  }

  /** Does a stroke begin here: at a piece of mine, or at the end of the path? @param {string} id */
  draws(id) {
    if (!this.on) return false;
    if (this.path.length || !this.table.pointing.mayLift(id)) return id === this.path.at(-1);
    Object.assign(this, { path: [id], kind: null });
    this.changed();
    return true;
  }

  /** A pointer drags over a space; the space before the last shortens the path. @param {string} id */
  over(id) {
    const last = this.path.at(-1);
    if (!id || id === last || last === undefined) return;
    if (this.path.at(-2) === id) this.path.pop();
    else if (this.path.includes(id)) return;
    else this.path.push(...this.table.board.between(last, id).filter((one) => !this.path.includes(one)), id);
    this.changed();
  }

  back() {
    if (!this.path.length) { this.leave(); return; }
    this.path.pop();
    this.changed();
  }

  play() {
    const { move } = this;
    if (!move) return;
    this.leave();
    this.table.sender.play(move);
  }

  async changed() {
    const { table, path } = this;
    this.move = null;
    const number = ++this.question;
    table.trace(path);
    get("way-back").disabled = !path.length;
    get("way-play").disabled = true;
    if (!path.length) { this.say("Choose one of your pieces, then each square of its path, or draw it in one stroke.", []); return; }
    if (path.length === 1) { this.say(`From ${table.named(path[0])}. Now choose the squares of its path, one by one.`, []); return; }
    const seat = table.pointing.seat(path[0]);
    /** @type {DrawnPath | null} */
    let meant = null;
    try { meant = await this.asked(seat, this.kind ? [path[0], this.kind, ...path.slice(1)] : path); } catch { /* said in `meant` */ }
    if (number === this.question) this.meant(seat, meant);
  }

  /** Says what the path means, or why it means nothing. @param {string} seat @param {DrawnPath | null} answer */
  meant(seat, answer) {
    const so = `${times(this.path.length - 1, "step")}, ${this.path.slice(1).map((id) => this.table.named(id)).join(" ")}.`;
    if (!answer) { this.say(`${so} The server cannot be reached.`, []); return; }
    this.move = this.table.view.moves.find((move) => move.seat === seat && move.action === answer.notation) ?? null;
    get("way-play").disabled = !this.move;
    this.table.trace(this.path, this.move);
    if (this.move) this.say(`${this.move.label}.`, this.move.rules);
    else if (answer.refusal) this.say(`${so} ${answer.refusal.text}`, answer.refusal.rules);
    else this.say(`${so} This is not a complete move yet.`, []);
  }

  /** @param {string} text @param {string[]} rules */
  say(text, rules) {
    get("way-words").replaceChildren(text, ...rules.flatMap((rule) => [" ", chip(rule)]));
  }
}
