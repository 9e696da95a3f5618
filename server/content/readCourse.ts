import { join } from 'node:path';
import type * as z from 'zod/mini';
import { courseFormat } from './formats.ts';
import { checkFile } from './mediaFile.ts';
import { listFolder } from './packNames.ts';
import type { CourseContent, LessonContent, TextbookContent } from './packTypes.ts';
import { countPages } from './pdfPages.ts';
import type { ProblemList } from './problems.ts';
import { type LessonContext, readLesson } from './readLesson.ts';
import { readTextbookSamples } from './readTextbookSamples.ts';
import { type ReadYaml, readYamlFile } from './yamlFile.ts';

type CourseFile = z.output<typeof courseFormat>;
/** What a course is read with. */
export type CourseContext = { root: string; pack: string; teachers: Set<string>; problems: ProblemList };
type Report = (message: string, ...item: PropertyKey[]) => void;

async function readTextbook(
  course: CourseFile,
  place: { root: string; folder: string; store: string },
  asked: { file: string; line: number; problems: ProblemList },
): Promise<TextbookContent | null> {
  if (!course.textbook) return null;
  const { name, file: path, pages: told } = course.textbook;
  const file = await checkFile(place, path, 'pdf', asked);
  if (!file) return null;
  try {
    const pages = await countPages(file.source);
    if (told !== undefined && told !== pages) {
      asked.problems.add(asked.file, asked.line, `テキストは${pages}ページです (指定は${told})。`);
    }
    return { name, file, pages };
  } catch (error) {
    asked.problems.add(asked.file, asked.line, `「${path}」を開けません (${String(error)})。`);
    return null;
  }
}

function checkIds(course: CourseFile, folderName: string, teachers: Set<string>, report: Report): void {
  if (course.id !== folderName) report(`id はフォルダー名「${folderName}」と同じにしてください。`, 'id');
  if (course.list_price < course.price) report('list_price は price 以上にしてください。', 'list_price');
  course.teachers.forEach((teacher, i) => {
    if (!teachers.has(teacher)) report(`先生「${teacher}」は teachers.yaml にいません。`, 'teachers', i);
  });
}

/** Reports files beside the lessons that the table of contents does not name: most likely forgotten, or misnamed. */
async function reportUnlisted(root: string, folder: string, course: CourseFile, problems: ProblemList) {
  const listed = new Set(course.chapters.flatMap((chapter) => chapter.units.flatMap((unit) => unit.lessons)));
  const place = join(folder, 'lessons');
  for (const { name, kind } of await listFolder(root, place, problems)) {
    if (kind === 'folder' || !name.endsWith('.md'))
      problems.add(join(place, name), 1, 'レッスンのファイル (.md) ではありません。ここから出してください。');
    else if (!listed.has(name.slice(0, -3)))
      problems.add(join(place, name), 1, 'このレッスンは course.yaml の目次にありません。');
  }
}

async function readLessons(course: CourseFile, context: LessonContext): Promise<Map<string, LessonContent>> {
  const lessons = new Map<string, LessonContent>();
  for (const id of course.chapters.flatMap((chapter) => chapter.units.flatMap((unit) => unit.lessons))) {
    if (lessons.has(id)) continue;
    const lesson = await readLesson(id, context);
    if (lesson) lessons.set(id, lesson);
  }
  return lessons;
}

function withLessons(
  course: CourseFile,
  lessons: Map<string, LessonContent>,
  file: string,
  lineOf: ReadYaml<CourseFile>['lineOf'],
): CourseContent['chapters'] {
  return course.chapters.map((chapter, c) => ({
    ...chapter,
    place: { file, line: lineOf('chapters', c, 'id') },
    units: chapter.units.map((unit, u) => ({
      ...unit,
      place: { file, line: lineOf('chapters', c, 'units', u, 'id') },
      lessons: unit.lessons.flatMap((id, l) => {
        const lesson = lessons.get(id);
        return lesson
          ? [{ ...lesson, place: { file, line: lineOf('chapters', c, 'units', u, 'lessons', l) } }]
          : [];
      }),
    })),
  }));
}

/** Reads courses/<name>/ with all its lessons and files. `null` when course.yaml itself cannot be read. */
export async function readCourse(name: string, context: CourseContext): Promise<CourseContent | null> {
  const { root, problems } = context;
  const folder = join('courses', name);
  const file = join(folder, 'course.yaml');
  const { value: course, lineOf } = await readYamlFile(root, file, courseFormat, problems);
  if (!course) return null;
  const report: Report = (message, ...item) => problems.add(file, lineOf(...item), message);
  checkIds(course, name, context.teachers, report);
  await reportUnlisted(root, folder, course, problems);
  const place = { root, folder, store: `${context.pack}/${course.id}` };
  const asked = (...item: PropertyKey[]) => ({ file, line: lineOf(...item), problems });
  const shown = { ...place, store: `public/${context.pack}/${course.id}` };
  const thumbnail =
    course.thumbnail === undefined
      ? null
      : await checkFile(shown, course.thumbnail, 'picture', asked('thumbnail'));
  const textbook = await readTextbook(course, place, asked('textbook'));
  const textbookSamples = await readTextbookSamples(course.textbook_samples, course.textbook && textbook, {
    place: shown,
    file,
    lineOf: (...item) => lineOf('textbook_samples', ...item),
    problems,
  });
  const lessons = await readLessons(course, { ...place, textbook, problems });
  return {
    ...course,
    thumbnail,
    textbook,
    textbookSamples,
    chapters: withLessons(course, lessons, file, lineOf),
    place: { file, line: lineOf('id') },
  };
}
