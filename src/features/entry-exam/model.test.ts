import { describe, expect, it } from 'vitest';
import { type EntryTest, entryTestSchema } from '#contracts/entryExam.ts';
import {
  answeredIn,
  cellsIn,
  isClosed,
  joinKept,
  type Kept,
  lostAnswers,
  nextJob,
  runningOf,
  secondsLeft,
  sentAnswers,
  weakAreas,
  withAnswer,
  withHandedIn,
  withPlace,
  withSaved,
  withSubmitted,
  withTest,
  wordsOf,
} from './model.ts';

const start = 1_000_000;
const lasts = 15 * 60_000;

function testOf(state: 'ready' | 'running' | 'done', answers = {}): EntryTest {
  const question = { area: 'a', body: '', passage: '', lang: 'ja', quote: '', options: ['あ', 'い'] };
  const math = {
    id: 'math',
    name: '数学',
    minutes: 15,
    count: 2,
    state,
    started_at: start,
    deadline_at: start + lasts,
    finished_at: null,
    answers,
    questions: ['q1', 'q2'].map((id) => ({ ...question, id })),
  };
  return entryTestSchema.parse({ id: 't', server_now: start, expires_at: start, subjects: [math] });
}

const kept = (test = testOf('running')): Kept => withTest(null, 'token', test);
function sittingOf(one: Kept) {
  const [sitting] = one.test.subjects;
  if (!sitting) throw new Error('no subject');
  return sitting;
}
const at = (time: number) => ({ lo: time, hi: time });
const early = at(start + 100);
const answered = (one: Kept, id: string, value: string, time = start + 10) =>
  withAnswer(one, sittingOf(one), { id, value }, at(time));
/** What would be sent to the server now. */
function jobOf(one: Kept, present = early) {
  const job = nextJob(one, present);
  if (!job) throw new Error('nothing to send');
  return { ...job, answers: sentAnswers(job.cells) };
}
const values = (one: Kept) =>
  Object.fromEntries(Object.entries(cellsIn(one, sittingOf(one))).map(([id, { v }]) => [id, v]));
const sent = (value: string, time: number) => ({ value, at: time, hi: time });

describe('an answer', () => {
  it('is sent until the server has it, with all others of the subject', () => {
    const one = answered(kept(testOf('running', { q2: { value: '2', at: 5 } })), 'q1', '1');
    const job = jobOf(one);
    expect(job).toMatchObject({
      kind: 'save',
      subject: 'math',
      answers: { q1: sent('1', start + 10), q2: sent('2', 5) },
    });
    const saved = withSaved(one, job, { answers: job.answers, deadline_at: start + lasts });
    expect([nextJob(saved, early), values(saved)]).toEqual([null, { q1: '1', q2: '2' }]);
  });

  it('that changes while it is on its way is sent again', () => {
    const one = answered(kept(), 'q1', '1');
    const job = jobOf(one);
    const later = answered(one, 'q1', '2', start + 20);
    const saved = withSaved(later, job, { answers: job.answers, deadline_at: start + lasts });
    expect(jobOf(saved).answers.q1).toEqual(sent('2', start + 20));
  });

  it('which the server took as of another moment, or not at all, is not sent for ever', () => {
    const one = answered(answered(kept(), 'q1', '1'), 'q2', '2');
    const answers = { q1: { value: '1', at: start + 3 } };
    const saved = withSaved(one, jobOf(one), { answers, deadline_at: start + lasts });
    expect([nextJob(saved, early), values(saved)]).toEqual([null, { q1: '1' }]);
  });

  it('replaces the former one even when the clock was set back', () => {
    const one = answered(answered(kept(), 'q1', '1', start + 500), 'q1', '2', start + 100);
    expect(jobOf(one).answers.q1).toEqual(sent('2', start + 501));
  });

  it('is told with both clocks, and taken until the earlier one is at the end', () => {
    const asleep = { lo: start + 10, hi: start + lasts + 5 };
    const one = withAnswer(kept(), sittingOf(kept()), { id: 'q1', value: '1' }, asleep);
    expect(jobOf(one).answers.q1).toEqual({ value: '1', at: asleep.lo, hi: asleep.hi });
  });

  it('is not taken any more when the time is up or the subject handed in', () => {
    const one = kept();
    expect(answered(one, 'q1', '1', start + lasts)).toBe(one);
    const handed = withHandedIn(one, 'math');
    expect(answered(handed, 'q1', '1')).toBe(handed);
    expect(isClosed(one, sittingOf(one), at(start + lasts - 1))).toBe(false);
  });
});

describe('a subject', () => {
  it('that was handed in is submitted once, and no more when it is over', () => {
    const one = withHandedIn(withHandedIn(answered(kept(), 'q1', '1'), 'math'), 'math');
    expect(one.handedIn).toEqual(['math']);
    const job = jobOf(one);
    expect(job).toMatchObject({ kind: 'submit', isByHand: true });
    const done = withSubmitted(one, job, testOf('done', { q1: { value: '1', at: start + 10 } }));
    expect([nextJob(done, early), runningOf(done), answeredIn(done, sittingOf(done))]).toEqual([
      null,
      null,
      1,
    ]);
  });

  it('is handed in by the clock, and runs on when the server names a later end', () => {
    const one = answered(kept(), 'q1', '1');
    const end = at(start + lasts);
    const job = jobOf(one, end);
    expect(job).toMatchObject({ kind: 'submit', isByHand: false });
    const saved = withSaved(one, job, { answers: job.answers, deadline_at: start + 2 * lasts });
    expect([nextJob(saved, end), isClosed(saved, sittingOf(saved), end)]).toEqual([null, false]);
  });

  it('row 69: which the clock has ended elsewhere is sent what was answered in time', () => {
    const one = withTest(answered(kept(), 'q1', '1'), 'token', testOf('done'));
    const job = jobOf(one);
    expect(job).toMatchObject({ kind: 'submit', answers: { q1: sent('1', start + 10) } });
    const taken = withSubmitted(one, job, testOf('done', { q1: { value: '1', at: start + 10 } }));
    expect([nextJob(taken, early), lostAnswers(taken, sittingOf(taken))]).toEqual([null, 0]);
  });

  it('keeps what was answered here when the server tells it anew, and forgets another test', () => {
    const one = withPlace(answered(kept(), 'q1', '1'), sittingOf(kept()), 7);
    const again = withTest(one, 'other', testOf('running'));
    expect([again.token, values(again), again.places.math]).toEqual(['other', { q1: '1' }, 1]);
    expect(values(withTest(one, 'other', { ...testOf('ready'), id: 'u' }))).toEqual({});
  });

  it('does not go back when an older word of the server arrives late', () => {
    const later = { ...testOf('done'), server_now: start + 50 };
    expect(withTest(kept(later), 'token', testOf('running')).test).toEqual(later);
    const answers = { q1: { value: '1', at: 9 } };
    const saved = kept(testOf('running', answers));
    const late = withTest(saved, 'token', { ...testOf('running'), server_now: start + 1 });
    expect([late.test.subjects[0]?.answers, nextJob(late, early)]).toEqual([answers, null]);
  });

  it('says how many answers came too late', () => {
    const one = answered(answered(answered(kept(), 'q1', '1'), 'q2', ' 2 '), 'q3', '');
    const over = (answers: object) => {
      const after = withSubmitted(one, jobOf(one), testOf('done', answers));
      return lostAnswers(after, sittingOf(after));
    };
    expect(lostAnswers(one, sittingOf(one))).toBe(0);
    expect(over({})).toBe(2);
    expect(over({ q1: { value: '1', at: 3 }, q2: { value: '2', at: 3 } })).toBe(0);
    expect(over({ q1: { value: '3', at: start + 99 } })).toBe(1);
  });

  it('has as much time as the server says, whole seconds by the later clock, never less than none', () => {
    const sitting = sittingOf(kept());
    const left = (ms: number) => secondsLeft(sitting, { hi: start + ms });
    expect([0, 1, lasts - 1, lasts, lasts + 5000].map(left)).toEqual([900, 900, 1, 0, 0]);
    expect(left(-60_000)).toBe(900);
  });
});

it('two tabs lose no answer of either', () => {
  const [one, other] = [answered(kept(), 'q1', '1'), withHandedIn(answered(kept(), 'q2', '2'), 'math')];
  const joined = joinKept(one, other);
  expect(values(joined)).toEqual({ q1: '1', q2: '2' });
  expect(joined.handedIn).toEqual(['math']);
});

it('areas below two thirds come first, and an answer is told in its words', () => {
  const area = (id: string, right: number, total: number) => ({ id, name: id, right, total, courses: [] });
  const areas = [area('a', 2, 3), area('b', 1, 2), area('c', 0, 2), area('d', 0, 0)];
  const subject = { id: 'math', name: '', is_taken: true, is_timed_out: false, right: 3, total: 7 } as const;
  expect(weakAreas({ ...subject, areas, questions: [] }).map(({ id }) => id)).toEqual(['c', 'b']);
  expect([wordsOf({ options: ['あ', 'い'] }, '2'), wordsOf({ options: [] }, '-3')]).toEqual(['い', '-3']);
});
