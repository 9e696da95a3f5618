import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { packManifestSchema } from '#contracts/examAttempt.ts';
import {
  type ExamRow,
  examEntries,
  examSubjects,
  examVersions,
  type StoredPackFile,
} from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { signMedia } from '../../media/sign.ts';
import { isOpenAt, packFrom } from './openTimes.ts';

/**
 * What a device loads for a subject before the exam (exams.md 3.3, 3.4). The files are the same for everybody and can
 * be fetched by anybody, but nobody can read them without the key that a start gives. 403 `not_open` earlier than a day
 * before, or without an entry.
 */
export async function packManifest(
  deps: Deps,
  exam: ExamRow,
  userId: number,
  subject: string,
): Promise<z.input<typeof packManifestSchema>> {
  const now = deps.clock.now();
  const from = packFrom(exam);
  if (!isOpenAt(from, now))
    throw new ApiError(403, 'not_open', '問題の準備は、試験の24時間前から始められます。', {
      data: { from: from?.toISOString() ?? null },
    });
  await assertMayLoad(deps, exam, userId);
  const [row] = await deps.db
    .select({ pack: examSubjects.pack, answers: examSubjects.answersPack, hash: examVersions.hash })
    .from(examSubjects)
    .innerJoin(examVersions, eq(examVersions.id, examSubjects.versionId))
    .where(and(eq(examSubjects.versionId, exam.versionId ?? 0), eq(examSubjects.key, subject)));
  if (!row) throw notFound('この科目は見つかりませんでした。');
  const present = ({ path, ...file }: StoredPackFile) => ({ ...file, url: signMedia(deps, path, now) });
  const sums = createHash('sha256');
  for (const { sha256 } of row.pack) sums.update(sha256);
  return {
    version: row.hash,
    subject,
    pieces: row.pack.reduce((sum, { pieces }) => sum + pieces, 0),
    bytes: row.pack.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: sums.digest('hex'),
    files: row.pack.map(present),
    answers: row.answers ? present(row.answers) : null,
  };
}

/** Packs of mock exams are only for people who have entered. */
async function assertMayLoad(deps: Deps, exam: ExamRow, userId: number): Promise<void> {
  if (exam.kind === 'english' || exam.kind === 'konoshiki') return;
  const [entry] = await deps.db
    .select({ status: examEntries.status })
    .from(examEntries)
    .where(and(eq(examEntries.userId, userId), eq(examEntries.examId, exam.id)));
  if (entry?.status === 'entered') return;
  throw new ApiError(403, 'not_entered', '申し込みが済むと、問題を準備できます。');
}
