import { OfflineError } from '../errors.ts';
import { reloadForPart } from './chunkReload.ts';
import { loadAgain } from './loadAgain.ts';

/**
 * A part of the app that no first screen waits for, loaded when it is first used. Its chunk is on the device once the
 * worker is; without it there is no way to the server either, so a load that fails counts as no answer. When a newer
 * build is out, the page is loaded again instead.
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
