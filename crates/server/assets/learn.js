// The page of a lesson. The page has every step with its views; this module shows them on the board of a table and
// judges what the learner does by what the step asks for. It holds no rules: legal moves are in the views, and the
// server says why anything else is illegal.
//
// Hooks that tests and other people's tools may rely on:
//   #lesson[data-step][data-task][data-state]  the step and the task in it, from 0; asking, right, closed
//   #progress #scene #story #prompt  where we are, what has changed, what the others did, what to do
//   #board, [data-tray], #throw, #thrown, #choices button, #chooser  as at a table (see table.js)
//   #error #note                     why not, or that something else is asked; a hint
//   #right #why                      the step is done, and why it was right
//   #next #hint #back #skip          the way through the lesson
//   #closing #play-now #again        the card at the end
//   #announce                        announcements for screen readers

import { Board } from "./board.js";
import { ByDie } from "./bydie.js";
import { choose } from "./chooser.js";
import { data, get, store, stored, url } from "./dom.js";
import { shown } from "./fold.js";
import { ranked, tone } from "./gesture.js";
import { keyboard, pointing } from "./hands.js";
import { Pointing } from "./pointing.js";
import { chip } from "./rules.js";
import { Seats } from "./seats.js";
import { Settings } from "./settings.js";
import { Throwing } from "./throwing.js";
import { Tip } from "./tip.js";
import { listed, make, sentence } from "./words.js";

/** @import { DrawnPaths, Lesson, LessonStep, LessonTask, Plan } from "./types/page" */
/** @import { Explanation, Problem } from "./types/protocol" */
/** @import { Move, Sentence, View } from "./types/view" */

const MAX_BUTTONS = 6; // moves made without pointing that have a button each

export class Learn {
  lesson = /** @type {Lesson} */ (data("data"));
  plan = /** @type {Plan} */ (data("plan"));
  step = 0;
  task = 0;
  /** @type {View} */
  view;
  started = false;

  // ---- what `Pointing` needs of a page ----

  past = { back: false, leave: () => {} };
  tip = new Tip();
  /** @type {DrawnPaths} Paths are not drawn in lessons. */
  way = { on: false, draws: () => false, over: () => {}, point: () => {}, back: () => {}, leave: () => {} };
  sender = { busy: false, play: (/** @type {Move} */ move) => this.play(move) };
  link = { why: (/** @type {string} */ _, /** @type {string[]} */ steps, /** @type {string | null} */ kind) => this.why(steps, kind) };
  panel = {
    error: (/** @type {Partial<Problem> | Explanation | null} */ problem) => this.error(problem),
    note: (/** @type {Sentence | null} */ line) => this.note(line),
    announce: (/** @type {string | null | undefined} */ text) => this.announce(text),
  };

  constructor() {
    const announce = (/** @type {string} */ text) => this.announce(text);
    const { ids = "" } = get("lesson").dataset;
    this.view = shown(this.lesson.steps[0].tasks[0].view);
    this.settings = new Settings();
    this.board = new Board(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (get("board"))), this.plan, ids, this.settings, announce);
    this.seats = new Seats(this.plan, ids);
    this.throwing = new Throwing(this.settings, () => this.throw());
    this.pointing = new Pointing(this);
    this.byDie = new ByDie((die) => this.pointing.narrow(die));
    this.board.zoom.interest = () => this.pointing.gesture.path[0] ?? this.board.pointed ?? undefined;
    pointing(this.board, this.pointing, this.way, this.tip);
    this.keys = keyboard(this.board, this.pointing, this.way, this.tip, this.commands());
    get("next").addEventListener("click", () => this.next());
    get("hint").addEventListener("click", () => this.hint());
    get("back").addEventListener("click", () => this.begin(this.step - 1));
    get("skip").addEventListener("click", () => this.close(true));
    get("again").addEventListener("click", () => this.begin(0));
    this.begin(this.resumed(), false);
  }

  /** @returns {Record<string, () => unknown>} */
  commands() {
    const { zoom } = this.board;
    return {
      t: () => this.throw(),
      h: () => this.hint(),
      w: () => this.announce(this.current.prompt),
      "+": () => zoom.step(1.5),
      "-": () => zoom.step(1 / 1.5),
      0: () => zoom.whole(),
    };
  }

  // ---- where we are ----

  /** @returns {LessonStep} */
  get current() { return this.lesson.steps[this.step]; }

  /** What is asked now; nothing when the step is done. @returns {LessonTask | undefined} */
  get asked() { return this.current.tasks[this.task]; }

  get key() { return `boxtop.lesson.${this.lesson.game}`; }

  /** The step where this browser was last. */
  resumed() {
    const step = Number(stored(this.key) ?? 0);
    return Number.isInteger(step) && step > 0 && step < this.lesson.steps.length ? step : 0;
  }

  /** Shows a step from its beginning, with the focus where it is done. @param {number} step */
  begin(step, focus = true) {
    const jumps = !this.started || step !== this.step + 1 || this.lesson.steps[step].scene !== null;
    Object.assign(this, { step, task: 0 });
    store(this.key, String(step));
    get("closing").hidden = true;
    get("lesson").hidden = false;
    this.show(jumps);
    this.ask();
    if (focus) this.focus();
  }

  next() {
    if (this.step + 1 < this.lesson.steps.length) this.begin(this.step + 1);
    else this.close();
  }

  /** Shows the card at the end. */
  close(skipped = false) {
    store(this.key, "0");
    get("closing-title").textContent = skipped ? "The end of the lesson" : "You know the game";
    get("closing-words").hidden = skipped;
    get("lesson").hidden = true;
    get("lesson").dataset.state = "closed";
    get("closing").hidden = false;
    get("closing-title").focus();
  }

  // ---- judging ----

  /** The learner has made a legal move. @param {Move} move */
  play(move) {
    const expect = this.asked?.expect;
    this.pointing.gesture.drop();
    if (expect?.type === "play" && expect.seat === move.seat && expect.action === move.action) { this.advance(); return; }
    // A dragged piece goes back to where it was.
    this.board.show(this.view, 0, { from: () => null, to: () => null });
    this.pointing.cancel();
    const text = `That is legal, but the lesson asks for something else. ${this.current.prompt}`;
    this.note({ text, rules: [] });
    this.announce(text);
  }

  throw() {
    if (this.asked?.expect.type === "throw") this.advance();
    else this.announce("There is nothing to throw now.");
  }

  /** What was asked is done. */
  advance() {
    this.task += 1;
    this.show(false);
    const story = this.view.log.flatMap((entry) => entry.lines.map((line) => line.text));
    if (this.asked) { this.announce(story.join(" ")); this.focus(); }
    else this.right(story);
  }

  /** The step is done: says why it was right. @param {string[]} story */
  right(story) {
    const { why, rules } = this.current;
    get("why").replaceChildren(...sentence({ text: why, rules }));
    const last = this.step + 1 === this.lesson.steps.length;
    get("next").textContent = last ? "Finish" : "Next";
    this.announce(`Right! ${why} ${last ? story.at(-1) ?? "" : ""}`);
    get("next").focus({ preventScroll: true });
  }

  /** Why is this no legal move? @param {string[]} steps @param {string | null} kind @returns {Promise<Explanation>} */
  async why(steps, kind) {
    const at = { step: String(this.step), task: String(this.task), steps: steps.join(","), ...(kind ? { kind } : {}) };
    const answer = await fetch(url(`/learn/${this.lesson.game}/why?${new URLSearchParams(at)}`), { headers: { accept: "application/json" } });
    return answer.json();
  }

  hint() {
    const task = this.asked;
    if (!task) return;
    const { expect } = task;
    const move = expect.type === "play" ? this.view.moves.find((one) => one.action === expect.action && one.seat === expect.seat) : null;
    this.error(null);
    this.note({ text: this.current.hint, rules: [] });
    this.announce(this.current.hint);
    this.board.hint(move?.steps ?? []);
  }

  // ---- showing ----

  /** Shows the view of the task, or the one after the last. @param {boolean} jumps Is it another position? */
  show(jumps) {
    const { board, seats, throwing } = this;
    const view = shown(this.asked?.view ?? this.current.done);
    const threw = !jumps && view.log.at(-1)?.seat === null;
    const first = !this.started;
    this.view = view;
    this.started = true;
    this.sender.busy = !this.asked;
    this.error(null);
    this.note(null);
    board.clear("hint");
    get("lesson").dataset.mood = view.mood ?? "";
    const wait = throwing.show(view, threw);
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
    this.words();
  }

  /** Says where we are and what to do. */
  words() {
    const { step, current, lesson: { steps } } = this;
    const done = !this.asked;
    Object.assign(get("lesson").dataset, { step: String(step), task: String(this.task), state: done ? "right" : "asking" });
    get("progress").textContent = `Step ${step + 1} of ${steps.length}`;
    get("progress-bar").value = step + (done ? 1 : 0);
    get("scene").textContent = current.scene ?? "";
    get("scene").hidden = !current.scene;
    get("prompt").textContent = current.prompt;
    const lines = this.view.log.flatMap((entry) => entry.lines);
    get("story").replaceChildren(...lines.map((line) => make("li", "", ...sentence(line))));
    get("story").hidden = !lines.length;
    get("right").hidden = !done;
    get("next").hidden = !done;
    get("hint").hidden = done;
    get("back").disabled = step === 0;
  }

  /** Asks for the first task of a step. */
  ask() {
    const { current, step, lesson: { steps }, view } = this;
    const story = view.log.flatMap((entry) => entry.lines.map((line) => line.text));
    this.announce([`Step ${step + 1} of ${steps.length}.`, current.scene ?? "", ...story, current.prompt].join(" "));
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
    const moves = this.asked ? this.view.moves.filter((move) => !move.steps.length) : [];
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
    if (!this.asked) gesture.renew([]);
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

new Learn();
