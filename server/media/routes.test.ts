import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { mediaExpiresAt, signMedia } from './sign.ts';

const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const hour = 3_600_000;
let folder: string;
let media: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'konomanavi-media-'));
  media = join(folder, 'media');
  mkdirSync(join(media, 'demo'), { recursive: true });
  mkdirSync(join(media, 'public'), { recursive: true });
  const names = ['0101.mp4', '0101.m4a', '0101.vtt', 'board.webp', 'board.svg', 'text.pdf', '日本 語.mp4'];
  for (const name of names) writeFileSync(join(media, 'demo', name), content);
  writeFileSync(join(media, 'demo', 'empty.vtt'), '');
  writeFileSync(join(media, 'public', 'teacher.webp'), content);
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(media, 'public', 'link.txt'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (): Promise<TestApp> => createTestApp({ config: { mediaDir: media } });
const address = (app: TestApp, path = 'demo/0101.mp4') => signMedia(app.deps, path, app.clock.now());

async function get(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const app = await start();
  return app.call(method, address(app), { headers });
}

describe('a signed address', () => {
  it('is constant within the hour and good for one to two hours', async () => {
    const app = await start();
    app.clock.advance(59 * 60_000);
    const first = address(app);
    expect(mediaExpiresAt(app.clock.now())).toBe('2026-04-10T05:00:00.000Z');
    app.clock.advance(60_000 - 1);
    expect(address(app)).toBe(first);
    app.clock.advance(1);
    expect(address(app)).not.toBe(first);
    app.clock.advance(hour - 1);
    expect((await app.call('GET', first)).status).toBe(200);
    app.clock.advance(1);
    expect((await app.call('GET', first)).status).toBe(403);
  });

  it('is good for its own file and time only', async () => {
    const app = await start();
    const [path, query] = address(app).split('?');
    const later = query?.replace(/e=\d+/, `e=${Math.floor(app.clock.now() / 1000) + 999_999}`);
    const addresses = [
      path,
      `${path}?${later}`,
      `${path}?${query}x`,
      `/media/demo/text.pdf?${query}`,
      `${path}?e=&s=`,
      `${path}?e=1e99&s=a`,
    ];
    for (const tried of addresses) {
      const answer = await app.call('GET', String(tried));
      expect([tried, answer.status]).toEqual([tried, 403]);
      expect(await answer.json()).toMatchObject({ code: 'forbidden' });
    }
  });

  it('is absolute when the server has another address for the outside', async () => {
    const app = await createTestApp({ config: { mediaDir: media, publicUrl: 'https://api.example.com' } });
    expect(address(app)).toMatch(/^https:\/\/api\.example\.com\/media\/demo\/0101\.mp4\?e=\d+&s=[\w-]{32}$/);
  });

  it('works for names that have to be encoded', async () => {
    const app = await start();
    expect((await app.call('GET', address(app, 'demo/日本 語.mp4'))).status).toBe(200);
  });
});

describe('files', () => {
  it.each([
    ['0101.mp4', 'video/mp4'],
    ['0101.m4a', 'audio/mp4'],
    ['0101.vtt', 'text/vtt; charset=utf-8'],
    ['board.webp', 'image/webp'],
    ['board.svg', 'image/svg+xml; charset=utf-8'],
    ['text.pdf', 'application/pdf'],
  ])('have the right type: %s', async (name, type) => {
    const app = await start();
    const answer = await app.call('GET', address(app, `demo/${name}`));
    expect(answer.headers.get('Content-Type')).toBe(type);
    expect(answer.headers.get('Cache-Control')).toBe('private, max-age=3600');
    expect(answer.headers.get('Accept-Ranges')).toBe('bytes');
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  });

  it('below public/ need no signature', async () => {
    const app = await start();
    const path = signMedia(app.deps, 'public/teacher.webp', app.clock.now());
    expect(path).toBe('/media/public/teacher.webp');
    const answer = await app.call('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600');
  });

  it('may be empty', async () => {
    const app = await start();
    const answer = await app.call('GET', address(app, 'demo/empty.vtt'));
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it.each([
    'public/../demo/0101.mp4',
    'public/link.txt',
    'public/none.webp',
    'public',
    'public/%2e%2e/demo/0101.mp4',
  ])('cannot be reached by a trick: %s', async (path) => {
    const app = await start();
    const answer = await app.call('GET', `/media/${path}`);
    expect([403, 404]).toContain(answer.status);
    expect(await answer.text()).not.toContain('secret');
  });
});

describe('ranges', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-1', 0, 1],
    ['bytes=999-999', 999, 999],
    ['bytes=100-199', 100, 199],
    ['bytes=990-', 990, 999],
    ['bytes=0-', 0, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-100', 900, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=0-999999999999', 0, 999],
  ])('%s', async (range, from, to) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Range')).toBe(`bytes ${from}-${to}/1000`);
    expect(answer.headers.get('Content-Length')).toBe(String(to - from + 1));
    expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(from, to + 1))).toBe(true);
  });

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=999999-'])(
    '%s is past the end',
    async (range) => {
      const answer = await get({ Range: range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('Content-Range')).toBe('bytes */1000');
      expect(await answer.text()).toBe('');
    },
  );

  it.each(['bytes=5-2', 'bytes=0-1,5-6', 'items=0-1', 'bytes=-', 'bytes=a-b', 'bytes', ''])(
    '%j counts as none: the whole file is the answer',
    async (range) => {
      const answer = await get({ Range: range });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Length')).toBe('1000');
    },
  );

  it('of an empty file are past its end', async () => {
    const app = await start();
    const answer = await app.call('GET', address(app, 'demo/empty.vtt'), { headers: { Range: 'bytes=-5' } });
    expect(answer.status).toBe(416);
  });

  it('answer HEAD alike, without a body', async () => {
    const answer = await get({ Range: 'bytes=10-19' }, 'HEAD');
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Length')).toBe('10');
    expect(await answer.text()).toBe('');
  });
});

describe('versions', () => {
  it('are told by ETag and time', async () => {
    const first = await get();
    const etag = first.headers.get('ETag') ?? '';
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    const modified = first.headers.get('Last-Modified') ?? '';
    for (const same of [etag, modified]) {
      expect((await get({ Range: 'bytes=0-1', 'If-Range': same })).status).toBe(206);
    }
    for (const other of ['"other"', `W/${etag}`, new Date(0).toUTCString(), 'nonsense']) {
      const answer = await get({ Range: 'bytes=0-1', 'If-Range': other });
      expect([other, answer.status]).toEqual([other, 200]);
    }
  });

  it('change with the file', async () => {
    const before = (await get()).headers.get('ETag');
    utimesSync(join(media, 'demo', '0101.mp4'), new Date(), new Date(Date.now() + 5000));
    expect((await get()).headers.get('ETag')).not.toBe(before);
  });
});
