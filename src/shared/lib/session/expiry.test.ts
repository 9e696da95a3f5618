import { describe, expect, it } from 'vitest';
import { accessLifeSeconds, expiryOf, isExpired, knownExpiry } from './expiry.ts';
import { jwtExpiry } from './jwt.ts';

function base64url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function jwt(payload: unknown): string {
  return `${base64url('{"alg":"none"}')}.${base64url(JSON.stringify(payload))}.signature`;
}

describe('expiry of a JWT', () => {
  it('reads exp in seconds', () => {
    expect(jwtExpiry(jwt({ exp: 1_700_000_000 }))).toBe(1_700_000_000_000);
  });

  it('reads a payload with Japanese names and base64url characters', () => {
    const token = jwt({ name: '髙橋 さくら🌸??>>', exp: 1_700_000_000.5 });
    expect(token).toMatch(/[-_]/);
    expect(jwtExpiry(token)).toBe(1_700_000_000_500);
  });

  it.each([
    ['no exp', jwt({ sub: 1 })],
    ['exp 0', jwt({ exp: 0 })],
    ['negative exp', jwt({ exp: -5 })],
    ['exp as text', jwt({ exp: '1700000000' })],
    ['infinite exp', `h.${base64url('{"exp":1e999}')}.s`],
    ['opaque text', 'abc'],
    ['two dots, no JSON', 'a.b.c'],
    ['four dots', `${jwt({ exp: 5 })}.x.y`],
    ['payload that is no object', jwt([1])],
    ['empty', ''],
  ])('has none: %s', (_, token) => {
    expect(jwtExpiry(token)).toBeNull();
  });
});

describe('expiry of a stored token', () => {
  it('falls back to the given life', () => {
    expect(expiryOf('opaque', accessLifeSeconds, 1000)).toBe(1000 + 2_592_000_000);
  });

  it('prefers what the token says', () => {
    expect(expiryOf(jwt({ exp: 7 }), accessLifeSeconds, 1000)).toBe(7000);
  });

  it('takes the stored moment before the token', () => {
    expect(knownExpiry(jwt({ exp: 7 }), '9000')).toBe(9000);
  });

  it.each([null, '', ' ', 'soon', 'Infinity', 'NaN'])('derives it when %j is stored', (stored) => {
    expect(knownExpiry(jwt({ exp: 7 }), stored)).toBe(7000);
    expect(knownExpiry('opaque', stored)).toBeNull();
  });

  it.each([
    [10_000, 9_499, false],
    [10_000, 9_500, true],
    [10_000, 10_001, true],
    [null, 1, false],
  ])('expiry %s at %i counts as over: %s', (expiry, now, expected) => {
    expect(isExpired(expiry, now)).toBe(expected);
  });
});
