import type { Page } from '@playwright/test';
import { expect, on, startHere, test } from './fixtures.ts';

// exams.md 5 PDF, 7 row 54; product.md 2.3.L

const phone = { width: 390, height: 844 };

const studentOf = { ask: 'session', email: 'student@example.com', password: 'manabi-2026' } as const;

test('成績表 is made as PDF, and the last one is there without a network', async ({ hall, device }) => {
  const { site } = hall;
  const [past] = await site.rows<{ id: number }>(`select id from exams where key = 'demo/common-a'`);
  const student = await site.learner(studentOf);
  const page = await device({ as: student, at: `/mypage/mockexam/${past?.id}/result`, viewport: phone });
  await expect(on(page, 'result-histogram').first()).toBeVisible();
  const file = page.waitForResponse((one) => /\/result\/pdf\/\d+\/$/.test(one.url()) && one.status() === 200);
  await on(page, 'result-pdf-make').click();
  expect((await file).headers()['content-type']).toBe('application/pdf');
  await expect(on(page, 'result-pdf')).toHaveAttribute('href', /^blob:/);

  site.loseApi();
  await page.reload();
  await on(page, 'result-pdf-make').click();
  await expect(on(page, 'result-pdf')).toHaveAttribute('href', /^blob:/);
  await expect(page.locator('#root').getByText('前に開いたPDFです')).toBeVisible();
});

const names = (page: Page) => on(page, 'desired-list').locator('h2').allTextContents();

test('志望校 of the exam before are copied, then dragged, then moved by a button that keeps the focus', {
  tag: '@long',
}, async ({ hall, device, taker }) => {
  const [past] = await hall.site.rows<{ id: number }>(
    `insert into exam_entries (user_id, exam_id, status, subjects, created, modified)
     select ${taker.id}, id, 'entered', '[]', now(), now() from exams where key = 'demo/common-a'
     on conflict (user_id, exam_id) do update set modified = excluded.modified returning id`,
  );
  await hall.site.rows(
    `insert into entry_desired (entry_id, rank, method_id)
     select ${past?.id}, row_number() over (order by id), id from (select id from exam_methods order by id limit 3) m
     on conflict do nothing`,
  );
  const page = await device({ as: taker, at: `/mypage/mockexam/${hall.id}/schoolinfo`, viewport: phone });
  await on(page, 'desired-copy').click();
  await expect(on(page, 'desired-grip')).toHaveCount(3);
  const [first = '', second = '', third = ''] = (await names(page)).map((one) =>
    one.replace(/^第\d志望 /, ''),
  );

  const grips = on(page, 'desired-grip');
  const [from, to] = [await grips.nth(0).boundingBox(), await grips.nth(1).boundingBox()];
  if (!from || !to) throw new Error('no handle');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual([`第1志望 ${second}`, `第2志望 ${first}`, `第3志望 ${third}`]);

  await page.locator('#root [data-step="1"]').first().click();
  await expect.poll(() => names(page)).toEqual([`第1志望 ${first}`, `第2志望 ${second}`, `第3志望 ${third}`]);
  await expect(page.locator('#root [data-at="1"][data-step="1"]')).toBeFocused();
});

test('row 54: log-out in the middle of an exam asks once; the answers are still sent, and shown to nobody', async ({
  hall,
  device,
}) => {
  const { site } = hall;
  const taker = await hall.taker();
  const page = await device({ as: taker, at: hall.path('math-1a'), viewport: phone });
  await startHere(page);
  site.loseApi();
  await on(page, 'exam-mark').first().click();
  await page.keyboard.press('3');
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'device');
  await page.goto(`${site.network.origin}/mypage`);
  await page.locator('#root').getByRole('button', { name: 'ログアウト' }).first().click();
  const dialog = page.getByTestId('logout-dialog');
  await expect(dialog).toContainText('受験中の科目があります');
  await expect(dialog).toContainText('試験の未送信の解答が1件あります。');
  await dialog.getByRole('button', { name: 'このままログアウト' }).click();
  await expect(page).toHaveURL(/\/login/);
  const left = (kind: 'u_' | 'x_') =>
    page.evaluate(
      async (start) =>
        (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.startsWith(start)),
      kind,
    );
  await expect.poll(() => left('u_')).toEqual([]);
  expect(await left('x_')).toHaveLength(1);

  const { id } = await hall.attempt(taker, 'math-1a');
  await hall.endIn(id, 0);
  site.network.behave();
  // Otherwise the page hears of it by its next look, which may be half a minute away.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(async () => Object.values(await hall.answers(id)), { timeout: 40_000 }).toEqual(['3']);
  // The time of the subject is over, so nothing of it is to be sent any more once it is handed in.
  await expect(async () => {
    await page.reload();
    await expect.poll(() => left('x_'), { timeout: 10_000 }).toEqual([]);
  }).toPass({ timeout: 60_000 });
});
