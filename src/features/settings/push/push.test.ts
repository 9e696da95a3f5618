import { describe, expect, it } from 'vitest';
import { pushDevice, pushSupport } from './browser.ts';
import { timeLabel, timesOfDay } from './times.ts';

describe('a browser', () => {
  it.each([
    [{ hasPush: true, isApple: false, isInstalled: false }, 'yes'],
    [{ hasPush: true, isApple: true, isInstalled: true }, 'yes'],
    [{ hasPush: false, isApple: true, isInstalled: false }, 'home-screen'],
    [{ hasPush: false, isApple: true, isInstalled: true }, 'no'],
    [{ hasPush: false, isApple: false, isInstalled: false }, 'no'],
  ])('with %j can be told things: %s', (facts, support) => {
    expect(pushSupport(facts)).toBe(support);
  });
});

describe('the device whose settings are explained', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', true, 'iphone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', true, 'iphone'],
    ['Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile', false, 'android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', false, 'computer'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0', false, 'computer'],
  ] as const)('is, of %s (of Apple and touched: %s): %s', (userAgent, isApple, device) => {
    expect(pushDevice({ userAgent, isApple })).toBe(device);
  });
});

describe('times of the day', () => {
  it('come every half hour, another chosen one among them', () => {
    expect(timesOfDay('22:00')).toHaveLength(48);
    expect(timesOfDay('22:15').slice(44, 47)).toEqual(['22:00', '22:15', '22:30']);
  });

  it('are said without a leading zero', () => {
    expect(['07:00', '00:30', '22:00'].map(timeLabel)).toEqual(['7:00', '0:30', '22:00']);
  });
});
