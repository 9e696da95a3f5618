import { describe, expect, it } from 'vitest';
import { serializeQuery } from '../transport/query.ts';
import { isRetried, type Method } from '../transport/retry.ts';
import { resolveTarget } from '../transport/target.ts';
import { queryOfLink } from './pageLink.ts';

describe('query of a call', () => {
  it.each([
    [{ a: [1, 2] }, 'a[]=1&a[]=2'],
    [{ a: [1, 1, '1', 2] }, 'a[]=1&a[]=2'],
    [{ 'a[]': ['x'] }, 'a[]=x'],
    [{ a: null, b: undefined, c: '', d: [], e: [null, ''] }, ''],
    [{ a: 0, b: false }, 'a=0&b=false'],
    [{ sort_by_watchhistory: true, page: 1 }, 'sort_by_watchhistory=true&page=1'],
    [{ q: '数学 & 理科' }, 'q=数学+&+理科'],
  ])('%j goes out as %s', (query, expected) => {
    const text = serializeQuery(query);
    expect([...new URLSearchParams(text)]).toEqual(
      expected === '' ? [] : expected.split(/&(?!\+)/).map((pair) => pair.replaceAll('+', ' ').split('=')),
    );
  });
});

describe('retry table', () => {
  const retried = [408, 409, 425, 429, 500, 502, 503, 504];
  const others = [200, 204, 301, 400, 401, 403, 404, 410, 412, 422, 423, 501, 505, 507];

  it.each<Method>(['GET', 'HEAD', 'OPTIONS'])('repeats %s for the listed statuses only', (method) => {
    expect(retried.filter((status) => isRetried(method, status))).toEqual(retried);
    expect(others.filter((status) => isRetried(method, status))).toEqual([]);
  });

  it.each<Method>(['POST', 'PUT', 'PATCH', 'DELETE'])('never repeats %s', (method) => {
    expect([...retried, ...others].filter((status) => isRetried(method, status))).toEqual([]);
  });
});

describe('target of a call', () => {
  const own = { api: '', accounts: '', origin: 'https://app.example' };
  const apart = {
    api: 'https://api.example/v1',
    accounts: 'https://id.example',
    origin: 'https://app.example',
  };

  it.each([
    ['/api/lms/check/', own, '/api/lms/check/', true],
    ['accounts/user/', own, '/accounts/user/', true],
    ['/api/lms/check/', apart, 'https://api.example/v1/api/lms/check/', true],
    ['accounts/user/', apart, 'https://id.example/accounts/user/', true],
    ['/accounts/user/', apart, 'https://id.example/accounts/user/', true],
    ['/accountsx/', apart, 'https://api.example/v1/accountsx/', true],
    ['https://id.example/x', apart, 'https://id.example/x', true],
    ['https://cdn.example/x', apart, 'https://cdn.example/x', false],
    ['https://app.example/x', apart, 'https://app.example/x', false],
    ['https://id.example.evil/x', apart, 'https://id.example.evil/x', false],
    ['/\\evil.example/x', own, '/\\evil.example/x', false],
  ])('%s leads to the right server', (path, bases, url, isApi) => {
    expect(resolveTarget(path, {}, bases)).toEqual({ url, path: url, isApi });
  });

  it('joins a query of its own with the given one, and leaves both out of the path', () => {
    const target = resolveTarget('/api/x/?a=1', { b: 2 }, own);
    expect(target.url).toBe('/api/x/?a=1&b=2');
    expect(target.path).toBe('/api/x/');
  });

  it.each(['//evil.example/x', '//', '///x'])('refuses %s', (path) => {
    expect(() => resolveTarget(path, {}, own)).toThrow('the request URL must not start with "//".');
  });
});

describe('link to the next page', () => {
  it('gives only its query, whatever host it names', () => {
    expect(queryOfLink('https://evil.example/api/lms/inventory/?page=2&tag[]=a&x=%E6%95%B0#f')).toEqual({
      page: '2',
      'tag[]': ['a'],
      x: '数',
    });
  });

  it('keeps repeated parameters', () => {
    expect(queryOfLink('?a=1&a=2')).toEqual({ a: ['1', '2'] });
  });

  it.each([null, ''])('there is none: %j', (link) => {
    expect(queryOfLink(link)).toBeNull();
  });

  it('is refused when it starts with two slashes', () => {
    expect(() => queryOfLink('//evil.example/?page=2')).toThrow('the request URL must not start with "//".');
  });
});
