"""How many pictures a second the viewer draws, in the system's Chromium, at the fullest moment of a match."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from dashboard.errors import NoBrowser
from ratings.bench import machine

READ = "window.replay && replay.drawn !== null && replay.film.chunks.every(Boolean)"

FULLEST = """() => {
  let best = [0, 0];
  for (let f = 0; f < replay.film.frames; f += 30) {
    const scene = new Scene(replay.film, f);
    let count = 0;
    for (const number of scene.chunk.slots) {
      const unit = scene.unit(number);
      count += Boolean(unit && unit.flags & ALIVE);
    }
    if (count > best[1]) best = [f, count];
  }
  return best;
}"""

DRAW_MS = """(first) => {
  const taken = [];
  for (let k = 0; k < 200; k++) {
    replay.moment = Math.min(replay.film.frames - 1, first + k / 4);
    const begun = performance.now();
    replay.draw();
    replay.view.context.getImageData(0, 0, 1, 1);  // has all of it drawn before the clock is looked at
    taken.push(performance.now() - begun);
  }
  taken.sort((a, b) => a - b);
  return [taken[100], taken[190]];
}"""

GAPS = """([first, ms]) => new Promise((done) => {
  replay.goTo(first);
  replay.setSpeed(1);
  replay.setPlaying(true);
  const times = [];
  const next = (now) => {
    times.push(now);
    if (times.length < 2 || now - times[0] < ms) requestAnimationFrame(next);
    else { replay.setPlaying(false); done(times); }
  };
  requestAnimationFrame(next);
})"""

LOOKS = {"plain": "", "fog, trails": "replay.setFog('west'); replay.setLook('trails', true);"}


def run(
    *, variant: str = "full", seed: int = 7, limit_s: float | None = 1200.0, seconds: float = 4.0
) -> dict[str, Any]:
    """Measure the viewer; gives {"machine": …, "cases": [{"case", "units", "draw_ms", "draw_ms_95", "fps"}, …]}.

    `units` are drawn at the fullest moment, `draw_ms` the median time to draw one picture of everything on the page and
    `draw_ms_95` its 95th of a hundred, `fps` pictures a second while it plays for so many seconds.

    Raises:
        NoBrowser: there is no Chromium, or playwright is not installed.
    """
    from replays.export import write_page
    from replays.replay import record

    browser_path = find_chromium()
    with tempfile.TemporaryDirectory() as folder:
        page = write_page(
            record(variant, "bot:hard", "bot:hard", seed, limit_s=limit_s), Path(folder) / "match.html"
        )
        version, cases = _measure(browser_path, page.as_uri(), seconds)
    return {"machine": {**machine(), "browser": version, "variant": variant}, "cases": cases}


def find_chromium() -> str:
    """The system's Chromium.

    Raises:
        NoBrowser: there is none, or playwright is not installed.
    """
    found = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))),
        None,
    )
    if found is None:
        raise NoBrowser(
            "expected chromium on this machine, found none: install it, such as with apt-get install chromium"
        )
    try:
        import playwright.sync_api  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise NoBrowser("expected playwright, which drives the browser: pip install playwright") from error
    return found


def _measure(browser_path: str, address: str, seconds: float) -> tuple[str, list[dict[str, Any]]]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.goto(address)
        page.wait_for_function(READ, timeout=120_000)
        first, units = page.evaluate(FULLEST)
        cases = []
        for name, script in LOOKS.items():
            page.evaluate(f"() => {{ {script} }}")
            middle, late = page.evaluate(DRAW_MS, first)
            times = page.evaluate(GAPS, [first, 1000 * seconds])
            fps = 1000 * (len(times) - 1) / (times[-1] - times[0])
            cases.append({"case": name, "units": units, "draw_ms": middle, "draw_ms_95": late, "fps": fps})
        version = browser.version
        browser.close()
    return version, cases
