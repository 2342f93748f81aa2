// The connection to the server: the stream of views, and requests that are carried out once.

import { pause, randomKey, url } from "./dom.js";

/** @import { Command, CommandResult, DrawnPath, Explanation, Hint, OpenedTable, Problem, Prospects } from "./types/protocol" */
/** @import { Luck, Moments, Said, View } from "./types/view" */

/**
 * The response to a request: what was asked for, or a problem. Status 0: the server could not be reached.
 * @template Body
 * @typedef {{ ok: true, status: number, body: Body } | { ok: false, status: number, body: Partial<Problem> }} Answer
 */

const PATIENCE = 40_000; // ms without a message until the connection counts as lost
const SETTLED = 2000; // ms after opening until messages count as live
const WAITS = [400, 900, 1800, 3600, 6000]; // ms between attempts

/** Legal moves in full, from the rows of the stream, where repeated texts are sent once. @param {any} view @returns {View} */
function inFull(view) {
  if (Array.isArray(view.offers)) return view;
  const { said, rows } = view.offers;
  const listed = (/** @type {string} */ text) => (text ? text.split(",") : []);
  const offer = (/** @type {any[]} */ [action, label, steps, path, seat, rules, tone, die, kind, same]) => ({
    seat: said[seat], action, steps: listed(steps), label, rules: said[rules], path: listed(path), tone: said[tone],
    ...(die === null ? {} : { die }), ...(kind === null ? {} : { kind: said[kind] }),
    ...(same ? { same } : {}),
  });
  return { ...view, offers: rows.map(offer) };
}

export class Link {
  /** The version that the page shows. */
  since = 0;
  /** The number of the last chat message. */
  said = 0;
  failures = 0;
  /** @type {EventSource | undefined} */
  source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  watch;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  again;

  /**
   * `on.view(view, fresh)` gets every newer view, fresh when it came live; `on.said(message)` chat messages,
   * `on.watching(count)` the number of spectators, `on.time(ms)` the server's time, `on.state(word)` the connection's state.
   * @param {string} id
   * @param {{ view: (view: View, fresh: boolean) => void, said: (message: Said) => void, watching: (count: number) => void,
   *   time: (ms: number) => void, state: (word: string) => void }} on
   */
  constructor(id, on) {
    this.base = url(`/api/v1/tables/${id}`);
    this.on = on;
    // The system notices a lost network before the stream does.
    addEventListener("offline", () => { this.close(); this.on.state("reconnecting"); });
    addEventListener("online", () => this.open());
  }

  /** Opens the stream for everything newer than `since`. @param {number} [since] */
  open(since) {
    this.since = since ?? this.since;
    this.close();
    const source = new EventSource(`${this.base}/events?since=${this.since}&chat=${this.said}&offers=short`);
    this.source = source;
    let opened = Infinity;
    const heard = () => {
      this.failures = 0;
      this.on.state("connected");
      clearTimeout(this.watch);
      this.watch = setTimeout(() => { this.on.state("stale"); this.open(); }, PATIENCE);
    };
    source.addEventListener("open", () => { opened = performance.now(); heard(); });
    source.addEventListener("beat", heard);
    source.addEventListener("view", (event) => {
      heard();
      // Messages right after opening may have waited for the connection.
      this.on.view(inFull(JSON.parse(event.data)), performance.now() - opened > SETTLED);
    });
    source.addEventListener("watching", (event) => {
      heard();
      this.on.watching(Number(event.data));
    });
    source.addEventListener("chat", (event) => {
      heard();
      const said = JSON.parse(event.data);
      this.said = Math.max(this.said, said.number);
      this.on.said(said);
    });
    source.addEventListener("error", () => {
      this.on.state("reconnecting");
      // The browser tries again by itself unless the server refused.
      if (source.readyState === EventSource.CLOSED) {
        const wait = WAITS[Math.min(this.failures++, WAITS.length - 1)];
        clearTimeout(this.again);
        this.again = setTimeout(() => this.open(), wait);
      }
    });
  }

  close() {
    clearTimeout(this.watch);
    clearTimeout(this.again);
    this.source?.close();
  }

  /**
   * Sends a request until the server has answered it. A body with a key may be sent again: the server carries it out
   * once. A request without a key is sent without `retries`.
   * @param {string} path @param {object} body @returns {Promise<Answer<any>>}
   */
  async post(path, body, retries = WAITS.length) {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await fetch(`${this.base}/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json" },
          body: JSON.stringify(body),
        });
        this.told(answer);
        if (answer.status !== 503 || attempt >= retries) {
          return { ok: answer.ok, status: answer.status, body: await answer.json() };
        }
      } catch {
        this.on.state("reconnecting");
        if (attempt >= retries) {
          const detail = "The server cannot be reached. Your action may not have arrived.";
          return { ok: false, status: 0, body: { detail, instead: "The board is brought up to date when the connection is back." } };
        }
      }
      await pause(WAITS[Math.min(attempt, WAITS.length - 1)]);
    }
  }

  /**
   * Sends a command for a player who has seen this version; it is carried out once.
   * @param {number} version @param {Command} command @param {number} [held] @returns {Promise<Answer<CommandResult>>}
   */
  command(version, command, held) { return this.post("commands", { version, key: randomKey(), held, command }); }

  /** Passes on the server's time. @param {Response} answer */
  told(answer) { this.on.time(Date.parse(answer.headers.get("date") ?? "")); }

  /** Asks something that changes nothing. @param {string} path @param {Record<string, string>} query */
  async ask(path, query = {}) {
    const answer = await fetch(`${this.base}/${path}?${new URLSearchParams(query)}`, { headers: { accept: "application/json" } });
    this.told(answer);
    return answer.json();
  }

  // ---- questions, by name ----

  /** Why is this no legal move for the seat? @param {string} seat @param {string[]} steps @param {string | null} kind @returns {Promise<Explanation>} */
  why(seat, steps, kind) { return this.ask("why", { seat, steps: steps.join(","), ...(kind ? { kind } : {}) }); }

  /** Which action does a drawn path mean? @param {string} seat @param {string[]} way @returns {Promise<DrawnPath>} */
  along(seat, way) { return this.ask("along", { seat, way: way.join(",") }); }

  /** What would each outcome of the throw mean for the seat? @param {string} seat @returns {Promise<Prospects>} */
  prospects(seat) { return this.ask("prospects", { seat }); }

  /** What would the strongest computer player do? @param {number} version @param {string} seat @returns {Promise<Answer<Hint>>} */
  hint(version, seat) { return this.post("hint", { version, seat }); }

  /** How the table stood after each of these steps. @param {number} from @param {number} count @returns {Promise<Moments>} */
  moments(from, count) { return this.ask("moments", { from: String(from), count: String(count) }); }

  /** Opens another table that begins at a step of this match. @param {number} step @param {string[]} seats @returns {Promise<Answer<OpenedTable>>} */
  branch(step, seats) { return this.post("branches", { step, seats }, 0); }

  /** Expected and actual throws. @returns {Promise<{ luck?: Luck[] }>} */
  luck() { return this.ask("luck"); }

  /** The record of the match. @returns {Promise<{ nonces?: string[] }>} */
  record() { return this.ask("record"); }

  /** Earlier chat messages. @returns {Promise<{ messages?: Said[] }>} */
  chat() { return this.ask("chat"); }

  /** Sends a chat message. @param {string} text @param {string} audience @returns {Promise<Answer<Said>>} */
  say(text, audience) { return this.post("chat", { text, audience }, 0); }
}
