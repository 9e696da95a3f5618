import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CmsPage } from '#contracts/cms.ts';
import { bodyOf } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { type TestPack, writeTestPack } from '../testing/pack.ts';
import { demoFolder } from './demo.ts';
import { importPack } from './importPack.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

const facts = [
  'name',
  'representative',
  'privacy_officer',
  'address',
  'phone',
  'phone_hours',
  'email',
  'court',
];
const operator = (fields: Record<string, string> = {}) =>
  facts.map((name) => `${name}: ${fields[name] ?? `見本の${name}`}\n`).join('');
const page = (since: string, body: string) =>
  `---\ntitle: 利用規約\neffective_at: ${since}T00:00:00+09:00\nchanges: 変更点\n---\n${body}`;
const faq = `- id: q-1
  category: course
  question: 動画が再生できません
  keywords: [止まる]
  answer: |
    画面を**再読み込み**してください。
`;
let pack: TestPack;

beforeEach(async () => {
  pack = await writeTestPack();
  await pack.write('operator.yaml', operator());
  await pack.write(
    'pages/eula/1.md',
    page('2026-01-01', '{{operator.name}}の規約\n\n## 第1条 目的\n\n本文\n'),
  );
});

async function problemsOf(): Promise<string[]> {
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  return refusal instanceof PackRefusedError ? refusal.list.lines() : [];
}

describe('pages of a pack', () => {
  it('carry the facts of the operator and name their headings', async () => {
    const { pages, isSample, operator: read } = await readPack(pack.root);
    expect(isSample).toBe(false);
    expect(read).toMatchObject({ name: '見本のname', is_sample: false });
    expect(pages).toEqual([
      expect.objectContaining({
        id: 'eula-1',
        version: 1,
        bodyHtml: '<p>見本のnameの規約</p>\n<h2>第1条 目的</h2>\n<p>本文</p>\n',
        headings: ['第1条 目的'],
      }),
    ]);
  });

  it('are refused with facts that are missing or not filled in, each where it stands', async () => {
    await pack.write('operator.yaml', operator({ phone: '要記入' }));
    await pack.write('pages/eula/2.md', page('2026-01-01', '一行目\n\n{{operator.fax}}\n'));
    await pack.write('pages/eula/two.md', 'x');
    await pack.write('pages/Bad Name/1.md', 'x');
    expect(await problemsOf()).toEqual([
      'operator.yaml:5: 「phone」: 「要記入」を実際の内容に書きかえてください。',
      expect.stringMatching(/^pages\/Bad Name:1: フォルダーの名前は/),
      'pages/eula/1.md:6: 「{{operator.name}}」に入れる内容が operator.yaml にありません。',
      'pages/eula/2.md:2: 施行日が第1版より後ではありません。',
      'pages/eula/2.md:8: 「{{operator.fax}}」に入れる内容が operator.yaml にありません。',
      expect.stringMatching(/^pages\/eula\/two\.md:1: ファイルの名前は/),
    ]);
  });
});

describe('an imported pack', () => {
  let app: TestApp;
  const run = () => importPack(app.deps, pack.root);
  const eula = (query = '') => bodyOf<CmsPage>(app.call('GET', `/api/cms/page/eula/${query}`));

  beforeEach(async () => {
    app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    await pack.write('faq.yaml', faq);
    const tomorrow = new Date(app.clock.now() + 86_400_000).toISOString().slice(0, 10);
    await pack.write('pages/eula/2.md', page(tomorrow, '新しい版\n'));
    expect(await run()).toMatchObject({ pages: 2, questions: 1, isSample: false });
  });

  it('answers frequent questions to everybody', async () => {
    const answer = await app.call('GET', '/api/cms/faq/');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=600');
    expect(await answer.json()).toEqual({
      results: [
        {
          id: 'q-1',
          category: 'course',
          question: '動画が再生できません',
          answer_html: '<p>画面を<strong>再読み込み</strong>してください。</p>\n',
          keywords: ['止まる'],
        },
      ],
    });
  });

  it('loses questions and announced versions with their files, never a version that has been in force', async () => {
    await rm(join(pack.root, 'pages'), { recursive: true });
    await rm(join(pack.root, 'faq.yaml'));
    await run();
    const { version, versions } = await eula();
    expect([version, versions.length]).toEqual([1, 1]);
    expect(await bodyOf(app.call('GET', '/api/cms/faq/'))).toEqual({ results: [] });
  });
});

describe('the demo', () => {
  it('has the four pages of the law, an earlier version of the terms, and says that its operator is a sample', async () => {
    const { pages, faq: questions, isSample } = await readPack(demoFolder);
    expect(isSample).toBe(true);
    expect(pages.map(({ id }) => id)).toEqual([
      'commerce-1',
      'eula-1',
      'eula-2',
      'konoshiki-eula-1',
      'privacy-1',
    ]);
    for (const { id, bodyHtml, headings } of pages) {
      expect([id, headings.length >= 10]).toEqual([id, true]);
      expect(bodyHtml).not.toMatch(/\{\{|要記入/);
      // Every page that names its operator names it as a sample.
      expect([id, bodyHtml.includes('見本')]).toEqual([id, true]);
    }
    expect(new Set(questions.map(({ category }) => category)).size).toBeGreaterThanOrEqual(5);
  }, 120_000);
});
