import { describe, expect, it } from 'vitest';
import { isSameScreen, type TextLine } from './lines.ts';

const screen: TextLine[] = [
  { text: '学ぶ', x: 16, y: 80 },
  { text: '数学', x: 120, y: 200.4 },
];

describe('two screens', () => {
  it('are the same when the same words stand in the same places', () => {
    expect(isSameScreen(screen, [{ text: '学ぶ', x: 16.3, y: 80.9 }, screen[1] as TextLine])).toBe(true);
  });

  it.each([
    ['a word differs', [screen[0], { text: '英語', x: 120, y: 200.4 }]],
    ['a line has moved down', [screen[0], { text: '数学', x: 120, y: 232 }]],
    ['a line has moved aside', [screen[0], { text: '数学', x: 118, y: 200.4 }]],
    ['one has more', [...screen, { text: '英語', x: 120, y: 300 }]],
    ['one has less', screen.slice(0, 1)],
  ])('differ when %s', (_, other) => {
    expect(isSameScreen(screen, other as TextLine[])).toBe(false);
  });

  it('are not the same when there is nothing to see', () => {
    expect(isSameScreen([], [])).toBe(false);
  });
});
