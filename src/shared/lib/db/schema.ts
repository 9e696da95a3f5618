import type { Dexie, Table } from 'dexie';
import type { DownloadFileRow, DownloadRow } from './downloadRows.ts';
import type { OutboxRow } from './outboxRow.ts';
import type {
  BookmarkRow,
  BundleRow,
  CheckRow,
  CourseRow,
  FavoriteRow,
  InventoryRow,
  LessonRow,
  MetaRow,
  NoteRow,
  NoticeRow,
  PageRow,
  SearchRow,
  SingleRow,
  WatchRow,
} from './rows.ts';

/** The database of one learner. Everything except `outbox` and `meta` can be fetched again. */
export type UserDb = Dexie & {
  pages: Table<PageRow, string>;
  inventories: Table<InventoryRow, string>;
  courses: Table<CourseRow, string>;
  bookmarks: Table<BookmarkRow, string>;
  favorites: Table<FavoriteRow, string>;
  checks: Table<CheckRow, string>;
  notes: Table<NoteRow, string>;
  watches: Table<WatchRow, string>;
  lessons: Table<LessonRow, string>;
  bundles: Table<BundleRow, string>;
  notices: Table<NoticeRow, string>;
  singles: Table<SingleRow, string>;
  search: Table<SearchRow, string>;
  outbox: Table<OutboxRow, number, Omit<OutboxRow, 'seq'> & { seq?: number }>;
  meta: Table<MetaRow, string>;
  downloads: Table<DownloadRow, string>;
  downloadFiles: Table<DownloadFileRow, string>;
};

/** A learner's database on this device, without telling whose it is. */
export type KnownUserRow = {
  /** `u_<opaque hash>`. */
  name: string;
  /** Epoch ms of the last use; unsent work that stays sealed longer than 30 days is deleted (product.md 3.2). */
  last_used_at: number;
};

/** The database of the device: no personal data. */
export type AppDb = Dexie & { meta: Table<MetaRow, string>; users: Table<KnownUserRow, string> };

/**
 * Declares every version of the learner's database. Append only: never change a released version, and keep upgrades
 * additive and repeatable (offline.md 3.54, 3.55).
 */
export function declareUserVersions(db: Dexie): void {
  db.version(1).stores({
    pages: 'key, list',
    inventories: 'id, course',
    courses: 'id',
    bookmarks: 'course',
    favorites: 'lesson, course',
    checks: 'lesson, course',
    notes: 'id, lesson, course',
    watches: 'lesson, course, seen_at',
    lessons: 'id, course',
    bundles: 'key',
    notices: 'id',
    singles: 'key',
    outbox: '++seq, &key, entity, kind, state',
    meta: 'key',
  });
  db.version(2).stores({
    courses: 'id, saved_at',
    search: 'key, source',
    downloads: 'key, lesson, course, inventory, state, *files',
    downloadFiles: 'id, path, inventory',
  });
}

/** Declares every version of the device's database. Append only, as above. */
export function declareAppVersions(db: Dexie): void {
  db.version(1).stores({ meta: 'key', users: 'name, last_used_at' });
}
