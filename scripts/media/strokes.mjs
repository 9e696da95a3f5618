// Finds what a step adds to the board: the lines of writing (top to bottom) that differ between two states.
const NOISE = 24;

function changedRows(before, after, { width, height }) {
  const rows = [];
  for (let y = 0; y < height; y += 1) {
    let left = -1;
    let right = -1;
    for (let x = 0, i = y * width * 3; x < width; x += 1, i += 3) {
      const difference =
        Math.abs(before[i] - after[i]) +
        Math.abs(before[i + 1] - after[i + 1]) +
        Math.abs(before[i + 2] - after[i + 2]);
      if (difference > NOISE) {
        if (left < 0) left = x;
        right = x;
      }
    }
    if (left >= 0) rows.push({ y, left, right });
  }
  return rows;
}

/** `whole` joins everything into one rectangle (figures). Rectangles are { x, y, width, height }. */
export function findStrokes(before, after, size, { whole = false, mergeGap = 5 } = {}) {
  const groups = [];
  for (const row of changedRows(before, after, size)) {
    const group = groups.at(-1);
    if (group && (whole || row.y - group.bottom <= mergeGap)) {
      group.bottom = row.y;
      group.left = Math.min(group.left, row.left);
      group.right = Math.max(group.right, row.right);
    } else groups.push({ top: row.y, bottom: row.y, left: row.left, right: row.right });
  }
  return groups.map(({ top, bottom, left, right }) => ({
    x: left,
    y: top,
    width: right - left + 1,
    height: bottom - top + 1,
  }));
}

const PEN_SPEED = 420; // video pixels per second
const FIGURE_SECONDS = 2.2;
const TRAVEL = 0.12;

/** Gives each stroke its { from, to } in seconds, inside [start, start + available]. */
export function scheduleStrokes(strokes, start, available, { figure = false } = {}) {
  const wanted = strokes.map(({ width }) => (figure ? FIGURE_SECONDS : Math.max(0.35, width / PEN_SPEED)));
  const total = wanted.reduce((sum, seconds) => sum + seconds + TRAVEL, -TRAVEL);
  const factor = Math.min(1, available / total);
  let now = start;
  return strokes.map((stroke, i) => {
    const from = now;
    const to = from + wanted[i] * factor;
    now = to + TRAVEL * factor;
    return { ...stroke, from, to };
  });
}
