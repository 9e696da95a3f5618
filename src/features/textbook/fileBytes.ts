import { currentDb } from '#shared/lib/db/userDb.ts';
import { HttpError, OfflineError } from '#shared/lib/errors.ts';
import { now } from '#shared/lib/time/clock.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { getTextbook } from './api.ts';
import { saveTextbook } from './local.ts';
import type { TextbookFile } from './model.ts';

/**
 * The bytes of a textbook file. They go through the media cache of the worker, so a file that was opened once also
 * opens without a connection (offline.md 3.29). An expired address is replaced once.
 *
 * @throws OfflineError when neither network nor device has it, HttpError when the learner may not have it.
 */
export async function readFileBytes(
  bundleId: string,
  file: TextbookFile,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const first = await ask(file.url, signal);
  if (first.ok) return bytesOf(first);
  const fresh = await freshFile(bundleId, file, signal);
  const second = await ask(fresh.url, signal);
  if (second.ok) return bytesOf(second);
  throw new OfflineError('network');
}

async function ask(url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new OfflineError('network', error);
  }
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  const type = response.headers.get('Content-Type') ?? '';
  if (type.includes('html')) {
    connectivity.report('captive');
    throw new OfflineError('captive');
  }
  try {
    return await response.arrayBuffer();
  } catch (error) {
    throw new OfflineError('network', error);
  }
}

async function freshFile(bundleId: string, file: TextbookFile, signal: AbortSignal): Promise<TextbookFile> {
  const bundle = await getTextbook(bundleId, { signal, whileMaintenance: 'stay', isReload: true });
  await saveTextbook(currentDb(), bundle, now());
  const fresh = bundle.files.find(({ id }) => id === file.id);
  if (!fresh) {
    throw new HttpError({
      status: 404,
      data: null,
      failure: { code: 'not_found', detail: '', request_id: '' },
      call: `GET ${file.id}`,
    });
  }
  return fresh;
}
