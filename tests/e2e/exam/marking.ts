import { type AnswerKey, groupFull, type ScoringGroup } from '#contracts/examKey.ts';

/** Values by slot. */
type Values = Record<string, string>;

/** A right answer for each slot. */
export function rightAnswers({ groups }: AnswerKey): Values {
  const found: Values = {};
  for (const { keys } of groups)
    for (const [slot, values] of Object.entries(keys)) found[slot] = values[0] ?? '';
  return found;
}

/**
 * Answers of somebody who has not all of it: every third group has a mistake, and so has each whose slots are not marked
 * one by one. Choices of one value only.
 */
export function halfRight(key: AnswerKey): Values {
  const answers = rightAnswers(key);
  for (const [at, { slots, rule }] of key.groups.entries()) {
    const slot = slots[0]?.id ?? '';
    if (at % 3 === 0 || rule !== 'each') answers[slot] = answers[slot] === '1' ? '2' : '1';
  }
  return answers;
}

/**
 * Points of a group, worked out from its key alone: what the server makes of answers is compared with it.
 *
 * @throws for a rule that no subject has which is taken here.
 */
function pointsOfGroup({ id, rule, slots, points, keys }: ScoringGroup, answers: Values): number {
  const wanted = slots.map((slot) => keys[slot.id]?.[0] ?? '');
  const given = slots.map((slot) => answers[slot.id] ?? '');
  const hits = wanted.filter((value, at) => given[at] === value).length;
  if (rule === 'each') return points * hits;
  if (rule === 'all') return hits === slots.length ? points : 0;
  if (rule === 'set') return points * wanted.filter((value) => given.includes(value)).length;
  throw new Error(`${id}: nothing is known here of the rule ${rule}.`);
}

/** What answers are worth by the key of their subject. */
export function pointsOf({ groups }: AnswerKey, answers: Values): number {
  return groups.reduce((sum, group) => sum + pointsOfGroup(group, answers), 0);
}

/** The groups that have not all of their points, by name: each of them becomes a card of the review. */
export function missedGroups({ groups }: AnswerKey, answers: Values): string[] {
  return groups.filter((group) => pointsOfGroup(group, answers) < groupFull(group)).map(({ id }) => id);
}
