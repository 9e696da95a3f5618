import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createApp } from '../server/app.ts';
import { type OpenDb, openPglite } from '../server/db/client.ts';
import { examAnswers, examAttempts } from '../server/db/schema/exam.ts';
import type { Deps } from '../server/deps.ts';
import { endDueAttempts } from '../server/domain/attempt/autoSubmit.ts';
import { makeCohort } from '../server/domain/examResult/cohort.ts';
import { runExamJobs } from '../server/domain/examResult/jobs.ts';
import { reviseKey } from '../server/domain/examResult/regrade.ts';
import { runRegrade } from '../server/domain/examResult/regradeJob.ts';
import { noGateway } from '../server/payment/none.ts';
import { enterExam, storeExam, type TestExam, testKey } from '../server/testing/exam.ts';
import { signInUser, storeUser } from '../server/testing/users.ts';
import type { Attempt } from '../src/contracts/examAttempt.ts';
import { digestOf } from '../src/contracts/examMerge.ts';
import { seededRandom } from '../tests/seededRandom.ts';
import { benchDeps } from './benchDeps.ts';
import { paced } from './examPace.ts';
import { inLanes, type Measured } from './inLanes.ts';
import { onPostgres } from './onPostgres.ts';

/**
 * One row of exams.md 8. `bare`: ratio to the minimum database work in the same run (one read and one write of a row in
 * a transaction). This ratio can be compared between machines, the time cannot.
 */
export type ExamLoad = Measured & { database: string; name: string; bare: number };

const savesEach = 4;
/**
 * The clock ends an exam for everybody at the same moment; devices spread their hand-ins over this time, ms (row 70).
 */
const spreadMs = 20_000;
/**
 * Saves per second to try. Each rate lasts a fixed time, ms; the test stops when more than one save in twenty waits too
 * long.
 */
const saveRates = [25, 50, 100, 200, 400, 800, 1600];
const rateMs = 3_000;
const slowSaveMs = 200;
const minute = 60_000;

type Takers = { takers: number; ended: number };
type Place = {
  deps: Deps;
  app: ReturnType<typeof createApp>;
  exam: TestExam;
  clock: { now(): number; ahead: number };
};

/** Runs the same task for many attempts. */
async function atOnce(count: number, work: () => Promise<unknown>): Promise<Measured> {
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  const wholeMs = seconds * 1000;
  return { count, perSecond: count / seconds, p50Ms: null, p99Ms: null, failed: 0, wholeMs };
}

async function openPlace(db: OpenDb['db'], folder: string): Promise<Place> {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const deps = await benchDeps(db, { folder, clock, gateway: noGateway() });
  return {
    deps,
    app: createApp(deps),
    exam: await storeExam(deps, { subjects: ['math', 'english'] }),
    clock,
  };
}

/** The minimum work of a save: one row is locked and written, in the same way on both databases. */
function bareWork({ deps }: Place): () => Promise<boolean> {
  return () =>
    deps.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from exams limit 1 for update`);
      await tx.execute(sql`update exams set name = name`);
      return true;
    });
}

type Taker = { token: string; attempt: Attempt | null };

async function signInTakers({ deps, exam }: Place, count: number): Promise<Taker[]> {
  const made: Taker[] = [];
  for (let n = 0; n < count; n += 1) {
    const user = await storeUser(deps, { email: `taker${n}@example.com` });
    await enterExam(deps, exam, user.id);
    made.push({ token: (await signInUser(deps, user)).token, attempt: null });
  }
  return made;
}

const base = ({ exam }: Place) => `/api/exam/mockexam/${exam.exam.id}/attempt/`;

const startOf = (place: Place, taker: Taker, subject: string) => async () => {
  const answer = await place.app.request(base(place), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${taker.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ subject, device_id: `device-${taker.token.slice(-12)}` }),
  });
  if (answer.ok) taker.attempt = (await answer.json()) as Attempt;
  return answer.ok;
};

/** Saves or hands in the four answers. */
async function send(
  place: Place,
  { attempt }: Taker,
  part: 'answers' | 'submit',
  value: string,
): Promise<boolean> {
  if (!attempt) return false;
  const lo = place.clock.now();
  const slots = ['a', 'b', 'c', 'd'];
  const answers = Object.fromEntries(slots.map((slot) => [slot, { v: value, lo, hi: lo }]));
  const passed = lo - Date.parse(attempt.server_now);
  const json = {
    ...{ lease: attempt.epoch, rev: 0, answers },
    client_at: { since: attempt.server_now, dlo: passed, dhi: passed },
    ...(part === 'submit' && { digest: await digestOf(answers) }),
  };
  const answer = await place.app.request(`${base(place)}${attempt.id}/${part}/`, {
    method: part === 'answers' ? 'PUT' : 'POST',
    headers: {
      'X-Attempt-Token': attempt.token ?? '',
      'Content-Type': 'application/json',
      ...(part === 'submit' && { 'Idempotency-Key': randomUUID() }),
    },
    body: JSON.stringify(json),
  });
  return answer.ok;
}

/** Stores running attempts whose time is over, as many as a server for the whole country would find. */
async function storeEnded({ deps, exam, clock }: Place, count: number): Promise<void> {
  const started = new Date(clock.now() - 70 * minute);
  const deadline = new Date(started.getTime() + 60 * minute);
  const digest = await digestOf({});
  for (let from = 0; from < count; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - from) }, (_, n) => ({
      ...{ id: randomUUID(), userId: null, examId: exam.exam.id, subjectId: exam.subjectIds.math ?? 0 },
      ...{ subject: 'math', kind: 'real' as const, round: 1, state: 'running' as const },
      ...{ startedAt: started, baseDeadline: deadline, deadline, leaseSeenAt: started, created: started },
      startKey: `seed-${from + n}`,
    }));
    await deps.db.insert(examAttempts).values(rows);
    const cell = (v: string) => ({
      v,
      at: started.getTime(),
      lo: started.getTime(),
      f: false,
      fat: 0,
      flo: 0,
    });
    await deps.db.insert(examAnswers).values(
      rows.map(({ id }, n) => ({
        ...{ attemptId: id, plays: {}, digest, savedAt: started, savesFrom: started },
        cells: {
          a: cell(n % 2 ? '1' : '2'),
          b: cell(n % 3 ? '1' : '3'),
          c: cell('2'),
          d: cell(n % 5 ? '2' : '1'),
        },
      })),
    );
  }
}

/** Finds the maximum rate of saves at which nearly all are answered in time; each rate lasts some seconds. */
async function mostSaves(place: Place, people: readonly Taker[]): Promise<Measured> {
  let best: Measured | null = null;
  // Saves and hand-ins are rate-limited per attempt and minute, so the clock moves on.
  const nextMinute = () => {
    place.clock.ahead += minute + 1_000;
  };
  for (const rate of saveRates) {
    nextMinute();
    const works = Array.from({ length: (rate * rateMs) / 1000 }, (_, n) => () => {
      const taker = people[n % people.length];
      return taker ? send(place, taker, 'answers', String(1 + (n % 3))) : Promise.resolve(false);
    });
    const found = await paced(works, (n) => (n * 1000) / rate);
    nextMinute();
    if (best && (found.p95Ms > slowSaveMs || found.failed > 0)) return best;
    best = { ...found, perSecond: rate };
    if (found.p95Ms > slowSaveMs) return best;
  }
  return best as Measured;
}

/** All attempts are handed in because the clock has ended them, each after a random delay (row 70). */
async function handIns(place: Place, people: readonly Taker[]): Promise<Measured> {
  const random = seededRandom(70);
  const at = people.map(() => random() * spreadMs);
  const works = people.map((taker, n) => () => send(place, taker, 'submit', String(1 + (n % 3))));
  const found = await paced(works, (n) => at[n] ?? 0);
  return { ...found, perSecond: (1000 * found.count) / found.wholeMs };
}

/** A key is corrected, all attempts are marked again, and the statistics are computed again. */
async function regrade({ deps, exam }: Place): Promise<void> {
  const [first, ...rest] = testKey.groups;
  if (!first) throw new Error('no group');
  const after = { ...testKey, groups: [{ ...first, keys: { a: ['2'] } }, ...rest] };
  const wish = { after, policy: 'fair' as const, reason: '' };
  await deps.db.transaction((tx) => reviseKey(tx, deps, exam.subjectIds.math ?? 0, wish));
  if (!(await runRegrade(deps))) throw new Error('nothing was marked again');
}

async function measureOn(database: string, db: OpenDb, { takers, ended }: Takers): Promise<ExamLoad[]> {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-bench-'));
  try {
    await db.migrate();
    const place = await openPlace(db.db, folder);
    const people = await signInTakers(place, takers);
    const bare = await inLanes(Array.from({ length: 4 * takers }, () => bareWork(place)));
    const bareMs = 1000 / bare.perSecond;
    const rows: ExamLoad[] = [];
    const note = async (name: string, measured: Promise<Measured>) => {
      const found = await measured;
      rows.push({ database, name, ...found, bare: 1000 / found.perSecond / bareMs });
    };
    const all = (work: (taker: Taker, n: number) => () => Promise<boolean>) => inLanes(people.map(work));
    const answers = (n: number) => String(1 + (n % 3));
    rows.push({ database, name: 'bare: a row read and written', ...bare, bare: 1 });
    await note(
      'exam-start',
      all((taker) => startOf(place, taker, 'math')),
    );
    const saves = Array.from({ length: savesEach }, (_, round) => round).flatMap((round) =>
      people.map((taker) => () => send(place, taker, 'answers', answers(round))),
    );
    await note('exam-save', inLanes(saves));
    await note(`exam-save, most with p95 ≤ ${slowSaveMs} ms`, mostSaves(place, people));
    await note(
      'exam-submit, marked',
      all((taker, n) => () => send(place, taker, 'submit', answers(n))),
    );
    await inLanes(people.map((taker) => startOf(place, taker, 'english')));
    await note('exam-submit, all in one moment, spread', handIns(place, people));
    await storeEnded(place, ended);
    await note(
      'exam-autosubmit',
      atOnce(ended, () => endDueAttempts(place.deps)),
    );
    await note(
      'exam-scoring, queued',
      atOnce(ended, () => runExamJobs(place.deps)),
    );
    const exam = { ...place.exam.exam, isSample: true };
    await note(
      'exam-stats',
      atOnce(ended + takers, () => makeCohort(place.deps, exam, 'provisional')),
    );
    await note(
      'exam-regrade',
      atOnce(ended + takers, () => regrade(place)),
    );
    return rows;
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures start storm, saves, hand-in storm, ends by the clock, marking and statistics on both databases (exams.md 8).
 */
export async function measureExams({ takers, ended }: Takers): Promise<ExamLoad[]> {
  const rows = await measureOn('PGlite', await openPglite({}), { takers, ended: Math.ceil(ended / 5) });
  const onOther = await onPostgres((db) => measureOn('PostgreSQL', db, { takers, ended }));
  return [...rows, ...onOther];
}
