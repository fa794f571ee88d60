// The strip below the map: west's lead in gold, marks of what happened, and where we are. Dragging on it goes there.

const MARKS = {
  kill: { row: 0, colour: (event) => sideColour(event.side === "east"), size: 3.2 },
  boss: { row: 1, colour: () => "#c79bff", size: 5 },
  death: { row: 0, colour: (event) => sideColour(event.side === "east"), size: 2.2 },
  fall: { row: 1, colour: (event) => sideColour(event.side === "east"), size: 4, square: true },
  rebuilt: { row: 1, colour: () => "#9fb0a6", size: 3, square: true },
};
const OTHER_MARK = { row: 1, colour: () => "#d9b54a", size: 3.2 };
const MARKED = new Set(["kill", "death", "fall", "rebuilt", "boss", "buyback", "second life", "courier"]);

class Timeline {
  constructor(box, canvas, tip, head, events, series, goTo) {
    Object.assign(this, { box, canvas, tip, head, events, series, goTo });
    this.marked = events.filter((event) => MARKED.has(event.kind));
    box.setAttribute("aria-valuemax", Math.round(head.match.ticks / head.ticks_per_second));
    let held = false;
    box.addEventListener("pointerdown", (e) => { held = true; box.setPointerCapture(e.pointerId); this.point(e, true); });
    box.addEventListener("pointermove", (e) => this.point(e, held));
    for (const kind of ["pointerup", "pointercancel"]) box.addEventListener(kind, () => { held = false; });
    box.addEventListener("pointerleave", () => { tip.hidden = true; });
  }

  resize() {
    const box = this.canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
    this.width = Math.max(1, box.width);
    this.height = Math.max(1, box.height);
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.still = Object.assign(document.createElement("canvas"), { width: this.canvas.width, height: this.canvas.height });
    const g = this.still.getContext("2d");
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawStill(g);
  }

  // Ticks from the first to the last.
  get span() { return Math.max(1, this.head.match.ticks - this.head.match.first_tick); }

  xOf(tick) { return 4 + ((this.width - 8) * (tick - this.head.match.first_tick)) / this.span; }

  tickOf(x) { return this.head.match.first_tick + Math.max(0, Math.min(1, (x - 4) / (this.width - 8))) * this.span; }

  point(e, held) {
    const x = e.clientX - this.canvas.getBoundingClientRect().left, tick = this.tickOf(x);
    if (held) this.goTo(tick);
    const near = this.marked.filter((event) => Math.abs(this.xOf(event.tick) - x) < 4).slice(0, 4);
    const lead = leadAt(this.series, tick);
    const lines = [`${clock(tick, this.head)}  ${lead === 0 ? "even" : `${lead > 0 ? "west" : "east"} +${Math.abs(lead)} gold`}`];
    this.tip.textContent = [...lines, ...near.map((event) => `${clock(event.tick, this.head)} ${event.text}`)].join("\n");
    this.tip.hidden = false;
    const half = this.tip.offsetWidth / 2;
    this.tip.style.left = `${Math.max(half, Math.min(this.width - half, x))}px`;
  }

  drawStill(g) {
    const { series } = this, style = getComputedStyle(document.body);
    const top = 26, bottom = this.height - 2, middle = (top + bottom) / 2;
    const leads = series.tick.map((_, i) => series.west_gold[i] - series.east_gold[i]);
    const most = Math.max(500, ...leads.map(Math.abs));
    const y = (lead) => middle - ((bottom - top) / 2) * (lead / most);
    g.fillStyle = style.getPropertyValue("--shade");
    g.fillRect(0, top, this.width, bottom - top);
    for (const [east, keep] of [[false, (v) => Math.max(0, v)], [true, (v) => Math.min(0, v)]]) {
      g.fillStyle = sideColour(east);
      g.globalAlpha = 0.75;
      g.beginPath();
      g.moveTo(this.xOf(series.tick[0]), middle);
      series.tick.forEach((tick, i) => g.lineTo(this.xOf(tick), y(keep(leads[i]))));
      g.lineTo(this.xOf(series.tick[series.tick.length - 1]), middle);
      g.fill();
    }
    g.globalAlpha = 1;
    g.fillStyle = style.getPropertyValue("--quiet");
    g.fillRect(0, middle - 0.5, this.width, 1);
    g.font = "10.5px system-ui, sans-serif";
    g.textBaseline = "top";
    g.fillText(`west +${most} gold`, 6, top + 2);
    g.textBaseline = "bottom";
    g.fillText(`east +${most}`, 6, bottom - 1);
    const { first_tick: from, ticks: to } = this.head.match, minute_ticks = 60 * this.head.ticks_per_second;
    const minutes = this.span / minute_ticks;
    const every = [0.5, 1, 2, 5, 10].find((step) => (this.width * step) / minutes > 60) || 20;
    for (let minute = every * Math.floor(from / minute_ticks / every + 1); minute * minute_ticks < to; minute += every) {
      const x = this.xOf(minute * minute_ticks);
      g.globalAlpha = 0.3;
      g.fillRect(x, top, 1, bottom - top);
      g.globalAlpha = 1;
      g.fillText(clock(minute * minute_ticks, this.head), x + 3, bottom - 1);
    }
    for (const event of this.marked) {
      const mark = MARKS[event.kind] || OTHER_MARK;
      g.fillStyle = mark.colour(event);
      const x = this.xOf(event.tick), at = 6 + 12 * mark.row;
      if (mark.square) g.fillRect(x - mark.size, at - mark.size, 2 * mark.size, 2 * mark.size);
      else { circle(g, x, at, mark.size); g.fill(); }
    }
  }

  draw(tick) {
    const g = this.canvas.getContext("2d"), ratio = this.canvas.width / this.width;
    g.setTransform(1, 0, 0, 1, 0, 0);
    g.clearRect(0, 0, this.canvas.width, this.canvas.height);
    g.drawImage(this.still, 0, 0);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    const x = this.xOf(tick);
    g.fillStyle = getComputedStyle(document.body).getPropertyValue("--ink");
    g.fillRect(x - 1, 0, 2, this.height);
    polygon(g, [[x - 6, 0], [x + 6, 0], [x, 8]]);
    g.fill();
    this.box.setAttribute("aria-valuenow", Math.round(tick / this.head.ticks_per_second));
    this.box.setAttribute("aria-valuetext", clock(tick, this.head));
  }
}

function clock(tick, head) {
  const seconds = Math.floor(tick / head.ticks_per_second);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// The last sample at or before a tick.
function sampleAt(series, tick) {
  let low = 0, high = series.tick.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (series.tick[middle] <= tick) low = middle; else high = middle - 1;
  }
  return low;
}

function leadAt(series, tick) {
  const i = sampleAt(series, tick);
  return series.west_gold[i] - series.east_gold[i];
}
