// The server as it is operated, in a process of its own, with the members that its parent (examLoad.ts) wants in the exam
// (`EXAM_SEED`). It does on request what its parent measures and no call of the API does.
import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import { readConfig } from '../server/config.ts';
import { queryRows } from '../server/db/client.ts';
import { makeCohort, newestCohort } from '../server/domain/examResult/cohort.ts';
import { reviseKey } from '../server/domain/examResult/regrade.ts';
import { jsonLog } from '../server/log.ts';
import { startServer } from '../server/start.ts';
import type { TestExam } from '../server/testing/exam.ts';
import { loadKey, type Seeded, seedExam, subjects } from './examSeed.ts';

/** `statistics`: a new version of the cohort · `regrade`: a key is corrected · `kept`: what is stored by now. */
export type ExamAsk = 'statistics' | 'regrade' | 'kept' | 'stop';
/** `saves`, `handedIn`: how many are stored. `errors`: events of the log, by name. `cpuMs`: that this process has used. */
export type Kept = { saves: number; handedIn: number; errors: Record<string, number>; cpuMs: number };
export type ExamAnswer =
  | { seeded: Seeded & { port: number } }
  | { ms: number }
  | { kept: Kept }
  | { error: string };

const say = (answer: ExamAnswer) => process.send?.(answer);
const errors: Record<string, number> = {};
const log = jsonLog();
const counting = {
  ...log,
  error(...[event, fields]: Parameters<typeof log.error>) {
    const name = `${event} ${fields?.message ?? ''}`.trim();
    errors[name] = (errors[name] ?? 0) + 1;
    log.error(event, fields);
  },
};

let found: (Seeded & { test: TestExam }) | null = null;
const running = await startServer(readConfig(process.env), counting, async (deps) => {
  found = await seedExam(deps, JSON.parse(process.env.EXAM_SEED ?? '{}'));
});
if (!found) throw new Error('nothing was stored');
const { test, ...seeded } = found as Seeded & { test: TestExam };
const { deps } = running;

/** Corrects a key, which the server's own job carries out. Ends when the new numbers are there. */
async function regrade(): Promise<void> {
  const [group, ...rest] = loadKey.groups;
  if (!group) throw new Error('no group');
  const after = { ...loadKey, groups: [{ ...group, keys: { q1: ['2'] } }, ...rest] };
  const before = (await newestCohort(deps.db, test.exam.id))?.version ?? 0;
  const wish = { after, policy: 'fair' as const, reason: '' };
  await deps.db.transaction((tx) => reviseKey(tx, deps, test.subjectIds[subjects[0]] ?? 0, wish));
  while (((await newestCohort(deps.db, test.exam.id))?.version ?? 0) === before)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

async function kept(): Promise<Kept> {
  const [row] = await queryRows<{ saves: number; handed_in: number }>(
    deps.db,
    sql`select coalesce(sum(w.rev - 1), 0)::int as saves, count(a.handed_in_at)::int as handed_in
        from exam_attempts a join exam_answers w on w.attempt_id = a.id`,
  );
  const { user, system } = process.cpuUsage();
  const stored = { saves: row?.saves ?? 0, handedIn: row?.handed_in ?? 0 };
  return { ...stored, errors, cpuMs: (user + system) / 1000 };
}

async function timed(work: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await work();
  say({ ms: performance.now() - begun });
}

const works: Record<ExamAsk, () => Promise<unknown>> = {
  statistics: () => timed(() => makeCohort(deps, test.exam, 'provisional')),
  regrade: () => timed(regrade),
  kept: async () => say({ kept: await kept() }),
  stop: async () => {
    await running.stop();
    process.exit(0);
  },
};
process.on('message', (ask: ExamAsk) =>
  works[ask]().catch((error: unknown) =>
    // With its cause: a failed statement says what failed only there.
    say({ error: inspect(error) }),
  ),
);
process.on('disconnect', () => process.exit(1));
say({ seeded: { ...seeded, port: running.port } });
