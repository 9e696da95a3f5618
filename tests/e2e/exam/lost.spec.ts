import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { captivePortal, type Effect, maintenanceAnswer } from '../../offline-kit/effects.ts';
import { emptyTable } from '../../offline-kit/storage.ts';
import { killTab } from '../../offline-kit/tabs.ts';
import { goWithin } from '../goWithin.ts';
import {
  answerOn,
  blockAnswers,
  expect,
  handIn,
  keptHere,
  on,
  shownAnswers,
  startHere,
  test,
} from './fixtures.ts';

// exams.md 1 P1–P4, 3.4, 7

const saves = /\/attempt\/[^/]+\/answers\/$/;
const minute = 60_000;

test('rows 1, 17 and 26: the server dies after the start, the page is killed, the end passes; every answer counts', async ({
  device,
  hall,
  taker,
}) => {
  const { site } = hall;
  const list = '/mypage/mockexam';
  const page = await device({ as: taker, at: list });
  const card = (shown: Page) =>
    on(shown, 'exam-card').filter({ has: shown.locator(`a[href="${list}/${hall.id}"]`) });
  await expect(card(page)).toHaveAttribute('data-status', 'entered');
  await goWithin(page, hall.path('info'));
  const keys = await hall.keys('info');
  await startHere(page);
  const begun = await hall.attempt(taker, 'info');
  await site.shutDown();

  const first = await answerOn(page, keys, 9);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'device');
  const question = (await on(page, 'exam-question').getAttribute('data-question')) ?? '';
  await expect
    .poll(() => page.evaluate(keptHere))
    .toEqual({ answers: Object.keys(first).length, open: question });
  // Row 17: one more, while the disk takes nothing: the journal alone brings it back.
  await page.evaluate(blockAnswers);
  const slot = (await on(page, 'exam-option').first().getAttribute('data-slot')) ?? '';
  const chosen = (shown: Page) =>
    shown.locator(`#root input[data-slot="${slot}"][value="${keys[slot] ?? ''}"]`);
  await chosen(page).check();
  const context = page.context();
  await killTab(page);

  const again = await context.newPage();
  const tools = await context.newCDPSession(again);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await again.goto(site.network.origin + hall.path('info'));
  await expect(on(again, 'exam-question')).toHaveAttribute('data-question', question);
  await expect(chosen(again)).toBeChecked();
  // Row 26: a phone that has dropped the page for its memory is back within three seconds; here of work, not of waiting for
  // others on the same machine.
  const { metrics } = await tools.send('Performance.getMetrics');
  const worked = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  expect(worked).toBeGreaterThan(0);
  expect(worked).toBeLessThan(3);
  const second = await answerOn(again, keys, 30);
  // Row 16: what is chosen in the task of a reload is there after it.
  const loaded = again.waitForEvent('load');
  await again.evaluate(() => {
    document.querySelector<HTMLElement>('#root [data-testid="exam-flag"]')?.click();
    location.reload();
  });
  await loaded;
  await expect(on(again, 'exam-flag')).toHaveAttribute('aria-pressed', 'true');
  await on(again, 'exam-check').click();
  await expect.poll(() => shownAnswers(again)).toEqual({ ...first, ...second });
  expect({ ...first, ...second }).toEqual(keys);
  await handIn(again);
  await expect(on(again, 'exam-device-receipt')).toBeVisible();
  await expect(on(again, 'exam-checkresult')).toContainText('送信待ち');

  // The page of the exam knows it, too, and does not offer the subject once more.
  await again.goto(`${site.network.origin}/mypage/mockexam/${hall.id}`);
  const row = on(again, 'exam-subject').filter({ hasText: '情報' });
  await expect(row).toContainText('提出済み・送信待ち');
  await expect(on(again, 'exam-enter')).toHaveAttribute('href', /subject=(?!info)/);
  // And so does the list, of which this device has a copy from before the start.
  await goWithin(again, list);
  await expect(card(again)).toHaveAttribute('data-status', 'taking');
  await expect(card(again)).toContainText(/1 \/ \d+科目 提出済み/);
  await goWithin(again, `${list}/${hall.id}`);
  await row.getByRole('link').click();
  await expect(on(again, 'exam-device-receipt')).toBeVisible();

  await site.server.start();
  await site.server.ask({ ask: 'passed', ms: 100 * minute });
  expect((await hall.attempt(taker, 'info')).state).toBe('timed_out');
  await site.network.connect();
  await expect(on(again, 'exam-receipt')).toBeVisible({ timeout: 100_000 });
  await expect(on(again, 'exam-score')).toContainText('100 / 100');
  const { id, receipt_no, total, late_sync, needs_look } = await hall.attempt(taker, 'info');
  expect(await on(again, 'exam-receipt').textContent()).toBe(receipt_no);
  expect({ id, total, late_sync, needs_look }).toEqual({
    ...{ id: begun.id, total: 100 },
    ...{ late_sync: true, needs_look: false },
  });
  expect(await hall.answers(id)).toEqual(keys);
  await again.goBack();
  await expect(row).toContainText('100 / 100点');
});

test('rows 8, 9, 10, 23, 53, 57, 62 and 74: whatever the server says, the exam stays; back asks first', async ({
  visit,
  hall,
  taker,
}) => {
  const { network } = hall.site;
  // Come to by a link, so that there is a page to go back to.
  const page = await visit({ as: taker, at: `/mypage/mockexam/${hall.id}` });
  await page
    .locator(`#root a[href="${hall.path('info')}"]`)
    .first()
    .click();
  const keys = await hall.keys('info');
  await startHere(page);
  const here = page.url();
  const state = on(page, 'exam-save-state');

  const refused = (status: number, code: string): Effect => ({
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, detail: '', request_id: 'scripted' }),
  });
  const all = /^\/(api|accounts)\//;
  // Elsewhere a 401 ends the session, as it should, and the page asks for the login once it is loaded again.
  const maintenance = { code: 'maintenance', title: 'サーバー増強', message: '', until: null } as const;
  const troubles: [where: RegExp, trouble: Effect, banner?: string][] = [
    [all, maintenanceAnswer(maintenance), 'メンテナンス中'],
    [saves, refused(401, 'token_not_valid')],
    [all, refused(429, 'throttled')],
    [all, captivePortal],
  ];
  for (const [where, trouble, banner] of troubles) {
    network.when('*', where, trouble);
    const before = network.seen('PUT', saves).length;
    await answerOn(page, keys, 1);
    await expect.poll(() => network.seen('PUT', saves).length).toBeGreaterThan(before);
    await expect(state).not.toHaveAttribute('data-state', 'saved');
    if (banner) {
      await expect(page.getByTestId('status-strip')).toContainText(banner);
      await expect(on(page, 'exam-maintenance')).toContainText('試験はこのまま続けられます');
    }
    expect(page.url()).toBe(here);
    await expect(on(page, 'exam-question')).toBeVisible();
    network.behave();
    // A new look of the page, as when the learner comes back to it: an exchange at once.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(state).toHaveAttribute('data-state', 'saved', { timeout: 60_000 });
    await expect(on(page, 'exam-maintenance')).toBeHidden();
  }
  // The session is not asked for: the attempt has a token of its own.
  for (const { headers } of network.seen('PUT', saves)) {
    expect(headers.authorization).toBeUndefined();
    expect(headers['x-attempt-token']).toBeTruthy();
  }

  const look = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  // Row 10: not taken at all. The answers can be saved as a file for people, and nothing stands in the way.
  network.when('PUT', saves, refused(413, 'too_large'));
  const more = await answerOn(page, keys, 1);
  await look();
  await expect(state).toHaveAttribute('data-state', 'refused');
  const saving = page.waitForEvent('download');
  await on(page, 'exam-answers-file').click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('解答の控え_情報Ⅰ.txt');
  const saved = await readFile(await file.path(), 'utf8');
  expect(saved).toContain('科目: 情報Ⅰ');
  for (const [slot, value] of Object.entries(more)) {
    expect(saved).toMatch(new RegExp(`問\\d+ 解答番号\\d+: ${value}\\(.+ \\d\\d:\\d\\d:\\d\\d・未送信\\)`));
    expect(saved).not.toContain(slot);
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  network.behave();
  await look();
  await expect(state).toHaveAttribute('data-state', 'saved', { timeout: 60_000 });

  // Row 74: a correction in the middle of the subject.
  const { id } = await hall.attempt(taker, 'info');
  const version = `where id = (select version_id from exams where id = ${hall.id})`;
  const erratum = {
    id: 'e1',
    subject: 'info',
    question: '',
    html: '<p>表の単位は秒です。</p>',
    at: new Date(),
  };
  await hall.site.rows(`update exam_versions set errata = '${JSON.stringify([erratum])}' ${version}`);
  try {
    await look();
    const bar = page.getByRole('alert', { name: '問題の訂正' });
    await expect(bar).toContainText('表の単位は秒です。');
    await bar.getByRole('button', { name: '確認しました' }).click();
    await expect(bar).toBeHidden();
    const shown = async () => {
      await look();
      const rows = await hall.site.rows<{ events: { kind: string; d: unknown }[] }>(
        `select events from exam_events where attempt_id = '${id}'`,
      );
      return rows
        .flatMap(({ events }) => events)
        .flatMap(({ kind, d }) => (kind === 'erratum_shown' ? [d] : []));
    };
    await expect.poll(shown).toEqual(['e1']);
  } finally {
    await hall.site.rows(`update exam_versions set errata = '[]' ${version}`);
  }

  await page.goBack();
  await expect(on(page, 'exam-leaving')).toContainText('時間は進みます');
  await on(page, 'exam-leaving').getByRole('button', { name: '試験を続ける' }).click();
  await expect(on(page, 'exam-leaving')).toBeHidden();
  await expect(page).toHaveURL(here);
  // Row 57: the key of the questions is lost with a part of the storage; the server gives it again.
  await emptyTable(page, /^x_/, 'keys');
  await page.reload();
  await on(page, 'exam-check').click();
  await expect.poll(async () => Object.keys(await shownAnswers(page)).length).toBe(troubles.length + 1);
});

test('the time ends while somebody answers: it is handed in by itself, with all of it', {
  tag: '@long',
}, async ({ visit, hall, taker }) => {
  const page = await visit({ as: taker, at: hall.path('info') });
  const keys = await hall.keys('info');
  await startHere(page);
  const { id } = await hall.attempt(taker, 'info');
  await hall.endIn(id, 25_000);
  const first = await answerOn(page, keys, 1);
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  await expect
    .poll(async () => Number(await on(page, 'exam-time').getAttribute('data-seconds')))
    .toBeLessThan(61);
  const second = await answerOn(page, keys, 1);
  await expect(on(page, 'exam-receipt')).toBeVisible({ timeout: 90_000 });
  await expect(on(page, 'exam-checkresult')).toContainText('時間で終了しました。');
  // What happened around it is in the log: the end by the clock, the hand-in.
  const logged = await hall.site.rows<{ events: { kind: string; d: unknown }[] }>(
    `select events from exam_events where attempt_id = '${id}' order by from_n`,
  );
  const kinds = logged.flatMap(({ events }) => events).map(({ kind, d }) => `${kind} ${d}`);
  expect(kinds).toEqual(expect.arrayContaining(['sealed time', 'submit_sent 0']));
  expect(await hall.answers(id)).toEqual({ ...first, ...second });
});
