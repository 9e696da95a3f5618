import type { DesiredSchool, Entry, ExamSubject, MockExam, MockExamDetail } from '#contracts/exam.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { entryTexts } from './texts.ts';

/** Path of the mock exams (product.md 3.6). */
export const mockExamPath = '/api/exam/mockexam/';

/** The parts of an entry, in their order. */
export const entryParts = ['basicinfo', 'schoolinfo', 'environmentinfo'] as const;
export type EntryPart = (typeof entryParts)[number];

/** The learner's next step with an exam; `null`: none. */
export type NextStep =
  | { kind: 'entry'; part: EntryPart }
  | { kind: 'pay' }
  | { kind: 'prepare' }
  | { kind: 'take'; subject: string }
  | { kind: 'result' }
  | null;

/** The first missing part of an entry; `null`: it is complete. */
export function openPart(entry: Entry | null): EntryPart | null {
  return entryParts.find((part) => !entry?.progress[part]) ?? null;
}

/** How many parts of an entry exist. */
export function partsDone(entry: Entry | null): number {
  return entryParts.filter((part) => entry?.progress[part]).length;
}

/** A list of exams as a mirror has it. */
type ShownList = { data: { results: readonly unknown[] } | undefined; error: Error | null };

/**
 * Whether a list beside the open exams has a part of the page: it has exams, is on its way, or could not be loaded. Only a
 * list that is known to be empty has none.
 */
export function isPartShown({ data, error }: ShownList): boolean {
  return data === undefined || data.results.length > 0 || error !== null;
}

/** Whether there is no list yet: one skeleton, or one message, is enough then. */
export function hasNothing(lists: readonly ShownList[]): boolean {
  return lists.every(({ data }) => data === undefined);
}

/** Why no list could be loaded; `null` while one of them may still come. */
export function commonError(lists: readonly ShownList[]): Error | null {
  const errors = lists.flatMap(({ error }) => error ?? []);
  return errors.length === lists.length ? (errors[0] ?? null) : null;
}

/** The phase of an exam's window. Times in epoch ms. */
export function windowOf({ exam_from, exam_until }: MockExam, now: number): 'before' | 'open' | 'over' {
  const from = parseTime(exam_from);
  const until = parseTime(exam_until);
  if (from !== null && now < from) return 'before';
  return until !== null && now >= until ? 'over' : 'open';
}

/** Whether an exam can be entered, or its entry changed, now. */
export function isEntryOpen({ entry_from, entry_until }: MockExam, now: number): boolean {
  const from = parseTime(entry_from);
  const until = parseTime(entry_until);
  return (from === null || now >= from) && (until === null || now < until);
}

/** State of attempts on this device, by subject. `sealed`: handed in here, and the server may not have it yet. */
export type StatesHere = Readonly<Record<string, 'running' | 'sealed' | 'submitted'>>;

/** Whether this device knows that a subject was handed in, and the server's answer does not say so yet. */
export function isAheadOfServer({ id, state }: Pick<ExamSubject, 'id' | 'state'>, here: StatesHere): boolean {
  return (state === 'none' || state === 'running') && (here[id] === 'sealed' || here[id] === 'submitted');
}

/**
 * What of this device counts beside the server's answer. `isNewest`: the answer has just come. Then it alone says what
 * became of a subject whose end it had confirmed, because that may run again, with time given back (exams.md 3.7).
 */
export function statesToShow(here: StatesHere, isNewest: boolean): StatesHere {
  if (!isNewest) return here;
  return Object.fromEntries(Object.entries(here).filter(([, state]) => state !== 'submitted'));
}

/** The subjects whose end the server has confirmed to this device, while its answer does not say so yet. */
export function arrivedSubjects({ subjects }: MockExam, here: StatesHere): string[] {
  return subjects
    .filter((subject) => here[subject.id] === 'submitted' && isAheadOfServer(subject, here))
    .map(({ id }) => id);
}

/** An exam with what this device knows of its subjects, because the server's answer may be older. */
export function withStatesHere<Exam extends MockExam>(exam: Exam, here: StatesHere): Exam {
  const subjects = exam.subjects.map((subject): ExamSubject => {
    if (isAheadOfServer(subject, here)) return { ...subject, state: 'submitted' };
    return subject.state === 'none' && here[subject.id] === 'running'
      ? { ...subject, state: 'running' }
      : subject;
  });
  const hasBegun = subjects.some(({ state }) => state !== 'none');
  return {
    ...exam,
    subjects,
    my_status: exam.my_status === 'entered' && hasBegun ? 'taking' : exam.my_status,
  };
}

/** The subjects that a learner takes, in their order; without a choice of their own all of them. */
export function ownSubjects({ subjects }: MockExam): ExamSubject[] {
  const own = subjects.filter(({ is_selected, is_required }) => is_selected || is_required);
  return [...(own.length > 0 ? own : subjects)].sort((one, other) => one.order - other.order);
}

/** The running subject; `null`: none. Its own time may end later than the window (exams.md 3.7). */
function runningSubject(exam: MockExam): ExamSubject | null {
  return ownSubjects(exam).find(({ state }) => state === 'running') ?? null;
}

/** Whether something can be taken now: a subject is left within the window, or one is still running. */
export function canTake(exam: MockExam, now: number): boolean {
  if (runningSubject(exam) !== null) return true;
  return windowOf(exam, now) === 'open' && ownSubjects(exam).some(({ state }) => state === 'none');
}

/** The main action on the page of an exam. */
export function nextStep(exam: MockExamDetail, now: number): NextStep {
  const { my_status, entry } = exam;
  if (my_status === 'none' || my_status === 'in_progress' || my_status === 'canceled') {
    // An entry that was taken back has all its parts: the first one, saved again, enters anew.
    const part = openPart(entry) ?? (my_status === 'canceled' ? entryParts[0] : null);
    return isEntryOpen(exam, now) && part !== null ? { kind: 'entry', part } : null;
  }
  if (my_status === 'awaiting_payment') return { kind: 'pay' };
  if (my_status === 'entered' || my_status === 'taking') {
    const subject = runningSubject(exam) ?? ownSubjects(exam).find(({ state }) => state === 'none');
    if (canTake(exam, now) && subject) return { kind: 'take', subject: subject.id };
    if (windowOf(exam, now) === 'before') return { kind: 'prepare' };
    return { kind: 'result' };
  }
  return my_status === 'finished' || my_status === 'reported' ? { kind: 'result' } : null;
}

/** The message if too many subjects of a group are chosen (product.md 2.3.L); `null`: the choice is allowed. */
export function groupProblem({ group_rules, subjects }: MockExam, chosen: readonly string[]): string | null {
  for (const { group, name, max } of group_rules) {
    const count = subjects.filter((one) => one.group === group && chosen.includes(one.id)).length;
    if (count > max) return entryTexts.tooMany(name, max);
  }
  return null;
}

/** Whole days, hours and minutes until a moment; `null`: it has passed. */
export function countdown(to: number, now: number): { days: number; hours: number; minutes: number } | null {
  const left = to - now;
  if (left <= 0) return null;
  const minutes = Math.floor(left / 60_000);
  return {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  };
}

/** A calendar entry in the standard format (iCalendar). Times in epoch ms. */
export function calendarText(name: string, from: number, until: number): string {
  const stamp = (time: number) => new Date(time).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//konomanavi//exam//JA',
    'BEGIN:VEVENT',
    `UID:${stamp(from)}-${encodeURIComponent(name)}@konomanavi`,
    `DTSTAMP:${stamp(from)}`,
    `DTSTART:${stamp(from)}`,
    `DTEND:${stamp(until)}`,
    `SUMMARY:${name.replaceAll(/[,;\\]/g, (sign) => `\\${sign}`)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

/** 「山川大学 理学部 一般選抜」 */
export function nameOfDesired({ school, faculty, method, free_name }: DesiredSchool): string {
  if (free_name !== '') return free_name;
  return [school?.name, faculty?.name, method?.name].filter(Boolean).join(' ');
}

/** A list with one item moved to another place; the items between shift. */
export function movedTo<Thing>(list: readonly Thing[], from: number, to: number): Thing[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
