import type { Page } from '@playwright/test';
import { expect, isWritable, on, startHere, test } from './fixtures.ts';

/** Words of a text of the paper, as the mouse finds them: where it goes down and up. */
async function edgesOf(page: Page, part: string, words: string) {
  return page.evaluate(
    ([selector, wanted]) => {
      const host = document.querySelector(selector ?? '');
      if (!host) throw new Error(`no text ${selector}`);
      const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const at = node.data.indexOf(wanted ?? '');
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + (wanted ?? '').length);
        node.parentElement?.scrollIntoView({ block: 'center', inline: 'center' });
        const rects = [...range.getClientRects()];
        const [first, last] = [rects[0], rects.at(-1)];
        if (!first || !last) throw new Error('not on the screen');
        const isVertical = getComputedStyle(host).writingMode.startsWith('vertical');
        return isVertical
          ? {
              from: [first.left + first.width / 2, first.top + 2],
              to: [last.left + last.width / 2, last.bottom - 2],
            }
          : {
              from: [first.left + 1, first.top + first.height / 2],
              to: [last.right - 1, last.top + last.height / 2],
            };
      }
      throw new Error(`no words ${wanted}`);
    },
    [part, words] as const,
  );
}

/** Drags over words. */
async function dragOver(page: Page, part: string, words: string): Promise<void> {
  const { from, to } = await edgesOf(page, part, words);
  await page.mouse.move(from[0] ?? 0, from[1] ?? 0);
  await page.mouse.down();
  await page.mouse.move(to[0] ?? 0, to[1] ?? 0, { steps: 8 });
  await page.mouse.up();
}

/** What the browser paints in a look. */
const painted = (page: Page, look: 1 | 2 | 3): Promise<string[]> =>
  page.evaluate(
    (name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()),
    `exam-mark-${look}`,
  );

/** A line across the sheet, at a height in parts of it. */
async function draw(page: Page, height: number): Promise<void> {
  const field = on(page, 'exam-paper-field');
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  if (!box) throw new Error('no sheet');
  const y = box.y + box.height * height;
  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, y, { steps: 10 });
  await page.mouse.up();
}

/** Memos that this device has stored. Runs in the page. */
async function memosHere(): Promise<string[]> {
  const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('x_'))?.name ?? '';
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const all = request.result.transaction('notes').objectStore('notes').getAll();
      all.onsuccess = () => {
        request.result.close();
        resolve(all.result.map(({ text }) => String(text)));
      };
    };
  });
}

const lines = (page: Page) => on(page, 'exam-paper-field').getAttribute('data-lines');

test.describe('tools of the exam room', () => {
  test('what is marked, drawn and noted is there after a reload, also without a network, and is never sent', async ({
    device,
    hall,
    taker,
  }) => {
    const sent: string[] = [];
    const page = await device({ as: taker, at: hall.path('japanese') });
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await startHere(page);

    const passage = '[data-mark-part^="p:"]';
    const words = await page
      .locator(passage)
      .first()
      .evaluate((host) => {
        const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const { data, parentElement } = walker.currentNode as Text;
          if (data.trim().length > 12 && !parentElement?.closest('rt')) return data.trim().slice(2, 8);
        }
        return '';
      });
    await dragOver(page, passage, words);
    await on(page, 'exam-marker-1').click();
    await expect.poll(() => painted(page, 1)).toEqual([words]);

    // A tap on the mark gives it another look; the sheet without a pointer marks whole sentences.
    const { from } = await edgesOf(page, passage, words);
    await page.mouse.click((from[0] ?? 0) + 1, (from[1] ?? 0) + 6);
    await on(page, 'exam-marker-3').click();
    await expect.poll(() => painted(page, 3)).toEqual([words]);
    await expect.poll(() => painted(page, 1)).toEqual([]);
    await on(page, 'exam-marker').click();
    await on(page, 'exam-marker-sentence').last().press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => painted(page, 1)).toHaveLength(1);

    await on(page, 'exam-paper-open').click();
    await draw(page, 0.2);
    await draw(page, 0.5);
    await draw(page, 0.8);
    await on(page, 'exam-paper-undo').click();
    await expect.poll(() => lines(page)).toBe('2');
    await on(page, 'exam-memo-open').click();
    await page.getByRole('textbox', { name: 'メモ' }).fill('ないしょのメモ');
    await expect.poll(() => page.evaluate(memosHere)).toContain('ないしょのメモ');

    await hall.site.network.disconnect();
    await page.reload();
    await isWritable(page);
    await expect.poll(() => painted(page, 3)).toEqual([words]);
    await on(page, 'exam-paper-open').click();
    await expect.poll(() => lines(page)).toBe('2');
    await draw(page, 0.35);
    await expect.poll(() => lines(page)).toBe('3');
    await on(page, 'exam-memo-open').click();
    await expect(page.getByRole('textbox', { name: 'メモ' })).toHaveValue('ないしょのメモ');

    await hall.site.network.connect();
    await on(page, 'exam-option').first().click();
    await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
    expect(sent.filter((body) => /ないしょ|strokes|exam-mark|"lines"/.test(body))).toEqual([]);
  });

  test('a pen draws and is not taken for a finger; the sheet stands below the marks', {
    tag: '@long',
  }, async ({ device, hall, taker }) => {
    const page = await device({
      as: taker,
      at: hall.path('math-1a'),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await startHere(page);
    await on(page, 'exam-paper-open').click();
    const field = on(page, 'exam-paper-field');
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    if (!box) throw new Error('no sheet');
    const session = await page.context().newCDPSession(page);
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', share: number) =>
      session.send('Input.dispatchMouseEvent', {
        type,
        x: box.x + box.width * share,
        y: box.y + box.height * 0.5,
        button: 'left',
        buttons: 1,
        clickCount: 1,
        pointerType: 'pen',
        force: 0.7,
      });
    await pen('mousePressed', 0.2);
    for (const share of [0.3, 0.4, 0.5, 0.6]) await pen('mouseMoved', share);
    await pen('mouseReleased', 0.6);
    await expect(field).toHaveAttribute('data-lines', '1');
    await expect(field).toHaveAttribute('data-pen', 'true');
    // From now on a finger moves the page.
    await page.touchscreen.tap(box.x + box.width * 0.5, box.y + box.height * 0.8);
    await expect(field).toHaveAttribute('data-lines', '1');
    const marks = await on(page, 'exam-mark').last().boundingBox();
    const sheet = await field.boundingBox();
    expect((marks?.y ?? 0) + (marks?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0);
  });

  test('a subject of a past exam is practised without a clock, explained, and begun anew', async ({
    device,
    hall,
    taker,
  }) => {
    const { site, id } = hall;
    const [before] = await site.rows<{ exam_until: string }>(`select exam_until from exams where id = ${id}`);
    await site.rows(`update exams set exam_until = now() - interval '1 minute' where id = ${id}`);
    // Keys wait for the last taker, and takers of earlier tests have not handed in.
    await site.rows(
      `update exam_attempts set deadline = now() - interval '1 minute' where exam_id = ${id} and state = 'running'`,
    );
    try {
      const page = await device({ as: taker, at: `/mypage/mockexam/${id}` });
      await on(page, 'exam-practice').nth(3).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/を練習する$/);
      await startHere(page, { withSound: true });
      await expect(on(page, 'exam-time')).toHaveCount(0);

      const keys = await hall.keys('english-l');
      const slot = (await on(page, 'exam-option').first().getAttribute('data-slot')) ?? '';
      const wrong = keys[slot] === '1' ? 1 : 0;
      await on(page, 'exam-option').nth(wrong).click();
      await on(page, 'exam-check').click();
      await on(page, 'exam-submit').click();
      await on(page, 'exam-submit-confirm').click();
      await expect(on(page, 'exam-practice-result')).toBeVisible();
      await expect(on(page, 'exam-score')).toHaveText(/^0 \/ 100点$/);
      await expect(on(page, 'exam-explanation').first()).toContainText('解説');
      await expect(on(page, 'exam-explanation').first()).toContainText('不正解');
      // The options of some questions are pictures.
      const drawn = () =>
        on(page, 'exam-explanations')
          .locator('li img')
          .evaluateAll((pictures) => pictures.map((one) => (one as HTMLImageElement).naturalWidth > 0));
      await expect.poll(drawn).toContain(true);
      await expect.poll(drawn).not.toContain(false);
      const kinds = await site.rows<{ kind: string }>(
        `select kind from exam_attempts where user_id = ${taker.id}`,
      );
      expect(kinds).toEqual([{ kind: 'practice' }]);
      await expect
        .poll(() => site.rows(`select 1 from review_cards where user_id = ${taker.id} and reason = 'wrong'`))
        .toHaveLength(1);

      await page.reload();
      await expect(on(page, 'exam-explanation').first()).toContainText('解説');
      await on(page, 'exam-practice-again').click();
      await expect(on(page, 'exam-start')).toBeVisible();
    } finally {
      await site.rows(`update exams set exam_until = '${before?.exam_until}' where id = ${id}`);
    }
  });
});
