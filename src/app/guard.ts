import { type MiddlewareFunction, redirect, replace } from 'react-router-dom';
import { session } from '#shared/lib/account/session.ts';
import { redirects } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { pendingAddress } from './navigator.ts';
import { owedStep } from './owedStep.ts';
import type { RouteMeta } from './routeMeta.ts';

/** How long a page that needs login waits for a new token before it opens with the stored data, in milliseconds. */
const refreshPatienceMs = 1_000;

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** On back, forward and a first load the address has already changed, so that history entry is replaced. */
function leaveTo(target: string, url: URL): Response {
  const hasMoved = location.pathname === url.pathname && location.search === url.search;
  return hasMoved ? replace(target) : redirect(target);
}

/**
 * The guard of the whole route table (specification.md 6; session.md 8). Pages that need login send guests to `/login`
 * and remember the wanted page; `guest` pages send logged-in users home. While the session is not decided, the guard
 * waits, and nothing of either side appears (session.md 4.1). Learners with a pending step are sent to that step in the
 * same way.
 */
export function createGuard(metaOf: (pathname: string) => RouteMeta): MiddlewareFunction {
  return async ({ request }, next) => {
    const url = new URL(request.url);
    const { auth = false } = metaOf(url.pathname);
    if (auth === false) return next();
    await Promise.race([session.decided(), untilAborted(request.signal)]);
    if (request.signal.aborted) return next();
    if (auth === 'guest') {
      if (session.getSnapshot().state === 'in') throw leaveTo(redirects.home, url);
      return next();
    }
    const address = pendingAddress();
    const isIn = await session.check(refreshPatienceMs);
    const target = isIn ? owedStep() : redirects.login;
    if (!target || request.signal.aborted) return next();
    redirectTarget.remember(address);
    throw leaveTo(target, url);
  };
}
