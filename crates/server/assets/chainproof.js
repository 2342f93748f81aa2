// Checks the dice of version 3 in a record: that everybody brought what they had committed to, and that every throw
// follows from it. Needs only the record.

import { LENGTH, back, chainOf, digest, draw, eight, hex, isLink, linkOf, unhex } from "./fair.js";
import { Rounds, wrongLink } from "./rounds.js";

/** @import { CheckedThrow, Drawn, MatchRecord, Purpose, Step } from "./proof.js" */

/** A seat's part of a throw: its newest link and the number of it in its chain; no link if it brings nothing. @typedef {{ seat: string, link: string | null, index: number }} Part */
/** @typedef {{ server: string, parts: Part[], by?: string, again: boolean }} Mixed What a throw was made of. */
/** @typedef {{ step: number, words: string, link: string, right: boolean, why: string | null }} CheckedStep Somebody committed or revealed. */
/**
 * `brought`: the seats whose devices took part in at least one throw; `nothing`: all others.
 * @typedef {{ version: 3, hindrance: null, fingerprint: { shown: string, found: string | null, right: boolean }, steps: CheckedStep[], throws: CheckedThrow[],
 *   brought: string[], nothing: string[], entered: number, right: boolean }} ChainProof
 */

/** The key of a throw: bound to the match, its number, its purpose, and what everybody brings. @param {string} id @param {number} number @param {Purpose} purpose @param {Mixed} mixed */
function keyOf(id, number, { hand, lots }, { server, parts }) {
  const bytes = (/** @type {string | null} */ link) => unhex(link ?? "") ?? new Uint8Array();
  const odds = lots.flatMap(([outcome, weight]) => [outcome, eight(weight)]);
  return digest("", ["boxtop throw 3", id, eight(number), hand ?? "", bytes(server), ...parts.map(({ link }) => bytes(link)), ...odds]);
}

/** @param {Purpose | undefined} purpose @returns {purpose is Purpose} */
export const isPurpose = (purpose) => Array.isArray(purpose?.lots) && purpose.lots.length > 0
  && purpose.lots.every((lot) => Array.isArray(lot) && typeof lot[0] === "string" && Number.isInteger(lot[1]) && lot[1] >= 0);

class Check {
  rounds = new Rounds();
  /** @type {CheckedThrow[]} */
  throws = [];
  /** @type {CheckedStep[]} */
  steps = [];
  /** @type {Map<number, { purpose: number, mixed: Mixed }>} Throws by their number. */
  made = new Map();
  /** @type {Set<string>} */
  brought = new Set();
  /** What is wrong with a step that is neither a throw nor about chains. @type {string | null} */
  wrong = null;

  /** @param {MatchRecord} record */
  constructor(record) {
    this.record = record;
    this.seats = (record.seats ?? []).map(({ seat }) => seat ?? "");
    const seed = unhex(record.seed);
    this.server = seed?.length === 32 ? chainOf(seed) : null;
  }

  /** @param {Step} step @param {number} at */
  step(step, at) {
    if (step.chance !== undefined) { this.throws.push(this.throw(step, at)); return; }
    const why = this.rounds.follow(step);
    const [seat, link] = [step.commit ?? step.reveal, step.anchor ?? step.link];
    if (seat === undefined) { this.wrong ??= why; return; }
    const words = step.commit === undefined ? "reveals a link" : "commits to a chain";
    this.steps.push({ step: at, words: `${seat} ${words}`, link: link ?? "", right: why === null, why });
  }

  /** @param {Step} step @param {number} at @returns {CheckedThrow} */
  throw(step, at) {
    const { record, rounds } = this;
    const fell = step.chance ?? "";
    const { number: claimed, purpose: which } = record.throws[this.throws.length] ?? { number: -1, purpose: -1 };
    const purpose = record.purposes[which];
    const number = rounds.number;
    if (!isPurpose(purpose)) {
      rounds.threw(fell, number);
      return { step: at, fell, right: false, why: "The record does not say what this throw was for." };
    }
    const again = this.made.get(number);
    const { mixed, why } = again ? this.repeated(step, again, which) : this.fresh(step, purpose, number);
    if (!again) this.made.set(number, { purpose: which, mixed });
    rounds.threw(fell, number);
    const key = keyOf(record.id, number, purpose, mixed);
    const found = draw(key, 0n, purpose.lots.map(([, weight]) => weight));
    const drawn = found && { ...found, key: hex(key), outcome: purpose.lots[found.at][0], weight: purpose.lots[found.at][1] };
    const fault = claimed !== number ? "It has the number of another throw." : why ?? (drawn?.outcome === fell ? null : `Its key gives ${drawn?.outcome ?? "nothing"}.`);
    return { step: at, number, purpose, fell, drawn, mixed, right: fault === null, why: fault };
  }

  /** A throw that was undone and made again has the same key. @param {Step} step @param {{ purpose: number, mixed: Mixed }} first @param {number} which */
  repeated(step, first, which) {
    const why = first.purpose !== which ? "The same throw had another purpose before."
      : step.link !== undefined || step.server !== undefined ? "It was made before, and takes no other links." : null;
    return { mixed: { ...first.mixed, by: undefined, again: true }, why };
  }

  /** @param {Step} step @param {Purpose} purpose @param {number} number @returns {{ mixed: Mixed, why: string | null }} */
  fresh(step, purpose, number) {
    const { rounds } = this;
    const late = rounds.owing().find((seat) => rounds.brings(seat));
    const thrower = rounds.thrower(purpose.hand);
    let why = late ? `${late} had not revealed its contribution to this round.` : null;
    if (step.by !== thrower) why ??= thrower ? `It has no link of ${thrower}, who throws.` : "It has a link of a seat that does not throw.";
    if (step.by !== undefined) why ??= rounds.take(step.by, rounds.indexOfThrow, step.link);
    why ??= this.wrongServer(step.server, number);
    const parts = this.seats.map((seat) => this.part(seat));
    for (const { seat, link } of parts) if (link) this.brought.add(seat);
    return { mixed: { server: isLink(step.server) ? step.server : "", parts, by: step.by, again: false }, why };
  }

  /** @param {unknown} link @param {number} number */
  wrongServer(link, number) {
    const index = Math.min(number + 1, LENGTH);
    if (this.server) return link === linkOf(this.server, index) ? null : `The server’s link is not number ${index} of its chain.`;
    return wrongLink(link, this.record.commitment, index) && "The server’s link does not lead back to its anchor.";
  }

  /** @param {string} seat @returns {Part} */
  part(seat) {
    const chain = this.rounds.chains.get(seat);
    if (!chain || !this.rounds.brings(seat)) return { seat, link: null, index: 0 };
    return { seat, link: chain.newest, index: chain.at - chain.since };
  }
}

/** Checks a record with dice of version 3. @param {MatchRecord} record @returns {ChainProof} */
export function proveChains(record) {
  const check = new Check(record);
  record.steps.forEach((step, at) => check.step(step, at + 1));
  const { throws, steps, brought, seats } = check;
  const seed = unhex(record.seed);
  const found = seed?.length === 32 ? hex(back(seed, LENGTH)) : null;
  const fingerprint = { shown: record.commitment, found, right: found === record.commitment };
  const entered = record.steps.filter((step) => step.entered !== undefined).length;
  const right = fingerprint.right && !check.wrong && [...throws, ...steps].every((one) => one.right) && record.throws.length === throws.length;
  const nothing = seats.filter((seat) => !brought.has(seat));
  return { version: 3, hindrance: null, fingerprint, steps, throws, brought: [...brought], nothing, entered, right };
}
