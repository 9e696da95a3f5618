import { isAbort, OfflineError } from '../errors.ts';
import { attempt, type Call } from './attempt.ts';
import type { Finding } from './connectivity.ts';
import { isForeign } from './exchange.ts';
import { maintenance } from './maintenanceInfo.ts';
import { resolveTarget } from './target.ts';

/** Limit of a probe, in milliseconds. */
export const probeLimitMs = 10_000;

/**
 * Asks whether the server is there; any answer of its own except 503 means yes. A redirect comes from a Wi-Fi login
 * page, because our server never redirects here. Sends no token. Never rejects.
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
