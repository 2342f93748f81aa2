// Pointing at spaces and trays: picks pieces, finds the move that is meant, and asks the server why there is none.

import { choose, sure } from "./chooser.js";
import { Gesture, ranked, tone } from "./gesture.js";

/** @import { PointingPage } from "./types/page" */
/** @import { Move } from "./types/view" */

const MAX_TOLD = 12; 
export class Pointing {
  gesture = new Gesture();
  /** @type {Move | null} The move that was shown by a first tap. */
  preview = null;
  /** @type {string | null} The space under the mouse or the cursor. */
  hovered = null;

  /** @param {PointingPage} table */
  constructor(table) { this.table = table; }

  // ---- whose pieces ----

  /** My seats that are to act. */
  hands() { return this.table.view.turn.filter((id) => this.table.view.mine.includes(id)); }

  /** My seat that acts with what was pointed at. @param {string} [id] */
  seat(id) {
    const { mine, trays } = this.table.view;
    const owners = [...this.owners(id), trays.find((tray) => tray.id === id)?.seat];
    return this.hands().find((hand) => owners.includes(hand)) ?? this.hands()[0] ?? mine[0];
  }

  /** The seats with pieces on a space. @param {string} [id] */
  owners(id) {
    const { tokens, seats } = this.table.view;
    return tokens.flatMap((token) => (token.space === id && typeof token.seat === "number" ? [seats[token.seat].id] : []));
  }

  /** Is there a piece of mine, and is it its turn? @param {string} id */
  mine(id) {
    const { tokens, trays } = this.table.view;
    if (tokens.some((token) => token.space === id)) return this.owners(id).some((owner) => this.hands().includes(owner));
    const owner = trays.find((tray) => tray.id === id)?.seat;
    return Boolean(owner && this.hands().includes(owner));
  }

  /** May a piece there be dragged? @param {string} id */
  mayLift(id) {
    const { sender, past, view } = this.table;
    return !sender.busy && !past.back && view.moves.length > 0 && (this.mine(id) || this.gesture.firsts().includes(id));
  }

  /** Would pointing at this do something? @param {string | null} id */
  acts(id) {
    const { gesture } = this;
    if (this.table.way.on) return true;
    return id !== null && (gesture.firsts().includes(id) || gesture.next().has(id) || gesture.ends().has(id) || gesture.plain().some((move) => move.steps[1] === id));
  }

  // ---- picking ----

  /** Takes the legal moves of the view; none during a replay. */
  renew() {
    this.gesture.die = this.table.byDie.die;
    this.gesture.renew(this.table.past.back ? [] : this.table.view.moves);
  }

  /** Keeps only moves by this die; what is picked stays picked if it can. @param {number | null} die */
  narrow(die) {
    this.renew();
    this.preview = null;
    this.table.choose();
    this.table.panel.announce(die ? `Using the ${die}.` : "Using either die.");
  }

  /** Picks a piece by dragging it. @param {string} id @param {string | null} kind */
  lift(id, kind = null) {
    this.gesture.kind = kind;
    this.gesture.narrow();
    this.gesture.path = [id];
    this.preview = null;
    this.table.choose();
  }

  /** Leaves a drawn path, else a replay, else what is picked. */
  escape() {
    const { way, past } = this.table;
    if (way.on) way.leave();
    else if (past.back) past.leave();
    else this.cancel();
  }

  cancel() {
    const { panel, board } = this.table;
    this.gesture.drop();
    this.renew();
    this.preview = null;
    panel.error(null);
    panel.note(null);
    board.clear("hint");
    board.way([]);
    this.table.tip.show([]);
    this.table.choose();
  }

  /** @param {string[]} path */
  pick(path) {
    this.gesture.path = path;
    this.preview = null;
    this.table.panel.note(null);
    this.table.choose();
    this.table.panel.announce(`${this.table.named(path[path.length - 1])} picked. ${this.open()}`);
  }

  /** Puts back what is picked; the only piece that can move stays picked. */
  putBack() {
    this.cancel();
    if (this.gesture.path.length) this.pick(this.gesture.path);
  }

  /** Where the picked piece can go, in words; of many places only the special ones. */
  open() {
    const next = this.gesture.next();
    if (next.size <= MAX_TOLD) return `It can go to ${[...next.keys()].map((id) => this.table.named(id)).join(", ")}.`;
    const special = [...next.values()].filter((moves) => tone(moves) !== "plain").map((moves) => ranked(moves)[0].label);
    const rest = special.length > MAX_TOLD ? `; and ${special.length - MAX_TOLD} more` : "";
    return `It can go to ${next.size} places.${special.length ? ` ${special.slice(0, MAX_TOLD).join("; ")}${rest}.` : ""}`;
  }

  /** Picks one kind of piece out of a tray that holds several. @param {string} id @param {string} kind */
  takes(id, kind) {
    const { gesture } = this;
    if (gesture.path.length && gesture.path[0] !== id && gesture.next().has(id)) return false;
    const again = gesture.path[0] === id && gesture.kind === kind;
    if (again || !gesture.all.some((move) => move.steps[0] === id && move.kind === kind)) return false;
    gesture.kind = kind;
    gesture.narrow();
    this.pick([id]);
    return true;
  }

  /** Is this a kind of piece in a tray that cannot move, while others there can? @param {string} id @param {string} kind */
  idle(id, kind) {
    const from = this.gesture.path.length ? [] : this.gesture.all.filter((move) => move.steps[0] === id && move.kind);
    return from.length > 0 && !from.some((move) => move.kind === kind);
  }

  // ---- pointing ----

  /**
   * A space or a tray is pointed at. `back` puts a dragged piece back.
   * @param {string} id @param {boolean} touch @param {() => void} back @param {string} [kind]
   */
  point(id, touch = false, back = () => {}, kind = undefined) {
    const { sender, past, panel, way, view, board } = this.table;
    if (sender.busy) { back(); return; }
    if (past.back) { back(); panel.announce("This is a replay. Press Escape to return to the match."); return; }
    if (way.on) { back(); way.point(id, kind); return; }
    if (kind !== undefined && this.takes(id, kind)) { back(); return; }
    if (kind !== undefined && this.idle(id, kind)) { back(); this.explain([id], kind); return; }
    panel.error(null);
    board.clear("hint");
    if (view.moves.length) { this.find(id, touch, back, kind); return; }
    back();
    panel.announce(view.mine.length || view.phase === "over" ? view.headline : "You are a spectator.");
  }

  /** Finds the move that is meant. @param {string} id @param {boolean} touch @param {() => void} back @param {string} [kind] */
  find(id, touch, back, kind) {
    const { gesture } = this;
    const path = [...gesture.path, id];
    const plain = gesture.plain().find((move) => move.steps[1] === id);
    const exact = plain ? [plain] : gesture.ends().get(id) ?? gesture.exact(path);
    const longer = gesture.after(path).length > 0;
    if (exact.length && !longer) { this.decide(exact, touch, back); return; }
    back();
    if (longer) this.pick(path);
    else if (gesture.path[0] === id) this.putBack();
    else if (gesture.after([id]).length) this.pick([id]);
    else this.miss(id, path, kind);
  }

  /** No move begins or ends there: says what to do, or why. @param {string} id @param {string[]} path @param {string} [kind] */
  miss(id, path, kind) {
    const { board, view, panel } = this.table;
    const { gesture } = this;
    if (!board.spaces.has(id)) { this.explain(path, kind); return; }
    if (this.mine(id) && !view.mid_turn) { this.ask(id); return; }
    if (gesture.path.length || !gesture.firsts().length || gesture.single().size) { this.explain(path); return; }
    panel.note({ text: `${this.table.named(id)}: pick one of your pieces first.`, rules: [] });
    panel.announce(`${this.spoken(id)}. Pick one of your pieces first.`);
  }

  /** @param {string} id */
  spoken(id) { return this.table.board.elements.get(id)?.getAttribute("aria-label") ?? this.table.named(id); }

  /** A piece of mine that cannot move: pointing on shows why. @param {string} id */
  ask(id) {
    const { panel } = this.table;
    this.gesture.path = [id];
    this.preview = null;
    this.table.choose();
    const text = `The piece on ${this.table.named(id)} has no move now. Choose where it should go to see which rule forbids it.`;
    panel.note({ text, rules: [] });
    panel.announce(text);
  }

  /** Plays the one move, or asks which of several is meant. @param {Move[]} moves @param {boolean} touch @param {() => void} back */
  async decide(moves, touch, back) {
    if (moves.length === 1) { this.propose(moves[0], touch, back); return; }
    back();
    this.cancel();
    const common = moves[0].steps.filter((id, at) => moves.every((move) => move.steps[at] === id));
    const steps = common.map((id) => this.table.named(id)).join(" – ");
    const move = await choose(ranked(moves), `Which one? ${steps}`, (looked) => this.table.board.way(looked?.path ?? [], looked?.steps[0]));
    if (move) this.play(move);
  }

  /** Plays at once, or shows the move first when that is the setting. @param {Move} move @param {boolean} touch @param {() => void} back */
  propose(move, touch, back) {
    const { settings, panel } = this.table;
    if (!touch || !settings.on("confirm") || this.preview?.action === move.action) { this.play(move, back); return; }
    this.preview = move;
    this.table.choose();
    panel.note({ text: `${move.label}. Tap again to play it.`, rules: move.rules });
    back();
  }

  /** Plays a move; one that ends something for everyone asks first. @param {Move} move @param {() => void} back */
  async play(move, back = () => {}) {
    if (move.confirm) {
      back();
      if (!await sure(move.confirm)) { this.table.choose(); return; }
    }
    this.table.sender.play(move);
  }

  /** Asks the server why this is no legal move. @param {string[]} path @param {string | null} kind */
  async explain(path, kind = null) {
    const { link, panel } = this.table;
    try {
      const why = await link.why(this.seat(path[0]), path, kind ?? this.gesture.kind);
      if (why.legal) why.detail = "This move is possible now. Try again.";
      panel.error(why);
      panel.announce(`${why.detail} ${why.instead ?? ""}`);
    } catch {
      panel.error({ detail: "The server cannot be reached.", instead: "Try again when the connection is back." });
    }
  }

  /** Shows the path to what is under the mouse or the cursor. @param {string | null} id */
  hover(id) {
    if (id === this.hovered) return;
    this.hovered = id;
    if (this.table.way.on) return;
    const { gesture } = this;
    const found = id ? [...gesture.exact([...gesture.path, id]), ...gesture.exact([id]), ...gesture.ends().get(id) ?? []] : [];
    const moves = found.filter((one) => one.path.length);
    this.table.board.way(moves[0]?.path ?? [], moves[0]?.steps[0]);
    this.table.explain(id, found.filter((one, at) => found.indexOf(one) === at));
  }
}
