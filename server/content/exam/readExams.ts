import { join } from 'node:path';
import { missingGlyphs } from '../../papers/fonts.ts';
import { slugPattern } from '../formats.ts';
import { isInPack, listFolder } from '../packNames.ts';
import type { ProblemList } from '../problems.ts';
import { readYamlFile } from '../yamlFile.ts';
import { contentHash } from './canonical.ts';
import { checkTimes } from './examTimes.ts';
import type { ExamContent, ExamPart, SubjectContent, UnitContent } from './examTypes.ts';
import { type ExamFile, examFormat, unitsFormat } from './formats.ts';
import { readBorders, readNaishin, readSchools } from './readSchools.ts';
import { readSubject, type SubjectContext } from './readSubject.ts';
import { renderRich } from './richText.ts';

const unitsFile = 'units.yaml';
type Report = (message: string, ...item: PropertyKey[]) => void;

async function readUnits(
  root: string,
  lessons: ReadonlySet<string>,
  problems: ProblemList,
): Promise<UnitContent[]> {
  if (!(await isInPack(root, unitsFile))) return [];
  const { value, lineOf } = await readYamlFile(root, unitsFile, unitsFormat, problems);
  const units = value ?? [];
  const ids = units.map(({ id }) => id);
  for (const [at, unit] of units.entries()) {
    if (ids.indexOf(unit.id) < at)
      problems.add(unitsFile, lineOf(at, 'id'), `単元の id「${unit.id}」が2回使われています。`);
    for (const [nth, lesson] of unit.lessons.entries())
      if (!lessons.has(lesson))
        problems.add(unitsFile, lineOf(at, 'lessons', nth), `レッスン「${lesson}」はこの教材にありません。`);
    const missing = await missingGlyphs(unit.name);
    if (missing.length > 0)
      problems.warn(unitsFile, lineOf(at, 'name'), `「${missing.join('')}」は成績表のPDFに印刷できません。`);
  }
  return units.map((unit, at) => ({ ...unit, place: { file: unitsFile, line: lineOf(at, 'id') } }));
}

function checkSubjectNames(exam: ExamFile, report: Report): void {
  const known = new Set(exam.subjects);
  for (const [at, id] of exam.subjects.entries())
    if (exam.subjects.indexOf(id) < at) report(`科目「${id}」が2回書かれています。`, 'subjects', at);
  if (exam.kind === 'english' && exam.subjects.length > 1)
    report('英語のテストの科目は1つにしてください。', 'subjects', 1);
  const unknown = (id: string) => `科目「${id}」は subjects にありません。`;
  for (const [at, { subject }] of exam.errata.entries())
    if (!known.has(subject)) report(unknown(subject), 'errata', at, 'subject');
  for (const [at, { subject }] of exam.corrections.entries())
    if (!known.has(subject)) report(unknown(subject), 'corrections', at, 'subject');
  if (exam.kind === 'english' || exam.kind === 'konoshiki') return;
  for (const [at, { subjects }] of exam.totals.entries())
    for (const [nth, id] of subjects.entries())
      if (!known.has(id)) report(unknown(id), 'totals', at, 'subjects', nth);
  const limit = exam.kind === 'university' ? 8 : 4;
  if ((exam.max_desired ?? limit) > limit) report(`max_desired は ${limit} までです。`, 'max_desired');
}

function checkSubjects(exam: ExamFile, subjects: readonly SubjectContent[], report: Report): void {
  const groups = exam.kind === 'university' || exam.kind === 'highschool' ? exam.groups : [];
  for (const { id, group, places } of subjects) {
    if (group !== null && !groups.some((known) => known.id === group)) {
      const at = exam.subjects.indexOf(id);
      report(`科目「${id}」の group「${group}」は groups にありません。`, 'subjects', at);
    }
    for (const [at, { subject, question }] of [...exam.errata.entries()])
      if (subject === id && question !== undefined && !places.has(`question:${question}`))
        report(`問題「${question}」は科目「${id}」にありません。`, 'errata', at, 'question');
    for (const [at, { subject, question }] of exam.corrections.entries())
      if (subject === id && !places.has(`question:${question}`))
        report(`問題「${question}」は科目「${id}」にありません。`, 'corrections', at, 'question');
  }
  for (const [at, { id, max }] of groups.entries()) {
    const members = subjects.filter(({ group }) => group === id);
    if (members.length === 0) report(`group「${id}」の科目がありません。`, 'groups', at, 'id');
    if (members.filter(({ isRequired }) => isRequired).length > max)
      report('必ず受ける科目が max より多くあります。', 'groups', at, 'max');
  }
}

/** Reports files of an exam that nothing names: most likely forgotten, or misnamed. */
async function reportUnused(folder: string, used: ReadonlySet<string>, root: string, problems: ProblemList) {
  const allowed = ['exam.yaml', 'subjects', 'passages', 'figures', 'audio'];
  for (const { name } of await listFolder(root, folder, problems))
    if (!allowed.includes(name))
      problems.add(join(folder, name), 0, `ここに置けるのは ${allowed.join('、')} だけです。`);
  for (const part of allowed.slice(1))
    for (const { name } of await listFolder(root, join(folder, part), problems))
      if (!used.has(`${part}/${name}`.normalize('NFC')))
        problems.add(join(folder, part, name), 0, 'このファイルを使うところがありません。');
}

function versionOf(id: string, kind: string, subjects: readonly SubjectContent[]) {
  return {
    version: contentHash({ exam: id, kind, subjects: subjects.map(({ paper }) => paper) }),
    keyVersion: contentHash(subjects.map(({ key, answers }) => ({ key, answers }))),
  };
}

/** Corrections as takers see them, each named by what it says. */
function errataOf(
  { errata }: ExamFile,
  file: string,
  textLine: (...item: PropertyKey[]) => number,
  problems: ProblemList,
): ExamContent['errata'] {
  return errata.map(({ at, subject, question, text }, i) => ({
    id: contentHash([subject, question ?? '', text]).slice(0, 12),
    subject,
    question: question ?? null,
    at,
    html: renderRich(text, {
      ...{ file, problems, firstLine: textLine('errata', i, 'text') },
      label: (name) => name,
      figures: new Map(),
    }).html,
  }));
}

type ExamsContext = {
  root: string;
  problems: ProblemList;
  units: ReadonlyMap<string, UnitContent>;
  lessons: ReadonlySet<string>;
};

/** Reads exams/<id>/ with all its subjects, passages and files. `null` when exam.yaml itself cannot be read. */
export async function readExam(id: string, context: ExamsContext): Promise<ExamContent | null> {
  const { root, problems } = context;
  const folder = join('exams', id);
  const file = join(folder, 'exam.yaml');
  const { value: exam, lineOf, textLine } = await readYamlFile(root, file, examFormat, problems, ['text']);
  if (!exam) return null;
  const report: Report = (message, ...item) => problems.add(file, lineOf(...item), message);
  checkSubjectNames(exam, report);
  checkTimes(exam, (message, name) => report(message, name));
  const missing = await missingGlyphs(exam.name);
  if (missing.length > 0)
    problems.warn(file, lineOf('name'), `「${missing.join('')}」は成績表のPDFに印刷できません。`);
  const subjectContext: SubjectContext = {
    ...context,
    ...{ folder, exam: id, kind: exam.kind },
    passages: new Map(),
    used: new Set(exam.subjects.map((subject) => `subjects/${subject}.yaml`)),
  };
  const subjects: SubjectContent[] = [];
  for (const subject of new Set(exam.subjects)) {
    const read = await readSubject(subject, subjectContext);
    if (read) subjects.push(read);
  }
  if (subjects.length === new Set(exam.subjects).size) checkSubjects(exam, subjects, report);
  const used = new Set([...subjectContext.used].map((path) => path.normalize('NFC')));
  await reportUnused(folder, used, root, problems);
  const versions = versionOf(id, exam.kind, subjects);
  for (const { paper, answers } of subjects) {
    paper.version = versions.version;
    answers.version = versions.version;
  }
  const errata = errataOf(exam, file, textLine, problems);
  return { id, file: exam, subjects, errata, ...versions, place: { file, line: lineOf('name') } };
}

async function examNames(root: string, problems: ProblemList): Promise<string[]> {
  const names: string[] = [];
  for (const { name, kind } of await listFolder(root, 'exams', problems)) {
    if (kind === 'folder' && slugPattern.test(name)) names.push(name);
    else
      problems.add(
        join('exams', name),
        0,
        'exams には試験のフォルダー (名前は英小文字・数字・ハイフン) だけを置いてください。',
      );
  }
  return names;
}

/** Reads everything of exams that a pack has (exams.md 2.2). Lessons it names must be in the pack. */
export async function readExams(
  root: string,
  { lessons, problems }: { lessons: ReadonlySet<string>; problems: ProblemList },
): Promise<ExamPart> {
  const units = await readUnits(root, lessons, problems);
  const schools = await readSchools(root, problems);
  const context = { root, problems, lessons, units: new Map(units.map((unit) => [unit.id, unit])) };
  const exams: ExamContent[] = [];
  for (const name of await examNames(root, problems)) {
    const exam = await readExam(name, context);
    if (exam) exams.push(exam);
  }
  const subjectsOf = (kind: string) =>
    new Set(exams.filter(({ file }) => file.kind === kind).flatMap(({ file }) => file.subjects));
  const known = { university: subjectsOf('university'), highschool: subjectsOf('highschool') };
  const borders = await readBorders(root, { schools, known, problems });
  for (const { file, place } of exams) {
    const isJudged = file.kind === 'university' || file.kind === 'highschool';
    if (isJudged && file.border_year !== undefined && !borders.some(({ year }) => year === file.border_year))
      problems.add(place.file, place.line, `borders/${file.border_year}.csv がありません。`);
  }
  return { exams, units, schools, borders, naishin: await readNaishin(root, problems) };
}
