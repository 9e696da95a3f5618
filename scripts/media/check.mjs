// Checks the generated files: presence, lengths, MP4 atom order, subtitles, page ranges, sizes.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { renderMarkdown } from './markdown.mjs';
import { courseDir, demoRoot } from './paths.mjs';
import { run } from './programs.mjs';
import { remembered } from './state.mjs';
import { SAMPLE_LIMIT, textbookSampleFiles } from './textbook-samples.mjs';
import { lessonFiles } from './video.mjs';

const LIMIT = 55 * 1024 * 1024;

async function probe(file) {
  const entries = 'format=duration:stream=codec_name,profile,pix_fmt,width,height,channels';
  return JSON.parse(await run('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', file]));
}

/** True when the index (moov) comes before the data, so that playback can start at once. */
function startsFast(file) {
  const data = readFileSync(file);
  const order = [];
  for (let at = 0; at + 8 <= data.length; at += Math.max(8, data.readUInt32BE(at))) {
    order.push(data.toString('latin1', at + 4, at + 8));
  }
  return order.indexOf('moov') >= 0 && order.indexOf('moov') < order.indexOf('mdat');
}

const seconds = (stamp) => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

function captionProblems(file, duration) {
  const times = [...readFileSync(file, 'utf8').matchAll(/^(\S+) --> (\S+)$/gm)].map(([, a, b]) => [
    seconds(a),
    seconds(b),
  ]);
  const wrong = times.some(
    ([from, to], i) => from >= to || to > duration || (i > 0 && from < times[i - 1][1]),
  );
  return times.length === 0 || wrong ? ['captions out of order'] : [];
}

async function lessonProblems(lesson) {
  const problems = [];
  try {
    const html = renderMarkdown(lesson.body);
    const plain = html
      .replace(/<span class="katex"[\s\S]*?aria-label="[^"]*"/g, '')
      .replace(/<(pre|code)>[\s\S]*?<\/\1>/g, '');
    if (/\*\*|:::|\$/.test(plain)) problems.push('unrendered Markdown marks in the text');
  } catch (error) {
    problems.push(`text: ${error.message}`);
  }
  if (!lesson.script) return problems;
  for (const step of lesson.script.boards.flatMap((board) => board.steps)) {
    if (!step.read && /[A-Za-z]{2,}|[=+^√]/.test(step.say)) problems.push(`no reading for: ${step.say}`);
  }
  const { boards, ...media } = lessonFiles(lesson);
  const file = (name) => path.join(courseDir(lesson.course.id), name);
  const missing = [...Object.values(media), ...boards].filter((name) => !existsSync(file(name)));
  if (missing.length > 0) return [...problems, `missing ${missing.join(', ')}`];
  for (const name of [media.video, media.audio]) {
    const { format } = await probe(file(name));
    if (Number(format.duration) < 60) problems.push(`${name}: only ${format.duration} s`);
    if (!startsFast(file(name))) problems.push(`${name}: not faststart`);
  }
  const { format } = await probe(file(media.video));
  problems.push(...captionProblems(file(media.captions), Number(format.duration)));
  problems.push(...(remembered(`video/${lesson.id}`)?.warnings ?? []));
  for (const name of boards) if (statSync(file(name)).size > 60 * 1024) problems.push(`${name}: over 60 KB`);
  return problems;
}

function sampleProblems(course) {
  if (!remembered(`textbook/${course.id}`)) return [];
  return textbookSampleFiles(course).flatMap((file) => {
    const name = path.relative(courseDir(course.id), file);
    if (!existsSync(file)) return [`missing ${name}`];
    return statSync(file).size > SAMPLE_LIMIT ? [`${name}: over ${SAMPLE_LIMIT / 1000} kB`] : [];
  });
}

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);

export async function checkPack(pack, wanted) {
  const report = [];
  for (const course of pack.courses) {
    const problems = course.missing.map((id) => `missing lesson ${id}`);
    problems.push(
      ...(remembered(`textbook/${course.id}`)?.warnings ?? []).map((text) => `textbook: ${text}`),
    );
    problems.push(...sampleProblems(course));
    for (const lesson of course.lessons.filter(wanted)) {
      problems.push(...(await lessonProblems(lesson)).map((problem) => `${lesson.id}: ${problem}`));
    }
    report.push(...problems.map((problem) => `${course.id}: ${problem}`));
  }
  const total = sizeOf(demoRoot);
  if (total > LIMIT) report.push(`server/demo is ${(total / 1048576).toFixed(1)} MB, over the limit`);
  return { report, total };
}
