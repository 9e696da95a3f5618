import type { Page } from '@playwright/test';
import { answerOn, expect, handIn, on, startHere, test } from './fixtures.ts';

// exams.md 3.7: trouble of the taker's own, told after the hand-in

type Told = { no: string; kind: string; minutes: number; is_from_start: boolean };

async function report(page: Page, minutes: string): Promise<void> {
  const form = on(page, 'exam-incident');
  await form.locator('summary').click();
  await form.getByRole('radio', { name: '端末' }).check();
  await form.getByLabel('いつのことですか').selectOption({ label: await firstTime(page) });
  await form.getByLabel('受けられなかった長さ(分)').fill(minutes);
  await form.getByRole('button', { name: '報告する' }).click();
}

async function firstTime(page: Page): Promise<string> {
  const times = page.locator('#incident-moment option');
  return (await times.filter({ hasText: '始めたときから' }).textContent()) ?? '';
}

test('trouble is reported after the hand-in with the time it had; again, and from elsewhere, it says that it is known', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { site } = hall;
  const page = await visit({ as: taker, at: hall.path('info') });
  await startHere(page);
  await answerOn(page, await hall.keys('info'), 1);
  await site.server.ask({ ask: 'passed', ms: 20 * 60_000 });
  await on(page, 'exam-check').click();
  await handIn(page);
  await expect(on(page, 'exam-receipt')).toBeVisible();

  // From the page of the exam to the form.
  await page.goto(`${site.network.origin}/mypage/mockexam/${hall.id}`);
  await page.getByRole('link', { name: '受験中の通信トラブルを報告する' }).click();
  await expect(on(page, 'exam-receipt')).toBeVisible();
  site.network.when('POST', /\/incident\/$/, { kind: 'drop-request' });
  await report(page, '5');
  await expect(on(page, 'exam-incident')).toContainText('報告を送れません');
  site.network.behave();
  await on(page, 'exam-incident').getByRole('button', { name: '報告する' }).click();
  await expect(on(page, 'exam-incident')).toContainText(/報告を受け付けました\(受付番号 T/);
  const told = await site.rows<Told>(
    `select i.no, i.kind, (extract(epoch from i.to - i.from) / 60)::int as minutes,
            i.from = a.started_at as is_from_start
     from exam_incidents i join exam_attempts a on a.id = i.attempt_id where a.user_id = ${taker.id}`,
  );
  expect(told).toMatchObject([{ kind: 'device', minutes: 5, is_from_start: true }]);

  const elsewhere = await visit({ as: taker, at: hall.path('info', '/checkresult') });
  await report(elsewhere, '6');
  await expect(on(elsewhere, 'exam-incident')).toContainText(
    `この科目の報告は、すでに受け付けています(受付番号 ${told[0]?.no})`,
  );
});
