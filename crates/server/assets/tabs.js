// The tabs beside the board: log, odds, analysis, chat, more. One is open; arrow keys move between them.

import { get } from "./dom.js";

/** @typedef {"log" | "odds" | "analysis" | "chat" | "more"} TabName */

export class Tabs {
  tabs = /** @type {HTMLButtonElement[]} */ ([...get("tabs").querySelectorAll("[role=tab]")]);

  /** `changed` is called after another tab was opened. @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    for (const tab of this.tabs) tab.addEventListener("click", () => this.select(tab));
    get("tabs").querySelector("[role=tablist]")?.addEventListener("keydown", (event) => this.keys(/** @type {KeyboardEvent} */ (event)));
  }

  /** The tabs that can be chosen now. */
  get shown() { return this.tabs.filter((tab) => !tab.hidden); }

  /** @param {HTMLButtonElement} chosen */
  select(chosen) {
    for (const tab of this.tabs) {
      const open = tab === chosen;
      tab.setAttribute("aria-selected", String(open));
      tab.tabIndex = open ? 0 : -1;
      get(tab.getAttribute("aria-controls") ?? "").hidden = !open;
    }
    this.changed();
  }

  /** Opens a tab by name. @param {TabName} name */
  open(name) {
    const tab = this.tabs.find((one) => one.id === `tab-${name}`);
    if (tab && tab.getAttribute("aria-selected") !== "true") this.select(tab);
  }

  /** Is this tab open? @param {TabName} name */
  isOpen(name) { return this.tabs.some((tab) => tab.id === `tab-${name}` && tab.getAttribute("aria-selected") === "true"); }

  /** Shows or hides a tab; a hidden one is not open. @param {TabName} name @param {boolean} hidden */
  hide(name, hidden) {
    const tab = this.tabs.find((one) => one.id === `tab-${name}`);
    if (!tab || tab.hidden === hidden) return;
    tab.hidden = hidden;
    if (hidden && tab.getAttribute("aria-selected") === "true") this.open("log");
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    const { shown } = this;
    const here = shown.findIndex((tab) => tab === document.activeElement);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key];
    const tab = to === undefined ? undefined : shown.at(to % shown.length);
    if (!tab) return;
    event.preventDefault();
    tab.focus();
    this.select(tab);
  }
}
