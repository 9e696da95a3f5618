import type { Page } from 'playwright';
import { Api, demoPurchases, lessonsOf } from './api.ts';
import { logIn, newProfile, openLearnerDb, openProfile, workerSettled } from './session.ts';

/**
 * Draining the outbox. `drainMs`: from the first entry that left it to the last; `bareMs`: time for the same number of
 * plain calls, four at a time as the outbox sends them.
 */
export type DrainResult = { entries: number; drainMs: number; bareMs: number; perSec: number };

/**
 * Number of plain calls measured: together with the entries they stay below the server's limit of 1 200 writes a
 * minute.
 */
const bareCalls = 100;
const lanes = 4;
const notes = '/api/lms/note/';

function noteBody(lesson: number, n: number) {
  return { id: crypto.randomUUID(), lesson: String(lesson), sec: n, body: `計測のメモ ${n}`, rev: 0 };
}

async function postBare(api: Api, lesson: number): Promise<number> {
  const begin = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < bareCalls) await api.post(notes, noteBody(lesson, next++));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return performance.now() - begin;
}

/** Adds new notes to the learner's outbox, as if they had been written offline. */
async function fillQueue(page: Page, lesson: number, count: number): Promise<void> {
  const bodies = Array.from({ length: count }, (_, n) => noteBody(lesson, n));
  const database = await openLearnerDb(page);
  await database.evaluate(
    async (db, [list, path]) => {
      const writing = db.transaction('outbox', 'readwrite');
      const at = new Date().toISOString();
      for (const body of list) {
        writing.objectStore('outbox').add({
          kind: 'note',
          entity: `note:${body.id}`,
          method: 'POST',
          path,
          body,
          label: '計測',
          base_rev: 0,
          view: { note: { ...body, course: null, modified: at } },
          key: crypto.randomUUID(),
          client_at: at,
          tries: 0,
          next_try_at: 0,
          state: 'waiting',
          error: null,
        });
      }
      await new Promise((resolve, reject) => {
        writing.oncomplete = resolve;
        writing.onabort = () => reject(writing.error);
      });
      db.close();
    },
    [bodies, notes] as const,
  );
}

/** Waits until the outbox is empty; answers the time since its first entry left, ms. */
async function untilEmpty(page: Page, entries: number): Promise<number> {
  const database = await openLearnerDb(page);
  return database.evaluate(async (db, total) => {
    const count = () =>
      new Promise<number>((resolve, reject) => {
        const counting = db.transaction('outbox').objectStore('outbox').count();
        counting.onsuccess = () => resolve(counting.result);
        counting.onerror = () => reject(counting.error);
      });
    const limit = performance.now() + 10 * 60_000;
    let begin: number | null = null;
    for (let left = await count(); left > 0; left = await count()) {
      if (left < total) begin ??= performance.now();
      if (performance.now() > limit) throw new Error(`${left} entries are still in the queue.`);
      await new Promise((done) => setTimeout(done, 100));
    }
    db.close();
    return performance.now() - (begin ?? performance.now());
  }, entries);
}

/** How fast a learner's outbox is sent at the next start, and that every entry arrived exactly once. */
export async function measureDrain(origin: string, entries: number): Promise<DrainResult> {
  const api = await Api.logIn(origin);
  const [purchase] = await demoPurchases(api);
  const [lesson] = purchase ? lessonsOf(purchase) : [];
  if (!lesson) throw new Error('The demo has no lesson.');
  const countNotes = async () => (await api.get<{ count: number }>(`${notes}?lesson=${lesson.id}`)).count;
  const context = await openProfile(newProfile());
  try {
    const page = await context.newPage();
    await logIn(page, origin);
    await workerSettled(page);
    const bareMs = ((await postBare(api, lesson.id)) * entries) / bareCalls;
    const before = await countNotes();
    await fillQueue(page, lesson.id, entries);
    await page.reload();
    const drainMs = await untilEmpty(page, entries);
    const arrived = (await countNotes()) - before;
    if (arrived !== entries) throw new Error(`${arrived} of ${entries} entries arrived.`);
    return { entries, drainMs, bareMs, perSec: (entries / drainMs) * 1000 };
  } finally {
    await context.close();
  }
}
