import { describe, expect, it } from 'vitest';
import { giveCourse, storeCourse, storeManyItems } from '../../testing/catalog.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { countRoundTrips } from '../../testing/roundTrips.ts';

/** Queries when a whole class opens the app at once: whether the session still runs, and the page itself. */
const most = 2;
/** The courses themselves are read once for each version of the content. */
const firstTime = 5;

const paths = [
  '/api/lms/inventory/?sort_by_watchhistory=true&page=1',
  '/api/lms/inventory/',
  '/api/lms/inventory/1/',
  '/api/lms/bookmark/',
  '/api/lms/dashboard/',
];

describe('round trips to the database', () => {
  it.each(paths)('of GET %s are few, for twenty courses as for one', async (path) => {
    const app = await createTestApp();
    const few = await app.signIn();
    const many = await app.signIn();
    const course = await storeCourse(app.deps);
    await giveCourse(app.deps, few.id, course.id);
    await storeManyItems(app.deps, many.id, 20);
    for (const { token } of [few, many]) {
      await app.call('POST', '/api/lms/bookmark/', { token, json: { course: course.id, is_check: true } });
    }
    for (const { token } of [few, many]) {
      for (const wanted of [most + firstTime, most]) {
        const ask = countRoundTrips(app.db);
        await app.call('GET', path, { token });
        expect(ask()).toBeLessThanOrEqual(wanted);
      }
    }
  });

  it('a class that meets new content reads it once', async () => {
    const app = await createTestApp();
    const course = await storeCourse(app.deps);
    const tokens: string[] = [];
    for (let learner = 0; learner < 6; learner += 1) {
      const { id, token } = await app.signIn();
      await giveCourse(app.deps, id, course.id);
      tokens.push(token);
    }
    await app.call('GET', '/api/health/');
    const ask = countRoundTrips(app.db);
    await Promise.all(tokens.map((token) => app.call('GET', '/api/lms/inventory/', { token })));
    expect(ask()).toBeLessThanOrEqual(tokens.length * most + firstTime);
  });
});
