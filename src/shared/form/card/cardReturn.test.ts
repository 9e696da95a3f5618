import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cardReturn } from './cardReturn.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());
const left = { card: '3', url: 'https://acs.example/?a=1', back: '/mypage/settings/card' };

it('keeps where this tab left for, until the check has ended', () => {
  expect(cardReturn.read()).toBeNull();
  cardReturn.write(left);
  expect(cardReturn.read()).toEqual(left);
  cardReturn.clear();
  expect(cardReturn.read()).toBeNull();
});

it.each([
  'https://elsewhere.example/mypage/settings/card',
  '//elsewhere.example/mypage',
  '/login',
  '/mypage/../login?x',
  '',
])('leads back to a page of the learning area alone, not to %j', (back) => {
  cardReturn.write({ ...left, back });
  expect(cardReturn.read()).toBeNull();
});

it('what cannot be read is nothing', () => {
  kept.set('card.return', 'not json');
  expect(cardReturn.read()).toBeNull();
});
