import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { SubjectContent } from '../content/exam/examTypes.ts';
import { PackRefusedError } from '../content/problems.ts';
import { importQuestions } from '../content/questions/importQuestions.ts';
import { readPack } from '../content/readPack.ts';
import { emptyFolder } from './emptyFolder.ts';
import { writeExamPack } from './examPack.ts';

/** Output and files of an import of questions. `subject`: its YAML, `null` when nothing was written. */
export type Imported = {
  code: number;
  lines: string[];
  root: string;
  subject: { points: number; sections: { name: string; questions: Record<string, unknown>[] }[] } | null;
};

/** Runs `import-questions` on a file of this content, into a new exam of a new pack. */
export async function importFile(
  format: 'qti' | 'moodle' | 'gift',
  name: string,
  content: string | Buffer,
  ...more: string[]
): Promise<Imported> {
  const { root } = await writeExamPack();
  const file = join(await emptyFolder(), name);
  await writeFile(file, content);
  const lines: string[] = [];
  const args = ['--format', format, file, '--into', 'exams/other', '--subject', 'new', ...more];
  const code = await importQuestions(args, root, (line) => lines.push(line));
  const yaml = await readFile(join(root, 'exams/other/subjects/new.yaml'), 'utf8').catch(() => null);
  return { code, lines, root, subject: yaml === null ? null : parse(yaml) };
}

/**
 * Reads what was imported as a pack: an exam with this one subject is added around it, and the fields that an author
 * must fill in are filled in. Fails with every problem.
 */
export async function asPack({ root }: Imported): Promise<SubjectContent> {
  const place = join(root, 'exams/other/subjects/new.yaml');
  const text = await readFile(place, 'utf8');
  await writeFile(
    place,
    text.replaceAll('要記入', '記入した').replaceAll('unit: imported', 'unit: quadratic'),
  );
  await writeFile(
    join(dirname(dirname(place)), 'exam.yaml'),
    'name: 取り込んだもの\nkind: university\nsubjects: [new]\n' +
      'entry_from: 2027-05-01T00:00:00+09:00\nentry_until: 2027-05-31T23:59:59+09:00\n' +
      'exam_from: 2027-06-01T09:00:00+09:00\nexam_until: 2027-06-08T20:00:00+09:00\n' +
      'report_at: 2027-06-11T12:00:00+09:00\n',
  );
  const pack = await readPack(root).catch((error: unknown) => {
    throw error instanceof PackRefusedError ? new Error(error.list.lines().join('\n')) : error;
  });
  const subject = pack.examPart.exams.find(({ id }) => id === 'other')?.subjects[0];
  if (!subject) throw new Error('no subject');
  return subject;
}
