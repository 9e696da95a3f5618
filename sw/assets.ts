import { warmCacheName } from './build.ts';
import { findKept } from './keep.ts';
import { putMakingRoom } from './makeRoom.ts';
import { isStorable } from './storable.ts';
import { rouseSuspicion } from './suspicion.ts';

/** Work that a handler may still do after its answer. */
export type Later = (work: Promise<unknown>) => void;

/**
 * A hashed file of the app, of this build or of the build that an older tab still runs. It comes from the cache, else
 * from the network, and is then kept. An answer of the wrong type reaches the page as a failure: the page's own
 * recovery begins, and there is no silent parse error.
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

/** Storing is optional: a full storage must not make the answer fail. */
async function keep(path: string, response: Response): Promise<void> {
  try {
    await putMakingRoom(await caches.open(warmCacheName), path, response);
  } catch (error) {
    console.warn(`not kept: ${path}`, error);
  }
}
