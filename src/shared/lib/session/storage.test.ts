import { beforeEach, describe, expect, it } from 'vitest';
import { type Area, memoryArea } from '../storage/area.ts';
import { setClock } from '../time/clock.ts';
import { cookieValue } from '../transport/cookie.ts';
import { type Areas, createAuthStorage } from './storage.ts';
import { createTokens } from './tokens.ts';

/** A store that is blocked, or throws on write. */
const shut: Area = {
  read: () => null,
  write: () => false,
  remove: () => undefined,
};
const throwing: Area = {
  read: () => {
    throw new Error('denied');
  },
  write: () => {
    throw new Error('denied');
  },
  remove: () => {
    throw new Error('denied');
  },
};

/** Cookies that ignore values that are too large and keep the old value, as browsers do. */
function smallCookies(limit: number): Area & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    read: (key) => values.get(key) ?? null,
    write: (key, value) => {
      if (key.length + value.length <= limit) values.set(key, value);
      return values.get(key) === value;
    },
    remove: (key) => {
      values.delete(key);
    },
  };
}

let cookie: Area;
let areas: Areas;

beforeEach(() => {
  cookie = memoryArea();
  areas = { cookie: () => cookie, local: memoryArea(), session: memoryArea(), memory: memoryArea() };
});

describe('storage of the session', () => {
  it('writes to cookie, localStorage and sessionStorage under the prefix, and leaves no trace of its probe', () => {
    createAuthStorage(areas).write('x', '1');
    expect([cookie, areas.local, areas.session].map((area) => area.read('auth.x'))).toEqual(['1', '1', '1']);
    expect([cookie, areas.local].map((area) => area.read('auth._probe'))).toEqual([null, null]);
  });

  it('reads the cookie before localStorage', () => {
    cookie.write('auth.x', 'cookie');
    areas.local.write('auth.x', 'local');
    expect(createAuthStorage(areas).read('x')).toBe('cookie');
  });

  it('reads localStorage when the cookie has nothing', () => {
    areas.local.write('auth.x', 'local');
    expect(createAuthStorage(areas).read('x')).toBe('local');
  });

  it('does not bring a value back from sessionStorage or memory while another store works', () => {
    const storage = createAuthStorage(areas);
    storage.write('x', '1');
    cookie.remove('auth.x');
    areas.local.remove('auth.x');
    expect(storage.read('x')).toBeNull();
  });

  it.each([
    ['sessionStorage', { session: memoryArea() }],
    ['memory', { session: throwing }],
  ])('falls back to %s when neither cookie nor localStorage works', (_, change) => {
    const storage = createAuthStorage({ ...areas, cookie: () => shut, local: throwing, ...change });
    expect(storage.write('x', '1')).toBe(true);
    expect(storage.read('x')).toBe('1');
  });

  it('lets localStorage carry what is too large for a cookie, and drops the stale cookie', () => {
    const cookies = smallCookies(50);
    const storage = createAuthStorage({ ...areas, cookie: () => cookies });
    storage.write('x', 'old');
    storage.write('x', 'new'.repeat(40));
    expect(cookies.values.has('auth.x')).toBe(false);
    expect(storage.read('x')).toBe('new'.repeat(40));
  });

  it('removes from everywhere', () => {
    const storage = createAuthStorage(areas);
    storage.write('x', '1');
    storage.remove('x');
    expect([cookie, areas.local, areas.session, areas.memory].map((area) => area.read('auth.x'))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('keeps a passing session out of localStorage, also in the next page of the same browser', () => {
    createAuthStorage(areas).setLasting(false);
    const storage = createAuthStorage(areas);
    storage.write('x', '1');
    expect(storage.isLasting()).toBe(false);
    expect(areas.local.read('auth.x')).toBeNull();
    expect(storage.read('x')).toBe('1');
  });

  it('makes a passing session lasting when no passing store takes the value', () => {
    const storage = createAuthStorage({ ...areas, cookie: () => smallCookies(60) });
    storage.setLasting(false);
    storage.write('x', 'y'.repeat(80));
    expect(storage.read('x')).toBe('y'.repeat(80));
  });
});

describe('tokens', () => {
  it.each(['a%41+b', '0012345', 'true', 'null', '{"a":1}', 'Bearerabc', '日本'])(
    'come back byte for byte: %s',
    (token) => {
      const tokens = createTokens(createAuthStorage(areas));
      tokens.store({ access: token, refresh: token });
      expect(tokens.read().access?.value).toBe(`Bearer ${token}`);
      expect(tokens.read().refresh?.value).toBe(token);
    },
  );

  it('get no second type', () => {
    const tokens = createTokens(createAuthStorage(areas));
    tokens.store({ access: 'Bearer abc' });
    expect(tokens.read().access?.value).toBe('Bearer abc');
  });

  it('store their expiry as decimal milliseconds', () => {
    const restore = setClock(() => 1_000);
    createTokens(createAuthStorage(areas)).store({ access: 'a', refresh: 'r' });
    restore();
    expect(areas.local.read('auth._token_expiration.local')).toBe('2592001000');
    expect(areas.local.read('auth._refresh_token_expiration.local')).toBe('5184001000');
  });

  it('keep the old refresh token and its expiry when a new one is missing', () => {
    const tokens = createTokens(createAuthStorage(areas));
    tokens.store({ access: 'a', refresh: 'r' });
    const expiry = areas.local.read('auth._refresh_token_expiration.local');
    tokens.store({ access: 'b' });
    expect(tokens.read().refresh?.value).toBe('r');
    expect(areas.local.read('auth._refresh_token_expiration.local')).toBe(expiry);
  });

  it('are gone from everywhere after clearing, not set to anything', () => {
    const tokens = createTokens(createAuthStorage(areas));
    tokens.store({ access: 'a', refresh: 'r' });
    tokens.clear();
    expect(tokens.read()).toEqual({ access: null, refresh: null });
    expect(areas.session.read('auth._token.local')).toBeNull();
  });
});

describe('a cookie', () => {
  it.each([
    ['a=1; auth.x=%E6%97%A5%2541+; b=2', '日%41+'],
    ['xauth.x=9; auth.x=1', '1'],
    ['auth.x=', ''],
    ['auth.x=a=b', 'a=b'],
    ['auth.x=%zz', '%zz'],
    ['auth.xy=1', null],
    ['', null],
  ])('in %j is %j', (cookies, expected) => {
    expect(cookieValue(cookies, 'auth.x')).toBe(expected);
  });
});
