import { type GIFTQuestion, parse, type TextChoice, type TextFormat } from 'gift-pegjs';
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
import { Refused, refusals, shareOf } from './refusal.ts';
import { readHtml } from './xmlTree.ts';

/** A question of GIFT has one point. */
const points = 1;

type Read = Pick<ImportedQuestion, 'slots' | 'score'> & Partial<ImportedQuestion>;
type Room = { line: number; media: MediaOfItem; warn(message: string): void };

/** The parser leaves texts unchanged, so HTML in them is treated like all other HTML. */
function nodesOf({ format, text }: TextFormat, line: number) {
  const isHtml = format !== 'plain' && /<\/?[a-z!]/i.test(text);
  return isHtml ? readHtml(text, line).children : [text];
}
function wordsOf(text: TextFormat, room: Room): string {
  // Markdown of the source stays Markdown; the check of the pack looks at it later.
  if (text.format === 'markdown' && !/<\/?[a-z!]/i.test(text.text)) return text.text.trim();
  return markdownOf(nodesOf(text, room.line), { media: room.media, hasTex: true });
}
const optionsOf = (choices: readonly TextChoice[], room: Room) =>
  choices.map(({ text }) => optionOf(nodesOf(text, room.line), { media: room.media, hasTex: true }));

const fractionOf = ({ isCorrect, weight }: { isCorrect: boolean; weight: number | null }) =>
  weight ?? (isCorrect ? 100 : 0);

function readChoice(question: Extract<GIFTQuestion, { type: 'MC' }>, room: Room): Read {
  const options = optionsOf(question.choices, room);
  const fractions = question.choices.map(fractionOf);
  const slots = { choice: ['A'] };
  if (question.choices.some(({ isCorrect }) => isCorrect)) {
    const weighed = fractions.map((fraction, i) => ({ value: i + 1, fraction }));
    const { keys, accept } = singleByFraction(weighed, points);
    const all = [...keys.slice(1).map((key) => ({ key, points })), ...accept];
    return { slots, options, score: [{ key: keys[0], points, ...(all.length > 0 ? { accept: all } : {}) }] };
  }
  const { key, isFree } = multiByFraction(fractions);
  if (isFree) room.warn(freeWarning);
  if (points % key.length !== 0) room.warn(wholeWarning);
  return { slots, options, max: maxOf(key.length, options.length), score: [{ key, multi: 'minus', points }] };
}

function readShort(question: Extract<GIFTQuestion, { type: 'Short' }>): Read {
  const answers = question.choices.map((choice) => ({
    value: choice.text.text.trim(),
    fraction: fractionOf(choice),
  }));
  if (answers.some(({ value }) => value.includes('*'))) throw new Refused(refusals.scoring('*'));
  const weighed = answers.map(({ value, fraction }) => ({ value: spellings(value, false), fraction }));
  const { keys, accept } = singleByFraction(weighed, points);
  return {
    slots: { text: ['A'] },
    score: [{ key: [...new Set(keys.flat())], points, ...(accept.length > 0 ? { accept } : {}) }],
  };
}

/** As people write it: `3.1415`, not the `3.1414999999999997` that halving leaves. */
const inDecimals = (value: number) => Number(value.toPrecision(12));

type NumberFormat = {
  type: string;
  number?: number;
  range?: number;
  numberHigh?: number;
  numberLow?: number;
};

/** A number and its tolerance; `1..5` is 3 with tolerance 2. */
function numberOf({ number, range, numberHigh, numberLow }: NumberFormat): {
  value: number;
  tolerance: number;
} {
  if (numberHigh !== undefined && numberLow !== undefined)
    return {
      value: inDecimals((numberHigh + numberLow) / 2),
      tolerance: inDecimals(Math.abs(numberHigh - numberLow) / 2),
    };
  if (number === undefined) throw new Refused(refusals.noKey);
  return { value: number, tolerance: range ?? 0 };
}

function readNumber(question: Extract<GIFTQuestion, { type: 'Numerical' }>): Read {
  const given = Array.isArray(question.choices)
    ? question.choices.map((choice) => ({ ...numberOf(choice.text), fraction: fractionOf(choice) }))
    : [{ ...numberOf(question.choices), fraction: 100 }];
  const counted = given.filter(({ fraction }) => fraction !== 0);
  return { slots: { number: ['A'] }, score: [numberByFraction(counted, points)] };
}

function readMatching(question: Extract<GIFTQuestion, { type: 'Matching' }>, room: Room): Read {
  const pairs = question.matchPairs.map(({ subquestion, subanswer }) => ({
    words: wordsOf(subquestion, room).replaceAll(/\s*\n+\s*/g, ' '),
    answer: subanswer.trim(),
  }));
  const options = [...new Set(pairs.map(({ answer }) => answer))].filter((answer) => answer !== '');
  const asked = pairs.filter(({ words }) => words !== '');
  const names = slotNames(asked.length);
  const rows = asked.map(({ words }, i) => `- ${words} [[blank:${names[i]}]]`);
  const shared = { media: room.media, hasTex: true };
  if (names.length > 1) room.warn(wholeWarning);
  return {
    body: `${wordsOf(question.stem, room)}\n\n${rows.join('\n')}`.trim(),
    slots: { choice: names },
    options: options.map((option) => optionOf([option], shared)),
    // A question has one point, which does not divide: all or nothing.
    score: [
      { all: names, key: asked.map(({ answer }) => options.indexOf(answer) + 1), points: shareOf(points, 1) },
    ],
  };
}

function readOne(question: GIFTQuestion, room: Room): Read {
  switch (question.type) {
    case 'MC':
      return readChoice(question, room);
    case 'TF':
      return {
        slots: { choice: ['A'] },
        options: ['正しい', '誤り'],
        score: [{ key: question.isTrue ? 1 : 2, points }],
      };
    case 'Short':
      return readShort(question);
    case 'Numerical':
      return readNumber(question);
    case 'Matching':
      return readMatching(question, room);
    case 'Essay':
      return { slots: { self: ['A'] }, score: [{ rubric: [{ points, text: '要記入' }] }] };
    default:
      throw new Refused(refusals.type(question.type));
  }
}

function whyOf(question: GIFTQuestion, room: Room): string {
  if (question.type === 'Category' || question.type === 'Description') return '';
  const told: (TextFormat | null)[] = [question.globalFeedback];
  if (question.type === 'TF') told.push(question.isTrue ? question.falseFeedback : question.trueFeedback);
  const choices = 'choices' in question && Array.isArray(question.choices) ? question.choices : [];
  told.push(...choices.map(({ feedback }) => feedback));
  const texts = told.map((text) => (text ? wordsOf(text, room) : ''));
  return [...new Set(texts)].filter((text) => text !== '').join('\n\n');
}

/**
 * Where the answers stood within the sentence, the parser leaves a line with spaces around it. The line is escaped by
 * now. Between Japanese words these spaces are removed.
 */
function withGap(stem: string, name: string): string {
  return stem
    .replace(/(?:\\?_){5}/, `[[blank:${name}]]`)
    .replace(/(?<=\P{ASCII}) (?=\[\[blank:)/u, '')
    .replace(/(?<=\[\[blank:[^\]]*\]\]) (?=\P{ASCII})/u, '');
}

function readItem(
  question: GIFTQuestion,
  identifier: string,
  line: number,
): Omit<ImportedItem, 'file' | 'section' | 'passages'> {
  const warnings: string[] = [];
  const media = new MediaOfItem('', identifier);
  const room: Room = { line, media, warn: (message) => warnings.push(message) };
  const read = readOne(question, room);
  const stem = 'stem' in question ? wordsOf(question.stem, room) : '';
  const [only] = [...(read.slots.text ?? []), ...(read.slots.number ?? []), ...(read.slots.choice ?? [])];
  const isWithin = 'hasEmbeddedAnswers' in question && question.hasEmbeddedAnswers;
  const body = isWithin ? withGap(stem, only ?? 'A') : stem;
  return {
    ...{ line, identifier, wanted: media.wanted, tracks: media.tracks, warnings },
    question: wholeQuestion(read, { id: identifier, body, why: whyOf(question, room), media }),
  };
}

/** Empty lines separate questions. The parser reports no lines, so each question is parsed alone. */
function* blocksOf(text: string): Generator<{ block: string; line: number }> {
  let lines: string[] = [];
  let first = 1;
  for (const [at, line] of [...text.split(/\r\n?|\n/), ''].entries()) {
    if (line.trim() !== '') {
      if (lines.length === 0) first = at + 1;
      lines.push(line);
      continue;
    }
    if (lines.some((one) => !one.trim().startsWith('//'))) yield { block: lines.join('\n'), line: first };
    lines = [];
  }
}

type Parsed = { question: GIFTQuestion } | { message: string; line: number };

function parseBlock(block: string, line: number): Parsed[] {
  try {
    return parse(block).map((question) => ({ question }));
  } catch (error) {
    const place = (error as { location?: { start?: { line?: number } } }).location?.start?.line ?? 1;
    const words = error instanceof Error ? error.message : String(error);
    return [{ message: `GIFTとして読めません (${words.slice(0, 200)})`, line: line + place - 1 }];
  }
}

/** Reads GIFT (exams.md 2.3). A text without braces is the passage of the questions that follow in its category. */
export function readGift(text: string, file: string): ImportedFile {
  const result: ImportedFile = { items: [], refusals: [] };
  let section = '問題';
  let passage: ImportedPassage | null = null;
  let number = 0;
  for (const { block, line } of blocksOf(text.replace(/^\uFEFF/, ''))) {
    for (const parsed of parseBlock(block, line)) {
      number += 1;
      const identifier = ('question' in parsed && parsed.question.title) || `q${number}`;
      try {
        if (!('question' in parsed)) throw new Refused(parsed.message, parsed.line);
        const { question } = parsed;
        if (question.type === 'Category') {
          section = sectionOf(question.title, section);
          passage = null;
        } else if (question.type === 'Description') {
          const media = new MediaOfItem('', identifier);
          const words = wordsOf(question.stem, { line, media, warn: () => undefined });
          passage = {
            name: `passage-${number}`,
            title: question.title ?? '',
            text: words,
            figures: media.figures,
          };
        } else {
          const item = readItem(question, identifier, line);
          result.items.push({ ...item, file, section, passages: passage ? [passage] : [] });
        }
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        result.refusals.push({ file, line: error.line ?? line, identifier, message: error.message });
      }
    }
  }
  return result;
}
