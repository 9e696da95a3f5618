import { join } from 'node:path';
import type * as z from 'zod/mini';
import { lessonFormat } from './formats.ts';
import { splitFront } from './frontMatter.ts';
import { countedLength, cueEnds, lengthTolerance, sayLength } from './lessonTimes.ts';
import { renderMarkdown } from './markdown.ts';
import { checkFile, type FileKind, type PackFile } from './mediaFile.ts';
import { mediaLength } from './mediaLength.ts';
import { nameInPack } from './packNames.ts';
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

type Report = (message: string, ...item: PropertyKey[]) => void;
type Media = Awaited<ReturnType<typeof checkMedia>>;

/** The video's own length in seconds; `null` without a video, or when the file does not tell. */
async function videoLength({ video }: Media, front: Front, report: Report): Promise<number | null> {
  if (!video) return null;
  const real = await mediaLength(video.source, 'video');
  if (real === null) report(`「${front.video}」の中身はMP4の動画ではありません。`, 'video');
  else if (real < 1) report(`「${front.video}」の動画が短すぎます (${sayLength(real)} 秒)。`, 'video');
  else if (front.duration !== undefined && Math.abs(front.duration - real) > lengthTolerance)
    report(
      `長さ (duration) は ${front.duration} 秒とありますが、動画は ${sayLength(real)} 秒です。`,
      'duration',
    );
  return real;
}

/** The audio version is another way through the same lesson, so it must end where the video ends. */
async function checkAudio({ audio }: Media, front: Front, length: number, report: Report): Promise<void> {
  if (!audio) return;
  const real = await mediaLength(audio.source, 'audio');
  if (real === null) report(`「${front.audio}」の中身はM4Aの音声ではありません。`, 'audio');
  else if (Math.abs(real - length) > lengthTolerance)
    report(`音声は ${sayLength(real)} 秒で、動画の ${sayLength(length)} 秒と違います。`, 'audio');
}

async function checkCaptions({ captions }: Media, length: number, { root, problems }: LessonContext) {
  if (!captions) return;
  const file = await nameInPack(root, captions.source);
  for (const { line, end } of await cueEnds(captions)) {
    if (end === null)
      problems.add(file, line, '字幕の時刻を読めません。00:01.000 --> 00:04.000 の形で書いてください。');
    else if (end > length + lengthTolerance)
      problems.add(
        file,
        line,
        `字幕の終わり ${sayLength(end)} 秒が、動画の長さ ${sayLength(length)} 秒を超えています。`,
      );
  }
}

function checkBoards(front: Front, length: number, report: Report): void {
  front.boards.forEach((board, i) => {
    const before = front.boards[i - 1]?.start_sec ?? -1;
    if (board.start_sec > length) {
      report(
        `板書の開始 ${board.start_sec} 秒が、長さ ${sayLength(length)} 秒を超えています。`,
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
}

/** Checks every time that the lesson states against its files. Answers the whole seconds that the lesson counts as. */
async function checkTimes(
  front: Front,
  media: Media,
  context: LessonContext,
  report: Report,
): Promise<number> {
  for (const item of ['audio', 'captions', 'poster'] as const) {
    if (front[item] !== undefined && front.video === undefined)
      report(`「${item}」は動画 (video) と一緒に使います。`, item);
  }
  const real = await videoLength(media, front, report);
  if (real === null && front.duration === undefined && front.video === undefined)
    report('「duration」がありません。', 'duration');
  const length = real ?? front.duration;
  if (length === undefined) return 0;
  checkBoards(front, length, report);
  if (real === null) return Math.round(length);
  await checkAudio(media, front, real, report);
  await checkCaptions(media, real, context);
  return countedLength(front.duration, real);
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
  const words = body.replaceAll(/<!--[\s\S]*?-->/g, '').trim();
  if (words.length < shortestText) problems.add(file, firstLine, '本文がほとんどありません。');
  if (!front) return null;
  const media = await checkMedia(front, context, lineOf, file);
  const report: Report = (message, ...item) => problems.add(file, lineOf(...item), message);
  const duration = await checkTimes(front, media, context, report);
  return {
    id,
    name: front.name,
    goal: front.goal,
    duration,
    isFree: front.is_free,
    bodyHtml,
    ...media,
    textbookPages: checkPages(front, context, (item, message) => problems.add(file, lineOf(item), message)),
    place: { file, line: 1 },
  };
}
