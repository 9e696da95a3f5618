import { session } from '#shared/lib/account/session.ts';
import { startConnectivity } from '#shared/lib/transport/health.ts';
import type { RouteMeta } from './routeMeta.ts';
import { watchSession } from './sessionEvents.ts';

/**
 * Starts the parts that know the learner and the server: who is logged in, the reactions to a change of that, and the
 * connection check. It needs no screen, so the tests of these rules do without the rest of the app (tests/bare-page).
 */
export function startSession(metaOf: (pathname: string) => RouteMeta): void {
  void session.start();
  watchSession(metaOf);
  startConnectivity();
}
