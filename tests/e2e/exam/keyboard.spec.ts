import type { Locator, Page } from '@playwright/test';
import { expect, isWritable, on, test } from './fixtures.ts';

// exams.md 4 and 7, row 79: who has no pointer takes a whole subject. Nothing here clicks, fills or gives the focus.

test.use({ examName: 'highschool-c' });

/** So many stops with the tab key lie before anything on these pages at the most. */
const mostStops = 80;

/** Goes on with the tab key until the focus is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Answers the open question: choices by their digits, in the order of the slots; what is written after the tab key. */
async function answer(page: Page, keys: Record<string, string>): Promise<void> {
  const slots = await on(page, 'exam-question')
    .locator('input[data-slot]')
    .evaluateAll((found) =>
      found.map((one) => {
        const { dataset, value, type } = one as HTMLInputElement;
        return { slot: dataset.slot ?? '', value, isWritten: type === 'text' };
      }),
    );
  for (const slot of new Set(slots.map((one) => one.slot))) {
    const own = slots.filter((one) => one.slot === slot);
    const key = keys[slot] ?? '';
    const field = page.locator(`#root input[data-slot="${slot}"]`);
    if (own[0]?.isWritten) {
      await tabTo(page, field);
      await page.keyboard.type(key);
      // Out of the field: in it a letter is a letter.
      await page.keyboard.press('Tab');
    } else {
      await page.keyboard.press(String(own.findIndex(({ value }) => value === key) + 1));
      await expect(field.and(page.locator(`[value="${key}"]`))).toBeChecked();
    }
  }
}

test('row 79: a whole subject by the keyboard alone, from the lobby to the receipt', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const page = await visit({ as: taker, at: hall.path('social') });
  const keys = await hall.keys('social');
  await press(page, on(page, 'exam-prepare'));
  await expect(on(page, 'exam-start')).toBeEnabled();
  await press(page, on(page, 'exam-start'));
  const question = on(page, 'exam-question');
  await isWritable(page);

  const seen: string[] = [];
  for (;;) {
    seen.push((await question.getAttribute('data-question')) ?? '');
    await answer(page, keys);
    if (seen.length === 3) {
      await page.keyboard.press('f');
      await expect(on(page, 'exam-flag')).toHaveAttribute('aria-pressed', 'true');
    }
    if ((await on(page, 'exam-next').count()) === 0) break;
    await page.keyboard.press('n');
    await expect(question).not.toHaveAttribute('data-question', seen.at(-1) ?? '');
    await expect(question.getByRole('heading', { level: 2 })).toBeFocused();
  }
  expect(new Set(seen).size).toBe(20);

  // By the list to the flagged one, and from there to the check page.
  await page.keyboard.press('l');
  const list = page.getByRole('dialog', { name: '問題の一覧' });
  await expect(list.getByText('未解答')).toHaveCount(0);
  await press(page, list.getByRole('navigation').getByRole('button').nth(2));
  await expect(question).toHaveAttribute('data-question', seen[2] ?? '');
  await press(page, on(page, 'exam-check'));
  const check = on(page, 'exam-checkpage');
  await press(page, check.getByRole('button', { name: 'フラグ', exact: false }).first());
  await expect(check.locator('button[data-slot]')).toHaveCount(1);
  await press(page, check.locator('button[data-slot]'));
  await expect(question).toHaveAttribute('data-question', seen[2] ?? '');
  await press(page, on(page, 'exam-check'));
  await press(page, on(page, 'exam-submit'));
  const confirm = page.getByTestId('exam-submit-confirm');
  await expect(page.getByLabel('「提出」と入力')).toHaveCount(0);
  await press(page, confirm);
  await expect(on(page, 'exam-receipt')).toHaveText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const attempt = await hall.attempt(taker, 'social');
  expect(attempt).toMatchObject({ state: 'submitted', needs_look: false });
  expect(await hall.answers(attempt.id)).toEqual(keys);
});
