import { expect, it } from 'vitest';
import { type NotStarted, nextTry } from './again.ts';

const failure: NotStarted = { kind: 'not_started', codes: ['E92000001'], repeat: true, alarm: false };

/** The pauses of one command after the other, seconds, until it is given up; 25 at most. */
function pausesOf(isNeeded: boolean): number[] {
  const found: number[] = [];
  let reply: Record<string, unknown> | null = null;
  while (found.length < 25) {
    const next = nextTry({ reply }, failure, isNeeded);
    if (next === null) break;
    found.push(next.pauseMs / 1000);
    reply = next.reply;
  }
  return found;
}

it('what did not start is sent again after longer and longer pauses, twenty times', () => {
  const twenty = [2, 5, 15, 30, ...Array<number>(16).fill(60)];
  expect(pausesOf(false)).toEqual(twenty);
  expect(pausesOf(true)).toEqual([...twenty, ...Array<number>(5).fill(60)]);
});

it('what would not start later either is not sent again', () => {
  expect(nextTry({ reply: null }, { ...failure, repeat: false }, true)).toBeNull();
});
