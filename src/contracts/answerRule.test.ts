import { describe, expect, it } from 'vitest';
import { type Answers, countAnswers, isSameAnswers, mergeAnswers } from './answerRule.ts';
import { readWholeNumber } from './wholeNumber.ts';

const phone: Answers = { a: { value: '1', at: 10 }, b: { value: '', at: 30 } };
const tablet: Answers = { a: { value: '2', at: 20 }, b: { value: '4', at: 20 }, c: { value: '3', at: 5 } };
const both: Answers = { a: { value: '2', at: 20 }, b: { value: '', at: 30 }, c: { value: '3', at: 5 } };

describe('answers of two devices', () => {
  it('become one, question by question, the later change first', () => {
    expect(mergeAnswers(phone, tablet)).toEqual(both);
    expect(mergeAnswers({}, tablet)).toEqual(tablet);
  });

  it('come to the same in any order and any number of times', () => {
    expect(mergeAnswers(tablet, phone)).toEqual(both);
    expect(mergeAnswers(both, mergeAnswers(phone, tablet))).toEqual(both);
    const [one, other] = [{ a: { value: '1', at: 7 } }, { a: { value: '2', at: 7 } }];
    expect(mergeAnswers(one, other)).toEqual(mergeAnswers(other, one));
  });

  it('are compared with their changes, and counted without those taken away', () => {
    expect(isSameAnswers(both, mergeAnswers(phone, tablet))).toBe(true);
    expect(isSameAnswers(phone, tablet)).toBe(false);
    expect(isSameAnswers(phone, { ...phone, c: { value: '', at: 1 } })).toBe(false);
    expect(countAnswers(both)).toBe(2);
    expect(countAnswers({ a: { value: ' ', at: 1 } })).toBe(0);
  });
});

it('whole numbers are read in any width; what is none is not guessed', () => {
  expect(['12', ' １２ ', '−3', 'ー３', ''].map(readWholeNumber)).toEqual(['12', '12', '-3', '-3', '']);
  expect(['1.5', '二', '--1', '1234567', '1 2'].map(readWholeNumber)).toEqual([null, null, null, null, null]);
});
