import type { Page } from '@playwright/test';
import type { DemoSite } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';
import { expect, on, test } from './fixtures.ts';
import { giveCards } from './reviewCards.ts';

// exams.md 6

const path = '/mypage/konoshiki/review';

/** A learner with so many cards of the demo student's, none of them asked yet. */
async function learnerWithCards(site: DemoSite, count: number): Promise<Learner> {
  const learner = await site.learner({ ask: 'newcomer' });
  await giveCards(site, learner, count);
  return learner;
}

/** A learner with a card of a listening question whose options are pictures. */
async function learnerWithSound(site: DemoSite): Promise<Learner> {
  const learner = await site.learner({ ask: 'newcomer' });
  await site.rows(`insert into review_heads (user_id, seq) values (${learner.id}, 1)`);
  await site.rows(
    `insert into review_cards (user_id, key, source, reason, subject_id, question, "group", seq, created)
     select ${learner.id}, 'a listening question', 'mockexam', 'wrong', s.id, q->>'id', q->'groups'->0->>'id', 1, now()
     from exam_subjects s join exams e on e.version_id = s.version_id,
          jsonb_path_query(s.layout, '$.sections[*].questions[*] ? (@.id == "cb-el-1-6")') q
     where e.key = 'demo/common-b' and s.key = 'english-l'`,
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

test('a listening card is heard and seen without a network; where its sound is not kept, its script is read', async ({
  site,
  device,
}) => {
  const page = await device({ as: await learnerWithSound(site), at: path });
  const kept = async () => {
    const names = await page.evaluate(async () =>
      (await (await caches.open('review-v1')).keys()).map(({ url }) => url.slice(-5, -1)),
    );
    return names.sort();
  };
  await expect.poll(kept).toEqual(['.m4a', '.svg', '.svg', '.svg', '.svg']);
  await site.network.disconnect();
  await on(page, 'review-start').click();
  const card = on(page, 'review-card');
  const sound = on(page, 'review-sound');
  const script = sound.locator('summary');
  await expect(sound).toHaveAttribute('data-state', 'ready');
  const seconds = () => sound.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration);
  await expect.poll(seconds).toBeGreaterThan(5);
  await expect(card).toContainText('Choose the picture that best matches what you hear.');
  const drawn = () =>
    card
      .locator('fieldset img')
      .evaluateAll((pictures) => pictures.map((one) => (one as HTMLImageElement).naturalWidth > 0));
  await expect.poll(drawn).toEqual([true, true, true, true]);
  await expect(script).toHaveCount(0);

  await page.evaluate(() => caches.delete('review-v1'));
  await page.reload();
  await expect(sound).toHaveAttribute('data-state', 'away');
  await expect(sound.getByRole('status')).toContainText('音声はこの端末にありません');
  await script.focus();
  await page.keyboard.press('Enter');
  await expect(sound.getByText('There are two boxes under the table')).toBeVisible();
  await expect(sound).not.toContainText('テーブルの下に箱が二つ');

  await site.network.connect();
  await expect(sound).toHaveAttribute('data-state', 'ready', { timeout: 60_000 });
  // The page looks for missing files by itself: it must not bring the file back before it was seen to be gone.
  site.network.when('GET', /\.m4a\/$/, { kind: 'drop-request' });
  await sound.locator('audio').dispatchEvent('error');
  await expect(sound).toHaveAttribute('data-state', 'failed');
  await expect.poll(kept).not.toContain('.m4a');
  site.network.behave();
  await sound.getByRole('button', { name: '音声をもう一度読み込む' }).click();
  await expect(sound).toHaveAttribute('data-state', 'ready');

  await on(page, 'review-show').click();
  await script.click();
  await expect(sound.getByText('テーブルの下に箱が二つ')).toBeVisible();
});

test('the mistakes of one exam, in a tunnel and without having opened the review before; a rating is taken back after a reload', {
  tag: '@long',
}, async ({ site, device }) => {
  const learner = await learnerWithCards(site, 3);
  const [exam] = await site.rows<{ id: number; name: string; count: number }>(
    `select e.id, e.name, count(*)::int from review_cards c
     join exam_subjects s on s.id = c.subject_id join exams e on e.id = s.exam_id
     where c.user_id = ${learner.id} group by e.id, e.name order by count(*) desc limit 1`,
  );
  const left = (count: number) => `あと${count}枚`;
  const all = exam?.count ?? 0;
  const page = await device({ as: learner, at: '/mypage' });
  await expect(page.getByText('今日の復習 3枚')).toBeVisible();
  await site.network.disconnect();
  await page.goto(`${site.network.origin}${path}/exam~${exam?.id}`);
  await expect(on(page, 'review-left')).toHaveText(left(all));
  await expect(
    page
      .locator('#root main')
      .getByText(exam?.name ?? '')
      .first(),
  ).toBeVisible();
  const card = on(page, 'review-card');
  const first = (await card.getAttribute('data-card')) ?? '';
  await on(page, 'review-show').click();
  await on(page, 'review-good').click();
  await expect(on(page, 'review-left')).toHaveText(left(all - 1));

  // What was reviewed today stays in the session of its exam, as the last one.
  await page.reload();
  await expect(on(page, 'review-left')).toHaveText(left(all));
  await page.getByRole('button', { name: '1つ前にもどす' }).click();
  await expect(card).toHaveAttribute('data-card', first);
  await expect(page.getByRole('button', { name: '1つ前にもどす' })).toBeHidden();
  await site.network.connect();
});
