import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTabTurn, patienceMs, type TabTurn, type Turn } from './tabTurn.ts';

/** Tabs of one attempt, with the platform's real locks and channels; the test sets the waiting times. */
let tabs: TabTurn[] = [];
let nth = 0;

function tab(flush: () => Promise<void> = async () => undefined) {
  const told: Turn[] = [];
  const turn = createTabTurn(`attempt-${nth}`, { flush, onTurn: (next) => told.push(next) });
  tabs.push(turn);
  return { turn, told };
}

beforeEach(() => {
  nth += 1;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  for (const turn of tabs) turn.stop();
  tabs = [];
  vi.useRealTimers();
});

it('row 21: the second tab reads; asked for, the first brings everything to the disk before it lets go', async () => {
  let brought: () => void = () => undefined;
  const flush = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        brought = resolve;
      }),
  );
  const first = tab(flush);
  const second = tab();
  expect(await first.turn.begin()).toBe('writer');
  expect(await second.turn.begin()).toBe('reader');
  const taken = second.turn.take();
  await vi.waitFor(() => expect(flush).toHaveBeenCalledOnce());
  expect(second.turn.get()).toBe('waiting');
  expect(first.turn.get()).toBe('writer');
  brought();
  await taken;
  expect(first.told).toEqual(['writer', 'reader']);
  expect(second.told).toEqual(['reader', 'waiting', 'writer']);
});

it('a page that is loaded again waits for its former self to go, and writes on', async () => {
  const former = tab();
  await former.turn.begin();
  const again = tab();
  const begun = again.turn.begin();
  await vi.waitFor(async () => expect((await navigator.locks.query()).pending).toHaveLength(1));
  former.turn.stop();
  expect(await begun).toBe('writer');
  expect(again.told).toEqual(['writer']);
});

it('row 22: a tab that does not answer loses its turn after ten seconds, not before', async () => {
  const first = tab(() => new Promise(() => undefined));
  const second = tab();
  await first.turn.begin();
  await second.turn.begin();
  const taken = second.turn.take();
  await vi.advanceTimersByTimeAsync(patienceMs - 1);
  expect(second.turn.get()).toBe('waiting');
  expect(first.turn.get()).toBe('writer');
  await vi.advanceTimersByTimeAsync(1);
  await taken;
  await vi.waitFor(() => expect(second.turn.get()).toBe('writer'));
  await vi.waitFor(() => expect(first.turn.get()).toBe('reader'));
  expect(await first.turn.isOurs()).toBe(false);
  expect(await second.turn.isOurs()).toBe(true);
});

it('row 20: a page that is kept for going back holds nobody up, and writes on if nobody else does', async () => {
  const kept = tab();
  const putAside = async () => {
    kept.turn.putAside();
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
  };
  await kept.turn.begin();
  await putAside();
  expect(await kept.turn.begin()).toBe('writer');
  await putAside();
  const other = tab();
  expect(await other.turn.begin()).toBe('writer');
  expect(await kept.turn.begin()).toBe('reader');
  expect(kept.told).toEqual(['writer', 'writer', 'reader']);
});
