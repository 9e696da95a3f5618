import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Campaign, SuccessYear } from '#contracts/site.ts';
import { courses } from '../db/schema/catalog.ts';
import { bodyOf, refusalOf } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { type TestPack, writeTestPack } from '../testing/pack.ts';
import { demoFolder } from './demo.ts';
import { importPack } from './importPack.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

const day = 86_400_000;
let pack: TestPack;

const year = `rule: 数え方
totals:
  - { name: 見本高校, count: 12, note: 延べ人数ではありません }
stories:
  - id: s-1
    is_sample: true
    nickname: ミナト
    school_from: 公立中学校
    passed: [{ name: 見本高校, faculty: 普通科, region: 関東 }]
    before: 48
    after: 57.5
    courses: [b, a]
    body: |
      一行目
      二行目
    advice: 助言
`;
const hero = (words: string) => `{ eyebrow: 見出し, heading: [${words}], lead: 説明, picture: season }`;
const campaign = (starts: Date, ends: Date) => `title: 秋の学び直し
starts_at: ${starts.toISOString()}
ends_at: ${ends.toISOString()}
hero: ${hero('はじめの正面')}
variants:
  - slug: autumn-b
    hero: ${hero('別の正面')}
cta: { to: signup, label: 会員登録 }
sections:
  - { kind: courses, heading: 講座, courses: [b, a] }
  - { kind: stories, heading: 体験記, stories: [s-1] }
  - { kind: words, heading: 料金, body: 無料です。 }
`;

beforeEach(async () => {
  pack = await writeTestPack();
});

async function problemsOf(): Promise<string[]> {
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  return refusal instanceof PackRefusedError ? refusal.list.lines() : [];
}

it('stories and campaigns are refused with what is wrong, each where it stands', async () => {
  await pack.write('success/2025.yaml', year.replace('[b, a]', '[b, gone]'));
  await pack.write('success/2024.yaml', year.replace('    is_sample: true\n', ''));
  await pack.write('success/last.yaml', 'rule: x');
  await pack.write('campaigns/autumn.yaml', campaign(new Date(2), new Date(1)).replace('s-1', 's-2'));
  await pack.write('campaigns/autumn-b.yaml', campaign(new Date(1), new Date(2)).replace('[b, a]', '[c]'));
  expect(await problemsOf()).toEqual([
    'campaigns/autumn-b.yaml:6: キャンペーンの id「autumn-b」は campaigns/autumn-b.yaml:1 でも使われています。',
    'campaigns/autumn-b.yaml:10: 講座「c」はこの教材にありません。',
    'campaigns/autumn.yaml:3: ends_at は starts_at より後にしてください。',
    'campaigns/autumn.yaml:6: キャンペーンの id「autumn-b」は campaigns/autumn-b.yaml:1 でも使われています。',
    'campaigns/autumn.yaml:11: 体験記「s-2」は success フォルダーにありません。',
    'success/2024.yaml:5: 「stories.0.is_sample」がありません。',
    'success/2025.yaml:12: 講座「gone」はこの教材にありません。',
    'success/last.yaml:1: ファイルの名前は 2025.yaml のように年にしてください。',
  ]);
});

describe('an imported pack', () => {
  let app: TestApp;
  const run = () => importPack(app.deps, pack.root);
  const get = (path: string, options?: { token?: string; headers?: Record<string, string> }) =>
    app.call('GET', `/api/cms/${path}/`, options);

  beforeEach(async () => {
    app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    const at = (days: number) => new Date(app.clock.now() + days * day);
    await pack.write('success/2025.yaml', year);
    await pack.write('campaigns/autumn.yaml', campaign(at(1), at(8)));
    expect(await run()).toMatchObject({ stories: 1, campaigns: 2 });
  });

  it('tells everybody of a year, with the courses that are on sale', async () => {
    const answer = await get('success/2025');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=600');
    const etag = answer.headers.get('ETag') ?? '';
    expect((await get('success/2025', { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect(await bodyOf<SuccessYear>(answer)).toMatchObject({
      year: 2025,
      years: [2025, 2024, 2022],
      is_archive: false,
      rule: '数え方',
      totals: [{ name: '見本高校', count: 12, note: '延べ人数ではありません' }],
      stories: [
        {
          id: 's-1',
          is_sample: true,
          passed: [{ name: '見本高校', faculty: '普通科', region: '関東' }],
          before: 48,
          after: 57.5,
          courses: [{ name: '講座 b' }, { name: '講座 a' }],
          body: '一行目\n二行目',
        },
      ],
    });
    await app.db.update(courses).set({ withdrawn: new Date() }).where(eq(courses.key, 'b'));
    const later = await bodyOf<SuccessYear>(get('success/2025'));
    expect(later.courses.map(({ name }) => name)).toEqual(['講座 a']);
    expect(later.stories[0]?.courses.map(({ name }) => name)).toEqual(['講座 a']);
  });

  it('has the years of the specification before anything is told, and no others', async () => {
    expect(await bodyOf(get('success/2022'))).toMatchObject({
      year: 2022,
      rule: '',
      totals: [],
      stories: [],
    });
    for (const other of ['2023', '02025', 'x', '2025%00'])
      expect(await refusalOf(get(`success/${other}`))).toBe('404 not_found');
  });

  it('shows a campaign from its first day on, under each of its addresses', async () => {
    expect(await refusalOf(get('campaign/autumn'))).toBe('404 not_found');
    app.clock.advance(day);
    const answer = await get('campaign/autumn');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=600');
    const main = await bodyOf<Campaign>(answer);
    expect(main).toMatchObject({
      slug: 'autumn',
      canonical: null,
      title: '秋の学び直し',
      hero: { heading: ['はじめの正面'], note: '' },
      cta: { to: 'signup', label: '会員登録' },
      sections: [
        { kind: 'courses', courses: [{ name: '講座 b' }, { name: '講座 a' }] },
        { kind: 'stories', stories: [{ id: 's-1', is_sample: true }] },
        { kind: 'words', body: '無料です。' },
      ],
    });
    expect(await bodyOf<Campaign>(get('campaign/autumn-b'))).toEqual({
      ...main,
      slug: 'autumn-b',
      canonical: 'autumn',
      hero: { ...main.hero, heading: ['別の正面'] },
    });
    app.clock.advance(30 * day);
    expect(await bodyOf(get('campaign/autumn'))).toMatchObject({ ends_at: main.ends_at });
    expect(await refusalOf(get('campaign/winter'))).toBe('404 not_found');
  });

  it('leaves a part without courses out, and lists running campaigns for search engines, each once', async () => {
    const listed = async () => (await app.call('GET', '/sitemap.xml')).text();
    expect(await listed()).not.toContain('/campaign/');
    app.clock.advance(day);
    await app.db.update(courses).set({ withdrawn: new Date() });
    const { sections } = await bodyOf<Campaign>(get('campaign/autumn'));
    expect(sections.map(({ kind }) => kind)).toEqual(['stories', 'words']);
    expect((await listed()).match(/\/campaign\/[^<]*/g)).toEqual(['/campaign/autumn']);
    app.clock.advance(8 * day);
    expect(await listed()).not.toContain('/campaign/');
  });

  it('answers members for themselves, and an expired token not at all', async () => {
    app.clock.advance(day);
    const { token } = await app.signIn();
    for (const path of ['success/2025', 'campaign/autumn'])
      expect((await get(path, { token })).headers.get('Cache-Control')).toBe('no-store');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    for (const path of ['success/2025', 'campaign/autumn'])
      expect(await refusalOf(get(path, { token }))).toBe('401 unauthorized');
  });

  it('loses what its files no longer have', async () => {
    app.clock.advance(day);
    await rm(join(pack.root, 'success'), { recursive: true });
    await rm(join(pack.root, 'campaigns'), { recursive: true });
    expect(await run()).toMatchObject({ stories: 0, campaigns: 0 });
    expect(await bodyOf(get('success/2025'))).toMatchObject({ rule: '', stories: [] });
    expect(await refusalOf(get('campaign/autumn-b'))).toBe('404 not_found');
  });
});

it('the demo invents no numbers, and every story of it says that it is a sample', async () => {
  const { success, campaigns } = await readPack(demoFolder);
  expect(success.map(({ year: one, is_archive }) => [one, is_archive])).toEqual([
    [2022, true],
    [2024, false],
    [2025, false],
  ]);
  expect(success.flatMap(({ totals }) => totals)).toEqual([]);
  expect(success.flatMap(({ stories }) => stories).filter(({ is_sample }) => !is_sample)).toEqual([]);
  expect(campaigns.map(({ id, canonical }) => [id, canonical])).toEqual([
    ['exam-parent', null],
    ['exam-student', null],
    ['exam-student-ver1', 'exam-student'],
    ['summer-2024', null],
  ]);
}, 120_000);
