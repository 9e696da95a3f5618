import { type ImportedQuestion, spellings } from './item.ts';
import { markdownOf, optionOf, type Writing } from './markdownOf.ts';
import type { Response, Scoring } from './qtiItem.ts';
import { Refused, refusals, wholePoints } from './refusal.ts';
import { childOf, childrenOf, type XmlNode } from './xmlTree.ts';

/** What an interaction is read with. `points`: of the item, `null`: as its scoring gives. `weight`: of the test. */
export type InteractionRoom = {
  response: Response;
  scoring: Scoring;
  points: number | null;
  weight: number;
  writing: Writing;
  /** Names of slots that come next. */
  next(count: number): string[];
  warn(message: string): void;
};

/** A part of a question: what stands in its body, its slots and how they are scored. */
export type Part = {
  markdown: string;
  slots: ImportedQuestion['slots'];
  options?: Record<string, unknown> | unknown[];
  max?: number;
  length?: number;
  score: Record<string, unknown>[];
};

const nodesOf = (node: XmlNode, ...names: string[]) =>
  node.children.filter((child): child is XmlNode => typeof child !== 'string' && names.includes(child.name));

function needKey(values: readonly string[], line: number): void {
  if (values.length === 0) throw new Refused(refusals.noKey, line);
}

/** Points when all is right. */
function fullPoints({ points, weight, scoring }: InteractionRoom, mapped: number): number {
  return wholePoints((points ?? (scoring === 'map_response' ? mapped : 1)) * weight);
}

/** Converts the points of a mapping into points of the item. */
function scale({ points, weight }: InteractionRoom, mapped: number, value: number): number {
  return wholePoints(((points ?? mapped) / (mapped || 1)) * value * weight);
}

function numberOfOption(choices: readonly XmlNode[], identifier: string, line: number): number {
  const at = choices.findIndex(({ attributes }) => attributes.identifier === identifier);
  if (at < 0) throw new Refused(refusals.noKey, line);
  return at + 1;
}

function promptOf(node: XmlNode, room: InteractionRoom): string {
  const prompt = childOf(node, 'prompt');
  return prompt ? markdownOf(prompt.children, room.writing) : '';
}

/** One right option: the best of a mapping. The other options keep what they are worth. */
function singleScore(
  choices: readonly XmlNode[],
  node: XmlNode,
  room: InteractionRoom,
): Record<string, unknown> {
  const { response, scoring } = room;
  const mapping = scoring === 'map_response' ? response.mapping : null;
  if (!mapping) {
    needKey(response.correct, node.line);
    return {
      key: numberOfOption(choices, response.correct[0] ?? '', node.line),
      points: fullPoints(room, 1),
    };
  }
  if (mapping.other > 0) throw new Refused(refusals.scoring('defaultValue'), node.line);
  const sorted = mapping.entries.toSorted((one, other) => other.points - one.points);
  const [best, ...rest] = sorted;
  if (!best || best.points <= 0) throw new Refused(refusals.noKey, node.line);
  if (mapping.other < 0 || rest.some(({ points }) => points < 0))
    throw new Refused(refusals.negative, node.line);
  const accept = rest
    .filter(({ points }) => points > 0)
    .map(({ key, points }) => ({
      key: numberOfOption(choices, key, node.line),
      points: scale(room, best.points, points),
    }));
  return {
    key: numberOfOption(choices, best.key, node.line),
    points: scale(room, best.points, best.points),
    ...(accept.length > 0 ? { accept } : {}),
  };
}

/** Several right options: all of them, or by a mapping that counts each the same. */
function multiScore(
  choices: readonly XmlNode[],
  node: XmlNode,
  room: InteractionRoom,
): Record<string, unknown> {
  const { response, scoring } = room;
  const mapping = scoring === 'map_response' ? response.mapping : null;
  if (!mapping) {
    needKey(response.correct, node.line);
    const key = response.correct.map((identifier) => numberOfOption(choices, identifier, node.line));
    return { multi: 'all', key, points: fullPoints(room, 1) };
  }
  const value = (identifier: string) =>
    mapping.entries.find(({ key }) => key === identifier)?.points ?? mapping.other;
  const values = choices.map(({ attributes }) => value(attributes.identifier ?? ''));
  const right = values.filter((points) => points > 0);
  const wrong = values.filter((points) => points <= 0);
  const [one = 0] = right;
  needKey(right.map(String), node.line);
  const isEven =
    right.every((points) => points === one) && wrong.every((points) => points === 0 || points === -one);
  if (!isEven || (wrong.includes(0) && wrong.includes(-one)))
    throw new Refused(refusals.scoring('mapping'), node.line);
  if (wrong.includes(0))
    room.warn('元の採点では、まちがいを選んでも点が引かれません。ここでは1つにつき正解1つ分を引きます');
  const key = values.flatMap((points, i) => (points > 0 ? [i + 1] : []));
  return { multi: 'minus', key, points: fullPoints(room, one * right.length) };
}

function choicePart(node: XmlNode, room: InteractionRoom): Part {
  const choices = nodesOf(node, 'simpleChoice');
  const told = Number(node.attributes.maxChoices ?? '1');
  const isMulti = told !== 1 || room.response.cardinality === 'multiple';
  const [name = 'A'] = room.next(1);
  const options = choices.map((choice) => optionOf(choice.children, room.writing));
  const common = { markdown: promptOf(node, room), slots: { choice: [name] }, options: { [name]: options } };
  if (!isMulti) return { ...common, score: [{ each: [name], ...singleScore(choices, node, room) }] };
  const score = multiScore(choices, node, room);
  const keys = Array.isArray(score.key) ? score.key.length : 1;
  if (keys >= choices.length || choices.length < 3)
    throw new Refused(refusals.scoring('maxChoices'), node.line);
  const max = told === 0 || told >= choices.length ? choices.length - 1 : told;
  return { ...common, max: Math.max(2, max, keys), score: [{ each: [name], ...score }] };
}

function inlineChoicePart(node: XmlNode, room: InteractionRoom): Part {
  const choices = nodesOf(node, 'inlineChoice');
  const [name = 'A'] = room.next(1);
  return {
    markdown: `[[blank:${name}]]`,
    slots: { choice: [name] },
    options: { [name]: choices.map((choice) => optionOf(choice.children, room.writing)) },
    score: [{ each: [name], ...singleScore(choices, node, room) }],
  };
}

function textEntryPart(node: XmlNode, room: InteractionRoom): Part {
  const { response, scoring } = room;
  const isNumber = ['integer', 'float'].includes(response.baseType);
  if (!isNumber && response.baseType !== 'string' && response.baseType !== '')
    throw new Refused(refusals.type(response.baseType), node.line);
  const [name = 'A'] = room.next(1);
  const mapping = scoring === 'map_response' ? response.mapping : null;
  const words = (word: string, isExact: boolean) => (isNumber ? Number(word) : spellings(word, isExact));
  const common = {
    markdown: `[[blank:${name}]]`,
    slots: isNumber ? { number: [name] } : { text: [name] },
  };
  if (!mapping) {
    const [right] = response.correct;
    if (right === undefined || right === '') throw new Refused(refusals.noKey, node.line);
    return { ...common, score: [{ each: [name], key: words(right, true), points: fullPoints(room, 1) }] };
  }
  if (mapping.other < 0 || mapping.entries.some(({ points }) => points < 0))
    throw new Refused(refusals.negative, node.line);
  const most = Math.max(0, ...mapping.entries.map(({ points }) => points));
  const best = mapping.entries.filter(({ points, key }) => points === most && key !== '');
  if (most <= 0 || best.length === 0) throw new Refused(refusals.noKey, node.line);
  const key = isNumber
    ? best.map(({ key: one }) => Number(one))
    : best.flatMap((one) => spellings(one.key, one.isExact));
  const accept = mapping.entries
    .filter(({ points }) => points > 0 && points < most)
    .map((one) => ({ key: words(one.key, one.isExact), points: scale(room, most, one.points) }));
  return {
    ...common,
    score: [
      {
        each: [name],
        key: [...new Set<string | number>(key)],
        points: fullPoints(room, most),
        ...(accept.length > 0 ? { accept } : {}),
      },
    ],
  };
}

/** How pairs are scored: all of them, or each for the points of its mapping. */
function pairScore(
  names: readonly string[],
  keys: readonly number[],
  pairs: readonly string[],
  node: XmlNode,
  room: InteractionRoom,
): Record<string, unknown>[] {
  const mapping = room.scoring === 'map_response' ? room.response.mapping : null;
  if (!mapping) return [{ all: names, key: keys, points: fullPoints(room, 1) }];
  if (mapping.other !== 0) throw new Refused(refusals.scoring('defaultValue'), node.line);
  const alike = (one: string, other: string) => one === other || one.split(' ').reverse().join(' ') === other;
  const isOfKey = (key: string) => pairs.some((pair) => alike(pair, key));
  const others = mapping.entries.filter(({ key, points }) => points !== 0 && !isOfKey(key));
  if (others.some(({ points }) => points < 0)) throw new Refused(refusals.negative, node.line);
  if (others.length > 0) throw new Refused(refusals.scoring('mapping'), node.line);
  const values = pairs.map((pair) => mapping.entries.find(({ key }) => alike(pair, key))?.points ?? 0);
  const sum = values.reduce((all, one) => all + one, 0);
  return names.map((name, i) => ({ each: [name], key: [keys[i]], points: scale(room, sum, values[i] ?? 0) }));
}

const rowOf = (name: string, words: string) => `- ${words} [[blank:${name}]]`;
const wordsOf = (option: ReturnType<typeof optionOf>) => {
  if (typeof option === 'string') return option;
  throw new Refused(refusals.tag('img'));
};

/** Two sets: each of the first has its partner in the second. */
function matchPart(node: XmlNode, room: InteractionRoom): Part {
  const [left, right] = nodesOf(node, 'simpleMatchSet').map((set) =>
    childrenOf(set, 'simpleAssociableChoice'),
  );
  if (!left || !right) throw new Refused(refusals.type(node.name), node.line);
  needKey(room.response.correct, node.line);
  const pairs = room.response.correct.map((pair) => pair.split(/\s+/));
  const sources = left.map(({ attributes }) => attributes.identifier ?? '');
  const partners = sources.map((source) =>
    pairs.filter(([one]) => one === source).map(([, other]) => other ?? ''),
  );
  if (partners.some((found) => found.length > 1)) throw new Refused(refusals.scoring('matchMax'), node.line);
  const used = partners.flatMap((found, i) => (found[0] === undefined ? [] : [{ i, partner: found[0] }]));
  const names = room.next(used.length);
  const rows = used.map(({ i }, at) =>
    rowOf(names[at] ?? '', wordsOf(optionOf(left[i]?.children ?? [], room.writing))),
  );
  const options = right.map((choice) => optionOf(choice.children, room.writing));
  const keys = used.map(({ partner }) => numberOfOption(right, partner, node.line));
  const said = used.map(({ i, partner }) => `${sources[i]} ${partner}`);
  return {
    markdown: [promptOf(node, room), rows.join('\n')].filter((text) => text !== '').join('\n\n'),
    slots: { choice: names },
    options: Object.fromEntries(names.map((name) => [name, options])),
    score: pairScore(names, keys, said, node, room),
  };
}

/** Gaps in a text, each filled from the same words. */
function gapMatchPart(node: XmlNode, room: InteractionRoom): Part {
  const words = nodesOf(node, 'gapText', 'gapImg');
  needKey(room.response.correct, node.line);
  const gaps: { identifier: string; name: string }[] = [];
  const special = (child: XmlNode) => {
    if (child.name !== 'gap') return room.writing.special?.(child) ?? null;
    const [name = 'A'] = room.next(1);
    gaps.push({ identifier: child.attributes.identifier ?? '', name });
    return `[[blank:${name}]]`;
  };
  const text = node.children.filter(
    (child) => typeof child === 'string' || !['prompt', 'gapText', 'gapImg'].includes(child.name),
  );
  const markdown = [promptOf(node, room), markdownOf(text, { ...room.writing, special })];
  const pairs = gaps.map(({ identifier }) =>
    room.response.correct.find((pair) => pair.split(/\s+/)[1] === identifier),
  );
  if (pairs.some((pair) => pair === undefined)) throw new Refused(refusals.noKey, node.line);
  const said = pairs.map((pair) => pair ?? '');
  const names = gaps.map(({ name }) => name);
  const options = words.map((word) =>
    optionOf(word.name === 'gapImg' ? nodesOf(word, 'object', 'img') : word.children, room.writing),
  );
  const keys = said.map((pair) => numberOfOption(words, pair.split(/\s+/)[0] ?? '', node.line));
  return {
    markdown: markdown.filter((one) => one !== '').join('\n\n'),
    slots: { choice: names },
    options: Object.fromEntries(names.map((name) => [name, options])),
    score: pairScore(names, keys, said, node, room),
  };
}

/** An order: a slot for each place. */
function orderPart(node: XmlNode, room: InteractionRoom): Part {
  const choices = nodesOf(node, 'simpleChoice');
  needKey(room.response.correct, node.line);
  if (room.scoring === 'map_response') throw new Refused(refusals.scoring('map_response'), node.line);
  const names = room.next(room.response.correct.length);
  const options = choices.map((choice) => optionOf(choice.children, room.writing));
  const places = names.map((name, i) => `${i + 1}番目 [[blank:${name}]]`).join(' → ');
  return {
    markdown: [promptOf(node, room), places].filter((text) => text !== '').join('\n\n'),
    slots: { choice: names },
    options: Object.fromEntries(names.map((name) => [name, options])),
    score: [
      {
        all: names,
        key: room.response.correct.map((identifier) => numberOfOption(choices, identifier, node.line)),
        points: fullPoints(room, 1),
      },
    ],
  };
}

/** Pairs of one set: the first of each is fixed, its partner is asked. */
function associatePart(node: XmlNode, room: InteractionRoom): Part {
  const choices = nodesOf(node, 'simpleAssociableChoice');
  needKey(room.response.correct, node.line);
  const pairs = room.response.correct.map((pair) => pair.split(/\s+/));
  const used = pairs.flat();
  if (new Set(used).size < used.length) throw new Refused(refusals.scoring('matchMax'), node.line);
  const names = room.next(pairs.length);
  const firsts = new Set(pairs.map(([one]) => one));
  const partners = choices.filter(({ attributes }) => !firsts.has(attributes.identifier));
  const rows = pairs.map(([one], i) => {
    const choice = choices.find(({ attributes }) => attributes.identifier === one);
    return rowOf(names[i] ?? '', wordsOf(optionOf(choice?.children ?? [], room.writing)));
  });
  const options = partners.map((choice) => optionOf(choice.children, room.writing));
  const keys = pairs.map(([, other]) => numberOfOption(partners, other ?? '', node.line));
  return {
    markdown: [promptOf(node, room), rows.join('\n')].filter((text) => text !== '').join('\n\n'),
    slots: { choice: names },
    options: Object.fromEntries(names.map((name) => [name, options])),
    score: pairScore(names, keys, room.response.correct, node, room),
  };
}

/** 記述: before the pack is accepted, somebody has to write what gives points. */
function extendedTextPart(node: XmlNode, room: InteractionRoom): Part {
  const [name = 'A'] = room.next(1);
  const expected = Number(node.attributes.expectedLength ?? '200');
  const points = wholePoints((room.points ?? 1) * room.weight);
  return {
    markdown: promptOf(node, room),
    slots: { self: [name] },
    length: Math.min(2000, Math.max(1, Math.round(expected) || 200)),
    score: [{ each: [name], rubric: [{ points, text: '要記入' }] }],
  };
}

const readers: Record<string, (node: XmlNode, room: InteractionRoom) => Part> = {
  choiceInteraction: choicePart,
  inlineChoiceInteraction: inlineChoicePart,
  textEntryInteraction: textEntryPart,
  matchInteraction: matchPart,
  gapMatchInteraction: gapMatchPart,
  orderInteraction: orderPart,
  associateInteraction: associatePart,
  extendedTextInteraction: extendedTextPart,
};

/** Whether an element takes an answer, supported by us or not. */
export const isInteraction = (name: string) => name.endsWith('Interaction');

/** Reads an interaction; one that has no place among ours throws `Refused` (exams.md 2.3). */
export function readInteraction(node: XmlNode, room: InteractionRoom): Part {
  const read = readers[node.name];
  if (!read) throw new Refused(refusals.type(node.name), node.line);
  return read(node, room);
}
