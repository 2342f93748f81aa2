// Chat at the table. Messages are set as text, never as HTML.

import { get, store, stored } from "./dom.js";
import { make } from "./words.js";

/** @import { Link } from "./link.js" */
/** @import { Report } from "./report.js" */
/** @import { Tabs } from "./tabs.js" */
/** @import { Said, View } from "./types/view" */

const LONGEST = 300; // characters

export class Chat {
  last = 0;
  unread = 0;

  /** @param {string} id @param {Link} link @param {Tabs} tabs @param {Report} report */
  constructor(id, link, tabs, report) {
    this.report = report;
    this.id = id;
    this.link = link;
    this.tabs = tabs;
    this.muted = this.read("muted") === "1";
    get("say").addEventListener("submit", (event) => { event.preventDefault(); this.say(); });
    get("words").addEventListener("input", () => this.count());
    get("mute").addEventListener("click", () => { this.muted = !this.muted; this.keep("muted", this.muted ? "1" : ""); this.mutes(); });
    this.mutes();
    this.count();
  }

  /** @param {string} what */
  read(what) { return stored(`boxtop.${what}.${this.id}`); }

  /** @param {string} what @param {string} value */
  keep(what, value) { store(`boxtop.${what}.${this.id}`, value); }

  /** Loads earlier messages; the stream continues from the number returned. */
  async open() {
    try {
      const { messages } = await this.link.chat();
      const seen = Number(this.read("heard") ?? 0);
      for (const said of messages ?? []) this.add(said, said.number > seen);
    } catch { /* the stream brings them when the connection is back */ }
    return this.last;
  }

  /** @param {View} view */
  show(view) {
    // With one person at the table there is nobody to talk to.
    this.tabs.hide("chat", view.at_home && view.phase !== "waiting");
    const seats = /** @type {HTMLOptionElement | null} */ (get("audience").querySelector("[value=seats]"));
    if (seats) seats.disabled = !view.mine.length;
    if (!view.mine.length) get("audience").value = "everyone";
  }

  /** @param {Said} said */
  add(said, fresh = true) {
    const list = get("talk");
    // My own message arrives in the response and on the stream, in either order.
    const items = /** @type {HTMLElement[]} */ ([...list.children]);
    const old = items.find((one) => Number(one.dataset.number) === said.number);
    if (old && !said.removed) return;
    this.last = Math.max(this.last, said.number);
    const time = make("time", "", new Date(said.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }));
    time.dateTime = new Date(said.at).toISOString();
    const to = said.audience === "seats" ? make("small", "", "to the players ") : "";
    const words = said.removed ? make("em", "", "The host removed this message.") : said.text;
    const item = make("li", said.mine ? "mine" : "", make("b", "", said.name), " ", time, " ", to, ...this.reporting(said), make("span", "", words));
    item.dataset.number = String(said.number);
    if (old) { old.replaceWith(item); return; }
    list.insertBefore(item, items.find((one) => Number(one.dataset.number) > said.number) ?? null);
    list.scrollTop = list.scrollHeight;
    if (fresh && !said.mine && !this.muted) this.unread++;
    this.seen();
  }

  /** The button that reports a message of somebody else. @param {Said} said */
  reporting(said) {
    if (said.mine || said.removed) return [];
    const button = make("button", "quiet", "Report");
    button.type = "button";
    button.setAttribute("aria-label", `Report the message of ${said.name}`);
    button.addEventListener("click", () => this.report.open(said));
    return [button];
  }

  /** The host closed the table: nobody can write any more. @param {string} reason */
  close(reason) {
    get("closed").textContent = `The host closed this table: ${reason}`;
    get("closed").hidden = false;
    for (const field of get("say").querySelectorAll("input, select, button")) field.toggleAttribute("disabled", true);
  }

  /** Messages in an open chat count as read. */
  seen() {
    if (!get("panel-chat").hidden) { this.unread = 0; this.keep("heard", String(this.last)); }
    get("unread").hidden = !this.unread;
    get("unread").textContent = `${this.unread} new`;
  }

  mutes() {
    get("mute").setAttribute("aria-pressed", String(this.muted));
    get("mute").textContent = this.muted ? "Unmute the others" : "Mute the others";
    get("talk").classList.toggle("muted", this.muted);
    if (this.muted) this.unread = 0;
    this.seen();
  }

  count() {
    const left = LONGEST - [...get("words").value].length;
    get("left").textContent = left < 80 ? `${left} left` : "";
    get("say").querySelector("button")?.toggleAttribute("disabled", left < 0 || !get("closed").hidden);
  }

  async say() {
    const text = get("words").value.trim();
    if (!text) return;
    get("words").value = "";
    this.count();
    const answer = await this.link.say(text, get("audience").value);
    get("say-error").hidden = answer.ok;
    if (answer.ok) { this.add(answer.body); return; }
    get("say-error").textContent = [answer.body.detail, answer.body.instead].filter(Boolean).join(" ");
    // A message that was not sent can be sent again, unless another one is being written.
    get("words").value ||= text;
    this.count();
  }
}
