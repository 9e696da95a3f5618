import { Dexie } from 'dexie';
import type { OutboxRow } from '../db/outboxRow.ts';
import type { UserDb } from '../db/schema.ts';
import { request } from '../http/request.ts';
import { now } from '../time/clock.ts';
import { backoffMs } from './backoff.ts';
import type { OutboxKind } from './kind.ts';
import { giveUp, isStuck } from './stuck.ts';
import { judge } from './verdict.ts';

/** Meta key of the time when the server last accepted a change, epoch ms. */
export const lastSentKey = 'outbox.lastSent';

/** Result of a try. `gone`: another tab or a newer intent removed the entry. */
export type Delivery = 'answered' | 'kept' | 'refused' | 'halted' | 'gone';

/**
 * Sends one entry. The entry is deleted in the same transaction that stores the server's answer. So a killed tab loses
 * nothing: the next try repeats the same key (offline.md 3.61, 3.62).
 */
export async function deliver(db: UserDb, row: OutboxRow, kind: OutboxKind | undefined): Promise<Delivery> {
  const claimed = await claim(db, row);
  if (!claimed) return 'gone';
  let answer: unknown;
  try {
    answer = await (kind?.send ? kind.send(db, claimed) : send(claimed));
  } catch (error) {
    return await putBack(db, claimed, kind, error);
  }
  await settle(db, claimed, kind, answer);
  return 'answered';
}

/** Marks the entry as being sent, unless it changed since it was read. */
function claim(db: UserDb, { seq, key }: OutboxRow): Promise<OutboxRow | null> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row?.key !== key || row.state !== 'waiting') return null;
    const claimed: OutboxRow = { ...row, state: 'sending', tries: row.tries + 1 };
    await db.outbox.put(claimed);
    return claimed;
  });
}

async function send({ method, path, body, key }: OutboxRow): Promise<unknown> {
  const headers = { 'Idempotency-Key': key };
  const { data } = await request({ method, path, body, headers, whileMaintenance: 'stay' });
  return data;
}

async function settle(
  db: UserDb,
  row: OutboxRow,
  kind: OutboxKind | undefined,
  answer: unknown,
): Promise<void> {
  try {
    await db.transaction('rw', ['outbox', 'meta', ...(kind?.tables ?? [])], async () => {
      await db.outbox.delete(row.seq);
      await db.meta.put({ key: lastSentKey, value: now() });
      await kind?.answered(db, row, answer, now());
    });
  } catch (error) {
    if (error instanceof Dexie.DatabaseClosedError) throw error;
    console.error('outbox: answer not stored', error);
    await db.outbox.delete(row.seq);
  }
}

async function putBack(
  db: UserDb,
  claimed: OutboxRow,
  kind: OutboxKind | undefined,
  error: unknown,
): Promise<Delivery> {
  const verdict = judge(error);
  const isFailure = verdict.kind === 'keep' && verdict.error.status >= 500;
  const row = isFailure ? { ...claimed, failures: (claimed.failures ?? 0) + 1 } : claimed;
  if (verdict.kind === 'refuse') {
    await db.outbox.update(row.seq, { state: 'refused', error: verdict.error });
    return 'refused';
  }
  if (verdict.kind === 'halt' && !verdict.isTried) {
    await db.outbox.update(row.seq, { state: 'waiting' });
    return 'halted';
  }
  if (isFailure && (await isStuck(db, row))) return giveUp(db, row, kind, verdict.error);
  const pause = backoffMs(row.tries, verdict.retryAfterMs, Math.random());
  await db.outbox.update(row.seq, {
    state: 'waiting',
    next_try_at: now() + pause,
    failures: row.failures,
    error: verdict.error,
  });
  return verdict.kind === 'keep' ? 'kept' : 'halted';
}
