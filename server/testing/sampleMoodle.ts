import { type GIFTQuestion, parse } from 'gift-pegjs';
import { childOf, childrenOf, readXml, textOf, type XmlNode } from '../content/questions/xmlTree.ts';
import type { Ask } from './sampleAsk.ts';

const wordsOf = (node: XmlNode, ...path: string[]): string =>
  textOf(path.reduce<XmlNode | undefined>((at, name) => at && childOf(at, name), node)).trim();

type Weighed = { text: string; share: number; tolerance: number };

const answersOf = (node: XmlNode): Weighed[] =>
  childrenOf(node, 'answer').map((answer) => ({
    text: wordsOf(answer, 'text'),
    share: Number(answer.attributes.fraction ?? 0) / 100,
    tolerance: Number(wordsOf(answer, 'tolerance') || 0),
  }));

const evenly = (keys: number[], of: number[]): Ask => ({
  kind: 'places',
  keys,
  of,
  shares: keys.map(() => 1 / keys.length),
});

function matchOf(node: XmlNode): Ask {
  const pairs = childrenOf(node, 'subquestion').map((one) => ({
    isAsked: wordsOf(one, 'text') !== '',
    answer: wordsOf(one, 'answer', 'text'),
  }));
  const options = [...new Set(pairs.map(({ answer }) => answer))].filter((answer) => answer !== '');
  const asked = pairs.filter(({ isAsked }) => isAsked);
  return evenly(
    asked.map(({ answer }) => options.indexOf(answer) + 1),
    asked.map(() => options.length),
  );
}

function gapsOf(node: XmlNode, box: string): Ask {
  const groups = childrenOf(node, box).map((one) => wordsOf(one, 'group'));
  const places = [...wordsOf(node, 'questiontext', 'text').matchAll(/\[\[(\d+)\]\]/g)].map(
    ([, number]) => Number(number) - 1,
  );
  const inGroup = (at: number) => groups.flatMap((group, i) => (group === groups[at] ? [i] : []));
  return evenly(
    places.map((at) => inGroup(at).indexOf(at) + 1),
    places.map((at) => inGroup(at).length),
  );
}

/** What a question of Moodle asks, by the rules of its type; `null`: it is not marked automatically. */
function askOfMoodle(node: XmlNode): Ask | null {
  const answers = answersOf(node);
  const shares = answers.map(({ share }) => share);
  switch (node.attributes.type) {
    case 'multichoice':
      return { kind: /^(?:false|0)$/.test(wordsOf(node, 'single')) ? 'several' : 'one', shares };
    case 'truefalse': {
      const isTrue = answers.find(({ share }) => share === 1)?.text.toLowerCase() === 'true';
      return { kind: 'one', shares: [Number(isTrue), Number(!isTrue)] };
    }
    case 'shortanswer': {
      const isExact = wordsOf(node, 'usecase') === '1';
      return { kind: 'words', answers: answers.map(({ text, share }) => ({ text, share, isExact })) };
    }
    case 'numerical':
      return {
        kind: 'number',
        answers: answers.map(({ text, share, tolerance }) => ({ value: Number(text), share, tolerance })),
      };
    case 'match':
    case 'matching':
      return matchOf(node);
    case 'gapselect':
      return gapsOf(node, 'selectoption');
    case 'ddwtos':
      return gapsOf(node, 'dragbox');
    default:
      return null;
  }
}

/** What the questions of a Moodle file ask, by their line. */
export function asksOfMoodle(text: string): Map<number, Ask> {
  const asks = childrenOf(readXml(text), 'question').map((node) => [node.line, askOfMoodle(node)] as const);
  return new Map(asks.flatMap(([line, ask]) => (ask ? [[line, ask]] : [])));
}

const shareOf = ({ isCorrect, weight }: { isCorrect: boolean; weight: number | null }) =>
  (weight ?? (isCorrect ? 100 : 0)) / 100;

type GiftNumber = { number?: number; range?: number; numberHigh?: number; numberLow?: number };

function numberOf({ number = 0, range = 0, numberHigh, numberLow }: GiftNumber) {
  if (numberHigh === undefined || numberLow === undefined) return { value: number, tolerance: range };
  return { value: (numberHigh + numberLow) / 2, tolerance: Math.abs(numberHigh - numberLow) / 2 };
}

/** What a question of GIFT asks. It is Moodle's format, and Moodle reads it as one of its own types. */
export function askOfGift(question: GIFTQuestion): Ask | null {
  switch (question.type) {
    case 'MC': {
      const isSingle = question.choices.some(({ isCorrect }) => isCorrect);
      return { kind: isSingle ? 'one' : 'several', shares: question.choices.map(shareOf) };
    }
    case 'TF':
      return { kind: 'one', shares: [Number(question.isTrue), Number(!question.isTrue)] };
    case 'Short': {
      const said = question.choices.map((choice) => ({
        text: choice.text.text.trim(),
        share: shareOf(choice),
      }));
      return { kind: 'words', answers: said.map((one) => ({ ...one, isExact: false })) };
    }
    case 'Numerical': {
      const given = Array.isArray(question.choices)
        ? question.choices.map((choice) => ({ ...numberOf(choice.text), share: shareOf(choice) }))
        : [{ ...numberOf(question.choices), share: 1 }];
      return { kind: 'number', answers: given };
    }
    case 'Matching': {
      const said = question.matchPairs.map(({ subanswer }) => subanswer.trim());
      const options = [...new Set(said)].filter((answer) => answer !== '');
      const asked = question.matchPairs.filter(({ subquestion }) => subquestion.text.trim() !== '');
      return evenly(
        asked.map(({ subanswer }) => options.indexOf(subanswer.trim()) + 1),
        asked.map(() => options.length),
      );
    }
    default:
      return null;
  }
}

/** What the questions of a GIFT file ask, by the first line of their paragraph, if it has only one question. */
export function asksOfGift(text: string): Map<number, Ask> {
  const asks = new Map<number, Ask>();
  let block: string[] = [];
  for (const [at, line] of [...text.replace(/^\uFEFF/, '').split(/\r?\n/), ''].entries()) {
    if (line.trim() !== '') {
      block.push(line);
      continue;
    }
    const [question, ...more] = parsed(block.join('\n'));
    const ask = question && more.length === 0 ? askOfGift(question) : null;
    if (ask) asks.set(at + 1 - block.length, ask);
    block = [];
  }
  return asks;
}

function parsed(block: string): GIFTQuestion[] {
  try {
    return block.trim() === '' ? [] : parse(block);
  } catch {
    return [];
  }
}
