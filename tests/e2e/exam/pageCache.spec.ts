import type { Page } from '@playwright/test';
import { leave } from '../keptPage.ts';
import { answerOn, expect, on, shownAnswers, startHere, test } from './fixtures.ts';

// exams.md 3.4 S10, 7: a page that the browser keeps for going back

/** A page that was kept does not load again. */
const asKept = { waitUntil: 'commit' } as const;

/**
 * Leaves for another page and comes back to the one that was kept. A page that was at work in its databases as it left
 * loads itself anew, by our own rule (`pageCache.ts`). It may begin that work while the other page is on its way, which
 * no wait before can prevent: then, and only then, it leaves a second time. Any other cause is a defect.
 *
 * @returns tells whether the page there is still the one that was kept.
 */
async function comeBackKept(page: Page, elsewhere: string) {
  const goAndReturn = async () => {
    await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
    const howItCameBack = await leave(page, elsewhere);
    await page.goBack(asKept);
    return { howItCameBack, how: await howItCameBack() };
  };
  const once = await goAndReturn();
  const isByRule = once.how !== 'kept' && once.how.by === 'reload' && once.how.busyWith.length > 0;
  const { how, howItCameBack } = isByRule ? await goAndReturn() : once;
  expect(how, 'how the page came back').toBe('kept');
  return howItCameBack;
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
  const howItCameBack = await comeBackKept(page, `${network.origin}/version.json`);
  await expect(on(page, 'exam-other-tab')).toBeHidden();
  const second = await answerOn(page, keys, 1);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  expect(await hall.answers(id)).toEqual({ ...first, ...second });
  expect(await howItCameBack(), 'after it has written on').toBe('kept');

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
