import { and, eq, gt } from 'drizzle-orm';
import { entryTokenHeader } from '#contracts/entryExam.ts';
import { countCall } from '../../db/callCounts.ts';
import { type EntryTestRow, entryLinks, entryTests } from '../../db/schema/entryExam.ts';
import type { AppContext, Deps } from '../../deps.ts';
import { hashToken } from '../../domain/accounts/tokens.ts';
import { ApiError, rateLimited } from '../../errors.ts';

/** Changes of one test in a minute before 429; product.md 3.9.17 allows 60 for saves alone. */
const changesPerMinute = 90;

/** A test for a caller with its mailed link. `until`: when the link ends. */
export type Admitted = { test: EntryTestRow; until: Date };

/**
 * The test behind a mailed link; nothing else opens it. 410 `link_expired` for a link that has expired or was never
 * sent: both get the same answer. Never 401, which would end the session of a member (session.md 11.2).
 */
export async function requireTest(c: AppContext, { db, clock }: Deps): Promise<Admitted> {
  const token = c.req.header(entryTokenHeader) ?? '';
  const isGood = and(
    eq(entryLinks.tokenHash, hashToken(token)),
    gt(entryLinks.expires, new Date(clock.now())),
  );
  const [found] =
    token === '' || token.length > 128
      ? []
      : await db
          .select({ test: entryTests, until: entryLinks.expires })
          .from(entryLinks)
          .innerJoin(entryTests, eq(entryTests.id, entryLinks.testId))
          .where(isGood)
          .limit(1);
  if (!found)
    throw new ApiError(410, 'link_expired', 'リンクの有効期限が切れています。もう一度お申し込みください。');
  return found;
}

/** The same for a change, counted by test, because a whole class may write behind one address. */
export async function requireTestToChange(c: AppContext, deps: Deps): Promise<Admitted> {
  const admitted = await requireTest(c, deps);
  const usage = await countCall(deps.db, `entry-change:${admitted.test.id}`, 60, deps.clock.now());
  if (usage.count > changesPerMinute) throw rateLimited(usage.resetsIn / 1000);
  return admitted;
}
