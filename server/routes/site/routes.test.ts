import { beforeEach, describe, expect, it } from 'vitest';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { storeCourse, storeNotice } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';

let app: TestApp;
const site = 'https://manabi.example.jp';

beforeEach(async () => {
  app = await createTestApp({ config: { appUrl: `${site}/` } });
});

async function addresses(): Promise<string[]> {
  const text = await (await app.call('GET', '/sitemap.xml')).text();
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]?.slice(site.length) ?? '');
}

describe('the list for search engines', () => {
  it('names the pages there are, whole addresses, and no others', async () => {
    await storeCourse(app.deps);
    await storeNotice(app.deps, { audience: 'public' });
    const secret = await storeNotice(app.deps, { audience: 'member' });
    const listed = await addresses();
    expect(listed).toContain('/parent');
    expect(listed).not.toContain(`/notice/${secret}`);
    expect(listed.filter((path) => !isAppRoute(path))).toEqual([]);
    expect(listed.some((path) => path.startsWith('/mypage'))).toBe(false);
    expect(listed).not.toContain('/maintenance');
  });

  it('is named by the rules for search engines, which keep them out of the learner’s area', async () => {
    const answer = await app.call('GET', '/robots.txt');
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text).toContain(`Sitemap: ${site}/sitemap.xml`);
    expect(text).toContain('Disallow: /mypage');
  });
});
