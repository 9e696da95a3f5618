import { answerOn, expect, on, shownAnswers, startHere, test } from './fixtures.ts';

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
