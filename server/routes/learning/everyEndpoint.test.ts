import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, storeNotice, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type World = {
  app: TestApp;
  user: SignedIn;
  course: TestCourse;
  lesson: number;
  inventory: number;
  notice: number;
  bookmark: number;
  favorite: number;
  note: string;
};
type Call = { method: string; path(world: World): string; json?(world: World): unknown };

const watch = { position: 30, ranges: [[0, 30]], client_at: '2026-04-10T12:00:00+09:00', rev: 0 };
const noteId = '0193b3a0-7d1e-4c5a-9d2e-3f4a5b6c7d8e';

const reads: Record<string, Call> = {
  'inventory list': { method: 'GET', path: () => '/api/lms/inventory/?sort_by_watchhistory=true&page=1' },
  'inventory item': { method: 'GET', path: (w) => `/api/lms/inventory/${w.inventory}/` },
  'bookmark list': { method: 'GET', path: () => '/api/lms/bookmark/' },
  'favorite list': { method: 'GET', path: () => '/api/lms/favorite/' },
  'check list': { method: 'GET', path: () => '/api/lms/check/' },
  'lesson list': { method: 'GET', path: (w) => `/api/lms/lesson/?course=${w.course.id}` },
  lesson: { method: 'GET', path: (w) => `/api/lms/lesson/${w.lesson}/` },
  'watch history list': { method: 'GET', path: () => '/api/lms/watchhistory/' },
  'watch history': { method: 'GET', path: (w) => `/api/lms/watchhistory/${w.lesson}/` },
  'note list': { method: 'GET', path: () => '/api/lms/note/' },
  textbook: { method: 'GET', path: (w) => `/api/lms/textbook/${w.course.textbookId}/` },
  whiteboard: { method: 'GET', path: (w) => `/api/lms/whiteboard/${w.course.whiteboardId}/` },
  dashboard: { method: 'GET', path: () => '/api/lms/dashboard/' },
  'offline manifest': { method: 'GET', path: (w) => `/api/lms/offline/${w.inventory}/` },
  'notice list': { method: 'GET', path: () => '/api/cms/notice/' },
  notice: { method: 'GET', path: (w) => `/api/cms/notice/${w.notice}/` },
};

const writes: Record<string, Call> = {
  'bookmark post': {
    method: 'POST',
    path: () => '/api/lms/bookmark/',
    json: (w) => ({ course: w.course.id, is_check: true }),
  },
  'bookmark patch': {
    method: 'PATCH',
    path: (w) => `/api/lms/bookmark/${w.bookmark}/`,
    json: () => ({ is_check: false }),
  },
  'favorite post': { method: 'POST', path: () => '/api/lms/favorite/', json: (w) => ({ lesson: w.lesson }) },
  'favorite delete': { method: 'DELETE', path: (w) => `/api/lms/favorite/${w.favorite}/` },
  'check post': {
    method: 'POST',
    path: () => '/api/lms/check/',
    json: (w) => ({ lesson: w.lesson, level: 2 }),
  },
  playback: {
    method: 'POST',
    path: (w) => `/api/lms/lesson/${w.lesson}/playback/`,
    json: () => ({ device_id: 'device-12345' }),
  },
  'watch history put': {
    method: 'PUT',
    path: (w) => `/api/lms/watchhistory/${w.lesson}/`,
    json: () => watch,
  },
  'watch history beacon': {
    method: 'POST',
    path: (w) => `/api/lms/watchhistory/${w.lesson}/`,
    json: () => watch,
  },
  'watch history delete': { method: 'DELETE', path: (w) => `/api/lms/watchhistory/${w.lesson}/` },
  'watch history delete all': { method: 'DELETE', path: () => '/api/lms/watchhistory/' },
  'note post': {
    method: 'POST',
    path: () => '/api/lms/note/',
    json: (w) => ({ id: noteId, lesson: w.lesson, sec: 5, body: '新しいメモ', rev: 0 }),
  },
  'note patch': {
    method: 'PATCH',
    path: (w) => `/api/lms/note/${w.note}/`,
    json: () => ({ body: '書き直した', rev: 1 }),
  },
  'note delete': { method: 'DELETE', path: (w) => `/api/lms/note/${w.note}/` },
  'offline license': {
    method: 'POST',
    path: () => '/api/lms/offline/license/',
    json: (w) => ({ device_id: 'device-12345', lessons: [w.lesson] }),
  },
  'offline license end': {
    method: 'DELETE',
    path: () => '/api/lms/offline/license/',
    json: () => ({ device_id: 'device-12345' }),
  },
  'notice read': { method: 'POST', path: (w) => `/api/cms/notice/${w.notice}/read/` },
  'notice read all': { method: 'POST', path: () => '/api/cms/notice/read_all/' },
};

const all = { ...reads, ...writes };
const cases = (calls: Record<string, Call>) => Object.entries(calls);

let world: World;

function send({ method, path, json }: Call, who: { token?: string; key?: string } = {}): Promise<Response> {
  return world.app.call(method, path(world), { ...who, ...(json ? { json: json(world) } : {}) });
}

beforeEach(async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const course = await storeCourse(app.deps);
  const inventory = await giveCourse(app.deps, user.id, course.id);
  const lesson = course.lessonIds[0] ?? 0;
  const { token } = user;
  const make = async (path: string, json: unknown, method = 'POST') =>
    bodyOf<{ id: number }>(app.call(method, path, { token, json }));
  const bookmark = (await make('/api/lms/bookmark/', { course: course.id, is_check: true })).id;
  const favorite = (await make('/api/lms/favorite/', { lesson: course.lessonIds[1] })).id;
  const note = randomUUID();
  await make('/api/lms/note/', { id: note, lesson, sec: 1, body: 'メモ', rev: 0 });
  await make(`/api/lms/watchhistory/${lesson}/`, watch, 'PUT');
  const notice = await storeNotice(app.deps);
  world = { app, user, course, lesson, inventory, notice, bookmark, favorite, note };
});

describe('every endpoint', () => {
  it.each(cases(all).filter(([name]) => name !== 'notice list'))(
    'refuses a guest: %s',
    async (_name, call) => {
      expect(await refusalOf(send(call))).toBe('401 unauthorized');
    },
  );

  it.each(cases(all))('refuses an expired token: %s', async (_name, call) => {
    world.app.clock.advance((world.app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(send(call, { token: world.user.token }))).toBe('401 unauthorized');
  });

  it.each(cases(all))('answers its owner and is kept by no cache: %s', async (_name, call) => {
    const answer = await send(call, { token: world.user.token });
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  it.each(cases(reads))('needs the slash at its end: %s', async (_name, call) => {
    const path = (w: World) => call.path(w).replace(/\/(?=\?|$)/, '');
    expect((await send({ ...call, path }, { token: world.user.token })).status).toBe(404);
  });

  it.each(cases(writes))(
    'gives the same key the same answer, and does the work once: %s',
    async (_name, call) => {
      const key = randomUUID();
      const { token } = world.user;
      const first = await send(call, { token, key });
      const again = await send(call, { token, key });
      expect(again.status).toBe(first.status);
      expect(await again.text()).toBe(await first.text());
      expect(first.headers.get('Idempotent-Replayed')).toBeNull();
      expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    },
  );

  it.each(cases(writes).filter(([, call]) => call.json))(
    'refuses another body under the same key: %s',
    async (_n, call) => {
      const key = randomUUID();
      const { token } = world.user;
      await send(call, { token, key });
      const other = { ...call, json: (w: World) => ({ ...(call.json?.(w) as object), note: 'other' }) };
      expect(await refusalOf(send(other, { token, key }))).toBe('422 idempotency_mismatch');
    },
  );
});

describe('another learner', () => {
  const owned = [
    'inventory item',
    'offline manifest',
    'bookmark patch',
    'favorite delete',
    'watch history',
    'note patch',
    'note delete',
  ] as const;

  it.each(owned)('is told that it does not exist: %s', async (name) => {
    const stranger = await world.app.signIn();
    await giveCourse(world.app.deps, stranger.id, world.course.id);
    const call = all[name];
    if (!call) throw new Error(name);
    expect(await refusalOf(send(call, { token: stranger.token }))).toBe('404 not_found');
  });

  it.each([
    'inventory list',
    'bookmark list',
    'favorite list',
    'check list',
    'watch history list',
    'note list',
  ])('sees nothing of it in a list: %s', async (name) => {
    const stranger = await world.app.signIn();
    const page = await bodyOf<{ count: number; results: unknown[] }>(
      send(all[name] as Call, { token: stranger.token }),
    );
    expect(page).toMatchObject({ count: 0, results: [] });
  });
});

describe('bad input', () => {
  const wrong: [string, string, (w: World) => string, unknown, string][] = [
    ['bookmark without a course', 'POST', () => '/api/lms/bookmark/', { is_check: true }, 'course'],
    ['bookmark without a state', 'POST', () => '/api/lms/bookmark/', { course: 1 }, 'is_check'],
    ['bookmark change', 'PATCH', (w) => `/api/lms/bookmark/${w.bookmark}/`, { is_check: 'yes' }, 'is_check'],
    ['favorite without a lesson', 'POST', () => '/api/lms/favorite/', {}, 'lesson'],
    ['check with an unknown level', 'POST', () => '/api/lms/check/', { lesson: 1, level: 4 }, 'level'],
    [
      'check at a bad time',
      'POST',
      () => '/api/lms/check/',
      { lesson: 1, level: 1, client_at: 'now' },
      'client_at',
    ],
    ['playback without a device', 'POST', (w) => `/api/lms/lesson/${w.lesson}/playback/`, {}, 'device_id'],
    [
      'watch without a position',
      'PUT',
      (w) => `/api/lms/watchhistory/${w.lesson}/`,
      { ...watch, position: -1 },
      'position',
    ],
    [
      'watch with half a part',
      'PUT',
      (w) => `/api/lms/watchhistory/${w.lesson}/`,
      { ...watch, ranges: [[1]] },
      'ranges.0',
    ],
    [
      'note without a UUID',
      'POST',
      () => '/api/lms/note/',
      { id: '1', lesson: 1, sec: 0, body: 'a', rev: 0 },
      'id',
    ],
    ['licence without a device', 'POST', () => '/api/lms/offline/license/', { lessons: [] }, 'device_id'],
    [
      'licence without lessons',
      'POST',
      () => '/api/lms/offline/license/',
      { device_id: 'device-12345' },
      'lessons',
    ],
    ['end of a licence without a device', 'DELETE', () => '/api/lms/offline/license/', {}, 'device_id'],
    ['note of blanks', 'PATCH', (w) => `/api/lms/note/${w.note}/`, { body: '  ', rev: 1 }, 'body'],
    [
      'note too long',
      'PATCH',
      (w) => `/api/lms/note/${w.note}/`,
      { body: 'あ'.repeat(1001), rev: 1 },
      'body',
    ],
  ];

  it.each(wrong)('names the field: %s', async (_name, method, path, json, field) => {
    const answer = await world.app.call(method, path(world), { token: world.user.token, json });
    expect(answer.status).toBe(400);
    const failure = await bodyOf<FailureBody>(answer);
    expect(failure.code).toBe('validation');
    expect(Object.keys(failure.fields ?? {}).some((name) => name.startsWith(field))).toBe(true);
  });

  it.each(['inventory', 'bookmark', 'favorite', 'check', 'watchhistory', 'note'])(
    'refuses a page that is none: %s',
    async (name) => {
      for (const page of ['0', '-1', 'x', '1.5']) {
        const answer = world.app.call('GET', `/api/lms/${name}/?page=${page}`, { token: world.user.token });
        expect(await refusalOf(answer)).toBe('400 validation');
      }
    },
  );

  it('refuses a lesson list without a course and unknown categories of notices', async () => {
    const { token } = world.user;
    expect(await refusalOf(world.app.call('GET', '/api/lms/lesson/', { token }))).toBe('400 validation');
    expect(await refusalOf(world.app.call('GET', '/api/cms/notice/?category=x', { token }))).toBe(
      '400 validation',
    );
  });

  it.each(['0', 'abc', '99999999999', '1%00'])('does not find what cannot be an id: %s', async (id) => {
    const { token } = world.user;
    for (const name of ['inventory', 'offline', 'lesson', 'textbook', 'whiteboard', 'watchhistory']) {
      expect((await world.app.call('GET', `/api/lms/${name}/${id}/`, { token })).status).toBe(404);
    }
  });
});
