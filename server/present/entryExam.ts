import type { z } from 'zod/mini';
import { answersOf } from '#contracts/entryAnswers.ts';
import { type entryExamSchema, entryMinutes, type entryTestSchema } from '#contracts/entryExam.ts';
import type { Cells } from '#contracts/examMerge.ts';
import type { Db } from '../db/client.ts';
import type { EntryExamRow, StoredQuestion, StoredSubject } from '../db/schema/entryExam.ts';
import type { Deps } from '../deps.ts';
import type { Held as Sitting } from '../domain/attempt/load.ts';
import { coursesFor, type OnSale } from '../domain/entryExam/courses.ts';
import { markSubject, rightOf } from '../domain/entryExam/mark.ts';
import { type Held, isRunning, subjectsOf } from '../domain/entryExam/store.ts';
import { maskEmail } from '../mail/limit.ts';

type TestBody = z.input<typeof entryTestSchema>;
type SittingBody = Record<string, unknown>;

/** What the test measures, for everybody. */
export function presentExam({ subjects }: EntryExamRow): z.input<typeof entryExamSchema> {
  return {
    subjects: subjects.map(({ id, name, areas, questions }) => ({
      id,
      name,
      minutes: entryMinutes,
      questions: questions.length,
      areas: areas.map((area) => area.name),
    })),
  };
}

/**
 * A question as it is asked. The fields are written out one by one, so that a field that is later added to the stored
 * question stays on the server.
 */
function askedPart({ id, area, body, passage, lang, quote, options }: StoredQuestion) {
  return { id, area, body, passage, lang, quote, options };
}

/** Answers as they are sent: which clock of the device was believed is left out. */
export function wireAnswers(cells: Cells): Record<string, { value: string; at: number }> {
  return Object.fromEntries(Object.entries(cells).map(([id, { v, at }]) => [id, { value: v, at }]));
}

function presentSitting(subject: StoredSubject, sitting: Sitting | undefined): SittingBody {
  const { id, name, areas, questions } = subject;
  const runs = sitting !== undefined && isRunning(sitting);
  const attempt = sitting?.attempt;
  return {
    id,
    name,
    minutes: entryMinutes,
    count: questions.length,
    state: sitting ? (runs ? 'running' : 'done') : 'ready',
    started_at: attempt?.startedAt.getTime() ?? null,
    deadline_at: attempt?.deadline.getTime() ?? null,
    finished_at: attempt?.submittedAt?.getTime() ?? null,
    is_timed_out: sitting?.attempt.state === 'timed_out',
    answers: wireAnswers(sitting?.answers.cells ?? {}),
    areas: areas.map((area) => ({ id: area.id, name: area.name })),
    questions: runs ? questions.map(askedPart) : [],
  };
}

function presentResult(subject: StoredSubject, sitting: Sitting | undefined, onSale: OnSale) {
  const marked = sitting ? markSubject(subject, answersOf(sitting.answers.cells)) : [];
  const of = (area: string) => marked.filter(({ question }) => question.area === area);
  return {
    id: subject.id,
    name: subject.name,
    is_taken: sitting !== undefined,
    is_timed_out: sitting?.attempt.state === 'timed_out',
    right: rightOf(marked),
    total: marked.length,
    areas: subject.areas.map(({ id, name, courses: keys }) => ({
      id,
      name,
      right: rightOf(of(id)),
      total: of(id).length,
      courses: keys
        .flatMap((key) => onSale.get(key) ?? [])
        .sort((one, other) => Number(other.isForGrade) - Number(one.isForGrade))
        .map((course) => ({ id: course.id, name: course.name })),
    })),
    questions: marked.map(({ question, value, isRight }) => ({
      ...askedPart(question),
      value,
      answer: String(question.answer),
      is_right: isRight,
      why: question.why,
    })),
  };
}

/** A test as its learner sees it. It has the right answers only after its end. */
export async function presentTest(db: Db, deps: Deps, held: Held, until: Date): Promise<TestBody> {
  const { test, sittings } = held;
  const subjects = subjectsOf(held);
  const sittingOf = (id: string) => sittings.find(({ attempt }) => attempt.subject === id);
  const onSale = test.finished ? await coursesFor(db, subjects, test.grade, deps.clock.now()) : new Map();
  return {
    id: test.id,
    grade: test.grade,
    email_masked: maskEmail(test.email),
    server_now: deps.clock.now(),
    expires_at: until.getTime(),
    finished_at: test.finished?.getTime() ?? null,
    subjects: subjects.map((subject) => presentSitting(subject, sittingOf(subject.id))),
    result: test.finished
      ? { subjects: subjects.map((subject) => presentResult(subject, sittingOf(subject.id), onSale)) }
      : null,
    kept_until: test.finished ? test.expires.getTime() : null,
  };
}
