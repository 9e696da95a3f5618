import { join } from 'node:path';
import type * as z from 'zod/mini';
import { lessonFormat } from './formats.ts';
import { splitFront } from './frontMatter.ts';
import { renderMarkdown } from './markdown.ts';
import { checkFile, type FileKind, type PackFile } from './mediaFile.ts';
import type { LessonContent, TextbookContent } from './packTypes.ts';
import type { ProblemList } from './problems.ts';
import { type ReadYaml, readText, readYaml } from './yamlFile.ts';

type Front = z.output<typeof lessonFormat>;
/** What a lesson's file is read with. `folder` and `store` are its course's. */
export type LessonContext = {
  root: string;
  folder: string;
  store: string;
  textbook: TextbookContent | null;
  problems: ProblemList;
};

const shortestText = 20;

function checkPages(front: Front, context: LessonContext, report: (item: string, message: string) => void) {
  const { textbook_page_from: from, textbook_page_to: to } = front;
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) {
    const item = from === undefined ? 'textbook_page_to' : 'textbook_page_from';
    report(item, 'textbook_page_from と textbook_page_to は両方書いてください。');
    return null;
  }
  if (from > to) report('textbook_page_from', `テキストのページが逆です (${from} から ${to})。`);
  const pages = context.textbook?.pages;
  if (pages === undefined)
    report('textbook_page_from', 'この講座にはテキストがないため、ページを指定できません。');
  else if (to > pages) report('textbook_page_to', `テキストは${pages}ページまでです (指定は${to})。`);
  return { from, to };
}

async function checkMedia(
  front: Front,
  context: LessonContext,
  lineOf: ReadYaml<Front>['lineOf'],
  file: string,
) {
  const check = (
    path: string | undefined,
    kind: FileKind,
    ...item: PropertyKey[]
  ): Promise<PackFile | null> =>
    path === undefined
      ? Promise.resolve(null)
      : checkFile(context, path, kind, { file, line: lineOf(...item), problems: context.problems });
  const boards: LessonContent['boards'] = [];
  for (const [i, board] of front.boards.entries()) {
    const image = await check(board.file, 'picture', 'boards', i, 'file');
    if (image) boards.push({ image, startSec: board.start_sec, alt: board.alt });
  }
  return {
    video: await check(front.video, 'video', 'video'),
    audio: await check(front.audio, 'audio', 'audio'),
    captions: await check(front.captions, 'captions', 'captions'),
    poster: await check(front.poster, 'picture', 'poster'),
    boards,
  };
}

function checkTimes(front: Front, report: (message: string, ...item: PropertyKey[]) => void): void {
  front.boards.forEach((board, i) => {
    const before = front.boards[i - 1]?.start_sec ?? -1;
    if (board.start_sec > front.duration) {
      report(
        `板書の開始 ${board.start_sec} 秒が、長さ ${front.duration} 秒を超えています。`,
        'boards',
        i,
        'start_sec',
      );
    } else if (board.start_sec <= before) {
      report(
        `板書の開始 ${board.start_sec} 秒が、前の板書 (${before} 秒) より後ではありません。`,
        'boards',
        i,
        'start_sec',
      );
    }
  });
  for (const item of ['audio', 'captions', 'poster'] as const) {
    if (front[item] !== undefined && front.video === undefined)
      report(`「${item}」は動画 (video) と一緒に使います。`, item);
  }
}

/** Reads lessons/<id>.md of a course: front matter, text and every file it names. `null` when it cannot be read. */
export async function readLesson(id: string, context: LessonContext): Promise<LessonContent | null> {
  const { root, folder, problems } = context;
  const file = join(folder, 'lessons', `${id}.md`);
  const text = await readText(root, file, problems);
  const parts = text === null ? null : splitFront(text, file, problems);
  if (!parts) return null;
  const { value: front, lineOf } = readYaml(parts.front, lessonFormat, { file, firstLine: 2, problems });
  const { body, firstLine } = parts;
  const bodyHtml = renderMarkdown(body, { file, firstLine, problems });
  if (body.trim().length < shortestText) problems.add(file, firstLine, '本文がほとんどありません。');
  if (!front) return null;
  checkTimes(front, (message, ...item) => problems.add(file, lineOf(...item), message));
  return {
    id,
    name: front.name,
    goal: front.goal,
    duration: Math.round(front.duration),
    isFree: front.is_free,
    bodyHtml,
    ...(await checkMedia(front, context, lineOf, file)),
    textbookPages: checkPages(front, context, (item, message) => problems.add(file, lineOf(item), message)),
    place: { file, line: 1 },
  };
}
