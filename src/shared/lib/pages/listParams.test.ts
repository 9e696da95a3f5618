import { describe, expect, test } from 'vitest';
import { pageNumberOf, readListQuery, writeListQuery } from './listParams.ts';

const first = 'sort_by_watchhistory=true&page=1';

describe('the page of a list in the address', () => {
  test.each([
    ['sort_by_watchhistory=true&page=2', 'page=2'],
    ['page=3&sort_by_watchhistory=true', 'page=3'],
    ['sort_by_watchhistory=true&page=1', ''],
    ['cursor=abc', 'list=cursor%3Dabc'],
  ])('%s stands as ?%s', (query, address) => {
    expect(writeListQuery(new URLSearchParams(), query, first).toString()).toBe(address);
  });

  test('comes back as the same question', () => {
    for (const query of ['sort_by_watchhistory=true&page=7', 'cursor=a%2Fb&size=20', first]) {
      const address = writeListQuery(new URLSearchParams('tab=all'), query, first);
      expect(address.get('tab')).toBe('all');
      expect(readListQuery(address, first)).toBe(query);
    }
  });

  test('works for lists whose first page has no query', () => {
    expect(writeListQuery(new URLSearchParams(), 'page=2', '').toString()).toBe('page=2');
    expect(readListQuery(new URLSearchParams('page=2'), '')).toBe('page=2');
    expect(readListQuery(new URLSearchParams('page=2'), 'course=5')).toBe('course=5&page=2');
  });

  test('nonsense asks for the first page', () => {
    for (const page of ['0', '-1', 'x', '1e9', '1;drop']) {
      expect(readListQuery(new URLSearchParams({ page }), first)).toBe(first);
    }
  });

  test('going back to the first page cleans the address', () => {
    expect(writeListQuery(new URLSearchParams('page=4&tab=x'), null, first).toString()).toBe('tab=x');
  });
});

test.each([
  ['', 1],
  ['page=3', 3],
  ['sort_by_watchhistory=true&page=1', 1],
  ['cursor=abc', null],
  ['page=last', null],
])('the query %s asks for page %s', (query, page) => {
  expect(pageNumberOf(query)).toBe(page);
});
