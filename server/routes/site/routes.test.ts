import { beforeEach, describe, expect, it } from 'vitest';
import { successYears } from '#contracts/successYears.ts';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { memberPages } from '#shared/lib/pages/memberPages.ts';
import type { PublicRow } from '#shared/lib/pages/pageRow.ts';
import { publicPages } from '#shared/lib/pages/publicPages.ts';
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

  it('holds every page of the table that may be listed, one of each thing there is, and every year of success', async () => {
    const course = await storeCourse(app.deps);
    const listed = await addresses();
    const rows = Object.values<PublicRow>(publicPages).filter(({ path }) => !path.includes(':'));
    for (const { path, isListed = false } of rows) expect(listed.includes(path), path).toBe(isListed);
    expect(listed).toContain(`/course/${course.id}`);
    for (const year of successYears) expect(listed).toContain(`/success/${year}`);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('and the rules agree: what may be listed is not forbidden, what may not is', async () => {
    const text = await (await app.call('GET', '/robots.txt')).text();
    const forbidden = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, start = '']) => start);
    const isForbidden = (path: string) => forbidden.some((start) => path.startsWith(start));
    for (const { path, isListed = false } of Object.values<PublicRow>(publicPages))
      expect(isForbidden(path), path).toBe(!isListed);
    for (const { path } of Object.values(memberPages)) expect(isForbidden(path), path).toBe(true);
  });

  it('is named by the rules for search engines, which keep them out of the learner’s area', async () => {
    const answer = await app.call('GET', '/robots.txt');
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text).toContain(`Sitemap: ${site}/sitemap.xml`);
    expect(text).toContain('Disallow: /mypage');
  });
});
