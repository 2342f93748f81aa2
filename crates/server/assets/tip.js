// The tooltip at the pointer, and above a finger: what the move there gains and risks.

import { get } from "./dom.js";

/** @import { ScreenPoint } from "./types/page" */

const ASIDE = 16; // pixels from a mouse
const ABOVE = 44; // pixels above a finger
const EDGE = 6; // pixels from the edge of the window

export class Tip {
  /** @type {ScreenPoint & { touch: boolean }} */
  pointer = { clientX: 0, clientY: 0, touch: false };

  constructor() {
    // A style sheet of its own: the content policy forbids style attributes.
    const sheet = new CSSStyleSheet();
    sheet.insertRule("#looked {}");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    this.rule = /** @type {CSSStyleRule} */ (sheet.cssRules[0]);
  }

  /** Follows the pointer. @param {ScreenPoint} event @param {boolean} touch */
  follow({ clientX, clientY }, touch) {
    this.pointer = { clientX, clientY, touch };
    if (!get("looked").hidden) this.place();
  }

  /** Shows these lines; hides without any. @param {(Node | string)[]} lines */
  show(lines) {
    const box = get("looked");
    box.replaceChildren(...lines);
    box.hidden = !lines.length;
    if (lines.length) this.place();
  }

  place() {
    const { clientX, clientY, touch } = this.pointer;
    const { width, height } = get("looked").getBoundingClientRect();
    const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ whole) => Math.max(EDGE, Math.min(at, whole - size - EDGE));
    const left = touch ? clientX - width / 2 : clientX + ASIDE + width > innerWidth ? clientX - ASIDE - width : clientX + ASIDE;
    const top = touch ? clientY - ABOVE - height : clientY + ASIDE + height > innerHeight ? clientY - ASIDE - height : clientY + ASIDE;
    this.rule.style.translate = `${Math.round(within(left, width, innerWidth))}px ${Math.round(within(top, height, innerHeight))}px`;
  }
}
