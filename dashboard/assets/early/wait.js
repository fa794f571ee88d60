// Waits for the page of a match, then shows it; the address, and with it the moment, stays.
"use strict";
(async function wait() {
  const bar = document.querySelector("progress");
  for (;;) {
    try {
      const answer = await fetch(location.pathname.replace(/\/$/, "") + "/state.json", { cache: "no-store" });
      const state = await answer.json();
      if (state.state !== "making") { location.reload(); return; }
      bar.value = state.share;
    } catch { /* the dashboard does not answer: it is asked again */ }
    await new Promise((done) => setTimeout(done, 400));
  }
})();
