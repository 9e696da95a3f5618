import { expect, it } from 'vitest';
import { keyWords } from './keyWords.ts';

it('a key is read with what is to be known of it; without a key there is nothing to know', () => {
  expect(keyWords('1・3', ['any_order'])).toBe('1・3(順不同)');
  expect(keyWords('2', ['whole', 'earlier'])).toBe('2(完答・訂正前の正解も可)');
  expect([keyWords('2', []), keyWords('2', undefined), keyWords('', ['whole'])]).toEqual(['2', '2', '']);
});
