import type { Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { listenTo } from '../shortLived.ts';
import { expect, on, startHere, test } from './fixtures.ts';

// exams.md 4: what is read, marked and heard, on a phone, enlarged and without a pointer

const phone = { width: 390, height: 844 };

async function fitsAcross(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
}

const tab = (page: Page, name: string) => page.locator('#root').getByRole('button', { name, exact: true });

test('row 79: text in columns on a phone, at 400 % and in forced colours: it begins at its beginning, wherever it is read; nothing needs to be pulled aside', async ({
  visit,
  hall,
  taker,
}) => {
  const page = await visit({ as: taker, at: hall.path('japanese'), viewport: phone });
  await startHere(page);
  expect(await findings(page)).toEqual([]);
  await tab(page, '問題文').click();
  const columns = () =>
    page.evaluate(() => {
      const anchor = document.querySelector('#root .exam-anchor');
      let frame = anchor?.parentElement ?? null;
      while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement;
      if (!frame) return null;
      const { left, right, bottom } = frame.getBoundingClientRect();
      return {
        mode: getComputedStyle(frame).writingMode,
        isInSight: left >= 0 && right <= innerWidth && bottom <= innerHeight,
        isAtBegin: Math.abs(frame.scrollLeft) < 2,
        hasMore: frame.scrollWidth > frame.clientWidth,
        isOneScreen: frame.scrollHeight <= frame.clientHeight + 1,
      };
    });
  const whole = { mode: 'vertical-rl', isInSight: true, isAtBegin: true, hasMore: true, isOneScreen: true };
  await expect.poll(columns).toEqual(whole);
  await fitsAcross(page);
  expect(await findings(page)).toEqual([]);
  await tab(page, '見比べ').click();
  await expect.poll(columns).toMatchObject({ mode: 'vertical-rl', isAtBegin: true, isOneScreen: true });
  await fitsAcross(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(columns).toEqual(whole);
  await fitsAcross(page);
  await tab(page, '横書きで読む').click();
  await expect.poll(columns).toMatchObject({ mode: 'horizontal-tb' });

  // 400 % of a window of 1280 × 1024.
  await page.setViewportSize({ width: 320, height: 256 });
  await fitsAcross(page);
  await tab(page, '設問').click();
  await fitsAcross(page);
  await on(page, 'exam-option').first().check();
  await on(page, 'exam-next').click();
  await fitsAcross(page);
  await page.setViewportSize(phone);
  await page.emulateMedia({ forcedColors: 'active' });
  await on(page, 'exam-previous').click();
  await expect(on(page, 'exam-option').first()).toBeChecked();
  await tab(page, 'マーク').click();
  const chosen = page.getByTestId('exam-marks').locator('[data-chosen]');
  await expect(chosen).toHaveCSS('forced-color-adjust', 'none');
  await page.emulateMedia({ forcedColors: 'none' });
  await on(page, 'exam-check').click();
  await fitsAcross(page);
  expect(await findings(page)).toEqual([]);
});

test('row 40: marks by pad and by keys, full width too; a choice of sections', { tag: '@long' }, async ({
  visit,
  hall,
  taker,
}) => {
  const page = await visit({ as: taker, at: hall.path('math-1a'), viewport: phone });
  await startHere(page);
  const boxes = on(page, 'exam-mark');
  await boxes.nth(1).click();
  const pad = page.getByTestId('exam-pad');
  await pad
    .getByRole('button', { name: /^[−-]|マイナス/ })
    .first()
    .click();
  await expect(boxes.nth(1)).toHaveValue('-');
  await expect(boxes.nth(2)).toBeFocused();
  // An input method of the phone delivers signs without keys.
  await page.keyboard.insertText('３');
  await expect(boxes.nth(2)).toHaveValue('3');
  await expect(boxes.nth(3)).toBeFocused();
  await page.keyboard.press('2');
  await expect(boxes.nth(3)).toHaveValue('2');
  // The group ends there.
  await expect(boxes.nth(3)).toBeFocused();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(boxes.nth(3)).toHaveValue('');
  await expect(boxes.nth(2)).toHaveValue('');
  await expect(boxes.nth(2)).toBeFocused();
  await fitsAcross(page);
  expect(await findings(page)).toEqual([]);
});

test('rows 2, 3, 44, 47, 48 and 79: the lobby wakes by itself and names the end, one start; a subject by keys alone', async ({
  visit,
  hall,
  taker,
}) => {
  const { site } = hall;
  const { network } = site;
  await site.rows(
    `update exams set exam_from = now() + interval '10 minutes', exam_until = now() + interval '40 minutes'
     where id = ${hall.id}`,
  );
  const page = await visit({ as: taker, at: hall.path('info') });
  const heard = await listenTo(page);
  const [lobby, start] = [on(page, 'exam-lobby'), on(page, 'exam-start')];
  // Row 44: a certificate that is refused for the date of the device is no answer of anybody.
  network.when('GET', '/api/exam/time/', { kind: 'drop-request' });
  await on(page, 'exam-prepare').click();
  await expect(lobby).toContainText('端末の日付と時刻も確かめてください');
  network.behave();

  // Row 47: four seconds before its time it learns the time again; nobody touches the button.
  await expect(start).toBeDisabled();
  await expect(lobby).toContainText('時間になるとボタンが使えるようになります');
  const [wait] = await site.rows<{ ms: number }>(
    `select (extract(epoch from exam_from - now()) * 1000)::int as ms from exams where id = ${hall.id}`,
  );
  await site.server.ask({ ask: 'passed', ms: (wait?.ms ?? 0) - 4000 });
  await on(page, 'exam-prepare').click();
  await expect(start).toBeEnabled();

  // Row 48: the window ends before the hour of the subject. Rows 3 and 2: two taps in one task, and a lost answer.
  const starts = /\/attempt\/$/;
  await start.click();
  const dialog = page.getByRole('dialog', { name: '時間が短くなります' });
  await expect(dialog).toContainText(/受験期間が.+に終わるため、この科目は(2\d|30)分で終了します/);
  expect(network.seen('POST', starts)).toEqual([]);
  network.when('POST', starts, { kind: 'drop-answer' }, 1);
  await dialog.getByRole('button', { name: '開始する' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await heard('開始を確認しています');
  await expect(on(page, 'exam-question')).toBeVisible();
  const sent = network.seen('POST', starts).map(({ headers }) => headers['idempotency-key']);
  expect(sent).toEqual([sent[0], sent[0]]);
  expect(sent[0]).toBeTruthy();
  const begun = await site.rows(`select id from exam_attempts where user_id = ${taker.id}`);
  expect(begun).toHaveLength(1);

  await expect(on(page, 'exam-time')).toHaveAttribute('role', 'timer');
  // Spoken by a button for who has no single keys, and each time anew.
  await on(page, 'exam-speak-time').focus();
  await page.keyboard.press('Enter');
  await heard('残り時間は');
  const said = on(page, 'exam-news').locator('span');
  await said.evaluate((one) => one.setAttribute('data-former', ''));
  await page.keyboard.press('t');
  await expect(page.locator('[data-former]')).toHaveCount(0);
  await expect(said).toContainText('残り時間は');
  await page.keyboard.press('2');
  await expect(on(page, 'exam-option').nth(1)).toBeChecked();
  await page.keyboard.press('f');
  await expect(on(page, 'exam-flag')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('n');
  await expect(on(page, 'exam-question').getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: '問題の一覧' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('p');
  await expect(on(page, 'exam-option').nth(1)).toBeChecked();
  await on(page, 'exam-check').focus();
  await page.keyboard.press('Enter');
  await expect(on(page, 'exam-checkpage')).toBeVisible();
  await on(page, 'exam-submit').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('「提出」と入力')).toBeFocused();
  await page.keyboard.insertText('提出');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(on(page, 'exam-receipt')).toBeVisible();
  await expect(on(page, 'exam-checkresult').getByRole('heading', { level: 1 })).toHaveText('提出しました');
  expect(await findings(page)).toEqual([]);
});

test('the broadcast: answers are open all the time, and a reload goes on where it was', async ({
  device,
  hall,
  taker,
}) => {
  const page = await device({ as: taker, at: hall.path('english-l'), viewport: phone });
  await startHere(page, { withSound: true });
  const broadcast = on(page, 'exam-listening');
  await broadcast.getByRole('button', { name: '放送を始める' }).click();
  await on(page, 'exam-option').first().check();
  await expect(broadcast).toHaveAttribute('data-state', 'playing');
  await expect(on(page, 'exam-option').first()).toBeChecked();
  await fitsAcross(page);
  expect(await findings(page)).toEqual([]);
  await page.reload();
  await expect(broadcast).toHaveAttribute('data-state', 'paused');
  await broadcast.getByRole('button', { name: '再開する' }).click();
  await expect(broadcast).toHaveAttribute('data-state', 'playing');
  await expect(on(page, 'exam-option').first()).toBeChecked();
});
