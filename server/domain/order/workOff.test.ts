import { expect, it } from 'vitest';
import { workOff } from './workOff.ts';

/** Hands out these numbers, some at a time, and then nothing any more. */
const claimsOf =
  (...claims: number[][]) =>
  async () =>
    claims.shift() ?? [];

it('one that fails is reported, and stops neither those beside it nor those after it', async () => {
  const done: number[] = [];
  const failed: [number, unknown][] = [];
  const broken = new Error('broken');
  let goOn: () => void = () => undefined;
  const isReported = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await workOff(
    new AbortController().signal,
    claimsOf([1, 2, 3], [4]),
    async (n) => {
      if (n === 2) throw broken;
      // The others of its turn are still at work when it fails.
      if (n !== 4) await isReported;
      done.push(n);
    },
    (n, error) => {
      failed.push([n, error]);
      goOn();
    },
  );
  expect(done).toEqual([1, 3, 4]);
  expect(failed).toEqual([[2, broken]]);
});

it('a process that stops ends what it has claimed, and claims no more', async () => {
  const stop = new AbortController();
  const done: number[] = [];
  await workOff(
    stop.signal,
    claimsOf([1, 2], [3]),
    async (n) => {
      stop.abort();
      done.push(n);
    },
    () => undefined,
  );
  expect(done).toEqual([1, 2]);
});
