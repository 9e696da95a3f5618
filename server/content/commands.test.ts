import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../cli/command.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { type TestPack, writeTestPack } from '../testing/pack.ts';
import { contentCommands } from './commands.ts';

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

  it('tells what went away', async () => {
    await run('import', pack.root);
    await rm(join(pack.root, 'courses/b'), { recursive: true });
    expect((await run('import', pack.root)).lines).toContain('  削除した講座 1件');
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
