import { parse, relative, resolve } from 'node:path';
import { desc } from 'drizzle-orm';
import { type Command, type CommandContext, OperatorError } from '../cli/command.ts';
import { packs } from '../db/schema/catalog.ts';
import type { ImportSummary } from './importPack.ts';
import type { PackRefusedError } from './problems.ts';

/** Exit codes of an import that needs a yes: before it takes something away, and before it marks answers again. */
export const wantsYes = 3;
export const wantsRegrade = 4;

/**
 * The folder that an operator named, relative to where they typed the command, in either form of its name (NFC, NFD).
 * Also whether the import may delete what the pack no longer has, and mark answers again.
 */
async function readArgs(
  { args, cwd }: Pick<CommandContext, 'args' | 'cwd'>,
  options: { import?: true } = {},
) {
  const wishes = args.filter((arg) => arg.startsWith('--'));
  const known = options.import ? ['--delete', '--regrade'] : [];
  const unknown = wishes.find((wish) => !known.includes(wish));
  if (unknown !== undefined) throw new OperatorError(`「${unknown}」という指定は使えません。`);
  const [folder, ...rest] = args.filter((arg) => !arg.startsWith('--'));
  if (folder === undefined || rest.length > 0)
    throw new OperatorError('教材のフォルダーを1つ指定してください。');
  const { findInPack } = await import('./packNames.ts');
  const path = resolve(cwd, folder);
  const { root: disk } = parse(path);
  const found = await findInPack(disk, relative(disk, path));
  return {
    root: 'source' in found ? found.source : path,
    mayDelete: wishes.includes('--delete'),
    mayRegrade: wishes.includes('--regrade'),
  };
}

type Print = CommandContext['print'];

async function tellRefusal(error: unknown, print: Print): Promise<number> {
  const [{ PackRefusedError }, { VanishingError }, { RegradeWantedError }] = await Promise.all([
    import('./problems.ts'),
    import('./vanishing.ts'),
    import('./exam/writeKeys.ts'),
  ]);
  if (error instanceof RegradeWantedError) {
    print(error.message);
    for (const line of error.lines) print(`  ${line}`);
    print('正解を変えて採点しなおしてよいときは、--regrade を付けてもう一度実行してください。');
    return wantsRegrade;
  }
  if (error instanceof VanishingError) {
    print(error.message);
    for (const line of error.lines) print(`  なくなるもの: ${line}`);
    print('購入した人や学習の記録があるものは、記録だけが残ります。ほかは消えます。');
    print('フォルダーの移し忘れや、id の書きかえではありませんか (id を変えると別のものになります)。');
    print('本当になくしてよいときは、--delete を付けてもう一度実行してください。');
    return wantsYes;
  }
  if (!(error instanceof PackRefusedError)) throw error;
  showProblems(error, print);
  return 1;
}

function showProblems({ list, message }: PackRefusedError, print: Print): void {
  for (const line of list.lines()) print(line);
  print(message);
}

function showSummary(summary: ImportSummary, print: Print): void {
  print(`「${summary.name}」(${summary.pack}) を取り込みました。`);
  print(`  講座 ${summary.courses}、レッスン ${summary.lessons} (うち動画 ${summary.videos})`);
  print(`  ファイル ${summary.files}件 (新しく写したもの ${summary.copied}件)`);
  if (summary.pages > 0) print(`  規約などのページ ${summary.pages}版、よくある質問 ${summary.questions}件`);
  if (summary.stories + summary.campaigns > 0)
    print(`  体験記 ${summary.stories}件、キャンペーンのページ ${summary.campaigns}件`);
  if (summary.bundles + summary.plans + summary.coupons > 0)
    print(`  講座のセット ${summary.bundles}件、定期購入 ${summary.plans}件、クーポン ${summary.coupons}件`);
  if (summary.examQuestions > 0) print(`  実力診断テスト ${summary.examQuestions}問`);
  if (summary.exams > 0)
    print(`  試験 ${summary.exams}、問題 ${summary.mockQuestions}問、ボーダー ${summary.borders}件`);
  if (summary.corrected.length > 0)
    print(
      `  正解の変更: ${summary.corrected.join('、')} (再採点を始めます。進み具合は npm run exam -- regrades で分かります)`,
    );
  if (summary.isSample)
    print('  事業者の情報は見本です。公開する前に operator.yaml を実際の内容に書きかえてください。');
  if (summary.withdrawnLessons > 0)
    print(`  公開を終えたレッスン ${summary.withdrawnLessons}件 (学習の記録は残ります)`);
  if (summary.deletedLessons > 0) print(`  削除したレッスン ${summary.deletedLessons}件`);
  if (summary.withdrawnCourses > 0)
    print(`  公開を終えた講座 ${summary.withdrawnCourses}件 (購入した人は見られます)`);
  if (summary.deletedCourses > 0) print(`  削除した講座 ${summary.deletedCourses}件`);
  if (summary.withdrawnExams > 0)
    print(`  公開を終えた試験 ${summary.withdrawnExams}件 (申し込んだ人は見られます)`);
  if (summary.deletedExams > 0) print(`  削除した試験 ${summary.deletedExams}件`);
  for (const line of summary.warnings) print(`  注意: ${line}`);
}

/** `npm run content -- import <folder>`: runs in the server when one is running. The heavy readers load only here. */
const importCommand: Command = {
  name: 'import',
  usage: [
    'import <フォルダー>     教材を調べて取り込む(問題が1つでもあれば何も変えない)',
    'import <フォルダー> --regrade   受験が始まった試験の正解を変え、採点しなおしてよいとき',
    'import <フォルダー> --delete   教材にない講座・レッスン・テキスト・試験をなくしてよいとき',
  ],
  async run(context) {
    const { importPack } = await import('./importPack.ts');
    const { root, ...yes } = await readArgs(context, { import: true });
    try {
      showSummary(await importPack(context.deps, root, yes), context.print);
      return 0;
    } catch (error) {
      return tellRefusal(error, context.print);
    }
  },
};

const listCommand: Command = {
  name: 'list',
  usage: ['list                    取り込んだ教材の一覧'],
  async run({ deps, print }) {
    const rows = await deps.db.select().from(packs).orderBy(desc(packs.imported));
    if (rows.length === 0) print('取り込んだ教材はありません。');
    for (const row of rows) print(`${row.key}  ${row.name}  (${row.imported.toISOString()})`);
    return 0;
  },
};

/** Reads a pack and shows what is wrong with it; needs no database and changes nothing. Answers the exit code. */
export async function validatePack(args: string[], cwd: string, print: Print): Promise<number> {
  const { readPack } = await import('./readPack.ts');
  const { lessonsOf } = await import('./packTypes.ts');
  const { linesOf } = await import('./problems.ts');
  try {
    const pack = await readPack((await readArgs({ args, cwd })).root);
    for (const line of linesOf(pack.warnings)) print(`注意: ${line}`);
    const { exams } = pack.examPart;
    print(
      `問題はありません。「${pack.name}」講座 ${pack.courses.length}、レッスン ${lessonsOf(pack).length}${exams.length > 0 ? `、試験 ${exams.length}` : ''}`,
    );
    return 0;
  } catch (error) {
    if (error instanceof OperatorError) {
      print(error.message);
      return 2;
    }
    return tellRefusal(error, print);
  }
}

const validateCommand: Command = {
  name: 'validate',
  usage: ['validate <フォルダー>   教材を調べるだけで、何も変えない'],
  run: ({ args, cwd, print }) => validatePack(args, cwd, print),
};

const importQuestionsCommand: Command = {
  name: 'import-questions',
  usage: [
    'import-questions --format qti|moodle|gift <ファイル> --into exams/<id>   ほかの形式の問題を教材のファイルに書く',
    '  [--subject <id>] [--unit <id>] [--partial]   科目と単元の名前、取り込めない問題があっても成功とする',
  ],
  async run({ args, cwd, print }) {
    const { importQuestions } = await import('./questions/importQuestions.ts');
    return importQuestions(args, cwd, print);
  },
};

const previewExamCommand: Command = {
  name: 'preview-exam',
  usage: ['preview-exam <フォルダー> <試験のid>   試験を受ける人の見え方を、正解の切りかえ付きのHTMLに書く'],
  async run({ args, cwd, print }) {
    const [folder, id, ...more] = args;
    if (folder === undefined || id === undefined || more.length > 0)
      throw new OperatorError('教材のフォルダーと試験のidを指定してください。');
    const { root } = await readArgs({ args: [folder], cwd });
    const [{ readPack }, { previewExam }, { writeFile }] = await Promise.all([
      import('./readPack.ts'),
      import('./exam/preview.ts'),
      import('node:fs/promises'),
    ]);
    try {
      const exam = (await readPack(root)).examPart.exams.find((one) => one.id === id);
      if (!exam) throw new OperatorError(`試験「${id}」はこの教材にありません。`);
      const file = resolve(cwd, `preview-${id}.html`);
      await writeFile(file, await previewExam(exam));
      print(`${file} に書きました。ブラウザーで開いてください。`);
      return 0;
    } catch (error) {
      return tellRefusal(error, print);
    }
  },
};

/** Commands of `npm run content`. */
export const contentCommands: Command[] = [
  importCommand,
  validateCommand,
  listCommand,
  importQuestionsCommand,
  previewExamCommand,
];
