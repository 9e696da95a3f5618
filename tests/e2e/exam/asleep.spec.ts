import { answerOn, expect, on, startHere, test } from './fixtures.ts';

// exams.md 3.4 S10, 3.5, 7: a tab that is frozen, and one that hangs

const saves = /\/attempt\/[^/]+\/answers\/$/;
const minute = 60_000;

test('row 18: after 20 minutes frozen the first picture has the right time, and one exchange follows', async ({
  visit,
  hall,
  taker,
}) => {
  const { network, server } = hall.site;
  const page = await visit({ as: taker, at: hall.path('info') });
  await startHere(page);
  const chosen = await answerOn(page, await hall.keys('info'), 1);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  const left = async () => Number(await on(page, 'exam-time').getAttribute('data-seconds'));

  // The page is in the background; while the system holds it frozen its clocks run on.
  await page.evaluate((frozen) => {
    const shown = { state: 'hidden', seconds: Number.NaN };
    Object.assign(globalThis, { shown });
    Object.defineProperty(document, 'visibilityState', { get: () => shown.state });
    document.dispatchEvent(new Event('visibilitychange'));
    const { now } = Date;
    const mono = performance.now.bind(performance);
    let by = 0;
    Date.now = () => now() + by;
    performance.now = () => mono() + by;
    document.addEventListener('freeze', () => {
      by = frozen;
    });
    document.addEventListener('resume', () => {
      shown.state = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
      dispatchEvent(new Event('focus'));
      // Nothing is painted before this task ends.
      const time = document.querySelector<HTMLElement>('#root [data-testid="exam-time"]');
      shown.seconds = Number(time?.dataset.seconds);
    });
  }, 20 * minute);
  const before = await left();
  await server.ask({ ask: 'passed', ms: 20 * minute });
  network.forget();
  // A browser that is driven freezes no page. Between these two a frozen one runs nothing: one task.
  await page.evaluate(() => {
    for (const name of ['freeze', 'resume']) document.dispatchEvent(new Event(name));
  });

  const first = () =>
    page.evaluate(() => (globalThis as unknown as { shown: { seconds: number } }).shown.seconds);
  await expect.poll(first).not.toBeNaN();
  const seconds = await first();
  expect(before - seconds).toBeGreaterThanOrEqual(20 * 60 - 2);
  expect(before - seconds).toBeLessThan(20 * 60 + 30);
  // The answer of the server moves it by no more than the time that has passed since.
  await network.arrival('PUT', saves);
  const after = await left();
  expect(seconds - after).toBeGreaterThanOrEqual(-2);
  await expect.poll(left).toBeLessThan(after - 1);
  expect(network.seen('PUT', saves).length).toBe(1);
  const { id, needs_look } = await hall.attempt(taker, 'info');
  expect(await hall.answers(id)).toEqual(chosen);
  expect(needs_look).toBe(false);
});

/**
 * Runs in the page. In the task of a choice it begins to hang, in a call that waits for its answer: only the journal has
 * the choice. `isWriting`: a write to the device's database is open meanwhile, else none is.
 */
async function chooseAndHang(isWriting: boolean): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const request = indexedDB.open(names.find((name) => name.startsWith('x_')) ?? '');
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const write = request.result.transaction(['attempts', 'cells', 'events'], 'readwrite');
  const count = write.objectStore('cells').count();
  await new Promise((resolve) => {
    if (isWriting) count.addEventListener('success', resolve);
    else write.addEventListener('complete', resolve);
  });
  request.result.close();
  document.querySelector<HTMLElement>('#root input[data-testid="exam-option"]')?.click();
  const call = new XMLHttpRequest();
  call.open('GET', '/api/hang/', false);
  call.send();
}

test('row 22: a tab that hangs loses its turn after ten seconds, and the next one has what lay in its journal', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('info') });
  await startHere(page);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  const { id } = await hall.attempt(taker, 'info');
  const third = await on(page, 'exam-option').nth(2).boundingBox();
  if (!third) throw new Error('not drawn');

  network.when('GET', '/api/hang/', { kind: 'hold-request' });
  const hanging = page.evaluate(chooseAndHang, false);
  await network.arrival('GET', '/api/hang/');
  // Somebody presses again and again, and nothing happens.
  const pressing = page.mouse.click(third.x + 12, third.y + third.height / 2);

  const second = await page.context().newPage();
  await second.goto(network.origin + hall.path('info'));
  const goOn = on(second, 'exam-other-tab').getByRole('button', { name: 'このタブで続ける' });
  await expect(goOn).toBeVisible();
  const asked = Date.now();
  await goOn.click();
  await expect(on(second, 'exam-other-tab')).toContainText('ほかのタブの解答を保存しています');
  await expect(on(second, 'exam-other-tab')).toBeHidden();
  expect(Date.now() - asked).toBeGreaterThan(9000);
  await expect(on(second, 'exam-option').first()).toBeChecked();
  await on(second, 'exam-option').nth(1).check();
  await expect(on(second, 'exam-save-state')).toHaveAttribute('data-state', 'saved');

  // It comes to itself: it only reads, and what was pressed while it hung does not overrule what was chosen since.
  network.release();
  await Promise.all([hanging, pressing]);
  await expect(on(page, 'exam-other-tab')).toContainText('ほかのタブで受験中');
  await expect(on(page, 'exam-option').nth(1)).toBeChecked();
  await second.reload();
  await expect(on(second, 'exam-option').nth(1)).toBeChecked();
  await expect(on(second, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  expect(Object.values(await hall.answers(id))).toEqual(['2']);
});

test('row 22: a tab that hangs in the middle of a write keeps the database; the next one says so and goes on when it is closed', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('info') });
  await startHere(page);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  const { id } = await hall.attempt(taker, 'info');
  network.when('GET', '/api/hang/', { kind: 'hold-request' });
  const hanging = page.evaluate(chooseAndHang, true).catch(() => 'closed');
  await network.arrival('GET', '/api/hang/');

  const second = await page.context().newPage();
  await second.goto(network.origin + hall.path('info'));
  await expect(on(second, 'exam-held')).toContainText('ほかのタブが止まっています');
  await page.close();
  await hanging;
  await expect(on(second, 'exam-option').first()).toBeChecked();
  await expect(on(second, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  expect(Object.values(await hall.answers(id))).toEqual(['1']);
});
