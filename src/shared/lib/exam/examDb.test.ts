import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocalStorage } from '../storage/stubLocalStorage.ts';

let exam: typeof import('./examDb.ts');

/** A newer build in another tab: opens the same database with a higher version. Resolves when its upgrade is done. */
function upgradeElsewhere(name: string): { hasUpgraded: () => boolean; done: Promise<void> } {
  let isThrough = false;
  const done = new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(name, 1000);
    request.onsuccess = () => {
      isThrough = true;
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });
  return { hasUpgraded: () => isThrough, done };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

beforeEach(async () => {
  vi.resetModules();
  exam = await import('./examDb.ts');
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const name of await exam.examDbNames()) await exam.deleteExamDb(name);
});

describe('row 59: a newer build wants another schema while an exam runs in this tab', () => {
  it('waits, the exam stores on; with the end of the exam it gets its turn', async () => {
    const db = await exam.openExamDb('1');
    const letGo = exam.holdExamDb();
    const upgrade = upgradeElsewhere(db.name);
    await turns();
    expect(upgrade.hasUpgraded()).toBe(false);
    await db.keys.put({ id: 'k', value: 'kept' });
    expect((await db.keys.get('k'))?.value).toBe('kept');
    letGo();
    await upgrade.done;
  });

  it('leaves this tab its data: the next page of an exam opens it again', async () => {
    const first = await exam.openExamDb('1');
    await first.keys.put({ id: 'k', value: 'kept' });
    await upgradeElsewhere(first.name).done;
    const again = await exam.openExamDb('1');
    expect((await again.keys.get('k'))?.value).toBe('kept');
  });
});

it('who only looks whether a learner has exams here makes no database', async () => {
  stubLocalStorage(new Map([['exam.here', '1']]));
  expect(await exam.openExamDbIfThere('1')).toBeNull();
  expect(await exam.examDbNames()).toEqual([]);
  const db = await exam.openExamDb('1');
  expect(await exam.openExamDbIfThere('1')).toBe(db);
});

it('row 50: where databases do not open, the exam is kept in memory and says so', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Storage is blocked.', 'InvalidStateError');
  });
  const db = await exam.openExamDb('1');
  expect(exam.isExamDbPassing()).toBe(true);
  await db.keys.put({ id: 'k', value: 'kept' });
  expect((await db.keys.get('k'))?.value).toBe('kept');
});
