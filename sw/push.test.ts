import { expect, it } from 'vitest';
import { targetOf } from './push.ts';

const origin = 'https://app.example.jp';

it.each([
  ['/mypage/notice/12', '/mypage/notice/12'],
  ['/mypage', '/mypage'],
  ['/mypage/lecture/3?lesson=4&t=5', '/mypage/lecture/3?lesson=4&t=5'],
])('a notification opens %s', (path, target) => {
  expect(targetOf(path, origin)).toBe(target);
});

it.each([
  'https://evil.example.com/mypage',
  '//evil.example.com/mypage',
  '/\\evil.example.com/mypage',
  'javascript:alert(1)',
  'mypage',
  '/accounts/logout/',
  '/media/a/textbook.pdf',
  '/mypage/../api/health/',
  '',
  undefined,
  { path: '/mypage' },
])('%j is no page of the app: the notices open', (path) => {
  expect(targetOf(path, origin)).toBe('/mypage/notice');
});
