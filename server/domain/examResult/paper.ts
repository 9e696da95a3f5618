import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Report } from '#contracts/examResult.ts';
import { type Db, queryRows, type Tx } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/accounts.ts';
import { type ExamPaperRow, examCohorts, examPapers, type ReportFacts } from '../../db/schema/examResult.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { failureFields } from '../../failureText.ts';
import { renderReport } from '../../papers/reportPaper.ts';
import { fullName } from '../guardian/store.ts';

/** A 成績表 as PDF without its bytes and facts, with the version of the cohort that its numbers are from. */
export type PaperHead = Pick<ExamPaperRow, 'id' | 'made'> & { examId: number; version: number };

/** Lease of a paper for the process that took it, milliseconds. */
const leaseMs = 60_000;
/** Pauses before the next try, seconds; the last pause repeats. */
const pauses = [5, 30, 120, 600, 3600] as const;
/** Days that papers are kept. They are made anew when somebody asks for them again. */
const keptDays = 30;
const day = 86_400_000;

const gradeNames: Record<string, string> = {
  ...{ j1: '中学1年', j2: '中学2年', j3: '中学3年', h1: '高校1年', h2: '高校2年', h3: '高校3年' },
  graduate: '既卒',
};

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The person of a 成績表, as they entered themselves; where they left it empty, their account's name. */
export function personOf(
  user: Pick<UserRow, 'familyName' | 'givenName' | 'email'>,
  entry: { basicInfo: Record<string, unknown> | null; number: string | null } | null,
): ReportFacts['person'] {
  const info = entry?.basicInfo ?? {};
  const entered = `${textOf(info.family_name)} ${textOf(info.given_name)}`.trim();
  const known = `${user.familyName} ${user.givenName}`.trim() === '' ? '' : fullName(user);
  const grade = textOf(info.grade);
  return {
    name: entered === '' ? known : entered,
    grade: gradeNames[grade] ?? '',
    school: textOf(info.school),
    number: entry?.number ?? '',
  };
}

/** A report without 内申, and without numbers from which it could be computed. */
function withoutNaishin(report: Report): Report {
  const verdicts = report.verdicts.map((card) =>
    card.naishin ? { ...card, naishin: null, mine: null, difference: null } : card,
  );
  return { ...report, verdicts };
}

const head = {
  id: examPapers.id,
  made: examPapers.made,
  examId: examCohorts.examId,
  version: examCohorts.version,
};

/**
 * Asks for a 成績表 as PDF of one cohort version; a job draws it. The same facts are the same paper: a second press makes
 * nothing new, but a correction or a later mark makes another paper. 409 `document_pending`: there is nothing to print
 * yet.
 */
export async function askPaper(
  tx: Tx,
  deps: Deps,
  userId: number,
  { report: given, person, hasNaishin }: Omit<ReportFacts, 'issuedAt'>,
): Promise<PaperHead> {
  const { cohort } = given;
  if (given.status !== 'published' || !cohort)
    throw new ApiError(409, 'document_pending', '成績がまだ公開されていないため、PDFは作れません。');
  const report = hasNaishin ? given : withoutNaishin(given);
  const now = deps.clock.now();
  const factsHash = createHash('sha256').update(JSON.stringify({ person, report, hasNaishin })).digest('hex');
  const [row] = await tx
    .select({ id: examCohorts.id })
    .from(examCohorts)
    .where(and(eq(examCohorts.examId, Number(report.exam)), eq(examCohorts.version, cohort.version)));
  if (!row) throw notFound();
  const is = { userId, cohortId: row.id, factsHash };
  const facts: ReportFacts = { person, report, hasNaishin, issuedAt: now };
  await tx
    .insert(examPapers)
    .values({ ...is, facts, notBefore: new Date(now), created: new Date(now) })
    .onConflictDoNothing();
  const [paper] = await tx
    .select(head)
    .from(examPapers)
    .innerJoin(examCohorts, eq(examCohorts.id, examPapers.cohortId))
    .where(
      and(
        eq(examPapers.userId, userId),
        eq(examPapers.cohortId, row.id),
        eq(examPapers.factsHash, factsHash),
      ),
    );
  if (!paper) throw new Error('paper vanished');
  return paper;
}

/** One's own paper of an exam; its bytes are `null` until it is made. Throws 404 for every other paper. */
export async function ownPaper(
  db: Db,
  userId: number,
  { examId, id }: { examId: number; id: number },
): Promise<{ version: number; bytes: Uint8Array<ArrayBuffer> | null }> {
  const [row] = await db
    .select({ bytes: examPapers.bytes, version: examCohorts.version })
    .from(examPapers)
    .innerJoin(examCohorts, eq(examCohorts.id, examPapers.cohortId))
    .where(and(eq(examPapers.id, id), eq(examPapers.userId, userId), eq(examCohorts.examId, examId)))
    .limit(1);
  if (!row) throw notFound();
  const bytes = row.bytes === null ? null : new Uint8Array(Buffer.from(row.bytes, 'base64'));
  return { version: row.version, bytes };
}

type Claimed = { id: number; facts: ReportFacts; attempts: number };

/** Claims one paper that is due, so that no other process draws it too. */
async function claim({ db, clock }: Deps): Promise<Claimed | null> {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`;
  const until = sql`${new Date(clock.now() + leaseMs).toISOString()}::timestamptz`;
  const [row] = await queryRows<Claimed>(
    db,
    sql`update exam_papers set not_before = ${until}, attempts = attempts + 1
        where id in (select id from exam_papers where made is null and not_before <= ${now}
          order by not_before, id limit 1 for update skip locked)
        returning id, facts, attempts`,
  );
  return row ?? null;
}

/**
 * Draws every 成績表 that was asked for, one after the other. Safe in several processes: each paper is claimed by one of
 * them. A paper that cannot be drawn is tried again later, and nothing of the failed try is stored.
 *
 * @param draw draws a paper; tests let it fail
 */
export async function drawDuePapers(
  deps: Deps,
  draw: (facts: ReportFacts) => Promise<Uint8Array> = renderReport,
): Promise<void> {
  for (;;) {
    const claimed = await claim(deps);
    if (!claimed) return;
    const { id, facts, attempts } = claimed;
    try {
      const bytes = Buffer.from(await draw(facts)).toString('base64');
      const isUnmade = and(eq(examPapers.id, id), isNull(examPapers.made));
      await deps.db
        .update(examPapers)
        .set({ bytes, made: new Date(deps.clock.now()) })
        .where(isUnmade);
    } catch (error) {
      deps.log.error('exam_paper_failed', { paper: id, attempts, ...failureFields(error) });
      const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 0;
      const notBefore = new Date(deps.clock.now() + pause * 1000);
      await deps.db.update(examPapers).set({ notBefore }).where(eq(examPapers.id, id));
    }
  }
}

/** Deletes papers that nobody has asked for in a month. */
export async function sweepPapers({ db, clock }: Deps): Promise<void> {
  await db.delete(examPapers).where(lt(examPapers.created, new Date(clock.now() - keptDays * day)));
}
