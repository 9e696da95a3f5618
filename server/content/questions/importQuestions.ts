import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { normalize } from 'node:path/posix';
import { parseArgs } from 'node:util';
import { OperatorError } from '../../cli/command.ts';
import { decodeText } from '../decodeText.ts';
import { slugPattern } from '../formats.ts';
import { findInPack } from '../packNames.ts';
import { readGift } from './gift.ts';
import type { ImportedFile } from './item.ts';
import { readMoodle } from './moodle.ts';
import { readQti } from './qti.ts';
import { Refused } from './refusal.ts';
import { freeSubject, type ReadSource, stemOf, writeQuestions } from './writeQuestions.ts';
import { readZip, zipLimit } from './zipFile.ts';

const formats = ['qti', 'moodle', 'gift'] as const;
type Format = (typeof formats)[number];
type Wishes = {
  format: Format;
  file: string;
  folder: string;
  subject: string;
  unit: string;
  isPartial: boolean;
};

function slug(value: string, name: string): string {
  if (!slugPattern.test(value))
    throw new OperatorError(`${name} は英小文字・数字・ハイフンで書いてください。`);
  return value;
}

async function readWishes(args: string[], cwd: string): Promise<Wishes> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      format: { type: 'string' },
      into: { type: 'string' },
      subject: { type: 'string' },
      unit: { type: 'string' },
      partial: { type: 'boolean' },
    },
  });
  const format = formats.find((one) => one === values.format);
  if (!format) throw new OperatorError('--format は qti、moodle、gift のどれかにしてください。');
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new OperatorError('取り込むファイルを1つ指定してください。');
  if (values.into === undefined)
    throw new OperatorError('--into に試験のフォルダー (exams/<id>) を指定してください。');
  const folder = resolve(cwd, values.into);
  if (basename(dirname(folder)) !== 'exams' || !slugPattern.test(basename(folder)))
    throw new OperatorError('--into は教材の exams/<id> (英小文字・数字・ハイフン) にしてください。');
  const subject =
    values.subject === undefined
      ? await freeSubject(folder, stemOf(file))
      : slug(values.subject, '--subject');
  if ((await freeSubject(folder, subject)) !== subject)
    throw new OperatorError(
      `subjects/${subject}.yaml はもうあります。--subject に別の名前を指定してください。`,
    );
  return {
    ...{ format, folder, subject, isPartial: values.partial === true },
    file: resolve(cwd, file),
    unit: slug(values.unit ?? 'imported', '--unit'),
  };
}

type Read = ImportedFile & { source: ReadSource };
const fromMap =
  (files: ReadonlyMap<string, Buffer>): ReadSource =>
  async (path) =>
    files.get(path) ?? null;

/** Files beside a single file of XML: only below its folder. */
function beside(file: string): ReadSource {
  const root = dirname(file);
  return async (path) => {
    const found = await findInPack(root, path);
    return 'source' in found ? readFile(found.source).catch(() => null) : null;
  };
}

const stimulusRef =
  /<(?:[\w-]+:)?(?:qti-assessment-stimulus-ref|assessmentStimulusRef|sharedStimulus)\b[^>]*?\shref\s*=\s*["']([^"']+)["']/g;

/** A single item of QTI with the passages that it names. They lie beside it, like its pictures. */
async function withStimuli(name: string, bytes: Buffer, source: ReadSource): Promise<Map<string, Buffer>> {
  const files = new Map([[name, bytes]]);
  for (const [, href = ''] of bytes.toString('utf8').matchAll(stimulusRef)) {
    const path = normalize(href);
    const found = await source(path);
    if (found) files.set(path, found);
  }
  return files;
}

function decoded(bytes: Buffer): string {
  const text = decodeText(bytes);
  if ('text' in text) return text.text;
  throw new Refused(text.problem, text.line);
}

async function readSource({ format, file }: Wishes): Promise<Read> {
  const size = await stat(file).then(
    (info) => (info.isFile() ? info.size : -1),
    () => -1,
  );
  if (size < 0) throw new OperatorError(`ファイル「${file}」がありません。`);
  if (size > zipLimit.bytes * 4)
    throw new Refused(`ファイルが大きすぎます (${(zipLimit.bytes * 4) / 1024 / 1024} MBまで)`);
  const bytes = await readFile(file);
  if (format === 'gift') return { ...readGift(decoded(bytes), basename(file)), source: async () => null };
  if (format === 'moodle') {
    const { files, ...read } = readMoodle(decoded(bytes), basename(file));
    return { ...read, source: fromMap(files) };
  }
  if (extname(file).toLowerCase() === '.zip' || bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const files = await readZip(bytes);
    return { ...readQti(files), source: fromMap(files) };
  }
  const source = beside(file);
  return { ...readQti(await withStimuli(basename(file), bytes, source)), source };
}

/**
 * `import-questions --format qti|moodle|gift <file> --into exams/<id>` (exams.md 2.3): writes questions of another system
 * as files of a pack, to be read, corrected and imported like any other. Answers the exit code: 1 when anything was
 * refused, unless `--partial`.
 */
export async function importQuestions(
  args: string[],
  cwd: string,
  print: (line: string) => void,
): Promise<number> {
  const wishes = await readWishes(args, cwd);
  const { folder, subject, unit } = wishes;
  let read: Read;
  try {
    read = await readSource(wishes);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    print(`${basename(wishes.file)}:${error.line ?? 1}: ${error.message}`);
    print('何も書いていません。');
    return 1;
  }
  const written = await writeQuestions(read, read.source, { folder, subject, unit });
  for (const { file, line, identifier, message } of read.refusals)
    print(`${file}:${line}: ${identifier}: ${message}`);
  for (const { file, line, identifier, warnings } of read.items)
    for (const warning of warnings) print(`注意: ${file}:${line}: ${identifier}: ${warning}`);
  if (written.questions === 0) print('取り込める問題がありませんでした。何も書いていません。');
  else {
    print(
      `${written.questions}問を ${written.files.length}件のファイルに書きました (取り込めなかった問題 ${read.refusals.length}問)。`,
    );
    for (const file of written.files) print(`  ${file}`);
    print(
      `exam.yaml の subjects に「${subject}」を、units.yaml に「${unit}」を書き足し、「要記入」を直してから validate で確かめてください。`,
    );
  }
  return read.refusals.length > 0 && !wishes.isPartial ? 1 : 0;
}
