import type { AppPage } from '../../scripted-server/appPage.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';

/** session.md 13.3: the blue bar, by a clock that only the test moves. */

async function openStill(app: AppPage): Promise<void> {
  await app.page.clock.install();
  await app.openAsGuest('/login');
  await app.probeReady();
  await app.page.clock.pauseAt(Date.now() + 60_000);
}

async function show(app: AppPage, text: string): Promise<void> {
  await app.page.evaluate((message) => window.__probe?.blue(message), text);
  await app.page.clock.runFor(0);
}

/** Whether the bar is there in full strength: no fading has begun. */
async function phase(app: AppPage): Promise<string | null> {
  return app.blue.getAttribute('data-phase');
}

test('a message is visible for 3000 ms, then fades, and is gone about 200 ms later', async ({ app }) => {
  await openStill(app);
  await show(app, '保存しました。');
  await expect(app.blue).toHaveText('保存しました。');
  const full = await phase(app);
  await app.page.clock.runFor(2_999);
  await app.settle();
  await expect(app.blue).toHaveText('保存しました。');
  expect(await phase(app)).toBe(full);
  await app.page.clock.runFor(2);
  await expect.poll(() => phase(app)).not.toBe(full);
  await expect(app.blue).toHaveText('保存しました。');
  await app.page.clock.runFor(100);
  await app.settle();
  await expect(app.blue).toHaveCount(1);
  await app.page.clock.runFor(200);
  await expect(app.blue).toHaveCount(0);
});

// From zero in each phase of the former one: src/shared/lib/observable/blueAlert.test.ts.
test('a new message replaces the text and starts from zero', { tag: '@long' }, async ({ app }) => {
  await openStill(app);
  await show(app, '一つ目');
  await app.page.clock.runFor(2_500);
  await show(app, '二つ目');
  await expect(app.blue).toHaveText('二つ目');
  const full = await phase(app);
  await app.page.clock.runFor(2_900);
  await app.settle();
  await expect(app.blue).toHaveText('二つ目');
  expect(await phase(app)).toBe(full);
  await app.page.clock.runFor(400);
  await expect(app.blue).toHaveCount(0);
});

test('the same message again starts from zero too', { tag: '@long' }, async ({ app }) => {
  await openStill(app);
  await show(app, '保存しました。');
  await app.page.clock.runFor(2_500);
  await show(app, '保存しました。');
  await app.page.clock.runFor(2_500);
  await app.settle();
  await expect(app.blue).toHaveText('保存しました。');
});

test('a message that comes while the former one fades is shown in full', { tag: '@long' }, async ({
  app,
}) => {
  await openStill(app);
  await show(app, '一つ目');
  const full = await phase(app);
  await app.page.clock.runFor(3_100);
  await show(app, '二つ目');
  await expect(app.blue).toHaveText('二つ目');
  await expect.poll(() => phase(app)).toBe(full);
  await app.page.clock.runFor(2_000);
  await app.settle();
  await expect(app.blue).toHaveText('二つ目');
});

test('there is one bar only', async ({ app }) => {
  await openStill(app);
  await show(app, '一つ目');
  await show(app, '二つ目');
  await show(app, '三つ目');
  await expect(app.blue).toHaveCount(1);
  await expect(app.blue).toHaveText('三つ目');
});

test('a message survives a change of the page', async ({ app }) => {
  await app.page.clock.install();
  await app.openAsGuest('/');
  await app.probeReady();
  await app.page.clock.pauseAt(Date.now() + 60_000);
  await show(app, '保存しました。');
  await app.go('/login');
  await app.expectAddress('/login');
  await expect(app.blue).toHaveText('保存しました。');
});

test('markup in a message is text', async ({ app }) => {
  await openStill(app);
  await show(app, '<b>太字</b>');
  await expect(app.blue).toHaveText('<b>太字</b>');
});
