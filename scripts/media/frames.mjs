// Draws single video frames in memory: written lines, the moving chalk, board changes, the level meter.
import { drawPen } from './pen.mjs';

export const VIDEO = { width: 854, height: 480, fps: 12 };
const SOFT_EDGE = 10;
const rowBytes = VIDEO.width * 3;

function copyPart(target, source, { x, y, width, height }) {
  for (let row = y; row < y + height; row += 1) {
    const from = row * rowBytes + x * 3;
    source.copy(target, from, from, from + width * 3);
  }
}

/** Shows `rect` of `after` in `frame` from the left up to `progress` (0…1), with a soft edge. */
function wipe(frame, after, rect, progress) {
  const front = Math.round((rect.width + SOFT_EDGE) * progress);
  const solid = Math.max(0, Math.min(rect.width, front - SOFT_EDGE));
  if (solid > 0) copyPart(frame, after, { ...rect, width: solid });
  for (let dx = solid; dx < Math.min(rect.width, front); dx += 1) {
    const alpha = (front - dx) / (SOFT_EDGE + 1);
    for (let row = rect.y; row < rect.y + rect.height; row += 1) {
      const at = row * rowBytes + (rect.x + dx) * 3;
      for (let c = at; c < at + 3; c += 1) frame[c] = Math.round(frame[c] * (1 - alpha) + after[c] * alpha);
    }
  }
  return rect.x + Math.min(rect.width, front);
}

/**
 * The frame at second `now` while `before` changes into `after` along scheduled strokes. Returns the unchanged state
 * buffer if nothing moves.
 */
export function writing(before, after, strokes, now, pen) {
  if (strokes.length === 0 || now < strokes[0].from) return before;
  if (now >= strokes.at(-1).to) return after;
  const frame = Buffer.from(before);
  let tip;
  for (const stroke of strokes) {
    if (now >= stroke.to) {
      copyPart(frame, after, stroke);
      tip = { x: stroke.x + stroke.width, y: stroke.y + stroke.height * 0.7 };
    } else if (now >= stroke.from) {
      const x = wipe(frame, after, stroke, (now - stroke.from) / (stroke.to - stroke.from));
      const swing = Math.sin((now - stroke.from) * 21) * Math.min(stroke.height * 0.32, 15);
      tip = { x, y: stroke.y + stroke.height * 0.55 + swing };
    }
  }
  drawPen(frame, VIDEO, pen, tip.x, tip.y);
  return frame;
}

/** Board change: the new board pushes the old one out to the left (`progress` 0…1, with easing). */
export function push(before, after, progress) {
  const eased = progress < 0.5 ? 2 * progress ** 2 : 1 - (2 - 2 * progress) ** 2 / 2;
  const shift = Math.round(eased * VIDEO.width);
  const frame = Buffer.alloc(before.length);
  for (let row = 0; row < VIDEO.height; row += 1) {
    const start = row * rowBytes;
    before.copy(frame, start, start + shift * 3, start + rowBytes);
    after.copy(frame, start + (VIDEO.width - shift) * 3, start, start + shift * 3);
  }
  return frame;
}

const BARS = [0.55, 1, 0.75, 0.4];

/**
 * Draws four small bars beside the teacher's name that move with the voice; returns a new frame if they are visible.
 */
export function withMeter(frame, meter, level) {
  if (!meter || level < 0.04) return frame;
  const result = Buffer.from(frame);
  const scale = VIDEO.width / 1280;
  const bottom = Math.round((meter.y + meter.height) * scale) - 2;
  BARS.forEach((weight, i) => {
    const left = Math.round(meter.x * scale) + i * 5;
    const height = 2 + Math.round(level * weight * 13);
    for (let row = bottom - height; row < bottom; row += 1) {
      for (let x = left; x < left + 3; x += 1) {
        const at = row * rowBytes + x * 3;
        result[at] = 200;
        result[at + 1] = 224;
        result[at + 2] = 210;
      }
    }
  });
  return result;
}
