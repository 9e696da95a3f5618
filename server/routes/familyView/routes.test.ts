import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod/mini';
import type { familyReportSchema } from '#contracts/familyView.ts';
import { familyViews, users } from '../../db/schema/accounts.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';

import type { SignedIn } from '../../testing/users.ts';

type Report = z.input<typeof familyReportSchema>;
type View = { link: { url: string; expires_at: string; opened_at: string | null } | null; report: Report };

const day = 86_400_000;
const path = '/accounts/family-view/';
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  await app.db.update(users).set({ givenName: '花子', familyName: '山田' }).where(eq(users.id, user.id));
});

const read = (token = user.token) => bodyOf<View>(app.call('GET', path, { token }));
const make = (token = user.token) => app.call('POST', path, { token, key: randomUUID() });
const say = (comment: unknown, token = user.token) => app.call('PATCH', path, { token, json: { comment } });
const open = (token: string) => app.call('GET', `${path}${token}/`);
async function tokenNow(): Promise<string> {
  return new URL((await read()).link?.url ?? '').searchParams.get('view') ?? '';
}
function watch(lesson: number | undefined, to: number, ago = 0) {
  const client_at = new Date(app.clock.now() - ago).toISOString();
  const json = { position: to, ranges: [[0, to]], client_at, rev: 0 };
  return app.call('PUT', `/api/lms/watchhistory/${lesson}/`, { token: user.token, json });
}

describe('accounts/family-view/', () => {
  it('has no link until the learner makes one', async () => {
    expect((await read()).link).toBeNull();
    expect((await make()).status).toBe(204);
    const { link } = await read();
    expect(link?.url).toMatch(/\/parent\?view=[\w-]{43}$/);
    expect(Date.parse(link?.expires_at ?? '')).toBe(app.clock.now() + 180 * day);
    expect((await read()).link?.url).toBe(link?.url);
    expect(JSON.stringify(await app.db.select().from(familyViews))).not.toContain(await tokenNow());
  });

  it('shows the family what it shows the learner, and nothing else of the account', async () => {
    const course = await storeCourse(app.deps, { lessons: [{}, {}] });
    await giveCourse(app.deps, user.id, course.id);
    await watch(course.lessonIds[0], 100, day);
    await watch(course.lessonIds[1], 100);
    await make();
    const shown = await open(await tokenNow());
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
    const report = await bodyOf<Report>(shown);
    expect(report).toEqual((await read()).report);
    expect(report).toMatchObject({ name: '花子', streak: 2, minutes_before: 0, comment: '' });
    expect(report.lessons).toMatchObject({ count: 2, items: [{ day: '2026-04-10' }, { day: '2026-04-09' }] });
    expect(report.units).toHaveLength(1);
    expect(report.praise).toMatchObject({
      kind: 'unit',
      name: (report.units as { name: string }[])[0]?.name,
    });
    expect(JSON.stringify(report)).not.toContain('山田');
    expect(JSON.stringify(report)).not.toContain(user.email);
  });

  it('counts a unit only when none of its lessons is left, and the seven days before apart', async () => {
    const course = await storeCourse(app.deps, { lessons: [{ duration: 600 }, { duration: 600 }] });
    await giveCourse(app.deps, user.id, course.id);
    await watch(course.lessonIds[0], 600, 8 * day);
    await watch(course.lessonIds[1], 300);
    const { report } = await read();
    expect(report).toMatchObject({
      minutes: 5,
      minutes_before: 10,
      units: [],
      lessons: { count: 0, items: [] },
    });
    expect(report.praise).toEqual({ kind: 'days', value: 1, name: '' });
  });

  it('counts a lesson in the week of its end, not when it is watched again', async () => {
    const course = await storeCourse(app.deps, { lessons: [{}, {}] });
    await giveCourse(app.deps, user.id, course.id);
    await watch(course.lessonIds[0], 100, 8 * day);
    await watch(course.lessonIds[0], 50);
    await watch(course.lessonIds[1], 100, 2 * day);
    await watch(course.lessonIds[1], 50);
    const { lessons } = (await read()).report;
    expect(lessons).toMatchObject({ count: 1, items: [{ day: '2026-04-08' }] });
    await app.call('DELETE', `/api/lms/watchhistory/${course.lessonIds[1]}/`, { token: user.token });
    expect((await read()).report.lessons).toEqual({ count: 0, items: [] });
  });

  it('names no unit of which a lesson is left', async () => {
    const course = await storeCourse(app.deps, { lessons: [{}, {}] });
    await giveCourse(app.deps, user.id, course.id);
    await watch(course.lessonIds[0], 100);
    expect((await read()).report).toMatchObject({ lessons: { count: 1 }, units: [] });
  });

  it('ends with a new link, with the learner’s wish, with its time, and with the membership', async () => {
    await make();
    const first = await tokenNow();
    await make();
    const second = await tokenNow();
    expect(await refusalOf(open(first))).toBe('410 link_expired');
    expect((await open(second)).status).toBe(200);
    await app.db
      .update(users)
      .set({ withdrawn: new Date(app.clock.now()) })
      .where(eq(users.id, user.id));
    expect(await refusalOf(open(second))).toBe('410 link_expired');
    await app.db.update(users).set({ withdrawn: null }).where(eq(users.id, user.id));
    app.clock.advance(180 * day);
    expect(await refusalOf(open(second))).toBe('410 link_expired');
    const later = await app.signIn(user);
    await make(later.token);
    const url = (await read(later.token)).link?.url ?? '';
    expect((await app.call('DELETE', path, { token: later.token })).status).toBe(204);
    expect(await refusalOf(open(new URL(url).searchParams.get('view') ?? ''))).toBe('410 link_expired');
    expect((await read(later.token)).link).toBeNull();
    expect(await refusalOf(open('x'))).toBe('410 link_expired');
  });

  it('carries a word of the learner, as long as there is a link', async () => {
    expect(await refusalOf(say('見てね'))).toBe('404 not_found');
    await make();
    expect((await say(' 来週は数学をがんばる。 ')).status).toBe(204);
    const { comment, commented_at } = await bodyOf<Report>(open(await tokenNow()));
    expect([comment, Date.parse(commented_at ?? '')]).toEqual(['来週は数学をがんばる。', app.clock.now()]);
    await make();
    expect((await read()).report.comment).toBe('来週は数学をがんばる。');
    expect(await refusalOf(say('あ'.repeat(201)))).toBe('400 validation');
    await say('');
    expect((await read()).report).toMatchObject({ comment: '', commented_at: null });
  });

  it('tells the learner when somebody looked, and that only', async () => {
    await make();
    await read();
    expect((await read()).link?.opened_at).toBeNull();
    await open(await tokenNow());
    expect(Date.parse((await read()).link?.opened_at ?? '')).toBe(app.clock.now());
  });

  it('belongs to one learner', async () => {
    await make();
    await say('わたしの');
    const other = await app.signIn();
    expect(await read(other.token)).toMatchObject({ link: null, report: { comment: '', name: '' } });
    await app.call('DELETE', path, { token: other.token });
    expect((await read()).link).not.toBeNull();
    await expectMembersOnly(app, user, (who) => app.call('GET', path, who));
  });

  it.each(['POST', 'PATCH', 'DELETE'])('%s is for members', async (method) => {
    await expectMembersOnly(app, user, (who) => app.call(method, path, { ...who, json: { comment: '' } }));
  });
});
