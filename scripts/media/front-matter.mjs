// Writes the generated keys into lesson front matter and course.yaml; the authors' own content stays.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { splitFrontMatter } from './pack.mjs';
import { remembered } from './state.mjs';
import { textbookSamples } from './textbook-samples.mjs';
import { lessonFiles } from './video.mjs';

const STYLE = { lineWidth: 0 };

function writeIfChanged(file, before, after) {
  if (before !== after) writeFileSync(file, after);
  return before !== after;
}

function videoKeys(lesson) {
  const made = lesson.script && remembered(`video/${lesson.id}`);
  if (!made) return {};
  const { video, audio, captions, poster, boards } = lessonFiles(lesson);
  const pictures = boards.map((file, b) => ({
    file,
    start_sec: made.boardStarts[b],
    alt: lesson.script.boards[b].alt,
  }));
  return { duration: made.duration, video, audio, captions, poster, boards: pictures };
}

function pageKeys(lesson) {
  const range = remembered(`textbook/${lesson.course.id}`)?.lessons[lesson.id];
  return range ? { textbook_page_from: range.from, textbook_page_to: range.to } : {};
}

export function writeLesson(lesson) {
  const text = readFileSync(lesson.file, 'utf8');
  const { head, body } = splitFrontMatter(text, lesson.file);
  const document = parseDocument(head);
  for (const [key, value] of Object.entries({ ...videoKeys(lesson), ...pageKeys(lesson) })) {
    document.set(key, document.createNode(value));
  }
  return writeIfChanged(lesson.file, text, `---\n${document.toString(STYLE).trimEnd()}\n---\n${body}`);
}

/** Keeps the layout of course.yaml exactly: generated lines are replaced or added at the end. */
export function writeCourse(course) {
  const text = readFileSync(course.file, 'utf8');
  const textbook = remembered(`textbook/${course.id}`);
  const name = JSON.stringify(`${course.name} テキスト`);
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(thumbnail|textbook|textbook_samples):/.test(line));
  lines.push('thumbnail: thumbnail.webp');
  if (textbook) lines.push(`textbook: { name: ${name}, file: textbook.pdf, pages: ${textbook.pages} }`);
  if (textbook) {
    const samples = textbookSamples(course).map(({ file, page }) => `{ file: ${file}, page: ${page} }`);
    lines.push(`textbook_samples: [${samples.join(', ')}]`);
  }
  return writeIfChanged(course.file, text, `${lines.join('\n')}\n`);
}
