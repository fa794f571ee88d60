// Two viewers in frames of the same origin: played, stepped and kept at one speed from here; each has its own clock.
"use strict";
(function beside() {
  const byId = (id) => document.getElementById(id);
  const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];
  const frames = [...document.querySelectorAll("iframe")];
  const players = () => frames.map((one) => one.contentWindow.replay).filter(Boolean);
  for (const speed of SPEEDS) byId("speed").append(new Option(`${speed}×`, String(speed)));
  let speed = 4;

  function setSpeed(value) {
    speed = value;
    byId("speed").value = String(value);
    for (const one of players()) one.setSpeed(value);
  }

  function setPlaying(playing) {
    for (const one of players()) one.setPlaying(playing);
    show();
  }

  function show() {
    const playing = players().some((one) => one.playing);
    byId("play").textContent = playing ? "❚❚" : "▶";
    byId("play").setAttribute("aria-label", playing ? "pause both" : "play both");
    const waiting = frames.length - players().length;
    byId("said").textContent = waiting ? "reading …" : "";
  }

  // A speed that was chosen in one of the frames holds for both.
  function look() {
    const other = players().find((one) => one.speed !== speed);
    if (other) setSpeed(other.known ? other.speed : speed);
    for (const one of players()) one.known = true;
    show();
  }

  function open() {
    const query = new URLSearchParams();
    for (const name of ["first", "second"]) if (byId(name).value.trim()) query.set(name, byId(name).value.trim());
    location.assign(`/beside?${query}`);
  }

  for (const name of ["first", "second"]) byId(name).addEventListener("change", open);
  byId("play").addEventListener("click", () => setPlaying(!players().some((one) => one.playing)));
  byId("back").addEventListener("click", () => players().forEach((one) => one.step(-1)));
  byId("forward").addEventListener("click", () => players().forEach((one) => one.step(1)));
  byId("speed").addEventListener("change", (e) => setSpeed(Number(e.target.value)));
  byId("same").addEventListener("click", () => {
    const [first, second] = players();
    if (second) second.goToTick(first.tick);
  });
  document.addEventListener("keydown", (e) => {
    if (e.key !== " " || e.ctrlKey || e.metaKey || ["INPUT", "SELECT", "BUTTON", "A"].includes(e.target.tagName)) return;
    e.preventDefault();
    setPlaying(!players().some((one) => one.playing));
  });
  setSpeed(speed);
  setInterval(look, 200);
})();
