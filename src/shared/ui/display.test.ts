import { describe, expect, test } from 'vitest';
import { parseDisplay, resolveScheme } from './display.ts';

describe('parseDisplay', () => {
  test('reads what was stored', () => {
    const stored = JSON.stringify({ theme: 'dark', font_scale: 'xlarge', furigana: true });
    expect(parseDisplay(stored)).toEqual({ theme: 'dark', font_scale: 'xlarge', furigana: true });
  });

  test.each([null, '', '{', 'null', '[]', '{"theme":"pink","font_scale":9,"furigana":"yes"}'])(
    'falls back to the default for %s',
    (stored) => {
      expect(parseDisplay(stored)).toEqual({ theme: 'system', font_scale: 'normal', furigana: false });
    },
  );
});

test('the device decides only when the learner left it to the device', () => {
  expect(resolveScheme('system', true)).toBe('dark');
  expect(resolveScheme('system', false)).toBe('light');
  expect(resolveScheme('light', true)).toBe('light');
  expect(resolveScheme('dark', false)).toBe('dark');
});
