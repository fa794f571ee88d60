// What the pages do by themselves: light and dark, the address, noticing a new snapshot.
"use strict";
window.dash_clientside = window.dash_clientside || {};
window.dash_clientside.palaestra = (function () {
  // The renderer, which has it, loads after this.
  const NONE = () => window.dash_clientside.no_update;
  const themes = ["auto", "light", "dark"];
  const system = matchMedia("(prefers-color-scheme: dark)");
  let fails = 0;
  let marked = "";

  function stored() {
    try { return localStorage.getItem("palaestra-theme") || "auto"; } catch { return "auto"; }
  }

  // Light or dark, from what was chosen and what the system has; told to all that draw.
  function scheme(clicks) {
    let chosen = stored();
    if (clicks && clicks !== scheme.clicks) {
      chosen = themes[(themes.indexOf(chosen) + 1) % 3];
      try { localStorage.setItem("palaestra-theme", chosen); } catch { /* kept for this page alone */ }
    }
    scheme.clicks = clicks;
    const now = chosen === "auto" ? (system.matches ? "dark" : "light") : chosen;
    document.documentElement.dataset.theme = now;
    document.documentElement.dataset.agThemeMode = now;
    return [now, now, `theme: ${chosen}`];
  }
  system.addEventListener("change", () => {
    if (stored() === "auto") window.dash_clientside.set_props("theme", { n_clicks: 0 });
  });

  // Asks for the newest snapshot's number, and on the page that shows runs for news of them; what is shown is drawn
  // again when either is another.
  async function notice(ticks, shown, reports, path) {
    try {
      const answer = await fetch(path === "/training" ? "/snapshot.json?runs" : "/snapshot.json", { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.status);
      const { number, runs } = await answer.json();
      fails = 0;
      return [number === shown ? NONE() : number, runs === undefined || runs === reports ? NONE() : runs, ""];
    } catch {
      fails += 1;
      return [NONE(), NONE(), fails < 2 ? NONE() : "The dashboard does not answer: what is shown is what it last said. Start it again with palaestra dashboard."];
    }
  }

  // The settings of a page go to its address; the page is drawn from there, so a link shows the same.
  // One that is as it is without being asked for is left out. Settings that are being drawn anew say nothing.
  function toAddress(values, ids, search, shown) {
    if (!shown || shown.search !== (search || "")) return NONE();
    const query = new URLSearchParams(search || "");
    ids.forEach((id, place) => {
      const value = values[place] ?? "";
      if (String(value) === id.default) query.delete(id.name);
      else if (query.get(id.name) !== String(value)) query.set(id.name, value);
    });
    const text = query.toString();
    const before = new URLSearchParams(search || "").toString();
    return text === before ? NONE() : text ? `?${text}` : "";
  }

  function openMatch(cell) {
    if (cell && cell.rowId !== undefined && cell.colId !== "link") {
      const row = document.querySelector(`[row-id="${CSS.escape(String(cell.rowId))}"] .cell-link a`);
      if (row) window.location.assign(row.href);
    }
    return NONE();
  }

  // The page's title, and its place in the menu.
  function mark(shown) {
    if (!shown) return NONE();
    document.title = `${shown.title} · Palaestra`;
    document.querySelectorAll("#top nav a").forEach((one) => {
      if (new URL(one.href).pathname === shown.path) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
    });
    if (marked && marked !== shown.path) { window.scrollTo(0, 0); document.getElementById("page").focus({ preventScroll: true }); }
    marked = shown.path;
    return NONE();
  }

  return { scheme, notice, toAddress, openMatch, mark };
})();
