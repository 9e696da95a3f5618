import { and, desc, eq, ne } from 'drizzle-orm';
import { type Db, planned, type Tx } from '../../db/client.ts';
import { type ExamAttemptRow, examAnswers, examAttempts } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, notFound } from '../../errors.ts';
import { readAttemptToken } from './token.ts';

export type AnswersRow = typeof examAnswers.$inferSelect;
/** An attempt with its answers. */
export type Held = { attempt: ExamAttemptRow; answers: AnswersRow };
/**
 * An attempt for a device that may write it. `epoch`: of the device. `most`: saves in a minute, where the caller sets
 * another limit.
 */
export type Written = Held & { epoch: number; most?: number };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** For a learner, the attempts of others do not exist. */
const missing = () => notFound('この受験は見つかりませんでした。');

/** The address of an attempt: exam and attempt belong together. */
export type Address = { exam: number; attempt: string };

async function select(db: Db, { exam, attempt: id }: Address, lock: boolean): Promise<Held | null> {
  if (!uuid.test(id)) return null;
  const found = db
    .select({ attempt: examAttempts, answers: examAnswers })
    .from(examAttempts)
    .innerJoin(examAnswers, eq(examAnswers.attemptId, examAttempts.id))
    .where(and(eq(examAttempts.id, id), eq(examAttempts.examId, exam)));
  const [row] = await (lock ? planned(found.for('update'), 'attempt_held') : planned(found, 'attempt'));
  return row ?? null;
}

/** An own attempt. 404 for everything else. */
export async function ownAttempt(db: Db, userId: number, id: Address): Promise<Held> {
  const held = await select(db, id, false);
  if (!held || held.attempt.userId !== userId) throw missing();
  return held;
}

/** An own attempt with its rows locked. 404 for everything else. */
export async function holdOwnAttempt(tx: Tx, userId: number, id: Address): Promise<Held> {
  const held = await select(tx, id, true);
  if (!held || held.attempt.userId !== userId) throw missing();
  return held;
}

/**
 * The attempt of a token, its rows locked, and the token's epoch. 403 `attempt_token` for a forged token; never 401,
 * because a running exam needs no login (exams.md 3.4).
 */
export async function holdByToken(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  address: Address,
  token: string | undefined,
): Promise<Held & { epoch: number }> {
  const held = await select(tx, address, true);
  if (!held || held.attempt.userId === null) throw missing();
  const of = { id: held.attempt.id, userId: held.attempt.userId };
  const epoch = token === undefined ? null : readAttemptToken(keys, of, token);
  if (epoch === null || epoch > held.attempt.leaseEpoch) throw badToken();
  return { ...held, epoch };
}

/** 403 for a token of another attempt or another device. */
export function badToken(): ApiError {
  return new ApiError(
    403,
    'attempt_token',
    'この端末の受験の情報を確かめられませんでした。解答はこの端末に残っています。',
  );
}

/** When the writing device was last heard of. */
export function seenAt({ attempt, answers }: Held): Date {
  return attempt.leaseSeenAt > answers.savedAt ? attempt.leaseSeenAt : answers.savedAt;
}

/** An own attempt by its id alone. 404 for everything else. */
export async function attemptById(db: Db, userId: number, id: string): Promise<ExamAttemptRow> {
  const [row] = uuid.test(id) ? await db.select().from(examAttempts).where(eq(examAttempts.id, id)) : [];
  if (!row || row.userId !== userId) throw missing();
  return row;
}

/** Somebody's last real attempt at a subject that counts; `undefined`: they have not taken it. */
export async function lastAttempt(
  db: Db,
  userId: number,
  { exam, subject }: { exam: number; subject: string },
): Promise<ExamAttemptRow | undefined> {
  const [attempt] = await db
    .select()
    .from(examAttempts)
    .where(
      and(
        eq(examAttempts.userId, userId),
        eq(examAttempts.examId, exam),
        eq(examAttempts.subject, subject),
        eq(examAttempts.kind, 'real'),
        ne(examAttempts.state, 'void'),
      ),
    )
    .orderBy(desc(examAttempts.round))
    .limit(1);
  return attempt;
}
