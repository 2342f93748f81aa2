// Sends commands, one at a time, each once, and waits for the view that follows.

import { takes } from "./gesture.js";

/** @import { Answer } from "./link.js" */
/** @import { Table } from "./table.js" */
/** @import { Command, CommandResult, Problem } from "./types/protocol" */
/** @import { Move } from "./types/view" */

const PATIENCE = 4000; // ms to wait for a view that must come

export class Sender {
  busy = false;
  /** @type {{ version: number, done: (reached: boolean) => void }[]} */
  waiting = [];
  /** @type {number | null} When the view arrived, if it came live. */
  heldSince = null;

  /** @param {Table} table */
  constructor(table) { this.table = table; }

  /** Plays a move, shown on the board at once. @param {Move} move */
  async play(move) {
    if (this.busy) return;
    const { board, pointing } = this.table;
    if (move.steps.length > 1) this.anticipate(move);
    pointing.gesture.drop();
    board.clear("choice");
    board.way([]);
    await this.send({ type: "play", seat: move.seat, action: move.action });
  }

  /** Shows the move at once, with the piece that was picked among interchangeable ones. @param {Move} move */
  anticipate(move) {
    const { board, pointing, view } = this.table;
    const seat = view.seats.findIndex((one) => one.id === move.seat);
    const [picked] = pointing.gesture.path;
    const from = picked && takes(move, 0, picked) ? picked : move.steps[0];
    if (from !== move.steps[0]) board.exchange(from, move.steps[0], seat);
    board.anticipate(from, move.steps[move.steps.length - 1], seat);
  }

  /** Sends a command; until its view is here no other is sent. @param {Command} command */
  async send(command) {
    if (this.busy) return null;
    this.table.past.leave();
    this.busy = true;
    document.body.setAttribute("aria-busy", "true");
    let answer = await this.post(command);
    // Others may act at the same time: a command that is still possible is sent again, once.
    if (answer.status === 409 && await this.reached(answer.body.version ?? 0) && this.stands(command)) answer = await this.post(command);
    if (answer.ok) await this.reached(answer.body.version);
    this.busy = false;
    document.body.removeAttribute("aria-busy");
    if (!answer.ok) this.refused(answer.status, answer.body);
    return answer;
  }

  /** Adds the link of this device to a throw. Sends also how long the view has been here: the clock forgives time spent on the network. @param {Command} command @returns {Promise<Answer<CommandResult>>} */
  async post(command) {
    // The link is for this version, and making sure of it may take a moment.
    const { version } = this.table.view;
    const linked = await this.table.devices.linked(command);
    if (!linked) return { ok: false, status: 0, body: this.table.devices.hindrance(command) };
    const held = this.heldSince === null ? undefined : Math.round(performance.now() - this.heldSince);
    return this.table.link.command(version, linked, held);
  }

  /** @param {number} status @param {Partial<Problem>} problem */
  refused(status, problem) {
    const { past, board, view, panel, link } = this.table;
    if (!past.back) board.show(view, 0, { from: () => null, to: () => null });
    this.table.choose();
    panel.error(problem);
    panel.announce(problem.detail);
    if (status === 409) { panel.connection("stale"); link.open(); }
  }

  /** Waits until the view has this version; `false` when that takes too long. @param {number} version @returns {Promise<boolean>} */
  reached(version) {
    const { table } = this;
    if (table.view.version >= version) return Promise.resolve(true);
    return new Promise((done) => {
      this.waiting.push({ version, done });
      // The stream may have been lost without notice: reopen it before the wait ends.
      setTimeout(() => { if (table.view.version < version) table.link.open(); }, PATIENCE / 4);
      setTimeout(() => done(false), PATIENCE);
    });
  }

  /** A view with this version is here. @param {number} version */
  arrived(version) {
    for (const one of this.waiting) if (one.version <= version) one.done(true);
    this.waiting = this.waiting.filter((one) => one.version > version);
  }

  /** Is the command still possible in the present view? @param {Command} command */
  stands(command) {
    const { view } = this.table;
    switch (command.type) {
      case "play": return view.moves.some((move) => move.seat === command.seat && move.action === command.action);
      case "throw": return Boolean(view.chance?.mine) && view.chance?.thrower === command.seat;
      case "answer": return Boolean(view.question?.to_answer.includes(command.seat));
      case "resolve_absence": return Boolean(view.absence?.mine);
      case "return": return view.kept.includes(command.seat);
      default: return command.type === "resign" && view.phase === "playing";
    }
  }
}
