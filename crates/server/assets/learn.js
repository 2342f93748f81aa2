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

import { data, get, store, stored, url } from "./dom.js";
import { shown } from "./fold.js";
import { Practice } from "./practice.js";
import { make, sentence } from "./words.js";

/** @import { Lesson, LessonStep, LessonTask } from "./types/page" */
/** @import { Explanation } from "./types/protocol" */
/** @import { Move } from "./types/view" */

export class Learn extends Practice {
  step = 0;
  task = 0;

  /** @param {Lesson} lesson */
  constructor(lesson) {
    super(get("lesson"), shown(lesson.steps[0].tasks[0].view));
    this.lesson = lesson;
    get("next").addEventListener("click", () => this.next());
    get("hint").addEventListener("click", () => this.hint());
    get("back").addEventListener("click", () => this.begin(this.step - 1));
    get("skip").addEventListener("click", () => this.close(true));
    get("again").addEventListener("click", () => this.begin(0));
    this.begin(this.resumed(), false);
  }

  /** @override @returns {Record<string, () => unknown>} */
  commands() {
    return {
      ...super.commands(),
      t: () => this.throw(),
      h: () => this.hint(),
      w: () => this.announce(this.current.prompt),
    };
  }

  // ---- where we are ----

  /** @returns {LessonStep} */
  get current() { return this.lesson.steps[this.step]; }

  /** What is asked now; nothing when the step is done. @returns {LessonTask | undefined} */
  get asked() { return this.current.tasks[this.task]; }

  /** @override */
  get asking() { return Boolean(this.asked); }

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

  /** The learner has made a legal move. @override @param {Move} move */
  play(move) {
    const expect = this.asked?.expect;
    this.pointing.gesture.drop();
    if (expect?.type === "play" && expect.seat === move.seat && expect.action === move.action) { this.advance(); return; }
    this.takeBack();
    const text = `That is legal, but the lesson asks for something else. ${this.current.prompt}`;
    this.note({ text, rules: [] });
    this.announce(text);
  }

  /** @override */
  throw() {
    if (this.asked?.expect.type === "throw") this.advance();
    else super.throw();
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

  /** Why is this no legal move? @override @param {string[]} steps @param {string | null} kind @returns {Promise<Explanation>} */
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
    this.present(shown(this.asked?.view ?? this.current.done), jumps);
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
    this.stop();
  }
}

new Learn(/** @type {Lesson} */ (data("data")));
