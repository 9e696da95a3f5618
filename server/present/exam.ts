import type { z } from 'zod/mini';
import type { entrySchema, mockExamDetailSchema, mockExamSchema, schoolSchema } from '#contracts/exam.ts';
import type { Db } from '../db/client.ts';
import type { ExamEntryRow, ExamRow } from '../db/schema/exam.ts';
import type { Deps } from '../deps.ts';
import { isSettled, lateUntil } from '../domain/attempt/late.ts';
import { allowanceOf } from '../domain/exam/allowance.ts';
import { hashesOf, memberKind, type SubjectFace, subjectsOf } from '../domain/exam/catalogue.ts';
import { lastDesired } from '../domain/exam/copyDesired.ts';
import { entriesOf, type FullEntry, progressOf, readEntry } from '../domain/exam/entry.ts';
import { feeOrder } from '../domain/exam/fee.ts';
import { isOpenAt, type OpenTimes, openTimesOf, packFrom } from '../domain/exam/openTimes.ts';
import { type MethodFace, methodFaces, type pageOfSchools } from '../domain/exam/schools.ts';
import { startInfo } from '../domain/exam/startInfo.ts';
import { type AttemptFace, attemptsOf, entryState, subjectState } from '../domain/exam/status.ts';
import { frozenExams } from '../domain/examResult/cohort.ts';
import { totalsOf } from '../domain/examResult/totals.ts';
import { iso } from '../times.ts';

type ExamBody = z.input<typeof mockExamSchema>;

/** Data for lists of exams, read at once for all of them. */
type Facts = {
  subjects: SubjectFace[];
  entries: ExamEntryRow[];
  attempts: AttemptFace[];
  reported: ReadonlySet<number>;
  totals: ReadonlyMap<string, { total: number; pending: number }>;
  hashes: ReadonlyMap<number, string>;
  opens: ReadonlyMap<number, OpenTimes>;
  now: number;
};

function presentSubject(exam: ExamRow, subject: SubjectFace, facts: Facts, entry: ExamEntryRow | undefined) {
  const own = facts.attempts.filter((one) => one.examId === exam.id && one.subject === subject.key).at(-1);
  const isSelected = entry?.subjects.includes(subject.key) ?? false;
  const marked = own && isSettled(own, facts.now) ? facts.totals.get(own.id) : undefined;
  const mayTell = isOpenAt(facts.opens.get(exam.id)?.marks ?? null, facts.now);
  return {
    id: subject.key,
    name: subject.name,
    group: subject.group,
    minutes: subject.minutes,
    full_score: subject.points,
    questions: subject.questionCount,
    is_required: subject.isRequired,
    has_listening: subject.hasListening,
    order: subject.order,
    version: facts.hashes.get(subject.versionId) ?? null,
    state: subjectState(exam, own, { isSelected, now: facts.now }),
    is_selected: isSelected,
    attempt: own?.id ?? null,
    receipt_no: own?.receiptNo ?? null,
    submitted_at: iso(own?.submittedAt ?? null),
    score: mayTell && marked ? marked.total : null,
    deadline_at: own?.state === 'running' ? own.deadline.toISOString() : null,
    late_until: iso(own ? lateUntil(own, facts.now) : null),
  };
}

function presentExam(exam: ExamRow, facts: Facts): ExamBody {
  const entry = facts.entries.find(({ examId }) => examId === exam.id);
  const attempts = facts.attempts.filter(({ examId }) => examId === exam.id);
  const isReported = facts.reported.has(exam.id);
  return {
    id: exam.id,
    name: exam.name,
    kind: memberKind(exam),
    description: exam.description,
    grade: exam.grades,
    fee: exam.fee,
    entry_from: iso(exam.entryFrom),
    entry_until: iso(exam.entryUntil),
    exam_from: iso(exam.examFrom),
    exam_until: iso(exam.examUntil),
    report_at: iso(exam.reportAt),
    pack_from: iso(packFrom(exam)),
    max_desired_rank: exam.maxDesiredRank,
    group_rules: exam.groupRules,
    subjects: facts.subjects
      .filter(({ versionId }) => versionId === exam.versionId)
      .map((subject) => presentSubject(exam, subject, facts, entry)),
    my_status: entryState(exam, entry ?? null, attempts, { isReported, now: facts.now }),
    server_now: new Date(facts.now).toISOString(),
  };
}

/** Exams as one learner sees them. */
export async function presentExams(
  db: Db,
  deps: Deps,
  userId: number,
  exams: readonly ExamRow[],
): Promise<ExamBody[]> {
  const ids = exams.map(({ id }) => id);
  const versions = exams.flatMap(({ versionId }) => versionId ?? []);
  const attempts = await attemptsOf(db, userId, ids);
  const now = deps.clock.now();
  const facts: Facts = {
    subjects: await subjectsOf(db, versions),
    entries: await entriesOf(db, userId, ids),
    attempts,
    reported: await frozenExams(db, ids),
    totals: await totalsOf(
      db,
      attempts.map(({ id }) => id),
    ),
    hashes: await hashesOf(db, versions),
    opens: await openTimesOf(db, exams, now),
    now,
  };
  return exams.map((exam) => presentExam(exam, facts));
}

/** One exam with the learner's entry. */
export async function presentExamDetail(
  db: Db,
  deps: Deps,
  userId: number,
  exam: ExamRow,
): Promise<z.input<typeof mockExamDetailSchema>> {
  const [body] = await presentExams(db, deps, userId, [exam]);
  if (!body) throw new Error('exam vanished');
  const full = await readEntry(db, userId, exam.id);
  const last = await lastDesired(db, userId, exam);
  return {
    ...body,
    ...(await allowanceOf(db, userId)),
    entry: full ? await presentEntry(db, deps, exam, full) : null,
    last_desired: last && { exam: last.exam, name: last.name, count: last.desired.length },
    basic_start: full?.entry.basicInfo ? {} : await startInfo(db, userId, exam.id),
  };
}

function presentDesired(full: FullEntry, methods: ReadonlyMap<number, MethodFace>) {
  return full.desired.map(({ rank, methodId, freeName }) => {
    const method = methodId === null ? null : (methods.get(methodId) ?? null);
    const { border = null } = method ?? {};
    return {
      rank,
      school: method && {
        id: method.school.id,
        name: method.school.name,
        prefecture: method.school.prefecture,
      },
      faculty: method?.faculty ?? null,
      method: method && { id: method.id, name: method.name },
      free_name: freeName ?? '',
      border: border?.border ?? null,
      border_year: border?.year ?? null,
      missing: (border?.subjects ?? [])
        .filter(({ id }) => !full.entry.subjects.includes(id))
        .map(({ name }) => name),
    };
  });
}

/** An entry with its 志望校; names the subjects that a 志望 needs but that are not chosen. */
export async function presentEntry(
  db: Db,
  deps: Deps,
  exam: ExamRow,
  full: FullEntry,
): Promise<z.input<typeof entrySchema>> {
  const { entry } = full;
  const methods = await methodFaces(
    db,
    full.desired.flatMap(({ methodId }) => methodId ?? []),
  );
  const attempts = await attemptsOf(db, entry.userId, [exam.id]);
  const isReported = (await frozenExams(db, [exam.id])).has(exam.id);
  const order = exam.fee > 0 ? await feeOrder(db, entry.userId, exam.id) : null;
  return {
    exam: exam.id,
    status: entryState(exam, entry, attempts, { isReported, now: deps.clock.now() }),
    number: entry.status === 'entered' || entry.status === 'awaiting_payment' ? entry.number : null,
    basic_info: entry.basicInfo ?? {},
    environment_info: entry.environmentInfo ?? {},
    desired: presentDesired(full, methods),
    is_undecided: entry.isUndecided,
    selected_subjects: entry.subjects,
    progress: progressOf(full),
    order: order && { id: order.id, is_paid: order.isPaid },
    modified: entry.modified.toISOString(),
  };
}

/** Schools with the faculties and methods that can be wished for. */
export function presentSchools({
  schools,
  faculties,
  methods,
  borders,
}: Awaited<ReturnType<typeof pageOfSchools>>): z.input<typeof schoolSchema>[] {
  return schools.map(({ id, code, name, kana, kind, prefecture }) => ({
    id,
    code,
    name,
    kana,
    kind,
    prefecture,
    faculties: faculties
      .filter(({ schoolId }) => schoolId === id)
      .map((faculty) => ({
        id: faculty.id,
        name: faculty.name,
        methods: methods
          .filter(({ facultyId }) => facultyId === faculty.id)
          .map((method) => {
            const border = borders.get(method.id);
            return {
              id: method.id,
              name: method.name,
              border: border?.border ?? null,
              border_year: border?.year ?? null,
              subjects: border?.subjects ?? [],
            };
          }),
      })),
  }));
}
