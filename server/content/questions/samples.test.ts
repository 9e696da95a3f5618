import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnswerKey } from '#contracts/examKey.ts';
import { score } from '#contracts/examScore.ts';
import { writeExamPack } from '../../testing/examPack.ts';
import { asPack } from '../../testing/importedExam.ts';
import { importQuestions } from './importQuestions.ts';
import { refusals } from './refusal.ts';

/**
 * Published samples of other systems (exams.md 2.3), which are not ours to keep: SAMPLES=<folder> with 1EdTech's qti-examples,
 * Moodle's XML and GIFT files anywhere below it. What is imported gives its own key all points and nothing none; what is not
 * is refused in the words of exams.md.
 */
const folder = process.env.SAMPLES;

type Format = 'qti' | 'moodle' | 'gift';

/** The words a refusal may have, before what they name. */
const words = [
  refusals.adaptive,
  refusals.negative,
  refusals.fraction,
  refusals.noKey,
  refusals.math,
  ...[refusals.scoring, refusals.type, refusals.missing, refusals.outside].map((of) => of('')),
  'HTMLの ',
];

/** What the check of the pack has authors mend: pictures of another kind, a reading that gives the answer away. */
const toMend = /SVG、WebP、AVIFのどれか|ふりがなは答えになる/;

async function formatOf(file: string): Promise<Format | null> {
  if (extname(file) === '.gift') return 'gift';
  if (extname(file) !== '.xml') return null;
  const text = await readFile(file, 'utf8');
  if (/<quiz[\s>]/.test(text)) return 'moodle';
  return /<(?:qti-assessment-item|assessmentItem)[\s>]/.test(text) ? 'qti' : null;
}

async function samples(root: string): Promise<{ file: string; format: Format }[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const known = await Promise.all(files.sort().map(async (file) => ({ file, format: await formatOf(file) })));
  return known.flatMap(({ file, format }) => (format ? [{ file, format }] : []));
}

/** What the key of a subject itself answers. */
function answersOf(key: AnswerKey): Record<string, string> {
  return Object.assign(
    {},
    ...key.groups.map(({ keys }) =>
      Object.fromEntries(Object.entries(keys).map(([slot, [first = '']]) => [slot, first])),
    ),
  );
}

/** Imports a sample into a pack of its own, and reads and marks that. @returns what is wrong, and what was told. */
async function tryOne({ file, format }: { file: string; format: Format }) {
  const { root } = await writeExamPack();
  const told: string[] = [];
  const args = ['--format', format, file, '--into', 'exams/other', '--subject', 'new'];
  await importQuestions(args, root, (line) => told.push(line));
  const refused = told
    .filter((line) => !line.startsWith('注意') && /:\d+: /.test(line))
    .map((line) =>
      line.replace(
        /^.*?:\d+: (?:.*?: )?(?=[^ ]*(?:HTMLの|適応|この|マイナス|配点|正解が|数式|ファイルが|外部))/,
        '',
      ),
    );
  const wrong = refused.filter((line) => !words.some((word) => line.startsWith(word)));
  const count = Number(/^(\d+)問を/m.exec(told.join('\n'))?.[1] ?? 0);
  if (count === 0) return { count, refused, wrong };
  try {
    const subject = await asPack({ root, code: 0, lines: told, subject: null });
    const isMarkedHere = subject.key.groups.every(({ rule }) => rule !== 'self');
    const own = score(subject.key, answersOf(subject.key)).total;
    if (isMarkedHere && own !== subject.paper.points)
      wrong.push(`its key gives ${own} of ${subject.paper.points}`);
    if (score(subject.key, {}).total !== 0) wrong.push('nothing gives points');
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (!toMend.test(text)) wrong.push(`pack: ${text}`);
    return { count, refused: [...refused, 'imported, to be mended by its author'], wrong };
  }
  return { count, refused, wrong };
}

describe.runIf(folder !== undefined)('published samples', () => {
  it('are imported, or refused in the right words', async () => {
    const root = folder ?? '';
    const wrong: string[] = [];
    const tally = new Map<string, number>();
    const add = (name: string, count = 1) => tally.set(name, (tally.get(name) ?? 0) + count);
    for (const sample of await samples(root)) {
      const seen = await tryOne(sample).catch((error: unknown) => ({
        count: 0,
        refused: [],
        wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      }));
      add(`${sample.format}: imported`, seen.count);
      for (const line of seen.refused) add(`${sample.format}: ${line.slice(0, 90)}`);
      for (const line of seen.wrong) wrong.push(`${relative(root, sample.file)}: ${line}`);
    }
    console.log(
      [...tally]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map((row) => row.join('\t'))
        .join('\n'),
    );
    expect(wrong).toEqual([]);
  });
});
