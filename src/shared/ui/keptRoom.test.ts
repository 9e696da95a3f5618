import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropKeptOf } from '#shared/lib/shop/keptAnswers.ts';
import { stubLocalStorage } from '#shared/lib/storage/stubLocalStorage.ts';
import { keptRoom } from './keptRoom.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  stubLocalStorage(stored);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the room of a part that comes late', () => {
  it('is none where nothing is known, and what the part took last time after that', () => {
    expect(keptRoom.read('7', 'exam')).toBe(0);
    keptRoom.write('7', 'exam', 183.6);
    expect(keptRoom.read('7', 'exam')).toBe(184);
    expect(keptRoom.read('7', 'review')).toBe(0);
  });

  it('is none again once the part was not there, and nothing is left of it', () => {
    keptRoom.write('7', 'review', 72);
    keptRoom.write('7', 'review', 0);
    expect(keptRoom.read('7', 'review')).toBe(0);
    expect(stored.size).toBe(0);
  });

  it.each(['7.1', '7/1'])("is one learner's own and goes with the session: %s", (owner) => {
    keptRoom.write('7', 'unpaid', 120);
    expect(keptRoom.read(owner, 'unpaid')).toBe(0);
    keptRoom.write(owner, 'unpaid', 90);
    dropKeptOf('7');
    expect(keptRoom.read('7', 'unpaid')).toBe(0);
    expect(keptRoom.read(owner, 'unpaid')).toBe(90);
    dropKeptOf(owner);
    expect(keptRoom.read(owner, 'unpaid')).toBe(0);
  });

  it.each(['', 'x', '-5', '100000', 'Infinity'])('is none where something else is stored: %j', (text) => {
    keptRoom.write('7', 'exam', 100);
    for (const key of stored.keys()) stored.set(key, text);
    expect(keptRoom.read('7', 'exam')).toBe(0);
  });

  it('is none in a browser that stores nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    keptRoom.write('7', 'exam', 100);
    expect(keptRoom.read('7', 'exam')).toBe(0);
  });
});
