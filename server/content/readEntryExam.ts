import type * as z from 'zod/mini';
import { type EntrySubject, entrySubjects } from '#contracts/entryExam.ts';
import type { StoredSubject } from '../db/schema/entryExam.ts';
import { entryExamFormat } from './formats.ts';
import { isInPack } from './packNames.ts';
import type { EntryExamContent } from './packTypes.ts';
import type { ProblemList } from './problems.ts';
import { readYamlFile } from './yamlFile.ts';

const file = 'entry-exam.yaml';

type SubjectFile = z.output<typeof entryExamFormat>[EntrySubject];
type Report = (message: string, ...item: PropertyKey[]) => void;

function reportTwice(ids: string[], report: (at: number) => void): void {
  for (const [at, id] of ids.entries()) if (ids.indexOf(id) < at) report(at);
}

function checkAreas({ areas, questions }: SubjectFile, courses: ReadonlySet<string>, report: Report): void {
  reportTwice(
    areas.map(({ id }) => id),
    (at) => report(`分野の id「${areas[at]?.id}」が2回使われています。`, 'areas', at, 'id'),
  );
  for (const [at, area] of areas.entries()) {
    if (!questions.some((question) => question.area === area.id))
      report(`分野「${area.id}」の問題がありません。`, 'areas', at, 'id');
    for (const [nth, id] of area.courses.entries())
      if (!courses.has(id)) report(`講座「${id}」はこの教材にありません。`, 'areas', at, 'courses', nth);
  }
}

function checkQuestions({ areas, passages, questions }: SubjectFile, report: Report): void {
  reportTwice(
    questions.map(({ id }) => id),
    (at) => report(`問題の id「${questions[at]?.id}」が2回使われています。`, 'questions', at, 'id'),
  );
  for (const [at, { area, passage, options, answer }] of questions.entries()) {
    if (!areas.some(({ id }) => id === area))
      report(`分野「${area}」は areas にありません。`, 'questions', at, 'area');
    if (passage !== undefined && !(passage in passages))
      report(`文章「${passage}」は passages にありません。`, 'questions', at, 'passage');
    if (options.length > 0 && (answer < 1 || answer > options.length))
      report('answer は選択肢の番号(1から)にしてください。', 'questions', at, 'answer');
  }
}

function storedSubject(id: EntrySubject, { name, areas, passages, questions }: SubjectFile): StoredSubject {
  return {
    id,
    name,
    areas,
    questions: questions.map(({ passage, ...question }) => ({
      ...question,
      passage: passage === undefined ? '' : (passages[passage] ?? ''),
    })),
  };
}

/** Reads entry-exam.yaml, which a pack need not have. Courses it names must be in the pack. */
export async function readEntryExam(
  root: string,
  { courses, problems }: { courses: ReadonlySet<string>; problems: ProblemList },
): Promise<EntryExamContent | null> {
  if (!(await isInPack(root, file))) return null;
  const { value, lineOf } = await readYamlFile(root, file, entryExamFormat, problems);
  if (!value) return null;
  for (const id of entrySubjects) {
    const report: Report = (message, ...item) => problems.add(file, lineOf(id, ...item), message);
    checkAreas(value[id], courses, report);
    checkQuestions(value[id], report);
  }
  return { subjects: entrySubjects.map((id) => storedSubject(id, value[id])), place: { file, line: 1 } };
}
