// The names of heroes: below each, one beneath the other where heroes crowd, and never beyond the edge of the map.

const NAME_FONT = "600 11px system-ui, sans-serif";
const NAME_LINE = 12;
// Sums are rounded: a name set a line below another can lie a hair nearer, and must count as clear of it.
const ROUNDING = 1e-7;

// Places for names given as {text, wide, x, y}, the uppermost first: no two lie over each other.
function placeNames(names, width, height) {
  const placed = [];
  for (const name of [...names].sort((a, b) => a.y - b.y)) {
    const half = name.wide / 2 + 2, low = height - NAME_LINE / 2 - 1;
    const x = Math.max(half, Math.min(width - half, name.x));
    const over = (y) => placed.find((one) => Math.abs(one.x - x) < one.half + half && Math.abs(one.y - y) < NAME_LINE - ROUNDING);
    let y = Math.min(name.y, low);
    for (let other = over(y); other; other = over(y)) y = other.y + NAME_LINE;
    if (y > low) { // no room further down: upwards then
      y = low;
      for (let other = over(y); other; other = over(y)) y = other.y - NAME_LINE;
    }
    placed.push({ text: name.text, x, y, half });
  }
  return placed;
}

function drawNames(g, placed) {
  g.font = NAME_FONT;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.lineWidth = 3;
  g.strokeStyle = "rgba(8, 12, 13, .8)";
  g.fillStyle = COLOURS.light;
  for (const { text, x, y } of placed) {
    g.strokeText(text, x, y);
    g.fillText(text, x, y);
  }
}
