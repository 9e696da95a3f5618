import { and, asc, count, desc, eq, getTableColumns, ne } from 'drizzle-orm';
import type { EventKind } from '#contracts/examAttempt.ts';
import type { OrphanReason } from '#contracts/examMerge.ts';
import { type ExamAttemptRow, type ExamRow, examAttempts, exams } from '../db/schema/exam.ts';
import { examActs, examOrphans } from '../db/schema/examLog.ts';
import { eventsOf } from '../domain/attempt/events.ts';
import { type Command, type CommandContext, OperatorError } from './command.ts';

const second = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const say = (time: Date | number) => second.format(time);

const eventNames: Record<EventKind, string> = {
  start: '開始',
  hidden: '画面が隠れた',
  shown: '画面に戻った',
  offline: '接続が切れた',
  online: '接続が戻った',
  reload: '読み込み直し',
  sleep: 'スリープ',
  clock_jump: '時計のずれ',
  lease_got: 'この端末に切り替え',
  lease_lost: 'ほかの端末に切り替わった',
  audio_play: '音声の再生',
  audio_stall: '音声の中断',
  audio_end: '音声の終わり',
  warned: '残り時間の知らせ',
  erratum_shown: '正誤表を表示',
  storage_full: '端末に保存できない',
  sealed: '解答の締め切り',
  submit_sent: '提出を送信',
  submit_acked: '受付番号を受信',
};

const reasonNames: Record<OrphanReason, string> = {
  late: '終了時刻のあと、または24時間を過ぎて届いた',
  epoch: 'ほかの端末に切り替わったあとに入力された',
  closed: '提出または無効のあとに届いた',
  unknown: 'この科目にない解答欄',
};

const actNames: Record<string, string> = { extend: '時間の延長' };

/** Whether a text is written like the number of an attempt. */
export const isAttemptId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '');

/** An attempt by its number. Throws for a number that is none. */
export async function attemptNamed(
  { deps }: CommandContext,
  id: string | undefined,
): Promise<ExamAttemptRow> {
  const [row] = isAttemptId(id)
    ? await deps.db.select().from(examAttempts).where(eq(examAttempts.id, id))
    : [];
  if (!row)
    throw new OperatorError('その受験はありません。番号は `npm run exam -- attempts` で確かめてください。');
  return row;
}

/** An exam by its name in the content pack. Throws for a name that is none. */
export async function examNamed({ deps }: CommandContext, key: string | undefined): Promise<ExamRow> {
  const [row] = await deps.db
    .select()
    .from(exams)
    .where(eq(exams.key, key ?? ''));
  if (!row)
    throw new OperatorError('その試験はありません。`npm run exam -- exams` で名前を確かめてください。');
  return row;
}

/** A detail of an event: milliseconds where it is a length. */
function detailOf(kind: EventKind, d: string | number | null): string {
  if (d === null || d === '') return '';
  const isLength = typeof d === 'number' && (kind === 'sleep' || kind === 'clock_jump');
  return isLength ? `  ${Math.round(Number(d) / 1000)}秒` : `  ${d}`;
}

/**
 * `npm run exam -- events`: the log of one attempt, as its devices wrote it, and what operators did to it. Times are
 * those of the device.
 */
export const eventsCommand: Command = {
  name: 'events',
  usage: ['events <受験の番号>'],
  async run(context) {
    const { deps, args, print } = context;
    const attempt = await attemptNamed(context, args[0]);
    const events = await eventsOf(deps.db, attempt.id);
    for (const { epoch, n, kind, lo, hi, d } of events) {
      const doubt = hi === lo ? '' : `(または ${say(hi)})`;
      print(`端末${epoch}  ${n}  ${say(lo)}${doubt}  ${eventNames[kind] ?? kind}${detailOf(kind, d)}`);
    }
    print(`${events.length}件${attempt.chainOk ? '' : '(記録の続きが合いません)'}`);
    const acts = await deps.db
      .select()
      .from(examActs)
      .where(eq(examActs.attemptId, attempt.id))
      .orderBy(asc(examActs.id));
    for (const { at, actor, act, why, minutes } of acts)
      print(
        `${say(at)}  ${actor}  ${actNames[act] ?? act}${minutes === null ? '' : ` ${minutes}分`}  理由: ${why}`,
      );
    return 0;
  },
};

async function listOrphans({ deps, print }: CommandContext): Promise<number> {
  const rows = await deps.db
    .select({
      id: examAttempts.id,
      exam: exams.key,
      subject: examAttempts.subject,
      reason: examOrphans.reason,
      n: count(),
    })
    .from(examOrphans)
    .innerJoin(examAttempts, eq(examAttempts.id, examOrphans.attemptId))
    .innerJoin(exams, eq(exams.id, examAttempts.examId))
    .groupBy(examAttempts.id, exams.key, examOrphans.reason)
    .orderBy(exams.key, asc(examAttempts.startedAt), examOrphans.reason);
  for (const { id, exam, subject, reason, n } of rows)
    print(`${id}  ${exam}  ${subject}  ${reasonNames[reason]}: ${n}回`);
  print(`${rows.length}件。中身は orphans <受験の番号> で見られます。`);
  return 0;
}

/** `npm run exam -- orphans`: answers that came and do not count; nothing of them is ever thrown away. */
export const orphansCommand: Command = {
  name: 'orphans',
  usage: ['orphans [受験の番号]'],
  async run(context) {
    const { deps, args, print } = context;
    if (args[0] === undefined) return listOrphans(context);
    const attempt = await attemptNamed(context, args[0]);
    const rows = await deps.db
      .select()
      .from(examOrphans)
      .where(eq(examOrphans.attemptId, attempt.id))
      .orderBy(desc(examOrphans.id));
    for (const { at, epoch, reason, cells } of rows) {
      print(`${say(at)}に届いた  端末${epoch}  ${reasonNames[reason]}`);
      for (const [slot, { v, lo }] of Object.entries(cells))
        print(`  ${slot}: 「${v.replaceAll('\n', ' ')}」  入力 ${say(lo)}`);
    }
    print(`${rows.length}件`);
    return 0;
  },
};

/** Lists attempts that wait for a look, each with the reason. */
export async function listLooked({ deps, print }: CommandContext): Promise<number> {
  const rows = await deps.db
    .select({ ...getTableColumns(examAttempts), exam: exams.key, kindOf: exams.kind })
    .from(examAttempts)
    .innerJoin(exams, eq(exams.id, examAttempts.examId))
    .where(and(eq(examAttempts.needsLook, true), ne(examAttempts.state, 'void')))
    .orderBy(asc(examAttempts.startedAt));
  // The entry exam has no ranks: there is nothing to look at.
  const looked = rows.filter(({ kindOf }) => kindOf !== 'entry');
  for (const row of looked)
    print(
      `${row.id}  ${row.exam}  ${row.subject}  開始 ${say(row.startedAt)}  ${row.chainOk ? '時計が合わない、確認待ちの受験をもう一度受けた、または成績を見たあとに再開か再受験をした' : '記録の続きが合わない'}`,
    );
  print(`${looked.length}件。記録は events <受験の番号> で見られます。`);
  return 0;
}
