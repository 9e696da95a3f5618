import type { AnswerKey } from '#contracts/examKey.ts';
import type { DemoSite } from '../screens/fixtures.ts';

/** A subject of an exam, by the number of the exam. */
type Of = { site: DemoSite; exam: number; subject: string };

/** Replaces what marks a subject. */
async function setKey({ site, exam, subject }: Of, key: AnswerKey): Promise<void> {
  await site.rows(
    `update exam_key_revisions r set key = '${JSON.stringify(key).replaceAll("'", "''")}'
     from exam_subjects s join exams e on e.version_id = s.version_id
     where r.subject_id = s.id and r.revision = s.key_revision
       and e.id = ${exam} and s.key = '${subject}'`,
  );
}

/**
 * While `work` runs, one answer of a subject is marked by its taker; `points`: what it is worth.
 *
 * @throws when the subject has no slot that counts alone.
 */
export async function whileTakersMark(
  of: Of,
  key: AnswerKey,
  work: (points: number) => Promise<void>,
): Promise<void> {
  const own = key.groups.find(({ rule, slots }) => rule === 'each' && slots.length === 1);
  if (!own) throw new Error(`${of.subject} has no slot that counts alone.`);
  const groups = key.groups.map((group) => (group === own ? { ...own, rule: 'self' as const } : group));
  await setKey(of, { ...key, groups });
  try {
    await work(own.points);
  } finally {
    await setKey(of, key);
  }
}
