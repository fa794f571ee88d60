// What stands beside the map: the score, the heroes, the events.

const SHOWN_AT_FIRST = new Set(["kill", "death", "fall", "rebuilt", "boss", "buyback", "second life", "end"]);

const byId = (id) => document.getElementById(id);

class Score {
  constructor(head, series, events) {
    Object.assign(this, { head, series, events });
    for (const side of ["west", "east"]) byId(`${side}-name`).textContent = head.match[side];
  }

  draw(tick) {
    const { series } = this, i = sampleAt(series, tick);
    byId("clock").textContent = clock(tick, this.head);
    const kills = { west: 0, east: 0 };
    for (const event of this.events) {
      if (event.tick > tick) break;
      if (event.kind === "kill" || event.kind === "death") kills[event.side]++;
    }
    for (const side of ["west", "east"]) {
      byId(`${side}-kills`).textContent = kills[side];
      const ahead = series[`${side}_gold`][i] - series[`${side === "west" ? "east" : "west"}_gold`][i];
      const lead = ahead > 0 ? ` (+${thousands(ahead)})` : "";
      byId(`${side}-figures`).textContent = `${thousands(series[`${side}_gold`][i])} gold${lead} · ${series[`${side}_structures`][i]} structures`;
    }
  }
}

function thousands(value) { return value >= 1000 ? `${(value / 1000).toFixed(1)}k` : String(value); }

class Heroes {
  constructor(head, series, choose) {
    Object.assign(this, { head, series });
    const body = byId("heroes").tBodies[0];
    this.rows = head.heroes.map((hero, k) => {
      const row = body.insertRow();
      if (k && hero.side !== head.heroes[k - 1].side) row.className = "gap";
      this.gap = row.className;
      const cells = Array.from({ length: 6 }, () => row.insertCell());
      cells[0].textContent = (k + 1) % 10;
      cells[1].className = `wide ${hero.side}`;
      const button = Object.assign(document.createElement("button"), { textContent: hero.name, title: `${hero.role}; follow it` });
      const bars = [document.createElement("div"), document.createElement("div")];
      bars.forEach((bar) => { bar.className = "bar"; bar.append(document.createElement("i")); });
      cells[1].append(button, ...bars);
      row.addEventListener("click", () => choose(hero.seat));
      return { hero, row, cells, bars: bars.map((bar) => bar.firstChild), gap: row.classList.contains("gap") };
    });
  }

  draw(tick, scene, follow) {
    const { series } = this, i = sampleAt(series, tick), of = (name, seat) => series.heroes[name][seat][i];
    for (const { hero, row, cells, bars, gap } of this.rows) {
      const unit = scene.chunk && scene.unit(hero.unit);
      const { seat } = hero;
      cells[2].textContent = of("level", seat);
      cells[3].textContent = `${of("kills", seat)}/${of("deaths", seat)}/${of("assists", seat)}`;
      cells[4].textContent = `${of("last_hits", seat)}/${of("denies", seat)}`;
      cells[5].textContent = thousands(of("net_worth", seat));
      const alive = unit ? unit.flags & ALIVE : false;
      row.className = [gap ? "gap" : "", alive ? "" : "dead", follow === seat ? "followed" : ""].join(" ").trim();
      if (!scene.chunk) continue;
      bars[0].style.cssText = `width:${100 * (unit ? unit.health : 0)}%;background:${COLOURS.health}`;
      const mana = scene.chunk.mana[seat * scene.chunk.frames + scene.f] / 255;
      bars[1].style.cssText = `width:${100 * mana}%;background:${COLOURS.mana}`;
    }
    this.drawPanel(tick, scene, follow, i);
  }

  drawPanel(tick, scene, follow, i) {
    const hero = this.head.heroes.find((one) => one.seat === follow);
    const panel = byId("hero-panel");
    if (!hero) {
      panel.textContent = "Choose a hero to follow it.";
      return;
    }
    const { series } = this, { seat } = hero;
    const unit = scene.chunk && scene.unit(hero.unit);
    const health = series.heroes.max_health[seat][i], mana = series.heroes.max_mana[seat][i];
    const share = scene.chunk ? scene.chunk.mana[seat * scene.chunk.frames + scene.f] / 255 : 0;
    const items = series.items[seat][i].filter((item) => item > 0).map((item) => this.head.items[item - 1]);
    const state = unit && unit.flags & ALIVE
      ? `${Math.round(unit.health * health)}/${health} health, ${Math.round(share * mana)}/${mana} mana, ${doing(unit, this.head)}`
      : "dead";
    panel.textContent = `${hero.name} (${hero.role}, ${hero.side}): ${state}. ${series.heroes.gold[seat][i]} gold in hand. Items: ${items.join(", ") || "none"}. Abilities: ${hero.abilities.join(", ")}.`;
  }
}

function doing(unit, head) {
  const words = head.flags.filter((name, k) => !["alive", "seen", "seen at home", "open"].includes(name) && (unit.flags >> k) & 1);
  return [...words, unit.flags & SEEN ? "seen by the enemy" : "not seen by the enemy"].join(", ");
}

class EventList {
  constructor(head, events, goTo) {
    Object.assign(this, { head, events, goTo });
    const kinds = [...new Set(events.map((event) => event.kind))];
    this.shown = new Set(kinds.filter((kind) => SHOWN_AT_FIRST.has(kind)));
    const place = (kind) => (SHOWN_AT_FIRST.has(kind) ? 0 : 1);
    for (const kind of kinds.sort((a, b) => place(a) - place(b) || a.localeCompare(b))) {
      const count = events.filter((event) => event.kind === kind).length;
      const button = Object.assign(document.createElement("button"), { textContent: `${kind} ${count}`, title: `show or hide: ${kind}` });
      button.dataset.kind = kind;
      button.setAttribute("aria-pressed", this.shown.has(kind));
      button.addEventListener("click", () => {
        if (!this.shown.delete(kind)) this.shown.add(kind);
        button.setAttribute("aria-pressed", this.shown.has(kind));
        this.fill();
      });
      byId("event-kinds").append(button);
    }
    byId("event-hero").addEventListener("change", () => this.fill());
    this.follow = null;
    this.fill();
  }

  isOf(event, seat) {
    return event.seat === seat || event.victim === seat || (event.assists || []).includes(seat);
  }

  fill() {
    const one = byId("event-hero").checked && this.follow !== null;
    const kept = this.events.filter((event) => this.shown.has(event.kind) && (!one || this.isOf(event, this.follow)));
    this.items = kept.map((event) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const time = Object.assign(document.createElement("time"), { textContent: clock(event.tick, this.head) });
      const words = Object.assign(document.createElement("span"), { textContent: event.text, className: event.side || "" });
      button.append(time, words);
      button.addEventListener("click", () => this.goTo(event.tick, event));
      item.append(button);
      return { event, button };
    });
    byId("events").replaceChildren(...this.items.map(({ button }) => button.parentNode));
    this.reached = -1;
    this.draw(this.tick || 0);
  }

  setFollow(seat) {
    this.follow = seat;
    if (byId("event-hero").checked) this.fill();
  }

  draw(tick) {
    this.tick = tick;
    let reached = -1;
    while (reached + 1 < this.items.length && this.items[reached + 1].event.tick <= tick + 0.5) reached++;
    if (reached === this.reached && this.drawn === this.items) return;
    this.items.forEach(({ button }, k) => { button.className = k > reached ? "ahead" : k === reached ? "now" : ""; });
    this.reached = reached;
    this.drawn = this.items;
    const list = byId("events"), button = reached >= 0 ? this.items[reached].button : null;
    if (!list.matches(":hover")) list.scrollTop = button ? button.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }
}
