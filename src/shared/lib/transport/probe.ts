import { isAbort, OfflineError } from '../errors.ts';
import { attempt, type Call } from './attempt.ts';
import type { Finding } from './connectivity.ts';
import { isForeign } from './exchange.ts';
import { maintenance } from './maintenanceInfo.ts';
import { resolveTarget } from './target.ts';

/** Limit of a probe, in milliseconds. */
export const probeLimitMs = 10_000;

/**
 * Asks the server whether it is there; any answer of its own but 503 says yes. One that leads elsewhere is a Wi-Fi's
 * login page: our server leads nobody away from here. Carries no token. Never rejects.
 */
export async function probeServer(): Promise<Finding> {
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
