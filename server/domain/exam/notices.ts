/**
 * Automatic messages to one taker, as a notice of their own: in the list of notices, and by push like every other
 * notice (exams.md 3.7, 4, 5). Each fact is sent once, by its key. Locked screens show titles, so there is no score in
 * them.
 */
import { eq, inArray, sql } from 'drizzle-orm';
import { lateMs } from '#contracts/examDeadline.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { type Db, type Tx, uuids } from '../../db/client.ts';
import { type ExamRow, examAttempts, examSubjects, exams } from '../../db/schema/exam.ts';
import { notices } from '../../db/schema/notices.ts';
import { slices } from '../../db/slices.ts';
import type { Deps } from '../../deps.ts';
import { escapeHtml } from '../../escapeHtml.ts';
import { isOpenAt, openTimes } from './openTimes.ts';

const batch = 500;

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

type Face = Pick<ExamRow, 'id' | 'kind' | 'name'>;

/** The page on which an exam is continued and shows its result. */
function pathOf({ id, kind }: Pick<ExamRow, 'id' | 'kind'>, to: AttemptNews['to']): string {
  if (kind === 'english') return to === 'result' ? paths.englishHistory() : paths.english();
  return to === 'result' ? paths.mockexamResult(String(id)) : paths.mockexamTop(String(id));
}

const link = (to: string, words: string) => `<p><a href="${to}">${words}</a></p>`;

/** A message about one attempt. `facts`: about the attempt, in sentences. */
export type AttemptNews = {
  /** Names the fact within the attempt; the same fact is not sent again. */
  fact: string;
  title: (of: { exam: string; subject: string }) => string;
  lines: (of: { exam: string; subject: string; receiptNo: string | null }) => string[];
  to: 'exam' | 'result';
};

/** Tells takers a fact about their attempts, each only once. Practice and takers of a sample get no message. */
export async function tellTakers(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  news: ReadonlyMap<string, AttemptNews>,
): Promise<void> {
  const now = new Date(deps.clock.now());
  for (const ids of slices([...news.keys()], batch)) {
    const rows = await tx
      .select({
        id: examAttempts.id,
        userId: examAttempts.userId,
        kind: examAttempts.kind,
        receiptNo: examAttempts.receiptNo,
        exam: exams.name,
        examId: exams.id,
        examKind: exams.kind,
        subject: examSubjects.name,
      })
      .from(examAttempts)
      .innerJoin(exams, eq(exams.id, examAttempts.examId))
      .innerJoin(examSubjects, eq(examSubjects.id, examAttempts.subjectId))
      .where(inArray(examAttempts.id, ids));
    const told = rows.flatMap((row) => {
      const one = news.get(row.id);
      if (!one || row.userId === null || row.kind !== 'real') return [];
      const face = { id: row.examId, kind: row.examKind };
      const words = one.to === 'result' ? '成績を見る' : '試験のページを開く';
      return {
        key: `exam:${row.id}:${one.fact}`,
        userId: row.userId,
        title: one.title(row),
        bodyHtml: [...one.lines(row).map(paragraph), link(pathOf(face, one.to), words)].join(''),
        ...common(now),
      };
    });
    if (told.length > 0) await tx.insert(notices).values(told).onConflictDoNothing();
  }
}

function common(now: Date) {
  return { category: 'exam', audience: 'member', published: now, created: now };
}

/** Tells one taker a fact about an attempt of theirs. */
export function tellTaker(tx: Tx, deps: Pick<Deps, 'clock'>, id: string, news: AttemptNews): Promise<void> {
  return tellTakers(tx, deps, new Map([[id, news]]));
}

/** `7分30秒`; whole minutes without seconds. */
function lengthWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const [whole, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${whole > 0 ? `${whole}分` : ''}${rest > 0 ? `${rest}秒` : ''}`;
}

const clock = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const moment = (at: Date) => clock.format(at);

/** Time ran out, and what the server has was handed in (exams.md 3.7). */
export function endedNews(deadline: Date): AttemptNews {
  return {
    fact: `ended-${deadline.getTime()}`,
    title: ({ exam }) => `「${exam}」の解答を自動で提出しました`,
    lines: ({ subject, receiptNo }) => [
      `${subject}は、終了時刻(${moment(deadline)})になったため、届いていた解答で自動的に提出しました。`,
      ...(receiptNo ? [`受付番号: ${receiptNo}`] : []),
      '終了時刻の前に入力した解答が端末に残っているときは、24時間以内に、その端末でアプリを開いて接続してください。採点に加わります。',
      '結果を見られるのは、その端末から解答が届いたあと、届かないときは24時間が過ぎたあとです。',
    ],
    to: 'exam',
  };
}

/** Marks are there of an attempt that no device has handed in: no receipt has brought them (exams.md 3.6). */
export function markedNews(deadline: Date): AttemptNews {
  return {
    fact: `marked-${deadline.getTime()}`,
    title: ({ exam }) => `「${exam}」の採点が終わりました`,
    lines: ({ subject }) => [
      `${subject}の得点を見られます。終了時刻から24時間が過ぎたため、それまでに届いていた解答で採点しました。`,
    ],
    to: 'exam',
  };
}

/** Answers typed in time came after the end, and count (exams.md 3.6, 3.8). */
export const lateCounted: AttemptNews = {
  fact: 'late',
  title: ({ exam }) => `「${exam}」の解答があとから届きました`,
  lines: ({ subject, receiptNo }) => [
    `${subject}で、終了時刻の前に入力された解答が届きました。採点に加えました。`,
    ...(receiptNo ? [`受付番号(${receiptNo})は変わりません。`] : []),
  ],
  to: 'exam',
};

/** Answers came that do not count, because they were typed or sent too late. */
export function lateLost(count: number): AttemptNews {
  return {
    fact: 'late-lost',
    title: ({ exam }) => `「${exam}」で採点に入らない解答がありました`,
    lines: ({ subject }) => [
      `${subject}で、終了時刻を過ぎてから入力された解答、または24時間を過ぎて届いた解答が${count}件ありました。この解答は採点に入りません。消さずに保管しています。`,
      'それまでに届いていた解答は、そのまま採点されます。お心あたりのないときは、お問い合わせください。',
    ],
    to: 'exam',
  };
}

/** Answers came after another device had handed the attempt in; they do not count. */
export function closedLost(count: number): AttemptNews {
  return {
    fact: 'closed-lost',
    title: ({ exam }) => `「${exam}」で採点に入らない解答がありました`,
    lines: ({ subject, receiptNo }) => [
      `${subject}は提出済みです${receiptNo === null ? '' : `(受付番号 ${receiptNo})`}。そのあとに、ほかの内容の解答が${count}件届きました。この解答は採点に入りません。消さずに保管しています。`,
      '提出したときの解答は、そのまま採点されます。お心あたりのないときは、お問い合わせください。',
    ],
    to: 'exam',
  };
}

/** The time of an outage was given back; `isReopened`: the attempt had ended during the outage (exams.md 3.7). */
export function outageNews(outageMs: number, addedMs: number, isReopened: boolean): AttemptNews {
  const length = lengthWords(addedMs);
  return isReopened
    ? {
        fact: `reopened-${outageMs}`,
        title: ({ exam }) => `「${exam}」の受験を再開できます`,
        lines: ({ subject }) => [
          `サーバーの障害のため、${subject}の受験時間が失われました。ご迷惑をおかけしました。`,
          `${length}をお返しします。24時間以内に試験の画面を開くと、その時から残り時間が進みます。解答は残っています。`,
        ],
        to: 'exam',
      }
    : {
        fact: `outage-${outageMs}`,
        title: ({ exam }) => `「${exam}」の受験時間を延長しました`,
        lines: ({ subject }) => [
          `サーバーの障害で失われた時間として、${subject}の受験時間を${length}延長しました。解答は残っています。`,
        ],
        to: 'exam',
      };
}

/** An operator gave time (exams.md 3.7). `givenMs`: all of it · `isAwaited`: it runs when the taker is back. */
export function givenNews(givenMs: number, addedMs: number, isAwaited: boolean): AttemptNews {
  return {
    fact: `given-${givenMs}`,
    title: ({ exam }) => `「${exam}」の受験時間を延長しました`,
    lines: ({ subject }) => [
      `${subject}の受験時間を${lengthWords(addedMs)}延長しました。`,
      ...(isAwaited
        ? ['24時間以内に試験の画面を開くと、その時から残り時間が進みます。解答は残っています。']
        : []),
    ],
    to: 'exam',
  };
}

/** The decision about a report of own trouble: it counts as it is, or (`retakeNews`) the subject is taken again. */
export function asIsNews(no: string, note: string): AttemptNews {
  return incidentNews(no, note, ({ subject }) => [
    `${subject}の報告(${no})を確認しました。いまの受験のまま採点します。`,
  ]);
}

/** `until`: the end of the window · `isLooked`: the next attempt is looked into before it counts. */
export function retakeNews(
  no: string,
  note: string,
  { until, isLooked }: { until: Date | null; isLooked: boolean },
): AttemptNews {
  const within = until === null ? '' : `${moment(until)}までに、`;
  return incidentNews(no, note, ({ subject }) => [
    `${subject}の報告(${no})を確認しました。この科目を、${within}もう一度はじめから受けられます。前の解答は採点に入りません。`,
    ...(isLooked ? ['この科目の順位と偏差値は、運営の確認が済んでから表示されます。'] : []),
  ]);
}

function incidentNews(no: string, note: string, lines: AttemptNews['lines']): AttemptNews {
  return {
    fact: `incident-${no}`,
    title: ({ exam }) => `「${exam}」の通信トラブルの報告への回答`,
    lines: (of) => [...lines(of), ...(note === '' ? [] : [note])],
    to: 'exam',
  };
}

/** A correction that now counts. */
type Correction = { subjectId: number; fromRevision: number; toRevision: number; reason: string };

/** What everybody who took a subject is told of a correction, around their own points. */
export type RegradeNews = Correction & { title: string; head: string; tail: string; at: number };

/** What to tell of a correction; `null`: nothing before marks are open at all. */
export async function regradeNews(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  correction: Correction,
): Promise<RegradeNews | null> {
  const [found] = await db
    .select({ exam: exams, subject: examSubjects.name })
    .from(examSubjects)
    .innerJoin(exams, eq(exams.id, examSubjects.examId))
    .where(eq(examSubjects.id, correction.subjectId));
  const now = deps.clock.now();
  if (!found) return null;
  const { exam, subject } = found;
  if (!isOpenAt((await openTimes(db, exam, now)).marks, now)) return null;
  const why = correction.reason === '' ? '' : paragraph(`訂正の内容: ${correction.reason}`);
  return {
    ...correction,
    title: `「${exam.name}」の再採点が終わりました`,
    head: `${paragraph(`${subject}の正解を訂正し、採点し直しました。`)}${why}`,
    tail: `${paragraph('ほかの人の得点も変わるため、あなたの点が下がっていなくても、偏差値や順位は変わることがあります。')}${link(pathOf(exam, 'result'), '成績を見る')}`,
    at: now,
  };
}

/**
 * Tells who took a subject, of these attempts, what a corrected key has changed for them (exams.md 5 Re-grade): their
 * own points before and after, each once.
 */
export async function tellRegrade(
  tx: Tx,
  { fromRevision, toRevision, title, head, tail, at: now }: RegradeNews,
  ids: readonly string[],
): Promise<void> {
  const at = new Date(now).toISOString();
  await tx.execute(sql`
    insert into notices (key, user_id, title, body_html, category, audience, published, created)
    select 'exam:' || a.id || ${`:regrade-${toRevision}`}, a.user_id, ${title},
      ${head} || case when n.total = o.total
        then '<p>あなたの得点は' || n.total || '点のままです。</p>'
        else '<p>あなたの得点は、' || o.total || '点から' || n.total || '点になりました('
          || case when n.total > o.total then '+' else '−' end || abs(n.total - o.total) || '点)。</p>' end || ${tail},
      'exam', 'member', ${at}::timestamptz, ${at}::timestamptz
    from exam_attempts a
      join exam_scores o on o.attempt_id = a.id and o.key_revision = ${fromRevision}::int
      join exam_scores n on n.attempt_id = a.id and n.key_revision = ${toRevision}::int
    where a.id = any(${uuids(ids)}) and a.user_id is not null and a.kind = 'real'
      -- Without statistics a database would read the marks of everybody for a few.
      and o.attempt_id = any(${uuids(ids)}) and n.attempt_id = any(${uuids(ids)})
      and (a.state = 'submitted' or a.state = 'timed_out'
        and (a.handed_in_at is not null or a.deadline < ${new Date(now - lateMs).toISOString()}::timestamptz))
    on conflict (key) do nothing`);
}

/** Tells everybody who took an exam, each once, that its final numbers are there. */
export async function tellResults(tx: Tx, deps: Pick<Deps, 'clock'>, exam: Face): Promise<void> {
  const at = new Date(deps.clock.now()).toISOString();
  const title = `「${exam.name}」の成績表を公開しました`;
  const body = `${paragraph('全員の採点が終わり、偏差値・順位・判定が確定しました。')}${link(pathOf(exam, 'result'), '成績を見る')}`;
  await tx.execute(sql`
    insert into notices (key, user_id, title, body_html, category, audience, published, created)
    select distinct ${`exam:${exam.id}:results:`} || a.user_id, a.user_id, ${title}, ${body}, 'exam', 'member',
      ${at}::timestamptz, ${at}::timestamptz
    from exam_attempts a
    where a.exam_id = ${exam.id}::int and a.user_id is not null and a.kind = 'real'
      and a.state in ('submitted', 'timed_out')
    on conflict (key) do nothing`);
}
