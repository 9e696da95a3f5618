import type { Page } from '@playwright/test';
import { expect, handIn, on, startHere, test } from './fixtures.ts';

// exams.md 4, 7: what others do to the page, and a fault of our own

/** What the translation of a browser does: every text that may be translated goes into elements of its own. */
function translate(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walk.nextNode()) found.push(walk.currentNode as Text);
    const open = found.filter(
      (text) => text.data.trim() !== '' && !text.parentElement?.closest('[translate="no"], script, style'),
    );
    for (const text of open) {
      const inner = document.createElement('font');
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
      inner.textContent = `${text.data} (en)`;
    }
    return open.length;
  });
}

/** What an extension does that takes pictures away. */
function takePictures(page: Page): Promise<number> {
  return page.evaluate(() => {
    const pictures = [...document.querySelectorAll('[data-testid="exam-room"] svg')];
    for (const picture of pictures) picture.remove();
    return pictures.length;
  });
}

test('row 24: a page that is translated and edited goes on; its questions are left alone', async ({
  visit,
  hall,
  taker,
}) => {
  const page = await visit({ as: taker, at: hall.path('info') });
  await startHere(page);
  const question = on(page, 'exam-question');
  const words = await question.innerText();
  expect(await translate(page)).toBeGreaterThan(5);
  expect(await question.innerText()).toBe(words);
  expect(await takePictures(page)).toBeGreaterThan(3);

  // Each of these takes the place of a picture that is not there any more.
  await on(page, 'exam-flag').click();
  await expect(on(page, 'exam-flag')).toHaveAttribute('aria-pressed', 'true');
  await on(page, 'exam-option').first().check();
  await expect(on(page, 'exam-option').first()).toBeChecked();
  await expect(on(page, 'exam-room')).toContainText('解答 1/');
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  await translate(page);
  await takePictures(page);
  await on(page, 'exam-flag').click();
  await expect(on(page, 'exam-flag')).toHaveAttribute('aria-pressed', 'false');
  const { id } = await hall.attempt(taker, 'info');

  // Another one empties the whole frame of the question.
  await question.evaluate((element) => element.replaceChildren());
  await on(page, 'exam-next').click();
  await expect(question).not.toHaveText(words);
  await on(page, 'exam-previous').click();
  await expect(on(page, 'exam-option').first()).toBeChecked();
  // Besides it now says how to take the answer away.
  expect(await question.innerText()).toContain(words);
  await translate(page);
  await on(page, 'exam-list').click();
  await expect(page.getByRole('dialog', { name: '問題の一覧' })).toBeVisible();
  await page.keyboard.press('Escape');
  await on(page, 'exam-check').click();
  await translate(page);
  await page.getByRole('button', { name: /^未解答/ }).click();
  await handIn(page);
  await expect(on(page, 'exam-receipt')).toBeVisible();
  expect(Object.values(await hall.answers(id))).toEqual(['1']);
});

test('row 25: a question that cannot be drawn keeps its text and its fields; the others are as they were', async ({
  visit,
  hall,
  taker,
}) => {
  const page = await visit({ as: taker, at: hall.path('info') });
  await startHere(page);
  const question = on(page, 'exam-question');
  const lines = (await question.innerText()).split('\n');
  const words = lines.sort((one, other) => other.length - one.length)[0] ?? '';
  const name = await question.getAttribute('data-question');
  // The planted fault: whatever is set as HTML within this question throws, however often it is drawn.
  await page.evaluate((broken) => {
    const { replaceChildren } = Element.prototype;
    Element.prototype.replaceChildren = function (...nodes) {
      if (this.closest(`[data-question="${broken}"]`)) throw new Error('planted');
      replaceChildren.apply(this, nodes);
    };
  }, name);

  const trouble = question.getByText('この問題の表示で問題が起きました', { exact: false });
  await on(page, 'exam-next').click();
  await expect(question).not.toHaveAttribute('data-question', name ?? '');
  await on(page, 'exam-option').nth(1).check();
  await expect(trouble).toHaveCount(0);
  await on(page, 'exam-previous').click();
  await expect(question).toHaveAttribute('data-question', name ?? '');
  await expect(trouble.first()).toBeVisible();
  await expect(question).toContainText(words.slice(0, 12));
  const field = on(page, 'exam-option').nth(2);
  await field.check();
  await expect(field).toBeChecked();
  await on(page, 'exam-flag').click();
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  const { id } = await hall.attempt(taker, 'info');
  expect(Object.values(await hall.answers(id)).sort()).toEqual(['2', '3']);
  await on(page, 'exam-next').click();
  await expect(trouble).toHaveCount(0);
  await expect(on(page, 'exam-option').nth(1)).toBeChecked();
});
