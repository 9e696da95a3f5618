import { and, desc, eq, gt, gte, inArray, lt, max, or, sql } from 'drizzle-orm';
import { lateMs, type Outage, outageGapMs } from '#contracts/examDeadline.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAttempts } from '../../db/schema/exam.ts';
import { examOutages, serverBeats } from '../../db/schema/examLog.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { readMaintenance } from '../../maintenance/store.ts';
import { type AttemptNews, givenNews, outageNews, tellTaker, tellTakers } from '../exam/notices.ts';
import { deadlineOf, outageMsOf } from './deadline.ts';
import { awaitedEnd, isReopenable, reopening } from './reopen.ts';

/** Number of the advisory lock that lets only one process at a time look at beats and settle outages. */
export const outageLock = 5_606_781;
/** How often each process beats, milliseconds (exams.md 3.7). */
export const beatMs = 5_000;
const batch = 500;

async function lock(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${outageLock})`);
}

/** Notes a silence of all processes as an outage. Answers whether there was one. */
async function noteSilence(tx: Tx, now: number): Promise<boolean> {
  const [row] = await tx.select({ at: max(serverBeats.at) }).from(serverBeats);
  const last = row?.at ?? null;
  if (last === null || now - last.getTime() < outageGapMs) return false;
  await tx
    .insert(examOutages)
    .values({ from: last, to: new Date(now), kind: 'beats', created: new Date(now) })
    .onConflictDoNothing();
  return true;
}

/**
 * While maintenance is on, it is an outage that grows as long as it is seen. It may have begun right after the last
 * beat, so the outage begins there.
 */
async function noteMaintenance(tx: Tx, now: number): Promise<boolean> {
  const state = await readMaintenance(tx);
  const recent = new Date(now - outageGapMs);
  const [open] = await tx
    .select()
    .from(examOutages)
    .where(and(eq(examOutages.kind, 'maintenance'), gte(examOutages.to, recent)))
    .orderBy(desc(examOutages.to))
    .limit(1);
  if (!state) return false;
  if (open)
    await tx
      .update(examOutages)
      .set({ to: new Date(now) })
      .where(eq(examOutages.id, open.id));
  else
    await tx
      .insert(examOutages)
      .values({
        from: new Date(now - beatMs),
        to: new Date(now),
        kind: 'maintenance',
        created: new Date(now),
      })
      .onConflictDoNothing();
  return true;
}

/**
 * Notes that a process is alive. If all processes were silent for 30 seconds or more, that time is an outage; so is
 * maintenance. The time that they add to attempts is settled at once, before anything can end these attempts.
 */
export async function beat(deps: Deps, process: string): Promise<void> {
  const isOutage = await transaction(deps.db, async (tx) => {
    await lock(tx);
    const now = deps.clock.now();
    const wasSilent = await noteSilence(tx, now);
    const isMaintained = await noteMaintenance(tx, now);
    const at = new Date(now);
    await tx
      .insert(serverBeats)
      .values({ process, at })
      .onConflictDoUpdate({ target: serverBeats.process, set: { at } });
    await tx.delete(serverBeats).where(lt(serverBeats.at, new Date(now - lateMs)));
    return wasSilent || isMaintained;
  });
  if (isOutage) await settleOutages(deps);
}

/** Declares an outage by hand (`npm run exam -- outage`), and settles it. */
export async function declareOutage(deps: Deps, from: Date, to: Date, note: string): Promise<number> {
  const created = new Date(deps.clock.now());
  await deps.db
    .insert(examOutages)
    .values({ from, to, kind: 'declared', note, created })
    .onConflictDoNothing();
  return settleOutages(deps);
}

/** Outages that end after a moment. */
export async function outagesAfter(tx: Tx, since: Date): Promise<Outage[]> {
  const rows = await tx.select().from(examOutages).where(gt(examOutages.to, since));
  return rows.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
}

/** Whether an outage goes on at this moment: its time grows with each beat. */
async function isGrowing(tx: Tx, now: number): Promise<boolean> {
  const isOn = and(eq(examOutages.kind, 'maintenance'), gte(examOutages.to, new Date(now - beatMs)));
  return (await tx.select({ id: examOutages.id }).from(examOutages).where(isOn).limit(1)).length > 0;
}

/**
 * What a taker who is still awaited after a reopening has left, with the time that outages add. An outage over the end
 * stops the clock until its own end: the part of it that only moves the deadline adds nothing to what is left.
 */
function leftWith(left: number, added: number, deadline: number, outages: readonly Outage[]): number {
  const over = Math.max(...outages.filter(({ from }) => from < deadline).map(({ to }) => to));
  return Math.min(left + added, Math.max(left, deadline - over));
}

/**
 * The change that outages make to an attempt: a later deadline. An end that lies within an outage is undone. `now`: epoch
 * milliseconds.
 */
function changeOf(
  row: ExamAttemptRow,
  outages: readonly Outage[],
  now: number,
): Partial<ExamAttemptRow> | null {
  const outageMs = outageMsOf(row, outages);
  if (outageMs <= row.outageMs) return null;
  const parts = { ...row, outageMs };
  const deadline = deadlineOf(parts);
  const waiting = (left: number) => ({
    outageMs,
    deadline: awaitedEnd(parts, left, now),
    reopenedMs: left,
  });
  if (row.state === 'running') {
    if (row.reopenedMs === null) return { outageMs, deadline };
    return waiting(leftWith(row.reopenedMs, outageMs - row.outageMs, deadline.getTime(), outages));
  }
  const ended = row.deadline.getTime();
  const covering = outages.filter(({ from, to }) => from <= ended && to >= ended);
  if (covering.length === 0) return null;
  const over = Math.max(...covering.map(({ to }) => to));
  return { ...waiting(Math.max(0, deadline.getTime() - over)), state: 'running' };
}

/** Attempts that outages may touch: those that run, and those the clock ended within a day. */
async function touched(tx: Tx, now: number, after: string | null, first: number): Promise<ExamAttemptRow[]> {
  const isRecent = gt(examAttempts.deadline, new Date(now - lateMs));
  const isLate = and(eq(examAttempts.state, 'timed_out'), eq(examAttempts.isFinal, false), isRecent);
  return tx
    .select()
    .from(examAttempts)
    .where(
      and(
        or(eq(examAttempts.state, 'running'), isLate),
        lt(examAttempts.startedAt, new Date(first)),
        after === null ? undefined : gt(examAttempts.id, after),
      ),
    )
    .orderBy(examAttempts.id)
    .limit(batch)
    .for('update');
}

/**
 * Gives back the time of outages, once for each attempt and outage. The added time is computed from all outages, so a
 * second run adds nothing (E5–E7). Answers how many attempts have more time now.
 */
export async function settleOutages(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const since = new Date(now - 2 * lateMs);
  let changed = 0;
  let after: string | null = null;
  for (;;) {
    const last: string | null = after;
    const step = await transaction(deps.db, async (tx) => {
      await lock(tx);
      const outages = await outagesAfter(tx, since);
      if (outages.length === 0) return { rows: [], count: 0 };
      const rows = await touched(tx, now, last, Math.max(...outages.map(({ to }) => to)));
      let count = 0;
      const news = new Map<string, AttemptNews>();
      const grows = await isGrowing(tx, now);
      const reopened = reopening(tx, now);
      for (const row of rows) {
        const change = changeOf(row, outages, now);
        if (!change) continue;
        const isReopened = change.state === 'running';
        const all = isReopened ? { ...change, ...(await reopened(row)) } : change;
        await tx.update(examAttempts).set(all).where(eq(examAttempts.id, row.id));
        count += 1;
        const outageMs = change.outageMs ?? 0;
        // While the time still grows, the exam itself shows it, with each save.
        if (isReopened || !grows) news.set(row.id, outageNews(outageMs, outageMs - row.outageMs, isReopened));
      }
      await tellTakers(tx, deps, news);
      return { rows: rows.map(({ id }) => id), count };
    });
    changed += step.count;
    after = step.rows.at(-1) ?? null;
    if (step.rows.length < batch) return changed;
  }
}

/** Adds time to attempts by hand, milliseconds. An attempt that the clock has ended is open again. */
export async function giveTime(deps: Deps, ids: readonly string[], ms: number): Promise<void> {
  await transaction(deps.db, (tx) => giveTimeIn(tx, deps, ids, ms));
}

/**
 * The same within a transaction. Attempts that their takers handed in, void ones, and those that ended weeks ago
 * (`isReopenable`) are left as they are. Answers those that are looked into: in doubt already, or opened again after
 * their takers had been told marks or keys.
 */
export async function giveTimeIn(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  ids: readonly string[],
  ms: number,
): Promise<string[]> {
  const now = deps.clock.now();
  const rows = await tx
    .select()
    .from(examAttempts)
    .where(and(inArray(examAttempts.id, [...ids]), inArray(examAttempts.state, ['running', 'timed_out'])))
    .orderBy(examAttempts.id)
    .for('update');
  const reopened = reopening(tx, now);
  const looked: string[] = [];
  for (const row of rows) {
    if (row.state === 'timed_out' && !isReopenable(row, now)) continue;
    const next = { ...row, givenMs: row.givenMs + ms };
    const isOver = row.state === 'timed_out' && !row.isFinal;
    const again = isOver ? await reopened(row) : {};
    if (again.needsLook || (row.needsLook && row.entryTestId === null)) looked.push(row.id);
    // A taker who is still awaited begins with what is left, wherever the deadline is by then (reopen.ts).
    const before = isOver ? 0 : row.reopenedMs;
    const left = before === null ? null : before + ms;
    const deadline = left === null ? deadlineOf(next) : awaitedEnd(next, left, now);
    await tx
      .update(examAttempts)
      .set({ givenMs: next.givenMs, deadline, ...again, reopenedMs: left })
      .where(eq(examAttempts.id, row.id));
    await tellTaker(tx, deps, row.id, givenNews(next.givenMs, ms, left !== null));
  }
  return looked;
}
