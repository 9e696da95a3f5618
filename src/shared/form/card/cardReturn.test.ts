import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardianWay } from '#shared/lib/shop/guardianWay.ts';
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
  cardReturn.write(left);
  for (const key of kept.keys()) kept.set(key, 'not json');
  expect(cardReturn.read()).toBeNull();
});

it('is the last visit of this tab alone: one to a bank from a guardian’s page takes its place, and the other way round', () => {
  cardReturn.write(left);
  guardianWay.write('link');
  expect([cardReturn.read(), guardianWay.read()]).toEqual([null, 'link']);
  cardReturn.write(left);
  expect([cardReturn.read(), guardianWay.read()]).toEqual([left, null]);
});

it('neither leads away from an own order that is left for its bank afterwards', () => {
  guardianWay.write('link');
  cardReturn.clear();
  expect(guardianWay.read()).toBeNull();
});
