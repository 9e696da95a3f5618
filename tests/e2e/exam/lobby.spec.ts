import { breakDatabases } from '../../offline-kit/storage.ts';
import { answerOn, expect, on, shownAnswers, startHere, test } from './fixtures.ts';

// exams.md 3.3, 3.4 S1, 7: what is seen in the lobby is not met in the exam

test('rows 36 and 37: sound that is broken, cannot be played or was not heard is seen before the time runs', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('english-l') });
  const start = on(page, 'exam-start');
  let sounds: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/pack/english-l/')) return;
    const { files } = (await response.json()) as { files: { type: string; url: string }[] };
    sounds = files.filter(({ type }) => type.startsWith('audio/')).map(({ url }) => url);
  });
  // A file of the broadcast arrives with other bytes, each time.
  network.decideBy(({ path, search, headers }) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
    if (from === undefined || to === undefined || !sounds.at(-1)?.endsWith(path + search)) return null;
    const body = '!'.repeat(Number(to) - Number(from) + 1);
    return { kind: 'answer', status: 206, headers: { 'content-type': 'audio/mp4' }, body };
  });
  await on(page, 'exam-prepare').click();
  await expect(page.getByRole('alert').filter({ hasText: '問題が正しく届きませんでした' })).toBeVisible();
  expect(sounds.length).toBeGreaterThan(0);
  await expect(start).toBeDisabled();
  network.decideBy(null);
  await on(page, 'exam-prepare').click();
  await expect(page.locator('#root [data-check="ok"]').filter({ hasText: '問題' })).toBeVisible();

  // Not heard: a hint, and no start. Neither in a browser that has nothing for sound of this kind.
  await expect(start).toBeDisabled();
  await on(page, 'exam-sound').click();
  await expect(start).toBeDisabled();
  await page.locator('#root').getByRole('button', { name: 'いいえ', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '消音スイッチ' })).toBeVisible();
  await expect(start).toBeDisabled();
  await page.evaluate(() => {
    const { canPlayType } = HTMLMediaElement.prototype;
    Object.assign(globalThis, { canPlayType });
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  await on(page, 'exam-sound').click();
  await expect(page.getByRole('alert').filter({ hasText: 'ほかのブラウザ' })).toBeVisible();
  await expect(start).toBeDisabled();
  await page.evaluate(() => {
    const { canPlayType } = globalThis as unknown as Pick<HTMLMediaElement, 'canPlayType'>;
    HTMLMediaElement.prototype.canPlayType = canPlayType;
  });
  await on(page, 'exam-sound').click();
  await on(page, 'exam-sound-yes').click();
  await expect(start).toBeEnabled();
});

test('row 50: a device that stores nothing says so in the lobby; the answers live with the server', async ({
  visit,
  hall,
  taker,
}) => {
  const { origin } = hall.site.network;
  const page = await visit({ as: taker, at: '/version.json' });
  await breakDatabases(page);
  await page.goto(origin + hall.path('info'));
  const bad = page.locator('#root [data-check="bad"]');
  await expect(bad).toContainText('端末に保存できません。受験中は接続を保ってください。');
  const keys = await hall.keys('info');
  await startHere(page);
  const first = await answerOn(page, keys, 1);
  await expect(on(page, 'exam-save-state')).toContainText('接続を保ってください');
  const { id } = await hall.attempt(taker, 'info');
  // Two seconds, and not the five of a device that keeps them.
  await expect.poll(() => hall.answers(id), { intervals: [200] }).toEqual(first);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');

  await page.reload();
  await expect(on(page, 'exam-lobby')).toContainText('サーバーに届いている解答から続けられます');
  await startHere(page);
  await on(page, 'exam-check').click();
  await expect.poll(() => shownAnswers(page)).toEqual(first);
});

// exams.md 8
test('a start that the server puts off waits for its turn by itself, and says so; it is one start', async ({
  visit,
  hall,
  taker,
}) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('info') });
  await on(page, 'exam-prepare').click();
  await expect(on(page, 'exam-start')).toBeEnabled();
  const starts = /\/attempt\/$/;
  const refusal = { code: 'busy', detail: '', request_id: 'r', retry_after: 2 };
  const headers = { 'content-type': 'application/json', 'retry-after': '2' };
  const body = JSON.stringify(refusal);
  network.when('POST', starts, { kind: 'answer', status: 429, headers, body }, 2);
  await on(page, 'exam-start').click();
  await expect(on(page, 'exam-crowded')).toContainText('順番に自動で始まります');
  await expect(on(page, 'exam-start')).toBeDisabled();
  await expect(on(page, 'exam-question')).toBeVisible();
  const sent = network.seen('POST', starts).map((call) => call.headers['idempotency-key']);
  expect(sent).toEqual([sent[0], sent[0], sent[0]]);
  expect(await hall.site.rows(`select id from exam_attempts where user_id = ${taker.id}`)).toHaveLength(1);
});

test('who has not entered is told to look at the entry, not a day that is over', { tag: '@long' }, async ({
  visit,
  hall,
}) => {
  const stranger = await hall.site.learner({ ask: 'student' });
  const page = await visit({ as: stranger, at: hall.path('info') });
  await on(page, 'exam-prepare').click();
  const told = page
    .locator('#root')
    .getByRole('alert')
    .filter({ hasText: '申込と受験期間を確かめてください' });
  await expect(told).toBeVisible();
  await expect(page.getByText('からダウンロードできます')).toHaveCount(0);
  await expect(on(page, 'exam-start')).toBeDisabled();
});

test('an exam that nobody knows is not found; one that could not be asked for says why on each page, and is asked for again', async ({
  visit,
  hall,
  taker,
}) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: '/mypage/mockexam/999999/exam?subject=info' });
  await expect(on(page, 'not-found')).toBeVisible();
  hall.site.failAt(`/api/exam/mockexam/${hall.id}/`);
  const card = on(page, 'list-error');
  for (const part of ['/checkpage', '/checkresult', ''] as const) {
    await page.goto(network.origin + hall.path('info', part));
    await expect(card).toContainText('受付番号 scripted-500');
  }
  network.behave();
  await on(page, 'list-retry').click();
  await expect(on(page, 'exam-lobby')).toBeVisible();
});
