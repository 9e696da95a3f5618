import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { examKeyRevisions, exams } from '../../db/schema/exam.ts';
import { examJobs } from '../../db/schema/examResult.ts';
import { reviewCards, reviewLogs } from '../../db/schema/review.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import { type Policy, reviseKey } from '../../domain/examResult/regrade.ts';
import { runRegrade } from '../../domain/examResult/regradeJob.ts';
import { keepLogs } from '../../domain/review/store.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
import { enterExam, testKey } from '../../testing/exam.ts';
import { openSatExam, type SatExam, take } from '../../testing/satExam.ts';

let sat: SatExam;
let app: TestApp;

beforeEach(async () => {
  sat = await openSatExam();
  app = sat.app;
});

describe('review cards', () => {
  it('are made of what went wrong, once, when the keys open', async () => {
    await take(sat, 40);
    expect(await app.db.select().from(reviewCards)).toHaveLength(0);
    await runExamJobs(app.deps);
    await runExamJobs(app.deps);
    const cards = await app.db.select().from(reviewCards);
    expect(cards.map(({ question, reason }) => [question, reason])).toEqual([
      ['q-g2', 'wrong'],
      ['q-g3', 'wrong'],
    ]);
  });

  it('wait for the end of the window where the keys do', async () => {
    await app.db.update(exams).set({ keysOpen: 'after_window' });
    await take(sat, 40);
    await runExamJobs(app.deps);
    expect(await app.db.select().from(reviewCards)).toHaveLength(0);
    app.clock.advance(7 * 86_400_000);
    await runExamJobs(app.deps);
    expect(await app.db.select().from(reviewCards)).toHaveLength(2);
  });
});

/** Questions and reasons of somebody's cards. */
async function cardsOf(userId: number): Promise<string[]> {
  const rows = await app.db.select().from(reviewCards).where(eq(reviewCards.userId, userId));
  return rows.map(({ question, reason }) => `${question} ${reason}`).sort();
}

/** A review of every card that there is. */
async function reviewAll(userId: number): Promise<void> {
  const cards = await app.db.select().from(reviewCards);
  const logs = cards.map(({ id }) => ({
    ...{ id: randomUUID(), card: id, rating: 3 as const, device: 'device-one' },
    reviewed_at: new Date(app.clock.now()).toISOString(),
  }));
  await app.db.transaction((tx) => keepLogs(tx, app.deps, userId, logs));
}

describe('a corrected key', () => {
  /** By it 3 is right in 問2, by the policy 1 as well. */
  async function correct(policy: Policy): Promise<void> {
    const groups = testKey.groups.map((group) =>
      group.id === 'g2' ? { ...group, keys: { b: ['3'] } } : group,
    );
    const change = { after: { ...testKey, groups }, policy, reason: '問2の正解を訂正' };
    await app.db.transaction((tx) => reviseKey(tx, app.deps, sat.exam.subjectIds.math ?? 0, change));
    await runRegrade(app.deps, 1);
  }
  const waiting = async () =>
    (await app.db.select().from(examJobs)).map(({ kind, attemptId }) => `${kind} ${attemptId}`);

  it('makes cards of who became wrong by it, and no work of who did not', async () => {
    const wrong = await take(sat, 100);
    const other = await app.signIn();
    await enterExam(app.deps, sat.exam, other.id);
    await take({ ...sat, user: other }, 60);
    await runExamJobs(app.deps);
    expect([await cardsOf(sat.user.id), await cardsOf(other.id)]).toEqual([[], ['q-g2 wrong']]);
    await correct('exact');
    expect(await waiting()).toEqual([`cards ${wrong}`]);
    await runExamJobs(app.deps);
    expect(await cardsOf(sat.user.id)).toEqual(['q-g2 wrong']);
    expect(await cardsOf(other.id)).toEqual(['q-g2 wrong']);
    expect(await waiting()).toEqual([]);
  });

  it('makes none where the old answer still counts', async () => {
    await take(sat, 100);
    await runExamJobs(app.deps);
    await correct('fair');
    expect(await waiting()).toEqual([]);
  });

  it('leaves the time alone at which cards wait for the keys', async () => {
    await app.db.update(exams).set({ keysOpen: 'after_window' });
    await take(sat, 100);
    const due = async () => (await app.db.select().from(examJobs)).map((job) => job.due);
    const before = await due();
    expect(before).toHaveLength(1);
    await correct('exact');
    expect(await due()).toEqual(before);
    app.clock.advance(7 * 86_400_000);
    await runExamJobs(app.deps);
    expect(await cardsOf(sat.user.id)).toEqual(['q-g2 wrong']);
  });
});

describe('an answer that its taker marks', () => {
  /** The taker gives 問1 points of 10, and the cards follow. */
  async function give(attempt: string, points: number): Promise<void> {
    const path = `/api/exam/mockexam/${sat.exam.exam.id}/attempt/${attempt}/selfscore/`;
    const json = { question: 'g1', points };
    expect((await app.call('POST', path, { token: sat.user.token, json })).status).toBe(200);
    await runExamJobs(app.deps);
  }

  beforeEach(async () => {
    const groups = testKey.groups.map((group) =>
      group.id === 'g1' ? { ...group, rule: 'self' as const, points: 10 } : group,
    );
    await app.db.update(examKeyRevisions).set({ key: { ...testKey, groups } });
  });

  it('becomes a card when it has not got all points, once, and its reviews stay', async () => {
    const attempt = await take(sat, 60);
    await runExamJobs(app.deps);
    expect(await cardsOf(sat.user.id)).toEqual(['q-g2 wrong']);
    await give(attempt, 2);
    expect(await cardsOf(sat.user.id)).toEqual(['q-g1 wrong', 'q-g2 wrong']);
    await reviewAll(sat.user.id);
    await give(attempt, 3);
    expect(await cardsOf(sat.user.id)).toEqual(['q-g1 wrong', 'q-g2 wrong']);
    expect(await app.db.select().from(reviewLogs)).toHaveLength(2);
  });

  it('becomes none with all points', async () => {
    const attempt = await take(sat, 60);
    await give(attempt, 10);
    expect(await cardsOf(sat.user.id)).toEqual(['q-g2 wrong']);
  });
});
