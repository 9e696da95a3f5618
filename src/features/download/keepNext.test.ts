import { describe, expect, test } from 'vitest';
import { type KeptLesson, mayKeepByItself, type NextCourse, nextLessons, planNext } from './keepNext.ts';

const lesson = (id: string, isDone = false, size = 10) => ({
  id,
  isDone,
  files: [
    { id: `video-${id}`, size },
    { id: 'book', size: 5 },
  ],
});
const course = (more: Partial<NextCourse> = {}): NextCourse => ({
  inventory: '1',
  count: 2,
  lastSeen: null,
  lessons: [lesson('a'), lesson('b'), lesson('c'), lesson('d')],
  ...more,
});
const kept = (id: string, isAuto = true): KeptLesson => ({
  key: `${id}:video`,
  lesson: id,
  inventory: '1',
  isAuto,
  files: [`video-${id}`, 'book'],
});
const bytes = (...ids: string[]) =>
  new Map([
    ...ids.map((id): [string, number] => [`video-${id}`, 10]),
    ...(ids.length ? [['book', 5] as const] : []),
  ]);
const plan = (more: Partial<Parameters<typeof planNext>[0]> = {}) =>
  planNext({ courses: [course()], kept: [], here: new Map(), cap: 1000, inUse: new Set(), ...more });

describe('the next lessons', () => {
  test('are the unfinished ones in the order of the course, from the one watched last', () => {
    expect(nextLessons(course())).toEqual(['a', 'b']);
    const lessons = [lesson('a'), lesson('b', true), lesson('c'), lesson('d')];
    expect(nextLessons(course({ lastSeen: 'b', lessons }))).toEqual(['c', 'd']);
    expect(nextLessons(course({ lastSeen: 'd', lessons }))).toEqual(['d', 'a']);
    expect(nextLessons(course({ lessons: [lesson('a', true)] }))).toEqual([]);
    expect(nextLessons(course({ skipped: ['a', 'c'] }))).toEqual(['b', 'd']);
  });
});

describe('the plan', () => {
  test('adds what is missing and nothing twice', () => {
    expect(plan()).toEqual({ add: [{ inventory: '1', lessons: ['a', 'b'] }], remove: [] });
    expect(plan({ kept: [kept('a', false)], here: bytes('a') }).add).toEqual([
      { inventory: '1', lessons: ['b'] },
    ]);
    expect(plan({ kept: [kept('a'), kept('b')], here: bytes('a', 'b') })).toEqual({ add: [], remove: [] });
  });

  test('removes what was watched, never what the learner kept by hand or has on screen', () => {
    const lessons = [lesson('a', true), lesson('b', true), lesson('c', true), lesson('d')];
    const all = [kept('a'), kept('b', false), kept('c')];
    const found = plan({
      courses: [course({ lessons, lastSeen: 'c' })],
      kept: all,
      here: bytes('a', 'b', 'c'),
      inUse: new Set(['c']),
    });
    expect(found).toEqual({ add: [{ inventory: '1', lessons: ['d'] }], remove: ['a:video'] });
  });

  test('leaves courses alone that are not chosen any more', () => {
    expect(plan({ courses: [], kept: [kept('a')], here: bytes('a') })).toEqual({ add: [], remove: [] });
  });

  test('never exceeds the cap, counts shared files once, and leaves no lesson out for a smaller one', () => {
    expect(plan({ cap: 25 }).add).toEqual([{ inventory: '1', lessons: ['a', 'b'] }]);
    expect(plan({ cap: 24 }).add).toEqual([{ inventory: '1', lessons: ['a'] }]);
    const lessons = [lesson('a', false, 100), lesson('b', false, 1)];
    expect(plan({ courses: [course({ lessons })], cap: 50 }).add).toEqual([]);
    const byHand = { kept: [kept('z', false)], here: bytes('z'), cap: 24 };
    expect(plan(byHand)).toEqual({ add: [], remove: [] });
  });

  test('gives up skipped lessons only for room', () => {
    const skipped = { kept: [kept('a')], here: bytes('a'), courses: [course({ lastSeen: 'c', count: 1 })] };
    expect(plan(skipped)).toEqual({ add: [{ inventory: '1', lessons: ['c'] }], remove: [] });
    expect(plan({ ...skipped, cap: 20 })).toEqual({
      add: [{ inventory: '1', lessons: ['c'] }],
      remove: ['a:video'],
    });
  });

  test('counts the room of watched lessons that go', () => {
    const lessons = [lesson('a', true), lesson('b')];
    const found = plan({ courses: [course({ lessons })], kept: [kept('a')], here: bytes('a'), cap: 15 });
    expect(found).toEqual({ add: [{ inventory: '1', lessons: ['b'] }], remove: ['a:video'] });
  });

  test('adds nothing while it is not known what a lesson needs', () => {
    const lessons = [{ id: 'a', isDone: false, files: null }, lesson('b')];
    expect(plan({ courses: [course({ lessons })] }).add).toEqual([]);
  });

  test('gives room to the course watched last first', () => {
    const other = course({ inventory: '2', count: 1, lessons: [lesson('x')] });
    expect(plan({ courses: [course({ count: 1 }), other], cap: 15 }).add).toEqual([
      { inventory: '1', lessons: ['a'] },
    ]);
  });
});

test.each([
  [undefined, false, 'yes'],
  [undefined, true, 'unknown'],
  [{ type: 'wifi' }, true, 'yes'],
  [{ type: 'ethernet' }, true, 'yes'],
  [{ type: 'cellular' }, true, 'no'],
  [{ type: 'cellular' }, false, 'yes'],
  [{ saveData: true }, false, 'no'],
  [{}, true, 'unknown'],
] as const)('line %o, only Wi-Fi %s: %s', (line, wifiOnly, answer) => {
  expect(mayKeepByItself(line, wifiOnly)).toBe(answer);
});
