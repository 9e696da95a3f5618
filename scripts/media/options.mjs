// Command-line options of make.mjs.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

export const TASKS = [
  'teachers',
  'thumbnails',
  'videos',
  'textbooks',
  'textbook-samples',
  'front-matter',
  'check',
];

export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      voice: { type: 'string', default: process.env.MEDIA_VOICE_DIR },
      font: { type: 'string', default: process.env.MEDIA_FONT_DIR },
      course: { type: 'string', multiple: true, default: [] },
      lesson: { type: 'string', multiple: true, default: [] },
      only: { type: 'string', multiple: true, default: [] },
      force: { type: 'boolean', default: false },
    },
  });
  const unknown = values.only.filter((task) => !TASKS.includes(task));
  if (unknown.length > 0) throw new Error(`unknown --only ${unknown.join(', ')}; one of ${TASKS.join(', ')}`);
  return {
    voiceDir: values.voice && path.resolve(values.voice),
    fontDir: values.font && path.resolve(values.font),
    courses: new Set(values.course),
    lessons: new Set(values.lesson),
    tasks: new Set(values.only.length > 0 ? values.only : TASKS),
    force: values.force,
  };
}

export const wantsCourse = (options, course) =>
  (options.courses.size === 0 || options.courses.has(course.id)) &&
  (options.lessons.size === 0 || course.lessons.some((lesson) => options.lessons.has(lesson.id)));

export const wantsLesson = (options, lesson) =>
  (options.courses.size === 0 || options.courses.has(lesson.course.id)) &&
  (options.lessons.size === 0 || options.lessons.has(lesson.id));

export function requireFolder(folder, flag, hint) {
  if (!folder || !existsSync(folder)) throw new Error(`${flag} must name an unpacked folder: ${hint}`);
  return folder;
}
