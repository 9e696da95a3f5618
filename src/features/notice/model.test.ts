import { describe, expect, test } from 'vitest';
import { type Notice, noticeSchema } from '#contracts/study.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { noticeReadKind } from '#shared/lib/mirror/unreadNotices.ts';
import { neighbours, pendingReads, unreadFirst, withRead } from './model.ts';

const notice = (id: string, is_read = false, is_pinned = false): Notice =>
  noticeSchema.parse({ id, title: id, is_read, is_pinned });

const entry = (view: { notice: string | null }, state: OutboxRow['state'] = 'waiting') =>
  ({ kind: noticeReadKind, state, view }) as OutboxRow;

describe('what was read', () => {
  test('counts while it waits, not when it was refused', () => {
    const pending = pendingReads([entry({ notice: '1' }), entry({ notice: '2' }, 'refused')]);
    expect(withRead(notice('1'), pending).is_read).toBe(true);
    expect(withRead(notice('2'), pending).is_read).toBe(false);
  });

  test('can be everything', () => {
    expect(withRead(notice('9'), pendingReads([entry({ notice: null })])).is_read).toBe(true);
  });

  test('ignores other kinds of changes', () => {
    const other = { ...entry({ notice: '1' }), kind: 'bookmark' };
    expect(pendingReads([other]).ids.size).toBe(0);
  });
});

test('unread before read, pinned before others, the order of the server otherwise', () => {
  const order = unreadFirst([
    notice('a', true, true),
    notice('b'),
    notice('c', false, true),
    notice('d'),
    notice('e', true),
  ]);
  expect(order.map((one) => one.id)).toEqual(['c', 'b', 'd', 'a', 'e']);
});

test('neighbours end at the ends', () => {
  expect(neighbours(['1', '2', '3'], '2')).toEqual({ previous: '1', next: '3' });
  expect(neighbours(['1', '2', '3'], '1')).toEqual({ previous: null, next: '2' });
  expect(neighbours(['1'], '7')).toEqual({ previous: null, next: null });
});
