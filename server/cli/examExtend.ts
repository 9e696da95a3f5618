import { parseArgs } from 'node:util';
import { and, eq, or } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { type ExamAttemptRow, examAttempts, examSubjects, exams } from '../db/schema/exam.ts';
import { examActs } from '../db/schema/examLog.ts';
import { transaction } from '../db/transaction.ts';
import { giveTimeIn } from '../domain/attempt/outages.ts';
import { type Command, type CommandContext, OperatorError } from './command.ts';
import { attemptNamed, isAttemptId } from './examLooks.ts';
import { wholeNumber } from './moneyArgs.ts';

const minute = 60_000;
/** Most minutes of one extension. */
const most = 120;

type Wish = { named: string[]; minutes: number; actor: string; why: string };

function wishOf(args: string[]): Wish {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { by: { type: 'string' }, why: { type: 'string' } },
  });
  const [actor, why] = [values.by?.trim(), values.why?.trim()];
  if (!actor || !why)
    throw new OperatorError('だれが(--by)、なぜ(--why)を指定してください。記録に残ります。');
  const minutes = wholeNumber(positionals.at(-1), '分', most);
  const named = positionals.slice(0, -1);
  if (named.length < 1 || named.length > 2)
    throw new OperatorError('受験の番号か、試験の名前と科目を指定してください。');
  return { named, minutes, actor, why };
}

/** Whether more time changes anything: it runs, or the clock ended it and no result was sent. */
function assertExtendable({ state, kind, isFinal }: ExamAttemptRow): void {
  if (kind === 'practice') throw new OperatorError('練習には終了時刻がないので、延長できません。');
  if (state === 'void') throw new OperatorError('この受験は無効です。同じ科目をもう一度受験できます。');
  if (state === 'submitted')
    throw new OperatorError('この受験は、本人が提出したので延長できません。受け直すには無効にしてください。');
  if (isFinal) throw new OperatorError('この受験は、結果を送ったあとなので延長できません。');
}

/** Attempts of a subject that run now. */
async function runningOf(
  { deps }: CommandContext,
  [key, typed]: readonly string[],
): Promise<ExamAttemptRow[]> {
  const [exam] = await deps.db
    .select()
    .from(exams)
    .where(eq(exams.key, key ?? ''));
  if (!exam)
    throw new OperatorError('その試験はありません。`npm run exam -- exams` で名前を確かめてください。');
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
    const [first] = wish.named;
    const rows =
      wish.named.length === 1
        ? [await attemptNamed(context, isAttemptId(first) ? first : undefined)]
        : await runningOf(context, wish.named);
    if (wish.named.length === 1) for (const row of rows) assertExtendable(row);
    if (rows.length === 0) throw new OperatorError('その科目を受験中の人はいません。');
    await transaction(deps.db, async (tx) => {
      const ids = rows.map(({ id }) => id);
      await giveTimeIn(tx, deps, ids, wish.minutes * minute);
      await note(tx, new Date(deps.clock.now()), rows, wish);
    });
    print(`${rows.length}件の受験の時間を${wish.minutes}分延ばしました。本人にお知らせしました。`);
    return 0;
  },
};
