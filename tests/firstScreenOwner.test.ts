// The script of index.html that decides whether a stored first screen may be seen (session.md 2, 3, 4.1).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const html = readFileSync(join(import.meta.dirname, '..', 'index.html'), 'utf8');
const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, body = '']) => body);
const check = scripts.filter((body) => body.includes('data-first')).join(';');

const now = 1_800_000_000_000;
const refresh = 'r+%41=;あ';

type Device = { cookies: Record<string, string>; user: unknown };

function device(change: Partial<Device['cookies']> = {}, user: unknown = { id: '7' }, of = refresh): Device {
  const cookies = {
    '_token.local': 'Bearer abc',
    '_refresh_token.local': refresh,
    '_refresh_token_expiration.local': String(now + 60_000),
    ...change,
  };
  const kept = Object.entries(cookies).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { cookies: Object.fromEntries(kept), user: { user, of } };
}

/** What becomes of a screen of the learner 7: seen, gone; and whether the app waits until it is painted. */
async function decide({ cookies, user }: Device, at = now) {
  const first = { isGone: false, remove: () => {} };
  first.remove = () => {
    first.isGone = true;
  };
  const link = { dataset: { first: 'stylesheet' }, rel: '' };
  const html = new Map<string, string>();
  const pairs = Object.entries(cookies).map(([name, value]) => `auth.${name}=${encodeURIComponent(value)}`);
  const paints: (() => void)[] = [];
  const page = {
    document: {
      currentScript: null,
      hidden: false,
      documentElement: {
        removeAttribute: (name: string) => html.delete(name),
        setAttribute: (name: string, value: string) => html.set(name, value),
        hasAttribute: (name: string) => html.has(name),
      },
      addEventListener: (type: string, parsed: () => void) => type === 'DOMContentLoaded' && parsed(),
      getElementById: () => first,
      querySelector: (selector: string) =>
        ({ 'meta[name="first-screen"]': { content: '7' }, 'style[data-first]': {} })[selector] ?? null,
      querySelectorAll: () => [link],
      cookie: ['theme=dark', ...pairs].join('; '),
    },
    localStorage: {
      getItem: (key: string) => (key === 'auth.user' && user !== undefined ? JSON.stringify(user) : null),
    },
    Date: { now: () => at },
    URLSearchParams,
    location: { hash: '' },
    performance: { getEntriesByType: () => [{ type: 'navigate' }] },
    window: { scrollTo: () => {} },
    PerformanceObserver: class {
      constructor(told: (list: { getEntriesByName: () => unknown[] }) => void) {
        paints.push(() => told({ getEntriesByName: () => [{}] }));
      }
      observe() {}
    },
    Image: class {
      decode = () => Promise.reject(new Error('no picture'));
    },
    setTimeout: () => {},
  };
  runInNewContext(check, page);
  await new Promise(setImmediate);
  const waitsForPaint = link.rel === '';
  for (const paint of paints) paint();
  await new Promise(setImmediate);
  expect(link.rel).toBe('stylesheet');
  return { isSeen: html.has('data-first'), isGone: first.isGone, waitsForPaint };
}

describe('a stored first screen', () => {
  it('is seen by its owner, whose session is on the device', async () => {
    expect(await decide(device())).toEqual({ isSeen: true, isGone: false, waitsForPaint: true });
  });

  it('is seen also when the user’s id is a number', async () => {
    expect((await decide(device({}, { id: 7 }))).isSeen).toBe(true);
  });

  it.each<[string, Device, number?]>([
    ['another learner is logged in', device({}, { id: '8' })],
    ['the user record is of other tokens', device({}, { id: '7' }, 'other')],
    ['there is no user record', { ...device(), user: undefined }],
    ['the user record is broken', { ...device(), user: 'x' }],
    ['there is no access token', device({ '_token.local': undefined })],
    ['there is no refresh token', device({ '_refresh_token.local': undefined })],
    [
      'both refresh token and what the record is bound to are empty',
      device({ '_refresh_token.local': '' }, { id: '7' }, ''),
    ],
    ['the refresh token says no end', device({ '_refresh_token_expiration.local': undefined })],
    ['the end of the refresh token cannot be read', device({ '_refresh_token_expiration.local': 'soon' })],
    ['the refresh token is over', device(), now + 60_000],
    ['the refresh token is over in less than half a second', device(), now + 59_500],
  ])('is gone before anything is seen when %s', async (_, stored, at) => {
    expect(await decide(stored, at)).toEqual({ isSeen: false, isGone: true, waitsForPaint: false });
  });
});
