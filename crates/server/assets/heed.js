// Tells somebody who looks elsewhere that it is his turn: by the title and icon
// of the page, and by the system if he has asked for it.

const get = (id) => document.getElementById(id);

export class Heed {
  constructor() {
    const icon = document.querySelector("link[rel=icon]");
    Object.assign(this, { icon, calm: icon?.href, wanted: get("table").dataset.wanted, title: document.title, mine: false });
    this.choice();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.note?.close(); });
  }

  /** The switch for the system's notices; the browser is asked only when it is switched on. */
  choice() {
    const box = get("set-notify");
    if (!("Notification" in globalThis)) { box.closest("label").hidden = true; return; }
    box.checked = this.on;
    box.addEventListener("change", async () => {
      if (box.checked && Notification.permission === "default") await Notification.requestPermission();
      box.checked = box.checked && Notification.permission === "granted";
      get("notify-words").hidden = Notification.permission !== "denied";
      try { localStorage.setItem("boxtop.notify", box.checked ? "1" : ""); } catch { /* a private window remembers nothing */ }
    });
  }

  get on() {
    try { return Notification.permission === "granted" && localStorage.getItem("boxtop.notify") === "1"; } catch { return false; }
  }

  show(view, fresh) {
    const plays = view.phase === "playing" && (view.can_act || Boolean(view.chance?.mine) || view.wants_nonce.some((seat) => view.mine.includes(seat)));
    // A question, a rematch that is offered, a player whose time has run out: something to answer or to choose.
    const acts = plays || Boolean(view.question?.mine) || Boolean(view.absence?.mine && view.absence.why === "time");
    const over = view.phase === "over" && view.mine.length > 0;
    document.title = acts ? `● Your move · ${this.title}` : this.title;
    if (this.icon) this.icon.href = acts ? this.wanted : this.calm;
    if (fresh && document.hidden && this.on && !view.at_home && ((acts && !this.mine) || (over && !this.over))) this.tell(view);
    Object.assign(this, { mine: acts, over });
  }

  tell(view) {
    try {
      this.note = new Notification(this.title, { body: view.headline, tag: get("table").dataset.id });
      this.note.addEventListener("click", () => { focus(); this.note.close(); });
    } catch { /* some systems show none from a page */ }
  }
}
