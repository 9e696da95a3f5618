import type { Site } from '../e2e/offline/fixtures.ts';
import type { Learner } from '../e2e/offline/questions.ts';
import type { Tab } from './driver.ts';
import { expect, test } from './fixtures.ts';
import { follow, go, named, openPanel, part, see, settle } from './steps.ts';

const bookmarkPath = '/api/lms/bookmark/';

/** Whether the server has the learner's bookmark on, and how many changes it has worked off. */
async function atServer(site: Site, learner: Learner) {
  const marks = await site.rows<{ is_check: boolean }>(
    `select is_check from bookmarks where user_id = ${learner.id}`,
  );
  const keys = await site.rows<{ count: number }>(
    `select count(*)::int as count from idempotency_keys where user_id = ${learner.id}`,
  );
  return { isOn: marks.map((mark) => mark.is_check), changes: keys[0]?.count };
}

async function openBookmarks(tab: Tab, site: Site): Promise<void> {
  await go(tab, site, '/mypage/bookmark');
  await expect.poll(() => tab.text(part('bookmark-item'))).not.toBe('');
}

/** The learner takes the bookmark of the first course away, and sees it gone. */
async function unmark(tab: Tab): Promise<void> {
  const button = await named(tab, 'button', 'しおりを付ける');
  await tab.click(button);
  await expect
    .poll(() => tab.evaluate((css) => document.querySelector(css)?.getAttribute('aria-pressed'), button))
    .toBe('false');
}

test('61, 63 · a change whose answer gets lost is worked off once, with one key', async ({
  site,
  learner,
  tab,
}) => {
  await settle(tab, site, learner);
  await openBookmarks(tab, site);
  site.network.forget();
  // Engines repeat a request by themselves when a connection breaks without a byte; then it is the app's turn.
  site.network.when('POST', bookmarkPath, { kind: 'drop-answer' }, 4);
  await unmark(tab);
  await site.network.arrival('POST', bookmarkPath, 5);
  await expect.poll(() => atServer(site, learner)).toEqual({ isOn: [false], changes: 1 });
  const keys = site.network.seen('POST', bookmarkPath).map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
});

test('62 · a tab that dies in the middle of sending leaves the change in the queue', async ({
  site,
  learner,
  engine,
  tab,
}) => {
  await settle(tab, site, learner);
  const other = await engine.tab();
  await openBookmarks(tab, site);
  site.network.when('POST', bookmarkPath, { kind: 'stall' }, 1);
  await unmark(tab);
  await site.network.arrival('POST', bookmarkPath);
  await tab.close();
  await go(other, site, '/mypage');
  await expect
    .poll(() => atServer(site, learner), { timeout: 30_000 })
    .toEqual({ isOn: [false], changes: 1 });
});

test('65 · two tabs send each change once', async ({ site, learner, engine, tab }) => {
  await settle(tab, site, learner);
  const other = await engine.tab();
  await openBookmarks(other, site);
  await site.shutDown();
  await openBookmarks(tab, site);
  await unmark(tab);
  await go(other, site, '/mypage/favorite');
  await other.click(await named(other, 'button', 'お気に入りから外す'));
  await see(other, '未送信 2件', part('status-strip'));
  site.network.forget();
  site.network.when('POST', /^/, { kind: 'delay', ms: 1500 });
  await site.comeBack();
  await site.network.arrival('POST', bookmarkPath);
  for (const one of [tab, other]) await one.evaluate(() => void dispatchEvent(new Event('focus')));
  await expect
    .poll(() => atServer(site, learner), { timeout: 30_000 })
    .toEqual({ isOn: [false], changes: 2 });
  expect(site.network.seen('POST', bookmarkPath)).toHaveLength(1);
  expect(site.network.seen('POST', '/api/lms/favorite/')).toHaveLength(1);
});

test('64, 68 · what is written with the server dead survives reloads, says so, and arrives once', async ({
  site,
  learner,
  tab,
}) => {
  const [course] = learner.courses;
  const address = `/mypage/lecture/${course?.inventory}?lesson=${course?.lessons[0]}`;
  await settle(tab, site, learner);
  await go(tab, site, address);
  await see(tab, 'メモ', 'main');
  await site.shutDown();
  await go(tab, site, address);
  await openPanel(tab, 'メモ');
  await tab.type('textarea', 'written on the train');
  await tab.click(await named(tab, 'button', '保存する'));
  await see(tab, 'written on the train', part('note-item'));
  for (let reloads = 0; reloads < 3; reloads += 1) await tab.reload();
  await openPanel(tab, 'メモ');
  await see(tab, 'written on the train', part('note-item'));
  await see(tab, '未送信', part('status-strip'));
  await site.comeBack();
  const notes = () => site.rows<{ body: string }>(`select body from notes where user_id = ${learner.id}`);
  // The next look for the server may be a minute away.
  await expect.poll(notes, { timeout: 100_000 }).toEqual([{ body: 'written on the train' }]);
});

test('70 · a bookmark taken away on another device does not come back', async ({ site, learner, tab }) => {
  await settle(tab, site, learner);
  await openBookmarks(tab, site);
  site.network.forget();
  await site.rows(`update bookmarks set is_check = false, modified = now() where user_id = ${learner.id}`);
  await follow(tab, '/mypage/favorite');
  await go(tab, site, '/mypage/bookmark');
  // The list goes on naming it, as one that is off.
  const item = () => tab.text(part('bookmark-item'));
  await expect.poll(item, { timeout: 30_000 }).toMatch(/しおりを外しました\s*$/);
  await tab.reload();
  await expect.poll(item, { timeout: 30_000 }).toMatch(/しおりを外しました\s*$/);
  expect(site.network.seen('POST', bookmarkPath)).toHaveLength(0);
  expect((await atServer(site, learner)).isOn).toEqual([false]);
});
