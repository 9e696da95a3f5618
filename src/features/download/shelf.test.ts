import { describe, expect, test } from 'vitest';
import type { DownloadFileRow, DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { capChoices, defaultCapOf, inSections, usesOf } from './shelf.ts';

const GB = 1024 ** 3;
const row = (key: string, inventory: string, more: Partial<DownloadRow> = {}) =>
  ({
    key,
    inventory,
    course: `c${inventory}`,
    course_name: `講座${inventory}`,
    state: 'ready',
    queued_at: 1,
    ...more,
  }) as DownloadRow;
const file = (id: string, inventory: string, size: number, bits: number) =>
  ({ id, inventory, size, chunk_size: 10, bitmap: new Uint8Array([bits]) }) as DownloadFileRow;

describe('the cap', () => {
  test('is 2 GB at first, or 60 % of what the browser could give', () => {
    expect(defaultCapOf(null)).toBe(2 * GB);
    expect(defaultCapOf(100 * GB)).toBe(2 * GB);
    expect(defaultCapOf(1000)).toBe(600);
  });

  test('can be chosen, and the present one is among the choices', () => {
    expect(capChoices(2 * GB).filter((bytes) => bytes === 2 * GB)).toHaveLength(1);
    expect(capChoices(600)[0]).toBe(600);
  });
});

describe('what courses take', () => {
  test('is counted from the pieces that are there, the largest first', () => {
    const rows = [row('a', '1'), row('b', '2'), row('c', '2')];
    const files = [file('x', '1', 25, 0b001), file('y', '2', 25, 0b111), file('z', '9', 25, 0b111)];
    const uses = usesOf(rows, files);
    expect(uses.map(({ inventory, bytes, rows: own }) => [inventory, bytes, own.length])).toEqual([
      ['2', 25, 2],
      ['1', 10, 1],
    ]);
  });

  test('courses with work in progress stand first in the list', () => {
    const rows = [
      row('a', '1', { queued_at: 1 }),
      row('b', '2', { queued_at: 3, state: 'paused' }),
      row('c', '3', { queued_at: 2 }),
    ];
    expect(inSections(usesOf(rows, [])).map(({ inventory }) => inventory)).toEqual(['2', '1', '3']);
  });
});
