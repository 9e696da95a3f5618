import { expect, focusView, lecture, openTab, test, videoIsReady } from './fixtures.ts';

test('a course opens with the lesson watched last, and the address says so', async ({
  student,
  math,
  visit,
}) => {
  const lesson = math.lesson('0301');
  const page = await visit({ as: student, at: lecture(math) });
  await expect(page.getByRole('heading', { level: 1, name: math.name })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: lesson.name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`lesson=${lesson.id}$`));
});

test('a course never opened begins with its first lesson', async ({ student, physics, visit }) => {
  const page = await visit({ as: student, at: focusView(physics) });
  await expect(page.getByRole('heading', { level: 1, name: physics.lesson('0101').name })).toBeVisible();
});

test('leads to the next lesson and back, and the browser goes back too', async ({
  student,
  physics,
  visit,
}) => {
  const [first, second] = [physics.lesson('0101'), physics.lesson('0102')];
  const page = await visit({ as: student, at: lecture(physics, first) });
  await page.getByRole('button', { name: /^次の授業/ }).click();
  const heading = page.getByRole('heading', { level: 2, name: second.name });
  await expect(heading).toBeFocused();
  await expect(page.locator('video')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: first.name })).toBeVisible();
  await videoIsReady(page);
});

test('the contents lie in a sheet on a phone, and a lesson closes it', async ({
  student,
  physics,
  visit,
}) => {
  const second = physics.lesson('0103');
  const page = await visit({
    as: student,
    at: lecture(physics, physics.lesson('0101')),
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('button', { name: '目次を開く(16授業中1番目)' }).click();
  const sheet = page.getByRole('dialog', { name: '目次' });
  await sheet.getByRole('link', { name: second.name }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: second.name })).toBeFocused();
});

test('the plan of today holds the lessons of one sitting', async ({ student, physics, visit }) => {
  const next = physics.lesson('0102');
  const page = await visit({ as: student, at: focusView(physics, physics.lesson('0101')) });
  await page.getByRole('button', { name: '今日の予定' }).click();
  const plan = page.getByRole('dialog', { name: '今日の予定' });
  await expect(plan.getByRole('button', { name: physics.lesson('0101').name })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await plan.getByRole('button', { name: next.name }).click();
  await expect(plan).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: next.name })).toBeVisible();
});

test('an item that is not there is the not-found screen, on both pages', async ({ student, visit }) => {
  for (const view of ['lecture', 'learnning']) {
    const page = await visit({ as: student, at: `/mypage/${view}/99999999` });
    await expect(page.getByTestId('not-found')).toBeVisible();
  }
});

test('when access has ended, lessons are closed and notes stay', async ({ site, student, closed, visit }) => {
  const lesson = closed.lesson('0401');
  await site.rows(
    `insert into notes (user_id, id, lesson_id, course_id, sec, body, rev, created, modified) values (${student.id},
     '${crypto.randomUUID()}', ${lesson.id}, ${closed.id}, 12, '昔のメモ', 1, now(), now())`,
  );
  const page = await visit({ as: student, at: lecture(closed, lesson) });
  await expect(page.getByText('視聴期限が終了しています。')).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(1);
  await openTab(page, /メモ/);
  await expect(page.getByTestId('note-item')).toContainText('昔のメモ');
  await expect(page.getByRole('button', { name: /わかった/ }).first()).toBeVisible();
  expect(site.network.seen('GET', `/api/lms/lesson/${lesson.id}/`)).toEqual([]);
  await page.goto(`${site.network.origin}${lecture(closed, closed.lesson('0102'))}`);
  await expect(page.getByText('視聴期限が終了しています。')).toBeVisible();
  await expect(page.getByText('この授業の目標')).toHaveCount(0);
});
