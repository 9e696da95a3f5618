import { differenceOf, verdictOf } from '#contracts/examStatistics.ts';
import type { Device } from '../../offline-kit/device.ts';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { profileOf } from '../profile.ts';
import { answerOn, test as base, expect, handIn, on, shownAnswers, startHere } from './fixtures.ts';
import { halfRight, missedGroups, pointsOf } from './marking.ts';

// exams.md 1 P1, P3 and P4, 5, 6, 7

const subject = 'english-r';

/** The browser of the taker, on a profile that outlives its process. */
const test = base.extend<{ profile: Device }>({
  profile: async ({ site, taker, locale, timezoneId, viewport }, use) => {
    const device = await profileOf(site, taker, { locale, timezoneId, viewport });
    await use(device);
    await device.drop();
  },
});

test('rows 1, 17 and 69: a whole subject: the server dies after its start, the browser is killed, the end passes; every answer counts, up to its card', {
  tag: '@long',
}, async ({ hall, taker, profile }) => {
  test.slow();
  const { site } = hall;
  const { origin } = site.network;
  const key = await hall.key(subject);
  const typed = halfRight(key);
  const points = pointsOf(key, typed);
  const border = await hall.wish(taker, subject);
  const before = await profile.tab();
  await before.goto(`${origin}/mypage/mockexam`);
  await workerIsWarm(before);
  // Who has been here yesterday: session and app are on the disk.
  await profile.restart();

  const page = await profile.tab();
  await page.goto(origin + hall.path(subject));
  await startHere(page);
  const begun = await hall.attempt(taker, subject);
  await site.server.kill();
  await site.network.disconnect();
  const answered: { chosen: Record<string, string>; at: number }[] = [];
  for (let nth = 0; nth < 20; nth += 1) {
    const chosen = await answerOn(page, typed, 1);
    answered.push({ chosen, at: Date.now() });
  }
  // Row 17: it dies in the middle of the work; nobody waits for the disk.
  const died = Date.now();
  await profile.kill();
  const settled = answered.filter(({ at }) => died - at > 1000).map(({ chosen }) => chosen);
  expect(settled.length).toBeGreaterThan(0);
  expect(settled.length).toBeLessThan(answered.length);

  const again = await profile.tab();
  await again.goto(origin + hall.path(subject));
  await expect(on(again, 'exam-question')).toBeVisible();
  await on(again, 'exam-check').click();
  await expect.poll(() => shownAnswers(again)).toMatchObject(Object.assign({}, ...settled));
  // From the first question on: what the last second may have taken is chosen anew.
  await on(again, 'exam-checkpage').locator('[data-slot]').first().click();
  expect(await answerOn(again, typed, Object.keys(typed).length)).toEqual(typed);
  await on(again, 'exam-check').click();
  await expect.poll(() => shownAnswers(again)).toEqual(typed);
  await handIn(again);
  await expect(on(again, 'exam-device-receipt')).toBeVisible();
  await expect(on(again, 'exam-checkresult')).toContainText('送信待ち');

  // The clock ends it for the server, which has not heard of a single answer.
  await site.server.start();
  await site.server.ask({ ask: 'passed', ms: 100 * 60_000 });
  expect((await hall.attempt(taker, subject)).state).toBe('timed_out');
  expect(await hall.answers(begun.id)).toEqual({});
  await site.network.connect();
  await expect(on(again, 'exam-receipt')).toBeVisible({ timeout: 100_000 });
  await expect(on(again, 'exam-score')).toContainText(`${points} / 100`);
  const { id, receipt_no, total, late_sync, needs_look } = await hall.attempt(taker, subject);
  expect(await on(again, 'exam-receipt').textContent()).toBe(receipt_no);
  expect({ id, total, late_sync, needs_look }).toEqual({
    ...{ id: begun.id, total: points },
    ...{ late_sync: true, needs_look: false },
  });
  expect(await hall.answers(id)).toEqual(typed);

  // By its number, because another version may be made in between.
  const { version, deviation } = await hall.placeOf(subject, points);
  await again.goto(`${origin}/mypage/mockexam/${hall.id}/result?version=${version}`);
  await expect(on(again, 'exam-score')).toHaveText(`${points} / 100点`);
  await expect(on(again, 'result-deviation').filter({ hasText: /\d/ })).toHaveText(deviation.toFixed(1));
  await expect(on(again, 'result-verdict')).toHaveAttribute(
    'data-verdict',
    verdictOf(differenceOf(deviation, border)),
  );

  const missed = missedGroups(key, typed);
  await expect
    .poll(() => hall.cards(taker), { timeout: 60_000 })
    .toEqual(Object.fromEntries(missed.map((group) => [group, 'wrong'])));
  await again.goto(`${origin}/mypage/konoshiki/review`);
  await expect(on(again, 'review-left')).toHaveText(`今日の復習 ${missed.length}枚`);
  await on(again, 'review-start').click();
  await expect(on(again, 'review-left')).toHaveText(`あと${missed.length}枚`);
  await expect(on(again, 'review-card')).toContainText('英語(リーディング)');
});
