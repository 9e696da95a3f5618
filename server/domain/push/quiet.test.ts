import { describe, expect, it } from 'vitest';
import { mayRemind, quietUntil } from './quiet.ts';

const at = (time: string, day = '2026-04-10') => Date.parse(`${day}T${time}:00+09:00`);

describe('quiet hours', () => {
  it.each([
    ['21:59', {}, null],
    ['22:00', {}, at('07:00', '2026-04-11')],
    ['06:59', {}, at('07:00')],
    ['07:00', {}, null],
    ['13:30', { quiet_from: '13:00', quiet_to: '14:00' }, at('14:00')],
    ['03:00', { quiet_from: '13:00', quiet_to: '14:00' }, null],
    ['23:00', { quiet_from: '00:00', quiet_to: '00:00' }, null],
    ['23:30', { quiet_from: '23:00' }, at('07:00', '2026-04-11')],
  ])('at %s with %j end at %s', (time, hours, end) => {
    expect(quietUntil(at(time), hours)).toBe(end);
  });

  it('end on the minute, however late in it they are looked at', () => {
    expect(quietUntil(at('06:59') + 59_999, {})).toBe(at('07:00'));
  });
});

describe('a study reminder', () => {
  const never = { quiet_from: '00:00', quiet_to: '00:00' };

  it.each([
    ['21:59', 'h2', true],
    ['22:00', 'h2', false],
    ['22:00', null, false],
    ['04:59', 'j1', false],
    ['05:00', 'j1', true],
    ['23:00', 'graduate', true],
    ['23:00', 'adult', true],
  ])('at %s to %s without quiet hours: %s', (time, grade, isAllowed) => {
    expect(mayRemind(at(time), never, grade)).toBe(isAllowed);
  });

  it('keeps to the quiet hours of grown-ups too', () => {
    expect(mayRemind(at('22:30'), {}, 'adult')).toBe(false);
    expect(mayRemind(at('08:00'), {}, 'adult')).toBe(true);
  });
});
