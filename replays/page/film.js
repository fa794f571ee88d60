// The frames of the match, decoded minute by minute: the minute that is looked at first, then all the others.

class Film {
  constructor(head, texts, onRead) {
    this.head = head;
    this.frames = head.frames;
    this.size = head.chunk_frames;
    this.texts = texts;
    this.onRead = onRead;
    this.chunks = texts.map(() => null);
    this.reading = texts.map(() => null);
  }

  // The chunk of a frame, null until it is read; asking for it has it read.
  chunkOf(frame) {
    const k = Math.min(Math.floor(frame / this.size), this.chunks.length - 1);
    if (!this.chunks[k]) this.read(k);
    return this.chunks[k];
  }

  read(k) {
    if (!this.reading[k]) {
      this.reading[k] = inflate(bytesOfBase64(this.texts[k])).then((bytes) => {
        this.chunks[k] = decodeChunk(bytes, this.head.units);
        this.texts[k] = "";
        this.onRead(k);
      });
    }
    return this.reading[k];
  }

  async readAll() {
    for (let k = 0; k < this.chunks.length; k++) await this.read(k);
  }

  // Whose a unit is: neutrals stand in a half and fight for nobody.
  sideOf(number) {
    const { half, first_neutral: first } = this.head;
    return { east: number >= half, neutral: number % half >= first };
  }

  // The tick at a moment in frames, which may lie between two.
  tickAt(moment) {
    const last = this.frames - 1;
    if (moment >= last) return this.head.match.ticks;
    return this.head.match.first_tick + moment * this.head.ticks_per_decision;
  }

  // The moment of a tick: every frame but the last is a whole decision.
  momentOf(tick) {
    return Math.max(0, Math.min(this.frames - 1, (tick - this.head.match.first_tick) / this.head.ticks_per_decision));
  }
}

const ALIVE = 1, SEEN = 2;

// What stands on the map at a moment; positions lie between those of the frames before and after.
class Scene {
  constructor(film, moment) {
    const f = Math.floor(moment);
    this.film = film;
    this.moment = moment;
    this.chunk = film.chunkOf(f);
    if (!this.chunk) return;
    this.f = f - this.chunk.first;
    this.part = moment - f;
    const next = Math.min(f + 1, film.frames - 1);
    this.next = this.part > 0 ? film.chunkOf(next) : this.chunk;
    this.nextF = this.next ? next - this.next.first : 0;
  }

  // Everything about a unit, null where there is none.
  unit(number) {
    const c = this.chunk, u = c.place[number];
    if (u < 0) return null;
    const i = u * c.frames + this.f;
    const kind = c.kind[i];
    if (kind === 0) return null;
    let x = c.x[i], y = c.y[i];
    const flags = c.flags[i];
    const n = this.next;
    if (this.part > 0 && n && (flags & ALIVE)) {
      const v = n.place[number];
      const j = v * n.frames + this.nextF;
      if (v >= 0 && n.kind[j] === kind && (n.flags[j] & ALIVE)) {
        const dx = n.x[j] - x, dy = n.y[j] - y;
        if (dx * dx + dy * dy < LEAP * LEAP) { x += dx * this.part; y += dy * this.part; }
      }
    }
    return { number, kind, flags, x, y, health: c.health[i] / 255, ...this.film.sideOf(number) };
  }

  // Missiles in the air: [x, y, kind, side, dx, dy].
  missiles() {
    const c = this.chunk, m = c.flights, found = [];
    const now = this.f + this.part;
    for (let i = 0; i < m.begin.length && m.begin[i] <= now; i++) {
      const span = m.frames[i], age = now - m.begin[i];
      if (age >= span + 1) continue;
      const pace = span > 0 ? 1 / span : 0;
      const dx = (m.toX[i] - m.x[i]) * pace, dy = (m.toY[i] - m.y[i]) * pace;
      found.push([m.x[i] + dx * age, m.y[i] + dy * age, m.kind[i], m.side[i], dx, dy]);
    }
    return found;
  }

  // Whether a side (0 west, 1 east) sees a cell.
  lit(side, column, row) {
    const c = this.chunk;
    const at = this.f * 16 * c.rows + side * 8 * c.rows + row * 8 + (column >> 3);
    return (c.fog[at] >> (column & 7)) & 1;
  }
}

// Further than anything walks between two decisions: who is there next has leapt, and is not drawn on the way.
const LEAP = 260;
