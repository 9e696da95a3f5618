import type { Page } from '@playwright/test';
import { answerOn, expect, handIn, on, startHere, test } from './fixtures.ts';

// exams.md 4, product.md 2.3.L: from the list of the exams to the receipt

/**
 * The database of this device has neither the marks that came with the hand-in nor the names of the slots, as after a
 * hand-in with an earlier version of the app. Runs in the page.
 */
async function forgetMarks(): Promise<void> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('x_'))?.name ?? '';
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const writing = request.result.transaction('attempts', 'readwrite');
      const attempts = writing.objectStore('attempts');
      const all = attempts.getAll();
      all.onsuccess = () => {
        for (const row of all.result)
          attempts.put({ ...row, names: undefined, receipt: { ...row.receipt, checkresult: null } });
      };
      writing.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
}

const primary = (page: Page, name: string) =>
  page.locator('#root').getByRole('button', { name, exact: true });

test('somebody new enters an exam, takes a subject, and hands it in', async ({ visit, hall }) => {
  const { site } = hall;
  const somebody = await site.learner({ ask: 'buyer' });
  const page = await visit({ as: somebody, at: '/mypage/mockexam' });
  const card = on(page, 'exam-card').filter({ hasText: '第2回 共通テスト型模試' });
  await card.getByTestId('exam-enter').click();
  await expect(page).toHaveURL(new RegExp(`/mypage/mockexam/${hall.id}$`));
  // The address moves first, so the list with its own links may still stand: this name is the exam page's alone.
  await page.getByRole('link', { name: '申し込む', exact: true }).click();

  await expect(page).toHaveURL(/\/basicinfo$/);
  await page.getByLabel('セイ', { exact: false }).fill('ヤマダ');
  await page.getByLabel('メイ', { exact: false }).fill('タロウ');
  await page.getByLabel('学校名').fill('桜台高校');
  await page.getByRole('checkbox', { name: /情報Ⅰ/ }).check();
  await primary(page, '次へ').click();
  await expect(page).toHaveURL(/\/schoolinfo$/);
  const undecided = page.getByRole('checkbox', { name: '志望校は未定です' });
  await undecided.check();
  await expect(undecided).toBeChecked();
  await primary(page, '次へ').click();
  await expect(page).toHaveURL(/\/environmentinfo$/);
  await page.getByRole('radio', { name: 'パソコン' }).check();
  await page.getByRole('radio', { name: '自宅' }).check();
  await page.getByRole('radio', { name: 'Wi-Fi' }).check();
  for (const tick of await page.getByRole('checkbox').all()) await tick.check();
  await primary(page, '申込を完了する').click();
  await expect(page).toHaveURL(/\/success$/);

  await page.goto(site.network.origin + hall.path('info'));
  await startHere(page);
  const keys = await hall.keys('info');
  await answerOn(page, keys, 30);
  await on(page, 'exam-flag').click();
  await on(page, 'exam-previous').click();
  await on(page, 'exam-list').click();
  const list = page.getByRole('dialog', { name: '問題の一覧' });
  // A question may have several 解答番号: the list counts questions.
  const questions = list.getByRole('navigation').getByRole('button');
  await expect(list.getByText('解答済')).toHaveCount(await questions.count());
  await expect(list.getByText('未解答')).toHaveCount(0);
  await list.getByRole('button').filter({ hasText: /^第?1/ }).first().click();
  await expect(on(page, 'exam-previous')).toBeDisabled();
  await on(page, 'exam-check').click();
  await handIn(page);
  await expect(on(page, 'exam-receipt')).toHaveText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await expect(on(page, 'exam-score')).toContainText('100 / 100');
  // It is over here as well after a reload, and cannot be begun again; each slot is called what it was called before.
  const names = () => page.locator('#root tr[data-slot] th').allTextContents();
  const named = await names();
  expect(named[0]).toMatch(/^1 第1問 問1$/);
  await page.goto(site.network.origin + hall.path('info'));
  await expect(on(page, 'exam-receipt')).toBeVisible();
  await expect.poll(names).toEqual(named);

  // Where nothing is stored of the marks and they cannot be asked for, it does not say that they are being made.
  await page.evaluate(forgetMarks);
  site.failAt(`/api/exam/mockexam/${hall.id}/checkresult/`);
  await page.reload();
  await expect(on(page, 'list-error')).toContainText('受付番号 scripted-500');
  await expect(on(page, 'exam-checkresult')).not.toContainText('採点中');
  site.network.behave();
  await on(page, 'list-retry').click();
  await expect(on(page, 'exam-score')).toContainText('100 / 100');
  await expect.poll(names).toEqual(named);
});

test.describe('an exam with words to write', () => {
  test.use({ examName: 'highschool-c' });

  test('row 40: a word that the input method still makes is no answer', async ({ visit, hall, taker }) => {
    const page = await visit({ as: taker, at: hall.path('japanese') });
    await startHere(page);
    const field = on(page, 'exam-question').locator('input[type="text"][data-slot]').first();
    const slot = await field.getAttribute('data-slot');
    const journal = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([name]) => name.startsWith('x_j_'))
          .map(([, value]) => value)
          .join(),
      );
    await field.focus();
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'かん', selectionStart: 2, selectionEnd: 2 });
    await expect(field).toHaveValue('かん');
    expect(await journal()).not.toContain('かん');
    await keyboard.send('Input.insertText', { text: '漢字' });
    await expect(field).toHaveValue('漢字');
    await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
    const { id } = await hall.attempt(taker, 'japanese');
    await expect.poll(() => hall.answers(id)).toEqual({ [slot ?? '']: '漢字' });
    await page.reload();
    await expect(field).toHaveValue('漢字');
  });
});
