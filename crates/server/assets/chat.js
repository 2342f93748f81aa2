// Talking at the table. What is said is set as text, never as a page.

import { make } from "./words.js";

const LONGEST = 300;
const get = (id) => document.getElementById(id);

export class Chat {
  constructor(id, link) {
    Object.assign(this, { id, link, last: 0, unread: 0 });
    this.muted = this.read("muted") === "1";
    get("say").addEventListener("submit", (event) => { event.preventDefault(); this.say(); });
    get("words").addEventListener("input", () => this.count());
    get("mute").addEventListener("click", () => { this.muted = !this.muted; this.keep("muted", this.muted ? "1" : ""); this.mutes(); });
    get("chat").addEventListener("toggle", () => this.seen());
    this.mutes();
    this.count();
  }

  read(what) { try { return localStorage.getItem(`boxtop.${what}.${this.id}`); } catch { return null; } }
  keep(what, value) { try { localStorage.setItem(`boxtop.${what}.${this.id}`, value); } catch { /* a private window remembers nothing */ } }

  /** What was said so far. The stream goes on from there. */
  async open() {
    try {
      const { messages } = await this.link.ask("chat", {});
      const seen = Number(this.read("heard") ?? 0);
      for (const said of messages ?? []) this.add(said, said.number > seen);
    } catch { /* the stream brings it when the line is back */ }
    return this.last;
  }

  show(view) {
    // Who plays alone has nobody to talk to.
    get("chat").hidden = view.at_home && view.phase !== "waiting";
    const seats = get("audience").querySelector("[value=seats]");
    seats.disabled = !view.mine.length;
    if (!view.mine.length) get("audience").value = "everyone";
  }

  add(said, fresh = true) {
    const list = get("talk");
    // The answer to what I said and the stream may come in either order.
    const items = [...list.children];
    if (items.some((one) => Number(one.dataset.number) === said.number)) return;
    this.last = Math.max(this.last, said.number);
    const time = make("time", "", new Date(said.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
    time.dateTime = new Date(said.at).toISOString();
    const to = said.audience === "seats" ? make("small", "", "to the seats ") : "";
    const item = make("li", said.mine ? "mine" : "", make("b", "", said.name), " ", time, " ", to, make("span", "", said.text));
    item.dataset.number = said.number;
    list.insertBefore(item, items.find((one) => Number(one.dataset.number) > said.number) ?? null);
    list.scrollTop = list.scrollHeight;
    if (fresh && !said.mine && !this.muted) this.unread++;
    this.seen();
  }

  /** What lies open has been seen. */
  seen() {
    if (get("chat").open) { this.unread = 0; this.keep("heard", this.last); }
    get("unread").hidden = !this.unread;
    get("unread").textContent = `${this.unread} new`;
  }

  mutes() {
    get("mute").setAttribute("aria-pressed", String(this.muted));
    get("mute").textContent = this.muted ? "Muted: hear the others" : "Mute the others";
    get("talk").classList.toggle("muted", this.muted);
    if (this.muted) this.unread = 0;
    this.seen();
  }

  count() {
    const left = LONGEST - [...get("words").value].length;
    get("left").textContent = left < 80 ? `${left} left` : "";
    get("say").querySelector("button").disabled = left < 0;
  }

  async say() {
    const text = get("words").value.trim();
    if (!text) return;
    get("words").value = "";
    this.count();
    const answer = await this.link.post("chat", { text, audience: get("audience").value }, 0);
    get("say-error").hidden = answer.ok;
    if (answer.ok) { this.add(answer.body); return; }
    get("say-error").textContent = [answer.body.detail, answer.body.instead].filter(Boolean).join(" ");
    // What was not said can be said again, unless something else is being written.
    get("words").value ||= text;
    this.count();
  }
}
