import type { User } from '#contracts/accounts.ts';
import { abortError, SessionEndedError, sessionEndedMessage } from '../errors.ts';
import { createObservable } from '../observable/observable.ts';
import { announce } from './channel.ts';
import { storedUser } from './storedUser.ts';
import { tokens } from './tokens.ts';

/** `pending`: not decided yet (session.md 4.1). `user` is set exactly when `state` is `in`. */
export type SessionSnapshot = { state: 'pending' | 'in' | 'out'; user: User | null };

/** Nobody is logged in; one object, so that a page made for guests finds nothing changed. */
export const guest: SessionSnapshot = { state: 'out', user: null };

/**
 * Why a session ended. `expired`: both tokens gone · `unauthorized`: a 401 · `logout`: the learner asked for it ·
 * `removed`: another tab ended it · `replaced`: another user logged in, here or in another tab.
 */
export type EndReason = 'expired' | 'unauthorized' | 'logout' | 'removed' | 'replaced';

/** Told after the session ended. `isSilent`: at start-up, or to make room for a login: no message, no redirect. */
export type SessionEnd = { reason: EndReason; isSilent: boolean; userId: string | null };

/** What must forget a user. `userId` is `null` when the device does not know who it was: then forget every user. */
export type ResetHook = (userId: string | null) => void | Promise<void>;

type Phase = 'none' | 'start' | 'login' | 'logout';

const store = createObservable<SessionSnapshot>({ state: 'pending', user: null });
const resetHooks = new Set<ResetHook>();
const endListeners = new Set<(end: SessionEnd) => void>();
let lifetime = new AbortController();
let epoch = 0;
let phase: Phase = 'none';

function runResetHooks(userId: string | null): void {
  for (const hook of resetHooks) {
    void (async () => hook(userId))().catch((error: unknown) => console.error('session: reset', error));
  }
}

function endLifetime(error: Error): void {
  epoch += 1;
  const ended = lifetime;
  lifetime = new AbortController();
  ended.abort(error);
}

function tell(end: SessionEnd): void {
  for (const listener of [...endListeners]) listener(end);
}

function isQuiet(reason: EndReason, former: SessionSnapshot): boolean {
  if (phase === 'login') return true;
  return phase === 'start' && reason === 'expired' && former.state !== 'in';
}

/**
 * Inner state of the session: who is logged in, and the resets. Knows storage but no network; session.ts, refresh.ts
 * and tabs.ts work on it.
 */
export const core = {
  get: store.get,
  subscribe: store.subscribe,
  /** Changes with every reset: an answer that began in another epoch is thrown away (session.md 7.1). */
  epoch: () => epoch,
  /** Aborted by the next reset; its reason is the error that waiting calls reject with. */
  signal: () => lifetime.signal,
  phase: () => phase,
  /** Runs a start, login or logout; ends that happen inside know of it. */
  async during<T>(name: Exclude<Phase, 'none'>, work: () => Promise<T>): Promise<T> {
    phase = name;
    try {
      return await work();
    } finally {
      if (phase === name) phase = 'none';
    }
  },
  enter(user: User): void {
    storedUser.write(user);
    store.set({ state: 'in', user });
  },
  /** Binds the stored user to the tokens that were just stored. */
  keepUser(): void {
    const { user } = store.get();
    if (user) storedUser.write(user);
  },
  /** Guest for now; tokens stay (session.md 4.2, 5.5). */
  leave(): void {
    store.set(guest);
  },
  /** Another user's tokens are stored now: all data of the former user goes first (session.md 14.3). */
  switchTo(user: User): void {
    const userId = store.get().user?.id ?? null;
    endLifetime(abortError());
    runResetHooks(userId);
    tell({ reason: 'replaced', isSilent: true, userId });
    core.enter(user);
  },
  /** Reset (session.md 7.1): memory, tokens, stored user, persisted copies, running calls. */
  reset(reason: EndReason, error: Error = abortError()): void {
    const former = store.get();
    const isSilent = isQuiet(reason, former);
    const hadTokens = tokens.read().access !== null;
    endLifetime(error);
    // Tokens that another tab removed may already be followed by newer ones of its own: those are not ours to delete.
    if (reason === 'removed') tokens.clearOwn();
    else tokens.clear();
    const storedId = reason === 'removed' ? null : storedUser.clear();
    const userId = former.user?.id ?? storedId;
    store.set(guest);
    if (hadTokens || former.user || storedId) runResetHooks(userId);
    if (reason !== 'removed') announce(reason);
    tell({ reason, isSilent, userId });
  },
  /**
   * Both tokens are gone: reset, with the message of the specification once on the console, never at start-up. A
   * logout that is under way ends the session itself.
   */
  expire(): SessionEndedError {
    const error = new SessionEndedError();
    if (phase === 'logout') return error;
    const isNoted = phase !== 'start';
    core.reset('expired', error);
    if (isNoted) console.error(sessionEndedMessage);
    return error;
  },
  /** A 401 about the present token ends the session, but not a login or logout that is under way. */
  refuse(): void {
    if (phase !== 'logout') core.reset('unauthorized');
  },
  /** The server wants a new password before anything else; the user record says so to who leads there. */
  owePassword(): void {
    const { user } = store.get();
    if (user && !user.must_change_password) core.enter({ ...user, must_change_password: true });
  },
  onReset(hook: ResetHook): () => void {
    resetHooks.add(hook);
    return () => resetHooks.delete(hook);
  },
  onEnd(listener: (end: SessionEnd) => void): () => void {
    endListeners.add(listener);
    return () => endListeners.delete(listener);
  },
};
