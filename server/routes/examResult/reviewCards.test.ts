import { beforeEach, describe, expect, it } from 'vitest';
import { exams } from '../../db/schema/exam.ts';
import { reviewCards } from '../../db/schema/review.ts';
import { runExamJobs } from '../../domain/examResult/jobs.ts';
import type { TestApp } from '../../testing/createTestApp.ts';
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
