import { and, eq, or } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { type ExamAttemptRow, examAttempts, examSubjects } from '../db/schema/exam.ts';
import { examActs } from '../db/schema/examLog.ts';
import { transaction } from '../db/transaction.ts';
import { giveTimeIn } from '../domain/attempt/outages.ts';
import { isReopenable } from '../domain/attempt/reopen.ts';
import type { Staff } from '../domain/operator/audit.ts';
import { type Command, type CommandContext, OperatorError } from './command.ts';
import { attemptNamed, examNamed } from './examLooks.ts';
import { readWishes, staffOf, wholeNumber } from './moneyArgs.ts';

const minute = 60_000;
/** Most minutes of one extension. */
const most = 120;

/** What is printed when somebody goes on, or begins anew, who is looked into after it (exams.md 3.7). */
export const lookedWords =
  '得点か正解が本人に表示されたあとか、確認待ちの受験なので、受験が終わっても、look ok で確認するまで順位と偏差値に入りません。';

/** Time cannot be given weeks after the end. */
export function assertRecent(attempt: ExamAttemptRow, now: number): void {
  if (attempt.state === 'timed_out' && !isReopenable(attempt, now))
    throw new OperatorError('この受験は、終わってから20日ほどが過ぎたので延長できません。');
}

type Wish = Staff & { named: string[]; minutes: number };

function wishOf(args: string[]): Wish {
  const wishes = readWishes(args, 3);
  const staff = staffOf(wishes);
  const minutes = wholeNumber(wishes.positionals.at(-1), '分', most);
  const named = wishes.positionals.slice(0, -1);
  if (named.length < 1) throw new OperatorError('受験の番号か、試験の名前と科目を指定してください。');
  return { ...staff, named, minutes };
}

/** Whether more time changes anything: it runs, or the clock ended it and no result was sent. */
function assertExtendable({ state, kind, isFinal }: ExamAttemptRow): void {
  if (kind === 'practice') throw new OperatorError('練習には終了時刻がないので、延長できません。');
  if (state === 'void') throw new OperatorError('この受験は無効なので、延長できません。');
  if (state === 'submitted')
    throw new OperatorError('この受験は、本人が提出したので延長できません。受け直すには無効にしてください。');
  if (isFinal) throw new OperatorError('この受験は、結果を送ったあとなので延長できません。');
}

/** Attempts of a subject that run now. */
async function runningOf(
  context: CommandContext,
  [key, typed]: readonly string[],
): Promise<ExamAttemptRow[]> {
  const { deps } = context;
  const exam = await examNamed(context, key);
  const [subject] = await deps.db
    .select({ id: examSubjects.id })
    .from(examSubjects)
    .where(
      and(
        eq(examSubjects.versionId, exam.versionId ?? 0),
        or(eq(examSubjects.key, typed ?? ''), eq(examSubjects.name, typed ?? '')),
      ),
    );
  if (!subject) throw new OperatorError('その試験に、その科目はありません。');
  const running = and(
    eq(examAttempts.subjectId, subject.id),
    eq(examAttempts.state, 'running'),
    eq(examAttempts.kind, 'real'),
  );
  return deps.db.select().from(examAttempts).where(running);
}

async function note(tx: Tx, at: Date, rows: readonly ExamAttemptRow[], wish: Wish): Promise<void> {
  const { actor, why, minutes } = wish;
  await tx
    .insert(examActs)
    .values(rows.map(({ id }) => ({ at, actor, why, minutes, act: 'extend' as const, attemptId: id })));
}

/**
 * `npm run exam -- extend`: more time for one attempt, or for all that run in a subject, as after an erratum (row 74 of
 * exams.md 7). One that the clock has ended is open again. Who did it and why is kept with each attempt.
 */
export const extendCommand: Command = {
  name: 'extend',
  usage: [
    'extend <受験の番号> <分> --by 名前 --why 理由',
    'extend <試験の名前> <科目> <分> --by 名前 --why 理由',
  ],
  async run(context) {
    const { deps, args, print } = context;
    const wish = wishOf(args);
    const isOne = wish.named.length === 1;
    const rows = isOne ? [await attemptNamed(context, wish.named[0])] : await runningOf(context, wish.named);
    if (isOne) rows.forEach(assertExtendable);
    for (const row of rows) assertRecent(row, deps.clock.now());
    if (rows.length === 0) throw new OperatorError('その科目を受験中の人はいません。');
    const looked = await transaction(deps.db, async (tx) => {
      const ids = rows.map(({ id }) => id);
      await note(tx, new Date(deps.clock.now()), rows, wish);
      return giveTimeIn(tx, deps, ids, wish.minutes * minute);
    });
    print(`${rows.length}件の受験の時間を${wish.minutes}分延ばしました。本人にお知らせしました。`);
    if (looked.length > 0) print(lookedWords);
    return 0;
  },
};
