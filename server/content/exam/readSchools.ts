import { basename, join } from 'node:path';
import { missingGlyphs } from '../../papers/fonts.ts';
import { issueMessage } from '../issueMessages.ts';
import { isInPack, listFolder } from '../packNames.ts';
import type { ProblemList } from '../problems.ts';
import { readText, readYamlFile } from '../yamlFile.ts';
import type { BorderContent, NaishinContent, SchoolContent } from './examTypes.ts';
import { borderColumns, borderFormat, naishinFormat, schoolsFormat } from './schoolFormats.ts';

const schoolsFile = 'schools.yaml';

/** Reads schools.yaml, which a pack need not have. */
export async function readSchools(root: string, problems: ProblemList): Promise<SchoolContent[]> {
  if (!(await isInPack(root, schoolsFile))) return [];
  const { value, lineOf } = await readYamlFile(root, schoolsFile, schoolsFormat, problems);
  const schools = value ?? [];
  const report = (message: string, ...item: PropertyKey[]) =>
    problems.add(schoolsFile, lineOf(...item), message);
  const codes = schools.map(({ code }) => code);
  for (const [at, school] of schools.entries()) {
    if (codes.indexOf(school.code) < at)
      report(`学校のコード「${school.code}」が2回使われています。`, at, 'code');
    const faculties = school.faculties.map(({ code }) => code);
    for (const [f, faculty] of school.faculties.entries()) {
      if (faculties.indexOf(faculty.code) < f)
        report(`学部のコード「${faculty.code}」が2回使われています。`, at, 'faculties', f, 'code');
      const methods = faculty.methods.flatMap(({ id, name }) => [id, name]);
      if (new Set(methods).size < methods.length)
        report('同じ方式が2回書かれています。', at, 'faculties', f, 'methods');
    }
    const missing = await missingGlyphs(school.name + school.faculties.map(({ name }) => name).join(''));
    if (missing.length > 0)
      problems.warn(
        schoolsFile,
        lineOf(at, 'name'),
        `「${missing.join('')}」は成績表のPDFに印刷できません。`,
      );
  }
  return schools.map((school, at) => ({ ...school, place: { file: schoolsFile, line: lineOf(at, 'code') } }));
}

/** Subjects of the pack's exams by kind, for what names one. */
export type KnownSubjects = { university: ReadonlySet<string>; highschool: ReadonlySet<string> };
type Report = (message: string) => void;
type BorderLine = Record<(typeof borderColumns)[number], string>;

function readLine(text: string, report: Report): BorderLine | null {
  const cells = text.split(',').map((cell) => cell.trim());
  if (cells.length !== borderColumns.length) {
    report(`${borderColumns.length}つの項目を「,」で区切って書いてください (${cells.length}つあります)。`);
    return null;
  }
  const named = Object.fromEntries(borderColumns.map((name, i) => [name, cells[i] ?? '']));
  const read = borderFormat.safeParse(named);
  if (read.success) return read.data;
  for (const issue of read.error.issues) report(`「${issue.path.join('.')}」: ${issueMessage(issue)}。`);
  return null;
}

function checkBorder(
  line: BorderLine,
  schools: readonly SchoolContent[],
  known: KnownSubjects,
  report: Report,
) {
  const school = schools.find(({ code }) => code === line.school_code);
  if (!school) {
    report(`学校「${line.school_code}」は schools.yaml にありません。`);
    return;
  }
  const faculty = school.faculties.find(({ code }) => code === line.faculty_code);
  if (!faculty) report(`学部「${line.faculty_code}」は「${school.name}」にありません。`);
  else if (!faculty.methods.some(({ id }) => id === line.method))
    report(`方式「${line.method}」は「${school.name} ${faculty.name}」にありません。`);
  for (const subject of line.subjects.split('+'))
    if (!known[school.kind].has(subject)) report(`科目「${subject}」の試験がこの教材にありません。`);
  if (line.subjects.split('+').length !== line.weights.split('+').length)
    report('subjects と weights の数が違います。');
  if (new Set(line.subjects.split('+')).size < line.subjects.split('+').length)
    report('同じ科目が2回書かれています。');
}

function readBorderText(
  text: string,
  file: string,
  {
    schools,
    known,
    problems,
  }: { schools: readonly SchoolContent[]; known: KnownSubjects; problems: ProblemList },
): BorderContent[] {
  const year = Number(basename(file, '.csv'));
  const [head = '', ...lines] = text.split('\n');
  if (head.trim() !== borderColumns.join(',')) {
    problems.add(file, 1, `1行目は「${borderColumns.join(',')}」にしてください。`);
    return [];
  }
  const seen = new Set<string>();
  return lines.flatMap((written, at) => {
    if (written.trim() === '') return [];
    const place = { file, line: at + 2 };
    const report: Report = (message) => problems.add(file, place.line, message);
    const line = readLine(written, report);
    if (!line) return [];
    checkBorder(line, schools, known, report);
    const name = `${line.school_code}/${line.faculty_code}/${line.method}`;
    if (seen.has(name)) report(`「${name}」のボーダーが2回書かれています。`);
    seen.add(name);
    const weights = line.weights.split('+').map(Number);
    return [
      {
        year,
        school: line.school_code,
        faculty: line.faculty_code,
        method: line.method,
        border: Number(line.border),
        subjects: line.subjects.split('+').map((id, i) => ({ id, weight: weights[i] ?? 0 })),
        place,
      },
    ];
  });
}

/** Reads borders/<year>.csv, which a pack need not have (exams.md 2.2). */
export async function readBorders(
  root: string,
  context: { schools: readonly SchoolContent[]; known: KnownSubjects; problems: ProblemList },
): Promise<BorderContent[]> {
  const borders: BorderContent[] = [];
  for (const { name, kind } of await listFolder(root, 'borders', context.problems)) {
    const file = join('borders', name);
    if (kind === 'folder' || !/^20\d\d\.csv$/.test(name)) {
      context.problems.add(file, 0, 'ファイルの名前は「年.csv」(2027.csv) にしてください。');
      continue;
    }
    const text = await readText(root, file, context.problems);
    if (text !== null) borders.push(...readBorderText(text, file, context));
  }
  return borders;
}

/** Reads naishin/<prefecture>.yaml, which a pack need not have. */
export async function readNaishin(root: string, problems: ProblemList): Promise<NaishinContent[]> {
  const tables: NaishinContent[] = [];
  for (const { name, kind } of await listFolder(root, 'naishin', problems)) {
    const file = join('naishin', name);
    if (kind === 'folder' || !/^[a-z0-9-]+\.yaml$/.test(name)) {
      problems.add(file, 0, 'ファイルの名前は英小文字の「都道府県.yaml」にしてください。');
      continue;
    }
    const { value, lineOf } = await readYamlFile(root, file, naishinFormat, problems);
    if (!value) continue;
    if (tables.some(({ prefecture }) => prefecture === value.prefecture))
      problems.add(file, lineOf('prefecture'), `「${value.prefecture}」の表が2つあります。`);
    if (Object.values(value.weights).every((weight) => weight === 0))
      problems.add(file, lineOf('weights'), '倍率がすべて0です。');
    tables.push({ ...value, id: basename(name, '.yaml'), place: { file, line: lineOf('prefecture') } });
  }
  return tables;
}
