import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { stubLocalStorage } from '../storage/stubLocalStorage.ts';
import { setClock } from '../time/clock.ts';
import { dropKeptOf, keptCopy, readKept, writeKept } from './keptAnswers.ts';

const schema = z.object({ total: z.number() });
let stored: Map<string, string>;
let room: number;
let time: number;

beforeEach(() => {
  stored = new Map();
  room = Number.POSITIVE_INFINITY;
  time = 1000;
  setClock(() => time);
  stubLocalStorage(stored, (key) => {
    if (!stored.has(key) && stored.size >= room) throw new DOMException('full', 'QuotaExceededError');
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setClock(() => Date.now());
});

describe('answers that are kept of a person', () => {
  it('come back with the time they were so, to that person alone', () => {
    expect(writeKept('7', 'order.1', { total: 5 })).toBe(true);
    expect(readKept('7', 'order.1', schema)).toEqual({ data: { total: 5 }, savedAt: 1000 });
    expect(readKept('71', 'order.1', schema)).toBeNull();
    expect(readKept('', 'order.1', schema)).toBeNull();
  });

  it('are nothing when they do not fit the contract, or are no JSON', () => {
    writeKept('7', 'cart', { total: 'many' });
    expect(readKept('7', 'cart', schema)).toBeNull();
    for (const key of stored.keys()) stored.set(key, '{"saved_at":');
    expect(readKept('7', 'cart', schema)).toBeNull();
  });

  it('go with who leaves, and nobody else’s do', () => {
    for (const user of ['7', '71', '8', '7.order']) writeKept(user, 'cart', { total: 1 });
    stored.set('other', 'stays');
    dropKeptOf('7');
    expect(readKept('7', 'cart', schema)).toBeNull();
    expect(readKept('71', 'cart', schema)).not.toBeNull();
    expect(readKept('7.order', 'cart', schema)).not.toBeNull();
    dropKeptOf(null);
    expect([...stored.keys()]).toEqual(['other']);
  });

  it('of one kind are thirty, the newest', () => {
    for (let n = 1; n <= 33; n += 1) {
      time += 1;
      writeKept('7', `order.${n}`, { total: n });
    }
    writeKept('7', 'orders', { total: 0 });
    expect(readKept('7', 'order.3', schema)).toBeNull();
    expect(readKept('7', 'order.4', schema)).not.toBeNull();
    expect(readKept('7', 'orders', schema)).not.toBeNull();
    expect(stored.size).toBe(31);
  });

  it('make room for the newest one when the browser has none, and say when that fails', () => {
    writeKept('7', 'order.1', { total: 1 });
    time += 1;
    writeKept('7', 'order.2', { total: 2 });
    room = 2;
    time += 1;
    expect(writeKept('7', 'order.3', { total: 3 })).toBe(true);
    expect(readKept('7', 'order.3', schema)).not.toBeNull();
    expect(readKept('7', 'order.1', schema)).toBeNull();
    room = 0;
    stored.clear();
    expect(writeKept('7', 'order.4', { total: 4 })).toBe(false);
  });

  it('are what useAnswer shows and renews', () => {
    const copy = keptCopy('7', 'cart', schema);
    copy.keep({ total: 3 });
    expect(copy.read()?.data).toEqual({ total: 3 });
    copy.drop();
    expect(copy.read()).toBeNull();
  });

  it('are nothing where storage is shut', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(writeKept('7', 'cart', { total: 1 })).toBe(false);
    expect(readKept('7', 'cart', schema)).toBeNull();
    dropKeptOf('7');
  });
});
