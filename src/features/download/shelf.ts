import type { DownloadFileRow, DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { storedBytes } from './model.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** The cap until the learner sets another one is never more than this, bytes (product.md 3.9.7). */
const mostByDefault = 2 * GB;
/** Nor more than this share of what the browser says it could give. */
const quotaShare = 0.6;

/** The cap until the learner sets one. `quota`: the browser's estimate in bytes, `null` where it says nothing. */
export function defaultCapOf(quota: number | null): number {
  return quota === null ? mostByDefault : Math.min(mostByDefault, Math.floor(quota * quotaShare));
}

/** Caps the learner can choose from, smallest first; the present one is always among them. */
export function capChoices(present: number): number[] {
  const steps = [500 * MB, 1 * GB, 2 * GB, 4 * GB, 8 * GB, 16 * GB];
  return [...new Set([...steps, present])].sort((one, other) => one - other);
}

/** What a course takes on the device. */
export type CourseUse = {
  course: string;
  inventory: string;
  name: string;
  /** Bytes on the device; a textbook that its lessons share counts once. */
  bytes: number;
  rows: DownloadRow[];
};

/** What each course takes, the largest first. Counted from the pieces that are there, never estimated. */
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

/** Kept lessons by course for a list: courses with work in progress first, else in the order they were chosen. */
export function inSections(uses: readonly CourseUse[]): CourseUse[] {
  const rank = ({ rows }: CourseUse) => (rows.some(({ state }) => state !== 'ready') ? 0 : 1);
  const since = ({ rows }: CourseUse) => Math.min(...rows.map((row) => row.queued_at));
  return [...uses].sort((one, other) => rank(one) - rank(other) || since(one) - since(other));
}
