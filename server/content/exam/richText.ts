import { escapeHtml } from '../../escapeHtml.ts';
import { renderMarkdown } from '../markdown.ts';
import type { ProblemList } from '../problems.ts';
import type { FigureContent } from './examTypes.ts';

/**
 * Private-use signs that stand for the marks of exam texts (exams.md 2.1) while Markdown is read, as for `{漢字|かな}` in
 * markdown.ts. The marks are a blank, a 傍線部 from its id to its end, and a figure.
 */
const blank = { open: '\uE010', close: '\uE011' };
const anchor = { open: '\uE012', text: '\uE013', close: '\uE014' };
const picture = { open: '\uE015', close: '\uE016' };

const furigana = /\{[^{}|$\\\n]+\|[^{}|]+\}/;
const blockTag = /<\/?(?:p|div|ul|ol|li|h[1-6]|table|thead|tbody|tr|th|td|blockquote|pre|hr|details)\b/;

/**
 * What an exam text is rendered with. `label`: how a slot or blank is printed; `null`: no slot or blank has that name.
 */
export type RichContext = {
  file: string;
  firstLine: number;
  problems: ProblemList;
  label(name: string): string | null;
  figures: ReadonlyMap<string, FigureContent>;
  anchors?: ReadonlyMap<string, { letter: string; isWithoutRuby: boolean }>;
  /** Furigana would give an answer away. */
  isWithoutRuby?: boolean;
};

/** A rendered text and what it names, in order. */
export type Rich = { html: string; marks: string[]; blanks: string[]; anchors: string[]; figures: string[] };

/**
 * A figure. Its file is named in `data-file`: a taker's device puts its own address there once the pack is open
 * (exams.md 3.2). The long description is text that everybody can open.
 */
export function figureHtml({ asset, alt, long, width, height }: FigureContent): string {
  const image = `<img data-file="${asset.name}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">`;
  const paragraphs = long
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line.trim())}</p>`);
  const more =
    long === ''
      ? ''
      : `<details class="exam-figure-long"><summary>図の説明</summary>${paragraphs.join('')}</details>`;
  return `<figure class="exam-figure">${image}${more}</figure>`;
}

type Found = { index: number; 0: string };
type Report = (at: Found, message: string) => void;

function reporter(text: string, { file, firstLine, problems }: RichContext): Report {
  return ({ index }, message) =>
    problems.add(file, firstLine + text.slice(0, index).split('\n').length - 1, message);
}

/** Names as written in `\mark{アイ}`: every sign is a slot, or the whole is one. */
function markedNames(written: string, context: RichContext): string[] {
  return context.label(written) === null ? [...written] : [written];
}

function readMarks(text: string, context: RichContext, found: Rich, report: Report): string {
  return text.replace(/\\mark\{([^{}\n]*)\}/g, (all: string, written: string, index: number) => {
    const names = markedNames(written.trim(), context);
    const unknown = names.filter((name) => context.label(name) === null);
    if (names.length === 0 || unknown.length > 0)
      report({ index, 0: all }, `解答欄「${unknown.join('、') || written}」は slots にありません。`);
    found.marks.push(...names);
    return `\\boxed{\\text{${names.map((name) => context.label(name) ?? name).join('')}}}`;
  });
}

function readBlanks(text: string, found: Rich): string {
  return text.replace(/\[\[blank:([\p{L}\p{N}]{1,4})\]\]/gu, (_, name: string) => {
    found.blanks.push(name);
    return blank.open + name + blank.close;
  });
}

function readAnchors(text: string, context: RichContext, found: Rich, report: Report): string {
  return text.replace(
    /\[\[([a-z0-9][a-z0-9-]*)\|((?:(?!\]\]|\[\[)[\s\S])+)\]\]/g,
    (all: string, id: string, content: string, index: number) => {
      const known = context.anchors?.get(id);
      const at = { index, 0: all };
      if (!context.anchors) report(at, '傍線部は文章 (passages) にだけ書けます。');
      else if (!known) report(at, `傍線部「${id}」は anchors にありません。`);
      if (found.anchors.includes(id)) report(at, `傍線部「${id}」が2回使われています。`);
      if (known?.isWithoutRuby && furigana.test(content))
        report(at, `傍線部「${id}」のふりがなは答えになるので書けません。`);
      found.anchors.push(id);
      return anchor.open + id + anchor.text + content + anchor.close;
    },
  );
}

function readFigures(text: string, context: RichContext, found: Rich, report: Report): string {
  return text.replace(/\[\[figure:([a-z0-9-]+)\]\]/g, (all: string, id: string, index: number) => {
    const at = { index, 0: all };
    if (!context.figures.has(id)) report(at, `図「${id}」は figures にありません。`);
    if (found.figures.includes(id)) report(at, `図「${id}」が2回置かれています。`);
    found.figures.push(id);
    return picture.open + id + picture.close;
  });
}

/** Private-use signs and half-written marks must not reach a page. */
function reportLeft(text: string, context: RichContext, report: Report): void {
  const left = /\[\[(?:blank:|figure:|[a-z0-9-]+\|)|\\mark(?![a-z])/.exec(text);
  if (left)
    report(
      left,
      '[[傍線部|…]]、[[blank:ア]]、[[figure:図]] か \\mark{ア} の書き方が正しくありません。傍線部は重ねられません。',
    );
  const ruby = context.isWithoutRuby ? furigana.exec(text) : null;
  if (ruby) report(ruby, 'ここのふりがなは答えになるので書けません。');
}

/** Whether every element that begins inside also ends inside: only then it may be put into a span. */
function isWhole(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (['br', 'img'].includes(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

function placeAnchors(html: string, context: RichContext): string {
  return html.replace(/\uE012([^\uE013]*)\uE013([^\uE014]*)\uE014/g, (_, id: string, content: string) => {
    if (blockTag.test(content) || !isWhole(content))
      context.problems.add(
        context.file,
        context.firstLine,
        `傍線部「${id}」が段落や太字をまたいでいます。1つの段落の中で閉じてください。`,
      );
    const letter = context.anchors?.get(id)?.letter ?? '';
    const label = letter === '' ? '' : `<b class="exam-anchor-label">${escapeHtml(letter)}</b>`;
    return `<span class="exam-anchor" data-anchor="${id}">${label}${content}</span>`;
  });
}

function placeBlanks(html: string, context: RichContext): string {
  return html.replace(/\uE010([^\uE011]*)\uE011/g, (_, name: string) => {
    const label = escapeHtml(context.label(name) ?? name);
    return `<span class="exam-blank" data-blank="${escapeHtml(name)}">${label}</span>`;
  });
}

function placeFigures(html: string, context: RichContext): string {
  const alone = html.replace(/<p>\s*\uE015([^\uE016]*)\uE016\s*<\/p>/g, (_, id: string) => {
    const figure = context.figures.get(id);
    return figure ? figureHtml(figure) : '';
  });
  if (alone.includes(picture.open))
    context.problems.add(
      context.file,
      context.firstLine,
      '[[figure:…]] は1行に単独で、前後を空行にして書いてください。',
    );
  return alone;
}

/**
 * Renders Markdown of an exam as clean HTML, with `\mark{ア}` as boxes in formulas, blanks, 傍線部 and figures. Reports
 * every mistake with its line (exams.md 2.2).
 */
export function renderRich(text: string, context: RichContext): Rich {
  const found: Rich = { html: '', marks: [], blanks: [], anchors: [], figures: [] };
  const report = reporter(text, context);
  const marked = readMarks(text, context, found, report);
  // Every step keeps the lines but changes offsets, so each step reports by the text that it reads.
  const step = (next: string) => reporter(next, context);
  const blanked = readBlanks(marked, found);
  const placed = readFigures(blanked, context, found, step(blanked));
  const anchored = readAnchors(placed, context, found, step(placed));
  reportLeft(anchored, context, step(anchored));
  const { file, firstLine, problems } = context;
  const html = renderMarkdown(anchored, { file, firstLine, problems });
  if (html.includes('\\boxed'))
    problems.add(file, firstLine, '\\mark{…} は数式 ($…$) の中に書いてください。');
  return { ...found, html: placeFigures(placeAnchors(placeBlanks(html, context), context), context) };
}

/** A text of one paragraph (an option) as HTML without its paragraph. */
export function renderInline(text: string, context: RichContext): string {
  const { html } = renderRich(text, context);
  const inner = /^<p>([\s\S]*)<\/p>\s*$/.exec(html)?.[1];
  if (inner !== undefined && !blockTag.test(inner)) return inner;
  context.problems.add(context.file, context.firstLine, '選択肢には1つの段落だけを書いてください。');
  return '';
}
