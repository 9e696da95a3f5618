import type { z } from 'zod/mini';
import type { announcedExamSchema } from '#contracts/site.ts';
import type { Deps } from '../deps.ts';
import { announcedMocks, subjectNames } from '../domain/exam/catalogue.ts';
import { iso } from '../times.ts';

/** Mock exams that are not over, the next first, without anybody's personal data (product.md 2.2.A `/konomoshi`). */
export async function announcedExams({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<z.input<typeof announcedExamSchema>[]> {
  const rows = await announcedMocks(db, clock.now());
  const subjects = await subjectNames(
    db,
    rows.flatMap(({ versionId }) => versionId ?? []),
  );
  return rows.map(({ id, name, kind, fee, versionId, ...times }) => ({
    ...{ id, name, kind, fee },
    entry_from: iso(times.entryFrom),
    entry_until: iso(times.entryUntil),
    exam_from: iso(times.examFrom),
    exam_until: iso(times.examUntil),
    subjects: subjects.flatMap((one) => (one.versionId === versionId ? [one.name] : [])),
  }));
}
