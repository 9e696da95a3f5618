/** How each slot of a marked subject went, for lists of answers (exams.md 4 Checkresult). Pure. */
import type { AnswerKey, ScoringGroup } from './examKey.ts';
import type { Values } from './examMerge.ts';
import { type GroupScore, type SelfPoints, score } from './examScore.ts';

/** One slot. `points` only if the slot has its own points; `key` as stored. */
export type SlotMark = {
  slot: string;
  group: string;
  value: string;
  state: GroupScore['state'];
  points: number | null;
  full: number;
  key: string;
};

/** A group of one slot, to mark that slot alone. If the order is free, each key of the group is accepted. */
function alone(group: ScoringGroup, slot: ScoringGroup['slots'][number]): ScoringGroup {
  const all = Object.values(group.keys).flat();
  const keys = group.rule === 'set' ? { [slot.id]: all } : group.keys;
  return { ...group, slots: [slot], rule: 'each', keys };
}

/** The marks of all slots in the order of the key. If a group counts as a whole, its points are on the first slot. */
export function markSlots(key: AnswerKey, values: Values, self: SelfPoints = {}): SlotMark[] {
  const marked = score(key, values, self);
  return key.groups.flatMap((group, at) => {
    const own = marked.groups[at] ?? { points: 0, full: 0, state: 'wrong' as const };
    const isEach = group.rule === 'each' || group.rule === 'set';
    return group.slots.map((slot, place): SlotMark => {
      const base = {
        slot: slot.id,
        group: group.id,
        value: values[slot.id] ?? '',
        key: (group.keys[slot.id] ?? []).join(' / '),
      };
      if (own.state === 'unpicked' || own.state === 'excluded')
        return { ...base, state: own.state, points: 0, full: 0 };
      if (!isEach)
        return {
          ...base,
          state: own.state,
          points: place === 0 ? own.points : null,
          full: place === 0 ? own.full : 0,
        };
      const single = score({ groups: [alone(group, slot)], choices: [] }, values).groups[0];
      return { ...base, state: single?.state ?? 'wrong', points: single?.points ?? 0, full: group.points };
    });
  });
}
