import { afterEach, describe, expect, it, vi } from 'vitest';
import { examClock, examDay, examMoment } from './examTime.ts';

const at = Date.parse('2027-06-01T09:05:07+09:00');
const hour = 3_600_000;

afterEach(() => vi.unstubAllEnvs());

describe('row 46: times of an exam are those of Japan', () => {
  it('said as at home in Japan', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(examMoment(at, at + hour)).toBe('今日 9:05');
    expect(examDay(at, at)).toBe('6月1日');
    expect(examClock(at)).toBe('9:05:07');
  });

  it.each(['America/Los_Angeles', 'Europe/London', 'Pacific/Auckland', 'UTC'])(
    'and labelled in %s',
    (there) => {
      vi.stubEnv('TZ', there);
      expect(examMoment(at, at + hour)).toBe('6月1日 9:05(日本時間)');
      expect(examDay(at, at)).toBe('6月1日(日本時間)');
      expect(examClock(at)).toBe('9:05:07(日本時間)');
    },
  );

  it('with the year of Japan, when it is another one', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    const newYear = Date.parse('2028-01-01T00:30:00+09:00');
    expect(examMoment(newYear, at)).toBe('2028年1月1日 0:30(日本時間)');
    // In California it is still the last day of the old year.
    expect(examMoment(newYear, newYear)).toBe('1月1日 0:30(日本時間)');
  });
});
