import { env } from '../env.ts';
import { abortError, HttpError, OfflineError, timeoutError } from '../errors.ts';
import { refreshToken, tokenNow } from '../session/refresh.ts';
import { attemptLimitMs } from '../transport/attempt.ts';
import { readFailure } from '../transport/readFailure.ts';
import { resolveTarget } from '../transport/target.ts';

async function tokenFor(): Promise<string | null> {
  const now = tokenNow();
  return now === 'refresh' ? refreshToken() : now.token;
}

async function refusal(path: string, response: Response): Promise<HttpError> {
  const data: unknown = await response.json().catch(() => null);
  return new HttpError({ status: response.status, data, failure: readFailure(data), call: `GET ${path}` });
}

/**
 * Reads a file of our API that only its owner may see; `null`: the server is still making it (202). The session's token
 * is sent only to our API. A 401 here does not end the session; that is judged in request.ts.
 *
 * @throws HttpError, OfflineError, SessionEndedError, or an `AbortError` after the limit of an attempt.
 */
export async function getFile(path: string, type: string): Promise<Blob | null> {
  const target = resolveTarget(path);
  const token = target.isApi ? await tokenFor() : null;
  const limit = AbortSignal.timeout(attemptLimitMs);
  try {
    const response = await fetch(target.url, {
      headers: { Accept: type, ...(token ? { Authorization: token } : {}) },
      credentials: env.credentials,
      cache: 'no-store',
      signal: limit,
    });
    if (response.status === 202) return null;
    if (!response.ok) throw await refusal(path, response);
    const found = response.headers.get('Content-Type') ?? '';
    // A Wi-Fi login page answered instead of the file.
    if (!found.startsWith(type)) throw new OfflineError('captive');
    return await response.blob();
  } catch (error) {
    if (error instanceof HttpError || error instanceof OfflineError) throw error;
    if (limit.aborted) throw timeoutError();
    if (error instanceof DOMException && error.name === 'AbortError') throw abortError();
    throw new OfflineError('network', error);
  }
}
