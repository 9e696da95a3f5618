import { patterns } from '../pages/pageTable.ts';
import { authStorage } from './storage.ts';

const key = 'redirect';
const base = 'http://app.invalid';
// Path characters of RFC 3986, then a query and a fragment without blanks, control characters and backslashes.
const relativePath = /^\/(?:[\w\-.~%!$&'()*+,;=:@][\w\-.~%!$&'()*+,;=:@/]*)?(?:\?[^#\s\\]*)?(?:#[^\s\\]*)?$/;

/**
 * Whether a stored target may be opened in the app: one slash and no second one, only path characters, and not the
 * login page (specification.md 5; session.md 8.6). A path that leads to another site after its dots are resolved is
 * refused too.
 */
export function isSafeTarget(target: string): boolean {
  if (!relativePath.test(target)) return false;
  const { origin, pathname } = new URL(target, base);
  if (origin !== base || pathname.startsWith('//')) return false;
  return pathname.replace(/\/+$/, '') !== patterns.login;
}

/** The page that the learner wanted before login (`auth.redirect`; specification.md 4). */
export const redirectTarget = {
  /** Remembers a page: path, query and fragment (session.md 8.4). The login page is never remembered. */
  remember(address: string): void {
    if (address.split(/[?#]/, 1)[0]?.replace(/\/+$/, '') === patterns.login) return;
    authStorage.write(key, address);
  },
  /** The remembered page if it may be opened, else `null`; it stays remembered. */
  peek(): string | null {
    const stored = authStorage.read(key);
    return stored !== null && isSafeTarget(stored) ? stored : null;
  },
  /** Forgets it in every storage. */
  forget(): void {
    authStorage.remove(key);
  },
  /** The remembered page if it may be opened, else `null`; forgotten in either case (session.md 8.5). */
  take(): string | null {
    const target = redirectTarget.peek();
    authStorage.remove(key);
    return target;
  },
};
