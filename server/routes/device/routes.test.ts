import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { offlineDevices } from '../../db/schema/offline.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { giveCourse, storeCourse } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

type Device = { id: string; name: string; is_current: boolean; last_seen: string; downloads: number };
type Who = { token?: string; key?: string };

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
});

const list = async (token = user.token) =>
  (await bodyOf<{ devices: Device[] }>(app.call('GET', '/accounts/device/', { token }))).devices;
const end = (id: string, who: Who = { token: user.token }) =>
  app.call('DELETE', `/accounts/device/${id}/`, who);
const isAlive = async (token: string) => (await app.call('GET', '/accounts/user/', { token })).status === 200;

async function login(agent: string, device?: string): Promise<string> {
  app.clock.advance(1000);
  const json = { email: user.email, password: testPassword, ...(device ? { device } : {}) };
  const answer = app.call('POST', '/accounts/login/', { json, headers: { 'User-Agent': agent } });
  return (await bodyOf<{ access_token: string }>(answer)).access_token;
}

describe('GET /accounts/device/', () => {
  it('lists the logins of the caller, by a name that its owner knows', async () => {
    await login(iphone);
    await login(windows, '居間のパソコン');
    await login(windows);
    await login('curl/8.0');
    await app.signIn();
    const answer = await app.call('GET', '/accounts/device/', { token: user.token });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const { devices } = await bodyOf<{ devices: Device[] }>(answer);
    expect(devices.map(({ name, is_current }) => [name, is_current])).toEqual([
      ['', true],
      ['', false],
      ['Windows・Chrome', false],
      ['居間のパソコン', false],
      ['iPhone・Safari', false],
    ]);
  });

  it('leaves out what is over after 180 days, though it was used until then', async () => {
    const old = await app.signIn();
    let { refresh } = old;
    for (let turn = 0; turn < 4; turn += 1) {
      app.clock.advance(45 * 86_400_000);
      const json = { refresh };
      const answer = app.call('POST', '/accounts/token/refresh/', { json });
      if (turn < 3) refresh = (await bodyOf<{ refresh_token: string }>(answer)).refresh_token;
    }
    const young = await app.signIn(old);
    expect((await list(young.token)).map(({ is_current }) => is_current)).toEqual([true]);
  });

  it('leaves out what has ended: logged out, or not used for 60 days', async () => {
    const phone = await login(iphone);
    await app.call('POST', '/accounts/logout/', { token: phone });
    expect(await list()).toHaveLength(1);
    app.clock.advance(60 * 86_400_000);
    expect((await list(await login(windows))).map(({ name }) => name)).toEqual(['Windows・Chrome']);
  });

  it('says how many lessons are kept there', async () => {
    const course = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, course.id);
    await app.call('POST', '/api/lms/offline/license/', {
      token: user.token,
      json: { device_id: 'device-12345', lessons: course.lessonIds.slice(0, 2) },
    });
    await login(iphone);
    expect((await list()).map(({ downloads }) => downloads)).toEqual([2, 0]);
  });

  it('refuses guests and expired tokens, and stops who asks too often', async () => {
    expect(await refusalOf(app.call('GET', '/accounts/device/'))).toBe('401 unauthorized');
    for (let turn = 0; turn < 60; turn += 1) await list();
    const ask = () => app.call('GET', '/accounts/device/', { token: user.token });
    expect(await refusalOf(ask())).toBe('429 rate');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(ask())).toBe('401 unauthorized');
  });
});

describe('DELETE /accounts/device/{id}/', () => {
  it('ends that login at once, with what it kept, and no other', async () => {
    const phone = await login(iphone);
    const course = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, course.id);
    const json = { device_id: 'device-12345', lessons: course.lessonIds };
    await app.call('POST', '/api/lms/offline/license/', { token: phone, json });
    const [, other] = await list();
    expect((await end(other?.id ?? '')).status).toBe(204);
    expect([await isAlive(phone), await isAlive(user.token)]).toEqual([false, true]);
    expect(await list()).toHaveLength(1);
    expect(await app.db.select().from(offlineDevices)).toEqual([]);
    expect((await end(other?.id ?? '')).status).toBe(204);
  });

  it('ends every number the login kept lessons under, and counts them all', async () => {
    const phone = await login(iphone);
    const course = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, course.id);
    for (const device_id of ['device-before', 'device-after']) {
      const json = { device_id, lessons: course.lessonIds.slice(0, 2) };
      await app.call('POST', '/api/lms/offline/license/', { token: phone, json });
    }
    const [, other] = await list();
    expect(other?.downloads).toBe(4);
    await end(other?.id ?? '');
    expect(await app.db.select().from(offlineDevices)).toEqual([]);
  });

  it('ends the present one too', async () => {
    const [own] = await list();
    expect((await end(own?.id ?? '')).status).toBe(204);
    expect(await isAlive(user.token)).toBe(false);
  });

  it("does not find somebody else's, nor what is none", async () => {
    const stranger = await app.signIn();
    const [theirs] = await list(stranger.token);
    for (const id of [theirs?.id ?? '', randomUUID(), 'x'])
      expect(await refusalOf(end(id))).toBe('404 not_found');
    expect(await isAlive(stranger.token)).toBe(true);
  });

  it('refuses guests and expired tokens, and answers a repeated key from store', async () => {
    await login(iphone);
    const [, other] = await list();
    const id = other?.id ?? '';
    expect(await refusalOf(end(id, {}))).toBe('401 unauthorized');
    const who = { token: user.token, key: randomUUID() };
    await end(id, who);
    expect((await end(id, who)).headers.get('Idempotent-Replayed')).toBe('true');
    expect(await refusalOf(end(randomUUID(), who))).toBe('422 idempotency_mismatch');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(end(id))).toBe('401 unauthorized');
  });
});

describe('DELETE /accounts/device/', () => {
  const endOthers = (who: Who = { token: user.token }) => app.call('DELETE', '/accounts/device/', who);

  it('ends every login but the present one, with what they kept, and nothing of anybody else', async () => {
    const [phone, tablet, stranger] = [await login(iphone), await login(windows), await app.signIn()];
    const course = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, course.id);
    await giveCourse(app.deps, stranger.id, course.id);
    const devices = { 'device-own-1': user.token, 'device-phone': phone, 'device-theirs': stranger.token };
    for (const [device_id, token] of Object.entries(devices)) {
      const json = { device_id, lessons: course.lessonIds };
      await app.call('POST', '/api/lms/offline/license/', { token, json });
    }
    expect((await endOthers()).status).toBe(204);
    const alive = await Promise.all([user.token, phone, tablet, stranger.token].map(isAlive));
    expect(alive).toEqual([true, false, false, true]);
    const kept = await app.db.select({ id: offlineDevices.deviceId }).from(offlineDevices);
    expect(kept.map(({ id }) => id).sort()).toEqual(['device-own-1', 'device-theirs']);
    expect((await endOthers()).status).toBe(204);
  });

  it('refuses guests and expired tokens, and answers a repeated key from store', async () => {
    expect(await refusalOf(endOthers({}))).toBe('401 unauthorized');
    const who = { token: user.token, key: randomUUID() };
    await endOthers(who);
    expect((await endOthers(who)).headers.get('Idempotent-Replayed')).toBe('true');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(endOthers())).toBe('401 unauthorized');
  });
});
