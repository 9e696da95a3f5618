import {
  freeWarning,
  maxOf,
  multiByFraction,
  numberByFraction,
  singleByFraction,
  wholeWarning,
} from './fractions.ts';
import {
  type ImportedFile,
  type ImportedItem,
  type ImportedPassage,
  type ImportedQuestion,
  MediaOfItem,
  sectionOf,
  slotNames,
  spellings,
  wholeQuestion,
} from './item.ts';
import { markdownOf, optionOf } from './markdownOf.ts';
import { readCloze } from './moodleCloze.ts';
import { Refused, refusals, shareOf, wholePoints } from './refusal.ts';
import { childOf, childrenOf, readHtml, readXml, textOf, type XmlNode } from './xmlTree.ts';

/** What a question of Moodle is read with. Its own files are put under `folder`. */
type Room = {
  node: XmlNode;
  media: MediaOfItem;
  points: number;
  warn(message: string): void;
};
type Read = Pick<ImportedQuestion, 'slots' | 'score'> & Partial<ImportedQuestion>;

const own = (node: XmlNode, name: string) =>
  textOf(childOf(childOf(node, name) ?? node, 'text') ?? childOf(node, name));
const pluginFile = '@@PLUGINFILE@@/';

/** HTML of a text of the question; pictures are among its own files. */
function htmlOf(node: XmlNode | undefined): XmlNode['children'] {
  if (!node) return [];
  const words = textOf(childOf(node, 'text'));
  const format = node.attributes.format ?? 'html';
  if (format === 'plain_text') return [words];
  if (format === 'markdown' && !/<[a-z]/i.test(words)) return [words];
  return readHtml(words.replaceAll(pluginFile, ''), node.line).children;
}

const writingOf = ({ media }: Room) => ({ media, hasTex: true });
const bodyOf = (room: Room) => markdownOf(htmlOf(childOf(room.node, 'questiontext')), writingOf(room));

type AnswerNode = { node: XmlNode; fraction: number };
const answersOf = (node: XmlNode): AnswerNode[] =>
  childrenOf(node, 'answer').map((answer) => ({
    node: answer,
    fraction: Number(answer.attributes.fraction ?? 0),
  }));

function multichoice(room: Room): Read {
  const answers = answersOf(room.node);
  const options = answers.map(({ node }) => optionOf(htmlOf(node), writingOf(room)));
  const isSingle = !/^(?:false|0)$/.test(textOf(childOf(room.node, 'single')).trim());
  const slots = { choice: ['A'] };
  if (!isSingle) {
    const { key, isFree } = multiByFraction(answers.map(({ fraction }) => fraction));
    if (isFree) room.warn(freeWarning);
    if (room.points % key.length !== 0) room.warn(wholeWarning);
    const max = maxOf(key.length, options.length);
    return { slots, options, max, score: [{ key, multi: 'minus', points: room.points }] };
  }
  const weighed = answers.map(({ fraction }, i) => ({ value: i + 1, fraction }));
  const { keys, accept } = singleByFraction(weighed, room.points);
  const all = [...keys.slice(1).map((key) => ({ key, points: room.points })), ...accept];
  return {
    ...{ slots, options },
    score: [{ key: keys[0], points: room.points, ...(all.length > 0 ? { accept: all } : {}) }],
  };
}

function truefalse({ node, points }: Room): Read {
  const right = answersOf(node).find(({ fraction }) => fraction >= 99.99);
  const word = textOf(childOf(right?.node ?? node, 'text'))
    .trim()
    .toLowerCase();
  if (!right || !['true', 'false'].includes(word)) throw new Refused(refusals.noKey);
  return {
    slots: { choice: ['A'] },
    options: ['正しい', '誤り'],
    score: [{ key: word === 'true' ? 1 : 2, points }],
  };
}

function shortanswer({ node, points }: Room): Read {
  const isExact = textOf(childOf(node, 'usecase')).trim() === '1';
  const answers = answersOf(node)
    .filter(({ fraction }) => fraction !== 0)
    .map((answer) => ({ value: textOf(childOf(answer.node, 'text')).trim(), fraction: answer.fraction }));
  if (answers.some(({ value }) => value.includes('*'))) throw new Refused(refusals.scoring('*'));
  const weighed = answers.map(({ value, fraction }) => ({ value: spellings(value, isExact), fraction }));
  const { keys, accept } = singleByFraction(weighed, points);
  const key = [...new Set(keys.flat())];
  return { slots: { text: ['A'] }, score: [{ key, points, ...(accept.length > 0 ? { accept } : {}) }] };
}

function numerical({ node, points }: Room): Read {
  if (childrenOf(childOf(node, 'units') ?? node, 'unit').length > 1)
    throw new Refused(refusals.scoring('units'));
  const answers = answersOf(node)
    .filter(({ fraction }) => fraction !== 0)
    .map((answer) => {
      const words = textOf(childOf(answer.node, 'text')).trim();
      if (!/^-?\d+(?:\.\d+)?$/.test(words)) throw new Refused(refusals.scoring(words));
      const tolerance = Number(textOf(childOf(answer.node, 'tolerance')).trim() || '0');
      return { value: Number(words), fraction: answer.fraction, tolerance };
    });
  return { slots: { number: ['A'] }, score: [numberByFraction(answers, points)] };
}

/** Slots that share their options, the same points for each. */
function eachOf(names: string[], keys: number[], points: number): ImportedQuestion['score'] {
  if (names.length === 0) throw new Refused(refusals.noKey);
  return [{ each: names, key: keys, points: shareOf(points, names.length) }];
}

function match(room: Room): Read {
  const pairs = childrenOf(room.node, 'subquestion').map((node) => ({
    words: markdownOf(htmlOf(node), writingOf(room)).replaceAll(/\s*\n+\s*/g, ' '),
    answer: own(node, 'answer').trim(),
  }));
  const options = [...new Set(pairs.map(({ answer }) => answer))].filter((answer) => answer !== '');
  const asked = pairs.filter(({ words }) => words !== '');
  const names = slotNames(asked.length);
  const rows = asked.map(({ words }, i) => `- ${words} [[blank:${names[i]}]]`);
  return {
    body: [bodyOf(room), rows.join('\n')].filter((text) => text !== '').join('\n\n'),
    slots: { choice: names },
    options: options.map((option) => markdownOf([option], writingOf(room)) || option),
    score: eachOf(
      names,
      asked.map(({ answer }) => options.indexOf(answer) + 1),
      room.points,
    ),
  };
}

/** `[[1]]` in the text is the place of the first word. Each word has a group, whose words are its options. */
function gapText(room: Room, box: 'selectoption' | 'dragbox'): Read {
  const words = childrenOf(room.node, box).map((node) => ({
    text: markdownOf(htmlOf(node), writingOf(room)),
    group: textOf(childOf(node, 'group')).trim() || '1',
  }));
  const places: { name: string; word: number }[] = [];
  const html = textOf(childOf(childOf(room.node, 'questiontext') ?? room.node, 'text'));
  const found = [...html.matchAll(/\[\[(\d+)\]\]/g)];
  const names = slotNames(found.length);
  const marked = html.replaceAll(/\[\[(\d+)\]\]/g, (_, number: string) => {
    const name = names[places.length] ?? '';
    places.push({ name, word: Number(number) - 1 });
    return `\uE026${name}\uE027`;
  });
  const groupOf = (at: number) => words[at]?.group ?? '';
  if (places.some(({ word }) => !words[word])) throw new Refused(refusals.noKey);
  const optionsOf = (group: string) => words.filter((word) => word.group === group);
  return {
    body: withGaps(marked, room),
    slots: { choice: names },
    options: Object.fromEntries(
      places.map(({ name, word }) => [name, optionsOf(groupOf(word)).map(({ text }) => text)]),
    ),
    score: eachOf(
      names,
      places.map(({ word }) => optionsOf(groupOf(word)).indexOf(words[word] as (typeof words)[number]) + 1),
      room.points,
    ),
  };
}

/** A text with marks where its gaps are, as Markdown. */
function withGaps(html: string, room: Room): string {
  const nodes = readHtml(html.replaceAll(pluginFile, ''), room.node.line).children;
  return markdownOf(nodes, writingOf(room)).replaceAll(/\uE026([^\uE027]*)\uE027/g, '[[blank:$1]]');
}

function cloze(room: Room): Read {
  const html = textOf(childOf(childOf(room.node, 'questiontext') ?? room.node, 'text'));
  const { text, ...read } = readCloze(html);
  return { body: withGaps(text, room), ...read };
}

function essay({ points, node }: Room): Read {
  const lines = Number(textOf(childOf(node, 'responsefieldlines')).trim() || '10');
  return {
    slots: { self: ['A'] },
    length: Math.min(2000, Math.max(40, lines * 40)),
    score: [{ rubric: [{ points, text: '要記入' }] }],
  };
}

const readers: Record<string, (room: Room) => Read> = {
  multichoice,
  truefalse,
  shortanswer,
  numerical,
  match,
  matching: match,
  gapselect: (room) => gapText(room, 'selectoption'),
  ddwtos: (room) => gapText(room, 'dragbox'),
  cloze,
  essay,
};

/** Explanations: the general feedback, then the feedback of the answers. */
function whyOf(room: Room): string {
  const { node } = room;
  const feedback = [
    childOf(node, 'generalfeedback'),
    ...answersOf(node).map((answer) => childOf(answer.node, 'feedback')),
  ];
  const texts = feedback.map((one) => markdownOf(htmlOf(one), writingOf(room)));
  return [...new Set(texts)].filter((text) => text !== '').join('\n\n');
}

/** Files that a question carries within itself. */
function filesOf(node: XmlNode, folder: string): [string, Buffer][] {
  const here = childrenOf(node, 'file').map(({ attributes, ...file }): [string, Buffer] => [
    `${folder}/${attributes.name ?? ''}`,
    Buffer.from(textOf({ attributes, ...file }), 'base64'),
  ]);
  const below = node.children.flatMap((child) => (typeof child === 'string' ? [] : filesOf(child, folder)));
  return [...here, ...below];
}

function readQuestion(
  node: XmlNode,
  identifier: string,
  folder: string,
): Omit<ImportedItem, 'file' | 'section'> {
  const type = node.attributes.type ?? '';
  const read = readers[type];
  if (!read) throw new Refused(refusals.type(type));
  const grade = textOf(childOf(node, 'defaultgrade')).trim();
  const warnings: string[] = [];
  const room: Room = {
    node,
    media: new MediaOfItem(folder, identifier),
    points: type === 'cloze' ? 1 : wholePoints(grade === '' ? 1 : Number(grade)),
    warn: (message) => warnings.push(message),
  };
  const question = read(room);
  const body = question.body ?? bodyOf(room);
  const { media } = room;
  const why = whyOf(room);
  return {
    ...{ line: node.line, identifier, wanted: media.wanted, tracks: media.tracks, passages: [], warnings },
    question: wholeQuestion(question, { id: identifier, body, why, media }),
  };
}

function passageOf(node: XmlNode, identifier: string, folder: string) {
  const media = new MediaOfItem(folder, identifier);
  const text = markdownOf(htmlOf(childOf(node, 'questiontext')), { media, hasTex: true });
  const passage: ImportedPassage = { name: identifier, title: '', text, figures: media.figures };
  return { passage, wanted: media.wanted, tracks: media.tracks };
}

/**
 * Reads Moodle XML (exams.md 2.3). A description is the passage of the questions that follow in its category. `files` are
 * those that questions carry.
 */
export function readMoodle(text: string, file: string): ImportedFile & { files: Map<string, Buffer> } {
  const root = readXml(text);
  if (root.name !== 'quiz') throw new Refused(refusals.type(root.name), root.line);
  const result: ImportedFile = { items: [], refusals: [] };
  const files = new Map<string, Buffer>();
  let section = '問題';
  let passage: ReturnType<typeof passageOf> | null = null;
  for (const [at, node] of childrenOf(root, 'question').entries()) {
    const type = node.attributes.type ?? '';
    const identifier = own(node, 'name').trim() || `q${at + 1}`;
    const folder = `q${at + 1}`;
    if (type === 'category') {
      section = sectionOf(own(node, 'category'), section);
      passage = null;
      continue;
    }
    try {
      for (const [path, bytes] of filesOf(node, folder)) files.set(path, bytes);
      if (type === 'description') passage = passageOf(node, identifier, folder);
      else {
        const item = readQuestion(node, identifier, folder);
        const shown = passage;
        result.items.push({
          ...{ ...item, file, section },
          passages: shown ? [shown.passage] : [],
          wanted: [...item.wanted, ...(shown?.wanted ?? [])],
          tracks: [...item.tracks, ...(shown?.tracks ?? [])],
        });
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      result.refusals.push({ file, line: error.line ?? node.line, identifier, message: error.message });
    }
  }
  return { ...result, files };
}
