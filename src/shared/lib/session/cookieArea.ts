import type { Area } from '../storage/area.ts';
import { cookieValue } from '../transport/cookie.ts';

/** One year in seconds: life of a cookie (session.md 2.6). */
export const cookieMaxAge = 31_536_000;

/**
 * Cookies of this site as a place for text; not lasting: until the browser closes. Cookies are read and written at
 * once: the storage must be the truth before the next call, which the Cookie Store API cannot promise.
 */
export function cookieArea(isLasting: boolean): Area {
  const attributes = () => `; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
  const read = (key: string) => cookieValue(document.cookie, key);
  return {
    read,
    write: (key, value) => {
      const age = isLasting ? `; Max-Age=${cookieMaxAge}` : '';
      document.cookie = `${key}=${encodeURIComponent(value)}${attributes()}${age}`;
      return read(key) === value;
    },
    remove: (key) => {
      if (read(key) !== null) document.cookie = `${key}=${attributes()}; Max-Age=0`;
    },
  };
}
