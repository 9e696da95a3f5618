import { readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../cli/command.ts';
import { courses } from '../db/schema/catalog.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { type TestPack, writeTestPack } from '../testing/pack.ts';
import { askYes } from './askYes.ts';
import { contentCommands, wantsYes } from './commands.ts';

let app: TestApp;
let pack: TestPack;

beforeEach(async () => {
  app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
  pack = await writeTestPack();
});

/** What the operator sees, and the exit code, with the pack's parent as the present folder. */
async function run(name: string, ...args: string[]): Promise<{ lines: string[]; code: number }> {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const context = { deps: app.deps, args, cwd: dirname(pack.root), print };
  const code = await runCommand(contentCommands, name, context);
  return { lines, code };
}

describe('npm run content', () => {
  it('imports a folder named from where the operator stands, and lists it', async () => {
    const { lines, code } = await run('import', basename(pack.root));
    expect([code, lines[0]]).toEqual([0, '「小さな教材」(small) を取り込みました。']);
    expect((await run('list')).lines[0]).toMatch(/^small {2}小さな教材/);
  });

  it('shows every problem and imports nothing', async () => {
    await rm(join(pack.root, 'teachers.yaml'));
    for (const name of ['validate', 'import']) {
      const { lines, code } = await run(name, pack.root);
      expect(code).toBe(1);
      expect(lines).toEqual([
        'courses/a/course.yaml:7: 先生「t-1」は teachers.yaml にいません。',
        'courses/b/course.yaml:7: 先生「t-1」は teachers.yaml にいません。',
        'teachers.yaml:1: ファイルがありません。',
        '教材に3件の問題があります。何も取り込んでいません。',
      ]);
    }
    expect((await run('list')).lines).toEqual(['取り込んだ教材はありません。']);
  });

  it('wants a yes before anything goes away, names it, and tells what went', async () => {
    await run('import', pack.root);
    const stored = () => app.db.select().from(courses).orderBy(courses.key);
    const before = await stored();
    await rename(join(pack.root, 'courses/b'), join(pack.root, 'courses/c'));
    const text = await readFile(join(pack.root, 'courses/c/course.yaml'), 'utf8');
    await pack.write('courses/c/course.yaml', text.replace('id: b\n', 'id: c\n'));
    const refused = await run('import', pack.root);
    expect(refused.code).toBe(wantsYes);
    expect(refused.lines).toContain('  なくなるもの: 講座「講座 b」(b)、レッスン 1');
    expect(refused.lines.join('\n')).toContain('--delete');
    expect(await stored()).toEqual(before);
    const agreed = await run('import', pack.root, '--delete');
    expect([agreed.code, agreed.lines.includes('  削除した講座 1件')]).toEqual([0, true]);
    expect((await run('import', pack.root, '--delte')).code).toBe(2);
  });

  it('wants the same yes for a lesson and for a textbook of a course that stays', async () => {
    await run('import', pack.root);
    const file = join(pack.root, 'courses/a/course.yaml');
    const text = await readFile(file, 'utf8');
    const ways: [string, () => Promise<void>][] = [
      [
        'レッスン「まとめ」(講座 a の a-3)',
        async () => {
          await pack.write('courses/a/course.yaml', text.replace(', a-3', ''));
          await rm(join(pack.root, 'courses/a/lessons/a-3.md'));
        },
      ],
      [
        'テキスト「テキスト」(講座 b)',
        async () => {
          const other = await readFile(join(pack.root, 'courses/b/course.yaml'), 'utf8');
          await pack.write('courses/b/course.yaml', other.replace(/^textbook:.*\n/m, ''));
        },
      ],
    ];
    for (const [gone, change] of ways) {
      await change();
      const refused = await run('import', pack.root);
      expect(refused.code).toBe(wantsYes);
      expect(refused.lines).toContain(`  なくなるもの: ${gone}`);
      expect((await run('import', pack.root, '--delete')).code).toBe(0);
    }
  });

  it('finds the folder by either form of its name', async () => {
    const composed = join(dirname(pack.root), `教材が${basename(pack.root)}`);
    await rename(pack.root, composed.normalize('NFD'));
    expect(await run('validate', composed)).toMatchObject({ code: 0 });
  });

  it('says that a good pack is good, without storing it', async () => {
    const { lines, code } = await run('validate', pack.root);
    expect([code, lines]).toEqual([0, ['問題はありません。「小さな教材」講座 2、レッスン 4']]);
    expect((await run('list')).lines).toEqual(['取り込んだ教材はありません。']);
  });

  it('asks for a folder when none is given', async () => {
    for (const name of ['import', 'validate']) {
      const { lines, code } = await run(name);
      expect([code, lines[0]]).toEqual([2, '教材のフォルダーを1つ指定してください。']);
    }
  });
});

describe('the question at the terminal', () => {
  it.each([
    ['はい\n', true],
    ['yes\n', true],
    ['Ｙ\n', true],
    ['いいえ\n', false],
    ['\n', false],
    ['', false],
  ])('takes %j as %s', async (typed, isYes) => {
    const input = Readable.from(typed === '' ? [] : [typed]);
    expect(await askYes('よいですか。', input, new PassThrough())).toBe(isYes);
  });
});
