import type { Page } from '@playwright/test';
import { englishKeys, examId } from './englishTest.ts';
import { answerOn, expect, handIn, isWritable, on, shownAnswers, startHere, test } from './fixtures.ts';

// exams.md 3.4 S8 and S10, 7: tabs and devices

test('rows 21, 29 and 30: a second tab and a second device take the turn, and nothing acknowledged is lost', async ({
  visit,
  hall,
  taker,
}) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('info') });
  const keys = await hall.keys('info');
  await startHere(page);
  const first = await answerOn(page, keys, 2);

  const second = await page.context().newPage();
  await second.goto(network.origin + hall.path('info'));
  await expect(on(second, 'exam-other-tab')).toContainText('ほかのタブで受験中');
  await expect(on(second, 'exam-option').first()).toBeDisabled();
  await on(second, 'exam-other-tab').getByRole('button', { name: 'このタブで続ける' }).click();
  await expect(on(second, 'exam-other-tab')).toBeHidden();
  await expect(on(page, 'exam-other-tab')).toBeVisible();
  const third = await answerOn(second, keys, 1);
  await expect(on(second, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  await on(page, 'exam-check').click();
  await expect.poll(() => shownAnswers(page)).toEqual({ ...first, ...third });

  // The former device does not hear of it before it has typed.
  network.when('PUT', /\/answers\/$/, { kind: 'drop-request' });
  const phone = await visit({ as: taker, at: hall.path('info'), viewport: { width: 390, height: 844 } });
  await on(phone, 'exam-prepare').click();
  await expect(on(phone, 'exam-start')).toHaveText('続きから受験する');
  await on(phone, 'exam-start').click();
  await expect(on(phone, 'exam-held')).toContainText('ほかの端末で受験中です');
  await on(phone, 'exam-held').getByRole('button', { name: 'この端末に切り替える' }).click();
  await expect(on(phone, 'exam-question')).toBeVisible();
  await on(phone, 'exam-check').click();
  await expect.poll(() => shownAnswers(phone)).toEqual({ ...first, ...third });

  await answerOn(second, keys, 1);
  network.behave();
  await second.evaluate(() => dispatchEvent(new Event('focus')));
  // With its next exchange it does; what it has typed since then is told, and kept.
  await expect(on(second, 'exam-switched')).toContainText('ほかの端末に切り替わりました');
  await expect(on(second, 'exam-option').first()).toBeDisabled();
  const { id, lease_epoch } = await hall.attempt(taker, 'info');
  expect(lease_epoch).toBe(2);
  expect(await hall.answers(id)).toEqual({ ...first, ...third });
});

/** From the lobby of a test that runs on another device to its questions on this one. */
async function takeOverHere(page: Page): Promise<void> {
  await on(page, 'exam-prepare').click();
  // When the questions are whole, the lines about their coming go, and the buttons move up.
  await expect(page.locator('#root [data-check="ok"]').filter({ hasText: '問題' })).toBeVisible();
  await on(page, 'exam-sound').click();
  await on(page, 'exam-sound-yes').click();
  await on(page, 'exam-start').click();
  await on(page, 'exam-held').getByRole('button', { name: 'この端末に切り替える' }).click();
  await isWritable(page);
}

test('row 30: what the other device has handed in has its receipt on this one, too, and the next round begins here', {
  tag: '@long',
}, async ({ site, visit }) => {
  const { origin } = site.network;
  const address = `/mypage/english/${await examId(site, 'english-d')}`;
  const taker = await site.learner({ ask: 'newcomer' });
  const keys = await englishKeys(site);
  const laptop = await visit({ as: taker, at: address });
  await startHere(laptop, { withSound: true });
  await answerOn(laptop, keys, 1);
  await expect(on(laptop, 'exam-save-state')).toHaveAttribute('data-state', 'saved');

  const phone = await visit({ as: taker, at: address, viewport: { width: 390, height: 844 } });
  await takeOverHere(phone);
  await laptop.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(on(laptop, 'exam-switched')).toBeVisible();
  // Nothing of the room is there when the test ends.
  await laptop.goto(`${origin}/version.json`);
  await on(phone, 'exam-check').click();
  await handIn(phone);
  const receipt = await on(phone, 'exam-receipt').innerText();

  await laptop.goto(`${origin}${address}?view=result`);
  await expect(on(laptop, 'exam-receipt')).toHaveText(receipt);

  await site.rows(
    `update exam_attempts set started_at = started_at - interval '400 days',
       submitted_at = submitted_at - interval '400 days' where user_id = ${taker.id}`,
  );
  await laptop.goto(`${origin}/mypage/english`);
  // The stored list says that the test runs: then the button says something else.
  await on(laptop, 'exam-enter')
    .and(laptop.getByRole('link', { name: '受験する', exact: true }))
    .click();
  await startHere(laptop, { withSound: true });
});
