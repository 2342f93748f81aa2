// Mouse, finger and keyboard on the board: all three end in `table.point(id)`.

const DRAG = 7; // so many pixels make a drag of a click

/** Click and drag. */
export function pointing(board, table) {
  let held = null;

  board.svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    board.skip();
    const id = board.near(event);
    if (!id) return;
    held = { id, x: event.clientX, y: event.clientY, pointer: event.pointerId, touch: event.pointerType === "touch" };
  });

  board.svg.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.man) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG || !table.mayLift(held.id)) return;
      held.man = board.man(held.id);
      if (!held.man) return;
      board.svg.setPointerCapture(held.pointer);
      table.lift(held.id);
      held.man.element.classList.add("lifted");
      held.man.element.parentNode.append(held.man.element);
      board.svg.classList.add("dragging");
    }
    const { x, y } = board.unit(event);
    held.man.element.setAttribute("transform", `translate(${x} ${y})`);
  });

  const end = (event, cancelled) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { id, man } = held;
    held = null;
    if (!man) return cancelled ? undefined : table.point(id, event.pointerType === "touch");
    board.svg.classList.remove("dragging");
    man.element.classList.remove("lifted");
    const to = cancelled ? null : board.near(event);
    const back = () => man.element.setAttribute("transform", `translate(${man.x} ${man.y})`);
    if (!to || to === id) return back();
    // The man is where the hand let go of him: no gliding from where he was.
    const there = board.unit(event);
    [man.x, man.y] = [there.x, there.y];
    table.point(to, false, () => { const space = board.spaces.get(id); board.glide(man, space.x, space.y); });
  };
  board.svg.addEventListener("pointerup", (event) => end(event, false));
  board.svg.addEventListener("pointercancel", (event) => end(event, true));
}

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** One tab stop; arrows, names and letters. */
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
    });
    element.addEventListener("blur", () => board.cursor(null));
  }

  const stop = (id) => {
    board.elements.get(here)?.setAttribute("tabindex", "-1");
    here = id;
    board.elements.get(here)?.setAttribute("tabindex", "0");
  };
  const go = (id) => board.elements.get(id)?.focus();
  stop(here);

  const isName = (text) => board.plan.spaces.some((space) => space.id.startsWith(text));
  const forget = () => { clearTimeout(timer); typed = ""; };

  // A letter may begin a name (h for h7) or be a command (h for hint): what follows decides.
  const letter = (key) => {
    const command = commands[key];
    typed += key;
    clearTimeout(timer);
    if (board.spaces.has(typed)) { go(typed); return forget(); }
    if (isName(typed)) {
      const alone = typed.length === 1;
      timer = setTimeout(() => { forget(); if (alone) command?.(here); }, 700);
      return;
    }
    forget();
    command?.(here);
  };

  board.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) { forget(); go(board.neighbour(here, ...arrow)); event.preventDefault(); return; }
    if (event.key === "Enter" || event.key === " ") { forget(); event.preventDefault(); table.point(here); return; }
    if (event.key === "Escape") { forget(); table.cancel(); return; }
    if (/^[a-z0-9?]$/i.test(event.key)) { event.preventDefault(); letter(event.key.toLowerCase()); }
  });

  // The same letters work anywhere on the page where nobody is typing.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, dialog, #board")) return;
    if (event.key === "Escape") table.cancel();
    const command = commands[event.key.toLowerCase()];
    if (command) { event.preventDefault(); command(here); }
  });

  return { go, stop, get here() { return here; } };
}
