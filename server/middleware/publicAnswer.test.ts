import { beforeEach, describe, expect, it } from 'vitest';
import { storeCourse, storeNotice, storeTeacher } from '../testing/catalog.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';

let app: TestApp;
let token: string;
let addresses: string[];

const ask = (path: string, headers: Record<string, string> = {}, who?: string) =>
  app.call('GET', path, { headers, ...(who === undefined ? {} : { token: who }) });

beforeEach(async () => {
  app = await createTestApp();
  ({ token } = await app.signIn());
  const { id } = await storeCourse(app.deps);
  const teacher = await storeTeacher(app.deps);
  const notice = await storeNotice(app.deps, { audience: 'public' });
  addresses = [
    '/api/lms/course/',
    `/api/lms/course/${id}/`,
    '/api/lms/teacher/',
    `/api/lms/teacher/${teacher}/`,
    '/api/cms/notice/',
    `/api/cms/notice/${notice}/`,
  ];
});

describe('what everybody may read', () => {
  it('may be kept ten minutes by every cache, and says nothing of the time', async () => {
    for (const path of addresses) {
      const { headers, status } = await ask(path);
      expect([path, status, headers.get('Cache-Control')]).toEqual([path, 200, 'public, max-age=600']);
      expect(headers.get('Vary')).toBe('Authorization, Accept-Encoding');
      expect(headers.get('ETag')).toMatch(/^W\/"[\w-]{22}"$/);
      expect(headers.has('X-Server-Time')).toBe(false);
    }
  });

  it('is a 304 for whoever has it already, packed or not', async () => {
    for (const path of addresses) {
      const first = await ask(path, { 'Accept-Encoding': 'gzip' });
      const etag = first.headers.get('ETag') ?? '';
      const again = await ask(path, { 'If-None-Match': etag });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
      for (const name of ['Cache-Control', 'ETag', 'Vary']) {
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      }
      expect((await ask(path, { 'If-None-Match': 'W/"other"' })).status).toBe(200);
    }
  });

  it('with a token belongs to that member: kept by no cache, never a 304', async () => {
    for (const path of addresses) {
      const answer = await ask(path, { 'If-None-Match': '*' }, token);
      expect([path, answer.status, answer.headers.get('Cache-Control')]).toEqual([path, 200, 'no-store']);
      expect(answer.headers.get('Vary')).toContain('Authorization');
      expect(answer.headers.get('ETag')).toBeNull();
      expect(answer.headers.has('X-Server-Time')).toBe(true);
    }
  });

  it('is kept by no cache when it is refused', async () => {
    const refused: [string, number, string | undefined][] = [
      ['/api/lms/course/4242/', 404, undefined],
      ['/api/lms/course/?page=0', 400, undefined],
      ['/api/lms/course/', 401, 'wrong'],
    ];
    for (const [path, status, who] of refused) {
      const answer = await ask(path, { 'If-None-Match': '*' }, who);
      expect([path, answer.status, answer.headers.get('Cache-Control')]).toEqual([path, status, 'no-store']);
      expect(answer.headers.get('Vary')).toContain('Authorization');
      expect(answer.headers.get('ETag')).toBeNull();
    }
  });

  it('changes its ETag with its content', async () => {
    const before = (await ask('/api/cms/notice/')).headers.get('ETag');
    await storeNotice(app.deps, { audience: 'member' });
    expect((await ask('/api/cms/notice/')).headers.get('ETag')).toBe(before);
    await storeNotice(app.deps, { audience: 'public' });
    expect((await ask('/api/cms/notice/')).headers.get('ETag')).not.toBe(before);
  });
});
