import type { Page } from '@playwright/test';
import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';
import { expect, on, test } from './fixtures.ts';

// exams.md 6

const path = '/mypage/konoshiki/review';

/** A learner with so many cards of the demo student's, none of them asked yet. */
async function learnerWithCards(site: DemoSite, count: number): Promise<Learner> {
  const learner = await site.learner({ ask: 'newcomer' });
  await site.rows(`insert into review_heads (user_id, seq) values (${learner.id}, 1)`);
  await site.rows(
    `insert into review_cards (user_id, key, source, reason, subject_id, question, "group", seq, created)
     select ${learner.id}, c.key, c.source, c.reason, c.subject_id, c.question, c."group", 1, c.created
     from review_cards c join users u on u.id = c.user_id
     where u.email = 'student@example.com' order by c.id limit ${count}`,
  );
  return learner;
}

/** What the page says of today and of the week. */
async function shown(page: Page): Promise<string[]> {
  const main = page.locator('#root main');
  return [
    await on(page, 'review-left').innerText(),
    ...(await main.getByRole('region', { name: 'これから7日間' }).getByRole('listitem').allInnerTexts()),
  ];
}

test('in a tunnel: asked, shown, rated; nothing of it is lost, and another device comes to the same', async ({
  site,
  device,
  visit,
}) => {
  const learner = await learnerWithCards(site, 3);
  const page = await device({ as: learner, at: path });
  await expect(on(page, 'review-left')).toHaveText('今日の復習 3枚');
  await site.network.disconnect();
  await page.reload();
  await on(page, 'review-start').click();
  const card = on(page, 'review-card');
  const first = await card.getAttribute('data-card');
  await expect(on(page, 'review-left')).toHaveText('あと3枚');

  await on(page, 'review-show').click();
  await expect(card.getByRole('heading', { name: '正解と解説' })).toBeFocused();
  await on(page, 'review-again').click();
  // It comes once more at the end.
  await expect(on(page, 'review-left')).toHaveText('あと3枚');
  await expect(card).not.toHaveAttribute('data-card', first ?? '');
  await expect(card.getByRole('heading').first()).toBeFocused();
  await on(page, 'review-show').click();
  await on(page, 'review-good').click();
  await expect(on(page, 'review-left')).toHaveText('あと2枚');

  await page.getByRole('button', { name: '1つ前にもどす' }).click();
  await expect(on(page, 'review-left')).toHaveText('あと3枚');
  await on(page, 'review-show').click();
  await on(page, 'review-good').click();
  await expect(on(page, 'review-left')).toHaveText('あと2枚');

  await page.reload();
  await page.goto(site.network.origin + path);
  // What was not known waits for its ten minutes.
  await expect(on(page, 'review-left')).toHaveText('今日の復習 1枚');
  await expect(page.getByText('今日 2枚 終わりました')).toBeVisible();

  await site.network.connect();
  const stored = () =>
    site.rows<{ count: number }>(`select count(*)::int from review_logs where user_id = ${learner.id}`);
  await expect.poll(stored, { timeout: 60_000 }).toEqual([{ count: 4 }]);
  const other = await visit({ as: learner, at: path });
  await expect(on(other, 'review-left')).toHaveText('今日の復習 1枚');
  expect(await shown(other)).toEqual(await shown(page));
});
