import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Note = { id: string; lesson: number; sec: number; body: string; rev: number };
const path = '/api/lms/note/';

let app: TestApp;
let user: SignedIn;
let course: TestCourse;

const write = (fields: object, who = user) =>
  app.call('POST', path, {
    token: who.token,
    json: { id: randomUUID(), lesson: course.lessonIds[0], sec: 12.5, body: 'メモ', rev: 0, ...fields },
  });
const patch = (id: string, json: unknown, who = user) =>
  app.call('PATCH', `${path}${id}/`, { token: who.token, json });
const remove = (id: string, who = user, query = '') =>
  app.call('DELETE', `${path}${id}/${query}`, { token: who.token });
const list = (query = '', who = user) =>
  bodyOf<PageBody<Note>>(app.call('GET', path + query, { token: who.token }));

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  course = await storeCourse(app.deps);
  await giveCourse(app.deps, user.id, course.id);
});

describe('notes', () => {
  it('are created once under the id of the device', async () => {
    const id = randomUUID();
    const made = await write({ id, body: '  大事  ' });
    expect(made.status).toBe(201);
    const note = await bodyOf<Note>(made);
    expect(note).toMatchObject({
      id,
      lesson: course.lessonIds[0],
      course: course.id,
      sec: 12.5,
      body: '大事',
      rev: 1,
    });
    const again = await write({ id, body: '別の文' });
    expect([again.status, await bodyOf(again)]).toEqual([200, note]);
    expect((await list()).results).toEqual([note]);
  });

  it('are listed by lesson in its order, by course, or all', async () => {
    const other = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, other.id);
    await write({ sec: 30, body: 'c' });
    await write({ sec: 10, body: 'a' });
    await write({ lesson: course.lessonIds[1], body: 'b' });
    await write({ lesson: other.lessonIds[0], body: 'd' });
    const bodies = async (query: string) => (await list(query)).results.map((note) => note.body);
    expect(await bodies(`?lesson=${course.lessonIds[0]}`)).toEqual(['a', 'c']);
    expect((await bodies(`?course=${course.id}`)).sort()).toEqual(['a', 'b', 'c']);
    expect((await list()).count).toBe(4);
  });

  it('change from the revision that was read', async () => {
    const { id, rev } = await bodyOf<Note>(write({}));
    expect(await bodyOf(patch(id, { body: '直した', sec: 20, rev }))).toMatchObject({
      body: '直した',
      sec: 20,
      rev: rev + 1,
    });
  });

  it('keep both versions apart when another device was faster', async () => {
    const { id, rev } = await bodyOf<Note>(write({}));
    await patch(id, { body: 'スマホの文', rev });
    const conflict = await patch(id, { body: 'タブレットの文', rev });
    expect(conflict.status).toBe(412);
    expect(await bodyOf(conflict)).toMatchObject({
      code: 'conflict',
      current: { id, body: 'スマホの文', rev: rev + 1 },
      yours: { body: 'タブレットの文' },
    });
    expect((await list()).results[0]?.body).toBe('スマホの文');
    expect((await patch(id, { body: 'タブレットの文', rev: rev + 1 })).status).toBe(200);
  });

  it('take a change that is already there for done', async () => {
    const { id, rev } = await bodyOf<Note>(write({}));
    await patch(id, { body: '直した', rev });
    expect(await bodyOf(patch(id, { body: '直した', rev }))).toMatchObject({ rev: rev + 1 });
  });

  it('stay deleted', async () => {
    const { id, rev } = await bodyOf<Note>(write({}));
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(204);
    expect(await list()).toMatchObject({ count: 0, results: [] });
    expect(await refusalOf(patch(id, { body: 'x', rev }))).toBe('404 not_found');
    expect(await refusalOf(write({ id }))).toBe('409 conflict');
  });

  it('are not deleted by a device that has not read what they say now', async () => {
    const { id, rev } = await bodyOf<Note>(write({}));
    await patch(id, { body: 'スマホの文', rev });
    const conflict = await remove(id, user, `?rev=${rev}`);
    expect(conflict.status).toBe(412);
    expect(await bodyOf(conflict)).toMatchObject({
      current: { id, body: 'スマホの文' },
      yours: { body: '' },
    });
    expect((await list()).results[0]?.body).toBe('スマホの文');
    expect((await remove(id, user, '?rev=x')).status).toBe(400);
    expect((await remove(id, user, `?rev=${rev + 1}`)).status).toBe(204);
    expect((await remove(id, user, `?rev=${rev}`)).status).toBe(204);
  });

  it('of two learners may carry the same id without meeting', async () => {
    const other = await app.signIn();
    await giveCourse(app.deps, other.id, course.id);
    const id = randomUUID();
    await write({ id, body: '私の' });
    expect((await write({ id, body: '別の人の' }, other)).status).toBe(201);
    await remove(id, other);
    expect((await list()).results[0]?.body).toBe('私の');
  });

  it('are for owners and need a lesson', async () => {
    const strange = await storeCourse(app.deps);
    expect(await refusalOf(write({ lesson: strange.lessonIds[0] }))).toBe('403 forbidden');
    expect(await refusalOf(write({ lesson: 4242 }))).toBe('404 not_found');
    expect(await refusalOf(remove('not-a-uuid'))).toBe('404 not_found');
  });
});
