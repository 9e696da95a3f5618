import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeCourse, storeNotice, storeTeacher } from '#server/testing/catalog.ts';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';

const boot = "\n  console.warn('boot');\n";
const page = `<!doctype html><script>${boot}</script><script src="/assets/app-1.js"></script><p>コノマナビ</p>`;
const script = `export const text = '${'あ'.repeat(400)}';`;
const big = 'x'.repeat(600 * 1024);

let folder: string;
let dist: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'konomanavi-static-'));
  dist = join(folder, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  const files: Record<string, string | Buffer> = {
    'index.html': page,
    'index.html.br': brotliCompressSync(page),
    'index.html.gz': gzipSync(page),
    'sw.js': script,
    'manifest.webmanifest': '{}',
    'version.json': '{"build":"1"}',
    'assets/app-1.js': script,
    'assets/app-1.js.br': brotliCompressSync(script),
    'assets/app-1.js.gz': gzipSync(script),
    'assets/big-1.txt': big,
    'assets/日本 語.txt': '字',
    '.build-stamp': 'stamp',
    '../secret.txt': 'secret',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content);
  symlinkSync(join(folder, 'secret.txt'), join(dist, 'assets', 'link.txt'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (): Promise<TestApp> => createTestApp({ config: { distDir: dist } });
const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return (await start()).call(method, path, { headers });
}

describe('files of the app', () => {
  it('are kept for ever when their name carries a hash', async () => {
    const answer = await get('/assets/app-1.js');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toBe(script);
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/index.html', 'text/html; charset=utf-8'],
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/version.json', 'application/json'],
  ])('are asked for again each time otherwise: %s', async (path, type) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(answer.headers.get('Content-Type')).toBe(type);
    const etag = answer.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(path, { 'If-None-Match': known });
      expect(again.status).toBe(304);
      expect(again.headers.get('ETag')).toBe(etag);
      expect(await again.text()).toBe('');
    }
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1, br;q=0', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['', null],
  ])('come in the encoding of Accept-Encoding: %j', async (header, expected) => {
    const answer = await get('/assets/app-1.js', { 'Accept-Encoding': header });
    expect(answer.headers.get('Content-Encoding')).toBe(expected);
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(Number(answer.headers.get('Content-Length'))).toBe((await answer.arrayBuffer()).byteLength);
  });

  it('are the same after decoding, and each encoding has its own ETag', async () => {
    const packed = await get('/', { 'Accept-Encoding': 'br' });
    expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(page);
    expect(packed.headers.get('ETag')).not.toBe((await get('/')).headers.get('ETag'));
  });

  it('answer HEAD with the headers alone', async () => {
    const answer = await get('/assets/app-1.js', {}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Length')).toBe(String(Buffer.byteLength(script)));
    expect(await answer.text()).toBe('');
  });

  it('are streamed when large, and found by their decoded name', async () => {
    expect(await (await get('/assets/big-1.txt')).text()).toBe(big);
    expect(await (await get(`/assets/${encodeURIComponent('日本 語.txt')}`)).text()).toBe('字');
  });
});

describe('what is not there', () => {
  it.each(['/assets/gone-1.js', '/assets/', '/assets/x', '/icons/none.png', '/none.js', '/old/app.css'])(
    'is a 404 and never the page: %s',
    async (path) => {
      const answer = await get(path, html);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    },
  );

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/link.txt',
    '/.build-stamp',
    '/assets/app-1.js.br',
    '/assets/%00',
    '/assets/%E3%81',
    '//secret.txt',
  ])('cannot be reached by a trick: %s', async (path) => {
    const answer = await get(path, html);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('secret');
  });
});

describe('addresses of the app', () => {
  it.each(['/mypage/course', '/login', '/login/', '/mypage/lecture/12', '/mypage/no-such-page?page=2'])(
    'get the page when a page is asked for: %s',
    async (path) => {
      for (const headers of [html, { Accept: '*/*' }]) {
        const answer = await get(path, headers);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('Cache-Control')).toBe('no-cache');
        expect(await answer.text()).toBe(page);
      }
    },
  );

  it('get the page with 404 when what they are about is not there', async () => {
    const app = await start();
    const course = await storeCourse(app.deps);
    const teacher = await storeTeacher(app.deps);
    const notice = await storeNotice(app.deps, { audience: 'public' });
    const later = await storeNotice(app.deps, { published: new Date(app.clock.now() + 60_000) });
    const statusOf = async (path: string) => (await app.call('GET', path, { headers: html })).status;
    const there = [
      `/course/${course.id}`,
      `/course/${course.id}/`,
      `/teacher/${teacher}`,
      `/notice/${notice}`,
    ];
    for (const path of [...there, '/success/2022', '/success', '/course', '/inquiry/x'])
      expect([path, await statusOf(path)]).toEqual([path, path === '/success' ? 404 : 200]);
    const none = ['/course/999', '/course/1e3', '/course/9999999999', '/teacher/999', `/notice/${later}`];
    for (const path of [...none, '/campaign/none', '/success/1999', '/success/02022'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
  });

  it('get the bare page where only members may read, at once, and nobody keeps what was to be read before', async () => {
    const app = await start();
    const notice = await storeNotice(app.deps, { audience: 'public' });
    const ask = () => app.call('GET', `/notice/${notice}`, { headers: html });
    expect((await ask()).headers.get('Cache-Control')).toBe('no-cache');
    await app.db.execute(sql`update notices set audience = 'member'`);
    const answer = await ask();
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(await answer.text()).toBe(page);
  });

  it('get the page as if it were there while the database cannot tell', async () => {
    const app = await start();
    await app.db.execute(sql`alter table campaigns rename to campaigns_gone`);
    try {
      expect((await app.call('GET', '/campaign/any', { headers: html })).status).toBe(200);
    } finally {
      await app.db.execute(sql`alter table campaigns_gone rename to campaigns`);
    }
  });

  it('get the page with 404 when the app has none of the name', async () => {
    const answer = await get('/no/such/page', html);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe(page);
    expect((await get('/no/such/page', html, 'HEAD')).status).toBe(404);
  });

  it('get what is true for everybody of a page of one visitor, and the not-found page with 404', async () => {
    mkdirSync(join(dist, 'frames'));
    for (const name of ['inquiryDetail', 'notFound'])
      writeFileSync(join(dist, `frames/${name}.html`), `<p>${name}</p>`);
    const paths = ['/inquiry/x?token=y', '/no/such/page', '/course/999'];
    const answers = await Promise.all(paths.map((path) => get(path, html)));
    rmSync(join(dist, 'frames'), { recursive: true });
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual([
      [200, '<p>inquiryDetail</p>'],
      [404, '<p>notFound</p>'],
      [404, '<p>notFound</p>'],
    ]);
  });

  it('get the page that the build has made for them', async () => {
    mkdirSync(join(dist, 'pages'));
    writeFileSync(join(dist, 'pages/home.html'), '<p>ようこそ</p>');
    writeFileSync(join(dist, 'pages/about.html'), '<p>案内</p>');
    const texts = await Promise.all(
      ['/', '/about', '/about/?from=mail', '/parent'].map(async (path) => (await get(path, html)).text()),
    );
    writeFileSync(join(dist, 'pages/parent.html'), '<p>保護者の方へ</p>');
    const own = ['/parent?from=mail', '/parent?view=x'];
    texts.push(...(await Promise.all(own.map(async (path) => (await get(path, html)).text()))));
    rmSync(join(dist, 'pages'), { recursive: true });
    expect(texts).toEqual([
      '<p>ようこそ</p>',
      '<p>案内</p>',
      '<p>案内</p>',
      page,
      '<p>保護者の方へ</p>',
      page,
    ]);
  });

  it.each([
    ['fetch() of a script', '/mypage', { Accept: '*/*', 'Sec-Fetch-Dest': 'empty' }, 404],
    ['a call for JSON', '/mypage', { Accept: 'application/json' }, 404],
    ['a picture', '/photo', { Accept: 'image/avif,*/*', 'Sec-Fetch-Dest': 'image' }, 404],
    ['an unknown API address', '/api/nothing', html, 404],
    ['an unknown account address', '/accounts/nothing', html, 404],
    ['a missing media file', '/media/public/none', html, 404],
  ])('are no page for %s', async (_what, path, headers, status) => {
    const answer = await get(path, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('<!doctype');
  });

  it('take no POST', async () => {
    expect((await get('/mypage', html, 'POST')).status).toBe(404);
  });

  it('say so while nothing is built', async () => {
    const app = await createTestApp({ config: { distDir: join(folder, 'none') } });
    const answer = await app.call('GET', '/', { headers: html });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('npm run build');
  });
});

describe('the content policy', () => {
  const directive = (answer: Response, name: string) =>
    answer.headers
      .get('Content-Security-Policy')
      ?.split('; ')
      .find((part) => part.startsWith(`${name} `));

  it('allows inline scripts of the page by hash and no others', async () => {
    const hash = createHash('sha256').update(boot).digest('base64');
    const rule = directive(await get('/', html), 'script-src');
    expect(rule).toBe(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`);
  });

  it('has reports sent to us, by the way that each browser knows', async () => {
    const answer = await get('/', html);
    expect(answer.headers.get('Reporting-Endpoints')).toBe('csp="/api/csp-report/"');
    expect(directive(answer, 'report-to')).toBe('report-to csp');
    expect(directive(answer, 'report-uri')).toBe('report-uri /api/csp-report/');
  });

  it('follows a page that a deployment replaces', async () => {
    const app = await start();
    const before = directive(await app.call('GET', '/'), 'script-src');
    writeFileSync(join(dist, 'index.html'), `${page}<script>other()</script>`);
    const after = directive(await app.call('GET', '/'), 'script-src');
    writeFileSync(join(dist, 'index.html'), page);
    expect(after).not.toBe(before);
    expect(after).toContain(createHash('sha256').update('other()').digest('base64'));
  });

  it('wants trusted types, and lets the app reach only configured servers', async () => {
    const own = await get('/', html);
    expect(directive(own, 'require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
    expect(directive(own, 'trusted-types')).toContain('dompurify');
    expect(directive(own, 'connect-src')).toBe("connect-src 'self'");
    expect(directive(own, 'frame-ancestors')).toBe("frame-ancestors 'none'");
    const config = { distDir: dist, connectOrigins: ['https://api.example.com'] };
    const other = await (await createTestApp({ config })).call('GET', '/');
    expect(directive(other, 'connect-src')).toBe("connect-src 'self' https://api.example.com");
  });
});
