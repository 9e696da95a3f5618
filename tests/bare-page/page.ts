// The app without its screens: session, fetch layer and probe, started as the app starts them. It is served at every
// address, as the app's shell is, so that the rules about addresses hold here, too.
import { setRouter } from '#app/navigator.ts';
import { installProbe } from '#app/probe.ts';
import { startSession } from '#app/startSession.ts';
import type { Credentials } from '#shared/lib/account/enterLeave.ts';
import { session } from '#shared/lib/account/session.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { patterns } from '#shared/lib/pages/pageTable.ts';

/** What the login form and the logout button of the app do with the session. */
export type BareHooks = {
  /** Never rejects: the session itself says on the console what went wrong. */
  logIn: (credentials: Credentials) => Promise<void>;
  logOut: () => Promise<void>;
};

declare global {
  interface Window {
    __bare?: BareHooks;
  }
}

/** Moves the address as the router does; there is nothing to draw. */
function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
}

/** Member pages need the login, as in the route table; the guard itself is not here. */
function metaOf(pathname: string): { auth?: boolean } {
  return { auth: pathname === patterns.mypage || pathname.startsWith(`${patterns.mypage}/`) };
}

/** The mark of the shell and the blue bar (session.md 13.3 and 18), for who looks at them. */
function draw(): void {
  const shell = document.createElement('div');
  shell.dataset.testid = 'shell';
  const blue = document.createElement('p');
  blue.dataset.testid = 'blue-alert';
  document.body.append(shell);
  const show = () => {
    shell.dataset.session = session.getSnapshot().state;
    blue.textContent = blueAlert.get().text;
    if (blue.textContent) shell.append(blue);
    else blue.remove();
  };
  session.subscribe(show);
  blueAlert.subscribe(show);
  show();
}

setRouter({
  navigate,
  get state() {
    const { pathname, search, hash } = location;
    return { location: { pathname, search, hash, state: null, key: '' }, navigation: {} };
  },
});
installProbe();
window.__bare = {
  logIn: (credentials) => session.login({ ...credentials, isLasting: true }).catch(() => undefined),
  logOut: session.logout,
};
startSession(metaOf);
draw();
