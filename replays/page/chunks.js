// From the text of a chunk to its frames: see replays/coding.py, which describes the blocks.

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

  words(count) {
    const bytes = this.take(2 * count);
    const found = new Uint16Array(count);
    for (let i = 0; i < count; i++) found[i] = bytes[2 * i] | (bytes[2 * i + 1] << 8);
    return found;
  }

  // Two-byte numbers stored as all low bytes, then all high bytes.
  joined(count) {
    const low = this.take(count), high = this.take(count);
    const found = new Uint16Array(count);
    for (let i = 0; i < count; i++) found[i] = low[i] | (high[i] << 8);
    return found;
  }

  positions(series, frames) {
    const folded = this.joined(series * frames);
    const found = new Int16Array(folded.length);
    for (let i = 0; i < folded.length; i++) found[i] = (folded[i] >> 1) ^ -(folded[i] & 1);
    return summed(found, series, frames);
  }

  shares(series, frames) {
    return summed(new Uint8Array(this.take(series * frames)), series, frames);
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

// The fog is wanted frame by frame: bytes of a frame together, west's rows first, eight bytes a row.
function fogByFrame(bytes, frames) {
  const width = bytes.length / frames;
  const series = untoggled(new Uint8Array(bytes), width, frames);
  const found = new Uint8Array(bytes.length);
  for (let b = 0; b < width; b++) {
    for (let f = 0; f < frames; f++) found[f * width + b] = series[b * frames + f];
  }
  return found;
}

function decodeChunk(bytes, allUnits) {
  const blocks = new Blocks(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [version, first, frames, tick, units, seats, rows, flights] = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => view.getUint32(4 * i, true));
  if (version !== 1) throw new Error(`expected frames of version 1, got ${version}`);
  blocks.take(32);
  const ticks = new Uint32Array(frames);
  let now = tick;
  blocks.take(frames).forEach((gap, f) => { ticks[f] = now += gap; });
  const slots = blocks.words(units);
  const place = new Int16Array(allUnits).fill(-1);
  slots.forEach((unit, u) => { place[unit] = u; });
  const x = blocks.positions(units, frames);
  const y = blocks.positions(units, frames);
  const kind = blocks.shares(units, frames);
  const flags = untoggled(blocks.joined(units * frames), units, frames);
  const health = blocks.shares(units, frames);
  const mana = blocks.shares(seats, frames);
  const rune = blocks.shares(2, frames);
  const fog = fogByFrame(blocks.take(16 * rows * frames), frames);
  const flying = {
    begin: blocks.words(flights), frames: blocks.words(flights), kind: blocks.take(flights), side: blocks.take(flights),
    x: new Int16Array(blocks.words(flights)), y: new Int16Array(blocks.words(flights)),
    toX: new Int16Array(blocks.words(flights)), toY: new Int16Array(blocks.words(flights)),
  };
  return { first, frames, ticks, slots, place, x, y, kind, flags, health, mana, rune, fog, rows, flights: flying };
}
