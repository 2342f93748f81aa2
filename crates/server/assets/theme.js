// Runs before the page is painted: light or dark as chosen, else as the system says. A classic script, not a module.
(function () {
  const KEY = "boxtop.theme";
  const root = document.documentElement;
  const read = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const apply = (/** @type {string | null} */ theme) => { if (theme) root.dataset.theme = theme; else delete root.dataset.theme; };
  apply(read());
  addEventListener("storage", (event) => { if (event.key === KEY) apply(event.newValue); });
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const dark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const label = () => {
      button.textContent = dark() ? "Light" : "Dark";
      button.setAttribute("aria-label", dark() ? "Switch to the light theme" : "Switch to the dark theme");
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      const theme = dark() ? "light" : "dark";
      apply(theme);
      try { localStorage.setItem(KEY, theme); } catch { /* a private window may refuse */ }
      label();
    });
    label();
  });
})();
