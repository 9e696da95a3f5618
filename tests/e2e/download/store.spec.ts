import { createHash } from 'node:crypto';
import { limitStorage } from '../../offline-kit/storage.ts';
import { cachedAddresses, workerIsWarm } from '../../offline-kit/worker.ts';
import { bytesOf, expect, type Lesson, mib, test } from './fixtures.ts';

test.use({ isInstalled: true });

// Each keeps a whole lesson, some more than once.
test.slow();

const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const rangesOf = (requests: { headers: { range?: string | undefined } }[]) =>
  requests.map(({ headers }) => headers.range);
const piece = (n: number, size = 8 * mib - 1000) => `bytes=${n * mib}-${Math.min((n + 1) * mib, size) - 1}`;

/** What the device misses of the kept lesson is told. */
async function isMissed(lesson: Lesson): Promise<void> {
  await lesson.is('broken');
  await expect(lesson.status).toContainText('一部がなくなっています');
}

// offline.md 3.75
test('a tab that dies at 37 % costs nothing: the next one asks only for what is missing', async ({
  lesson,
}) => {
  lesson.after(3, { kind: 'stall' });
  await lesson.keep();
  await expect(lesson.status).toContainText('3.1 / 8.1 MB');
  await lesson.page.goto('about:blank');
  await lesson.site.network.reset();
  await lesson.open();
  await lesson.isReady();
  // A piece whose answer the dead tab was waiting for may be asked for once more, a stored one never.
  const asked = new Set(rangesOf(lesson.videoRequests()));
  expect([...asked].sort()).toEqual([3, 4, 5, 6, 7].map((n) => piece(n)));
  expect(await lesson.read()).toMatchObject({ status: 200 });
});

// offline.md 3.76
test('another version midway begins anew, and what is kept is the new one to the last byte', async ({
  lesson,
}) => {
  lesson.after(3, { kind: 'stall' });
  await lesson.keep();
  await expect(lesson.status).toContainText('3.1 / 8.1 MB');
  await lesson.press('一時停止');
  await lesson.is('paused', 'user');
  const next = bytesOf(5 * mib + 17, 2);
  lesson.storeVideo(next);
  lesson.site.network.behave();
  await lesson.press('再開する');
  await lesson.isReady();
  expect(await lesson.read()).toMatchObject({ status: 200, sum: sum(next) });
});

// offline.md 3.77
test('an address that ends midway is replaced, and the place in the file stays', async ({
  lesson,
  bytes,
}) => {
  lesson.after(5, { kind: 'answer', status: 403, body: '{}' }, 1);
  await lesson.keep();
  await lesson.isReady();
  const ranges = rangesOf(lesson.videoRequests());
  expect([...new Set(ranges)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => piece(n)));
  // Twice only what was refused, and what was on its way beside it.
  expect([9, 10]).toContain(ranges.length);
  expect(lesson.site.network.seen('GET', /^\/api\/lms\/offline\//)).toHaveLength(2);
  expect((await lesson.read()).sum).toBe(sum(bytes));
});

// offline.md 3.78
test('a piece that is cut short while the lesson is open is told by who misses it', { tag: '@long' }, async ({
  lesson,
}) => {
  await lesson.keep();
  await lesson.isReady();
  await lesson.losePiece(6, true);
  await expect(lesson.read()).rejects.toThrow();
  await isMissed(lesson);
});

// offline.md 3.79
test('after a cancel nothing is asked any more; what is removed is gone', async ({ lesson }) => {
  lesson.after(2, { kind: 'stall' });
  await lesson.keep();
  await expect(lesson.status).toContainText('2.1 / 8.1 MB');
  await lesson.press('やめる');
  await expect(lesson.status).toHaveCount(0);
  lesson.site.network.behave();
  const asked = lesson.videoRequests().length;
  await lesson.open();
  await expect(lesson.page.getByRole('button', { name: '「レッスン 1」を端末に保存' })).toBeVisible();
  // What the page we left had no time to delete goes when the downloader starts.
  await expect.poll(() => lesson.pieces()).toEqual([]);
  expect(lesson.videoRequests()).toHaveLength(asked);
  await lesson.keep();
  await lesson.isReady();
  await lesson.remove();
});

test('kept anew while its bytes are still being deleted, a lesson is whole all the same', {
  tag: '@long',
}, async ({ lesson, page }) => {
  await lesson.keep();
  await lesson.isReady();
  // A slow disk: pieces go only when we say so.
  await page.evaluate(() => {
    const disk = window as typeof window & { letGo: () => void };
    const isFree = new Promise<void>((resolve) => {
      disk.letGo = resolve;
    });
    const drop = Cache.prototype.delete;
    Cache.prototype.delete = async function (...piece) {
      await isFree;
      return drop.apply(this, piece);
    };
  });
  await lesson.press('端末から消す');
  await page.getByRole('dialog').getByRole('button', { name: '端末から消す' }).click();
  await expect(lesson.status).toHaveCount(0);
  await page.getByRole('button', { name: '「レッスン 1」を端末に保存' }).click();
  await page.getByRole('button', { name: /^保存を始める/ }).click();
  const waits = () =>
    page.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query();
      return pending.filter(({ name }) => name?.startsWith('kept-lessons:')).length;
    });
  await expect.poll(waits).toBe(1);
  await page.evaluate(() => (window as typeof window & { letGo: () => void }).letGo());
  await lesson.isReady();
  expect((await lesson.pieces()).length).toBeGreaterThanOrEqual(8);
});

// offline.md 3.71, 3.74, 3.78
test('kept bytes are answered exactly as they are asked for; one lost piece: in need of repair; one lost while the lesson is open is told by who misses it; what a logout that was cut short left behind is swept', async ({
  lesson,
  bytes,
}) => {
  const { page } = lesson;
  await lesson.keep();
  await lesson.isReady();

  await test.step('each range is answered to the byte', async () => {
    const size = bytes.length;
    const parts: [range: string, from: number, to: number][] = [
      ['bytes=0-1', 0, 1],
      ['bytes=5-5', 5, 5],
      ['bytes=-3', size - 3, size - 1],
      [`bytes=${mib - 2}-${mib + 1}`, mib - 2, mib + 1],
      ['bytes=0-', 0, size - 1],
      [`bytes=${3 * mib + 1}-`, 3 * mib + 1, size - 1],
      [`bytes=${size - 1}-${size + 500}`, size - 1, size - 1],
    ];
    for (const [range, from, to] of parts) {
      expect(await lesson.read(range)).toEqual({
        status: 206,
        range: `bytes ${from}-${to}/${size}`,
        length: String(to - from + 1),
        size: to - from + 1,
        sum: sum(bytes.subarray(from, to + 1)),
      });
    }
    expect(await lesson.read()).toMatchObject({ status: 200, range: null, sum: sum(bytes) });
    expect(await lesson.read(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` });
  });

  await test.step('what a logout that was cut short left behind is swept at the next start', async () => {
    const pieces = (await lesson.pieces()).length;
    await page.evaluate(async () => {
      await (await caches.open('dl-0123456789abcdef')).put(
        '/__chunk/1/1/0',
        new Response('of a former learner'),
      );
    });
    await lesson.open();
    await expect.poll(() => page.evaluate(() => caches.has('dl-0123456789abcdef'))).toBe(false);
    expect(await lesson.pieces()).toHaveLength(pieces);
  });

  await test.step('a lost piece is noticed at the next start, and the repair asks for that piece alone', async () => {
    await lesson.isReady();
    await lesson.losePiece(6);
    await lesson.open();
    await isMissed(lesson);
    lesson.site.network.forget();
    await lesson.press('修復する');
    await lesson.isReady();
    expect(rangesOf(lesson.videoRequests())).toEqual([piece(6)]);
    expect((await lesson.read()).sum).toBe(sum(bytes));
  });

  await test.step('one that is lost while the lesson is open is told by who misses it', async () => {
    await lesson.losePiece(6);
    await expect(lesson.read()).rejects.toThrow();
    await isMissed(lesson);
  });
});

// offline.md 3.52
test('a full storage pauses with words, keeps what is there, and goes on when there is room', async ({
  lesson,
}) => {
  await workerIsWarm(lesson.page);
  const usage = await lesson.page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await limitStorage(lesson.page, usage + 4 * mib);
  await lesson.keep();
  await lesson.is('paused', 'quota');
  await expect(lesson.status).toContainText('端末の空きが足りない');
  await expect(lesson.status.getByRole('link', { name: '上限と保存した授業を見る' })).toBeVisible();
  expect((await lesson.pieces()).length).toBeGreaterThan(0);
  await limitStorage(lesson.page, usage + 200 * mib);
  await lesson.press('再開する');
  await lesson.isReady();
});

// offline.md 3.80
test('when the licence has ended the media are closed, notes and marks stay, and a renewal opens them again', async ({
  lesson,
}) => {
  const { page, site } = lesson;
  await lesson.keep();
  await lesson.isReady();
  await page.getByRole('tab', { name: /メモ/ }).click();
  await page.getByLabel('メモを書く').fill('期限の後も読める');
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByTestId('note-item')).toContainText('期限の後も読める');
  await site.network.disconnect();
  await page.clock.install({ time: Date.now() + 8 * 24 * 60 * 60 * 1000 });
  await lesson.open();
  await lesson.is('expired');
  await page.getByRole('tab', { name: /メモ/ }).click();
  await expect(page.getByTestId('note-item')).toContainText('期限の後も読める');
  // The worker does not go by the page's clock: its own has passed the end.
  const address = await lesson.keptAddress();
  const answer = await page.evaluate(async (url) => {
    for (const name of (await caches.keys()).filter((one) => one.startsWith('dl-'))) {
      const cache = await caches.open(name);
      for (const { url: key } of await cache.keys()) {
        if (new URL(key).pathname.startsWith('/__licence/'))
          await cache.put(new URL(key).pathname, Response.json({ validUntil: 1 }));
      }
    }
    const response = await fetch(url);
    return { status: response.status, body: await response.json() };
  }, address);
  expect(answer).toEqual({ status: 403, body: { code: 'license_ended' } });
  await page.clock.setSystemTime(Date.now());
  await site.network.connect();
  await lesson.open();
  await lesson.isReady();
  expect((await lesson.read('bytes=0-1')).status).toBe(206);
});

test('another learner gets nothing of it: closed after a forced end, gone after a logout', async ({
  lesson,
  learner,
}) => {
  const { page, site } = lesson;
  await lesson.keep();
  await lesson.isReady();
  const address = await lesson.keptAddress();
  const status = () => page.evaluate(async (url) => (await fetch(url)).status, address);
  expect(await status()).toBe(200);
  const body = JSON.stringify({ code: 'unauthorized', detail: '', request_id: '' });
  const headers = { 'content-type': 'application/json' };
  site.network.when('*', /^\/(api|accounts)\//, { kind: 'answer', status: 401, headers, body });
  await page.reload();
  await page.waitForURL('**/login**');
  await expect.poll(status).toBe(403);
  site.network.behave();
  await page.getByTestId('login-id').fill(learner.email);
  await page.getByTestId('login-password').fill(learner.password);
  await page.getByTestId('login-submit').click();
  await lesson.isReady();
  // The lesson counted as ready before: the worker is told of the new session a little later.
  await expect.poll(status).toBe(200);
  await site.open(page, '/mypage/settings');
  await page.getByTestId('logout').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/mypage'));
  await expect
    .poll(async () => (await cachedAddresses(page)).filter((one) => one.startsWith('dl-')))
    .toEqual([]);
  expect(await status()).toBe(403);
});

test('a session that is being written down while it ends leaves nothing behind', async ({ lesson }) => {
  const { page, site } = lesson;
  await lesson.keep();
  await lesson.isReady();
  await site.open(page, '/mypage/settings');
  // The page names its learner to the worker each time it comes to the front: this time the browser takes its time.
  const written = page.evaluate(async () => {
    const open = CacheStorage.prototype.open;
    const gate = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    CacheStorage.prototype.open = async function (name) {
      if (name !== 'dl-session') return open.call(this, name);
      CacheStorage.prototype.open = open;
      Object.assign(globalThis, { isWriteHeld: true });
      await gate.promise;
      const cache = await open.call(this, name);
      const put = cache.put.bind(cache);
      let writing = Promise.resolve();
      cache.put = (...entry) => {
        writing = put(...entry);
        return writing;
      };
      setTimeout(() => done.resolve(writing));
      return cache;
    };
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => addEventListener('let-write', resolve, { once: true }));
    gate.resolve();
    await done.promise;
  });
  await page.waitForFunction(() => 'isWriteHeld' in globalThis);
  await page.getByTestId('logout').click();
  await page.waitForURL((url) => !url.pathname.startsWith('/mypage'));
  const left = async () => (await cachedAddresses(page)).filter((one) => one.startsWith('dl-'));
  await expect.poll(left).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event('let-write')));
  await written;
  expect(await left()).toEqual([]);
});
