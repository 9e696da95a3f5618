import { eq, sql } from 'drizzle-orm';
import { type Db, planned } from '../../db/client.ts';
import { type ExamRow, examSubjects, exams } from '../../db/schema/exam.ts';

/** What saves need of a subject. It never changes, so each process reads it once. */
export type SubjectFacts = {
  id: number;
  versionId: number;
  examId: number;
  minutes: number;
  names: ReadonlySet<string>;
  /** Ids of its questions; of an entry exam none, which has them elsewhere. */
  questions: ReadonlySet<string>;
};

/** Most subjects that a process caches. */
const most = 500;
const kept = new WeakMap<object, Map<number, SubjectFacts>>();

/**
 * The facts of a subject, from the cache after the first time. `root`: the object for which a process caches, the same
 * in all its calls.
 */
export async function subjectFacts(root: object, db: Db, id: number): Promise<SubjectFacts> {
  const known = kept.get(root) ?? new Map<number, SubjectFacts>();
  kept.set(root, known);
  const found = known.get(id);
  if (found) return found;
  const [row] = await db
    .select({
      id: examSubjects.id,
      versionId: examSubjects.versionId,
      examId: examSubjects.examId,
      minutes: examSubjects.minutes,
      names: examSubjects.names,
      questions: sql<
        string[]
      >`jsonb_path_query_array(${examSubjects.layout}, '$.sections[*].questions[*].id')`,
    })
    .from(examSubjects)
    .where(eq(examSubjects.id, id));
  if (!row) throw new Error(`no subject ${id}`);
  const facts = { ...row, names: new Set(row.names), questions: new Set(row.questions) };
  if (known.size >= most) known.clear();
  known.set(id, facts);
  return facts;
}

/**
 * The keys of a subject's packs, sealed. An import seals a pack anew, with a new key, when the answers in it were
 * corrected or its file was lost: so they are read each time.
 */
export async function sealedKeys(db: Db, id: number): Promise<{ packKey: string; answersKey: string }> {
  const keys = db
    .select({ packKey: examSubjects.packKey, answersKey: examSubjects.answersKey })
    .from(examSubjects)
    .where(eq(examSubjects.id, id));
  const [row] = await planned(keys, 'exam_sealed_keys');
  if (!row) throw new Error(`no subject ${id}`);
  return row;
}

/** The exam of a row. */
export async function examOf(db: Db, id: number): Promise<ExamRow> {
  const [row] = await planned(db.select().from(exams).where(eq(exams.id, id)), 'exam_of');
  if (!row) throw new Error(`no exam ${id}`);
  return row;
}
