import type { QueryClient } from '@tanstack/react-query';
import { bookmarkOutbox } from '#features/bookmark/sync.ts';
import { checkOutbox, checksAtStart } from '#features/check/sync.ts';
import { favoriteOutbox, favoritesAtStart } from '#features/favorite/sync.ts';
import { keepScreens } from '#features/first-screen/keepScreens.ts';
import { libraryAtStart } from '#features/library/sync.ts';
import { noteOutbox } from '#features/note/sync.ts';
import { noticeOutbox } from '#features/notice/sync.ts';
import { followBadge } from '#features/pwa/badge.ts';
import { followWindowEvents } from '#features/pwa/windowEvents.ts';
import { forgetOutbox } from '#features/recent/sync.ts';
import { reviewOutbox, suspendOutbox } from '#features/review/sync.ts';
import { followPreference, preferenceOutbox } from '#features/settings/preference.ts';
import { keepPush } from '#features/settings/push/syncPush.ts';
import { letterOutbox } from '#features/support/outbox.ts';
import { watchOutbox } from '#features/watch/sync.ts';
import { reparse } from '#shared/lib/db/reparse.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { hasExamsHere } from '#shared/lib/exam/examsHere.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { mirrorQuery, renew } from '#shared/lib/mirror/mirror.ts';
import { createDrain } from '#shared/lib/outbox/drain.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import { provideSend } from '#shared/lib/outbox/wake.ts';
import { drainWhenPossible } from '#shared/lib/outbox/watchOutbox.ts';
import { currentAddress, go, pendingAddress } from '../../navigator.ts';
import { keepReview } from './keepReview.ts';
import { keepBookmarkedTexts } from './keepTexts.ts';

export { keepAsking } from '#shared/lib/mirror/again.ts';

/** Every kind of change that the queue may contain. */
const outboxKinds: readonly OutboxKind[] = [
  bookmarkOutbox,
  favoriteOutbox,
  checkOutbox,
  noteOutbox,
  watchOutbox,
  noticeOutbox,
  forgetOutbox,
  preferenceOutbox,
  letterOutbox,
  reviewOutbox,
  suspendOutbox,
];

/** What a session loads at its start, all in parallel (specification.md 4, session.md 13.1). */
const loadedAtStart = [libraryAtStart, favoritesAtStart, checksAtStart];

/** The address of the page on screen, without its fragment; `null` while the next page is loading. */
function shownAddress(): string | null {
  return pendingAddress() === currentAddress() ? (currentAddress().split('#', 1)[0] ?? null) : null;
}

/**
 * The background work of the member area: the first load, sending unsent changes, and storing screens between visits.
 * Returns how to stop it.
 */
export function startWork(userId: string, db: UserDb, client: QueryClient): () => void {
  const drain = createDrain({
    db,
    userId,
    kinds: outboxKinds,
    onAnswered: (keys) => {
      for (const queryKey of keys) renew(client, queryKey);
    },
  });
  const refreshNotices = () => {
    for (const name of ['notice', 'dashboard']) void client.invalidateQueries({ queryKey: [name] });
  };
  const stops = [
    drainWhenPossible(db, drain),
    provideSend(() => drain.run(true)),
    followPreference(db),
    tend(db),
    keepPush(db),
    followBadge(),
    followWindowEvents(go, refreshNotices),
    keepBookmarkedTexts(db, client),
    keepReview(db, client),
    keepScreens({ userId, db }, shownAddress),
  ];
  keepExamsOf(userId);
  void reparse(db).catch((error: unknown) => console.warn('storage: rows not renewed', error));
  for (const { queryKey, sync } of loadedAtStart) void client.prefetchQuery(mirrorQuery(queryKey, sync));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Exams that a log-out has left here only to be sent are this learner's own again (exams.md 3.2). */
function keepExamsOf(userId: string): void {
  if (!hasExamsHere()) return;
  import('../../examSender.ts')
    .then(({ keepExams }) => keepExams(userId))
    .catch((error: unknown) => console.warn('exam: not kept after its sending', error));
}

/** Kept lessons, the search index and similar work, when the page is idle. Returns how to stop. */
function tend(db: UserDb): () => void {
  let stop = () => {};
  let isStopped = false;
  const start = async () => {
    const [{ startShelfWork }, { startKeptLessons }] = await Promise.all([
      import('./shelfWork.ts'),
      import('./keptLessons.ts'),
    ]);
    if (isStopped) return;
    const stops = [startKeptLessons(db), startShelfWork(db)];
    stop = () => {
      for (const end of stops) end();
    };
  };
  whenIdle(() => void start().catch((error: unknown) => console.warn('member area: shelf', error)));
  return () => {
    isStopped = true;
    stop();
  };
}
