import { describe, expect, it } from 'vitest';
import { afterWrite, dueWrites, type Written } from './schedule.ts';

/** Runs a minute of ticks, four per second, and lists at which second what was written. */
function play(seconds: number): { stored: number[]; sent: number[] } {
  let written: Written = { storedAt: 0, sentAt: 0 };
  const stored: number[] = [];
  const sent: number[] = [];
  for (let tick = 0; tick <= seconds * 4; tick += 1) {
    const at = 1_000_000 + tick * 250;
    const due = dueWrites(written, at);
    if (!due.isStored) continue;
    stored.push(tick / 4);
    if (due.isSent) sent.push(tick / 4);
    written = afterWrite(written, due, at);
  }
  return { stored, sent };
}

describe('watch scheduling', () => {
  it('stores every 5 s and sends every 10 s while the video plays', () => {
    const { stored, sent } = play(31);
    expect(stored).toEqual([0, 5, 10, 15, 20, 25, 30]);
    expect(sent).toEqual([10, 20, 30]);
  });

  it('goes on when the clock of the device is set back', () => {
    const written = { storedAt: 2_000_000, sentAt: 2_000_000 };
    expect(dueWrites(written, 1_000_000)).toEqual({ isStored: true, isSent: true });
    expect(dueWrites(written, 2_001_000)).toEqual({ isStored: false, isSent: false });
  });
});
