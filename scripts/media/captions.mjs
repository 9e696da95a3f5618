// WebVTT subtitles: one cue per sentence, at most two balanced lines.
const MAX_LINE = 22;

function stamp(seconds) {
  const ms = Math.round(seconds * 1000);
  const part = (value, digits = 2) => String(value).padStart(digits, '0');
  return `${part(Math.floor(ms / 3600000))}:${part(Math.floor(ms / 60000) % 60)}:${part(Math.floor(ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
}

const width = (text) => [...text].reduce((sum, c) => sum + (c.charCodeAt(0) < 0x250 ? 0.55 : 1), 0);

/** Breaks a long sentence once: after 。 or 、, a space or a particle, as near to the middle as possible. */
function balance(text) {
  if (width(text) <= MAX_LINE) return text;
  const middle = width(text) / 2;
  let best;
  for (let i = 4; i < text.length - 3; i += 1) {
    const before = text[i - 1];
    const after = text[i];
    if (/[、。」』）！？ゃゅょっー)]/.test(after)) continue;
    const cost = /[。！？]/.test(before)
      ? 0
      : /[、」 ]/.test(before)
        ? 1
        : /[はがをにでとも]/.test(before)
          ? 4
          : 9;
    if (cost === 9 && !(/[ぁ-ん]/.test(before) && /[^ぁ-ん]/.test(after))) continue;
    const score = Math.abs(width(text.slice(0, i)) - middle) + cost;
    if (best === undefined || score < best.score) best = { at: i, score };
  }
  return best ? `${text.slice(0, best.at).trimEnd()}\n${text.slice(best.at).trimStart()}` : text;
}

const escapeCue = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export function toVtt(script, plan) {
  const cues = script.boards.flatMap((board, b) =>
    board.steps.map((step, s) => {
      const { start, end, hold } = plan.boards[b].steps[s];
      const until = Math.min(end + 0.45, hold - 0.1);
      return `${stamp(start)} --> ${stamp(until)}\n${balance(escapeCue(step.say.trim()))}`;
    }),
  );
  return `WEBVTT\n\n${cues.map((cue, i) => `${i + 1}\n${cue}`).join('\n\n')}\n`;
}
