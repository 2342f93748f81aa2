// Reporting the table or a message to the host: a short dialog, and a confirmation that it was sent.

import { get } from "./dom.js";

/** @import { Link } from "./link.js" */

export class Report {
  /** @type {number | undefined} The message; without one, the report is about the table. */
  message;

  /** @param {Link} link @param {(text: string) => void} announce */
  constructor(link, announce) {
    this.link = link;
    this.announce = announce;
    get("report-table").addEventListener("click", () => this.open());
    get("report-cancel").addEventListener("click", () => get("report").close());
    get("report-form").addEventListener("submit", (event) => { event.preventDefault(); this.send(); });
  }

  /** Asks what is wrong. @param {{ number: number, name: string }} [said] */
  open(said) {
    this.message = said?.number;
    get("report-about").textContent = said ? `About the message of ${said.name}.` : "About this table and the people at it.";
    get("report-reason").value = "";
    this.show(false);
    get("report").showModal();
    get("report-reason").focus();
  }

  /** Shows the form, or that the report was sent. @param {boolean} sent */
  show(sent) {
    get("report-form").hidden = sent;
    get("report-done").hidden = !sent;
    get("report-error").hidden = true;
  }

  async send() {
    const reason = get("report-reason").value.trim();
    if (!reason) { this.refuse("Write what is wrong."); return; }
    get("report-send").disabled = true;
    const answer = await this.link.report(reason, this.message);
    get("report-send").disabled = false;
    if (!answer.ok) { this.refuse([answer.body.detail, answer.body.instead].filter(Boolean).join(" ")); return; }
    this.show(true);
    get("report-close").focus();
    this.announce("The report was sent.");
  }

  /** @param {string} text */
  refuse(text) {
    get("report-error").textContent = text;
    get("report-error").hidden = false;
    get("report-reason").focus();
  }
}
