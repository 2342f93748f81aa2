// What each seat has brought to the dice of a match, step by step: anchors, rounds, links, and the numbers of throws.
// It reads a record of dice of version 3 from its first step, and says at each one what should be there.

import { LENGTH, back, hex, isLink, unhex } from "./fair.js";

/** @import { MatchRecord, Step } from "./proof.js" */

/**
 * A seat's chain. `since`: the absolute index of its anchor. `newest`: the newest link that is known, `at` its absolute
 * index.
 * @typedef {{ anchor: string, since: number, newest: string, at: number }} SeatChain
 */

const OTHER = "The link does not lead back to what the seat committed to.";

/** What is wrong with a link that should be this many places after another; `null` if nothing is. @param {unknown} link @param {string} from @param {number} places */
export function wrongLink(link, from, places) {
  if (!isLink(link)) return "There is no link.";
  if (places < 0 || places > LENGTH) return OTHER;
  return hex(back(unhex(link) ?? new Uint8Array(32), places)) === from ? null : OTHER;
}

export class Rounds {
  /** @type {Map<string, SeatChain>} The chains of the seats that have one. */
  chains = new Map();
  /** @type {Set<string>} Seats that a computer plays for a person. */
  relieved = new Set();
  round = 0;
  /** @type {Set<string>} Seats that have revealed in this round. */
  revealed = new Set();
  /** The number of different throws so far. */
  thrown = 0;
  /** @type {{ words: string, seat?: string, number?: number }[]} The steps of play that stand. */
  standing = [];
  /** @type {Map<string, number>} Throws that were undone: the steps before them, and their number. */
  taken = new Map();

  /** The seats whose devices take part. */
  devices() { return [...this.chains.keys()].filter((seat) => !this.relieved.has(seat)); }

  /** The seats that have not revealed in this round. */
  owing() { return this.devices().filter((seat) => !this.revealed.has(seat)); }

  /** Has the seat revealed anything? @param {string} seat */
  brings(seat) {
    const chain = this.chains.get(seat);
    return Boolean(chain && chain.at > chain.since);
  }

  /** The absolute index of the links that this round reveals. */
  get indexOfReveal() { return this.thrown + this.round + 1; }

  /** The absolute index of the link that goes with the next throw. */
  get indexOfThrow() { return this.thrown + this.round + 2; }

  /** The number of a link in the seat's own chain. @param {string} seat @param {number} index */
  ownIndex(seat, index) {
    const chain = this.chains.get(seat);
    return chain ? Math.min(index - chain.since, LENGTH) : 0;
  }

  /** Takes a seat's link with an absolute index; returns what is wrong with it. @param {string} seat @param {number} index @param {unknown} link */
  take(seat, index, link) {
    const chain = this.chains.get(seat);
    if (!chain) return "The seat has committed to nothing.";
    const at = Math.min(index, chain.since + LENGTH);
    const wrong = wrongLink(link, chain.newest, at - chain.at);
    if (wrong === null && isLink(link)) Object.assign(chain, { newest: link, at });
    return wrong;
  }

  /** @param {string} seat @param {unknown} anchor */
  commit(seat, anchor) {
    if (!isLink(anchor)) return "The anchor is malformed.";
    if (this.revealed.size) {
      this.round++;
      this.revealed.clear();
    }
    const since = this.thrown + this.round;
    this.chains.set(seat, { anchor, since, newest: anchor, at: since });
    return null;
  }

  /** @param {string} seat @param {unknown} link */
  reveal(seat, link) {
    const wrong = this.take(seat, this.indexOfReveal, link);
    this.revealed.add(seat);
    return wrong;
  }

  /** A computer plays a seat. What was not revealed in time counts for nothing. @param {string} seat */
  relieve(seat) {
    if (this.owing().includes(seat) || !this.brings(seat)) this.chains.delete(seat);
    this.relieved.add(seat);
  }

  /** Follows a step that is neither a throw nor a reveal; returns what is wrong with it. @param {Step} step */
  follow(step) {
    if (step.commit !== undefined) return this.commit(step.commit, step.anchor);
    if (step.reveal !== undefined) return this.reveal(step.reveal, step.link);
    if (step.seat !== undefined) this.standing.push({ words: `${step.seat} ${step.action}`, seat: step.seat });
    if (step.entered !== undefined) this.standing.push({ words: `throw ${step.entered}` });
    if (step.undo !== undefined) return this.undo(step.undo);
    if (step.relieve !== undefined) this.relieve(step.relieve);
    if (step.relief !== undefined) this.relieve(step.resign ?? step.flag ?? "");
    if (step.return !== undefined) this.relieved.delete(step.return);
    if (step.vacate !== undefined) {
      this.chains.delete(step.vacate);
      this.relieved.delete(step.vacate);
    }
    return null;
  }

  /** The steps that stand, as one text. */
  get before() { return this.standing.map((one) => one.words).join("\n"); }

  /** @param {number} steps */
  undo(steps) {
    for (let left = steps; left > 0; left--) {
      const gone = this.standing.pop();
      if (!gone) return "More was undone than had been played.";
      if (gone.number !== undefined && !this.taken.has(this.before)) this.taken.set(this.before, gone.number);
    }
    return null;
  }

  /** The number of a throw made now: that of the throw that was undone after the same steps, or a new one. */
  get number() { return this.taken.get(this.before) ?? this.thrown; }

  /** Notes a throw. @param {string} outcome @param {number} number */
  threw(outcome, number) {
    this.standing.push({ words: `throw ${outcome}`, number });
    this.thrown = Math.max(this.thrown, number + 1);
  }

  /** The seat whose device makes a throw: that of the seat that throws, or if none does, of the one that acted last. @param {string | null | undefined} hand */
  thrower(hand) {
    const seat = hand ?? this.standing.findLast((one) => one.seat !== undefined)?.seat;
    return seat !== undefined && this.devices().includes(seat) && this.brings(seat) ? seat : undefined;
  }

  /** The rounds after all steps of a record, without checking anything. @param {Partial<MatchRecord>} record */
  static of({ steps = [], throws = [] }) {
    const rounds = new Rounds();
    let place = 0;
    for (const step of steps) {
      if (step.chance === undefined) { rounds.follow(step); continue; }
      if (step.by !== undefined) rounds.take(step.by, rounds.indexOfThrow, step.link);
      rounds.threw(step.chance, throws[place++]?.number ?? rounds.thrown);
    }
    return rounds;
  }
}
