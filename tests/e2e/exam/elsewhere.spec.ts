import { openDaysLater } from '../../offline-kit/pageClock.ts';
import { answerOn, expect, handIn, on, startHere, test } from './fixtures.ts';

// exams.md 1 P2 and P9, 3.5, 7

const halfHour = 30 * 60_000;

test('rows 44, 46 and 78: abroad, with a clock that is weeks wrong, and away for half an hour: only the time runs', async ({
  visit,
  hall,
  taker,
}) => {
  const { site } = hall;
  const phone = { width: 390, height: 844 };
  const abroad = { timezoneId: 'America/Los_Angeles', viewport: phone };
  const page = await visit({ as: null, at: '/version.json', ...abroad });
  await openDaysLater(page, 40);
  await page.goto(site.network.origin + hall.path('info'));
  // Who logs in on such a device has a session by its clock.
  await page.getByLabel('メールアドレス').fill(taker.email);
  await page.getByRole('textbox', { name: 'パスワード' }).fill(taker.password);
  await page.locator('#root').getByRole('button', { name: 'ログイン', exact: true }).click();
  await page.waitForURL(/\/mypage/);
  await page.goto(site.network.origin + hall.path('info'));
  const keys = await hall.keys('info');
  await startHere(page);
  const { id } = await hall.attempt(taker, 'info');
  const left = async () => Number(await on(page, 'exam-time').getAttribute('data-seconds'));
  const [minutes] = await site.rows<{ seconds: number }>(
    `select extract(epoch from deadline - started_at)::int as seconds from exam_attempts where id = '${id}'`,
  );
  const whole = minutes?.seconds ?? 0;
  const before = await left();
  expect(before).toBeLessThanOrEqual(whole);
  expect(before).toBeGreaterThan(whole - 120);
  const first = await answerOn(page, keys, 1);
  const state = on(page, 'exam-save-state');
  await expect(state).toHaveAttribute('data-state', 'saved');
  await expect(state).toContainText('(日本時間)');
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);

  // Copied, and gone to another window for half an hour.
  const copied = await page.evaluate(() => {
    const question = document.querySelector('#root [data-testid="exam-question"]');
    if (!question) throw new Error('no question');
    getSelection()?.selectAllChildren(question);
    const event = new ClipboardEvent('copy', { bubbles: true, cancelable: true });
    const isLeftAlone = question.dispatchEvent(event);
    return isLeftAlone && (getSelection()?.toString().length ?? 0) > 0;
  });
  expect(copied).toBe(true);
  const see = (visibility: 'hidden' | 'visible') =>
    page.evaluate((shown) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => shown });
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event(shown === 'visible' ? 'focus' : 'blur'));
    }, visibility);
  const room = on(page, 'exam-room');
  const warnings = () => room.locator('[role="alert"], [role="alertdialog"]').allTextContents();
  const said = (await warnings()).join('');
  await see('hidden');
  await site.server.ask({ ask: 'passed', ms: halfHour });
  await page.clock.fastForward(halfHour);
  await see('visible');
  await expect.poll(left).toBeLessThan(before - halfHour / 1000 + 5);
  expect(await left()).toBeGreaterThan(before - halfHour / 1000 - 120);
  expect((await warnings()).join('')).toBe(said);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const second = await answerOn(page, keys, 1);
  await on(page, 'exam-check').click();
  await handIn(page);
  await expect(on(page, 'exam-receipt')).toBeVisible();
  const result = on(page, 'exam-checkresult');
  await expect(result).toContainText('(日本時間)');
  await expect(result).not.toContainText(/確認中|離れ|コピーし|画面を/);
  const done = await hall.attempt(taker, 'info');
  expect(done).toMatchObject({ state: 'submitted', needs_look: false, late_sync: false });
  expect(await hall.answers(id)).toEqual({ ...first, ...second });
});
