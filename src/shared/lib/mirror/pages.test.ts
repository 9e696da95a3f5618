import { describe, expect, it } from 'vitest';
import { RefusedUrlError } from '../errors.ts';
import { linkToKeep, pageKey, pageQuery } from './pages.ts';

describe('links of a page', () => {
  it.each([
    ['https://other.example/api/lms/bookmark/?page=2', 'page=2'],
    ['/api/lms/bookmark/?page=2', 'page=2'],
    ['?cursor=a%2Fb', 'cursor=a%2Fb'],
    [null, null],
    ['', null],
  ])('of %s only the query is kept', (link, kept) => {
    expect(linkToKeep(link)).toBe(kept);
  });

  it('refuses a link that starts with two slashes when it is asked for', () => {
    const kept = linkToKeep('//other.example/?page=2');
    expect(() => pageQuery(kept ?? '')).toThrow(RefusedUrlError);
  });

  it('gives the http layer the query again', () => {
    expect(pageQuery('sort_by_watchhistory=true&page=2')).toEqual({
      sort_by_watchhistory: 'true',
      page: '2',
    });
    expect(pageQuery('')).toEqual({});
  });

  it('does not care about the order of a query', () => {
    expect(pageKey('/a/', 'b=1&a=2')).toBe(pageKey('/a/', 'a=2&b=1'));
    expect(pageKey('/a/', '')).toBe('/a/');
  });
});
