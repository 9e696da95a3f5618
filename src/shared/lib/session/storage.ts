import { type Area, guarded, memoryArea, webArea } from '../storage/area.ts';
import { cookieArea } from './cookieArea.ts';

/** Prefix of every stored key (specification.md 9). */
export const keyPrefix = 'auth.';
/** Stored values of the session. Keys are given without the prefix. */
export type AuthStorage = Area & {
  /** `false`: values live only until the browser closes (the box 「ログインしたままにする」 is not ticked). */
  setLasting: (isLasting: boolean) => void;
  isLasting: () => boolean;
  /** The value in localStorage, whatever the cookie has. */
  readLocal: (key: string) => string | null;
  /** Removes the copies that only this tab sees; a value that another tab stored since then stays. */
  removeOwn: (key: string) => void;
};

/** The four stores, in order of authority. */
export type Areas = { cookie: (isLasting: boolean) => Area; local: Area; session: Area; memory: Area };

/** Whether a store works, tested by writing (session.md 2.7). */
function works(area: Area): boolean {
  const isThere = area.write(`${keyPrefix}_probe`, '1');
  area.remove(`${keyPrefix}_probe`);
  return isThere;
}

const sessionOnly = `${keyPrefix}_session_only`;

/**
 * Storage in cookie, localStorage and sessionStorage. Values are written to all of them and read from the cookie, then
 * localStorage. sessionStorage and memory are used only if neither works; otherwise a tab would restore a session that
 * another tab ended (session.md 2.5 and 2.7).
 *
 * Not lasting: a cookie without Max-Age and sessionStorage, nothing in localStorage. If neither can store a value (a
 * token over 4 KB), the session becomes lasting, because otherwise there would be no session.
 */
export function createAuthStorage(areas: Areas): AuthStorage {
  const lasting = guarded(areas.cookie(true));
  const passing = guarded(areas.cookie(false));
  const [local, session, memory] = [guarded(areas.local), guarded(areas.session), guarded(areas.memory)];
  let probed: { cookie: boolean; local: boolean } | null = null;
  const able = () => {
    probed ??= { cookie: works(lasting), local: works(local) };
    return probed;
  };
  const isLasting = () => (able().cookie ? passing : session).read(sessionOnly) === null;

  const readers = (): Area[] => {
    const truths = [...(able().cookie ? [lasting] : []), ...(able().local && isLasting() ? [local] : [])];
    return truths.length > 0 ? truths : [session, memory];
  };
  const read = (key: string): string | null => {
    for (const area of readers()) {
      const value = area.read(keyPrefix + key);
      if (value !== null) return value;
    }
    return null;
  };
  const setLasting = (next: boolean) => {
    for (const area of [passing, session]) {
      if (next) area.remove(sessionOnly);
      else area.write(sessionOnly, '1');
    }
  };
  const writeEverywhere = (key: string, value: string) => {
    const targets = isLasting() ? [lasting, local, session, memory] : [passing, session, memory];
    for (const area of targets) area.write(keyPrefix + key, value);
    if (!isLasting()) local.remove(keyPrefix + key);
  };
  return {
    read,
    readLocal: (key) => local.read(keyPrefix + key),
    write: (key, value) => {
      writeEverywhere(key, value);
      if (read(key) !== value && !isLasting()) {
        setLasting(true);
        writeEverywhere(key, value);
      }
      return read(key) === value;
    },
    remove: (key) => {
      for (const area of [lasting, local, session, memory]) area.remove(keyPrefix + key);
    },
    removeOwn: (key) => {
      for (const area of [session, memory]) area.remove(keyPrefix + key);
    },
    setLasting,
    isLasting,
  };
}

/** The stored values of this browser. */
export const authStorage: AuthStorage = createAuthStorage({
  cookie: cookieArea,
  local: webArea(() => localStorage),
  session: webArea(() => sessionStorage),
  memory: memoryArea(),
});
