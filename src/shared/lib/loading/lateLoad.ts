import { OfflineError } from '../errors.ts';
import { reloadForPart } from './chunkReload.ts';
import { loadAgain } from './loadAgain.ts';

/**
 * A part of the app that first screens do not need; it is loaded on first use. Once the worker is installed its chunk
 * is on the device. Without the worker, a failed load means that the server cannot be reached, so it counts as no
 * answer. If there is a newer build, the page is reloaded instead.
 *
 * @throws OfflineError from the returned function when the part cannot be loaded now; the next use tries again.
 */
export function lateLoad<Part>(load: () => Promise<Part>): () => Promise<Part> {
  const part = loadAgain(load);
  return async () => {
    try {
      return await part();
    } catch (cause) {
      console.warn('part of the app not loaded', cause);
      void reloadForPart();
      throw new OfflineError('network');
    }
  };
}
