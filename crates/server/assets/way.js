// Drawing a way space by space, for when it matters which way a man goes. What a
// way means is asked of the server; nothing here knows which steps are allowed.

import { chip } from "./rules.js";

const get = (id) => document.getElementById(id);

export class Way {
  /** `table` points and plays; `asked(seat, path)` tells which action a way means. */
  constructor(table, asked) {
    Object.assign(this, { table, asked, on: false, path: [], kind: null, offer: null, question: 0 });
    get("draw-way").addEventListener("click", () => this.toggle());
    get("way-play").addEventListener("click", () => this.play());
    get("way-back").addEventListener("click", () => this.back());
    get("way-leave").addEventListener("click", () => this.leave());
  }

  /** A new view: what was drawn before is past when it can be done no longer. */
  show(view, same) {
    get("draw-way").hidden = !view.can_draw;
    if (view.can_draw) get("lens").hidden = false;
    if (this.on && !same) this.leave();
  }

  toggle() {
    if (this.on) return this.leave();
    if (!this.table.view.can_draw) return this.table.panel.announce("There is no way to draw now.");
    this.table.past.leave(false);
    const { path: [begun], kind } = this.table.gesture;
    this.table.cancel();
    Object.assign(this, { on: true, path: begun ? [begun] : [], kind });
    this.open(true);
    return this.changed();
  }

  leave() {
    if (!this.on) return;
    Object.assign(this, { on: false, path: [], offer: null });
    this.question++;
    this.open(false);
    this.table.cancel();
  }

  open(on) {
    get("draw-way").setAttribute("aria-pressed", String(on));
    get("way").hidden = !on;
    get("board").parentElement.classList.toggle("drawing", on);
  }

  /** Somebody points at a space: it begins the way, goes on, leads back, or means the whole of it. */
  point(id, kind = null) {
    if (!this.path.length || kind) {
      if (!this.table.mayLift(id)) return this.say("Begin with a piece of yours.", []);
      Object.assign(this, { path: [id], kind });
    } else if (id === this.path.at(-1) && this.path.length > 1) return this.offer ? this.play() : undefined;
    else if (this.path.includes(id)) this.path.length = this.path.indexOf(id) + 1;
    else this.path.push(id);
    return this.changed();
  }

  /** Does a stroke begin here: at a man of mine, or where the way has come to? */
  draws(id) {
    if (!this.on) return false;
    if (this.path.length || !this.table.mayLift(id)) return id === this.path.at(-1);
    Object.assign(this, { path: [id], kind: null });
    this.changed();
    return true;
  }

  /** A pointer drags over a space: one that was passed before takes the way back to there. */
  over(id) {
    if (!id || id === this.path.at(-1)) return;
    if (this.path.at(-2) === id) this.path.pop();
    else if (this.path.includes(id)) return;
    else this.path.push(...this.table.board.between(this.path.at(-1), id).filter((one) => !this.path.includes(one)), id);
    this.changed();
  }

  back() {
    if (!this.path.length) return this.leave();
    this.path.pop();
    return this.changed();
  }

  play() {
    const { offer } = this;
    if (!offer) return;
    this.leave();
    this.table.play(offer);
  }

  async changed() {
    const { table, path } = this;
    this.offer = null;
    const number = ++this.question;
    table.trace(path);
    get("way-back").disabled = !path.length;
    get("way-play").disabled = true;
    if (!path.length) return this.say("Point at a piece of yours, then at each square of its way, or draw it with one stroke.", []);
    if (path.length === 1) return this.say(`From ${table.named(path[0])}. Now point at the squares of its way, one after the other.`, []);
    const seat = table.seat(path[0]);
    let meant = null;
    try { meant = await this.asked(seat, this.kind ? [path[0], this.kind, ...path.slice(1)] : path); } catch { /* said below */ }
    if (number !== this.question) return undefined;
    return this.meant(seat, meant);
  }

  /** Says what the way means, or why it means nothing. */
  meant(seat, answer) {
    const steps = this.path.length - 1;
    const so = `${steps} ${steps === 1 ? "step" : "steps"}, ${this.path.slice(1).map((id) => this.table.named(id)).join(" ")}.`;
    if (!answer) return this.say(`${so} The server cannot be asked just now.`, []);
    this.offer = this.table.view.moves.find((offer) => offer.seat === seat && offer.action === answer.notation) ?? null;
    get("way-play").disabled = !this.offer;
    this.table.trace(this.path, this.offer);
    if (this.offer) return this.say(`${this.offer.label}.`, this.offer.rules);
    const { refusal } = answer;
    return refusal ? this.say(`${so} ${refusal.text}`, refusal.rules) : this.say(`${so} Not the whole way of a move yet, or of more than one.`, []);
  }

  say(text, rules) {
    get("way-words").replaceChildren(text, ...rules.flatMap((rule) => [" ", chip(rule)]));
  }
}
