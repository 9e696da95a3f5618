import { expect, it } from 'vitest';
import type { MockExamDetail } from '#contracts/exam.ts';
import {
  arrivedSubjects,
  canTake,
  commonError,
  hasNothing,
  isAheadOfServer,
  isPartShown,
  nextStep,
  statesToShow,
  withStatesHere,
} from './model.ts';

const now = Date.parse('2027-06-09T12:00:00+09:00');

/** An exam whose window is over, with the given subjects. */
function overExam(states: Record<string, 'none' | 'running' | 'submitted' | 'timed_out'>): MockExamDetail {
  const subjects = Object.entries(states).map(([id, state], order) => ({
    ...{ id, state, order, is_selected: true, is_required: false },
  }));
  const window = { exam_from: '2027-06-01T09:00:00+09:00', exam_until: '2027-06-08T20:00:00+09:00' };
  return { ...window, my_status: 'taking', entry: null, subjects } as unknown as MockExamDetail;
}

it('a subject that runs can be gone on with after the window: time was added, or given back', () => {
  expect(nextStep(overExam({ math: 'timed_out', english: 'running' }), now)).toEqual({
    kind: 'take',
    subject: 'english',
  });
});

it('nothing is begun after the window', () => {
  expect(nextStep(overExam({ math: 'submitted', english: 'none' }), now)).toEqual({ kind: 'result' });
});

it('what was handed in here counts before the server has heard of it, and the next subject follows', () => {
  const told = { ...overExam({ math: 'running', english: 'none', info: 'timed_out' }), exam_until: null };
  const here = { math: 'sealed', english: 'running', info: 'sealed' } as const;
  const shown = withStatesHere(told, here);
  expect(shown.subjects.map(({ state }) => state)).toEqual(['submitted', 'running', 'timed_out']);
  expect(nextStep(shown, now)).toEqual({ kind: 'take', subject: 'english' });
  expect(told.subjects.map((subject) => isAheadOfServer(subject, here))).toEqual([true, false, false]);
  expect(withStatesHere(told, {}).subjects).toEqual(told.subjects);
});

it('a subject that runs again after its confirmed end is taken up, once the server has just said so', () => {
  const told = overExam({ math: 'running' });
  const shown = (isNewest: boolean) => withStatesHere(told, statesToShow({ math: 'submitted' }, isNewest));
  expect(nextStep(shown(true), now)).toEqual({ kind: 'take', subject: 'math' });
  expect(shown(false).subjects[0]?.state).toBe('submitted');
  expect(statesToShow({ math: 'sealed' }, true)).toEqual({ math: 'sealed' });
});

it('what runs on this device alone makes the exam one that is being taken', () => {
  const told = { ...overExam({ math: 'none' }), my_status: 'entered' as const };
  expect(withStatesHere(told, { math: 'running' }).my_status).toBe('taking');
  expect(withStatesHere(told, {}).my_status).toBe('entered');
});

it('an exam of which all was handed in here is not offered again', () => {
  const told = { ...overExam({ math: 'none', english: 'submitted' }), exam_until: null };
  expect(canTake(told, now)).toBe(true);
  expect(canTake(withStatesHere(told, { math: 'sealed' }), now)).toBe(false);
});

it('the server is asked again for what it has confirmed and not told yet, and for nothing else', () => {
  const told = overExam({ math: 'none', english: 'running', info: 'submitted' });
  const here = { math: 'submitted', english: 'sealed', info: 'submitted' } as const;
  expect(arrivedSubjects(told, here)).toEqual(['math']);
});

it('an entry that was taken back can be made again until entries close', () => {
  const entry = { progress: { basicinfo: true, schoolinfo: true, environmentinfo: true } };
  const told = { ...overExam({ math: 'none' }), my_status: 'canceled', entry } as unknown as MockExamDetail;
  const open = { ...told, entry_from: null, entry_until: '2027-06-20T20:00:00+09:00' } as MockExamDetail;
  expect(nextStep(open, now)).toEqual({ kind: 'entry', part: 'basicinfo' });
  expect(nextStep({ ...open, entry_until: '2027-06-08T20:00:00+09:00' }, now)).toBeNull();
});

it('own and past exams have their part until their list is known to be empty; one message where nothing is there', () => {
  const away = { data: undefined, error: new Error('offline') };
  const empty = { data: { results: [] }, error: null };
  expect([away, { ...away, error: null }, { ...empty, error: away.error }].map(isPartShown)).toEqual([
    true,
    true,
    true,
  ]);
  expect([empty, { ...empty, data: { results: [1] } }].map(isPartShown)).toEqual([false, true]);
  const waiting = { ...away, error: null };
  expect([hasNothing([away, waiting]), hasNothing([away, empty])]).toEqual([true, false]);
  expect([commonError([away, away]), commonError([away, waiting])]).toEqual([away.error, null]);
});
