import { and, eq } from 'drizzle-orm';
import type { AnswerKey } from '#contracts/examKey.ts';
import type { Tx } from '../../db/client.ts';
import { examKeyRevisions } from '../../db/schema/exam.ts';
import { correctedKey, previewRegrade, RegradeError, reviseKey } from '../../domain/examResult/regrade.ts';
import { PackRefusedError, ProblemList } from '../problems.ts';
import { canonicalJson, contentHash } from './canonical.ts';
import type { ExamContent, SubjectContent } from './examTypes.ts';

/** An import was stopped because it would mark answers again and nobody said yes; nothing was changed. */
export class RegradeWantedError extends Error {
  override name = 'RegradeWantedError';
  /** How the marks would change, one line each, Japanese. */
  readonly lines: string[];

  constructor(lines: string[]) {
    super('受験が始まった試験の正解が変わっています。何も取り込んでいません。');
    this.lines = lines;
  }
}

type Stored = { id: number; keyRevision: number };
type Part = { exam: ExamContent; subject: SubjectContent };
type Writing = { tx: Tx; now: Date; mayRegrade: boolean };

const rowOf = ({ id, keyRevision }: Stored) =>
  and(eq(examKeyRevisions.subjectId, id), eq(examKeyRevisions.revision, keyRevision));

/** A key as a pack says it: without the old keys that count beside it since a correction. */
function plainKey(key: AnswerKey): AnswerKey {
  return { ...key, groups: key.groups.map(({ alternatives: _, ...group }) => group) };
}

/**
 * Before the first start another key simply takes the place of the old one. Answers `false`: nothing is marked again.
 */
export async function writeKey(stored: Stored, { subject }: Part, { tx, now }: Writing): Promise<boolean> {
  const [known] = await tx.select().from(examKeyRevisions).where(rowOf(stored));
  if (known && canonicalJson(known.key) === canonicalJson(subject.key)) return false;
  const row = { key: subject.key, created: now };
  await tx
    .insert(examKeyRevisions)
    .values({ ...row, subjectId: stored.id, revision: stored.keyRevision })
    .onConflictDoUpdate({ target: [examKeyRevisions.subjectId, examKeyRevisions.revision], set: row });
  return false;
}

/** How a change of keys counts and why, as `corrections` of exam.yaml say of the questions that changed. */
function wordsOf({ exam, subject }: Part, before: AnswerKey) {
  const old = new Map(before.groups.map((group) => [group.id, contentHash(group)]));
  const isChanged = (question: string) =>
    subject.key.groups.some(
      (group) => group.question === question && old.get(group.id) !== contentHash(group),
    );
  const told = exam.file.corrections.filter((one) => one.subject === subject.id && isChanged(one.question));
  return {
    policy: told.some(({ policy }) => policy === 'exact') ? ('exact' as const) : ('fair' as const),
    reason: told.map(({ text }) => text).join('\n'),
  };
}

const mean = (value: number) => value.toFixed(2);

/**
 * After the first start another key is a revision: all answers are marked again by it (exams.md 5 Re-grade). Throws
 * `RegradeWantedError` with the changes of the marks unless `mayRegrade`, and `PackRefusedError` for a change that is
 * impossible. Answers whether anything is marked again.
 */
export async function correctKey(
  stored: Stored,
  part: Part,
  { tx, now, mayRegrade }: Writing,
): Promise<boolean> {
  const [known] = await tx.select().from(examKeyRevisions).where(rowOf(stored));
  const { exam, subject } = part;
  if (!known) throw new Error(`no key of subject ${stored.id}`);
  const before = plainKey(known.key);
  if (canonicalJson(before) === canonicalJson(subject.key)) return false;
  const words = wordsOf(part, before);
  try {
    if (!mayRegrade) {
      const key = correctedKey(known.key, subject.key, words.policy);
      const { n, gain, lose, meanBefore, meanAfter } = await previewRegrade(tx, stored.id, key);
      throw new RegradeWantedError([
        `${exam.id}/${subject.id}: 採点済み ${n}人のうち、点が上がる人 ${gain}人、下がる人 ${lose}人、平均 ${mean(meanBefore)} → ${mean(meanAfter)}点`,
      ]);
    }
    const clock = { now: () => now.getTime() };
    return (await reviseKey(tx, { clock }, stored.id, { after: subject.key, ...words })) !== null;
  } catch (error) {
    if (!(error instanceof RegradeError)) throw error;
    const place = subject.places.get('subject') ?? exam.place;
    const problems = new ProblemList();
    problems.add(place.file, place.line, error.message);
    throw new PackRefusedError(problems);
  }
}
