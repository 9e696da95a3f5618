import { goWithin } from '../goWithin.ts';
import { expect, test } from '../screens/fixtures.ts';
import { idsOf, memberScreens, type Screen } from '../screens/screens.ts';
import { part, showsShape, tellsFailure } from '../screens/stateChecks.ts';

// product.md 2.0.2: the pages before an exam and those of the review while their content does not come. Results and the
// English test are in screens/states.spec.ts.

const calls = {
  exams: /^\/api\/exam\/mockexam\/$/,
  exam: /^\/api\/exam\/mockexam\/\d+\/$/,
  review: /^\/api\/lms\/review\/$/,
};

/** What a stored copy says without a connection. `dated`: when it is from. */
type Copy = 'dated' | 'plain' | 'none';
const copies: Record<string, Copy> = {
  '/mypage/mockexam': 'dated',
  '/mypage/mockexam/{id}': 'dated',
  '/mypage/mockexam/{id}/basicinfo': 'plain',
  '/mypage/mockexam/{id}/schoolinfo': 'plain',
  // Schools are searched on the server alone, which it says.
  '/mypage/mockexam/{id}/schoolinfo/{desired_rank}': 'none',
  '/mypage/mockexam/{id}/environmentinfo': 'plain',
  '/mypage/mockexam/{id}/success': 'plain',
  '/mypage/konoshiki/review': 'dated',
  '/mypage/konoshiki/review/{id}': 'plain',
};
const screens = Object.keys(copies).map((wanted): Screen => {
  const screen = memberScreens.find(({ name }) => name === wanted);
  if (!screen) throw new Error(`no screen ${wanted}`);
  return screen;
});
const last = screens.at(-1) as Screen;

/** What is looked at is the demo's own student's: nothing of it is changed here. */
const demoStudent = { ask: 'session', email: 'student@example.com', password: 'manabi-2026' } as const;

/** Without a server the page looks for it again after pauses of up to a minute. */
const whenNoticed = { timeout: 90_000 };

test('own exams that cannot be loaded say so in their place, beside the exams that can', async ({
  site,
  visit,
}) => {
  const page = await visit({ as: await site.learner(demoStudent), at: '/mypage/settings' });
  await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
  const isOwn = ({ pathname, searchParams }: URL) =>
    calls.exams.test(pathname) && searchParams.get('status') === 'mine';
  const json = { code: 'server', detail: '', request_id: 'scripted-500' };
  await page.route(isOwn, (route) => route.fulfill({ status: 500, json }));
  await goWithin(page, '/mypage/mockexam');
  const own = page.getByRole('region', { name: '申し込んだ模試' });
  await expect(own.getByTestId('list-error')).toContainText('受付番号 scripted-500');
  const past = page.getByRole('region', { name: 'これまでの模試' });
  await expect(past.getByTestId('exam-card').first()).toBeVisible();
  await page.unroute(isOwn);
  await own.getByTestId('list-retry').click();
  await expect(own.getByTestId('exam-card').first()).toBeVisible();
  await expect(own.getByTestId('list-error')).toBeHidden();
});

test('a search of schools that does not come says why, keeps what was typed and chosen, and asks again', async ({
  site,
  visit,
}) => {
  const student = await site.learner(demoStudent);
  const { openExam } = await idsOf(site, student);
  const page = await visit({ as: student, at: `/mypage/mockexam/${openExam}/schoolinfo/1` });
  const main = page.getByRole('main');
  const first = main.getByRole('radio').first();
  await first.check();
  const chosen = main.locator(`input[type="radio"][value="${await first.getAttribute('value')}"]`);
  const [name = ''] = ((await main.locator('li h2').first().textContent()) ?? '').split(' ');
  const typed = page.getByLabel('学校名・フリガナ・コード');
  const failed = main.getByTestId('list-error');
  const isStill = async (words: string) => {
    await expect(typed).toHaveValue(words);
    await expect(chosen).toBeChecked();
  };

  site.failAt('/api/exam/school/');
  await typed.fill(name);
  await expect(failed).toContainText('受付番号 scripted-500');
  await expect(main.getByText('学校をさがせませんでした。')).toBeVisible();
  await isStill(name);
  site.network.behave();
  await failed.getByTestId('list-retry').click();
  await expect(failed).toBeHidden();
  await isStill(name);

  site.loseApi();
  await typed.fill('');
  await expect(failed).toContainText('接続できませんでした');
  await isStill('');
  site.bringApiBackUnnoticed();
  await failed.getByTestId('list-retry').click();
  await expect(failed).toBeHidden();
  await isStill('');
});

test.describe('every page before an exam and of the review', { tag: '@long' }, () => {
  test('shows the shape of what is on its way, then says that it takes long', async ({ site, visit }) => {
    const student = await site.learner(demoStudent);
    const ids = await idsOf(site, student);
    for (const call of Object.values(calls)) site.network.when('GET', call, { kind: 'stall' });
    const page = await visit({ as: student, at: '/maintenance' });
    // Time passes only where the test says so: its seconds are not those of a busy machine.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await page.goto(site.network.origin + screen.path(ids));
        await showsShape(page);
      });
    }
    await page.clock.resume();
    site.network.behave();
    await page.getByRole('button', { name: '再読み込み' }).click();
    await expect(last.ready(page)).toBeVisible();
  });

  test('tells a failure of the server with its number, and loads once it is over', async ({
    site,
    visit,
  }) => {
    const student = await site.learner(demoStudent);
    const ids = await idsOf(site, student);
    for (const call of Object.values(calls)) site.failAt(call);
    const page = await visit({ as: student, at: '/mypage/settings' });
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        // A load of its own: nothing of the page before is looked at.
        await page.goto(site.network.origin + screen.path(ids));
        await tellsFailure(page);
      });
    }
    site.network.behave();
    for (const screen of screens) {
      await test.step(`${screen.name}, over`, async () => {
        await page.goto(site.network.origin + screen.path(ids));
        await expect(screen.ready(page)).toBeVisible();
        await expect(part(page, 'list-error')).toBeHidden();
      });
    }
  });

  test('that was never opened says so without a connection', async ({ site, visit }) => {
    const student = await site.learner(demoStudent);
    const ids = await idsOf(site, student);
    for (const call of Object.values(calls)) site.failAt(call);
    const page = await visit({ as: student, at: '/mypage/settings' });
    await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
    site.network.behave();
    site.loseApi();
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await page.goto(site.network.origin + screen.path(ids));
        await expect(part(page, 'list-error')).toContainText('この画面はまだ保存されていません');
        await expect(page.getByTestId('status-strip')).toContainText('オフラインです。');
      });
    }
    site.network.behave();
    await expect(last.ready(page)).toBeVisible(whenNoticed);
  });

  test('shows the stored copy without a connection, and says where it is one', async ({ site, visit }) => {
    const student = await site.learner(demoStudent);
    const ids = await idsOf(site, student);
    const page = await visit({ as: student, at: '/mypage/settings' });
    await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
    for (const screen of screens) {
      await goWithin(page, screen.path(ids));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
      await expect(screen.ready(page)).toBeVisible();
    }
    site.loseApi();
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        const copy = copies[screen.name];
        await page.goto(site.network.origin + screen.path(ids));
        await expect(page.getByTestId('status-strip')).toContainText('オフラインです。');
        const there =
          copy === 'none' ? page.getByText('志望校の登録には接続が必要です。') : screen.ready(page);
        await expect(there).toBeVisible();
        const dated = page.getByRole('main').getByText(/^(昨日 )?\d{1,2}:\d{2}時点の内容$/);
        await expect(dated).toHaveCount(copy === 'dated' ? 1 : 0);
      });
    }
  });
});
