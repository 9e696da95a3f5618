import { expect, it } from 'vitest';
import { holdBusy, isBusy, whenNoTabIsBusy } from './busy.ts';

it('is busy as long as anybody is, and a hold is released once', () => {
  const video = holdBusy('video');
  const note = holdBusy('note');
  video();
  video();
  expect(isBusy.get()).toBe(true);
  note();
  expect(isBusy.get()).toBe(false);
});

it('what begins while an update waits is waited for too', async () => {
  const first = holdBusy('video');
  let isFree = false;
  const free = whenNoTabIsBusy(new AbortController().signal).then(() => {
    isFree = true;
  });
  const second = holdBusy('download');
  first();
  await navigator.locks.request('another turn', async () => undefined);
  await new Promise((resolve) => setTimeout(resolve));
  expect(isFree).toBe(false);
  second();
  await free;
  expect(isFree).toBe(true);
});
