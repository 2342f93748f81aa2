// Signals that it is my turn while the page is in the background: by its title and icon, and by a notification if enabled.

import { get, store, stored } from "./dom.js";

/** @import { View } from "./types/view" */

const KEY = "boxtop.notify";

export class Heed {
  mine = false;
  over = false;
  /** @type {Notification | undefined} */
  note;

  constructor() {
    this.icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    this.calm = this.icon?.href ?? "";
    this.wanted = get("table").dataset.wanted ?? "";
    this.title = document.title;
    this.choice();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.note?.close(); });
  }

  /** The switch for notifications; the browser asks only when it is switched on. */
  choice() {
    const box = get("set-notify");
    if (!("Notification" in globalThis)) { box.closest("label")?.toggleAttribute("hidden", true); return; }
    box.checked = this.on;
    box.addEventListener("change", async () => {
      if (box.checked && Notification.permission === "default") await Notification.requestPermission();
      box.checked = box.checked && Notification.permission === "granted";
      get("notify-words").hidden = Notification.permission !== "denied";
      store(KEY, box.checked ? "1" : "");
    });
  }

  get on() { return "Notification" in globalThis && Notification.permission === "granted" && stored(KEY) === "1"; }

  /** `elsewhere`: the match waits for a device of mine that is not this one. @param {View} view @param {boolean} fresh @param {boolean} elsewhere */
  show(view, fresh, elsewhere) {
    const plays = view.phase === "playing" && (view.can_act || Boolean(view.chance?.mine) || view.wants_nonce.some((seat) => view.mine.includes(seat)) || elsewhere);
    // A question, an offered rematch or a player who is out of time needs an answer, too.
    const acts = plays || Boolean(view.question?.mine) || Boolean(view.absence?.mine && ["time", "unrevealed"].includes(view.absence.why));
    const over = view.phase === "over" && view.mine.length > 0;
    document.title = acts ? `● Your move · ${this.title}` : this.title;
    if (this.icon) this.icon.href = acts ? this.wanted : this.calm;
    if (fresh && document.hidden && this.on && !view.at_home && ((acts && !this.mine) || (over && !this.over))) this.tell(view);
    this.mine = acts;
    this.over = over;
  }

  /** @param {View} view */
  tell(view) {
    try {
      const note = new Notification(this.title, { body: view.headline, tag: get("table").dataset.id });
      note.addEventListener("click", () => { focus(); note.close(); });
      this.note = note;
    } catch { /* some systems allow none from a page */ }
  }
}
