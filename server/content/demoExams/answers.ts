import type { Paper, Slot } from '#contracts/examContent.ts';
import type { AnswerKey, ScoringGroup } from '#contracts/examKey.ts';
import type { Values } from '#contracts/examMerge.ts';
import type { Random } from './random.ts';

/** What somebody would answer: `ability` in deviations from the mean of all takers. */
export type Taker = { ability: number; random: Random };

/** How often a guess is right: among options, and for anything that is typed. */
const luck = { choice: 0.22, typed: 0.02 } as const;
/** How often a taker leaves a question empty that they do not know. */
const emptyRate = 0.08;
/** How sharply a question separates takers of different ability. */
const sharpness = 1.2;

/** How hard a group is, -1.4 to 1: always the same for the same name. */
function hardness(group: string): number {
  let sum = 7;
  for (const sign of group) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 10_007;
  return (sum / 10_007) * 2.4 - 1.4;
}

function isKnown(group: ScoringGroup, { ability, random }: Taker): boolean {
  const known = 1 / (1 + Math.exp(-sharpness * (ability - hardness(group.id))));
  const guess = group.slots.some(({ kind }) => kind === 'choice') ? luck.choice : luck.typed;
  return random.next() < guess + (1 - guess) * known;
}

/** A value of a slot that is not `right`. */
function wrongValue(slot: Slot | undefined, right: string, { random }: Taker): string {
  if (!slot || random.next() < emptyRate) return '';
  if (slot.kind === 'choice') {
    const others = slot.options.filter(({ value }) => value !== right);
    return others[random.int(others.length)]?.value ?? '';
  }
  if (slot.kind === 'mark') {
    const others = [...slot.signs].filter((sign) => sign !== right && sign !== '-');
    return others[random.int(others.length)] ?? '';
  }
  return slot.kind === 'number' ? String(random.int(40) + 1) : '';
}

/** The slots of a paper by id. */
export function slotsOf(paper: Paper): Map<string, Slot> {
  const questions = paper.sections.flatMap((section) => section.questions);
  return new Map(questions.flatMap(({ slots }) => slots).map((slot) => [slot.id, slot]));
}

/**
 * Answers of a taker to a whole subject. A group with one mark is known as a whole or has one wrong slot. In other
 * groups each slot is known or not on its own.
 */
export function answersOf(key: AnswerKey, slots: ReadonlyMap<string, Slot>, taker: Taker): Values {
  const values: Values = {};
  for (const group of key.groups) {
    const isOne = group.rule === 'all';
    const known = isKnown(group, taker);
    const slip = taker.random.int(group.slots.length);
    for (const [at, { id }] of group.slots.entries()) {
      const right = group.keys[id]?.[0] ?? '';
      const isRight = isOne ? known || at !== slip : at === 0 ? known : isKnown(group, taker);
      const value = isRight ? right : wrongValue(slots.get(id), right, taker);
      if (value !== '') values[id] = value;
    }
  }
  return values;
}
