import { describe, expect, test } from 'vitest';
import { watchSchema } from '#contracts/study.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { forgetKind, groupByDay, pendingForgets, type Seen, withoutForgotten } from './model.ts';

const seen = (lesson: string, at: Date | null): Seen => ({
  watch: watchSchema.parse({ lesson, lesson_name: lesson }),
  seenAt: at?.getTime() ?? 0,
});

const entry = (lesson: string | null, at: Date, state: OutboxRow['state'] = 'waiting') =>
  ({ kind: forgetKind, state, view: { lesson }, client_at: at.toISOString() }) as OutboxRow;

const noon = new Date(2026, 10, 21, 12, 0);
const later = new Date(2026, 10, 21, 13, 0);
const yesterday = new Date(2026, 10, 20, 23, 59);

describe('what is taken out', () => {
  const lessons = (list: Seen[]) => list.map((one) => one.watch.lesson);

  test('is gone at once', () => {
    const left = withoutForgotten([seen('1', noon), seen('2', noon)], pendingForgets([entry('1', later)]));
    expect(lessons(left)).toEqual(['2']);
  });

  test('comes back when it is watched again', () => {
    const left = withoutForgotten([seen('1', later)], pendingForgets([entry('1', noon)]));
    expect(lessons(left)).toEqual(['1']);
  });

  test('can be everything up to a moment', () => {
    const left = withoutForgotten(
      [seen('1', yesterday), seen('2', later)],
      pendingForgets([entry(null, noon)]),
    );
    expect(lessons(left)).toEqual(['2']);
  });

  test('stays when the server refused', () => {
    const left = withoutForgotten([seen('1', noon)], pendingForgets([entry('1', later, 'refused')]));
    expect(lessons(left)).toEqual(['1']);
  });
});

test('days are those of the device, the newest first, unknown ones last', () => {
  const groups = groupByDay([seen('a', yesterday), seen('b', null), seen('c', noon), seen('d', later)]);
  expect(groups.map((group) => [group.key, group.seen.map((one) => one.watch.lesson)])).toEqual([
    ['2026-11-21', ['d', 'c']],
    ['2026-11-20', ['a']],
    ['unknown', ['b']],
  ]);
});
