import type { Page } from 'playwright';
import { Api } from './api.ts';
import type { AppServer } from './appServer.ts';
import { stopWorkers } from './paintTimes.ts';
import { logIn, newProfile, openProfile, workerSettled } from './session.ts';
import { ShapedNetwork } from './shapedNetwork.ts';
import { median } from './statistics.ts';

/** One row of exams.md 8 for the exam room in a browser. Milliseconds; `goalMs` `null`: none of its own. */
export type RoomTime = { name: string; count: number; ms: number; longestMs: number; goalMs: number | null };

/** The open exam of the demo that its learner has entered, and a subject of it that begins with choices. */
const examName = '第2回 共通テスト型模試';
const subject = 'info';
/** Presses that are measured, after some that bring everything into memory. */
const pressesEach = 20;
const warmUp = 5;

/** What the page notes of a press; ms since it was pressed, and since the storage was called. */
type Press = { painted: number; journal: number; stored: number; storage: number };
type Watched = { __press: Partial<Press>; __answerable: number };

/**
 * Runs in the page before everything else. Notes when an option can be chosen after a load, and of each key press: the
 * paint of the mark, the end of the journal's write, and when the app takes the answer out of the journal again because
 * the database has it.
 */
function watch(): void {
  const watched = window as unknown as Watched;
  Object.assign(watched, { __press: {}, __answerable: 0 });
  // A task after the frame's own: the frame has been handed over for painting.
  const afterPaint = (work: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = work;
      port2.postMessage(null);
    });
  let pressedAt = 0;
  let calledAt = 0;
  const isJournal = (key: string) => key.startsWith('x_j_');
  const { setItem, removeItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    if (isJournal(key)) calledAt = performance.now();
    setItem.call(this, key, value);
    if (isJournal(key)) watched.__press.journal = performance.now() - pressedAt;
  };
  Storage.prototype.removeItem = function (key) {
    removeItem.call(this, key);
    if (!isJournal(key)) return;
    watched.__press.stored = performance.now() - pressedAt;
    watched.__press.storage = performance.now() - calledAt;
  };
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
      watched.__press = {};
    },
    true,
  );
  new MutationObserver(() =>
    afterPaint(() => {
      watched.__press.painted ??= performance.now() - pressedAt;
    }),
  ).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-chosen'] });
  const look = () => {
    if (!document.querySelector('#root [data-testid="exam-option"]:enabled'))
      return void requestAnimationFrame(look);
    afterPaint(() => {
      watched.__answerable = performance.now();
    });
  };
  look();
}

async function openSubject(page: Page, server: AppServer, origin: string): Promise<void> {
  type List = { results: { id: number | string; name: string }[] };
  const api = await Api.logIn(server.origin);
  const { results } = await api.get<List>('/api/exam/mockexam/?status=open');
  const exam = results.find(({ name }) => name.startsWith(examName));
  if (!exam) throw new Error('The demo has no open exam.');
  await page.goto(`${origin}/mypage/mockexam/${exam.id}/exam?subject=${subject}`);
  await page.getByTestId('exam-prepare').click();
  await page.locator('[data-testid="exam-start"]:enabled').click();
  await answerable(page);
}

/** Waits until an option can be chosen. @returns ms since the load of the page began. */
async function answerable(page: Page): Promise<number> {
  await page.waitForFunction(() => (window as unknown as Watched).__answerable > 0);
  return page.evaluate(() => (window as unknown as Watched).__answerable);
}

/** Chooses an option with its key, and waits until it is painted and stored. */
async function press(page: Page, key: string): Promise<Press> {
  await page.keyboard.press(key);
  await page.waitForFunction(() => {
    const { painted, stored } = (window as unknown as Watched).__press;
    return painted !== undefined && stored !== undefined;
  });
  const chosen = await page.locator('#root label[data-chosen] input').first().inputValue();
  if (chosen !== key) throw new Error(`Key ${key} has chosen ${chosen}.`);
  return page.evaluate(() => (window as unknown as Watched).__press as Press);
}

/** The next press is always another option, so that each changes something. */
const keyOf = (nth: number) => String(1 + (nth % 2));

function row(name: string, times: number[], goalMs: number | null): RoomTime {
  return { name, count: times.length, ms: median(times), longestMs: Math.max(...times), goalMs };
}

/**
 * Measures the exam room with the CPU `slowdown` times slower (exams.md 8): from a key to the painted mark, how long the
 * device needs until it has the answer, and how long an attempt needs after a reload without a network, each with a
 * stopped worker.
 */
export async function measureExamRoom(
  server: AppServer,
  runs: number,
  slowdown: number,
): Promise<RoomTime[]> {
  const network = await new ShapedNetwork(server.port, null).open();
  const context = await openProfile(newProfile());
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await logIn(page, network.origin);
    await workerSettled(page);
    await openSubject(page, server, network.origin);
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const presses: Press[] = [];
    for (let nth = 0; nth < warmUp + pressesEach; nth += 1) {
      const found = await press(page, keyOf(nth));
      if (nth >= warmUp) presses.push(found);
    }
    await network.cut();
    const reloads: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      await stopWorkers(context, page);
      await page.reload({ waitUntil: 'commit' });
      reloads.push(await answerable(page));
      // It is open only if an answer is taken: after the last press of the page before, this is the other option.
      await press(page, keyOf(warmUp + pressesEach + run));
    }
    const of = (name: keyof Press) => presses.map((one) => one[name]);
    return [
      row('key to the painted mark', of('painted'), 50),
      row('key to the answer in the journal', of('journal'), null),
      row('key to the answer in the database', of('stored'), null),
      row('journal and database, of that', of('storage'), 10),
      row('reload to the question, offline', reloads, 1500),
    ];
  } finally {
    await context.close();
    await network.cut();
  }
}
