import { differenceOf, verdictOf } from '#contracts/examStatistics.ts';
import { type ExamHall, keptHere, openHall } from '../e2e/exam/fixtures.ts';
import { halfRight, missedGroups, pointsOf } from '../e2e/exam/marking.ts';
import type { DemoSite } from '../e2e/screens/fixtures.ts';
import { test } from './demoFixtures.ts';
import type { Engine, Tab } from './driver.ts';
import { expect } from './fixtures.ts';
import { go, isAt, isWarm, logIn, part, see } from './steps.ts';

// exams.md 1 P1 to P4, 5, 6, 7

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

/** The open exam, whose window has begun. */
async function openExam(demo: DemoSite): Promise<ExamHall> {
  await demo.rows(`update exams set exam_from = now() - interval '1 hour' where key = 'demo/common-b'`);
  return openHall(demo, 'common-b');
}

const openQuestion = (tab: Tab) => data(tab, 'exam-question', 'question');

/** From the lobby to the first question. */
async function start(tab: Tab): Promise<void> {
  await tab.click(`#root ${part('exam-prepare')}`);
  const canStart = () =>
    tab.evaluate(
      (css) => document.querySelector<HTMLButtonElement>(css)?.disabled === false,
      `#root ${part('exam-start')}`,
    );
  await expect.poll(canStart, { timeout: 60_000 }).toBe(true);
  await tab.click(`#root ${part('exam-start')}`);
  await expect.poll(() => openQuestion(tab), { timeout: 30_000 }).not.toBe('');
}

/** Whether the page has such a part. */
const has = (tab: Tab, testId: string) =>
  tab.evaluate((css) => document.querySelector(css) !== null, `#root ${part(testId)}`);

/** Answers all choices of the open question, and goes on to the next one, if any. Answers what was chosen, by the slot. */
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
  const question = await openQuestion(tab);
  if (!(await has(tab, 'exam-next'))) return chosen;
  await tab.click(`#root ${part('exam-next')}`);
  await expect.poll(() => openQuestion(tab)).not.toBe(question);
  return chosen;
}

/** Answers from the open question on, until so many slots have a value. Answers what was chosen, by the slot. */
async function answerSlots(
  tab: Tab,
  keys: Record<string, string>,
  count: number,
): Promise<Record<string, string>> {
  const chosen: Record<string, string> = {};
  while (Object.keys(chosen).length < count) Object.assign(chosen, await answer(tab, keys));
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

/** Much is open, so the word is asked for; no keyboard of the drivers has it. */
async function writeTheWord(tab: Tab): Promise<void> {
  await see(tab, '提出', part('exam-confirm'));
  await tab.evaluate(
    (css) => {
      const field = document.querySelector<HTMLInputElement>(css);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '提出');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    },
    `${part('exam-confirm')} input`,
  );
}

/** The system ends the browser, and the learner opens the page again. */
async function killAndReturn(engine: Engine, demo: DemoSite, path: string): Promise<Tab> {
  await engine.kill();
  const again = await engine.tab();
  await go(again, demo, path);
  return again;
}

/** What the parts of the page that are named so say. */
const told = (tab: Tab, testId: string) =>
  tab.evaluate(
    (css) => [...document.querySelectorAll<HTMLElement>(css)].map(({ innerText }) => innerText.trim()),
    `#root ${part(testId)}`,
  );

test('1, 17 · a subject in columns: prepared, begun, marked, cut off, started anew and handed in; all of it counts', async ({
  demo,
  engine,
  tab,
}) => {
  test.setTimeout(300_000);
  const hall = await openExam(demo);
  const taker = await hall.taker();
  const keys = await hall.keys('japanese');
  await logIn(tab, demo, taker);
  await isWarm(tab);
  await go(tab, demo, hall.path('japanese'));
  await start(tab);

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
  const question = await openQuestion(tab);
  // The question on the screen is written down a moment after it.
  await expect.poll(() => tab.evaluate(keptHere)).toMatchObject({ open: question });

  // Another process on the same device; still without a network.
  await engine.restart();
  const again = await engine.tab();
  await go(again, demo, hall.path('japanese'));
  await expect.poll(() => openQuestion(again), { timeout: 30_000 }).toBe(question);
  await expect.poll(() => marked(again)).toBe(words);
  const third = await answer(again, keys);

  await demo.network.connect();
  await again.evaluate(() => dispatchEvent(new Event('online')));
  await isSaved(again);
  await again.click(`#root ${part('exam-check')}`);
  const all = { ...first, ...second, ...third };
  await expect.poll(() => values(again)).toEqual(all);
  await again.click(`#root ${part('exam-submit')}`);
  await writeTheWord(again);
  await again.click(part('exam-submit-confirm'));
  await isAt(again, hall.path('japanese', '/checkresult'));
  await expect.poll(() => again.text(part('exam-receipt')), { timeout: 60_000 }).not.toBe('');
  const { id, receipt_no, needs_look } = await hall.attempt(taker, 'japanese');
  expect(await again.text(part('exam-receipt'))).toBe(receipt_no);
  expect(await hall.answers(id)).toEqual(all);
  expect(needs_look).toBe(false);
});

test('1, 17, 69 · a whole subject: the server dies after its start, the browser is killed, the end passes; every answer counts, up to its card', async ({
  demo,
  engine,
  tab,
}) => {
  test.setTimeout(480_000);
  const subject = 'english-r';
  const hall = await openExam(demo);
  const taker = await hall.taker();
  const key = await hall.key(subject);
  const typed = halfRight(key);
  const points = pointsOf(key, typed);
  const border = await hall.wish(taker, subject);
  await logIn(tab, demo, taker);
  await isWarm(tab);
  // Who has been here yesterday: session and app are on the disk.
  await engine.restart();
  const page = await engine.tab();
  await go(page, demo, hall.path(subject));
  await start(page);
  const begun = await hall.attempt(taker, subject);
  await demo.server.kill();
  await demo.network.disconnect();
  const first = await answerSlots(page, typed, 15);
  const question = await openQuestion(page);
  const answers = Object.keys(first).length;
  await expect.poll(() => page.evaluate(keptHere)).toEqual({ answers, open: question });

  const again = await killAndReturn(engine, demo, hall.path(subject));
  await expect.poll(() => openQuestion(again), { timeout: 30_000 }).toBe(question);
  const second = await answerSlots(again, typed, Object.keys(typed).length - answers);
  await again.click(`#root ${part('exam-check')}`);
  await expect.poll(() => values(again)).toEqual(typed);
  expect({ ...first, ...second }).toEqual(typed);
  await again.click(`#root ${part('exam-submit')}`);
  await again.click(part('exam-submit-confirm'));
  await isAt(again, hall.path(subject, '/checkresult'));
  await see(again, '送信待ち', `#root ${part('exam-checkresult')}`);
  expect(await has(again, 'exam-device-receipt')).toBe(true);

  // The clock ends it for the server, which has not heard of a single answer.
  await demo.server.start();
  await demo.server.ask({ ask: 'passed', ms: 100 * 60_000 });
  expect((await hall.attempt(taker, subject)).state).toBe('timed_out');
  expect(await hall.answers(begun.id)).toEqual({});
  await demo.network.connect();
  await again.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => again.text(part('exam-receipt')), { timeout: 100_000 }).not.toBe('');
  await see(again, `${points} / 100`, `#root ${part('exam-score')}`);
  const { id, receipt_no, total, late_sync, needs_look } = await hall.attempt(taker, subject);
  expect(await again.text(part('exam-receipt'))).toBe(receipt_no);
  expect({ id, total, late_sync, needs_look }).toEqual({
    ...{ id: begun.id, total: points },
    ...{ late_sync: true, needs_look: false },
  });
  expect(await hall.answers(id)).toEqual(typed);

  // By its number, because another version may be made in between.
  const { version, deviation } = await hall.placeOf(subject, points);
  await go(again, demo, `/mypage/mockexam/${hall.id}/result?version=${version}`);
  await see(again, `${points} / 100点`, `#root ${part('exam-score')}`);
  const numbers = (await told(again, 'result-deviation')).filter((words) => /\d/.test(words));
  expect(numbers).toEqual([deviation.toFixed(1)]);
  expect(await data(again, 'result-verdict', 'verdict')).toBe(verdictOf(differenceOf(deviation, border)));

  const missed = missedGroups(key, typed);
  await expect
    .poll(() => hall.cards(taker), { timeout: 60_000 })
    .toEqual(Object.fromEntries(missed.map((group) => [group, 'wrong'])));
  await go(again, demo, '/mypage/konoshiki/review');
  await see(again, `今日の復習 ${missed.length}枚`, `#root ${part('review-left')}`);
  await again.click(`#root ${part('review-start')}`);
  await see(again, '英語(リーディング)', `#root ${part('review-card')}`);
});
