import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLane, longestWait } from './lane.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets what waits go on. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

it('lets so many calls be under way, and the next when one has ended', async () => {
  const lane = createLane({ atOnce: 2, perSecond: 100 });
  const leaves: ((() => void) | null)[] = [];
  for (let call = 0; call < 3; call += 1) void lane.enter().then((leave) => leaves.push(leave));
  await settle();
  expect(leaves).toHaveLength(2);
  leaves[0]?.();
  leaves[0]?.();
  await settle();
  expect(leaves).toHaveLength(3);
});

it('lets so many begin in a second', async () => {
  const lane = createLane({ atOnce: 100, perSecond: 5 });
  let begun = 0;
  for (let call = 0; call < 12; call += 1)
    void lane.enter().then((leave) => {
      begun += 1;
      leave?.();
    });
  await settle();
  expect(begun).toBe(5);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(begun).toBe(10);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(begun).toBe(12);
});

it('turns away who waited too long, before anything was sent', async () => {
  const lane = createLane({ atOnce: 1, perSecond: 100 });
  await lane.enter();
  const late = lane.enter();
  await vi.advanceTimersByTimeAsync(longestWait + 1_000);
  expect(await late).toBeNull();
});
