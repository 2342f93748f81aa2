// Mouse, finger and keyboard on board and trays: all three end in `Pointing.point(id)`.

import { closest } from "./dom.js";
import { make } from "./signs.js";

/** @import { Board, Piece } from "./board.js" */
/** @import { Pointing } from "./pointing.js" */
/** @import { DrawnPaths, ScreenPoint, Point } from "./types/page" */
/** @import { Tip } from "./tip.js" */

/** @typedef {Piece & { borrowed?: boolean }} Dragged A piece in the hand; borrowed: one drawn for a tray's piece. */
/**
 * A pressed pointer: what it is on, where it began, and what has become of it.
 * @typedef {Point & { id: string | null, tray: HTMLElement | null, pointer: number, kind?: string, man?: Dragged | null,
 *   panned?: Point, stroke?: Point, drawn?: boolean }} Held
 */

const DRAG = 7; // pixels that make a drag of a click
const STROKE = 0.85; // how near a stroke comes to the middle of a space it passes, in radii of a piece

/** Where a pointer is: a tray's id, a space's id, or nothing. @param {Board} board @param {ScreenPoint} event */
function under(board, event) {
  const tray = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-tray]");
  return (tray instanceof HTMLElement ? tray.dataset.tray : null) ?? board.near(event);
}

/** Click and drag, from the board and from trays. @param {Board} board @param {Pointing} table @param {DrawnPaths} way @param {Tip} tip */
export function pointing(board, table, way, tip) {
  const stage = board.svg.parentElement;
  /** @type {Held | null} */
  let held = null;
  let spent = false; // a finger has just been lifted, and its tap is done

  const grab = (/** @type {PointerEvent} */ event, /** @type {string | null} */ id, /** @type {HTMLElement | null} */ tray) => {
    held = { id, tray, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    return held;
  };

  /** What the hand holds while it drags: the piece itself, or one like those in the tray. @param {Held} held @returns {Dragged | null} */
  const lift = (held) => {
    if (!held.id || !table.mayLift(held.id)) return null;
    if (!held.tray) return board.man(held.id);
    const kind = held.kind ?? /** @type {SVGElement | null} */ (held.tray.querySelector("[data-kind]"))?.dataset.kind;
    const element = make("g", { class: "token" }, board.layer);
    if (kind) make("use", { href: `#${board.ids}-token-${kind}` }, element);
    else make("circle", { class: "pick", r: board.plan.r * 0.6 }, element);
    return { element, borrowed: true, space: null, x: 0, y: 0 };
  };

  /** Moves the visible part of the board along with the hand. @param {Held} held @param {PointerEvent} event */
  const pan = (held, event) => {
    const last = held.panned ?? held;
    board.zoom.pan(event.clientX - last.x, event.clientY - last.y);
    held.panned = { x: event.clientX, y: event.clientY };
  };

  /** Draws a path in one stroke, without gaps. @param {Held} held @param {Point} from @param {PointerEvent} event */
  const stroke = (held, from, event) => {
    const to = { x: event.clientX, y: event.clientY };
    const parts = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4));
    for (let part = 1; part <= parts; part++) {
      const at = (/** @type {number} */ a, /** @type {number} */ b) => a + ((b - a) * part) / parts;
      const id = board.near({ clientX: at(from.x, to.x), clientY: at(from.y, to.y) }, STROKE);
      if (id !== null && (held.drawn || id !== held.id)) {
        held.drawn = true;
        way.over(id);
      }
    }
    held.stroke = to;
  };

  // A second finger makes a pinch of a drag.
  board.zoom.abandon = () => {
    if (!held) return;
    const { man } = held;
    held = null;
    stage?.classList.remove("dragging");
    man?.element.classList.remove("lifted");
    if (man?.borrowed) man.element.remove(); else if (man) board.back(man);
    if (man) table.cancel();
  };

  /** Begins a drag, once the pointer has moved far enough; else moves the board. @param {Held} held @param {PointerEvent} event */
  const drag = (held, event) => {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG) return;
    const man = lift(held);
    held.man = man;
    if (!man && !held.tray && board.zoom.on) pan(held, event);
    if (!man || !held.id) return;
    (held.tray ?? board.svg).setPointerCapture(held.pointer);
    table.lift(held.id, held.kind);
    man.element.classList.add("lifted");
    board.layer.append(man.element);
    stage?.classList.add("dragging");
  };

  /** Shows what is under the pointer. @param {PointerEvent} event */
  const look = (event) => {
    tip.follow(event, event.pointerType === "touch");
    table.hover(board.near(event));
  };

  const move = (/** @type {PointerEvent} */ event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (held.stroke) { stroke(held, held.stroke, event); return; }
    if (held.panned) { pan(held, event); return; }
    if (!held.man) drag(held, event);
    if (!held.man) return;
    const { x, y } = board.unit(event);
    held.man.element.setAttribute("transform", `translate(${x} ${y})`);
    look(event);
  };

  const end = (/** @type {PointerEvent} */ event, /** @type {boolean} */ cancelled) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { id, man, tray, panned, drawn } = held;
    const touch = event.pointerType === "touch";
    held = null;
    spent = touch;
    if (touch) table.hover(null);
    if (panned || drawn) return;
    if (man) { drop(man, id, tray, event, cancelled); return; }
    if (!cancelled && !tray && board.zoom.tap(event, table.acts(id))) return;
    if (cancelled || tray || !id) return;
    if (touch) board.elements.get(id)?.focus({ preventScroll: true });
    table.point(id, touch);
  };

  /** A dragged piece is let go. @param {Dragged} man @param {string | null} id @param {HTMLElement | null} tray @param {PointerEvent} event @param {boolean} cancelled */
  const drop = (man, id, tray, event, cancelled) => {
    stage?.classList.remove("dragging");
    man.element.classList.remove("lifted");
    const to = cancelled ? null : under(board, event);
    if (tray) tray.dataset.dragged = "yes"; // the click that follows is part of the drag
    if (man.borrowed) {
      man.element.remove();
      if (to && to !== id) table.point(to, false); else table.cancel();
      return;
    }
    if (!to || to === id) { board.back(man); return; }
    // The piece is where it was let go: no animation from where it was.
    const there = board.unit(event);
    [man.x, man.y] = [there.x, there.y];
    table.point(to, false, () => board.back(man, event));
  };

  board.svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    board.skip();
    if (board.zoom.pinching) return;
    const id = board.near(event);
    // Beside all spaces there is nothing to point at, but a zoomed board can be moved.
    const grabbed = id || board.zoom.on ? grab(event, id, null) : null;
    if (event.pointerType === "touch") look(event);
    // A stroke begins at the piece, or at the end of the path.
    if (grabbed && id && !board.zoom.hopeless(event) && way.draws(id)) {
      event.preventDefault();
      grabbed.stroke = { x: event.clientX, y: event.clientY };
    }
  });
  document.addEventListener("pointerdown", (event) => {
    const tray = closest(event, "[data-tray]");
    if (!(tray instanceof HTMLElement) || event.button !== 0 || event.pointerType === "touch") return;
    grab(event, tray.dataset.tray ?? null, tray).kind = closest(event, "[data-kind]")?.dataset.kind;
  });
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", (event) => end(event, false));
  document.addEventListener("pointercancel", (event) => end(event, true));
  // A tap ends when the finger is lifted. Without this the browser would send a click after it, which would close, or
  // answer, a dialog that the tap has opened.
  board.svg.addEventListener("touchend", (event) => {
    if (spent && event.cancelable) event.preventDefault();
    spent = false;
  }, { passive: false });
  document.addEventListener("click", (event) => {
    const tray = closest(event, "[data-tray]");
    if (!tray?.dataset.tray || closest(event, "a")) return;
    if (tray.dataset.dragged) { delete tray.dataset.dragged; return; }
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    table.point(tray.dataset.tray, touch, () => {}, closest(event, "[data-kind]")?.dataset.kind);
  });

  // The space under the mouse may have a path to show.
  board.svg.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && !held) look(event); });
  board.svg.addEventListener("pointerleave", () => table.hover(null));
}

/** @type {Record<string, [columns: number, rows: number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * One tab stop for the board; arrows, names and letters. `commands` are the keys that do something.
 * @param {Board} board @param {Pointing} table @param {DrawnPaths} way @param {Tip} tip @param {Record<string, (here: string) => unknown>} commands
 */
export function keyboard(board, table, way, tip, commands) {
  let here = board.plan.spaces[0].id;
  let typed = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  for (const [id, element] of board.elements) {
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
    element.addEventListener("focus", () => {
      stop(id);
      board.cursor(element.matches(":focus-visible") ? id : null);
      if (!element.matches(":focus-visible")) return;
      board.zoom.reveal(id);
      const box = element.getBoundingClientRect();
      tip.follow({ clientX: box.right, clientY: box.bottom }, false);
      table.hover(id);
    });
    element.addEventListener("blur", () => { board.cursor(null); table.hover(null); });
  }

  const stop = (/** @type {string} */ id) => {
    board.elements.get(here)?.setAttribute("tabindex", "-1");
    here = id;
    board.elements.get(here)?.setAttribute("tabindex", "0");
  };
  const go = (/** @type {string} */ id) => board.elements.get(id)?.focus();
  stop(here);

  // Case does not matter in typed names.
  const lower = new Map(board.plan.spaces.map((space) => [space.id.toLowerCase(), space.id]));
  const isName = (/** @type {string} */ text) => [...lower.keys()].some((name) => name.startsWith(text));
  const forget = () => { clearTimeout(timer); typed = ""; };

  // A letter may begin a name (h for h7) or be a command (h for hint), and a name may begin another (1 and 12): the
  // next key decides.
  const letter = (/** @type {string} */ key) => {
    const command = commands[key];
    clearTimeout(timer);
    typed = isName(typed + key) ? typed + key : isName(key) ? key : "";
    if (!typed) { command?.(here); return; }
    go(lower.get(typed) ?? "");
    const alone = typed.length === 1 && !lower.has(typed);
    const longer = [...lower.keys()].some((name) => name !== typed && name.startsWith(typed));
    if (!longer) { forget(); return; }
    timer = setTimeout(() => { forget(); if (alone) command?.(here); }, 700);
  };

  board.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) { forget(); go(board.neighbour(here, ...arrow)); event.preventDefault(); return; }
    if (event.key === "Enter" || event.key === " ") { forget(); event.preventDefault(); table.point(here); return; }
    if (event.key === "Escape") { forget(); table.escape(); return; }
    if (event.key === "Backspace" && way.on) { forget(); event.preventDefault(); way.back(); return; }
    if (/^[a-z0-9?+=−-]$/i.test(event.key)) { event.preventDefault(); letter(event.key.toLowerCase()); }
  });

  // The same letters work anywhere on the page, but in text fields.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (closest(event, "input, textarea, select, dialog, #board")) return;
    if (event.key === "Escape") table.escape();
    if (event.key === "Backspace" && way.on) { event.preventDefault(); way.back(); return; }
    const command = commands[event.key.toLowerCase()];
    if (command) { event.preventDefault(); command(here); }
  });

  return { go, stop, get here() { return here; } };
}
