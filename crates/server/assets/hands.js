// Mouse, finger and keyboard on board and trays: all three end in `table.point(id)`.

import { make } from "./signs.js";

const DRAG = 7; // so many pixels make a drag of a click
const STROKE = 0.85; // so near, in men's radii, a stroke comes to the middle of what it passes

/** Where a pointer is: a tray's id, a space's id, or nothing. */
function under(board, event) {
  const tray = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-tray]");
  return tray?.dataset.tray ?? board.near(event);
}

/** Click and drag, from the board and from trays. */
export function pointing(board, table) {
  const stage = board.svg.parentElement;
  let held = null;
  let spent = false; // a finger has just been lifted, and what it did is done

  const grab = (event, id, tray) => {
    held = { id, tray, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  };

  /** What the hand holds while it drags: the man himself, or one like those in the tray. */
  const lift = () => {
    if (!held.id || !table.mayLift(held.id)) return null;
    if (!held.tray) return board.man(held.id);
    const kind = held.kind ?? held.tray.querySelector("[data-kind]")?.dataset.kind;
    const element = make("g", { class: "token" }, board.layer);
    if (kind) make("use", { href: `#${board.ids}-token-${kind}` }, element);
    else make("circle", { class: "pick", r: board.plan.r * 0.6 }, element);
    return { element, borrowed: true };
  };

  /** What is seen of the board goes along with the hand. */
  const pan = (event) => {
    const last = held.panned ?? held;
    board.zoom.pan(event.clientX - last.x, event.clientY - last.y);
    held.panned = { x: event.clientX, y: event.clientY };
  };

  /** A way is drawn with one stroke: no space between two places of the hand is left out. */
  const stroke = (event) => {
    const [from, to] = [held.stroke, { x: event.clientX, y: event.clientY }];
    const parts = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4));
    for (let part = 1; part <= parts; part++) {
      const at = (a, b) => a + ((b - a) * part) / parts;
      const id = board.near({ clientX: at(from.x, to.x), clientY: at(from.y, to.y) }, STROKE);
      if (id !== null && (held.drawn || id !== held.id)) {
        held.drawn = true;
        table.way.over(id);
      }
    }
    held.stroke = to;
  };

  // A second finger makes a pinch of what one has begun.
  board.zoom.abandon = () => {
    if (!held) return;
    const { man } = held;
    held = null;
    stage.classList.remove("dragging");
    man?.element.classList.remove("lifted");
    if (man?.borrowed) man.element.remove(); else if (man) board.back(man);
    if (man) table.cancel();
  };

  const move = (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (held.stroke) return stroke(event);
    if (held.panned) return pan(event);
    if (!held.man) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG) return;
      held.man = lift();
      if (!held.man) return held.tray || !board.zoom.on ? undefined : pan(event);
      (held.tray ?? board.svg).setPointerCapture(held.pointer);
      table.lift(held.id, held.kind);
      held.man.element.classList.add("lifted");
      board.layer.append(held.man.element);
      stage.classList.add("dragging");
    }
    const { x, y } = board.unit(event);
    held.man.element.setAttribute("transform", `translate(${x} ${y})`);
  };

  const end = (event, cancelled) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { id, man, tray, panned, drawn } = held;
    const touch = event.pointerType === "touch";
    held = null;
    spent = touch;
    if (panned || drawn) return undefined;
    if (!man && !cancelled && !tray && board.zoom.tap(event, table.acts(id))) return undefined;
    if (!man && (cancelled || tray || !id)) return undefined;
    if (!man) {
      if (touch) board.elements.get(id)?.focus({ preventScroll: true });
      return table.point(id, touch);
    }
    stage.classList.remove("dragging");
    man.element.classList.remove("lifted");
    const to = cancelled ? null : under(board, event);
    if (tray) tray.dataset.dragged = "yes"; // the click that follows is no click
    if (man.borrowed) {
      man.element.remove();
      return to && to !== id ? table.point(to, false) : table.cancel();
    }
    if (!to || to === id) return board.back(man);
    // The man is where the hand let go of him: no gliding from where he was.
    const there = board.unit(event);
    [man.x, man.y] = [there.x, there.y];
    return table.point(to, false, () => board.back(man, event));
  };

  board.svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    board.skip();
    if (board.zoom.pinching) return;
    const id = board.near(event);
    // Beside all spaces there is nothing to point at, but what is seen can be moved.
    if (id || board.zoom.on) grab(event, id, null);
    // A stroke begins at the man, or where the way has come to.
    if (id && !board.zoom.hopeless(event) && table.way.draws(id)) {
      event.preventDefault();
      held.stroke = { x: event.clientX, y: event.clientY };
    }
  });
  document.addEventListener("pointerdown", (event) => {
    const tray = event.target.closest?.("[data-tray]");
    if (!tray || event.button !== 0 || event.pointerType === "touch") return;
    grab(event, tray.dataset.tray, tray);
    held.kind = event.target.closest("[data-kind]")?.dataset.kind;
  });
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", (event) => end(event, false));
  document.addEventListener("pointercancel", (event) => end(event, true));
  // A tap is over when the finger is lifted. The browser would send a click after it, which would meet
  // whatever the tap has opened: a question would be closed, or answered, by the tap that asked it.
  board.svg.addEventListener("touchend", (event) => {
    if (spent && event.cancelable) event.preventDefault();
    spent = false;
  }, { passive: false });
  document.addEventListener("click", (event) => {
    const tray = event.target.closest?.("[data-tray]");
    if (!tray || event.target.closest("a")) return;
    if (tray.dataset.dragged) { delete tray.dataset.dragged; return; }
    table.point(tray.dataset.tray, event.pointerType === "touch", () => {}, event.target.closest("[data-kind]")?.dataset.kind);
  });

  // What the mouse is over may have a way to show.
  board.svg.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && !held) table.hover(board.near(event)); });
  board.svg.addEventListener("pointerleave", () => table.hover(null));
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** One tab stop for the board; arrows, names and letters. */
export function keyboard(board, table, commands) {
  let here = board.plan.spaces[0].id;
  let typed = "";
  let timer = 0;

  for (const [id, element] of board.elements) {
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "-1");
    element.addEventListener("focus", () => {
      stop(id);
      board.cursor(element.matches(":focus-visible") ? id : null);
      if (element.matches(":focus-visible")) board.zoom.reveal(id);
      table.hover(id);
    });
    element.addEventListener("blur", () => { board.cursor(null); table.hover(null); });
  }

  const stop = (id) => {
    board.elements.get(here)?.setAttribute("tabindex", "-1");
    here = id;
    board.elements.get(here)?.setAttribute("tabindex", "0");
  };
  const go = (id) => board.elements.get(id)?.focus();
  stop(here);

  // Names are typed without regard to large and small letters.
  const lower = new Map(board.plan.spaces.map((space) => [space.id.toLowerCase(), space.id]));
  const isName = (text) => [...lower.keys()].some((name) => name.startsWith(text));
  const forget = () => { clearTimeout(timer); typed = ""; };

  // A letter may begin a name (h for h7) or be a command (h for hint), and a name
  // may begin another (1 and 12): what follows decides.
  const letter = (key) => {
    const command = commands[key];
    clearTimeout(timer);
    typed = isName(typed + key) ? typed + key : isName(key) ? key : "";
    if (!typed) return command?.(here);
    if (lower.has(typed)) go(lower.get(typed));
    const alone = typed.length === 1 && !lower.has(typed);
    const longer = [...lower.keys()].some((name) => name !== typed && name.startsWith(typed));
    if (!longer) return forget();
    timer = setTimeout(() => { forget(); if (alone) command?.(here); }, 700);
    return undefined;
  };

  board.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) { forget(); go(board.neighbour(here, ...arrow)); event.preventDefault(); return; }
    if (event.key === "Enter" || event.key === " ") { forget(); event.preventDefault(); table.point(here); return; }
    if (event.key === "Escape") { forget(); table.escape(); return; }
    if (event.key === "Backspace" && table.way.on) { forget(); event.preventDefault(); table.way.back(); return; }
    if (/^[a-z0-9?+=−-]$/i.test(event.key)) { event.preventDefault(); letter(event.key.toLowerCase()); }
  });

  // The same letters work anywhere on the page where nobody is typing.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, dialog, #board")) return;
    if (event.key === "Escape") table.escape();
    if (event.key === "Backspace" && table.way.on) { event.preventDefault(); table.way.back(); return; }
    const command = commands[event.key.toLowerCase()];
    if (command) { event.preventDefault(); command(here); }
  });

  return { go, stop, get here() { return here; } };
}
