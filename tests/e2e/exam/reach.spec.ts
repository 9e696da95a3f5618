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
  // A browser without a screen cannot keep it on, and says so once.
  await tab(page, '閉じる').click();
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

test('row 79: a subject by keys alone; time, place and flag are told', async ({ visit, hall, taker }) => {
  const page = await visit({ as: taker, at: hall.path('info') });
  await startHere(page);
  const heard = await listenTo(page);
  await expect(on(page, 'exam-time')).toHaveAttribute('role', 'timer');
  await page.keyboard.press('t');
  await heard('残り時間は');
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
