import type { DownloadFileRow, DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { storedBytes } from './model.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** The default cap is never more than this, bytes (product.md 3.9.7). */
const mostByDefault = 2 * GB;
/** The default cap is also never more than this share of the browser's storage estimate. */
const quotaShare = 0.6;

/** The default cap. `quota`: the browser's estimate in bytes, `null` if it gives none. */
export function defaultCapOf(quota: number | null): number {
  return quota === null ? mostByDefault : Math.min(mostByDefault, Math.floor(quota * quotaShare));
}

/** Caps to choose from, smallest first; the current one is always among them. */
export function capChoices(present: number): number[] {
  const steps = [500 * MB, 1 * GB, 2 * GB, 4 * GB, 8 * GB, 16 * GB];
  return [...new Set([...steps, present])].sort((one, other) => one - other);
}

/** The space that a course uses on the device. */
export type CourseUse = {
  course: string;
  inventory: string;
  name: string;
  /** Bytes on the device; a textbook shared by its lessons counts once. */
  bytes: number;
  rows: DownloadRow[];
};

/** The space that each course uses, the largest first. Counted from the stored pieces, never estimated. */
export function usesOf(rows: readonly DownloadRow[], files: readonly DownloadFileRow[]): CourseUse[] {
  const uses = new Map<string, CourseUse>();
  for (const row of rows) {
    const { course, inventory, course_name: name } = row;
    const use = uses.get(inventory) ?? { course, inventory, name, bytes: 0, rows: [] };
    use.rows.push(row);
    uses.set(inventory, use);
  }
  for (const file of files) {
    const use = uses.get(file.inventory);
    if (use) use.bytes += storedBytes(file);
  }
  return [...uses.values()].sort((one, other) => other.bytes - one.bytes);
}

/**
 * Kept lessons by course for a list: courses with downloads in progress first, otherwise in the order they were chosen.
 */
export function inSections(uses: readonly CourseUse[]): CourseUse[] {
  const rank = ({ rows }: CourseUse) => (rows.some(({ state }) => state !== 'ready') ? 0 : 1);
  const since = ({ rows }: CourseUse) => Math.min(...rows.map((row) => row.queued_at));
  return [...uses].sort((one, other) => rank(one) - rank(other) || since(one) - since(other));
}
