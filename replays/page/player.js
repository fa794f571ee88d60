// The clock of the replay and everything one can do to it.

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

class Player {
  constructor(head, events, series, texts) {
    this.head = head;
    this.film = new Film(head, texts, () => this.ask());
    this.view = new MapView(byId("map"), this.film);
    this.score = new Score(head, series, events);
    this.heroes = new Heroes(head, series, (seat) => this.setFollow(this.look.follow === seat ? null : seat));
    this.timeline = new Timeline(byId("timeline"), byId("strip"), byId("tip"), head, events, series, (tick) => this.goToTick(tick));
    this.list = new EventList(head, events, (tick, event) => this.goToEvent(tick, event));
    this.moment = 0;
    this.playing = false;
    this.speed = 4;
    this.look = { fog: "nobody", follow: null, trails: false, names: true };
    this.asked = false;
    this.before = 0;
    this.fillControls();
    this.listen();
    this.readAddress();
    this.resize();
    this.film.readAll();
  }

  get tick() { return this.film.tickAt(this.moment); }

  get framesPerSecond() { return (this.head.ticks_per_second / this.head.ticks_per_decision) * this.speed; }

  // Draw once before the screen's next picture, however often that is asked for.
  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => {
      this.asked = false;
      if (this.playing) this.advance(now);
      this.draw();
      if (this.playing) this.ask();
    });
  }

  advance(now) {
    // A picture's time can lie before the click that began it; after a pause of the browser nothing is leapt over.
    const passed = Math.max(0, Math.min(0.25, (now - this.before) / 1000));
    this.before = now;
    this.moment = Math.min(this.film.frames - 1, this.moment + passed * this.framesPerSecond);
    if (this.moment >= this.film.frames - 1) this.setPlaying(false);
  }

  draw() {
    const scene = new Scene(this.film, this.moment);
    const hero = this.head.heroes.find((one) => one.seat === this.look.follow);
    if (hero && scene.chunk) {
      const unit = scene.unit(hero.unit);
      if (unit && unit.flags & ALIVE && !this.held) {
        this.view.centre = [unit.x, unit.y];
        this.view.keepInside();
      }
    }
    this.view.draw(scene, this.look);
    this.score.draw(this.tick);
    this.heroes.draw(this.tick, scene, this.look.follow);
    this.timeline.draw(this.tick);
    this.list.draw(this.tick);
    byId("wait").hidden = Boolean(scene.chunk);
    byId("verdict").hidden = this.moment < this.film.frames - 1;
    this.drawn = scene.chunk ? this.moment : null;
  }

  setPlaying(playing) {
    if (playing && this.moment >= this.film.frames - 1) this.moment = 0;
    this.playing = playing;
    this.before = performance.now();
    byId("play").textContent = playing ? "❚❚" : "▶";
    byId("play").setAttribute("aria-label", playing ? "pause" : "play");
    if (!playing) this.writeAddress();
    this.ask();
  }

  goTo(moment) {
    this.moment = Math.max(0, Math.min(this.film.frames - 1, moment));
    this.before = performance.now();
    if (!this.playing) this.writeAddress();
    this.ask();
  }

  goToTick(tick) { this.goTo(tick >= this.head.match.ticks ? this.film.frames - 1 : Math.floor(this.film.momentOf(tick))); }

  // To the decision in which it happened, seen when it has.
  goToEvent(tick, event) {
    this.goTo(Math.ceil(this.film.momentOf(tick)));
    if (event.x !== undefined && this.view.zoom > 1 && this.look.follow === null) {
      this.view.centre = [event.x, event.y];
      this.view.keepInside();
    }
  }

  step(frames) {
    this.setPlaying(false);
    this.goTo(frames > 0 ? Math.floor(this.moment) + frames : Math.ceil(this.moment) + frames);
  }

  setSpeed(speed) {
    this.speed = speed;
    byId("speed").value = String(speed);
  }

  setFog(fog) {
    this.look.fog = fog;
    byId("fog").value = fog;
    this.writeAddress();
    this.ask();
  }

  setFollow(seat) {
    this.look.follow = seat;
    byId("follow").value = seat === null ? "" : String(seat);
    if (seat === null) this.view.whole();
    else if (this.view.zoom < 3) this.view.zoom = 3;
    this.list.setFollow(seat);
    this.writeAddress();
    this.ask();
  }

  setLook(name, value) {
    this.look[name] = value;
    byId(name).checked = value;
    this.ask();
  }

  whole() {
    this.setFollow(null);
  }

  resize() {
    this.view.resize();
    this.timeline.resize();
    this.ask();
  }

  // The address holds the moment, the fog and the hero followed, so that a link shows the same.
  readAddress() {
    const given = new URLSearchParams([location.search.slice(1), location.hash.slice(1)].join("&"));
    if (["nobody", "west", "east"].includes(given.get("fog"))) this.setFog(given.get("fog"));
    const seat = this.head.heroes.find((one) => String(one.seat) === given.get("follow"));
    if (seat) this.setFollow(seat.seat);
    const seconds = secondsOf(given.get("t"));
    if (seconds !== null) this.goToTick(Math.round(seconds * this.head.ticks_per_second));
  }

  get address() {
    const parts = [`t=${Number((this.tick / this.head.ticks_per_second).toFixed(2))}`];
    if (this.look.fog !== "nobody") parts.push(`fog=${this.look.fog}`);
    if (this.look.follow !== null) parts.push(`follow=${this.look.follow}`);
    return `#${parts.join("&")}`;
  }

  writeAddress() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      this.written = this.address;
      history.replaceState(null, "", this.written);
    }, 150);
  }

  async copyLink() {
    const link = location.href.replace(/#.*/, "") + this.address;
    try {
      await navigator.clipboard.writeText(link);
      this.say("link copied");
    } catch {
      history.replaceState(null, "", this.address);
      this.say("the address bar has the link");
    }
  }

  say(words) {
    byId("said").textContent = words;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => { byId("said").textContent = ""; }, 2500);
  }

  fillControls() {
    const { match, heroes } = this.head;
    for (const speed of SPEEDS) byId("speed").append(new Option(`${speed}×`, String(speed)));
    this.setSpeed(this.speed);
    byId("follow").append(new Option("nobody", ""), ...heroes.map((hero) => new Option(`${hero.name} (${hero.side})`, String(hero.seat))));
    byId("facts").textContent = this.head.facts;
    byId("verdict").textContent = match.verdict;
    for (const [keys, words] of KEYS) {
      const row = byId("keys").insertRow();
      row.insertCell().textContent = keys;
      row.insertCell().textContent = words;
    }
  }

  listen() {
    const on = (id, kind, act) => byId(id).addEventListener(kind, act);
    on("play", "click", () => this.setPlaying(!this.playing));
    on("first", "click", () => this.step(-this.film.frames));
    on("last", "click", () => this.step(this.film.frames));
    on("back", "click", () => this.step(-1));
    on("forward", "click", () => this.step(1));
    on("speed", "change", (e) => this.setSpeed(Number(e.target.value)));
    on("fog", "change", (e) => this.setFog(e.target.value));
    on("follow", "change", (e) => this.setFollow(e.target.value === "" ? null : Number(e.target.value)));
    on("trails", "change", (e) => this.setLook("trails", e.target.checked));
    on("names", "change", (e) => this.setLook("names", e.target.checked));
    on("whole", "click", () => this.whole());
    on("link", "click", () => this.copyLink());
    on("help-button", "click", () => byId("help").showModal());
    window.addEventListener("resize", () => this.resize());
    window.addEventListener("hashchange", () => { if (location.hash !== this.written) this.readAddress(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.resize());
    document.addEventListener("keydown", (e) => this.key(e));
    listenToPointer(this);
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || byId("help").open) return;
    if (["SELECT", "INPUT"].includes(e.target.tagName) && e.key.length > 1) return;
    if (e.target.tagName === "BUTTON" && [" ", "Enter"].includes(e.key)) return;
    const act = this.actOf(e);
    if (!act) return;
    e.preventDefault();
    act();
  }

  actOf(e) {
    const second = Math.round(this.head.ticks_per_second / this.head.ticks_per_decision);
    const back = e.shiftKey ? 10 * second : 1;
    const pace = (way) => () => this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + way))]);
    if (/^[0-9]$/.test(e.key)) {
      const hero = this.head.heroes[(Number(e.key) + 9) % 10];
      return hero && (() => this.setFollow(this.look.follow === hero.seat ? null : hero.seat));
    }
    return {
      " ": () => this.setPlaying(!this.playing),
      ArrowLeft: () => this.step(-back),
      ArrowRight: () => this.step(back),
      Home: () => this.step(-this.film.frames),
      End: () => this.step(this.film.frames),
      "+": pace(1), "=": pace(1), "-": pace(-1),
      "[": () => this.toMark(-1), "]": () => this.toMark(1),
      f: () => this.setFog({ nobody: "west", west: "east", east: "nobody" }[this.look.fog]),
      t: () => this.setLook("trails", !this.look.trails),
      n: () => this.setLook("names", !this.look.names),
      m: () => this.whole(),
      c: () => this.copyLink(),
      "?": () => byId("help").showModal(),
    }[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  }

  // To the next or last event of those that the list shows.
  toMark(way) {
    const ticks = this.list.items.map(({ event }) => event).filter((event) => (event.tick - this.tick) * way > this.head.ticks_per_decision);
    const event = way > 0 ? ticks[0] : ticks[ticks.length - 1];
    if (event) this.goToEvent(event.tick, event);
  }
}

const KEYS = [
  ["space", "play, pause"],
  ["← →", "one decision back, on; with shift ten seconds"],
  ["Home, End", "first, last moment"],
  ["+ −", "faster, slower"],
  ["[ ]", "event before, after, of those in the list"],
  ["F", "fog of nobody, west, east"],
  ["1 … 9, 0", "follow a hero; again to let go"],
  ["T, N", "trails, names"],
  ["M", "the whole map"],
  ["C", "copy a link to this moment"],
  ["?", "this sheet"],
];

// "754.2" or "12:34" as seconds, null for anything else.
function secondsOf(text) {
  const found = /^(?:(\d+):)?(\d+(?:\.\d+)?)$/.exec(text || "");
  return found ? 60 * Number(found[1] || 0) + Number(found[2]) : null;
}

// Dragging, zooming and clicking on the map.
function listenToPointer(player) {
  const { view } = player, { canvas } = view;
  const fingers = new Map();
  let moved = 0;
  const at = (e) => { const box = canvas.getBoundingClientRect(); return [e.clientX - box.left, e.clientY - box.top]; };
  const spread = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  canvas.addEventListener("pointerdown", (e) => {
    fingers.set(e.pointerId, at(e));
    canvas.setPointerCapture(e.pointerId);
    moved = 0;
  });
  canvas.addEventListener("pointermove", (e) => {
    const now = at(e), before = fingers.get(e.pointerId);
    if (!before) {
      showUnit(player, now);
      return;
    }
    if (fingers.size === 2) {
      const wide = spread();
      fingers.set(e.pointerId, now);
      view.zoomAt(...now, spread() / Math.max(1, wide));
    } else {
      view.move(now[0] - before[0], now[1] - before[1]);
      fingers.set(e.pointerId, now);
    }
    moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    player.held = moved > 4;
    canvas.classList.toggle("dragging", player.held);
    player.ask();
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(kind, (e) => {
      fingers.delete(e.pointerId);
      canvas.classList.remove("dragging");
      player.held = false;
      if (kind === "pointerup" && moved <= 4) {
        const unit = view.unitAt(...at(e)), hero = unit && view.heroOf.get(unit.number);
        if (hero) player.setFollow(hero.seat);
      }
      player.ask();
    });
  }
  canvas.addEventListener("pointerleave", () => { byId("hover").hidden = true; });
  canvas.addEventListener("wheel", (e) => {
    e.preventDefault();
    view.zoomAt(...at(e), Math.exp(-e.deltaY * 0.0015));
    player.ask();
  }, { passive: false });
  canvas.addEventListener("dblclick", () => player.whole());
}

function showUnit(player, [px, py]) {
  const { view, head } = player, unit = view.unitAt(px, py), hover = byId("hover");
  hover.hidden = !unit;
  if (!unit) return;
  const side = unit.east ? "east" : "west", hero = view.heroOf.get(unit.number);
  const kind = head.kinds[unit.kind];
  const name = hero ? hero.name : head.structures[unit.number] || (unit.neutral ? kind.name : `${kind.name} of ${side}`);
  hover.textContent = `${name}: ${Math.round(100 * unit.health)} % health`;
  hover.style.left = `${Math.min(px + 14, view.width - hover.offsetWidth - 4)}px`;
  hover.style.top = `${Math.max(4, py - 26)}px`;
}

const documentHead = JSON.parse(byId("head").textContent);
const chunkTexts = [...document.querySelectorAll("script[data-chunk]")].map((one) => one.textContent.trim());
window.replay = new Player(documentHead, documentHead.events, documentHead.series, chunkTexts);
