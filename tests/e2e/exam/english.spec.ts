import type { Locator, Page } from '@playwright/test';
import { emptyTable } from '../../offline-kit/storage.ts';
import { goWithin } from '../goWithin.ts';
import { demoStudent, englishKey, englishKeys, examId } from './englishTest.ts';
import { answerOn, expect, handIn, isWritable, on, shownAnswers, startHere, test } from './fixtures.ts';
import { whileTakersMark } from './selfMarked.ts';

// product.md 2.3.G, exams.md 1 P3: the pages of the English test, whatever becomes of the calls that bring them

const list = '/mypage/english';
const calls = { tests: /^\/api\/english\/test\/$/, history: /^\/api\/english\/test\/history\/$/ };
const both = Object.values(calls);

/** What is said to who has taken no test. */
const none = (page: Page) => page.getByText('まだ受験していません。');
const busy = (page: Page) => page.getByRole('main').locator('[aria-busy="true"]');
const failed = (page: Page) => page.getByRole('main').getByTestId('list-error');

test('the English tests and a test have a shape while they are on their way', async ({ site, visit }) => {
  const id = await examId(site, 'english-d');
  for (const call of both) site.network.when('GET', call, { kind: 'stall' });
  const page = await visit({ as: await demoStudent(site), at: list });
  await expect(busy(page)).toHaveCount(2);
  await expect(busy(page).getByText('読み込んでいます')).toHaveCount(2);
  await expect(none(page)).toHaveCount(0);
  await goWithin(page, `${list}/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect(busy(page).getByText('読み込んでいます')).toHaveCount(1);
  site.network.behave();
  await page.goto(site.network.origin + list);
  await expect(on(page, 'exam-score')).toContainText('/ 1000');
});

test('a failure of the server is told with its number, and tried again', async ({ site, visit }) => {
  const student = await demoStudent(site);
  site.failAt(calls.history);
  const page = await visit({ as: student, at: list });
  await expect(failed(page)).toContainText('サーバーで問題が起きました');
  await expect(failed(page)).toContainText('受付番号 scripted-500');
  await expect(none(page)).toHaveCount(0);
  // The tests are there, with the way to the answers of what was taken.
  await expect(on(page, 'exam-card').getByRole('link', { name: '解答と解説' })).toBeVisible();
  site.network.behave();
  await failed(page).getByTestId('list-retry').click();
  await expect(on(page, 'exam-score')).toContainText('/ 1000');
  await expect(failed(page)).toHaveCount(0);

  // Where nothing came it is told once, and one tap asks for all of it.
  for (const call of both) site.failAt(call);
  const again = await visit({ as: student, at: list });
  await expect(failed(again)).toContainText('受付番号 scripted-500');
  await expect(failed(again)).toHaveCount(1);
  await expect(none(again)).toHaveCount(0);
  site.network.behave();
  await failed(again).getByTestId('list-retry').click();
  await expect(on(again, 'exam-score')).toContainText('/ 1000');
  await expect(on(again, 'exam-card')).toBeVisible();
});

test('a test tells a failure of the server with its number; a test that there is not is not found', async ({
  site,
  visit,
}) => {
  const id = await examId(site, 'english-d');
  site.failAt(calls.tests);
  const page = await visit({ as: await site.learner({ ask: 'newcomer' }), at: `${list}/${id}` });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('サーバーで問題が起きました');
  await expect(failed(page)).toContainText('受付番号 scripted-500');
  await expect(failed(page).getByRole('link', { name: '英語テストのページへ' })).toBeVisible();
  site.network.behave();
  await failed(page).getByTestId('list-retry').click();
  await expect(on(page, 'exam-prepare')).toBeVisible();
  await goWithin(page, `${list}/${id}000`);
  await expect(on(page, 'not-found')).toBeVisible();
});

test('what was never opened says so without a connection', async ({ site, visit }) => {
  const id = await examId(site, 'english-d');
  const page = await visit({ as: await site.learner({ ask: 'newcomer' }), at: '/mypage/settings' });
  await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
  site.loseApi();
  await goWithin(page, list);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('英語テスト');
  await expect(failed(page)).toContainText('この画面はまだ保存されていません');
  await expect(failed(page)).toHaveCount(1);
  await expect(none(page)).toHaveCount(0);
  await goWithin(page, `${list}/${id}`);
  await expect(on(page, 'exam-away')).toContainText('サーバーに届いている解答は消えていません');
  site.bringApiBackUnnoticed();
  await on(page, 'exam-away').getByTestId('list-retry').click();
  await expect(on(page, 'exam-prepare')).toBeVisible();
});

test('a test that was begun here goes on with the server out of reach and the list of tests gone', async ({
  site,
  device,
}) => {
  const id = await examId(site, 'english-d');
  const address = `${list}/${id}`;
  const keys = await englishKeys(site);
  const page = await device({ as: await site.learner({ ask: 'newcomer' }), at: address });
  await startHere(page, { withSound: true });
  const first = await answerOn(page, keys, 2);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');

  // Away from the app, so that nothing of it brings the list back.
  await page.goto(`${site.network.origin}/version.json`);
  await emptyTable(page, /^u_/, 'singles');
  await site.network.disconnect();
  await page.goto(site.network.origin + address);
  await isWritable(page);
  const second = await answerOn(page, keys, 1);
  const all = { ...first, ...second };
  await on(page, 'exam-check').click();
  await expect.poll(() => shownAnswers(page)).toEqual(all);

  // Nor is the list needed where the server is there and only fails to give it.
  site.failAt(calls.tests);
  await site.network.connect();
  await page.goto(site.network.origin + address);
  await isWritable(page);
  await on(page, 'exam-check').click();
  await expect.poll(() => shownAnswers(page)).toEqual(all);
});

test('the sounds of an answered test are heard as often as one likes, what was heard without a network, too', async ({
  site,
  device,
}) => {
  const id = await examId(site, 'english-d');
  // The review brings no cards, and so keeps no sounds.
  site.failAt(/^\/api\/lms\/review\/$/);
  const page = await device({ as: await demoStudent(site), at: `${list}/${id}/answer` });
  const sound = (nth: number) => on(page, 'answer-sound').nth(nth);
  const listen = (nth: number) => sound(nth).getByRole('button', { name: '音声を聞く' }).click();
  const audio = (nth: number): Locator => sound(nth).locator('audio');
  const isPlaying = (nth: number) => audio(nth).evaluate((one: HTMLAudioElement) => !one.paused);
  const file = /\.m4a\/$/;
  await expect(on(page, 'answer-sound')).toHaveCount(10);
  // A page with many sounds loads none of them by itself.
  expect(site.network.seen('GET', file)).toEqual([]);

  await listen(0);
  await expect(audio(0)).toBeFocused();
  await expect.poll(() => isPlaying(0)).toBe(true);
  await listen(1);
  await expect.poll(() => isPlaying(1)).toBe(true);
  await expect.poll(() => isPlaying(0)).toBe(false);
  await audio(0).evaluate(async (one: HTMLAudioElement) => {
    one.currentTime = 0;
    await one.play();
  });
  await expect.poll(() => isPlaying(1)).toBe(false);

  // An address that has expired is asked for anew.
  const before = site.network.seen('GET', file).length;
  site.network.when('GET', file, { kind: 'answer', status: 403, body: '' }, 1);
  await listen(2);
  await expect(sound(2)).toHaveAttribute('data-state', 'ready');
  expect(site.network.seen('GET', file).length).toBe(before + 2);

  await site.network.disconnect();
  await page.reload();
  await listen(0);
  await expect(sound(0)).toHaveAttribute('data-state', 'ready');
  await expect.poll(() => audio(0).evaluate((one: HTMLAudioElement) => one.duration)).toBeGreaterThan(1);
  await expect(page.getByTestId('status-strip')).toContainText('オフラインです。');
  await listen(3);
  await expect(sound(3)).toHaveAttribute('data-state', 'away');
  await expect(sound(3).getByRole('status')).toContainText('音声はこの端末にありません');
  await site.network.connect();
  await listen(3);
  await expect(sound(3)).toHaveAttribute('data-state', 'ready');
});

test('what is written in a test is marked by its taker, on the device of the test and from its answers on any other', {
  tag: '@long',
}, async ({ site, visit }) => {
  const id = await examId(site, 'english-d');
  const taker = await site.learner({ ask: 'newcomer' });
  const subjects = await site.rows<{ key: string }>(
    `select s.key from exam_subjects s join exams e on e.version_id = s.version_id where e.id = ${id}`,
  );
  const total = async () => {
    const [row] = await site.rows<{ total: number }>(
      `select s.total from exam_scores s join exam_attempts a on a.id = s.attempt_id
       where a.user_id = ${taker.id} and a.exam_id = ${id}`,
    );
    return row?.total ?? Number.NaN;
  };
  const of = { site, exam: id, subject: subjects[0]?.key ?? '' };
  await whileTakersMark(of, await englishKey(site), async (points) => {
    const page = await visit({ as: taker, at: `${list}/${id}` });
    await startHere(page, { withSound: true });
    await answerOn(page, await englishKeys(site), 1);
    await on(page, 'exam-check').click();
    await handIn(page);
    await expect(on(page, 'exam-self').getByLabel(/^点/)).toBeVisible();
    const before = await total();

    const elsewhere = await visit({ as: taker, at: `${list}/history` });
    await expect(elsewhere.getByRole('row', { name: '自己採点待ち' })).toBeVisible();
    const isOpen = elsewhere.getByText('記述の自己採点がまだ終わっていません。');
    const toMarking = elsewhere.getByRole('link', { name: '記述の自己採点をする' });
    await elsewhere.getByRole('link', { name: '解答と解説' }).click();
    await expect(isOpen).toBeVisible();
    await expect(toMarking).toBeVisible();
    await elsewhere.getByRole('link', { name: '英語テストのページへ' }).click();
    await expect(elsewhere).toHaveURL(/\/english$/);
    await expect(isOpen).toBeVisible();
    await toMarking.click();
    const part = on(elsewhere, 'exam-self');
    await part.getByLabel(/^点/).fill(String(points));
    await part.getByRole('button', { name: '点をつける' }).click();
    await expect(part).toContainText('点をつけました。');
    expect(await total()).toBe(before + points);
  });
});
