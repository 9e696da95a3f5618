import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, it, vi } from 'vitest';
import { OfflineError } from '#shared/lib/errors.ts';
import { declareExamVersions, type ExamDb } from '#shared/lib/exam/examDb.ts';
import { startAttempt } from '#shared/lib/exam/startAttempt.ts';
import { createStartFlow } from './startFlow.ts';

vi.mock('#shared/lib/exam/startAttempt.ts', () => ({ startAttempt: vi.fn(), takeOverAttempt: vi.fn() }));
vi.mock('#shared/lib/time/pause.ts', () => ({ pause: () => Promise.resolve() }));

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
