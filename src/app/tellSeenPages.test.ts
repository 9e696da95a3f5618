import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RouterState, setRouter } from './navigator.ts';
import { tellSeenPages } from './tellSeenPages.ts';

const isLineSpared = vi.hoisted(() => {
  // Outside of a build there is no worker to be told.
  Object.assign(globalThis, { __BUILD_ID__: 'b1' });
  return vi.fn(() => false);
});
vi.mock('#shared/lib/account/isLineSpared.ts', () => ({ isLineSpared }));

/** A page needs this time to count as seen, ms. */
const lookedAtMs = 2000;
const post = vi.fn();
let hear: (state: RouterState) => void = () => undefined;

const at = (pathname: string, next?: string) => {
  const navigation = next === undefined ? {} : { location: { pathname: next } };
  return { location: { pathname }, navigation } as RouterState;
};
const told = () => post.mock.calls.map(([message]) => message);
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  post.mockClear();
  isLineSpared.mockReturnValue(false);
  const ready = Promise.resolve({ active: { postMessage: post } });
  vi.stubGlobal('navigator', { serviceWorker: { ready } });
  setRouter({
    navigate: () => undefined,
    state: at('/course'),
    subscribe: (listener) => {
      hear = listener;
      return () => undefined;
    },
  });
  tellSeenPages();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the worker is told of the page that stands and of each that is opened inside the app', async () => {
  await wait(lookedAtMs);
  expect(told()).toEqual([{ type: 'seen', path: '/course' }]);
  hear(at('/course', '/course/1'));
  hear(at('/course/1'));
  // Another query of the same page is no other page.
  hear(at('/course/1'));
  await wait(lookedAtMs);
  expect(told().slice(1)).toEqual([{ type: 'seen', path: '/course/1' }]);
});

it('not of one that was left at once, nor of one that is still on its way', async () => {
  hear(at('/course/1'));
  await wait(lookedAtMs - 1);
  hear(at('/course/2'));
  // A page that leads on at once is never on the screen.
  hear(at('/course/3', '/course/2'));
  await wait(lookedAtMs);
  expect(told()).toEqual([{ type: 'seen', path: '/course/2' }]);
});

it('of none where nothing may be fetched ahead', async () => {
  isLineSpared.mockReturnValue(true);
  await wait(lookedAtMs);
  expect(told()).toEqual([]);
});
