// What this person prefers, kept in this browser.

const DEFAULTS = { animate: true, confirm: false, sound: true };

/** Reads and keeps settings; `on(name)` asks, checkboxes `#set-NAME` change. */
export class Settings {
  constructor() {
    this.values = { ...DEFAULTS, ...read() };
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    for (const name of Object.keys(DEFAULTS)) {
      const box = document.getElementById(`set-${name}`);
      if (!box) continue;
      box.checked = this.values[name];
      box.addEventListener("change", () => this.set(name, box.checked));
    }
  }

  on(name) { return Boolean(this.values[name]); }

  set(name, value) {
    this.values[name] = value;
    write(this.values);
  }

  /** Are the men to glide? Never when the system asks for reduced motion. */
  get animate() { return this.on("animate") && !this.still.matches; }
}

function read() {
  try { return JSON.parse(localStorage.getItem("boxtop.settings") || "{}"); } catch { return {}; }
}

function write(values) {
  try { localStorage.setItem("boxtop.settings", JSON.stringify(values)); } catch { /* a private window remembers nothing */ }
}
