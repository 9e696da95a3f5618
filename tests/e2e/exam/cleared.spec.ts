import { clearSiteData } from '../../offline-kit/storage.ts';
import { answerOn, expect, keptHere, on, shownAnswers, startHere, test } from './fixtures.ts';

// exams.md 1 P1, 3.2, 7: what a device has stored is gone

test('row 52: cleared without a network: the open page keeps all of it; a new one says what is, and how it goes on', {
  tag: '@long',
}, async ({ device, hall, taker }) => {
  const { site } = hall;
  const page = await device({ as: taker, at: hall.path('info') });
  const keys = await hall.keys('info');
  await startHere(page);
  const first = await answerOn(page, keys, 1);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  await site.network.disconnect();
  const second = await answerOn(page, keys, 1);
  await clearSiteData(page);
  // The page knows everything still, and stores it again.
  const third = await answerOn(page, keys, 1);
  const all = { ...first, ...second, ...third };
  await expect.poll(async () => (await page.evaluate(keptHere)).answers).toBe(Object.keys(all).length);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'device');

  // The tab goes, and with it everything: what the server has counts, and that is said.
  await page.goto(`${site.network.origin}/mypage`);
  await clearSiteData(page);
  await page.evaluate(() => {
    for (const name of Object.keys(localStorage)) if (name.startsWith('x_')) localStorage.removeItem(name);
  });
  await page.goto(site.network.origin + hall.path('info'));
  const away = on(page, 'exam-away');
  await expect(away).toContainText('サーバーに届いている解答は消えていません');

  await site.network.connect();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const lobby = on(page, 'exam-lobby');
  await expect(lobby).toContainText('サーバーに届いている解答から続けられます', { timeout: 60_000 });
  await expect(lobby).toContainText('通信トラブルを報告');
  await startHere(page);
  await on(page, 'exam-check').click();
  await expect.poll(() => shownAnswers(page)).toEqual(first);
});

test('row 51: everything is cleared in the middle, online: login, lobby, and on with what the server has', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('info') });
  const keys = await hall.keys('info');
  await startHere(page);
  const { id } = await hall.attempt(taker, 'info');
  const saved = await answerOn(page, keys, 1);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  // What is chosen in the last seconds is on this device alone.
  const unsaved = await answerOn(page, keys, 1);
  await page.goto(`${network.origin}/version.json`);
  await clearSiteData(page, 'everything');

  await page.goto(network.origin + hall.path('info'));
  await page.getByLabel('メールアドレス').fill(taker.email);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(taker.password);
  await page.locator('#root').getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(on(page, 'exam-lobby')).toContainText('サーバーに届いている解答から続けられます');
  await on(page, 'exam-prepare').click();
  await expect(on(page, 'exam-start')).toBeEnabled();
  await on(page, 'exam-start').click();
  // The device has lost its own name, too: for the server it is another one.
  await page.getByRole('button', { name: 'この端末に切り替える' }).click();
  await expect(on(page, 'exam-question')).toBeVisible();
  await on(page, 'exam-check').click();
  await expect(on(page, 'exam-checkpage')).toBeVisible();
  expect(await shownAnswers(page)).toMatchObject(saved);

  // What is lost is chosen again, and all of it counts.
  await page.goBack();
  expect(await answerOn(page, keys, 2)).toEqual({ ...saved, ...unsaved });
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  await expect.poll(() => hall.answers(id)).toEqual({ ...saved, ...unsaved });
});
