import { describe, expect, it } from 'vitest';
import { destinationOf } from './navigate.ts';

const base = 'https://app.example/mypage/course';

describe('navigation by program', () => {
  it.each(['/mypage', '/mypage?a=https://x', '?page=2', '#top', 'settings'])('%s stays in the app', (url) => {
    expect(destinationOf(url, {}, base)).toEqual({ kind: 'app', url });
  });

  it.each([
    'https://evil.example/',
    'https://app.example/mypage',
    'HTTPS://evil.example',
    'http:evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    ' //evil.example',
    'mailto:a@b.example',
  ])('%j is refused unless allowed', (url) => {
    expect(() => destinationOf(url, {}, base)).toThrow('external');
    expect(destinationOf(url, { external: true }, base).kind).toBe('external');
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://app.example/1',
    'file:///etc/passwd',
  ])('%j is always refused', (url) => {
    expect(() => destinationOf(url, {}, base)).toThrow('protocol');
    expect(() => destinationOf(url, { external: true }, base)).toThrow('protocol');
  });
});
