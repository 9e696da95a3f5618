import type { Page } from '@playwright/test';
import { readCode } from '#features/rehearsal/environmentCode.ts';
import { makeClockMovable, moveClock } from '../../offline-kit/clock.ts';
import { limitStorage } from '../../offline-kit/storage.ts';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { findings } from '../axe.ts';
import { expect, test } from './fixtures.ts';

// product.md 2.2.A `/test` and 4.8

const sample = '/speed-sample.bin';
const megabyte = 1024 * 1024;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const check = (page: Page, name: string) => page.getByTestId(`check-${name}`);
const isOk = (page: Page, name: string) => expect(check(page, name)).toHaveAttribute('data-state', 'ok');
const answered = (page: Page, count: number) =>
  expect(page.getByRole('navigation', { name: '問題の一覧' }).getByText('解答済')).toHaveCount(count);

/** A busy machine may bring the sound too late: the screen then says so, and the learner plays it again. */
async function soundIsOver(page: Page): Promise<void> {
  for (;;) {
    await expect(button(page, 'もう一度鳴らす')).toBeEnabled();
    if (await button(page, '聞こえた').isVisible()) return;
    await button(page, 'もう一度鳴らす').click();
  }
}

test('a device is measured and practised on; its code says what was found', async ({ site, page }) => {
  site.network.when('GET', sample, { kind: 'slow', bytesPerSecond: 10_000 });
  await site.open(page, '/test');
  await workerIsWarm(page);
  await button(page, 'チェックを始める').click();
  for (const name of ['browser', 'storage', 'database', 'worker', 'clock']) await isOk(page, name);
  await expect(check(page, 'speed')).toContainText(
    '通信に時間がかかっています。電波の良い場所でお試しください。',
  );
  site.network.behave();
  await button(page, '通信の速さをもう一度確かめる').click();
  await isOk(page, 'speed');
  // Past what the browser or the worker has kept: each time from the server.
  expect(site.network.seen('GET', sample).filter(({ delivered }) => delivered > 0).length).toBeGreaterThan(3);

  await button(page, '音を鳴らす').click();
  await soundIsOver(page);
  await button(page, '聞こえない').click();
  await expect(check(page, 'sound')).toHaveAttribute('data-state', 'fail');
  await button(page, 'もう一度鳴らす').click();
  await soundIsOver(page);
  await button(page, '聞こえた').click();
  await button(page, 'ここを押す').click();
  await page.getByLabel('日本語の入力').fill('かいとう');
  await isOk(page, 'input');
  await button(page, '全画面にする').click();
  await expect(button(page, 'もう一度全画面にする')).toBeEnabled();
  expect(await findings(page)).toEqual([]);

  await page.getByRole('link', { name: '練習問題へ進む' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await button(page, '練習を始める').click();
  await page.getByLabel('解答').fill('２');
  for (const option of ['since', 'めぐりめぐって', 'アルミニウム', '1月10日正午']) {
    await button(page, '次の問題').click();
    await page.getByLabel(option).check();
  }
  await answered(page, 5);
  expect(await findings(page)).toEqual([]);
  await button(page, '答え合わせをする').click();
  await expect(page.getByRole('heading', { name: '5問中5問正解' })).toBeFocused();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: '結果を見る' }).last().click();
  await expect(page.getByRole('heading', { name: 'この端末で受験できます' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const shown = (await page.getByTestId('environment-code').textContent()) ?? '';
  expect(readCode(shown)).toMatchObject({
    device: 'computer',
    browser: 'chrome',
    clock: 0,
    sound: true,
    mouse: true,
    typed: true,
    offline: true,
    cut: false,
  });
});

test('answers survive the cut network, a reload without it and a killed tab', async ({
  site,
  page,
  secondTab,
  killTab,
}) => {
  await site.open(page, '/test?step=practice');
  await workerIsWarm(page);
  await button(page, '練習を始める').click();
  await page.getByLabel('解答').fill('7');
  await button(page, 'フラグを付ける').click();
  await button(page, '次の問題').click();
  await page.getByLabel('since').check();
  await button(page, '通信を切ってみる').click();
  await expect(page.getByTestId('cut')).toContainText('通信が切れるのを待っています');
  await site.network.disconnect();
  await expect(page.getByTestId('cut')).toContainText('2問の解答は、この端末に残っています。');
  await button(page, '次の問題').click();
  await page.getByLabel('めぐりめぐって').check();
  await button(page, 'このページを再読み込みする').click();
  await expect(page.getByTestId('cut').getByText('済み')).toHaveCount(2);
  await answered(page, 3);
  await expect(page.getByLabel('めぐりめぐって')).toBeChecked();
  await killTab();
  const next = await secondTab();
  await site.open(next, '/test?step=practice');
  await answered(next, 3);
  await next.getByRole('button', { name: /^第1問/ }).click();
  await expect(next.getByLabel('解答')).toHaveValue('7');
  await expect(button(next, 'フラグを外す')).toBeVisible();
  await site.network.connect();
  await expect(next.getByTestId('cut')).toContainText('3問の解答は、1つも消えていません。');
  await expect(next.getByTestId('cut')).toContainText('再読み込みしても、残っていました。');
});

test('a clock that is off and a full device are told with what to do; time ends without a network too', {
  tag: '@long',
}, async ({ site, page, context }) => {
  await makeClockMovable(context);
  await moveClock(context, site.network.origin, 7 * 60_000);
  await site.open(page, '/test');
  // Else the check of the worker fetches the whole app, for which it has no more than 20 s.
  await workerIsWarm(page);
  await limitStorage(page, 100 * megabyte);
  await button(page, 'チェックを始める').click();
  await expect(check(page, 'clock')).toContainText('端末の時計が7分ずれています。');
  await expect(check(page, 'storage')).toContainText('空き容量が不足しています。200MB以上あけてください。');
  await isOk(page, 'speed');
  await page.getByRole('link', { name: '結果を見る' }).click();
  await expect(page.getByRole('heading', { name: 'このままでは受験できません' })).toBeVisible();
  await expect(page.getByTestId('failed-check')).toHaveCount(2);
  await expect(page.getByTestId('environment-code')).toHaveCount(0);
  expect(await findings(page)).toEqual([]);

  await moveClock(context, site.network.origin, 0);
  await page.getByRole('link', { name: '端末の確認にもどる' }).click();
  await button(page, '時計のずれをもう一度確かめる').click();
  await isOk(page, 'clock');
  await page.getByRole('link', { name: '練習問題へ進む' }).click();
  await button(page, '練習を始める').click();
  await page.getByLabel('解答').fill('2');
  await site.network.disconnect();
  await moveClock(context, site.network.origin, 11 * 60_000);
  await expect(page.getByText('受験時間が終了しました。解答を自動で提出しました。')).toBeVisible();
  await expect(page.getByRole('heading', { name: '5問中1問正解' })).toBeVisible();
});
