// The draft's keys, the mark on a row, and asking again while a draft is being solved.
"use strict";
(function () {
  let filter = "";
  let marked = 0;
  let shown = "";
  let waiting = 0;

  const rows = () => [...document.querySelectorAll("#draft-next tbody tr")];
  const visible = () => rows().filter((row) => !row.hidden);
  const link = (row) => row.querySelector("a.draft-take");

  // What is marked and filtered, drawn into the table and said for who does not see it.
  function draw(scroll) {
    for (const row of rows()) {
      row.hidden = !link(row).textContent.toLowerCase().includes(filter);
      delete row.dataset.marked;
    }
    const left = visible();
    marked = Math.max(0, Math.min(marked, left.length - 1));
    const said = document.getElementById("draft-said");
    let text = filter ? `“${filter}”: ${left.length} ${left.length === 1 ? "hero" : "heroes"}` : "";
    if (left.length) {
      const row = left[marked];
      row.dataset.marked = "";
      if (scroll) row.scrollIntoView({ block: "nearest" });
      text += `${text ? " · " : ""}Enter takes ${link(row).textContent}`;
    }
    if (said && said.textContent !== text) said.textContent = text;
  }

  // A page drawn anew begins with its first row.
  function redrawn() {
    const undo = location.pathname === "/draft" ? `${location.search}|${rows().length}|${rows().map((row) => link(row).href).join()}` : "";
    if (undo !== shown) {
      shown = undo;
      filter = "";
      marked = 0;
      draw(false);
    } else if (visible().length && !document.querySelector("#draft-next tr[data-marked]")) {
      draw(false); // the same rows were put in anew, without what was drawn into them
    }
    if (document.getElementById("draft-wait") && !waiting) {
      waiting = setTimeout(() => {
        waiting = 0;
        if (document.getElementById("draft-wait")) window.dash_clientside.set_props("snapshot", { data: -Date.now() });
      }, 700);
    }
  }

  function take(row) { if (row) link(row).click(); }

  function press(event) {
    if (location.pathname !== "/draft" || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target.closest && target.closest("input, textarea, select, [contenteditable], [role=listbox]")) return;
    if (event.key === "Enter" && target.closest && target.closest("a, button, summary")) return;
    const key = event.key;
    if (/^[a-z]$/i.test(key)) { filter += key.toLowerCase(); marked = 0; draw(true); }
    else if (/^[1-9]$/.test(key)) take(visible()[Number(key) - 1]);
    else if (key === "Enter") take(visible()[marked]);
    else if (key === "ArrowDown") { marked += 1; draw(true); }
    else if (key === "ArrowUp") { marked -= 1; draw(true); }
    else if (key === "Escape") { filter = ""; marked = 0; draw(true); }
    else if (key === "Backspace") {
      if (filter) { filter = filter.slice(0, -1); marked = 0; draw(true); }
      else document.getElementById("draft-undo")?.click();
    } else return;
    event.preventDefault();
  }

  function share(event) {
    const one = event.target.closest && event.target.closest("#draft-share");
    if (!one || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const said = document.getElementById("draft-said");
    const copied = navigator.clipboard ? navigator.clipboard.writeText(one.href) : Promise.reject();
    copied.then(() => { said.textContent = "the link is copied"; }, () => { said.textContent = one.href; });
  }

  document.addEventListener("keydown", press);
  document.addEventListener("click", share);
  new MutationObserver(redrawn).observe(document.documentElement, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["href"] });
})();
