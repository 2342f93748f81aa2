// Buttons and keys beside the board: undo, hint, resign, rematch, lists and announcements.

import { closest, get, url } from "./dom.js";
import { showRule } from "./rules.js";
import { addingSeats, addingWords, turnWords } from "./turnbar.js";
import { times } from "./words.js";

/** @import { Table } from "./table.js" */

const ASKED_AGAIN = 3; // times for one hint

export class Controls {
  /** The seat that the open dialog would resign for. */
  resigning = "";
  /** Is the server thinking about a hint? */
  asking = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    get("undo").addEventListener("click", () => this.undo());
    get("hint").addEventListener("click", () => this.hint());
    get("show-moves").addEventListener("click", () => this.moves());
    get("throw-all").addEventListener("click", () => this.throwAll());
    get("show-keys").addEventListener("click", () => get("keys").showModal());
    get("rematch").addEventListener("click", () => this.rematch());
    get("at-hand")?.addEventListener("click", () => this.atHand());
    get("resign").addEventListener("click", () => this.resign());
    get("confirm").addEventListener("close", () => {
      if (get("confirm").returnValue === "yes") table.sender.send({ type: "resign", seat: this.resigning });
    });
    get("copy")?.addEventListener("click", () => this.copy());
    // The list shows the path of the move under the pointer, like the board.
    for (const kind of ["pointerover", "focusin"]) get("moves").addEventListener(kind, (event) => this.trace(event));
  }

  /** @param {Event} event */
  trace(event) {
    const action = closest(event, "button")?.dataset.action;
    const looked = this.table.view.moves.find((move) => move.action === action);
    this.table.board.way(looked?.path ?? [], looked?.steps[0]);
  }

  async copy() {
    const link = get("link");
    link.select();
    try { await navigator.clipboard.writeText(link.value); } catch { document.execCommand("copy"); }
    get("copy")?.replaceChildren("Copied");
    this.table.panel.announce("The link is copied.");
  }

  /** What each key does; it gets the space under the cursor. @returns {Record<string, (here: string) => unknown>} */
  commands() {
    const { table } = this;
    const { panel, board } = table;
    return {
      t: () => this.throw(),
      o: () => { table.tabs.open("odds"); table.foresight.odds(); },
      m: () => this.moves(),
      l: () => panel.announce(panel.log.at(-1)?.lines.map((line) => line.text).join(" ") ?? "Nothing has been played yet."),
      w: () => panel.announce([`${turnWords(table.view)}.`, addingWords(table.view) || table.view.headline, ...table.view.seats.map((seat) => (seat.need ? `${seat.title}: ${seat.need.text}` : ""))].join(" ")),
      n: (here) => panel.announce(this.beside(here)),
      p: () => panel.announce(this.men()),
      u: () => this.undo(),
      y: () => table.since.replay(),
      h: () => this.hint(),
      s: () => table.sound.toggle(),
      r: () => this.atHand(),
      d: () => table.way.toggle(),
      "+": () => board.zoom.step(1.5),
      "=": () => board.zoom.step(1.5),
      "-": () => board.zoom.step(1 / 1.5),
      "−": () => board.zoom.step(1 / 1.5),
      0: () => board.zoom.whole(),
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((die) => [die, () => table.byDie.choose(die)])),
      "?": () => get("keys").showModal(),
    };
  }

  throw() {
    const { view, sender, panel } = this.table;
    const { chance, seats } = view;
    if (addingSeats(view).length) { panel.announce(addingWords(view)); return; }
    if (chance?.mine && chance.thrower) { sender.send({ type: "throw", seat: chance.thrower }); return; }
    const who = seats.find((seat) => seat.id === chance?.thrower);
    panel.announce(who ? `It is ${who.name}’s throw.` : "There is nothing to throw now.");
  }

  /** Makes my throws until somebody here has a choice; a key or a click ends it. */
  async throwAll() {
    const { table } = this;
    const ended = new AbortController();
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => ended.abort(), { signal: ended.signal });
    while (!ended.signal.aborted && table.view.phase === "playing" && !table.view.can_act) {
      const { chance, own_throw: own, version } = table.view;
      const mine = chance?.mine && chance.thrower && !addingSeats(table.view).length && own !== chance.thrower ? chance.thrower : null;
      const done = mine ? (await table.sender.send({ type: "throw", seat: mine }))?.ok : await table.sender.reached(version + 1);
      if (!done) break;
    }
    ended.abort();
  }

  /** Asks for confirmation, and says for which seat and what happens then. */
  resign() {
    const { view: { seats, mine }, pointing } = this.table;
    const left = seats.filter((one) => !one.out);
    const seat = left.find((one) => one.id === pointing.seat()) ?? left.find((one) => mine.includes(one.id));
    if (!seat) return;
    const others = left.filter((one) => one !== seat);
    this.resigning = seat.id;
    get("confirm-title").textContent = new Set(mine).size > 1 ? `Resign for ${seat.name}?` : "Resign this game?";
    get("confirm-words").textContent = others.length === 1 ? "The other side wins."
      : others.some((one) => one.kind === "person") ? "A computer takes over your seat, and the others play on."
        : "The match ends, and the others share the win.";
    get("confirm").returnValue = "";
    get("confirm").showModal();
  }

  /** Opens the quick rules. */
  atHand() {
    const rules = get("at-hand")?.dataset.rules?.split(" ");
    if (rules) showRule(...rules);
    else this.table.panel.announce("This game has no quick rules. See the rule book.");
  }

  /** What is around a space: by its roads, or beside it. @param {string} here */
  beside(here) {
    const { board } = this.table;
    const named = (/** @type {string} */ id) => this.table.named(id);
    const ways = board.spaces.get(here)?.ways ?? [];
    if (ways.length) return `From ${named(here)}: ${ways.map(([to, road]) => `${named(to)} by ${road}`).join("; ")}.`;
    return `Beside ${named(here)}: ${board.around(here, 4).map(named).join(", ")}.`;
  }

  /** Where all pieces are, in words. */
  men() {
    const { tokens, trays } = this.table.shown;
    const kinds = Map.groupBy(tokens.filter((one) => one.space !== null), (token) => token.label);
    const places = [...kinds].map(([label, men]) => `${times(men.length, label)}: ${men.map((man) => this.table.named(man.space ?? "")).sort().join(", ")}.`);
    return [...places, ...trays.map((tray) => `${tray.label}: ${tray.note}.`)].join(" ");
  }

  /** Opens or closes the list of moves, and moves the focus. */
  moves() {
    const box = get("moves-box");
    box.hidden = !box.hidden;
    get("show-moves").setAttribute("aria-expanded", String(!box.hidden));
    if (box.hidden) this.table.keys.go(this.table.keys.here);
    else get("moves").querySelector("button")?.focus();
  }

  undo() {
    const { view, sender, consent, panel, pointing } = this.table;
    if (view.can_undo) sender.send({ type: "undo", seat: pointing.seat() });
    else if (view.can_ask) consent.askBack();
    else panel.announce("There is nothing to undo.");
  }

  async hint() {
    const { table } = this;
    if (!table.view.can_hint || table.sender.busy || this.asking) return;
    table.past.leave();
    this.asking = true;
    get("hint").setAttribute("aria-disabled", "true");
    const ask = async () => {
      const { version } = table.view;
      return { version, answer: await table.link.hint(version, table.pointing.seat()) };
    };
    let { version, answer } = await ask();
    // Where several act at once, others may have acted meanwhile.
    for (let more = ASKED_AGAIN; more > 0 && table.view.version !== version && table.view.can_hint; more--) ({ version, answer } = await ask());
    this.asking = false;
    get("hint").removeAttribute("aria-disabled");
    if (table.view.version !== version) return;
    if (!answer.ok) { table.panel.error(answer.body); return; }
    const { text, rules, reason } = answer.body;
    const note = { text: [text, reason?.text].filter(Boolean).join(" "), rules: [...new Set([...rules, ...(reason?.rules ?? [])])] };
    table.panel.note(note);
    table.panel.announce(note.text);
    table.board.hint(answer.body.steps);
  }

  /** Offers a rematch, or goes to it. */
  async rematch() {
    const { view, link, panel } = this.table;
    if (view.next) { location.href = url(`/tables/${view.next}`); return; }
    const answer = await link.command(view.version, { type: "offer_rematch" });
    if (!answer.ok) { panel.error(answer.body); return; }
    if (answer.body.next) this.table.follow(answer.body.next);
  }
}
