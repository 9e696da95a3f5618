import { describe, expect, it } from 'vitest';
import { isSafeTarget } from './redirectTarget.ts';

describe('a stored target', () => {
  it.each([
    '/',
    '/?page=2',
    '/#top',
    '/mypage',
    '/mypage/course?page=2&tab=done#item-5',
    '/mypage/lecture/5?lesson=7&t=30',
    "/a-b_c~d.e!$&'()*+,;=:@",
    '/%E6%95%B0%E5%AD%A6',
    '/login/password',
    '/loginx',
    '/maintenance',
    '/mypage/course?q=%E6%95%B0%E5%AD%A6',
    '/mypage/course?q=a-b._~!$&()*+,;=:@',
    // Stays on this site: an encoded slash does not count as a slash.
    '/%2Fevil.example',
  ])('%s is followed', (target) => {
    expect(isSafeTarget(target)).toBe(true);
  });

  it.each([
    '',
    'mypage',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/mypage\\x',
    'https://evil.example/',
    'javascript:alert(1)',
    'data:text/html,evil',
    '%2F%2Fevil.example',
    '/\n/evil.example',
    ' /mypage/course',
    '/mypage/course ?x',
    '/mypage/<script>',
    ' /mypage',
    '/my page',
    '/数学',
    '/<b>',
    '/mypage?x=\\',
    '/..//evil.example',
    '/.//evil.example',
    '/login',
    '/login/',
    '/login?to=/mypage',
    '/login#x',
    '/mypage/../login',
  ])('%j is ignored', (target) => {
    expect(isSafeTarget(target)).toBe(false);
  });
});
