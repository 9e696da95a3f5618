import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { storeCourse } from '#server/testing/catalog.ts';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';

const html = { Accept: 'text/html' };

/** A program in place of the app's: it asks the API for the address of the page, and shows the names that it gets. */
const renderer = `
let made = 0;
export async function servedDocument(path, build, ask) {
  made += 1;
  const { name = '', results = [] } = await ask('/api/lms' + path + '/');
  const names = [name, ...results.map((one) => one.name)].join('、');
  return build.html.replace('<div id="root"></div>', names + ' (' + made + ')' + Object.keys(build.chunks) + build.site);
}
`;

let dist: string;

/** Puts a build into place. */
function deploy(text: string): void {
  writeFileSync(join(dist, 'index.html'), `<!doctype html><p>${text}</p><div id="root"></div>`);
}

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'konomanavi-pages-'));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  for (const folder of ['.renderer', '.vite']) mkdirSync(join(dist, folder));
  writeFileSync(join(dist, '.vite', 'manifest.json'), '{"main.tsx":{"file":"main.js"}}');
  writeFileSync(join(dist, '.renderer', 'renderer.js'), renderer);
  deploy('一');
});

const start = (): Promise<TestApp> => createTestApp({ config: { distDir: dist } });

async function get(app: TestApp, path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await app.call('GET', path, { headers: { ...html, ...headers } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('Cache-Control')).toBe('no-cache');
  return answer.text();
}

it('makes the page of a course with what a guest may know of it', async () => {
  const app = await start();
  const course = await storeCourse(app.deps, { key: 'math' });
  expect(await get(app, `/course/${course.id}`)).toBe('<!doctype html><p>一</p>講座 math (1)main.tsx');
});

it('sends the page packed, and not again when it is known', async () => {
  const app = await start();
  const { id } = await storeCourse(app.deps, { key: 'math' });
  const call = (headers: Record<string, string>) =>
    app.call('GET', `/course/${id}`, { headers: { ...html, ...headers } });
  const packed = await call({ 'Accept-Encoding': 'gzip' });
  expect(packed.headers.get('Content-Encoding')).toBe('gzip');
  expect(packed.headers.get('Vary')).toContain('Accept-Encoding');
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toContain('講座 math (1)');
  const etag = packed.headers.get('ETag') ?? '';
  const again = await call({ 'Accept-Encoding': 'gzip', 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it('waits for a page of today when that is asked for, which is made once in two seconds', async () => {
  const app = await start();
  const { id } = await storeCourse(app.deps, { key: 'math' });
  const today = () => get(app, `/course/${id}`, { 'Cache-Control': 'max-age=0' });
  expect(await get(app, `/course/${id}`)).toContain('講座 math (1)');
  await app.db.execute(sql`update courses set name = '新しい名前'`);
  app.clock.advance(1999);
  expect(await today()).toContain('講座 math (1)');
  app.clock.advance(1);
  expect(await get(app, `/course/${id}`)).toContain('講座 math (1)');
  expect(await Promise.all([today(), today()])).toEqual(
    Array(2).fill(expect.stringContaining('新しい名前 (2)')),
  );
  expect(await today()).toContain('(2)');
});

it('knows a page again that says the same as before, but for when it was made', async () => {
  const timed = renderer.replace("' (' + made + ')'", `'<script data-at="' + made + '"></script>'`);
  writeFileSync(join(dist, '.renderer', 'renderer.js'), timed);
  const app = await start();
  const { id } = await storeCourse(app.deps, { key: 'math' });
  const ask = () => app.call('GET', `/course/${id}`, { headers: html });
  const first = await ask();
  expect(await first.text()).toContain('data-at="1"');
  app.clock.advance(60_000);
  await expect.poll(async () => (await ask()).text()).toContain('data-at="2"');
  expect((await ask()).headers.get('ETag')).toBe(first.headers.get('ETag'));
});

it('makes a page once for all who ask, and anew after a minute, behind the old one', async () => {
  const app = await start();
  const { id } = await storeCourse(app.deps, { key: 'math' });
  const both = await Promise.all([get(app, `/course/${id}`), get(app, `/course/${id}?utm_source=mail`)]);
  expect(both[0]).toContain('講座 math (1)');
  expect(both[1]).toBe(both[0]);
  await app.db.execute(sql`update courses set name = '新しい講座'`);
  app.clock.advance(59_000);
  expect(await get(app, `/course/${id}`)).toContain('講座 math (1)');
  app.clock.advance(1000);
  expect(await get(app, `/course/${id}`)).toContain('講座 math (1)');
  await expect.poll(() => get(app, `/course/${id}`)).toContain('新しい講座 (2)');
});

it('waits a moment for a new page when the last one is older than ten minutes', async () => {
  const app = await start();
  const { id } = await storeCourse(app.deps, { key: 'math' });
  expect(await get(app, `/course/${id}`)).toContain('講座 math (1)');
  await app.db.execute(sql`update courses set name = '新しい講座'`);
  app.clock.advance(600_000);
  expect(await get(app, `/course/${id}`)).toContain('新しい講座 (2)');
});

it.each([
  ['the query narrows what is shown', '/course?subject=1'],
  ['the page is not one of those', '/contact/complete'],
  ['the address has a slash at its end', '/course/'],
])('sends the page of the app when %s', async (_, path) => {
  const app = await start();
  await storeCourse(app.deps, { key: 'math' });
  expect(await get(app, path)).toContain('<div id="root"></div>');
});

it('sends the page of the app when the program of the build is missing or broken', async () => {
  for (const [program, at] of [
    ['throw new Error("broken")', '.renderer/renderer.js'],
    ['', '.renderer/other.js'],
  ] as const) {
    rmSync(join(dist, '.renderer', 'renderer.js'), { force: true });
    writeFileSync(join(dist, at), program);
    deploy(at);
    const app = await start();
    const { id } = await storeCourse(app.deps, { key: 'math' });
    expect(await get(app, `/course/${id}`)).toContain('<div id="root"></div>');
  }
});

it('tries again ten seconds after a failure', async () => {
  const app = await start();
  const { id } = await storeCourse(app.deps, { key: 'math' });
  writeFileSync(join(dist, '.vite', 'manifest.json'), 'no manifest');
  expect(await get(app, `/course/${id}`)).toContain('<div id="root"></div>');
  writeFileSync(join(dist, '.vite', 'manifest.json'), '{}');
  app.clock.advance(9000);
  expect(await get(app, `/course/${id}`)).toContain('<div id="root"></div>');
  app.clock.advance(1000);
  expect(await get(app, `/course/${id}`)).toContain('講座 math (1)');
});

it('makes the pages of a new build with it', async () => {
  const app = await start();
  const { id } = await storeCourse(app.deps, { key: 'math' });
  expect(await get(app, `/course/${id}`)).toContain('<p>一</p>');
  deploy('二つめ');
  expect(await get(app, `/course/${id}`)).toContain('<p>二つめ</p>');
});

it('makes none of what is not there', async () => {
  const app = await start();
  const answer = await app.call('GET', '/course/999', { headers: html });
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('<div id="root"></div>');
});
