import type { Location, NavigateOptions as RouterOptions } from 'react-router-dom';
import { destinationOf, type NavigateOptions } from '#shared/lib/pages/navigate.ts';
import { isStandalone } from '#shared/lib/pages/standalone.ts';

/** The part of the router that code outside components needs. */
type Router = {
  navigate: (to: string, options?: RouterOptions) => Promise<void> | void;
  state: RouterState;
  /** Optional: tests use a router without it (tests/bare-page). */
  subscribe?: (listener: (state: RouterState) => void) => () => void;
};

/** The page on screen, and the page that is being opened. */
export type RouterState = { location: Location; navigation: { location?: Location } };

let router: Router | null = null;

/** Sets the router, once, after it was created. */
export function setRouter(next: Router): void {
  router = next;
}

/** The router; `null` before it was created. */
export function theRouter(): Router | null {
  return router;
}

function addressOf(location: Location): string {
  return location.pathname + location.search + location.hash;
}

/** The page on screen: path, query and fragment. */
export function currentAddress(): string {
  return router ? addressOf(router.state.location) : location.pathname + location.search + location.hash;
}

/** The page that is being opened; if there is none, the page on screen. */
export function pendingAddress(): string {
  const pending = router?.state.navigation.location;
  return pending ? addressOf(pending) : currentAddress();
}

/**
 * Navigates to an address from code (session.md 11.7).
 *
 * @throws RefusedUrlError, see `destinationOf`.
 */
export function go(url: string, options: NavigateOptions & { isReplace?: boolean } = {}): void {
  const destination = destinationOf(url, options, location.href);
  // From an external page the installed app has no way back, so it is opened in a separate window (offline.md 3.48).
  if (destination.kind === 'external' && isStandalone()) window.open(destination.url, '_blank', 'noopener');
  else if (destination.kind === 'external') location.assign(destination.url);
  else void router?.navigate(destination.url, { replace: options.isReplace ?? false });
}

/**
 * Goes to a configured target (session.md 8.8): in the app if it is relative, otherwise by replacing the full page. If
 * the target is the page on screen, nothing happens.
 */
export function goConfigured(target: string): void {
  if (!/^\/(?![/\\])/.test(target)) {
    location.replace(target);
    return;
  }
  const isSame = target.split(/[?#]/, 1)[0] === currentAddress().split(/[?#]/, 1)[0];
  if (!isSame || pendingAddress() !== currentAddress()) void router?.navigate(target, { replace: true });
}
