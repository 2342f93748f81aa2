// Who sits where, what each side has to do, and what lies beside the board.
// Cards and trays are made once and kept: men fly between them and the board,
// and the focus stays where it is.

import { make as draw } from "./signs.js";
import { make, points, sentence } from "./words.js";

const ROW = 8; // so many men are shown one by one

const get = (id) => document.getElementById(id);

export class Seats {
  constructor(plan, ids) {
    Object.assign(this, { plan, ids, cards: new Map(), trays: new Map(), men: new Map() });
  }

  show(view, log) {
    view.seats.forEach((seat, at) => this.card(view, seat, at, log));
    const kept = new Set(view.trays.map((tray) => tray.id));
    for (const [id, tray] of this.trays) if (!kept.has(id)) { tray.element.remove(); this.trays.delete(id); }
    for (const tray of view.trays) this.tray(view, tray);
    get("common").hidden = !get("common").childElementCount;
  }

  // ---- sides ----

  card(view, seat, at, log) {
    const card = this.cards.get(seat.id) ?? this.seated(view, seat, at);
    const mine = view.mine.includes(seat.id);
    const alone = mine && new Set(view.mine).size < view.seats.length;
    const [word, state] = status(view, seat, log);
    card.name.textContent = seat.title;
    card.who.textContent = seat.kind === "open" ? "free" : alone ? `${seat.who} (you)` : seat.who;
    card.badge.textContent = word;
    card.badge.hidden = !word;
    card.badge.dataset.status = state;
    this.face(view, card, at);
    card.standing.textContent = seat.standing ?? "";
    card.points.textContent = view.contest ? points(view.contest.points[at]) : "";
    card.need.replaceChildren(...(seat.need && view.phase !== "over" ? sentence(seat.need) : []));
    card.element.classList.toggle("mine", mine);
    card.element.classList.toggle("acts", state === "acts");
  }

  seated(view, seat, at) {
    const [name, who, standing] = [make("span", "side-name"), make("span", "who"), make("span", "act")];
    const [badge, score, clock] = [make("span", "mark-turn"), make("span", "points"), make("span", "clock")];
    clock.hidden = true;
    clock.setAttribute("role", "timer");
    const [need, trays] = [make("p", "need"), make("div", "trays")];
    const element = make("li", "seat", this.figure(), make("div", "", name, who, standing), make("span", "standing-now", clock, " ", score, " ", badge), need, trays);
    element.dataset.seat = seat.id;
    get("seats").append(element);
    const card = { element, name, who, standing, badge, clock, points: score, need, trays };
    this.cards.set(seat.id, card);
    return card;
  }

  /** The card shows a man of the side, as soon as there is one. */
  face(view, card, at) {
    const own = view.tokens.filter((token) => token.seat === at);
    const kind = (own.find((token) => token.space) ?? own[0])?.kind ?? "";
    if (card.kind === kind || (card.kind && !kind)) return;
    // Whoever has gone from the board is still the same.
    if (card.kind && own.some((token) => token.kind === card.kind)) return;
    card.kind = kind;
    card.element.classList.toggle("faceless", !kind);
    card.element.firstElementChild.replaceWith(this.figure(kind));
  }

  /** A man drawn by himself. */
  figure(kind, label) {
    const [w, h] = this.extent(kind);
    const svg = draw("svg", { viewBox: `${-w} ${-h} ${2 * w} ${2 * h}`, class: w > h * 1.2 ? "man long" : "man" });
    if (label) { svg.setAttribute("role", "img"); svg.setAttribute("aria-label", label); } else svg.setAttribute("aria-hidden", "true");
    if (kind) draw("use", { href: `#${this.ids}-token-${kind}` }, svg);
    return svg;
  }

  /** Half the width and height of a man's picture, which is drawn around its middle. */
  extent(kind) {
    const r = this.plan.r * 1.24;
    const art = kind && document.getElementById(`${this.ids}-token-${kind}`);
    if (!art) return [r, r];
    const box = art.getBBox();
    const reach = Math.max(-box.x, box.x + box.width) * this.plan.r * 1.08;
    return [Math.max(r, reach), r];
  }

  // ---- trays ----

  tray(view, { id, label, seat, note }) {
    const tray = this.trays.get(id) ?? this.opened(id, seat);
    tray.label.textContent = label;
    tray.note.textContent = note;
    tray.words = `${label}: ${note}`;
    const men = view.tokens.filter((token) => token.tray === id).sort((a, b) => a.x - b.x);
    tray.men.replaceChildren(...(men.length > ROW ? this.heaps(men) : men.map((token) => this.man(token))));
  }

  /** Too many for a row: one of each kind, and how many there are. */
  heaps(men) {
    const kinds = Map.groupBy(men, (token) => token.kind);
    return [...kinds.values()].map((all) => {
      const figure = this.man(all[0]);
      for (const token of all) this.men.set(token.id, figure);
      return make("span", "heap", figure, `×${all.length}`);
    });
  }

  opened(id, seat) {
    const [label, note, men] = [make("span", "tray-name"), make("span", "tray-note"), make("span", "men")];
    const element = make("button", "tray", label, men, note);
    element.type = "button";
    element.tabIndex = -1;
    element.dataset.tray = id;
    (this.cards.get(seat)?.trays ?? get("common")).append(element);
    const tray = { element, label, note, men };
    this.trays.set(id, tray);
    return tray;
  }

  man(token) {
    const known = this.men.get(token.id);
    if (known?.dataset.kind === token.kind && known.dataset.token === String(token.id)) return known;
    const figure = this.figure(token.kind);
    figure.dataset.token = token.id;
    figure.dataset.kind = token.kind;
    this.men.set(token.id, figure);
    return figure;
  }

  /** Where the men in the trays are on the screen. */
  places() {
    const lying = [...this.men].filter(([, figure]) => figure.isConnected);
    return new Map(lying.map(([id, figure]) => [id, this.place(id, figure)]));
  }

  place(id, figure = this.men.get(id)) {
    if (!figure?.isConnected || !figure.checkVisibility()) return null;
    const box = figure.getBoundingClientRect();
    return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  }

  has(id) { return this.trays.has(id); }

  /** Marks which trays can be pointed at. */
  choose({ picked, targets, firsts, kind }) {
    for (const [id, { element, words }] of this.trays) {
      const [can, goes] = [firsts.has(id), targets.has(id)];
      element.classList.toggle("movable", can);
      element.classList.toggle("target", goes);
      element.setAttribute("aria-pressed", String(id === picked));
      for (const figure of element.querySelectorAll("[data-kind]")) figure.classList.toggle("picked", id === picked && figure.dataset.kind === kind);
      element.tabIndex = can || goes ? 0 : -1;
      element.setAttribute("aria-label", `${words}${goes ? ", can be chosen" : can ? ", can be picked" : ""}`);
    }
  }
}

/** What a side has to do now, in a word, and its kind. */
function status(view, seat, log) {
  if (view.phase !== "playing") return ["", ""];
  if (view.chance) return view.chance.thrower === seat.id ? [view.throw?.kind === "dial" ? "to spin" : "to throw", "acts"] : ["", ""];
  if (view.turn.includes(seat.id)) return [seat.kind === "computer" ? "thinking" : "to act", "acts"];
  const stop = log.findLastIndex((entry) => entry.seat === null);
  if (stop < 0) return ["", ""];
  const since = log.slice(stop);
  const last = since.findLast((entry) => entry.seat === seat.id);
  const told = since.some((entry) => entry.lines.some(({ text }) => text.includes(seat.name) && /\bpassed\b/.test(text)));
  if (last ? last.action === "pass" : told) return ["passed", "passed"];
  return last ? ["done", "done"] : ["", ""];
}
