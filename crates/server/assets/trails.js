// Trails: every move since the viewer's own, numbered, in the colours of those who moved. They are read from the
// pieces of one view and the next, so no rule is needed.

import { seatColour, tokenColour } from "./colours.js";

/** @import { Board } from "./board.js" */
/** @import { Past } from "./past.js" */
/** @import { LogEntry, Token, View } from "./types/view" */

/** One piece's move. `at` is the number of the log entry it belongs to, `turned` how far the turntable was turned then. @typedef {{ from: string | null, to: string, seat: string, at: number, turned: number, colour: string | undefined }} Trail */

const CROWD = 6; // more pieces than this at once are set up, not moved
const MOST = 12; // trails that are shown

/** The pieces that went from one space to another, or onto the board. @param {Token[]} before @param {Token[]} after @returns {{ token: Token, from: string | null }[]} */
function moved(before, after) {
  const were = new Map(before.map((token) => [token.id, token]));
  const went = after.flatMap((token) => {
    const from = were.get(token.id);
    return from && token.space && from.space !== token.space ? [{ token, from: from.space ?? null }] : [];
  });
  return went.length > CROWD ? [] : went;
}

export class Trails {
  /** @type {Trail[]} */
  trails = [];

  /** @param {Board} board */
  constructor(board) { this.board = board; }

  /** Follows from one view to the next. @param {View} before @param {View} view @param {LogEntry[]} fresh */
  follow(before, view, fresh) {
    const length = view.log_from + view.log.length;
    this.trails = this.trails.filter((trail) => trail.at <= length);
    const mover = fresh.findLast((entry) => entry.seat)?.seat;
    if (fresh.length) this.add(view, moved(before.tokens, view.tokens), mover, length, view.turned);
  }

  /** What a throw moves belongs to the owner of the piece. @param {View} view @param {{ token: Token, from: string | null }[]} went @param {string | null | undefined} mover @param {number} at @param {number} turned */
  add(view, went, mover, at, turned) {
    const trail = (/** @type {{ token: Token, from: string | null }} */ { token, from }) => {
      const seat = mover ?? view.seats[token.seat ?? -1]?.id ?? "";
      const colour = tokenColour(token) ?? seatColour(view, view.seats.findIndex((one) => one.id === seat));
      return { from, to: token.space ?? "", seat, at, turned, colour };
    };
    // Pieces that go together have one trail.
    const apart = went.filter(({ token, from }, at) => went.findIndex((other) => other.from === from && other.token.space === token.space) === at);
    this.trails.push(...apart.map(trail));
    this.trails = this.trails.slice(-4 * MOST);
  }

  /** Reads what others did since my last step, for a page that was opened later. @param {View} view @param {Past} past */
  async read(view, past) {
    const { entries } = past;
    const first = entries.findLastIndex((entry) => entry.seat && view.mine.includes(entry.seat)) + 1;
    if (!view.mine.length || view.phase !== "playing" || first >= entries.length || entries.length - first > MOST) return false;
    for (let step = first; step < entries.length; step++) {
      const [before, after] = [await past.moment(step), step + 1 < entries.length ? await past.moment(step + 1) : past.view];
      const { seat, number } = entries[step];
      if (before && after) this.add(view, moved(before.tokens, after.tokens), seat, number, after.turned);
    }
    return this.trails.length > 0;
  }

  /** What the viewer has not answered yet; during a series of their own, that series. @param {View} view @returns {{ list: Trail[], numbered: boolean }} */
  since({ mine, seats, turn, chance }) {
    const alone = new Set(mine).size === seats.length;
    const me = alone ? chance ? [chance.thrower] : turn : mine;
    const others = this.trails.slice(this.trails.findLastIndex((trail) => me.includes(trail.seat)) + 1);
    if (others.length) return { list: others.filter((trail) => this.lies(trail)).slice(-MOST), numbered: true };
    const last = this.trails.at(-1)?.seat;
    const series = this.trails.slice(this.trails.findLastIndex((trail) => trail.seat !== last) + 1);
    return { list: series.length > 1 ? series.slice(-MOST) : [], numbered: false };
  }

  /** Are its ends still where they were, or have they been turned away since? @param {Trail} trail */
  lies({ from, to, turned }) {
    const { turntable } = this.board;
    return turned === this.board.turned || !(turntable?.carries(from) || turntable?.carries(to));
  }

  /** @param {View} view */
  draw(view) {
    const { list, numbered } = view.phase === "playing" ? this.since(view) : { list: [], numbered: false };
    const numbers = [...new Set(list.map((trail) => trail.at))];
    this.board.trails(list.map((trail) => ({ ...trail, number: numbered ? numbers.indexOf(trail.at) + 1 : null })));
  }
}
