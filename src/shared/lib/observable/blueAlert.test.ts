import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blueAlert } from './blueAlert.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('the blue bar', () => {
  it('is fully visible for 3000 ms, fades for 200 ms, then is empty', () => {
    blueAlert.show('保存しました。');
    vi.advanceTimersByTime(2999);
    expect(blueAlert.get()).toEqual({ text: '保存しました。', phase: 'shown' });
    vi.advanceTimersByTime(1);
    expect(blueAlert.get()).toEqual({ text: '保存しました。', phase: 'fading' });
    vi.advanceTimersByTime(199);
    expect(blueAlert.get().text).toBe('保存しました。');
    vi.advanceTimersByTime(1);
    expect(blueAlert.get()).toEqual({ text: '', phase: 'hidden' });
  });

  it.each([1500, 2999, 3100])('starts from 0 with a new message after %i ms', (pause) => {
    blueAlert.show('一');
    vi.advanceTimersByTime(pause);
    blueAlert.show('二');
    vi.advanceTimersByTime(2999);
    expect(blueAlert.get()).toEqual({ text: '二', phase: 'shown' });
    vi.advanceTimersByTime(201);
    expect(blueAlert.get().phase).toBe('hidden');
  });
});
