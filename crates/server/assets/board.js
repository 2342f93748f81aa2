// The drawing: pieces by id, the part that turns, animation. It knows where things are and no rules. Everything is
// drawn in its final place first and animated after. Marks on the board are in `marks.js`.

import { Marks } from "./marks.js";
import { make } from "./signs.js";
import { Turntable } from "./turntable.js";
import { Zoom } from "./zoom.js";

/** @import { Plan, Point, ScreenPoint } from "./types/page" */
/** @import { Token, View } from "./types/view" */
/** @import { Settings } from "./settings.js" */

/** @typedef {Point & { element: SVGGElement, space: string | null }} Piece A piece on the board. */
/** @typedef {{ steps: number, tick: number, begin: number, settled: number }} Turn How a turn of the turntable is animated. */
/** @typedef {Point & { ms: number, easing?: string }} Leg One leg of an animated path. */
/** @typedef {{ from: (id: number) => ScreenPoint | null | undefined, to: (id: number) => ScreenPoint | null }} Trays Where pieces beside the board were and are. */

const GLIDE = 230; // ms: a piece from space to space
const FLIGHT = 380; // ms: a piece to or from a tray
const TICK = 95; // ms: the turntable by one step
const LONGEST_TURN = 1700;
const GLANCE = 200; // ms: the turntable to where it would be
const CROWD = 12; // more pieces than this at once are not animated

const SMOOTH = "cubic-bezier(.3,.1,.2,1)";

export class Board extends Marks {
  /** @type {number | undefined} The stop of the turntable that is previewed. */
  foreseen;

  /** @param {SVGSVGElement} svg @param {Plan} plan @param {string} ids @param {Settings} settings @param {(text: string) => void} announce */
  constructor(svg, plan, ids, settings, announce) {
    super(svg, plan, ids);
    this.settings = settings;
    this.until = 0; // when the turntable stops
    /** @type {Map<string, SVGGElement>} */
    this.elements = new Map();
    for (const element of /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(".space[data-space]"))) {
      this.elements.set(element.dataset.space ?? "", element);
    }
    const group = /** @type {SVGGElement | null} */ (svg.querySelector(".turntable"));
    this.turntable = plan.turntable && group ? new Turntable(plan.turntable, group) : null;
    this.layer = /** @type {SVGGElement} */ (svg.querySelector(".tokens"));
    /** @type {Map<number, Piece>} */
    this.tokens = new Map();
    for (const element of /** @type {NodeListOf<SVGGElement>} */ (this.layer.querySelectorAll("[data-token]"))) {
      const place = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "");
      this.tokens.set(Number(element.dataset.token), { element, space: element.dataset.at ?? null, x: Number(place?.[1]), y: Number(place?.[2]) });
    }
    // The browser's own tooltips would cover the board.
    for (const title of svg.querySelectorAll("g > title, path > title")) title.remove();
    this.zoom = new Zoom(this, settings, announce);
  }

  /** How long animations take, compared with the normal speed. */
  get pace() { return this.settings.pace ?? 1; }

  // ---- where things are ----

  /** Column and row of a space now. @param {string} id @returns {{ column: number, row: number }} */
  cell(id) {
    if (this.turntable?.carries(id)) return this.turntable.cell(id, this.turned);
    return this.spaces.get(id) ?? { column: 0, row: 0 };
  }

  /** The piece on a space: of several the seat's own, of those the one on top. @param {string} id @param {number} [seat] */
  man(id, seat) {
    const there = [...this.tokens.values()].filter((known) => known.space === id);
    const own = there.filter((known) => known.element.dataset.seat === String(seat));
    return (own.length ? own : there).at(-1) ?? null;
  }

  /** A point of the screen in the drawing's own units. @param {ScreenPoint} screen @returns {Point} */
  unit({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return { x: point.x, y: point.y };
  }

  /** The space nearest to a point of the screen, within this many radii of a piece. @param {ScreenPoint} event */
  near(event, within = 1.6) {
    const best = this.nearest(this.unit(event), this.plan.spaces.map((space) => space.id));
    return best && best.away < this.plan.r * within ? best.id : null;
  }

  /** @param {Point} here @param {string[]} ids @param {number} [turned] */
  nearest(here, ids, turned) {
    /** @type {{ id: string, away: number } | null} */
    let best = null;
    for (const id of ids) {
      const there = this.point(id, turned);
      const away = there ? Math.hypot(there.x - here.x, there.y - here.y) : Infinity;
      if (!best || away < best.away) best = { id, away };
    }
    return best;
  }

  /** The spaces on the straight line between two that are not neighbours. @param {string} from @param {string} to @returns {string[]} */
  between(from, to) {
    const [a, b] = [this.point(from), this.point(to)];
    if (!a || !b || Math.hypot(a.x - b.x, a.y - b.y) < this.zoom.gap * 1.5) return [];
    const id = this.nearest({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, this.plan.spaces.map((space) => space.id))?.id ?? from;
    return id === from || id === to ? [] : [...this.between(from, id), id, ...this.between(id, to)];
  }

  /** The fixed space in front of a space on the turntable. @param {string} id @param {number} [turned] */
  before(id, turned) {
    const here = this.turntable?.carries(id) ? this.point(id, turned) : null;
    if (!here) return null;
    const fixed = this.plan.spaces.map((space) => space.id).filter((other) => !this.turntable?.carries(other));
    return this.nearest(here, fixed)?.id ?? null;
  }

  /** The next spaces around one, nearest first. @param {string} id @param {number} count */
  around(id, count) {
    const here = this.point(id) ?? { x: 0, y: 0 };
    const away = (/** @type {string} */ other) => this.nearest(here, [other])?.away ?? Infinity;
    return this.plan.spaces.map((space) => space.id).filter((other) => other !== id).sort((a, b) => away(a) - away(b)).slice(0, count);
  }

  /** The next space in a direction, holes skipped. @param {string} id @param {number} columns @param {number} rows */
  neighbour(id, columns, rows) {
    const here = this.cell(id);
    let best = { id, cost: Infinity };
    for (const space of this.plan.spaces) {
      const there = this.cell(space.id);
      const along = (there.column - here.column) * columns + (there.row - here.row) * rows;
      const aside = Math.abs((there.column - here.column) * rows) + Math.abs((there.row - here.row) * columns);
      const cost = along + aside * 3;
      if (along > 0 && cost < best.cost) best = { id: space.id, cost };
    }
    return best.id;
  }

  // ---- pieces and the part that turns ----

  /**
   * Draws pieces and turntable as in the view. Changes are animated after `wait` milliseconds; `trays` says where
   * pieces were and are beside the board.
   * @param {View} view @param {number} wait @param {Trays} trays
   */
  show(view, wait, trays) {
    this.restore();
    const { animate } = this.settings;
    // With reduced motion nothing waits for an animation.
    if (!animate) this.skip();
    const now = performance.now();
    const steps = this.turntable ? this.turntable.between(this.turned, view.turned) : 0;
    const tick = Math.min(TICK, LONGEST_TURN / Math.max(steps, 1)) * this.pace;
    const begin = animate ? Math.max(wait, this.until - now, 0) : 0;
    if (steps && animate) {
      this.until = now + begin + steps * tick;
      this.turntable?.swing(this.turned, steps, tick, begin, "ease-in-out");
    }
    const turn = { steps, tick, begin, settled: animate ? Math.max(this.until - now, wait, 0) : 0 };
    this.turned = view.turned;
    this.turntable?.set(this.turned);
    this.men(view.tokens.filter((token) => token.space !== null), turn, trays);
    if (steps) this.reveal(turn.settled);
    if (steps && this.pointed) this.cursor(this.pointed);
  }

  /** @param {Token[]} tokens @param {Turn} turn @param {Trays} trays */
  men(tokens, turn, trays) {
    const seen = new Set(tokens.map((token) => token.id));
    const gone = [...this.tokens].filter(([id]) => !seen.has(id));
    const moved = tokens.filter((token) => this.tokens.get(token.id)?.space !== token.space).length + gone.length;
    const crowd = moved > CROWD;
    for (const [id, known] of gone) this.leave(id, known, turn, crowd ? null : trays.to(id));
    for (const token of tokens) {
      const known = this.tokens.get(token.id);
      if (known) this.move(known, token, turn, crowd);
      else this.enter(token, turn, crowd ? null : trays.from(token.id));
    }
  }

  /** A piece that was on the board already. @param {Piece} known @param {Token} token @param {Turn} turn @param {boolean} crowd */
  move(known, token, turn, crowd) {
    const from = { x: known.x, y: known.y };
    const carried = turn.steps > 0 && Boolean(this.turntable?.carries(known.space));
    const changed = known.space !== token.space;
    const away = from.x !== token.x || from.y !== token.y;
    this.put(known, token);
    if (!away || crowd || !this.settings.animate) return;
    const legs = this.start(from, turn, carried);
    if (!carried || changed) legs.push({ x: token.x, y: token.y, ms: GLIDE * this.pace, easing: SMOOTH });
    this.travel(known.element, legs, carried ? turn.begin : turn.settled);
  }

  /** A piece that comes onto the board. @param {Token} token @param {Turn} turn @param {ScreenPoint | null | undefined} screen */
  enter(token, turn, screen) {
    const element = make("g", { class: "token", "data-token": token.id, "data-kind": token.kind }, this.layer);
    if (token.seat !== null) element.dataset.seat = String(token.seat);
    make("use", { href: `#${this.ids}-token-${token.kind}` }, element);
    const known = { element, x: token.x, y: token.y, space: token.space ?? null };
    this.tokens.set(token.id, known);
    this.put(known, token);
    if (!screen || !this.settings.animate) return;
    const from = this.unit(screen);
    this.travel(element, [{ ...from, ms: 0 }, { x: token.x, y: token.y, ms: FLIGHT * this.pace, easing: SMOOTH }], turn.settled);
  }

  /** A piece that leaves the board, for a tray or for good. @param {number} id @param {Piece} known @param {Turn} turn @param {ScreenPoint | null} screen */
  leave(id, known, turn, screen) {
    this.tokens.delete(id);
    const { element } = known;
    if (!screen || !this.settings.animate) { element.remove(); return; }
    for (const name of ["data-token", "data-at"]) element.removeAttribute(name);
    element.classList.add("leaving");
    const carried = turn.steps > 0 && Boolean(this.turntable?.carries(known.space));
    const legs = [...this.start({ x: known.x, y: known.y }, turn, carried), { ...this.unit(screen), ms: FLIGHT * this.pace, easing: SMOOTH }];
    const remove = () => element.remove();
    this.travel(element, legs, carried ? turn.begin : turn.settled)?.finished.then(remove, remove);
  }

  /** @param {Piece} known @param {Token} token */
  put(known, token) {
    Object.assign(known, { x: token.x, y: token.y, space: token.space ?? null });
    known.element.dataset.at = token.space ?? "";
    place(known.element, token);
    known.element.querySelector("use")?.setAttribute("transform", `scale(${token.scale})`);
  }

  /** The first legs of a path: the arc of a piece that is carried along, or just where it was. @param {Point} from @param {Turn} turn @param {boolean} carried @returns {Leg[]} */
  start(from, { steps, tick }, carried) {
    const table = this.turntable;
    if (!carried || !table) return [{ ...from, ms: 0 }];
    return Array.from({ length: steps + 1 }, (_, step) => ({ ...table.carry(from, step), ms: step ? tick : 0, easing: "ease-in-out" }));
  }

  /** Animates a piece from leg to leg; it is drawn at the end already. @param {SVGGElement} element @param {Leg[]} legs @param {number} delay */
  travel(element, legs, delay) {
    const whole = legs.reduce((sum, leg) => sum + leg.ms, 0);
    if (!whole) return null;
    // A piece that is still moving finishes first.
    const busy = element.getAnimations().length > 0 && delay > 0;
    if (!busy) element.getAnimations().forEach((animation) => animation.cancel());
    this.layer.append(element);
    let passed = 0;
    const frames = legs.map((leg, at) => {
      passed += leg.ms;
      return { transform: `translate(${leg.x}px, ${leg.y}px)`, offset: passed / whole, easing: legs[at + 1]?.easing ?? "linear" };
    });
    return element.animate(frames, { duration: whole, delay, fill: busy ? "none" : "backwards" });
  }

  /** Moves a piece before the server has answered; the next view corrects it. @param {string} from @param {string} to @param {number} seat */
  anticipate(from, to, seat) {
    const man = this.man(from, seat);
    const there = this.point(to);
    if (!man || !there) return;
    const legs = [{ x: man.x, y: man.y, ms: 0 }, { x: there.x, y: there.y, ms: GLIDE * this.pace, easing: SMOOTH }];
    Object.assign(man, { x: there.x, y: there.y });
    place(man.element, there);
    if (this.settings.animate) this.travel(man.element, legs, 0);
  }

  /** Swaps the ids of two interchangeable pieces: the one that was picked is then the one that moves. @param {string} one @param {string} other @param {number} seat */
  exchange(one, other, seat) {
    const [a, b] = [this.man(one, seat), this.man(other, seat)];
    if (!a || !b || a === b) return;
    const [first, second] = [a.element.dataset.token, b.element.dataset.token];
    [a.element.dataset.token, b.element.dataset.token] = [second, first];
    for (const man of [a, b]) this.tokens.set(Number(man.element.dataset.token), man);
  }

  /** Puts a dragged piece back on its space. @param {Piece} man @param {ScreenPoint} [screen] */
  back(man, screen) {
    const home = this.point(man.space ?? "");
    if (!home) return;
    if (screen && this.settings.animate) this.travel(man.element, [{ ...this.unit(screen), ms: 0 }, { x: home.x, y: home.y, ms: GLIDE * this.pace, easing: SMOOTH }], 0);
    Object.assign(man, { x: home.x, y: home.y });
    place(man.element, home);
  }

  /** Ends all animations. */
  skip() {
    this.until = 0;
    for (const animation of this.svg.getAnimations({ subtree: true })) animation.finish();
  }

  // ---- previews ----

  /** Shows the turntable at another stop, its pieces carried along, until `restore`. @param {number} turned @param {[string, string][]} ends */
  foresee(turned, ends) {
    this.skip();
    const now = this.foreseen ?? this.turned;
    this.marks("foreseen", ends, turned);
    this.svg.classList.add("foreseeing");
    if (!this.turntable || turned === now) return;
    this.foreseen = turned;
    this.glance(now, turned);
  }

  /** Ends the preview. */
  restore() {
    this.clear("foreseen");
    this.svg.classList.remove("foreseeing");
    if (this.foreseen === undefined) return;
    const from = this.foreseen;
    this.foreseen = undefined;
    this.glance(from, this.turned);
  }

  /** @param {number} from @param {number} to */
  glance(from, to) {
    const table = this.turntable;
    if (!table) return;
    const forth = table.between(from, to);
    // A preview takes the shorter way round.
    const steps = forth > table.plan.steps / 2 ? forth - table.plan.steps : forth;
    table.set(to);
    if (this.settings.animate) table.swing(from, steps, GLANCE / Math.max(Math.abs(steps), 1), 0, "linear");
    for (const man of this.tokens.values()) {
      if (!table.carries(man.space)) continue;
      const at = (/** @type {number} */ turned) => table.carry(man, turned - this.turned);
      man.element.classList.toggle("carried", this.foreseen !== undefined);
      place(man.element, at(to));
      if (!this.settings.animate) continue;
      const stops = Array.from({ length: Math.abs(steps) + 1 }, (_, step) => at(from + Math.sign(steps) * step));
      man.element.animate(stops.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })), { duration: GLANCE });
    }
  }
}

/** @param {SVGGElement} element @param {Point} point */
function place(element, { x, y }) { element.setAttribute("transform", `translate(${x} ${y})`); }
