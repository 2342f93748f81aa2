// A board to practise at, for lessons and exercises: the board, trays and dice of a table, for one person, without a match
// on the server. It holds no rules: legal moves are in the views, and the server says why anything else is illegal.
// A page extends it with what it asks for (`learn.js`, `exercise.js`).

import { Board } from "./board.js";
import { ByDie } from "./bydie.js";
import { choose } from "./chooser.js";
import { data, get } from "./dom.js";
import { ranked, tone } from "./gesture.js";
import { keyboard, pointing } from "./hands.js";
import { Pointing } from "./pointing.js";
import { chip } from "./rules.js";
import { Seats } from "./seats.js";
import { Settings } from "./settings.js";
import { Throwing } from "./throwing.js";
import { Tip } from "./tip.js";
import { listed, make, sentence } from "./words.js";

/** @import { DrawnPaths, Plan } from "./types/page" */
/** @import { Explanation, Problem } from "./types/protocol" */
/** @import { Move, Sentence, View } from "./types/view" */

const MAX_BUTTONS = 6; // moves made without pointing that have a button each

export class Practice {
  plan = /** @type {Plan} */ (data("plan"));
  started = false;

  // ---- what `Pointing` needs of a page ----

  past = { back: false, leave: () => {} };
  tip = new Tip();
  /** @type {DrawnPaths} Paths are not drawn here. */
  way = { on: false, draws: () => false, over: () => {}, point: () => {}, back: () => {}, leave: () => {} };
  sender = { busy: false, play: (/** @type {Move} */ move) => this.play(move) };
  link = { why: (/** @type {string} */ _, /** @type {string[]} */ steps, /** @type {string | null} */ kind) => this.why(steps, kind) };
  panel = {
    error: (/** @type {Partial<Problem> | Explanation | null} */ problem) => this.error(problem),
    note: (/** @type {Sentence | null} */ line) => this.note(line),
    announce: (/** @type {string | null | undefined} */ text) => this.announce(text),
  };

  /** @param {HTMLElement} root The element of the page that has the ids of the drawing. @param {View} view */
  constructor(root, view) {
    const announce = (/** @type {string} */ text) => this.announce(text);
    const { ids = "" } = root.dataset;
    this.root = root;
    this.view = view;
    this.settings = new Settings();
    this.board = new Board(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (get("board"))), this.plan, ids, this.settings, announce);
    this.seats = new Seats(this.plan, ids);
    this.throwing = new Throwing(this.settings, () => this.throw());
    this.pointing = new Pointing(this);
    this.byDie = new ByDie((die) => this.pointing.narrow(die));
    this.board.zoom.interest = () => this.pointing.gesture.path[0] ?? this.board.pointed ?? undefined;
    pointing(this.board, this.pointing, this.way, this.tip);
    this.keys = keyboard(this.board, this.pointing, this.way, this.tip, this.commands());
  }

  /** Keys that do something. @returns {Record<string, () => unknown>} */
  commands() {
    const { zoom } = this.board;
    return { "+": () => zoom.step(1.5), "-": () => zoom.step(1 / 1.5), 0: () => zoom.whole() };
  }

  // ---- what a page extends ----

  /** Is a move asked for? */
  get asking() { return false; }

  /** A legal move was made. @param {Move} _move @returns {unknown} */
  play(_move) { return undefined; }

  /** The dice were pressed. */
  throw() { this.announce("There is nothing to throw now."); }

  /** Why is this no legal move? @param {string[]} _steps @param {string | null} _kind @returns {Promise<Explanation>} */
  async why(_steps, _kind) { return { legal: false, rules: [] }; }

  // ---- showing ----

  /** Shows a view. @param {View} view @param {boolean} jumps Is it another position? */
  present(view, jumps) {
    const { board, seats, throwing } = this;
    const threw = !jumps && view.log.at(-1)?.seat === null;
    const first = !this.started;
    this.view = view;
    this.started = true;
    this.sender.busy = !this.asking;
    this.error(null);
    this.note(null);
    board.clear("hint");
    this.root.dataset.mood = view.mood ?? "";
    const wait = throwing.show(view, threw);
    get("throwing").hidden = !view.throw && !view.chance;
    const lay = first || jumps ? new Map() : seats.places();
    seats.show(view, view.log);
    board.show(view, wait, { from: (id) => lay.get(id), to: (id) => (jumps ? null : seats.place(id)) });
    if (jumps) board.skip();
    board.marks("last", view.last.map(({ space, mark }) => [space, mark]));
    board.marks("state", view.marks.map(({ space, mark }) => [space, mark]));
    this.byDie.show(view);
    this.pointing.renew();
    this.choices();
    this.choose();
  }

  /** Takes back what was picked or dragged; a dragged piece goes back to where it was. */
  takeBack() {
    this.board.show(this.view, 0, { from: () => null, to: () => null });
    this.pointing.cancel();
  }

  /** Puts the cursor of the keyboard where something can be done. */
  stop() {
    const first = this.pointing.gesture.firsts().find((id) => this.board.spaces.has(id));
    this.keys.stop(first ?? this.keys.here);
  }

  /** Moves the focus to what is to be done: the throw, the choices or the board. */
  focus() {
    const firsts = this.pointing.gesture.firsts();
    const space = firsts.find((id) => this.board.spaces.has(id));
    const tray = firsts.map((id) => this.seats.trays.get(id)?.element).find((one) => one !== undefined);
    if (space) this.keys.stop(space);
    const goal = this.view.chance?.mine ? get("throw") : (space && this.board.elements.get(space)) || tray || get("choices").querySelector("button");
    goal?.focus({ preventScroll: true });
  }

  /** Moves that are made without pointing, as buttons. */
  choices() {
    const moves = this.asking ? this.view.moves.filter((move) => !move.steps.length) : [];
    const button = (/** @type {string} */ words, /** @type {() => unknown} */ act) => {
      const made = make("button", "choice", words);
      made.type = "button";
      made.addEventListener("click", act);
      return made;
    };
    const one = (/** @type {Move} */ move) => {
      const made = button(move.label || move.action, () => this.play(move));
      made.dataset.action = move.action;
      return made;
    };
    const several = async () => {
      const move = await choose(moves, "Which one?");
      if (move) this.play(move);
    };
    get("choices").replaceChildren(...(moves.length > MAX_BUTTONS ? [button(`${moves.length} other moves`, several)] : moves.map(one)));
  }

  /** Marks what is picked and where it can go. */
  choose() {
    const { board, seats, pointing: { gesture, preview } } = this;
    if (!this.asking) gesture.renew([]);
    const picked = gesture.path[0];
    /** @type {Map<string, Move[]>} */
    const next = gesture.path.length ? gesture.next() : new Map();
    for (const [id, moves] of [...gesture.single(), ...gesture.ends()]) next.set(id, moves);
    const plain = gesture.plain();
    /** @type {[string, string][]} */
    const ends = plain.length ? plain.map((move) => [move.steps[1], move.tone]) : [...next].map(([id, moves]) => [id, tone(moves)]);
    board.marks("choice", ends);
    if (picked) board.ring("choice", picked, "pick", 1.16);
    for (const id of new Set([...gesture.movable(), ...plain.map((move) => move.steps[0])])) board.ring("choice", id, "open", 1.12);
    if (preview) board.ring("choice", preview.steps.at(-1), "pick", 1.05);
    const chosen = { picked, targets: new Set(next.keys()), firsts: new Set(gesture.firsts()), kind: gesture.kind };
    seats.choose(chosen);
    this.label(chosen, next);
  }

  /** Labels every space for screen readers. @param {{ picked: string | undefined, targets: Set<string>, firsts: Set<string> }} chosen @param {Map<string, Move[]>} next */
  label({ picked, targets, firsts }, next) {
    const men = Map.groupBy(this.view.tokens.filter((token) => token.space), (token) => token.space);
    for (const space of this.plan.spaces) {
      const element = this.board.elements.get(space.id);
      if (!element) continue;
      element.classList.toggle("movable", firsts.has(space.id));
      element.classList.toggle("target", targets.has(space.id));
      element.setAttribute("aria-pressed", String(space.id === picked));
      const say = [space.name, space.label, listed(men.get(space.id)?.map((token) => token.label) ?? ["empty"])];
      if (targets.has(space.id)) say.push("can go here", this.effect(next.get(space.id) ?? []));
      else if (firsts.has(space.id)) say.push("can move");
      element.setAttribute("aria-label", say.filter(Boolean).join(", "));
    }
  }

  /** What a space or a tray is called. @param {string} id */
  named(id) { return this.board.spaces.get(id)?.name ?? this.view.trays.find((tray) => tray.id === id)?.label ?? "this place"; }

  /** What an end brings. @param {Move[]} moves */
  effect(moves) { return ranked(moves)[0]?.label ?? ""; }

  /** Says at the pointer what a move brings. @param {string | null} _ @param {Move[]} moves */
  explain(_, moves) { this.tip.show(moves.length ? [make("b", "", this.effect(moves))] : []); }

  /** Shows a refusal with its rule, or removes it. @param {Partial<Problem> | Explanation | null} problem */
  error(problem) {
    const rules = problem?.rule ? [" ", chip(problem.rule)] : [];
    get("error").hidden = !problem;
    get("error").replaceChildren(...(problem ? [make("p", "", problem.detail ?? "", ...rules, ` ${problem.instead ?? ""}`)] : []));
    if (problem) this.note(null);
  }

  /** Shows a note that is no refusal, or removes it. @param {Sentence | null} line */
  note(line) {
    get("note").hidden = !line;
    get("note").replaceChildren(...(line ? [make("p", "", ...sentence(line))] : []));
  }

  /** Tells a screen reader. @param {string | null | undefined} text */
  announce(text) {
    if (!text) return;
    const box = get("announce");
    // Screen readers skip a text that has not changed.
    box.textContent = box.textContent === text ? `${text}\u00a0` : text;
  }
}
