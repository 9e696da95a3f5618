import { numberByFraction, singleByFraction } from './fractions.ts';
import { type ImportedQuestion, slotNames, spellings } from './item.ts';
import { escapeMarkdown } from './markdownOf.ts';
import { Refused, refusals, wholePoints } from './refusal.ts';

/** `{2:SHORTANSWER:=Berlin#ok~%50%berlin}`: weight, kind, answers. */
const gap = /\{(\d*):([A-Z_]+):((?:\\.|[^{}\\])*)\}/g;
const kinds: Record<string, 'choice' | 'text' | 'exact' | 'number'> = {
  ...Object.fromEntries(
    ['MULTICHOICE', 'MC', 'MULTICHOICE_V', 'MCV', 'MULTICHOICE_H', 'MCH', 'MULTICHOICE_S', 'MCS'].map(
      (name) => [name, 'choice'],
    ),
  ),
  ...Object.fromEntries(['MULTICHOICE_VS', 'MCVS', 'MULTICHOICE_HS', 'MCHS'].map((name) => [name, 'choice'])),
  ...Object.fromEntries(['SHORTANSWER', 'SA', 'MW'].map((name) => [name, 'text'])),
  ...Object.fromEntries(['SHORTANSWER_C', 'SAC', 'MWC'].map((name) => [name, 'exact'])),
  ...Object.fromEntries(['NUMERICAL', 'NM'].map((name) => [name, 'number'])),
};

type Answer = { value: string; fraction: number };

const plain = (text: string) => text.replaceAll(/\\(.)/g, '$1').trim();

/** Answers of a gap: `=` or `%100%` is right, `%50%` half, no sign means wrong. What follows `#` is feedback. */
function answersOf(written: string): Answer[] {
  return written.split(/(?<!\\)~/).flatMap((part) => {
    const [said = ''] = part.split(/(?<!\\)#/);
    const found = /^\s*(?:(=)|%(-?\d+(?:\.\d+)?)%)?([\s\S]*)$/.exec(said);
    const value = plain(found?.[3] ?? '');
    if (value === '') return [];
    return [{ value, fraction: found?.[1] ? 100 : Number(found?.[2] ?? 0) }];
  });
}

function numberOf({ value, fraction }: Answer): { value: number; tolerance: number; fraction: number } {
  const [number = '', tolerance = '0'] = value.split(':');
  if (!/^-?\d+(?:\.\d+)?$/.test(number.trim())) throw new Refused(refusals.scoring(value));
  return { value: Number(number), tolerance: Number(tolerance), fraction };
}

function choiceScore(name: string, answers: readonly Answer[], points: number) {
  const weighed = answers.map(({ fraction }, i) => ({ value: i + 1, fraction: Math.max(0, fraction) }));
  if (answers.some(({ fraction }) => fraction < 0)) throw new Refused(refusals.negative);
  const { keys, accept } = singleByFraction(weighed, points);
  const others = keys.slice(1).map((key) => ({ key, points }));
  const all = [...others, ...accept];
  return { each: [name], key: keys[0], points, ...(all.length > 0 ? { accept: all } : {}) };
}

function textScore(name: string, answers: readonly Answer[], points: number, isExact: boolean) {
  const right = answers.filter(({ fraction }) => fraction > 0);
  if (right.some(({ value }) => value.includes('*'))) throw new Refused(refusals.scoring('*'));
  const weighed = right.map(({ value, fraction }) => ({ value: spellings(value, isExact), fraction }));
  const { keys, accept } = singleByFraction(weighed, points);
  return {
    ...{ each: [name], key: [...new Set(keys.flat())], points },
    ...(accept.length > 0 ? { accept } : {}),
  };
}

function numberScore(name: string, answers: readonly Answer[], points: number) {
  const read = answers.filter(({ fraction }) => fraction > 0).map(numberOf);
  return { each: [name], ...numberByFraction(read, points) };
}

/**
 * The gaps of a cloze text. `text` comes back with marks (`\uE026A\uE027`) in place of the gaps. A gap within another
 * one, or of a kind that we do not have, throws `Refused`.
 */
export function readCloze(
  text: string,
): Pick<ImportedQuestion, 'slots' | 'options' | 'score'> & { text: string } {
  const slots: Record<'choice' | 'text' | 'number', string[]> = { choice: [], text: [], number: [] };
  const options: Record<string, string[]> = {};
  const score: unknown[] = [];
  const count = [...text.matchAll(gap)].length;
  if (count === 0) throw new Refused(refusals.noKey);
  const names = slotNames(count);
  let at = 0;
  const marked = text.replaceAll(gap, (_, weight: string, type: string, written: string) => {
    const kind = kinds[type];
    if (!kind) throw new Refused(refusals.type(`cloze ${type}`));
    const name = names[at] ?? '';
    at += 1;
    const points = wholePoints(weight === '' ? 1 : Number(weight));
    const answers = answersOf(written);
    if (kind === 'choice') {
      // Nothing to choose from.
      if (answers.length === 1) throw new Refused(refusals.type(`cloze ${type}`));
      slots.choice.push(name);
      options[name] = answers.map(({ value }) => escapeMarkdown(value));
      score.push(choiceScore(name, answers, points));
    } else if (kind === 'number') {
      slots.number.push(name);
      score.push(numberScore(name, answers, points));
    } else {
      slots.text.push(name);
      score.push(textScore(name, answers, points, kind === 'exact'));
    }
    return `\uE026${name}\uE027`;
  });
  if (/\{\d*:[A-Z_]+:/.test(marked)) throw new Refused(refusals.type('cloze'));
  return {
    text: marked,
    slots: Object.fromEntries(Object.entries(slots).filter(([, list]) => list.length > 0)),
    ...(slots.choice.length > 0 ? { options } : {}),
    score,
  };
}
