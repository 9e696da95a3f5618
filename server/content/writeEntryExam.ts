import { createHash } from 'node:crypto';
import { and, eq, ne, notExists, sql } from 'drizzle-orm';
import { entryMinutes } from '#contracts/entryExam.ts';
import type { Tx } from '../db/client.ts';
import { entryExams, entryTests, type StoredSubject } from '../db/schema/entryExam.ts';
import { examKeyRevisions, examSubjects, exams, examVersions } from '../db/schema/exam.ts';
import { answerKeyOf } from '../domain/entryExam/mark.ts';
import type { PackContent } from './packTypes.ts';

/** The key of a pack's entry exam among all exams. No exam of the pack itself can have this name. */
const examKeyOf = (pack: string) => `${pack}:entry-exam`;

/**
 * A subject that attempts refer to. The entry exam hands out its questions by its own endpoint, so there is no paper
 * and no pack.
 */
async function writeSubject(
  tx: Tx,
  version: { id: number; examId: number; hash: string },
  { id, name, questions }: StoredSubject,
  { order, now }: { order: number; now: Date },
): Promise<void> {
  const of = { format: 1 as const, subject: id, version: version.hash };
  const [row] = await tx
    .insert(examSubjects)
    .values({
      versionId: version.id,
      examId: version.examId,
      key: id,
      name,
      order,
      minutes: entryMinutes,
      points: questions.length,
      questionCount: questions.length,
      names: questions.map((question) => question.id),
      layout: {
        ...{ ...of, exam: version.hash, name, minutes: entryMinutes, points: questions.length },
        ...{ units: [], sections: [], choices: [], passages: [], tracks: [] },
      },
      answers: { ...of, questions: [], tracks: [] },
      pack: [],
      packKey: '',
      answersKey: '',
    })
    .returning({ id: examSubjects.id });
  if (!row) throw new Error('a subject that was not stored');
  await tx
    .insert(examKeyRevisions)
    .values({ subjectId: row.id, revision: 1, key: answerKeyOf({ questions }), created: now });
}

/** Stores a version of the entry exam as the one that is handed out, and the exam that its attempts belong to. */
export async function writeEntryVersion(
  tx: Tx,
  { key, pack, subjects }: { key: string; pack: string; subjects: StoredSubject[] },
  now: Date,
): Promise<void> {
  const row = { key, pack, isCurrent: true, subjects, imported: now };
  const [stored] = await tx
    .insert(entryExams)
    .values(row)
    .onConflictDoUpdate({ target: entryExams.key, set: { isCurrent: true, imported: now } })
    .returning({ id: entryExams.id });
  const face = {
    kind: 'entry' as const,
    name: '実力診断テスト',
    grades: [],
    pack,
    created: now,
    modified: now,
  };
  const open = { marksOpen: 'at_once' as const, keysOpen: 'at_once' as const };
  const [exam] = await tx
    .insert(exams)
    .values({ ...face, ...open, key: examKeyOf(pack) })
    .onConflictDoUpdate({ target: exams.key, set: { name: face.name } })
    .returning({ id: exams.id });
  if (!stored || !exam) throw new Error('an entry exam that was not stored');
  const [made] = await tx
    .insert(examVersions)
    .values({ examId: exam.id, hash: key, entryExamId: stored.id, created: now })
    .onConflictDoNothing()
    .returning();
  if (made)
    for (const [order, subject] of subjects.entries()) await writeSubject(tx, made, subject, { order, now });
  const current = tx
    .select({ id: examVersions.id })
    .from(examVersions)
    .where(eq(examVersions.entryExamId, stored.id));
  await tx
    .update(exams)
    .set({ versionId: sql`(${current})` })
    .where(eq(exams.id, exam.id));
}

/** Names a version by its content: the same file again is the same version. */
function keyOf(pack: string, subjects: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(subjects)).digest('base64url');
  return `${pack}-${hash.slice(0, 16)}`;
}

/**
 * Stores the pack's entry exam. A version that somebody has applied for stays, so that they are marked by the questions
 * they were asked. Other versions that are over are deleted.
 */
export async function writeEntryExam(tx: Tx, pack: PackContent, now: Date): Promise<void> {
  const subjects = pack.entryExam?.subjects;
  const key = subjects ? keyOf(pack.id, subjects) : '';
  const own = eq(entryExams.pack, pack.id);
  if (subjects) await writeEntryVersion(tx, { key, pack: pack.id, subjects }, now);
  else
    await tx
      .update(exams)
      .set({ versionId: null })
      .where(eq(exams.key, examKeyOf(pack.id)));
  const former = and(own, ne(entryExams.key, key));
  await tx
    .update(entryExams)
    .set({ isCurrent: false })
    .where(and(former, eq(entryExams.isCurrent, true)));
  const isUsed = tx.select({ one: sql`1` }).from(entryTests).where(eq(entryTests.examId, entryExams.id));
  await tx.delete(entryExams).where(and(former, eq(entryExams.isCurrent, false), notExists(isUsed)));
}
