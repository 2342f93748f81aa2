// The connection to the server: the stream of a table, and requests that are carried out once.

import { fold, listed, shown } from "./fold.js";

const PATIENCE = 40_000; // without any event for this long, the connection is dead
const SETTLED = 2000; // what arrives later than this after the opening came as it happened
const WAITS = [400, 900, 1800, 3600, 6000];

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A key for one action; the same key again is the same action. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Link {
  /**
   * `on.view(view, fresh)` gets every newer view, fresh when it came as it happened; `on.moves(moves)` legal moves that
   * were too many for the view; `on.said(message)` a chat message; `on.spectators(count)` the number of spectators;
   * `on.time(ms)` the server's time; `on.state(word)` the state of the connection.
   */
  constructor(id, on) {
    this.base = `/api/v1/tables/${id}`;
    this.on = on;
    this.view = null;
    this.said = 0;
    this.failures = 0;
    // The system knows of a pulled plug before the stream does.
    addEventListener("offline", () => { this.close(); this.on.state("reconnecting"); });
    addEventListener("online", () => this.open());
  }

  /** The view that came with the page, as it is shown. */
  begin(view) {
    this.view = view;
    this.fetchMoves();
    return shown(view);
  }

  /** A newer view. */
  take(view, fresh) {
    if (this.view && view.version <= this.view.version) return;
    this.view = view;
    this.on.view(shown(view), fresh);
    this.fetchMoves();
  }

  /** Asks for legal moves that are too many for a view. */
  async fetchMoves() {
    const { version, legal_moves: lists } = this.view;
    if (lists.every((one) => one.moves)) return;
    try {
      const whole = await Promise.all(lists.map(async (one) => (one.moves ? one : (await this.ask("legal-moves", { seat: one.seat })).legal_moves)));
      if (this.view.version === version) this.on.moves(whole.flatMap(listed));
    } catch { /* they can be typed, and the next view asks again */ }
  }

  /** Opens the stream; what is newer than the view is sent, or with `anew` the whole view. */
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
    // What comes just after the opening may have waited for us.
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
    source.addEventListener("error", () => {
      this.on.state("reconnecting");
      // The browser tries again by itself unless it was turned away.
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
   * Sends a request until the server has answered it. A body with a key may be
   * sent again: the server does it once. What has none is sent with no `retries`.
   */
  async post(path, body, retries = WAITS.length) {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await fetch(`${this.base}/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json" },
          body: JSON.stringify(body ?? {}),
        });
        this.told(answer);
        if (answer.status !== 503 || attempt >= retries) {
          return { ok: answer.ok, status: answer.status, fresh: attempt === 0, body: await answer.json() };
        }
      } catch (error) {
        this.on.state("reconnecting");
        if (attempt >= retries) {
          const text = "The server cannot be reached. What you did may not have arrived.";
          return { ok: false, status: 0, body: { detail: text, instead: "The board shows what holds as soon as the connection is back." } };
        }
      }
      await pause(WAITS[Math.min(attempt, WAITS.length - 1)]);
    }
  }

  /** Sends a command for somebody who has seen this version; it is carried out once. */
  command(version, command, held) { return this.post("commands", { version, key: newKey(), held, command }); }

  /** What time the server said it was. */
  told(answer) { this.on.time(Date.parse(answer.headers.get("date"))); }

  /** Asks something that changes nothing. */
  async ask(path, query) {
    const answer = await fetch(`${this.base}/${path}?${new URLSearchParams(query)}`, { headers: { accept: "application/json" } });
    this.told(answer);
    return answer.json();
  }

  /** Why does pointing at these do nothing for the seat? */
  why(seat, steps, kind) { return this.ask("why", { seat, steps: steps.join(","), ...(kind ? { kind } : {}) }); }

  /** Which action does a way mean that was drawn? */
  along(seat, way) { return this.ask("along", { seat, way: way.join(",") }); }

  /** What would each outcome of the throw mean for the seat? */
  prospects(seat) { return this.ask("prospects", { seat }); }
}
