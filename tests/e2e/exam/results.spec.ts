import type { Page } from '@playwright/test';
import { demoStudent, englishKeys, examId } from './englishTest.ts';
import { answerOn, expect, handIn, on, startHere, test } from './fixtures.ts';

// exams.md 5

test('a result: 判定 of each wish with the way up, 偏差値, what a correction has changed, each question, its lesson', async ({
  site,
  visit,
}) => {
  const exam = await examId(site, 'common-a');
  const page = await visit({ as: await demoStudent(site), at: `/mypage/mockexam/${exam}/result` });
  const verdicts = on(page, 'result-verdict');
  await expect(verdicts.first()).toBeVisible();
  const found = await verdicts.evaluateAll((all) =>
    all.map((one) => (one as HTMLElement).dataset.verdict ?? '?'),
  );
  expect(found.toSorted()).toEqual(['', 'A', 'B', 'C', 'D', 'E']);
  await expect(on(page, 'result-deviation').first()).toContainText(/\d+\.\d/);
  await expect(on(page, 'result-next-step').first()).toContainText(/判定/);
  // Row 71: a key that was corrected has its banner.
  await expect(page.getByText(/^再採点: \d+→\d+点/).first()).toBeVisible();
  await expect(page.getByText('目安').first()).toBeVisible();

  await page.getByRole('link', { name: '問題ごとの結果を見る' }).first().click();
  const questions = on(page, 'result-question');
  await expect(questions.first()).toBeVisible();
  const all = await questions.count();
  await expect(on(page, 'result-time')).toHaveText(Array(all).fill(/^かかった時間 (\d+分)?\d+秒$/));
  await page.getByRole('button', { name: '不正解だけ' }).click();
  await expect(questions.and(page.locator('[data-state="right"]'))).toHaveCount(0);
  expect(await questions.count()).toBeLessThan(all);
  await questions.first().getByText('解説', { exact: true }).click();
  await expect(questions.first().locator('details[open]')).toContainText(/[ぁ-ん]{2}/);
  await page.getByRole('link', { name: '間違えた問題を復習する' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '復習' })).toBeFocused();
});

/** Notes from now on what moves in a page: animations and transitions that can be seen, by script or by style. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const found: string[] = [];
    const look = ({ target, type }: Event) => {
      for (const { effect } of (target as Element).getAnimations())
        if (Number(effect?.getComputedTiming().activeDuration) > 1) found.push(type);
    };
    for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, look, true);
    const { animate, scrollIntoView } = Element.prototype;
    Element.prototype.animate = function (...how) {
      found.push('animate');
      return animate.apply(this, how);
    };
    Element.prototype.scrollIntoView = function (how) {
      if (typeof how === 'object' && how.behavior === 'smooth') found.push('scroll');
      scrollIntoView.call(this, how);
    };
    return found;
  });
  return () => seen.evaluate((found) => found);
}

test('row 80: an English test from its start to its answers, by who has half as much time again, reads the script and wants no motion', async ({
  site,
  visit,
}) => {
  const taker = await site.learner({ ask: 'newcomer' });
  await site.rows(
    `insert into exam_allowances (user_id, multiplier_pct, script_instead_of_audio, modified)
     values (${taker.id}, 150, true, now())`,
  );
  const page = await visit({ as: taker, at: '/mypage/english' });
  const keys = await englishKeys(site);
  await on(page, 'exam-enter').click();
  const lobby = on(page, 'exam-lobby');
  await expect(lobby).toContainText('音声のかわりに文章を読んで答えます');
  await expect(on(page, 'exam-sound')).toHaveCount(0);
  const motion = await watchMotion(page);
  const minutes = Number(/(\d+)分/.exec(await lobby.innerText())?.[1]);
  await startHere(page);
  const left = Number(await on(page, 'exam-time').getAttribute('data-seconds'));
  expect(left).toBeLessThanOrEqual(minutes * 60);
  expect(left).toBeGreaterThan(minutes * 60 - 120);
  const scripts = page.locator('#root details').filter({ hasText: '放送の文章' });
  await scripts.locator('summary').click();
  await expect(scripts).toContainText(/[a-z]{3} [a-z]{2}/);
  const chosen = await answerOn(page, keys, 5);
  const list = page.getByRole('dialog', { name: '問題の一覧' });
  await on(page, 'exam-list').click();
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await on(page, 'exam-check').click();
  await handIn(page);
  await expect(on(page, 'exam-receipt')).toBeVisible();
  expect(await motion()).toEqual([]);
  // Without the wish for less motion there is some: a button changes under the pointer.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: '番号をコピー' }).hover();
  await expect.poll(motion).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await page.getByRole('link', { name: '成績を見る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '解答と解説' })).toBeVisible();
  const questions = on(page, 'result-question');
  await expect(questions).toHaveCount(30);
  await expect(questions.and(page.locator('[data-state="right"]'))).toHaveCount(Object.keys(chosen).length);
  // What was open has its time, what was never looked at has none.
  await expect(on(page, 'result-time').first()).toHaveText(/^かかった時間 (\d+分)?\d+秒$/);
  await expect(on(page, 'result-time').last()).toHaveText(/記録なし$/);

  await page.getByRole('link', { name: '英語テストのページへ' }).click();
  await expect(on(page, 'exam-score')).toContainText(/\d+ \/ 1000/);
  await expect(on(page, 'exam-card')).toHaveAttribute('data-status', 'waiting');
  await page.getByRole('link', { name: '記録を見る' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '英語テストの記録' })).toBeFocused();
  const answers = page.locator('#root main').getByRole('link', { name: '解答と解説' });
  await expect(answers).toHaveCount(1);

  // What was not right is a card by itself; what was right becomes one where it is asked for.
  const cards = async () => {
    const [row] = await site.rows<{ count: number }>(
      `select count(*)::int from review_cards where user_id = ${taker.id}`,
    );
    return row?.count ?? 0;
  };
  await expect.poll(cards, { timeout: 60_000 }).toBeGreaterThan(0);
  const before = await cards();
  await answers.click();
  const right = questions.and(page.locator('[data-state="right"]')).first();
  await right.getByRole('button', { name: '復習に追加' }).click();
  await expect(right.getByRole('status').filter({ hasText: '追加しました。' })).toBeFocused();
  // Drawn anew, it says what this device has stored: the card has come.
  await page.getByRole('button', { name: '不正解だけ' }).click();
  await page.getByRole('button', { name: 'すべて', exact: true }).click();
  await expect(right.getByText('復習に入っています。')).toBeVisible();
  await expect(right.getByRole('button', { name: '復習に追加' })).toBeHidden();
  await page.goto(`${site.network.origin}/mypage/konoshiki/review`);
  await expect(page.getByText(`全部で${before + 1}枚`)).toBeVisible();
});
