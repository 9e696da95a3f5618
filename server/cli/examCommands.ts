import { parseArgs } from 'node:util';
import { and, asc, count, eq, getTableColumns, isNull, ne, or } from 'drizzle-orm';
import type { AttemptState } from '#contracts/examAttempt.ts';
import { users } from '../db/schema/accounts.ts';
import { entryTests } from '../db/schema/entryExam.ts';
import { examAllowances, examAttempts, examSubjects, exams } from '../db/schema/exam.ts';
import { examRegrades } from '../db/schema/examResult.ts';
import {
  answerIncident,
  type IncidentAnswer,
  incidentOf,
  offlineSpans,
  openIncidents,
} from '../domain/attempt/answerIncident.ts';
import { declareOutage } from '../domain/attempt/outages.ts';
import { type Voided, voidAttempt } from '../domain/attempt/void.ts';
import { newestCohort } from '../domain/examResult/cohort.ts';
import { readTime, sayTime } from '../maintenance/time.ts';
import { type Command, type CommandContext, OperatorError } from './command.ts';
import { assertRecent, extendCommand, lookedWords } from './examExtend.ts';
import { eventsCommand, examNamed, isAttemptId, listLooked, orphansCommand } from './examLooks.ts';

const minute = 60_000;

const stateNames: Record<AttemptState, string> = {
  ready: '準備中',
  running: '受験中',
  submitted: '提出済',
  timed_out: '時間切れ',
  void: '無効',
};
const cohortNames = { provisional: '暫定', frozen: '確定', regraded: '再採点後' } as const;

const say = (date: Date) => sayTime(date.toISOString());

/** The people behind an address: a member, applications for the entry exam, or both. */
async function peopleNamed({ db }: CommandContext['deps'], typed: string | undefined) {
  const email = (typed ?? '').trim().toLowerCase();
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const tests = await db.select({ id: entryTests.id }).from(entryTests).where(eq(entryTests.email, email));
  return { email, userId: user?.id ?? null, applications: tests.length };
}

async function userNamed(deps: CommandContext['deps'], typed: string | undefined): Promise<number> {
  const { userId, applications } = await peopleNamed(deps, typed);
  if (userId !== null) return userId;
  throw new OperatorError(
    applications > 0
      ? 'このメールアドレスは実力診断テストの申込だけで、会員ではありません。受験時間の変更は会員だけにできます。'
      : 'そのメールアドレスの会員はいません。',
  );
}

function timeOf(name: string, text: string | undefined, now: number): Date {
  const time = text === undefined ? null : readTime(text, now);
  if (time === null) throw new OperatorError(`${name} は 2026-04-10T13:30+09:00 の形で指定してください。`);
  return new Date(time);
}

/** `npm run exam -- exams`: all exams with their windows and how many take them. */
const listCommand: Command = {
  name: 'exams',
  usage: ['exams'],
  async run({ deps, print }) {
    const rows = await deps.db.select().from(exams).orderBy(asc(exams.examFrom));
    for (const exam of rows) {
      const counts = await deps.db
        .select({ state: examAttempts.state, n: count() })
        .from(examAttempts)
        .where(and(eq(examAttempts.examId, exam.id), eq(examAttempts.kind, 'real')))
        .groupBy(examAttempts.state);
      const window =
        exam.examFrom && exam.examUntil ? `${say(exam.examFrom)} 〜 ${say(exam.examUntil)}` : '常時';
      const states = counts.map(({ state, n }) => `${stateNames[state]} ${n}`).join(' / ') || '受験なし';
      const cohort = await newestCohort(deps.db, exam.id);
      print(
        `${exam.key}  ${exam.name}  ${window}  ${states}  集計: ${cohort ? `${cohortNames[cohort.kind]} 第${cohort.version}版` : 'なし'}`,
      );
    }
    return 0;
  },
};

/** `npm run exam -- outage`: a time of an outage that was our fault and that no heartbeat shows. */
const outageCommand: Command = {
  name: 'outage',
  usage: ['outage <開始> <終了> [--note 理由]'],
  async run({ deps, args, print }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { note: { type: 'string' } },
    });
    const now = deps.clock.now();
    const [from, to] = [timeOf('開始', positionals[0], now), timeOf('終了', positionals[1], now)];
    if (from >= to || to.getTime() > now)
      throw new OperatorError('終わった障害の、開始と終了を指定してください。');
    const changed = await declareOutage(deps, from, to, values.note ?? '');
    print(`障害を記録しました。${changed}件の受験の時間を延ばしました。`);
    return 0;
  },
};

async function showIncidents({ deps, print }: CommandContext): Promise<number> {
  const rows = await openIncidents(deps.db);
  for (const { incident, attempt } of rows) {
    print(
      `${incident.no}  ${attempt.subject}  ${say(incident.from)} 〜 ${say(incident.to)}  ${incident.kind}`,
    );
    print(`  ${incident.body.replaceAll('\n', ' ')}`);
    for (const { from, to, kind } of await offlineSpans(deps.db, attempt.id))
      print(
        `  記録: ${kind === 'sleep' ? 'スリープ' : 'オフライン'} ${say(new Date(from))} 〜 ${to === null ? '(戻った記録なし)' : say(new Date(to))}`,
      );
  }
  print(`${rows.length}件`);
  return 0;
}

function decisionOf(args: string[]): IncidentAnswer {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { note: { type: 'string' } },
  });
  const note = values.note ?? '';
  const [answer, length] = positionals;
  if (answer === 'retake') return { answer: 'retake_granted', note };
  if (answer === 'as-is') return { answer: 'as_is', note };
  const given = Number(length);
  if (answer !== 'extend' || !Number.isInteger(given) || given < 1 || given > 120)
    throw new OperatorError('extend <分>・retake・as-is のどれかを指定してください。');
  return { answer: 'extended', ms: given * minute, note };
}

/** `npm run exam -- incident`: reports of takers, and what was decided. */
const incidentCommand: Command = {
  name: 'incident',
  usage: ['incident list', 'incident answer <番号> extend <分> | retake | as-is [--note 理由]'],
  async run(context) {
    const [action, no, ...args] = context.args;
    if (action === 'list') return showIncidents(context);
    if (action !== 'answer') throw new OperatorError('list か answer を指定してください。');
    const found = await incidentOf(context.deps.db, (no ?? '').toUpperCase());
    if (!found) throw new OperatorError('その番号の報告はありません。');
    if (found.incident.answer !== null) throw new OperatorError('この報告には回答済みです。');
    const decided = decisionOf(args);
    const { state } = found.attempt;
    if (decided.answer === 'extended' && state !== 'running' && state !== 'timed_out')
      throw new OperatorError(
        'この受験は提出済みか無効なので、延長できません。retake か as-is を指定してください。',
      );
    if (decided.answer === 'extended') assertRecent(found.attempt, context.deps.clock.now());
    const done = await answerIncident(context.deps, found.incident, decided);
    if (typeof done === 'string')
      throw new OperatorError(
        `受験期間が終わったので、もう一度受けることはできません。retake にすると、いまの成績がなくなるだけです。${state === 'submitted' ? 'as-is' : 'extend か as-is'} を指定してください。`,
      );
    context.print('回答を保存しました。');
    if (done.isLooked) context.print(lookedWords);
    return 0;
  },
};

/**
 * `npm run exam -- attempts`: somebody's attempts, with the numbers that the other commands take. It also finds people
 * who applied for the entry exam with this address and are no members.
 */
const attemptsCommand: Command = {
  name: 'attempts',
  usage: ['attempts <メールアドレス>'],
  async run({ deps, args, print }) {
    const { email, userId, applications } = await peopleNamed(deps, args[0]);
    if (userId === null && applications === 0)
      throw new OperatorError('そのメールアドレスの会員も、実力診断テストの申込もありません。');
    const rows = await deps.db
      .select({ ...getTableColumns(examAttempts), exam: exams.key })
      .from(examAttempts)
      .innerJoin(exams, eq(exams.id, examAttempts.examId))
      .leftJoin(entryTests, eq(entryTests.id, examAttempts.entryTestId))
      .where(or(userId === null ? undefined : eq(examAttempts.userId, userId), eq(entryTests.email, email)))
      .orderBy(asc(examAttempts.startedAt));
    for (const row of rows) {
      const kind = row.kind === 'practice' ? '(練習)' : kindOfEntry(row);
      const receipt = row.receiptNo === null ? '' : `  受付番号 ${row.receiptNo}`;
      print(
        `${row.id}  ${row.exam}  ${row.subject}${kind}  ${stateNames[row.state]}  開始 ${say(row.startedAt)}  終了時刻 ${say(row.deadline)}${receipt}`,
      );
    }
    print(`${rows.length}件`);
    if (applications > 0) print(`実力診断テストの申込: ${applications}件`);
    return 0;
  },
};

/** Words that mark an attempt of the entry exam; empty for an attempt of a member. */
function kindOfEntry({ entryTestId, isFinal }: { entryTestId: string | null; isFinal: boolean }): string {
  if (entryTestId === null) return '';
  return isFinal ? '(会員以外、結果を送信済み)' : '(会員以外)';
}

const voidRefusals: Record<Exclude<Voided['done'], 'voided'>, string> = {
  final:
    'この受験は、実力診断テストの結果をメールで送ったあとなので、無効にできません。受け直すには、もう一度申し込んでもらってください。',
  over: '受験期間が終わったので、無効にすると成績がなくなり、もう一度受けることもできません。時間を返すには extend を使ってください。成績をなくしてよいときは --lose-result を付けてください。',
  unknown: 'その受験はありません。番号は `npm run exam -- attempts` で確かめてください。',
};

/**
 * `npm run exam -- void`: a subject that was started by mistake, or an attempt that must not count. After the window
 * that takes the result away with nothing in its place, so it wants a word more.
 */
const voidCommand: Command = {
  name: 'void',
  usage: ['void <受験の番号> [--lose-result]'],
  async run({ deps, args, print }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'lose-result': { type: 'boolean' } },
    });
    const [id] = positionals;
    const mayLose = values['lose-result'] === true;
    const voided = isAttemptId(id)
      ? await voidAttempt(deps, id, { mayLose })
      : ({ done: 'unknown' } as const);
    if (voided.done !== 'voided') throw new OperatorError(voidRefusals[voided.done]);
    if (voided.isOver) {
      print(
        '無効にしました。この科目の成績はなくなりました。受験期間が終わったので、もう一度受験できません。',
      );
      return 0;
    }
    const within = voided.until === null ? '' : `${say(voided.until)} までに`;
    print(`無効にしました。${within}同じ科目をもう一度受験できます。`);
    if (voided.isLooked) print(lookedWords);
    return 0;
  },
};

/** `npm run exam -- look`: attempts whose record does not fit together; after a look they count in the cohort. */
const lookCommand: Command = {
  name: 'look',
  usage: ['look list', 'look ok <受験の番号>'],
  async run(context) {
    const { deps, args, print } = context;
    const [action, id] = args;
    if (action === 'ok') {
      const isKnown = isAttemptId(id) ? eq(examAttempts.id, id) : undefined;
      const rows =
        isKnown &&
        (await deps.db
          .update(examAttempts)
          .set({ needsLook: false })
          // The entry exam has no ranks: there is nothing to look at.
          .where(
            and(
              isKnown,
              eq(examAttempts.needsLook, true),
              ne(examAttempts.state, 'void'),
              isNull(examAttempts.entryTestId),
            ),
          )
          .returning({ id: examAttempts.id }));
      if (!rows || rows.length === 0)
        throw new OperatorError('確認待ちの受験に、その番号はありません。look list で確かめてください。');
      print('確認済みにしました。次の集計から順位と偏差値に入ります。');
      return 0;
    }
    if (action !== 'list') throw new OperatorError('list か ok <受験の番号> を指定してください。');
    return listLooked(context);
  },
};

/** `npm run exam -- allowance`: more time, or the script in place of the sound, for one person. */
const allowanceCommand: Command = {
  name: 'allowance',
  usage: ['allowance <メールアドレス> --percent 150 [--script] [--reason 理由]'],
  async run({ deps, args, print }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { percent: { type: 'string' }, script: { type: 'boolean' }, reason: { type: 'string' } },
    });
    const multiplierPct = Number(values.percent ?? '100');
    if (!Number.isInteger(multiplierPct) || multiplierPct < 100 || multiplierPct > 200)
      throw new OperatorError('--percent は 100 から 200 の整数で指定してください。');
    const userId = await userNamed(deps, positionals[0]);
    const row = {
      multiplierPct,
      scriptInsteadOfAudio: values.script ?? false,
      reason: values.reason ?? '',
      modified: new Date(deps.clock.now()),
    };
    await deps.db
      .insert(examAllowances)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: examAllowances.userId, set: row });
    print(`受験時間を${multiplierPct}%にしました。これから始める受験に使われます。`);
    return 0;
  },
};

const fewRight = 0.1;
const fewTakers = 30;

/** `npm run exam -- keys`: questions whose key may be wrong (exams.md 5). */
const keysCommand: Command = {
  name: 'keys',
  usage: ['keys <試験の名前>'],
  async run(context) {
    const exam = await examNamed(context, context.args[0]);
    const cohort = await newestCohort(context.deps.db, exam.id);
    let found = 0;
    for (const [subject, { items }] of Object.entries(cohort?.subjects ?? {}))
      for (const { group, n, right, correlation } of items) {
        if (n < fewTakers || (right / n >= fewRight && (correlation ?? 0) >= 0)) continue;
        found += 1;
        context.print(
          `${subject} ${group}: 正答率 ${Math.round((100 * right) / n)}%  ほかの得点との相関 ${correlation?.toFixed(2) ?? '—'}`,
        );
      }
    context.print(
      found === 0 ? '正解の確認が要る問題はありません。' : `${found}件。正解を確かめてください。`,
    );
    return 0;
  },
};

const regradeStates = { running: '採点中', counting: '集計中', telling: '連絡中', done: '完了' };

/** `npm run exam -- regrades`: how far re-markings are. */
const regradesCommand: Command = {
  name: 'regrades',
  usage: ['regrades'],
  async run({ deps, print }) {
    const rows = await deps.db
      .select({ ...getTableColumns(examRegrades), exam: exams.key, subject: examSubjects.key })
      .from(examRegrades)
      .innerJoin(examSubjects, eq(examSubjects.id, examRegrades.subjectId))
      .innerJoin(exams, eq(exams.id, examSubjects.examId))
      .orderBy(asc(examRegrades.id));
    for (const { exam, subject, toRevision, state, changed } of rows)
      print(
        `${exam}  ${subject}  正解 第${toRevision}版  ${regradeStates[state]}  点が変わった受験 ${changed}件`,
      );
    print(`${rows.length}件`);
    return 0;
  },
};

/** Commands of `npm run exam`. */
export const examCommands: Command[] = [
  listCommand,
  outageCommand,
  incidentCommand,
  attemptsCommand,
  extendCommand,
  eventsCommand,
  orphansCommand,
  voidCommand,
  lookCommand,
  allowanceCommand,
  keysCommand,
  regradesCommand,
];
