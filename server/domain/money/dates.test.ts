import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runsInZone } from '../../testing/timeZone.ts';
import { isMinor } from '../profile/age.ts';
import { japaneseDay } from '../watchhistory/studyTime.ts';
import { accessEnd, mayBuyAgain } from './access.ts';
import { isCoolingOff, lastCoolingOffDay, needsContractDocument } from './coolingOff.ts';
import { addDays, addMonths, daysBetween, startOfDay } from './jstDate.ts';
import { daysUsed } from './midterm.ts';
import {
  anchorDay,
  chargeAt,
  dunningOf,
  noticeDays,
  periodFrom,
  type RenewalInterval,
  renewalDay,
  trialFrom,
} from './renewalDates.ts';
import { slipDue } from './slipDue.ts';

/** A moment in Japan, as the vectors write it. */
const jst = (text: string) => Date.parse(`${text}+09:00`);
/** The same for an answer, so that a difference can be read. */
const inJapan = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 16);

const duesFrom = (first: string, anchor: number, interval: RenewalInterval, count: number) =>
  Array.from({ length: count }).reduce<string[]>(
    (dues) => [...dues, renewalDay(dues.at(-1) ?? first, anchor, interval)],
    [],
  );

// Row 84: due times must not depend on the time zone of the server.
describe.each([
  ['UTC', 0],
  ['Asia/Tokyo', 9],
  ['America/Los_Angeles', 16],
])('calendar rules where the process runs in %s', (zone, hour) => {
  runsInZone(zone, hour);

  it('vector 8: access ends after full days, counted from the old end when bought again', () => {
    for (const time of ['00:00:00', '14:30:00', '23:59:59']) {
      expect(inJapan(accessEnd(jst(`2027-04-01T${time}`), 365))).toBe('2028-04-01T00:00');
    }
    const end = jst('2028-04-01T00:00');
    expect(inJapan(accessEnd(jst('2028-03-10T12:00'), 365, end))).toBe('2029-04-01T00:00');
    expect(inJapan(accessEnd(jst('2028-04-02T12:00'), 30, end))).toBe('2028-05-03T00:00');
  });

  it('vector 8: it can be bought again from 30 days before the end', () => {
    const end = jst('2028-04-01T00:00');
    expect(mayBuyAgain(end, jst('2028-03-01T23:59:59'))).toBe(false);
    expect(mayBuyAgain(end, jst('2028-03-02T00:00'))).toBe(true);
    expect(mayBuyAgain(null, 0)).toBe(true);
  });

  it('vector 9: renewal is on the anchor day or the last day of the month', () => {
    expect(duesFrom('2027-01-31', 31, 'month', 3)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
    expect(duesFrom('2028-01-31', 31, 'month', 1)).toEqual(['2028-02-29']);
    expect(duesFrom('2027-01-30', 30, 'month', 2)).toEqual(['2027-02-28', '2027-03-30']);
    const years = duesFrom('2028-02-29', 29, 'year', 4);
    expect([years[0], years[3]]).toEqual(['2029-02-28', '2032-02-29']);
    expect(renewalDay('2028-02-29', 29, 'year', 4)).toBe('2032-02-29');
    expect(anchorDay(Date.parse('2027-01-30T15:30Z'))).toBe(31);
  });

  it('row 83: anchor 31 stays on the last day of every month over 60 months', () => {
    const dues = duesFrom('2027-01-31', 31, 'month', 60);
    expect(dues.at(-1)).toBe('2032-01-31');
    for (const [i, due] of dues.entries()) {
      // The day after a last day is a first day, and no month is left out.
      expect(addDays(due, 1).slice(8)).toBe('01');
      expect(due).toBe(renewalDay('2027-01-31', 31, 'month', i + 1));
    }
    expect(new Set(dues.map((due) => due.slice(0, 7))).size).toBe(60);
  });

  it('row 84: a payment at the edge of a day belongs to the day in Japan', () => {
    expect([anchorDay(jst('2027-01-30T23:59:59')), anchorDay(jst('2027-01-31T00:00'))]).toEqual([30, 31]);
    expect(inJapan(chargeAt('2027-02-28'))).toBe('2027-02-28T09:00');
    const period = periodFrom('2027-02-28', 31, 'month');
    expect([inJapan(period.from), inJapan(period.until)]).toEqual(['2027-02-28T00:00', '2027-03-31T00:00']);
  });

  it.each([
    ['2027-01-23T23:59', '2027-01-31', 31],
    ['2027-01-24T00:00', '2027-02-01', 1],
  ])('vector 10: a trial from %s is free until %s', (start, day, anchor) => {
    const trial = trialFrom(jst(start));
    expect({ ...trial, freeUntil: inJapan(trial.freeUntil), chargeAt: inJapan(trial.chargeAt) }).toEqual({
      dueOn: day,
      freeUntil: `${day}T00:00`,
      chargeAt: `${day}T09:00`,
      anchor,
    });
    expect(trial.freeUntil - jst(start)).toBeGreaterThanOrEqual(7 * 86_400_000);
  });

  it('vector 10: a pause leaves one charge out and keeps the anchor', () => {
    const left = periodFrom('2027-02-28', 31, 'month');
    expect([left.dueOn, left.nextDueOn]).toEqual(['2027-02-28', '2027-03-31']);
  });

  it('vector 11: a charge is announced 7 days and 1 day before', () => {
    expect(noticeDays('2027-02-28', '2027-01-31')).toEqual(['2027-02-21', '2027-02-27']);
    expect(noticeDays('2027-02-28', '2027-02-22')).toEqual(['2027-02-27']);
    expect(noticeDays('2027-02-28', '2027-02-28')).toEqual([]);
  });

  it('vector 12: dunning', () => {
    const { tries, suspendedAt, endedAt } = dunningOf('2027-02-28');
    expect(tries.map(inJapan)).toEqual([
      '2027-03-01T09:00',
      '2027-03-03T09:00',
      '2027-03-05T09:00',
      '2027-03-07T09:00',
    ]);
    expect([inJapan(suspendedAt), inJapan(endedAt)]).toEqual(['2027-03-08T00:00', '2027-03-21T00:00']);
  });

  it('vector 13: slips', () => {
    expect(inJapan(slipDue('cvs', jst('2027-01-30T10:00')))).toBe('2027-02-04T23:59');
    expect(inJapan(slipDue('bank', jst('2027-02-22T00:00')))).toBe('2027-03-01T23:59');
    expect(inJapan(slipDue('cvs', jst('2027-01-30T23:59:59')))).toBe('2027-02-04T23:59');
  });

  it('vector 14: cooling-off has eight days, the day of receipt is the first', () => {
    expect(lastCoolingOffDay(jst('2027-04-01T14:00'))).toBe('2027-04-08');
    expect(lastCoolingOffDay(jst('2027-12-28T00:00'))).toBe('2028-01-04');
  });

  it('row 109: the last second of day 8 counts, the next one does not', () => {
    const received = jst('2027-04-01T14:00');
    expect(isCoolingOff(received, jst('2027-04-08T23:59:59'))).toBe(true);
    expect(isCoolingOff(received, jst('2027-04-09T00:00'))).toBe(false);
    expect(isCoolingOff(null, jst('2030-01-01T00:00'))).toBe(true);
  });

  it('vector 14: contract documents from 50,001 yen and two months and a day', () => {
    const twoMonths = { from: '2027-04-01', until: '2027-06-01' };
    const longer = { from: '2027-04-01', until: '2027-06-02' };
    expect(needsContractDocument(50_000, longer)).toBe(false);
    expect(needsContractDocument(50_001, longer)).toBe(true);
    expect(needsContractDocument(50_001, twoMonths)).toBe(false);
    expect(needsContractDocument(50_001, { from: '2027-12-31', until: '2028-02-29' })).toBe(false);
    expect(needsContractDocument(50_001, { from: '2027-12-31', until: '2028-03-01' })).toBe(true);
    expect(needsContractDocument(50_001, { from: '2027-04-01', until: null })).toBe(true);
  });

  it('vector 15: the day of the cancellation counts as used', () => {
    expect(daysUsed('2027-04-01', '2027-04-01', 365)).toBe(1);
    expect(daysUsed('2027-04-01', '2027-07-09', 365)).toBe(100);
    expect(daysUsed('2027-04-01', '2029-07-09', 365)).toBe(365);
  });

  it('vector 16: adult from 00:00 in Japan of the 18th birthday', () => {
    expect(isMinor('2009-04-10', jst('2027-04-09T23:59:59'))).toBe(true);
    expect(isMinor('2009-04-10', jst('2027-04-10T00:00'))).toBe(false);
    expect(isMinor('2008-02-29', jst('2026-02-28T23:59:59'))).toBe(true);
    expect(isMinor('2008-02-29', jst('2026-03-01T00:00'))).toBe(false);
  });

  it('days and moments belong together over leap days and turns of the year', () => {
    for (let i = 0; i < 1500; i += 1) {
      const day = addDays('2027-01-01', i);
      expect(japaneseDay(startOfDay(day))).toBe(day);
      expect(japaneseDay(startOfDay(day) - 1)).toBe(addDays('2027-01-01', i - 1));
      expect(daysBetween('2027-01-01', day)).toBe(i);
    }
    expect(addMonths('2027-01-31', -2)).toBe('2026-11-30');
    expect(() => addDays('2027-02-29', 1)).toThrow('no day');
    expect(() => startOfDay('2027-2-9')).toThrow('no day');
  });
});

it('no rule asks for the zone of the process', () => {
  const files = ['access', 'coolingOff', 'jstDate', 'midterm', 'renewalDates', 'slipDue'];
  const local = /\.(?:get|set)(?:Date|Day|Month|FullYear|Hours|Minutes)\(|toLocale|new Date\(\)|Date\.now/;
  for (const file of files) {
    expect([file, local.exec(readFileSync(join(import.meta.dirname, `${file}.ts`), 'utf8'))]).toEqual([
      file,
      null,
    ]);
  }
});
