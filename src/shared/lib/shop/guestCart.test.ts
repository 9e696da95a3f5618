import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cartLimit, courseProduct, productIdPattern } from '#contracts/shopCart.ts';
import { setClock } from '../time/clock.ts';
import { courseProductId, productsIn, readGlance } from './glance.ts';
import {
  addToGuestCart,
  forgetMerged,
  mostInCart,
  readGuestCart,
  removeFromGuestCart,
  setGuestCoupon,
} from './guestCart.ts';

let stored: Map<string, string>;
let isFull: boolean;
let time: number;

beforeEach(() => {
  stored = new Map();
  isFull = false;
  time = 1_000_000;
  setClock(() => time);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
  // Removes what an earlier test left in memory.
  removeFromGuestCart(readGuestCart().items);
});
afterEach(() => {
  vi.unstubAllGlobals();
  setClock(() => Date.now());
});

const put = (text: string) => stored.set('cart.guest', text);
const day = 24 * 60 * 60 * 1000;

describe('a guest’s cart', () => {
  it('holds each product once, and ten at most', () => {
    expect(mostInCart).toBe(cartLimit);
    for (let n = 1; n <= 10; n += 1) expect(addToGuestCart(`course-${n}`)).toBe('in');
    expect(addToGuestCart('course-3')).toBe('in');
    expect(addToGuestCart('course-11')).toBe('full');
    expect(readGuestCart().items).toHaveLength(10);
    removeFromGuestCart(['course-1']);
    expect(addToGuestCart('bundle-2')).toBe('in');
    expect(readGuestCart().items.at(-1)).toBe('bundle-2');
  });

  it.each([
    ['no JSON', '{"v":1,'],
    ['another form', '{"v":2,"at":1000000,"items":["course-1"]}'],
    ['no list', '{"v":1,"at":1000000,"items":"course-1"}'],
    ['nothing at all', 'null'],
    ['no time', '{"v":1,"items":["course-1"]}'],
  ])('is empty when what lies there is %s', (_what, text) => {
    put(text);
    expect(readGuestCart()).toEqual({ items: [], coupon: null });
    expect(addToGuestCart('course-5')).toBe('in');
    expect(readGuestCart().items).toEqual(['course-5']);
  });

  it('leaves out what is no product', () => {
    put(
      '{"v":1,"at":1000000,"items":["course-1",7,"course-01","exam-2","x course-3","course-1"],"coupon":5}',
    );
    expect(readGuestCart()).toEqual({ items: ['course-1'], coupon: null });
  });

  it('is kept for 30 days after the last change', () => {
    addToGuestCart('course-1');
    time += 30 * day - 1;
    expect(readGuestCart().items).toEqual(['course-1']);
    time += 1;
    expect(readGuestCart().items).toEqual([]);
  });

  it('works in the tab where the browser keeps nothing', () => {
    isFull = true;
    addToGuestCart('course-1');
    setGuestCoupon('SUMMER27');
    expect(stored.size).toBe(0);
    expect(readGuestCart()).toEqual({ items: ['course-1'], coupon: 'SUMMER27' });
    expect(productsIn(readGlance(''))).toEqual(['course-1']);
    isFull = false;
    setGuestCoupon(null);
    removeFromGuestCart(['course-1']);
  });

  it('loses after a merge what was handed over, and nothing that another tab has put in since', () => {
    addToGuestCart('course-1');
    setGuestCoupon('SUMMER27');
    const sent = readGuestCart();
    addToGuestCart('course-2');
    forgetMerged(sent);
    expect(readGuestCart()).toEqual({ items: ['course-2'], coupon: null });
    setGuestCoupon('WINTER27');
    forgetMerged({ items: ['course-2'], coupon: 'SUMMER27' });
    expect(readGuestCart()).toEqual({ items: [], coupon: 'WINTER27' });
  });
});

describe('products as text', () => {
  it('are named as in the contract', () => {
    for (const id of ['1', '12', '999999999']) {
      expect(courseProductId(id)).toBe(courseProduct(id));
      expect(productsIn(courseProductId(id))).toEqual([courseProductId(id)]);
      expect(productIdPattern.test(courseProductId(id))).toBe(true);
    }
  });

  it('are found in whatever stands around them, each once', () => {
    const text = '{"saved_at":1,"value":["course-12","plan-1","course-12"]}';
    expect(productsIn(text)).toEqual(['course-12', 'plan-1']);
    expect(productsIn('')).toEqual([]);
  });
});
