// Zooms into a board that is too large for the screen, by fingers, wheel, keys and buttons. Only the visible part of
// the drawing changes; the names of columns and rows stay at the edges. A board with spaces large enough does not zoom.

import { get } from "./dom.js";
import { make } from "./signs.js";

/** @import { Point, Space } from "./types/page" */
/** @import { Board } from "./board.js" */
/** @import { Settings } from "./settings.js" */

/** @typedef {{ scale: number, x: number, y: number }} Window The visible part: how many times larger, and its corner. */
/** @typedef {[scale: number, x: number, y: number]} WindowList A window as arguments. */
/** @typedef {{ text: string, at: number }} Ruler The name of a column or row, and where it is. */
/** @typedef {{ x: number, y: number, when: number, zoomed?: boolean }} Tap */

const FINGER = 32; // pixels: spaces closer to each other are too small for a hand
const HOPELESS = FINGER / 2; // pixels: closer than this, a finger's first tap zooms in
const EASY = 46; // pixels: this far apart, spaces are easy to hit
const LARGEST = 96;
const STEP = 1.5; // factor of a key or a button
const TWICE = 350; // milliseconds between the taps of a double tap
const NEAR = 30; // pixels between them
const BAND = 20; // pixels of the edge with the names
const GLIDE = 200; // ms

const between = (/** @type {number} */ low, /** @type {number} */ value, /** @type {number} */ high) => Math.min(Math.max(value, low), Math.max(low, high));

/** The median distance of spaces to their nearest neighbours. @param {Space[]} spaces */
function gap(spaces) {
  const some = spaces.filter((_, at) => at % Math.ceil(spaces.length / 100) === 0);
  const nearest = some.map((one) => Math.min(...spaces.filter((other) => other !== one).map((other) => Math.hypot(other.x - one.x, other.y - one.y))));
  return nearest.sort((a, b) => a - b)[nearest.length >> 1] ?? Infinity;
}

/** Names of columns and rows, where the names of spaces have both: k and 14 of k14. @param {Space[]} spaces */
function rulers(spaces) {
  /** @type {Map<number, Ruler>[]} */
  const [columns, rows] = [new Map(), new Map()];
  const fits = (/** @type {Map<number, Ruler>} */ lines, /** @type {number} */ key, /** @type {string} */ text, /** @type {number} */ at) => {
    const line = lines.get(key) ?? { text, at };
    lines.set(key, line);
    return line.text === text && Math.abs(line.at - at) < 1;
  };
  for (const { id, column, row, x, y } of spaces) {
    // Places beside the map have no column and row.
    if (/^(home|reserve)-/.test(id)) continue;
    const parts = /^([a-z]+)(\d+)$/.exec(id);
    if (!parts || !fits(columns, column, parts[1], x) || !fits(rows, row, parts[2], y)) return null;
  }
  const ordered = (/** @type {Map<number, Ruler>} */ lines) => [...lines.values()].sort((a, b) => a.at - b.at);
  return { columns: ordered(columns), rows: ordered(rows) };
}

export class Zoom {
  scale = 1;
  x = 0;
  y = 0;
  /** Pixels for a unit of the drawing, when all of it is visible. */
  unit = 1;
  /** The largest scale. */
  most = 2;
  /** Are the spaces too small on this screen? */
  possible = false;
  /** Was it zoomed by a first tap, and not on purpose? */
  given = false;
  gliding = 0;
  /** @type {Window | null} Where an animation goes. */
  goal = null;
  /** @type {Tap | null} */
  tapped = null;
  /** @type {{ apart: number, scale: number, point: Point } | null} */
  pinched = null;
  /** @type {Map<number, Point>} */
  fingers = new Map();
  /** Called when a second finger makes a pinch of a drag. */
  abandon = () => {};
  /** The space that matters now, if any: picked, or under the cursor. @type {() => string | undefined} */
  interest = () => undefined;

  /** @param {Board} board @param {Settings} settings @param {(text: string) => void} announce */
  constructor(board, settings, announce) {
    this.board = board;
    this.settings = settings;
    this.announce = announce;
    const [width, height] = board.plan.size;
    this.width = width;
    this.height = height;
    this.gap = gap(board.plan.spaces);
    this.names = rulers(board.plan.spaces);
    // The margin of the drawing, without spaces.
    this.edge = Math.min(...board.plan.spaces.flatMap(({ x, y }) => [x, y, width - x, height - y])) - this.gap / 2;
    this.edges = make("g", { class: "rulers", "aria-hidden": "true" }, board.svg);
    this.measure();
    new ResizeObserver(() => this.measure()).observe(board.svg);
    this.listen(board.svg);
    get("zoom-in").addEventListener("click", () => this.step(STEP));
    get("zoom-out").addEventListener("click", () => this.step(1 / STEP));
    get("zoom-whole").addEventListener("click", () => this.whole());
  }

  /** Is less than the whole board visible? */
  get on() { return this.scale > 1.001; }

  /** Pixels between neighbouring spaces now. */
  get pixels() { return this.gap * this.unit * this.scale; }

  /** Measures the drawing on the screen. */
  measure() {
    this.unit = this.board.svg.getBoundingClientRect().width / this.width || 1;
    this.possible = this.gap * this.unit < FINGER;
    this.most = Math.max(2, LARGEST / (this.gap * this.unit));
    this.board.svg.parentElement?.classList.toggle("zooms", this.possible);
    get("zooming").hidden = !this.possible;
    if (this.possible) get("lens").hidden = false;
    if (!this.possible) Object.assign(this, { scale: 1, x: 0, y: 0 });
    this.set(this.scale, this.x, this.y);
  }

  // ---- the window ----

  /** The nearest window that the board allows. @param {number} scale @param {number} x @param {number} y @returns {Window} */
  within(scale, x, y) {
    const size = between(1, scale, this.possible ? this.most : 1);
    if (size < 1.02) return { scale: 1, x: 0, y: 0 };
    // Every space can be moved out from under the names at the edges.
    const rim = Math.max(0, BAND / (this.unit * size) - this.edge);
    const fit = (/** @type {number} */ at, /** @type {number} */ whole) => between(-rim, at, whole - whole / size + rim);
    return { scale: size, x: fit(x, this.width), y: fit(y, this.height) };
  }

  /** @param {number} scale @param {number} x @param {number} y */
  set(scale, x, y) {
    cancelAnimationFrame(this.gliding);
    this.goal = null;
    this.apply(this.within(scale, x, y));
  }

  /** @param {Window} window */
  apply({ scale, x, y }) {
    const { svg } = this.board;
    Object.assign(this, { scale, x, y });
    const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
    svg.setAttribute("viewBox", [x, y, this.width / scale, this.height / scale].map(round).join(" "));
    svg.dataset.zoom = String(round(scale));
    svg.classList.toggle("zoomed", this.on);
    get("zoom-in").setAttribute("aria-disabled", String(scale >= this.most));
    for (const id of ["zoom-out", "zoom-whole"]) get(id).setAttribute("aria-disabled", String(!this.on));
    this.label();
  }

  /** Goes to a window, animated unless motion is reduced. @param {number} scale @param {number} x @param {number} y */
  go(scale, x, y) {
    const goal = this.within(scale, x, y);
    if (!this.settings.animate) { this.set(goal.scale, goal.x, goal.y); return; }
    cancelAnimationFrame(this.gliding);
    this.goal = goal;
    const from = { x: this.x, y: this.y, w: 1 / this.scale };
    const begun = performance.now();
    const frame = (/** @type {number} */ now) => {
      const part = between(0, (now - begun) / GLIDE, 1);
      const eased = 1 - (1 - part) ** 3;
      const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * eased;
      this.apply(part === 1 ? goal : { scale: 1 / mix(from.w, 1 / goal.scale), x: mix(from.x, goal.x), y: mix(from.y, goal.y) });
      if (part < 1) this.gliding = requestAnimationFrame(frame);
      else this.goal = null;
    };
    this.gliding = requestAnimationFrame(frame);
  }

  /** Ends an animation at its goal. */
  arrive() { if (this.goal) this.set(this.goal.scale, this.goal.x, this.goal.y); }

  /** The window in which a point of the drawing stays where it is on the screen. @param {number} scale @param {Point} point @returns {WindowList} */
  about(scale, point) {
    const size = between(1, scale, this.most);
    const keep = (/** @type {number} */ at, /** @type {number} */ from) => at - ((at - from) * this.scale) / size;
    return [size, keep(point.x, this.x), keep(point.y, this.y)];
  }

  /** Zooms by a key or a button, towards the space that matters or the middle of the window. @param {number} factor */
  step(factor) {
    if (!this.possible) return this.announce("This board does not need zoom: you see all of it.");
    this.arrive();
    this.given = false;
    const scale = between(1, this.scale * factor, this.most);
    const middle = { x: this.x + this.width / this.scale / 2, y: this.y + this.height / this.scale / 2 };
    const centre = this.board.point(this.interest()) ?? middle;
    /** @type {WindowList} */
    const window = [scale, centre.x - this.width / scale / 2, centre.y - this.height / scale / 2];
    this.go(...window);
    return this.announce(this.words(this.within(...window)));
  }

  whole() {
    this.given = false;
    if (!this.on) return;
    this.go(1, 0, 0);
    this.announce("The whole board.");
  }

  /** Moves the window by pixels; `false` at the edge. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const [x, y] = [this.x, this.y];
    const pixel = this.unit * this.scale;
    this.set(this.scale, x - dx / pixel, y - dy / pixel);
    return x !== this.x || y !== this.y;
  }

  /** Makes a space visible. @param {string | undefined} id */
  reveal(id) {
    const at = this.board.point(id);
    this.arrive();
    if (!this.on || !at) return;
    const [scale, x, y] = this.around([this.scale, this.x, this.y], at);
    if (x !== this.x || y !== this.y) this.go(scale, x, y);
  }

  /** The window, moved as little as shows this place and its neighbours. @param {WindowList} window @param {Point} at @returns {WindowList} */
  around([scale, x, y], at) {
    const margin = Math.min(this.gap * 1.2 + BAND / (this.unit * scale), this.width / scale / 3);
    const into = (/** @type {number} */ from, /** @type {number} */ place, /** @type {number} */ whole) => between(place - whole / scale + margin, from, place - margin);
    return [scale, into(x, at.x, this.width), into(y, at.y, this.height)];
  }

  /** Shows the whole board again after a first tap, when there is nothing to do. */
  rest() { if (this.given) this.whole(); }

  // ---- fingers, mouse, wheel ----

  /**
   * A tap or click on a space; `true` when it zoomed and means nothing else. `acts`: would the space do something?
   * @param {PointerEvent} event @param {boolean} acts
   */
  tap(event, acts) {
    if (!this.possible) return false;
    /** @type {Tap} */
    const here = { x: event.clientX, y: event.clientY, when: event.timeStamp };
    const before = this.tapped;
    const twice = before && here.when - before.when < TWICE && Math.hypot(here.x - before.x, here.y - before.y) < NEAR;
    this.tapped = here;
    if (twice && before?.zoomed) return true;
    if (this.hopeless(event)) return this.closer(event, here);
    if (!twice || acts) return false;
    this.tapped = null;
    if (this.on) this.whole(); else this.closer(event, here);
    return true;
  }

  /** Is this a finger, and the spaces too small for it? @param {PointerEvent} event */
  hopeless(event) { return this.possible && event.pointerType === "touch" && this.pixels < HOPELESS; }

  /** @param {PointerEvent} event @param {Tap} tapped */
  closer(event, tapped) {
    tapped.zoomed = true;
    const here = this.board.unit(event);
    const window = this.around(this.about(EASY / (this.gap * this.unit), here), here);
    this.go(...window);
    this.given = event.pointerType === "touch";
    this.announce(`${this.words(this.within(...window))} Tap again to point.`);
    return true;
  }

  /** @param {SVGSVGElement} svg */
  listen(svg) {
    svg.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("pointermove", (event) => this.pinch(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) document.addEventListener(kind, (event) => this.fingers.delete(event.pointerId));
    // Two fingers zoom the board, not the page.
    svg.addEventListener("touchmove", (event) => { if (this.possible && event.cancelable && event.touches.length > 1) event.preventDefault(); }, { passive: false });
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType !== "touch" || !this.possible) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size !== 2) return;
    this.abandon();
    this.given = false;
    const { middle, apart } = this.hold();
    this.pinched = { apart, scale: this.scale, point: this.board.unit({ clientX: middle.x, clientY: middle.y }) };
  }

  get pinching() { return this.fingers.size > 1; }

  /** The middle of two fingers, and how far they are apart. */
  hold() {
    const [a, b] = [...this.fingers.values()];
    return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
  }

  /** The point between the fingers stays between them. @param {PointerEvent} event */
  pinch(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size !== 2 || !this.pinched) return;
    const { middle, apart } = this.hold();
    const scale = between(1, (this.pinched.scale * apart) / this.pinched.apart, this.most);
    const box = this.board.svg.getBoundingClientRect();
    const { point } = this.pinched;
    this.set(scale, point.x - ((middle.x - box.left) / box.width) * (this.width / scale), point.y - ((middle.y - box.top) / box.height) * (this.height / scale));
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.possible) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.given = false;
      this.set(...this.about(this.scale * Math.exp(-between(-60, event.deltaY, 60) * 0.008), this.board.unit(event)));
    } else if (this.on && this.pan(-event.deltaX, -event.deltaY)) event.preventDefault();
  }

  // ---- names at the edges ----

  /** Columns and rows that are visible in a window. @param {Window} window */
  seen({ scale, x, y }) {
    const inside = (/** @type {Ruler[]} */ lines, /** @type {number} */ from, /** @type {number} */ whole) => lines.filter(({ at }) => at > from && at < from + whole / scale);
    return { columns: inside(this.names?.columns ?? [], x, this.width), rows: inside(this.names?.rows ?? [], y, this.height) };
  }

  /** @param {Window} window */
  words(window) {
    if (window.scale === 1) return "The whole board.";
    if (!this.names) return `${Math.round(window.scale * 10) / 10} times as large.`;
    const { columns, rows } = this.seen(window);
    return `Columns ${columns[0]?.text} to ${columns.at(-1)?.text}, rows ${rows[0]?.text} to ${rows.at(-1)?.text}.`;
  }

  label() {
    this.edges.replaceChildren();
    if (!this.on || !this.names) return;
    const pixel = this.unit * this.scale;
    this.edges.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${1 / pixel})`);
    const [wide, high] = [this.width * this.unit, this.height * this.unit];
    make("path", { class: "band", d: `M0 0H${wide}V${BAND}H${BAND + 4}V${high}H0Z` }, this.edges);
    const { columns, rows } = this.seen(this);
    const word = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => { make("text", { x, y, "text-anchor": "middle", "font-size": 13 }, this.edges).textContent = text; };
    for (const { text, at } of columns) if ((at - this.x) * pixel > BAND + 12) word(text, (at - this.x) * pixel, 14.5);
    for (const { text, at } of rows) if ((at - this.y) * pixel > BAND + 8) word(text, BAND / 2 + 2, (at - this.y) * pixel + 4.5);
  }
}
