import { expect, it } from 'vitest';
import { linkKind } from './linkKind.ts';

const base = 'https://app.example.jp/mypage/notice/3';

it.each([
  ['/mypage/course', 'app'],
  ['#part', 'app'],
  ['/media/math/textbook.pdf?e=1&s=2', 'file'],
  ['https://app.example.jp/media/a.pdf', 'file'],
  ['/api/openapi.json', 'file'],
  ['//elsewhere.example.com/mypage', 'away'],
  ['/\\elsewhere.example.com', 'away'],
  ['https://elsewhere.example.com/a.pdf', 'away'],
  ['mailto:a@example.com', 'away'],
  ['http://', 'away'],
])('%s leads to: %s', (href, kind) => {
  expect(linkKind(href, base)).toBe(kind);
});
