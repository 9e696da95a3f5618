import { eq } from 'drizzle-orm';
import type { AnswerKey } from '#contracts/examKey.ts';
import { digestOf, type SentCells, type Values } from '#contracts/examMerge.ts';
import type { Tx } from '../../db/client.ts';
import { type ExamAttemptRow, type ExamRow, examSubjects } from '../../db/schema/exam.ts';
import type { Deps } from '../../deps.ts';
import { endDueAttempts } from '../../domain/attempt/autoSubmit.ts';
import { holdOwnAttempt } from '../../domain/attempt/load.ts';
import { saveAnswers } from '../../domain/attempt/save.ts';
import { startAttempt } from '../../domain/attempt/start.ts';
import { submitAttempt } from '../../domain/attempt/submit.ts';
import { currentKey } from '../../domain/examResult/keys.ts';
import { answersOf, slotsOf } from './answers.ts';
import { seededRandom } from './random.ts';

/** The same server at another time, epoch milliseconds. */
export function serverAt(deps: Deps, time: number): Deps {
  return { ...deps, clock: { now: () => time } };
}

/** A subject that a demo account takes: when it starts, how long it takes, how well it goes. */
export type Sitting = {
  userId: number;
  exam: ExamRow;
  subject: string;
  /** Epoch milliseconds. */
  start: number;
  minutes: number;
  ability: number;
  seed: number;
  /** The right key, where another key counts for now. */
  right?: AnswerKey;
};
/**
 * How it ends. `late`: the device was offline at the end, its answers come two hours later · `gap`: its log has a gap.
 */
export type Ending = 'handed_in' | 'late' | 'gap';

const minute = 60_000;

/** What somebody does in a subject: the answers, and how many seconds each question was open. */
type Doings = { values: Values; spent: Record<string, number> };

/** Seconds of each question, drawn from a seed: some take four times as long as others, and a little time is left. */
function spentOn(questions: readonly string[], minutes: number, seed: number): Record<string, number> {
  const random = seededRandom(seed);
  const parts = questions.map((question) => ({ question, part: 0.5 + 1.5 * random.next() ** 2 }));
  const all = parts.reduce((sum, { part }) => sum + part, 0);
  const seconds = 0.94 * minutes * 60;
  return Object.fromEntries(
    parts.map(({ question, part }) => [question, Math.round((part / all) * seconds)]),
  );
}

async function doingsOf(tx: Tx, sitting: Sitting): Promise<Doings> {
  const { exam, subject, minutes, ability, seed, right } = sitting;
  const rows = await tx
    .select()
    .from(examSubjects)
    .where(eq(examSubjects.versionId, exam.versionId ?? 0));
  const row = rows.find(({ key }) => key === subject);
  if (!row) throw new Error(`no subject ${subject} in ${exam.key}`);
  const key = right ?? (await currentKey(tx, row.id)).key;
  const questions = row.layout.sections.flatMap((section) => section.questions.map(({ id }) => id));
  return {
    values: answersOf(key, slotsOf(row.layout), { ability, random: seededRandom(seed) }),
    spent: spentOn(questions, minutes, seed),
  };
}

/** Answers typed one after another from the start, every ninth with a flag. */
function sentCells(values: Values, start: number, minutes: number): SentCells {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([slot, v], place) => {
      const at = Math.round(start + ((place + 1) / (entries.length + 1)) * minutes * minute);
      const flag = place % 9 === 4 ? { f: true, flo: at, fhi: at } : {};
      return [slot, { v, lo: at, hi: at, ...flag }];
    }),
  );
}

/** A log that begins with its second line. */
const brokenLog = (at: number) => [
  { n: 2, kind: 'offline' as const, lo: at, hi: at, d: null, h: '0'.repeat(64) },
];

/** What a device sends in one call. */
type Sending = { cells: SentCells; spent?: Record<string, number>; ending: Ending };

/** Sends answers at a moment, the clocks of the device in step with the server. */
async function send(tx: Tx, deps: Deps, attempt: ExamAttemptRow, { cells, spent, ending }: Sending) {
  const held = await holdOwnAttempt(tx, attempt.userId ?? 0, { exam: attempt.examId, attempt: attempt.id });
  const now = deps.clock.now();
  const passed = now - attempt.startedAt.getTime();
  const input = {
    ...{ lease: 1, rev: held.answers.rev, answers: cells },
    client_at: { since: attempt.startedAt.toISOString(), dlo: passed, dhi: passed },
    ...(ending === 'gap' ? { events: brokenLog(now) } : {}),
    spent,
  };
  return { held: { ...held, epoch: 1 }, input };
}

/** Takes a subject as a learner would, by the functions that routes call (exams.md 3.4). */
export async function sit(tx: Tx, deps: Deps, sitting: Sitting, ending: Ending = 'handed_in'): Promise<void> {
  const { userId, exam, subject, start, minutes, seed } = sitting;
  const started = await startAttempt(tx, serverAt(deps, start), {
    userId,
    examId: exam.id,
    input: { subject, device_id: 'demo-device', device_label: 'ノートパソコン' },
    key: `demo-${exam.id}-${subject}-${seed}`,
  });
  const { attempt } = started.held;
  const { values, spent } = await doingsOf(tx, sitting);
  const cells = sentCells(values, start, minutes);
  if (ending === 'late') return sendLate(tx, deps, attempt, { cells, spent });
  const end = serverAt(deps, start + minutes * minute);
  const { held, input } = await send(tx, end, attempt, { cells, spent, ending });
  const done = await submitAttempt(tx, end, held, { ...input, digest: await digestOf(cells) });
  if ('refused' in done) throw done.refused;
}

/** Half of the answers arrive in time; the clock ends the attempt; the others come two hours later and count. */
async function sendLate(
  tx: Tx,
  deps: Deps,
  attempt: ExamAttemptRow,
  { cells, spent }: Omit<Sending, 'ending'>,
): Promise<void> {
  const deadline = attempt.deadline.getTime();
  const entries = Object.entries(cells);
  const early = Object.fromEntries(entries.slice(0, Math.ceil(entries.length / 2)));
  const half = Object.values(early).reduce((last, { lo }) => Math.max(last, lo), attempt.startedAt.getTime());
  const inTime = await send(tx, serverAt(deps, half + minute), attempt, { cells: early, ending: 'late' });
  await saveAnswers(tx, serverAt(deps, half + minute), inTime.held, inTime.input);
  await endDueAttempts(serverAt({ ...deps, db: tx }, deadline + 3 * minute));
  const back = serverAt(deps, deadline + 120 * minute);
  const late = await send(tx, back, attempt, { cells, spent, ending: 'late' });
  const done = await submitAttempt(tx, back, late.held, { ...late.input, digest: await digestOf(cells) });
  if ('refused' in done) throw done.refused;
}
