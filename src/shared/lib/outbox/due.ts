import type { OutboxRow } from '../db/outboxRow.ts';

/** Failures that say nothing about the entry: no answer, and maintenance. */
const away = new Set([0, 503]);

/** The server counts calls per learner, not per entry: during a 429 pause nothing is sent. */
const tooMany = 429;

function leftAloneUntil(rows: OutboxRow[]): number {
  const asked = rows.filter((row) => row.state === 'waiting' && row.error?.status === tooMany);
  return Math.max(0, ...asked.map((row) => row.next_try_at));
}

/**
 * The entries to send now: for each entity the oldest entry that was not refused, once its pause is over. `isEager`
 * (start, focus, back online, after login) skips pauses that exist only because the server was away. Nothing is sent
 * before the end of a pause that a 429 asked for.
 *
 * @param rows the outbox in its order.
 * @param at the current time, epoch ms.
 */
export function dueRows(rows: OutboxRow[], at: number, isEager: boolean): OutboxRow[] {
  if (leftAloneUntil(rows) > at) return [];
  const heads = new Map<string, OutboxRow>();
  for (const row of rows) {
    if (row.state !== 'refused' && !heads.has(row.entity)) heads.set(row.entity, row);
  }
  const isDue = (row: OutboxRow) =>
    row.next_try_at <= at || (isEager && row.error !== null && away.has(row.error.status));
  return [...heads.values()].filter((row) => row.state === 'waiting' && isDue(row));
}

/** When the next entry becomes due, epoch ms; `null`: nothing waits. */
export function nextDueAt(rows: OutboxRow[]): number | null {
  const times = rows.filter((row) => row.state === 'waiting').map((row) => row.next_try_at);
  return times.length > 0 ? Math.max(leftAloneUntil(rows), Math.min(...times)) : null;
}
