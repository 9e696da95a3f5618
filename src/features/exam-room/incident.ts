import type { IncidentInput, incidentKinds } from '#contracts/examAttempt.ts';
import { lateMs, leastTroubleMs } from '#contracts/examDeadline.ts';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import type { Trouble } from '#shared/lib/exam/trouble.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { incidentTexts as texts } from './texts.ts';

type Kind = (typeof incidentKinds)[number];

/** What a report needs to know of its attempt. Times epoch ms by the server's clock. */
export type IncidentOf = Pick<AttemptRow, 'base' | 'id' | 'token' | 'startedAt' | 'deadline' | 'troubles'> & {
  /** Nothing can be answered any more. */
  isOver: boolean;
};

/** The value of the choice 「いま」: the trouble ends with the report. */
export const untilNow = 'now';

const minute = 60_000;
const kindOf: Record<Trouble['kind'], Kind> = { offline: 'network', sleep: 'device', sound: 'sound' };

/** Whether a report of this attempt is still taken. */
export function isReportable({ deadline }: Pick<IncidentOf, 'deadline'>, now: number): boolean {
  return now < deadline + lateMs;
}

/** Trouble of this device that is long enough for a report, in order of time, none of it after the end. */
function longTroubles({ troubles = [], deadline }: IncidentOf, now: number) {
  return troubles
    .map(({ kind, from, to }) => ({ kind, from, to: Math.min(to ?? now, deadline) }))
    .filter(({ from, to }) => to - from >= leastTroubleMs)
    .sort((one, other) => one.from - other.from);
}

const minutesOf = ({ from, to }: { from: number; to: number }) => Math.round((to - from) / minute);

/** The choices of when it was: now while it runs, what this device has in its log, and times within the attempt. */
export function momentsOf(of: IncidentOf, now: number): { value: string; label: string }[] {
  const { startedAt, deadline, isOver } = of;
  const recorded = longTroubles(of, now).map((one) => ({
    value: String(one.from),
    label: texts.recorded(examMoment(one.from, now), texts.records[one.kind], minutesOf(one)),
  }));
  const end = Math.min(now, deadline);
  const step = (end - startedAt > 60 * minute ? 10 : 5) * minute;
  const times: number[] = [startedAt];
  for (let at = Math.ceil((startedAt + 1) / step) * step; at < end; at += step) times.push(at);
  return [
    ...(isOver ? [] : [{ value: untilNow, label: texts.now }]),
    ...recorded,
    ...times.map((at) => ({
      value: String(at),
      label: at === startedAt ? texts.fromStart(examMoment(at, now)) : texts.around(examMoment(at, now)),
    })),
  ];
}

/** What the form begins with: the longest trouble that this device has in its log, otherwise now, while it runs. */
export function firstGuess(of: IncidentOf, now: number): Omit<IncidentValues, 'body'> {
  const [longest] = longTroubles(of, now).sort((one, other) => minutesOf(other) - minutesOf(one));
  if (!longest) return { kind: '', moment: of.isOver ? '' : untilNow, minutes: '' };
  return {
    kind: kindOf[longest.kind],
    moment: String(longest.from),
    minutes: String(minutesOf(longest)),
  };
}

/** What is typed in the form. */
export type IncidentValues = { kind: Kind | ''; moment: string; minutes: string; body: string };

/** The errors of the form, per field. The length can be judged only once it is known when it was. */
export function checkIncident(
  of: Pick<IncidentOf, 'startedAt'>,
  values: IncidentValues,
  now: number,
): Partial<Record<keyof IncidentValues, string>> {
  const { kind, moment } = values;
  return {
    ...(kind === '' && { kind: texts.missing }),
    ...(moment === '' && { moment: texts.missingMoment }),
    ...(moment !== '' && spanOf(of, values, now) === null && { minutes: texts.short }),
  };
}

/**
 * The time that a report tells of, within the attempt and not in the future. `null`: that is less than what can be
 * reported.
 */
export function spanOf(
  { startedAt }: Pick<IncidentOf, 'startedAt'>,
  { moment, minutes }: Pick<IncidentValues, 'moment' | 'minutes'>,
  now: number,
): Pick<IncidentInput, 'from' | 'to'> | null {
  const length = Number(readWholeNumber(minutes) || Number.NaN) * minute;
  const from = moment === untilNow ? Math.max(startedAt, now - length) : Number(moment);
  const to = Math.min(now, from + length);
  if (!(to - from >= leastTroubleMs)) return null;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
