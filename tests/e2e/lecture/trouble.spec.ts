import {
  expect,
  isPlaying,
  lecture,
  placeAtServer,
  playTo,
  test,
  textIsKept,
  videoIsReady,
  videoTime,
} from './fixtures.ts';

const film = /\.mp4$/;
const forbidden = { kind: 'answer' as const, status: 403, body: '' };

// What comes over the network is the matter here: nothing may lie in the browser's own cache.
test.use({ isUsed: false });

test('an address that has ended is replaced, at the same second, without a word', async ({
  site,
  student,
  physics,
  visit,
}) => {
  site.network.when('GET', film, forbidden, 1);
  const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101'), 30) });
  await videoIsReady(page);
  await expect.poll(() => videoTime(page)).toBeCloseTo(30, 0);
  await expect(page.getByText('この動画を再生できません')).toBeHidden();
  expect(site.network.seen('GET', film).length).toBeGreaterThan(1);
});

test('a film that cannot be had says so, and a retry goes on at the second', async ({
  site,
  student,
  physics,
  visit,
}) => {
  site.network.when('GET', film, forbidden);
  const page = await visit({ as: student, at: lecture(physics, physics.lesson('0101'), 30) });
  await expect(page.getByText('この動画を再生できません')).toBeVisible();
  site.network.behave();
  await page.getByRole('button', { name: '0:30 からもう一度再生' }).click();
  await videoIsReady(page);
  await expect.poll(() => isPlaying(page)).toBe(true);
  expect(await videoTime(page)).toBeGreaterThanOrEqual(29);
});

test('without a connection the film says that everything else still works, and comes back by itself', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0101');
  const page = await visit({ as: student, at: lecture(physics, physics.lesson('0102')) });
  await expect(page.getByRole('heading', { level: 2, name: physics.lesson('0102').name })).toBeVisible();
  await textIsKept(page, lesson);
  await site.network.disconnect();
  await page.getByRole('link', { name: lesson.name }).first().click();
  await expect(page.getByText('この動画は端末に保存されていません')).toBeVisible();
  await expect(page.getByText('この授業の目標')).toBeVisible();
  await site.network.connect();
  await videoIsReady(page);
  await expect(page.getByText('この動画は端末に保存されていません')).toBeHidden();
});

test('the place is kept when the connection breaks, and told later', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0101');
  const page = await visit({ as: student, at: lecture(physics, lesson, 40) });
  await playTo(page, 41);
  site.loseApi();
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 43);
  await page.keyboard.press('k');
  const stopped = await videoTime(page);
  await expect(page.getByTestId('status-strip')).toContainText('オフライン');
  site.network.behave();
  await expect.poll(() => placeAtServer(site, student, lesson), { timeout: 100_000 }).toBeCloseTo(stopped, 0);
});
