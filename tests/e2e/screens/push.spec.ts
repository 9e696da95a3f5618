import type { Page, Worker } from '@playwright/test';
import { dumpDatabases } from '../../offline-kit/databases.ts';
import { deliverPush, shownNotifications, tapNotification } from '../../offline-kit/installed.ts';
import { workerControls } from '../../offline-kit/worker.ts';
import { type DemoSite, expect, test } from './fixtures.ts';

const endpoint = 'https://push.example.jp/subscription-of-this-browser';
const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'c'.repeat(22) };

/** A browser whose push service answers: the real one is out of reach of tests. Counts what the app asks for. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript(
    ([address, secrets]) => {
      let subscription: object | null = null;
      PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
      PushManager.prototype.subscribe = async (options) => {
        const { applicationServerKey } = options as { applicationServerKey: Uint8Array };
        subscription = {
          endpoint: address,
          options: { applicationServerKey: applicationServerKey.buffer },
          toJSON: () => ({ endpoint: address, keys: secrets }),
          unsubscribe: async () => {
            subscription = null;
            sessionStorage.setItem('test.unsubscribed', 'yes');
            return true;
          },
        };
        return subscription as PushSubscription;
      };
    },
    [endpoint, keys] as const,
  );
}

const browsersOf = (site: DemoSite, { id }: { id: number }) =>
  site.rows<{ kinds: string[]; revoked: string | null }>(
    `select s.kinds, l.revoked from push_subscriptions s join sessions l on l.id = s.session_id where s.user_id = ${id}`,
  );
const notice = (fields = {}) =>
  JSON.stringify({
    kind: 'notice',
    title: '夏期講習の受付',
    body: 'お知らせが届きました。',
    path: '/mypage/notice',
    tag: 'notice:1',
    unread: 3,
    ...fields,
  });

/** The worker loads a page anew that does not answer within 1.5 s; one that is only busy gets the time it needs. */
async function withPatientWorker(page: Page): Promise<void> {
  const context = page.context();
  const worker: Worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const set = globalThis.setTimeout.bind(globalThis) as (work: () => void, ms?: number) => number;
    Object.assign(globalThis, { setTimeout: (work: () => void, ms = 0) => set(work, ms * 100) });
  });
}

// offline.md 3.85
test('every push is shown, whatever it carries, and a tap opens its page without a load', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({
    as: student,
    at: '/mypage',
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  });
  await workerControls(page);
  await withPatientWorker(page);
  // With the first load of the lists the page begins to follow what is tapped.
  await site.network.arrival('GET', '/api/lms/check/');
  await deliverPush(page, notice());
  await expect
    .poll(() => shownNotifications(page))
    .toMatchObject([
      {
        title: '夏期講習の受付',
        body: 'お知らせが届きました。',
        tag: 'notice:1',
        data: { path: '/mypage/notice' },
      },
    ]);
  await page.evaluate(() => {
    document.documentElement.dataset.loaded = 'once';
  });
  await tapNotification(page);
  await page.waitForURL('**/mypage/notice');
  await expect(page.locator('html')).toHaveAttribute('data-loaded', 'once');
  await expect.poll(() => shownNotifications(page)).toEqual([]);
  // One takes the place of the other, as they have one tag. Closed between them, the late end of one takes the next along.
  let last = 0;
  const shownSince = async () => (await shownNotifications(page)).filter(({ timestamp }) => timestamp > last);
  for (const broken of ['', '{"title": 3', '[]', '{"path":"https://evil.example.com/","title":" "}']) {
    await deliverPush(page, broken);
    await expect.poll(shownSince).toMatchObject([{ title: 'コノマナビ' }]);
    last = (await shownNotifications(page))[0]?.timestamp ?? 0;
  }
  await deliverPush(page, notice({ path: 'https://evil.example.com/', tag: 'konomanavi' }));
  await expect.poll(shownSince).toMatchObject([{ title: '夏期講習の受付' }]);
  await page.getByRole('link', { name: 'コノマナビ ホーム' }).first().click();
  await page.waitForURL('**/mypage');
  await tapNotification(page);
  await page.waitForURL('**/mypage/notice');
});

test('notifications are asked for by a tap, known to the server, and over with the logout', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({
    as: null,
    at: '/icons/favicon.svg',
    serviceWorkers: 'allow',
    permissions: ['notifications'],
    storageState: site.stateOf(student),
  });
  await withPushService(page);
  await page.addInitScript(() => {
    const badge: (number | 'none')[] = [];
    Object.assign(globalThis, { shownBadge: badge });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => badge.push(count),
      clearAppBadge: async () => badge.push('none'),
    });
  });
  const badge = () =>
    page.evaluate(() => (globalThis as unknown as { shownBadge: unknown[] }).shownBadge.at(-1));
  await page.goto(`${site.network.origin}/mypage/settings`);
  await workerControls(page);
  await expect.poll(badge).toBeGreaterThan(0);
  expect(await browsersOf(site, student)).toEqual([]);
  const kind = (name: string) => page.getByRole('switch', { name });
  // While a choice is on its way the switches take no key.
  const isDone = () => expect(kind('お知らせ')).toBeEnabled();
  await expect(page.getByRole('combobox', { name: '通知しない時間の始まり' })).toBeHidden();
  await kind('お知らせ').press('Space');
  await expect(page.getByText('設定を保存しました。')).toBeVisible();
  await isDone();
  await kind('学習リマインド').press('Space');
  await expect(kind('学習リマインド')).toBeChecked();
  await expect
    .poll(() => browsersOf(site, student))
    .toEqual([{ kinds: ['notice', 'reminder'], revoked: null }]);
  await page.getByRole('combobox', { name: 'リマインドの時刻' }).selectOption('20:30');
  await page.getByRole('combobox', { name: '通知しない時間の終わり' }).selectOption('6:00');
  const wish = `select preference->>'remind_at' as at, preference->>'quiet_to' as until from users where id = ${student.id}`;
  await expect.poll(() => site.rows(wish)).toEqual([{ at: '20:30', until: '06:00' }]);
  await isDone();
  await kind('お知らせ').press('Space');
  await expect.poll(() => browsersOf(site, student)).toMatchObject([{ kinds: ['reminder'] }]);
  await isDone();
  // With work that waits the logout would ask first.
  await expect.poll(async () => JSON.stringify(await dumpDatabases(page))).toContain('"outbox":[]');
  await page.getByTestId('logout').click();
  await page.waitForURL('**/login');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('test.unsubscribed'))).toBe('yes');
  await expect.poll(badge).toBe('none');
  const left = await browsersOf(site, student);
  expect(left.every(({ revoked }) => revoked !== null)).toBe(true);
});

type Setting = 'granted' | 'denied' | 'prompt';

/**
 * Sets the permission of the page's site as the learner does in the browser's settings. Chromium tells the page of each
 * change. What a session of its tools has set ends with that session, so this one stays open.
 */
async function permissionOf(page: Page): Promise<(setting: Setting) => Promise<void>> {
  const tools = await page.context().newCDPSession(page);
  // Without the context this would be the permission of another one, which no page of the test lives in.
  const { browserContextId } = (await tools.send('Target.getTargetInfo')).targetInfo;
  const { origin } = new URL(page.url());
  return async (setting) => {
    const permission = { name: 'notifications' };
    await tools.send('Browser.setPermission', { permission, setting, origin, browserContextId });
  };
}

test('blocked notifications are explained, and allowed again the switches are back as they were', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({
    as: null,
    at: '/icons/favicon.svg',
    serviceWorkers: 'allow',
    permissions: ['notifications'],
    storageState: site.stateOf(student),
  });
  await withPushService(page);
  await page.goto(`${site.network.origin}/mypage/settings`);
  await workerControls(page);
  const kind = (name: string) => page.getByRole('switch', { name });
  await kind('お知らせ').press('Space');
  await expect(kind('お知らせ')).toBeChecked();
  await expect.poll(() => browsersOf(site, student)).toEqual([{ kinds: ['notice'], revoked: null }]);
  await expect(kind('お知らせ')).toBeEnabled();

  const permit = await permissionOf(page);
  await permit('denied');
  const blocked = page.getByTestId('push-blocked');
  await expect(blocked).toContainText('通知がブロックされています');
  await expect(blocked.getByRole('listitem')).toHaveCount(3);
  await expect(blocked).toContainText('アドレスの左にあるマーク');
  await expect(kind('お知らせ')).toBeHidden();
  await expect.poll(() => browsersOf(site, student)).toEqual([]);

  await permit('granted');
  await expect(kind('お知らせ')).toBeChecked();
  await expect(kind('学習リマインド')).not.toBeChecked();
  await expect(blocked).toBeHidden();
  await expect.poll(() => browsersOf(site, student)).toEqual([{ kinds: ['notice'], revoked: null }]);
});

for (const [event, target] of [
  ['focus', 'window'],
  ['pageshow', 'window'],
  ['visibilitychange', 'document'],
] as const) {
  test(`a browser that does not tell of a changed permission is asked again at ${event}`, {
    tag: event === 'focus' ? [] : '@long',
  }, async ({ site, visit, student }) => {
    const page = await visit({
      as: null,
      at: '/icons/favicon.svg',
      serviceWorkers: 'allow',
      permissions: ['notifications'],
      storageState: site.stateOf(student),
    });
    await withPushService(page);
    await page.addInitScript(() => {
      const query = navigator.permissions.query.bind(navigator.permissions);
      navigator.permissions.query = (wanted) =>
        wanted.name === 'notifications' ? Promise.reject(new TypeError('not known')) : query(wanted);
    });
    const permit = await permissionOf(page);
    await permit('denied');
    await page.goto(`${site.network.origin}/mypage/settings`);
    await workerControls(page);
    await expect(page.getByTestId('push-blocked')).toBeVisible();
    await permit('granted');
    await page.waitForFunction(() => Notification.permission === 'granted');
    await page.evaluate(
      ([type, where]) => void (where === 'window' ? window : document).dispatchEvent(new Event(type)),
      [event, target] as const,
    );
    await expect(page.getByRole('switch', { name: 'お知らせ' })).toBeVisible();
  });
}
