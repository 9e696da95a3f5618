import { describe, expect, it } from 'vitest';
import { holdsForAll } from '../../tests/properties.ts';
import {
  baseDeadline,
  isMergedLate,
  joinOutages,
  type Outage,
  outageCapMs,
  outageExtra,
} from './examDeadline.ts';

const at = (time: string, day = '2027-06-01') => Date.parse(`${day}T${time}+09:00`);
const until = at('20:00:00');
const e1 = baseDeadline({ started: at('13:00:00'), minutes: 60, multiplierPct: 100, examUntil: until });
const outage = (from: string, to: string): Outage => ({ from: at(from), to: at(to) });

describe('the deadline', () => {
  it('E1 E2: start 13:00, 60 minutes, and one and a half times that', () => {
    expect(e1).toBe(at('14:00:00'));
    expect(baseDeadline({ started: at('13:00:00'), minutes: 60, multiplierPct: 150, examUntil: until })).toBe(
      at('14:30:00'),
    );
  });

  it('E3 E4: the window ends at 20:00, one’s own with more time at 20:30', () => {
    expect(baseDeadline({ started: at('19:30:00'), minutes: 60, multiplierPct: 100, examUntil: until })).toBe(
      until,
    );
    expect(baseDeadline({ started: at('18:45:00'), minutes: 60, multiplierPct: 150, examUntil: until })).toBe(
      at('20:15:00'),
    );
    expect(baseDeadline({ started: at('19:30:00'), minutes: 60, multiplierPct: 150, examUntil: until })).toBe(
      at('20:30:00'),
    );
  });

  it('has no window in a test that is always open', () => {
    expect(baseDeadline({ started: at('19:59:00'), minutes: 25, multiplierPct: 100, examUntil: null })).toBe(
      at('20:24:00'),
    );
  });

  it('E5 E6: an outage, and one declared over it, add their union', () => {
    const first = outage('13:20:10', '13:27:40');
    const second = outage('13:25:00', '13:30:00');
    const started = at('13:00:00');
    expect(e1 + outageExtra(started, e1, [first])).toBe(at('14:07:30'));
    expect(e1 + outageExtra(started, e1, [second, first])).toBe(at('14:09:50'));
  });

  it('E7: an outage over the end gives the five minutes back that were left', () => {
    expect(e1 + outageExtra(at('13:00:00'), e1, [outage('13:55:00', '14:20:00')])).toBe(at('14:25:00'));
  });

  it('E8: cells that come within a day after the end are merged', () => {
    expect(isMergedLate(e1, at('13:59:00', '2027-06-02'))).toBe(true);
    expect(isMergedLate(e1, at('14:03:00', '2027-06-02'))).toBe(false);
  });
});

describe('outages', () => {
  const started = at('13:00:00');

  it('before the start add nothing, one that lasts into it from the start on', () => {
    expect(outageExtra(started, e1, [outage('12:00:00', '12:30:00')])).toBe(0);
    expect(outageExtra(started, e1, [outage('12:50:00', '13:04:00')])).toBe(4 * 60_000);
  });

  it('after the then deadline add nothing; a second one counts when the first moved the end behind it', () => {
    const late = outage('14:05:00', '14:06:00');
    expect(outageExtra(started, e1, [late])).toBe(0);
    expect(outageExtra(started, e1, [late, outage('13:30:00', '13:40:00')])).toBe(11 * 60_000);
  });

  it('add an hour at most', () => {
    expect(outageExtra(started, e1, [outage('13:10:00', '15:00:00')])).toBe(outageCapMs);
  });

  it('row 65: add the same in any order, however often they are told and however they overlap', () => {
    holdsForAll((random) => {
      const outages = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
        const from = started + Math.floor(random() * 90) * 60_000;
        return { from, to: from + Math.floor(random() * 20) * 60_000 };
      });
      const extra = outageExtra(started, e1, outages);
      const shuffled = [...outages, ...outages].sort(() => random() - 0.5);
      expect(outageExtra(started, e1, shuffled)).toBe(extra);
      const joined = joinOutages(outages);
      expect(outageExtra(started, e1, joined)).toBe(extra);
      const all = joined.reduce((sum, { from, to }) => sum + to - from, 0);
      expect(extra).toBeLessThanOrEqual(Math.min(all, outageCapMs));
    });
  });
});
