import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eq, ne } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceLimit, KeptDevices, License, OfflineManifest } from '#contracts/offline.ts';
import { sessions } from '../../db/schema/accounts.ts';
import { inventories } from '../../db/schema/learning.ts';
import { mediaFacts } from '../../db/schema/offline.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse, type TestCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

const mib = 1024 * 1024;
const week = 7 * 24 * 60 * 60_000;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let app: TestApp;
let user: SignedIn;
let course: TestCourse;
let inventory: number;
/** Two whole pieces and a short one, all different. */
const video = Buffer.concat([Buffer.alloc(mib, 1), Buffer.alloc(mib, 2), Buffer.alloc(1000, 3)]);

function store(path: string, content: Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const manifest = () =>
  bodyOf<OfflineManifest>(app.call('GET', `/api/lms/offline/${inventory}/`, { token: user.token }));
const license = (device: string, lessons: unknown[] = [course.lessonIds[0]], token = user.token) =>
  app.call('POST', '/api/lms/offline/license/', {
    token,
    json: { device_id: `device-${device}`, lessons },
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offline-media-'));
  app = await createTestApp({ config: { mediaDir: folder } });
  user = await app.signIn();
  course = await storeCourse(app.deps);
  inventory = await giveCourse(app.deps, user.id, course.id);
  store(`test/${course.key}/1.mp4`, video);
  store(`test/${course.key}/a.vtt`, Buffer.from('WEBVTT\n'));
  store(`test/${course.key}/board.webp`, Buffer.from('board'));
  store(`test/${course.key}/textbook.pdf`, Buffer.from('%PDF-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the manifest of a course', () => {
  it('lists every file of its lessons with sums by which each byte can be checked', async () => {
    const { lessons, files, chunk_size, valid_until } = await manifest();
    expect(chunk_size).toBe(mib);
    expect(valid_until).toBe(new Date(app.clock.now() + week).toISOString());
    const kindOf = new Map(files.map(({ id, kind }) => [id, kind]));
    const [first, second] = lessons;
    expect(first?.files.map((id) => kindOf.get(id)).sort()).toEqual(['board', 'captions', 'textbook']);
    expect(second?.files.map((id) => kindOf.get(id))).toEqual(['textbook']);
    // The second lesson's video is not in the store, so it is not offered.
    expect(second?.video).toBeNull();
    expect(files.find(({ id }) => id === first?.video)).toMatchObject({
      kind: 'video',
      type: 'video/mp4',
      size: video.length,
      sha256: sha256(video),
      chunks: [sha256(Buffer.alloc(mib, 1)), sha256(Buffer.alloc(mib, 2)), sha256(Buffer.alloc(1000, 3))],
    });
  });

  it('gives addresses that open, with the ETag the media server sends', async () => {
    const file = (await manifest()).files.find(({ kind }) => kind === 'video');
    const { pathname, search } = new URL(file?.url ?? '', 'http://host');
    const headers = { Range: `bytes=${2 * mib}-`, 'If-Range': file?.etag ?? '' };
    const answer = await app.call('GET', pathname + search, { headers });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('ETag')).toBe(file?.etag);
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(file?.chunks[2]);
  });

  it('makes sums once for each version of a file, and names files the same in every version', async () => {
    const before = (await manifest()).files.find(({ kind }) => kind === 'captions');
    const marker = { sha256: 'stored' };
    await app.db.update(mediaFacts).set(marker);
    expect((await manifest()).files.every(({ sha256: sum }) => sum === 'stored')).toBe(true);
    store(`test/${course.key}/a.vtt`, Buffer.from('WEBVTT\n\nchanged'));
    const after = (await manifest()).files.find(({ kind }) => kind === 'captions');
    expect(after).toMatchObject({ id: before?.id, sha256: sha256(Buffer.from('WEBVTT\n\nchanged')) });
    expect(after?.etag).not.toBe(before?.etag);
  });

  it('changes the version of a lesson whose file has changed, and of no other', async () => {
    const before = await manifest();
    store(`test/${course.key}/1.mp4`, Buffer.from('another video'));
    const after = await manifest();
    expect(after.version).not.toBe(before.version);
    const changed = after.lessons.filter(({ version }, index) => version !== before.lessons[index]?.version);
    expect(changed.map(({ id }) => id)).toEqual([course.lessonIds[0]]);
  });

  it('is for owners within their time', async () => {
    const stranger = await app.signIn();
    const path = `/api/lms/offline/${inventory}/`;
    expect(await refusalOf(app.call('GET', path, { token: stranger.token }))).toBe('404 not_found');
    const ended = await giveCourse(app.deps, user.id, course.id, new Date(app.clock.now()));
    const call = app.call('GET', `/api/lms/offline/${ended}/`, { token: user.token });
    expect(await refusalOf(call)).toBe('403 access_expired');
  });
});

describe('the licence of a device', () => {
  it('holds 7 days, tells the server time, and is renewed by the same call', async () => {
    const first = await bodyOf<License>(license('a'));
    const until = new Date(app.clock.now() + week).toISOString();
    expect(first).toMatchObject({
      device_id: 'device-a',
      valid_until: until,
      server_time: new Date(app.clock.now()).toISOString(),
      lessons: [{ lesson: String(course.lessonIds[0]), valid_until: until }],
    });
    app.clock.advance(60_000);
    const again = await bodyOf<License>(license('a'));
    expect(again.valid_until).toBe(new Date(app.clock.now() + week).toISOString());
  });

  it('ends with the access, and covers only what the learner may keep', async () => {
    const soon = new Date(app.clock.now() + 60_000);
    const short = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, short.id, soon);
    const over = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, over.id, new Date(app.clock.now()));
    const foreign = await storeCourse(app.deps, { lessons: [{}, { isFree: true }] });
    const asked = [short.lessonIds[0], over.lessonIds[0], ...foreign.lessonIds, 'nonsense'];
    const { lessons } = await bodyOf<License>(license('a', asked));
    expect(lessons.map(({ valid_until }) => valid_until)).toEqual([
      soon.toISOString(),
      null,
      null,
      new Date(app.clock.now() + week).toISOString(),
      null,
    ]);
  });

  it('is for three devices at a time; one that gives it back or lets it end makes room', async () => {
    for (const device of ['a', 'b', 'c']) expect((await license(device)).status).toBe(200);
    expect(await refusalOf(license('d'))).toBe('409 device_limit');
    expect((await license('c')).status).toBe(200);
    const end = { token: user.token, json: { device_id: 'device-b' } };
    expect((await app.call('DELETE', '/api/lms/offline/license/', end)).status).toBe(204);
    expect((await license('d')).status).toBe(200);
    expect(await refusalOf(license('e'))).toBe('409 device_limit');
    app.clock.advance(week + 1);
    const again = await app.signIn(user);
    expect((await license('e', [], again.token)).status).toBe(200);
  });

  it('says which devices take the places, since when, and when one comes free by itself', async () => {
    const login = async (device: string) => {
      const json = { email: user.email, password: testPassword, device };
      return (await bodyOf<{ access_token: string }>(app.call('POST', '/accounts/login/', { json })))
        .access_token;
    };
    await license('phone', [course.lessonIds[0]], await login('iPhone・Safari'));
    const freeAt = new Date(app.clock.now() + week).toISOString();
    app.clock.advance(60_000);
    const tablet = await login('居間のタブレット');
    await license('tablet', course.lessonIds, tablet);
    // The same browser with an emptied storage: another number, the same login.
    app.clock.advance(60_000);
    await license('tablet-again', [], tablet);
    const answer = await license('d');
    expect(answer.status).toBe(409);
    const limit = await bodyOf<DeviceLimit & { detail: string }>(answer);
    expect(limit.free_at).toBe(freeAt);
    expect(limit.devices.map(({ device_id, name, lessons }) => [device_id, name, lessons])).toEqual([
      ['device-phone', 'iPhone・Safari', 1],
      ['device-tablet', '居間のタブレット', course.lessonIds.length],
      ['device-tablet-again', '居間のタブレット', 0],
    ]);
    const since = (ms: number) => new Date(app.clock.now() - ms).toISOString();
    expect(limit.devices.map(({ last_seen }) => last_seen)).toEqual([
      since(120_000),
      since(60_000),
      since(0),
    ]);
    for (const words of ['iPhone・Safari', '居間のタブレット', 'ログイン中の端末', '4月17日'])
      expect(limit.detail).toContain(words);
    const { devices } = await bodyOf<KeptDevices>(
      app.call('GET', '/api/lms/offline/license/', { token: user.token }),
    );
    expect(devices.map(({ place }) => place?.name)).toEqual([
      '居間のタブレット',
      '居間のタブレット',
      'iPhone・Safari',
    ]);
  });

  it.each([
    ['logged out', (token: string) => app.call('POST', '/accounts/logout/', { token })],
    ['logged out from elsewhere', () => app.call('DELETE', '/accounts/device/', { token: user.token })],
    [
      'ended by a change of the password',
      () =>
        app.call('POST', '/accounts/password/change/', {
          token: user.token,
          json: {
            current_password: testPassword,
            new_password: 'kono-manabi-2027-new',
            new_password_confirm: 'kono-manabi-2027-new',
          },
        }),
    ],
    [
      'not used for as long as it lasts',
      async () => {
        await app.db
          .update(sessions)
          .set({ lastSeen: new Date(0) })
          .where(ne(sessions.device, ''));
        return new Response(null, { status: 204 });
      },
    ],
  ])('takes no place any more when its login is %s', async (_, end) => {
    const json = { email: user.email, password: testPassword, device: 'なくした端末' };
    const { access_token: lost } = await bodyOf<{ access_token: string }>(
      app.call('POST', '/accounts/login/', { json }),
    );
    for (const device of ['a', 'b', 'c']) await license(device, [course.lessonIds[0]], lost);
    expect(await refusalOf(license('d'))).toBe('409 device_limit');
    expect((await end(lost)).ok).toBe(true);
    const { token } = await app.signIn(user);
    expect((await license('d', [course.lessonIds[0]], token)).status).toBe(200);
    const { devices } = await bodyOf<KeptDevices>(app.call('GET', '/api/lms/offline/license/', { token }));
    expect(devices.filter(({ place }) => place !== null).map(({ device_id }) => device_id)).toEqual([
      'device-d',
    ]);
  });

  it('of one learner takes no room from another, nor can it be ended by them', async () => {
    for (const device of ['a', 'b', 'c']) await license(device);
    const stranger = await app.signIn();
    const end = { token: stranger.token, json: { device_id: 'device-a' } };
    await app.call('DELETE', '/api/lms/offline/license/', end);
    expect(await refusalOf(license('d'))).toBe('409 device_limit');
    expect((await license('a', [], stranger.token)).status).toBe(200);
  });
});

describe('what the devices of a learner keep', () => {
  const list = (token = user.token) =>
    bodyOf<KeptDevices>(app.call('GET', '/api/lms/offline/license/', { token }));

  it('is what each said last, with how to fetch it again', async () => {
    const [first, second] = course.lessonIds;
    await license('a', [first]);
    const json = { device_id: 'device-a', lessons: [first, second, 'nothing'], audio: [String(second)] };
    expect((await app.call('POST', '/api/lms/offline/license/', { token: user.token, json })).status).toBe(
      200,
    );
    const { devices } = await list();
    expect(devices).toHaveLength(1);
    expect(devices[0]).toMatchObject({ device_id: 'device-a' });
    expect(devices[0]?.lessons).toMatchObject([
      { lesson: first, inventory, course: { id: course.id }, rendition: 'video' },
      { lesson: second, inventory, rendition: 'audio' },
    ]);
  });

  it('is empty for another learner, and after the licence was given back', async () => {
    await license('a');
    expect(await list((await app.signIn()).token)).toEqual({ devices: [] });
    const end = { token: user.token, json: { device_id: 'device-a' } };
    await app.call('DELETE', '/api/lms/offline/license/', end);
    expect(await list()).toEqual({ devices: [] });
  });

  it('leaves out what may not be kept any more', async () => {
    await license('a');
    const ended = { expireAt: new Date(app.clock.now() - 1) };
    await app.deps.db.update(inventories).set(ended).where(eq(inventories.id, inventory));
    expect((await list()).devices[0]?.lessons).toEqual([]);
  });

  it('is told to nobody without a token that is good', async () => {
    expect((await app.call('GET', '/api/lms/offline/license/')).status).toBe(401);
    const { token } = user;
    app.clock.advance(365 * 24 * 60 * 60_000);
    expect((await app.call('GET', '/api/lms/offline/license/', { token })).status).toBe(401);
  });

  it('refuses a list of sound copies that is none', async () => {
    const json = { device_id: 'device-a', lessons: [], audio: 'all' };
    const answer = await app.call('POST', '/api/lms/offline/license/', { token: user.token, json });
    expect(answer.status).toBe(400);
  });
});
