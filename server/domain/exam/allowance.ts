import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { examAllowances } from '../../db/schema/exam.ts';

/** Somebody's own allowance, as it is told before a start: it counts for the next attempt (exams.md 3.7). */
export async function allowanceOf(
  db: Db,
  userId: number,
): Promise<{ multiplier_pct: number; script_instead_of_audio: boolean }> {
  const [row] = await db.select().from(examAllowances).where(eq(examAllowances.userId, userId));
  return {
    multiplier_pct: row?.multiplierPct ?? 100,
    script_instead_of_audio: row?.scriptInsteadOfAudio ?? false,
  };
}
