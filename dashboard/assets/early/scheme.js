// Sets light or dark before anything is drawn, so that the page does not flash.
"use strict";
(function () {
  let chosen = "auto";
  try { chosen = localStorage.getItem("palaestra-theme") || "auto"; } catch { /* no storage: as the system has it */ }
  const dark = chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.agThemeMode = dark ? "dark" : "light";
})();
