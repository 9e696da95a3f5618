import { describe, expect, it } from 'vitest';
import { firstScreenAt } from './firstScreen.ts';

const at = (address: string) => firstScreenAt(new URL(address, 'https://app.example'), 'b1');

describe('the first screen of an address', () => {
  it.each([
    ['/mypage', '/__first/b1/home', '/mypage'],
    ['/mypage/', '/__first/b1/home', '/mypage'],
    ['/mypage?source=app', '/__first/b1/home', '/mypage'],
    ['/mypage/course?utm_source=mail&fbclid=1#top', '/__first/b1/library', '/mypage/course'],
    ['/mypage/lecture/7', '/__first/b1/lecture', '/mypage/lecture/7'],
    ['/mypage/lecture/7?lesson=8', '/__first/b1/lecture', '/mypage/lecture/7?lesson=8'],
  ])('%s', (address, entry, stored) => {
    expect(at(address)).toEqual({ entry, address: stored });
  });

  it.each([
    '/',
    '/login',
    '/mypage/course?tab=done',
    '/mypage/course?q=x',
    '/mypage/lecture/7?lesson=8&t=90',
    '/mypage/lecture/',
    '/mypage/settings',
    '/mypage/notice',
  ])('there is none at %s', (address) => {
    expect(at(address)).toBeNull();
  });

  it('is another one in another build', () => {
    const url = new URL('https://app.example/mypage');
    expect(firstScreenAt(url, 'b2')?.entry).not.toBe(firstScreenAt(url, 'b1')?.entry);
  });
});
