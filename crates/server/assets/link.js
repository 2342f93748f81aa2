// The line to the server: the stream of views, and requests that are sent once.

const PATIENCE = 40_000; // nothing heard for so long: the line is dead
const SETTLED = 2000; // so long after its opening a line is a settled one
const WAITS = [400, 900, 1800, 3600, 6000];

/** Offers as the stream writes them, in full: rows of a table, where what repeats is said once. */
function inFull(view) {
  if (Array.isArray(view.offers)) return view;
  const { said, rows } = view.offers;
  const listed = (text) => (text ? text.split(",") : []);
  const offer = ([action, label, steps, path, seat, rules, tone, die, kind, same]) => ({
    seat: said[seat], action, steps: listed(steps), label, rules: said[rules], path: listed(path), tone: said[tone],
    ...(die === null ? {} : { die }), ...(kind === null ? {} : { kind: said[kind] }),
    ...(same ? { same } : {}),
  });
  return { ...view, offers: rows.map(offer) };
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A key for one action; the same key again is the same action. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Link {
  /**
   * `on.view(view, fresh)` gets every newer view, fresh when it came as it happened; `on.said(message)` what is said,
   * `on.watching(count)` how many watch, `on.time(ms)` the server's time, `on.state(word)` the state of the line.
   */
  constructor(id, on) {
    this.base = `/api/v1/tables/${id}`;
    this.on = on;
    this.since = 0;
    this.said = 0;
    this.failures = 0;
    // The system knows of a pulled plug before the stream does.
    addEventListener("offline", () => { this.close(); this.on.state("reconnecting"); });
    addEventListener("online", () => this.open());
  }

  /** Opens the stream; only what is newer than `since` is sent. */
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
      // What comes just after the line was opened may have waited for us.
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
