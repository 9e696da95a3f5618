import { describe, expect, it } from 'vitest';
import { praiseOf, type Week } from './praise.ts';

const week = (fields: Partial<Week>): Week => ({
  minutes: 40,
  minutesBefore: 40,
  streak: 1,
  studiedDays: 3,
  lessonCount: 0,
  unit: undefined,
  ...fields,
});

describe('praiseOf', () => {
  it.each<[string, Partial<Week>, ReturnType<typeof praiseOf>]>([
    ['a unit before all else', { unit: '原子', streak: 7 }, { kind: 'unit', value: 1, name: '原子' }],
    ['days in a row', { streak: 3, lessonCount: 4 }, { kind: 'streak', value: 3, name: '' }],
    ['clearly more than before', { minutes: 50, lessonCount: 4 }, { kind: 'more', value: 10, name: '' }],
    ['a beginning', { minutesBefore: 0 }, { kind: 'begun', value: 40, name: '' }],
    [
      'lessons, where it was not much more',
      { minutes: 49, lessonCount: 2 },
      { kind: 'lessons', value: 2, name: '' },
    ],
    ['days, where nothing was finished', { minutes: 20 }, { kind: 'days', value: 3, name: '' }],
    ['nothing', { minutes: 0, minutesBefore: 0, studiedDays: 0, streak: 0 }, null],
    ['nothing after a good week before', { minutes: 0, studiedDays: 0, streak: 0 }, null],
  ])('%s', (_name, fields, praise) => {
    expect(praiseOf(week(fields))).toEqual(praise);
  });
});
