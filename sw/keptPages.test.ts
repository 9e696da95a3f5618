// Pages of the server that this device keeps (offline.md 6.11): how long, of which build, and which ones.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptPagesCache } from '#shared/lib/worker/keptPages.ts';
import { pageAnswer, stubWorker } from './stubWorker.ts';

const files = [{ url: '/assets/app.js', revision: null, tier: 1 as const }];
const minute = 60_000;
const week = 7 * 24 * 60 * minute;
const start = Date.parse('2026-10-01T00:00:00Z');

let stores: ReturnType<typeof stubWorker>['stores'];
const ask = vi.fn(async (_path: string, _options: RequestInit) => pageAnswer('講座'));

/** The device after this time, ms. */
const after = (ms: number) => vi.setSystemTime(start + ms);

/** Somebody has seen a page. */
async function see(path: string): Promise<void> {
  const { keeper } = await import('./keptPages.ts');
  await keeper(path)(pageAnswer('講座'));
}

async function isShown(path: string): Promise<boolean> {
  const { findKeptPage } = await import('./keptPages.ts');
  return (await findKeptPage(path)) !== undefined;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  ask.mockClear();
  ({ stores } = stubWorker({ files }));
  vi.stubGlobal('fetch', ask);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a page is shown for seven days', async () => {
  await see('/course/1');
  after(week - minute);
  expect(await isShown('/course/1')).toBe(true);
  after(week);
  expect(await isShown('/course/1')).toBe(false);
});

it('a page of a former build is never an answer, and goes when the new build takes over', async () => {
  await see('/course/1');
  const { tell } = stubWorker({ build: 'b2', files, stores });
  vi.stubGlobal('fetch', async () => Response.json({ build: 'b2' }));
  expect(await isShown('/course/1')).toBe(false);
  expect(stores.has(keptPagesCache)).toBe(true);
  await import('./index.ts');
  await tell('activate');
  expect(stores.has(keptPagesCache)).toBe(false);
});

it('a page opened inside the app is kept as everybody sees it, and not asked for again at once', async () => {
  const { keepSeenPage } = await import('./keptPages.ts');
  await keepSeenPage('/course/3');
  expect(await isShown('/course/3')).toBe(true);
  expect(ask.mock.calls).toMatchObject([['/course/3', { credentials: 'omit' }]]);
  // The server need not make it anew for that.
  expect(ask.mock.calls[0]?.[1].cache).toBeUndefined();
  after(9 * minute);
  await keepSeenPage('/course/3');
  expect(ask).toHaveBeenCalledTimes(1);
  after(11 * minute);
  await keepSeenPage('/course/3');
  expect(ask).toHaveBeenCalledTimes(2);
});

it('today’s page is handed to the page that asks for it, and kept', async () => {
  const { answerRenewal, isKeptSince } = await import('./keptPages.ts');
  await see('/course/1');
  after(minute);
  expect(await isKeptSince('/course/1', start + minute)).toBe(false);
  const works: Promise<unknown>[] = [];
  const answer = await answerRenewal('/course/1', (work) => works.push(work));
  expect(await answer.text()).toContain('講座');
  await Promise.all(works);
  expect(await isKeptSince('/course/1', start + minute)).toBe(true);
  expect(ask.mock.calls).toMatchObject([['/course/1', { credentials: 'omit', cache: 'no-cache' }]]);
});

it('is the one that was asked for as the copy was opened; each visit has its own', async () => {
  const { answerRenewal, askAhead } = await import('./keptPages.ts');
  const works: Promise<unknown>[] = [];
  const later = (work: Promise<unknown>) => void works.push(work);
  ask.mockImplementationOnce(async () => pageAnswer('きょう'));
  askAhead('/course/1', later);
  expect(await (await answerRenewal('/course/1', later)).text()).toContain('きょう');
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await (await answerRenewal('/course/1', later)).text()).toContain('講座');
  expect(ask).toHaveBeenCalledTimes(2);
  await Promise.all(works);
});

it('without an answer of today the kept page stays', async () => {
  const { answerRenewal } = await import('./keptPages.ts');
  await see('/course/1');
  ask.mockRejectedValueOnce(new TypeError('no network'));
  const answer = await answerRenewal('/course/1', () => undefined);
  expect(answer.type).toBe('error');
  expect(await isShown('/course/1')).toBe(true);
});

it('a page whose answer is not to be stored any more goes: it is for members now', async () => {
  const { keeper } = await import('./keptPages.ts');
  await see('/notice/1');
  await keeper('/notice/1')(pageAnswer('お知らせ', { 'cache-control': 'no-store' }));
  expect(await isShown('/notice/1')).toBe(false);
});

it('a page that was kept by a clock in the future is as old as that is far', async () => {
  after(2 * week);
  await see('/course/1');
  after(0);
  expect(await isShown('/course/1')).toBe(false);
});

it.each(['/mypage', '/parent'])('%s is none of them', async (path) => {
  const { keepSeenPage } = await import('./keptPages.ts');
  await keepSeenPage(path);
  expect(ask).not.toHaveBeenCalled();
  expect(stores.has(keptPagesCache)).toBe(false);
});
