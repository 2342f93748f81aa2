// The chances of winning during a match, at tables where everybody wants them: a bar below the turn bar.

import { paint, seatColour } from "./colours.js";
import { get } from "./dom.js";
import { make as draw, percents } from "./signs.js";
import { make } from "./words.js";

/** @import { Link } from "./link.js" */
/** @import { View } from "./types/view" */

const PATIENCE = 400; // ms: a view that is replaced sooner is not worth a search

export class Chances {
  /** @type {View | null} The view whose chances are wanted. */
  view = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {Link} link @param {() => boolean} wanted */
  constructor(link, wanted) {
    this.link = link;
    this.wanted = wanted;
    get("set-chances")?.addEventListener("change", () => { if (this.view) this.show(this.view); });
  }

  /** A new view. @param {View} view */
  show(view) {
    clearTimeout(this.timer);
    this.view = view;
    const possible = view.practice && view.mine.length > 0;
    get("chances-setting").hidden = !possible;
    if (!possible || !this.wanted() || view.phase !== "playing") { get("live-chances").hidden = true; return; }
    this.timer = setTimeout(() => this.load(view), PATIENCE);
  }

  /** @param {View} view */
  async load(view) {
    const seat = view.mine.find((one) => view.turn.includes(one)) ?? view.mine[0];
    const answer = await this.link.chances(seat).catch(() => null);
    if (this.view !== view || answer?.version !== view.version) return;
    this.draw(view, answer.chances);
  }

  /** @param {View} view @param {number[]} chances */
  draw(view, chances) {
    const shares = percents(chances);
    const svg = draw("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    const words = view.seats.map((seat, at) => {
      const x = shares.slice(0, at).reduce((sum, share) => sum + share, 0);
      const word = make("span", "live-chance", make("i", "swatch"), `${seat.title} ${shares[at]} %`);
      for (const part of [word, draw("rect", { x, width: shares[at], y: 0, height: 10 }, svg)]) paint(part, seatColour(view, at));
      return word;
    });
    const bar = get("live-chances");
    bar.replaceChildren(svg, ...words);
    bar.setAttribute("aria-label", `Chances of winning: ${words.map((word) => word.textContent).join(", ")}`);
    bar.hidden = false;
  }
}
