import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { AnswerKey } from '#contracts/examKey.ts';
import { score } from '#contracts/examScore.ts';
import { decodeText } from '../content/decodeText.ts';
import type { SubjectContent } from '../content/exam/examTypes.ts';
import { readGift } from '../content/questions/gift.ts';
import { importQuestions } from '../content/questions/importQuestions.ts';
import type { ImportedItem } from '../content/questions/item.ts';
import { readMoodle } from '../content/questions/moodle.ts';
import { svgOf, writeExamPack } from './examPack.ts';
import { asPack } from './importedExam.ts';
import { type Ask, trialsOf } from './sampleAsk.ts';
import { asksOfGift, asksOfMoodle } from './sampleMoodle.ts';
import { askOfQti } from './sampleQti.ts';

type Format = 'qti' | 'moodle' | 'gift';

/** A problem that the check of the pack leaves to authors. */
const toMend = /ふりがなは答えになる/;

async function formatOf(file: string): Promise<Format | null> {
  if (/\.gift(?:\.txt)?$|[\\/]gift[\\/]examples\.txt$/.test(file)) return 'gift';
  if (extname(file) !== '.xml') return null;
  const text = await readFile(file, 'utf8');
  if (/<quiz[\s>]/.test(text)) return 'moodle';
  return /<(?:qti-assessment-item|assessmentItem)[\s>]/.test(text) ? 'qti' : null;
}

export type Sample = { file: string; format: Format };

/** Every sample in a folder. */
export async function samplesIn(root: string): Promise<Sample[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const known = await Promise.all(files.sort().map(async (file) => ({ file, format: await formatOf(file) })));
  return known.flatMap(({ file, format }) => (format ? [{ file, format }] : []));
}

/** What the imported questions ask, in the order of the subject; `null`: not marked automatically, or not compared. */
async function asksOf({ file, format }: Sample, told: string): Promise<(Ask | null)[]> {
  if (format === 'qti') return [askOfQti(await readFile(file, 'utf8'))];
  const decoded = decodeText(await readFile(file));
  if (!('text' in decoded)) return [];
  const read = (format === 'moodle' ? readMoodle : readGift)(decoded.text, basename(file));
  const asks = (format === 'moodle' ? asksOfMoodle : asksOfGift)(decoded.text);
  const isWritten = ({ line, identifier, wanted }: ImportedItem) =>
    !wanted.some((one) => told.includes(`:${one.line}: ${identifier}: ファイルが見つかりません`)) || line < 0;
  const bySection = Map.groupBy(read.items.filter(isWritten), ({ section }) => section);
  return [...bySection.values()].flat().map(({ line }) => asks.get(line) ?? null);
}

/** Replaces the samples' pictures, whose kinds packs do not accept; an author would draw them anew. */
async function drawAnew(root: string): Promise<void> {
  const exam = join(root, 'exams/other');
  const found = await readdir(exam, { recursive: true, withFileTypes: true });
  if (!found.some(({ parentPath }) => basename(parentPath) === 'figures')) return;
  for (const { parentPath, name } of found.filter((entry) => /\.(?:yaml|md)$/.test(entry.name))) {
    const text = await readFile(join(parentPath, name), 'utf8');
    await writeFile(join(parentPath, name), text.replaceAll(/figures\/[^\s,"}]+/g, 'figures/anew.svg'));
  }
  await rm(join(exam, 'figures'), { recursive: true });
  await mkdir(join(exam, 'figures'));
  await writeFile(join(exam, 'figures/anew.svg'), svgOf());
}

/** The answers that a question's own key gives. */
function ownAnswers(groups: AnswerKey['groups']): Record<string, string> {
  const said = groups.flatMap(({ keys }) =>
    Object.entries(keys).map(([slot, [first = '']]) => [slot, first]),
  );
  return Object.fromEntries(said);
}

/**
 * How the points of a question differ from those of its sample, in words. `isHarder`: ours may give less for a part.
 */
function compare(key: AnswerKey, question: string, ask: Ask | null, isHarder: boolean): string[] {
  const groups = key.groups.filter((group) => group.question === question);
  if (groups.some(({ rule }) => rule === 'self')) return [];
  const part = { ...key, groups };
  const { full } = score(part, {});
  const own = score(part, ownAnswers(groups)).total;
  const wrong = own === full ? [] : [`${question}: its key gives ${own} of ${full}`];
  if (score(part, {}).total !== 0) wrong.push(`${question}: nothing gives points`);
  const slots = groups.flatMap((group) => group.slots.map(({ id }) => id));
  const trials = (ask ? trialsOf(ask) : []).map((trial) => {
    const values = trial.answers.map((value, i) => [slots[i] ?? `${question}?`, value]);
    return { ...trial, total: score(part, Object.fromEntries(values)).total };
  });
  if (ask && !trials.some(({ share, total }) => share === 1 && total === full))
    wrong.push(`${question}: what is right in its sample does not give ${full}`);
  for (const { answers, share, total } of trials) {
    const given = Math.floor(share * full + 1e-6);
    if (isHarder ? total > given : total !== given)
      wrong.push(`${question}: 「${answers.join(' / ')}」 gives ${total}, not ${given} of ${full}`);
  }
  return wrong;
}

/**
 * `verdicts`: for each question, why it was refused, or that it was imported. `compared`: how many say what an answer
 * gives.
 */
export type Seen = { verdicts: string[]; wrong: string[]; compared: number };

/** Imports a sample into a separate pack, then reads and marks it. */
export async function trySample(sample: Sample): Promise<Seen> {
  const { root } = await writeExamPack();
  const told: string[] = [];
  const args = ['--format', sample.format, sample.file, '--into', 'exams/other', '--subject', 'new'];
  await importQuestions(args, root, (line) => told.push(line));
  const refused = told
    .filter((line) => !line.startsWith('注意') && /:\d+: /.test(line))
    .map(
      (line) =>
        /(?:HTMLの|適応型|この|マイナス|配点|正解が|数式|ファイルが|外部|GIFTと|UTF-8).*/.exec(line)?.[0] ??
        line,
    );
  const count = Number(/^(\d+)問を/m.exec(told.join('\n'))?.[1] ?? 0);
  const seen: Seen = { verdicts: [...refused, ...Array(count).fill('imported')], wrong: [], compared: 0 };
  if (count === 0) return seen;
  await drawAnew(root);
  let subject: SubjectContent;
  try {
    subject = await asPack({ root, code: 0, lines: told, subject: null });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (!toMend.test(text)) return { ...seen, wrong: [`pack: ${text}`] };
    return { ...seen, verdicts: [...refused, 'imported, to be mended by its author'] };
  }
  const questions = subject.paper.sections.flatMap((section) => section.questions.map(({ id }) => id));
  const asks = await asksOf(sample, told.join('\n'));
  const isHarder = told.some((line) => line.includes('元の採点では'));
  for (const [at, question] of questions.entries()) {
    const ask = asks[at] ?? null;
    if (ask) seen.compared += 1;
    seen.wrong.push(...compare(subject.key, question, ask, isHarder));
  }
  return seen;
}
