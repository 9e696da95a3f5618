import type { Tokens, User } from '#contracts/accounts.ts';
import { abortError, isAbort, isTimeout, OfflineError, SessionEndedError } from '../errors.ts';
import { announce } from '../session/channel.ts';
import { core, type ResetHook, type SessionEnd } from '../session/core.ts';
import { keepTokens } from '../session/keepTokens.ts';
import { redirectTarget } from '../session/redirectTarget.ts';
import { refreshToken, tokenNow } from '../session/refresh.ts';
import { userHasScope } from '../session/scope.ts';
import { authStorage } from '../session/storage.ts';
import { storedUser } from '../session/storedUser.ts';
import { watchTabs } from '../session/tabs.ts';
import { tokens } from '../session/tokens.ts';
import { pause } from '../time/pause.ts';
import { clientPart } from '../transport/clientPart.ts';
import { getUser, isUserCallTrouble } from './account.ts';
import type { Credentials } from './enterLeave.ts';

/** What the login form gives. `isLasting`: the box 「ログインしたままにする」. */
export type LoginInput = Credentials & { isLasting: boolean };

/** Counts what the server has taken of the learner's changes to the user. */
let updates = 0;

/**
 * Fetches the user of the present token. An answer that came too late for its session is thrown away; one that may be
 * from before a change the server has taken meanwhile is asked for again, else it would take that change back on screen.
 */
async function fetchUser(): Promise<User> {
  const epoch = core.epoch();
  const before = updates;
  const user = await getUser();
  if (core.epoch() !== epoch) throw abortError();
  return updates === before ? user : fetchUser();
}

/** After the user call failed without ending the session: what is stored decides (session.md 4.2, 9.1). */
function withoutUser(error: unknown): void {
  if (isAbort(error) && !isTimeout(error)) {
    if (core.get().state === 'pending') core.leave();
    return;
  }
  const isTrouble = isUserCallTrouble(error);
  const user = isTrouble ? storedUser.read() : null;
  if (user) core.enter(user);
  else core.leave();
  if (!(error instanceof OfflineError || error instanceof SessionEndedError)) console.error(error);
}

let finding = Promise.resolve();
let lastSought = 0;

/**
 * The user of the tokens that are stored now, at a start and after another tab stored tokens; another user than
 * before means that all data is reset first (session.md 4 and 14.3). One after the other: a call that is under
 * way may carry the tokens of before, so it must neither be joined nor bring their learner back.
 */
function findUser(): Promise<void> {
  lastSought += 1;
  const sought = lastSought;
  finding = finding.then(async () => {
    if (sought !== lastSought) return;
    try {
      const user = await fetchUser();
      if (sought !== lastSought) return;
      const former = core.get().user;
      if (former && former.id !== user.id) core.switchTo(user);
      else core.enter(user);
    } catch (error) {
      if (sought === lastSought) withoutUser(error);
    }
  });
  return finding;
}

async function start(): Promise<void> {
  watchTabs({ onRemoved: () => core.reset('removed'), onReplaced: () => void findUser() });
  const stored = tokens.read();
  if (!stored.access) return core.leave();
  await core.during('start', async () => {
    if (stored.refresh?.isExpired || (stored.access?.isExpired && !stored.refresh)) {
      core.expire();
      return;
    }
    const user = stored.refresh ? storedUser.read() : null;
    if (user) core.enter(user);
    await findUser();
  });
}

const loadEnterLeave = clientPart(() => import('./enterLeave.ts'));

async function enter(getTokens: () => Promise<Tokens>, isLasting: boolean): Promise<void> {
  if (tokens.read().access || core.get().state === 'in') core.reset('replaced');
  const { access_token, refresh_token } = await getTokens();
  authStorage.setLasting(isLasting);
  tokens.store({ access: access_token, refresh: refresh_token });
  try {
    core.enter(await fetchUser());
  } catch (error) {
    console.error(error);
    throw error;
  } finally {
    announce('changed');
  }
}

/** The token for the logout call: refreshed first if need be, none when that fails (session.md 7.3). */
async function logoutToken(): Promise<string | null> {
  const now = tokenNow();
  return now === 'refresh' ? await refreshToken() : now.token;
}

async function logout(): Promise<void> {
  try {
    const token = await logoutToken();
    if (token) await (await loadEnterLeave()).postLogout(token);
  } catch (error) {
    console.error(error);
  }
  core.reset('logout');
  redirectTarget.forget();
}

let ending: Promise<void> | null = null;
let entering: Promise<void> | null = null;
let starting: Promise<void> | null = null;

/** The session of this browser, as the app sees it. */
export const session = {
  getSnapshot: core.get,
  subscribe: core.subscribe,
  /** Decides who is logged in, once per page load. Never rejects. */
  start(): Promise<void> {
    starting ??= start();
    return starting;
  },
  /**
   * Logs in; one call at a time (session.md 5).
   *
   * @throws HttpError with the server's words, OfflineError, UnreadableAnswerError, UserDataError or an `AbortError`.
   */
  login({ isLasting, ...credentials }: LoginInput): Promise<void> {
    return session.enter(async () => (await loadEnterLeave()).postLogin(credentials), isLasting);
  },
  /**
   * Enters with the tokens of another call than the login, such as the end of a sign-up: all else is as for a login.
   *
   * @throws what `getTokens` throws, and as `login`.
   */
  enter(getTokens: () => Promise<Tokens>, isLasting = true): Promise<void> {
    entering ??= core
      .during('login', () => enter(getTokens, isLasting))
      .finally(() => {
        entering = null;
      });
    return entering;
  },
  /** Puts new tokens of the running session in the place of its own, as a refresh does. */
  renew: (fresh: Tokens): void => keepTokens(fresh),
  /** Logs out; ends here whatever the server says. Never rejects. A second call while busy does nothing more. */
  logout(): Promise<void> {
    ending ??= core.during('logout', logout).finally(() => {
      ending = null;
    });
    return ending;
  },
  /**
   * Before a guarded page opens: storage is read again, and an expired access token is refreshed, even if the page
   * calls nothing (session.md 6.1). Waits for the refresh at most `patienceMs`; when it fails for now, the
   * page opens all the same (session.md 6.7). A start that is under way does this itself, beside the page
   * (session.md 4.1).
   *
   * @returns whether the learner is logged in.
   */
  async check(patienceMs: number): Promise<boolean> {
    try {
      if (core.phase() !== 'start' && core.get().state === 'in' && tokenNow() === 'refresh') {
        await Promise.race([refreshToken(), pause(patienceMs)]);
      }
    } catch (error) {
      if (!(error instanceof SessionEndedError)) console.warn('session: refresh', error);
    }
    return core.get().state === 'in';
  },
  /** Resolves when the state is not `pending` any more. */
  decided(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (core.get().state === 'pending') return;
        stop();
        resolve();
      };
      const stop = core.subscribe(look);
      look();
    });
  },
  /** Registers what must forget the user when a session ends (session.md 7.1). */
  onReset: (hook: ResetHook): (() => void) => core.onReset(hook),
  /** Told after each end of a session. */
  onEnd: (listener: (end: SessionEnd) => void): (() => void) => core.onEnd(listener),
  /**
   * Told whenever a user is logged in: now, if one is, and whenever another one enters. The first load of the lists
   * hangs on it (session.md 13.1).
   */
  onEnter(listener: (user: User) => void): () => void {
    let seen: { id: string; epoch: number } | null = null;
    const look = () => {
      const { user } = core.get();
      const isNew = user !== null && (seen?.id !== user.id || seen.epoch !== core.epoch());
      seen = user && { id: user.id, epoch: core.epoch() };
      if (isNew) listener(user);
    };
    look();
    return core.subscribe(look);
  },
  hasScope: (name: string): boolean => userHasScope(core.get().user, name),
  /** Puts changed fields of the user in place, after the server took them. */
  updateUser(user: User): void {
    updates += 1;
    if (core.get().user?.id === user.id) core.enter(user);
  },
};
