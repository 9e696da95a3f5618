import { warmCacheName } from './build.ts';
import { findKept } from './keep.ts';
import { makeRoom } from './makeRoom.ts';
import { isStorable } from './storable.ts';
import { rouseSuspicion } from './suspicion.ts';

/** What a handler may still do after it has answered. */
export type Later = (work: Promise<unknown>) => void;

/**
 * A hashed file of the app, of this build or of the one an older tab still runs: from the device, else from the
 * network, and then kept. An answer that is not what its name says reaches the page as a failure, so that the page's
 * own recovery begins instead of a silent parse error.
 */
export async function answerAsset(request: Request, later: Later): Promise<Response> {
  const { pathname } = new URL(request.url);
  const kept = await findKept(pathname);
  if (kept) return kept;
  const response = await fetch(request);
  if (!isStorable(pathname, response)) {
    rouseSuspicion();
    return response.status === 200 ? Response.error() : response;
  }
  later(keep(pathname, response.clone()));
  return response;
}

/** A full storage must not spoil the answer. */
async function keep(path: string, response: Response): Promise<void> {
  try {
    await (await caches.open(warmCacheName)).put(path, response);
  } catch (error) {
    await makeRoom(error);
    console.warn(`not kept: ${path}`, error);
  }
}
