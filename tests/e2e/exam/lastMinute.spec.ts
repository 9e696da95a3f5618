import type { ExamEvent } from '#contracts/examAttempt.ts';
import { listenTo } from '../shortLived.ts';
import { answerOn, expect, on, startHere, test } from './fixtures.ts';

test('the last minute is said twice, takes nobody’s place on the page, and stands in the log that operators read', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const page = await visit({ as: taker, at: hall.path('info') });
  const heard = await listenTo(page);
  await startHere(page);
  const keys = await hall.keys('info');
  const { id } = await hall.attempt(taker, 'info');
  // The device hears of this with its next exchange.
  await hall.endIn(id, 75_000);
  await answerOn(page, keys, 1);
  await on(page, 'exam-flag').focus();
  await heard('残り時間は1分です。');
  await expect(on(page, 'exam-flag')).toBeFocused();
  await heard('残り時間は30秒です。');
  await expect(on(page, 'exam-flag')).toBeFocused();

  const warned = async () => {
    const rows = await hall.site.rows<{ events: ExamEvent[] }>(
      `select events from exam_events where attempt_id = '${id}' order by from_n`,
    );
    return rows.flatMap(({ events }) => events.filter(({ kind }) => kind === 'warned').map(({ d }) => d));
  };
  await expect.poll(warned, { intervals: [500], timeout: 90_000 }).toEqual([60, 30]);
  expect((await hall.attempt(taker, 'info')).needs_look).toBe(false);
});
