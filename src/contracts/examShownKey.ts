/**
 * The key of a slot as it is shown beside an answer (exams.md 5). In a group whose order is free a slot has no key of its
 * own, and in one that counts as a whole a right box can be without points: shown alone, such a key would contradict
 * the mark. Pure; the words are in src/shared/exam/keyWords.ts.
 */
import * as z from 'zod/mini';
import type { CompareKind, GroupKey, ScoringGroup } from './examKey.ts';
import { list } from './wire.ts';

/**
 * What a learner has to know of a key. `any_order`: 順不同 · `whole`: 完答 · `by_count`: points by the number of right slots ·
 * `all_points`: everybody has the points · `earlier`: what was right before a correction still counts.
 */
const keyNotes = ['any_order', 'whole', 'by_count', 'all_points', 'earlier'] as const;
export type KeyNote = (typeof keyNotes)[number];
/** On the wire; a note that this version does not know is left out. */
export const keyNotesSchema = list(z.enum(keyNotes));

/** What a paper or a key says of a group. */
type Group = { rule: string; slots: readonly string[]; anyOrder?: boolean };

/** A value as it is printed: several chosen options as 「1、3」. What was typed stays as it is. */
export function printedValue(value: string, kind: CompareKind | 'self'): string {
  return kind === 'choice' ? value.replaceAll(',', '、') : value;
}

/** A key as it is printed. A text may have several right words. */
export function printedKey(values: readonly string[], kind: CompareKind | 'self'): string {
  return kind === 'choice' ? printedValue(values.join(','), kind) : values.join(' / ');
}

/** Whether any slot of a group may have any of its keys. */
const isFree = ({ rule, slots, anyOrder }: Group) =>
  (rule === 'set' || anyOrder === true) && slots.length > 1;

/** The key beside a slot: its own, or all keys of its group where the order is free. `keys`: by slot, as printed. */
export function shownKey(group: Group, slot: string, keys: Readonly<Record<string, string>>): string {
  const shown = isFree(group) ? group.slots.map((one) => keys[one] ?? '') : [keys[slot] ?? ''];
  return shown.filter((key) => key !== '').join('・');
}

/** What has to stand beside the keys of a group. A group of one slot needs no word. */
export function groupNotes(group: Group): KeyNote[] {
  if (group.slots.length < 2) return [];
  const notes: KeyNote[] = isFree(group) ? ['any_order'] : [];
  if (group.rule === 'all') notes.push('whole');
  if (group.rule === 'ladder') notes.push('by_count');
  return notes;
}

const isOther = (one: GroupKey, other: GroupKey, slot: string) =>
  (one.keys[slot] ?? []).join() !== (other.keys[slot] ?? []).join();

/** A key as it is shown, and what to know of it. */
type ShownKey = { key: string; notes: KeyNote[] };

/** The keys of all slots of a group that was marked, by slot. */
export function shownKeys(group: ScoringGroup): Map<string, ShownKey> {
  const { rule, anyOrder, alternatives = [] } = group;
  const asked: Group = { rule, anyOrder, slots: group.slots.map(({ id }) => id) };
  const keys = Object.fromEntries(
    group.slots.map(({ id, kind }) => [id, printedKey(group.keys[id] ?? [], kind)]),
  );
  const notesOf = (slot: string): KeyNote[] => {
    if (group.void === 'all_points') return ['all_points'];
    const notes = groupNotes(asked);
    return alternatives.some((former) => isOther(former, group, slot)) ? [...notes, 'earlier'] : notes;
  };
  const shownOf = (slot: string): ShownKey => ({ key: shownKey(asked, slot, keys), notes: notesOf(slot) });
  return new Map(asked.slots.map((slot) => [slot, shownOf(slot)]));
}
