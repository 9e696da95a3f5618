import { describe, expect, it } from 'vitest';
import { isStorable } from './storable.ts';

function answer(
  type: string,
  fields: Partial<{ status: number; type: ResponseType; redirected: boolean }> = {},
) {
  const headers = new Headers({ 'content-type': type });
  return { status: 200, type: 'basic' as ResponseType, redirected: false, headers, ...fields };
}

describe('isStorable', () => {
  it.each([
    ['/assets/a.js', 'text/javascript'],
    ['/assets/a.js', 'application/javascript; charset=utf-8'],
    ['/assets/a.mjs', 'text/javascript'],
    ['/assets/a.css', 'text/css; charset=utf-8'],
    ['/assets/a.woff2', 'font/woff2'],
    ['/assets/pdfjs/cmaps/H.bcmap', 'application/octet-stream'],
    ['/index.html', 'text/html; charset=utf-8'],
    ['/media/a/b.pdf', 'application/pdf'],
    ['/media/a/b.webp', 'image/webp'],
  ])('keeps %s as %s', (path, type) => {
    expect(isStorable(path, answer(type))).toBe(true);
  });

  it.each([
    ['/assets/a.js', 'text/html'],
    ['/assets/a.css', 'text/html; charset=utf-8'],
    ['/assets/a.bin', 'text/html'],
    ['/media/a/b.pdf', 'text/html'],
    ['/media/a/b.webp', 'application/json'],
    ['/assets/a.js', ''],
  ])('never keeps %s when it comes as "%s"', (path, type) => {
    expect(isStorable(path, answer(type))).toBe(false);
  });

  it.each([{ status: 404 }, { status: 206 }, { type: 'opaque' as const, status: 0 }, { redirected: true }])(
    'keeps no answer like %o',
    (fields) => {
      expect(isStorable('/assets/a.js', answer('text/javascript', fields))).toBe(false);
    },
  );
});
