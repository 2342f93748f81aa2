// The connection to the server: the stream of views, and requests that are executed once.

import { pause, randomKey, url } from "./dom.js";
import { fold, listed, shown } from "./fold.js";
import { keepReceipt } from "./receipts.js";

/** @import { Chances, ChatMessage, ChatMessages, Command, CommandResult, DrawnPath, Explanation, Hint, LegalMoves, LuckReport, Moments, OpenedTable, Problem, Prospects, ReportReceipt, View } from "./types/protocol" */
/** @import { MatchRecord } from "./proof.js" */
/** @import { Move, View as ShownView } from "./types/view" */

/**
 * The response to a request: what was asked for, or a problem. Status 0: the server could not be reached.
 * @template Body
 * @typedef {{ ok: true, status: number, body: Body } | { ok: false, status: number, body: Partial<Problem> }} Answer
 */

const PATIENCE = 40_000; // ms without a message until the connection counts as lost
const SETTLED = 2000; // ms after opening until messages count as live
const WAITS = [400, 900, 1800, 3600, 6000]; // ms between attempts

export class Link {
  /** @type {View | null} The newest view. */
  view = null;
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
   * `on.view(view, fresh)` gets every newer view, fresh when it came live; `on.moves(moves)` legal moves that were too
   * many for the view; `on.said(message)` a chat message; `on.spectators(count)` the number of spectators; `on.time(ms)`
   * the server's time; `on.closed(reason)` that the host closed the table; `on.state(word)` the state of the connection.
   * @param {string} id
   * @param {{ view: (view: ShownView, fresh: boolean) => void, moves: (moves: Move[]) => void, said: (message: ChatMessage) => void,
   *   spectators: (count: number) => void, closed: (reason: string) => void, time: (ms: number) => void, state: (word: string) => void }} on
   */
  constructor(id, on) {
    this.base = url(`/api/v1/tables/${id}`);
    this.on = on;
    // The system notices a lost network before the stream does.
    addEventListener("offline", () => { this.close(); this.on.state("reconnecting"); });
    addEventListener("online", () => this.open());
  }

  /** Takes the view that came with the page; returns it as the page shows it. @param {View} view */
  begin(view) {
    this.view = view;
    this.fetchMoves(view);
    return shown(view);
  }

  /** Takes a newer view. @param {View} view @param {boolean} fresh */
  take(view, fresh) {
    if (this.view && view.version <= this.view.version) return;
    this.view = view;
    this.on.view(shown(view), fresh);
    this.fetchMoves(view);
  }

  /** Asks for legal moves that are too many for a view. @param {View} view */
  async fetchMoves({ version, legal_moves: lists }) {
    if (lists.every((one) => one.moves)) return;
    try {
      const whole = await Promise.all(lists.map(async (one) => (one.moves ? one : (await this.legalMoves(one.seat)).legal_moves)));
      if (this.view?.version === version) this.on.moves(whole.flatMap(listed));
    } catch { /* they can be typed, and the next view asks again */ }
  }

  /** Opens the stream for everything newer than the view, or with `anew` for the whole view. */
  open(anew = false) {
    this.close();
    const since = anew ? 0 : this.view?.version ?? 0;
    const source = new EventSource(`${this.base}/events?since=${since}&chat=${this.said}`);
    this.source = source;
    let opened = Infinity;
    const heard = () => {
      this.failures = 0;
      this.on.state("connected");
      clearTimeout(this.watch);
      this.watch = setTimeout(() => { this.on.state("stale"); this.open(); }, PATIENCE);
    };
    source.addEventListener("open", () => { opened = performance.now(); heard(); });
    source.addEventListener("heartbeat", heard);
    // Messages right after opening may have waited for the connection.
    const fresh = () => performance.now() - opened > SETTLED;
    source.addEventListener("view", (event) => {
      heard();
      this.take(JSON.parse(event.data), fresh());
    });
    source.addEventListener("change", (event) => {
      heard();
      const change = JSON.parse(event.data);
      if (this.view && change.version <= this.view.version) return;
      const view = this.view && fold(this.view, change);
      if (view) this.take(view, fresh());
      else this.open(true);
    });
    source.addEventListener("spectators", (event) => {
      heard();
      this.on.spectators(Number(event.data));
    });
    source.addEventListener("chat", (event) => {
      heard();
      const said = JSON.parse(event.data);
      this.said = Math.max(this.said, said.number);
      this.on.said(said);
    });
    source.addEventListener("closed", (event) => {
      heard();
      this.on.closed(JSON.parse(event.data));
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
   * Sends a request until the server has answered it. A body with a key may be sent again: the server executes it
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
        this.readTime(answer);
        if (answer.status !== 503 || attempt >= retries) {
          const content = await answer.json();
          if (answer.ok) keepReceipt(content.receipt);
          return { ok: answer.ok, status: answer.status, body: content };
        }
      } catch {
        this.on.state("reconnecting");
        if (attempt >= retries) {
          const detail = "The server cannot be reached. Your move may not have arrived.";
          return { ok: false, status: 0, body: { detail, instead: "The board is updated when the connection is back." } };
        }
      }
      await pause(WAITS[Math.min(attempt, WAITS.length - 1)]);
    }
  }

  /**
   * Sends a command for a player who has seen this version; it is executed once.
   * @param {number} version @param {Command} command @param {number} [held] @returns {Promise<Answer<CommandResult>>}
   */
  command(version, command, held) { return this.post("commands", { version, key: randomKey(), held, command }); }

  /** Passes on the server's time. @param {Response} answer */
  readTime(answer) { this.on.time(Date.parse(answer.headers.get("date") ?? "")); }

  /** Asks something that changes nothing. @param {string} path @param {Record<string, string>} query */
  async ask(path, query = {}) {
    const answer = await fetch(`${this.base}/${path}?${new URLSearchParams(query)}`, { headers: { accept: "application/json" } });
    this.readTime(answer);
    return answer.json();
  }

  // ---- questions, by name ----

  /** Why is this no legal move for the seat? @param {string} seat @param {string[]} steps @param {string | null} kind @returns {Promise<Explanation>} */
  why(seat, steps, kind) { return this.ask("why", { seat, steps: steps.join(","), ...(kind ? { kind } : {}) }); }

  /** Which action does a drawn path mean? @param {string} seat @param {string[]} way @returns {Promise<DrawnPath>} */
  along(seat, way) { return this.ask("along", { seat, way: way.join(",") }); }

  /** What would each outcome of the throw mean for the seat? @param {string} seat @returns {Promise<Prospects>} */
  prospects(seat) { return this.ask("prospects", { seat }); }

  /** Every seat's chance of winning, as far as the seat can know. @param {string} seat @returns {Promise<Chances>} */
  chances(seat) { return this.ask("chances", { seat }); }

  /** The legal moves of a seat. @param {string} seat @returns {Promise<LegalMoves>} */
  legalMoves(seat) { return this.ask("legal-moves", { seat }); }

  /** What would the strongest computer player do? @param {number} version @param {string} seat @returns {Promise<Answer<Hint>>} */
  hint(version, seat) { return this.post("hint", { version, seat }); }

  /** The positions after each of these steps. @param {number} from @param {number} count @returns {Promise<Moments>} */
  moments(from, count) { return this.ask("moments", { from: String(from), count: String(count) }); }

  /** Opens a new table that starts from a step of this match. @param {number} step @param {string[]} seats @returns {Promise<Answer<OpenedTable>>} */
  branch(step, seats) { return this.post("branches", { step, seats }, 0); }

  /** Expected and actual throws. @returns {Promise<LuckReport>} */
  luck() { return this.ask("luck"); }

  /** The record of the match so far. @returns {Promise<MatchRecord>} */
  record() { return this.ask("record"); }

  /** Earlier chat messages. @returns {Promise<ChatMessages>} */
  chat() { return this.ask("chat"); }

  /** Sends a chat message. @param {string} text @param {string} audience @returns {Promise<Answer<ChatMessage>>} */
  say(text, audience) { return this.post("chat", { text, audience }, 0); }

  /** Reports the table or a message to the host. @param {string} reason @param {number} [message] @returns {Promise<Answer<ReportReceipt>>} */
  report(reason, message) { return this.post("reports", { reason, message }, 0); }
}
