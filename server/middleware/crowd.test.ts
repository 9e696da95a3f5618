import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AppEnv } from '../deps.ts';
import { attemptRoutes } from '../routes/attempt/routes.ts';
import { createTestApp } from '../testing/createTestApp.ts';
import { Crowd, refuseCrowd } from './crowd.ts';
import { onError } from './failure.ts';

let time = 0;

/** A crowd that has ended so many calls, one each millisecond until now, and works on so many others. */
function crowdOf({ ended, underWay }: { ended: number; underWay: number }) {
  time = 1_000_000;
  const crowd = new Crowd({ now: () => time });
  const ends: (() => void)[] = [];
  const begin = () => crowd.count(() => new Promise<void>((resolve) => void ends.push(resolve)));
  const calls = Array.from({ length: ended + underWay }, begin);
  const start = async () => {
    for (let n = 0; n < ended; n += 1) {
      time += 1;
      ends[n]?.();
      await calls[n];
    }
    return crowd;
  };
  return start();
}

describe('a crowd of calls', () => {
  it.each([
    ['as many as were ended within two seconds', 500, 499, false],
    ['more than that', 500, 501, true],
    ['a few, whatever was ended', 0, 199, false],
    ['many after a rest', 0, 200, true],
  ])('is judged by what it works off: %s', async (_, ended, underWay, isTooLarge) => {
    const crowd = await crowdOf({ ended, underWay });
    expect(crowd.isTooLarge()).toBe(isTooLarge);
  });

  it('forgets what was ended earlier', async () => {
    const crowd = await crowdOf({ ended: 500, underWay: 300 });
    expect(crowd.isTooLarge()).toBe(false);
    time += 1600;
    expect(crowd.isTooLarge()).toBe(false);
    time += 300;
    expect(crowd.isTooLarge()).toBe(true);
  });

  it('gives turns to those who have to come again, one after the other, at its pace', async () => {
    const crowd = await crowdOf({ ended: 1000, underWay: 1000 });
    const turns = Array.from({ length: 2000 }, () => crowd.turn(2));
    // 500 a second.
    expect([turns[0], turns[499], turns[500], turns[999], turns[1999]]).toEqual([3, 3, 4, 4, 6]);
    time += 3000;
    expect(crowd.turn(2)).toBe(4);
    for (let n = 0; n < 100_000; n += 1) crowd.turn(2);
    expect(crowd.turn(2)).toBe(60);
    time += 60_000;
    expect(crowd.turn(5)).toBe(6);
  });

  it('counts no call that has ended, however it ended', async () => {
    time = 0;
    const crowd = new Crowd({ now: () => time });
    let fail: (error: Error) => void = () => undefined;
    const failed = new Promise<void>((_, reject) => {
      fail = reject;
    });
    const calls = Array.from({ length: 200 }, () => crowd.count(() => failed));
    expect(crowd.isTooLarge()).toBe(true);
    fail(new Error('no connection'));
    await Promise.allSettled(calls);
    expect(crowd.isTooLarge()).toBe(false);
  });
});

describe('while the takers of exams are too many', () => {
  it.each([
    ['a start', 'POST', '/1/attempt/', 3],
    ['a save', 'PUT', '/1/attempt/x/answers/', 6],
    ['a hand-in', 'POST', '/1/attempt/x/submit/', 6],
  ])('%s is put off, before anything is asked of the database', async (_, method, path, wait) => {
    const { deps } = await createTestApp();
    const crowd = await crowdOf({ ended: 0, underWay: 200 });
    const app = new Hono<AppEnv>().route('/', attemptRoutes(deps, ['university'], crowd));
    app.onError(onError(deps));
    const answer = await app.request(path, { method });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('Retry-After')).toBe(String(wait));
    expect(await answer.json()).toMatchObject({ code: 'busy', retry_after: wait });
    // Who only looks is answered.
    expect((await app.request('/1/attempt/x/')).status).toBe(401);
  });

  it('a call that got no connection to the database is put off, too, and another failure is none', async () => {
    const crowd = await crowdOf({ ended: 0, underWay: 0 });
    const app = new Hono<AppEnv>().use(refuseCrowd(crowd, 5));
    // As the driver's pool says it, and what drizzle makes of it.
    const cause = new Error('timeout exceeded when trying to connect');
    app.post('/out', () => Promise.reject(new Error('Failed query', { cause })));
    app.post('/broken', () => Promise.reject(new Error('broken')));
    app.onError(onError((await createTestApp()).deps));
    const answer = await app.request('/out', { method: 'POST' });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '6']);
    expect(await answer.json()).toMatchObject({ code: 'busy', retry_after: 6 });
    expect((await app.request('/broken', { method: 'POST' })).status).toBe(500);
  });
});
