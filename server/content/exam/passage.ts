import { basename, join } from 'node:path';
import type * as z from 'zod/mini';
import type { passageSchema } from '#contracts/examContent.ts';
import { escapeHtml } from '../../escapeHtml.ts';
import { splitFront } from '../frontMatter.ts';
import { readText, readYaml } from '../yamlFile.ts';
import type { ExamAsset, ExamContext } from './examTypes.ts';
import { readFigures } from './figure.ts';
import { type PassageFile, passageFormat } from './formats.ts';
import { figureHtml, renderRich } from './richText.ts';

/** A passage as takers see it, what may be jumped to in it, and its files. */
export type PassageContent = {
  passage: z.output<typeof passageSchema>;
  /** Anchors and `blank:ア`. */
  targets: ReadonlySet<string>;
  assets: ExamAsset[];
};

type AnchorFile = PassageFile['anchors'][string];
const anchorOf = (written: AnchorFile) =>
  typeof written === 'string'
    ? { letter: written, isWithoutRuby: false }
    : { letter: written.letter, isWithoutRuby: written.no_ruby };

function checkLetters(
  anchors: ReadonlyMap<string, { letter: string }>,
  report: (id: string, message: string) => void,
) {
  const first = new Map<string, string>();
  for (const [id, { letter }] of anchors) {
    if (letter === '') continue;
    const before = first.get(letter);
    if (before === undefined) first.set(letter, id);
    else report(id, `傍線部「${before}」と「${id}」の記号がどちらも「${letter}」です。`);
  }
}

/** The picture of a passage that is a picture. */
function onlyFigure(figures: Awaited<ReturnType<typeof readFigures>>) {
  const [figure] = figures.values();
  if (!figure) return null;
  const { asset, alt, long, width, height } = figure;
  return { file: asset.name, alt, long, width, height };
}

/** Reads a passage (exams.md 2.1). `path` counts from the exam; its name without `.md` is its id. */
export async function readPassage(path: string, context: ExamContext): Promise<PassageContent | null> {
  const { root, folder, problems } = context;
  const file = join(folder, path);
  const text = await readText(root, file, problems);
  const parts = text === null ? null : splitFront(text, file, problems);
  if (!parts) return null;
  const { value: front, lineOf } = readYaml(parts.front, passageFormat, { file, firstLine: 2, problems });
  if (!front) return null;
  const figures = await readFigures(front.figures, file, (id) => lineOf('figures', id, 'file'), context);
  const anchors = new Map(Object.entries(front.anchors).map(([id, written]) => [id, anchorOf(written)]));
  checkLetters(anchors, (id, message) => problems.add(file, lineOf('anchors', id), message));
  const isFigure = front.kind === 'figure';
  if (isFigure && Object.keys(front.figures).length !== 1)
    problems.add(file, lineOf('figures'), '図の文章 (kind: figure) には figures を1つだけ書いてください。');
  if (!isFigure && parts.body.trim() === '') problems.add(file, parts.firstLine, '本文がありません。');
  const rich = renderRich(parts.body, {
    file,
    firstLine: parts.firstLine,
    problems,
    label: (name) => name,
    figures,
    anchors,
  });
  if (rich.marks.length > 0)
    problems.add(file, parts.firstLine, '文章には \\mark を書けません。[[blank:ア]] を使ってください。');
  for (const id of anchors.keys())
    if (!rich.anchors.includes(id))
      problems.add(file, lineOf('anchors', id), `傍線部「${id}」が本文にありません。`);
  const unplaced = isFigure ? [] : [...figures].filter(([id]) => !rich.figures.includes(id));
  const source = front.source === '' ? '' : `<p class="exam-source">${escapeHtml(front.source)}</p>\n`;
  return {
    passage: {
      id: basename(path, '.md'),
      kind: front.kind,
      title: front.title,
      lang: front.lang,
      html: rich.html + unplaced.map(([, figure]) => figureHtml(figure)).join('') + source,
      anchors: rich.anchors.map((id) => ({ id, label: anchors.get(id)?.letter ?? '' })),
      figure: isFigure ? onlyFigure(figures) : null,
    },
    targets: new Set([...rich.anchors, ...rich.blanks.map((name) => `blank:${name}`)]),
    assets: [...figures.values()].map(({ asset }) => asset),
  };
}
