import { createHash } from 'node:crypto';
import { and, eq, ne, notExists, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { entryExams, entryTests } from '../db/schema/entryExam.ts';
import type { PackContent } from './packTypes.ts';

/** Names a version by its content: the same file again is the same version. */
function keyOf(pack: string, subjects: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(subjects)).digest('base64url');
  return `${pack}-${hash.slice(0, 16)}`;
}

/**
 * Stores the pack's entry exam. A version that somebody has applied for stays, so that they are marked by the questions
 * they were asked; others that are over go.
 */
export async function writeEntryExam(tx: Tx, pack: PackContent, now: Date): Promise<void> {
  const subjects = pack.entryExam?.subjects;
  const key = subjects ? keyOf(pack.id, subjects) : '';
  const own = eq(entryExams.pack, pack.id);
  if (subjects) {
    const row = { key, pack: pack.id, isCurrent: true, subjects, imported: now };
    const again = { target: entryExams.key, set: { isCurrent: true, imported: now } };
    await tx.insert(entryExams).values(row).onConflictDoUpdate(again);
  }
  const former = and(own, ne(entryExams.key, key));
  await tx
    .update(entryExams)
    .set({ isCurrent: false })
    .where(and(former, eq(entryExams.isCurrent, true)));
  const isUsed = tx.select({ one: sql`1` }).from(entryTests).where(eq(entryTests.examId, entryExams.id));
  await tx.delete(entryExams).where(and(former, eq(entryExams.isCurrent, false), notExists(isUsed)));
}
