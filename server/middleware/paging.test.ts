import { describe, expect, it } from 'vitest';
import { envelope, pageField } from './paging.ts';

describe('envelope', () => {
  const url = 'http://host/api/lms/inventory/?sort_by_watchhistory=true&page=2&a[]=1&a[]=2';

  it('keeps the whole query in its links and names no host', () => {
    const page = envelope(url, 2, 50);
    expect(page).toMatchObject({ count: 50, current_page: 2, max_page: 3 });
    expect(page.next).toBe('/api/lms/inventory/?sort_by_watchhistory=true&page=3&a%5B%5D=1&a%5B%5D=2');
    expect(page.previous).toBe('/api/lms/inventory/?sort_by_watchhistory=true&page=1&a%5B%5D=1&a%5B%5D=2');
  });

  it('has no links around the only page, also when it is empty', () => {
    expect(envelope('/api/lms/check/', 1, 20)).toMatchObject({ max_page: 1, next: null, previous: null });
    expect(envelope('/api/lms/check/', 1, 0)).toMatchObject({ max_page: 1, next: null, previous: null });
  });

  it('leads back to the last page from beyond it', () => {
    expect(envelope('/x/?page=9', 9, 21)).toMatchObject({ next: null, previous: '/x/?page=2' });
  });
});

describe('pageField', () => {
  it.each(['0', '-1', '1.5', 'a', '', '01', '9999999'])('refuses %j', (page) => {
    expect(pageField.safeParse(page).success).toBe(false);
  });

  it('is 1 when it is not given', () => {
    expect(pageField.parse(undefined)).toBe(1);
    expect(pageField.parse('12')).toBe(12);
  });
});
