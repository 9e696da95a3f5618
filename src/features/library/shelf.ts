import type { Inventory } from '#contracts/inventory.ts';
import { foldText, matchesAll, searchWords } from '#shared/lib/text/fold.ts';
import { calendarDays, parseTime } from '#shared/lib/text/format.ts';

/** How the learner looks at the library: state of the courses, order, search. It is stored in the address. */
export const tabs = ['all', 'active', 'done', 'expired'] as const;
export const sorts = ['recent', 'deadline', 'name'] as const;
export type Tab = (typeof tabs)[number];
export type Sort = (typeof sorts)[number];
export type Shelf = { tab: Tab; sort: Sort; query: string };

/** The view that the server's own list gives: everything, in its order (specification.md 7). */
export const defaultShelf: Shelf = { tab: 'all', sort: 'recent', query: '' };

/** Reads a view from the address; unknown values become the defaults. */
export function readShelf(address: URLSearchParams): Shelf {
  return {
    tab: tabs.find((tab) => tab === address.get('tab')) ?? 'all',
    sort: sorts.find((sort) => sort === address.get('sort')) ?? 'recent',
    // Only searched on the device, so a cut between code points is enough, and it adds nothing to the first screen.
    query: Array.from(address.get('q') ?? '')
      .slice(0, 100)
      .join(''),
  };
}

/** Writes a view to an address, without default values and without the page of the list. */
export function writeShelf(shelf: Shelf): URLSearchParams {
  const address = new URLSearchParams();
  if (shelf.tab !== 'all') address.set('tab', shelf.tab);
  if (shelf.sort !== 'recent') address.set('sort', shelf.sort);
  if (shelf.query !== '') address.set('q', shelf.query);
  return address;
}

/** Whether the server's list shows this view; any other view uses the data on the device. */
export function isServerShelf(shelf: Shelf): boolean {
  return shelf.tab === 'all' && shelf.sort === 'recent' && searchWords(shelf.query).length === 0;
}

/** The state of a course. Ended access comes first: the course cannot be watched any more. */
export function stateOf(item: Inventory, now: number): Exclude<Tab, 'all'> {
  const end = parseTime(item.expire_at);
  if (item.is_expired || (end !== null && end <= now)) return 'expired';
  const { completed_lessons = 0, lesson_count = 0 } = item.progress ?? {};
  return lesson_count > 0 && completed_lessons >= lesson_count ? 'done' : 'active';
}

/** What a card says about the end of access. `days` counts calendar days of this device, 0 is today. */
export type Deadline =
  | { kind: 'none' }
  | { kind: 'expired' }
  | { kind: 'today' | 'soon' | 'later'; days: number };

/** With this many days left, or fewer, a deadline is shown as urgent. */
const soonDays = 14;

/** The end of access as the learner sees it. A course that renews itself has no deadline to worry about. */
export function deadlineOf(item: Inventory, now: number): Deadline {
  if (stateOf(item, now) === 'expired') return { kind: 'expired' };
  const end = parseTime(item.expire_at);
  if (end === null || item.is_auto_renewal) return { kind: 'none' };
  const days = calendarDays(end, now);
  if (days <= 0) return { kind: 'today', days: 0 };
  return { kind: days <= soonDays ? 'soon' : 'later', days };
}

const folded = new WeakMap<Inventory, string>();

function searchable(item: Inventory): string {
  const known = folded.get(item);
  if (known !== undefined) return known;
  const { course, progress } = item;
  const words = [
    course.name,
    course.category,
    course.subject?.name ?? '',
    ...course.teachers.map((teacher) => teacher.name),
    progress?.last_lesson?.name ?? '',
  ];
  const text = words.map(foldText).join('\n');
  folded.set(item, text);
  return text;
}

const japanese = new Intl.Collator('ja', { numeric: true });

function lastTouched(item: Inventory): number {
  return parseTime(item.progress?.last_watched_at) ?? 0;
}

function endOf(item: Inventory, now: number): number {
  if (stateOf(item, now) === 'expired') return Number.MAX_SAFE_INTEGER;
  return parseTime(item.expire_at) ?? Number.MAX_SAFE_INTEGER - 1;
}

/**
 * The values an order compares before the names, smaller first. They are computed once per item, because every date has
 * to be parsed.
 */
function ranksOf(item: Inventory, sort: Sort, now: number): [number, number] {
  if (sort === 'name') return [0, 0];
  if (sort === 'deadline') return [endOf(item, now), 0];
  return [-lastTouched(item), -(parseTime(item.created) ?? 0)];
}

function inOrder(items: readonly Inventory[], sort: Sort, now: number): Inventory[] {
  return items
    .map((item) => ({ item, ranks: ranksOf(item, sort, now) }))
    .sort(
      (one, other) =>
        one.ranks[0] - other.ranks[0] ||
        one.ranks[1] - other.ranks[1] ||
        japanese.compare(one.item.course.name, other.item.course.name),
    )
    .map(({ item }) => item);
}

/** Items in their former order, new ones at the end: a list that is nearly sorted is sorted fast. */
function asBefore(items: readonly Inventory[], former: readonly Inventory[]): readonly Inventory[] {
  const places = new Map(former.map(({ id }, place) => [id, place]));
  const placed: (Inventory | undefined)[] = new Array(former.length).fill(undefined);
  const added: Inventory[] = [];
  for (const item of items) {
    const place = places.get(item.id);
    if (place === undefined) added.push(item);
    else placed[place] = item;
  }
  return [...placed.filter((item) => item !== undefined), ...added];
}

/**
 * The courses of a view, in its order. `now`: epoch ms. `former`: the view before the last change. Without it, sorting
 * 10 000 courses anew for one changed course would block scrolling (performance.md 3).
 */
export function arrange(
  items: readonly Inventory[],
  shelf: Shelf,
  now: number,
  former: readonly Inventory[] = [],
): Inventory[] {
  const words = searchWords(shelf.query);
  const found = asBefore(items, former)
    .filter((item) => shelf.tab === 'all' || stateOf(item, now) === shelf.tab)
    .filter((item) => words.length === 0 || matchesAll(searchable(item), words));
  return inOrder(found, shelf.sort, now);
}
