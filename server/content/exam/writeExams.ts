import { and, eq, exists, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnswersFile } from '#contracts/examContent.ts';
import { pickName } from '#contracts/examScore.ts';
import type { Tx } from '../../db/client.ts';
import {
  type ExamRow,
  examAttempts,
  examEntries,
  examSubjects,
  exams,
  examVersions,
} from '../../db/schema/exam.ts';
import { renewCards } from '../../domain/review/renew.ts';
import { withdrawCards } from '../../domain/review/withdraw.ts';
import { momentOf } from '../moments.ts';
import type { PackContent } from '../packTypes.ts';
import { PackRefusedError, ProblemList } from '../problems.ts';
import { canonicalJson } from './canonical.ts';
import { type ExamContent, type SubjectContent, withoutScripts } from './examTypes.ts';
import { reportLateChanges } from './lateChange.ts';
import { examKey, type SealedSubjects, sealedName } from './sealExams.ts';
import { correctKey, writeKey } from './writeKeys.ts';

/** What an import did to exams. `corrected`: subjects that are marked again by another key. */
export type ExamChanges = { corrected: string[]; withdrawnExams: number; deletedExams: number };

type Writing = { tx: Tx; pack: PackContent; sealed: SealedSubjects; now: Date; mayRegrade: boolean };

/** What exam.yaml says, as it is stored. `first`: the first import, from which relative times count. */
function settingsOf({ file }: ExamContent, first: Date, order: number) {
  const common = {
    kind: file.kind,
    name: file.name,
    description: file.description,
    isSample: file.is_sample,
    order,
    withdrawn: null,
  };
  if (file.kind === 'english' || file.kind === 'konoshiki') {
    const level = file.kind === 'english' ? { levelFrom: file.level_from, levelTo: file.level_to } : {};
    return {
      ...{ ...common, ...level, grades: [], fee: 0, groupRules: [], totals: [] },
      ...{ entryFrom: null, entryUntil: null, examFrom: null, examUntil: null, reportAt: null },
      marksOpen: 'at_once' as const,
      keysOpen: 'at_once' as const,
      retakeDays: file.retake_days,
    };
  }
  const at = (written: string) => momentOf(written, first);
  return {
    ...common,
    grades: file.grades,
    fee: file.fee,
    entryFrom: at(file.entry_from),
    entryUntil: at(file.entry_until),
    examFrom: at(file.exam_from),
    examUntil: at(file.exam_until),
    reportAt: at(file.report_at),
    marksOpen: file.marks_open,
    keysOpen: file.keys_open,
    maxDesiredRank: file.max_desired ?? (file.kind === 'university' ? 8 : 4),
    groupRules: file.groups.map(({ id, name, max: most }) => ({ group: id, name, max: most })),
    totals: file.totals,
    retakeDays: null,
  };
}

/** Stores the exam itself; `modified` changes only when something of it did. */
async function writeExam(exam: ExamContent, order: number, { tx, pack, now }: Writing): Promise<ExamRow> {
  const key = examKey(pack.id, exam.id);
  const [known] = await tx.select().from(exams).where(eq(exams.key, key)).for('update');
  const settings = settingsOf(exam, known?.created ?? now, order);
  if (!known) {
    const row = { ...settings, key, pack: pack.id, created: now, modified: now };
    const [made] = await tx.insert(exams).values(row).returning();
    if (!made) throw new Error('an exam that was not stored');
    return made;
  }
  const before = Object.fromEntries(
    Object.keys(settings).map((name) => [name, known[name as keyof ExamRow]]),
  );
  if (canonicalJson(before) === canonicalJson(settings)) return known;
  await tx
    .update(exams)
    .set({ ...settings, modified: now })
    .where(eq(exams.id, known.id));
  if (known.withdrawn) await withdrawCards(tx, [known.id], null);
  return known;
}

/** Stops the import when an exam was started and says something else now. */
async function assertNotStarted(examId: number, exam: ExamContent, tx: Tx): Promise<void> {
  const rows = await tx
    .select({ subject: examSubjects.key, layout: examSubjects.layout })
    .from(examVersions)
    .innerJoin(examSubjects, eq(examSubjects.versionId, examVersions.id))
    .where(and(eq(examVersions.examId, examId), sql`${examVersions.firstStart} is not null`));
  if (rows.length === 0) return;
  const problems = new ProblemList();
  reportLateChanges(new Map(rows.map(({ subject, layout }) => [subject, layout])), exam, problems);
  throw new PackRefusedError(problems);
}

type Version = typeof examVersions.$inferSelect;

/** The row of this version. Earlier versions are deleted: nobody has started one. */
async function writeVersion(row: ExamRow, exam: ExamContent, { tx, now }: Writing): Promise<Version> {
  const errata = exam.errata.map((erratum) => ({
    ...erratum,
    at: momentOf(erratum.at, row.created).toISOString(),
  }));
  const same = and(eq(examVersions.examId, row.id), eq(examVersions.hash, exam.version));
  const [known] = await tx.update(examVersions).set({ errata }).where(same).returning();
  if (!known) await assertNotStarted(row.id, exam, tx);
  const [made] = known
    ? [known]
    : await tx
        .insert(examVersions)
        .values({ examId: row.id, hash: exam.version, errata, created: now })
        .returning();
  if (!made) throw new Error('a version that was not stored');
  await tx.update(exams).set({ versionId: made.id }).where(eq(exams.id, row.id));
  await tx
    .delete(examVersions)
    .where(
      and(eq(examVersions.examId, row.id), ne(examVersions.id, made.id), isNull(examVersions.firstStart)),
    );
  return made;
}

const namesOf = ({ paper }: SubjectContent) => [
  ...paper.sections.flatMap(({ questions }) => questions.flatMap(({ slots }) => slots.map(({ id }) => id))),
  ...paper.choices.map(({ id }) => pickName(id)),
];

/** Those of a list that are new in it or say something else than before. */
function changedIds(before: readonly { id: string }[], now: readonly { id: string }[]): string[] {
  const known = new Map(before.map((part) => [part.id, canonicalJson(part)]));
  return now.filter((part) => known.get(part.id) !== canonicalJson(part)).map(({ id }) => id);
}

/** Questions of which something else is told after the exam: key or explanation, or the words of what was heard. */
function toldAnew(before: AnswersFile, { answers, paper }: SubjectContent): string[] {
  const tracks = new Set(changedIds(before.tracks, answers.tracks));
  const heard = paper.sections
    .flatMap(({ questions }) => questions)
    .filter(({ track }) => track !== null && tracks.has(track));
  return [...changedIds(before.questions, answers.questions), ...heard.map(({ id }) => id)];
}

async function writeSubject(
  exam: ExamContent,
  subject: SubjectContent,
  { examId, version, order, ...writing }: Writing & { examId: number; version: Version; order: number },
): Promise<boolean> {
  const files = writing.sealed.get(sealedName(exam.id, subject.id));
  if (!files) throw new Error('a subject that was not sealed');
  const { paper } = subject;
  const changing = {
    ...files,
    group: subject.group ?? '',
    order,
    isRequired: subject.isRequired,
    answers: subject.answers,
  };
  const row = {
    ...{ versionId: version.id, examId, key: subject.id },
    ...{ name: paper.name, minutes: paper.minutes, points: paper.points },
    questionCount: paper.sections.reduce((sum, { questions }) => sum + questions.length, 0),
    hasListening: subject.hasListening,
    names: namesOf(subject),
    layout: withoutScripts(paper),
    ...changing,
  };
  const [before] = await writing.tx
    .select({ answers: examSubjects.answers })
    .from(examSubjects)
    .where(and(eq(examSubjects.versionId, version.id), eq(examSubjects.key, subject.id)));
  const [stored] = await writing.tx
    .insert(examSubjects)
    .values(row)
    .onConflictDoUpdate({ target: [examSubjects.versionId, examSubjects.key], set: changing })
    .returning({ id: examSubjects.id, keyRevision: examSubjects.keyRevision });
  if (!stored) throw new Error('a subject that was not stored');
  if (before) await renewCards(writing.tx, stored.id, toldAnew(before.answers, subject));
  const isStarted = version.firstStart !== null;
  return (isStarted ? correctKey : writeKey)(stored, { exam, subject }, writing);
}

/** Whether learners have something of an exam. */
function isUsed(tx: Tx): SQL {
  const uses = [
    exists(tx.select({ one: sql`1` }).from(examEntries).where(eq(examEntries.examId, exams.id))),
    exists(tx.select({ one: sql`1` }).from(examAttempts).where(eq(examAttempts.examId, exams.id))),
  ];
  return or(...uses) ?? sql`false`;
}

/** Removes exams that the pack no longer has. Exams with entries stay for the people who entered. */
async function removeExams({ tx, pack, now }: Writing) {
  const gone = and(
    eq(exams.pack, pack.id),
    ne(exams.kind, 'entry'),
    isNull(exams.withdrawn),
    notInArray(
      exams.key,
      pack.examPart.exams.map(({ id }) => examKey(pack.id, id)),
    ),
  );
  const used = isUsed(tx);
  const deleted = await tx
    .delete(exams)
    .where(and(gone, sql`not ${used}`))
    .returning({ id: exams.id });
  const withdrawn = await tx
    .update(exams)
    .set({ withdrawn: now, modified: now })
    .where(gone)
    .returning({ id: exams.id });
  await withdrawCards(
    tx,
    withdrawn.map(({ id }) => id),
    now,
  );
  return { deletedExams: deleted.length, withdrawnExams: withdrawn.length };
}

/** Names of exams that an import would take away, as the operator reads them. */
export async function goneExams(tx: Tx, pack: PackContent): Promise<string[]> {
  const keys = pack.examPart.exams.map(({ id }) => examKey(pack.id, id));
  const rows = await tx
    .select({ key: exams.key, name: exams.name, entries: sql<number>`count(${examEntries.id})::int` })
    .from(exams)
    .leftJoin(examEntries, eq(examEntries.examId, exams.id))
    .where(
      and(
        eq(exams.pack, pack.id),
        ne(exams.kind, 'entry'),
        isNull(exams.withdrawn),
        notInArray(exams.key, keys),
      ),
    )
    .groupBy(exams.id)
    .orderBy(exams.key);
  return rows.map(
    ({ key, name, entries }) => `試験「${name}」(${key})${entries > 0 ? `、申し込んだ人 ${entries}人` : ''}`,
  );
}

/**
 * Stores the pack's exams (exams.md 2.1, 3.1). What was started stays as it was: a changed question throws
 * `PackRefusedError` with its place, a changed key `RegradeWantedError` unless `mayRegrade`.
 */
export async function writeExams(
  tx: Tx,
  pack: PackContent,
  { sealed, now, mayRegrade }: Pick<Writing, 'sealed' | 'now' | 'mayRegrade'>,
): Promise<ExamChanges> {
  const writing = { tx, pack, sealed, now, mayRegrade };
  const corrected: string[] = [];
  for (const [order, exam] of pack.examPart.exams.entries()) {
    const row = await writeExam(exam, order, writing);
    const version = await writeVersion(row, exam, writing);
    for (const [at, subject] of exam.subjects.entries()) {
      const waits = await writeSubject(exam, subject, { ...writing, examId: row.id, version, order: at });
      if (waits) corrected.push(`${exam.id}/${subject.id}`);
    }
  }
  return { corrected, ...(await removeExams(writing)) };
}

/** Sealed files of a pack's exams that devices may load, also those of withdrawn exams. */
export async function examMedia(tx: Pick<Tx, 'select'>, pack: string): Promise<string[]> {
  const rows = await tx
    .select({ pack: examSubjects.pack, answers: examSubjects.answersPack })
    .from(examSubjects)
    .where(inArray(examSubjects.examId, tx.select({ id: exams.id }).from(exams).where(eq(exams.pack, pack))));
  return rows.flatMap((row) => [...row.pack, ...(row.answers ? [row.answers] : [])].map(({ path }) => path));
}
