// Schedule of one lesson video: title card, boards, sentences, pen strokes.
import { SAMPLE_RATE } from './wav.mjs';

export const TIMING = {
  titleCard: 3.2,
  transition: 0.5, // one board pushes the other away
  boardLead: 0.9, // the heading is written before the first sentence of a board
  gap: 0.6, // between two sentences
  boardTail: 0.7, // last sentence of a board -> next board
  ending: 1.8,
  shortest: 64,
};

/**
 * `speech[b][s]` are the samples of step s on board b. Returns seconds:
 * { duration, boards: [{ start, steps: [{ start, end, hold }] }] }; `hold` is when the next thing happens.
 */
export function planLesson(speech) {
  const seconds = (samples) => samples.length / SAMPLE_RATE;
  const build = (extra) => {
    let now = TIMING.titleCard;
    const boards = speech.map((steps, boardIndex) => {
      const start = now;
      now += TIMING.transition + TIMING.boardLead;
      const planned = steps.map((samples, stepIndex) => {
        const from = now;
        const end = from + seconds(samples);
        const last = stepIndex === steps.length - 1;
        const lastOfAll = last && boardIndex === speech.length - 1;
        now = end + (last ? TIMING.boardTail : TIMING.gap) + extra + (lastOfAll ? TIMING.ending : 0);
        return { start: from, end, hold: now };
      });
      return { start, end: now, steps: planned };
    });
    return { duration: now, boards };
  };
  const plan = build(0);
  if (plan.duration >= TIMING.shortest) return plan;
  const sentences = speech.reduce((sum, steps) => sum + steps.length, 0);
  return build((TIMING.shortest - plan.duration) / sentences);
}
