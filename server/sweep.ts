import { and, eq, isNotNull, isNull, lt, lte, not, or } from 'drizzle-orm';
import { tombstoneDays } from '#contracts/markRule.ts';
import {
  emailChanges,
  passwordResets,
  refreshTokens,
  sessions,
  signups,
  users,
} from './db/schema/accounts.ts';
import { bookmarks, checks, favorites, notes } from './db/schema/learning.ts';
import { guestKeys, idempotencyKeys, rateLimits } from './db/schema/system.ts';
import type { Deps } from './deps.ts';
import { sweepCarts } from './domain/cart/store.ts';
import { sweepCheckouts } from './domain/checkout/store.ts';
import { sweepEntryTests } from './domain/entryExam/store.ts';
import { sweepPapers } from './domain/examResult/paper.ts';
import { eraseUsers, sweepFiles } from './domain/file/sweep.ts';
import { sweepInquiries } from './domain/inquiry/store.ts';
import { failureFields } from './failureText.ts';
import { sweepMails } from './mail/deliver.ts';
import { sealOldAnswers, sealOldRequests } from './middleware/requestSeal.ts';

const day = 86_400_000;
/** Days that things are kept after their use (offline.md 5.5: keys at least 30; product.md 3.3: withdrawal). */
const kept = { keys: 40, sessions: 90, signups: 2, withdrawn: 30 };

/** Deletes marks and notes that were removed so long ago that no device can bring them back by mistake. */
async function sweepTombstones(deps: Deps, before: Date): Promise<void> {
  await deps.db.delete(bookmarks).where(and(not(bookmarks.isCheck), lt(bookmarks.modified, before)));
  await deps.db.delete(favorites).where(and(not(favorites.isOn), lt(favorites.modified, before)));
  await deps.db.delete(checks).where(and(eq(checks.level, 0), lt(checks.modified, before)));
  await deps.db.delete(notes).where(lt(notes.deletedAt, before));
}

/** Ends sessions that are too old, or were unused too long, to be refreshed: their devices get no messages any more. */
async function endOldSessions({ db, clock, config }: Deps): Promise<void> {
  const now = clock.now();
  const isOver = or(
    lte(sessions.created, new Date(now - config.sessionTtl * 1000)),
    lte(sessions.lastSeen, new Date(now - config.refreshTtl * 1000)),
  );
  await db
    .update(sessions)
    .set({ revoked: new Date(now), revokedReason: 'age' })
    .where(and(isNull(sessions.revoked), isOver));
}

/** Deletes what has expired. Safe to run in several processes at once. */
export async function sweep(deps: Deps): Promise<void> {
  const ago = (days: number) => new Date(deps.clock.now() - days * day);
  await deps.db.delete(idempotencyKeys).where(lt(idempotencyKeys.created, ago(kept.keys)));
  await deps.db.delete(guestKeys).where(lt(guestKeys.created, ago(kept.keys)));
  await sealOldRequests(deps);
  await sealOldAnswers(deps);
  await deps.db.delete(signups).where(lt(signups.created, ago(kept.signups)));
  await deps.db.delete(passwordResets).where(lt(passwordResets.expires, ago(0)));
  await deps.db.delete(emailChanges).where(lt(emailChanges.expires, ago(0)));
  await deps.db.delete(rateLimits).where(lt(rateLimits.resets, ago(0)));
  await deps.db.delete(refreshTokens).where(lt(refreshTokens.expires, ago(0)));
  await endOldSessions(deps);
  await deps.db
    .delete(sessions)
    .where(and(isNotNull(sessions.revoked), lt(sessions.revoked, ago(kept.sessions))));
  await eraseUsers(deps, lt(users.withdrawn, ago(kept.withdrawn)));
  await sweepInquiries(deps);
  await sweepFiles(deps);
  await sweepEntryTests(deps);
  await sweepCarts(deps);
  await sweepCheckouts(deps);
  await sweepPapers(deps);
  await sweepTombstones(deps, ago(tombstoneDays));
  await sweepMails(deps);
}

/** Sweeps now and every hour; answers how to stop. A failure is logged and the next turn tries again. */
export function sweepRegularly(deps: Deps): () => void {
  const run = () =>
    sweep(deps).catch((error: unknown) => deps.log.error('sweep_failed', failureFields(error)));
  void run();
  const timer = setInterval(run, day / 24);
  timer.unref();
  return () => clearInterval(timer);
}
