// The drawing: men moved by id, the part that turns, marks, the cursor. It knows
// where things are and nothing of who may go where. Everything is drawn as it
// is first and shown moving after.

import { make, oddsSign, stepSign, toneSign } from "./signs.js";
import { Turntable } from "./turntable.js";

const GLIDE = 230; // a man from space to space
const FLIGHT = 380; // a man to or from a tray
const TICK = 95; // the platform by one step
const LONGEST_TURN = 1700;
const GLANCE = 200; // the platform to where it would be
const CROWD = 12; // so many men at once do not glide

const SMOOTH = "cubic-bezier(.3,.1,.2,1)";
const GROUPS = ["last", "state", "choice", "way", "hint", "odds", "foreseen", "cursor"];

export class Board {
  constructor(svg, plan, ids, settings) {
    this.svg = svg;
    this.plan = plan;
    this.ids = ids;
    this.settings = settings;
    this.turned = 0;
    this.until = 0; // when the platform stands still
    this.spaces = new Map(plan.spaces.map((space) => [space.id, space]));
    this.elements = new Map([...svg.querySelectorAll(".space[data-space]")].map((el) => [el.dataset.space, el]));
    this.turntable = plan.turntable ? new Turntable(plan.turntable, svg.querySelector(".turntable")) : null;
    this.layer = svg.querySelector(".tokens");
    this.tokens = new Map();
    for (const element of this.layer.querySelectorAll("[data-token]")) {
      const place = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(element.getAttribute("transform"));
      this.tokens.set(Number(element.dataset.token), { element, space: element.dataset.at, x: Number(place[1]), y: Number(place[2]) });
    }
    // The browser's own tips would hide the board from who hovers over it.
    for (const title of svg.querySelectorAll("g > title, path > title")) title.remove();
    const layer = (name, parent) => make("g", { class: `marks ${name}` }, svg.querySelector(parent));
    this.groups = Object.fromEntries(GROUPS.map((name) => [name, { under: layer(name, "#under"), over: layer(name, "#over") }]));
  }

  // ---- where things are ----

  /** Where a space lies now, or after the turntable has been turned so far. */
  point(id, turned = this.turned) {
    const space = this.spaces.get(id);
    return space && this.turntable?.carries(id) ? this.turntable.carry(space, turned) : space;
  }

  /** Column and row of a space now. */
  cell(id) { return this.turntable?.carries(id) ? this.turntable.cell(id, this.turned) : this.spaces.get(id); }

  /** The man on a space, if there is one: of several the seat's own, of those the one on top. */
  man(id, seat) {
    const there = [...this.tokens.values()].filter((known) => known.space === id);
    const own = there.filter((known) => known.element.dataset.seat === String(seat));
    return (own.length ? own : there).at(-1) ?? null;
  }

  /** A point of the screen in the drawing's own units. */
  unit({ clientX, clientY }) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  /** The space nearest to a point of the screen, if it is near at all. */
  near(event, within = 1.6) {
    const here = this.unit(event);
    const best = this.nearest(here, this.plan.spaces.map((space) => space.id));
    return best && best.away < this.plan.r * within ? best.id : null;
  }

  nearest(here, ids, turned) {
    let best = null;
    for (const id of ids) {
      const there = this.point(id, turned);
      const away = Math.hypot(there.x - here.x, there.y - here.y);
      if (!best || away < best.away) best = { id, away };
    }
    return best;
  }

  /** The spaces on the straight line from one to another that are not neighbours. */
  between(from, to) {
    const [a, b] = [this.point(from), this.point(to)];
    if (!a || !b || Math.hypot(a.x - b.x, a.y - b.y) < this.zoom.gap * 1.5) return [];
    const { id } = this.nearest({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, this.plan.spaces.map((space) => space.id));
    return id === from || id === to ? [] : [...this.between(from, id), id, ...this.between(id, to)];
  }

  /** Of a space on the turntable, the fixed one it would lie before. */
  before(id, turned) {
    if (!this.turntable?.carries(id)) return null;
    const fixed = this.plan.spaces.map((space) => space.id).filter((other) => !this.turntable.carries(other));
    return this.nearest(this.point(id, turned), fixed)?.id ?? null;
  }

  /** The next spaces around one, nearest first. */
  around(id, count) {
    const here = this.point(id);
    const away = (other) => Math.hypot(this.point(other).x - here.x, this.point(other).y - here.y);
    return this.plan.spaces.map((space) => space.id).filter((other) => other !== id).sort((a, b) => away(a) - away(b)).slice(0, count);
  }

  /** The next space in a direction, holes skipped. */
  neighbour(id, columns, rows) {
    const here = this.cell(id);
    let best = null;
    for (const space of this.plan.spaces) {
      const there = this.cell(space.id);
      const along = (there.column - here.column) * columns + (there.row - here.row) * rows;
      const aside = Math.abs((there.column - here.column) * rows) + Math.abs((there.row - here.row) * columns);
      if (along <= 0) continue;
      const cost = along + aside * 3;
      if (!best || cost < best.cost) best = { id: space.id, cost };
    }
    return best?.id ?? id;
  }

  // ---- men and the part that turns ----

  /**
   * Draws men and turntable as the view has them. What changed is shown moving,
   * after `wait` milliseconds; `trays` tells where men lay and lie beside the board.
   */
  show(view, wait, trays) {
    this.restore();
    // Who wants no motion does not wait for what was moving before.
    if (!this.settings.animate) this.skip();
    const now = performance.now();
    const steps = this.turntable ? this.turntable.between(this.turned, view.turned) : 0;
    const tick = Math.min(TICK, LONGEST_TURN / Math.max(steps, 1));
    const begin = this.settings.animate ? Math.max(wait, this.until - now, 0) : 0;
    if (steps && this.settings.animate) {
      this.until = now + begin + steps * tick;
      this.turntable.swing(this.turned, steps, tick, begin, "ease-in-out");
    }
    const turn = { steps, tick, begin, settled: this.settings.animate ? Math.max(this.until - now, wait, 0) : 0 };
    this.turned = view.turned ?? 0;
    this.turntable?.set(this.turned);
    this.men(view.tokens.filter((token) => token.space !== null), turn, trays);
    if (steps) this.reveal(turn.settled);
    if (steps && this.pointed) this.cursor(this.pointed);
  }

  /** Marks on what turns appear when it has come to rest. */
  reveal(ms) {
    if (ms <= 0) return;
    for (const name of ["last", "state", "choice"]) {
      for (const group of Object.values(this.groups[name])) {
        group.animate([{ opacity: 0 }, { opacity: 0, offset: 0.96 }, { opacity: 1 }], { duration: ms + 120 });
      }
    }
  }

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

  /** A man who was on the board already. */
  move(known, token, turn, crowd) {
    const from = { x: known.x, y: known.y };
    const carried = turn.steps > 0 && this.turntable.carries(known.space);
    const changed = known.space !== token.space;
    const away = from.x !== token.x || from.y !== token.y;
    this.put(known, token);
    if (!away || crowd || !this.settings.animate) return;
    const legs = carried ? this.arc(from, turn) : [{ ...from, ms: 0 }];
    if (!carried || changed) legs.push({ x: token.x, y: token.y, ms: GLIDE, easing: SMOOTH });
    this.travel(known.element, legs, carried ? turn.begin : turn.settled);
  }

  /** A man who comes onto the board. */
  enter(token, turn, screen) {
    const element = make("g", { class: "token", "data-token": token.id, "data-kind": token.kind }, this.layer);
    if (token.seat !== null) element.dataset.seat = token.seat;
    make("use", { href: `#${this.ids}-token-${token.kind}` }, element);
    const known = { element };
    this.tokens.set(token.id, known);
    this.put(known, token);
    if (!screen || !this.settings.animate) return;
    const from = this.unit(screen);
    this.travel(element, [{ ...from, ms: 0 }, { x: token.x, y: token.y, ms: FLIGHT, easing: SMOOTH }], turn.settled);
  }

  /** A man who leaves the board, for a tray or for good. */
  leave(id, known, turn, screen) {
    this.tokens.delete(id);
    const { element } = known;
    if (!screen || !this.settings.animate) return element.remove();
    for (const name of ["data-token", "data-at"]) element.removeAttribute(name);
    element.classList.add("leaving");
    const carried = turn.steps > 0 && this.turntable.carries(known.space);
    const from = { x: known.x, y: known.y };
    const legs = [...(carried ? this.arc(from, turn) : [{ ...from, ms: 0 }]), { ...this.unit(screen), ms: FLIGHT, easing: SMOOTH }];
    return this.travel(element, legs, carried ? turn.begin : turn.settled)?.finished.then(() => element.remove(), () => element.remove());
  }

  put(known, token) {
    Object.assign(known, { x: token.x, y: token.y, space: token.space });
    known.element.dataset.at = token.space;
    known.element.setAttribute("transform", `translate(${token.x} ${token.y})`);
    known.element.querySelector("use").setAttribute("transform", `scale(${token.scale ?? 1})`);
  }

  /** The way of a man who is carried along. */
  arc(from, { steps, tick }) {
    const leg = (_, step) => ({ ...this.turntable.carry(from, step), ms: step ? tick : 0, easing: "ease-in-out" });
    return Array.from({ length: steps + 1 }, leg);
  }

  /** Shows a man going from leg to leg; he is drawn at the end already. */
  travel(element, legs, delay) {
    const whole = legs.reduce((sum, leg) => sum + leg.ms, 0);
    if (!whole) return null;
    // Who is on his way still finishes that first.
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

  /** Moves a man before the server has answered; the next view corrects it. */
  anticipate(from, to, seat) {
    const man = this.man(from, seat);
    const there = this.point(to);
    if (!man || !there) return;
    const legs = [{ x: man.x, y: man.y, ms: 0 }, { x: there.x, y: there.y, ms: GLIDE, easing: SMOOTH }];
    Object.assign(man, { x: there.x, y: there.y });
    man.element.setAttribute("transform", `translate(${there.x} ${there.y})`);
    if (this.settings.animate) this.travel(man.element, legs, 0);
  }

  /** Lets two men who are interchangeable change names: the one who was picked is then the one who goes. */
  exchange(one, other, seat) {
    const [a, b] = [this.man(one, seat), this.man(other, seat)];
    if (!a || !b || a === b) return;
    const name = (man) => man.element.dataset.token;
    [a.element.dataset.token, b.element.dataset.token] = [name(b), name(a)];
    for (const man of [a, b]) this.tokens.set(Number(name(man)), man);
  }

  /** Puts a man back to where he stands. */
  back(man, screen) {
    const home = this.point(man.space);
    if (screen && this.settings.animate) this.travel(man.element, [{ ...this.unit(screen), ms: 0 }, { ...home, ms: GLIDE, easing: SMOOTH }], 0);
    Object.assign(man, { x: home.x, y: home.y });
    man.element.setAttribute("transform", `translate(${home.x} ${home.y})`);
  }

  /** Ends all gliding and turning. */
  skip() {
    this.until = 0;
    for (const animation of this.svg.getAnimations({ subtree: true })) animation.finish();
  }

  // ---- what would be ----

  /** Shows the turntable as it would lie, its men carried along, until `restore`. */
  foresee(turned, ends) {
    this.skip();
    const now = this.foreseen ?? this.turned;
    this.marks("foreseen", ends, turned);
    this.svg.classList.add("foreseeing");
    if (!this.turntable || turned === now) return;
    this.foreseen = turned;
    this.glance(now, turned);
  }

  /** Back to what is. */
  restore() {
    this.clear("foreseen");
    this.svg.classList.remove("foreseeing");
    if (this.foreseen === undefined) return;
    const from = this.foreseen;
    this.foreseen = undefined;
    this.glance(from, this.turned);
  }

  glance(from, to) {
    const table = this.turntable;
    const forth = table.between(from, to);
    // The shorter way round, for this is no throw.
    const steps = forth > table.plan.steps / 2 ? forth - table.plan.steps : forth;
    const tick = GLANCE / Math.max(Math.abs(steps), 1);
    table.set(to);
    if (this.settings.animate) table.swing(from, steps, tick, 0, "linear");
    for (const man of this.tokens.values()) {
      if (!table.carries(man.space)) continue;
      const at = (turned) => table.carry(man, turned - this.turned);
      const end = at(to);
      man.element.classList.toggle("carried", this.foreseen !== undefined);
      man.element.setAttribute("transform", `translate(${end.x} ${end.y})`);
      if (!this.settings.animate) continue;
      const frame = (_, step) => { const p = at(from + Math.sign(steps) * step); return { transform: `translate(${p.x}px, ${p.y}px)` }; };
      man.element.animate(Array.from({ length: Math.abs(steps) + 1 }, frame), { duration: GLANCE });
    }
  }

  // ---- marks ----

  clear(group) {
    this.groups[group].under.replaceChildren();
    this.groups[group].over.replaceChildren();
  }

  /** Pairs of space and mark: signs the server sent, or the tone of an action. */
  marks(group, pairs, turned = this.turned) {
    this.clear(group);
    for (const [id, word] of pairs) {
      const at = this.point(id, turned);
      if (!at) continue;
      const sign = document.getElementById(`${this.ids}-mark-${word === "plain" ? "target" : word}`);
      const place = { class: `mark ${word}`, "data-mark": word, "data-on": id, transform: `translate(${at.x} ${at.y})` };
      if (sign) make("use", { href: `#${sign.id}`, ...place }, this.groups[group][sign.dataset.layer]);
      else make("g", place, this.groups[group].over).append(toneSign(word, this.plan.r));
    }
  }

  ring(group, id, name, factor) {
    const at = this.point(id);
    if (!at) return;
    const place = { cx: at.x, cy: at.y, r: this.plan.r * factor };
    make("circle", { class: `${name}-halo`, ...place }, this.groups[group].over);
    make("circle", { class: name, ...place }, this.groups[group].over);
  }

  /** The cursor of the keyboard. */
  cursor(id) {
    this.pointed = id;
    this.clear("cursor");
    if (id) this.ring("cursor", id, "cursor", 1.34);
  }

  /** A way as numbered steps; what it begins at has no number. */
  way(path, from) {
    this.clear("way");
    const points = path.map((id) => this.point(id)).filter(Boolean);
    if (!points.length) return;
    const begin = this.point(from);
    const d = `M${[...(begin ? [begin] : []), ...points].map(({ x, y }) => `${x} ${y}`).join("L")}`;
    for (const name of ["way-halo", "way-line"]) make("path", { class: name, d }, this.groups.way.over);
    points.forEach(({ x, y }, at) => {
      const sign = stepSign(at + 1, this.plan.r);
      sign.setAttribute("transform", `translate(${x} ${y})`);
      this.groups.way.over.append(sign);
    });
  }

  /** The chance of each space, in hundredths, and what it would bring. */
  odds(chances) {
    this.clear("odds");
    for (const [id, { p, tone }] of chances) {
      const at = this.point(id);
      if (!at) continue;
      const sign = oddsSign(p, this.plan.r, tone);
      sign.setAttribute("transform", `translate(${at.x} ${at.y})`);
      sign.dataset.on = id;
      this.groups.odds.over.append(sign);
    }
  }

  /** A hint: a line from the first step to the last, or a ring. */
  hint(steps) {
    this.clear("hint");
    const [from, to] = [this.point(steps[0]), this.point(steps.at(-1))];
    if (from) this.ring("hint", steps[0], "pick", 1.16);
    if (!from && to) this.ring("hint", steps.at(-1), "pick", 1.16);
    if (!from || !to || from === to) return;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const r = this.plan.r;
    const [sx, sy] = [from.x + ux * r * .9, from.y + uy * r * .9];
    const [ex, ey] = [to.x - ux * r * .55, to.y - uy * r * .55];
    const line = `M${sx} ${sy}L${ex} ${ey}`;
    const head = `M${to.x} ${to.y}L${ex - uy * r * .42} ${ey + ux * r * .42}L${ex + uy * r * .42} ${ey - ux * r * .42}Z`;
    make("path", { class: "hint-halo", d: line }, this.groups.hint.over);
    make("path", { class: "hint-line", d: line }, this.groups.hint.over);
    make("path", { class: "hint-head", d: head }, this.groups.hint.over);
  }
}
