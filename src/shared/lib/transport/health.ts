import { whenIdle } from '../loading/idle.ts';
import { loadAgain } from '../loading/loadAgain.ts';
import { loadClient } from './attempt.ts';
import { connectivity, type Finding } from './connectivity.ts';
import { maintenance } from './maintenanceInfo.ts';

const loadProbe = loadAgain(() => import('./probe.ts'));

/** A probe that cannot be fetched has not reached the server either. */
async function probe(): Promise<Finding> {
  const loaded = await loadProbe().catch(() => null);
  return loaded ? loaded.probeServer() : { outcome: 'offline' };
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
  connectivity.start(probe);
  // Ahead of the first call; a failure here is no news, the call itself tries again.
  whenIdle(() => void loadClient().catch(() => undefined));
}
