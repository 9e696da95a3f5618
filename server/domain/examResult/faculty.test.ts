import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  entryDesired,
  examBorders,
  examEntries,
  examFaculties,
  examMethods,
  examNaishin,
  examSchools,
} from '../../db/schema/exam.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { enterExam, storeExam } from '../../testing/exam.ts';
import { countRoundTrips } from '../../testing/roundTrips.ts';
import { storeTakers } from '../../testing/satExam.ts';
import { storeUser } from '../../testing/users.ts';
import { facultyScores } from './faculty.ts';
import { readTakers } from './takers.ts';

it('counts applicants of a high school by points with their 内申, and asks no more often for more of them', async () => {
  const app = await createTestApp();
  const { db, deps } = app;
  const exam = await storeExam(deps, { kind: 'highschool', exam: { isSample: true } });
  const [school] = await db
    .insert(examSchools)
    .values({ code: 'h1', pack: 'mock', kind: 'highschool', name: '見本高校' })
    .returning();
  const [faculty] = await db
    .insert(examFaculties)
    .values({ schoolId: school?.id ?? 0, code: 'f', name: '普通科' })
    .returning();
  const [method] = await db
    .insert(examMethods)
    .values({ facultyId: faculty?.id ?? 0, name: '一般' })
    .returning();
  const methodId = method?.id ?? 0;
  await db
    .insert(examBorders)
    .values({ methodId, year: 2027, border: 200, subjects: [{ id: 'math', weight: 100 }] });
  const table = (to: number) => ({ weights: { math: 1 }, full: 5, to });
  await db.insert(examNaishin).values([
    { prefecture: '13', pack: 'mock', table: table(50) },
    { prefecture: '27', pack: 'mock', table: table(100) },
  ]);
  const apply = async (basicInfo: Record<string, unknown>) => {
    const { id } = await storeUser(deps, {});
    await enterExam(deps, exam, id);
    const [entry] = await db
      .update(examEntries)
      .set({ basicInfo })
      .where(eq(examEntries.userId, id))
      .returning();
    await db.insert(entryDesired).values({ entryId: entry?.id ?? 0, rank: 1, methodId });
  };
  await storeTakers({ app, exam, user: await app.signIn() }, [60]);
  const all = await readTakers(deps, exam.exam, [{ key: 'math', keyRevision: 1 }]);
  const scores = async () => {
    // Everybody has 60 of 100 points in the exam itself.
    const entered = await db.select({ id: examEntries.userId }).from(examEntries);
    const persons = new Map(entered.map(({ id }) => [String(id), { math: 60 }]));
    const count = countRoundTrips(db);
    const found = await facultyScores(db, exam.exam, { ...all, persons });
    return { asked: count(), points: [...(found.get(methodId) ?? [])].sort(([a], [b]) => a - b) };
  };
  await apply({ prefecture: '13', naishin: { math: 4 } });
  const first = await scores();
  expect(first.points).toEqual([[60 + 40, 1]]);
  await apply({ prefecture: '27', naishin: { math: 4 } });
  await apply({ prefecture: '13', naishin: { math: 4 } });
  // No table of this prefecture, no marks, nothing at all.
  await apply({ prefecture: '47', naishin: { math: 4 } });
  await apply({ prefecture: '13' });
  await apply({});
  const second = await scores();
  expect(second.points).toEqual([
    [60, 3],
    [60 + 40, 2],
    [60 + 80, 1],
  ]);
  expect(second.asked).toBe(first.asked);
});
