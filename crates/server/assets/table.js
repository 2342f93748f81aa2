// The table page. The server sends the view and everything that may be done;
// these modules show it, point at it and send it back. They hold no rules.
//
// Hooks that tests and other people's tools may rely on:
//   #table[data-id][data-game][data-version][data-phase]
//                               the table; version of the view shown; waiting, playing, over
//   #board                      the drawing, one tab stop
//   #board [data-space="e7"]    a point; .movable: its man may be picked, .target: he may go here,
//                               [aria-pressed=true]: picked; [aria-label] says what stands on it
//   #board [data-token="3"]     a man by his id; [data-at] is his point or `tray:NAME`, [data-kind] his kind
//   #board [data-mark][data-on] a mark: last-from, last-to, last-taken, must, held, target
//   #status                     whose turn, or how it ended
//   #connection[data-state]     connecting, connected, reconnecting, stale
//   #seats [data-seat]          the sides, who leads them, what they need
//   #log li[data-action]        what happened
//   #moves button[data-action]  my legal moves; #show-moves opens the list
//   #choices button             what is done without pointing (pass)
//   #undo #hint #resign #resign-yes #rematch #copy #link #sit
//   #error                      the last refusal; #note: hint or preview
//   #result                     how it ended
//   #announce                   what a screen reader is told
//   #rule #keys #confirm        dialogs

import { Board } from "./board.js";
import { Gesture } from "./gesture.js";
import { keyboard, pointing } from "./hands.js";
import { Link, newKey } from "./link.js";
import { Panel } from "./panel.js";
import "./rules.js";
import { Settings } from "./settings.js";

const get = (id) => document.getElementById(id);
const data = (id) => JSON.parse(get(id).textContent);

class Table {
  constructor() {
    const root = get("table");
    this.root = root;
    this.view = null;
    this.busy = false;
    this.preview = null;
    const plan = data("plan");
    this.settings = new Settings();
    this.board = new Board(get("board"), plan, root.dataset.ids, this.settings);
    this.gesture = new Gesture();
    this.panel = new Panel(plan);
    this.link = new Link(root.dataset.id, {
      view: (view) => this.show(view),
      state: (state) => this.panel.connection(state),
    });
    pointing(this.board, this);
    this.keys = keyboard(this.board, this, this.commands());
    this.buttons();
    this.show(data("view"));
    this.keys.stop(this.gesture.firsts()[0] ?? plan.spaces[Math.floor(plan.spaces.length / 2)].id);
    this.link.open(this.view.version);
    addEventListener("pagehide", () => this.link.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.link.open(this.view.version); });
  }

  /** Shows a view, unless it is older than the one shown. */
  show(view) {
    if (this.view && view.version <= this.view.version) return;
    const focus = document.activeElement;
    const news = this.panel.follow(view);
    if (!news) return this.link.open(0); // a gap: ask for all of it
    const first = !this.view;
    this.view = view;
    this.link.since = view.version;
    this.root.dataset.version = view.version;
    this.root.dataset.phase = view.phase;
    this.preview = null;
    this.panel.error(null);
    this.panel.note(null);
    this.panel.show(view);
    this.board.place(view.tokens);
    this.board.marks("last", view.last);
    this.board.marks("state", view.marks);
    this.board.clear("hint");
    this.gesture.renew(view.offers, view.mid_turn);
    this.panel.moves(view.offers, (offer) => this.play(offer));
    this.choose();
    if (!first) this.keepFocus(focus);
    if (!first) this.panel.announce(this.tidings(news.said));
  }

  /** What happened, and what is to be done now; nothing twice. */
  tidings(said) {
    const { headline, offers, phase } = this.view;
    const matters = (offers.length > 0 || phase !== "playing") && !said.includes(headline);
    return (matters ? `${said} ${headline}` : said).trim();
  }

  /** What had the focus may be gone or disabled: the keyboard goes on at the board. */
  keepFocus(had) {
    const now = document.activeElement;
    if (had === document.body || (now !== document.body && !now.disabled && now.checkVisibility())) return;
    this.board.elements.get(this.keys.here).focus({ preventScroll: true });
  }

  /** Draws what is picked and where it can go. */
  choose() {
    const { board, gesture } = this;
    const picked = gesture.path[0];
    const targets = new Set(gesture.path.length ? gesture.targets() : []);
    const firsts = new Set(gesture.firsts());
    board.marks("choice", [...targets].map((id) => [id, "target"]));
    if (picked) board.ring("choice", picked, "pick", 1.16);
    if (this.preview) board.ring("choice", this.preview.steps.at(-1), "pick", 1.05);
    const men = new Map(this.view.tokens.filter((token) => token.space).map((token) => [token.space, token.label]));
    for (const space of board.plan.spaces) {
      const element = board.elements.get(space.id);
      element.classList.toggle("movable", firsts.has(space.id));
      element.classList.toggle("target", targets.has(space.id));
      element.setAttribute("aria-pressed", String(space.id === picked));
      const say = [space.id, space.label, men.get(space.id) ?? "empty"];
      if (targets.has(space.id)) say.push("can go here");
      else if (firsts.has(space.id)) say.push("can move");
      element.setAttribute("aria-label", say.join(", "));
    }
  }

  /** The seat that acts for me now. */
  seat() { return this.view.turn.find((id) => this.view.mine.includes(id)) ?? this.view.mine[0]; }

  /** Does a man of mine stand there, and is it his turn? */
  mine(id) {
    const man = this.view.tokens.find((token) => token.space === id);
    return man && man.seat !== null && this.view.seats[man.seat].id === this.seat();
  }

  mayLift(id) { return !this.busy && this.view.offers.length > 0 && this.mine(id); }

  /** Picks a man by dragging him. */
  lift(id) {
    this.gesture.path = [id];
    this.preview = null;
    this.choose();
  }

  cancel() {
    this.gesture.renew(this.view.offers, this.view.mid_turn);
    this.preview = null;
    this.panel.error(null);
    this.panel.note(null);
    this.board.clear("hint");
    this.choose();
  }

  /** Somebody points at a space. `back` puts a dragged man where he was. */
  async point(id, touch = false, back = () => {}) {
    if (this.busy) return back();
    this.panel.error(null);
    this.board.clear("hint");
    if (!this.view.offers.length) {
      back();
      const text = this.view.mine.length || this.view.phase === "over" ? this.view.headline : "You are watching.";
      return this.panel.announce(text);
    }
    const { gesture } = this;
    const path = [...gesture.path, id];
    const exact = gesture.exact(path);
    if (exact.length === 1 && !gesture.after(path).length) return this.propose(exact[0], touch, back);
    if (gesture.after(path).length) {
      gesture.path = path;
      this.preview = null;
      this.choose();
      return this.panel.announce(`${id} picked. It can go to ${gesture.targets().join(", ")}.`);
    }
    if (gesture.path[0] === id) { back(); return this.cancel(); }
    if (this.mine(id) && !this.view.mid_turn) {
      back();
      const legal = gesture.after([id]).length > 0;
      gesture.path = [id];
      this.preview = null;
      this.choose();
      const said = legal ? `${id} picked. It can go to ${gesture.targets().join(", ")}.` : `${id} has no move now. Point where you want him to go, and the rule that forbids it is shown.`;
      if (!legal) this.panel.note({ text: said, rules: [] }); else this.panel.note(null);
      return this.panel.announce(said);
    }
    back();
    if (!gesture.path.length) return this.panel.announce(`${this.board.elements.get(id)?.getAttribute("aria-label")}. Pick a man of yours first.`);
    return this.explain(path);
  }

  /** Plays at once, or shows first when that is the setting. */
  propose(offer, touch, back) {
    if (touch && this.settings.on("confirm") && this.preview?.action !== offer.action) {
      this.preview = offer;
      this.choose();
      this.panel.note({ text: `${offer.label}. Tap again to play it.`, rules: offer.rules });
      return back();
    }
    return this.play(offer);
  }

  /** Why not? The server knows. */
  async explain(path) {
    try {
      const why = await this.link.why(this.seat(), path.join(" "));
      if (why.error) { this.panel.error(why); this.panel.announce(`${why.error} ${why.instead ?? ""}`); }
    } catch {
      this.panel.error({ error: "The server cannot be asked why just now.", instead: "Try again when the connection is back." });
    }
  }

  async play(offer) {
    if (this.busy) return;
    if (offer.steps.length > 1) this.board.anticipate(offer.steps[0], offer.steps.at(-1));
    this.board.clear("choice");
    await this.send("act", { seat: offer.seat, action: offer.action });
  }

  /** Sends one action, once; until it is answered no other is sent. */
  async send(path, body) {
    if (this.busy) return null;
    this.busy = true;
    document.body.setAttribute("aria-busy", "true");
    const answer = await this.link.post(path, { version: this.view.version, key: newKey(), ...body });
    this.busy = false;
    document.body.removeAttribute("aria-busy");
    if (answer.ok && answer.body.view) this.show(answer.body.view);
    if (!answer.ok) {
      this.board.place(this.view.tokens);
      this.choose();
      this.panel.error(answer.body);
      this.panel.announce(answer.body.error);
      if (answer.status === 409) { this.panel.connection("stale"); this.link.open(this.view.version); }
    }
    return answer;
  }

  buttons() {
    get("undo").addEventListener("click", () => this.undo());
    get("hint").addEventListener("click", () => this.hint());
    get("show-moves").addEventListener("click", () => this.moves());
    get("show-keys").addEventListener("click", () => get("keys").showModal());
    get("rematch").addEventListener("click", () => this.rematch());
    get("resign").addEventListener("click", () => { get("confirm").returnValue = ""; get("confirm").showModal(); });
    get("confirm").addEventListener("close", () => {
      if (get("confirm").returnValue === "yes") this.send("resign", { seat: this.seat() });
    });
    get("copy")?.addEventListener("click", async () => {
      const link = get("link");
      link.select();
      try { await navigator.clipboard.writeText(link.value); } catch { document.execCommand("copy"); }
      get("copy").textContent = "Copied";
      this.panel.announce("The link is copied.");
    });
  }

  commands() {
    return {
      m: () => this.moves(),
      l: () => this.panel.announce(this.panel.log.at(-1)?.lines.map((line) => line.text).join(" ") ?? "Nothing has been played yet."),
      w: () => this.panel.announce([this.view.headline, ...this.view.seats.map((seat) => (seat.need ? `${seat.title}: ${seat.need.text}` : ""))].join(" ")),
      n: (here) => this.panel.announce(`From ${here}: ${this.board.spaces.get(here).ways.map(([to, road]) => `${to} by ${road}`).join("; ")}.`),
      p: () => this.panel.announce(this.men()),
      u: () => this.undo(),
      h: () => this.hint(),
      "?": () => get("keys").showModal(),
    };
  }

  /** Who stands where, in words. */
  men() {
    const kinds = new Map();
    for (const token of this.view.tokens.filter((one) => one.space)) kinds.set(token.label, [...(kinds.get(token.label) ?? []), token.space]);
    const trays = this.view.trays.map((tray) => `${tray.label}: ${tray.note}.`);
    return [...[...kinds].map(([label, at]) => `${at.length} ${label}${at.length === 1 ? "" : "s"}: ${at.sort().join(", ")}.`), ...trays].join(" ");
  }

  /** Opens or closes the list of moves, and goes there. */
  moves() {
    const box = get("moves-box");
    box.hidden = !box.hidden;
    get("show-moves").setAttribute("aria-expanded", String(!box.hidden));
    if (box.hidden) return this.keys.go(this.keys.here);
    get("moves").querySelector("button")?.focus();
  }

  undo() {
    if (this.view.can_undo) return this.send("undo", { seat: this.seat() });
    return this.panel.announce("There is nothing to take back.");
  }

  async hint() {
    if (!this.view.can_hint || this.busy || this.asking) return;
    this.asking = true;
    get("hint").setAttribute("aria-disabled", "true");
    const { version } = this.view;
    const answer = await this.link.post("hint", { version, seat: this.seat() });
    this.asking = false;
    get("hint").removeAttribute("aria-disabled");
    if (this.view.version !== version) return;
    if (!answer.ok) return this.panel.error(answer.body);
    this.panel.note(answer.body);
    this.panel.announce(answer.body.text);
    this.board.hint(answer.body.steps);
  }

  async rematch() {
    if (this.view.next) { location.href = `/tables/${this.view.next}`; return; }
    const answer = await this.link.post("rematch");
    if (answer.ok) location.href = answer.body.url; else this.panel.error(answer.body);
  }
}

new Table();
