import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router-dom';
import { ChunkLoadError, reloadForChunk } from '#shared/lib/loading/chunkReload.ts';
import { pendingAddress } from './navigator.ts';

/** What the module of a route exports. */
export type RouteModule = { Component: ComponentType; loader?: LoaderFunction };

/** Loads a route's module. */
export type LoadRoute = () => Promise<RouteModule>;

/**
 * Loads the module of a route. If its chunk is gone (a new version is out), the target page is loaded in full, once
 * (session.md 12.1); the promise then never settles, because the page is being left.
 *
 * @throws ChunkLoadError when that does not help, for the error page.
 */
export async function loadPage(load: LoadRoute): Promise<RouteModule> {
  try {
    const { Component, loader } = await load();
    return loader ? { Component, loader } : { Component };
  } catch (cause) {
    const address = pendingAddress();
    if (await reloadForChunk(address, () => pendingAddress() === address))
      return new Promise(() => undefined);
    throw new ChunkLoadError(cause);
  }
}
