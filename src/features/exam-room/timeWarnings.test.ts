import { describe, expect, it } from 'vitest';
import { openBench } from '#shared/lib/exam/attemptBench.ts';
import { announceTime, warningAt } from './timeWarnings.ts';

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

it('what was said of the time comes to the event log of the server, and nothing after the end', async () => {
  const bench = await openBench();
  try {
    const attempt = await bench.open();
    expect(announceTime(attempt, 62, 61)).toBeNull();
    expect(announceTime(attempt, 61, 60)?.mark).toBe(60);
    expect(announceTime(attempt, 31, 30)?.mark).toBe(30);
    attempt.type('1', '1');
    await bench.pass(6000);
    const sent = bench.server.saves.flatMap(({ events }) => events ?? []);
    const warned = new Map(sent.filter(({ kind }) => kind === 'warned').map(({ n, d }) => [n, d]));
    expect([...warned.values()]).toEqual([60, 30]);
    await attempt.handIn();
    expect(announceTime(attempt, 31, 30)).toBeNull();
    await attempt.stop();
  } finally {
    await bench.close();
  }
});
