/** How each slot of a marked subject went, for lists of answers (exams.md 4 Checkresult). Pure. */
import type { AnswerKey, GroupKey, ScoringGroup } from './examKey.ts';
import type { Values } from './examMerge.ts';
import { type GroupScore, hitSlots, type SelfPoints, score } from './examScore.ts';
import { type KeyNote, printedValue, shownKeys } from './examShownKey.ts';

/** One slot. `points` only if the slot has its own points; `value`, `key`: as they are printed. */
export type SlotMark = {
  slot: string;
  group: string;
  value: string;
  state: GroupScore['state'];
  points: number | null;
  full: number;
  key: string;
  notes: KeyNote[];
};

type Outcome = Pick<SlotMark, 'state' | 'points' | 'full'>;

/** The slots of a group that count one by one, each marked as a group of its own by one key. */
function byKey(group: ScoringGroup, key: GroupKey, values: Values): Outcome[] {
  const { keys, accept, tolerance } = key;
  const marking = { ...group, keys, accept, tolerance, void: key.void, alternatives: [] };
  return group.slots.map((slot) => {
    const single = score({ groups: [{ ...marking, slots: [slot] }], choices: [] }, values).groups[0];
    return { state: single?.state ?? 'wrong', points: single?.points ?? 0, full: group.points };
  });
}

const sumOf = (outcomes: readonly Outcome[]) => outcomes.reduce((sum, { points }) => sum + (points ?? 0), 0);

/** The marks of slots that count one by one, all of them by the key that gives the group its points. */
function oneByOne(group: ScoringGroup, values: Values): Outcome[] {
  const [first = [], ...others] = [group, ...(group.alternatives ?? [])].map((key) =>
    byKey(group, key, values),
  );
  return others.reduce((best, one) => (sumOf(one) > sumOf(best) ? one : best), first);
}

/** The marks of a group that counts as a whole: its points are on the first slot. */
function asWhole({ slots }: ScoringGroup, { state, points, full }: GroupScore): Outcome[] {
  return slots.map((_, place) => (place === 0 ? { state, points, full } : { state, points: null, full: 0 }));
}

/**
 * The marks of 順不同: each key counts for one slot, so that no two slots have the points of one key. With 部分点 of the group
 * the slots have no points of their own.
 */
function inAnyOrder(group: ScoringGroup, own: GroupScore, values: Values): Outcome[] {
  const { points, slots } = group;
  const hits = new Set(own.state === 'right' ? slots.map(({ id }) => id) : hitSlots(group, values));
  if (own.points !== hits.size * points) return asWhole(group, own);
  return slots.map(({ id }): Outcome => {
    if (hits.has(id)) return { state: 'right', points, full: points };
    return { state: (values[id] ?? '') === '' ? 'empty' : 'wrong', points: 0, full: points };
  });
}

function outcomesOf(group: ScoringGroup, own: GroupScore, values: Values): Outcome[] {
  const { state } = own;
  if (state === 'unpicked' || state === 'excluded')
    return group.slots.map(() => ({ state, points: 0, full: 0 }));
  if (group.rule === 'each') return oneByOne(group, values);
  return group.rule === 'set' ? inAnyOrder(group, own, values) : asWhole(group, own);
}

/** The marks of all slots in the order of the key. */
export function markSlots(key: AnswerKey, values: Values, self: SelfPoints = {}): SlotMark[] {
  const marked = score(key, values, self);
  return key.groups.flatMap((group, at) => {
    const own = marked.groups[at] ?? { points: 0, full: 0, state: 'wrong' as const };
    const keys = shownKeys(group);
    return outcomesOf(group, own, values).flatMap((outcome, place): SlotMark[] => {
      const slot = group.slots[place];
      if (!slot) return [];
      const { key: shown, notes } = keys.get(slot.id) ?? { key: '', notes: [] };
      const value = printedValue(values[slot.id] ?? '', slot.kind);
      return [{ slot: slot.id, group: group.id, value, key: shown, notes, ...outcome }];
    });
  });
}
