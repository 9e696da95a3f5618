import type { z } from 'zod/mini';
import type {
  reportSchema,
  subjectReportSchema,
  verdictSchema,
  weakUnitSchema,
} from '#contracts/examResult.ts';
import { score as markScore, shareBy } from '#contracts/examScore.ts';
import { rankOf, type ScoreCount, takersFor } from '#contracts/examStatistics.ts';
import type { Db } from '../db/client.ts';
import type { ExamRow, ExamSubjectRow } from '../db/schema/exam.ts';
import type { CohortRow } from '../db/schema/examResult.ts';
import type { Deps } from '../deps.ts';
import { lateUntil } from '../domain/attempt/late.ts';
import { type FullEntry, readEntry } from '../domain/exam/entry.ts';
import { type MethodFace, methodFaces } from '../domain/exam/schools.ts';
import { isOver } from '../domain/exam/status.ts';
import { distributionRows } from '../domain/examResult/cohort.ts';
import { examsBefore, wholeSubjects } from '../domain/examResult/exams.ts';
import { naishinOf } from '../domain/examResult/faculty.ts';
import { judge, missingFor, type OwnSubject, tenthsOf } from '../domain/examResult/judge.ts';
import { keyOf } from '../domain/examResult/keys.ts';
import { answersToMark } from '../domain/examResult/mark.ts';
import {
  cohortFor,
  cohortsBySubject,
  histogramOf,
  type OwnMarks,
  ownMarks,
  placeOf,
  subjectRows,
} from '../domain/examResult/report.ts';
import { type LostUnit, lessonsOf, lostUnits } from '../domain/examResult/weak.ts';
import { iso } from '../times.ts';

type ReportBody = z.input<typeof reportSchema>;
type SubjectBody = z.input<typeof subjectReportSchema>;
type VerdictBody = z.input<typeof verdictSchema>;
type WeakBody = z.input<typeof weakUnitSchema>;

/** The data of a report. */
type Sheet = {
  exam: ExamRow;
  cohort: CohortRow;
  subjects: ExamSubjectRow[];
  rows: ReadonlyMap<string, ScoreCount[]>;
  marks: ReadonlyMap<string, OwnMarks>;
  /** Epoch milliseconds. */
  now: number;
};

/** A score that is shown: not while the taker still has to mark, and not for an attempt that is looked into. */
const toldScore = (own: OwnMarks | undefined) =>
  own?.score && (own.note === '' || own.note === 'needs_look') ? own.score.total : null;

const unitName = (subject: ExamSubjectRow, unit: string) =>
  subject.layout.units.find(({ id }) => id === unit)?.name ?? unit;

async function unitsOf(db: Db, subject: ExamSubjectRow, own: OwnMarks | undefined) {
  if (!own?.attempt || !own.score || toldScore(own) === null) return [];
  const { key } = await keyOf(db, subject.id, own.score.keyRevision);
  const { values, self } = await answersToMark(db, own.attempt.id);
  return shareBy(key, markScore(key, values, self), 'unit').map(({ id, points, full }) => ({
    id,
    name: unitName(subject, id),
    points,
    full,
    rate: full > 0 ? points / full : null,
  }));
}

/** One subject of a report. An attempt that is looked into has a score, but no place among the others. */
export async function presentSubjectReport(
  db: Db,
  sheet: Pick<Sheet, 'exam' | 'rows' | 'marks' | 'now'>,
  subject: ExamSubjectRow,
  isChosen: boolean,
): Promise<SubjectBody> {
  const own = sheet.marks.get(subject.key);
  const rows = sheet.rows.get(subject.key) ?? [];
  const score = toldScore(own);
  const isLooked = own?.note === 'needs_look';
  const placed = placeOf(isLooked ? null : score, own?.score?.full ?? subject.points, rows);
  const note = own ? own.note : isChosen && isOver(sheet.exam, sheet.now) ? 'absent' : '';
  return {
    id: subject.key,
    name: subject.name,
    attempt: own?.attempt?.id ?? null,
    ...placed,
    score,
    note,
    late_sync: own?.attempt?.lateSync ?? false,
    ended_by: own?.attempt?.endedBy ?? '',
    late_until: iso(own?.attempt ? lateUntil(own.attempt, sheet.now) : null),
    histogram: histogramOf(rows, subject.points, score),
    units: await unitsOf(db, subject, own),
    regraded: own?.before
      ? {
          before: own.before.total,
          after: score ?? 0,
          reason: own.before.reason,
          at: own.before.at.toISOString(),
        }
      : null,
  };
}

const nameOf = (subjects: readonly ExamSubjectRow[], key: string) =>
  subjects.find((subject) => subject.key === key)?.name ?? key;

/** A subject that was taken and has no number yet: still running, being marked, or looked into. */
const isAwaited = (own: OwnMarks | undefined) => own !== undefined && own.note !== '' && own.note !== 'void';

async function totals(db: Db, { exam, cohort, subjects, marks }: Sheet): Promise<ReportBody['totals']> {
  const list: NonNullable<ReportBody['totals']> = [];
  for (const total of exam.totals) {
    const own = total.subjects.map((key) => {
      const mark = marks.get(key);
      return mark?.note === '' ? toldScore(mark) : null;
    });
    const missing = total.subjects.filter((_, at) => own[at] === null);
    const names = missing.map((key) => nameOf(subjects, key));
    const waiting = missing.filter((key) => isAwaited(marks.get(key))).map((key) => nameOf(subjects, key));
    const sum = missing.length > 0 ? null : own.reduce<number>((all, points) => all + (points ?? 0), 0);
    const full = subjects
      .filter(({ key }) => total.subjects.includes(key))
      .reduce((all, { points }) => all + points, 0);
    const rows = await distributionRows(db, cohort.id, 'total', total.id);
    const placed = placeOf(sum, full, rows);
    (list as unknown[]).push({ id: total.id, name: total.name, ...placed, missing: names, waiting });
  }
  return list;
}

async function verdictCard(
  db: Db,
  sheet: Sheet,
  full: FullEntry,
  { rank, method, freeName }: { rank: number; method: MethodFace | null; freeName: string | null },
): Promise<VerdictBody> {
  const { exam, subjects, marks } = sheet;
  const cohorts = cohortsBySubject(sheet.rows);
  const own: OwnSubject[] = subjects.flatMap((subject) => {
    const mark = marks.get(subject.key);
    const cohort = cohorts.get(subject.key);
    const score = mark?.note === '' ? toldScore(mark) : null;
    return score === null || !cohort
      ? []
      : [{ id: subject.key, name: subject.name, score, full: subject.points, cohort }];
  });
  const kind = exam.kind === 'highschool' ? 'highschool' : 'university';
  const border = method?.border ?? null;
  const missing = border ? missingFor(border, own, kind) : [];
  const borderName = (key: string) => border?.subjects.find(({ id }) => id === key)?.name ?? key;
  const base = {
    rank,
    school: method?.school.name ?? freeName ?? '',
    faculty: method?.faculty.name ?? '',
    method: method?.name ?? '',
    border: border?.border ?? null,
    border_year: border?.year ?? null,
    missing: missing.map(borderName),
    waiting: missing.filter((key) => isAwaited(marks.get(key))).map(borderName),
  };
  const none = {
    mine: null,
    difference: null,
    verdict: null,
    applicant_rank: null,
    applicants: 0,
    next: null,
    naishin: null,
  };
  if (!border || !method || missing.length > 0) return { ...base, ...none };
  const naishin = await naishinOf(db, full.entry.basicInfo);
  const judged = judge(kind, border, own, naishin);
  const rows = await distributionRows(db, sheet.cohort.id, 'faculty', String(method.id));
  const named = <Point extends { id: string }>(one: Point) => ({ ...one, name: nameOf(subjects, one.id) });
  const applicantRank = rows.length > 0 ? rankOf(tenthsOf(kind, border, own, naishin), rows) : null;
  return {
    ...base,
    mine: judged.mine,
    difference: judged.difference,
    verdict: judged.verdict,
    applicant_rank: applicantRank,
    applicants: takersFor(
      applicantRank,
      rows.reduce((sum, { count }) => sum + count, 0),
    ),
    next: judged.next && {
      to: judged.next.to,
      gains: judged.next.gains?.map(named) ?? null,
      alone: judged.next.alone.map(named),
    },
    naishin: kind === 'highschool' && naishin.full > 0 ? naishin : null,
  };
}

async function verdictsOf(db: Db, sheet: Sheet, full: FullEntry | null): Promise<VerdictBody[]> {
  if (!full) return [];
  const methods = await methodFaces(
    db,
    full.desired.flatMap(({ methodId }) => methodId ?? []),
  );
  const cards: VerdictBody[] = [];
  for (const { rank, methodId, freeName } of full.desired) {
    const method = methodId === null ? null : (methods.get(methodId) ?? null);
    cards.push(await verdictCard(db, sheet, full, { rank, method, freeName }));
  }
  return cards;
}

/** The three units in which the most points were lost, with lessons that teach them. */
async function weakUnits(db: Db, { cohort, subjects, marks }: Sheet): Promise<WeakBody[]> {
  const lost: (LostUnit & { of: ExamSubjectRow })[] = [];
  for (const subject of subjects) {
    const own = marks.get(subject.key);
    if (!own?.score || toldScore(own) === null) continue;
    const { key } = await keyOf(db, subject.id, own.score.keyRevision);
    const items = cohort.subjects[subject.key]?.items ?? [];
    lost.push(...lostUnits(subject.key, key, own.score, items).map((unit) => ({ ...unit, of: subject })));
  }
  const worst = lost.sort((one, other) => other.lost - one.lost).slice(0, 3);
  const list: WeakBody[] = [];
  for (const { of, unit, subject, lost: points, questions } of worst)
    list.push({
      id: unit,
      name: unitName(of, unit),
      subject,
      lost: points,
      lessons: await lessonsOf(db, of.answers, questions),
      cards: questions.length,
    });
  return list;
}

const presentCohort = ({ kind, version, made }: CohortRow) => ({
  kind,
  version,
  made_at: made.toISOString(),
});

async function previousOf(
  db: Db,
  userId: number,
  exam: ExamRow,
  now: number,
): Promise<ReportBody['previous']> {
  for (const one of await examsBefore(db, exam)) {
    const { cohort } = await cohortFor(db, one.id, null);
    if (!cohort) continue;
    const marks = await ownMarks(db, userId, one, cohort, now);
    const rows = await subjectRows(db, cohort);
    const subjects = [...marks].flatMap(([id, mark]) => {
      const score = mark.note === '' ? toldScore(mark) : null;
      return score === null ? [] : [{ id, deviation: placeOf(score, 0, rows.get(id) ?? []).deviation }];
    });
    if (subjects.length > 0) return { exam: one.id, name: one.name, subjects };
  }
  return null;
}

/**
 * 成績表 of an exam, from one cohort version: the newest or `wanted`. Before there is one, or before the exam shows its
 * marks, it says when that will be.
 */
export async function presentReport(
  db: Db,
  deps: Deps,
  { userId, exam, wanted }: { userId: number; exam: ExamRow; wanted: number | null },
): Promise<ReportBody> {
  const now = deps.clock.now();
  const { cohort, versions } = await cohortFor(db, exam.id, wanted);
  const head = { report_at: iso(exam.reportAt), exam: exam.id, name: exam.name, kind: exam.kind };
  const nothing = {
    ...head,
    cohort: null,
    versions: [],
    totals: [],
    subjects: [],
    verdicts: [],
    weak_units: [],
    previous: null,
    published_at: null,
  };
  if (!cohort) return { ...nothing, status: 'not_published' };
  const marks = await ownMarks(db, userId, exam, cohort, now);
  if (marks.size === 0) return { ...nothing, status: 'nothing' };
  if ([...marks.values()].every(({ note }) => note === 'marking' || note === 'running'))
    return { ...nothing, status: 'not_published' };
  const full = await readEntry(db, userId, exam.id);
  const sheet: Sheet = {
    exam,
    cohort,
    subjects: await wholeSubjects(db, exam),
    rows: await subjectRows(db, cohort),
    marks,
    now,
  };
  const chosen = full?.entry.subjects ?? [];
  const shown = sheet.subjects.filter(({ key }) => marks.has(key) || chosen.includes(key));
  const bodies: SubjectBody[] = [];
  for (const subject of shown)
    bodies.push(await presentSubjectReport(db, sheet, subject, chosen.includes(subject.key)));
  return {
    ...head,
    status: 'published',
    cohort: presentCohort(cohort),
    versions: versions.map(presentCohort),
    totals: await totals(db, sheet),
    subjects: bodies,
    verdicts: await verdictsOf(db, sheet, full),
    weak_units: await weakUnits(db, sheet),
    previous: await previousOf(db, userId, exam, now),
    published_at: cohort.kind === 'provisional' ? null : cohort.made.toISOString(),
  };
}
