import { beforeEach, expect, it, vi } from 'vitest';
import { entryTestSchema } from '#contracts/entryExam.ts';
import { keptTests } from './keptTests.ts';
import { nextJob, sentAnswers, withAnswer, withTest } from './model.ts';

const start = 1_000_000;
const present = { lo: start + 10, hi: start + 10 };
const test = entryTestSchema.parse({
  id: 't',
  server_now: start,
  expires_at: start,
  subjects: [
    {
      id: 'math',
      name: '数学',
      minutes: 15,
      count: 2,
      state: 'running',
      started_at: start,
      deadline_at: start + 900_000,
      finished_at: null,
      answers: { q2: { value: '4', at: start + 1 } },
    },
  ],
});
const [math] = test.subjects;
const sent = (job: ReturnType<typeof nextJob>) => job && sentAnswers(job.cells);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  });
});

it('a running test that a former version has kept goes on with every answer of it', () => {
  const answers = { math: { q1: { value: '3', at: start + 5 }, q2: { value: '9', at: start + 7 } } };
  const kept = { token: 'k', test, answers, places: { math: 1 }, handedIn: [] };
  localStorage.setItem('entry-exam.1.t', JSON.stringify({ at: start, kept }));
  const found = keptTests.read('t')?.kept;
  if (!found) throw new Error('not found');
  expect([found.token, found.places.math]).toEqual(['k', 1]);
  expect(sent(nextJob(found, present))).toEqual({
    q1: { value: '3', at: start + 5, hi: start + 5 },
    q2: { value: '9', at: start + 7, hi: start + 7 },
  });
});

it('row 16: an answer is there for the next page though nothing but the journal was written', () => {
  const kept = withTest(null, 'k', test);
  expect(keptTests.write(kept, start)).toBe(true);
  if (!math) throw new Error('no subject');
  const next = withAnswer(kept, math, { id: 'q1', value: '2' }, present);
  expect(keptTests.note(next, 'math', 'q1')).toBe(true);
  const left = keptTests.read('t')?.kept;
  expect(left?.cells.math?.q1).toEqual({ v: '2', lo: start + 10, hi: start + 10, isDirty: true });
  expect(keptTests.write(next, start)).toBe(true);
  expect(localStorage.getItem('x_j_entry-t-math')).toBeNull();
  expect(keptTests.read('t')?.kept.cells.math?.q1?.v).toBe('2');
  keptTests.forget('t');
  expect(keptTests.read('t')).toBeNull();
});
