import { describe, expect, test } from 'vitest';
import { type Inventory, inventorySchema } from '#contracts/inventory.ts';
import { arrange, deadlineOf, isServerShelf, readShelf, stateOf, writeShelf } from './shelf.ts';

const now = new Date(2026, 10, 21, 18, 0).getTime();
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();

function item(
  name: string,
  fields: Record<string, unknown> = {},
  course: Record<string, unknown> = {},
): Inventory {
  return inventorySchema.parse({ id: name, course: { id: `c-${name}`, name, ...course }, ...fields });
}

function progress(done: number, all: number, at: string | null = null, lesson = '') {
  return {
    completed_lessons: done,
    lesson_count: all,
    last_watched_at: at,
    last_lesson: lesson ? { id: '1', name: lesson, position: 0 } : null,
  };
}

const names = (items: Inventory[]) => items.map((one) => one.course.name);

describe('where a course stands', () => {
  test('access that ended comes before everything', () => {
    expect(stateOf(item('a', { is_expired: true, progress: progress(3, 3) }), now)).toBe('expired');
    expect(stateOf(item('a', { expire_at: inDays(-1) }), now)).toBe('expired');
  });

  test('done needs lessons, and all of them', () => {
    expect(stateOf(item('a', { progress: progress(3, 3) }), now)).toBe('done');
    expect(stateOf(item('a', { progress: progress(2, 3) }), now)).toBe('active');
    expect(stateOf(item('a', { progress: progress(0, 0) }), now)).toBe('active');
    expect(stateOf(item('a'), now)).toBe('active');
  });
});

test.each([
  [{}, { kind: 'none' }],
  [{ is_expired: true }, { kind: 'expired' }],
  [{ expire_at: new Date(2026, 10, 21, 23, 59).toISOString() }, { kind: 'today', days: 0 }],
  [{ expire_at: inDays(14) }, { kind: 'soon', days: 14 }],
  [{ expire_at: inDays(15) }, { kind: 'later', days: 15 }],
  [{ expire_at: inDays(3), is_auto_renewal: true }, { kind: 'none' }],
])('a deadline of %j', (fields, deadline) => {
  expect(deadlineOf(item('a', fields), now)).toEqual(deadline);
});

describe('arrange', () => {
  const items = [
    item('英語', { expire_at: inDays(40), progress: progress(1, 4, inDays(-3)) }),
    item('数学', { expire_at: inDays(5), progress: progress(4, 4, inDays(-1), 'ベクトルの内積') }),
    item('化学', { is_expired: true, expire_at: inDays(-9), progress: progress(0, 4) }),
    item('ﾌﾞﾂﾘ', {}, { category: '理科', teachers: [{ id: 1, name: '高橋 直人' }] }),
  ];

  test('by tab', () => {
    expect(names(arrange(items, { tab: 'active', sort: 'name', query: '' }, now))).toHaveLength(2);
    expect(names(arrange(items, { tab: 'done', sort: 'name', query: '' }, now))).toEqual(['数学']);
    expect(names(arrange(items, { tab: 'expired', sort: 'name', query: '' }, now))).toEqual(['化学']);
  });

  test('by deadline: nearest first, without an end later, ended last', () => {
    const order = names(arrange(items, { tab: 'all', sort: 'deadline', query: '' }, now));
    expect(order).toEqual(['数学', '英語', 'ﾌﾞﾂﾘ', '化学']);
  });

  test('by last watching', () => {
    const order = names(arrange(items, { tab: 'all', sort: 'recent', query: '' }, now));
    expect(order.slice(0, 2)).toEqual(['数学', '英語']);
  });

  test.each([
    ['ぶつり', ['ﾌﾞﾂﾘ']],
    ['べくとる', ['数学']],
    ['高橋 理科', ['ﾌﾞﾂﾘ']],
    ['すうがくではない', []],
  ])('search for %s', (query, found) => {
    expect(names(arrange(items, { tab: 'all', sort: 'recent', query }, now))).toEqual(found);
  });

  test('ends in the same order whatever stood before', () => {
    const shelf = { tab: 'all', sort: 'name', query: '' } as const;
    const order = arrange(items, shelf, now);
    for (const former of [order, [...order].reverse(), order.slice(1), [...order, item('消えた講座', {})]]) {
      expect(arrange(items, shelf, now, former)).toEqual(order);
    }
  });

  test('leaves its input alone', () => {
    const before = names(items);
    arrange(items, { tab: 'all', sort: 'name', query: '' }, now);
    expect(names(items)).toEqual(before);
  });
});

describe('the view in the address', () => {
  test('goes there and back', () => {
    const shelf = { tab: 'done', sort: 'name', query: '数 学' } as const;
    expect(readShelf(writeShelf(shelf))).toEqual(shelf);
    expect(writeShelf(readShelf(new URLSearchParams('tab=x&sort=y'))).toString()).toBe('');
  });

  test('only the plain view is the server’s', () => {
    expect(isServerShelf({ tab: 'all', sort: 'recent', query: ' ' })).toBe(true);
    expect(isServerShelf({ tab: 'all', sort: 'recent', query: 'a' })).toBe(false);
    expect(isServerShelf({ tab: 'done', sort: 'recent', query: '' })).toBe(false);
    expect(isServerShelf({ tab: 'all', sort: 'name', query: '' })).toBe(false);
  });
});
