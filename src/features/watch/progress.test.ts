import { describe, expect, it } from 'vitest';
import { watchInputSchema } from '#contracts/study.ts';
import { type Progress, reportOf, watchAfter } from './progress.ts';

const lesson = {
  id: '7',
  name: '一次関数とは何か',
  duration: 100,
  course: { id: '1', name: '中学数学', thumbnail: null },
  inventory: '3',
};
const progress = (position: number, ranges: [number, number][], more: Partial<Progress> = {}): Progress => ({
  position,
  ranges,
  rate: 1,
  at: Date.UTC(2026, 10, 21),
  isRestart: false,
  sessionId: null,
  ...more,
});

describe('progress', () => {
  it('adds what was seen to what is known, and completes at nine tenths', () => {
    const first = watchAfter(undefined, lesson, progress(50, [[0, 50]]));
    expect(first).toMatchObject({ position: 50, watched_rate: 0.5, is_completed: false });
    const second = watchAfter(first, lesson, progress(91, [[45, 91]], { at: Date.UTC(2026, 10, 22) }));
    expect(second).toMatchObject({ position: 91, ranges: [[0, 91]], watched_rate: 0.91, is_completed: true });
  });

  it('never goes back to the start by itself, only when the learner says so', () => {
    const known = watchAfter(undefined, lesson, progress(50, [[0, 50]]));
    const later = { at: Date.UTC(2026, 10, 22) };
    expect(watchAfter(known, lesson, progress(0, [], later)).position).toBe(50);
    expect(watchAfter(known, lesson, progress(0, [], { ...later, isRestart: true })).position).toBe(0);
  });

  it('is reported in the form the server takes, seconds in tenths', () => {
    const told = progress(12.3456, [[0, 12.3456]]);
    const report = reportOf(watchAfter(undefined, lesson, told), told, 'device-1');
    expect(watchInputSchema.safeParse(report).success).toBe(true);
    expect(report).toMatchObject({ position: 12.3, ranges: [[0, 12.3]], device_id: 'device-1' });
  });
});
