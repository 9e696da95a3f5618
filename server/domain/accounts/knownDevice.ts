import { randomBytes } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppContext, Deps } from '../../deps.ts';
import { hashCode } from './secrets.ts';

/** Most accounts that one browser is remembered for: a school's computer has many, but a cookie has to stay short. */
const mostAccounts = 8;
/** The longest that browsers keep a cookie, seconds. */
const lifetime = 400 * 86_400;
const cookie = 'known_device';

type Device = { number: string; marks: string[] };

function readDevice(c: AppContext): Device | null {
  const [number = '', ...marks] = (getCookie(c, cookie) ?? '').split('.');
  return /^[\w-]{22}$/.test(number) ? { number, marks } : null;
}

const markOf = (deps: Deps, number: string, email: string): string =>
  hashCode(deps.keys, 'known-device', `${number}\n${email}`);

/**
 * Number of the caller's browser when this account was opened in it before; `null` for every other account. People
 * without that browser learn nothing from it, not even whether the account exists.
 */
export function knownDevice(c: AppContext, deps: Deps, email: string): string | null {
  const device = readDevice(c);
  return device?.marks.includes(markOf(deps, device.number, email)) ? device.number : null;
}

/**
 * Notes in the caller's browser that this account was opened in it, by a cookie under the server's seal. The cookie
 * opens nothing: it only keeps strangers' wrong passwords from blocking the owner (loginLimit.ts). An app on another
 * site gets no cookie and is known by its network alone.
 */
export function rememberDevice(c: AppContext, deps: Deps, email: string): void {
  const { number, marks } = readDevice(c) ?? { number: randomBytes(16).toString('base64url'), marks: [] };
  const own = markOf(deps, number, email);
  const kept = [own, ...marks.filter((mark) => mark !== own)].slice(0, mostAccounts);
  setCookie(c, cookie, [number, ...kept].join('.'), {
    path: '/accounts/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: deps.config.appUrl.startsWith('https:'),
    maxAge: lifetime,
  });
}
