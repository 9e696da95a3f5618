import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Db, queryRows, uuids } from '../../db/client.ts';
import type { ExamRow } from '../../db/schema/exam.ts';
import { slices } from '../../db/slices.ts';
import type { Deps } from '../../deps.ts';

/** A subject whose takers are counted, by the marks of one revision of its key. */
export type CountedSubject = { key: string; keyRevision: number };

/** Sums of all takers in one scoring group, over points `x` and the rest of the score `y`. */
export type ItemSums = {
  /** Takers by their points. */
  counts: Map<number, number>;
  n: number;
  sx: number;
  sxx: number;
  sy: number;
  syy: number;
  sxy: number;
};

/** Who counts in a cohort. */
export type Takers = {
  /** By subject: takers by their score. */
  scores: Map<string, Map<number, number>>;
  /** By subject: the scoring groups in the order of the key. */
  items: Map<string, ItemSums[]>;
  /** Scores by subject of each person: the text of their account's id, or a name from the seed. */
  persons: Map<string, Record<string, number>>;
};

/** People that are counted before others have their turn: the server has one thread (exams.md 8). */
export const turn = 1_000;

/**
 * Attempts whose marks are read at once. The embedded database serves nobody else meanwhile; PostgreSQL takes as long for
 * one of a thousand as for one of five thousand.
 */
const sizeFor = ({ config }: Pick<Deps, 'config'>) => (config.databaseUrl === null ? turn : 5 * turn);

type Marked = { id: string; total: number; points: string };

/**
 * Takers who count (exams.md 5): marked; without practice, void attempts, staff, attempts that need a look, and groups
 * that wait for self marking. Takers from a seed count only in sample exams; they have no account.
 */
async function attemptsOf(
  db: Db,
  exam: Pick<ExamRow, 'id' | 'isSample'>,
  subject: string,
): Promise<{ id: string; person: string }[]> {
  return queryRows(
    db,
    sql`select a.id, coalesce(a.user_id::text, 'seed ' || a.start_key) as person
        from exam_attempts a left join users u on u.id = a.user_id
        where a.exam_id = ${exam.id} and a.subject = ${subject} and a.kind = 'real' and a.round = 1
          and a.state in ('submitted', 'timed_out') and not a.needs_look
          and (a.user_id is not null or ${exam.isSample})
          and not coalesce(u.scope @> '["staff"]'::jsonb, false)`,
  );
}

/** The marks of these attempts, without those that wait for the taker's own points. */
function marksOf(db: Db, ids: readonly string[], revision: number): Promise<Marked[]> {
  return queryRows(
    db,
    sql`select attempt_id as id, total, array_to_string(points, ',') as points from exam_scores
        where attempt_id = any(${uuids(ids)}) and key_revision = ${revision} and pending = 0`,
  );
}

/** Counts one more. */
export function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function addItems(items: ItemSums[], { points, total }: Marked): void {
  if (points === '') return;
  for (const [at, text] of points.split(',').entries()) {
    const x = Number(text);
    items[at] ??= { counts: new Map(), n: 0, sx: 0, sxx: 0, sy: 0, syy: 0, sxy: 0 };
    // Not chosen (`noPoints`).
    if (x < 0) continue;
    const sums = items[at];
    const y = total - x;
    count(sums.counts, x);
    sums.n += 1;
    sums.sx += x;
    sums.sxx += x * x;
    sums.sy += y;
    sums.syy += y * y;
    sums.sxy += x * y;
  }
}

/**
 * Reads who counts in a cohort, subject by subject and in turns, so that others can save meanwhile: it is no single
 * moment, but the marks of a subject are all of its given revision.
 */
export async function readTakers(
  deps: Pick<Deps, 'db' | 'config'>,
  exam: Pick<ExamRow, 'id' | 'isSample'>,
  subjects: readonly CountedSubject[],
): Promise<Takers> {
  const size = sizeFor(deps);
  const persons: Takers['persons'] = new Map();
  const takers: Takers = { scores: new Map(), items: new Map(), persons };
  for (const { key, keyRevision } of subjects) {
    const scores = new Map<number, number>();
    const items: ItemSums[] = [];
    const attempts = await attemptsOf(deps.db, exam, key);
    for (const part of slices(attempts, size)) {
      const some = new Map(part.map(({ id, person }) => [id, person]));
      for (const marked of await marksOf(deps.db, [...some.keys()], keyRevision)) {
        const person = some.get(marked.id) ?? '';
        count(scores, marked.total);
        addItems(items, marked);
        const own = persons.get(person);
        if (own) own[key] = marked.total;
        else persons.set(person, { [key]: marked.total });
      }
      await nextTurn();
    }
    takers.scores.set(key, scores);
    takers.items.set(key, items);
  }
  return takers;
}
