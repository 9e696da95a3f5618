import { describe, expect, test } from 'vitest';
import { watchSchema } from '#contracts/study.ts';
import { chooseResume, greetingOf, resumeOf, weekBars } from './model.ts';

const watch = (fields: Record<string, unknown> = {}) =>
  watchSchema.parse({
    lesson: 1,
    lesson_name: '一次関数',
    course: { id: 5, name: '数学' },
    inventory: 7,
    position: 60,
    duration: 300,
    ...fields,
  });

describe('resumeOf', () => {
  test('needs an unfinished lesson and a course to open it in', () => {
    expect(resumeOf(watch(), '2026-11-21T00:00:00Z')).toMatchObject({ lesson: '1', inventory: '7' });
    expect(resumeOf(watch({ is_completed: true }), null)).toBeNull();
    expect(resumeOf(watch({ inventory: null }), null)).toBeNull();
    expect(resumeOf(watch({ course: null }), null)).toBeNull();
    expect(resumeOf(null, null)).toBeNull();
  });
});

test('what was watched last wins, on whichever side it is known', () => {
  const older = resumeOf(watch({ lesson: 1 }), '2026-11-20T00:00:00Z');
  const newer = resumeOf(watch({ lesson: 2 }), '2026-11-21T00:00:00Z');
  if (!older || !newer) throw new Error('fixture');
  expect(chooseResume(older, [newer])?.lesson).toBe('2');
  expect(chooseResume(newer, [older])?.lesson).toBe('2');
  expect(chooseResume(null, [])).toBeNull();
});

describe('weekBars', () => {
  const now = new Date(2026, 10, 21, 9, 0).getTime();

  test('end today, and the longest day fills the height', () => {
    const bars = weekBars(
      [
        { date: '2026-11-21', minutes: 20 },
        { date: '2026-11-19', minutes: 40 },
        { date: '2026-11-01', minutes: 99 },
      ],
      now,
    );
    expect(bars.map((bar) => bar.minutes)).toEqual([0, 0, 0, 0, 40, 0, 20]);
    expect(bars.map((bar) => bar.weekday).join('')).toBe('日月火水木金土');
    expect(bars[4]?.share).toBe(1);
    expect(bars[6]).toMatchObject({ share: 0.5, isToday: true });
  });

  test('of an empty week are empty, not broken', () => {
    expect(weekBars([], now).every((bar) => bar.share === 0)).toBe(true);
  });
});

test.each([
  [4, 'morning'],
  [11, 'day'],
  [18, 'evening'],
  [3, 'evening'],
] as const)('at %s o’clock it is %s', (hour, part) => {
  expect(greetingOf(new Date(2026, 10, 21, hour).getTime())).toBe(part);
});
