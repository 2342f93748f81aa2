// The page of an uploaded record: the board at each step, and the analysis beside it. It holds no rules: the server says how
// the board looked.
//
// Hooks that tests and other people's tools may rely on:
//   #analysed[data-id][data-past]  the record's id; the step that is shown
//   #board, [data-tray], #thrown, #scrub, #step  as at a table (see table.js)
//   #analysis-found, #chance-chart, #mistakes  as in the tab Analysis of a table

import { AnalysisView } from "./analysis.js";
import { Board } from "./board.js";
import { seatColour } from "./colours.js";
import { data, get, url } from "./dom.js";
import { shown } from "./fold.js";
import { Past } from "./past.js";
import { Seats } from "./seats.js";
import { Settings } from "./settings.js";
import { Throwing } from "./throwing.js";
import { make, sentence } from "./words.js";

/** @import { Link } from "./link.js" */
/** @import { Plan } from "./types/page" */
/** @import { View as SentView } from "./types/protocol" */
/** @import { Moment, Sentence, View } from "./types/view" */

class Analysed {
  plan = /** @type {Plan} */ (data("plan"));
  /** @type {View} The beginning, with all steps in its log. */
  view;
  /** @type {View & { step?: number }} What is drawn. */
  drawn;

  constructor() {
    const root = get("analysed");
    const { id = "", ids = "" } = root.dataset;
    const base = url(`/api/v1/analyses/${id}`);
    const announce = (/** @type {string} */ text) => { get("announce").textContent = text; };
    this.root = root;
    this.view = shown(/** @type {SentView} */ (data("view")));
    this.drawn = this.view;
    this.settings = new Settings();
    this.board = new Board(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (get("board"))), this.plan, ids, this.settings, announce);
    this.seats = new Seats(this.plan, ids);
    this.throwing = new Throwing(this.settings, () => {});
    const moments = async (/** @type {number} */ from, /** @type {number} */ count) => (await fetch(`${base}/moments?from=${from}&count=${count}`)).json();
    // Only moments are asked for: nobody continues from here.
    const link = /** @type {Link} */ (/** @type {unknown} */ ({ moments }));
    this.past = new Past(link, { look: (moment) => this.look(moment), now: () => 0, pace: () => this.settings.pace, announce, moved: () => this.analysis?.follow(), whole: true });
    this.analysis = new AnalysisView(base, {
      page: url(`/analysis/${id}`),
      go: (step) => this.past.go(step, true),
      at: () => this.past.at,
      mark: (points, line) => this.mark(points, line),
      colour: (at) => seatColour(this.view, at),
      told: (step) => this.past.entries[step - 1]?.lines.map((line) => line.text).join(" ") ?? "",
      mine: () => [],
      announce,
    });
    Object.assign(get("step-now"), { textContent: "End", title: "The last step" });
    this.draw(this.view, false);
    this.board.skip();
    this.past.show(this.view, this.view.log, this.view.log.length);
    this.past.go(this.past.entries.length);
    this.analysis.start();
  }

  /** Shows the board after a step. @param {Moment} moment @returns {number} */
  look(moment) {
    const seats = this.view.seats.map((seat, at) => ({ ...seat, ...moment.seats[at] }));
    const threw = this.past.entries[moment.step - 1]?.seat === null && this.drawn.step === moment.step - 1;
    this.root.dataset.past = String(moment.step);
    return this.draw({ ...this.view, ...moment, seats, chance: null }, threw);
  }

  /** @param {View & { step?: number }} view @param {boolean} threw @returns {number} */
  draw(view, threw) {
    const { board, seats } = this;
    this.drawn = view;
    this.root.dataset.mood = view.mood ?? "";
    const wait = this.throwing.show(view, threw);
    const lay = seats.places();
    seats.show(view, view.log.slice(0, view.step ?? 0));
    board.show(view, wait, { from: (id) => lay.get(id), to: (id) => seats.place(id) });
    board.marks("last", view.last.map(({ space, mark }) => [space, mark]));
    board.marks("state", view.marks.map(({ space, mark }) => [space, mark]));
    get("status").textContent = view.headline;
    return wait;
  }

  /** Marks a move and says something about it. @param {string[]} points @param {Sentence | null} line */
  mark(points, line) {
    this.board.hint(points);
    get("note").hidden = !line;
    get("note").replaceChildren(...(line ? [make("p", "", ...sentence(line))] : []));
  }
}

new Analysed();
