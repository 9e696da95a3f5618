import { session } from '#shared/lib/account/session.ts';
import { startConnectivity } from '#shared/lib/transport/health.ts';
import type { RouteMeta } from './routeMeta.ts';
import { watchSession } from './sessionEvents.ts';

/**
 * Starts what knows the learner and the server: who is logged in, what follows when that changes, and whether anybody
 * answers. No screen takes part in it, so that the tests of these rules do without the rest of the app (tests/bare-page).
 */
export function startSession(metaOf: (pathname: string) => RouteMeta): void {
  void session.start();
  watchSession(metaOf);
  startConnectivity();
}
