import type { z } from 'zod/mini';
import { type englishHistorySchema, englishSkills, type englishTestsSchema } from '#contracts/exam.ts';
import { cefrOf, englishScale, score, shareBy } from '#contracts/examScore.ts';
import type { Db } from '../db/client.ts';
import type { ExamRow } from '../db/schema/exam.ts';
import type { Deps } from '../deps.ts';
import { isSettled, lateUntil } from '../domain/attempt/late.ts';
import { allowanceOf } from '../domain/exam/allowance.ts';
import { nextTestAt, testAttempts, testSubjects } from '../domain/exam/english.ts';
import { isOpenAt, openTimesOf } from '../domain/exam/openTimes.ts';
import { currentKey } from '../domain/examResult/keys.ts';
import { answersToMark } from '../domain/examResult/mark.ts';
import { iso } from '../times.ts';

/** All tests, each with the time from which one may take it. */
export async function presentTests(
  db: Db,
  deps: Deps,
  userId: number,
  tests: readonly ExamRow[],
): Promise<z.input<typeof englishTestsSchema>> {
  const now = deps.clock.now();
  const attempts = await testAttempts(
    db,
    userId,
    tests.map(({ id }) => id),
  );
  const subjects = await testSubjects(
    db,
    tests.flatMap(({ versionId }) => versionId ?? []),
  );
  const allowance = await allowanceOf(db, userId);
  const results = tests.flatMap((test) => {
    const subject = subjects.find(({ versionId }) => versionId === test.versionId);
    if (!subject) return [];
    const last = attempts.find(({ examId }) => examId === test.id);
    const next = nextTestAt(test, last, now);
    const isRunning = last?.state === 'running';
    return {
      id: test.id,
      name: test.name,
      level_from: test.levelFrom,
      level_to: test.levelTo,
      minutes: subject.minutes,
      subject: subject.key,
      sections: subject.layout.sections.map(({ id, questions }) => ({
        id,
        skill: questions[0]?.skill ?? '',
        question_count: questions.length,
      })),
      status: isRunning ? ('running' as const) : next ? ('waiting' as const) : ('open' as const),
      next_at: iso(next),
      attempt: isRunning ? last.id : null,
      is_taken: attempts.some(({ examId, state }) => examId === test.id && state !== 'running'),
      ...allowance,
    };
  });
  return { results, server_now: new Date(now).toISOString() };
}

/** Points of an English test as its scale. */
function presentEnglish(total: number, full: number) {
  const score = englishScale(total, full);
  return { score, cefr: cefrOf(score) };
}

/**
 * Every round that somebody has ended, of all tests, the last first, with the scale of each skill. Numbers are told
 * when nothing can change them any more; until then the score is `null`.
 */
export async function presentRounds(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  tests: readonly ExamRow[],
) {
  const attempts = await testAttempts(
    db,
    userId,
    tests.map(({ id }) => id),
  );
  const now = deps.clock.now();
  const opens = await openTimesOf(db, tests, now);
  const results = [];
  for (const attempt of attempts) {
    if (attempt.state === 'running') continue;
    const face = {
      id: attempt.id,
      test: attempt.examId,
      name: tests.find(({ id }) => id === attempt.examId)?.name ?? '',
      taken_at: iso(attempt.submittedAt),
      late_until: iso(lateUntil(attempt, now)),
    };
    if (!isSettled(attempt, now) || !isOpenAt(opens.get(attempt.examId)?.marks ?? null, now)) {
      results.push({ ...face, score: null, cefr: '', skills: [], is_self_open: false });
      continue;
    }
    const { key } = await currentKey(db, attempt.subjectId);
    const { values, self } = await answersToMark(db, attempt.id);
    const marked = score(key, values, self);
    const skills = shareBy(key, marked, 'skill').filter(({ id }) =>
      (englishSkills as readonly string[]).includes(id),
    );
    results.push({
      ...face,
      ...presentEnglish(marked.total, marked.full),
      skills: skills.map(({ id, points, full }) => ({ skill: id, ...presentEnglish(points, full) })),
      is_self_open: marked.pending > 0,
    });
  }
  return results;
}

/** The tests that were taken, for their page. */
export async function presentHistory(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  tests: readonly ExamRow[],
): Promise<z.input<typeof englishHistorySchema>> {
  return { results: await presentRounds(db, deps, userId, tests) };
}
