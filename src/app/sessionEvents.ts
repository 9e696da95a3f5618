import { sessionTexts } from '#features/auth/sessionTexts.ts';
import { session } from '#shared/lib/account/session.ts';
import { examOnScreen } from '#shared/lib/exam/examOnScreen.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths, redirects } from '#shared/lib/pages/paths.ts';
import type { SessionEnd } from '#shared/lib/session/core.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { onMaintenance } from '#shared/lib/transport/exchange.ts';
import { maintenance } from '#shared/lib/transport/maintenanceInfo.ts';
import { currentAddress, goConfigured, pendingAddress } from './navigator.ts';
import { owedStep } from './owedStep.ts';
import type { RouteMeta } from './routeMeta.ts';

type MetaOf = (pathname: string) => RouteMeta;

function needsLogin(address: string, metaOf: MetaOf): boolean {
  return metaOf(address.split(/[?#]/, 1)[0] ?? '').auth === true;
}

const messages = {
  expired: sessionTexts.expired,
  unauthorized: sessionTexts.expired,
  logout: sessionTexts.loggedOut,
  removed: sessionTexts.loggedOut,
  replaced: null,
} as const;

/** Session flag to false: a page that needs login is left and remembered; any other page stays (session.md 8.7). */
function handleEnd({ reason, isSilent }: SessionEnd, metaOf: MetaOf): void {
  if (isSilent) return;
  // A running exam continues with its own token; the learner logs in again after it (exams.md 1 D4).
  if (examOnScreen.get() && reason !== 'logout') return;
  const message = messages[reason];
  if (message) blueAlert.show(message);
  if (reason === 'logout') {
    goConfigured(redirects.logout);
    return;
  }
  const wanted = [pendingAddress(), currentAddress()].find((address) => needsLogin(address, metaOf));
  if (wanted === undefined) return;
  redirectTarget.remember(wanted);
  goConfigured(redirects.login);
}

/**
 * Session flag to true: a page that needs login goes home (session.md 8.7). The start of the app does not count as a
 * change. A learner with a pending step is sent to it, and comes back to the page afterwards.
 */
function watchEntering(metaOf: MetaOf): void {
  let former = session.getSnapshot().state;
  session.subscribe(() => {
    const { state } = session.getSnapshot();
    const hasEntered = former === 'out' && state === 'in';
    former = state;
    const address = currentAddress();
    if (!needsLogin(address, metaOf)) return;
    const step = owedStep();
    if (hasEntered) goConfigured(redirects.home);
    else if (step) {
      redirectTarget.remember(address);
      goConfigured(step);
    }
  });
}

/** Any number of 503 answers leads to one navigation, and the way back is remembered (session.md 11.3). */
function leaveForMaintenance(): void {
  if (examOnScreen.get()) return;
  const address = pendingAddress();
  if (address.split(/[?#]/, 1)[0] === paths.maintenance()) return;
  maintenance.cameFrom(address);
  goConfigured(paths.maintenance());
}

/** Connects session and maintenance to the router and the blue bar. Called once, after the router was created. */
export function watchSession(metaOf: MetaOf): void {
  session.onEnd((end) => handleEnd(end, metaOf));
  watchEntering(metaOf);
  onMaintenance(leaveForMaintenance);
}
