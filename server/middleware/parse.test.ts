import { expect, it } from 'vitest';
import { queryObject, rowId } from './parse.ts';

it.each([
  ['/x/', {}],
  ['/x/?page=2&empty=', { page: '2' }],
  ['/x/?grade[]=j1&grade[]=&grade[]=j2', { grade: ['j1', 'j2'] }],
  ['/x/?grade%5B%5D=h1', { grade: ['h1'] }],
  ['/x/?a=1&a=2', { a: '2' }],
])('reads the query of %s', (url, expected) => {
  expect(queryObject(url)).toEqual(expected);
});

it.each(['1', '2147483647'])('takes %s as the number of a row', (text) => {
  expect(rowId.parse(text)).toBe(Number(text));
});

it.each(['0', '-1', '01', '2147483648', '99999999999', '1.5', '1e3', 'abc', '１'])(
  'does not take %s as one',
  (text) => {
    expect(rowId.safeParse(text).success).toBe(false);
  },
);
