// This device's part in the dice: it commits to a chain for each of my seats, reveals a link when the server asks for it,
// makes the draws that nobody throws, and sends a link along with each of my throws.
//
// The server says which link is next. This device believes it only as far as the throws and rounds that it has seen: a link that
// is sent too early would tell the server the throws to come.

import { chainWith, freshAnchor, keptIn, link, noteOver, noteSent } from "./chains.js";
import { get, pause } from "./dom.js";
import { keepAnchors } from "./receipts.js";
import { Rounds } from "./rounds.js";
import { listed } from "./words.js";

/** @import { Chain } from "./chains.js" */
/** @import { Answer, Link } from "./link.js" */
/** @import { Command, CommandResult, Problem, SeatLink } from "./types/protocol" */
/** @import { View } from "./types/view" */

const MAX_ATTEMPTS = 4;
const AGAIN = 2500; // ms after an attempt that failed

const ELSEWHERE = { detail: "This seat’s dice are bound to another device.", instead: "Throw there, or go on with this device." };
const TOO_EARLY = { detail: "The server asks for a link that is not due yet, so this device does not send it.", instead: "Load the page again; if it stays so, tell the others." };

export class Devices {
  /** @type {View | null} */
  view = null;
  working = false;
  /** The version that the last command of this device reached: what is owed next is in its view, which may be on its way. */
  reached = 0;
  /** @type {Set<string>} What failed at this version, so that it is not tried again and again. */
  failed = new Set();
  /** @type {Set<string>} Anchors of other devices with which the player goes on there. */
  there = new Set();
  /** @type {Set<string>} Seats for which the server asked too early. */
  early = new Set();
  /** The number of throws that this page has seen in the log. */
  seen = 0;
  /** @type {Map<string, { index: number, seen: number }>} By anchor: the newest link that was due, and the throws seen then. */
  known = new Map();

  /** @param {string} id @param {Link} link @param {(command: Command) => unknown} send @param {(text: string) => void} announce */
  constructor(id, link, send, announce) {
    this.id = id;
    this.link = link;
    this.announce = announce;
    get("device-new").addEventListener("click", () => {
      const [entry] = this.strange();
      if (entry) send({ type: "new_device", seat: entry.seat, anchor: freshAnchor(this.id, entry.seat) });
    });
    get("device-stay").addEventListener("click", () => {
      for (const { anchor } of this.strange()) this.there.add(anchor);
      this.panel();
    });
  }

  /** @param {View} view */
  show(view) {
    if (view.phase === "over" && this.view?.phase !== "over") noteOver(this.id);
    const last = this.view?.log.at(-1)?.number ?? Infinity;
    this.seen += view.log.filter((entry) => entry.seat === null && entry.number > last).length;
    this.view = view;
    this.failed.clear();
    this.panel();
    this.work();
  }

  /** My entries of links whose chain this device does not have. */
  strange() { return (this.view?.links ?? []).filter((entry) => !chainWith(this.id, entry.anchor)); }

  /** Does the match wait for a device of mine that is not this one? @param {View} view */
  waitedFor({ links, chance }) {
    const due = (/** @type {SeatLink} */ { seat, now }) => Boolean(now) || Boolean(chance?.mine && chance.thrower === seat);
    return links.some((entry) => due(entry) && !chainWith(this.id, entry.anchor));
  }

  // ---- what this device sends by itself ----

  /** The next command that this device owes. @returns {{ name: string, make: () => Promise<Command | null> } | null} */
  next() {
    const { version, wants_anchor: wanted, mine, links } = /** @type {View} */ (this.view);
    if (version < this.reached) return null;
    const seat = wanted.find((id) => mine.includes(id) && !this.failed.has(id));
    if (seat) return { name: seat, make: async () => ({ type: "commit", seat, anchor: freshAnchor(this.id, seat) }) };
    const entry = links.find((one) => one.now && !this.failed.has(one.seat) && chainWith(this.id, one.anchor));
    return entry ? { name: entry.seat, make: () => this.owed(entry) } : null;
  }

  /** @param {SeatLink} entry @returns {Promise<Command | null>} */
  async owed(entry) {
    const sent = await this.take(entry);
    if (!sent) return null;
    return entry.now === "reveal" ? { type: "reveal", seat: entry.seat, link: sent } : { type: "throw", seat: entry.seat, link: sent };
  }

  /** Sends one command after the other, while this device owes any. */
  async work() {
    if (this.working) return;
    this.working = true;
    for (let failures = 0; this.view && failures < MAX_ATTEMPTS;) {
      const next = this.next();
      if (!next) break;
      const { version } = this.view;
      const reached = await this.send(version, next.make);
      if (reached) this.reached = Math.max(this.reached, reached);
      else if (this.view.version === version) {
        this.failed.add(next.name);
        failures++;
      }
    }
    this.working = false;
    if (this.failed.size) this.later();
  }

  /** Tries again what failed, if nothing else happens. */
  async later() {
    const version = this.view?.version;
    await pause(AGAIN);
    if (this.view?.version !== version || this.early.size) return;
    this.failed.clear();
    this.work();
  }

  /** Sends a command; returns the version that it reached, or 0. @param {number} version @param {() => Promise<Command | null>} make */
  async send(version, make) {
    try {
      const command = await make();
      const answer = command && await this.link.command(version, command);
      return answer?.ok ? answer.body.version : 0;
    } catch { return 0; }
  }

  // ---- links ----

  /** The link that the server asks for, if this device has it and it is due; notes that it is sent. @param {SeatLink} entry */
  async take(entry) {
    const chain = chainWith(this.id, entry.anchor);
    if (!chain) return null;
    const due = await this.isDue(entry, chain);
    this.early[due ? "delete" : "add"](entry.seat);
    this.panel();
    if (!due) return null;
    noteSent(chain, entry.index);
    return link(chain, entry.index);
  }

  /**
   * Is this link due? Every throw in the log makes one more due; where that does not explain it, the record does. Before
   * a round, the record is read in any case, and its anchors are remembered.
   * @param {SeatLink} entry @param {Chain} chain
   */
  async isDue({ seat, index, now }, { anchor, at = 0 }) {
    const { seen } = this;
    const known = this.known.get(anchor);
    let most = Math.max(at, known ? known.index + seen - known.seen : 0);
    if (now === "reveal" || index > most) {
      const record = await this.link.record();
      keepAnchors(this.id, record);
      const rounds = Rounds.of(record);
      most = rounds.ownIndex(seat, now === "reveal" ? rounds.indexOfReveal : rounds.indexOfThrow);
    }
    if (index <= most) this.known.set(anchor, { index, seen });
    return index <= most;
  }

  /** A command with the link of this device, if it is a throw that takes one; `null` if this device does not have it. @param {Command} command @returns {Promise<Command | null>} */
  async linked(command) {
    const entry = command.type === "throw" ? this.view?.links.find((one) => one.seat === command.seat) : undefined;
    if (command.type !== "throw" || !entry) return command;
    try {
      const sent = await this.take(entry);
      return sent ? { ...command, link: sent } : null;
    } catch { return null; }
  }

  /** Why a throw cannot be sent from here; shows the panel again. @param {Command} command @returns {Partial<Problem>} */
  hindrance(command) {
    const seat = command.type === "throw" ? command.seat : "";
    this.there.clear();
    this.panel();
    if (this.early.has(seat)) return TOO_EARLY;
    return this.strange().some((entry) => entry.seat === seat) ? ELSEWHERE : { detail: "The record could not be loaded, so the throw was not sent.", instead: "Try again." };
  }

  // ---- the panel ----

  panel() {
    const { view } = this;
    if (!view) return;
    const others = view.phase === "over" ? [] : this.strange().filter(({ anchor }) => !this.there.has(anchor));
    const asked = view.question?.proposal.type === "new_device" && view.mine.includes(view.question.by);
    const was = get("device").hidden;
    get("device").hidden = !others.length || asked;
    const alone = !view.seats.some((seat) => seat.kind === "person" && !view.mine.includes(seat.id));
    const names = listed(others.map(({ seat }) => view.seats.find((one) => one.id === seat)?.name ?? seat));
    const several = new Set(view.mine).size > 1;
    get("device-words").textContent = several ? `The dice of ${names} are bound to another device.` : "This seat’s dice are bound to another device.";
    get("device-why").textContent = alone ? "If you no longer have it, go on with this one."
      : "If you no longer have it, you can go on with this one. The others are asked: whoever knew the coming throws could escape them by changing devices.";
    if (was && !get("device").hidden) this.announce(get("device-words").textContent ?? "");
    this.note(view);
  }

  /** Says that the seat is bound to this tab, because the browser stores nothing. @param {View} view */
  note(view) {
    const chains = view.links.map((entry) => chainWith(this.id, entry.anchor)).filter((chain) => chain !== undefined);
    const weak = view.phase === "over" ? undefined : chains.map(keptIn).find((place) => place !== "browser");
    const words = this.early.size ? `${TOO_EARLY.detail} ${TOO_EARLY.instead}`
      : weak ? `This browser does not store what this seat needs for its dice. ${weak === "tab" ? "Keep this tab open" : "Do not leave or reload this page"} until the match is over.` : "";
    get("device-note").hidden = !words;
    if (get("device-note").textContent !== words) get("device-note").textContent = words;
  }
}
