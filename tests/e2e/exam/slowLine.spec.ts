import type { Request } from '@playwright/test';
import { answerOn, expect, on, startHere, test } from './fixtures.ts';

// exams.md 3.4 S3, 7: a line that is slow, and one that changes

const saves = /\/attempt\/[^/]+\/answers\/$/;

test('rows 7 and 14: a slow line holds nobody up, and a change of the address is not noticed', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('info') });
  const keys = await hall.keys('info');
  await startHere(page);
  const { id } = await hall.attempt(taker, 'info');
  const state = on(page, 'exam-save-state');
  const running = new Set<Request>();
  let most = 0;
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return;
    running.add(request);
    most = Math.max(most, running.size);
  });
  // A save that began before is none of them.
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));

  await expect(state).toHaveAttribute('data-state', 'saved');
  network.when('*', /^\/(api|accounts)\//, { kind: 'delay', ms: 5000 });
  network.forget();
  const took: number[] = [];
  const chosen: Record<string, string> = {};
  for (let nth = 0; nth < 6; nth += 1) {
    const options = page.locator('#root input[data-testid="exam-option"]');
    const slot = (await options.first().getAttribute('data-slot')) ?? '';
    await page.locator(`#root input[data-slot="${slot}"][value="${keys[slot]}"]`).check();
    chosen[slot] = keys[slot] ?? '';
    // The next question stands there before the task of the press has ended: no line is asked.
    const next = await page.evaluate(async () => {
      const opened = () =>
        document.querySelector<HTMLElement>('#root [data-testid="exam-question"]')?.dataset.question;
      const before = opened();
      const from = performance.now();
      document.querySelector<HTMLElement>('#root [data-testid="exam-next"]')?.click();
      await Promise.resolve();
      return { isThere: opened() !== before, ms: performance.now() - from };
    });
    expect(next.isThere).toBe(true);
    took.push(next.ms);
  }
  took.sort((one, other) => one - other);
  expect(took[2]).toBeLessThan(100);
  await expect(state).toHaveAttribute('data-state', 'saved', { timeout: 60_000 });
  // One save at a time; what is chosen while one is on its way goes together with the next.
  expect(most).toBe(1);
  expect(network.seen('PUT', saves).length).toBeLessThanOrEqual(4);
  expect(await hall.answers(id)).toEqual(chosen);

  // Wi-Fi to 5G in the middle of a save: every connection is dead, and new ones work.
  network.behave();
  network.forget();
  network.when('PUT', saves, { kind: 'stall' }, 1);
  const before = await answerOn(page, keys, 1);
  await network.arrival('PUT', saves);
  await network.disconnect();
  const meanwhile = await answerOn(page, keys, 1);
  await network.connect();
  const after = await answerOn(page, keys, 1);
  await expect(state).toHaveAttribute('data-state', 'saved', { timeout: 60_000 });
  expect(await hall.answers(id)).toEqual({ ...chosen, ...before, ...meanwhile, ...after });
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(on(page, 'exam-option').first()).toBeEnabled();
  const { lease_epoch, needs_look } = await hall.attempt(taker, 'info');
  expect({ lease_epoch, needs_look }).toEqual({ lease_epoch: 1, needs_look: false });
});
