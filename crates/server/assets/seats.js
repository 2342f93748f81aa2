// Players, what each side has to do, and the trays beside the board. Cards and trays are made once and kept: pieces fly
// between them and the board, and the focus stays where it is.

import { paint, seatColour } from "./colours.js";
import { get } from "./dom.js";
import { make as draw } from "./signs.js";
import { make, points, sentence } from "./words.js";

/** @import { Plan, ScreenPoint } from "./types/page" */
/** @import { LogEntry, Seat, Token, Tray, View } from "./types/view" */

/** @typedef {Record<"element" | "name" | "who" | "standing" | "badge" | "clock" | "points" | "gist" | "need" | "trays", HTMLElement> & { kind?: string }} Card A seat's card; `kind` is the piece on it. */
/** @typedef {{ element: HTMLButtonElement, label: HTMLElement, note: HTMLElement, details: HTMLElement, men: HTMLElement, words: string }} TrayBox */

const ROW = 8; // more pieces than this in a tray are shown as heaps

export class Seats {
  /** @type {Map<string, Card>} */
  cards = new Map();
  /** @type {Map<string, TrayBox>} */
  trays = new Map();
  /** @type {Map<number, SVGSVGElement>} Pieces in trays by id. */
  men = new Map();

  /** @param {Plan} plan @param {string} ids */
  constructor(plan, ids) {
    this.plan = plan;
    this.ids = ids;
  }

  /** @param {View} view @param {LogEntry[]} log */
  show(view, log) {
    view.seats.forEach((seat, at) => this.card(view, seat, at, log));
    const kept = new Set(view.trays.map((tray) => tray.id));
    for (const [id, tray] of this.trays) if (!kept.has(id)) { tray.element.remove(); this.trays.delete(id); }
    for (const tray of view.trays) this.tray(view, tray);
    get("common").hidden = !get("common").childElementCount;
  }

  // ---- sides ----

  /** @param {View} view @param {Seat} seat @param {number} at @param {LogEntry[]} log */
  card(view, seat, at, log) {
    const card = this.cards.get(seat.id) ?? this.seated(seat);
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
    card.points.textContent = view.contest ? points(view.contest.points?.[at] ?? 0) : "";
    card.need.replaceChildren(...(seat.need && view.phase !== "over" ? sentence(seat.need) : []));
    card.gist.textContent = view.phase !== "over" ? seat.need?.text ?? "" : "";
    paint(card.element, seatColour(view, at));
    card.element.classList.toggle("mine", mine);
    card.element.classList.toggle("acts", state === "acts");
  }

  /** @param {Seat} seat */
  seated(seat) {
    const [name, who, standing] = [make("span", "side-name"), make("span", "who"), make("span", "act")];
    const [badge, score, clock] = [make("span", "mark-turn"), make("span", "points"), make("span", "clock")];
    clock.hidden = true;
    clock.setAttribute("role", "timer");
    const [gist, need, trays] = [make("span", "gist"), make("p", "need"), make("div", "trays")];
    const unfold = make("button", "unfold");
    const about = make("div", "about", make("span", "line", name, who), make("span", "line", standing, gist));
    const element = make("li", "seat", this.figure(), about, make("span", "standing-now", clock, score, badge), unfold, need, trays);
    unfold.type = "button";
    unfold.setAttribute("aria-expanded", "false");
    unfold.setAttribute("aria-label", `More about ${seat.name}`);
    unfold.addEventListener("click", () => unfold.setAttribute("aria-expanded", String(element.classList.toggle("opened"))));
    element.dataset.seat = seat.id;
    get("seats").append(element);
    /** @type {Card} */
    const card = { element, name, who, standing, badge, clock, points: score, gist, need, trays };
    this.cards.set(seat.id, card);
    return card;
  }

  /** Shows a piece of the side on its card, as soon as there is one. @param {View} view @param {Card} card @param {number} at */
  face(view, card, at) {
    const own = view.tokens.filter((token) => token.seat === at);
    const kind = (own.find((token) => token.space) ?? own[0])?.kind ?? "";
    if (card.kind === kind || (card.kind && !kind)) return;
    // The picture stays while the side still has such a piece.
    if (card.kind && own.some((token) => token.kind === card.kind)) return;
    card.kind = kind;
    card.element.classList.toggle("faceless", !kind);
    card.element.firstElementChild?.replaceWith(this.figure(kind));
  }

  /** A piece drawn by itself. @param {string} [kind] */
  figure(kind) {
    const [w, h] = this.extent(kind);
    const svg = draw("svg", { viewBox: `${-w} ${-h} ${2 * w} ${2 * h}`, class: w > h * 1.2 ? "man long" : "man", "aria-hidden": "true" });
    if (kind) draw("use", { href: `#${this.ids}-token-${kind}` }, svg);
    return svg;
  }

  /** Half the width and height of a piece's picture, which is drawn around its middle. @param {string} [kind] */
  extent(kind) {
    const r = this.plan.r * 1.24;
    const art = kind && document.getElementById(`${this.ids}-token-${kind}`);
    if (!(art instanceof SVGGraphicsElement)) return [r, r];
    const box = art.getBBox();
    const reach = Math.max(-box.x, box.x + box.width) * this.plan.r * 1.08;
    return [Math.max(r, reach), r];
  }

  // ---- trays ----

  /** @param {View} view @param {Tray} tray */
  tray(view, { id, label, seat, note, details }) {
    const tray = this.trays.get(id) ?? this.opened(id, seat ?? null);
    tray.label.textContent = label;
    tray.note.textContent = note;
    tray.details.textContent = details ?? "";
    tray.words = `${label}: ${note}${details ? `, ${details}` : ""}`;
    const men = view.tokens.filter((token) => token.tray === id).sort((a, b) => a.x - b.x);
    tray.men.replaceChildren(...(men.length > ROW ? this.heaps(men) : men.map((token) => this.man(token))));
  }

  /** Too many for a row: one piece of each kind, with their number. @param {Token[]} men */
  heaps(men) {
    const kinds = Map.groupBy(men, (token) => token.kind);
    return [...kinds.values()].map((all) => {
      const figure = this.man(all[0]);
      for (const token of all) this.men.set(token.id, figure);
      return make("span", "heap", figure, `×${all.length}`);
    });
  }

  /** @param {string} id @param {string | null} seat */
  opened(id, seat) {
    const [label, note, details, men] = [make("span", "tray-name"), make("span", "tray-note"), make("span", "tray-details"), make("span", "men")];
    const element = make("button", "tray", label, men, note, details);
    element.type = "button";
    element.tabIndex = -1;
    element.dataset.tray = id;
    (this.cards.get(seat ?? "")?.trays ?? get("common")).append(element);
    const tray = { element, label, note, details, men, words: "" };
    this.trays.set(id, tray);
    return tray;
  }

  /** @param {Token} token */
  man(token) {
    const known = this.men.get(token.id);
    if (known?.dataset.kind === token.kind && known.dataset.token === String(token.id)) return known;
    const figure = this.figure(token.kind);
    figure.dataset.token = String(token.id);
    figure.dataset.kind = token.kind;
    this.men.set(token.id, figure);
    return figure;
  }

  /** Where the pieces in the trays are on the screen. */
  places() {
    const lying = [...this.men].filter(([, figure]) => figure.isConnected);
    return new Map(lying.map(([id, figure]) => [id, this.place(id, figure)]));
  }

  /** @param {number} id @returns {ScreenPoint | null} */
  place(id, figure = this.men.get(id)) {
    if (!figure?.isConnected || !figure.checkVisibility()) return null;
    const box = figure.getBoundingClientRect();
    return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  }

  /** Marks the trays that can be pointed at. @param {{ picked: string | undefined, targets: Set<string>, firsts: Set<string>, kind: string | null }} chosen */
  choose({ picked, targets, firsts, kind }) {
    for (const [id, { element, words }] of this.trays) {
      const [can, goes] = [firsts.has(id), targets.has(id)];
      element.classList.toggle("movable", can);
      element.classList.toggle("target", goes);
      element.setAttribute("aria-pressed", String(id === picked));
      for (const figure of /** @type {NodeListOf<SVGElement>} */ (element.querySelectorAll("[data-kind]"))) figure.classList.toggle("picked", id === picked && figure.dataset.kind === kind);
      element.tabIndex = can || goes ? 0 : -1;
      element.setAttribute("aria-label", `${words}${goes ? ", can be chosen" : can ? ", can be picked" : ""}`);
    }
  }
}

/** What a side has to do now: a word, and a state for the style sheet. @param {View} view @param {Seat} seat @param {LogEntry[]} log */
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
