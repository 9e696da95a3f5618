import { expect, it } from 'vitest';
import { waitWords } from './waitWords.ts';

it.each([
  [4.2, '5秒後'],
  [90, '90秒後'],
  [91, '2分後'],
  [3000, '50分後'],
  [86_400, '24時間後'],
])('%d s are %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
