import { afterEach, describe, expect, it } from 'vitest';
import { setClock } from '../time/clock.ts';
import { takeReload } from './chunkReload.ts';

/** sessionStorage of a test. */
function memory(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    key: () => null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
    },
    removeItem: (key) => {
      values.delete(key);
    },
  };
}

let restore: () => void = () => undefined;
const at = (time: number) => {
  restore();
  restore = setClock(() => time);
};

afterEach(() => restore());

describe('reload for a lost chunk', () => {
  it('happens once per path in 10 s', () => {
    const storage = memory();
    at(1_000);
    expect(takeReload('/a', () => storage)).toBe(true);
    at(10_999);
    expect(takeReload('/a', () => storage)).toBe(false);
    at(11_000);
    expect(takeReload('/a', () => storage)).toBe(true);
  });

  it('is free for another path', () => {
    const storage = memory();
    at(1_000);
    takeReload('/a', () => storage);
    expect(takeReload('/b', () => storage)).toBe(true);
  });

  it('does not happen when the guard cannot be stored', () => {
    const full = { ...memory(), setItem: () => undefined };
    expect(takeReload('/a', () => full)).toBe(false);
    expect(
      takeReload('/a', () => {
        throw new Error('denied');
      }),
    ).toBe(false);
  });

  it('gets over an unreadable guard', () => {
    const storage = memory();
    storage.setItem('chunkReload', '{"path":3');
    expect(takeReload('/a', () => storage)).toBe(true);
  });
});
