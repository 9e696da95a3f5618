import { whenIdle } from '../loading/idle.ts';
import { loadAgain } from '../loading/loadAgain.ts';
import { loadClient } from './attempt.ts';
import { connectivity, type Finding } from './connectivity.ts';
import { maintenance } from './maintenanceInfo.ts';

const loadProbe = loadAgain(() => import('./probe.ts'));

/** If the probe's code cannot be loaded, the server was not reached either. */
async function probe(): Promise<Finding> {
  const loaded = await loadProbe().catch(() => null);
  return loaded ? loaded.probeServer() : { outcome: 'offline' };
}

/**
 * Starts to watch whether the server can be reached. A reload during maintenance stays in maintenance, and if another
 * tab notices its end, it ends here too.
 */
export function startConnectivity(): void {
  connectivity.subscribe(() => {
    if (connectivity.get().state === 'online') maintenance.end();
  });
  if (maintenance.get()) connectivity.report('maintenance');
  connectivity.start(probe);
  // Loaded before the first call; a failure here is not reported, because the call itself tries again.
  whenIdle(() => void loadClient().catch(() => undefined));
}
