// From the text of a chunk to its frames: see replays/coding.py and replays/blocks.py, which describe the blocks.

function bytesOfBase64(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Takes blocks off the bytes, one after the other. Series of a unit stand together: value (u, f) is at u * frames + f.
class Blocks {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  take(count) {
    this.place += count;
    return this.bytes.subarray(this.place - count, this.place);
  }

  // Two-byte numbers, each with its high byte after its low one.
  pairs(count) {
    const bytes = this.take(2 * count);
    const found = new Uint16Array(count);
    for (let i = 0; i < count; i++) found[i] = bytes[2 * i] | (bytes[2 * i + 1] << 8);
    return found;
  }

  // Two-byte numbers stored as all low bytes, then all high bytes.
  words(count) {
    const low = this.take(count), high = this.take(count);
    const found = new Uint16Array(count);
    for (let i = 0; i < count; i++) found[i] = low[i] | (high[i] << 8);
    return found;
  }

  // Two-byte numbers with a sign.
  numbers(count) {
    const folded = this.words(count);
    const found = new Int16Array(count);
    for (let i = 0; i < count; i++) found[i] = (folded[i] >> 1) ^ -(folded[i] & 1);
    return found;
  }

  // Where something changes: gaps between places, a byte of 255 for 255 and what follows.
  places() {
    const [b0, b1, b2, b3] = this.take(4);
    const gaps = this.take((b0 | (b1 << 8) | (b2 << 16) | (b3 << 24)) >>> 0);
    const found = new Uint32Array(gaps.length);
    let count = 0, place = 0;
    for (const gap of gaps) {
      place += gap;
      if (gap < 255) found[count++] = place++;
    }
    return found.subarray(0, count);
  }

  // The x or y of all units: at each place, by how much a step differs from the step at the place before.
  positions(places, series, frames) {
    const steps = this.numbers(places.length);
    const found = new Int16Array(series * frames);
    let step = 0;
    for (let i = 0; i < places.length; i++) found[places[i]] = step += steps[i];
    return summed(found, series, frames);
  }

  // Changes of a byte, or of a word.
  changes(Kind, size) {
    const places = this.places();
    const values = Kind === Uint8Array ? this.take(places.length) : this.words(places.length);
    const found = new Kind(size);
    for (let i = 0; i < places.length; i++) found[places[i]] = values[i];
    return found;
  }

  shares(series, frames) {
    return summed(new Uint8Array(this.take(series * frames)), series, frames);
  }

  // The fog is wanted frame by frame: bytes of a frame together, west's rows first, eight bytes a row.
  fog(width, frames) {
    const found = new Uint8Array(width * frames);
    for (const place of this.places()) found[place >> 3] ^= 1 << (place & 7);
    for (let i = width; i < found.length; i++) found[i] ^= found[i - width];
    return found;
  }

  flights(count) {
    const found = {
      begin: this.words(count), frames: this.words(count), kind: this.take(count), side: this.take(count),
      x: this.numbers(count), y: this.numbers(count), toX: this.numbers(count), toY: this.numbers(count),
    };
    for (let i = 0; i < count; i++) {
      found.toX[i] += found.x[i];
      found.toY[i] += found.y[i];
    }
    return found;
  }
}

function summed(values, series, frames) {
  for (let s = 0; s < series; s++) {
    for (let f = 1, i = s * frames + 1; f < frames; f++, i++) values[i] += values[i - 1];
  }
  return values;
}

function untoggled(values, series, frames) {
  for (let s = 0; s < series; s++) {
    for (let f = 1, i = s * frames + 1; f < frames; f++, i++) values[i] ^= values[i - 1];
  }
  return values;
}

function decodeChunk(bytes, allUnits) {
  const blocks = new Blocks(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [version, first, frames, tick, units, seats, rows, flights] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => view.getUint32(4 * i, true));
  if (version !== 2) throw new Error(`expected frames of version 2, got ${version}`);
  blocks.take(32);
  const ticks = new Uint32Array(frames);
  let now = tick;
  blocks.take(frames).forEach((gap, f) => { ticks[f] = now += gap; });
  const slots = blocks.pairs(units);
  const place = new Int16Array(allUnits).fill(-1);
  slots.forEach((unit, u) => { place[unit] = u; });
  const moves = blocks.places();
  const x = blocks.positions(moves, units, frames);
  const y = blocks.positions(moves, units, frames);
  const kind = summed(blocks.changes(Uint8Array, units * frames), units, frames);
  const flags = untoggled(blocks.changes(Uint16Array, units * frames), units, frames);
  const health = summed(blocks.changes(Uint8Array, units * frames), units, frames);
  const mana = blocks.shares(seats, frames);
  const rune = blocks.shares(2, frames);
  const fog = blocks.fog(16 * rows, frames);
  const flying = blocks.flights(flights);
  return { first, frames, ticks, slots, place, x, y, kind, flags, health, mana, rune, fog, rows, flights: flying };
}
