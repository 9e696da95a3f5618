import type { Page } from '@playwright/test';
import type { Seen } from '../../offline-kit/network.ts';
import { fillDatabases } from '../../offline-kit/storage.ts';
import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';
import { holdUndo, listenTo } from '../shortLived.ts';
import { expect, lecture, openTab, playTo, test, videoIsReady, videoTime } from './fixtures.ts';

type NoteRow = { id: string; body: string; sec: number; rev: number };

function notesOf(site: DemoSite, learner: Learner, lesson: { id: string }): Promise<NoteRow[]> {
  return site.rows(
    `select id, body, sec, rev from notes where user_id = ${learner.id} and lesson_id = ${lesson.id}
     and deleted_at is null order by sec, body`,
  );
}

async function write(page: Page, words: string): Promise<void> {
  await page.getByLabel('メモを書く').fill(words);
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByTestId('note-item').filter({ hasText: words })).toBeVisible();
}

test('a note belongs to the second it was begun at, and leads back there', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0101');
  const page = await visit({ as: student, at: lecture(physics, lesson, 30) });
  await videoIsReady(page);
  await openTab(page, /メモ/);
  await write(page, '速さは向きを持たない');
  await expect.poll(async () => (await notesOf(site, student, lesson))[0]?.sec).toBeCloseTo(30, 0);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 5;
  });
  await page.getByRole('button', { name: '30秒の場面へ' }).click();
  await expect.poll(() => videoTime(page)).toBeCloseTo(30, 0);
});

test('where the device is full nothing typed is lost, everything says so, and it works again with room', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0101');
  const page = await visit({ as: student, at: lecture(physics, lesson) });
  const uncaught: string[] = [];
  page.on('pageerror', (error) => uncaught.push(error.message));
  await videoIsReady(page);
  await openTab(page, /メモ/);
  await fillDatabases(page, true);
  const told = page.getByTestId('saving-failed');
  await page.getByLabel('メモを書く').fill('向きも大切');
  await expect(told).toContainText(
    '書きかけの文章を保存できませんでした。書いた内容はこの画面に残っています。',
  );
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(told).toContainText('この端末の空き容量が足りないため、メモを保存できませんでした。');
  await expect(told.getByRole('link', { name: '保存した授業を見る' })).toHaveAttribute(
    'href',
    '/mypage/download',
  );
  await told.getByRole('button', { name: '閉じる' }).click();
  const star = page.getByRole('button', { name: /お気に入り/ }).first();
  await star.click();
  await expect(told).toContainText('お気に入りを保存できませんでした。');
  await expect(star).toHaveAttribute('aria-pressed', 'false');

  // The text is there again after a look at what could be deleted.
  await told.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'ダウンロード' })).toBeVisible();
  await page.goBack();
  await openTab(page, /メモ/);
  await expect(page.getByLabel('メモを書く')).toHaveValue('向きも大切');
  await fillDatabases(page, false);
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByTestId('note-item').filter({ hasText: '向きも大切' })).toBeVisible();
  await expect(page.getByLabel('メモを書く')).toHaveValue('');
  await page
    .getByRole('button', { name: /お気に入り/ })
    .first()
    .click();
  await expect(told).toHaveCount(0);
  await expect
    .poll(async () => (await notesOf(site, student, lesson)).map(({ body }) => body))
    .toEqual(['向きも大切']);
  expect(uncaught).toEqual([]);
});

/** Runs in the page: what a table of the learner's database holds. */
async function storedRows(table: string): Promise<{ key?: unknown; value?: { body?: string } }[]> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('u_'))?.name;
  if (!name) return [];
  const db = await answer(indexedDB.open(name));
  const rows = await answer(db.transaction(table).objectStore(table).getAll());
  db.close();
  return rows;
}

/** Texts of the drafts on the device. */
async function storedDrafts(page: Page): Promise<(string | undefined)[]> {
  const rows = await page.evaluate(storedRows, 'meta');
  return rows.filter(({ key }) => String(key).startsWith('note-draft:')).map(({ value }) => value?.body);
}

test('a half-written note survives the end of the tab', async ({ site, student, physics, visit }) => {
  const lesson = physics.lesson('0101');
  const page = await visit({ as: student, at: lecture(physics, lesson, 12) });
  await videoIsReady(page);
  await openTab(page, /メモ/);
  await page.getByLabel('メモを書く').pressSequentially('x-tグラフの傾きは');
  // Storage answers a moment after the key; what it has answered for must survive.
  await expect.poll(() => storedDrafts(page)).toContain('x-tグラフの傾きは');
  await page.close({ runBeforeUnload: false });
  const again = await page.context().newPage();
  await again.goto(site.network.origin + lecture(physics, lesson));
  await openTab(again, /メモ/);
  await expect(again.getByLabel('メモを書く')).toHaveValue('x-tグラフの傾きは');
  await expect(again.getByText('0:12 のメモ')).toBeVisible();
});

test('a note written without a connection survives the end of the tab and arrives once', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0101');
  const page = await visit({ as: student, at: lecture(physics, lesson, 12) });
  await videoIsReady(page);
  await openTab(page, /メモ/);
  site.loseApi();
  await write(page, '圏外で書いたメモ');
  await expect(page.getByTestId('note-item')).toContainText('送信待ち');
  await page.close({ runBeforeUnload: false });
  site.network.behave();
  // The first answer is lost on its way: the second try must not make a second note.
  site.network.when('POST', '/api/lms/note/', { kind: 'drop-answer' }, 1);
  const again = await page.context().newPage();
  await again.goto(site.network.origin + lecture(physics, lesson));
  await openTab(again, /メモ/);
  const item = again.getByTestId('note-item').filter({ hasText: '圏外で書いたメモ' });
  await expect(item).toHaveAttribute('data-state', 'saved');
  await expect(item).toHaveCount(1);
  expect((await notesOf(site, student, lesson)).map(({ body }) => body)).toEqual(['圏外で書いたメモ']);
});

test('a note can be changed and deleted, and the deletion taken back', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0101');
  const page = await visit({ as: student, at: lecture(physics, lesson) });
  await openTab(page, /メモ/);
  await write(page, 'はじめの文');
  await page.getByRole('button', { name: 'メモ「はじめの文」を編集' }).click();
  await page.getByLabel('メモの内容').fill('直した文');
  await page.getByRole('button', { name: '変更を保存' }).click();
  const bodies = async () => (await notesOf(site, student, lesson)).map(({ body }) => body);
  await expect.poll(bodies).toEqual(['直した文']);
  await holdUndo(page);
  await page.getByRole('button', { name: 'メモ「直した文」を削除' }).click();
  await expect(page.getByTestId('note-item')).toHaveCount(0);
  await page.getByRole('button', { name: '元に戻す' }).click();
  await expect(page.getByTestId('note-item')).toContainText('直した文');
  await expect.poll(bodies).toEqual(['直した文']);
});

/** What a second device of the learner sends besides. */
const phoneHeaders = { 'x-test-device': 'phone' };

/** Drops the phone's calls. Other devices are not affected. */
function losePhone(site: DemoSite): void {
  const isOfPhone = ({ path, headers }: Seen) =>
    /^\/(api|accounts)\//.test(path) && headers['x-test-device'] === 'phone';
  site.network.when('*', isOfPhone, { kind: 'drop-request' });
}

async function change(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `メモ「${from}」を編集` }).click();
  await page.getByLabel('メモの内容').fill(to);
  await page.getByRole('button', { name: '変更を保存' }).click();
  // The field closes when the change is stored.
  await expect(page.getByLabel('メモの内容')).toHaveCount(0);
  await expect(page.getByTestId('note-item').filter({ hasText: to })).toBeVisible();
}

// offline.md 5.6: both versions are kept and the learner picks, also without a network.
test('of two versions of a note from two devices the learner chooses', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0101');
  const at = lecture(physics, lesson);
  const phone = await visit({ as: student, at, extraHTTPHeaders: phoneHeaders });
  await openTab(phone, /メモ/);
  await write(phone, '最初の文');
  await expect(phone.getByTestId('note-item')).toHaveAttribute('data-state', 'saved');
  const tablet = await visit({ as: student, at });
  await openTab(tablet, /メモ/);
  losePhone(site);
  await change(phone, '最初の文', 'スマホで直した文');
  await expect(phone.getByTestId('note-item')).toContainText('送信待ち');
  await phone.goto('about:blank');
  site.network.behave();
  await change(tablet, '最初の文', 'タブレットで直した文');
  const bodies = async () => (await notesOf(site, student, lesson)).map(({ body }) => body);
  await expect.poll(bodies).toEqual(['タブレットで直した文']);

  await phone.goto(site.network.origin + at);
  await openTab(phone, /メモ/);
  const conflict = phone.getByRole('region', { name: '別の端末でも書きかえられています' });
  await expect(conflict).toContainText('スマホで直した文');
  await expect(conflict).toContainText('タブレットで直した文');
  losePhone(site);
  await phone.getByRole('button', { name: '両方をつなげて残す' }).click();
  const both = 'スマホで直した文\n\nタブレットで直した文';
  await expect(phone.getByTestId('note-item')).toContainText('送信待ち');
  expect(await bodies()).toEqual(['タブレットで直した文']);
  site.network.behave();
  await expect.poll(bodies, { timeout: 100_000 }).toEqual([both]);
  await tablet.reload();
  await openTab(tablet, /メモ/);
  await expect(tablet.getByTestId('note-item').locator('p').first()).toHaveText(both, { useInnerText: true });
});

// offline.md 5.6: a change is made on the text it was begun on, also when it is saved much later.
test('a change begun before another device changed the note does not take the place of its text', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0101');
  const at = lecture(physics, lesson);
  const phone = await visit({ as: student, at });
  await openTab(phone, /メモ/);
  await write(phone, '最初の文');
  await expect(phone.getByTestId('note-item')).toHaveAttribute('data-state', 'saved');
  await phone.getByRole('button', { name: 'メモ「最初の文」を編集' }).click();
  await phone.getByLabel('メモの内容').fill('スマホで直した文');
  await expect.poll(() => storedDrafts(phone)).toContain('スマホで直した文');
  await phone.goto('about:blank');
  const tablet = await visit({ as: student, at });
  await openTab(tablet, /メモ/);
  await change(tablet, '最初の文', 'タブレットで直した文');
  const bodies = async () => (await notesOf(site, student, lesson)).map(({ body }) => body);
  await expect.poll(bodies).toEqual(['タブレットで直した文']);

  await phone.goto(site.network.origin + at);
  await openTab(phone, /メモ/);
  await expect(phone.getByLabel('メモの内容')).toHaveValue('スマホで直した文');
  const stored = async () => JSON.stringify(await phone.evaluate(storedRows, 'notes'));
  await expect.poll(stored).toContain('タブレットで直した文');
  await phone.getByRole('button', { name: '変更を保存' }).click();
  const conflict = phone.getByRole('region', { name: '別の端末でも書きかえられています' });
  await expect(conflict).toContainText('スマホで直した文');
  await expect(conflict).toContainText('タブレットで直した文');
  expect(await bodies()).toEqual(['タブレットで直した文']);
});

test('the text of this device, or that of the other, is used when the learner says so', {
  tag: '@long',
}, async ({ site, student, physics, visit }) => {
  const lesson = physics.lesson('0101');
  const at = lecture(physics, lesson);
  const phone = await visit({ as: student, at, extraHTTPHeaders: phoneHeaders });
  await openTab(phone, /メモ/);
  for (const name of ['一', '二']) {
    await write(phone, `メモ${name}`);
    await expect(phone.getByTestId('note-item').filter({ hasText: `メモ${name}` })).toHaveAttribute(
      'data-state',
      'saved',
    );
  }
  const tablet = await visit({ as: student, at });
  await openTab(tablet, /メモ/);
  losePhone(site);
  await change(phone, 'メモ一', 'スマホの一');
  // Notes of one second are ordered by their time: it moves with the save, not under a later tap.
  await expect(phone.getByTestId('note-item')).toContainText(['メモ二', 'スマホの一']);
  await change(phone, 'メモ二', 'スマホの二');
  await phone.goto('about:blank');
  site.network.behave();
  for (const name of ['一', '二']) {
    await change(tablet, `メモ${name}`, `タブレットの${name}`);
    // The answer brings the server's time, and notes of one second are ordered by it: the list moves with it.
    await expect(tablet.getByTestId('note-item').filter({ hasText: `タブレットの${name}` })).toHaveAttribute(
      'data-state',
      'saved',
    );
  }
  const bodies = async () => (await notesOf(site, student, lesson)).map(({ body }) => body).sort();
  await expect.poll(bodies).toEqual(['タブレットの一', 'タブレットの二']);

  await phone.goto(site.network.origin + at);
  await openTab(phone, /メモ/);
  const conflict = (name: string) =>
    phone
      .getByRole('region', { name: '別の端末でも書きかえられています' })
      .filter({ hasText: `スマホの${name}` })
      .filter({ hasText: `タブレットの${name}` });
  for (const name of ['一', '二']) await expect(conflict(name)).toBeVisible();
  const said = await listenTo(phone);
  await conflict('一').getByRole('button', { name: 'この端末の文章を使う' }).click();
  await said('この端末の文章にしました。');
  await expect(conflict('一')).toHaveCount(0);
  await expect(phone.getByTestId('note-item').filter({ hasText: 'スマホの一' })).toHaveAttribute(
    'data-state',
    'saved',
  );
  await conflict('二').getByRole('button', { name: '別の端末の文章を使う' }).click();
  await expect.poll(bodies).toEqual(['スマホの一', 'タブレットの二']);
  await expect(phone.getByTestId('note-conflict')).toHaveCount(0);
  await expect(phone.getByTestId('note-item').filter({ hasText: 'スマホの一' })).toHaveCount(1);
  await expect(phone.getByTestId('note-item').filter({ hasText: 'タブレットの二' })).toHaveCount(1);
});

test('has at most 1000 characters', { tag: '@long' }, async ({ student, physics, visit }) => {
  const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101')) });
  await openTab(page, /メモ/);
  const field = page.getByLabel('メモを書く');
  await field.fill('あ'.repeat(1001));
  await expect(page.getByText('メモは1000文字以内です。')).toBeVisible();
  await expect(page.getByRole('button', { name: '保存する' })).toBeDisabled();
  await field.fill('あ'.repeat(1000));
  await expect(page.getByRole('button', { name: '保存する' })).toBeEnabled();
});

test('the video waits while a note is written, if the learner wants it', { tag: '@long' }, async ({
  student,
  physics,
  visit,
}) => {
  const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101'), 5) });
  await openTab(page, /メモ/);
  await page.getByLabel('書くあいだ動画を止める').check();
  await page.getByRole('heading', { level: 2, name: physics.lesson('0101').name }).click();
  await playTo(page, 6);
  await page.getByLabel('メモを書く').pressSequentially('あ');
  const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
  await expect.poll(isPaused).toBe(true);
  await page.getByRole('button', { name: '保存する' }).click();
  await expect.poll(isPaused).toBe(false);
});
