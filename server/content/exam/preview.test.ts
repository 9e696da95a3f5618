import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OperatorError } from '../../cli/command.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { emptyFolder } from '../../testing/emptyFolder.ts';
import { writeExamPack } from '../../testing/examPack.ts';
import { contentCommands } from '../commands.ts';

async function preview(...args: string[]) {
  const { root } = await writeExamPack();
  const { deps } = await createTestApp();
  const cwd = await emptyFolder();
  const lines: string[] = [];
  const command = contentCommands.find(({ name }) => name === 'preview-exam');
  const code = await command?.run({ deps, args: [root, ...args], cwd, print: (line) => lines.push(line) });
  const page = await readFile(join(cwd, `preview-${args[0]}.html`), 'utf8').catch(() => null);
  return { code, lines, page };
}

it('an exam is written as takers see it, its keys behind a switch', async () => {
  const { code, lines, page } = await preview('mock');
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/preview-mock\.html に書きました/);
  expect(page).toContain('<label><input type="checkbox" id="keys"> 正解と解説を表示</label>');
  expect(page).toContain('body:has(#keys:checked) .key{display:block}');
  // Outside of what the switch shows, the page has nothing of the keys.
  const shown = page?.replaceAll(/<div class="key">[\s\S]*?<\/div>/g, '') ?? '';
  expect(page).toContain('春と秋。');
  expect(shown).not.toContain('春と秋。');
  expect(shown).toContain('<li value="2">');
  expect(shown).toContain('src="data:image/svg+xml;base64,');
  expect(shown).toContain('writing-mode:vertical-rl');
  expect(page).toMatch(/<audio controls preload="none" src="file:\/\/\/[^"]+t1\.m4a">/);
  expect(page).not.toContain('<script');
});

it('an exam that the pack does not have is told', async () => {
  await expect(preview('other')).rejects.toThrow(OperatorError);
});
