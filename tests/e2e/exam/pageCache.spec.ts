import type { Page } from '@playwright/test';
import { answerOn, expect, on, shownAnswers, startHere, test } from './fixtures.ts';

// exams.md 3.4 S10, 7: a page that the browser keeps for going back

/** A page that was kept does not load again. */
const asKept = { waitUntil: 'commit' } as const;

/** Each time this page was shown again: whether it is the one that was kept. `null`: it was loaded anew. */
const returns = (page: Page): Promise<boolean[] | null> =>
  page.evaluate(() => (globalThis as unknown as { returns?: boolean[] }).returns ?? null);

/**
 * Leaves for another page and comes back to the one that was kept. A page may be loaded anew instead: it was writing as
 * it left (`pageCache.ts`), or the browser let it go. That is not looked at here, so it leaves once more.
 */
async function comeBackKept(page: Page, elsewhere: string): Promise<void> {
  await expect(async () => {
    await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
    await page.evaluate(() => {
      const shown: boolean[] = [];
      Object.assign(globalThis, { returns: shown });
      addEventListener('pageshow', ({ persisted }) => shown.push(persisted));
    });
    await page.goto(elsewhere);
    await page.goBack(asKept);
    await expect.poll(() => returns(page)).not.toEqual([]);
    expect(await returns(page)).toEqual([true]);
  }).toPass();
}

test('row 20: back and forward, an exam that was kept writes on, and never over what another tab has written', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('info') });
  const keys = await hall.keys('info');
  await startHere(page);
  const { id } = await hall.attempt(taker, 'info');
  const first = await answerOn(page, keys, 1);
  await comeBackKept(page, `${network.origin}/version.json`);
  await expect(on(page, 'exam-other-tab')).toBeHidden();
  const second = await answerOn(page, keys, 1);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  expect(await hall.answers(id)).toEqual({ ...first, ...second });

  // While it is kept it holds nobody up: another tab writes at once.
  await page.goForward(asKept);
  await expect(page).toHaveURL(/version\.json$/);
  const other = await page.context().newPage();
  await other.goto(network.origin + hall.path('info'));
  await expect(on(other, 'exam-option').first()).toBeEnabled();
  await expect(on(other, 'exam-other-tab')).toBeHidden();
  const third = await answerOn(other, keys, 2);
  await expect(on(other, 'exam-save-state')).toHaveAttribute('data-state', 'saved');

  // It comes back, kept or, as something was said to it meanwhile, loaded anew: it reads what stands there now, and does not write.
  await page.goBack(asKept);
  await expect(on(page, 'exam-other-tab')).toContainText('ほかのタブで受験中');
  await on(page, 'exam-check').click();
  await expect.poll(() => shownAnswers(page)).toEqual({ ...first, ...second, ...third });
  await other.close();
  await on(page, 'exam-other-tab').getByRole('button', { name: 'このタブで続ける' }).click();
  await expect(on(page, 'exam-submit')).toBeEnabled();
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  expect(await hall.answers(id)).toEqual({ ...first, ...second, ...third });
  expect((await hall.attempt(taker, 'info')).needs_look).toBe(false);
});
