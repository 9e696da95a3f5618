import { type GroupKey, type GroupRule, groupFull, type ScoringGroup } from '#contracts/examKey.ts';
import { plainNumber, plainText } from '#contracts/examValue.ts';
import type { RightAnswer, ScoreFile } from './formats.ts';
import { type NamedSlot, namesOf } from './slots.ts';

/** What keys of a question are checked against. */
export type ScoringRoom = {
  question: string;
  section: string;
  unit: string;
  skill: string;
  slots: readonly NamedSlot[];
  /** Values of options of a choice. */
  options: ReadonlyMap<string, readonly string[]>;
  /** How many options may be chosen. */
  max: number;
  /** What a box takes. */
  signs: string;
};

/** Reports at an item of the group. */
type Report = (message: string, ...item: PropertyKey[]) => void;

/** The keys of slots, one list of values each; `null`: they do not fit. */
type Keys = GroupKey['keys'];

const joined = (names: readonly string[]) => names.join('');

/** What is wrong with a value of a slot, or `null`. */
function valueProblem(value: string, slot: NamedSlot, room: ScoringRoom): string | null {
  switch (slot.kind) {
    case 'choice': {
      const values = room.options.get(slot.name) ?? [];
      return values.includes(value) ? null : `正解「${value}」は「${slot.name}」の選択肢にありません。`;
    }
    case 'mark':
      return [...value].length === 1 && room.signs.includes(value)
        ? null
        : `正解「${value}」は「${slot.name}」に入れられる記号ではありません。`;
    case 'number':
      return plainNumber(value) === null ? `正解「${value}」は数ではありません。` : null;
    case 'text':
      return plainText(value) === '' ? '正解が空です。' : null;
    case 'self':
      return '記述に key は書けません。rubric を書いてください。';
  }
}

/** Values of one slot as they are written: one, several accepted ones, or the several right options of a choice. */
function valuesOf(written: RightAnswer, slot: NamedSlot, room: ScoringRoom): string[] | string {
  const list = Array.isArray(written) ? written : [written];
  if (list.some((item) => Array.isArray(item))) return 'key の書き方が正しくありません。';
  const values = list.map(String);
  const problem = values.map((value) => valueProblem(value, slot, room)).find((one) => one !== null);
  if (problem) return problem;
  if (new Set(values).size < values.length) return '同じ正解が2回書かれています。';
  if (slot.kind === 'choice' && room.max > 1) {
    if (values.length > room.max) return `正解が ${values.length} 個ありますが、max は ${room.max} です。`;
    const order = room.options.get(slot.name) ?? [];
    return [values.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)).join(',')];
  }
  if (values.length > 1 && (slot.kind === 'choice' || slot.kind === 'mark'))
    return '正解は1つだけ書いてください。ほかの正解は accept に書きます。';
  return values;
}

/** Keys of slots as they are written: for one its value, for several a list or, for boxes, one string. */
function keysOf(written: RightAnswer, slots: readonly NamedSlot[], room: ScoringRoom): Keys | string {
  const [only] = slots;
  if (slots.length === 1 && only) {
    const values = valuesOf(written, only, room);
    return typeof values === 'string' ? values : { [only.id]: values };
  }
  const isBoxes = slots.every(({ kind }) => kind === 'mark');
  const list = Array.isArray(written) ? written : isBoxes ? [...String(written)] : null;
  if (list === null) return `key は ${slots.length} つの一覧で書いてください。`;
  if (list.length !== slots.length)
    return `正解が ${list.length} つ、解答欄「${joined(slots.map(({ name }) => name))}」は ${slots.length} つです。`;
  const keys: Keys = {};
  for (const [at, slot] of slots.entries()) {
    const values = valuesOf(list[at] ?? '', slot, room);
    if (typeof values === 'string') return values;
    keys[slot.id] = values;
  }
  return keys;
}

const alike = (one: Keys, other: Keys) =>
  Object.entries(other).every(([slot, values]) =>
    values.some((value) => one[slot]?.some((known) => plainText(known) === plainText(value))),
  );

function selectorOf(group: ScoreFile, report: Report): 'each' | 'all' | 'set' | null {
  const named = (['each', 'all', 'set'] as const).filter((name) => group[name] !== undefined);
  if (named.length > 1) report(`${named.join(' と ')} は一緒に書けません。`, named[1] ?? 'all');
  return named[0] ?? null;
}

/** The slots that a group is for. */
function slotsFor(group: ScoreFile, room: ScoringRoom, report: Report): NamedSlot[] {
  const selector = selectorOf(group, report);
  if (selector === null) {
    if (room.slots.length > 1) report('どの解答欄の配点か、each、all、set のどれかで書いてください。');
    return room.slots.slice(0, 1);
  }
  return namesOf(group[selector] ?? '').flatMap((name) => {
    const slot = room.slots.find((one) => one.name === name);
    if (!slot) report(`解答欄「${name}」は slots にありません。`, selector);
    return slot ? [slot] : [];
  });
}

function ruleOf(group: ScoreFile, slots: readonly NamedSlot[], room: ScoringRoom, report: Report): GroupRule {
  const isSelf = slots.some(({ kind }) => kind === 'self');
  const isMulti = room.max > 1 && slots.some(({ kind }) => kind === 'choice');
  if ((isSelf || isMulti) && slots.length > 1)
    report('記述と、複数を選ぶ解答欄は、1つずつ採点してください。');
  if (group.multi !== undefined && !isMulti)
    report('multi は複数を選ぶ解答欄 (max が2以上) のためのものです。', 'multi');
  if (isSelf) return 'self';
  if (isMulti) return group.multi === 'minus' ? 'multi_minus' : 'multi_all';
  if (group.ladder !== undefined) {
    if (group.all !== undefined) report('ladder は each か set と一緒に書いてください。', 'ladder');
    return 'ladder';
  }
  if (group.set !== undefined) return 'set';
  return group.all !== undefined ? 'all' : 'each';
}

/** Points of a group, or of one slot of it. */
function pointsOf(group: ScoreFile, rule: GroupRule, count: number, report: Report): number {
  const rubric = group.rubric.reduce((sum, { points }) => sum + points, 0);
  if (rule === 'self') {
    if (group.rubric.length === 0) report('記述には rubric (採点の基準) を書いてください。');
    else if (group.points !== undefined && group.points !== rubric)
      report(`rubric の点を合わせると ${rubric} 点ですが、points は ${group.points} です。`, 'points');
    group.rubric.forEach(({ text }, at) => {
      if (text.includes('要記入')) report('「要記入」を実際の採点の基準に書きかえてください。', 'rubric', at);
    });
    return rubric;
  }
  if (group.rubric.length > 0) report('rubric は記述のためのものです。', 'rubric');
  if (group.ladder !== undefined) {
    if (group.points !== undefined) report('ladder と points は一緒に書けません。', 'points');
    for (const step of Object.keys(group.ladder))
      if (Number(step) < 1 || Number(step) > count)
        report(`ladder の「${step}」は正解の数 (1から${count}) ではありません。`, 'ladder', step);
    return Math.max(0, ...Object.values(group.ladder));
  }
  if (group.points === undefined) report('points がありません。');
  return group.points ?? 0;
}

function acceptOf(
  { accept }: ScoreFile,
  {
    rule,
    slots,
    room,
    keys,
    points,
  }: {
    rule: GroupRule;
    slots: readonly NamedSlot[];
    room: ScoringRoom;
    keys: Keys;
    points: number;
  },
  report: Report,
): NonNullable<GroupKey['accept']> {
  return accept.flatMap((other, at) => {
    const named = other.slot === undefined ? slots : slots.filter(({ name }) => name === other.slot);
    const refuse = (message: string, ...item: PropertyKey[]) => {
      report(message, 'accept', at, ...item);
      return [];
    };
    if (named.length === 0) return refuse(`解答欄「${other.slot}」はこの配点にありません。`, 'slot');
    if (rule === 'each' && named.length > 1) return refuse('each の accept には slot を書いてください。');
    if (rule !== 'each' && named.length < slots.length)
      return refuse('slot を書けるのは each のときだけです。', 'slot');
    const read = keysOf(other.key, named, room);
    if (typeof read === 'string') return refuse(read, 'key');
    if (alike(keys, read)) return refuse('accept が key と同じです。', 'key');
    if (other.points > points) return refuse(`部分点は ${points} 点までです。`, 'points');
    return [{ keys: read, points: other.points }];
  });
}

/** A scoring group as it marks, or `null` when something of it is wrong; everything wrong is reported. */
function readGroup(group: ScoreFile, number: number, room: ScoringRoom, report: Report): ScoringGroup | null {
  const slots = slotsFor(group, room, report);
  if (slots.length === 0) return null;
  const rule = ruleOf(group, slots, room, report);
  const points = pointsOf(group, rule, slots.length, report);
  const isSelf = rule === 'self';
  if (!isSelf && group.key === undefined) report('正解 (key) がありません。');
  if (isSelf && group.key !== undefined) report('記述に key は書けません。rubric を書いてください。', 'key');
  if (group.tolerance !== undefined && slots.some(({ kind }) => kind !== 'number'))
    report('tolerance は数の解答欄のためのものです。', 'tolerance');
  const read = isSelf || group.key === undefined ? {} : keysOf(group.key, slots, room);
  if (typeof read === 'string') report(read, 'key');
  const keys = typeof read === 'string' ? {} : read;
  const accept = typeof read === 'string' ? [] : acceptOf(group, { rule, slots, room, keys, points }, report);
  return {
    id: `${room.question}/${number}`,
    question: room.question,
    section: room.section,
    unit: room.unit,
    skill: room.skill,
    slots: slots.map(({ id, kind }) => ({ id, kind })),
    rule,
    points,
    keys,
    ...(accept.length > 0 ? { accept } : {}),
    ...(group.tolerance === undefined ? {} : { tolerance: group.tolerance }),
    ...(group.void === undefined ? {} : { void: group.void }),
    ...(rule === 'ladder'
      ? { ladder: group.ladder ?? {}, ...(group.set === undefined ? {} : { anyOrder: true }) }
      : {}),
  };
}

/**
 * The scoring groups of a question (exams.md 2.1). Every slot has to be in exactly one. `report` counts its items from the
 * question.
 */
export function readScore(
  score: ScoreFile | readonly ScoreFile[],
  room: ScoringRoom,
  report: Report,
): ScoringGroup[] {
  const isList = Array.isArray(score);
  const list: readonly ScoreFile[] = isList ? score : [score as ScoreFile];
  const scored = new Set<string>();
  const groups = list.flatMap((group, at) => {
    const here: Report = (message, ...item) => report(message, 'score', ...(isList ? [at] : []), ...item);
    const read = readGroup(group, at + 1, room, here);
    for (const { id } of read?.slots ?? []) {
      if (scored.has(id)) here(`解答欄「${id.split('.').at(-1)}」の配点が2回書かれています。`);
      scored.add(id);
    }
    return read ? [read] : [];
  });
  for (const { id, name } of room.slots)
    if (!scored.has(id)) report(`解答欄「${name}」の配点がありません。`, 'score');
  return groups;
}

/** Points that groups give at most, whether they count or not. */
export function sumOf(groups: readonly ScoringGroup[]): number {
  return groups.reduce((sum, group) => sum + groupFull(group), 0);
}
