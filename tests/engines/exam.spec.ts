import { openHall } from '../e2e/exam/fixtures.ts';
import { test } from './demoFixtures.ts';
import type { Tab } from './driver.ts';
import { expect } from './fixtures.ts';
import { go, isAt, isWarm, logIn, part, see } from './steps.ts';

// exams.md 1 P1 to P4, 7

/** A data attribute of the first element, as it is now. */
function data(tab: Tab, testId: string, name: string): Promise<string> {
  return tab
    .evaluate(({ css, of }) => document.querySelector<HTMLElement>(css)?.dataset[of] ?? '', {
      css: `#root ${part(testId)}`,
      of: name,
    })
    .catch(() => '');
}

const isSaved = (tab: Tab) =>
  expect.poll(() => data(tab, 'exam-save-state', 'state'), { timeout: 60_000 }).toBe('saved');

/** Answers all choices of the open question, and goes on to the next one. Answers what was chosen, by the slot. */
async function answer(tab: Tab, keys: Record<string, string>): Promise<Record<string, string>> {
  const slots = await tab.evaluate(
    (css) => [
      ...new Set([...document.querySelectorAll<HTMLElement>(css)].map((one) => one.dataset.slot ?? '')),
    ],
    `#root ${part('exam-option')}`,
  );
  const chosen = Object.fromEntries(slots.map((slot) => [slot, keys[slot] ?? '']));
  for (const [slot, value] of Object.entries(chosen)) {
    await tab.click(`#root label:has(input[data-slot="${slot}"][value="${value}"])`);
    await expect.poll(() => values(tab)).toMatchObject({ [slot]: value });
  }
  const question = await data(tab, 'exam-question', 'question');
  await tab.click(`#root ${part('exam-next')}`);
  await expect.poll(() => data(tab, 'exam-question', 'question')).not.toBe(question);
  return chosen;
}

/** The answers that are on the screen, by the slot. */
function values(tab: Tab): Promise<Record<string, string>> {
  return tab.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('#root [data-slot][data-value]')].flatMap(({ dataset }) =>
        dataset.slot && dataset.value ? [[dataset.slot, dataset.value]] : [],
      ),
    ),
  );
}

/** How the text in columns lies: its writing mode, whether it begins at its right end, and whether there is more. */
function columns(tab: Tab) {
  return tab.evaluate(() => {
    let frame = document.querySelector('#root .exam-anchor')?.parentElement ?? null;
    while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement;
    if (!frame) return null;
    const { writingMode } = getComputedStyle(frame);
    const isAtBegin = Math.abs(frame.scrollLeft) < 2;
    return { writingMode, isAtBegin, hasMore: frame.scrollWidth > frame.clientWidth };
  });
}

/** Selects the first words of the text in columns, as a reader does before marking them. */
function selectWords(tab: Tab): Promise<string> {
  return tab.evaluate(() => {
    const host = document.querySelector('#root .exam-anchor')?.parentElement;
    const walker = document.createTreeWalker(host ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const words = walker.currentNode as Text;
      if (!/^[^\s]{4}/.test(words.data)) continue;
      getSelection()?.setBaseAndExtent(words, 0, words, 4);
      return words.data.slice(0, 4);
    }
    return '';
  });
}

/** What is marked, as it is painted: by the browser's own highlights, or by elements where it has none. */
function marked(tab: Tab): Promise<string> {
  return tab.evaluate(() => {
    const own = 'highlights' in CSS ? CSS.highlights.get('exam-mark-1') : undefined;
    if (own) return [...own].map(String).join('');
    return [...document.querySelectorAll('#root span[data-mark="1"]')]
      .map(({ textContent }) => textContent)
      .join('');
  });
}

test('1, 16, 17 · a subject in columns: prepared, begun, marked, cut off, started anew and handed in; all of it counts', async ({
  demo,
  engine,
  tab,
}) => {
  test.setTimeout(300_000);
  await demo.rows(`update exams set exam_from = now() - interval '1 hour' where key = 'demo/common-b'`);
  const hall = await openHall(demo, 'common-b');
  const taker = await hall.taker();
  const keys = await hall.keys('japanese');
  await logIn(tab, demo, taker);
  await isWarm(tab);
  await go(tab, demo, hall.path('japanese'));
  await tab.click(`#root ${part('exam-prepare')}`);
  const canStart = () =>
    tab.evaluate(
      (css) => document.querySelector<HTMLButtonElement>(css)?.disabled === false,
      `#root ${part('exam-start')}`,
    );
  await expect.poll(canStart, { timeout: 60_000 }).toBe(true);
  await tab.click(`#root ${part('exam-start')}`);
  await expect.poll(() => data(tab, 'exam-question', 'question'), { timeout: 30_000 }).not.toBe('');

  await expect
    .poll(() => columns(tab))
    .toEqual({ writingMode: 'vertical-rl', isAtBegin: true, hasMore: true });
  const words = await selectWords(tab);
  await tab.click(`#root ${part('exam-marker-1')}`);
  await expect.poll(() => marked(tab)).toBe(words);
  expect(words).toHaveLength(4);

  const first = await answer(tab, keys);
  await isSaved(tab);
  await demo.network.disconnect();
  const second = await answer(tab, keys);
  await expect.poll(() => data(tab, 'exam-save-state', 'state'), { timeout: 30_000 }).toBe('device');
  const question = await data(tab, 'exam-question', 'question');

  // Another process on the same device, where the engine keeps its storage; still without a network.
  let again = tab;
  if (engine.canRestart) {
    await engine.restart();
    again = await engine.tab();
    await go(again, demo, hall.path('japanese'));
  } else await tab.reload();
  await expect.poll(() => data(again, 'exam-question', 'question'), { timeout: 30_000 }).toBe(question);
  await expect.poll(() => marked(again)).toBe(words);
  const third = await answer(again, keys);

  await demo.network.connect();
  await again.evaluate(() => dispatchEvent(new Event('online')));
  await isSaved(again);
  await again.click(`#root ${part('exam-check')}`);
  const all = { ...first, ...second, ...third };
  await expect.poll(() => values(again)).toEqual(all);
  await again.click(`#root ${part('exam-submit')}`);
  // Much is open, so the word is asked for; no keyboard of the drivers has it.
  await see(again, '提出', part('exam-confirm'));
  await again.evaluate(
    (css) => {
      const field = document.querySelector<HTMLInputElement>(css);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '提出');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    },
    `${part('exam-confirm')} input`,
  );
  await again.click(part('exam-submit-confirm'));
  await isAt(again, hall.path('japanese', '/checkresult'));
  await expect.poll(() => again.text(part('exam-receipt')), { timeout: 60_000 }).not.toBe('');
  const { id, receipt_no, needs_look } = await hall.attempt(taker, 'japanese');
  expect(await again.text(part('exam-receipt'))).toBe(receipt_no);
  expect(await hall.answers(id)).toEqual(all);
  expect(needs_look).toBe(false);
});
