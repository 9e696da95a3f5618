import { type Favorite, favoriteSchema } from '#contracts/marks.ts';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { type FavoriteRow, readValue, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';
import { type PageView, pageKey, savePage } from '#shared/lib/mirror/pages.ts';
import { pruneList } from '#shared/lib/mirror/pruneList.ts';
import { noteRemovals, removedSince } from '#shared/lib/mirror/removals.ts';
import { isOlder, type SyncTimes } from '#shared/lib/mirror/sync.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import { intentTime } from '#shared/lib/time/intentTime.ts';
import type { FavoritePage } from './api.ts';
import {
  type FavoriteLesson,
  favoriteEntity,
  favoriteKind,
  favoriteOf,
  favoritePath,
  favoriteQuery,
  overlayFavorites,
  type PendingFavorite,
  pendingFavorites,
} from './model.ts';

/** Stores a page of favorites, in one transaction. `courseId`: the course the list is filtered by, if any. */
export async function saveFavoritePage(
  db: UserDb,
  query: string,
  page: FavoritePage,
  { startedAt, savedAt }: SyncTimes,
  courseId = '',
): Promise<void> {
  await db.transaction('rw', db.pages, db.favorites, db.meta, async () => {
    const isRemoved = await removedSince(db, 'favorites', startedAt);
    const listed = page.results.filter((favorite) => !isRemoved(favorite.lesson.id));
    const ids = listed.map((favorite) => favorite.lesson.id);
    const old = await db.favorites.bulkGet(ids);
    const fresh = listed.filter((_, index) => isOlder(old[index], startedAt));
    await db.favorites.bulkPut(fresh.map((favorite) => favoriteRow(favorite, savedAt, courseId)));
    await savePage(db, { path: favoritePath, query, list: listName(courseId), ids, page, savedAt });
    const scope = courseId ? db.favorites.where('course').equals(courseId) : db.favorites.toCollection();
    const first = favoriteQuery(courseId);
    await pruneList(
      db,
      { path: favoritePath, list: listName(courseId), first, query },
      {
        table: db.favorites,
        keys: () => scope.primaryKeys(),
        isOlder: (row) => isOlder(row, startedAt),
      },
    );
  });
}

/** A stored page merged with the learner's waiting changes; `null` when it is not on the device. */
export async function readFavoritePage(
  db: UserDb,
  query: string,
  courseId = '',
): Promise<StoredAnswer<PageView<Favorite>> | null> {
  const pending = await readPending(db, courseId);
  const page = await db.pages.get(pageKey(favoritePath, query));
  const isFirst = query === favoriteQuery(courseId);
  if (!page && !(isFirst && pending.some((change) => change.isOn))) return null;
  const rows = await db.favorites.bulkGet(page?.ids ?? []);
  const listed = rows.flatMap((row) => readValue(row, favoriteSchema) ?? []);
  const anywhere = isFirst ? new Set(await db.favorites.toCollection().primaryKeys()) : 'not the first page';
  const items = overlayFavorites(listed, pending, anywhere);
  const { count = 0, next = null, previous = null } = page ?? {};
  const data = { items, count: count + items.length - (page?.ids.length ?? 0), next, previous };
  return { data, savedAt: page?.saved_at ?? null };
}

/** Every favorite on the device, as the learner left it. */
export async function readAllFavorites(db: UserDb): Promise<Favorite[]> {
  const rows = await db.favorites.toArray();
  const known = rows.flatMap((row) => readValue(row, favoriteSchema) ?? []);
  return overlayFavorites(known, await readPending(db, ''), new Set(rows.map(({ lesson }) => lesson)));
}

/** Lessons of a course that are favorites, including the learner's waiting changes. */
export async function readFavoriteLessons(db: UserDb, courseId: string): Promise<Set<string>> {
  const rows = await db.favorites.where('course').equals(courseId).primaryKeys();
  const lessons = new Set(rows);
  for (const change of await readPending(db, courseId)) {
    if (change.isOn) lessons.add(change.lessonId);
    else lessons.delete(change.lessonId);
  }
  return lessons;
}

/** Whether a lesson is a favorite, including the learner's waiting changes. */
export async function readFavoriteState(db: UserDb, lessonId: string): Promise<boolean> {
  const rows = await db.outbox.where('entity').equals(favoriteEntity(lessonId)).sortBy('seq');
  const last = pendingFavorites(rows).at(-1);
  return last ? last.isOn : (await db.favorites.get(lessonId)) !== undefined;
}

/** Puts the learner's change into the queue, from where the screen shows it. */
export async function putFavoriteIntent(
  db: UserDb,
  lesson: FavoriteLesson,
  inventory: string | null,
  isOn: boolean,
): Promise<void> {
  const isServerState = ((await db.favorites.get(lesson.id)) !== undefined) === isOn;
  await enqueue(db, {
    kind: favoriteKind,
    entity: favoriteEntity(lesson.id),
    method: 'POST',
    path: favoritePath,
    body: { lesson: lesson.id, is_favorite: isOn, client_at: intentTime() },
    label: lesson.name,
    view: { lesson, inventory },
    isServerState,
  });
}

/**
 * Stores the server's answer to a change, and updates the stored pages. An empty answer says that the lesson is not a
 * favorite now: another device may have made a later change.
 */
export async function saveFavoriteAnswer(
  db: UserDb,
  row: OutboxRow,
  answer: unknown,
  savedAt: number,
): Promise<void> {
  const [change] = pendingFavorites([row]);
  if (!change) return;
  const read = favoriteSchema.safeParse(answer);
  const isOn = read.success || (change.isOn && answer !== null && answer !== undefined);
  if (isOn) {
    const favorite = {
      ...favoriteOf(change),
      ...(read.success ? read.data : {}),
      lesson: change.view.lesson,
    };
    await db.favorites.put(favoriteRow(favorite, savedAt));
  } else {
    await db.favorites.delete(change.lessonId);
    await noteRemovals(db, 'favorites', [change.lessonId], savedAt);
  }
  await moveInPages(db, change, isOn);
}

async function moveInPages(db: UserDb, { lessonId, view }: PendingFavorite, isOn: boolean): Promise<void> {
  const courseId = view.lesson.course.id;
  const firsts = [favoriteQuery(), favoriteQuery(courseId)].map((query) => pageKey(favoritePath, query));
  const pages = await db.pages
    .where('list')
    .anyOf([listName(''), listName(courseId)])
    .toArray();
  for (const page of pages) {
    const others = page.ids.filter((id) => id !== lessonId);
    const isAdded = isOn && firsts.includes(page.key);
    const ids = isAdded ? [lessonId, ...others] : isOn ? page.ids : others;
    await db.pages.put({ ...page, ids, count: page.count + ids.length - page.ids.length });
  }
}

async function readPending(db: UserDb, courseId: string) {
  const pending = pendingFavorites(await db.outbox.where('kind').equals(favoriteKind).sortBy('seq'));
  return pending.filter((change) => !courseId || change.view.lesson.course.id === courseId);
}

function listName(courseId: string): string {
  return courseId ? `favorite:${courseId}` : 'favorite';
}

function favoriteRow(favorite: Favorite, savedAt: number, courseId = ''): FavoriteRow {
  const course = favorite.lesson.course.id || courseId;
  return { ...stored(favorite, savedAt), lesson: favorite.lesson.id, course };
}
