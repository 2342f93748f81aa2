// Faults a screen reader's user would meet on any page, as a list of sentences.
(() => {
  const faults = [];
  const say = (fault, element) => faults.push(element ? `${fault}: ${element.outerHTML.slice(0, 140)}` : fault);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const words = (element) => (element?.textContent ?? "").trim();
  const named = (ids) => (ids ?? "").split(/\s+/).map((id) => words(document.getElementById(id))).join("");
  const name = (element) =>
    element.getAttribute("aria-label")?.trim() || named(element.getAttribute("aria-labelledby")) || words(element) ||
    [...(element.labels ?? [])].map(words).join("") || element.title || element.querySelector?.("img[alt]")?.alt ||
    words(element.querySelector?.(":scope > title"));

  if (!document.title.trim()) say("no title");
  if (!document.documentElement.lang) say("no language");
  if (all("h1").length !== 1) say(`${all("h1").length} first headings`);
  if (all("main").length !== 1) say(`${all("main").length} main parts`);
  if (!document.querySelector("meta[name=viewport]")) say("no viewport");
  const levels = all("h1, h2, h3, h4, h5, h6").filter((one) => !one.closest("dialog, nav")).map((one) => [Number(one.tagName[1]), one]);
  levels.reduce((before, [level, one]) => { if (level > before + 1) say(`a heading skips from ${before} to ${level}`, one); return level; }, 0);

  const ids = new Map();
  for (const one of all("[id]")) { if (ids.has(one.id)) say("an id twice", one); ids.set(one.id, one); }
  for (const attribute of ["aria-labelledby", "aria-controls", "aria-describedby", "for"]) {
    for (const one of all(`[${attribute}]`)) {
      for (const id of one.getAttribute(attribute).split(/\s+/)) if (!ids.has(id)) say(`${attribute} points nowhere`, one);
    }
  }
  for (const one of all("a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], dialog, fieldset")) {
    if (one.matches("fieldset")) { if (!words(one.querySelector("legend"))) say("a group without a name", one); }
    else if (!name(one)) say("a control without a name", one);
  }
  for (const one of all("img")) if (!one.hasAttribute("alt")) say("a picture without words", one);
  for (const one of all("svg")) {
    if (!one.closest("[aria-hidden=true]") && !name(one)) say("a drawing without words", one);
  }
  for (const one of all("[tabindex]")) if (one.tabIndex > 0) say("a tab order of its own", one);
  for (const one of all("[style], script:not([src]):not([type='application/json'])")) say("something inline", one);

  // Contrast of text on its paper, as WCAG counts it; only plain colours are judged.
  const channel = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
  const colour = (text) => { const found = /^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.]+))?\)$/.exec(text); return found && found.slice(1).map((part) => (part === undefined ? 1 : Number(part))); };
  const paper = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.backgroundImage !== "none" || Number(style.opacity) < 1) return null;
      const found = colour(style.backgroundColor);
      if (!found) return null;
      if (found[3] === 1) return found;
      if (found[3] !== 0) return null;
    }
    return [255, 255, 255];
  };
  for (const one of all("main *, header *, footer *, dialog[open] *")) {
    if (one.closest("svg, :disabled, .unseen, .skip") || !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const style = getComputedStyle(one);
    const [ink, ground] = [colour(style.color), paper(one)];
    if (!ink || !ground || ink[3] !== 1) continue;
    const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) say(`contrast ${ratio.toFixed(2)}`, one);
  }
  return faults;
})()
