import type { Page } from '@playwright/test';
import { bytesOf, expect, keeping, test } from '../download/fixtures.ts';
import { goWithin } from '../goWithin.ts';
import type { Site } from '../offline/fixtures.ts';
import type { Learner } from '../offline/questions.ts';
import { rowsHere } from '../rowsHere.ts';

test.use({ isInstalled: true });

// Each keeps lessons, some several times.
test.slow();

/** What keeps a download from going on although everything works: other devices, the line, the cap, another tab. */

const small = 200_000;
test.use({ bytes: async ({ locale: _ }, use) => use(bytesOf(small, 1)) });

const items = (page: Page) => page.getByTestId('download-item');
const ready = (page: Page) => page.locator('[data-testid=download-item][data-state=ready]');
const manifests = (site: Site) => site.network.seen('GET', /^\/api\/lms\/offline\/\d+\/$/).length;

test('who has lost a device takes it off the list where the refusal stands, and the download goes on', async ({
  lesson,
  learner,
  site,
}) => {
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  for (const [place, device] of ['古いスマホ', 'タブレット', '学校のパソコン'].entries()) {
    await site.rows(
      `insert into offline_devices (user_id, device_id, name, created, renewed, valid_until)
       values (${learner.id}, 'device-${place}', '${device}', now(), now(), '${until(place + 2)}')`,
    );
  }
  await lesson.keep();
  await lesson.is('paused', 'devices');
  const places = lesson.page.getByTestId('device-place');
  await expect(places).toHaveText([/^古いスマホ最後に使った日時/, /^タブレット/, /^学校のパソコン/]);
  await expect(lesson.status).toContainText('1台分が空きます。');
  await expect(lesson.status.getByRole('link', { name: 'ログイン中の端末を見る' })).toHaveAttribute(
    'href',
    '/mypage/settings/devices',
  );
  await goWithin(lesson.page, '/mypage/download');
  // The page before shows the same three.
  await expect(lesson.page.getByRole('heading', { level: 1, name: 'ダウンロード' })).toBeVisible();
  await expect(places).toHaveCount(3);
  await lesson.page.getByRole('button', { name: '古いスマホを外す' }).click();
  await lesson.page.getByRole('dialog').getByRole('button', { name: '外す' }).click();
  await expect(ready(lesson.page)).toHaveCount(1, keeping);
  await expect(places).toHaveCount(0);
  const left = await site.rows<{ name: string }>(
    `select name from offline_devices where user_id = ${learner.id} and name <> '' order by name`,
  );
  expect(left.map(({ name }) => name)).toEqual(['タブレット', '学校のパソコン']);
});

test('while three other devices keep lessons nothing is fetched, in words; when one is free it goes on', {
  tag: '@long',
}, async ({ lesson, learner, site }) => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  for (const device of ['phone', 'tablet', 'school']) {
    await site.rows(
      `insert into offline_devices (user_id, device_id, name, created, renewed, valid_until)
       values (${learner.id}, '${device}', '${device}', now(), now(), '${until}')`,
    );
  }
  await lesson.keep();
  await lesson.is('paused', 'devices');
  await expect(lesson.status).toContainText('ほかの3台の端末に保存中です。');
  expect(lesson.videoRequests()).toEqual([]);
  expect(await lesson.pieces()).toEqual([]);
  await site.rows(`delete from offline_devices where user_id = ${learner.id} and device_id = 'tablet'`);
  await lesson.press('再開する');
  await lesson.isReady();
});

/**
 * The page believes to be on this line, as Chromium on a phone says it. No browser on a computer has a mobile line, and
 * none lets a test change what it says of its own.
 */
async function onLine(page: Page, type: 'cellular' | 'wifi'): Promise<void> {
  await page.addInitScript((first) => {
    const line = Object.assign(new EventTarget(), { type: first, saveData: false });
    Object.defineProperty(navigator, 'connection', { value: line });
  }, type);
}

/** The phone finds another line. */
function changeLine(page: Page, type: 'cellular' | 'wifi'): Promise<void> {
  return page.evaluate((next) => {
    const { connection } = navigator as unknown as { connection: EventTarget & { type: string } };
    connection.type = next;
    connection.dispatchEvent(new Event('change'));
  }, type);
}

test('on a mobile line the learner’s Wi-Fi switch decides: off it is fetched, on it waits for Wi-Fi or a tap', async ({
  lesson,
  learner,
  page,
  site,
}) => {
  await onLine(page, 'cellular');
  await lesson.open();
  await lesson.keep();
  await lesson.isReady();
  await lesson.remove();

  await site.open(page, '/mypage/settings');
  const wifiOnly = page.getByRole('switch', { name: '先読みはWi-Fiのときだけ' });
  await wifiOnly.press('Space');
  await expect(wifiOnly).toBeChecked();
  // On screen at once, in the queue a moment later: leaving the page before that would take it along.
  const wish = `select preference->>'wifi_only' as wish from users where id = ${learner.id}`;
  await expect.poll(() => site.rows(wish)).toEqual([{ wish: 'true' }]);
  await expect.poll(() => rowsHere(page, 'outbox')).toEqual([]);
  await lesson.open();
  site.network.forget();
  await lesson.keep();
  await lesson.is('paused', 'metered');
  await expect(lesson.status).toContainText('Wi-Fiにつながるのを待っています。');
  expect(lesson.videoRequests()).toEqual([]);
  await changeLine(page, 'wifi');
  await lesson.isReady();
  await lesson.remove();

  await changeLine(page, 'cellular');
  await lesson.keep();
  await lesson.is('paused', 'metered');
  await lesson.press('Wi-Fiなしで続ける');
  await lesson.isReady();
});

test('the Wi-Fi switch counts as it shows, also before the server knows of it; leaving Wi-Fi stops what is on its way', {
  tag: '@long',
}, async ({ lesson, page, site }) => {
  await onLine(page, 'wifi');
  await site.open(page, '/mypage/settings');
  site.network.when('PATCH', /\/accounts\/user\/$/, { kind: 'stall' });
  await page.getByRole('switch', { name: '先読みはWi-Fiのときだけ' }).press('Space');
  await expect.poll(() => rowsHere(page, 'outbox')).toHaveLength(1);
  await lesson.open();
  lesson.after(0, { kind: 'hold-answer' });
  await lesson.keep();
  await expect.poll(() => lesson.videoRequests().length).toBe(1);
  await changeLine(page, 'cellular');
  await lesson.is('paused', 'metered');
  await expect.poll(() => lesson.videoRequests().map(({ state }) => state)).toEqual(['over']);
  site.network.when('GET', /^\/media\//, { kind: 'delay', ms: 0 });
  site.network.release();
  await changeLine(page, 'wifi');
  await lesson.isReady();
});

/** Chooses to keep the next lessons of the first course ahead, whatever the line. */
async function keepNext(page: Page, site: Site, learner: Learner, count: number): Promise<void> {
  await site.open(page, '/mypage/settings/storage');
  await page
    .getByLabel(`「${learner.courses[0]?.name}」の次のレッスンを自動で保存`)
    .selectOption({ label: `次の${count}レッスン` });
  await page.getByRole('button', { name: 'いつでも' }).click();
  // Said from what is stored: whoever leaves the page before it loses the answer.
  await expect(page.getByText('自動の保存はモバイル通信でも行います。')).toBeVisible();
}

/** How many tabs look after the next lessons now: at work, or waiting for their turn. One may want to look twice. */
function looks(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const those = [...held, ...pending].filter(({ name }) => name?.startsWith('keep-next:'));
    return new Set(those.map(({ clientId }) => clientId)).size;
  });
}

test('two tabs that keep the next lessons at once ask for each of them once', { tag: '@long' }, async ({
  lesson,
  learner,
  page,
  secondTab,
  site,
}) => {
  for (const number of [2, 3])
    site.storeMedia(lesson.videoPath.replace('1.mp4', `${number}.mp4`), bytesOf(small, number));
  const other = await secondTab();
  await site.open(other, '/mypage/download');
  await expect(other.getByTestId('list-empty')).toBeVisible();
  site.network.forget();
  site.network.when('GET', /^\/api\/lms\/offline\/\d+\/$/, { kind: 'hold-request' });
  await keepNext(page, site, learner, 3);
  await expect.poll(async () => Math.max(await looks(page), manifests(site))).toBe(2);
  expect(manifests(site)).toBe(1);
  site.network.behave();
  site.network.release();
  await expect(ready(other)).toHaveCount(3, keeping);
  await expect.poll(() => looks(page)).toBe(0);
  const asked = site.network
    .seen('GET', /^\/media\/.*\.mp4/)
    .filter(({ headers }) => headers['sec-fetch-dest'] === 'empty')
    .map(({ path }) => path);
  expect(asked.sort()).toEqual(
    [1, 2, 3].map((n) => `/media/${lesson.videoPath.replace('1.mp4', `${n}.mp4`)}`),
  );
});

/** Sets a cap smaller than any the screen offers: lessons of a test are small. */
function setCap(page: Page, bytes: number): Promise<void> {
  return page.evaluate(async (value) => {
    const own = (await indexedDB.databases()).find(({ name }) => name?.startsWith('u_'));
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(own?.name ?? '');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const writing = opening.result.transaction('meta', 'readwrite');
        writing.objectStore('meta').put({ key: 'download.cap', value });
        writing.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  }, bytes);
}

test('at the cap the next lessons stop short of it, and a lesson chosen by hand waits in words', async ({
  lesson,
  learner,
  page,
  site,
}) => {
  const [course] = learner.courses;
  for (const number of [2, 3])
    site.storeMedia(lesson.videoPath.replace('1.mp4', `${number}.mp4`), bytesOf(small, number));
  // Two lessons with what they share: 200 + 200 + 130 kB.
  await setCap(page, 3 * small);
  await keepNext(page, site, learner, 3);
  await site.open(page, '/mypage/download');
  await expect(ready(page)).toHaveCount(2, keeping);
  await expect(items(page)).toHaveCount(2);
  await expect(items(page).filter({ hasText: 'レッスン 3' })).toHaveCount(0);

  await site.open(page, `/mypage/lecture/${course?.inventory}?lesson=${course?.lessons[2]}`);
  await page.getByRole('button', { name: '「レッスン 3」を端末に保存' }).click();
  await page.getByRole('button', { name: /^保存を始める/ }).click();
  await lesson.is('paused', 'cap');
  await expect(lesson.status).toContainText('保存に使う上限に達した');
  await expect(lesson.status).toContainText('保存した分は残っています');
  await expect(lesson.status).not.toContainText('空きが足りない');
  await lesson.status.getByRole('link', { name: '上限と保存した授業を見る' }).click();
  await page.waitForURL('**/mypage/settings/storage');
  const used = Number(await page.getByTestId('used-bytes').getAttribute('data-bytes'));
  expect(used).toBeGreaterThan(2 * small);
  expect(used).toBeLessThanOrEqual(3 * small);
  // A higher one lets go on what waited for it.
  await page.getByRole('combobox', { name: '保存に使う上限' }).selectOption(String(1024 ** 3));
  await expect
    .poll(async () => Number(await page.getByTestId('used-bytes').getAttribute('data-bytes')))
    .toBeGreaterThan(used);
  await site.open(page, `/mypage/lecture/${course?.inventory}?lesson=${course?.lessons[2]}`);
  await lesson.isReady();
});
