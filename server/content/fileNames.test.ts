import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { courses, lessons } from '../db/schema/catalog.ts';
import { createTestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { lessonText, pdfOf, type TestPack, webpOf, writeTestPack } from '../testing/pack.ts';
import { importPack } from './importPack.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

let pack: TestPack;

beforeEach(async () => {
  pack = await writeTestPack();
});

async function problems(): Promise<string[]> {
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  return refusal instanceof PackRefusedError ? refusal.list.lines() : [];
}
async function edit(file: string, change: (text: string) => string): Promise<void> {
  await pack.write(file, change(await readFile(join(pack.root, file), 'utf8')));
}
const board = (name: string) => lessonText('x', `boards:\n  - { file: "${name}", start_sec: 0, alt: a }\n`);

describe('names in either form', () => {
  const forms = [
    ['NFD', 'NFC'],
    ['NFC', 'NFD'],
  ] as const;

  it.each(forms)('a file lies in %s, the text names it in %s', async (disk, text) => {
    const spell = (name: string, form: 'NFC' | 'NFD') => name.normalize(form);
    await pack.write(`courses/a/${spell('板書ガ/図が.webp', disk)}`, webpOf('が'));
    await pack.write('courses/a/lessons/a-2.md', board(spell('板書ガ/図が.webp', text)));
    await pack.write(`courses/a/${spell('教科書ぱ.pdf', disk)}`, pdfOf(4));
    await edit('courses/a/course.yaml', (all) => all.replace('textbook.pdf', spell('教科書ぱ.pdf', text)));
    await pack.write(`teachers/${spell('高橋ゼミ.webp', disk)}`, webpOf('先生'));
    await edit('teachers.yaml', (all) => `${all}  photo: ${spell('teachers/高橋ゼミ.webp', text)}\n`);
    expect(await problems()).toEqual([]);
    const read = await readPack(pack.root);
    expect(read.teachers[0]?.photo?.target).toMatch(/高橋ゼミ\.[0-9a-f]{12}\.webp$/u);
  });

  it('two names that differ in form only are told, and two that differ in case', async () => {
    await pack.write('courses/a/図が.webp'.normalize('NFC'), webpOf('1'));
    await pack.write('courses/a/図が.webp'.normalize('NFD'), webpOf('2'));
    await pack.write('courses/a/lessons/a-2.md', board('図が.webp'));
    await pack.write('courses/a/Map.webp', webpOf('1'));
    await pack.write('courses/a/map.webp', webpOf('2'));
    await pack.write('courses/a/lessons/a-3.md', board('map.webp'));
    expect(await problems()).toEqual([
      expect.stringMatching(/^courses\/a\/lessons\/a-2\.md:5: 「図が\.webp」という名前が2つあります。/),
      expect.stringMatching(
        /^courses\/a\/lessons\/a-3\.md:5: 「(Map|map)\.webp」と「(Map|map)\.webp」は大文字と小文字だけ/,
      ),
    ]);
  });

  it('two lessons whose files differ in case only are told where they lie', async () => {
    await pack.write('courses/a/lessons/A-3.md', lessonText('x'));
    expect(await problems()).toContainEqual(
      expect.stringMatching(
        /^courses\/a\/lessons\/[Aa]-3\.md:1: 「[Aa]-3\.md」と「[Aa]-3\.md」は大文字と小文字だけ/,
      ),
    );
  });

  it('a name in other case says how the file is called', async () => {
    await pack.write('courses/a/lessons/a-2.md', board('boards/A-1-1.WEBP'));
    expect(await problems()).toEqual([
      'courses/a/lessons/a-2.md:5: ファイル「boards/A-1-1.WEBP」がありません。「a-1-1.webp」は大文字と小文字が違います。',
    ]);
  });
});

describe('long names', () => {
  /** As long as a disk takes (255 bytes) and a pack may write (200 signs). */
  const longest = (letter: string, ending: string) => {
    const times = Math.min(250 / Buffer.byteLength(letter), 190 / letter.length);
    return letter.repeat(Math.floor(times)) + ending;
  };

  it('what validates can be imported, whatever a file is called', async () => {
    const names = ['板', '👩‍🏫', 'が'.normalize('NFD'), 'x', '#', '%', '?', ' ', '.'].map((letter) =>
      longest(letter, '.webp'),
    );
    // So that the cut falls into a letter of several signs.
    names.push(`xxxx${longest('👩‍🏫', '.webp')}`);
    const list = names.map(
      (name, i) => `  - { file: ${JSON.stringify(`b/${name}`)}, start_sec: ${i}, alt: a }\n`,
    );
    for (const name of names) await pack.write(`courses/a/b/${name}`, webpOf(name));
    await pack.write('courses/a/lessons/a-2.md', lessonText('x', `boards:\n${list.join('')}`));
    const app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    expect(await problems()).toEqual([]);
    await importPack(app.deps, pack.root);
    const copies = await readdir(join(app.deps.config.mediaDir, 'small/a'));
    for (const name of copies) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
      // Cut between letters: no half of one.
      expect(name).not.toMatch(/[\uFFFD]|\u200D\./);
    }
    expect(copies.filter((name) => name.endsWith('.webp'))).toHaveLength(names.length + 2);
  });

  it.each([
    ['a name no disk takes', `${'あ'.repeat(190)}.webp`],
    ['a sign no name has', 'a\\0b.webp'],
    ['a file below a file', 'textbook.pdf/x.webp'],
  ])('%s is told as missing', async (_name, path) => {
    await pack.write('courses/a/lessons/a-2.md', board(path));
    expect(await problems()).toEqual([
      expect.stringMatching(
        /^courses\/a\/lessons\/a-2\.md:5: (?:ファイル「.*」がありません。|「.*」に画面に出ない)/u,
      ),
    ]);
  });
});

describe('folders that list', () => {
  it('a course behind a link in the pack stays what it is', async () => {
    const app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    await importPack(app.deps, pack.root);
    const before = await app.db.select().from(lessons).orderBy(lessons.key);
    await mkdir(join(pack.root, 'store'));
    await rename(join(pack.root, 'courses/b'), join(pack.root, 'store/b'));
    await symlink('../store/b', join(pack.root, 'courses/b'));
    await rename(join(pack.root, 'courses/a/lessons/a-2.md'), join(pack.root, 'store/a-2.md'));
    await symlink('../../../store/a-2.md', join(pack.root, 'courses/a/lessons/a-2.md'));
    expect(await importPack(app.deps, pack.root)).toMatchObject({ deletedCourses: 0, deletedLessons: 0 });
    expect(await app.db.select().from(lessons).orderBy(lessons.key)).toEqual(before);
    expect(await app.db.select().from(courses).where(eq(courses.key, 'b'))).toHaveLength(1);
  });

  it('a link out of the pack is told, and one that leads nowhere', async () => {
    const outside = await writeTestPack();
    await rm(join(pack.root, 'courses/b'), { recursive: true });
    await symlink(join(outside.root, 'courses/b'), join(pack.root, 'courses/b'));
    await symlink(join(pack.root, 'nowhere'), join(pack.root, 'courses/c'));
    await symlink(join(outside.root, 'notices.yaml'), join(pack.root, 'faq.yaml'));
    expect(await problems()).toEqual([
      'courses/b:1: 教材のフォルダーの外を指すリンクは使えません。中身を教材のフォルダーの中に置いてください。',
      'courses/c:1: リンクの先がありません。',
      'faq.yaml:1: ファイルがありません。',
    ]);
  });

  it.each([
    ['courses/c.zip', '講座のフォルダーではありません'],
    ['courses/a/lessons/a-4.markdown', 'レッスンのファイル (.md) ではありません'],
    ['courses/a/lessons/more/a-4.md', 'レッスンのファイル (.md) ではありません'],
    ['teachers/t-9.webp', 'この写真を使う先生がいません'],
    ['teachers/t-1.png', 'この写真を使う先生がいません'],
    ['pages/eula.md', 'フォルダーの名前は'],
    ['success/2025.yml', 'ファイルの名前は 2025.yaml'],
    ['campaigns/Autumn.yaml', 'ファイルの名前は英小文字'],
    ['faq.yml', '「faq.yaml」ではないので読まれません'],
    ['Notices.yaml', '「notices.yaml」ではないので読まれません'],
    ['entry_exam.yaml', '「entry-exam.yaml」ではないので読まれません'],
  ])('%s is not passed over', async (file, problem) => {
    await pack.write(file, 'x');
    const told = (await problems()).filter((line) => line.includes(problem));
    expect(told).toHaveLength(1);
    const named = file
      .split('/')
      .slice(0, file.includes('/more/') ? -1 : undefined)
      .join('/');
    expect(told[0]).toMatch(new RegExp(`^${named}:1: `));
  });

  it('what systems and editors leave behind is', async () => {
    for (const folder of ['courses', 'courses/a/lessons', 'pages', 'success', 'campaigns', 'teachers'])
      for (const name of ['.DS_Store', 'Thumbs.db', 'desktop.ini', '._x', '~$x.md', 'a.md~'])
        await pack.write(`${folder}/${name}`, 'x');
    expect(await problems()).toEqual([]);
  });
});
