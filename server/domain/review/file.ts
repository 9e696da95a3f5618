import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { examSubjects, examVersions } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { openPackFile, openPackKey } from '../exam/sealPack.ts';

/**
 * An unsealed picture or track of a subject, for a learner who reviews it. 404 for everything else; the questions are
 * not served here.
 */
export async function reviewFile(
  deps: Deps,
  subjectId: number,
  name: string,
): Promise<{ bytes: Buffer; type: string }> {
  const [row] = await deps.db
    .select({
      pack: examSubjects.pack,
      key: examSubjects.packKey,
      subject: examSubjects.key,
      version: examVersions.hash,
    })
    .from(examSubjects)
    .innerJoin(examVersions, eq(examVersions.id, examSubjects.versionId))
    .where(eq(examSubjects.id, subjectId));
  const file = row?.pack.find((one) => one.name === name && name !== 'paper.json');
  const stored = file ? await deps.media.open(file.path) : null;
  if (!row || !file || !stored) throw notFound();
  const sealed = await buffer(stored.read(0, stored.size - 1));
  const pack = { version: row.version, subject: row.subject };
  return { bytes: openPackFile(openPackKey(deps.keys, row.key), pack, file, sealed), type: file.type };
}
