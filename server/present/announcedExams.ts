import { and, asc, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { announcedExamSchema } from '#contracts/site.ts';
import { examSubjects, exams } from '../db/schema/exam.ts';
import type { Deps } from '../deps.ts';
import { mockKinds } from '../domain/exam/catalogue.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Mock exams that are not over, the next first, without anybody's personal data (product.md 2.2.A `/konomoshi`). */
export async function announcedExams({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<z.input<typeof announcedExamSchema>[]> {
  const rows = await db
    .select()
    .from(exams)
    .where(
      and(
        inArray(exams.kind, [...mockKinds]),
        isNull(exams.withdrawn),
        isNotNull(exams.versionId),
        or(isNull(exams.examUntil), gt(exams.examUntil, new Date(clock.now()))),
      ),
    )
    .orderBy(asc(exams.examFrom), asc(exams.order), asc(exams.id));
  if (rows.length === 0) return [];
  const subjects = await db
    .select({ versionId: examSubjects.versionId, name: examSubjects.name })
    .from(examSubjects)
    .where(
      inArray(
        examSubjects.versionId,
        rows.flatMap(({ versionId }) => versionId ?? []),
      ),
    )
    .orderBy(asc(examSubjects.order), asc(examSubjects.id));
  return rows.map(({ id, name, kind, fee, versionId, ...times }) => ({
    ...{ id, name, kind, fee },
    entry_from: iso(times.entryFrom),
    entry_until: iso(times.entryUntil),
    exam_from: iso(times.examFrom),
    exam_until: iso(times.examUntil),
    subjects: subjects.flatMap((one) => (one.versionId === versionId ? [one.name] : [])),
  }));
}
