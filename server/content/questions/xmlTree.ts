import sanitizeHtml from 'sanitize-html';
import { SaxesParser } from 'saxes';
import { Refused, refusals } from './refusal.ts';

/** An element of a read file: `name` without its prefix, `line` in the file. */
export type XmlNode = {
  name: string;
  attributes: Record<string, string>;
  children: (XmlNode | string)[];
  line: number;
};

/** How deep elements may be nested (exams.md 2.3). */
const deepest = 64;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML into a tree. A DOCTYPE is refused, so the only entities are the five of XML itself, and nothing is loaded.
 * Throws `Refused` with the line.
 */
export function readXml(text: string): XmlNode {
  const parser = new SaxesParser({ xmlns: false });
  const roots: XmlNode[] = [];
  const open: XmlNode[] = [];
  const refuse = (message: string): never => {
    throw new Refused(message, parser.line);
  };
  parser.on('doctype', () => refuse('DOCTYPE は使えません'));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= deepest) refuse('要素が深すぎます');
    const named = Object.entries(attributes).map(([key, value]) => [localName(key), value]);
    const node = {
      name: localName(name),
      attributes: Object.fromEntries(named) as Record<string, string>,
      children: [],
      line: parser.line,
    };
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (words: string) => open.at(-1)?.children.push(words);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('error', (error) => refuse(`XMLとして読めません (${error.message})`));
  parser.write(text).close();
  const [root] = roots;
  return root ?? refuse('XMLとして読めません');
}

/** Attributes that are read from HTML. No other one carries anything that a pack could hold. */
const htmlAttributes = [
  'src',
  'alt',
  'href',
  'data',
  'type',
  'encoding',
  'class',
  'title',
  'start',
  'colspan',
  'style',
  'hidden',
];
/** Elements whose content is not HTML. */
const rawTag = /<(script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext|svg)\b/i;

/** Reads a piece of HTML, as browsers do, into a tree of the same kind. `line`: where it stands in its file. */
export function readHtml(html: string, line: number): XmlNode {
  const raw = rawTag.exec(html)?.[1];
  if (raw) throw new Refused(refusals.tag(raw.toLowerCase()), line);
  const clean = sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: { '*': htmlAttributes },
    allowedSchemes: ['http', 'https', 'ftp', 'data', 'file', 'javascript', 'blob', 'mailto'],
    // Only looked at: what hides a part is refused (markdownOf.ts).
    parseStyleAttributes: false,
    // An empty attribute would be written without a value, which is not XML. For `hidden` it is enough to be there.
    transformTags: {
      '*': (tagName, { hidden, ...attribs }) => ({
        tagName,
        attribs: {
          ...Object.fromEntries(Object.entries(attribs).filter(([, value]) => value !== '')),
          ...(hidden === undefined ? {} : { hidden: 'hidden' }),
        },
      }),
    },
    allowVulnerableTags: true,
    allowProtocolRelative: true,
  });
  const root = readXml(`<html>${clean.replaceAll(/[^\P{Cc}\t\n\r]/gu, '')}</html>`);
  const place = (node: XmlNode): void => {
    node.line = line;
    for (const child of node.children) if (typeof child !== 'string') place(child);
  };
  place(root);
  return root;
}

/** Elements of a name among the children. */
export function childrenOf(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((child): child is XmlNode => typeof child !== 'string' && child.name === name);
}

export function childOf(node: XmlNode, name: string): XmlNode | undefined {
  return childrenOf(node, name)[0];
}

/** Every element below a node that is asked for, in the order of the file. */
export function* below(node: XmlNode, isAsked: (node: XmlNode) => boolean): Generator<XmlNode> {
  for (const child of node.children) {
    if (typeof child === 'string') continue;
    if (isAsked(child)) yield child;
    yield* below(child, isAsked);
  }
}

/** All words in an element. */
export function textOf(node: XmlNode | undefined): string {
  if (!node) return '';
  return node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
