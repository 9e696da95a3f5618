import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { ProblemList } from '../problems.ts';

/** The elements that a figure may be drawn with. None of them loads, runs, moves or links. */
const tags = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'marker', 'clipPath', 'mask', 'pattern'],
  ...['path', 'line', 'polyline', 'polygon', 'rect', 'circle', 'ellipse', 'text', 'tspan'],
  ...['linearGradient', 'radialGradient', 'stop'],
]);
/** What drawing programs add for themselves. It is removed without a message, because nobody sees it. */
const isOfEditor = (name: string) =>
  name === 'metadata' || /^(?:sodipodi|inkscape|rdf|cc|dc|serif|sketch|figma):/.test(name);
const silentAttribute =
  /^(?:xmlns:(?!xlink)[\w-]+|(?:sodipodi|inkscape|serif|sketch|figma|xml):[\w-]+|data-[\w-]+|class|version|baseProfile)$/;
const attributes =
  /^(?:xmlns|xmlns:xlink|viewBox|width|height|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|d|points|transform|id|href|xlink:href|style|preserveAspectRatio|dx|dy|rotate|textLength|lengthAdjust|offset|pathLength|orient|refX|refY|marker(?:Width|Height|Units|-start|-mid|-end)|(?:gradient|pattern|mask|clipPath|maskContent|patternContent)(?:Units|Transform)|spreadMethod|role|aria-[a-z]+|lang|(?:fill|stroke|stop|font|text|clip|letter|word|dominant|alignment|baseline|writing|vector|paint|color|shape)(?:-[a-z]+)*|opacity|display|visibility|overflow|mask|kerning|direction)$/;

/** A drawing that was read: clean text and its size, pixels. */
export type CleanSvg = { text: string; width: number; height: number };

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;');

/** Whether an attribute is harmless: an address points inside the drawing itself, and a style loads nothing. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return /^#[\w.-]+$/.test(value);
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg';
  const urls = value.match(/url\(/gi)?.length ?? 0;
  const own = value.match(/url\(\s*['"]?#[\w.-]+['"]?\s*\)/gi)?.length ?? 0;
  return urls === own && !/@import|expression\(|javascript:|\\/i.test(value);
}

const pixels = (value: string | undefined) => {
  const found = /^(\d+(?:\.\d+)?)(?:px)?$/.exec(value?.trim() ?? '');
  return found ? Number(found[1]) : null;
};

function sizeOf({ attributes: named }: SaxesTagPlain): { width: number; height: number } | null {
  const box =
    named.viewBox
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [, , boxWidth, boxHeight] = box;
  const width = pixels(named.width) ?? boxWidth;
  const height = pixels(named.height) ?? boxHeight;
  const isKnown = width !== undefined && height !== undefined && width > 0 && height > 0;
  return isKnown ? { width: Math.round(width), height: Math.round(height) } : null;
}

/**
 * Reads a drawing of a pack and writes it again with nothing but shapes and words (exams.md 2.1). Anything else is
 * reported with its line and makes the result `null`.
 */
export function cleanSvg(source: string, file: string, problems: ProblemList): CleanSvg | null {
  const parser = new SaxesParser({ xmlns: false, fileName: file });
  const before = problems.problems.length;
  const refuse = (message: string) => problems.add(file, parser.line, message);
  const out: string[] = [];
  let size: { width: number; height: number } | null = null;
  /** Depth inside an element that is removed. */
  let skipped = 0;
  parser.on('doctype', () => refuse('SVGにDOCTYPEは使えません。その行を消してください。'));
  parser.on('processinginstruction', () => refuse('SVGに <?…?> の命令は使えません。'));
  parser.on('opentag', (tag) => {
    if (out.length === 0 && tag.name !== 'svg') refuse('SVGの絵ではありません。');
    if (skipped > 0 || isOfEditor(tag.name)) {
      skipped += 1;
      return;
    }
    if (!tags.has(tag.name)) {
      refuse(`SVGの <${tag.name}> は使えません。`);
      skipped += 1;
      return;
    }
    if (out.length === 0) size = sizeOf(tag);
    const kept: string[] = [];
    for (const [name, value] of Object.entries(tag.attributes)) {
      if (silentAttribute.test(name)) continue;
      if (!attributes.test(name)) refuse(`SVGの属性 ${name} は使えません。`);
      else if (!isHarmless(name, value)) refuse(`SVGの ${name}「${value.slice(0, 60)}」は使えません。`);
      else kept.push(` ${name}="${escapeAttribute(value)}"`);
    }
    out.push(`<${tag.name}${kept.join('')}>`);
  });
  parser.on('closetag', ({ name }) => {
    if (skipped > 0) skipped -= 1;
    else out.push(`</${name}>`);
  });
  parser.on('text', (text) => {
    if (skipped === 0 && out.length > 0) out.push(escapeText(text));
  });
  parser.on('cdata', () => refuse('SVGにCDATAは使えません。'));
  try {
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(source).close();
  } catch (error) {
    refuse(`SVGとして読めません (${error instanceof Error ? error.message : String(error)})。`);
  }
  if (problems.problems.length === before && size === null)
    problems.add(file, 1, 'SVGに width と height、または viewBox を書いてください。');
  const found = size as { width: number; height: number } | null;
  return problems.problems.length > before || found === null ? null : { text: out.join('').trim(), ...found };
}
