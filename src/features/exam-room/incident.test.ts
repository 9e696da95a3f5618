import { expect, it } from 'vitest';
import {
  checkIncident,
  firstGuess,
  type IncidentOf,
  type IncidentValues,
  isReportable,
  momentsOf,
  spanOf,
  untilNow,
} from './incident.ts';

const minute = 60_000;
/** 13:03 in Japan. */
const start = Date.parse('2027-06-01T04:03:00Z');
const at = (minutes: number) => start + minutes * minute;
const of = (change: Partial<IncidentOf> = {}): IncidentOf => ({
  ...{ base: '/b/', id: 'a1', token: 't', startedAt: start, deadline: at(60), isOver: false },
  ...change,
});
const labels = (one: IncidentOf, now: number) => momentsOf(one, now).map(({ label }) => label);
const span = (from: number, to: number) => ({
  from: new Date(at(from)).toISOString(),
  to: new Date(at(to)).toISOString(),
});

it('offers now and the times of the attempt so far', () => {
  expect(labels(of(), at(12))).toEqual([
    'いま(さっきから続いている)',
    expect.stringContaining('始めたときから'),
    expect.stringMatching(/13:05.*ごろから/),
    expect.stringMatching(/13:10.*ごろから/),
  ]);
});

it('after the end offers no now, and nothing after the end', () => {
  const shown = labels(of({ isOver: true }), at(300));
  expect(shown.at(-1)).toMatch(/14:00.*ごろから/);
  expect(shown.some((label) => label.startsWith('いま'))).toBe(false);
  expect(shown).toHaveLength(13);
});

it('begins with the longest trouble of the log that can be reported, cut at the end of the time', () => {
  const troubles = [
    { kind: 'sleep', from: at(5), to: at(9) },
    { kind: 'offline', from: at(50), to: null },
    { kind: 'sound', from: at(20), to: at(22) },
  ] as const;
  const ended = of({ isOver: true, troubles });
  expect(firstGuess(ended, at(90))).toEqual({ kind: 'network', moment: String(at(50)), minutes: '10' });
  expect(labels(ended, at(90)).slice(0, 2)).toEqual([
    expect.stringMatching(/13:08.*ごろから\(記録: 端末のスリープ 4分\)/),
    expect.stringMatching(/13:53.*ごろから\(記録: 接続なし 10分\)/),
  ]);
  expect(firstGuess(of(), at(20))).toEqual({ kind: '', moment: untilNow, minutes: '' });
  expect(firstGuess(of({ isOver: true }), at(90))).toEqual({ kind: '', moment: '', minutes: '' });
});

it('tells of a time within the attempt, never of what is to come', () => {
  expect(spanOf(of(), { moment: untilNow, minutes: '10' }, at(30))).toEqual(span(20, 30));
  expect(spanOf(of(), { moment: untilNow, minutes: '50' }, at(30))).toEqual(span(0, 30));
  expect(spanOf(of(), { moment: String(at(10)), minutes: '8' }, at(40))).toEqual(span(10, 18));
  expect(spanOf(of(), { moment: String(at(36)), minutes: '30' }, at(40))).toEqual(span(36, 40));
  expect(spanOf(of(), { moment: String(at(38)), minutes: '30' }, at(40))).toBeNull();
  expect(spanOf(of(), { moment: untilNow, minutes: '2' }, at(30))).toBeNull();
  expect(spanOf(of(), { moment: untilNow, minutes: '' }, at(30))).toBeNull();
});

it('says which fields keep a report from being sent', () => {
  const wrong = (change: Partial<IncidentValues>) => {
    const values = { kind: 'device', moment: untilNow, minutes: '5', body: '', ...change } as const;
    return Object.keys(checkIncident(of(), values, at(30)));
  };
  expect(wrong({})).toEqual([]);
  expect(wrong({ minutes: '５' })).toEqual([]);
  expect(wrong({ kind: '', minutes: '2' })).toEqual(['kind', 'minutes']);
  // Without the time it is not known whether the length is right.
  expect(wrong({ moment: '', minutes: '' })).toEqual(['moment']);
  expect(wrong({ minutes: '5分' })).toEqual(['minutes']);
});

it('is taken until a day after the end', () => {
  expect([isReportable(of(), at(60 + 1440) - 1), isReportable(of(), at(60 + 1440))]).toEqual([true, false]);
});
