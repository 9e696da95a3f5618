import { dirname, join, normalize } from 'node:path/posix';
import { isInteraction, type Part, readInteraction } from './interactions.ts';
import {
  type ImportedFile,
  type ImportedItem,
  type ImportedPassage,
  type ImportedQuestion,
  MediaOfItem,
  slotNames,
  wholeQuestion,
} from './item.ts';
import { markdownOf, type Writing } from './markdownOf.ts';
import { asQti2, assertPlain, declaredMaximum, responsesOf, scoringOf } from './qtiItem.ts';
import { Refused, refusals } from './refusal.ts';
import { below, childOf, childrenOf, readXml, type XmlNode } from './xmlTree.ts';

/** Files of the source by path. For a single file: only the file itself. */
export type SourceFiles = ReadonlyMap<string, Buffer>;

type Ref = { path: string; section: string; weight: number };

/** An item of a test: where it is, under what it stands, and how much it counts. */
function refsOf(test: XmlNode, file: string): Ref[] {
  const refs: Ref[] = [];
  const walk = (node: XmlNode, section: string): void => {
    for (const child of node.children) {
      if (typeof child === 'string') continue;
      if (child.name === 'assessmentSection') walk(child, child.attributes.title?.trim() || section);
      else if (child.name === 'testPart') walk(child, section);
      else if (child.name === 'assessmentItemRef') {
        const weights = childrenOf(child, 'weight').map(({ attributes }) => Number(attributes.value));
        const path = normalize(join(dirname(file), child.attributes.href ?? ''));
        refs.push({ path, section, weight: weights[0] ?? 1 });
      }
    }
  };
  walk(test, test.attributes.title?.trim() || '問題');
  return refs;
}

type ReadFile = { path: string; root: XmlNode };

/** Stimuli that an item shows: passages of their own. */
function passagesOf(
  item: XmlNode,
  file: string,
  files: SourceFiles,
): { passages: ImportedPassage[]; media: MediaOfItem[] } {
  const refs = [...childrenOf(item, 'assessmentStimulusRef'), ...childrenOf(item, 'sharedStimulus')];
  const media: MediaOfItem[] = [];
  const passages = refs.map(({ attributes, line }) => {
    const href = attributes.href ?? '';
    const path = normalize(join(dirname(file), href));
    const bytes = files.get(path);
    if (!bytes) throw new Refused(refusals.missing(href), line);
    const root = asQti2(readXml(bytes.toString('utf8')));
    const body = childOf(root, 'stimulusBody') ?? childOf(root, 'itemBody') ?? root;
    const own = new MediaOfItem(dirname(path), path);
    media.push(own);
    const text = markdownOf(body.children, { media: own, hasTex: false });
    return { name: path, title: root.attributes.title ?? '', text, figures: own.figures };
  });
  return { passages, media };
}

/** The content of an element; QTI 3 puts it into a body element. */
function contentOf({ children }: XmlNode): XmlNode['children'] {
  return children.flatMap((child) =>
    typeof child !== 'string' && child.name === 'contentBody' ? child.children : [child],
  );
}

function whyOf(item: XmlNode, writing: Writing): string {
  const parts = childrenOf(item, 'modalFeedback').map((node) => markdownOf(contentOf(node), writing));
  return [...new Set(parts)].filter((text) => text !== '').join('\n\n');
}

/** Parts that only the scorer or the tutor sees, and parts that the test player draws itself. */
const isHidden = ({ name, attributes }: XmlNode) =>
  (name === 'rubricBlock' && !(attributes.view ?? 'candidate').includes('candidate')) ||
  ['stylesheet', 'feedbackBlock', 'feedbackInline', 'catalogInfo'].includes(name);

/** Interactions that stand as blocks of their own. */
const isBlock = (name: string) => !['inlineChoiceInteraction', 'textEntryInteraction'].includes(name);

function joinParts(parts: readonly Part[]): Omit<ImportedQuestion, 'id' | 'body'> {
  const slots: ImportedQuestion['slots'] = {};
  for (const part of parts)
    for (const [kind, names] of Object.entries(part.slots) as ['choice', string[]][])
      slots[kind] = [...(slots[kind] ?? []), ...names];
  const options = Object.assign({}, ...parts.map(({ options: own }) => own ?? {})) as Record<string, unknown>;
  const max = Math.max(1, ...parts.map((part) => part.max ?? 1));
  // Our format says only for a whole question how many options may be chosen.
  if (max > 1 && (slots.choice?.length ?? 0) > 1) throw new Refused(refusals.scoring('maxChoices'));
  const length = parts.find((part) => part.length !== undefined)?.length;
  return {
    slots,
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(max > 1 ? { max } : {}),
    ...(length === undefined ? {} : { length }),
    score: parts.flatMap(({ score }) => score),
  };
}

/** Reads one item as a question. Throws `Refused`. */
function readItem(
  { path, root: item }: ReadFile,
  { section, weight }: Ref,
  files: SourceFiles,
): ImportedItem {
  assertPlain(item);
  const identifier = item.attributes.identifier ?? path;
  const media = new MediaOfItem(dirname(path), identifier);
  const warnings: string[] = [];
  const body = childOf(item, 'itemBody');
  if (!body) throw new Refused(refusals.type(item.name), item.line);
  const all = [...below(body, ({ name }) => isInteraction(name))];
  if (all.length === 0) throw new Refused(refusals.type('itemBody'), body.line);
  // An interaction that we do not have is refused first, before anything about its scoring.
  for (const { name, line } of all)
    if (
      !/^(?:choice|inlineChoice|textEntry|match|gapMatch|order|associate|extendedText)Interaction$/.test(name)
    )
      throw new Refused(refusals.type(name), line);
  const isWritten = all.every(({ name }) => name === 'extendedTextInteraction');
  const scoring = isWritten ? 'unsaid' : scoringOf(item);
  const responses = responsesOf(item);
  // The templates of QTI look at one response, RESPONSE, and at no other.
  if (scoring !== 'unsaid' && all.some(({ attributes }) => attributes.responseIdentifier !== 'RESPONSE'))
    throw new Refused(refusals.scoring('RESPONSE'), item.line);
  if (!isWritten && scoring === 'unsaid') warnings.push('採点の指定がないので、正解と同じなら満点にしました');
  const maximum = declaredMaximum(item);
  if (maximum !== null && all.length > 1) throw new Refused(refusals.scoring('normalMaximum'), item.line);
  const parts: Part[] = [];
  let used = 0;
  const special = (node: XmlNode): string | null => {
    if (isHidden(node)) return '';
    if (node.name === 'rubricBlock') return markdownOf(contentOf(node), writing);
    if (!isInteraction(node.name)) return null;
    const response = responses.get(node.attributes.responseIdentifier ?? '');
    if (!response) throw new Refused(refusals.noKey, node.line);
    const part = readInteraction(node, {
      ...{ response, scoring, points: maximum, weight, writing: { ...writing, special: noInteraction } },
      next: (count) => {
        used += count;
        return slotNames(used).slice(used - count);
      },
      warn: (message) => warnings.push(message),
    });
    parts.push(part);
    return isBlock(node.name) ? `\uE024${parts.length - 1}\uE025` : part.markdown;
  };
  const writing: Writing = { media, hasTex: false, special };
  const noInteraction = (node: XmlNode) => (isHidden(node) ? '' : null);
  const placed = markdownOf(body.children, writing);
  const text = placed
    .replaceAll(/\uE024(\d+)\uE025/g, (_, at: string) => `\n\n${parts[Number(at)]?.markdown ?? ''}\n\n`)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const stimuli = passagesOf(item, path, files);
  const words = text === '' ? (item.attributes.title?.trim() ?? '') : text;
  const why = whyOf(item, { media, hasTex: false });
  return {
    ...{ file: path, line: item.line, identifier, section, warnings, passages: stimuli.passages },
    question: wholeQuestion(joinParts(parts), { id: identifier, body: words, why, media }),
    wanted: [media, ...stimuli.media].flatMap(({ wanted }) => wanted),
    tracks: [media, ...stimuli.media].flatMap(({ tracks }) => tracks),
  };
}

/** XML files that are not ours but are no mistake either. */
const isBeside = (path: string, root: XmlNode) =>
  root.name === 'manifest' ||
  /stimulus/i.test(root.name) ||
  /\.(?:xsd|svg)$/i.test(path) ||
  root.name === 'svg';

/**
 * Reads a QTI 2.1, 2.2 or 3.0 package, or a single item (exams.md 2.3). A file that breaks a safety rule throws
 * `Refused`; an item that does not fit is added to the refusals.
 */
export function readQti(files: SourceFiles): ImportedFile {
  const read: ReadFile[] = [];
  for (const [path, bytes] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    if (/\.xml$/i.test(path)) read.push({ path, root: asQti2(readNamed(path, bytes)) });
  const items = new Map(
    read.filter(({ root }) => root.name === 'assessmentItem').map((file) => [file.path, file]),
  );
  const tests = read.filter(({ root }) => root.name === 'assessmentTest');
  const refs = tests.flatMap(({ path, root }) => refsOf(root, path));
  const left = [...items.keys()].filter((path) => !refs.some((ref) => ref.path === path));
  const ordered = [...refs, ...left.map((path) => ({ path, section: '問題', weight: 1 }))];
  const result: ImportedFile = { items: [], refusals: [] };
  for (const { path, root } of read)
    if (!['assessmentItem', 'assessmentTest'].includes(root.name) && !isBeside(path, root))
      result.refusals.push({
        file: path,
        line: root.line,
        identifier: path,
        message: refusals.type(root.name),
      });
  for (const ref of ordered) {
    const file = items.get(ref.path);
    const identifier = file?.root.attributes.identifier ?? ref.path;
    const refuse = (message: string, line: number | null) =>
      result.refusals.push({ file: ref.path, line: line ?? file?.root.line ?? 1, identifier, message });
    if (!file) {
      refuse(refusals.missing(ref.path), null);
      continue;
    }
    try {
      result.items.push(readItem(file, ref, files));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(error.message, error.line);
    }
  }
  return result;
}

function readNamed(path: string, bytes: Buffer): XmlNode {
  try {
    return readXml(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof Refused) throw new Refused(`${path}: ${error.message}`, error.line);
    throw error;
  }
}
