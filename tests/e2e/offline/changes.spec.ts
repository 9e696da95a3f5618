import type { Page } from '@playwright/test';
import { maintenanceAnswer } from '../../offline-kit/effects.ts';
import { killTab, tabThatSends } from '../../offline-kit/tabs.ts';
import { rowsHere } from '../rowsHere.ts';
import { expect, follow, onReturn, type Site, test } from './fixtures.ts';
import type { Learner } from './questions.ts';

test.use({ isInstalled: true });

// Servers that end and start again, and an app that looks for them once a minute.
test.slow();

const bookmarkPath = '/api/lms/bookmark/';

/** Whether the server has the bookmark of a course on, and how many changes of the learner it has worked off. */
async function atServer(site: Site, learner: Learner, course: Learner['courses'][number] | undefined) {
  const marks = await site.rows<{ is_check: boolean }>(
    `select is_check from bookmarks where user_id = ${learner.id} and course_id = ${course?.id}`,
  );
  const keys = await site.rows<{ count: number }>(
    `select count(*)::int as count from idempotency_keys where user_id = ${learner.id}`,
  );
  return { isOn: marks.map((mark) => mark.is_check), changes: keys[0]?.count };
}

function toggle(page: Page, course: Learner['courses'][number] | undefined) {
  return page.getByRole('button', { name: `「${course?.name}」にしおりを付ける` });
}

/** The strip says for four seconds only that everything is sent: begin to look before it can. */
function allSent(page: Page): Promise<unknown> {
  return page.waitForFunction(
    () =>
      document.querySelector('[data-testid="status-strip"]')?.textContent?.includes('すべて送信しました。'),
    null,
    // The server's start is part of it: the test's own limit ends it.
    { timeout: 0 },
  );
}

async function openBookmarks(page: Page, site: Site): Promise<void> {
  await site.open(page, '/mypage/bookmark');
  await expect(page.getByTestId('bookmark-item').first()).toBeVisible();
}

test.describe('changes made with the server dead', () => {
  test('arrive once when it is back, without anybody doing anything', async ({ site, learner, page }) => {
    const [first] = learner.courses;
    await site.settle(page, learner, ['bookmark']);
    await site.shutDown();
    await openBookmarks(page, site);
    await toggle(page, first).click();
    await expect(toggle(page, first)).toHaveAttribute('aria-pressed', 'false');
    await page.reload();
    await expect(toggle(page, first)).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByTestId('status-strip')).toContainText('未送信 1件');
    site.network.forget();
    const told = allSent(page);
    await site.comeBack();
    await expect.poll(() => atServer(site, learner, first), onReturn).toEqual({ isOn: [false], changes: 1 });
    await told;
    expect(site.network.seen('POST', bookmarkPath)).toHaveLength(1);
  });

  test('arrive after a new start of the app, from another process of the browser', { tag: '@long' }, async ({
    site,
    learner,
    device,
  }) => {
    const [first] = learner.courses;
    const page = await device.tab();
    await site.settle(page, learner, ['bookmark']);
    await site.network.disconnect();
    await toggle(page, first).click();
    await expect(toggle(page, first)).toHaveAttribute('aria-pressed', 'false');
    await device.restart();
    await site.network.connect();
    await site.open(await device.tab(), '/mypage');
    await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 1 });
  });

  test('leave nothing to send when the learner changes their mind', { tag: '@long' }, async ({
    site,
    learner,
    page,
  }) => {
    const [first] = learner.courses;
    await site.settle(page, learner, ['bookmark']);
    await site.network.disconnect();
    // Not by a new start: that one tries to send what waits, and what was tried may be at the server.
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect(page.getByTestId('status-strip')).toContainText('オフライン');
    await toggle(page, first).click();
    await expect(page.getByTestId('status-strip')).toContainText('未送信 1件');
    await expect(toggle(page, first)).toHaveAttribute('aria-pressed', 'false');
    await toggle(page, first).click();
    await expect(page.getByTestId('status-strip')).not.toContainText('未送信');
    site.network.forget();
    await site.network.connect();
    await site.network.arrival('GET', '/api/health/');
    await expect(page.getByTestId('status-strip')).toBeHidden();
    expect(site.network.seen('POST', bookmarkPath)).toHaveLength(0);
  });
});

test.describe('a change whose answer gets lost', () => {
  test('is worked off once: every try carries the same key', async ({ site, learner, page }) => {
    const [first] = learner.courses;
    await site.settle(page, learner, ['bookmark']);
    site.network.forget();
    // Chromium repeats a request twice by itself when a connection breaks without a byte; then it is the app's turn.
    site.network.when('POST', bookmarkPath, { kind: 'drop-answer' }, 4);
    await toggle(page, first).click();
    await site.network.arrival('POST', bookmarkPath, 5);
    await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 1 });
    const tries = site.network.seen('POST', bookmarkPath);
    expect(tries.map(({ delivered }) => delivered)).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    await expect(page.getByText('未送信')).toBeHidden();
  });

  test('is still there when the tab dies in the middle of sending', async ({
    site,
    learner,
    page,
    context,
  }) => {
    const [first] = learner.courses;
    await site.settle(page, learner, ['bookmark']);
    site.network.when('POST', bookmarkPath, { kind: 'stall' }, 1);
    await toggle(page, first).click();
    await site.network.arrival('POST', bookmarkPath);
    await page.close();
    const next = await context.newPage();
    await site.open(next, '/mypage');
    await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 1 });
  });

  test('counts once when the network delivers it twice', async ({ site, learner, page }) => {
    const [first] = learner.courses;
    await site.settle(page, learner, ['bookmark']);
    site.network.when('POST', bookmarkPath, { kind: 'duplicate' });
    await toggle(page, first).click();
    await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 1 });
  });
});

test('two tabs send each change once, also when one comes to the front while the other is sending', async ({
  site,
  learner,
  page,
  context,
}) => {
  const [first] = learner.courses;
  await site.settle(page, learner, ['favorite', 'bookmark']);
  const other = await context.newPage();
  await openBookmarks(other, site);
  await site.network.disconnect();
  await toggle(page, first).click();
  await expect(toggle(other, first)).toHaveAttribute('aria-pressed', 'false');
  await follow(other, '/mypage/favorite');
  await other
    .getByTestId('favorite-item')
    .getByRole('button', { name: /お気に入りから外す/ })
    .click();
  await expect(other.getByTestId('status-strip')).toContainText('未送信 2件');
  site.network.forget();
  site.network.when('POST', /^/, { kind: 'delay', ms: 2000 });
  const told = allSent(other);
  await site.network.connect();
  await site.network.arrival('POST', bookmarkPath);
  for (const tab of [page, other]) await tab.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 2 });
  await told;
  expect(site.network.seen('POST', bookmarkPath)).toHaveLength(1);
  expect(site.network.seen('POST', '/api/lms/favorite/')).toHaveLength(1);
});

// The system ends the tab in front; the learner's other tab lies behind and nobody looks at it (offline.md 3.61).
test.describe('the tab that sends dies, another one lives', () => {
  test('which sends the change that was on its way', async ({ site, learner, page, context }) => {
    const [first] = learner.courses;
    await site.settle(page, learner, ['bookmark']);
    const other = await context.newPage();
    await openBookmarks(other, site);
    await page.bringToFront();
    site.network.when('POST', bookmarkPath, { kind: 'stall' }, 1);
    const sending = tabThatSends([page, other], 'POST', bookmarkPath);
    await toggle(page, first).click();
    await site.network.arrival('POST', bookmarkPath);
    // On a busy machine the other tab may have been first at the queue.
    const sender = await sending;
    const survivor = sender === page ? other : page;
    await killTab(sender);
    await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 1 });
    await expect(survivor.getByText('未送信')).toBeHidden();
  });

  test('which sends the change that waited to be tried again', { tag: '@long' }, async ({
    site,
    learner,
    page,
    context,
  }) => {
    const [first] = learner.courses;
    await site.settle(page, learner, ['bookmark']);
    const other = await context.newPage();
    await openBookmarks(other, site);
    await page.bringToFront();
    const headers = { 'content-type': 'application/json', 'retry-after': '5' };
    site.network.when('POST', bookmarkPath, { kind: 'answer', status: 500, headers, body: '{}' }, 1);
    await toggle(page, first).click();
    await expect(page.getByTestId('sync-mark')).toHaveAttribute('data-state', 'waiting');
    await killTab(page);
    await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 1 });
    await expect(other.getByText('未送信')).toBeHidden();
  });
});

// offline.md 3.69
test('a refused change is shown with what to do, and does not hold up the others', async ({
  site,
  learner,
  page,
}) => {
  const [first] = learner.courses;
  await site.settle(page, learner, ['favorite', 'bookmark']);
  await site.network.disconnect();
  await toggle(page, first).click();
  // The button shows what is stored: from here on leaving loses nothing.
  await expect(toggle(page, first)).toHaveAttribute('aria-pressed', 'false');
  await follow(page, '/mypage/favorite');
  await page
    .getByTestId('favorite-item')
    .getByRole('button', { name: /お気に入りから外す/ })
    .click();
  await expect(page.getByTestId('status-strip')).toContainText('未送信 2件');
  const refusal = { code: 'forbidden', detail: 'この講座は変更できません。', request_id: 'r-123' };
  const { body } = maintenanceAnswer(refusal) as { body: string };
  const headers = { 'content-type': 'application/json' };
  site.network.when('POST', bookmarkPath, { kind: 'answer', status: 403, headers, body }, 1);
  await site.network.connect();
  await page.getByTestId('refused-line').getByRole('link', { name: '確かめる' }).click();
  const item = page.getByTestId('refused-item');
  await expect(item).toContainText(first?.name ?? '');
  await expect(item).toContainText('この講座は変更できません。');
  await expect(item).toContainText('r-123');
  await expect.poll(async () => (await atServer(site, learner, first)).changes).toBe(1);
  await item.getByRole('button', { name: 'もう一度送る' }).click();
  await expect(item).toBeHidden();
  await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 2 });
});

test('what the learner gives up goes back to what the server has', { tag: '@long' }, async ({
  site,
  learner,
  page,
}) => {
  const [first] = learner.courses;
  await site.settle(page, learner, ['bookmark']);
  const headers = { 'content-type': 'application/json' };
  site.network.when('POST', bookmarkPath, { kind: 'answer', status: 409, headers, body: '{}' }, 1);
  await toggle(page, first).click();
  await page.getByRole('link', { name: '送信できませんでした。理由を見る' }).click();
  await page.getByTestId('refused-item').getByRole('button', { name: '取り消す' }).click();
  await expect(page.getByText('すべて送信済みです')).toBeVisible();
  await expect.poll(() => rowsHere(page, 'outbox')).toEqual([]);
  await openBookmarks(page, site);
  await expect(toggle(page, first)).toHaveAttribute('aria-pressed', 'true');
});

// offline.md 3.70
test('a bookmark taken away last on one device does not come back when another sends its older wish', {
  tag: '@long',
}, async ({ site, learner, page: phone, browser }) => {
  const [first] = learner.courses;
  await site.settle(phone, learner, ['bookmark']);
  const room = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  const tablet = await room.newPage();
  await site.logIn(tablet, learner, '/mypage/bookmark');
  await expect(tablet.getByTestId('bookmark-item').first()).toBeVisible();
  await toggle(phone, first).click();
  await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 1 });
  await expect(toggle(phone, first)).toHaveAttribute('aria-pressed', 'false');

  site.network.when('POST', bookmarkPath, { kind: 'drop-request' });
  await toggle(phone, first).click();
  await expect(toggle(phone, first)).toHaveAttribute('aria-pressed', 'true');
  await expect(phone.getByTestId('status-strip')).toContainText('未送信 1件');
  await phone.goto('about:blank');
  site.network.behave();
  await toggle(tablet, first).click();
  await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 2 });

  await site.open(phone, '/mypage/bookmark');
  await expect.poll(() => atServer(site, learner, first)).toEqual({ isOn: [false], changes: 3 });
  await expect(toggle(phone, first)).toHaveAttribute('aria-pressed', 'false');
  await room.close();
});
