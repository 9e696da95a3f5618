import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, it, vi } from 'vitest';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { declareExamVersions, type ExamDb } from '#shared/lib/exam/examDb.ts';
import { startAttempt } from '#shared/lib/exam/startAttempt.ts';
import { createStartFlow, isStarting } from './startFlow.ts';

vi.mock('#shared/lib/exam/startAttempt.ts', () => ({ startAttempt: vi.fn(), takeOverAttempt: vi.fn() }));
vi.mock('#shared/lib/time/pause.ts', () => ({
  pause: (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  },
}));

/** How long the flow has waited, each time, ms. */
const pauses: number[] = [];

const place = {
  ...{ base: '/b/', kind: 'university' as const, exam: 'e', subject: 's' },
  ...{ examName: '模試', subjectName: '数学' },
};

it('rows 2 and 3: a double tap starts once; a lost answer is asked for again, and that is told', async () => {
  const db = new Dexie('x_flow') as ExamDb;
  declareExamVersions(db);
  await db.open();
  const starts = vi.mocked(startAttempt);
  starts.mockRejectedValueOnce(new OfflineError('network'));
  starts.mockResolvedValueOnce({ kind: 'open', attempt: 'a1' });
  const opened = vi.fn();
  const flow = createStartFlow(db, place, opened);
  const said: string[] = [];
  flow.subscribe(() => said.push(flow.get().kind));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await Promise.all([flow.begin(), flow.begin()]);
  expect(said).toEqual(['starting', 'confirming']);
  expect(starts).toHaveBeenCalledTimes(2);
  expect(opened).toHaveBeenCalledTimes(1);
  await db.delete();
});

it('waits for its turn when too many start, as long as the server says, and that is told', async () => {
  const db = new Dexie('x_crowd') as ExamDb;
  declareExamVersions(db);
  await db.open();
  const starts = vi.mocked(startAttempt);
  const busy = { request_id: '', code: 'busy' as const, detail: '', retry_after: 4 };
  const refusal = { status: 429, data: null, failure: busy, call: 'POST' };
  starts.mockReset();
  starts.mockRejectedValueOnce(new HttpError(refusal));
  starts.mockRejectedValueOnce(new HttpError(refusal));
  starts.mockResolvedValueOnce({ kind: 'open', attempt: 'a1' });
  const opened = vi.fn();
  const flow = createStartFlow(db, place, opened);
  const said: string[] = [];
  flow.subscribe(() => said.push(flow.get().kind));
  pauses.length = 0;
  const begun = flow.begin();
  await vi.waitFor(() => expect(said).toContain('crowded'));
  expect(isStarting(flow.get())).toBe(true);
  await begun;
  expect(opened).toHaveBeenCalledTimes(1);
  expect(starts).toHaveBeenCalledTimes(3);
  expect(pauses.map((ms) => Math.floor(ms / 4000))).toEqual([1, 1]);
  await db.delete();
});
