import { gate, lines } from '../../scripted-server/answers.ts';
import type { AppPage, ProbeCall, ProbeResult } from '../../scripted-server/appPage.ts';
import { api } from '../../scripted-server/defaults.ts';
import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';

/** session.md 10.7: 25 seconds for each attempt, measured with a clock that only the test moves. */

/** A guest's page whose time stands still. */
async function openStill(app: AppPage): Promise<void> {
  await app.page.clock.install();
  await app.openAsGuest();
  await app.page.clock.pauseAt(Date.now() + 60_000);
}

/** A call whose end can be looked at without waiting for it. */
function start(app: AppPage, call: ProbeCall): { result: Promise<ProbeResult>; isOver: () => boolean } {
  let over = false;
  const result = app.request(call).finally(() => {
    over = true;
  });
  return { result, isOver: () => over };
}

for (const method of ['GET', 'POST']) {
  bareTest(
    `a ${method} without an answer ends after exactly 25 seconds with an AbortError, sent once`,
    { tag: method === 'GET' ? [] : '@long' },
    async ({ app, server }) => {
      server.when(method, api.thing, { fate: 'silence' });
      await openStill(app);
      const { result, isOver } = start(app, { url: api.thing, method });
      const call = await server.arrival(method, api.thing);
      await app.page.clock.runFor(24_999);
      await app.settle();
      expect(isOver()).toBe(false);
      await app.page.clock.runFor(1);
      expect((await result).error?.name).toBe('AbortError');
      await expect.poll(() => call.isAborted).toBe(true);
      await app.settle();
      expect(lines(server.calls(method, api.thing))).toHaveLength(1);
    },
  );
}

bareTest('a body that stalls ends after 25 seconds too', async ({ app, server }) => {
  server.when('GET', api.thing, { json: { long: 'x'.repeat(2000) }, fate: 'stall' });
  await openStill(app);
  const { result, isOver } = start(app, { url: api.thing });
  await server.arrival('GET', api.thing);
  await app.page.clock.runFor(24_999);
  await app.settle();
  expect(isOver()).toBe(false);
  await app.page.clock.runFor(1);
  expect((await result).error?.name).toBe('AbortError');
  await app.settle();
  expect(lines(server.calls('GET', api.thing))).toHaveLength(1);
});

bareTest(
  'the body of an error that stalls ends after 25 seconds too',
  { tag: '@long' },
  async ({ app, server }) => {
    server.when('GET', api.thing, { status: 400, json: { detail: 'x'.repeat(2000) }, fate: 'stall' });
    await openStill(app);
    const { result } = start(app, { url: api.thing });
    await server.arrival('GET', api.thing);
    await app.settle();
    await app.page.clock.runFor(25_000);
    expect((await result).error?.name).toBe('AbortError');
  },
);

bareTest('the second attempt has 25 seconds of its own', async ({ app, server }) => {
  const first = gate();
  server.when('GET', api.thing, { status: 500, after: first.opened }, { fate: 'silence' });
  await openStill(app);
  const { result, isOver } = start(app, { url: api.thing });
  await server.arrival('GET', api.thing);
  await app.page.clock.runFor(24_000);
  first.open();
  await server.arrival('GET', api.thing, 2);
  await app.page.clock.runFor(24_999);
  await app.settle();
  expect(isOver()).toBe(false);
  await app.page.clock.runFor(1);
  expect((await result).error?.name).toBe('AbortError');
  await app.settle();
  expect(lines(server.calls('GET', api.thing))).toHaveLength(2);
});

bareTest('an answer within the limit is taken', async ({ app, server }) => {
  const answer = gate();
  server.when('GET', api.thing, { json: { fine: true }, after: answer.opened });
  await openStill(app);
  const { result } = start(app, { url: api.thing });
  await server.arrival('GET', api.thing);
  await app.page.clock.runFor(24_900);
  answer.open();
  expect((await result).data).toEqual({ fine: true });
});

bareTest('a call that was answered leaves no timer that harms the next one', async ({ app, server }) => {
  await openStill(app);
  await app.request(api.thing);
  await app.page.clock.runFor(20_000);
  const answer = gate();
  server.when('GET', api.thing, { json: { second: true }, after: answer.opened });
  const { result } = start(app, { url: api.thing });
  await server.arrival('GET', api.thing, 2);
  await app.page.clock.runFor(20_000);
  answer.open();
  expect((await result).data).toEqual({ second: true });
});

bareTest('a timed-out call keeps the session', async ({ app, server }) => {
  await app.page.clock.install();
  await app.openSignedIn();
  server.when('GET', api.thing, { fate: 'silence' });
  const { result } = start(app, { url: api.thing });
  await server.arrival('GET', api.thing);
  await app.page.clock.fastForward(25_000);
  expect((await result).error?.name).toBe('AbortError');
  await app.expectSession('in');
});

test('a list that never comes turns into an error with a retry button', async ({ app, server }) => {
  await app.page.clock.install();
  await app.openSignedIn('/mypage/settings');
  server.when('GET', api.bookmark, { fate: 'silence' }, { json: {} });
  // Else the app finds the server back after 2 s, and asks again before the button is pressed.
  server.when('GET', '/api/health/', { fate: 'drop' });
  await app.go('/mypage/bookmark');
  await server.arrival('GET', api.bookmark);
  await app.page.clock.fastForward(25_000);
  await app.part('list-retry').click();
  await expect(app.part('list-empty')).toBeVisible();
});
