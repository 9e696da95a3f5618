import type { User } from '#contracts/accounts.ts';
import { abortError, SessionEndedError, sessionEndedMessage } from '../errors.ts';
import { createObservable } from '../observable/observable.ts';
import { announce } from './channel.ts';
import { storedUser } from './storedUser.ts';
import { tokens } from './tokens.ts';

/** `pending`: not decided yet (session.md 4.1). `user` is set only if `state` is `in`. */
export type SessionSnapshot = { state: 'pending' | 'in' | 'out'; user: User | null };

/** Nobody is logged in. It is one constant object, so that a page made for guests sees no change. */
export const guest: SessionSnapshot = { state: 'out', user: null };

/**
 * Why a session ended. `expired`: both tokens gone · `unauthorized`: a 401 · `logout`: the learner asked for it ·
 * `removed`: another tab ended it · `replaced`: another user logged in, here or in another tab.
 */
export type EndReason = 'expired' | 'unauthorized' | 'logout' | 'removed' | 'replaced';

/** Passed to listeners after the session ended. `isSilent`: at start-up, or before a login: no message, no redirect. */
export type SessionEnd = { reason: EndReason; isSilent: boolean; userId: string | null };

/**
 * A hook that must forget a user. `userId` is `null` if the device does not know who it was: then forget every user.
 */
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
 * Inner state of the session: who is logged in, and the resets. It uses storage but no network; session.ts, refresh.ts
 * and tabs.ts use it.
 */
export const core = {
  get: store.get,
  subscribe: store.subscribe,
  /** Changes with every reset: an answer to a call of an earlier epoch is thrown away (session.md 7.1). */
  epoch: () => epoch,
  /** Aborted by the next reset; its reason is the error that waiting calls reject with. */
  signal: () => lifetime.signal,
  phase: () => phase,
  /** Runs a start, login or logout; a reset inside knows which one is running. */
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
  /** Guest for now; tokens are kept (session.md 4.2, 5.5). */
  leave(): void {
    store.set(guest);
  },
  /** Another user's tokens are stored now: all data of the former user is deleted first (session.md 14.3). */
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
    // Another tab removed the tokens and may already have stored newer ones: those must not be deleted here.
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
   * Both tokens have expired: resets, and logs the message of the specification once to the console, except at
   * start-up. During a logout nothing happens here, because the logout ends the session itself.
   */
  expire(): SessionEndedError {
    const error = new SessionEndedError();
    if (phase === 'logout') return error;
    const isNoted = phase !== 'start';
    core.reset('expired', error);
    if (isNoted) console.error(sessionEndedMessage);
    return error;
  },
  /** A 401 about the current token ends the session, except during a logout, which ends it itself. */
  refuse(): void {
    if (phase !== 'logout') core.reset('unauthorized');
  },
  /** The server first requires a new password. The user record says so, and the app navigates accordingly. */
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
