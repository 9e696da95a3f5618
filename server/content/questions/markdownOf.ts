import type { MediaOfItem } from './item.ts';
import { Refused, refusals } from './refusal.ts';
import { below, childrenOf, textOf, type XmlNode } from './xmlTree.ts';

/** How HTML becomes the Markdown of packs. */
export type Writing = {
  media: MediaOfItem;
  /** `\(…\)`, `\[…\]` and `$$…$$` are formulas, as Moodle shows them. */
  hasTex: boolean;
  /** Makes Markdown of an element that is not HTML (an interaction, a gap); `null`: the element is refused. */
  special?(node: XmlNode): string | null;
};

/** A figure within a text becomes a paragraph of its own. */
const figureMark = /(\uE020[a-z0-9]+\uE021)/;
const tex = /\\\(([\s\S]+?)\\\)|\\\[([\s\S]+?)\\\]|\$\$([\s\S]+?)\$\$/g;

/** Text that means nothing to Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]$<>|#~&]/g, '\\$&');
}

/** A formula as packs write it; a digit may not stand behind its last sign. */
const formula = (latex: string) => `$${latex.trim().replaceAll(/\s*\n\s*/g, ' ')}$\uE022`;

function textWithTex(text: string): string {
  let out = '';
  let last = 0;
  for (const found of text.matchAll(tex)) {
    out += escapeMarkdown(text.slice(last, found.index));
    out += formula(found[1] ?? found[2] ?? found[3] ?? '');
    last = found.index + found[0].length;
  }
  return out + escapeMarkdown(text.slice(last));
}

function rubyOf(node: XmlNode): string {
  const reading = textOf({ ...node, children: childrenOf(node, 'rt') }).trim();
  const base = textOf({
    ...node,
    children: node.children.filter(
      (child) => typeof child === 'string' || !['rt', 'rp'].includes(child.name),
    ),
  }).trim();
  const isFurigana = /^[ぁ-ゖァ-ヺー・\s]+$/.test(reading) && !/[{}|$\\\n]/.test(base) && base !== '';
  return isFurigana ? `{${base}|${reading}}` : escapeMarkdown(`${base}(${reading})`);
}

function mathOf(node: XmlNode): string {
  const notes = [...below(node, ({ name }) => name === 'annotation')];
  const found = notes.find(({ attributes }) => /tex/i.test(attributes.encoding ?? ''));
  if (!found || textOf(found).trim() === '') throw new Refused(refusals.math, node.line);
  return formula(textOf(found));
}

const script = (sign: string, words: string) =>
  formula(
    /^[\x20-\x7E]*$/.test(words) && !/[\\{}$%#&~^_]/.test(words)
      ? `${sign}{${words}}`
      : `${sign}{\\text{${words.replaceAll(/[\\{}$%#&~^_]/g, '')}}}`,
  );

const emphasis = (mark: string, words: string) =>
  words.trim() === '' ? words : `${mark}${words.trim()}${mark}`;

function inline(node: XmlNode, writing: Writing): string {
  const inner = () => inlineAll(node.children, writing);
  switch (node.name) {
    case 'br':
      return '\uE023';
    case 'b':
    case 'strong':
    case 'u':
      return emphasis('**', inner());
    case 'i':
    case 'em':
      return emphasis('*', inner());
    case 'span':
      assertShown(node);
      return inner();
    case 'sub':
      return script('_', textOf(node).trim());
    case 'sup':
      return script('^', textOf(node).trim());
    case 'ruby':
      return rubyOf(node);
    case 'math':
      return mathOf(node);
    case 'img':
      return figureOf(writing.media.figure(node.attributes.src ?? '', node.attributes.alt ?? '', node.line));
    case 'audio':
      return soundOf(node, writing);
    case 'object':
      return objectOf(node, writing);
    default:
      return specialOf(node, writing);
  }
}

/**
 * `div`, `span` and similar elements only group their content, unless they hide it. Hidden content must not be shown to
 * takers, because they would not have seen it; and it must not get lost without a message.
 */
function assertShown({ name, line, attributes: { hidden, style = '' } }: XmlNode): void {
  const isHidden = hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
  if (isHidden) throw new Refused(refusals.tag(`${name} (非表示)`), line);
}

const figureOf = (id: string | null) => (id === null ? '' : `\uE020${id}\uE021`);

function soundOf(node: XmlNode, { media }: Writing): string {
  const hrefs = [node, ...childrenOf(node, 'source')].flatMap(({ attributes }) => attributes.src ?? []);
  const [href] = hrefs;
  if (href === undefined) throw new Refused(refusals.missing(''), node.line);
  media.sound(href, node.line);
  return '';
}

function objectOf(node: XmlNode, { media }: Writing): string {
  const { data = '', type = '' } = node.attributes;
  return figureOf(media.object(data, type, textOf(node), node.line));
}

function specialOf(node: XmlNode, writing: Writing): string {
  const made = writing.special?.(node) ?? null;
  if (made === null) throw new Refused(refusals.tag(node.name), node.line);
  return made;
}

function inlineAll(nodes: XmlNode['children'], writing: Writing): string {
  return nodes
    .map((node) => {
      if (typeof node !== 'string') return inline(node, writing);
      const plain = node.replaceAll('\u00A0', ' ').replaceAll(/\s+/g, ' ');
      return writing.hasTex ? textWithTex(plain) : escapeMarkdown(plain);
    })
    .join('');
}

/** A paragraph as lines: breaks as Markdown has them, and nothing at its beginning that would make it another block. */
function paragraph(words: string): string {
  return words
    .replaceAll(/\uE022(?=\d)/g, ' ')
    .replaceAll('\uE022', '')
    .split('\uE023')
    .map((line) =>
      line
        .trim()
        .replace(/^[-+=:]/, '\\$&')
        .replace(/^(\d+)([.)])/, '$1\\$2'),
    )
    .join('\\\n')
    .replaceAll(/^(?:\\\n)+|(?:\\\n)+$/g, '')
    .trim();
}

/** Words with figures among them as paragraphs. */
function paragraphs(words: string): string[] {
  return words.split(figureMark).flatMap((part) => {
    const figure = /^\uE020([a-z0-9]+)\uE021$/.exec(part)?.[1];
    const text = figure === undefined ? paragraph(part) : `[[figure:${figure}]]`;
    return text === '' ? [] : [text];
  });
}

function listOf(node: XmlNode, writing: Writing): string {
  const items = childrenOf(node, 'li').map((item, i) => {
    const mark = node.name === 'ol' ? `${i + 1}. ` : '- ';
    const indent = ' '.repeat(mark.length);
    return mark + blocksOf(item.children, writing).join('\n').replaceAll('\n', `\n${indent}`);
  });
  return items.join('\n');
}

function tableOf(node: XmlNode, writing: Writing): string {
  const rows = [...below(node, ({ name }) => name === 'tr')].map((row) =>
    row.children.flatMap((cell) => {
      if (typeof cell === 'string') return [];
      const text = paragraph(blocksOf(cell.children, writing).join(' ')).replaceAll(/\\?\n/g, ' ');
      if (text.includes('[[figure:')) throw new Refused(refusals.tag('img'), cell.line);
      return [text];
    }),
  );
  const width = Math.max(1, ...rows.map((row) => row.length));
  const line = (row: string[]) => `| ${Array.from({ length: width }, (_, i) => row[i] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n');
}

/** Elements that only hold paragraphs and add no meaning. */
const groups = new Set(['p', 'div', 'blockquote', 'prompt']);
const block = new Set([...groups, 'ul', 'ol', 'table']);
const tableParts = new Set(['thead', 'tbody', 'tfoot', 'caption', 'colgroup', 'col']);

/**
 * Makes Markdown paragraphs, lists and tables of HTML (exams.md 2.3: the kept elements); anything else throws
 * `Refused`.
 */
export function blocksOf(nodes: XmlNode['children'], writing: Writing): string[] {
  const blocks: string[] = [];
  let run: XmlNode['children'] = [];
  const flush = () => {
    blocks.push(...paragraphs(inlineAll(run, writing)));
    run = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !(block.has(node.name) || tableParts.has(node.name))) {
      run.push(node);
      continue;
    }
    flush();
    if (groups.has(node.name)) {
      assertShown(node);
      blocks.push(...blocksOf(node.children, writing));
    } else if (node.name === 'table') blocks.push(tableOf(node, writing));
    else if (tableParts.has(node.name)) throw new Refused(refusals.tag(node.name), node.line);
    else blocks.push(listOf(node, writing));
  }
  flush();
  return blocks.filter((text) => text !== '');
}

/** HTML as the Markdown of a body or an explanation. */
export function markdownOf(nodes: XmlNode['children'], writing: Writing): string {
  return blocksOf(nodes, writing).join('\n\n');
}

/** HTML as an option of a pack: words of one paragraph, a figure, or both. */
export function optionOf(
  nodes: XmlNode['children'],
  writing: Writing,
): string | { text?: string; figure: string } {
  const blocks = blocksOf(nodes, writing);
  const figures = blocks.flatMap((text) => /^\[\[figure:([a-z0-9]+)\]\]$/.exec(text)?.[1] ?? []);
  const words = blocks.filter((text) => !text.startsWith('[[figure:'));
  const text = words.join(' ').replaceAll(/\\?\n/g, ' ');
  const [figure, ...more] = figures;
  if (more.length > 0) throw new Refused(refusals.tag('img'));
  if (figure === undefined) return text === '' ? '(空)' : text;
  return text === '' ? { figure } : { text, figure };
}
