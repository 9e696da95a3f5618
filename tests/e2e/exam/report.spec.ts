import type { Page } from '@playwright/test';
import { packCachePrefix } from '#shared/lib/worker/examMedia.ts';
import { answerOn, expect, handIn, on, startHere, test } from './fixtures.ts';
import { whileTakersMark } from './selfMarked.ts';

// exams.md 3.7 and 5: what takers do after the hand-in: trouble of their own, marks for what they have written

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

test('what is written is marked by its taker, also on a device that has nothing of the subject', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { site } = hall;
  const of = { site, exam: hall.id, subject: 'info' };
  await whileTakersMark(of, await hall.key('info'), async (points) => {
    const page = await visit({ as: taker, at: hall.path('info') });
    await startHere(page);
    await answerOn(page, await hall.keys('info'), 30);
    await on(page, 'exam-check').click();
    await handIn(page);
    await expect(on(page, 'exam-receipt')).toBeVisible();
    expect((await hall.attempt(taker, 'info')).total).toBe(100 - points);

    // The page of the exam leads to the subject, and that to the marking.
    const elsewhere = await visit({ as: taker, at: `/mypage/mockexam/${hall.id}` });
    const row = on(elsewhere, 'exam-subject').filter({ hasText: '情報' });
    await row.getByRole('link', { name: '情報Ⅰ', exact: true }).click();
    await elsewhere.getByRole('link', { name: '記述の自己採点をする' }).click();
    const part = on(elsewhere, 'exam-self');
    await expect(part.getByRole('heading', { level: 3 })).toHaveText(/^第\d+問 問\d+$/);
    await part.getByLabel(/^点/).fill(String(points));
    await part.getByRole('button', { name: '点をつける' }).click();
    await expect(part).toContainText('点をつけました。');
    expect((await hall.attempt(taker, 'info')).total).toBe(100);
  });
});

test('without the pack, which browsers delete, an own answer is marked with what the server tells; until then that waits', async ({
  visit,
  hall,
  taker,
}) => {
  const { site } = hall;
  const of = { site, exam: hall.id, subject: 'info' };
  await whileTakersMark(of, await hall.key('info'), async () => {
    const page = await visit({ as: taker, at: hall.path('info') });
    const part = on(page, 'exam-self');
    const points = part.getByLabel(/^点/);
    await startHere(page);
    await answerOn(page, await hall.keys('info'), 1);
    await on(page, 'exam-check').click();
    await handIn(page);
    await expect(points).toBeVisible();

    await page.evaluate(async (prefix) => {
      for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
    }, packCachePrefix);
    site.failAt(/\/result\/[^/]+\/$/);
    await page.reload();
    await expect(part).toContainText('自己採点はあとからでもできます');
    await expect(part).toContainText('受付番号 scripted-500');
    await expect(points).toHaveCount(0);
    site.network.behave();
    await part.getByTestId('list-retry').click();
    await expect(points).toBeVisible();
  });
});
