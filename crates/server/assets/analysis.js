// The analysis of a match that is over: chart, summary, turning points and mistakes, all from the one `Analysis` that the
// server stores. It is asked for when somebody opens it; until then, nothing is computed or sent. The board stays the page's:
// the hooks go to a step of the replay and mark the better move there.

import { get, pause } from "./dom.js";
import { make as draw } from "./signs.js";
import { listed, make, sentence, times } from "./words.js";

/** @import { AnalysedDecision, AnalysedStep, Analysis, AnalysisStatus, Problem } from "./types/protocol" */
/** @import { Sentence } from "./types/view" */

/**
 * `page` is the address of the match's page; `go(step)` shows the board after a step, `at()` says which one is shown, and `mark(points, line)` marks a move there and
 * says something about it, or removes both. `colour(at)` is the colour of a seat, `told(step)` what a step did, in words, and
 * `mine()` the seats of the viewer.
 * @typedef {{ go: (step: number) => Promise<unknown>, at: () => number, mark: (points: string[], line: Sentence | null) => void,
 *   page: string, colour: (at: number) => string | undefined, told: (step: number) => string, mine: () => string[], announce: (text: string) => void }} Hooks
 */

const POLL = 700; // ms between two questions about the progress
const HEIGHT = 190;
const DASHES = ["", "9 4", "2 4", "12 4 2 4"]; // by seat, so that lines differ without colours
const LEAP = 10; // steps of Page Up and Page Down

/** @type {Record<string, { sign: string, words: string }>} */
const VERDICTS = {
  inaccuracy: { sign: "?!", words: "an inaccuracy" },
  mistake: { sign: "?", words: "a mistake" },
  blunder: { sign: "??", words: "a blunder" },
};

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1).replace("-", "−")} %`;

/** @param {number} share */
const signed = (share) => `${share < 0 ? "−" : "+"}${(100 * Math.abs(share)).toFixed(1)} %`;

/** With a capital letter. @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} address @param {"GET" | "POST"} method @returns {Promise<{ ok: boolean, status: number, body: Partial<AnalysisStatus & Problem> }>} */
async function request(address, method) {
  const answer = await fetch(address, { method, headers: { accept: "application/json" } });
  return { ok: answer.ok, status: answer.status, body: await answer.json() };
}

export class AnalysisView {
  /** @type {Analysis | null} */
  found = null;
  asked = false;
  /** @type {number | null} The step on the board at which a move is marked. */
  marked = null;

  /** @param {string} address Where the analysis is. @param {Hooks} hooks */
  constructor(address, hooks) {
    this.address = address;
    this.hooks = hooks;
    get("analysis-again").addEventListener("click", () => this.start());
    get("mistakes-of").addEventListener("change", () => this.mistakes());
    get("all-chances").addEventListener("toggle", () => this.list());
    const chart = get("chance-chart");
    chart.addEventListener("keydown", (event) => this.keys(event));
    chart.addEventListener("pointerdown", (event) => this.point(event));
    chart.addEventListener("pointermove", (event) => { if (event.buttons) this.point(event); });
    new ResizeObserver(() => this.draw()).observe(get("chances"));
  }

  // ---- asking ----

  /** Asks the server until the analysis is done; joins the one that others asked for. */
  async start() {
    if (this.asked) return;
    this.asked = true;
    this.fail(null);
    this.progress({ state: "waiting", done: 0, of: 0 });
    try {
      let answer = await request(this.address, "POST");
      while (answer.ok && answer.body.state !== "done") {
        this.progress(answer.body);
        await pause(POLL);
        answer = await request(this.address, "GET");
        // A server that was restarted has forgotten it.
        if (answer.status === 404) answer = await request(this.address, "POST");
      }
      if (answer.ok && answer.body.analysis) this.show(answer.body.analysis);
      else this.fail(answer.body);
    } catch {
      this.fail({ detail: "The server cannot be reached.", instead: "Try again when the connection is back." });
    }
  }

  /** @param {Partial<AnalysisStatus>} status */
  progress({ state, done = 0, of = 0 }) {
    get("analysis-wait").hidden = false;
    const bar = get("analysis-bar");
    bar.max = Math.max(of, 1);
    bar.value = done;
    get("analysis-words").textContent = state === "waiting" ? "Waiting for other analyses…" : of ? `Analysing: ${done} of ${of} positions` : "Analysing…";
  }

  /** @param {Partial<Problem> | null} problem */
  fail(problem) {
    if (problem) this.asked = false;
    get("analysis-wait").hidden = true;
    get("analysis-failed").hidden = !problem;
    get("analysis-problem").textContent = problem ? [problem.detail, problem.instead].filter(Boolean).join(" ") : "";
  }

  // ---- showing ----

  /** @param {Analysis} found */
  show(found) {
    this.found = found;
    get("analysis-wait").hidden = true;
    get("analysis-found").hidden = false;
    this.legend(found);
    this.draw();
    get("analysis-seats").replaceChildren(...this.summary(found));
    this.turning(found);
    const mine = [...new Set(this.hooks.mine())];
    const choices = [["", "everyone"], ...found.seats.map((seat) => [seat.seat, this.name(seat.seat)])];
    get("mistakes-of").replaceChildren(...choices.map(([value, words]) => new Option(words, value, false, mine.length === 1 && mine[0] === value)));
    this.mistakes();
    this.hooks.announce(`The analysis is complete. ${this.gist(found)}`);
  }

  /** The accuracy of all sides, in a sentence. @param {Analysis} found */
  gist(found) {
    const some = found.seats.filter((seat) => seat.accuracy !== undefined && seat.accuracy !== null);
    return some.length ? `Accuracy: ${listed(some.map((seat) => `${this.name(seat.seat)} ${(seat.accuracy ?? 0).toFixed(1)}`))}.` : "Nobody had a choice.";
  }

  /** A side with its player. @param {string | null | undefined} id */
  name(id) {
    const seat = this.found?.seats.find((one) => one.seat === id);
    if (!seat) return "Nobody";
    return capital(seat.player && seat.player !== seat.called ? `${seat.called} (${seat.player})` : seat.called);
  }

  /** Every side's chance after a step. @param {number} step */
  chances(step) { return (step ? this.found?.steps[step - 1]?.chances : this.found?.start) ?? []; }

  get length() { return this.found?.steps.length ?? 0; }

  /** The step on the board, as far as the analysis knows it. */
  get at() { return Math.min(this.hooks.at(), this.length); }

  /** The board shows another step: the cursor follows. */
  follow() {
    if (this.marked !== null && this.marked !== this.hooks.at()) {
      this.marked = null;
      this.hooks.mark([], null);
    }
    if (this.found) this.cursor();
  }

  // ---- the chart ----

  /** @param {number} width @param {number} step @param {number} share */
  place(width, step, share) {
    const [left, right, top, bottom] = [46, width - 10, 10, HEIGHT - 22];
    return { x: left + ((right - left) * step) / Math.max(1, this.length), y: bottom - (bottom - top) * share };
  }

  get width() { return Math.max(220, get("chances").clientWidth); }

  draw() {
    const { found, width } = this;
    if (!found || !get("chances").clientWidth) return;
    const svg = get("chance-chart");
    svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    svg.replaceChildren();
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const [{ x, y }, end] = [this.place(width, 0, share), this.place(width, this.length, share)];
      draw("line", { class: share === 0.5 ? "axis middle" : "axis", x1: x, x2: end.x, y1: y, y2: y }, svg);
      if (share !== 0.25 && share !== 0.75) draw("text", { x: x - 5, y: y + 4, "text-anchor": "end" }, svg).textContent = `${100 * share} %`;
    }
    for (const step of new Set([0, Math.round(this.length / 2), this.length])) {
      draw("text", { x: this.place(width, step, 0).x, y: HEIGHT - 5, "text-anchor": step === this.length ? "end" : "middle" }, svg).textContent = String(step);
    }
    found.seats.forEach((_, at) => {
      const points = Array.from({ length: this.length + 1 }, (_, step) => this.place(width, step, this.chances(step)[at] ?? 0));
      const d = `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
      draw("path", { class: `chance-line seat-${at}`, "data-colour": this.hooks.colour(at) ?? "", d, "stroke-dasharray": DASHES[at % DASHES.length] }, svg);
    });
    for (const step of found.turning_points) {
      const [before, after] = [this.chances(step - 1), this.chances(step)];
      const most = after.reduce((best, share, at) => (Math.abs(share - before[at]) > Math.abs(after[best] - before[best]) ? at : best), 0);
      const { x, y } = this.place(width, step, after[most]);
      draw("circle", { class: "turning-point", cx: x, cy: y, r: 6 }, svg);
    }
    draw("g", { id: "chance-cursor" }, svg);
    this.cursor();
  }

  /** The cursor at the step on the board, and every side's chance there. */
  cursor() {
    const { at, width, found } = this;
    const group = get("chance-chart").querySelector("#chance-cursor");
    if (!found || !group) return;
    const { x, y } = this.place(width, at, 0);
    group.replaceChildren();
    draw("line", { x1: x, x2: x, y1: this.place(width, at, 1).y, y2: y }, group);
    this.chances(at).forEach((share, seat) => {
      const spot = this.place(width, at, share);
      draw("circle", { class: `chance-dot seat-${seat}`, "data-colour": this.hooks.colour(seat) ?? "", cx: spot.x, cy: spot.y, r: 4 }, group);
    });
    const chart = get("chance-chart");
    chart.setAttribute("aria-valuemax", String(this.length));
    chart.setAttribute("aria-valuenow", String(at));
    chart.setAttribute("aria-valuetext", this.words(at));
    get("chance-now").textContent = at ? `Step ${at} of ${this.length}: ${this.hooks.told(at)}` : "The beginning";
    this.chances(at).forEach((share, seat) => {
      const value = get("chance-legend").children[seat]?.querySelector("b");
      if (value) value.textContent = percent(share);
    });
  }

  /** A step with its chances, in words. @param {number} at */
  words(at) {
    const chances = listed(this.chances(at).map((share, seat) => `${this.found?.seats[seat].called} ${percent(share)}`));
    return `${at ? `Step ${at}` : "The beginning"}: ${chances}. ${at ? this.hooks.told(at) : ""}`;
  }

  /** @param {Analysis} found */
  legend(found) {
    const item = (/** @type {{ seat: string }} */ { seat }, /** @type {number} */ at) => {
      const svg = draw("svg", { viewBox: "0 0 34 8", class: "sample", "aria-hidden": "true" });
      draw("path", { class: `chance-line seat-${at}`, "data-colour": this.hooks.colour(at) ?? "", d: "M1 4H33", "stroke-dasharray": DASHES[at % DASHES.length] }, svg);
      return make("li", "", svg, make("span", "", this.name(seat)), make("b", ""));
    };
    get("chance-legend").replaceChildren(...found.seats.map(item));
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = get("chance-chart").getBoundingClientRect();
    const [from, to] = [this.place(this.width, 0, 0).x, this.place(this.width, this.length, 0).x];
    const x = ((event.clientX - box.x) * this.width) / box.width;
    const step = Math.round((this.length * (x - from)) / (to - from));
    this.go(Math.max(0, Math.min(this.length, step)));
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    const { at, length } = this;
    const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, PageUp: at + LEAP, PageDown: at - LEAP, Home: 0, End: length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(Math.max(0, Math.min(length, to)));
  }

  /** @param {number} step */
  go(step) { if (step !== this.at) this.hooks.go(step); }

  // ---- summary ----

  /** The table of all sides: a row for each number. @param {Analysis} found */
  summary({ seats, result }) {
    /** @type {[string, string, (at: number) => string][]} */
    const rows = [
      ["Accuracy", "From 0 to 100: 100 if no decision lost anything.", (at) => seats[at].accuracy?.toFixed(1) ?? "–"],
      ["Decisions", "Those with a choice.", (at) => String(seats[at].decisions)],
      ["Inaccuracies ?!", "They lost 2 % or more.", (at) => String(seats[at].inaccuracies)],
      ["Mistakes ?", "They lost 5 % or more.", (at) => String(seats[at].mistakes)],
      ["Blunders ??", "They lost 10 % or more.", (at) => String(seats[at].blunders)],
      ["Luck", "What all throws changed.", (at) => signed(seats[at].luck)],
      ["Result", "The share of the win.", (at) => percent(result[at])],
      ["Without luck", "The result minus luck.", (at) => percent(seats[at].adjusted)],
    ];
    const head = make("tr", "", make("td", ""), ...seats.map((seat, at) => {
      const cell = make("th", "", capital(seat.called), make("small", "", seat.player === seat.called ? "" : seat.player));
      cell.scope = "col";
      cell.dataset.colour = this.hooks.colour(at) ?? "";
      return cell;
    }));
    const row = (/** @type {[string, string, (at: number) => string]} */ [words, means, value]) => {
      const cell = make("th", "", words);
      cell.scope = "row";
      cell.title = means;
      return make("tr", "", cell, ...seats.map((_, at) => make("td", "", value(at))));
    };
    return [make("thead", "", head), make("tbody", "", ...rows.map(row))];
  }

  // ---- turning points and mistakes ----

  /** @param {Analysis} found */
  turning(found) {
    const steps = found.turning_points.map((step) => found.steps[step - 1]).filter(Boolean);
    get("turning").hidden = !steps.length;
    get("turning-points").replaceChildren(...steps.map((step) => make("li", "", this.jump(step.step, this.turn(step)))));
  }

  /** What a step changed, in words. @param {AnalysedStep} step */
  turn(step) {
    if (step.decision) return `${this.name(step.seat)} lost ${percent(step.decision.loss)}: ${this.hooks.told(step.step)}`;
    const luck = step.throw?.luck ?? [];
    const most = luck.reduce((best, one, at) => (one > luck[best] ? at : best), 0);
    return `Luck of ${percent(luck[most] ?? 0)} for ${this.found?.seats[most]?.called}: ${this.hooks.told(step.step)}`;
  }

  /** A button that shows the board after a step. @param {number} step @param {string} words */
  jump(step, words) {
    const button = make("button", "jump", make("b", "", `Step ${step}`), ` ${words}`);
    button.type = "button";
    button.addEventListener("click", () => this.hooks.go(step));
    return button;
  }

  mistakes() {
    const wanted = get("mistakes-of").value;
    const steps = (this.found?.steps ?? []).filter((step) => step.decision?.verdict && (!wanted || step.seat === wanted));
    const items = steps.map((step) => (step.decision ? this.mistake(step, step.decision) : ""));
    get("mistakes").replaceChildren(...items);
    get("no-mistakes").hidden = items.length > 0;
    get("learn-from-mistakes").hidden = !steps.length;
    if (steps.length) get("learn-from-mistakes").href = `${this.hooks.page}/mistakes/${steps[0].step}`;
    get("mistakes-title").textContent = items.length ? `Mistakes (${items.length})` : "Mistakes";
  }

  /** @param {AnalysedStep} step @param {AnalysedDecision} decision */
  mistake(step, decision) {
    const { sign, words } = VERDICTS[decision.verdict ?? "inaccuracy"];
    const [best, ...then] = decision.line ?? [];
    const better = decision.label && decision.label.toLowerCase() !== best?.toLowerCase() ? `${decision.label} (${best})` : best ?? "";
    const button = make("button", "jump", make("b", "", `Step ${step.step} ${sign}`), ` ${this.hooks.told(step.step)} This is ${words}: it loses ${percent(decision.loss)}.`);
    button.type = "button";
    button.addEventListener("click", () => this.better(step, decision, better));
    const again = make("a", "button", "Find a better move");
    again.href = `${this.hooks.page}/mistakes/${step.step}`;
    again.setAttribute("aria-label", `Find a better move at step ${step.step}`);
    const lines = [make("p", "better", make("b", "", "Better: "), better, then.length ? `, then ${then.join(" ")}` : "")];
    if (decision.reason) lines.push(make("p", "reason", ...sentence(decision.reason)));
    lines.push(make("p", "again", again));
    const item = make("li", "", button, ...lines);
    item.dataset.verdict = decision.verdict ?? "";
    item.dataset.step = String(step.step);
    return item;
  }

  /** Shows the board before a mistake, and marks the better move. @param {AnalysedStep} step @param {AnalysedDecision} decision @param {string} better */
  async better(step, decision, better) {
    await this.hooks.go(step.step - 1);
    if (this.hooks.at() !== step.step - 1) return;
    this.marked = step.step - 1;
    const { text = "", rules = [] } = decision.reason ?? {};
    const line = { text: `Better: ${better}. ${text}`.trim(), rules };
    this.hooks.mark(decision.points ?? [], line);
    this.hooks.announce(line.text);
  }

  // ---- the same as a list ----

  /** All chances as a table, made when it is opened. */
  list() {
    const { found } = this;
    if (!found || !get("all-chances").open || get("chance-table").childElementCount) return;
    const head = make("tr", "", make("th", "", "Step"), ...found.seats.map((seat) => make("th", "", capital(seat.called))), make("th", "", "What happened"));
    const row = (/** @type {number} */ step) => {
      const button = make("button", "jump", String(step));
      button.type = "button";
      button.setAttribute("aria-label", `Show step ${step}`);
      button.addEventListener("click", () => this.hooks.go(step));
      const cell = make("th", "", button);
      cell.scope = "row";
      return make("tr", "", cell, ...this.chances(step).map((share) => make("td", "", percent(share))), make("td", "told", step ? this.hooks.told(step) : "The beginning"));
    };
    const rows = Array.from({ length: this.length + 1 }, (_, step) => row(step));
    get("chance-table").replaceChildren(make("caption", "unseen", `Chances of winning after each of ${times(this.length, "step")}`), make("thead", "", head), make("tbody", "", ...rows));
  }
}
