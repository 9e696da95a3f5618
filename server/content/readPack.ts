import type * as z from 'zod/mini';
import { readExams } from './exam/readExams.ts';
import { noticesFormat, packFormat, teachersFormat } from './formats.ts';
import { renderMarkdown } from './markdown.ts';
import { checkFile } from './mediaFile.ts';
import { isInPack, listFolder } from './packNames.ts';
import {
  type CourseContent,
  type FilePosition,
  lessonsOfCourse,
  type NoticeContent,
  type PackContent,
  type TeacherContent,
} from './packTypes.ts';
import { PackRefusedError, ProblemList } from './problems.ts';
import { readCourse } from './readCourse.ts';
import { readEntryExam } from './readEntryExam.ts';
import { readFaq, readPages } from './readPages.ts';
import { readBundles, readCoupons, readPlans } from './readShop.ts';
import { readCampaigns, readSuccess } from './readSite.ts';
import { reportMistyped, reportUnusedPhotos } from './strayFiles.ts';
import { readText, readYaml, readYamlFile } from './yamlFile.ts';

type Teacher = z.output<typeof teachersFormat>[number];

async function photoOf(
  root: string,
  pack: string,
  teacher: Teacher,
  place: FilePosition,
  problems: ProblemList,
) {
  const usual = `teachers/${teacher.id}.webp`;
  const path = teacher.photo ?? ((await isInPack(root, usual)) ? usual : undefined);
  if (path === undefined) return null;
  return checkFile({ root, folder: '', store: `public/${pack}/teachers` }, path, 'picture', {
    ...place,
    problems,
  });
}

async function readTeachers(root: string, pack: string, problems: ProblemList): Promise<TeacherContent[]> {
  const file = 'teachers.yaml';
  const { value, lineOf } = await readYamlFile(root, file, teachersFormat, problems);
  const teachers: TeacherContent[] = [];
  for (const [i, teacher] of (value ?? []).entries()) {
    const place = { file, line: lineOf(i, 'id') };
    teachers.push({ ...teacher, photo: await photoOf(root, pack, teacher, place, problems), place });
  }
  return teachers;
}

async function readNotices(root: string, problems: ProblemList): Promise<NoticeContent[]> {
  const file = 'notices.yaml';
  if (!(await isInPack(root, file))) return [];
  const text = await readText(root, file, problems);
  if (text === null) return [];
  const { value, lineOf } = readYaml(text, noticesFormat, { file, problems, markdown: ['body'] });
  return (value ?? []).map((notice, i) => ({
    ...notice,
    // The text of a block (`body: |`) begins in the line after its name.
    bodyHtml: renderMarkdown(notice.body, { file, firstLine: lineOf(i, 'body') + 1, problems }),
    place: { file, line: lineOf(i, 'id') },
  }));
}

async function courseNames(root: string, problems: ProblemList): Promise<string[]> {
  const entries = await listFolder(root, 'courses', problems);
  const names = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  for (const { name } of entries.filter(({ kind }) => kind === 'file'))
    problems.add(
      `courses/${name}`,
      0,
      '講座のフォルダーではありません。courses には講座のフォルダーだけを置いてください。',
    );
  if (names.length === 0) problems.add('courses', 0, '講座のフォルダーがありません。');
  return names;
}

function reportDoubles(
  what: string,
  entries: { id: string; place: FilePosition }[],
  problems: ProblemList,
): void {
  const first = new Map<string, FilePosition>();
  for (const { id, place } of entries) {
    const before = first.get(id);
    if (!before) first.set(id, place);
    else
      problems.add(
        place.file,
        place.line,
        `${what}の id「${id}」は ${before.file}:${before.line} でも使われています。`,
      );
  }
}

function reportAllDoubles(pack: Omit<PackContent, 'format'>, problems: ProblemList): void {
  const chapters = pack.courses.flatMap((course) => course.chapters);
  const units = chapters.flatMap((chapter) => chapter.units);
  reportDoubles('先生', pack.teachers, problems);
  reportDoubles('お知らせ', pack.notices, problems);
  reportDoubles('よくある質問', pack.faq, problems);
  reportDoubles(
    '体験記',
    pack.success.flatMap(({ stories }) => stories),
    problems,
  );
  reportDoubles('キャンペーン', pack.campaigns, problems);
  reportDoubles('講座', pack.courses, problems);
  reportDoubles('セット', pack.bundles, problems);
  reportDoubles('定期購入', pack.plans, problems);
  reportDoubles('クーポン', pack.coupons, problems);
  reportDoubles('章', chapters, problems);
  reportDoubles('単元', units, problems);
  reportDoubles(
    'レッスン',
    units.flatMap((unit) => unit.lessons),
    problems,
  );
}

/**
 * Reads a content pack from a folder and checks everything in it. Throws `PackRefusedError` with every problem found;
 * nothing is written anywhere.
 */
export async function readPack(root: string): Promise<PackContent> {
  const problems = new ProblemList();
  await reportMistyped(root, problems);
  const { value: head } = await readYamlFile(root, 'pack.yaml', packFormat, problems);
  const pack = head?.id ?? 'unknown';
  const teachers = await readTeachers(root, pack, problems);
  if (teachers.length > 0) await reportUnusedPhotos(root, teachers, problems);
  const known = new Set(teachers.map((teacher) => teacher.id));
  const courses: CourseContent[] = [];
  for (const name of await courseNames(root, problems)) {
    const course = await readCourse(name, { root, pack, teachers: known, problems });
    if (course) courses.push(course);
  }
  const notices = await readNotices(root, problems);
  const faq = await readFaq(root, problems);
  const { pages, operator } = await readPages(root, problems);
  const isSample = operator?.is_sample === true;
  const context = { courses: new Set(courses.map(({ id }) => id)), problems };
  const success = await readSuccess(root, context);
  const stories = new Set(success.flatMap((year) => year.stories.map(({ id }) => id)));
  const campaigns = await readCampaigns(root, { ...context, isSample }, stories);
  const entryExam = await readEntryExam(root, context);
  const lessons = new Set(courses.flatMap(lessonsOfCourse).map(({ id }) => id));
  const examPart = await readExams(root, { lessons, problems });
  const bundles = await readBundles(root, context);
  const plans = await readPlans(root, context);
  const sets = new Set(bundles.map(({ id }) => id));
  const coupons = await readCoupons(root, { ...context, isSample, bundles: sets });
  const site = { faq, pages, success, campaigns, operator, isSample };
  const { warnings } = problems;
  const shop = { bundles, plans, coupons };
  const content = { teachers, courses, notices, entryExam, examPart, ...shop, ...site, warnings };
  if (head) reportAllDoubles({ ...head, ...content }, problems);
  if (!head || !problems.isEmpty) throw new PackRefusedError(problems);
  return { ...head, ...content };
}
