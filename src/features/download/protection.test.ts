import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askProtection, askProtectionOnce, lookUpProtection, protection } from './protection.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  protection.set(null);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the browser is asked once, and nobody waits when it never answers', () => {
  const persist = vi.fn(() => new Promise<boolean>(() => undefined));
  vi.stubGlobal('navigator', { storage: { persist, persisted: async () => false } });
  askProtectionOnce();
  askProtectionOnce();
  expect(persist).toHaveBeenCalledTimes(1);
});

test('a browser without these calls is no error', async () => {
  vi.stubGlobal('navigator', {});
  askProtectionOnce();
  await lookUpProtection();
  expect(protection.get()).toBe('unknown');
  expect(kept.size).toBe(0);
});

test('the state after the answer is what the browser says, not what was asked for', async () => {
  vi.stubGlobal('navigator', { storage: { persist: async () => true, persisted: async () => false } });
  await askProtection();
  expect(protection.get()).toBe('unprotected');
});
