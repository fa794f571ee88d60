// The map: ground, fog, units, missiles, trails, names. World units are turned into pixels by a camera.

const COLOURS = {
  wall: "#39443c", wallEdge: "#566357", levels: ["#3f6b80", "#75815f", "#8d8462"], bush: "#4c6b3c",
  west: "#4fb3d9", east: "#ee7552", westDark: "#17465a", eastDark: "#642a1b", neutral: "#c9a94a", neutralDark: "#5a4a17",
  health: "#6fd56a", healthEnemy: "#e8604c", mana: "#5b8def", ink: "#0c0f10", light: "#f4f6f2",
};
const SECONDS_OF_TRAIL = 8;

function sideColour(east) { return east ? COLOURS.east : COLOURS.west; }
function sideDark(east) { return east ? COLOURS.eastDark : COLOURS.westDark; }

class MapView {
  constructor(canvas, film) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.film = film;
    this.head = film.head;
    this.map = film.head.map;
    this.zoom = 1;
    this.centre = [0, 0];
    this.ground = drawGround(this.map);
    this.fogCanvas = Object.assign(document.createElement("canvas"), { width: this.map.n, height: this.map.n });
    this.fogContext = this.fogCanvas.getContext("2d");
    this.heroOf = new Map(this.head.heroes.map((hero) => [hero.unit, hero]));
  }

  resize() {
    const box = this.canvas.getBoundingClientRect();
    this.ratio = window.devicePixelRatio || 1;
    this.width = Math.max(1, box.width);
    this.height = Math.max(1, box.height);
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
  }

  // Pixels of a world unit.
  get scale() { return (Math.min(this.width, this.height) / (2 * this.map.half)) * this.zoom; }

  toPixels(x, y) {
    return [this.width / 2 + (x - this.centre[0]) * this.scale, this.height / 2 - (y - this.centre[1]) * this.scale];
  }

  toWorld(px, py) {
    return [this.centre[0] + (px - this.width / 2) / this.scale, this.centre[1] - (py - this.height / 2) / this.scale];
  }

  move(dx, dy) {
    this.centre = [this.centre[0] - dx / this.scale, this.centre[1] + dy / this.scale];
    this.keepInside();
  }

  zoomAt(px, py, factor) {
    const before = this.toWorld(px, py);
    this.zoom = Math.max(1, Math.min(14, this.zoom * factor));
    const after = this.toWorld(px, py);
    this.centre = [this.centre[0] + before[0] - after[0], this.centre[1] + before[1] - after[1]];
    this.keepInside();
  }

  whole() {
    this.zoom = 1;
    this.centre = [0, 0];
  }

  // The camera looks at the map: along each axis its view stays within the map's, or holds all of it.
  keepInside() {
    const half = this.map.half;
    [this.width, this.height].forEach((size, axis) => {
      const room = Math.max(0, half - size / 2 / this.scale);
      this.centre[axis] = Math.max(-room, Math.min(room, this.centre[axis]));
    });
  }

  draw(scene, look) {
    const g = this.context;
    this.look = look;
    g.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    g.fillStyle = COLOURS.ink;
    g.fillRect(0, 0, this.width, this.height);
    this.drawn = [];
    const [left, top] = this.toPixels(-this.map.half, this.map.half);
    const side = 2 * this.map.half * this.scale;
    g.imageSmoothingEnabled = true;
    g.drawImage(this.ground, left, top, side, side);
    this.drawPlaces(g);
    if (!scene.chunk) return;
    if (look.fog !== "nobody") this.drawFog(g, scene, left, top, side);
    this.drawRunes(g, scene);
    if (look.trails) this.drawTrails(g, scene);
    const units = [];
    for (const number of scene.chunk.slots) {
      const unit = scene.unit(number);
      if (unit && this.isShown(unit)) units.push(unit);
    }
    const name = (unit) => this.head.kinds[unit.kind].name;
    const layer = (unit) => (this.heroOf.has(unit.number) ? 2 : this.head.structures[unit.number] ? 0 : 1);
    for (const unit of units.filter((one) => layer(one) === 0)) this.drawUnit(g, unit, name(unit));
    for (const unit of units.filter((one) => layer(one) === 1)) this.drawUnit(g, unit, name(unit));
    this.drawMissiles(g, scene);
    for (const unit of units.filter((one) => layer(one) === 2)) this.drawHero(g, scene, unit);
    this.named = [];
    if (look.names) this.nameHeroes(g);
  }

  // In a side's fog only what it sees is drawn; structures stand where everyone knows them.
  isShown(unit) {
    const { fog } = this.look;
    if (this.head.structures[unit.number]) return true;
    if (!(unit.flags & ALIVE)) return false;
    if (fog === "nobody") return true;
    const own = unit.east === (fog === "east");
    return own ? !unit.neutral || (unit.flags & this.bit("seen at home")) !== 0 : (unit.flags & SEEN) !== 0;
  }

  drawPlaces(g) {
    const { fountain, camps, boss_pits: pits, runes } = this.map;
    g.lineWidth = 1.5;
    for (const [x, y, east] of [[fountain[0], fountain[1], false], [-fountain[0], -fountain[1], true]]) {
      const [px, py] = this.toPixels(x, y);
      g.strokeStyle = sideColour(east);
      g.globalAlpha = 0.55;
      circle(g, px, py, Math.max(5, 260 * this.scale));
      g.stroke();
    }
    g.strokeStyle = COLOURS.light;
    g.globalAlpha = 0.18;
    for (const [x, y] of camps) { circle(g, ...this.toPixels(x, y), Math.max(2.5, 110 * this.scale)); g.stroke(); }
    for (const [x, y] of pits) { circle(g, ...this.toPixels(x, y), Math.max(4, 260 * this.scale)); g.stroke(); }
    for (const [x, y] of runes) { diamond(g, ...this.toPixels(x, y), Math.max(2.5, 80 * this.scale)); g.stroke(); }
    g.globalAlpha = 1;
  }

  drawRunes(g, scene) {
    this.map.runes.forEach(([x, y], half) => {
      if (!scene.chunk.rune[half * scene.chunk.frames + scene.f]) return;
      if (this.look.fog !== "nobody" && !this.isLit(scene, x, y)) return;
      g.fillStyle = "#d9b54a";
      diamond(g, ...this.toPixels(x, y), Math.max(5, 90 * this.scale));
      g.fill();
    });
  }

  drawFog(g, scene, left, top, side) {
    const n = this.map.n, half = this.look.fog === "east" ? 1 : 0;
    const image = this.fogContext.createImageData(n, n);
    for (let row = 0; row < n; row++) {
      for (let column = 0; column < n; column++) {
        if (!scene.lit(half, column, row)) image.data[4 * ((n - 1 - row) * n + column) + 3] = 150;
      }
    }
    this.fogContext.putImageData(image, 0, 0);
    g.imageSmoothingEnabled = true;
    g.drawImage(this.fogCanvas, left, top, side, side);
  }

  drawTrails(g, scene) {
    const step = 2, count = Math.round((SECONDS_OF_TRAIL * this.head.ticks_per_second) / this.head.ticks_per_decision);
    g.lineWidth = 2;
    for (const hero of this.head.heroes) {
      g.strokeStyle = sideColour(hero.side === "east");
      let before = null;
      for (let back = count; back >= 0; back -= step) {
        const moment = scene.moment - back;
        if (moment < 0) continue;
        const old = new Scene(this.film, Math.floor(moment));
        const unit = old.chunk && old.unit(hero.unit);
        if (!unit || !this.isShown(unit)) { before = null; continue; }
        const now = this.toPixels(unit.x, unit.y);
        const leap = before && Math.hypot(now[0] - before[0], now[1] - before[1]) > LEAP * step * this.scale;
        if (before && !leap) {
          g.globalAlpha = 0.75 * (1 - back / count);
          g.beginPath();
          g.moveTo(...before);
          g.lineTo(...now);
          g.stroke();
        }
        before = now;
      }
    }
    g.globalAlpha = 1;
  }

  drawMissiles(g, scene) {
    const { fog } = this.look;
    for (const [x, y, kind, side, dx, dy] of scene.missiles()) {
      if (fog !== "nobody" && side !== (fog === "east" ? 1 : 0) && !this.isLit(scene, x, y)) continue;
      const what = this.head.missile_kinds[kind];
      const [px, py] = this.toPixels(x, y);
      const size = { ability: 3.6, structure: 3, hero: 2.4 }[what] || 1.5;
      const long = Math.hypot(dx, dy) || 1, tail = (what === "creep" ? 70 : 130) * this.scale;
      g.strokeStyle = g.fillStyle = what === "ability" ? "#ffe27a" : sideColour(side === 1);
      g.globalAlpha = 0.55;
      g.lineWidth = size * 0.9;
      g.beginPath();
      g.moveTo(px, py);
      g.lineTo(px - (dx / long) * tail, py + (dy / long) * tail);
      g.stroke();
      g.globalAlpha = 1;
      circle(g, px, py, size);
      g.fill();
    }
  }

  isLit(scene, x, y) {
    const { n, half } = this.map;
    const cell = (2 * half) / n;
    const column = Math.max(0, Math.min(n - 1, Math.floor((x + half) / cell)));
    const row = Math.max(0, Math.min(n - 1, Math.floor((y + half) / cell)));
    return scene.lit(this.look.fog === "east" ? 1 : 0, column, row);
  }

  drawUnit(g, unit, name) {
    const { neutral } = unit;
    const [px, py] = this.toPixels(unit.x, unit.y);
    const radius = this.head.kinds[unit.kind].radius * this.scale;
    const dead = !(unit.flags & ALIVE);
    g.fillStyle = neutral ? COLOURS.neutral : sideColour(unit.east);
    g.strokeStyle = neutral ? COLOURS.neutralDark : sideDark(unit.east);
    g.lineWidth = 1.2;
    const draw = GLYPHS[name] || GLYPHS.other;
    const size = draw(g, px, py, radius, dead, (unit.flags & this.bit("open")) !== 0);
    if (dead) return;
    this.drawn.push({ unit, px, py, size });
    if (unit.health < 0.998) this.bar(g, px, py - size - 4, Math.max(9, 2 * size), unit.health, COLOURS.health, 2.4);
  }

  drawHero(g, scene, unit) {
    const hero = this.heroOf.get(unit.number);
    const [px, py] = this.toPixels(unit.x, unit.y);
    const size = Math.max(7.5, 75 * this.scale);
    const followed = this.look.follow === hero.seat;
    if (unit.flags & this.bit("casting")) ring(g, px, py, size + 3.5, "#ffe27a", 2);
    if (unit.flags & this.bit("recalling")) ring(g, px, py, size + 5, COLOURS.light, 2, [4, 3]);
    if (unit.flags & this.bit("stunned")) ring(g, px, py, size + 3, "#ffd84a", 3, [2, 2]);
    else if (unit.flags & (this.bit("rooted") | this.bit("silenced") | this.bit("disarmed"))) ring(g, px, py, size + 3, "#c78bff", 2, [2, 2]);
    g.fillStyle = sideColour(unit.east);
    g.globalAlpha = unit.flags & this.bit("hidden") ? 0.55 : 1;
    circle(g, px, py, size);
    g.fill();
    g.globalAlpha = 1;
    // whom the other side does not see has a dashed edge
    ring(g, px, py, size, followed ? "#ffffff" : sideDark(unit.east), followed ? 2.5 : 1.6, unit.flags & SEEN ? [] : [3, 2.5]);
    g.fillStyle = COLOURS.ink;
    g.font = `700 ${Math.round(size * 0.95)}px system-ui, sans-serif`;
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.fillText(hero.letters, px, py + 0.5);
    this.drawn.push({ unit, px, py, size });
    const wide = Math.max(22, 2.6 * size);
    this.bar(g, px, py - size - 8, wide, unit.health, COLOURS.health, 3.6);
    this.bar(g, px, py - size - 4, wide, scene.chunk.mana[hero.seat * scene.chunk.frames + scene.f] / 255, COLOURS.mana, 2);
  }

  // The names of the heroes drawn that stand within the view.
  nameHeroes(g) {
    g.font = NAME_FONT;
    const names = this.drawn
      .filter(({ unit, px, py }) => this.heroOf.has(unit.number) && px >= 0 && px <= this.width && py >= 0 && py <= this.height)
      .map(({ unit, px, py, size }) => {
        const text = this.heroOf.get(unit.number).name;
        return { text, wide: g.measureText(text).width, x: px, y: py + size + 8 };
      });
    this.named = placeNames(names, this.width, this.height);
    drawNames(g, this.named);
  }

  bar(g, px, py, wide, share, colour, high) {
    g.fillStyle = "rgba(8, 12, 13, .75)";
    g.fillRect(px - wide / 2 - 0.5, py - high / 2 - 0.5, wide + 1, high + 1);
    g.fillStyle = colour;
    g.fillRect(px - wide / 2, py - high / 2, wide * share, high);
  }

  bit(flag) { return 1 << this.head.flags.indexOf(flag); }

  // The unit drawn nearest to a pixel, within reach of a pointer.
  unitAt(px, py) {
    let best = null, least = Infinity;
    for (const one of this.drawn || []) {
      const gap = Math.hypot(one.px - px, one.py - py);
      if (gap < Math.max(9, one.size + 3) && gap <= least) { best = one.unit; least = gap; }
    }
    return best;
  }
}

function circle(g, x, y, r) { g.beginPath(); g.arc(x, y, r, 0, 2 * Math.PI); }

function ring(g, x, y, r, colour, width, dash = []) {
  g.setLineDash(dash);
  g.strokeStyle = colour;
  g.lineWidth = width;
  circle(g, x, y, r);
  g.stroke();
  g.setLineDash([]);
}

function diamond(g, x, y, r) { polygon(g, [[x, y - r], [x + r, y], [x, y + r], [x - r, y]]); }

function polygon(g, points) {
  g.beginPath();
  points.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
  g.closePath();
}

function paint(g, dead) {
  g.globalAlpha = dead ? 0.35 : 1;
  if (dead) g.setLineDash([2, 2]); else g.fill();
  g.stroke();
  g.setLineDash([]);
  g.globalAlpha = 1;
}

// How a kind of unit is drawn: (context, x, y, radius in pixels, dead, open or super); gives its size. A kind that is
// not named here is a dot.
const GLYPHS = {
  tower(g, x, y, radius, dead) {
    const r = Math.max(5.5, radius);
    polygon(g, [[x - r, y + r], [x - r * 0.7, y - r * 0.5], [x - r, y - r], [x + r, y - r], [x + r * 0.7, y - r * 0.5], [x + r, y + r]]);
    paint(g, dead);
    return r;
  },
  base(g, x, y, radius, dead) { return GLYPHS.tower(g, x, y, Math.max(6.5, radius * 1.15), dead); },
  barracks(g, x, y, radius, dead) {
    const r = Math.max(5.5, radius);
    polygon(g, [[x - r, y + r], [x - r, y - r * 0.3], [x, y - r], [x + r, y - r * 0.3], [x + r, y + r]]);
    paint(g, dead);
    return r;
  },
  ancient(g, x, y, radius, dead) {
    const r = Math.max(10, radius * 1.3);
    diamond(g, x, y, r);
    paint(g, dead);
    return r;
  },
  courier(g, x, y, radius, dead) {
    const r = Math.max(4.5, radius);
    polygon(g, [[x - r, y - 0.8 * r], [x, y - 0.2 * r], [x + r, y - 0.8 * r], [x, y + r]]);
    paint(g, dead);
    return r;
  },
  boss(g, x, y, radius, dead) {
    const r = Math.max(9, radius * 1.2), corners = Array.from({ length: 16 }, (_, k) => (k * Math.PI) / 8);
    polygon(g, corners.map((a, k) => [x + Math.sin(a) * r * (k % 2 ? 0.7 : 1), y - Math.cos(a) * r * (k % 2 ? 0.7 : 1)]));
    paint(g, dead);
    return r;
  },
  melee(g, x, y, radius, dead, strong) { return creep(g, x, y, radius, strong, (r) => circle(g, x, y, r)); },
  ranged(g, x, y, radius, dead, strong) {
    return creep(g, x, y, radius, strong, (r) => polygon(g, [[x, y - 1.25 * r], [x + 1.1 * r, y + 0.8 * r], [x - 1.1 * r, y + 0.8 * r]]));
  },
  siege(g, x, y, radius, dead, strong) {
    return creep(g, x, y, radius * 1.2, strong, (r) => polygon(g, [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]]));
  },
  other(g, x, y, radius, dead) {
    const r = Math.max(3, radius);
    circle(g, x, y, r);
    paint(g, dead);
    return r;
  },
};

function creep(g, x, y, radius, strong, path) {
  const r = Math.max(2.6, radius) * (strong ? 1.25 : 1);
  path(r);
  g.fill();
  if (strong) { g.strokeStyle = "#fff3b0"; g.lineWidth = 1.5; }
  g.stroke();
  return r;
}

// The ground once, cell by cell; a wall's edge is lighter where it meets what one can walk on.
function drawGround(map) {
  const cell = Math.max(8, Math.floor(1536 / map.n)), size = cell * map.n;
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const g = canvas.getContext("2d");
  const at = (column, row) => (map.rows[row] || "")[column] || "#";
  for (let row = 0; row < map.n; row++) {
    for (let column = 0; column < map.n; column++) {
      const what = at(column, row), x = column * cell, y = (map.n - 1 - row) * cell;
      g.fillStyle = what === "#" ? COLOURS.wall : COLOURS.levels[Number(what)] || COLOURS.bush;
      g.fillRect(x, y, cell, cell);
      edge(g, x, y, cell, [at(column, row + 1), at(column + 1, row), at(column, row - 1), at(column - 1, row)], what);
    }
  }
  return canvas;
}

function edge(g, x, y, cell, around, what) {
  const sides = [[x, y, cell, 3], [x + cell - 3, y, 3, cell], [x, y + cell - 3, cell, 3], [x, y, 3, cell]];
  around.forEach((other, k) => {
    if (other === what) return;
    if (what === "#") g.fillStyle = COLOURS.wallEdge;
    else if (other !== "#" && other < what) g.fillStyle = "rgba(255, 255, 240, .16)"; // the higher ground's rim
    else return;
    g.fillRect(...sides[k]);
  });
}
