import { expect, it } from 'vitest';
import { holdsForAll } from '../../tests/properties.ts';
import {
  type Cell,
  type Cells,
  checkTime,
  digestOf,
  digestText,
  isSameCells,
  type MergeRoom,
  mergeCells,
  mergePlays,
  sha256Hex,
} from './examMerge.ts';

const cell = (v: string, at: number, flag: Partial<Cell> = {}): Cell => ({
  v,
  at,
  lo: at,
  f: false,
  fat: 0,
  flo: 0,
  ...flag,
});

/** A state of a few slots as two devices make it; some of its times are equal. */
function randomCells(random: () => number): Cells {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const cells: Cells = {};
  for (let count = Math.floor(random() * 5); count > 0; count -= 1) {
    const at = Math.floor(random() * 4) * 1000;
    const fat = Math.floor(random() * 3) * 1000;
    cells[pick(['a', 'b', 'pick:x'])] = {
      v: at === 0 ? '' : pick(['', '1', '2', '12']),
      at,
      lo: at - Math.floor(random() * 2),
      f: fat > 0 && random() < 0.5,
      fat,
      flo: fat,
    };
  }
  return cells;
}

it('states merge to one end in any order, grouping and repetition', () => {
  holdsForAll((random) => {
    const states = Array.from({ length: 4 }, () => randomCells(random));
    const [a = {}, b = {}, c = {}, d = {}] = states;
    const end = mergeCells(mergeCells(a, b), mergeCells(c, d));
    const others = [
      mergeCells(a, mergeCells(b, mergeCells(c, d))),
      mergeCells(mergeCells(d, c), mergeCells(b, a)),
      [...states, ...states].sort(() => random() - 0.5).reduce(mergeCells, {}),
      mergeCells(end, c),
    ];
    for (const other of others) expect(other).toEqual(end);
  });
});

it('of two values the later one counts, of the same moment the greater text; erasing is a value', () => {
  expect(mergeCells({ a: cell('1', 10) }, { a: cell('2', 9) }).a?.v).toBe('1');
  expect(mergeCells({ a: cell('1', 10) }, { a: cell('2', 10) }).a?.v).toBe('2');
  expect(mergeCells({ a: cell('1', 10) }, { a: cell('', 11) }).a?.v).toBe('');
});

it('the flag has its own time', () => {
  const typed = { a: cell('3', 20) };
  const flagged = { a: cell('', 0, { f: true, fat: 10, flo: 10 }) };
  expect(mergeCells(typed, flagged).a).toMatchObject({ v: '3', at: 20, f: true, fat: 10 });
});

it('of plays the greatest number counts', () => {
  expect(mergePlays({ l1: 2, l2: 1 }, { l1: 1, l3: 1 })).toEqual({ l1: 2, l2: 1, l3: 1 });
});

it('sameness looks at values, flags and their times', () => {
  expect(isSameCells({ a: cell('1', 1) }, { a: cell('1', 1) })).toBe(true);
  expect(isSameCells({ a: cell('1', 1) }, { a: cell('1', 2) })).toBe(false);
  expect(isSameCells({ a: cell('1', 1) }, {})).toBe(false);
});

it('the digest is of sorted slots without empty ones and flags', async () => {
  const cells = {
    b: cell('2', 5),
    a: cell('1', 9, { f: true, fat: 3 }),
    c: cell('', 7),
    'pick:q': cell('s4', 1),
  };
  expect(digestText(cells)).toBe('[["a","1"],["b","2"],["pick:q","s4"]]');
  expect(await digestOf(cells)).toBe(await sha256Hex('[["a","1"],["b","2"],["pick:q","s4"]]'));
  expect(await sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

const room = (fields: Partial<MergeRoom> = {}): MergeRoom => ({
  names: new Set(['a']),
  start: 1_000,
  deadline: 61_000,
  received: 100_000,
  epochEnd: null,
  ...fields,
});

it('a time is good from the start to the deadline, two seconds more count as the deadline', () => {
  expect(checkTime(1_000, room())).toEqual({ at: 1_000 });
  expect(checkTime(999, room())).toEqual({ reason: 'unknown' });
  expect(checkTime(61_000, room())).toEqual({ at: 61_000 });
  expect(checkTime(63_000, room())).toEqual({ at: 61_000 });
  expect(checkTime(63_001, room())).toEqual({ reason: 'late' });
});

it('no time is later than the receipt', () => {
  expect(checkTime(70_000, room({ received: 50_000 }))).toEqual({ at: 50_000 });
});

it('a process whose clock is a little behind that of the start refuses nothing', () => {
  expect(checkTime(1_010, room({ received: 990 }))).toEqual({ at: 1_000 });
  expect(checkTime(999, room({ received: 990 }))).toEqual({ reason: 'unknown' });
});

it('an older epoch counts until another device took over', () => {
  expect(checkTime(30_000, room({ epochEnd: 30_000 }))).toEqual({ at: 30_000 });
  expect(checkTime(30_001, room({ epochEnd: 30_000 }))).toEqual({ reason: 'epoch' });
});
