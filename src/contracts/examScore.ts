/**
 * Marks a subject (exams.md 5). A pure function of keys and answers: the server uses it for the real result, a device
 * for practice offline. Points are whole numbers and never negative.
 */
import { unknownValue } from './examContent.ts';
import { type AnswerKey, type GroupKey, groupFull, type ScoringGroup } from './examKey.ts';
import type { Values } from './examMerge.ts';
import { plainNumber, plainSign, plainText } from './examValue.ts';

/** Points that takers gave their own `self` groups, by group. */
export type SelfPoints = Record<string, number>;

/** Result of a group. `points` `null`: 自己採点待ち. `state` `unpicked`: not chosen in 選択問題, so stored but not scored. */
export type GroupScore = {
  points: number | null;
  full: number;
  state: 'right' | 'partial' | 'wrong' | 'empty' | 'pending' | 'unpicked' | 'excluded';
};

/** A marked subject. `groups` in the order of the key. */
export type Score = {
  groups: GroupScore[];
  total: number;
  /** Points of all groups that count. */
  full: number;
  /** Groups that wait for the taker's points. */
  pending: number;
};

/** Sorts a choice of several, because its order does not matter. */
const asSet = (value: string) => value.split(',').sort().join(',');

function isEqual(group: ScoringGroup, slot: string, value: string, key: string, tolerance: number): boolean {
  const kind = group.slots.find(({ id }) => id === slot)?.kind;
  if (kind === 'number') {
    const [given, right] = [plainNumber(value), plainNumber(key)];
    return given !== null && right !== null && Math.abs(given - right) <= tolerance + 1e-9;
  }
  if (kind === 'text') return plainText(value) === plainText(key);
  if (kind === 'mark') return plainSign(value) === plainSign(key);
  return asSet(value) === asSet(key);
}

/** Whether the value of a slot is one of the keys. An empty value and わからない are never right. */
function isRight(
  group: ScoringGroup,
  slot: string,
  values: Values,
  keys: GroupKey['keys'],
  tolerance = 0,
): boolean {
  const value = values[slot] ?? '';
  if (value === '' || value === unknownValue) return false;
  return (keys[slot] ?? []).some((key) => isEqual(group, slot, value, key, tolerance));
}

/** The slots that are right if their order does not matter: each key of the group is used once. */
function rightInAnyOrder(group: ScoringGroup, values: Values, variant: GroupKey): string[] {
  const left = group.slots.map(({ id }) => variant.keys[id] ?? []);
  return group.slots.flatMap(({ id }) => {
    const found = left.findIndex((keys) => isRight(group, id, values, { [id]: keys }, variant.tolerance));
    if (found < 0) return [];
    left.splice(found, 1);
    return [id];
  });
}

/** The slots of a 順不同 that are right, by the key that finds the most. */
export function hitSlots(group: ScoringGroup, values: Values): string[] {
  const [first = [], ...others] = [group, ...(group.alternatives ?? [])].map((variant) =>
    rightInAnyOrder(group, values, variant),
  );
  return others.reduce((best, one) => (one.length > best.length ? one : best), first);
}

function hits(group: ScoringGroup, values: Values, variant: GroupKey): number {
  if (group.anyOrder || group.rule === 'set') return rightInAnyOrder(group, values, variant).length;
  return group.slots.filter(({ id }) => isRight(group, id, values, variant.keys, variant.tolerance)).length;
}

/** 部分点 of other keys: if several fit, the one with the most points. */
function accepted(group: ScoringGroup, values: Values, variant: GroupKey, slots: readonly string[]): number {
  const fits = (variant.accept ?? []).filter(({ keys }) => {
    const named = Object.keys(keys);
    return (
      named.length > 0 &&
      named.every((slot) => slots.includes(slot) && isRight(group, slot, values, keys, variant.tolerance))
    );
  });
  return Math.max(0, ...fits.map(({ points }) => points));
}

function multiMinus(group: ScoringGroup, values: Values, variant: GroupKey): number {
  const [slot] = group.slots;
  const chosen = (values[slot?.id ?? ''] ?? '')
    .split(',')
    .filter((value) => value !== '' && value !== unknownValue);
  const keys = (variant.keys[slot?.id ?? '']?.[0] ?? '').split(',').filter((value) => value !== '');
  if (keys.length === 0) return 0;
  const right = chosen.filter((value) => keys.includes(value)).length;
  return Math.floor((group.points * Math.max(0, right - (chosen.length - right))) / keys.length);
}

function ladderPoints({ ladder }: ScoringGroup, right: number): number {
  const steps = Object.entries(ladder ?? {}).filter(([number]) => Number(number) <= right);
  return Math.max(0, ...steps.map(([, points]) => points));
}

/** Points of a group by one set of right values. */
function pointsBy(group: ScoringGroup, values: Values, variant: GroupKey): number {
  if (variant.void === 'all_points') return groupFull(group);
  if (variant.void === 'exclude') return 0;
  const ids = group.slots.map(({ id }) => id);
  const other = accepted(group, values, variant, ids);
  const isWhole = (right: number) => (right === ids.length && right > 0 ? group.points : 0);
  switch (group.rule) {
    case 'each':
      return ids.reduce((sum, id) => {
        const right = isRight(group, id, values, variant.keys, variant.tolerance) ? group.points : 0;
        return sum + Math.max(right, Math.min(group.points, accepted(group, values, variant, [id])));
      }, 0);
    case 'set':
      return Math.max(other, group.points * hits(group, values, variant));
    case 'ladder':
      return Math.max(other, ladderPoints(group, hits(group, values, variant)));
    case 'multi_minus':
      return Math.max(other, multiMinus(group, values, variant));
    case 'all':
    case 'multi_all':
      return Math.max(other, isWhole(hits(group, values, variant)));
    case 'self':
      return 0;
  }
}

function scoreGroup(group: ScoringGroup, values: Values, self: SelfPoints): GroupScore {
  const full = groupFull(group);
  const isEmpty = group.slots.every(({ id }) => (values[id] ?? '') === '');
  if (group.void === 'exclude') return { points: 0, full: 0, state: 'excluded' };
  if (group.void === 'all_points') return { points: full, full, state: 'right' };
  if (group.rule === 'self') {
    const given = self[group.id];
    if (given === undefined)
      return isEmpty ? { points: 0, full, state: 'empty' } : { points: null, full, state: 'pending' };
    const points = Math.min(full, Math.max(0, given));
    return { points, full, state: points === full ? 'right' : points > 0 ? 'partial' : 'wrong' };
  }
  const variants: GroupKey[] = [group, ...(group.alternatives ?? [])];
  const points = Math.min(full, Math.max(...variants.map((variant) => pointsBy(group, values, variant))));
  if (points === full && full > 0) return { points, full, state: 'right' };
  if (points > 0) return { points, full, state: 'partial' };
  return { points: 0, full, state: isEmpty ? 'empty' : 'wrong' };
}

/** The name of the cell of a 選択問題. */
export const pickName = (choice: string) => `pick:${choice}`;

/**
 * The chosen sections. If the cell of the choice names sections, it decides (those above the number are not counted).
 * Otherwise the first answered sections in the order of the paper count, so that a forgotten choice costs no points.
 */
export function pickedSections(key: AnswerKey, values: Values): Set<string> {
  const answered = new Set(
    key.groups
      .filter(({ slots }) => slots.some(({ id }) => (values[id] ?? '') !== ''))
      .map(({ section }) => section),
  );
  const picked = new Set<string>();
  for (const { id, choose, of } of key.choices) {
    const named = (values[pickName(id)] ?? '').split(',').filter((section) => of.includes(section));
    const chosen =
      named.length > 0 ? of.filter((section) => named.includes(section)) : of.filter((s) => answered.has(s));
    for (const section of chosen.slice(0, choose)) picked.add(section);
  }
  return picked;
}

/** The maximum points of a subject. Of a 選択問題 the sections with the most points count; void groups are left out. */
export function fullOf({ groups, choices }: AnswerKey): number {
  const bySection = new Map<string, number>();
  for (const group of groups) {
    const full = group.void === 'exclude' ? 0 : groupFull(group);
    bySection.set(group.section, (bySection.get(group.section) ?? 0) + full);
  }
  let full = 0;
  for (const { choose, of } of choices) {
    const points = of.map((section) => bySection.get(section) ?? 0).sort((one, other) => other - one);
    full += points.slice(0, choose).reduce((sum, one) => sum + one, 0);
    for (const section of of) bySection.delete(section);
  }
  for (const points of bySection.values()) full += points;
  return full;
}

/** Marks a subject: `values` are cells without times, `pick:` among them. */
export function score(key: AnswerKey, values: Values, self: SelfPoints = {}): Score {
  const optional = new Set(key.choices.flatMap(({ of }) => of));
  const picked = pickedSections(key, values);
  const groups = key.groups.map((group): GroupScore => {
    if (optional.has(group.section) && !picked.has(group.section))
      return { points: 0, full: 0, state: 'unpicked' };
    return scoreGroup(group, values, self);
  });
  return {
    groups,
    total: groups.reduce((sum, { points }) => sum + (points ?? 0), 0),
    full: fullOf(key),
    pending: groups.filter(({ state }) => state === 'pending').length,
  };
}

/** Scores by unit or skill: points, maximum and rate of each, in order of first appearance. */
export function shareBy(
  key: AnswerKey,
  marked: Score,
  by: 'unit' | 'skill',
): { id: string; points: number; full: number }[] {
  const shares = new Map<string, { id: string; points: number; full: number }>();
  key.groups.forEach((group, at) => {
    const own = marked.groups[at];
    if (!own || own.state === 'unpicked' || own.state === 'excluded') return;
    const share = shares.get(group[by]) ?? { id: group[by], points: 0, full: 0 };
    share.points += own.points ?? 0;
    share.full += own.full;
    shares.set(group[by], share);
  });
  return [...shares.values()];
}

/** Scale of the English test: 0 to 1000 (exams.md 5). */
export function englishScale(points: number, full: number): number {
  return full > 0 ? Math.round((1000 * points) / full) : 0;
}

/** 「CEFRの目安」 by the scale (product.md 3.9.12). */
export const cefrBands = ['Pre-A1', 'A1', 'A2', 'B1', 'B2+'] as const;
export type CefrBand = (typeof cefrBands)[number];

/** The band of a scale: 200 points each, the last from 800. */
export function cefrOf(scale: number): CefrBand {
  return cefrBands[Math.min(4, Math.max(0, Math.floor(scale / 200)))] ?? 'Pre-A1';
}
