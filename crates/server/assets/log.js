// The log, grouped by turn: a throw begins a turn, and so does another seat.

import { paint, seatColour } from "./colours.js";
import { get } from "./dom.js";
import { make, sentence } from "./words.js";

/** @import { LogEntry, View } from "./types/view" */

/** @param {LogEntry | undefined} one @param {LogEntry | undefined} other */
const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

export class Log {
  /** Shows the log of a newer view; returns the number of entries that stay. @param {LogEntry[]} before @param {View} view */
  follow(before, view) {
    const { log } = view;
    let kept = 0;
    while (kept < before.length && kept < log.length && same(before[kept], log[kept])) kept++;
    const list = get("log");
    while (list.childElementCount > kept || list.querySelector(".empty")) list.lastElementChild?.remove();
    for (let at = kept; at < log.length; at++) list.append(this.item(view, log[at], log[at - 1]));
    if (!log.length) list.append(make("li", "empty", "Nothing has been played yet."));
    list.scrollTop = list.scrollHeight;
    return kept;
  }

  /** @param {View} view @param {LogEntry} entry @param {LogEntry | undefined} before */
  item(view, entry, before) {
    const line = make("li", entry.seat ? "" : "chance");
    if (entry.seat) line.dataset.seat = entry.seat;
    paint(line, entry.seat ? seatColour(view, view.seats.findIndex((seat) => seat.id === entry.seat)) : undefined);
    line.classList.toggle("starts", entry.seat ? Boolean(before?.seat) && before?.seat !== entry.seat : true);
    line.dataset.action = entry.action;
    for (const one of entry.lines) line.append(make("span", "", ...sentence(one)), " ");
    return line;
  }
}
