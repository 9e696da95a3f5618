import type { z } from 'zod/mini';
import { markSlots, type SlotMark } from '#contracts/examMarks.ts';
import type { resultOverviewSchema, subjectResultSchema } from '#contracts/examResult.ts';
import type { Db } from '../db/client.ts';
import type { ExamAttemptRow, ExamRow, ExamSubjectRow } from '../db/schema/exam.ts';
import type { ItemRate } from '../db/schema/examResult.ts';
import type { Deps } from '../deps.ts';
import { examOf } from '../domain/attempt/facts.ts';
import { isSettled, lateUntil } from '../domain/attempt/late.ts';
import { secondsSpent } from '../domain/attempt/spent.ts';
import { allowanceOf } from '../domain/exam/allowance.ts';
import { isOpenAt, openTimes } from '../domain/exam/openTimes.ts';
import { takenExams, wholeSubject, wholeSubjects } from '../domain/examResult/exams.ts';
import { currentKey } from '../domain/examResult/keys.ts';
import { answersToMark, type ScoreRow, scoreOf } from '../domain/examResult/mark.ts';
import { cohortFor, ownMarks, placeOf, subjectRows } from '../domain/examResult/report.ts';
import { lessonsOf, lostUnits } from '../domain/examResult/weak.ts';
import { iso } from '../times.ts';
import { presentRounds } from './english.ts';
import { presentSubjectReport } from './examReport.ts';
import { reviewFileAddress } from './review.ts';

type Body = z.input<typeof subjectResultSchema>;

/** How often the groups of a question were answered right, taken together; `null` without takers. */
function rateOf(items: readonly ItemRate[], groups: readonly string[]): number | null {
  const own = items.filter(({ group, n }) => groups.includes(group) && n > 0);
  return own.length === 0 ? null : Math.min(...own.map(({ right, n }) => right / n));
}

type Told = {
  marks: SlotMark[];
  hasKeys: boolean;
  items: readonly ItemRate[];
  /** Seconds by question. */
  spent: ReadonlyMap<string, number>;
  /** The address of a track. */
  soundOf: (track: string | null) => string | null;
};

/** Where a taker hears the tracks of a subject again; who reads instead of listening hears none (exams.md 3.7). */
async function soundsOf(
  db: Db,
  deps: Deps,
  { userId }: ExamAttemptRow,
  { id, layout }: ExamSubjectRow,
): Promise<Told['soundOf']> {
  if (userId === null || (await allowanceOf(db, userId)).script_instead_of_audio) return () => null;
  return (track) => {
    const file = layout.tracks.find((one) => one.id === track)?.file;
    return file === undefined ? null : reviewFileAddress(deps, id, file);
  };
}

async function presentQuestions(
  db: Db,
  subject: ExamSubjectRow,
  { marks, hasKeys, items, spent, soundOf }: Told,
) {
  const list: NonNullable<Body['questions']> = [];
  for (const section of subject.layout.sections) {
    for (const question of section.questions) {
      const own = marks.filter(({ slot }) => question.slots.some(({ id }) => id === slot));
      const points = own.every((mark) => mark.state === 'pending')
        ? null
        : own.reduce((sum, mark) => sum + (mark.points ?? 0), 0);
      const full = own.reduce((sum, mark) => sum + mark.full, 0);
      const groups = question.groups.map(({ id }) => id);
      (list as unknown[]).push({
        id: question.id,
        no: question.no,
        label: question.label,
        section: section.name,
        unit: subject.layout.units.find(({ id }) => id === question.unit)?.name ?? question.unit,
        slots: question.slots.map((slot) => {
          const mark = own.find((one) => one.slot === slot.id);
          return {
            id: slot.id,
            label: slot.label,
            value: mark?.value ?? '',
            key: hasKeys ? (mark?.key ?? null) : null,
            notes: hasKeys ? (mark?.notes ?? []) : [],
            state: mark?.state ?? 'wrong',
          };
        }),
        points,
        full,
        state: stateOf(own),
        rate: rateOf(items, groups),
        time_spent: spent.get(question.id) ?? null,
        sound: hasKeys ? soundOf(question.track) : null,
        lessons: hasKeys ? await lessonsOf(db, subject.answers, [question.id]) : [],
      });
    }
  }
  return list;
}

function stateOf(marks: readonly SlotMark[]): string {
  const states = new Set(marks.map(({ state }) => state));
  if (states.size === 1) return [...states][0] ?? 'wrong';
  if (states.has('pending')) return 'pending';
  return states.has('right') || states.has('partial') ? 'partial' : 'wrong';
}

/** One subject of an own attempt: question by question, as far as the exam shows it now. */
export async function presentSubjectResult(db: Db, deps: Deps, attempt: ExamAttemptRow): Promise<Body> {
  const exam = await examOf(db, attempt.examId);
  const now = deps.clock.now();
  const { marks: marksAt, keys: keysAt } = await openTimes(db, exam, now);
  const head = {
    marks_at: iso(marksAt),
    keys_at: iso(keysAt),
    late_until: iso(lateUntil(attempt, now)),
  };
  const { key, revision } = await currentKey(db, attempt.subjectId);
  const score = await scoreOf(db, attempt.id, revision);
  if (!isSettled(attempt, now) || !score || !isOpenAt(marksAt, now))
    return { ...head, status: 'not_published', report: null, questions: [], answers: null };
  const subject = await wholeSubject(db, attempt.subjectId);
  const hasKeys = isOpenAt(keysAt, now);
  const { cohort } = await cohortFor(db, exam.id, null);
  const { values, self } = await answersToMark(db, attempt.id);
  const items = cohort?.subjects[subject.key]?.items ?? [];
  const spent = await secondsSpent(db, attempt);
  const soundOf = await soundsOf(db, deps, attempt, subject);
  const told = { marks: markSlots(key, values, self), hasKeys, items, spent, soundOf };
  return {
    ...head,
    status: 'published',
    report: await reportOf(db, { exam, subject, attempt, score, now }),
    questions: await presentQuestions(db, subject, told),
    answers: hasKeys ? subject.answers : null,
  };
}

type One = { exam: ExamRow; subject: ExamSubjectRow; attempt: ExamAttemptRow; score: ScoreRow; now: number };

async function reportOf(db: Db, { exam, subject, attempt, score, now }: One) {
  const { cohort } = await cohortFor(db, exam.id, null);
  const rows = cohort ? await subjectRows(db, cohort) : new Map();
  const note = attempt.needsLook
    ? ('needs_look' as const)
    : score.pending > 0
      ? ('self' as const)
      : ('' as const);
  const marks = new Map([[subject.key, { attempt, score, note, before: null }]]);
  return presentSubjectReport(db, { exam, rows, marks, now }, subject, true);
}

/** Everything that somebody has taken, for /mypage/result: 偏差値 by exam, levels of English, weak units. */
export async function presentOverview(
  db: Db,
  deps: Deps,
  userId: number,
): Promise<z.input<typeof resultOverviewSchema>> {
  const now = deps.clock.now();
  const taken = await takenExams(db, userId);
  const english = await presentRounds(
    db,
    deps,
    userId,
    taken.filter(({ kind }) => kind === 'english'),
  );
  const body = {
    exams: [] as unknown[],
    english: english.flatMap(({ id, taken_at, score, cefr, is_self_open }) =>
      score === null ? [] : [{ id, taken_at, score, cefr, is_self_open }],
    ),
    is_english_marking: english.some(({ score }) => score === null),
    weak_units: [] as unknown[],
  };
  const lost: {
    id: string;
    name: string;
    subject: string;
    lost: number;
    lessons: unknown[];
    cards: number;
  }[] = [];
  for (const exam of taken) {
    // A test is taken again and again, and each of its rounds counts: they are told above.
    if (exam.kind === 'english') continue;
    const { cohort } = await cohortFor(db, exam.id, null);
    if (!cohort) continue;
    const marks = await ownMarks(db, userId, exam, cohort, now);
    const rows = await subjectRows(db, cohort);
    const subjects = await wholeSubjects(db, exam);
    const told = [...marks.values()].filter(
      (one) => one.score && (one.note === '' || one.note === 'needs_look'),
    );
    if (told.length === 0) continue;
    const takenAt =
      told.map(({ attempt }) => attempt?.submittedAt?.getTime() ?? 0).sort((a, b) => b - a)[0] ?? 0;
    body.exams.push({
      exam: exam.id,
      name: exam.name,
      kind: exam.kind,
      taken_at: new Date(takenAt).toISOString(),
      subjects: told.map(({ attempt, score, note }) => {
        const subject = subjects.find(({ key }) => key === attempt?.subject);
        const placed = placeOf(
          score?.total ?? null,
          score?.full ?? 0,
          rows.get(attempt?.subject ?? '') ?? [],
        );
        return {
          id: attempt?.subject ?? '',
          name: subject?.name ?? '',
          score: placed.score,
          full: placed.full,
          deviation: note === '' ? placed.deviation : null,
        };
      }),
    });
    for (const { attempt, score } of told) {
      const subject = subjects.find(({ key }) => key === attempt?.subject);
      if (!subject || !score) continue;
      const { key } = await currentKey(db, subject.id);
      for (const unit of lostUnits(subject.key, key, score, cohort.subjects[subject.key]?.items ?? [])) {
        // Exams come newest first: what was lost in the newest one is what can be won now.
        if (lost.some(({ id, subject: of }) => id === unit.unit && of === subject.key)) continue;
        lost.push({
          id: unit.unit,
          name: subject.layout.units.find(({ id }) => id === unit.unit)?.name ?? unit.unit,
          subject: subject.key,
          lost: unit.lost,
          lessons: await lessonsOf(db, subject.answers, unit.questions),
          cards: unit.questions.length,
        });
      }
    }
  }
  body.weak_units = lost.sort((one, other) => other.lost - one.lost).slice(0, 5);
  return body as z.input<typeof resultOverviewSchema>;
}
