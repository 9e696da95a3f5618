import { beforeEach, describe, expect, it } from 'vitest';
import type { CmsPage } from '#contracts/cms.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { storePage } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';

const day = 86_400_000;
let app: TestApp;
const get = (path: string, headers?: Record<string, string>) =>
  app.call('GET', `/api/cms/page/${path}`, headers ? { headers } : {});

beforeEach(async () => {
  app = await createTestApp();
  const at = (days: number) => new Date(app.clock.now() + days * day);
  await storePage(app.deps, { version: 1, effective: at(-90) });
  await storePage(app.deps, { version: 2, effective: at(-30) });
  await storePage(app.deps, { version: 3, effective: at(30) });
});

describe('GET /api/cms/page/{slug}/', () => {
  it('answers everybody with the version in force, the list of all, and may be kept', async () => {
    const answer = await get('eula/');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=600');
    const page = await bodyOf<CmsPage>(answer);
    expect(page).toMatchObject({
      slug: 'eula',
      title: '利用規約',
      version: 2,
      effective_at: new Date(app.clock.now() - 30 * day).toISOString(),
      changes: '変更点',
      body_html: '<h2>第1条</h2><p>第2版</p>',
      headings: ['第1条'],
    });
    expect(page.versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    const etag = answer.headers.get('ETag') ?? '';
    expect((await get('eula/', { 'If-None-Match': etag })).status).toBe(304);
    const user = await app.signIn();
    const mine = await app.call('GET', '/api/cms/page/eula/', { token: user.token });
    expect(mine.headers.get('Cache-Control')).toBe('no-store');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    const late = app.call('GET', '/api/cms/page/eula/', { token: user.token });
    expect(await refusalOf(late)).toBe('401 unauthorized');
  });

  it('changes to the announced version on its day', async () => {
    app.clock.advance(30 * day);
    expect(await bodyOf(get('eula/'))).toMatchObject({ version: 3 });
  });

  it.each([1, 3])('shows version %i to who asks for it', async (version) => {
    expect(await bodyOf(get(`eula/?version=${version}`))).toMatchObject({
      version,
      body_html: `<h2>第1条</h2><p>第${version}版</p>`,
    });
  });

  it.each(['nothing/', 'eula/?version=4', 'eula/?version=x', 'eula/?version=0', 'eula/?version=9999999'])(
    'has no %s',
    async (path) => {
      expect(await refusalOf(get(path))).toBe('404 not_found');
    },
  );

  it('does not show a page before its first version holds', async () => {
    await storePage(app.deps, {
      version: 1,
      key: 'privacy-1',
      slug: 'privacy',
      effective: new Date(app.clock.now() + day),
    });
    expect(await refusalOf(get('privacy/'))).toBe('404 not_found');
    app.clock.advance(day);
    expect(await bodyOf(get('privacy/'))).toMatchObject({ version: 1 });
  });
});
