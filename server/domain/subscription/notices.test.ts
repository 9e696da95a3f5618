import { describe, expect, it } from 'vitest';
import { noticeFor } from './notices.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const since = (text: string) => new Date(at(`${text}T12:00:00`));

describe('the notice of a coming charge (money.md 5.11)', () => {
  it('is due 7 days and 1 day before, and the later one counts', () => {
    const due = { dueOn: '2027-02-28', startedAt: since('2027-01-31') };
    expect(noticeFor(due, at('2027-02-20T23:59:59'))).toBeNull();
    expect(noticeFor(due, at('2027-02-21T00:00:00'))).toBe('2027-02-21');
    expect(noticeFor(due, at('2027-02-26T23:59:59'))).toBe('2027-02-21');
    expect(noticeFor(due, at('2027-02-27T08:00:00'))).toBe('2027-02-27');
    expect(noticeFor(due, at('2027-02-28T00:00:00'))).toBeNull();
  });

  it('is not repeated by what the mail of the start has said already', () => {
    const started = { dueOn: '2027-02-04', startedAt: since('2027-01-28') };
    expect(noticeFor(started, at('2027-01-28T18:00:00'))).toBeNull();
    expect(noticeFor(started, at('2027-02-03T12:00:00'))).toBe('2027-02-03');
  });

  it('is none without a day that is due', () => {
    expect(noticeFor({ dueOn: null, startedAt: since('2027-01-28') }, at('2027-02-03T12:00:00'))).toBeNull();
  });
});
