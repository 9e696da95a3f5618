import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { reviewCards, reviewHeads, reviewLogs } from '../../db/schema/review.ts';
import { openSatExam, take } from '../../testing/satExam.ts';
import { runExamJobs } from '../examResult/jobs.ts';
import { changesAfter, keepLogs } from './store.ts';

it('a page of changes ends at the counter: what is stored while it is read is seen only in part', async () => {
  const sat = await openSatExam();
  const { db, deps, clock } = sat.app;
  const userId = sat.user.id;
  await take(sat, 60);
  await runExamJobs(deps);
  const [card] = await db.select().from(reviewCards);
  const log = { id: randomUUID(), card: card?.id ?? 0, rating: 3 as const, device: 'device-one' };
  const reviewed = { ...log, reviewed_at: new Date(clock.now()).toISOString() };
  await db.transaction((tx) => keepLogs(tx, deps, userId, [reviewed]));
  const { cursor: head, logs } = await changesAfter(db, userId, 0);
  expect(logs).toHaveLength(1);
  // As if both were stored after the counter was read.
  const seq = head + 1;
  await db.update(reviewCards).set({ seq });
  await db.update(reviewLogs).set({ seq });
  expect(await changesAfter(db, userId, 0)).toEqual({ cards: [], logs: [], cursor: head, hasMore: false });
  await db.update(reviewHeads).set({ seq });
  const next = await changesAfter(db, userId, head);
  expect([next.cards.length, next.logs.length, next.cursor]).toEqual([1, 1, seq]);
});
