// The page of an exercise: find the best move in a position. Puzzles are exercises. The server judges attempts, and the
// solution comes only with the best move, or when it is asked for. This module holds no rules (see practice.js).
//
// Hooks that tests and other people's tools may rely on:
//   #exercise[data-state]            asking, solved, shown (the solution was asked for)
//   #prompt #verdict                 what to do, and what the last attempt is worth
//   #board, [data-tray], #thrown, #choices button, #chooser  as at a table (see table.js)
//   #error #note                     why a move is not legal
//   #right #why #line #judged        the solution: why it is best, the line that follows, what other moves lose
//   #solution #again #next           shows the solution, sets the position up again, the next exercise
//   #announce                        announcements for screen readers

import { data, get, url } from "./dom.js";
import { shown } from "./fold.js";
import { Practice } from "./practice.js";
import { make, sentence } from "./words.js";

/** @import { ExerciseData } from "./types/page" */
/** @import { ExerciseSolution, ExerciseVerdict, Explanation, Problem } from "./types/protocol" */
/** @import { Move } from "./types/view" */

const OFFLINE = { detail: "The server cannot be reached.", instead: "Check your connection, then try again." };

/** A share of the win in percent. @param {number} loss */
const percent = (loss) => `${loss < 0.0995 ? (100 * loss).toFixed(1).replace(".0", "") : Math.round(100 * loss)} %`;

export class Exercise extends Practice {
  /** @type {ExerciseSolution | null} */
  solution = null;

  /** @param {ExerciseData} exercise */
  constructor(exercise) {
    super(get("exercise"), shown(exercise.task.view));
    this.exercise = exercise;
    get("solution").addEventListener("click", () => this.giveUp());
    get("again").addEventListener("click", () => this.begin());
    this.begin(false);
    this.announce(exercise.task.prompt);
  }

  /** @override @returns {Record<string, () => unknown>} */
  commands() { return { ...super.commands(), w: () => this.announce(this.exercise.task.prompt) }; }

  /** @override */
  get asking() { return this.solution === null; }

  /** Sets the position up. */
  begin(focus = true) {
    this.solution = null;
    this.present(shown(this.exercise.task.view), true);
    this.verdict("");
    this.state("asking");
    this.stop();
    if (focus) this.focus();
  }

  /** @param {"asking" | "solved" | "shown"} state */
  state(state) {
    get("exercise").dataset.state = state;
    const asking = state === "asking";
    get("right").hidden = asking;
    get("solution").hidden = !asking;
    get("again").hidden = asking;
    get("next").classList.toggle("primary", !asking);
  }

  /** Says what an attempt is worth. @param {string} text */
  verdict(text) {
    get("verdict").textContent = text;
    get("verdict").hidden = !text;
    this.announce(text);
  }

  // ---- attempts ----

  /** A legal move was made: the server judges it. @override @param {Move} move */
  async play(move) {
    if (this.sender.busy) return;
    this.pointing.gesture.drop();
    this.sender.busy = true;
    const verdict = /** @type {ExerciseVerdict | null} */ (await this.post(this.exercise.attempts, { action: move.action }));
    this.sender.busy = false;
    if (verdict?.solution) { this.show(verdict.solution, "solved", "Right!"); return; }
    this.takeBack();
    if (!verdict) return;
    const loss = verdict.loss === undefined || verdict.loss === null ? "" : percent(verdict.loss);
    const name = move.label || move.action;
    if (verdict.mark === "close") this.verdict(`Nearly. ${name} loses only ${loss}, but there is a better move. Try again.`);
    else if (loss) this.verdict(`${name} loses ${loss} of the win. Try again.`);
    else this.verdict(`${name} is clearly weaker. Try again.`);
  }

  async giveUp() {
    const solution = /** @type {ExerciseSolution | null} */ (await this.post(this.exercise.solution, {}));
    if (solution) this.show(solution, "shown", "The solution:");
  }

  /** Shows the solution on the board and in words. @param {ExerciseSolution} solution @param {"solved" | "shown"} state @param {string} head */
  show(solution, state, head) {
    this.solution = solution;
    this.present(shown(solution.after), false);
    this.verdict("");
    const [best] = solution.line;
    get("right-head").textContent = head;
    get("why").replaceChildren(...sentence(solution.reason));
    get("line").replaceChildren(make("strong", "", best ?? ""), ...solution.line.slice(1).map((action) => make("span", "", ` ${action}`)));
    const others = solution.judged.filter((one) => one.loss > 0);
    get("judged").replaceChildren(...others.map((one) => make("li", "", `${one.notation} loses ${percent(one.loss)}`)));
    this.state(state);
    this.announce(`${head} ${best ?? ""}. ${solution.reason.text}`);
    get("next").focus({ preventScroll: true });
  }

  /** Sends JSON; shows the problem and returns nothing if it is refused. @param {string} path @param {unknown} body @returns {Promise<unknown>} */
  async post(path, body) {
    try {
      const headers = { "content-type": "application/json", accept: "application/json" };
      const answer = await fetch(url(path), { method: "POST", headers, body: JSON.stringify(body) });
      const said = await answer.json();
      if (answer.ok) return said;
      this.error(/** @type {Problem} */ (said));
    } catch {
      this.error(OFFLINE);
    }
    return null;
  }

  /** Why is this no legal move? @override @param {string[]} steps @param {string | null} kind @returns {Promise<Explanation>} */
  async why(steps, kind) {
    const at = { steps: steps.join(","), ...(kind ? { kind } : {}) };
    const answer = await fetch(url(`${this.exercise.why}?${new URLSearchParams(at)}`), { headers: { accept: "application/json" } });
    return answer.json();
  }
}

new Exercise(/** @type {ExerciseData} */ (data("data")));
