import type { Watch } from '#contracts/study.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { dayKey } from '#shared/lib/text/format.ts';

/** Path of the watch history (product.md 3.4). */
export const recentPath = '/api/lms/watchhistory/';
/** Kind of its outbox entries: a lesson, or all of them, are removed from the history. */
export const forgetKind = 'forget-watch';

/** A watched lesson. `seenAt`: epoch ms of the last watching, 0 when unknown. */
export type Seen = { watch: Watch; seenAt: number };

/** The query of a list: all lessons, or those of a course. */
export function recentQuery(course: string): string {
  return course === '' ? '' : new URLSearchParams({ course }).toString();
}

/** Removals that are not confirmed yet, with the time of the tap (epoch ms). */
export type PendingForgets = { lessons: ReadonlyMap<string, number>; allAt: number | null };

/** Reads the waiting changes of the queue; refused ones do not count. */
export function pendingForgets(rows: readonly OutboxRow[]): PendingForgets {
  const lessons = new Map<string, number>();
  let allAt: number | null = null;
  for (const row of rows) {
    if (row.kind !== forgetKind || row.state === 'refused') continue;
    const { lesson } = row.view as { lesson: string | null };
    const at = Date.parse(row.client_at) || 0;
    if (lesson === null) allAt = Math.max(allAt ?? 0, at);
    else lessons.set(lesson, at);
  }
  return { lessons, allAt };
}

/** The history as the learner left it: removed lessons are gone, unless they were watched again since. */
export function withoutForgotten(seen: readonly Seen[], { lessons, allAt }: PendingForgets): Seen[] {
  return seen.filter(({ watch, seenAt }) => {
    const at = Math.max(lessons.get(watch.lesson) ?? -1, allAt ?? -1);
    return seenAt > at;
  });
}

/** The lessons of one day, newest first. `day`: epoch ms of a moment of that day; `null`: unknown. */
export type DayGroup = { key: string; day: number | null; seen: Seen[] };

/** Groups by the local day of the last watching, newest day first; lessons without a time come last. */
export function groupByDay(seen: readonly Seen[]): DayGroup[] {
  const groups = new Map<string, DayGroup>();
  for (const one of [...seen].sort((a, b) => b.seenAt - a.seenAt)) {
    const key = one.seenAt > 0 ? dayKey(one.seenAt) : 'unknown';
    const group = groups.get(key) ?? { key, day: one.seenAt > 0 ? one.seenAt : null, seen: [] };
    group.seen.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}
