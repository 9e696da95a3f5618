import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { tombstoneDays } from '#contracts/markRule.ts';
import { bookmarks, checks, favorites, notes } from './db/schema/learning.ts';
import { sweep } from './sweep.ts';
import { giveCourse, storeCourse } from './testing/catalog.ts';
import { createTestApp } from './testing/createTestApp.ts';

it('marks and notes that were taken off are remembered for 90 days, those that are on for ever', async () => {
  const app = await createTestApp();
  const { id, token } = await app.signIn();
  const course = await storeCourse(app.deps);
  await giveCourse(app.deps, id, course.id);
  const [gone, kept] = course.lessonIds;
  const note = { id: randomUUID(), lesson: gone, sec: 1, body: 'けす', rev: 0 };
  const call = async (method: string, path: string, json?: object) => {
    app.clock.advance(1);
    const answer = await app.call(method, `/api/lms/${path}`, { token, json });
    expect(answer.status).toBeLessThan(300);
  };
  await call('POST', 'bookmark/', { course: course.id, is_check: true });
  await call('POST', 'bookmark/', { course: course.id, is_check: false });
  for (const lesson of [gone, kept]) {
    await call('POST', 'favorite/', { lesson });
    await call('POST', 'check/', { lesson, level: 3 });
  }
  await call('POST', 'favorite/', { lesson: gone, is_favorite: false });
  await call('POST', 'check/', { lesson: gone, level: 0 });
  await call('POST', 'note/', note);
  await call('DELETE', `note/${note.id}/`);

  const counts = async () => {
    const tables = [bookmarks, favorites, checks, notes];
    return Promise.all(tables.map(async (table) => (await app.db.select().from(table)).length));
  };
  app.clock.advance((tombstoneDays - 1) * 86_400_000);
  await sweep(app.deps);
  expect(await counts()).toEqual([1, 2, 2, 1]);
  app.clock.advance(2 * 86_400_000);
  await sweep(app.deps);
  expect(await counts()).toEqual([0, 1, 1, 0]);
});
