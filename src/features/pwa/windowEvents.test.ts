import { expect, it } from 'vitest';
import { launchTarget } from './windowEvents.ts';

const here = 'https://app.example.jp/mypage/lecture/3';

it.each([
  ['https://app.example.jp/mypage/resume?source=shortcut', '/mypage/resume?source=shortcut'],
  ['https://app.example.jp/mypage/share?text=a', '/mypage/share?text=a'],
  [
    'https://app.example.jp/mypage/settings?source=shortcut#storage',
    '/mypage/settings?source=shortcut#storage',
  ],
  ['https://app.example.jp/mypage?source=app', null],
  [here, null],
  ['https://evil.example.com/mypage', null],
  ['nonsense', null],
  [undefined, null],
])('a launch with %s opens %s', (target, opened) => {
  expect(launchTarget(target, here)).toBe(opened);
});
