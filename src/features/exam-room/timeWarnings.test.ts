import { describe, expect, it } from 'vitest';
import { warningAt } from './timeWarnings.ts';

/** All announcements while the time runs out, checked every `step` seconds. */
function saidDown(from: number, step: number): string[] {
  const said: string[] = [];
  for (let left = from; left > 0; left -= step) {
    const found = warningAt(left, left - step);
    if (found) said.push(found.words);
  }
  return said;
}

describe('row 79: time is told by ear five times, and not each second', () => {
  it.each([0.5, 1, 7])('looked at every %d s', (step) => {
    expect(saidDown(3600, step)).toEqual([
      '残り時間は30分です。',
      '残り時間は10分です。',
      '残り時間は5分です。',
      '残り時間は1分です。',
      '残り時間は30秒です。',
    ]);
  });

  it('a subject that is shorter says what is left to say', () => {
    expect(saidDown(300, 1)).toEqual(['残り時間は1分です。', '残り時間は30秒です。']);
  });

  it('a page that slept past a moment does not tell it as if it were now', () => {
    expect(warningAt(1000, 400)).toBeNull();
    expect(warningAt(1000, 590)).toMatchObject({ mark: 600 });
  });
});
