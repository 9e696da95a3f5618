import { clearBadge } from '#features/pwa/badge.ts';
import { dropPush } from '#features/settings/push/syncPush.ts';
import { dropDraftsOf } from '#shared/form/formDraft.ts';
import { userDbName } from '#shared/lib/db/appDb.ts';
import { deleteUserDb, sealEveryDb, sealUserDb } from '#shared/lib/db/userDb.ts';
import { hasExamsHere } from '#shared/lib/exam/examsHere.ts';
import { heardCache, reviewFilesCache } from '#shared/lib/exam/fileCaches.ts';
import { forgetExams } from '#shared/lib/exam/forgetExams.ts';
import { deleteKeptQueries } from '#shared/lib/mirror/client.ts';
import { dropTabCopies } from '#shared/lib/public/storedCopy.ts';
import type { SessionEnd } from '#shared/lib/session/core.ts';
import { dropKeptOf } from '#shared/lib/shop/keptAnswers.ts';
import { dropKeptPages } from '#shared/lib/worker/dropKeptPages.ts';
import { firstScreenCache } from '#shared/lib/worker/firstScreen.ts';
import { keptCacheName, sessionCacheName } from '#shared/lib/worker/keptMedia.ts';
import { stopMember } from './memberStart.ts';

/**
 * Forgets the learner whose session ended (session.md 7.1). After a logout none of their data stays; the dialog has
 * asked about unsent work. After any other end the lists are deleted, and unsent work stays sealed for the same
 * learner. If the device does not know who it was, it does this for everybody.
 */
export async function leaveMember(end: SessionEnd): Promise<void> {
  stopMember();
  clearBadge();
  void dropPush();
  dropTabCopies();
  dropKeptOf(end.userId);
  await Promise.all([dropCache(firstScreenCache), dropKeptPages(), forgetMedia(), forgetData(end)]);
}

async function forgetData({ userId, reason }: SessionEnd): Promise<void> {
  if (userId === null) {
    deleteKeptQueries(null);
    await sealEveryDb();
    return;
  }
  const name = await userDbName(userId).catch(() => null);
  deleteKeptQueries(name);
  if (reason === 'logout') {
    dropDraftsOf(userId);
    await Promise.all([
      name !== null && dropCache(keptCacheName(name)),
      deleteUserDb(userId),
      forgetExams(userId).then(sendWhatIsLeft),
    ]);
  } else await sealUserDb(userId);
}

/**
 * Sends exam answers left on the device as soon as the server can be reached, whoever is logged in then (exams.md 3.2).
 */
function sendWhatIsLeft(): void {
  if (!hasExamsHere()) return;
  import('../../examSender.ts')
    .then(({ startExamSender }) => startExamSender())
    .catch((error: unknown) => console.warn('exam: the rest goes at the next start', error));
}

/**
 * Pictures and textbooks the learner has seen are in their own cache, see sw/media.ts. Without the entry that says
 * whose session it is, the worker serves no kept lesson: after a forced end the lessons stay stored but locked, for the
 * same learner.
 */
async function forgetMedia(): Promise<void> {
  const names = ['media-v1', reviewFilesCache, heardCache, sessionCacheName];
  await Promise.all(names.map((name) => dropCache(name)));
}

/** Never rejects: the other caches must be deleted anyway. */
async function dropCache(name: string): Promise<void> {
  if (typeof caches === 'undefined') return;
  await caches.delete(name).catch((error: unknown) => console.warn(`storage: ${name}`, error));
}
