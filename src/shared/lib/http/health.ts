import { connectivity, type Finding } from '../connectivity.ts';
import { isAbort, OfflineError } from '../errors.ts';
import { whenIdle } from '../idle.ts';
import { attempt, type Call, loadClient } from './attempt.ts';
import { isForeign } from './exchange.ts';
import { maintenance } from './maintenanceInfo.ts';
import { resolveTarget } from './target.ts';

/** Limit of a probe, in milliseconds. */
export const probeLimitMs = 10_000;

/**
 * Asks the server whether it is there; any answer of its own but 503 says yes. One that leads elsewhere is a Wi-Fi's
 * login page: our server leads nobody away from here. Carries no token. Never rejects.
 */
async function probeServer(): Promise<Finding> {
  const number = maintenance.callStarts();
  const target = resolveTarget('/api/health/');
  const call: Call = { method: 'GET', target, token: null, tellsRedirects: true };
  try {
    const answer = await attempt(call, new AbortController().signal, probeLimitMs);
    if (answer.status === 503) {
      maintenance.begin(answer.data);
      return { outcome: 'maintenance', retryAfter: answer.retryAfter };
    }
    if (isForeign(answer)) return { outcome: 'captive' };
    return { outcome: maintenance.over(number) ? 'online' : 'maintenance' };
  } catch (error) {
    if (!(error instanceof OfflineError) && !isAbort(error)) console.error('connectivity: probe', error);
    return { outcome: 'offline' };
  }
}

/**
 * Starts watching whether the server can be reached; a reload in maintenance stays in maintenance, and the end that
 * another tab noticed is the end here too.
 */
export function startConnectivity(): void {
  connectivity.subscribe(() => {
    if (connectivity.get().state === 'online') maintenance.end();
  });
  if (maintenance.get()) connectivity.report('maintenance');
  connectivity.start(probeServer);
  // Ahead of the first call; a failure here is no news, the call itself tries again.
  whenIdle(() => void loadClient().catch(() => undefined));
}
