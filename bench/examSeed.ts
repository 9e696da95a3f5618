import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../server/db/client.ts';
import { examBorders, examFaculties, examMethods, examSchools } from '../server/db/schema/exam.ts';
import type { Deps } from '../server/deps.ts';
import { signAccessToken } from '../server/domain/accounts/accessToken.ts';
import { attemptToken } from '../server/domain/attempt/token.ts';
import { scoreRow } from '../server/domain/examResult/mark.ts';
import { storeExam, type TestExam } from '../server/testing/exam.ts';
import type { AnswerKey } from '../src/contracts/examKey.ts';
import { digestOf } from '../src/contracts/examMerge.ts';
import { seededRandom } from '../tests/seededRandom.ts';

/** How many members stand at which point of the exam before a row of exams.md 8 is measured. */
export type ExamSeed = {
  /** Have entered, with a session; nothing started. */
  entered?: number;
  /** Answer the first subject. */
  running?: number;
  /** Have ended the first subject, are marked, and wish for a faculty. */
  ended?: number;
  /** So many of `ended` have a session, and marks of all subjects. */
  readers?: number;
};

/** A running attempt as its device knows it. Times epoch ms. */
export type Running = {
  id: string;
  token: string;
  values: Record<string, string>;
  typed: number;
  since: number;
};
/** What the callers need to know. `entered`, `readers`: access tokens. */
export type Seeded = { exam: number; entered: string[]; running: Running[]; readers: string[] };

export const subjects = ['math', 'english', 'japanese', 'science', 'social'] as const;
const [first] = subjects;
const slots = Array.from({ length: 25 }, (_, n) => `q${n + 1}`);
const minute = 60_000;
/** Rows that are stored by one statement. */
const batch = 5_000;
/** Papers that are filled in differently; the n-th member has the n-th of them. */
const papers = 200;

/** A subject of 25 questions for 100 points; the right option is always the first. */
export const loadKey: AnswerKey = {
  groups: slots.map((slot, n) => ({
    ...{ id: `g${n + 1}`, question: `q-${n + 1}`, section: 's1', unit: n % 2 ? 'quadratic' : 'basic' },
    ...{ skill: '', slots: [{ id: slot, kind: 'choice' as const }], rule: 'each' as const, points: 4 },
    keys: { [slot]: ['1'] },
  })),
  choices: [],
};

type Filled = {
  values: Record<string, string>;
  points: number[];
  total: number;
  full: number;
  digest: string;
};

/** Papers of takers who know more or less. */
async function fillPapers(): Promise<Filled[]> {
  const random = seededRandom(8);
  const list: Filled[] = [];
  for (let n = 0; n < papers; n += 1) {
    const knows = (random() + random()) / 2;
    const values = Object.fromEntries(
      slots.map((slot) => [slot, random() < knows ? '1' : String(2 + Math.floor(random() * 2))]),
    );
    const of = { subjectId: 0, revision: 1, key: loadKey };
    const { points, total, full } = scoreRow({ id: '' }, of, { values, self: {} }, new Date(0));
    const digest = await digestOf(Object.fromEntries(slots.map((slot) => [slot, { v: values[slot] ?? '' }])));
    list.push({ values, points, total, full, digest });
  }
  return list;
}

type Place = { deps: Deps; exam: TestExam; filled: Filled[]; now: number };
/** Members whose ids follow each other. */
type Range = { from: number; to: number };

const day = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const within = ({ from, to }: Range) => sql`between ${from} and ${to}`;

async function storeMembers({ deps }: Place, name: string, count: number): Promise<Range> {
  const rows = await queryRows<{ id: number }>(
    deps.db,
    sql`insert into users (email, password_hash)
        select ${`${name}-`} || n || '@example.com', 'none' from generate_series(1, ${count}::int) n returning id`,
  );
  const ids = rows.map(({ id }) => id);
  return { from: Math.min(...ids), to: Math.max(...ids) };
}

async function storeEntries(
  { deps, exam, now }: Place,
  range: Range,
  taken: readonly string[],
): Promise<void> {
  await deps.db.execute(sql`
    insert into exam_entries (user_id, exam_id, status, number, basic_info, environment_info, subjects, created, modified)
    select id, ${exam.exam.id}::int, 'entered', 'n' || id, '{}', '{}', ${JSON.stringify(taken)}::jsonb, ${day(now)}, ${day(now)}
    from users where id ${within(range)}`);
}

async function openSessions({ deps, now }: Place, range: Range): Promise<string[]> {
  const rows = await queryRows<{ id: string; user_id: number }>(
    deps.db,
    sql`insert into sessions (user_id, created, last_seen) select id, ${day(now)}, ${day(now)}
        from users where id ${within(range)} returning id, user_id`,
  );
  return Promise.all(rows.map(({ id, user_id: userId }) => signAccessToken(deps, { userId, sessionId: id })));
}

/** The filled papers as a table with their number, and the cells with the moment in which they were typed. */
function papersTable(filled: readonly Filled[], typed: number): SQL {
  const rows = filled.map(({ values, points, total, full, digest }, n) => ({
    ...{ n, points, total, full, digest },
    cells: Object.fromEntries(
      Object.entries(values).map(([slot, v]) => [
        slot,
        { v, at: typed, lo: typed, f: false, fat: 0, flo: 0 },
      ]),
    ),
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as p (n int, points smallint[], total int, "full" int, digest text, cells jsonb)`;
}

type Begun = { id: string; user_id: number };

/** Attempts with all answers, begun `ago` ms ago. */
async function storeAttempts(
  { deps, exam, filled, now }: Place,
  range: Range,
  { subject, ago, isOver }: { subject: string; ago: number; isOver: boolean },
): Promise<Begun[]> {
  const [began, ends] = [now - ago, now - ago + 60 * minute];
  const handedIn = isOver ? day(ends) : sql`null`;
  const rows = await queryRows<Begun>(
    deps.db,
    sql`insert into exam_attempts (id, user_id, exam_id, subject_id, subject, kind, round, state, started_at,
          base_deadline, deadline, lease_device, lease_seen_at, ended_by, submitted_at, handed_in_at, created)
        select gen_random_uuid(), id, ${exam.exam.id}::int, ${exam.subjectIds[subject]}::int, ${subject}, 'real', 1,
          ${isOver ? 'submitted' : 'running'}, ${day(began)}, ${day(ends)}, ${day(ends)}, 'device-' || id,
          ${day(began)}, ${isOver ? 'user' : null}, ${handedIn}, ${handedIn}, ${day(began)}
        from users where id ${within(range)} returning id, user_id`,
  );
  await deps.db.execute(sql`
    insert into exam_answers (attempt_id, rev, cells, plays, digest, saved_at, saves_from)
    select a.id, 1, p.cells, '{}', p.digest, ${day(began + minute)}, ${day(began + minute)}
    from exam_attempts a join ${papersTable(filled, began + minute)} on p.n = a.user_id % ${papers}::int
    where a.user_id ${within(range)} and a.subject = ${subject}`);
  return rows;
}

async function storeMarks({ deps, filled, now }: Place, range: Range): Promise<void> {
  await deps.db.execute(sql`
    insert into exam_scores (attempt_id, key_revision, subject_id, points, total, "full", pending, made)
    select a.id, 1, a.subject_id, p.points, p.total, p."full", 0, ${day(now)}
    from exam_attempts a join ${papersTable(filled, 0)} on p.n = a.user_id % ${papers}::int
    where a.user_id ${within(range)}`);
}

/** A faculty with three methods, whose border is about the first subject. */
async function storeFaculty({ deps: { db } }: Place): Promise<number[]> {
  const school = { code: 'u1', pack: 'mock', kind: 'university' as const, name: '見本大学' };
  const [stored] = await db.insert(examSchools).values(school).returning({ id: examSchools.id });
  const [faculty] = await db
    .insert(examFaculties)
    .values({ schoolId: stored?.id ?? 0, code: 'f1', name: '理学部' })
    .returning({ id: examFaculties.id });
  const methods = await db
    .insert(examMethods)
    .values(['前期', '中期', '後期'].map((name) => ({ facultyId: faculty?.id ?? 0, name })))
    .returning({ id: examMethods.id });
  await db.insert(examBorders).values(
    methods.map(({ id }) => ({
      methodId: id,
      year: 2026,
      border: 55,
      subjects: [{ id: first, weight: 1 }],
    })),
  );
  return methods.map(({ id }) => id);
}

async function storeWishes({ deps, exam }: Place, range: Range, methods: readonly number[]): Promise<void> {
  await deps.db.execute(sql`
    insert into entry_desired (entry_id, rank, method_id)
    select e.id, 1, (${JSON.stringify(methods)}::jsonb ->> (e.user_id % ${methods.length}::int))::int
    from exam_entries e where e.exam_id = ${exam.exam.id}::int and e.user_id ${within(range)}`);
}

function* batches(count: number): Generator<number> {
  for (let left = count; left > 0; left -= batch) yield Math.min(batch, left);
}

async function storeRunning(place: Place, count: number): Promise<Running[]> {
  const running: Running[] = [];
  const ago = 20 * minute;
  for (const size of batches(count)) {
    const range = await storeMembers(place, `running${running.length}`, size);
    await storeEntries(place, range, [first]);
    for (const { id, user_id: userId } of await storeAttempts(place, range, {
      subject: first,
      ago,
      isOver: false,
    }))
      running.push({
        ...{ id, token: attemptToken(place.deps.keys, { id, userId }, 1), since: place.now },
        ...{ values: place.filled[userId % papers]?.values ?? {}, typed: place.now - ago + minute },
      });
  }
  return running;
}

async function storeEnded(place: Place, count: number, readers: number): Promise<string[]> {
  const methods = await storeFaculty(place);
  const tokens: string[] = [];
  let done = 0;
  const ago = 120 * minute;
  for (const size of batches(count)) {
    const range = await storeMembers(place, `ended${done}`, size);
    await storeEntries(place, range, subjects);
    await storeWishes(place, range, methods);
    await storeAttempts(place, range, { subject: first, ago, isOver: true });
    const reading = { from: range.from, to: range.from + Math.min(size, readers - tokens.length) - 1 };
    if (reading.to >= reading.from) {
      for (const subject of subjects.slice(1))
        await storeAttempts(place, reading, { subject, ago, isOver: true });
      tokens.push(...(await openSessions(place, reading)));
    }
    await storeMarks(place, range);
    done += size;
  }
  return tokens;
}

/** Stores an exam of five subjects and members at different points of it. The database is empty before. */
export async function seedExam(deps: Deps, seed: ExamSeed): Promise<Seeded & { test: TestExam }> {
  const exam = await storeExam(deps, { subjects: [...subjects], key: loadKey });
  const place = { deps, exam, filled: await fillPapers(), now: deps.clock.now() };
  const entered: string[] = [];
  for (const size of batches(seed.entered ?? 0)) {
    const range = await storeMembers(place, `entered${entered.length}`, size);
    await storeEntries(place, range, [first]);
    entered.push(...(await openSessions(place, range)));
  }
  const running = await storeRunning(place, seed.running ?? 0);
  const readers = seed.ended ? await storeEnded(place, seed.ended, seed.readers ?? 0) : [];
  await deps.db.execute(sql`analyze`);
  return { exam: exam.exam.id, test: exam, entered, running, readers };
}
