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

/** Input of the login form. `isLasting`: the box 「ログインしたままにする」. */
export type LoginInput = Credentials & { isLasting: boolean };

/** Number of changes to the user that the server has accepted. */
let updates = 0;

/**
 * Fetches the user of the current token. An answer that is too late for its session is thrown away. If the server
 * accepted a change during the call, the user is fetched again: the answer may be older and would undo the change on
 * screen.
 */
async function fetchUser(): Promise<User> {
  const epoch = core.epoch();
  const before = updates;
  const user = await getUser();
  if (core.epoch() !== epoch) throw abortError();
  return updates === before ? user : fetchUser();
}

/** After a failed user call that did not end the session: the stored user decides (session.md 4.2, 9.1). */
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
 * Finds the user of the stored tokens: at a start, and after another tab stored tokens. If it is another user than
 * before, all data is reset first (session.md 4 and 14.3). Calls run one after the other. A running call may carry the
 * old tokens, so it must not be reused, and its answer must not bring the former learner back.
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

/** The token for the logout call. It is refreshed first if needed; `null` if that fails (session.md 7.3). */
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
   * @throws HttpError with the server's text, OfflineError, UnreadableAnswerError, UserDataError or an `AbortError`.
   */
  login({ isLasting, ...credentials }: LoginInput): Promise<void> {
    return session.enter(async () => (await loadEnterLeave()).postLogin(credentials), isLasting);
  },
  /**
   * Logs in with the tokens of another call than the login, such as the last step of a sign-up. Everything else is the
   * same as for a login.
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
  /** Replaces the tokens of the running session, as a refresh does. */
  renew: (fresh: Tokens): void => keepTokens(fresh),
  /**
   * Logs out. The session ends here whatever the server says. Never rejects. A second call during a logout does
   * nothing.
   */
  logout(): Promise<void> {
    ending ??= core.during('logout', logout).finally(() => {
      ending = null;
    });
    return ending;
  },
  /**
   * Runs before a guarded page opens: reads storage again and refreshes an expired access token, even if the page makes
   * no call (session.md 6.1). Waits for the refresh at most `patienceMs`. If the refresh fails for now, the page opens
   * anyway (session.md 6.7). A running start does all this itself, while the page opens (session.md 4.1).
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
  /** Resolves when the state is no longer `pending`. */
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
  /** Registers a hook that must forget the user when a session ends (session.md 7.1). */
  onReset: (hook: ResetHook): (() => void) => core.onReset(hook),
  /** The listener is called after each end of a session. */
  onEnd: (listener: (end: SessionEnd) => void): (() => void) => core.onEnd(listener),
  /**
   * The listener is called whenever a user is logged in: immediately if one is, and for each user who logs in later.
   * This starts the first load of the lists (session.md 13.1).
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
  /** Replaces the user after the server accepted changed fields. */
  updateUser(user: User): void {
    updates += 1;
    if (core.get().user?.id === user.id) core.enter(user);
  },
};
